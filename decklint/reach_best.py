"""The greatest drive powers for the units out of reach, for a message."""

from collections import Counter
from collections.abc import Collection

from decklint.reach_deck import Deck
from decklint.reach_drives import LastDrive
from decklint.reach_model import CHARGE_POWER, Best, Field, Level
from decklint.reach_levels import Budget, Search

STEPS = 300
"""Drives that are tried for one question."""

ALL_STEPS = 12_000
"""The same for all questions."""


def best_sums(deck: Deck, field: Field, level: Level, far: Collection[int]) -> dict[int, Best]:
    """For each of the kinds `far`, which `level` does not reach, the best sums of its drives."""
    if not far:
        return {}
    search = Search(deck.stock(field, level), Budget(ALL_STEPS), whole_vitals=False)
    most = max(deck.kinds[k].power for k in far)
    found: dict[LastDrive, dict[int, tuple[int, bool]]] = {"power": {}, "counter": {}}
    for drive, sums in found.items():
        least = CHARGE_POWER + 1 if drive == "power" else 0
        if drive == "counter" and level == "own":
            sums.update(dict.fromkeys(far, (0, True)))
            continue
        best, exact, spent = _greatest(search, drive, least, most, None)
        for k in far:
            if best <= deck.kinds[k].power and spent[k] < deck.counts[k]:
                sums[k] = (best, exact)
            else:
                own, sure, _ = _greatest(search, drive, least, deck.kinds[k].power, k)
                sums[k] = (own, sure)
    exact_model = not deck.has_sets and not field.frames_count
    return {
        k: Best(
            power=found["power"][k][0],
            counter=found["counter"][k][0],
            over=field.over_power,
            exact=exact_model and found["power"][k][1] and found["counter"][k][1],
        )
        for k in far
    }


def _greatest(
    search: Search, drive: LastDrive, least: int, most: int, without: int | None
) -> tuple[int, bool, Counter[int]]:
    """The greatest drive power from `least` to `most` that can be had, whether that is sure, and what it takes."""
    best, exact, spent = 0, True, Counter[int]()
    low, high = least, most
    while low <= high:
        middle = (low + high + 1) // 2
        answer = search.find(middle, 1, without, drive=drive, steps=STEPS)
        if answer.found:
            best, low, spent = middle, middle + 1, Counter(answer.spent)
        else:
            exact = exact and answer.found is False
            high = middle - 1
    return best, exact, spent
