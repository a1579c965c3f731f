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
from itertools import combinations, permutations, product

from decklint.reach_bounds import NEVER, Stock, costs, needs
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


class _Bound(Exception):  # noqa: N818 - it ends the search, nothing is wrong
    pass


class Planner:
    """Finds ways to build units from a stock.

    `whole_vitals`: the units that Over-Drive brings for one drive share whole vitals, and no others do; else
    the power of the vitals is taken as one sum, which is a lower bound of what Over-Drive costs.
    """

    def __init__(self, stock: Stock, *, whole_vitals: bool, needed: list[int] | None = None) -> None:
        self._stock = stock
        self._whole_vitals = whole_vitals
        self._needs = needs(stock) if needed is None else needed
        self._fill()
        # Without Counter-Drive all power comes from the units that come by themselves.
        self._closed = not stock.fight and not stock.laid
        self._costs = costs(stock) if self._closed else []
        self._by_power: dict[int, list[int]] = {}
        for k, power in enumerate(stock.powers):
            self._by_power.setdefault(power, []).append(k)
        self._failed: dict[tuple[Open, int, int], int] = {}
        self._steps = self._allowed = 0
        self._cut = False
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
        self._steps, self._allowed = steps, steps
        if without is not None:
            self._take(without, -1)
        try:
            for built in (99,) if self._closed else (0, 1, 2, 3, 99):
                self._built.clear()
                self._spent.clear()
                self._cut = False
                if self._root(power, cells, drive, built):
                    return Answer(True, tuple(self._built), tuple(self._spent))
                if not self._cut:
                    return Answer(False)
            return Answer(False)
        except _Bound:
            return Answer(None)

    @property
    def steps_taken(self) -> int:
        """The drives that the last question tried."""
        return self._allowed - max(0, self._steps)

    def _root(self, power: int, cells: int, drive: str | None, built: int) -> bool:
        columns = self._stock.columns
        for found in self._drives(power, columns, self._base + self._stock.over, drive):
            if self._fits(found, cells, columns) and self._settle(found, columns, (), self._stock.over, built):
                return True
        return False

    def _fits(self, drive: Drive, cells: int, room: int) -> bool:
        return cells <= room and sum(self._stock.cells[k] for k in drive[0]) <= room

    def _settle(self, drive: Drive, cells: int, rest: Open, over: int, built: int) -> bool:
        """Whether the materials of a drive and all that is open besides can be had."""
        self._steps -= 1
        if self._steps < 0:
            raise _Bound
        used = (*drive[0], *drive[1])
        for k in used:
            self._take(k, -1)
        found = False
        for order, left in self._orders(drive[0], cells, over):
            goals = (*rest, *order)
            if self._closed and sum(self._costs[n][k] for k, n in goals) > self._base + left:
                continue
            if len(goals) > built:
                self._cut = True
            elif self._open(tuple(sorted(goals)), left, built):
                found = True
                break
        for k in used:
            self._take(k, +1)
        if found:
            self._spent += used
        return found

    def _open(self, goals: Open, over: int, built: int) -> bool:
        """Whether all these can be built from what is left, with at most so many built units in all."""
        if not goals:
            return True
        memo = (goals, self._key, over)
        if self._failed.get(memo, -1) >= built:
            # It failed with as many built units allowed; with more it might not.
            self._cut = self._cut or self._failed[memo] < 99
            return False
        outer, self._cut = self._cut, False
        kind, cells = goals[-1]
        rest = goals[:-1]
        power = self._stock.powers[kind]
        limit = self._base + over - sum(self._costs[n][k] for k, n in rest) if self._closed else NEVER
        for drive in self._drives(power, cells, limit, None):
            if self._fits(drive, self._stock.cells[kind], cells) and self._settle(drive, cells, rest, over, built - 1):
                self._built.append(kind)
                return True
        self._failed[memo] = built if self._cut else 99
        self._cut = self._cut or outer
        return False

    def _orders(self, tops: Sequence[int], cells: int, over: int) -> Iterator[tuple[Open, int]]:
        """The ways to have these tops: which are to be built in what order, and the over power left."""
        stock = self._stock
        build = [k for k in tops if not stock.loose[k]]
        for n in range(len(build), -1, -1) if over else (0,):
            for chosen in dict.fromkeys(combinations(sorted(build), n)):
                cost = sum(stock.powers[k] for k in chosen)
                if self._whole_vitals:
                    cost = -(-cost // VITAL_POWER) * VITAL_POWER
                if cost > over:
                    continue
                left = list(build)
                for k in chosen:
                    left.remove(k)
                left.sort(reverse=True)
                for order in [tuple(left)] if len(left) < 2 else dict.fromkeys(permutations(left)):
                    slots, room = [], cells
                    for k in order:
                        if self._needs[k] > room or stock.cells[k] > room:
                            break
                        slots.append((k, room))
                        room -= stock.cells[k]
                    else:
                        yield tuple(slots), over - cost

    def _drives(self, power: int, cells: int, limit: int, drive: str | None) -> Iterator[Drive]:
        """The drives that may bring a unit of that power, the materials with as little to spare as possible."""
        if self._stock.fight and drive != "power":
            yield from self._counter_drives(power, cells)
        if power > CHARGE_POWER and drive != "counter":
            usable = self._usable(power, cells)
            if self._stock.laid:
                yield from self._laid_drives(power, cells, usable)
            else:
                left = list(self._counts)
                for tops in self._ordered(usable, left, cells, power, limit):
                    if len(tops) >= self._stock.min_units:
                        yield tops, ()
                    else:
                        yield from self._padded(tops, usable)

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

    def _ordered(
        self, kinds: Sequence[int], counts: list[int], most: int, power: int, limit: int
    ) -> Iterator[tuple[int, ...]]:
        """The choices of `_sums`; where all power is counted, those that spare it come first, with at most one
        unit among them that must be built."""
        if not self._closed:
            price = [0] * len(self._stock.powers)
            yield from self._sums(kinds, counts, price, 0, most, power, limit)
            return
        price = self._costs[most]
        loose = [k for k in kinds if self._stock.loose[k]]
        first = list(self._sums(loose, counts, price, 0, most, power, limit))
        for k in kinds:
            if not self._stock.loose[k] and counts[k] and most > 1 and price[k] <= limit:
                rest, left = power - self._stock.powers[k], limit - price[k]
                first += [(k, *more) for more in self._sums(loose, counts, price, 0, most - 1, rest, left)]
        first.sort(key=lambda tops: (sum(price[k] for k in tops), price[tops[0]], len(tops)))
        yield from first
        for tops in self._sums(kinds, counts, price, 0, most, power, limit):
            if sum(not self._stock.loose[k] for k in tops) > 1:
                yield tops

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

    def _padded(self, tops: tuple[int, ...], kinds: Sequence[int]) -> Iterator[Drive]:
        """One top that is strong enough, and any second one that need not be built."""
        stock = self._stock
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

    def _counter_drives(self, power: int, cells: int) -> Iterator[Drive]:
        """The runs that reach `power` and no longer do without one of their ends (DRIVE-27, -28, -29)."""
        stock = self._stock
        usable = self._usable(power, cells)
        present = {stock.powers[k] for k, n in enumerate(self._counts) if n}
        for core in sorted(usable, key=lambda k: (not stock.loose[k], self._needs[k], stock.powers[k])):
            own = stock.powers[core]
            for low, high in self._windows(own, power, present):
                choices = [
                    [k for k in self._by_power[p] if self._counts[k]] for p in range(low, high + 1) if p != own
                ]
                for others in product(*choices):
                    yield from self._split(core, others, HAND_UNITS + stock.laid, usable)

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
        self._base = sum(stock.powers[k] * n for k, n in enumerate(stock.counts) if stock.loose[k])

    def _take(self, kind: int, number: int) -> None:
        self._counts[kind] += number
        self._key += number << (8 * kind)
        if self._stock.loose[kind]:
            self._base += number * self._stock.powers[kind]
