"""Files checked: their documents read, held against their card lists, and mended where that is asked for."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from converters.readers.sources import STANDARD_INPUT, entries
from decklint.findings import Finding, of_fault
from decklint.lint import DEFAULT_FORMAT, Linter
from decklint.play import Play
from decklint.report import Judged, rules_and_switches
from decklint.resolve import entries as entries_of
from rulebook.decks import Deck, Read
from rulebook.options import resolve
from rulebook.played import Played, read_played
from rulebook.pool import Pool
from rulebook.walk import Fault
from twgp.decks import Opened, Pools, beside, is_document, open_text, read, reread
from twgp.mending import Mended, mend
from twgp.passing import held, is_project_file


class File(NamedTuple):
    """A file to check; `found` tells that a folder held it, not that somebody named it."""

    path: str
    found: bool = False


class Checked(NamedTuple):
    """A file with what was found in its documents, and its mends where they were asked for."""

    judged: list[Judged]
    mended: Mended | None = None


class Examined(NamedTuple):
    """One document, the format and options it is judged by, and what was found in it.

    `pool` is None where no card list is named or none can be used; its cards should bear `ruleset`.
    """

    deck: Deck
    play: Play
    pool: Pool | None
    ruleset: str
    findings: list[Finding]


def files(sources: Sequence[str]) -> Iterator[File]:
    """The files of the sources: of a folder those in it, in order of their names; `-` is standard input."""
    for source in sources:
        if source == STANDARD_INPUT or not Path(source).is_dir():
            yield File(source)
        else:
            yield from (File(str(path), True) for path in entries(Path(source)))


def judge(source: str, linter: Linter, pools: Pools) -> list[Judged]:
    """Checks the documents of a file. Never raises on what the file holds."""
    return check(File(source), linter, pools).judged


def examine(source: str, linter: Linter, pools: Pools) -> Iterator[Examined]:
    """The documents of a file, checked and with their cards. Never raises on what the file holds."""
    opened = open_text(source)
    reads = read(source, opened, _for_lists(source, opened, linter, pools))
    for one in _examined(reads, linter, pools, None):
        yield one._replace(deck=linter.with_cards(one.deck, one.pool))


def check(file: File, linter: Linter, pools: Pools, *, played: Played | None = None, mending: bool = False) -> Checked:
    """Checks the documents of a file, against what was `played` too; with `mending` its mends are worked out.

    A file that a folder holds and that is surely no deck, such as a list of cards, gives nothing. Never raises
    on what the file holds.
    """
    if file.found and is_project_file(Path(file.path)):
        return Checked([])
    opened = open_text(file.path)
    given = _for_lists(file.path, opened, linter, pools)
    reads = read(file.path, opened, given)
    if file.found:
        kept = held(file.path, opened, reads, pools)
        if kept is None:
            return Checked([])
        reads = kept
    judged, found = _judged(reads, linter, pools, played)
    cut = any(fault.says == "too_many_values" for _, faults in reads for fault in faults)
    if not mending or cut or opened.source is None or not all(one.is_readable for one in judged):
        return Checked(judged)

    def again(data: bytes) -> list[Read]:
        return reread(data, file.path, given)

    mended = mend(file.path, opened, [(deck, pool) for (deck, _), pool in zip(reads, found, strict=True)], again)
    if mended is not None:
        after, _ = _judged(again(mended.data), linter, pools, played)
        if Counter(_errors(after)) - Counter(_errors(judged)):
            mended = None  # what is new in it is none of our business
    return Checked(judged, mended)


def played_in(path: Path) -> tuple[Played, list[Fault]]:
    """What was played, read from a file. Never raises on what the file holds."""
    opened = open_text(str(path))
    if opened.fault is not None:
        return Played(str(path), ""), [opened.fault]
    return read_played(opened.text, str(path))


def registered_in(played: Played) -> str | None:
    """The file of the registered list that a record names; its path is relative to the record."""
    return None if played.registered is None else beside(played.path, played.registered)


def unread(played: Played, faults: Sequence[Fault]) -> Judged:
    """A record of what was played that could not be read, as a document with its findings."""
    options = resolve()
    return Judged(
        played.path, None, DEFAULT_FORMAT, {}, "", 0, _of_played(played, faults),
        rules_and_switches(DEFAULT_FORMAT, options),
    )  # fmt: skip


def with_faults(judged: Judged, played: Played, faults: Sequence[Fault]) -> Judged:
    """A judged document with what reading the record of its play found wrong."""
    return judged._replace(findings=[*judged.findings, *_of_played(played, faults)])


def _of_played(played: Played, faults: Sequence[Fault]) -> list[Finding]:
    return [of_fault(fault)._replace(path=played.path) for fault in faults]


def _for_lists(source: str, opened: Opened, linter: Linter, pools: Pools) -> Pool | None:
    """The cards by which a list is read, since it names none itself; a document has its own settings for them."""
    if is_document(opened.text, Path(source).suffix):
        return None
    plain = Deck(source, "text", "")
    settled, _ = linter.settle(plain)
    pool, _, _ = pools.of(plain, settled)
    return pool


def _judged(
    reads: Sequence[Read], linter: Linter, pools: Pools, played: Played | None
) -> tuple[list[Judged], list[Pool | None]]:
    judged, found = [], []
    for deck, play, pool, ruleset, findings in _examined(reads, linter, pools, played):
        hands = sum(entry.quantity for bundle in deck.bundles for entry in bundle.archive)  # among the twenty (L33)
        cards = sum(entry.quantity for entry in entries_of(deck)) - hands
        settings = play.options.departures()
        hash_ = rules_and_switches(play.format.id, play.options)
        judged.append(Judged(deck.path, deck.title, play.format.id, settings, ruleset, cards, findings, hash_))
        found.append(pool)
    return judged, found


def _examined(reads: Sequence[Read], linter: Linter, pools: Pools, played: Played | None) -> Iterator[Examined]:
    for deck, faults in reads:
        play, _ = linter.settle(deck)
        pool, ruleset, wrong = pools.of(deck, play)
        yield Examined(deck, play, pool, ruleset, linter.check(deck, [*faults, *wrong], pool, ruleset, played))


def _errors(judged: Sequence[Judged]) -> Iterator[str]:
    return (found.code for one in judged for found in one.findings if found.severity == "error")
