"""What a bundle lacks when a unit of it cannot be summoned (P601), said so that it holds for all bundles.

The more cards a bundle has, the more can be summoned. Where a unit stays out of reach, its materials can
therefore be raised to the most that still does not suffice, and every bundle that holds such a unit must go
beyond that in one kind of material at least.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from decklint.case import set_size
from decklint.making.reasons import Undecided
from decklint.reach import Field, Level, Piece, reach
from rulebook.cards import Card, Link

STEPS = 2_000
"""Steps of the search for one question; where they do not suffice a cut is less sharp, not wrong."""


LINK_EFFORT = 1_000
"""Kinds in all questions that make cuts sharper at the level `link`; one takes about 5 milliseconds."""


BOUND = 45_000
"""Kinds in all questions at `behind` or `link` after which nothing is decided; they take some 40 seconds."""


class Kind(NamedTuple):
    """Units that can stand for each other: base power, cells of the grid, and where they matter the links."""

    power: int
    cells: int = 1
    links: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Cut(NamedTuple):
    """A unit of one of `targets` needs more than `limits`: in some kind more units besides itself than are
    named there. Kinds that are not named do not help however many there are.
    """

    targets: frozenset[Kind]
    limits: Mapping[Kind, int]


class Cutter:
    """Finds what is out of reach at `level`, and why. `kinds` are all that there are, `most` cards of each."""

    def __init__(self, field: Field, level: Level, kinds: Iterable[Kind], most: int) -> None:
        self.field = field
        self.level = level
        self.kinds = sorted(set(kinds))
        self._most = most
        self._effort = LINK_EFFORT
        self._asked = 0
        self._known: dict[tuple[tuple[Kind, int], ...], tuple[Kind, ...]] = {}

    def kind(self, card: Card) -> Kind | None:
        """The kind of a unit, None for any other card."""
        return kind_of(card, linked=self.level == "link")

    @property
    def is_plain(self) -> bool:
        """Whether all power comes from units of 03 or less and the master, each used once."""
        return self.level == "own" and not self.field.laid_materials and not self.field.frames_count

    def unreached(self, counts: Mapping[Kind, int]) -> tuple[Kind, ...]:
        """The kinds among `counts` that cannot be summoned, or of which that was not decided."""
        key = tuple(sorted((kind, n) for kind, n in counts.items() if n))
        if key not in self._known:
            found = reach(_pieces(key), self.field, levels=(self.level,))
            self._known[key] = tuple(kind for kind, _ in key if found[_id(kind, 0)].level is None)
        return self._known[key]

    def cuts(self, counts: Mapping[Kind, int], target: Kind) -> list[Cut]:
        """What every bundle with a unit of the kind `target`, which is out of reach with `counts`, must have."""
        limits = {kind: counts.get(kind, 0) - (kind == target) for kind in self.kinds}
        plain = self.level == "own" and not self.field.laid_materials and target.cells == 1
        # A drive that summons a unit of the same power or more would have summoned this one.
        helpful = [kind for kind in self.kinds if not plain or kind.power < target.power]
        targets = frozenset(kind for kind in self.kinds if self._needs_as_much(kind, target))
        orders: Sequence[Sequence[Kind]] = (helpful[::-1], helpful)
        if not self._fails(helpful, limits, target):
            orders = ()
        found = [Cut(targets, self._raised(order, dict(limits), target)) for order in orders]
        return found or [Cut(frozenset([target]), {kind: limits[kind] for kind in helpful})]

    def _needs_as_much(self, kind: Kind, target: Kind) -> bool:
        if kind.power <= 3 and target.power > 3:
            return False
        return kind.power >= target.power and kind.cells >= target.cells and kind.links == target.links

    def _raised(self, order: Sequence[Kind], limits: dict[Kind, int], target: Kind) -> dict[Kind, int]:
        """The limits raised as far as the target stays out of reach, without those that need none."""
        for kind in order:
            if self._effort <= 0:
                break
            low, high = limits[kind], self._most
            limits[kind] = high
            if self._fails(order, limits, target):
                continue
            while high - low > 1:
                limits[kind] = middle = (low + high) // 2
                if self._fails(order, limits, target):
                    low = middle
                else:
                    high = middle
            limits[kind] = low
        return {kind: limits[kind] for kind in order if limits[kind] < self._most}

    def _fails(self, kinds: Sequence[Kind], limits: Mapping[Kind, int], target: Kind) -> bool:
        counts = {kind: limits[kind] for kind in kinds if limits[kind]}
        counts[target] = limits[target] + 1 if target in kinds else 1
        if self.level == "link":
            self._effort -= len(counts)
        if self.level in ("behind", "link"):
            self._asked += len(counts)
            if self._asked > BOUND:
                raise Undecided("build_undecided")
        asked = _id(target, 0)
        pieces = _pieces(tuple(sorted(counts.items())))
        found = reach(pieces, self.field, levels=(self.level,), wanted=(asked,), steps=STEPS)[asked]
        return found.level is None and found.decided


def kind_of(card: Card, *, linked: bool) -> Kind | None:
    """The kind of a unit, with its links if they count; None for any other card."""
    if card.type != "unit" or card.power is None:
        return None
    links = tuple((link.link, link.roles) for link in card.links) if linked else ()
    return Kind(card.power, set_size(card), links)


def _id(kind: Kind, number: int) -> str:
    return f"{kind}{number}"


def _pieces(counts: Sequence[tuple[Kind, int]]) -> list[Piece]:
    return [
        Piece(_id(kind, n), kind.power, kind.cells, tuple(Link(link, roles) for link, roles in kind.links))
        for kind, number in counts
        for n in range(number)
    ]
