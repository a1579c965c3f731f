"""J9xx: what was played against the registered list."""

from collections import Counter
from collections.abc import Iterable, Iterator

from decklint.case import Case, counted, identity, kind, type_words
from decklint.findings import Finding, finding
from rulebook.decks import Entry
from rulebook.played import Cell

HIGHEST = 3
"""The highest base power that may lie face down (DRIVE-13, STEALTH-13)."""

_FREE = frozenset({"blast_counter", "surge_earth", "bsd_counter"})
"""Types that may lie face down whatever their power."""


def not_registered(case: Case) -> Iterator[Finding]:
    """J901 played-not-registered: a card that the list does not have, or not so often.

    Face-down cards may be named among those used as well; the larger of the two numbers counts.
    """
    if case.played is None:
        return
    played, listed = case.played, _listed(case)
    used, hidden = _total(played.used), _total(played.hidden)
    for key, entry in {identity(entry): entry for entry in reversed((*played.used, *played.hidden))}.items():
        got, allowed = max(used[key], hidden[key]), listed[key]
        if got > allowed:
            says = "more" if allowed else "message"
            found = finding("J901", entry.place, says, card=entry, got=got, allowed=allowed)
            yield found._replace(path=played.path)


def face_down_foul(case: Case) -> Iterator[Finding]:
    """J902 face-down-foul. Cards on the Charge Grid may be any, so none of them is a foul (AEFFECT-05)."""
    masters = case.master_identities()
    if case.played is None:
        return
    for cell in case.played.battle:
        foul = _foul(cell, _as_registered(case, cell.entry), masters)
        if foul is not None:
            yield foul._replace(path=case.played.path)


CHECKS = (not_registered, face_down_foul)


def _listed(case: Case) -> Counter[str]:
    """How often each card stands in the registered list: bundles, vitals, extra devices and tokens."""
    listed: Counter[str] = Counter()
    for entry in (*(entry for _, entry in case.everywhere()), *case.deck.tokens):
        listed[identity(entry)] += counted(entry)
    for master in case.master_identities():  # named as master and, wrongly, not among the vitals: M402 tells that
        listed[master] = max(listed[master], 1)
    return listed


def _total(entries: Iterable[Entry]) -> Counter[str]:
    total: Counter[str] = Counter()
    for entry in entries:
        total[identity(entry)] += entry.quantity
    return total


def _as_registered(case: Case, entry: Entry) -> Entry:
    """The entry of the list for a card, which may declare its type; else the entry itself."""
    key = identity(entry)
    return next((one for _, one in case.everywhere() if identity(one) == key and one.type is not None), entry)


def _foul(cell: Cell, registered: Entry, masters: frozenset[str]) -> Finding | None:
    entry, at = cell.entry, cell.entry.place
    if identity(entry) in masters:
        return finding("J902", at, "master", card=entry)
    if entry.card is None:
        return finding("J902", at, "weapon", card=entry) if cell.weapon else None
    type_ = kind(registered)
    if type_ == "unit":
        power = entry.card.power
        if power is not None and power > HIGHEST:
            return finding("J902", at, "power", card=entry, power=f"{power:02d}", got=power, allowed=HIGHEST)
    elif type_ not in _FREE:
        return finding("J902", at, "type", card=entry, type=type_words(type_))
    return finding("J902", at, "weapon", card=entry) if cell.weapon else None
