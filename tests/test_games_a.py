"""What rows of real lists become, game by game: type, power, places, notes, identity (tests/cases/games)."""

import importlib
from collections.abc import Iterator
from typing import Any

import pytest

from converters.recipe import GAMES, Recipe, load_recipe
from converters.records import Row, Unreadable
from converters.runner import Runner
from rulebook.cards import Card
from rulebook.loading import load_yaml
from tests.conftest import TESTS

GROUP = (
    "yugioh", "yugioh_rush", "pokemon", "hearthstone", "digimon", "lorcana", "flesh_and_blood", "one_piece"
)  # fmt: skip
RECIPES: dict[str, Recipe] = {game: load_recipe(GAMES / f"{game}.yaml") for game in GROUP}
CASES: dict[str, Any] = {game: load_yaml(TESTS / "cases" / "games" / f"{game}.yaml") for game in GROUP}


def convert(game: str, *rows: Row, **departures: object) -> list[Card]:
    """The cards of `rows`, as one list of the game; each must be readable."""
    recipe = RECIPES[game]
    runner = Runner(recipe, departure=departures.get, say=lambda code, **values: code, ruleset="test")
    records: Iterator[tuple[int, Row | Unreadable]] = ((n, dict(row)) for n, row in enumerate(rows, 1))
    if recipe.adapter:
        adapted = importlib.import_module(f"converters.games.{game}").adapt(records)
    else:
        adapted = ((n, row, 0) for n, row in records)
    cards = [row if isinstance(row, Unreadable) else runner.card(row) for _, row, _ in adapted]
    assert len(cards) == len(rows)
    for card in cards:
        assert isinstance(card, Card), card
    return [card for card in cards if isinstance(card, Card)]


def shown(card: Card, key: str) -> object:
    """A field of the card as the case files write it."""
    value = getattr(card, key)
    if key == "notes":
        return [note.code for note in value]
    return list(value) if isinstance(value, tuple) else value


def listed(part: str) -> list[Any]:
    """Every case of one part of the case files, marked with its rule."""
    return [
        pytest.param(
            game,
            case,
            id=f"{game}-{case['why'] if isinstance(case, dict) else number}",
            marks=[pytest.mark.rule(case["rule"])] if isinstance(case, dict) else [],
        )
        for game in GROUP
        for number, case in enumerate(CASES[game].get(part, ()))
    ]


@pytest.mark.parametrize(("game", "case"), listed("cards"))
def test_a_row_becomes_its_card(game: str, case: dict[str, Any]) -> None:
    (card,) = convert(game, case["row"])
    assert {key: shown(card, key) for key in case["card"]} == case["card"]
    assert card.source.fields or card.type == "none"


@pytest.mark.parametrize(("game", "rows"), listed("same"))
def test_reprints_are_one_card(game: str, rows: list[Row]) -> None:
    assert len({card.identity for card in convert(game, *rows)}) == 1


@pytest.mark.parametrize(("game", "rows"), listed("apart"))
def test_different_cards_stay_apart(game: str, rows: list[Row]) -> None:
    assert len({card.identity for card in convert(game, *rows)}) == len(rows)


@pytest.mark.parametrize("game", GROUP)
def test_the_example_of_the_recipe(game: str) -> None:
    example = RECIPES[game].example
    (card,) = convert(game, example["row"])
    assert (card.type, card.power) == (example["type"], example["power"])


@pytest.mark.rule("RES-26")
def test_parts_of_one_body_print_all_its_texts() -> None:
    names = ("ユニオンゲイン", "たべほうだい", "バーストホイール", "ライトニングボール")
    rows: list[Row] = [
        {"id": f"S8b-{number}", "name_ja": "モルペコV-UNION", "hp": 310, "category": "Pokemon",
         "attacks": [{"name_ja": name, "effect_ja": "効く。", "cost": [], "damage": None}]}
        for number, name in enumerate(names, 56)
    ]  # fmt: skip
    after: Row = {"id": "S8b-060", "name_ja": "ピカチュウ", "hp": 60, "category": "Pokemon"}
    *parts, last = convert("pokemon", *rows, after)
    text = "\n".join(f"【ワザ 】{name}：効く。" for name in names)
    assert [card.text_ja for card in parts] == [text] * 4
    assert [card.printings for card in parts] == [("S8b-56",), ("S8b-57",), ("S8b-58",), ("S8b-59",)]
    assert last.text_ja is None


@pytest.mark.rule("READ-04")
def test_abilities_rules_and_attacks_are_paragraphs_in_printed_order() -> None:
    (card,) = convert(
        "pokemon",
        {
            "name": "Alakazam V", "supertype": "Pokémon", "subtypes": ["Basic", "V"], "hp": "180",
            "attacks": [{"name": "Ray", "cost": ["Psychic", "Colorless"], "damage": "30", "text": "Flip."}],
            "rules": ["Two prizes.", "A second rule."],
            "abilities": [{"name": "Swap", "text": "Move a counter.", "type": "Ability"}],
        },
    )  # fmt: skip
    assert card.text is not None
    assert card.text.split("\n") == [
        "[Ability] Swap: Move a counter.",
        "[Rule] Two prizes.",
        "[Rule] A second rule.",
        "[Attack PC] Ray 30: Flip.",
    ]


@pytest.mark.rule("TYPE-02")
def test_a_list_that_marks_collectible_cards_leaves_the_mark_out_of_tokens() -> None:
    wisp: Row = {"id": "CS2_231", "dbfId": 179, "name": "Wisp", "type": "MINION", "collectible": True}
    sheep: Row = {"id": "CS2_tk1", "dbfId": 796, "name": "Sheep", "type": "MINION", "cost": 1}
    assert [card.type for card in convert("hearthstone", sheep, wisp)] == ["none", "unit"]
    assert [card.type for card in convert("hearthstone", sheep)] == ["unit"]


LINK: Row = {"name": "Decode Talker", "type_line": "Cyberse / Link / Effect", "link": 3}
XYZ: Row = {"name": "Number 39: Utopia", "type_line": "Warrior / Xyz / Effect", "rank": 4}
EGG: Row = {"name": "Koromon", "type": "Digi-Egg", "level": 2}


@pytest.mark.rule("STATUS-15")
@pytest.mark.parametrize(("way", "power"), [("zero", 0), ("reject", None)])
def test_a_monster_without_stars_by_switch(way: str, power: int | None) -> None:
    link, xyz = convert("yugioh", LINK, XYZ, ygo_starless_power=way)
    assert link.power == power
    assert xyz.power == 4


@pytest.mark.rule("EXTRA-02")
def test_a_second_deck_card_in_the_deck_by_switch() -> None:
    (egg,) = convert("digimon", EGG, second_deck_place="deck_too")
    assert set(egg.places) == {"deck", "extra_device"}


@pytest.mark.rule("EXTRA-08")
def test_the_phase_is_not_taken_from_the_list_by_switch() -> None:
    (xyz,) = convert("yugioh", XYZ, phase_source="player_declared")
    assert xyz.phase is None


def test_an_unreadable_record_passes_every_adapter() -> None:
    spoilt = Unreadable("no_name")
    for game in GROUP:
        if RECIPES[game].adapter:
            adapt = importlib.import_module(f"converters.games.{game}").adapt
            assert list(adapt([(7, spoilt), (8, {"name": "A"})])) == [(7, spoilt, 0), (8, {"name": "A"}, 0)]


STRANGE: list[object] = [
    None, "", 0, -1, 1.5, True, [], ["x"], {}, {"en": None}, {"x": {}}, [{"name": None}], "\ufeff"
]  # fmt: skip
FIELDS = ("type_line", "text", "pendulum_text", "link_arrows", "atk", "level", "desc", "attacks")


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("value", STRANGE, ids=repr)
@pytest.mark.parametrize("game", GROUP)
def test_no_list_falls_over_strange_values(game: str, field: str, value: object) -> None:
    (card,) = convert(game, {"name": "A", "type": "Link Monster", field: value})
    assert card.name == "A"
    assert card.power is None or 0 <= card.power <= 99
