"""The numbers that the rule text itself gives for power (L125-134), and those derived from them."""

from typing import Any

import pytest

from converters.recipe import recipe
from converters.runner import Runner
from rulebook.cards import Card

Departures = dict[str, object]


def card(game: str, row: dict[str, Any], departures: Departures | None = None) -> Card:
    """The card of one record, with messages left out."""
    runner = Runner(recipe(game), departure=(departures or {}).get, say=lambda code, **_: code, ruleset="test")
    made = runner.card(dict(row))
    assert isinstance(made, Card), made
    return made


def power(game: str, row: dict[str, Any], departures: Departures | None = None) -> int | None:
    made = card(game, row, departures)
    assert made.type == "unit"
    return made.power


@pytest.mark.rule("STATUS-06")
@pytest.mark.parametrize(("hp", "expected"), [(481, 4), (8700, 87), (99, 0), (1250, 12), ("８７００", 87)])
def test_dragon_quest_hundreds_of_hp(hp: object, expected: int) -> None:
    assert power("dragon_quest", {"名前": "大魔王ゾーマ", "HP": hp, "種類": "モンスター"}) == expected


@pytest.mark.rule("STATUS-07")
@pytest.mark.parametrize(
    ("cost", "value", "expected"),
    [
        ("{2}", 2.0, 2),
        ("{14}", 14, 14),
        ("{X}{G}{G}", 2.0, 2),
        ("{HW}", 0.5, 0),
        (None, 0.0, 0),
        ("{1000000}", 1e6, 99),
    ],
)
def test_magic_mana_value(cost: object, value: object, expected: int) -> None:
    row = {"name": "A", "type_line": "Creature", "mana_cost": cost, "mana_value": value}
    assert power("mtg", row) == expected


@pytest.mark.rule("STATUS-07")
@pytest.mark.parametrize(
    ("cost", "expected"),
    [
        ("{2}{R}", 3), ("{1}{W/U}", 2), ("{X}{X}{X}", 0), ("{X}{Y}{Z}{R}{R}", 2), ("{2/W}{2/U}", 4), ("{U/P}", 1),
        ("{G/U/P}", 1), ("{C/W}", 1), ("{S}", 1), ("{C}", 1), ("{HW}", 0), ("{0}", 0), ("", 0), ("{16}", 16),
    ],
)  # fmt: skip
def test_magic_cost_in_symbols_where_no_mana_value_is_given(cost: str, expected: int) -> None:
    assert power("mtg", {"name": "A", "type_line": "Creature", "mana_cost": cost}) == expected


@pytest.mark.rule("STATUS-07")
def test_a_magic_creature_without_cost_is_00_with_a_note() -> None:
    arbor = card("mtg", {"name": "Dryad Arbor", "type_line": "Land Creature", "mana_cost": "", "cmc": 0.0})
    assert arbor.power == 0
    assert [note.code for note in arbor.notes] == ["no_cost"]
    free = card("mtg", {"name": "Ornithopter", "type_line": "Artifact Creature", "mana_cost": "{0}", "cmc": 0.0})
    assert (free.power, free.notes) == (0, ())


@pytest.mark.rule("STATUS-08")
@pytest.mark.parametrize(
    ("printed", "expected"),
    [("500", 0), ("2500", 2), (10000, 10), ("999", 0), ("1000", 1), ("9500", 9), (13500, 13), ("100000", 99)],
)
def test_weiss_thousands(printed: object, expected: int) -> None:
    assert power("weiss", {"code": "A/B-01", "name": "A", "type": "Character", "power": printed}) == expected


@pytest.mark.rule("STATUS-09")
@pytest.mark.parametrize(("cost", "expected"), [("2", 2), ("9", 9), (" 2", 2), ("Infinity", 99), ("999", 99), ("0", 0)])
def test_duel_masters_cost(cost: str, expected: int) -> None:
    assert power("duel_masters", {"name": "A", "cost": cost, "type": "Creature", "civ": "Fire"}) == expected


@pytest.mark.rule("STATUS-09")
@pytest.mark.parametrize(("cost", "expected"), [("6/9", 6), ("10/3", 10)])
def test_a_twinpact_has_the_cost_of_its_creature_half(cost: str, expected: int) -> None:
    assert power("duel_masters", {"name": "A", "cost": cost, "type": "Creature/Spell", "civ": "Fire"}) == expected


@pytest.mark.rule("STATUS-10")
@pytest.mark.parametrize(("cost", "expected"), [("2", 2), (12, 12)])
def test_battle_spirits_cost_not_reduction(cost: object, expected: int) -> None:
    row = {"name": "A", "cost": cost, "type": "SPIRIT", "reduction": ["red", "red"], "symbols": [], "levels": []}
    assert power("battle_spirits", row) == expected


@pytest.mark.rule("STATUS-11")
@pytest.mark.parametrize(("printed", "expected"), [(3000, 3), (11000, 11), (13000, 13), (0, 0)])
def test_vanguard_thousands(printed: int, expected: int) -> None:
    row = {"name": "A", "power": printed, "grade": 0, "shield": 0, "critical": 1, "type": "Normal Unit"}
    assert power("vanguard", row) == expected


@pytest.mark.rule("STATUS-12")
@pytest.mark.parametrize(("strength", "expected"), [(900, 9), ("2000", 20), (1500, 15), (2350, 23)])
def test_dinosaur_king_hundreds(strength: object, expected: int) -> None:
    assert power("dinosaur_king", {"名前": "ティラノサウルス", "つよさ": strength, "種類": "恐竜カード"}) == expected


@pytest.mark.rule("STATUS-13")
@pytest.mark.parametrize(
    ("torque", "expected"),
    [("赤赤1", 3), ("赤赤②", 4), ("赤×2＋無色×1", 3), ("赤×1 青×1 無色×3", 5), ("red x2 + colourless x1", 3)],
)
def test_live_on_all_torques(torque: str, expected: int) -> None:
    assert power("live_on", {"名前": "タテコモール", "トルク": torque, "種類": "モンスター"}) == expected


@pytest.mark.rule("STATUS-14")
@pytest.mark.parametrize(("hp", "expected"), [("40", 4), (120, 12), (30, 3), ("70", 7), (340, 34)])
def test_pokemon_tens_of_hp(hp: object, expected: int) -> None:
    assert power("pokemon", {"name": "A", "supertype": "Pokémon", "subtypes": ["Basic"], "hp": hp}) == expected


@pytest.mark.rule("STATUS-15")
@pytest.mark.parametrize(
    ("stats", "expected"),
    [
        ({"level": 8, "atk": 3000, "def": 2500}, 8),
        ({"level": 12, "atk": "?", "def": "?"}, 12),
        ({"rank": 4, "atk": 2500, "def": 2000}, 4),
        ({"link": 4, "atk": 2300, "def": None}, 4),
        ({"link": 4, "atk": "?", "def": None}, 4),
    ],
)
def test_yugioh_stars(stats: dict[str, object], expected: int) -> None:
    row = {"id": "1", "name": "A", "card_type": "Monster", "type_line": "Dragon / Effect", **stats}
    assert power("yugioh", row) == expected


@pytest.mark.rule("STATUS-16")
@pytest.mark.parametrize(
    "stats",
    [
        {"level": 8, "atk": 2500, "def": 0}, {"level": 8, "atk": 0, "def": 2500}, {"level": 7, "atk": "?", "def": 0},
        {"link": 2, "atk": 0, "def": None}, {"level": 0, "atk": 0, "def": 0}, {"rank": 0, "atk": 3000, "def": 2000},
    ],
)  # fmt: skip
def test_yugioh_zero_attack_or_defence_is_00(stats: dict[str, object]) -> None:
    row = {"id": "1", "name": "A", "card_type": "Monster", "type_line": "Dragon / Effect", **stats}
    assert power("yugioh", row) == 0


@pytest.mark.rule("STATUS-03")
@pytest.mark.parametrize(("way", "expected"), [("reject", None), ("named_digits_only", 0)])
def test_the_switch_for_a_value_above_99(way: str, expected: int | None) -> None:
    row = {"code": "A/B-01", "name": "A", "type": "Character", "power": "100000"}
    assert power("weiss", row, {"power_overflow": way}) == expected


@pytest.mark.rule("STATUS-15")
@pytest.mark.parametrize(("way", "expected"), [("zero", 0), ("reject", None)])
def test_the_switch_for_monsters_without_stars(way: str, expected: int | None) -> None:
    row = {"name": "A", "card_type": "Monster", "type_line": "Cyberse / Link", "link": 4, "atk": 2300, "def": None}
    assert power("yugioh", row, {"ygo_starless_power": way}) == expected


@pytest.mark.rule("STATUS-01")
@pytest.mark.parametrize(
    ("game", "row"),
    [
        ("weiss", {"code": "A/B-01", "name": "A", "type": "Event", "power": "－", "level": "1"}),
        ("weiss", {"code": "A/B-01", "name": "A", "type": "Climax", "power": 0, "level": "CX"}),
        ("vanguard", {"name": "A", "power": -1, "grade": 1, "shield": 0, "critical": 0, "type": "Normal Order"}),
        ("pokemon", {"name": "A", "supertype": "Trainer", "subtypes": ["Item"], "hp": 0}),
        ("mtg", {"name": "A", "type_line": "Sorcery", "mana_cost": "{2}", "mana_value": 2.0}),
        ("yugioh", {"name": "A", "card_type": "Spell", "type_line": "Spell / Normal", "atk": 0, "def": 0, "level": 0}),
    ],
)
def test_only_units_have_power(game: str, row: dict[str, object]) -> None:
    made = card(game, row)
    assert made.type != "unit"
    assert made.power is None


@pytest.mark.rule("STATUS-03")
@pytest.mark.parametrize("missing", [None, "", "-", "？", "N/A"])
def test_a_unit_of_unknown_power_is_never_00(missing: object) -> None:
    made = card("weiss", {"code": "A/B-01", "name": "A", "type": "Character", "power": missing, "level": "0"})
    assert (made.type, made.power) == ("unit", None)
    assert made.notes
