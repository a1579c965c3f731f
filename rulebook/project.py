"""The project: what a player wants in every run without saying it each time.

It stands in `twgp.yaml`, or in the table `[tool.twgp]` of a `pyproject.toml`; both know the same keys.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulebook.documents import DocumentError, check, line_of, load_document
from rulebook.options import OptionError, resolve
from rulebook.problems import Problem, problem

NAME = "twgp.yaml"
TOML = "pyproject.toml"
TABLE = ("tool", "twgp")

_HEADER = re.compile(r"\s*\[{1,2}\s*(?P<keys>[^\]]+?)\s*\]{1,2}\s*(?:#.*)?")
_KEY = re.compile(r"\s*(?P<keys>[\w.\"' -]+?)\s*=")
_PART = re.compile(r"\"([^\"]*)\"|'([^']*)'|([\w-]+)")
_BROKEN_AT = re.compile(r"\(at line (?P<line>\d+), column (?P<column>\d+)\)")


@dataclass(frozen=True, slots=True)
class Project:
    """Its recipes and overrides (paths), switches and house rules, and the severities of lint codes."""

    path: Path | None = None
    recipes: tuple[Path, ...] = ()
    overrides: tuple[Path, ...] = ()
    switches: Mapping[str, object] = field(default_factory=dict)
    severities: Mapping[str, str] = field(default_factory=dict)

    def line(self, key: str, name: str) -> int:
        """The line, from 1, on which `name` stands under `key`, for a message about it."""
        if self.path is None:
            return 1
        if self.path.name == TOML:
            return _toml_line(self.path.read_text(encoding="utf-8"), (key, name))
        return line_of(self.path, (key, name))


def find_project(start: Path) -> Path | None:
    """The nearest project file in `start` or a folder above it; of two in one folder `twgp.yaml`.

    A `pyproject.toml` without the table `[tool.twgp]` is passed over.
    """
    folder = start.resolve()
    for place in (folder, *folder.parents):
        candidate = place / NAME
        if candidate.is_file():
            return candidate
        if _has_table(place / TOML):
            return place / TOML
    return None


def load_project(path: Path | None) -> Project:
    """Reads a project file (`schemas/project.schema.json`); paths in it are relative to it.

    None gives an empty project. Raises `rulebook.documents.DocumentError` with every fault and its line:
    unknown keys, switches that do not exist and values that they cannot have among them.
    """
    if path is None:
        return Project()
    document = _load_toml(path) if path.name == TOML else load_document(path, "project")
    beside = path.parent
    project = Project(
        path,
        tuple(beside / name for name in document.get("recipes", ())),
        tuple(beside / name for name in document.get("overrides", ())),
        document.get("switches", {}),
        document.get("severities", {}),
    )
    problems = list(_faulty_switches(project))
    if problems:
        raise DocumentError(path, problems)
    return project


def _faulty_switches(project: Project) -> Iterator[Problem]:
    for name, value in project.switches.items():
        try:
            resolve({name: value})
        except OptionError as error:
            line, at = project.line("switches", name), f"switches.{name}"
            yield Problem(line, at, error.text("en"), ja=error.text("ja"))


def _has_table(path: Path) -> bool:
    """Whether a `pyproject.toml` has our table. One that is broken has it if it seems to: then that is told."""
    try:
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return False
    if "twgp" not in text:
        return False
    try:
        return _table(tomllib.loads(text)) is not None
    except tomllib.TOMLDecodeError:
        return re.search(r"^\s*\[\s*tool\s*\.\s*twgp\b", text, re.MULTILINE) is not None


def _table(document: Mapping[str, Any]) -> Any:
    """What stands under `tool.twgp`, None where nothing does."""
    value: Any = document
    for key in TABLE:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _load_toml(path: Path) -> dict[str, Any]:
    """The table as a plain document, checked as `twgp.yaml` is; `modules.link = true` under switches is one key."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
        document = _table(tomllib.loads(text))
    except UnicodeDecodeError:
        raise DocumentError(path, [problem(1, "", "doc_utf8")]) from None
    except tomllib.TOMLDecodeError as error:
        at = _BROKEN_AT.search(str(error))
        line, column = (int(at["line"]), int(at["column"])) if at else (len(text.splitlines()), 1)
        raise DocumentError(path, [problem(line, "", "doc_toml", column, reason=error)]) from None
    if isinstance(document, dict) and isinstance(document.get("switches"), dict):
        document = {**document, "switches": dict(_flat(document["switches"], ""))}
    problems = check(document, "project")
    if problems:
        placed = [one._replace(line=_toml_line(text, _parts(one.path))) for one in problems]
        raise DocumentError(path, [one._replace(path=".".join((*TABLE, one.path)).rstrip(".")) for one in placed])
    found: dict[str, Any] = document or {}
    return found


def _flat(table: Mapping[str, Any], before: str) -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value


def _parts(dotted: str) -> tuple[str, ...]:
    key, _, name = dotted.partition(".")
    return (key, name) if name else (key,)


def _toml_line(text: str, path: tuple[str, ...]) -> int:
    """The line, from 1, of a value of our table, or of the nearest thing around it that is found."""
    wanted = ".".join((*TABLE, *path))
    best, length, table = 1, 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.fullmatch(line)
        if header is not None:
            table = found = _dotted(header["keys"])
        elif (key := _KEY.match(line)) is not None:
            found = ".".join(filter(None, (table, _dotted(key["keys"]))))
        else:
            continue
        if len(found) > length and (wanted == found or wanted.startswith(f"{found}.")):
            best, length = number, len(found)
    return best


def _dotted(keys: str) -> str:
    return ".".join(next(filter(None, match.groups()), "") for match in _PART.finditer(keys))
