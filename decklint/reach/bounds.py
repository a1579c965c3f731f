"""What is out of reach even if no material were ever used up: a sound "no" for most units, quickly.

Sets are taken for one card here, for a wider row of cells never makes a unit unreachable.
"""

from dataclasses import dataclass

from decklint.reach.model import CHARGE_POWER, HAND_UNITS

NEVER = 10**6
"""More cells than any grid has."""


@dataclass(frozen=True, slots=True)
class Stock:
    """The units to build with, in the order of their powers, and what the drives may do.

    `loose[k]`: units of kind k come onto the grid by themselves (Charge-, Master-, Link-Drive). `hand[k]`
    is False for the Master, who cannot be material from the hand. `over` is the power that Over-Drive has.
    `laid` units that lie as charge may go into each drive.
    """

    powers: tuple[int, ...]
    cells: tuple[int, ...]
    loose: tuple[bool, ...]
    hand: tuple[bool, ...]
    counts: tuple[int, ...]
    columns: int
    fight: bool
    over: int
    laid: int
    min_units: int
    min_materials: int
    core_counts: bool


@dataclass(frozen=True, slots=True)
class Bounds:
    """For each kind the least number of cells with which a drive on materials may bring it, or `NEVER`, and
    how many drives in a row it takes about."""

    needs: tuple[int, ...]
    ranks: tuple[int, ...]

    def stands(self, stock: Stock, kind: int) -> bool:
        """Whether the kind may come onto the grid in any way."""
        free = stock.loose[kind] or stock.powers[kind] <= stock.over
        return stock.counts[kind] > 0 and (free or self.needs[kind] < NEVER)


def in_runs(stock: Stock, bounds: Bounds) -> list[bool]:
    """For each kind whether its units may be material of a Counter-Drive: a unit that may stand on the grid
    is in one gapless row of powers with it."""
    present = {power for power, n in zip(stock.powers, stock.counts, strict=True) if n}
    cores = {power for k, power in enumerate(stock.powers) if bounds.stands(stock, k)}
    found: dict[int, bool] = {}
    for power in sorted(present):
        if power in found:
            continue
        row = [power]
        while row[-1] + 1 in present:
            row.append(row[-1] + 1)
        found.update((p, len(row) > 1 and not cores.isdisjoint(row)) for p in row)
    return [found.get(power, False) for power in stock.powers]


def costs(stock: Stock) -> list[list[int]]:
    """For each number of cells and each kind the least power of units that come by themselves (or are brought
    by Over-Drive) that goes into building one, or `NEVER`.

    Only without Counter-Drive: there all power comes from such units, and what a drive has to spare is lost.
    A lower bound: one kind may stand for several materials.
    """
    powers = stock.powers
    top = max((powers[k] for k, n in enumerate(stock.counts) if n), default=0)
    kinds = [k for k, n in enumerate(stock.counts) if n]
    free = [stock.loose[k] or powers[k] <= stock.over for k in range(len(powers))]
    table = [[NEVER] * len(powers)]
    reach = [0] + [NEVER] * top
    for _ in range(stock.columns):
        row = [powers[k] if free[k] else NEVER for k in range(len(powers))]
        below, reach = reach, list(reach)
        done = 0
        for power in range(1, top + 1):
            best = reach[power]
            for k in kinds:
                if powers[k] >= power and not free[k]:
                    continue  # the Master may come after it
                left = power - powers[k]
                cost = row[k] + (below[left] if left > 0 else 0)
                if cost < best:
                    best = cost
            reach[power] = best
            while done < len(powers) and powers[done] <= power:
                if not free[done]:
                    row[done] = best
                done += 1
        table.append(row)
    return table


def bounds_of(stock: Stock) -> Bounds:
    """What may be possible; materials are taken as used up within one drive only."""
    return _Rounds(stock).all()


class _Rounds:
    def __init__(self, stock: Stock) -> None:
        self._stock = stock
        kinds = range(len(stock.powers))
        self._base = sum(stock.powers[k] * stock.counts[k] for k in kinds if stock.loose[k])
        self.drive = [NEVER] * len(stock.powers)
        self.ranks = [0 if stock.loose[k] else NEVER for k in kinds]
        self.stand = [
            1 if stock.counts[k] and (stock.loose[k] or stock.powers[k] <= stock.over) else NEVER for k in kinds
        ]
        self._copies = [0] * 101
        for k in kinds:
            self._copies[stock.powers[k]] += stock.counts[k]

    def all(self) -> Bounds:
        stock = self._stock
        kinds = [k for k, n in enumerate(stock.counts) if n and stock.hand[k]]
        rank = 0
        for cells in range(1, stock.columns + 1):
            news = True
            while news:
                rank += 1
                found = [k for k in kinds if self.drive[k] == NEVER and self.possible(stock.powers[k], cells, k)]
                news = False
                for k in found:
                    self.drive[k] = cells
                    self.ranks[k] = min(self.ranks[k], rank)
                    if self.stand[k] == NEVER:
                        self.stand[k], news = cells, True
        return Bounds(tuple(self.drive), tuple(self.ranks))

    def possible(self, power: int, cells: int, kind: int) -> bool:
        """Whether a drive with so many cells may bring a unit of that kind."""
        stock = self._stock
        fed = stock.fight or stock.laid or power <= self._base
        if power > CHARGE_POWER and fed and self._power_sum(power, cells, kind) >= power:
            return True
        return stock.fight and self._counter_reaches(power, cells, kind)

    def _power_sum(self, power: int, cells: int, kind: int) -> int:
        """The sum of the best tops on so many cells: of i of them one needs at least i to be built."""
        stock = self._stock
        taken = [0] * (cells + 1)
        total = units = laid = 0
        for k in range(len(stock.powers) - 1, -1, -1):
            left = stock.counts[k] - (k == kind)
            need = self.stand[k]
            if left > 0 and need <= cells and (stock.powers[k] < power or stock.loose[k]):
                for _ in range(min(left, cells)):
                    # While one top is built with n cells, the others before it hold the rest.
                    if any(sum(taken[n:]) > cells - n for n in range(1, need + 1)):
                        break
                    taken[need] += 1
                    total += stock.powers[k]
                    units += 1
                    left -= 1
            if left > 0 and stock.hand[k] and laid < stock.laid:
                more = min(left, stock.laid - laid)
                laid += more
                total += more * stock.powers[k]
            if total >= power and units and units + laid >= stock.min_units:
                return total
        return total if units and units + laid >= stock.min_units else 0

    def _counter_reaches(self, power: int, cells: int, kind: int) -> bool:
        stock = self._stock
        own = stock.powers[kind]
        self._copies[own] -= 1
        try:
            tried = set()
            for k, need in enumerate(self.stand):
                core = stock.powers[k]
                if need > cells or (core >= power and not stock.loose[k]) or core in tried:
                    continue
                tried.add(core)
                if self._copies[core] > 0 and self._window_reaches(power, core, cells):
                    return True
            return False
        finally:
            self._copies[own] += 1

    def _window_reaches(self, power: int, core: int, cells: int) -> bool:
        """Whether a run with this core may have the drive power."""
        stock, copies = self._stock, self._copies
        most = HAND_UNITS + stock.laid + cells
        least = 1 + stock.min_materials
        if not stock.core_counts:
            power += core
        low = core
        while low > 0 and copies[low - 1] > 0 and core - low + 1 < most:
            low -= 1
        high = core
        while high - core + 1 < most and copies[high + 1] > 0:
            high += 1
        for top in range(core, high + 1):
            bottom = max(low, top - most + 1)
            if top - bottom + 1 >= least and (top + bottom) * (top - bottom + 1) // 2 >= power:
                return True
        return False
