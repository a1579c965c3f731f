"""Decks and collections that are tables: a name and how many on each row, resolved against `--cards`."""

import json
from pathlib import Path
from typing import Any

import pytest

from converters.decklists import DeckList, deck_from_rows, is_deck_table
from converters.recipe import Recipe
from converters.records import Unreadable
from tests.calling import Call, caller

POOL = """Name,Type,Mana Cost,Mana Value,Set Code,Collector Number
Alpha,Creature — Bear,{1}{G},2,AAA,7
"Beta, the Bold",Instant,{R},1,AAA,8
Gamma,Land,,0,BBB,1
"""


@pytest.fixture
def twgp(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> Call:
    (tmp_path / "pool.csv").write_text(POOL, encoding="utf-8")
    return caller(monkeypatch, capfdbinary, tmp_path)


def rows(out: str) -> list[tuple[str, int, str, str]]:
    return [(row["name"], row["quantity"], row["section"], row["type"]) for row in map(json.loads, out.splitlines())]


def deck(*records: dict[str, Any] | Unreadable) -> DeckList:
    return deck_from_rows(enumerate(records, 2), "csv", "line")


MOXFIELD = (
    "Count,Tradelist Count,Name,Edition,Condition,Language,Foil,Tags,Last Modified,Collector Number,Alter,Proxy,"
    "Purchase Price"
)
MANABOX = (
    "Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID,Scryfall ID,Purchase price,Misprint,"
    "Altered,Condition,Language,Purchase price currency"
)
DECKBOX = (
    "Count,Tradelist Count,Name,Edition,Edition Code,Card Number,Condition,Language,Foil,Signed,Artist Proof,"
    "Altered Art,Misprint,Promo,Textless,My Price"
)


@pytest.mark.parametrize(
    "header",
    [
        "Count,Name",
        MOXFIELD,
        MANABOX,
        DECKBOX,
        "Quantity,Name,Finish,Condition,Date Added,Language,Purchase Price,Tags,Edition Name,Edition Code,Scryfall ID",
        "Card Name,Quantity,ID #,Rarity,Set,Collector #,Premium,Sideboarded,Annotation",
        "Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Condition,Printing,Language",
        "カード名,枚数",
        "名前,所持数,区分",
        "quantity,name,category",
    ],
)
def test_names_and_how_many_are_a_deck(header: str) -> None:
    assert is_deck_table(header.split(","))


@pytest.mark.parametrize(
    "header",
    [
        "Name,Type",
        "Count,Edition",
        "Name,Quantity,Type",
        "Name,Quantity,HP",
        "Name,Quantity,Mana Cost",
        "Name,Quantity,Oracle Text",
        "カード名,枚数,コスト",
        "名前,枚数,種類",
        "名前,枚数,つよさ",
        "カード名,枚数,効果",
        "name,quantity,grade,power",
    ],
)
def test_a_fact_of_the_card_makes_a_list_of_cards(header: str) -> None:
    assert not is_deck_table(header.split(","))


def test_the_columns_of_a_users_recipe_are_facts() -> None:
    own = Recipe("mine", {"name": "name", "power": "戦闘力", "quantity": "枚数"})
    assert is_deck_table(["name", "枚数", "戦闘力"])
    assert not is_deck_table(["name", "枚数", "戦闘力"], [own])
    assert is_deck_table(["name", "枚数"], [own])


def test_rows_become_lines_with_set_number_and_section() -> None:
    found = deck(
        {
            "Qty": "4x",
            "Card Name": "Alpha",
            "Set Name": "The Long Name of a Set",
            "Set Code": "AAA",
            "Collector #": "#7",
        },
        {"Qty": 2.0, "Card Name": "Beta", "Board": "Sideboard"},
        {"Qty": "1枚", "Card Name": "Gamma", "Board": "Creatures"},
        {"Qty": "3", "Card Name": "Delta", "Sideboarded": "Yes"},
        {"Qty": "3", "Card Name": "Epsilon", "Section": "vitals"},
        {"Qty": "3", "Card Name": "Zeta", "Section": "deck_2", "Scryfall ID": "39302443-4614-4e62-832a-b74eb2136bc7"},
    )
    assert [(one.line, one.quantity, one.name, one.set, one.number, one.section) for one in found.lines] == [
        (2, 4, "Alpha", "AAA", "7", "main"),
        (3, 2, "Beta", None, None, "side"),
        (4, 1, "Gamma", None, None, "main"),
        (5, 3, "Delta", None, None, "side"),
        (6, 3, "Epsilon", None, None, "vitals"),
        (7, 3, "Zeta", None, None, "deck_2"),
    ]
    assert found.lines[5].card_id == "39302443-4614-4e62-832a-b74eb2136bc7"
    assert found.problems == ()


def test_a_row_number_is_no_id_and_the_number_of_a_card_is_one() -> None:
    found = deck({"id": "1", "name": "Alpha", "count": "1"}, {"カード番号": "XY01-001", "カード名": "乙", "枚数": "2"})
    assert [one.card_id for one in found.lines] == [None, "XY01-001"]


def test_what_cannot_be_read_is_told_with_its_line() -> None:
    found = deck(
        {"Count": "0", "Name": "Alpha"},
        {"Count": "", "Name": "Beta"},
        {"Count": "many", "Name": "Gamma"},
        {"Count": "3", "Name": ""},
        Unreadable("column_count", "3/2"),
        {"Count": "", "Name": " "},
        {"Count": "1", "Name": "Delta"},
    )
    assert [one.name for one in found.lines] == ["Delta"]
    assert [(one.line, one.code) for one in found.problems] == [
        (2, "deck_quantity_bad"),
        (3, "deck_quantity_bad"),
        (4, "deck_quantity_bad"),
        (5, "deck_entry_nameless"),
        (6, "column_count"),
    ]


@pytest.mark.parametrize("options", [(), ("--game", "mtg")])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("deck.csv", 'Count,Name\n4,Alpha\n1,"Beta, the Bold"\n2,Nobody\n'),
        ("deck.tsv", "Count\tName\n4\talpha\n1\tBeta, the Bold\n2\tNobody\n"),
        ("deck.txt", "Name;Count\nAlpha;4\nBeta, the Bold;1\nNobody;2\n"),
    ],
)
def test_a_table_is_resolved_against_the_cards(
    twgp: Call, tmp_path: Path, name: str, text: str, options: tuple[str, ...]
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    done = twgp("convert", name, "--cards", "pool.csv", *options)
    assert rows(done.out) == [("Alpha", 4, "main", "unit"), ("Beta, the Bold", 1, "main", "archive_effect")]
    assert done.code == 1
    assert f"{name}:4" in done.err
    assert "Nobody" in done.err
    assert "read 3 = converted 2 + merged 0 + unreadable 1" in done.err


def test_a_workbook_is_resolved_against_the_cards(twgp: Call, tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (("枚数", "カード名", "区分"), (4, "Alpha", None), (2, "Gamma", "サイド")):
        book.active.append(row)
    book.save(tmp_path / "deck.xlsx")
    done = twgp("convert", "deck.xlsx", "--cards", "pool.csv")
    assert done.code == 0
    assert [row[:3] for row in rows(done.out)] == [("Alpha", 4, "main"), ("Gamma", 2, "side")]


def test_a_collection_is_resolved_by_set_and_number_and_its_printings_are_added_up(twgp: Call, tmp_path: Path) -> None:
    printings = (
        "2,2,Alpha,aaa,Near Mint,English,,,,7,False,False,",
        "1,1,Alpha,aaa,Played,English,foil,,,7,False,False,",
    )
    text = "\n".join((MOXFIELD, *printings))
    (tmp_path / "mine.csv").write_text(text, encoding="utf-8")
    done = twgp("convert", "mine.csv", "--cards", "pool.csv")
    assert done.code == 0
    assert [row[:2] for row in rows(done.out)] == [("Alpha", 3)]


@pytest.mark.parametrize("options", [(), ("--game", "mtg")])
def test_without_cards_it_says_what_it_needs(twgp: Call, tmp_path: Path, options: tuple[str, ...]) -> None:
    (tmp_path / "deck.csv").write_text("Count,Name\n4,Alpha\n", encoding="utf-8")
    done = twgp("convert", "deck.csv", *options)
    assert (done.code, done.out) == (2, "")
    assert "deck list or collection" in done.err
    assert "--cards" in done.err
    assert "所持カード" in twgp("convert", "deck.csv", "--lang", "ja").err
    assert "deck list or collection" in twgp("inspect", "deck.csv").out


def test_playing_cards_are_known_by_their_names(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,quantity\nAce of Spades,2\n", encoding="utf-8")
    done = twgp("convert", "cards.csv")
    assert done.code == 0
    assert [json.loads(line)["game"] for line in done.out.splitlines()] == ["playing_cards"]


def test_mapped_columns_are_a_list_of_cards(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "own.csv").write_text("カード名,戦闘力,枚数\n甲,3000,2\n", encoding="utf-8")
    done = twgp("convert", "own.csv", "--game", "own", "--map", "name=カード名", "--map", "power=戦闘力/1000")
    assert done.code == 0
    assert json.loads(done.out)["name"] == "甲"


def test_a_table_is_linted_and_imported_as_a_deck(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text("Name,Count\nAlpha,4\nNobody,2\n", encoding="utf-8")
    done = twgp("lint", "deck.csv", "--cards", "pool.csv")
    assert "deck.csv:3:1" in done.out
    assert "F703" in done.out
    assert "F701" not in done.out
    assert "F707" not in done.out
    (tmp_path / "deck.csv").write_text("Name,Count\nAlpha,4\nGamma,2\n", encoding="utf-8")
    done = twgp("deck", "import", "deck.csv", "--cards", "pool.csv", "-o", "deck.yaml")
    assert "Alpha" in (tmp_path / "deck.yaml").read_text(encoding="utf-8"), done.err
