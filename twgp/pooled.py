"""The pool of the commands that make something: its files, what they lose, and what a document cannot say of them."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from twgp.arguments import SOME_UNREADABLE, UNUSABLE, fail
from twgp.lang import phrase

if TYPE_CHECKING:
    from converters.pipeline import Event, Pipeline
    from converters.readers.sources import Source
    from rulebook.cards import Card
    from rulebook.codes import CodedError

STDIN = "-"
_OPTIONS = ("--game", "--recipe", "--map", "--overrides", "--encoding")
"""Options of the conversion that a deck document cannot name."""
_NO_LISTS = frozenset({"readme", "licence", "license"})
_CANNOT = frozenset(
    {
        "vitals_too_few", "vitals_collide", "devices_too_few", "devices_collide", "not_a_vital", "not_a_device",
        "vital_has_phase", "vital_searches", "build_undecided",
    }
)  # fmt: skip
"""Errors that say what cannot be made; the others say that the call itself is wrong."""


def exit_code(error: "CodedError") -> int:
    """1 for what cannot be made of this pool, 2 for a wrong call or wishes against each other."""
    return SOME_UNREADABLE if error.code in _CANNOT else UNUSABLE


def refuse_stdin(pool: Sequence[str], way: str, lang: str) -> None:
    """Ends the run where a document would have to name standard input as its card list."""
    if STDIN in pool and way != "text":
        fail(phrase("made_from_stdin", lang))


def say_options(given: Sequence[object], way: str, lang: str) -> None:
    """Says on stderr that a document does not name the options with which its pool was converted.

    `given` are the values of `_OPTIONS`, empty where one was not used.
    """
    named = [option for option, value in zip(_OPTIONS, given, strict=True) if value]
    if named and way != "text":
        print(phrase("made_with_options", lang, options=", ".join(named)), file=sys.stderr)


def pool_files(pool: Sequence[str], out: Path | None) -> list[str]:
    """The files of a pool. Of a folder deck documents, pages such as README and the output are no lists.

    A folder in which nothing else is stands for itself, so that what is wrong with it is told.
    """
    from converters.readers.sources import entries

    files: list[str] = []
    for name in pool:
        path = Path(name)
        if not name or name == STDIN or not path.is_dir():
            files.append(name)
            continue
        kept = [str(file) for file in entries(path) if not _is_output(file, out) and not _is_no_list(file)]
        files += kept or [name]
    return list(dict.fromkeys(files))


def converted(run: "Pipeline", pool: Sequence[str], out: Path | None, lang: str) -> "tuple[list[Card], bool]":
    """The different cards of a pool, and whether files or records of it were lost; the counts are on stderr then."""
    from rulebook.pool import identities
    from twgp.show import report_lines

    with run.spool() as spool:
        run.run(pool_files(pool, out), spool, leave_out=out)
        cards = identities(spool.cards())
    lost = bool(run.report.unreadable or run.report.failed_files)
    if lost:
        print("\n".join(report_lines(run.report, lang, named=False)), file=sys.stderr)
    return cards, lost


def teller(lang: str) -> "Callable[[Event], None]":
    """Names on stderr the files that cannot be used, as `twgp convert` does."""

    def hear(event: "Event") -> None:
        if event.level == "error":
            from twgp.show import line_of

            print(line_of(event, lang), file=sys.stderr)

    return hear


def _is_output(file: Path, out: Path | None) -> bool:
    return out is not None and out.exists() and file.samefile(out)


def _is_no_list(file: Path) -> bool:
    from converters.readers.sources import open_input
    from converters.records import InputError

    if file.name.casefold().split(".")[0] in _NO_LISTS and file.suffix.casefold() in ("", ".md", ".txt", ".rst"):
        return True
    if file.suffix.casefold() not in (".yaml", ".yml", ".json"):
        return False
    try:
        return _is_deck(open_input(file))
    except (InputError, OSError):
        return False


def _is_deck(source: "Source") -> bool:
    from twgp.decks import is_marked

    return is_marked(source.head.decode("utf-8", errors="replace"))
