"""The library calls; `import twgp` gives them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from converters.pipeline import Event
from rulebook.cards import Card
from twgp.session import Quiet, pipeline

if TYPE_CHECKING:
    import pandas as pd

    from decklint.findings import Finding

Paths = str | PathLike[str] | Sequence[str | PathLike[str]]
"""One path or several."""


def convert(
    source: Paths,
    game: str | None = None,
    *,
    cards: Paths = (),
    recipes: Paths = (),
    maps: str | Sequence[str] = (),
    overrides: Paths = (),
    switches: Mapping[str, object] | None = None,
    format: str | None = None,  # noqa: A002 - the word of the command line
    lang: str = "en",
    encoding: str | None = None,
    sheet: str | None = None,
    delimiter: str | None = None,
    on_event: Callable[[Event], None] | None = None,
) -> Iterator[Card]:
    """Converts foreign card lists, one `Card` a row, reprints merged.

    `source` is a file, a folder, "-" for stdin, or several of them; `game` an id of `twgp games`, told from
    the content when left out. `cards` are the lists that resolve the names of a deck list. `recipes`,
    `maps`, `overrides` and `switches` are those of the command line; no project file is read. `on_event`
    hears of every unreadable and doubtful record.

    Raises `InputError` when a file cannot be used, `rulebook.documents.DocumentError` for a recipe, a lexicon or
    overrides with faults, `rulebook.options.OptionError` for an unknown switch or value.
    """
    run = pipeline(
        Quiet(on_event),
        game=game,
        recipes=[Path(path) for path in _several(recipes)],
        maps=[maps] if isinstance(maps, str) else maps,
        overrides=[Path(path) for path in _several(overrides)],
        switches=switches or {},
        format_=format,
        lang=lang,
        encoding=encoding,
        sheet=sheet,
        delimiter=delimiter,
    )
    with run.spool() as spool:
        run.run([_source(path) for path in _several(source)], spool, [_source(path) for path in _several(cards)])
        yield from spool.cards()


def convert_frame(
    frame: "pd.DataFrame", game: str, *, lang: str = "en", on_event: Callable[[Event], None] | None = None
) -> "pd.DataFrame":
    """Converts a table whose columns are those of a known list of `game`; one row a card, reprints merged.

    Missing cells (None, NaN, NaT) count as no value. `on_event` hears of every unreadable and doubtful row. Raises
    `InputError` for an unknown game.
    """
    import pandas as pd

    from converters.readers.tables import frame_records
    from rulebook.cards import FIELDS, to_row

    run = pipeline(Quiet(on_event), game=game, lang=lang)
    with run.spool() as spool:
        run.run_records("DataFrame", frame_records(frame), spool)
        return pd.DataFrame([to_row(card) for card in spool.cards()], columns=list(FIELDS))


def lint(
    deck: Paths,
    cards: Paths = (),
    *,
    format: str | None = None,  # noqa: A002 - the word of the command line
    switches: Mapping[str, object] | None = None,
    tournament: bool = False,
) -> "list[Finding]":
    """Checks deck documents and deck lists: every finding, file by file, in the order of lines.

    `deck` is a file, a folder, "-" for stdin, or several of them; `cards` are card lists that stand for those
    named in the documents; `format` stands above the documents' own. No project file is read. A finding has
    `code`, `severity`, `path`, `place`, `rules`, and `text("en")` or `text("ja")`. What is wrong with a file
    is a finding too.

    Raises `rulebook.formats.FormatError` and `rulebook.options.OptionError` for a format or a switch that
    does not exist.
    """
    from decklint.lint import Judgement, Linter
    from rulebook.formats import format_named
    from rulebook.options import resolve
    from twgp.decks import Pools
    from twgp.judging import check, files

    if format is not None:
        format_named(format)
    resolve(switches or {}, format)
    linter = Linter(Judgement(format, switches or {}, tournament=tournament))
    pools = Pools([str(path) for path in _several(cards)])
    sources = files([str(path) for path in _several(deck)])
    return [found for file in sources for one in check(file, linter, pools).judged for found in one.findings]


def _several(given: Paths) -> list[str | PathLike[str]]:
    """One path or several, as a list; a text is one path, not its letters."""
    return [given] if isinstance(given, str | PathLike) else list(given)


def _source(path: str | PathLike[str]) -> Path | str:
    return "-" if path == "-" else Path(path)
