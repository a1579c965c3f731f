"""What the search for summonable units is given and what it answers (LINT rule P601)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rulebook.cards import Link
from rulebook.formats import Format
from rulebook.options import Options

Level = Literal["own", "fight", "behind", "link"]
"""What a summon takes: nothing but the own cards; a fight for Counter-Drive; the vital gap for Over-Drive; a
Link for Link-Drive and Link-Shift. Each level has the drives of those before it as well."""

LEVELS: tuple[Level, ...] = ("own", "fight", "behind", "link")

CHARGE_POWER = 3
"""The greatest base power that Charge-Drive summons and the one Power-Drive must exceed (DRIVE-10, -24)."""

MASTER_POWER = 6
"""The base power of every Master (MASTER-12)."""

LINK_POWER = 6
"""The greatest base power that Link-Drive summons (LINKDRIVE-01)."""

VITAL_POWER = 10
"""The drive power of one vital turned by Over-Drive (OVER-04)."""

HAND_UNITS = 5
"""Units from the hand that a Counter-Drive may use: the hand holds six cards, one of them is summoned."""

_FIVE = 5
_NO_NUMBER = frozenset({"half", "trial"})
"""The formats for which the rule text names no number of columns (GRID-01, L71, L718)."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit of the deck: base power 0-99, and `cells` of the battle grid if it is a set of so many cards
    (GRID-08). `id` tells it from all others. `links` count at level `link` only."""

    id: str
    power: int
    cells: int = 1
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """What the format and the switches say about drives.

    `columns` of the battle grid, `vitals` at the start, the Master among them or not. `over`, `link_drive`
    and `link_shift` are False where the module is off. The rest are the switches of the same names; the
    core in combat (`power_drive_core: *_any`) and `include_hacked` change nothing here, for neither fights
    nor hacks are modelled. `power_drive_min_units` counts the core. `master_links` are those of the Master's
    card, if it has any.
    """

    columns: int
    vitals: int
    master: bool = False
    master_as_material: bool = True
    master_links: tuple[Link, ...] = ()
    material_scope: str = "battle_grid_top_units"
    power_drive_min_units: int = 2
    counter_drive_min_materials: int = 1
    counter_drive_core_counts: bool = True
    over: bool = True
    over_00_summon: bool = True
    link_drive: bool = True
    link_shift: bool = True

    @classmethod
    def from_play(
        cls, play: Format, options: Options, *, master: bool = False, master_links: tuple[Link, ...] = ()
    ) -> "Field":
        """The field of a format under these options; `master` when the deck has one (L454)."""
        own_width = options["grid_width_rule"] == "equals_vitals" or play.base not in _NO_NUMBER
        linked = options["modules.link"] is True
        return cls(
            columns=play.grid_columns if own_width else _FIVE,
            vitals=play.vitals,
            master=master and options["modules.master_drive"] is True,
            master_as_material=options["master_as_material"] is True,
            master_links=master_links,
            material_scope=str(options["material_scope"]),
            power_drive_min_units=1 if str(options["power_drive_core"]).startswith("min1") else 2,
            counter_drive_min_materials=0 if options["counter_drive_min_materials"] == 0 else 1,
            counter_drive_core_counts=options["counter_drive_sum"] == "core_included",
            over=options["modules.over_skill"] is True,
            over_00_summon=options["over_00_summon"] is True,
            link_drive=linked and options["modules.link_drive"] is True,
            link_shift=linked and options["modules.link_shift"] is True,
        )

    @property
    def over_power(self) -> int:
        """The power of all vitals that may be turned; the last one stays (OVER-04, TIMING-23)."""
        return VITAL_POWER * max(0, self.vitals - 1) if self.over else 0

    @property
    def laid_materials(self) -> int:
        """Unit cards lying as charge that one drive may use; a charge grid has as many cells as columns."""
        return self.columns if self.material_scope == "include_charge_grid" else 0

    @property
    def frames_count(self) -> bool:
        """Whether a unit that became a frame is material again."""
        return self.material_scope == "include_frames"


@dataclass(frozen=True, slots=True)
class Best:
    """The greatest drive power that could be brought together for a unit that stays out of reach.

    `power` and `counter` are the sums of a Power-Drive and a Counter-Drive (levels `own` and `fight`, as far
    as asked for), `over` that of all vitals that may be turned; 0 where there is none. `exact` is False when
    a greater sum was not ruled out.
    """

    power: int
    counter: int
    over: int
    exact: bool


@dataclass(frozen=True, slots=True)
class Reached:
    """The least of the levels asked for at which a unit can be summoned, None when at no one.

    `open` is the least level at which the search met its bound, None when it met none: `level` may then be too
    high, and None means "not decided". `best` is given for a unit that neither `own` nor `fight` reaches.
    """

    level: Level | None
    open: Level | None = None
    best: Best | None = None

    @property
    def decided(self) -> bool:
        """Whether the search came to its end at every level that it had to ask."""
        return self.open is None


def pairs(first: Sequence[Link], second: Sequence[Link]) -> bool:
    """Whether two units form a Link: one in role A, the other in role B of an attribute (LINK-01, LINK-22)."""
    roles = {link.link: link.roles for link in second}
    for link in first:
        other = roles.get(link.link, ())
        if ("A" in link.roles and "B" in other) or ("B" in link.roles and "A" in other):
            return True
    return False
