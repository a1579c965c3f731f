"""Deck lists in XML and JSON."""

from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

from converters.decklists import DeckList, deck_from_xml, decks_from_json


def xml(text: str) -> DeckList:
    deck = deck_from_xml(fromstring(text))
    assert deck is not None
    return deck


def cards(deck: DeckList) -> list[tuple[int, str | None, str]]:
    return [(line.quantity, line.name, line.section) for line in deck.lines]


def test_cockatrice() -> None:
    deck = xml(
        '<?xml version="1.0"?><cockatrice_deck version="1"><deckname>First</deckname><comments>no</comments>'
        '<zone name="main"><card number="12" name="Rock"/><card price="0" name="Alpha, the Bold"/></zone>'
        '<zone name="side">'
        '<card number="3" name="Left // Right" setShortName="XYZ" collectorNumber="7"/></zone>'
        '<zone name="tokens"><card number="1" name="Soldier"/></zone></cockatrice_deck>'
    )
    assert (deck.format, deck.title, deck.unit) == ("cod", "First", "card")
    assert cards(deck) == [
        (12, "Rock", "main"),
        (1, "Alpha, the Bold", "main"),
        (3, "Left // Right", "side"),
        (1, "Soldier", "tokens"),
    ]
    assert (deck.lines[2].line, deck.lines[2].set, deck.lines[2].number) == (3, "XYZ", "7")
    assert deck.problems == ()


def test_mtgo() -> None:
    deck = xml(
        '<Deck xmlns:xsd="http://www.w3.org/2001/XMLSchema"><NetDeckID>0</NetDeckID>'
        '<Cards CatID="21213" Quantity="2" Sideboard="false" Name="Alpha" Annotation="0" />'
        '<Cards Sideboard="true" Quantity="1" CatID="26517" Name="Left/Right" /></Deck>'
    )
    assert deck.format == "dek"
    assert cards(deck) == [(2, "Alpha", "main"), (1, "Left/Right", "side")]
    assert [line.card_id for line in deck.lines] == [None, None]


def test_octgn() -> None:
    deck = xml(
        '<deck game="g"><section name="Main">'
        '<card qty="1" id="14450a02-550f-4c02-88f2-69473d8dc9e6">Rock</card></section>'
        '<section name="Sideboard"><card qty="2">Water</card></section></deck>'
    )
    assert deck.format == "o8d"
    assert cards(deck) == [(1, "Rock", "main"), (2, "Water", "side")]
    assert deck.lines[0].card_id == "14450a02-550f-4c02-88f2-69473d8dc9e6"


def test_faults_of_entries_are_named_and_the_rest_is_read() -> None:
    deck = xml(
        '<deck><section name="Main"><card qty="0">A1</card><card qty="many">B2</card><card>C3</card>'
        '<card qty="2"/><card qty="1">D4</card></section>'
        '<section name="Odds"><card qty="1">E5</card></section></deck>'
    )
    assert cards(deck) == [(1, "D4", "main"), (1, "E5", "main")]
    assert [(problem.line, problem.code) for problem in deck.problems] == [
        (1, "deck_quantity_bad"),
        (2, "deck_quantity_bad"),
        (3, "deck_quantity_bad"),
        (4, "deck_entry_nameless"),
        (6, "deck_heading_unknown"),
    ]


@pytest.mark.parametrize(
    "text", ["<cards/>", "<deck/>", "<Deck><Other/></Deck>", "<cockatrice_carddatabase/>", "<game/>"]
)
def test_other_xml_is_no_deck(text: str) -> None:
    assert deck_from_xml(fromstring(text)) is None


def test_mtgjson() -> None:
    document = {
        "meta": {"version": "5"},
        "data": {
            "name": "Secret Pace",
            "code": "XYZ",
            "mainBoard": [{"count": 4, "name": "Alpha", "setCode": "XYZ", "number": "174", "uuid": "u-1"}],
            "sideBoard": [{"count": 1, "name": "Left // Right", "setCode": "XYZ", "number": "2"}],
            "commander": [],
        },
    }
    (deck,) = decks_from_json(document) or []
    assert (deck.format, deck.title) == ("mtgjson", "Secret Pace")
    assert cards(deck) == [(4, "Alpha", "main"), (1, "Left // Right", "side")]
    assert (deck.lines[0].set, deck.lines[0].number, deck.lines[0].card_id) == ("XYZ", "174", "u-1")
    assert [cards(deck) for deck in decks_from_json(document["data"]) or []] == [cards(deck)]


def test_pokemon_tcg_data() -> None:
    spoons = [{"id": "base0-1", "name": "Spoon", "count": True}, {"id": "base0-2", "count": 2}]
    document = [
        {"id": "d-1", "name": "First", "cards": [{"id": "base0-47", "name": "Digger", "count": 3}]},
        {"id": "d-2", "name": "Second", "cards": spoons},
    ]
    first, second = decks_from_json(document) or []
    assert (first.title, second.title) == ("First", "Second")
    assert (cards(first), first.lines[0].card_id) == ([(3, "Digger", "main")], "base0-47")
    assert cards(second) == [(2, None, "main")]
    assert [(problem.line, problem.code) for problem in second.problems] == [(1, "deck_quantity_bad")]


OTHER: list[Any] = [
    None,
    4,
    "text",
    [],
    {},
    [1],
    {"data": []},
    {"data": {"cards": []}},
    [{"name": "Alpha"}],
    {"cards": [{"name": "A"}]},
    [{"cards": [{"id": "a", "name": "Alpha"}]}],
    {"mainBoard": 4},
]


@pytest.mark.parametrize("document", OTHER)
def test_other_json_is_no_deck(document: Any) -> None:
    assert decks_from_json(document) is None
