"""A run put together: project file, recipes, corrections and switches become the pipeline's settings."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from converters.overrides import Overrides
from converters.pipeline import Event, Listener, Pipeline, Settings
from converters.readers.sources import STANDARD_INPUT
from converters.recipe import GAMES, Recipe, load_recipe
from converters.records import InputError
from rulebook.options import CONVERTING, Options, parse_setting, resolve
from rulebook.project import Project, find_project, load_project
from rulebook.resources import data_path


class Quiet(Listener):
    """Listens without a word, or hands every event to a function."""

    def __init__(self, hear: Callable[[Event], None] | None = None) -> None:
        self._hear = hear

    def tell(self, event: Event) -> None:
        if self._hear is not None:
            self._hear(event)

    def progress(self, records: int) -> None:
        pass


NO_PROJECT = Project()


def project_here() -> Project:
    """What the nearest project file in or above the current folder says. Raises `DocumentError`."""
    return load_project(find_project(Path.cwd()))


def project_of(file: str) -> Path | None:
    """The project file that holds for a file: the nearest to its folder, else to the current one.

    Standard input lies in the current folder.
    """
    own = find_project(Path(file).parent) if file != STANDARD_INPUT else None
    return own or find_project(Path.cwd())


def pipeline(
    listener: Listener,
    *,
    game: str | None = None,
    recipes: Sequence[Path] = (),
    maps: Sequence[str] = (),
    overrides: Sequence[Path] = (),
    switches: Mapping[str, object] | Sequence[str] = (),
    format_: str | None = None,
    lang: str = "en",
    encoding: str | None = None,
    sheet: str | None = None,
    delimiter: str | None = None,
    project: Project = NO_PROJECT,
) -> Pipeline:
    """A pipeline for one run in a project; `project_here` gives that of the current folder.

    Raises `rulebook.documents.DocumentError` and `rulebook.options.OptionError`.
    """
    given = dict(switches) if isinstance(switches, Mapping) else dict(parse_setting(text) for text in switches)
    settings = {**project.switches, **given}
    options = resolve(settings, format_) if settings or format_ else Options({})
    paths = (*project.recipes, *recipes)
    loaded = [load_recipe(path) for path in paths]
    own: dict[str, Recipe] = {recipe.id: recipe for recipe in loaded}
    asked = {recipe.id for recipe in loaded[len(project.recipes) :]}
    if game is not None and asked and game not in asked:
        raise InputError("recipe_of_other_game", game=game, recipes=", ".join(sorted(asked)))
    corrections = [*project.overrides, *overrides]
    return Pipeline(
        Settings(
            game=game,
            recipes=own,
            maps=maps,
            overrides=Overrides.load(corrections) if corrections else None,
            departures=options.departures(),
            ruleset=options.digest(_data_version(paths), CONVERTING),
            lang=lang,
            encoding=encoding,
            sheet=sheet,
            delimiter=delimiter,
        ),
        listener,
    )


def _data_version(recipes: Sequence[Path]) -> str:
    """A hash of the recipes and lexicons in use: rows with the same `ruleset` came about in the same way."""
    digest = hashlib.sha256()
    lexicons = (*sorted(data_path("effects").glob("*.yaml")), data_path("links.yaml"), data_path("kinds.yaml"))
    for path in (*sorted(GAMES.glob("*.yaml")), *lexicons, *recipes):
        digest.update(path.read_bytes())
    return digest.hexdigest()
