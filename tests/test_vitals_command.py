"""`twgp vitals` as a user calls it."""

import json
import re
import sys
from pathlib import Path

import pytest

from rulebook.cards import Card, TextKey, to_line
from rulebook.documents import load_document, parse_document
from tests.calling import Call, Done, caller


@pytest.fixture
def twgp(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> Call:
    """Calls `twgp vitals` in an empty folder; messages in English unless `--lang` says otherwise."""
    return caller(monkeypatch, capfdbinary, tmp_path, "vitals")


def card(name: str, **fields: object) -> Card:
    given = {
        "id": f"own/{name}", "identity": f"own/{name}", "name": name, "game": "own", "type": "vital",
        "places": ("vital",), "vital_kind": "counter", "text_key": TextKey(en=f"text of {name}"), "ruleset": "x",
    }  # fmt: skip
    return Card(**{**given, **fields})  # type: ignore[arg-type]


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    """Six vitals, two of them with one text; five cards of a second deck; a unit; names that want care in YAML."""
    cards = [
        card("Ash"), card("Bay", name_ja="入江"), card("Cay", vital_kind="trap"), card("007"), card("No"),
        card("Ash again", text_key=TextKey(en="text of Ash")),
        *(card(f"Pit {n}", type="unit", power=n, places=("extra_device",), vital_kind=None) for n in range(5)),
        card("Hero", type="unit", power=3, places=("deck",), vital_kind=None),
    ]  # fmt: skip
    path = tmp_path / "pool.jsonl"
    path.write_bytes(b"".join(to_line(each) + b"\n" for each in cards))
    return path


def test_the_count(twgp: Call, pool: Path) -> None:
    # Of six, one pair shares its text: C(4,5) + 2 C(4,4) sets of five, C(4,3) + 2 C(4,2) of three.
    assert twgp(pool, "--count-only") == Done(0, "2\n", "")
    assert twgp(pool, "--count-only", "--format", "half").out == "16\n"
    done = twgp(pool, "--count-only", "--format", "half", "--extra", "--output", "json")
    assert json.loads(done.out) == {"count": 16 * 60, "vital_sets": 16, "extra_devices": 60}
    done = twgp(pool, "--count-only", "--format", "half", "--output", "yaml")
    assert parse_document(done.out, "out") == {"count": 16, "vital_sets": 16}


def test_a_count_of_none_is_a_count_with_a_reason(twgp: Call, pool: Path) -> None:
    done = twgp(pool, "--count-only", "--format", "trial")
    assert (done.code, done.out) == (0, "0\n")
    assert "trial has 7 vitals (V201)" in done.err


def test_a_count_of_thousands_of_digits_is_written(twgp: Call, tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_bytes(b"".join(to_line(card(f"c{n}")) + b"\n" for n in range(14_500)))
    before = sys.get_int_max_str_digits()
    done = twgp(path, "--count-only", "--format", "trial", "--vitals", "7001")
    assert len(done.out.strip()) > 4_300
    assert done.out.strip().isdigit()
    assert sys.get_int_max_str_digits() == before


def test_a_draw_is_a_table_for_people(twgp: Call, pool: Path) -> None:
    done = twgp(pool, "--seed", "1", "--must", "Cay")
    assert done.code == 0
    assert done.out.startswith("2 legal sets of 5 vitals (full); seed 1\n")
    assert re.search(r"│ Cay +│ vital trap +│ own/Cay", done.out)
    assert "ヴァイタル・トラップ" in twgp(pool, "--seed", "1", "--must", "Cay", "--lang", "ja").out


def test_documents_hold_what_was_drawn(twgp: Call, pool: Path, tmp_path: Path) -> None:
    (tmp_path / "decks").mkdir()
    done = twgp(pool, "--format", "half", "--seed", "3", "--extra", "--must", "007", "--must", "No",
                "--without", "Ash", "--without", "入江", "--set", "ed_count_policy=always_required",
                "-o", "decks/made.yaml")  # fmt: skip
    assert (done.code, done.out) == (0, "")
    assert "seed 3" in done.err
    made = load_document(tmp_path / "decks" / "made.yaml")
    assert made["twgp"] == 1
    assert (made["format"], made["cards"]) == ("half", ["../pool.jsonl"])
    assert made["options"] == {"ed_count_policy": "always_required"}
    # A name that a reader may take for a number or a truth value is replaced by the id, or put in quotes.
    assert made["vitals"][:2] in (["own/007", "No"], ["Cay", "own/007"])
    assert len(made["extra_device"]) == 3
    assert set(made["extra_device"]) < {f"Pit {n}" for n in range(5)}
    assert [path.name for path in (tmp_path / "decks").iterdir()] == ["made.yaml"]


def test_several_documents(twgp: Call, pool: Path) -> None:
    done = twgp(pool, "--count", "3", "--seed", "5", "--output", "yaml")
    documents = [parse_document(part, "out") for part in done.out.split("---\n")]
    assert len(documents) == 3
    again = json.loads(twgp(pool, "--count", "3", "--seed", "5", "--output", "json").out)
    assert [document["vitals"] for document in documents] == [document["vitals"] for document in again]
    one = json.loads(twgp(pool, "--seed", "5", "--output", "json").out)
    assert one == again[0]


def test_two_devices_under_a_vital_are_a_list(twgp: Call, pool: Path) -> None:
    done = twgp(pool, "--format", "dorsaga", "--extra", "--count", "20", "--seed", "1", "--output", "json")
    laid = [under for document in json.loads(done.out) for under in document["extra_device"]]
    assert {type(under) for under in laid} == {str, list}
    assert all(len(under) == 2 for under in laid if isinstance(under, list))


def test_a_vital_without_a_device_keeps_its_place(twgp: Call, pool: Path) -> None:
    done = twgp(pool, "--format", "half", "--extra", "--set", "ed_count_policy=up_to_limit", "--count", "30",
                "--seed", "1", "--output", "json")  # fmt: skip
    laid = [document["extra_device"] for document in json.loads(done.out)]
    assert all(len(under) == 3 for under in laid)
    assert any(None in under for under in laid)


@pytest.mark.rule("MASTER-01", "MASTER-12")
def test_a_master_takes_a_place(twgp: Call, pool: Path) -> None:
    made = json.loads(twgp(pool, "--master", "Hero", "--seed", "2", "--output", "json").out)
    assert made["master"] == {"card": "Hero"}
    assert "Hero" in made["vitals"]
    assert len(made["vitals"]) == 5
    # C(4,4) + 2 C(4,3) rows of four beside the master.
    assert twgp(pool, "--master", "Hero", "--count-only").out == "9\n"
    assert "master 06" in twgp(pool, "--master", "Hero").out


def test_a_listing_goes_in_order_and_may_be_cut(twgp: Call, pool: Path) -> None:
    done = twgp(pool, "--format", "half", "--all")
    lines = done.out.splitlines()
    assert lines[0] == "16 legal sets of 3 vitals (half)"
    assert lines[1] == "1. Ash | Bay | Cay"
    assert len(lines) == 17
    assert twgp(pool, "--format", "half", "--all", "--limit", "2").out.splitlines() == lines[:3]
    listed = json.loads(twgp(pool, "--format", "half", "--all", "--output", "json").out)
    assert len({tuple(document["vitals"]) for document in listed}) == 16
    extra = twgp(pool, "--format", "half", "--all", "--limit", "1", "--extra").out.splitlines()
    assert extra[1] == "1. Ash [Pit 0] | Bay [Pit 1] | Cay [Pit 2]"
    assert twgp(pool, "--limit", "2").code == 2


def test_a_file_of_text(twgp: Call, pool: Path, tmp_path: Path) -> None:
    assert twgp(pool, "--all", "-o", "list.txt").code == 0
    assert len((tmp_path / "list.txt").read_text(encoding="utf-8").splitlines()) == 3
    assert "known: .yaml" in twgp(pool, "-o", "list.csv").err
    assert twgp(pool, "-o", pool).code == 2
    assert "text" in twgp(pool, "--output", "xml").err


def test_words_that_name_no_card_or_several(twgp: Call, pool: Path, tmp_path: Path) -> None:
    assert "did you mean: Hero" in twgp(pool, "--must", "Heroo").err
    assert "no card of the pool is called “Quux”" in twgp(pool, "--without", "Quux").err
    assert twgp(pool, "--must", "Hero").err.startswith("“Hero” cannot be a vital")
    assert twgp(pool, "--must", "Ash", "--must", "own/Ash again").code == 2
    both = tmp_path / "both.jsonl"
    both.write_bytes(
        to_line(card("Twin", id="own/1")) + b"\n" + to_line(card("Twin", id="own/2", identity="2")) + b"\n"
    )
    assert "own/1, own/2" in twgp(both, "--must", "Twin").err


def test_too_few_vitals_are_explained(twgp: Call, pool: Path) -> None:
    done = twgp(pool, "--without", "Bay", "--without", "Cay")
    assert (done.code, done.out) == (1, "")
    assert "only 4 cards are left to choose from. Of the 12 cards 6 can be vitals" in done.err
    done = twgp(pool, "--without", "Bay")
    assert "5 cards to choose from, but at most 4 of them can lie together" in done.err
    assert "同時に置けるのは 4 枚まで" in twgp(pool, "--without", "Bay", "--lang", "ja").err


def test_foreign_lists_are_converted_first(twgp: Call, tmp_path: Path) -> None:
    rows = [
        {
            "id": n,
            "name": f"Field {n}",
            "type": "Spell Card",
            "race": "Field",
            "desc": f"Text {n}.",
            "frameType": "spell",
        }
        for n in range(1, 7)
    ]
    (tmp_path / "list.json").write_text(json.dumps(rows), encoding="utf-8")
    assert twgp("list.json", "--game", "yugioh", "--count-only") == Done(0, "6\n", "")


def test_the_number_of_vitals_is_that_of_the_format(twgp: Call, pool: Path) -> None:
    assert "full is not played with 4 vitals; right is 5" in twgp(pool, "--vitals", "4").err
    assert "trial is not played with 8 vitals" in twgp(pool, "--vitals", "8", "--format", "trial").err
