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

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product

from decklint.reach_bounds import NEVER, Bounds, Stock, bounds_of, costs, in_runs
from decklint.reach_model import CHARGE_POWER, HAND_UNITS, VITAL_POWER

Open = tuple[tuple[int, int], ...]
"""Kinds to build and the cells for each, in ascending order."""

Drive = tuple[tuple[int, ...], tuple[int, ...]]
"""The materials of a drive: kinds on the grid, kinds that come from the hand."""


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
        bounds = bounds or bounds_of(stock)
        runs = in_runs(stock, bounds)
        if not any(runs) and stock.min_materials:
            stock = replace(stock, fight=False)
        self._stock = stock
        self._whole_vitals = whole_vitals
        self._needs, self._ranks = bounds.needs, bounds.ranks
        # No unit is stronger than the units that came by themselves for it and the materials from the hand.
        self._feeds = [stock.laid > 0 or stock.loose[k] or (stock.fight and runs[k]) for k in range(len(runs))]
        # Without materials from the hand, what a drive has to spare is lost for good.
        self._closed = not stock.fight and not stock.laid
        self._price = costs(stock) if self._closed else [list(stock.powers)] * (stock.columns + 1)
        self._fill()
        self._by_power: dict[int, list[int]] = {}
        for k, power in enumerate(stock.powers):
            self._by_power.setdefault(power, []).append(k)
        self._failed: set[tuple[Open, int, int]] = set()
        self._steps = self._turn = self._allowed = 0
        self._built: list[int] = []
        self._spent: list[int] = []

    def find(
        self, power: int, *, cells: int = 1, without: int | None = None, steps: int, drive: str | None = None
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

    def _root(self, power: int, cells: int, drive: str | None) -> bool:
        """Tries every last drive a little, then more, then to the end."""
        columns, over = self._stock.columns, self._stock.over
        begin = (list(self._counts), self._key, self._power, self._loose)
        for self._turn in (*TURNS, self._steps):
            ended, turn = True, self._turn
            for found in self._drives(power, columns, self._power + over, drive):
                self._turn = turn
                try:
                    if self._fits(found, cells, columns) and self._settle(found, columns, (), over):
                        return True
                except _Bound:
                    if self._steps < 0:
                        raise
                    ended = False
                    self._counts[:], self._key, self._power, self._loose = begin
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
        for drive in self._drives(power, cells, limit, None):
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

    def _drives(self, power: int, cells: int, limit: int, drive: str | None) -> Iterator[Drive]:
        """The drives that may bring a unit of that power, the likeliest first: those with at most one built
        material, in the order of the drives that it takes."""
        usable = self._usable(power, cells)
        present = {self._stock.powers[k] for k, n in enumerate(self._counts) if n}
        fight = self._stock.fight and drive != "power"
        power_drive = power > CHARGE_POWER and drive != "counter" and not self._stock.laid
        left = list(self._counts)
        price = self._price[cells]
        loose = [k for k in usable if self._stock.loose[k]]
        if power_drive and self._closed:
            yield from self._padded(self._spared(usable, left, cells, power, limit), usable)
        else:
            if power_drive:
                yield from self._padded(self._sums(loose, left, price, 0, cells, power, limit), usable)
            for core in sorted(usable, key=lambda k: (self._ranks[k], self._stock.powers[k])):
                if fight:
                    yield from self._counter_drives(core, power, usable, present)
                if power_drive and not self._stock.loose[core] and cells > 1:
                    more = power - self._stock.powers[core]
                    for tops in self._sums(loose, left, price, 0, cells - 1, more, limit - price[core]):
                        yield (core, *tops), ()
        if power_drive:
            for tops in self._sums(usable, left, price, 0, cells, power, limit):
                if sum(not self._stock.loose[k] for k in tops) > 1:
                    yield tops, ()
        if power > CHARGE_POWER and drive != "counter" and self._stock.laid:
            yield from self._laid_drives(power, cells, usable)

    def _usable(self, power: int, cells: int) -> list[int]:
        """The kinds that may be tops for a unit of that power, the strongest first."""
        stock = self._stock
        return [
            k
            for k in range(len(stock.powers) - 1, -1, -1)
            if self._counts[k]
            and (
                stock.loose[k] or (stock.powers[k] < power and (self._needs[k] <= cells or stock.powers[k] <= stock.over))
            )
        ]

    def _spared(
        self, kinds: Sequence[int], counts: list[int], most: int, power: int, limit: int
    ) -> Iterator[tuple[int, ...]]:
        """The choices of `_sums` with at most one built unit, those that spare power first."""
        price, loose = self._price[most], [k for k in kinds if self._stock.loose[k]]
        found = list(self._sums(loose, counts, price, 0, most, power, limit))
        for k in kinds:
            if not self._stock.loose[k] and counts[k] and most > 1 and price[k] <= limit:
                rest, left = power - self._stock.powers[k], limit - price[k]
                found += [(k, *more) for more in self._sums(loose, counts, price, 0, most - 1, rest, left)]
        found.sort(key=lambda tops: (sum(price[k] for k in tops), price[tops[0]], len(tops)))
        yield from found

    def _sums(
        self, kinds: Sequence[int], counts: list[int], price: Sequence[int], start: int, most: int, power: int, limit: int
    ) -> Iterator[tuple[int, ...]]:
        """The choices of at most so many units that reach `power` and no longer do without the weakest."""
        powers, loose = self._stock.powers, self._stock.loose
        charged = False
        for i in range(len(kinds) - 1, start - 1, -1):
            k = kinds[i]
            if not counts[k] or powers[k] < power:
                continue
            if price[k] > limit:
                continue
            if self._closed and powers[k] <= CHARGE_POWER:
                # Of two units that come by themselves the weaker one will do.
                if charged:
                    continue
                charged = True
            elif self._closed and charged and power <= 1 and not loose[k]:
                break
            yield (k,)
        if most > 1:
            for i in range(start, len(kinds)):
                k = kinds[i]
                if powers[k] * most < power:
                    return
                if counts[k] and powers[k] < power and price[k] <= limit:
                    counts[k] -= 1
                    more_limit = limit - price[k]
                    for more in self._sums(kinds, counts, price, i, most - 1, power - powers[k], more_limit):
                        yield (k, *more)
                    counts[k] += 1

    def _padded(self, choices: Iterable[tuple[int, ...]], kinds: Sequence[int]) -> Iterator[Drive]:
        """Power-Drives on these tops; to one that is strong enough alone comes any that need not be built."""
        stock = self._stock
        for tops in choices:
            if len(tops) >= stock.min_units:
                yield tops, ()
                continue
            for k in reversed(kinds):
                if (stock.loose[k] or stock.powers[k] <= stock.over) and self._counts[k] > (k in tops):
                    yield (*tops, k), ()

    def _laid_drives(self, power: int, cells: int, usable: Sequence[int]) -> Iterator[Drive]:
        """Power-Drives with units that lie as charge: one top at least, the others lie there if they can."""
        stock = self._stock
        every = [k for k in range(len(stock.powers) - 1, -1, -1) if self._counts[k]]
        for core in reversed(usable):
            left = list(self._counts)
            left[core] -= 1
            for others in self._rests(every, left, power - stock.powers[core], stock.laid + cells - 1):
                yield from self._split(core, others, stock.laid, usable)

    def _rests(self, kinds: Sequence[int], counts: list[int], power: int, most: int) -> Iterator[tuple[int, ...]]:
        """The materials besides the core that reach `power`, of any strength."""
        if power > 0:
            price = [0] * len(self._stock.powers)
            yield from self._sums(kinds, counts, price, 0, most, power, NEVER)
        elif self._stock.min_units < 2:
            yield ()
        else:
            yield from ((k,) for k in reversed(kinds) if counts[k])

    def _split(self, core: int, others: Sequence[int], most: int, usable: Sequence[int]) -> Iterator[Drive]:
        """Which of the others come from the hand: as many as can, for they need no cell."""
        hand = [k for k in others if self._stock.hand[k]]
        fixed = [k for k in others if not self._stock.hand[k]]
        for chosen in dict.fromkeys(combinations(hand, max(0, len(hand) - most))):
            tops = [core, *fixed, *chosen]
            if all(k in usable for k in tops):
                left = list(hand)
                for k in chosen:
                    left.remove(k)
                yield tuple(tops), tuple(left)

    def _counter_drives(self, core: int, power: int, usable: Sequence[int], present: set[int]) -> Iterator[Drive]:
        """The runs that reach `power` and no longer do without one of their ends (DRIVE-27, -28, -29)."""
        own = self._stock.powers[core]
        for low, high in self._windows(own, power, present):
            choices = [[k for k in self._by_power[p] if self._counts[k]] for p in range(low, high + 1) if p != own]
            for others in product(*choices):
                yield from self._split(core, others, HAND_UNITS + self._stock.laid, usable)

    def _windows(self, own: int, power: int, present: set[int]) -> Iterator[tuple[int, int]]:
        counted = 0 if self._stock.core_counts else own
        least = 1 + self._stock.min_materials

        def enough(low: int, high: int) -> bool:
            return (low + high) * (high - low + 1) // 2 - counted >= power and high - low + 1 >= least

        high = own
        while high in present:
            low = own
            while not enough(low, high) and low - 1 in present:
                low -= 1
            if enough(low, high):
                if high == own or not enough(low, high - 1):
                    yield low, high
                if low == own:
                    return
            high += 1

    def _fill(self) -> None:
        """Begins with the whole stock; a search that met its bound left it half used."""
        stock = self._stock
        self._counts = list(stock.counts)
        self._key = sum(n << (8 * k) for k, n in enumerate(stock.counts))
        self._power = sum(stock.powers[k] * n for k, n in enumerate(stock.counts) if self._feeds[k])
        self._loose = sum(n for k, n in enumerate(stock.counts) if stock.loose[k])

    def _take(self, kind: int, number: int) -> None:
        self._counts[kind] += number
        self._key += number << (8 * kind)
        if self._stock.loose[kind]:
            self._loose += number
        if self._feeds[kind]:
            self._power += number * self._stock.powers[kind]
