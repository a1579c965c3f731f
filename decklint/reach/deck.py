"""The units of a deck by kinds, and the stock that a search builds with."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from decklint.reach.bounds import Stock
from decklint.reach.model import CHARGE_POWER, MASTER_POWER, Field, Level, Piece
from decklint.reach.walk import Counts, Kind


@dataclass(frozen=True, slots=True)
class Deck:
    """The kinds in the order of their powers, how many of each, and the kind of each piece by its id."""

    kinds: tuple[Kind, ...]
    counts: Counts
    kind_of: Mapping[str, int]

    @classmethod
    def of(cls, pieces: Sequence[Piece], field: Field, *, linked: bool) -> "Deck":
        """Groups the pieces; those that differ only in their links are one kind unless `linked`."""
        of_piece = {piece.id: Kind(piece.power, piece.cells, piece.links if linked else ()) for piece in pieces}
        number = Counter(of_piece.values())
        if field.master:
            number[Kind(MASTER_POWER, links=field.master_links if linked else (), master=True)] = 1
        kinds = sorted(number, key=lambda kind: (kind.power, kind.master, kind.cells, _links(kind)))
        index = {kind: k for k, kind in enumerate(kinds)}
        return cls(
            tuple(kinds),
            tuple(number[kind] for kind in kinds),
            {id_: index[kind] for id_, kind in of_piece.items()},
        )

    @property
    def has_sets(self) -> bool:
        """Whether a unit takes more than one cell."""
        return any(kind.cells > 1 for kind in self.kinds)

    def comes_alone(self, kind: int) -> bool:
        """Whether Charge-Drive or Master-Drive brings it."""
        return self.kinds[kind].master or self.kinds[kind].power <= CHARGE_POWER

    def stock(
        self,
        field: Field,
        level: Level,
        *,
        loose: Sequence[bool] | None = None,
        single_cells: bool = False,
        without: Counts = (),
        columns: int | None = None,
        over: int | None = None,
    ) -> Stock:
        """What can be built with at `level`.

        `loose` names the kinds that come by themselves, `without` how many of each kind are taken away,
        `columns` and `over` what is left of the grid and of the power of Over-Drive. With `single_cells` a
        set is taken for one card.
        """
        kinds = range(len(self.kinds))
        master = field.master_as_material
        gone = without or (0,) * len(self.kinds)
        alone = [self.comes_alone(k) for k in kinds] if loose is None else loose
        power = (field.over_power if over is None else over) if level in ("behind", "link") else 0
        counts = tuple(self.counts[k] - gone[k] if master or not self.kinds[k].master else 0 for k in kinds)
        cells = field.columns if columns is None else columns
        if single_cells or not self.has_sets:
            cells = min(cells, _most_tops(self.kinds, counts, alone, power))
        return Stock(
            powers=tuple(kind.power for kind in self.kinds),
            cells=tuple(1 if single_cells else kind.cells for kind in self.kinds),
            loose=tuple(alone),
            hand=tuple(not kind.master for kind in self.kinds),
            counts=counts,
            columns=cells,
            fight=level != "own",
            over=power,
            laid=field.laid_materials,
            min_units=field.power_drive_min_units,
            min_materials=field.counter_drive_min_materials,
            core_counts=field.counter_drive_core_counts,
        )


def _most_tops(kinds: Sequence[Kind], counts: Counts, alone: Sequence[bool], over: int) -> int:
    """How many units can stand at once: as many as come by themselves or by Over-Drive, for every drive makes
    one unit of one or more. One at least, so that a unit may be asked about."""
    tops = 0
    for k, n in enumerate(counts):
        if alone[k]:
            tops += n
        else:
            brought = min(n, over // kinds[k].power)
            tops += brought
            over -= brought * kinds[k].power
    return max(1, tops)


def _links(kind: Kind) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((link.link, link.roles) for link in kind.links)
