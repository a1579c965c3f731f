"""Recipes of the games in `GAME_IDS`: rows as their lists hold them, and the cards that must come out."""

import copy
import importlib
import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from converters.kinds import KindReader
from converters.recipe import GAMES, Recipe
from converters.records import Row, Unreadable
from converters.runner import Runner
from rulebook.cards import Card
from rulebook.codes import codes
from rulebook.loading import load_yaml

CASES = Path(__file__).parent / "cases" / "games"
GAME_IDS = (
    "weiss", "vanguard", "duel_masters", "battle_spirits", "dragon_quest", "dinosaur_king", "live_on",
    "playing_cards", "shadowverse_evolve",
)  # fmt: skip
PLACES = {"vital": ("vital",), "none": ()}


@cache
def load(game: str) -> Recipe:
    return msgspec.convert(load_yaml(GAMES / f"{game}.yaml"), Recipe)


@cache
def runner(game: str) -> Runner:
    return Runner(load(game), departure=lambda switch: None, say=lambda code, **values: code, ruleset="test")


def convert(game: str, rows: list[Row]) -> list[Card | Unreadable]:
    """The rows through the game's adapter, where it has one, and its recipe."""
    numbered = ((number, copy.deepcopy(row)) for number, row in enumerate(rows, 1))
    if load(game).adapter:
        adapted = [row for _, row, _ in importlib.import_module(f"converters.games.{game}").adapt(numbered)]
    else:
        adapted = [row for _, row in numbered]
    return [runner(game).card(row) for row in adapted]


def cases(part: str, having: str = "") -> list[Any]:
    """The cases of one part of every file; with `having` only those with that key."""
    listed = []
    for game in GAME_IDS:
        for number, case in enumerate(load_yaml(CASES / f"{game}.yaml")[part], 1):
            if not having or having in case:
                marks = [pytest.mark.rule(case["rule"])] if "rule" in case else []
                listed.append(pytest.param(game, case, id=f"{game}-{number}", marks=marks))
    return listed


@pytest.mark.parametrize(("game", "case"), cases("cases"))
def test_a_row_becomes_the_card_that_the_rules_say(game: str, case: dict[str, Any]) -> None:
    card = convert(game, [case["row"]])[0]
    if "unreadable" in case:
        assert isinstance(card, Unreadable)
        assert card.code == case["unreadable"]
        return
    assert isinstance(card, Card)
    shown = {"type": card.type, "power": card.power, "places": list(card.places), "flags": list(card.flags)}
    shown |= {"phase": card.phase, "notes": [note.code for note in card.notes], "vital_kind": card.vital_kind}
    kind = case["type"]
    plain = {"type": kind, "power": None, "places": list(PLACES.get(kind, ("deck",))), "flags": []}
    plain |= {"phase": None, "notes": [], "vital_kind": "counter" if kind == "vital" else None}
    assert shown == {key: case.get(key, value) for key, value in plain.items()}
    for field in ("id", "name", "name_ja", "species", "text", "text_ja"):
        if field in case:
            assert getattr(card, field) == case[field], field


@pytest.mark.parametrize(("game", "case"), cases("cases", having="may_make"))
def test_what_the_text_can_still_make_of_a_card(game: str, case: dict[str, Any]) -> None:
    reader = KindReader(load(game), lambda switch: None)
    kind = next(str(case["row"][key]) for key in ("type", "type_ja") if key in case["row"])
    decision = reader.read(kind, (None,) * len(reader.fields))
    assert list(decision.text_may_make) == case["may_make"]


@pytest.mark.parametrize(("game", "case"), cases("identity"))
def test_reprints_are_one_card_and_namesakes_are_not(game: str, case: dict[str, Any]) -> None:
    rows = case.get("one") or case["apart"]
    keys = [card.identity for card in convert(game, rows) if isinstance(card, Card)]
    assert len(keys) == len(rows)
    assert len(set(keys)) == (1 if "one" in case else len(rows))


@pytest.mark.parametrize("game", GAME_IDS)
def test_the_example_of_a_recipe_is_right(game: str) -> None:
    example = load(game).example
    card = convert(game, [example["row"]])[0]
    assert isinstance(card, Card)
    assert (card.type, card.power) == (example["type"], example["power"])


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_recipe_names_known_codes_and_sound_patterns(game: str) -> None:
    recipe = load(game)
    assert recipe.id == game
    for line in recipe.kinds:
        assert line.note is None or line.note in codes()
        for pattern in (line.match, line.unless or "", *line.field.values()):
            re.compile(pattern, re.IGNORECASE)
        assert set(line.field) <= recipe.fields.keys()
    for name in (name for key in recipe.identity for name in key):
        assert name in recipe.fields
    for field in recipe.fields:
        for alias in recipe.aliases(field):
            assert alias.pattern is None or re.compile(alias.pattern).groups <= 1


@pytest.mark.parametrize("game", ["duel_masters", "battle_spirits"])
def test_an_adapter_passes_on_every_record(game: str) -> None:
    """Records that could not be read, and rows of unexpected shapes, come out at their place."""
    broken = Unreadable("bad_json")
    odd = {"name": 5, "text": ["a"], "effects": [1, None, {"keywords": "x"}]}
    rows: list[Row | Unreadable] = [{}, broken, odd]
    adapt = importlib.import_module(f"converters.games.{game}").adapt
    passed = list(adapt(enumerate(copy.deepcopy(rows), 1)))
    assert [(number, joined) for number, _, joined in passed] == [(1, 0), (2, 0), (3, 0)]
    assert passed[1][1] == broken
