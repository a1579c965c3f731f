"""Documents that users write: every fault in one run, with its line and what would be right."""

from pathlib import Path

import pytest

from rulebook.decks import read_decks
from rulebook.documents import DocumentError, dump_yaml, load_document, parse_document
from rulebook.project import load_project
from rulebook.words import Words

RECIPE = """id: skywar
fields: {name: Card}
kinds:
  - {match: "(", type: unit}
  - {match: Gear, type: wepon}
powr: {from: [x]}
"""


def problems(path: Path, text: str, schema: str = "recipe") -> list[tuple[int, str]]:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DocumentError) as error:
        load_document(path, schema)
    return [(problem.line, problem.message) for problem in error.value.problems]


def test_all_faults_of_a_recipe_with_their_lines(tmp_path: Path) -> None:
    found = problems(tmp_path / "r.yaml", RECIPE)
    assert [line for line, _ in found] == [4, 5, 6]
    assert "not a pattern" in found[0][1]
    assert "wepon" in found[1][1]
    assert "power" in found[2][1]


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("id: a\nid: b\n", 2, "twice"),
        ("id: a\nfields:\n\t- x\n", 3, "tab"),
        ("id: a\nfields: {name: true}\n", 2, "quotes"),
        ("", 1, "empty"),
        ("id: @x\n", 1, ""),
        ("- 1\n", 1, "object"),
    ],
)
def test_one_fault_and_its_line(tmp_path: Path, text: str, line: int, says: str) -> None:
    found = problems(tmp_path / "r.yaml", text)
    assert any(at == line and says in message for at, message in found), found


def test_a_file_that_is_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "r.yaml"
    path.write_bytes("id: x\n# 名前\n".encode("cp932"))
    with pytest.raises(DocumentError, match=r"r\.yaml:2: not UTF-8"):
        load_document(path, "recipe")


@pytest.mark.parametrize(
    "word", ["007", "010", "No", "yes", "~", "null", "1e5", "0x1F", "1_000", "12:30", "- a", "a: b", "#7", "入江", ""]
)
def test_a_written_document_reads_back_equal(word: str) -> None:
    document = {"title": word, "vitals": [word, [word, 7, True]], word: {"card": word}}
    assert parse_document(dump_yaml(document), "out") == document


DECK = "twgp: 1\n"


@pytest.mark.parametrize(
    ("text", "line", "column", "en", "ja"),
    [
        (f"{DECK}format half\ndecks: []\n", 2, 1, "`: ` is missing", "`: ` が無い"),
        (f"format half\n{DECK}", 1, 1, "`: ` is missing", "`: ` が無い"),
        (f'{DECK}title: "First\nformat: half\ndecks: []\n', 2, 8, "quote that opens here", "ここで開いた引用符"),
        (f"{DECK}vitals: [a, b\nmaster: c\n", 2, 9, "the `[` that opens here", "ここで開いた `[`"),
        (f"{DECK}master: {{card: a\nvitals: [c]\n", 2, 9, "a `}` or a comma", "`}` かコンマ"),
        (f"{DECK}vitals: [{{card: a}} {{card: b}}]\n", 2, 20, "a comma or `]`", "コンマか `]`"),
        (f"{DECK}vitals:\n  - Zoro\n  -Nami\n  - Usopp\n", 4, 3, "space is missing after the `-`", "空白が要る"),
        (f"{DECK}vitals:\n- Zoro\n-Nami\nmaster: a\n", 4, 1, "space is missing after the `-`", "空白が要る"),
        (f"{DECK}title: @x\n", 2, 8, "belongs in quotes", "引用符で囲む"),
        (f"{DECK}title: *x\n", 2, 8, "belongs in quotes", "引用符で囲む"),
        (f"{DECK}vitals:\n\t- a\n", 3, 1, "a tab", "タブ"),
        (f"{DECK}format：half\ndecks: []\n", 2, 7, "full-width colon", "全角のコロン"),
        (f"{DECK}title: a: b\n", 2, 9, "second `: `", "２つ目の `: `"),
        (f"{DECK}vitals:\n  - a\n - b\n", 4, 2, "indent", "字下げ"),
    ],
)
def test_a_slip_in_yaml_is_told_where_it_was_made_in_both_languages(
    text: str, line: int, column: int, en: str, ja: str
) -> None:
    ((_, (fault,)),) = read_decks(text, "d.yaml")
    reason = fault.values["reason"]
    assert isinstance(reason, Words)
    assert (fault.code, *fault.place) == ("F701", line, column)
    assert en in reason.en
    assert ja in reason.ja


@pytest.mark.parametrize(
    ("text", "en", "ja"),
    [
        ("severities: 5\n", "wanted is a map", "マップ"),
        ("recipes: x\n", "wanted is a list", "リスト"),
        ("severities: {D101: loud}\n", "'loud' is not one of", "使えるのは error"),
        ("severity: {}\n", "unknown; known here: ", "このキーは無い"),
        ("recipes: [5]\n", "quotes", "引用符"),
        ("switches: {no_such: 1}\n", "unknown switch", "スイッチや変則ルールは無い"),
        ("recipes: [a\n", "the `[` that opens here", "ここで開いた"),
        ("a: 1\na: 2\n", "given twice", "２回"),
        ("", "empty", "空"),
    ],
)
def test_the_faults_of_a_project_file_are_told_in_both_languages(tmp_path: Path, text: str, en: str, ja: str) -> None:
    path = tmp_path / "twgp.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DocumentError) as error:
        load_project(path)
    assert en in error.value.text("en")
    assert ja in error.value.text("ja")
    assert ("quotes" in error.value.text("en")) == (text == "recipes: [5]\n")
