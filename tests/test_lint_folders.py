"""A judge's folder: no registered list is dropped; lists of names; what importing a list keeps and tells."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openpyxl import Workbook

from converters.readers.sources import open_input
from converters.readers.textio import decide
from converters.records import InputError
from rulebook.documents import load_schema, parse_document
from tests.calling import Call, caller
from tests.lint_helpers import UNITS, card, half, write_pool


@pytest.fixture
def twgp(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> Call:
    odd = (card("Number 39: Utopia"), card("3 Wishes"), card("大魔王ゾーマ"))
    write_pool(tmp_path / "pool.jsonl", (*UNITS, *odd))
    return caller(monkeypatch, capfdbinary, tmp_path)


REGISTERED: dict[str, bytes] = {
    "names.txt": b"Unit 1\nUnit 2\nUnit 3\n",
    "euc.txt": "デッキ\n1 大魔王ゾーマ 大魔王ゾーマ 国立\n".encode("euc_jp"),
    "damaged.dec": "1 大魔王ゾーマ\n1 大魔王ゾーマ\n".encode() + b"\xff\xfe\xff\n",
    "wide.txt": "Deck\n1 Unit 1\n".encode("utf-16-be"),
    "wide": "Deck\n1 Unit 1\n".encode("utf-16-le"),
    "slip.yaml": b"deck:\n  - Unit 1\n",
    "list.yml": b"- Unit 1\n- Unit 2\n",
    "other.json": b'{"player": "A", "list": ["Unit 1"]}',
    "counted.csv": b"count,name,power\n1,Unit 1,3\n1,Unit 2,4\n",
    "empty.ydk": b"",
    "picture.cod": b"\x89PNG\r\n\x1a\n" + bytes(50),
    "Alice.mwDeck": b"Just a few words, and nothing more.\n",
}
TABLES: dict[str, bytes] = {
    "table.csv": b"count,name\n1,Unit 1\n1,Unit 2\n",
    "table.txt": b"name,rarity,quantity\nUnit 1,C,1\nUnit 2,C,1\n",
}
OTHERS: dict[str, bytes] = {
    "README.md": b"# Decks\n\nThese are my decks.\n",
    "README.txt": b"Read me\n",
    "photo.png": b"\x89PNG\r\n\x1a\n" + bytes(50),
    "scan": b"%PDF-1.4 \n",
    "all.zip": b"PK\x03\x04" + bytes(50),
    "cards.db": b"SQLite format 3\x00" + bytes(50),
    "cards.csv": b"name,cost,color\nUnit 1,1,red\nUnit 2,2,red\n",
    "overrides.yaml": b"Unit 1: {power: 5}\n",
    "played.yaml": b"used: [Unit 1]\n",
    "deck.schema.json": b'{"$schema": "x", "properties": {"decks": {}}}',
    "twgp.yaml": b"severities: {D101: info}\n",
}


def fill(folder: Path, files: dict[str, bytes]) -> None:
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)


@pytest.mark.rule("JUDGE-05")
def test_every_list_of_a_folder_has_a_row(twgp: Call, tmp_path: Path) -> None:
    fill(tmp_path / "lists", {**REGISTERED, **TABLES, **OTHERS, "good.json": half(cards=["../pool.jsonl"]).encode()})
    write_pool(tmp_path / "lists" / "converted.txt")
    done = twgp("lint", "lists", "--output", "json")
    report = json.loads(done.out)
    Draft202012Validator(load_schema("findings")).validate(report)
    assert done.code == 2
    rows = {Path(one["file"]).name: one["readable"] for one in report["documents"]}
    read = dict.fromkeys(("good.json", *TABLES), True)
    assert rows == {**dict.fromkeys(REGISTERED, False), **read} | _cp932(rows)
    unreadable = {Path(one["file"]).name for one in report["findings"] if one["code"] == "F701"}
    assert set(REGISTERED) <= unreadable
    passed = {Path(name).name for name in report["passed_over"]}
    assert passed == {*OTHERS, "converted.txt"}
    assert all(name in done.err for name in passed)  # all of them, however many


def _cp932(rows: dict[str, bool]) -> dict[str, bool]:
    """EUC-JP whose bytes happen to be those of Shift-JIS is read, and told to be read so."""
    return {"euc.txt": rows["euc.txt"]}


def test_a_workbook_of_names_and_how_many_is_a_deck(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "lists").mkdir()
    for name, columns in (("deck", ("枚数", "カード名")), ("other", ("a", "b"))):
        book = Workbook()
        for row in (columns, (1, "Unit 1"), (1, "大魔王ゾーマ"), (1, "Nobody")):
            book.active.append(row)
        book.save(tmp_path / "lists" / f"{name}.xlsx")
    report = json.loads(twgp("lint", "lists", "--cards", "pool.jsonl", "--output", "json").out)
    assert [(Path(one["file"]).name, one["cards"]) for one in report["documents"]] == [("deck.xlsx", 3)]
    assert [Path(name).name for name in report["passed_over"]] == ["other.xlsx"]
    assert [one["line"] for one in report["findings"] if one["code"] == "F703"] == [4]
    imported = twgp("deck", "import", "lists/deck.xlsx", "--cards", "pool.jsonl")
    assert "大魔王ゾーマ" in imported.out


def test_a_card_list_of_the_command_is_no_deck(twgp: Call, tmp_path: Path) -> None:
    fill(tmp_path / "lists", {"own.csv": b"name,count\nUnit 1,1\n", "good.json": half(cards=[]).encode()})
    report = json.loads(twgp("lint", "lists", "--cards", "lists/own.csv", "--output", "json").out)
    assert [Path(name).name for name in report["passed_over"]] == ["own.csv"]


@pytest.mark.parametrize(
    ("text", "format_"),
    [
        ("Deck\nAlpha Bird\nBeta Bird\nVitals\nGamma Bird\n", "full"),
        ("デッキ\nAlpha Bird\nBeta Bird\nヴァイタル\nGamma Bird\n", "full"),
        ("形式：ハーフ\nAlpha Bird\nBeta Bird\n", "half"),
        ("Format: half\n\nAlpha Bird\nBeta Bird\n\nGamma Bird\n", "half"),
    ],
)
def test_a_list_of_names_is_a_deck_by_its_headings(twgp: Call, tmp_path: Path, text: str, format_: str) -> None:
    (tmp_path / "d.txt").write_text(text, encoding="utf-8")
    report = json.loads(twgp("lint", "d.txt", "--output", "json", "--select", "F7").out)
    assert [one["code"] for one in report["findings"]] == ["F705"]
    (row,) = report["documents"]
    assert (row["format"], row["cards"]) == (format_, text.count("Bird"))


@pytest.mark.parametrize(
    "text", ["Alpha Bird\nBeta Bird\n", "Format: Modern\nAlpha Bird\n", "Vitals\nAlpha Bird\nBeta Bird\n"]
)
def test_names_alone_are_no_deck(twgp: Call, tmp_path: Path, text: str) -> None:
    (tmp_path / "d.txt").write_text(text, encoding="utf-8")
    report = json.loads(twgp("lint", "d.txt", "--output", "json").out)
    assert [one["code"] for one in report["findings"]] == ["F701"]


# ---------------------------------------------------------------- import

LIST = "Name: First\nPlayer: Alice\n形式：ハーフ\n# remark\n-----\nDeck 2\n1 Unit 1\n1 Unit 2\nVitals\n1 Unit 3\n"


@pytest.mark.parametrize(("given", "kept"), [((), "half"), (("--format", "trial"), "trial")])
def test_import_keeps_the_format_and_tells_what_it_leaves_out(
    twgp: Call, tmp_path: Path, given: tuple[str, ...], kept: str
) -> None:
    (tmp_path / "d.txt").write_text(LIST, encoding="utf-8")
    done = twgp("deck", "import", "d.txt", "--cards", "pool.jsonl", *given)
    assert done.code == 0
    made = parse_document(done.out, "d.yaml")
    assert (made["format"], made["title"]) == (kept, "First")
    told = [line for line in done.err.splitlines() if "not taken over" in line]
    assert told == ["d.txt:2: not taken over: Player: Alice", "d.txt:4: not taken over: # remark"]
    assert "引き継がない：Player: Alice" in twgp("deck", "import", "d.txt", "--lang", "ja").err


def test_import_of_a_list_whose_format_is_no_format(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "d.txt").write_text("Format: haff\nDeck\n1 Unit 1\nVitals\n1 Unit 2\n", encoding="utf-8")
    done = twgp("deck", "import", "d.txt", "--cards", "pool.jsonl")
    assert (done.code, parse_document(done.out, "d.yaml")["format"]) == (1, "full")
    assert "haff" in done.err


# ---------------------------------------------------------------- encodings and card lists


@pytest.mark.parametrize("order", ["utf-16-be", "utf-16-le"])
@pytest.mark.parametrize("text", ["Deck\n1 Unit 1\n", "デッキ\n1 大魔王ゾーマ\nヴァイタル\n"])
def test_the_byte_order_of_text_without_a_mark(text: str, order: str) -> None:
    with pytest.raises(InputError) as error:
        decide(open_input(text.encode(order)))
    assert error.value.values["encoding"] == order


@pytest.mark.parametrize("content", [b"Deck\n1 Unit \xff\xff\n", "Deck\n1 Unit 1\n".encode("utf-16-be")])
def test_lint_names_no_option_that_it_lacks(twgp: Call, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "d.txt").write_bytes(content)
    for lang, says in (("en", "save the file as UTF-8"), ("ja", "UTF-8 で保存する")):
        done = twgp("lint", "d.txt", "--lang", lang)
        assert done.code == 2
        assert says in done.out
        assert "--encoding" not in done.out
    (tmp_path / "own.csv").write_bytes(content)
    done = twgp("deck", "import", "d.txt", "--cards", "own.csv")
    assert "twgp convert --encoding" in done.err


def test_a_card_list_that_cannot_be_used_makes_the_run_useless(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "d.json").write_text(half(cards=["pool.jsonl"]), encoding="utf-8")
    for lists in (("none.jsonl",), ("pool.jsonl", "none.jsonl")):
        given = [part for name in lists for part in ("--cards", name)]
        done = twgp("lint", "d.json", "--output", "json", *given)
        assert done.code == 2
        assert json.loads(done.out)["documents"][0]["readable"]
    assert twgp("deck", "import", "d.json", "--cards", "none.jsonl").code == 2


# ---------------------------------------------------------------- names that YAML reads otherwise


def hints(twgp: Call, folder: Path, item: str, lang: str = "en") -> list[tuple[str, str]]:
    head = "twgp: 1\nformat: half\ncards: pool.jsonl\nvitals:\n"
    (folder / "d.yaml").write_text(f"{head}  - {item}\n", encoding="utf-8")
    rows: list[dict[str, Any]] = list(
        map(json.loads, twgp("lint", "d.yaml", "--output", "jsonl", "--select", "F7").out.splitlines())
    )
    assert all(row["line"] == 5 for row in rows)
    return [(row["code"], row[f"hint_{lang}"] or "") for row in rows]


@pytest.mark.parametrize(
    ("item", "code", "hint"),
    [
        ("Unit 1 x2", "F703", "write {card: Unit 1, quantity: 2}"),
        ("2 Unit 1", "F703", "write {card: Unit 1, quantity: 2}"),
        ("Unit 1 ×2", "F703", "write {card: Unit 1, quantity: 2}"),
        ("大魔王ゾーマ2枚", "F703", "write {card: 大魔王ゾーマ, quantity: 2}"),
        ('"2 Number 39: Utopia"', "F703", 'write {card: "Number 39: Utopia", quantity: 2}'),
        ("Number 39: Utopia", "F702", 'put the name in quotes: "Number 39: Utopia"'),
        ("!Unit", "F702", "put a name that begins with !, &, *, %, @ or ` in quotes"),
        ("!Unit 1", "F702", "put a name that begins with !, &, *, %, @ or ` in quotes"),
        ("&Unit", "F702", "put a name with them in quotes"),
        ("*Unit", "F701", "put a name that begins with !, &, *, %, @ or ` in quotes"),
        ("%Unit", "F701", "put a name that begins with !, &, *, %, @ or ` in quotes"),
        ("`Unit`", "F701", "put a name that begins with !, &, *, %, @ or ` in quotes"),
    ],
)
def test_slips_in_names_are_told_with_what_helps(twgp: Call, tmp_path: Path, item: str, code: str, hint: str) -> None:
    ((found, said),) = hints(twgp, tmp_path, item)
    assert found == code
    assert hint in said
    ((_, said),) = hints(twgp, tmp_path, item, "ja")
    assert "引用符" in said or "quantity: 2} と書く" in said


def test_a_name_that_begins_with_a_number_is_a_name(twgp: Call, tmp_path: Path) -> None:
    assert hints(twgp, tmp_path, "3 Wishes") == []
    ((code, hint),) = hints(twgp, tmp_path, "9 Lives")
    assert (code, hint) == ("F703", "")
