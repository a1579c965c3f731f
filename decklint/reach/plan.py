"""The search backwards: from the unit wished for to the materials that it takes, drive by drive.

A way to summon a unit is a tree: the unit, below it the materials of its drive, below each of those that was
itself built the materials of that one, down to units that come by themselves. Every card stands in it once.
The row of cells decides in which order it can be built: while one material is built, those before it hold
their cells, so of the materials of a drive the first has all cells, the next those that the first leaves, and
so on. With cards of one cell it never helps to leave a material half built and turn to another. What is open
is therefore a set of kinds to build, each with its number of cells, and the cards left; in which order they
are settled makes no difference.

A material that was built is always weaker than the unit built from it: what was brought together for a
stronger one would have summoned the unit itself.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from decklint.reach.bounds import Bounds, Stock, bounds_of
from decklint.reach.drives import Drive, Drives, LastDrive
from decklint.reach.model import VITAL_POWER

Open = tuple[tuple[int, int], ...]
"""Kinds to build and the cells for each, in ascending order."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`found`: True, False, or None when the bound was met. `built` and `spent` are the kinds of the way
    found: those that a drive summoned for it, and all of its cards, the unit itself not among them."""

    found: bool | None
    built: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()


TURNS = (20, 300)
"""Steps for each last drive the first and the second time."""


class _Bound(Exception):  # noqa: N818 - it ends the search, nothing is wrong
    pass


class Planner:
    """Finds ways to build units from a stock.

    `whole_vitals`: the units that Over-Drive brings for one drive share whole vitals, and no others do; else
    the power of the vitals is taken as one sum, which is a lower bound of what Over-Drive costs.
    """

    def __init__(self, stock: Stock, *, whole_vitals: bool, bounds: Bounds | None = None) -> None:
        self._stock = stock
        self._whole_vitals = whole_vitals
        bounds = bounds or bounds_of(stock)
        self._needs = bounds.needs
        self._counts = list(stock.counts)
        self._drives = Drives(stock, bounds, self._counts)
        self._price = self._drives.price
        # The counts as one number, the power that may still flow in, and the units that come by themselves.
        self._key = self._power = self._loose = 0
        self._failed: set[tuple[Open, int, int]] = set()
        self._steps = self._turn = self._allowed = 0
        self._built: list[int] = []
        self._spent: list[int] = []

    def find(
        self, power: int, *, cells: int = 1, without: int | None = None, steps: int, drive: LastDrive | None = None
    ) -> Answer:
        """Looks for a way to a unit of that power, which stands on `cells`; `drive` names the last one.

        `without` is the kind of the unit itself: one card fewer is left to build with. The bound `steps`
        counts the drives that are tried.
        """
        if cells > self._stock.columns or (without is not None and not self._stock.counts[without]):
            return Answer(False)
        self._fill()
        self._built.clear()
        self._spent.clear()
        self._steps, self._allowed = steps, steps
        if without is not None:
            self._take(without, -1)
        try:
            if self._root(power, cells, drive):
                return Answer(True, tuple(self._built), tuple(self._spent))
        except _Bound:
            return Answer(None)
        return Answer(False)

    @property
    def steps_taken(self) -> int:
        """The drives that the last question tried."""
        return self._allowed - max(0, self._steps)

    def _root(self, power: int, cells: int, drive: LastDrive | None) -> bool:
        """Tries every last drive a little, then more, then to the end."""
        columns, over = self._stock.columns, self._stock.over
        begin = (tuple(self._counts), self._key, self._power, self._loose)
        for steps in (*TURNS, self._steps):
            ended = True
            for found in self._drives.to(power, columns, self._power + over, drive):
                self._turn = steps
                try:
                    if self._fits(found, cells, columns) and self._settle(found, columns, (), over):
                        return True
                except _Bound:
                    if self._steps < 0:
                        raise
                    ended = False
                    self._counts[:], self._key, self._power, self._loose = begin
                    self._built.clear()
                    self._spent.clear()
            if ended:
                return False
        return False

    def _fits(self, drive: Drive, cells: int, room: int) -> bool:
        return cells <= room and sum(self._stock.cells[k] for k in drive[0]) <= room

    def _settle(self, drive: Drive, cells: int, rest: Open, over: int) -> bool:
        """Whether the materials of a drive and all that is open besides can be had."""
        self._count()
        used = (*drive[0], *drive[1])
        for k in used:
            self._take(k, -1)
        build = sorted((k for k in drive[0] if not self._stock.loose[k]), reverse=True)
        found = any(self._in_some_order(left, cells, rest, power) for left, power in self._over_drives(build, over))
        for k in used:
            self._take(k, +1)
        if found:
            self._spent += used
        return found

    def _over_drives(self, build: list[int], over: int) -> Iterator[tuple[list[int], int]]:
        """What is left to build, and the over power left, after Over-Drives of some of these materials."""
        for n in range(len(build), 0, -1) if over else ():
            for chosen in dict.fromkeys(combinations(build, n)):
                cost = sum(self._stock.powers[k] for k in chosen)
                if self._whole_vitals:
                    cost = -(-cost // VITAL_POWER) * VITAL_POWER
                if cost <= over:
                    left = list(build)
                    for k in chosen:
                        left.remove(k)
                    yield left, over - cost
        yield build, over

    def _in_some_order(self, build: list[int], cells: int, rest: Open, over: int) -> bool:
        """Whether these can be built one after another, each with the cells that those before it leave."""
        if self._in_order(build, cells, rest, over):
            return True
        if len(build) < 2 or not self._open_all(tuple((k, cells) for k in build), rest, over, keep=False):
            return False
        return any(self._in_order(order, cells, rest, over) for order in dict.fromkeys(permutations(build)))

    def _in_order(self, order: Sequence[int], cells: int, rest: Open, over: int) -> bool:
        slots = []
        for k in order:
            if self._needs[k] > cells or self._stock.cells[k] > cells:
                return False
            slots.append((k, cells))
            cells -= self._stock.cells[k]
        return self._open_all(tuple(slots), rest, over)

    def _open_all(self, goals: Open, rest: Open, over: int, *, keep: bool = True) -> bool:
        """`_open` for both; with `keep` False the way that is found is forgotten."""
        goals = tuple(sorted((*goals, *rest)))
        # Every unit that stands goes back to one that came by itself or by Over-Drive.
        if len(goals) > self._loose and not over:
            return False
        if sum(self._price[cells][k] for k, cells in goals) > self._power + over:
            return False
        built, spent = len(self._built), len(self._spent)
        found = self._open(goals, over)
        if not keep:
            del self._built[built:], self._spent[spent:]
        return found

    def _open(self, goals: Open, over: int) -> bool:
        """Whether all these can be built from what is left."""
        if not goals:
            return True
        memo = (goals, self._key, over)
        if memo in self._failed:
            return False
        self._count()
        kind, cells = goals[-1]
        rest = goals[:-1]
        power = self._stock.powers[kind]
        limit = self._power + over - sum(self._price[n][k] for k, n in rest)
        for drive in self._drives.to(power, cells, limit):
            if self._fits(drive, self._stock.cells[kind], cells) and self._settle(drive, cells, rest, over):
                self._built.append(kind)
                return True
        self._failed.add(memo)
        return False

    def _count(self) -> None:
        self._steps -= 1
        self._turn -= 1
        if self._steps < 0 or self._turn < 0:
            raise _Bound

    def _fill(self) -> None:
        """Begins with the whole stock; a search that met its bound left it half used."""
        stock = self._stock
        self._counts[:] = stock.counts
        self._key = sum(n << (8 * k) for k, n in enumerate(stock.counts))
        self._power = sum(stock.powers[k] * n for k, n in enumerate(stock.counts) if self._drives.feeds[k])
        self._loose = sum(n for k, n in enumerate(stock.counts) if stock.loose[k])

    def _take(self, kind: int, number: int) -> None:
        self._counts[kind] += number
        self._key += number << (8 * kind)
        if self._stock.loose[kind]:
            self._loose += number
        if self._drives.feeds[kind]:
            self._power += number * self._stock.powers[kind]
