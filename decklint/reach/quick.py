"""Units of which it is plain at a glance that they can be summoned, most of those of a deck that people build."""

from collections import Counter
from collections.abc import Collection, Sequence

from decklint.reach.model import CHARGE_POWER, HAND_UNITS, Field, Level, Piece


def plainly_reached(pieces: Sequence[Piece], field: Field, level: Level) -> set[str]:
    """The ids of pieces that one drive brings on an empty grid, with materials that all come by Charge-Drive or
    from the hand. Each such way is a real one under every switch, so the answer is sound for `own` and `fight`; of
    the other pieces it says nothing.
    """
    # A set takes several cells of the grid (GRID-08); of a run it may still be a material from the hand.
    weak = sorted(piece.power for piece in pieces if piece.power <= CHARGE_POWER and piece.cells == 1)
    # DRIVE-10, -11 and then DRIVE-17, -18: the strongest weak units, two at least.
    tops = weak[-field.columns :]
    most = sum(tops) if len(tops) > 1 else 0
    runs = _runs(weak, {piece.power for piece in pieces}, field) if level == "fight" else []
    copies = Counter(piece.power for piece in pieces)
    found = set()
    for piece in pieces:
        power = piece.power
        if piece.cells <= field.columns and (
            power <= max(CHARGE_POWER, most)
            # A card is no material of its own drive; another one of its power is.
            or any(power <= total and (copies[power] > 1 or not low <= power <= high) for low, high, total in runs)
        ):
            found.add(piece.id)
    return found


def _runs(weak: Sequence[int], powers: Collection[int], field: Field) -> list[tuple[int, int, int]]:
    """Runs with a weak unit as core and five materials or fewer from the hand (DRIVE-25 to -29): the lowest and the
    highest power, and the drive power."""
    found = []
    for core in set(weak):
        low = core
        while low - 1 in powers:
            low -= 1
        for bottom in range(max(low, core - HAND_UNITS), core + 1):
            top = bottom
            while top + 1 in powers and top - bottom < HAND_UNITS:
                top += 1
                if top >= core:
                    total = (bottom + top) * (top - bottom + 1) // 2
                    found.append((bottom, top, total if field.counter_drive_core_counts else total - core))
    return found
