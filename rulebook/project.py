"""The project file `twgp.yaml`: what a player wants in every run without saying it each time."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rulebook.documents import load_document

NAME = "twgp.yaml"


@dataclass(frozen=True, slots=True)
class Project:
    """Its recipes and overrides (paths), switches and house rules, and the severities of lint codes."""

    path: Path | None = None
    recipes: tuple[Path, ...] = ()
    overrides: tuple[Path, ...] = ()
    switches: Mapping[str, object] = field(default_factory=dict)
    severities: Mapping[str, str] = field(default_factory=dict)


def find_project(start: Path) -> Path | None:
    """The nearest `twgp.yaml` in `start` or a folder above it."""
    folder = start.resolve()
    for place in (folder, *folder.parents):
        candidate = place / NAME
        if candidate.is_file():
            return candidate
    return None


def load_project(path: Path | None) -> Project:
    """Reads a project file (`schemas/project.schema.json`); paths in it are relative to it.

    None gives an empty project. Raises `rulebook.documents.DocumentError` with every fault and its line.
    """
    if path is None:
        return Project()
    document = load_document(path, "project")
    beside = path.parent
    return Project(
        path,
        tuple(beside / name for name in document.get("recipes", ())),
        tuple(beside / name for name in document.get("overrides", ())),
        document.get("switches", {}),
        document.get("severities", {}),
    )
