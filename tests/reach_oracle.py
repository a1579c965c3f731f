"""Which units can be summoned, found the plain way: every state of the grid, card by card.

Written from the rule text for comparison with `decklint.reach`; only for a handful of cards. A state is the row
of cells, each empty (None) or with the card on top, the cards in hand, the frames and the vitals turned.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from decklint.reach import LEVELS, Field, Level, Piece

MASTER = -1


class State(NamedTuple):
    cells: tuple[int | None, ...]
    hand: frozenset[int]
    frames: frozenset[int]
    turned: int


def oracle(pieces: Sequence[Piece], field: Field, level: Level) -> set[str]:
    """The ids of the pieces that can be summoned at `level`."""
    cards = dict(enumerate(pieces))
    if field.master:
        cards[MASTER] = Piece("the master", 6, 1, field.master_links)
    start = State((None,) * field.columns, frozenset(cards), frozenset(), 0)
    seen, todo, reached = {start}, [start], set()
    while todo:
        for state in _steps(todo.pop(), cards, field, LEVELS.index(level)):
            reached.update(card for card in state.cells if card is not None)
            # Which cell is which makes no difference.
            state = state._replace(cells=tuple(sorted(state.cells, key=lambda card: (card is None, card or 0))))
            if state not in seen:
                seen.add(state)
                todo.append(state)
    return {cards[card].id for card in reached if card != MASTER}


def _steps(state: State, cards: dict[int, Piece], field: Field, level: int) -> Iterator[State]:
    tops = sorted({card for card in state.cells if card is not None})
    hand = sorted(card for card in state.hand if card != MASTER)
    if MASTER in state.hand:
        yield from _placed(state, [MASTER], cards)
    for card in hand:
        if cards[card].power <= 3:
            yield from _placed(state, [card], cards)
    materials = [card for card in tops if card != MASTER or field.master_as_material]
    framed = sorted(state.frames) if field.material_scope == "include_frames" else []
    laid = field.columns if field.material_scope == "include_charge_grid" else 0
    for core in materials:
        others = [card for card in materials if card != core]
        for used in _subsets(others, len(others)):
            for from_hand in _subsets(hand, max(laid, 5 + laid if level >= 1 else 0)):
                for frames in _subsets(framed, len(framed)):
                    yield from _driven(state, core, used, from_hand, frames, cards, field, level, laid)
    if level >= 2 and field.over:
        left = field.vitals - 1 - state.turned
        for chosen in _subsets(hand, len(state.cells)):
            if chosen and not (not field.over_00_summon and any(cards[card].power == 0 for card in chosen)):
                for turned in range(1, left + 1):
                    if sum(cards[card].power for card in chosen) <= 10 * turned:
                        for after in _placed(state, chosen, cards):
                            yield after._replace(turned=state.turned + turned)
    if level >= 3:
        yield from _linked(state, cards, field, tops, hand)


def _driven(
    state: State,
    core: int,
    used: Sequence[int],
    from_hand: Sequence[int],
    frames: Sequence[int],
    cards: dict[int, Piece],
    field: Field,
    level: int,
    laid: int,
) -> Iterator[State]:
    """Power-Drive and Counter-Drive on just these materials."""
    powers = [cards[card].power for card in (core, *used, *from_hand, *frames)]
    power_drive = len(from_hand) <= laid and len(powers) >= field.power_drive_min_units
    gapless = sorted(powers) == list(range(min(powers), max(powers) + 1))
    counter_drive = level >= 1 and gapless and len(powers) > field.counter_drive_min_materials
    counter_sum = sum(powers) if field.counter_drive_core_counts else sum(powers[1:])
    for card in state.hand - {MASTER, *from_hand}:
        power = cards[card].power
        if (power_drive and 4 <= power <= sum(powers)) or (counter_drive and power <= counter_sum):
            gone = {core, *used}
            cells = tuple(None if top in gone else top for top in state.cells)
            kept = state.frames | gone | set(from_hand)
            yield from _placed(State(cells, state.hand - set(from_hand), kept, state.turned), [card], cards)


def _linked(
    state: State, cards: dict[int, Piece], field: Field, tops: Sequence[int], hand: Sequence[int]
) -> Iterator[State]:
    def linked(first: int, second: int) -> bool:
        return first != second and any(
            a.link == b.link and (("A" in a.roles and "B" in b.roles) or ("B" in a.roles and "A" in b.roles))
            for a in cards[first].links
            for b in cards[second].links
        )

    if field.link_drive:
        for card in hand:
            if cards[card].power <= 6 and any(linked(card, top) for top in tops):
                yield from _placed(state, [card], cards)
    if not field.link_shift:
        return
    for first in tops:
        for second in tops:
            if first == MASTER or not linked(first, second):
                continue
            one = state._replace(cells=tuple(None if top == first else top for top in state.cells))
            left = [top for top in tops if top != first]
            for card in hand:
                if cards[card].power <= cards[first].power and any(linked(card, top) for top in left):
                    yield from _placed(one, [card], cards)
            if second == MASTER:
                continue
            both = state._replace(cells=tuple(None if top in (first, second) else top for top in state.cells))
            rest = [top for top in left if top != second]
            for a in hand:
                for b in hand:
                    fits = cards[a].power <= cards[first].power and cards[b].power <= cards[second].power
                    apart = any(linked(a, x) and linked(b, y) and x != y for x in rest for y in rest)
                    if a != b and fits and (linked(a, b) or apart):
                        yield from _placed(both, [a, b], cards)


def _placed(state: State, new: Sequence[int], cards: dict[int, Piece]) -> Iterator[State]:
    """The state with these cards of the hand on empty cells, each on as many as it has cards."""
    cells = list(state.cells)
    for card in new:
        for _ in range(cards[card].cells):
            if None not in cells:
                return
            cells[cells.index(None)] = card
    yield State(tuple(cells), state.hand - set(new), state.frames, state.turned)


def _subsets(cards: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    for n in range(min(len(cards), most) + 1):
        yield from combinations(cards, n)
