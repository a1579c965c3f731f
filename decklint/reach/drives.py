"""The drives with which a unit may be brought, for the search backwards.

Only those that do without none of their materials: a card saved is never worse. Of the materials of a
Counter-Drive as many as can come from the hand do, for there they need no cell and no drive of their own.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Literal

from decklint.reach.bounds import NEVER, Bounds, Stock, costs, in_runs
from decklint.reach.model import CHARGE_POWER, HAND_UNITS

Drive = tuple[tuple[int, ...], tuple[int, ...]]
"""The materials of a drive: kinds on the grid, kinds that come from the hand."""

LastDrive = Literal["power", "counter"]


class Drives:
    """The drives on what is left of a stock.

    `counts` is what is left of each kind; its owner changes it. `price[n][k]` is the least power that flows
    into a unit of kind k built with n cells, and `feeds[k]` says whether units of kind k bring power in: by
    coming themselves or as material from the hand. Over-Drive is not counted in either.
    """

    def __init__(self, stock: Stock, bounds: Bounds, counts: list[int]) -> None:
        runs = in_runs(stock, bounds)
        self.counts = counts
        self._stock = stock
        self._fight = stock.fight and (any(runs) or not stock.min_materials)
        self._needs, self._ranks = bounds.needs, bounds.ranks
        # Without materials from the hand, what a drive has to spare is lost for good.
        self._closed = not self._fight and not stock.laid
        self.price = costs(stock) if self._closed else [list(stock.powers)] * (stock.columns + 1)
        self.feeds = [stock.laid > 0 or stock.loose[k] or (self._fight and runs[k]) for k in range(len(runs))]
        self._by_power: dict[int, list[int]] = {}
        for k, power in enumerate(stock.powers):
            self._by_power.setdefault(power, []).append(k)

    def to(self, power: int, cells: int, limit: int, last: LastDrive | None = None) -> Iterator[Drive]:
        """The drives that may bring a unit of that power with so many cells, the likeliest first: those with
        at most one built material, in the order of the drives that it takes.

        `limit` is the power that may flow into its tops, `last` the only kind of drive that is wanted. Some
        drives may need more cells than there are, which is for the caller to see.
        """
        usable = self._usable(power, cells)
        present = {self._stock.powers[k] for k, n in enumerate(self.counts) if n}
        fight = self._fight and last != "power"
        power_drive = power > CHARGE_POWER and last != "counter" and not self._stock.laid
        left = list(self.counts)
        price = self.price[cells]
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
        if power > CHARGE_POWER and last != "counter" and self._stock.laid:
            yield from self._laid_drives(power, cells, usable)

    def _usable(self, power: int, cells: int) -> list[int]:
        """The kinds that may be tops for a unit of that power, the strongest first."""
        stock = self._stock
        return [
            k
            for k in range(len(stock.powers) - 1, -1, -1)
            if self.counts[k]
            and (
                stock.loose[k]
                or (stock.powers[k] < power and (self._needs[k] <= cells or stock.powers[k] <= stock.over))
            )
        ]

    def _spared(
        self, kinds: Sequence[int], counts: list[int], most: int, power: int, limit: int
    ) -> Iterator[tuple[int, ...]]:
        """The choices of `_sums` with at most one built unit, those that spare power first."""
        price, loose = self.price[most], [k for k in kinds if self._stock.loose[k]]
        found = list(self._sums(loose, counts, price, 0, most, power, limit))
        for k in kinds:
            if not self._stock.loose[k] and counts[k] and most > 1 and price[k] <= limit:
                rest, left = power - self._stock.powers[k], limit - price[k]
                found += [(k, *more) for more in self._sums(loose, counts, price, 0, most - 1, rest, left)]
        found.sort(key=lambda tops: (sum(price[k] for k in tops), price[tops[0]], len(tops)))
        yield from found

    def _sums(
        self,
        kinds: Sequence[int],
        counts: list[int],
        price: Sequence[int],
        start: int,
        most: int,
        power: int,
        limit: int,
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
                if (stock.loose[k] or stock.powers[k] <= stock.over) and self.counts[k] > (k in tops):
                    yield (*tops, k), ()

    def _laid_drives(self, power: int, cells: int, usable: Sequence[int]) -> Iterator[Drive]:
        """Power-Drives with units that lie as charge: one top at least, the others lie there if they can."""
        stock = self._stock
        every = [k for k in range(len(stock.powers) - 1, -1, -1) if self.counts[k]]
        for core in reversed(usable):
            left = list(self.counts)
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
            choices = [[k for k in self._by_power[p] if self.counts[k]] for p in range(low, high + 1) if p != own]
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
