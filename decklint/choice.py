"""The largest legal deck that can be chosen from a bundle: for the house rule of L42 (RES-30)."""

from collections.abc import Mapping, Set

from decklint.case import Case, counted, identity, kind, set_size
from rulebook.decks import Bundle, Entry

_STEPS = 20_000
"""Choices that are tried; beyond, the answer is an upper bound and no deck is called impossible."""

_Rivals = Mapping[str, Set[str]]


def most_chosen(case: Case, bundle: Bundle, enough: int) -> int:
    """The size of the largest legal deck among the cards of a bundle, or `enough` if there is one so large.

    What a deck holds once excludes each other: cards of one effect (RES-06), poison-named units (RES-28),
    units of 00 (RES-29). Copies of a card count once, parts of a set up to their number; what may not lie in
    a deck counts nothing. Unknown cards are taken to be free of all this.
    """
    sizes: dict[str, int] = {}
    holders: dict[str, set[str]] = {}
    for entry in bundle.cards:
        key = identity(entry)
        if entry.card is not None and not _may_lie(case, entry):
            continue
        size = set_size(entry.card) if entry.card is not None else 1
        sizes[key] = min(size, sizes.get(key, 0) + counted(entry))
        for mark in _marks(case, entry):
            holders.setdefault(mark, set()).add(key)
    rivals: dict[str, set[str]] = {key: set() for key in sizes}
    for keys in holders.values():
        for key in keys:
            rivals[key] |= keys - {key}
    return _Search(sizes, rivals, enough).best()


def _may_lie(case: Case, entry: Entry) -> bool:
    card = entry.card
    if card is None:
        return True
    bound = case.play.extra_device and (case.play.is_search(card) or case.phase_of(entry) is not None)
    return not bound and case.play.fits_deck(card) and identity(entry) not in case.master_identities()


def _marks(case: Case, entry: Entry) -> list[str]:
    """What at most one card of a deck may have, of that which the card has."""
    card = entry.card
    if card is None:
        return []
    marks = list(case.play.effect_keys(card, entry.effect, entry.type))
    if kind(entry) == "unit":
        marks += ["poison-named"] * card.poison_name + ["power 00"] * (card.power == 0)
    return marks


class _Search:
    """The heaviest set of cards of which no two exclude each other, by taking or leaving one card at a time."""

    def __init__(self, sizes: Mapping[str, int], rivals: _Rivals, enough: int) -> None:
        self._sizes, self._rivals, self._enough = sizes, rivals, enough
        self._steps = 0

    def best(self) -> int:
        free = {key for key in self._sizes if not self._rivals[key]}
        found = sum(self._sizes[key] for key in free)
        left = set(self._sizes) - free
        while left and found < self._enough:
            part = self._joined(next(iter(left)), left)
            left -= part
            found += self._heaviest(frozenset(part))
        return min(found, self._enough)

    def _joined(self, start: str, among: set[str]) -> set[str]:
        """The cards that hang together with one."""
        found, open_ = {start}, [start]
        while open_:
            near = (self._rivals[open_.pop()] & among) - found
            found |= near
            open_ += near
        return found

    def _heaviest(self, part: frozenset[str]) -> int:
        if not part:
            return 0
        self._steps += 1
        if self._steps > _STEPS:
            return sum(self._sizes[key] for key in part)
        weakest = min(part, key=lambda key: (len(self._rivals[key] & part), key))
        near = self._rivals[weakest] & part
        taken = self._sizes[weakest] + self._heaviest(part - near - {weakest})
        # A card whose rivals all exclude each other as well is best taken if none of them is heavier.
        if all(near - {one} <= self._rivals[one] and self._sizes[one] <= self._sizes[weakest] for one in near):
            return taken
        return max(taken, self._heaviest(part - {weakest}))
