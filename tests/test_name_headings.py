"""Every recipe reads a name under the headings that tables usually have for it."""

import pytest

from converters.fields import fold_key
from converters.readers.shapes import NAME_KEYS
from converters.recipe import games, recipe
from converters.recognise import recognise
from converters.runner import Runner
from rulebook.cards import Card

HEADINGS = sorted({"Card Name", "card_name", "CardName", "Name", "Title", "Card"} | NAME_KEYS - {"facename"})
JAPANESE = {"name_ja", "japanese name", "日本語名"}
JAPANESE_IN = {("duel_masters", "cardname")}
"""A real list of the game has Japanese names under this heading, to the letter."""


def runner(game: str) -> Runner:
    return Runner(recipe(game), departure=lambda _name: None, say=lambda code, **_values: code, ruleset="")


@pytest.mark.parametrize("heading", HEADINGS)
@pytest.mark.parametrize("game", games())
def test_a_name_is_read_under_its_usual_headings(game: str, heading: str) -> None:
    japanese = heading in JAPANESE or not heading.isascii() or (game, heading) in JAPANESE_IN
    name = "甲の竜" if japanese else "First"
    made = runner(game).card({heading: name, "x": "1"})
    assert isinstance(made, Card)
    assert made.name == name
    assert made.name_ja == (None if name == "First" else name)


@pytest.mark.parametrize("game", games())
def test_both_languages_are_read(game: str) -> None:
    made = runner(game).card({"カード名": "甲の竜", "Card Name": "First"})
    assert isinstance(made, Card)
    assert (made.name, made.name_ja) == ("First", "甲の竜")


@pytest.mark.parametrize("game", games())
def test_a_name_goes_before_what_stands_in_for_it(game: str) -> None:
    made = runner(game).card({"Title": "Other", "Card Name": "Second", "Name": "First"})
    assert isinstance(made, Card)
    assert made.name == "First"


def test_the_power_of_a_playing_card_is_in_its_name() -> None:
    made = runner("playing_cards").card({"Card Name": "King of Spades"})
    assert isinstance(made, Card)
    assert (made.name, made.power) == ("King of Spades", 13)


@pytest.mark.parametrize(
    ("columns", "game"),
    [
        ({"Card Name": "First", "Grade": "1", "Type": "Unit", "Power": "8000"}, "vanguard"),
        ({"Card Name": "First", "Mana Value": "3"}, "mtg"),
        ({"Card Name": "First", "Strength": "900"}, "dinosaur_king"),
        ({"Title": "First", "Pitch": "1", "Cost": "2"}, "flesh_and_blood"),
    ],
)
def test_a_game_is_known_where_the_name_has_another_heading(columns: dict[str, str], game: str) -> None:
    signatures = {one.id: one.recognise for one in games().values()}
    assert [fit.game for fit in recognise([columns], signatures)] == [game]
    made = runner(game).card(dict(columns))
    assert isinstance(made, Card)
    assert made.name == "First"
    assert fold_key(next(iter(columns))) != "name"
