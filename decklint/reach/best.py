"""The greatest drive powers for the units out of reach, for a message."""

from collections import Counter
from collections.abc import Collection

from decklint.reach.deck import Deck
from decklint.reach.drives import LastDrive
from decklint.reach.levels import Search
from decklint.reach.model import CHARGE_POWER, Best, Field, Level


def best_sums(
    deck: Deck, field: Field, level: Level, far: Collection[int], never: Collection[int], search: Search
) -> dict[int, Best]:
    """For each of the kinds `far`, which `level` does not reach, the best sums of its drives.

    `never` are those of them for which that is sure; `search` is the one that was made for this level.
    """
    if not far:
        return {}
    most = {"power": _most_power(deck, field, never), "counter": _most_run(deck, never) if level != "own" else 0}
    if field.frames_count or field.laid_materials:
        most = dict.fromkeys(most, max(deck.kinds[k].power for k in far))
    else:
        search.rule_out(never)
    drives: tuple[LastDrive, ...] = ("power", "counter")
    found: dict[LastDrive, dict[int, tuple[int, bool]]] = {}
    for drive in drives:
        least = CHARGE_POWER + 1 if drive == "power" else 0
        sums = found[drive] = {}
        highest = min(most[drive], max(deck.kinds[k].power for k in far))
        best, exact, spent = _greatest(search, drive, least, highest, None)
        for k in far:
            if best <= deck.kinds[k].power and spent[k] < deck.counts[k]:
                sums[k] = (best, exact)
            else:
                own, sure, _ = _greatest(search, drive, least, min(most[drive], deck.kinds[k].power), k)
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


def _most_power(deck: Deck, field: Field, never: Collection[int]) -> int:
    """The sum of the strongest units that may be on the grid at once."""
    powers = [kind.power for k, kind in enumerate(deck.kinds) if k not in never for _ in range(deck.counts[k])]
    return sum(powers[-field.columns :])


def _most_run(deck: Deck, never: Collection[int]) -> int:
    """The sum of the best gapless run with a unit that may be on the grid (DRIVE-27, -28)."""
    most = total = last = 0
    core = False
    for power in sorted({kind.power for kind in deck.kinds}):
        if power != last + 1:
            total, core = 0, False
        total, last = total + power, power
        core = core or any(kind.power == power and k not in never for k, kind in enumerate(deck.kinds))
        if core:
            most = max(most, total)
    return most


def _greatest(
    search: Search, drive: LastDrive, least: int, most: int, without: int | None
) -> tuple[int, bool, Counter[int]]:
    """The greatest drive power from `least` to `most` that can be had, whether that is sure, and what it takes."""
    best, exact, spent = 0, True, Counter[int]()
    low, high = least, most
    middle = most  # Often it can be had.
    while low <= high:
        answer = search.sum_of(drive, middle, without)
        if answer.found:
            best, low, spent = middle, middle + 1, Counter(answer.spent)
        else:
            exact = exact and answer.found is False
            high = middle - 1
        middle = (low + high + 1) // 2
    return best, exact, spent
