"""The real lists beside the repository are read without loss; other real texts are not taken for decks."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from converters.decklists import DeckList, deck_from_xml, decks_from_json, looks_like_deck, parse_deck

# name: format, title, copies in main, side and the other sections, counted in the files by hand and with grep
MTG = {
    "arena_export_about_companion.TRANSCRIBED.txt": (
        "arena",
        "E2E Izzet",
        {"main": 60, "side": 3, "companion": 1},
    ),
    "forge_commander.dck": ("forge", "CMD Devour for Power", {"main": 99, "commander": 1}),
    "testdeck.cod": ("cod", "Deck Name", {"main": 19, "side": 3}),
    "testdeck.dck": ("xmage", None, {"main": 4, "side": 4}),
    "testdeck.dec": (
        "plain",
        "Mono-Blue Tinker from MTGSalvation.com via mtgtrice mtg-decks",
        {"main": 60, "side": 15},
    ),
    "testdeck.dek": ("dek", None, {"main": 5, "side": 3}),
    "testdeck.draft": ("draft", None, {"main": 45}),
    "testdeck.json": ("mtgjson", "Arcane Tempo", {"main": 60, "side": 15}),
    "testdeck.mtga": ("arena", None, {"main": 11, "side": 4}),
    "testdeck.mwDeck": ("mws", "WW Human", {"main": 60, "side": 15}),
    "testdeck.o8d": ("o8d", None, {"main": 1, "side": 2}),
    "xmage_burn_split_name.dck": ("xmage", "Teruya Kakumae's Burn", {"main": 60, "side": 15}),
}
YDK = {
    "AI_BurningAbyss.ydk": {"main": 40, "extra": 15},
    "AI_Majespecter.ydk": {"main": 40, "extra": 15, "side": 15},
    "AI_Wizard.ydk": {"main": 42, "extra": 15},
    "AI_Yugi.ydk": {"main": 44, "extra": 3},
}


def copies(deck: DeckList) -> dict[str, int]:
    found: dict[str, int] = {}
    for line in deck.lines:
        found[line.section] = found.get(line.section, 0) + line.quantity
    return found


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8-sig")


def read(path: Path) -> list[DeckList]:
    if path.suffix == ".json":
        return decks_from_json(json.loads(text_of(path))) or []
    if path.suffix in (".cod", ".dek", ".o8d"):
        deck = deck_from_xml(ElementTree.fromstring(text_of(path)))
        return [deck] if deck is not None else []
    assert looks_like_deck(text_of(path))
    return [parse_deck(text_of(path))]


@pytest.mark.parametrize("name", MTG)
def test_magic(shared: Path, name: str) -> None:
    (deck,) = read(shared / "raw" / "mtg" / "decks" / name)
    assert (deck.format, deck.title, copies(deck)) == MTG[name]
    assert "problem" not in deck.kinds


@pytest.mark.parametrize("name", YDK)
def test_ydk(shared: Path, name: str) -> None:
    (deck,) = read(shared / "raw" / "yugioh" / "ydk" / name)
    assert (deck.format, copies(deck), deck.problems) == ("ydk", YDK[name], ())


def test_pokemon(shared: Path) -> None:
    decks = read(shared / "raw" / "pokemon" / "pokemon-tcg-data__decks__en__base1.json")
    assert [deck.title for deck in decks] == [
        "2-Player Starter Set",
        "Overgrowth",
        "Zap!",
        "Brushfire",
        "Blackout",
    ]
    assert [copies(deck) for deck in decks] == [
        {"main": 61},
        {"main": 60},
        {"main": 60},
        {"main": 60},
        {"main": 60},
    ]


def test_other_texts_are_no_decks(shared: Path) -> None:
    decks = (shared / "raw" / "mtg" / "decks", shared / "raw" / "yugioh" / "ydk")
    suffixes = (".json", ".yaml", ".md", ".txt", ".conf", ".csv", ".xml", ".py")
    taken = [
        path.relative_to(shared).as_posix()
        for path in sorted(shared.rglob("*"))
        if path.suffix in suffixes and path.parent not in decks and looks_like_deck(text_of(path))
    ]
    assert taken == []
