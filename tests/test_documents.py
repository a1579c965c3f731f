"""Documents that users write: every fault in one run, with its line and what would be right."""

from pathlib import Path

import pytest

from rulebook.documents import DocumentError, dump_yaml, load_document, parse_document

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
