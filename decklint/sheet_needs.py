"""What each unit of a document needs to be summoned, in a word and a number."""

from typing import Literal, NamedTuple

from decklint.case import identity
from decklint.drives import Drives
from decklint.reach import Best
from decklint.reach.model import CHARGE_POWER, VITAL_POWER, Piece, Reached

Way = Literal["charge", "power", "counter", "over", "over_helped", "link", "never", "undecided"]
"""What brings a unit: Charge-Drive (DRIVE-10), Power-Drive (DRIVE-17), a Counter-Drive on its way (DRIVE-25),
Over-Drive by itself (OVER-04) or for its materials, a Link; nothing, or nothing that was found."""


class Need(NamedTuple):
    """The least that summons a unit.

    `sum` is the base power that its materials need in all (`power`, `counter`, `over_helped`); `vitals` those
    that Over-Drive turns; `cells` those that the unit takes (GRID-08). `best` holds the greatest sums where they
    do not do. `with_others`: only with units of another bundle.
    """

    way: Way
    sum: int = 0
    vitals: int = 0
    cells: int = 1
    best: Best | None = None
    with_others: bool = False


def needs(drives: Drives) -> dict[tuple[int, str], Need]:
    """The need of each unit, by the number of its bundle, from 0, and the card's identity.

    The Master, unknown cards and units of unknown power have none.
    """
    reached = drives.by_level()
    found: dict[tuple[int, str], Need] = {}
    for at, (_, listed) in enumerate(drives.bundles):
        own = drives.fought(listed) if len(drives.bundles) > 1 else {}
        for piece, entry in listed:
            need = _need(piece, reached[piece.id], drives.field.over_power)
            alone = own.get(piece.id)
            if alone is not None and alone.level is None and alone.decided and need.way in ("power", "counter"):
                need = need._replace(with_others=True)
            found[at, identity(entry)] = need
    return found


def _need(piece: Piece, reached: Reached, over: int) -> Need:
    power, cells = piece.power, piece.cells
    match reached.level:
        case "own":
            return Need("charge", cells=cells) if power <= CHARGE_POWER else Need("power", power, cells=cells)
        case "fight":
            return Need("counter", power, cells=cells)
        case "behind" if power <= over:
            return Need("over", vitals=max(1, -(-power // VITAL_POWER)), cells=cells, best=reached.best)
        case "behind":
            return Need("over_helped", power, cells=cells, best=reached.best)
        case "link":
            return Need("link", cells=cells, best=reached.best)
    return Need("never" if reached.decided else "undecided", cells=cells, best=reached.best)
