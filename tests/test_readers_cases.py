"""Small inputs of every text format, from `cases/readers/texts.yaml`."""

from pathlib import Path
from typing import Any

import pytest

from converters.readers import MaybeDeckList, open_source
from converters.records import InputError, Row, Unreadable
from rulebook.codes import codes
from rulebook.loading import load_yaml

CASES: list[dict[str, Any]] = load_yaml(Path(__file__).parent / "cases" / "readers" / "texts.yaml")


def wanted(entry: list[Any]) -> tuple[int, Row | Unreadable]:
    number, *rest = entry
    return number, rest[0] if len(rest) == 1 else Unreadable(*rest)


@pytest.fixture(params=CASES, ids=[case["about"] for case in CASES])
def case(request: pytest.FixtureRequest) -> dict[str, Any]:
    chosen: dict[str, Any] = request.param
    return chosen


@pytest.fixture
def path(case: dict[str, Any], tmp_path: Path) -> Path:
    path = tmp_path / case.get("name", "list")
    path.write_bytes(case["text"].encode(case.get("encoding", "utf-8")))
    return path


def test_input_is_read_as_written_down(case: dict[str, Any], path: Path) -> None:
    options = case.get("options", {})
    if "error" in case:
        with pytest.raises(InputError) as caught:
            list(open_source(path, **options).records())
        assert caught.value.code == case["error"]
        assert str(path) in caught.value.text("en")
        assert str(path) in caught.value.text("ja")
    elif "deck" in case:
        with pytest.raises(MaybeDeckList) as deck:
            open_source(path, **options)
        assert (deck.value.found.form, deck.value.found.text) == (case["deck"], case["text"])
    else:
        reader = open_source(path, **options)
        assert list(reader.records()) == [wanted(entry) for entry in case["rows"]]
        assert reader.format == case["format"]
        assert reader.encoding == case.get("read_as", "utf-8")
        assert [code for code, _ in reader.remarks] == ([case["remark"]] if "remark" in case else [])


def test_codes_are_on_the_list_with_what_they_need(case: dict[str, Any], path: Path) -> None:
    if "rows" not in case:
        return
    known = codes()
    reader = open_source(path, **case.get("options", {}))
    for _, row in reader.records():
        if isinstance(row, Unreadable):
            assert known[row.code].level == "unreadable"
            assert known[row.code].text("ja", detail=row.detail)
    for code, values in reader.remarks:
        assert known[code].level == "note"
        assert known[code].text("en", **values)


def test_a_second_reading_gives_the_same(case: dict[str, Any], path: Path) -> None:
    if "rows" in case:
        reader = open_source(path, **case.get("options", {}))
        first, remarks = list(reader.records()), list(reader.remarks)
        assert (list(reader.records()), reader.remarks) == (first, remarks)


def test_bytes_are_read_as_files_are(case: dict[str, Any], path: Path) -> None:
    if "rows" in case and "name" not in case:
        reader = open_source(path.read_bytes(), **case.get("options", {}))
        assert list(reader.records()) == [wanted(entry) for entry in case["rows"]]
