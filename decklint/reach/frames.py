"""Answers where frames are material again (`material_scope: include_frames`): power is never used up.

Every card that ever came onto the grid counts for every later drive, so there is little to search: what the
grid holds only grows. A "no" takes every run and every cell for granted, a "yes" is found by laying what comes
by itself and summoning the weakest unit whenever one can be. What lies between is left open.
"""

from collections.abc import Collection

from decklint.reach.deck import Deck
from decklint.reach.model import CHARGE_POWER, Field, Level

Answers = dict[int, bool | None]
"""As in `levels`."""


def framed_answers(deck: Deck, field: Field, level: Level, wanted: Collection[int]) -> Answers:
    """The answers of `own`, `fight` or `behind` for the kinds `wanted`, units of 04 or more; None where open."""
    answers: Answers = {}
    for k in wanted:
        if not deck.has_sets and _built(deck, field, k):
            answers[k] = True
        else:
            answers[k] = None if deck.kinds[k].power <= _most_power(deck, field, level, k) else False
    return answers


def _stock(deck: Deck, field: Field, target: int) -> list[int]:
    """The counts without the target and without a Master who is no material."""
    counts = list(deck.counts)
    counts[target] -= 1
    for k, kind in enumerate(deck.kinds):
        if kind.master and not field.master_as_material:
            counts[k] = 0
    return counts


def _most_power(deck: Deck, field: Field, level: Level, target: int) -> int:
    """More power than the grid ever holds for the target."""
    counts = _stock(deck, field, target)
    over = field.over_power if level == "behind" else 0
    kinds = range(len(counts))
    held = {k for k in kinds if counts[k] and (deck.comes_alone(k) or deck.kinds[k].power <= over)}
    while True:
        total = sum(deck.kinds[k].power * counts[k] for k in held)
        powers = {deck.kinds[k].power for k in held}
        more = set()
        for k in kinds:
            power = deck.kinds[k].power
            runs = level != "own" and not powers.isdisjoint((power - 1, power + 1))
            if counts[k] and k not in held and (power <= total or runs):
                more.add(k)
        if not more:
            return total
        held |= more


def _built(deck: Deck, field: Field, target: int) -> bool:
    """Whether Charge-, Master- and Power-Drives bring the target, always the weakest unit first."""
    counts = _stock(deck, field, target)
    wanted = deck.kinds[target].power
    tops = units = power = 0
    while True:
        alone = [k for k, n in enumerate(counts) if n and deck.comes_alone(k)]
        ready = tops > 0 and units >= field.power_drive_min_units
        if ready and power >= wanted:
            return True
        if alone and tops < field.columns:
            # The strongest first: cells are scarcer than cards.
            chosen, tops = alone[-1], tops + 1
        else:
            built = [k for k, n in enumerate(counts) if n and CHARGE_POWER < deck.kinds[k].power <= power]
            built = [k for k in built if not deck.kinds[k].master]
            if not ready or not built:
                return False
            chosen, tops = built[0], 1
        counts[chosen] -= 1
        units += 1
        power += deck.kinds[chosen].power
