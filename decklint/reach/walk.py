"""The search forwards: from an empty grid through every state that the drives can bring about.

Complete for everything that the model knows, sets, frames and Links among it, but only for small decks: the
states of a large one are too many. The search backwards (`plan`) comes first, this one settles what it
leaves open.
"""

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from decklint.reach.model import CHARGE_POWER, HAND_UNITS, LINK_POWER, VITAL_POWER, Field, Level, pairs
from rulebook.cards import Link

Counts = tuple[int, ...]
"""How many of each kind."""

Few = tuple[tuple[int, int], ...]
"""Kinds with their number, without the kinds of which there is none."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Units that can stand for each other. The Master is a kind of its own."""

    power: int
    cells: int = 1
    links: tuple[Link, ...] = ()
    master: bool = False


class _State(NamedTuple):
    hand: Counts
    tops: Counts
    frames: Counts
    """Only those that are material again."""
    turned: int
    """Vitals turned by Over-Drive."""


class _Bound(Exception):  # noqa: N818 - it ends the search, nothing is wrong
    pass


@dataclass(frozen=True, slots=True)
class Walked:
    """The kinds summoned on some way; `complete` when no other kind can be."""

    reached: frozenset[int]
    complete: bool


def walk(
    kinds: Sequence[Kind], counts: Counts, field: Field, level: Level, wanted: Collection[int], steps: int
) -> Walked:
    """Looks for ways to summon each of the `wanted` kinds at `level`, for at most so many `steps`."""
    return _Walk(kinds, field, level, steps).run(counts, frozenset(wanted))


class _Walk:
    def __init__(self, kinds: Sequence[Kind], field: Field, level: Level, steps: int) -> None:
        self._kinds = kinds
        self._field = field
        self._steps = steps
        self._fight = level != "own"
        self._vitals = max(0, field.vitals - 1) if field.over and level in ("behind", "link") else 0
        linked = level == "link"
        self._link_drive = linked and field.link_drive
        self._link_shift = linked and field.link_shift
        size = range(len(kinds))
        some = self._link_drive or self._link_shift
        self._pairs = [[some and pairs(kinds[a].links, kinds[b].links) for b in size] for a in size]

    def run(self, counts: Counts, wanted: frozenset[int]) -> Walked:
        none = (0,) * len(counts)
        todo = deque([_State(counts, none, none, 0)])
        seen = set(todo)
        reached: set[int] = set()
        complete = True
        try:
            while todo and not wanted <= reached:
                for summoned, state in self._next(todo.popleft()):
                    reached.update(summoned)
                    if state not in seen:
                        seen.add(state)
                        todo.append(state)
        except _Bound:
            complete = False
        return Walked(frozenset(reached), complete)

    def _next(self, state: _State) -> Iterator[tuple[tuple[int, ...], _State]]:
        """Every summon that is possible: the kinds that it brings and the state after it."""
        free = self._field.columns - sum(n * self._kinds[k].cells for k, n in _few(state.tops))
        for summons in (self._from_hand, self._drives, self._over_drives, self._link_drives, self._link_shifts):
            for found in summons(state, free):
                self._steps -= 1
                if self._steps < 0:
                    raise _Bound
                yield found

    def _from_hand(self, state: _State, free: int) -> Iterator[tuple[tuple[int, ...], _State]]:
        """Charge-Drive and Master-Drive."""
        for k, _ in _few(state.hand):
            kind = self._kinds[k]
            if (kind.master or kind.power <= CHARGE_POWER) and kind.cells <= free:
                yield (k,), _summoned(state, (k,))

    def _drives(self, state: _State, free: int) -> Iterator[tuple[tuple[int, ...], _State]]:
        """Power-Drive and Counter-Drive with any of the tops."""
        laid = self._field.laid_materials
        material = [(k, n) for k, n in _few(state.tops) if self._field.master_as_material or not self._kinds[k].master]
        hand = [(k, n) for k, n in _few(state.hand) if not self._kinds[k].master]
        frames = _few(state.frames)
        for tops in _parts(material):
            room = free + sum(n * self._kinds[k].cells for k, n in tops)
            for others in _parts(hand, laid) if laid else ((),):
                power = self._sum(tops) + self._sum(others) + self._sum(frames)
                units = sum(n for _, n in (*tops, *others, *frames))
                if not tops or units < self._field.power_drive_min_units:
                    continue
                after = self._used(state, tops, others)
                for k, _ in hand:
                    kind = self._kinds[k]
                    if CHARGE_POWER < kind.power <= power and kind.cells <= room and after.hand[k]:
                        yield (k,), _summoned(after, (k,))
            if self._fight and tops:
                for others, power in self._runs(tops, hand, [k for k, _ in frames]):
                    after = self._used(state, tops, others)
                    for k, _ in hand:
                        kind = self._kinds[k]
                        if kind.power <= power and kind.cells <= room and after.hand[k]:
                            yield (k,), _summoned(after, (k,))

    def _runs(self, tops: Few, hand: Sequence[tuple[int, int]], frames: Sequence[int]) -> Iterator[tuple[Few, int]]:
        """The hand units that make one run of just these tops, with the drive power (DRIVE-27, -28)."""
        if any(n > 1 for _, n in tops):
            return
        on_grid = {self._kinds[k].power for k, _ in tops}
        if len(on_grid) < len(tops):
            return
        framed = {self._kinds[k].power for k in frames}
        by_power: dict[int, list[int]] = {}
        for k, _ in hand:
            by_power.setdefault(self._kinds[k].power, []).append(k)
        most = HAND_UNITS + self._field.laid_materials
        for low in range(min(on_grid), -1, -1):
            if low not in on_grid | framed | by_power.keys():
                return
            for high in range(max(on_grid), 100):
                run = range(low, high + 1)
                if any(p not in on_grid | framed | by_power.keys() for p in run):
                    break
                if len(run) <= self._field.counter_drive_min_materials:
                    continue
                power = sum(run)
                if not self._field.counter_drive_core_counts:
                    # Any of the tops may be the core; the least leaves the greatest sum.
                    power -= min(on_grid)
                missing = [p for p in run if p not in on_grid]
                choices = [[*([None] if p in framed else []), *by_power.get(p, ())] for p in missing]
                for chosen in product(*choices):
                    taken = [k for k in chosen if k is not None]
                    if len(taken) <= most:
                        yield tuple((k, 1) for k in taken), power

    def _over_drives(self, state: _State, free: int) -> Iterator[tuple[tuple[int, ...], _State]]:
        left = self._vitals - state.turned
        if left <= 0:
            return
        hand = [
            (k, n)
            for k, n in _few(state.hand)
            if not self._kinds[k].master
            and self._kinds[k].power <= left * VITAL_POWER
            and (self._kinds[k].power or self._field.over_00_summon)
        ]
        for units in _parts(hand, free):
            power = self._sum(units)
            turned = max(1, -(-power // VITAL_POWER))
            if units and turned <= left and sum(n * self._kinds[k].cells for k, n in units) <= free:
                brought = tuple(k for k, n in units for _ in range(n))
                yield brought, _summoned(state, brought)._replace(turned=state.turned + turned)

    def _link_drives(self, state: _State, free: int) -> Iterator[tuple[tuple[int, ...], _State]]:
        if self._link_drive:
            for k, _ in _few(state.hand):
                kind = self._kinds[k]
                if not kind.master and kind.power <= LINK_POWER and kind.cells <= free and self._partners(state, k):
                    yield (k,), _summoned(state, (k,))

    def _link_shifts(self, state: _State, free: int) -> Iterator[tuple[tuple[int, ...], _State]]:
        if not self._link_shift:
            return
        hand = [k for k, _ in _few(state.hand) if not self._kinds[k].master and self._kinds[k].links]
        for gone, _ in _few(state.tops):
            after = _moved(state, tops=((gone, -1),))
            partners = self._partners(after, gone)
            if self._kinds[gone].master or not partners:
                continue
            room = free + self._kinds[gone].cells
            for k in hand:
                fits = self._kinds[k].power <= self._kinds[gone].power and self._kinds[k].cells <= room
                if fits and self._partners(after, k):
                    yield (k,), _summoned(after, (k,))
            for other in partners:
                if not self._kinds[other].master:
                    yield from self._both_shifted(_moved(after, tops=((other, -1),)), gone, other, hand, room)

    def _both_shifted(
        self, state: _State, first: int, second: int, hand: Sequence[int], room: int
    ) -> Iterator[tuple[tuple[int, ...], _State]]:
        """Both units of a Link are gone; two of the hand come for them (LINKSHIFT-06)."""
        kinds = self._kinds
        room += kinds[second].cells
        for a in hand:
            for b in hand:
                if kinds[a].power > kinds[first].power or kinds[b].power > kinds[second].power:
                    continue
                if (a == b and state.hand[a] < 2) or kinds[a].cells + kinds[b].cells > room:
                    continue
                with_a, with_b = self._partners(state, a), self._partners(state, b)
                # Each in a Link of its own, for no card is in two at once (LINK-06).
                apart = any(x != y or state.tops[x] > 1 for x in with_a for y in with_b)
                if self._pairs[a][b] or apart:
                    yield (a, b), _summoned(state, (a, b))

    def _partners(self, state: _State, kind: int) -> list[int]:
        """The kinds among the tops that form a Link with it."""
        return [k for k, _ in _few(state.tops) if self._pairs[kind][k]]

    def _sum(self, few: Sequence[tuple[int, int]]) -> int:
        return sum(n * self._kinds[k].power for k, n in few)

    def _used(self, state: _State, tops: Few, hand: Few) -> _State:
        """The state after these became frames."""
        frames = (*tops, *hand) if self._field.frames_count else ()
        return _moved(state, hand=[(k, -n) for k, n in hand], tops=[(k, -n) for k, n in tops], frames=frames)


def _few(counts: Counts) -> Few:
    return tuple((k, n) for k, n in enumerate(counts) if n)


def _parts(few: Sequence[tuple[int, int]], most: int | None = None) -> Iterator[Few]:
    """Every choice among these kinds, the empty one first; of at most so many units."""
    if not few or most == 0:
        yield ()
        return
    (kind, number), rest = few[0], few[1:]
    for n in range(number + 1 if most is None else min(number, most) + 1):
        for part in _parts(rest, None if most is None else most - n):
            yield ((kind, n), *part) if n else part


def _summoned(state: _State, kinds: Sequence[int]) -> _State:
    return _moved(state, hand=[(k, -1) for k in kinds], tops=[(k, 1) for k in kinds])


def _moved(
    state: _State,
    hand: Sequence[tuple[int, int]] = (),
    tops: Sequence[tuple[int, int]] = (),
    frames: Sequence[tuple[int, int]] = (),
) -> _State:
    return _State(_changed(state.hand, hand), _changed(state.tops, tops), _changed(state.frames, frames), state.turned)


def _changed(counts: Counts, changes: Sequence[tuple[int, int]]) -> Counts:
    if not changes:
        return counts
    new = list(counts)
    for kind, n in changes:
        new[kind] += n
    return tuple(new)
