"""A deck document that `twgp deck build` completes: read, and refused where more is wrong than that cards lack."""

from collections.abc import Sequence
from pathlib import Path

from converters.readers.sources import STANDARD_INPUT
from decklint.findings import Finding, of_fault
from decklint.lint import Linter, is_unreadable
from decklint.play import Play
from decklint.resolve import Lookup
from rulebook.codes import CodedError
from rulebook.decks import Deck
from rulebook.pool import Pool
from rulebook.walk import Fault
from twgp.decks import beside, open_text, read

_STILL_OPEN = frozenset({"D101", "D102", "D112", "V201", "E301"})
"""Counts that a half-built document may be short of."""


class HalfBuilt:
    """The document of a file, or an empty one for none. Raises `CodedError` for a file with several decks."""

    def __init__(self, source: str | None) -> None:
        self._source = source
        self._opened = None if source is None else open_text(source)
        self.deck, self._faults = self._read(None)

    def unreadable(self, *, with_cards: bool) -> list[Finding]:
        """Why nothing of the file can be read, or not without cards that it does not name; empty where all is well."""
        if with_cards and self._opened is not None and self._opened.fault is None:
            return []  # a plain list may be read once its cards are known
        return [one for one in map(of_fault, self._faults) if is_unreadable(one)]

    def _read(self, pool: Pool | None) -> tuple[Deck, list[Fault]]:
        if self._source is None or self._opened is None:
            return Deck("", "yaml", ""), []
        found = read(self._source, self._opened, pool)
        if len(found) != 1:
            raise CodedError("complete_several", file=self._source, count=len(found))
        return found[0]

    def pools(self) -> list[str]:
        """The card lists that the document names."""
        if self._source in (None, STANDARD_INPUT):
            return list(self.deck.pools)
        return [beside(str(self._source), name) for name in self.deck.pools]

    def checked(self, pool: Pool, linter: Linter) -> list[Finding]:
        """Looks the cards up; what is wrong with the document besides cards that lack, empty where all is well."""
        if self._source is None:
            return []
        if self.deck.form == "text":
            self.deck, self._faults = self._read(pool)
        found = linter.check(self.deck, self._faults, pool)
        if self.deck.form != "text":
            self.deck = Lookup(pool).deck(self.deck)
        return [one for one in found if one.severity == "error" and not _is_open(one)]


def joined(first: Sequence[str], more: Sequence[str]) -> list[str]:
    """The card lists of the document, then those of the command that are not among them."""
    there = {Path(name).absolute() for name in first}
    return [*first, *(name for name in more if name == STANDARD_INPUT or Path(name).absolute() not in there)]


def sized(play: Play, deck: Deck, bundles: int | None, vitals: int | None) -> tuple[Play, int]:
    """The format with its number of vitals, and the number of bundles (RES-11, -13, -16, -20).

    They are as asked for, else as many as the deck has and the format wants. Raises `CodedError` for numbers
    that the format is not played with.
    """
    format_, listed = play.format, len(deck.bundles)
    if format_.base == "trial":
        rows = len(deck.vitals) + (len(deck.vitals) % 2 == 0)
        count = max(bundles or format_.decks_in_play, listed)
        return Play.of(format_.sized(vitals or max(format_.vitals, rows), count), play.options), count
    low, high = format_.decks_prepared
    if high > low:
        high = min(high, int(str(play.options["full_prepared_bundles_max"])))
    count = max(bundles or low, listed)
    if not low <= count <= high:
        shown = str(low) if low == high else f"{low}-{high}"
        raise CodedError("bundles_not_allowed", count=count, format=format_.id, allowed=shown)
    return (play if vitals is None else Play.of(format_.sized(vitals), play.options)), count


def _is_open(found: Finding) -> bool:
    """Whether cards that are still to come mend it."""
    if found.code == "M402":
        return found.says == "message"  # the master is laid among the vitals
    if found.code not in _STILL_OPEN:
        return False
    got, allowed = found.got, str(found.allowed)
    least = "".join(sign if sign.isdigit() else " " for sign in allowed).split()
    return not isinstance(got, int) or not least or got < int(least[0])
