"""Which units the drives can summon: cases by hand, the switches, and a plain search over small decks."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decklint.reach import LEVELS, Field, Level, Piece, Reached, model, reach
from decklint.reach import levels as reach_levels
from decklint.reach.deck import Deck
from decklint.reach.plan import Planner
from decklint.reach.quick import plainly_reached
from decklint.reach.walk import walk
from decklint.reach.ways import Ways
from rulebook.cards import Link
from rulebook.formats import format_named
from rulebook.options import resolve

from .reach_oracle import oracle

HALF, FULL = Field(columns=3, vitals=3), Field(columns=5, vitals=5)
ZERO = (Link("zero", ("A", "B")),)
DRAGON, RIDER = (Link("dragoon", ("A",)),), (Link("dragoon", ("B",)),)


def deck(powers: str, **others: Piece) -> list[Piece]:
    """Pieces for the powers; their ids are the powers, with `a`, `b`, ... after those that come again."""
    pieces: list[Piece] = []
    for power in powers.split():
        again = sum(piece.power == int(power) for piece in pieces)
        pieces.append(Piece(power + "abcdefgh"[again - 1] if again else power, int(power)))
    return [*pieces, *others.values()]


def levels(pieces: Sequence[Piece], field: Field, *asked: Level) -> dict[str, str | None]:
    found = reach(pieces, field, levels=asked or LEVELS)
    assert all(answer.decided for answer in found.values())
    return {id_: answer.level for id_, answer in found.items()}


def own(powers: str, field: Field) -> set[str]:
    """The ids that come without Counter-Drive, among units that do not come by Charge-Drive."""
    return {id_ for id_, level in levels(deck(powers), field, "own").items() if level and int(id_[:2]) > 3}


@pytest.mark.rule("DRIVE-06", "DRIVE-17", "DRIVE-18")
@pytest.mark.parametrize(
    ("columns", "powers", "reached"),
    [
        (5, "03 03 06 09", {"06"}),  # the two frames of the 06 are no material any more
        (5, "02 02 04 05 06", {"04"}),
        (3, "03 03 03 09 10", {"09"}),
        (3, "03 03 03 03 03 03 06 06 18", {"06", "06a"}),
        (5, "03 03 03 03 03 03 06 06 18", {"06", "06a", "18"}),
        (3, "03 03 03 03 03 03 06 06 15", {"06", "06a", "15"}),
        (5, "03 03 06 07 04", {"06", "04"}),  # DA-21
        (5, "03 02 05", {"05"}),
        (5, "03 02 06", set()),
        (2, "03 03 04 07", {"04"}),  # with 04 on the grid nothing is left to lie with it
        (2, "03 01 02 04 06", {"04", "06"}),
        (5, "", set()),
    ],
)
def test_what_the_own_cards_bring(columns: int, powers: str, reached: set[str]) -> None:
    assert own(powers, Field(columns=columns, vitals=columns)) == reached


@pytest.mark.rule("DRIVE-10", "DRIVE-11")
def test_charge_drive_brings_03_or_less_onto_an_empty_cell() -> None:
    assert levels(deck("00 03 04"), FULL, "own") == {"00": "own", "03": "own", "04": None}
    # One cell is not enough for two materials.
    assert own("03 03 04", Field(columns=1, vitals=1)) == set()


@pytest.mark.rule("DRIVE-19", "DRIVE-24")
def test_power_drive_lays_one_unit_of_04_or_more_on_the_core_and_frees_the_other_cells() -> None:
    # Two 06 take two cells; only because the second material's cell is free again there is room for both.
    assert own("03 03 03 03 06 06 12", Field(columns=3, vitals=3)) == {"06", "06a", "12"}
    assert own("03 03 03 03 06 06 12", Field(columns=2, vitals=3)) == {"06", "06a"}


@pytest.mark.rule("MASTER-03", "MASTER-12")
def test_the_master_comes_once_as_a_unit_of_06() -> None:
    with_master = replace(FULL, master=True)
    assert own("03 09", FULL) == set()
    assert own("03 09", with_master) == {"09"}
    assert own("03 10", with_master) == set()
    assert own("03 03 12 18", with_master) == {"12"}
    assert own("03 09", replace(with_master, master_as_material=False)) == set()


@pytest.mark.rule("DRIVE-25", "DRIVE-27", "DRIVE-28", "DRIVE-29")
@pytest.mark.parametrize(
    ("powers", "reached"),
    [
        ("03 04 05 12", {"04": None, "05": "fight", "12": "fight"}),  # DA-27: 03 + 04 + 05
        ("03 04 05 13", {"04": None, "05": "fight", "13": None}),
        ("03 05 08", {"05": None, "08": None}),  # SA-54: 05 alone leaves a gap
        ("04 05 09", {"04": None, "05": None, "09": None}),  # no core stands
        ("03 03 04 10", {"04": "own", "10": None}),  # each value once
        ("02 03 04 06 07", {"04": "own", "06": "fight", "07": "fight"}),
    ],
)
def test_counter_drive_takes_one_run_from_hand_and_grid(powers: str, reached: dict[str, str | None]) -> None:
    found = levels(deck(powers), FULL, "own", "fight")
    assert {id_: level for id_, level in found.items() if int(id_[:2]) > 3} == reached


@pytest.mark.rule("DRIVE-27")
def test_a_counter_drive_takes_at_most_five_units_of_the_hand() -> None:
    """03 to 09 are 42 together, but one of them would have to stand beside the core, and nothing brings it.
    Best is 03 + 04 for 07, then 05 + 06 + 07 + 08 + 09."""
    assert levels(deck("03 04 05 06 07 08 09 35"), FULL, "fight")["35"] == "fight"
    assert levels(deck("03 04 05 06 07 08 09 36"), FULL, "fight")["36"] is None


@pytest.mark.rule("OVER-04", "OVER-06", "TIMING-23")
def test_over_drive_has_10_for_each_vital_but_the_last() -> None:
    assert levels(deck("20 21"), HALF) == {"20": "behind", "21": None}
    assert levels(deck("40 41"), FULL) == {"40": "behind", "41": None}
    assert levels(deck("10"), Field(columns=1, vitals=1)) == {"10": None}
    # S-21: 09 and 11 at once for two vitals; together they are material for 20, and 21 is too much.
    assert levels(deck("09 11 20 21"), HALF)["21"] is None
    # 05 and 05 share one vital; apart they would take two.
    two = Field(columns=3, vitals=2)
    assert levels(deck("05 05 00 10 11"), two) == {
        "05": "behind",
        "05a": "behind",
        "00": "own",
        "10": "behind",
        "11": None,
    }
    assert levels(deck("03 05 05 13 14"), two) == {
        "03": "own",
        "05": "behind",
        "05a": "behind",
        "13": "behind",
        "14": None,
    }


@pytest.mark.rule("LINKDRIVE-01", "LINK-22")
def test_link_drive_brings_06_or_less_beside_a_partner() -> None:
    none = replace(FULL, over=False)
    dragon, rider = Piece("dragon", 3, links=DRAGON), Piece("rider", 6, links=RIDER)
    assert levels([dragon, rider], none)["rider"] == "link"
    assert levels([dragon, replace(rider, power=7)], none)["rider"] is None
    # Two of role A are no pair; two Zeros are.
    assert levels([dragon, replace(rider, links=DRAGON)], none)["rider"] is None
    assert levels([Piece("a", 1, links=ZERO), Piece("b", 6, links=ZERO)], none)["b"] == "link"
    # The partner needs a cell of its own.
    assert levels([dragon, rider], replace(none, columns=1))["rider"] is None
    # What Link-Drive brings is material: 06 and 03.
    assert levels([dragon, rider, Piece("nine", 9)], none)["nine"] == "link"
    assert levels([dragon, rider, Piece("ten", 10)], none)["ten"] is None


@pytest.mark.rule("LINKSHIFT-01", "LINKSHIFT-03", "LINKSHIFT-04", "LINKSHIFT-06")
def test_link_shift_brings_no_unit_that_the_materials_of_the_one_discarded_would_not_bring() -> None:
    """A 07 of three weak units forms a Link with the rider; discarded, it makes way for the other 07. The three
    would have brought that one as well, so the answer is the same with and without Link-Shift."""
    field = replace(FULL, over=False)
    pieces = [
        *deck("03 03 01"),
        Piece("rider", 2, links=RIDER),
        Piece("big", 7, links=DRAGON),
        Piece("other", 7, links=DRAGON),
    ]
    for chosen in (field, replace(field, link_shift=False), replace(field, link_drive=False)):
        assert levels(pieces, chosen, "link")["other"] == "link"
        assert oracle(pieces, chosen, "link") == {piece.id for piece in pieces}


@pytest.mark.rule("GRID-08")
def test_a_set_takes_as_many_cells_as_it_has_cards() -> None:
    pair = Piece("pair", 3, cells=2)
    assert levels([pair], Field(columns=2, vitals=1))["pair"] == "own"
    assert levels([pair], Field(columns=1, vitals=1))["pair"] is None
    # The set and a 03 together take three cells.
    for columns, level in ((3, "own"), (2, None)):
        assert levels([pair, *deck("03 06")], Field(columns=columns, vitals=1))["06"] == level
    # A Power-Drive may lay the set on the cells that its materials leave.
    six = Piece("six", 6, cells=2)
    assert levels([six, *deck("03 03")], Field(columns=2, vitals=1))["six"] == "own"
    assert levels([replace(six, cells=3), *deck("03 03")], Field(columns=2, vitals=1))["six"] is None


@pytest.mark.rule("DRIVE-06")
@pytest.mark.parametrize(
    ("scope", "nine", "twenty"),
    [
        ("battle_grid_top_units", None, None),
        ("include_hacked", None, None),
        ("include_frames", "own", None),  # 03 + 03 + 06 are 12
        ("include_charge_grid", "own", None),  # core 03, with 03, 06 and 09 lying as charge 21 at most
    ],
)
def test_material_scope(scope: str, nine: str | None, twenty: str | None) -> None:
    found = levels(deck("03 03 06 09 22"), replace(FULL, material_scope=scope), "own")
    assert (found["06"], found["09"], found["22"]) == ("own", nine, twenty)


@pytest.mark.rule("DRIVE-06")
def test_a_drive_takes_as_many_charge_cards_as_the_grid_has_columns() -> None:
    laid = Field(columns=2, vitals=1, material_scope="include_charge_grid")
    assert "21" in own("03 09 09 21", laid)
    assert "22" not in own("03 09 09 22", laid)
    assert "13" in own("03 09 09 13", laid)
    assert "13" not in own("03 09 09 13", replace(laid, columns=1))


@pytest.mark.rule("DRIVE-17")
def test_power_drive_core() -> None:
    """The Master alone is a core of 06; with one unit more it is two materials."""
    with_master = replace(FULL, master=True)
    assert own("06", with_master) == set()
    assert own("00 06", with_master) == {"06"}
    assert own("06", replace(with_master, power_drive_min_units=1)) == {"06"}
    assert own("07", replace(with_master, power_drive_min_units=1)) == set()


@pytest.mark.rule("DRIVE-27")
def test_counter_drive_min_materials() -> None:
    with_master = replace(FULL, master=True)
    assert levels(deck("06"), with_master, "fight")["06"] is None
    assert levels(deck("06"), replace(with_master, counter_drive_min_materials=0), "fight")["06"] == "fight"


@pytest.mark.rule("DRIVE-28")
def test_counter_drive_sum() -> None:
    materials_only = replace(FULL, counter_drive_core_counts=False)
    assert levels(deck("03 04 05 12"), FULL, "fight")["12"] == "fight"
    assert levels(deck("03 04 05 10"), materials_only, "fight")["10"] is None
    assert levels(deck("03 04 05 09"), materials_only, "fight")["09"] == "fight"


@pytest.mark.rule("OVER-02")
@pytest.mark.parametrize("allowed", [True, False])
def test_a_00_unit_comes_by_charge_drive_whatever_over_drive_may(allowed: bool) -> None:
    assert levels(deck("00 10"), replace(HALF, over_00_summon=allowed)) == {"00": "own", "10": "behind"}


def _field(name: str, settings_: dict[str, object], *, master: bool = False) -> Field:
    return Field.from_play(format_named(name), resolve(settings_, name), master=master)


def test_a_field_is_that_of_its_format() -> None:
    assert _field("half", {}) == HALF
    assert _field("full", {}) == FULL
    assert _field("full", {}, master=True) == replace(FULL, master=True)
    assert _field("dorsaga", {}) == HALF
    assert Field.from_play(format_named("trial").sized(9), resolve({}, "trial")) == Field(columns=9, vitals=9)


@pytest.mark.rule("GRID-01")
@pytest.mark.parametrize(
    ("name", "columns"), [("half", 5), ("full", 5), ("trial", 5), ("dorsaga", 3), ("code_diver", 3)]
)
def test_always_five_columns_where_the_format_names_no_number(name: str, columns: int) -> None:
    assert _field(name, {"grid_width_rule": "always_five"}).columns == columns


@pytest.mark.parametrize(
    ("option", "value", "changed"),
    [
        ("material_scope", "battle_grid_top_units", {}),
        ("material_scope", "include_frames", {"material_scope": "include_frames"}),
        ("material_scope", "include_charge_grid", {"material_scope": "include_charge_grid"}),
        ("material_scope", "include_hacked", {"material_scope": "include_hacked"}),
        ("power_drive_core", "min2_not_engaged", {}),
        ("power_drive_core", "min2_any", {}),
        ("power_drive_core", "min1_not_engaged", {"power_drive_min_units": 1}),
        ("power_drive_core", "min1_any", {"power_drive_min_units": 1}),
        ("counter_drive_min_materials", 1, {}),
        ("counter_drive_min_materials", 0, {"counter_drive_min_materials": 0}),
        ("counter_drive_sum", "core_included", {}),
        ("counter_drive_sum", "materials_only", {"counter_drive_core_counts": False}),
        ("master_as_material", True, {}),
        ("master_as_material", False, {"master_as_material": False}),
        ("over_00_summon", True, {}),
        ("over_00_summon", False, {"over_00_summon": False}),
        ("modules.over_skill", False, {"over": False}),
        ("modules.master_drive", False, {"master": False}),
        ("modules.link_drive", False, {"link_drive": False}),
        ("modules.link_shift", False, {"link_shift": False}),
        ("modules.link", False, {"link_drive": False, "link_shift": False}),
    ],
)
def test_every_switch_changes_its_part_of_the_field(option: str, value: object, changed: dict[str, object]) -> None:
    plain = replace(FULL, master=True)
    assert _field("full", {option: value}, master=True) == replace(plain, **changed)


def test_the_best_sums_of_a_unit_out_of_reach() -> None:
    best = reach(deck("03 03 06 09"), FULL)["09"].best
    assert best == model.Best(power=6, counter=0, over=40, exact=True)
    # A run of 03, 04 and 05; the 13 itself is no part of it.
    best = reach(deck("03 04 05 13"), HALF)["13"].best
    assert best == model.Best(power=0, counter=12, over=20, exact=True)
    # The 06 comes by a Counter-Drive of 03 and 04; with 02 it makes 08. The run of 02, 03 and 04 makes 09.
    best = reach(deck("02 03 04 06 10"), HALF, levels=["fight"])["10"].best
    assert best == model.Best(power=8, counter=9, over=20, exact=True)
    assert reach(deck("03 03 06"), FULL)["06"].best is None
    assert reach(deck("03 04 08"), FULL, levels=["own"])["08"].best == model.Best(0, 0, 40, True)


def test_only_the_levels_asked_for_are_answered_with_all_drives_before_them() -> None:
    assert levels(deck("03 03 06"), FULL, "fight")["06"] == "fight"
    assert levels(deck("03 03 06"), FULL, "behind", "own")["06"] == "own"
    assert reach(deck("50"), FULL, levels=[]) == {"50": Reached(None)}


@pytest.mark.parametrize(
    "pieces",
    [
        [Piece("a", 1), Piece("a", 2)],
        [Piece("a", 100)],
        [Piece("a", -1)],
        [Piece("a", 1, cells=0)],
    ],
)
def test_pieces_that_cannot_be(pieces: list[Piece]) -> None:
    with pytest.raises(ValueError, match="piece"):
        reach(pieces, FULL)


links = st.sampled_from([(), ZERO, DRAGON, RIDER, (Link("void", ("B",)), Link("bug", ("A", "B")))])
some_powers = st.sampled_from([4, 6, 9, 14, 22]).flatmap(
    lambda most: st.lists(st.one_of(st.integers(0, 3), st.integers(0, most)), min_size=1, max_size=7)
)


@st.composite
def decks(draw: Callable[..., object], cells: Iterable[int] = (1,)) -> list[Piece]:
    powers = draw(some_powers)
    assert isinstance(powers, list)
    pieces = []
    for i, power in enumerate(powers):
        width, linked = draw(st.sampled_from(list(cells))), draw(links)
        assert isinstance(width, int)
        assert isinstance(linked, tuple)
        pieces.append(Piece(f"{power:02d}-{i}", power, width, linked))
    return pieces


fields = st.builds(Field, st.integers(2, 5), st.integers(1, 3), st.booleans(), master_links=links)
odd_fields = st.builds(
    Field,
    st.integers(2, 4),
    st.integers(1, 3),
    st.booleans(),
    master_as_material=st.booleans(),
    master_links=links,
    material_scope=st.sampled_from(["battle_grid_top_units", "include_frames", "include_charge_grid"]),
    power_drive_min_units=st.sampled_from([1, 2]),
    counter_drive_min_materials=st.sampled_from([0, 1]),
    counter_drive_core_counts=st.booleans(),
    over=st.booleans(),
    over_00_summon=st.booleans(),
    link_drive=st.booleans(),
    link_shift=st.booleans(),
)


def _agrees(pieces: Sequence[Piece], field: Field, level: Level) -> None:
    found = reach(pieces, field)
    assert all(answer.decided for answer in found.values())
    rank = LEVELS.index(level)
    reached = {id_ for id_, answer in found.items() if answer.level and LEVELS.index(answer.level) <= rank}
    assert reached == oracle(pieces, field, level)


@settings(max_examples=120, deadline=None)
@given(decks(), fields, st.sampled_from(LEVELS))
def test_small_decks_are_as_a_plain_search_finds_them(pieces: list[Piece], field: Field, level: Level) -> None:
    _agrees(pieces, field, level)


@settings(max_examples=60, deadline=None)
@given(decks(cells=(1, 1, 1, 2, 3)), fields, st.sampled_from(LEVELS))
def test_small_decks_with_sets(pieces: list[Piece], field: Field, level: Level) -> None:
    _agrees(pieces, field, level)


@settings(max_examples=60, deadline=None)
@given(decks(cells=(1, 1, 1, 1, 1, 2)).map(lambda pieces: pieces[:5]), odd_fields, st.sampled_from(LEVELS))
def test_small_decks_under_other_switches(pieces: list[Piece], field: Field, level: Level) -> None:
    _agrees(pieces, field, level)


@pytest.mark.parametrize("seed", range(3))
def test_decks_with_many_equal_units_are_as_the_search_forwards_finds_them(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deep trees: up to eighteen cards, still few states because the weak ones are alike."""
    monkeypatch.setattr(reach_levels, "walked", lambda *_: None)
    chance = random.Random(seed)
    for _ in range(60):
        level: Level = chance.choice(("own", "own", "fight", "behind"))
        size = chance.randint(10, 18) if level == "own" else chance.randint(8, 12)
        weak = chance.randint(size // 3, size - 2)
        kinds = chance.choice(((3,), (1, 3), (1, 2, 3), (0, 1, 2, 3)))
        powers = [*chance.choices(kinds, k=weak), *chance.choices(range(4, 31), k=size - weak)]
        field = Field(chance.randint(2, 5), chance.randint(2, 3), chance.random() < 0.3)
        units = Deck.of([Piece(str(i), power) for i, power in enumerate(powers)], field, linked=False)
        wanted = {k for k, kind in enumerate(units.kinds) if not kind.master}
        answers = reach_levels.Builds(units, field, level, reach_levels.Budget(50_000)).answers(wanted)
        walked = walk(units.kinds, units.counts, field, level, wanted, 150_000)
        for k in wanted:
            if answers[k] is not None and (walked.complete or k in walked.reached):
                assert answers[k] == (k in walked.reached), (units.kinds[k].power, powers, field, level)


@settings(max_examples=60, deadline=None)
@given(decks(cells=(1, 1, 1, 2)), odd_fields, st.sampled_from(("own", "fight")))
def test_what_is_plain_at_a_glance_can_be_summoned(pieces: list[Piece], field: Field, level: Level) -> None:
    few = pieces[:5]
    assert plainly_reached(few, field, level) <= oracle(few, field, level)


@pytest.mark.parametrize("seed", range(3))
def test_sets_of_cards_find_what_the_search_drive_by_drive_finds(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(150):
        level: Level = chance.choice(("own", "fight", "behind"))
        powers = [chance.choice((chance.randint(0, 3), chance.randint(0, 25))) for _ in range(chance.randint(4, 13))]
        field = replace(
            Field(chance.randint(2, 5), chance.randint(1, 3), chance.random() < 0.3),
            counter_drive_min_materials=chance.choice((0, 1)),
            power_drive_min_units=chance.choice((1, 2)),
        )
        units = Deck.of([Piece(str(i), power) for i, power in enumerate(powers)], field, linked=False)
        whole = chance.random() < 0.5
        stock = units.stock(field, level)
        ways, planner = Ways(stock, whole_vitals=whole), Planner(stock, whole_vitals=whole)
        for k, kind in enumerate(units.kinds):
            if not kind.master and kind.power > max(3, stock.over):
                first = ways.find(kind.power, without=k, most=50_000).found
                second = planner.find(kind.power, without=k, steps=4_000).found
                assert None in (first, second) or first == second, (kind.power, powers, field, level)


many_powers = st.lists(st.one_of(st.integers(0, 3), st.integers(0, 60)), max_size=40)


@settings(max_examples=60, deadline=None)
@given(many_powers, fields)
@pytest.mark.rule("DRIVE-18", "MASTER-12")
def test_no_power_drive_brings_more_than_all_weak_units_and_the_master(powers: list[int], field: Field) -> None:
    pieces = [Piece(str(i), power) for i, power in enumerate(powers)]
    most = sum(power for power in powers if power <= 3) + (6 if field.master else 0)
    for piece in pieces:
        answer = reach(pieces, field, levels=["own"])[piece.id]
        assert answer.level is None or piece.power <= max(3, most)


@settings(max_examples=40, deadline=None)
@given(many_powers, fields, st.randoms(use_true_random=False))
def test_the_order_of_the_pieces_and_more_cells_or_cards_take_nothing_away(
    powers: list[int], field: Field, chance: random.Random
) -> None:
    pieces = [Piece(str(i), power) for i, power in enumerate(powers)]
    found = reach(pieces, field, levels=["own", "fight"])
    mixed = list(pieces)
    chance.shuffle(mixed)
    assert reach(mixed, field, levels=["own", "fight"]) == found
    wider = replace(field, columns=field.columns + 1)
    for after in (reach(pieces, wider, levels=["own"]), reach([*pieces, Piece("more", 3)], field, levels=["own"])):
        for piece in pieces:
            if found[piece.id].level == "own":
                assert after[piece.id].level == "own" or not after[piece.id].decided


def test_a_search_that_meets_its_bound_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums that just miss need the whole search; without steps the answer is open, never wrong."""
    pieces = deck("03 03 03 03 03 03 06 06 07 07 14 15 17")
    right = levels(pieces, HALF, "own")
    monkeypatch.setattr(reach_levels, "WAYS", 1)
    monkeypatch.setattr(reach_levels, "STEPS", 1)
    monkeypatch.setattr(reach_levels, "WALK_STEPS", 1)
    monkeypatch.setattr(reach_levels, "FEWER_STEPS", 1)
    found = reach(pieces, HALF, levels=["own"])
    assert any(not answer.decided for answer in found.values())
    for id_, answer in found.items():
        assert answer.level == right[id_] if answer.decided else answer.level is None
