"""`twgp lint --as-played`: what was used against the registered list, and what lay face down."""

import json
from pathlib import Path
from typing import Any

import pytest

from rulebook.played import Cell, read_played
from rulebook.walk import Place
from tests.calling import Call, Done, caller
from tests.lint_helpers import UNITS, VITALS, card, half, write_pool

NAMES = [one.name for one in UNITS[:13]]
SPECIAL = (
    card("Big Unit", power=4),
    card("Counter", "blast_counter"),
    card("Wall", "surge_earth"),
    card("Log", "archive_effect", effect="spell"),
    card("Trap", "archive_trap", effect="hack"),
    card("Sword", "weapon", weapon_sign=1),
    card("Hero", power=2),
)
CARDS = (*UNITS, *VITALS, *SPECIAL)


@pytest.fixture
def twgp(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> Call:
    write_pool(tmp_path / "pool.jsonl", CARDS)
    listed = [*NAMES, *(one.name for one in SPECIAL[:6]), "Unit 20"]
    vitals = ["Hero", *(one.name for one in VITALS[:2])]
    deck = half(listed, vitals=vitals, master={"card": "Hero", "human": True}, tokens=["Unit 30"])
    (tmp_path / "deck.json").write_text(deck, encoding="utf-8")
    return caller(monkeypatch, capfdbinary, tmp_path)


@pytest.fixture
def played(twgp: Call, tmp_path: Path) -> Any:
    """The J findings (code, line, message) of a record."""

    def call(text: str, *arguments: str) -> list[tuple[str, int, str]]:
        (tmp_path / "played.yaml").write_text(text, encoding="utf-8")
        done = twgp("lint", "--as-played", "played.yaml", "--output", "json", "--select", "J,F7", *arguments)
        found = json.loads(done.out)["findings"]
        assert all(one["file"] == "played.yaml" for one in found)
        return [(one["code"], one["line"], one["message_en"]) for one in found]

    return call


@pytest.mark.rule("JUDGE-05")
def test_what_the_list_has_may_be_used(played: Any) -> None:
    text = "registered: deck.json\nused: [Unit 1, Vital 1, Hero, Unit 30, Sword]\n"
    assert played(text) == []


@pytest.mark.rule("JUDGE-05")
@pytest.mark.rule("RES-08")
def test_a_card_that_is_not_in_the_list(played: Any) -> None:
    text = "registered: deck.json\nused:\n  - Unit 1\n  - Unit 40\n  - {card: Unit 2, quantity: 2}\n  - unit 40\n"
    assert played(text) == [
        ("J901", 4, "Unit 40 was used but is not in the registered list"),
        ("J901", 5, "Unit 2 was used 2 times; the list has 1"),
    ]


@pytest.mark.rule("JUDGE-05")
def test_a_card_that_was_used_and_lay_face_down_counts_once(played: Any) -> None:
    text = "registered: deck.json\nused: [Unit 1]\nface_down: {battle: [Unit 1], charge: [Unit 40]}\n"
    assert played(text) == [("J901", 3, "Unit 40 was used but is not in the registered list")]


@pytest.mark.rule("DRIVE-13")
@pytest.mark.rule("STEALTH-13")
@pytest.mark.rule("ATRAP-05")
@pytest.mark.rule("AEFFECT-05")
@pytest.mark.rule("MSKILL-06")
@pytest.mark.rule("TYPE-06")
def test_what_may_lie_face_down_on_the_battle_grid(played: Any) -> None:
    text = """\
registered: deck.json
face_down:
  battle:
    - Unit 2
    - Counter
    - Wall
    - Big Unit
    - Log
    - Trap
    - Sword
    - Hero
    - Vital 1
"""
    assert [(code, line) for code, line, _ in played(text)] == [("J902", line) for line in range(7, 13)]
    messages = [message for _, _, message in played(text)]
    assert messages[0] == "Big Unit has base power 04; only 03 or less may lie face down"
    assert messages[1].startswith("Log is A-Effect")
    assert messages[4] == "Hero is the master; it cannot lie face down"


@pytest.mark.rule("WEAPON-12")
def test_no_weapon_lies_under_a_face_down_card(played: Any) -> None:
    text = """\
registered: deck.json
face_down:
  battle:
    - {card: Unit 1, weapon: true}
    - {card: Unit 2, weapon: [Sword]}
    - {card: Unit 3, weapon: false}
    - {card: Unit 4, weapon: []}
"""
    assert played(text) == [
        ("J902", 4, "Unit 1 lies face down with a weapon under it"),
        ("J902", 5, "Unit 2 lies face down with a weapon under it"),
    ]


@pytest.mark.rule("AEFFECT-05")
def test_any_card_may_lie_face_down_on_the_charge_grid(played: Any) -> None:
    assert played("registered: deck.json\nface_down: {charge: [Big Unit, Log, Trap, Sword, Vital 1]}\n") == []


@pytest.mark.rule("ARCH-03")
def test_a_card_is_what_it_was_registered_as(twgp: Call, tmp_path: Path) -> None:
    listed = [*NAMES, {"card": "Counter", "type": "bsd_counter"}]
    (tmp_path / "deck.json").write_text(half(listed), encoding="utf-8")
    (tmp_path / "p.yaml").write_text("registered: deck.json\nface_down: {battle: [Counter]}\n", encoding="utf-8")
    assert json.loads(twgp("lint", "--as-played", "p.yaml", "--select", "J", "--output", "json").out)["findings"] == []


def test_a_set_counts_with_all_its_cards(twgp: Call, tmp_path: Path) -> None:
    write_pool(tmp_path / "pool.jsonl", (*CARDS, card("Exodia", flags=("set:5",))))
    (tmp_path / "deck.json").write_text(half(["Exodia"]), encoding="utf-8")
    for quantity, findings in ((5, 0), (6, 1)):
        used = f"registered: deck.json\nused: [{{card: Exodia, quantity: {quantity}}}]\n"
        (tmp_path / "p.yaml").write_text(used, encoding="utf-8")
        assert twgp("lint", "--as-played", "p.yaml", "--select", "J", "--output", "jsonl").out.count("\n") == findings


CHOSEN = "of the selected codes 0 errors, 0 warnings, 0 remarks; the deck as a whole"


def test_a_deck_of_the_command_stands_for_the_one_named(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text(half(["Unit 40"]), encoding="utf-8")
    (tmp_path / "p.yaml").write_text("registered: no-such-file\nused: [Unit 40]\n", encoding="utf-8")
    done = twgp("lint", "other.json", "--as-played", "p.yaml", "--select", "J")
    assert (done.code, done.out) == (0, f"other.json (Half): {CHOSEN} is not legal\n")


def test_a_name_means_the_registered_card_where_the_pool_has_two(twgp: Call, tmp_path: Path) -> None:
    twins = (card("Twin", id="own/a", identity="own:a"), card("Twin", id="own/b", identity="own:b"))
    write_pool(tmp_path / "pool.jsonl", (*CARDS, *twins))
    (tmp_path / "deck.json").write_text(half(["own/b"]), encoding="utf-8")
    (tmp_path / "p.yaml").write_text("registered: deck.json\nused: [twin]\n", encoding="utf-8")
    assert twgp("lint", "--as-played", "p.yaml", "--select", "J,F704", "--output", "jsonl").out == ""


def test_without_card_lists_names_are_compared(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "deck.json").write_text(half(["Alpha", "Beta"], cards=[]), encoding="utf-8")
    (tmp_path / "p.yaml").write_text("registered: deck.json\nused: [ＡＬＰＨＡ, Gamma]\n", encoding="utf-8")
    done = twgp("lint", "--as-played", "p.yaml", "--select", "J", "--output", "jsonl")
    assert [json.loads(line)["card"] for line in done.out.splitlines()] == ["Gamma"]


def test_a_suppression_of_the_deck_does_not_meet_lines_of_the_record(twgp: Call, tmp_path: Path) -> None:
    deck = "twgp: 1 # twgp: ignore J901 -- another file\nformat: half\ncards: pool.jsonl\n"
    (tmp_path / "deck.yaml").write_text(deck, encoding="utf-8")
    (tmp_path / "p.yaml").write_text("used: [Unit 1]\nregistered: deck.yaml\n", encoding="utf-8")
    done = twgp("lint", "--as-played", "p.yaml", "--select", "J,F790", "--output", "jsonl")
    assert [json.loads(line)["code"] for line in done.out.splitlines()] == ["F790", "J901"]


def test_the_text_report_quotes_the_record(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text("registered: deck.json\nused:\n  - Unit 40\n", encoding="utf-8")
    done = twgp("lint", "--as-played", "p.yaml", "--select", "J")
    assert done.out.splitlines()[:3] == [
        "p.yaml:3:5: error J901 Unit 40 was used but is not in the registered list",
        "    3 |   - Unit 40",
        "      |     ^^^^^^^",
    ]
    assert done.code == 1


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("used: [Unit 1]\n", 2, "name the registered deck"),
        ("registered: deck.json\nusd: []\n", 1, "F702 unknown key usd; did you mean used?"),
        ("registered: deck.json\nused: {quantity: 1}\n", 1, "F702 `card:` is missing"),
        ("registered: deck.json\nface_down: [a]\n", 1, "F702 face_down wants keys with values: battle, charge"),
        ("registered: none.json\n", 2, "none.json"),
        ("- a\n", 2, "F701 not what was played"),
        ("a: [\n", 2, "F701 not readable"),
        ("", 2, "F701 the document is empty"),
    ],
)
def test_a_record_with_faults(twgp: Call, tmp_path: Path, text: str, code: int, says: str) -> None:
    (tmp_path / "p.yaml").write_text(text, encoding="utf-8")
    done = twgp("lint", "--as-played", "p.yaml", "--select", "F7,J")
    assert (done.code, says in done.out + done.err) == (code, True), done


def test_a_record_that_is_not_there(twgp: Call) -> None:
    done = twgp("lint", "--as-played", "none.yaml")
    assert (done.code, "none.yaml" in done.out) == (2, True)


def test_a_record_is_held_against_one_deck(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text("registered: deck.json\n", encoding="utf-8")
    done: Done = twgp("lint", "deck.json", "deck.json", "--as-played", "p.yaml")
    assert (done.code, done.out) == (2, "")
    assert "one document" in done.err


def test_places_are_kept() -> None:
    played, faults = read_played(
        "registered: d\nused:\n - A\n - {card: B, quantity: 2}\nface_down:\n battle: [C]\n", "p"
    )
    assert not faults
    assert [(one.name, one.place, one.quantity) for one in played.used] == [
        ("A", Place(3, 4), 1),
        ("B", Place(4, 11), 2),
    ]
    assert [(cell.entry.name, cell.entry.place) for cell in played.battle] == [("C", Place(6, 11))]
    assert played.battle[0] == Cell(played.battle[0].entry)
    assert played.place == Place(1, 13)
