"""The ways to summon a unit, as the sets of cards that they use up.

For each unit and each number of cells the least sets of cards that bring it are worked out once and kept: of two
sets the one that holds the other is left out, for a card saved is never worse. There are few of them, mostly
below twenty. A unit can be summoned when the sets of its materials share no card (DRIVE-06).

A set of cards is one number with eight bits for each kind, and above them what Over-Drive costs; with the highest
bit of each field set in what there is, a subtraction shows whether it is enough. In which order the materials of
a drive are built and why built ones are weaker than what they bring: see `plan`.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations, product

from decklint.reach.bounds import Stock
from decklint.reach.drives import LastDrive
from decklint.reach.model import CHARGE_POWER, HAND_UNITS, VITAL_POWER
from decklint.reach.plan import Answer


class TooMany(Exception):  # noqa: N818 - it ends the search, nothing is wrong
    """The sets of cards are too many for the bound."""


class Ways:
    """The ways that a stock allows; `whole_vitals` as for `plan.Planner`.

    Not for materials that lie as charge or are frames. `partners` are the kinds beside which Link-Drive brings a
    kind that does not come otherwise; one of them must then be another material of the same drive, which is enough
    but not all that is possible. Without `partners` every unit that is loose always comes.
    """

    def __init__(
        self, stock: Stock, *, whole_vitals: bool, partners: Mapping[int, Collection[int]] | None = None
    ) -> None:
        size = len(stock.powers)
        self._stock = stock
        self._whole_vitals = whole_vitals
        self._partners = partners
        self._units = [1 << (8 * k) for k in range(size)]
        self._over = 1 << (8 * size)
        self._guard = int.from_bytes(b"\x80" * size, "little") + (self._over << 15)
        self._all = self._guard + sum(n << (8 * k) for k, n in enumerate(stock.counts)) + self._over * stock.over
        self._kept: dict[tuple[int, int], list[int]] = {}
        self._windows: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._by_power: dict[int, list[int]] = {}
        for k, power in enumerate(stock.powers):
            if stock.counts[k]:
                self._by_power.setdefault(power, []).append(k)
        # The strongest first.
        self._tops = [k for k in range(size - 1, -1, -1) if stock.counts[k] and stock.cells[k] <= stock.columns]
        self.left = 0
        """What is left of the bound of the last question."""

    def find(self, power: int, *, without: int | None = None, most: int, drive: LastDrive | None = None) -> Answer:
        """Whether a drive on materials brings a unit of that power, with what it uses up.

        `without` is the kind of the unit itself: one card fewer is there to build with. `most` bounds the sets that
        are compared, beyond it the answer is None. `drive` names the only last drive that is wanted.
        """
        self.left = most
        there = self._all - (self._units[without] if without is not None else 0)
        try:
            used = next(self._ways(power, self._stock.columns, there, drive), None)
        except TooMany:
            return Answer(None)
        if used is None:
            if without is not None and drive is None:
                self.rule_out((without,))
            return Answer(False)
        counts = used.to_bytes(len(self._units) + 2, "little")[: len(self._units)]
        return Answer(True, (), tuple(k for k, n in enumerate(counts) for _ in range(n)))

    def rule_out(self, kinds: Collection[int]) -> None:
        """Takes it as known that no drive on materials brings these kinds."""
        self._kept.update(((k, cells), []) for k in kinds for cells in range(1, self._stock.columns + 1))
        stock = self._stock
        self._tops = [k for k in self._tops if k not in kinds or stock.loose[k] or stock.powers[k] <= stock.over]

    def _ways(self, power: int, cells: int, there: int, last: LastDrive | None = None) -> Iterator[int]:
        """What the drives use up that bring a unit of that power with so many cells from the cards `there`."""
        stock = self._stock
        powers, loose = stock.powers, stock.loose
        # Only of one kind of drive a stronger unit may be material and the power still be the greatest.
        tops = [k for k in self._tops if last or loose[k] or powers[k] < power]
        power_drive = power > CHARGE_POWER and last != "counter"
        if power_drive:
            alone = [k for k in tops if loose[k]]
            for chosen in self._sums(alone, 0, cells, power, ()):
                yield from self._together(chosen, cells, there, more=tops)
        if stock.fight and last != "power":
            for core in reversed(tops):
                yield from self._counter_drives(core, power, tops, cells, there)
        if power_drive:
            for chosen in self._sums(tops, 0, cells, power, ()):
                if not all(loose[k] for k in chosen):
                    yield from self._together(chosen, cells, there, more=tops)

    def _sums(
        self, kinds: Sequence[int], start: int, most: int, power: int, taken: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        """The choices of at most so many units that reach `power` and no longer do without the weakest; to one that is
        strong enough alone comes any other (DRIVE-17)."""
        powers, counts = self._stock.powers, self._stock.counts
        for i in range(start, len(kinds)):
            k = kinds[i]
            if powers[k] * most < power:
                return
            if taken.count(k) == counts[k]:
                continue
            if powers[k] < power:
                if most > 1:
                    yield from self._sums(kinds, i, most - 1, power - powers[k], (*taken, k))
            elif len(taken) + 1 >= self._stock.min_units:
                yield (*taken, k)
            elif most > 1:
                yield from ((*taken, k, other) for other in kinds if other != k or counts[k] > 1)

    def _counter_drives(self, core: int, power: int, usable: Sequence[int], cells: int, there: int) -> Iterator[int]:
        """Runs with this core (DRIVE-27, -28, -29): five of the materials come from the hand, more and the Master are
        tops, which must be `usable`."""
        windows = self._windows.get((core, power))
        if windows is None:
            windows = self._windows[core, power] = list(self._runs(self._stock.powers[core], power))
        powers, hand = self._stock.powers, self._stock.hand
        for low, high in windows:
            others = [self._by_power[p] for p in range(low, high + 1) if p != powers[core]]
            for chosen in product(*others):
                from_hand = [k for k in chosen if hand[k]]
                fixed = [k for k in chosen if not hand[k]]
                for laid in combinations(from_hand, max(0, len(from_hand) - HAND_UNITS)):
                    tops = (core, *fixed, *laid)
                    if (fixed or laid) and not all(k in usable for k in tops):
                        continue
                    used = sum(self._units[k] for k in from_hand if k not in laid)
                    if (there - used) & self._guard == self._guard:
                        for more in self._together(tops, cells, there - used):
                            yield used + more

    def _runs(self, own: int, power: int) -> Iterator[tuple[int, int]]:
        """For each upper end the shortest run with the core that reaches `power`."""
        counted = 0 if self._stock.core_counts else own
        least = self._stock.min_materials
        high = own
        while high in self._by_power:
            low = own
            while (low + high) * (high - low + 1) // 2 - counted < power or high - low < least:
                low -= 1
                if low not in self._by_power:
                    break
            else:
                yield low, high
                if low == own:
                    return
            high += 1

    def _together(self, tops: Sequence[int], cells: int, there: int, more: Sequence[int] = ()) -> Iterator[int]:
        """What it takes to have all these on so many cells at once; one of `more` may help to form their Links."""
        stock, guard = self._stock, self._guard
        if self._partners is not None and not self._linked(tops):
            for other in more:
                if self._linked((*tops, other)):
                    yield from self._together((*tops, other), cells, there)
            return
        self.left -= 1
        if sum(stock.cells[k] for k in tops) > cells:
            return
        used = sum(self._units[k] for k in tops)
        if (there - used) & guard != guard:
            return
        build = sorted(k for k in tops if not stock.loose[k])
        if not build:
            yield used
            return
        for left, cost in _over_drives(tuple(stock.powers[k] for k in build), stock.over, self._whole_vitals):
            start = used + cost * self._over
            if (there - start) & guard != guard:
                continue
            if not left:
                yield start
            elif len(left) == 1:
                ways = self._kept_ways(build[left[0]], cells)
                self.left -= len(ways)
                if self.left < 0:
                    raise TooMany
                for way in ways:
                    if (there - start - way) & guard == guard:
                        yield start + way
            else:
                yield from self._in_orders([build[i] for i in left], cells, there, start)

    def _linked(self, tops: Sequence[int]) -> bool:
        """Whether one after another can come so that each that needs a partner finds it."""
        partners = self._partners or {}
        stands = {k for k in tops if k not in partners}
        left = set(tops) - stands
        while left:
            come = {k for k in left if not stands.isdisjoint(partners[k])}
            if not come:
                return False
            stands |= come
            left -= come
        return True

    def _in_orders(self, build: Sequence[int], cells: int, there: int, start: int) -> Iterator[int]:
        """The same for several units to build, each with the cells that those before it leave."""
        guard, seen = self._guard, set()
        for order in dict.fromkeys(permutations(build)):
            room, sums = cells, {start}
            for k in order:
                ways = self._kept_ways(k, room)
                self.left -= len(ways) * len(sums)
                if self.left < 0:
                    raise TooMany
                sums = {used + more for used in sums for more in ways if (there - used - more) & guard == guard}
                if not sums:
                    break
                room -= self._stock.cells[k]
            for used in sums:
                if used not in seen:
                    seen.add(used)
                    yield used

    def _kept_ways(self, kind: int, cells: int) -> list[int]:
        """The least sets of cards that bring a kind with so many cells, itself not among them."""
        kept = self._kept.get((kind, cells))
        if kept is not None:
            return kept
        stock, guard = self._stock, self._guard
        found: list[int] = []
        if stock.hand[kind] and stock.cells[kind] <= cells:
            # A smaller set is a smaller number.
            for used in sorted(set(self._ways(stock.powers[kind], cells, self._all - self._units[kind]))):
                self.left -= len(found)
                if self.left < 0:
                    raise TooMany
                if not any(((used | guard) - less) & guard == guard for less in found):
                    found.append(used)
        self._kept[kind, cells] = found
        return found


@cache
def _over_drives(powers: tuple[int, ...], over: int, whole_vitals: bool) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Which of these units are left to build when one Over-Drive brings the others, and what it costs."""
    places = range(len(powers))
    found = []
    for n in range(len(powers), 0, -1) if over else ():
        for chosen in combinations(places, n):
            cost = sum(powers[i] for i in chosen)
            if whole_vitals:
                cost = -(-cost // VITAL_POWER) * VITAL_POWER
            if cost <= over:
                found.append((tuple(i for i in places if i not in chosen), cost))
    return (*found, (tuple(places), 0))
