"""CSV, XLSX, Parquet and data frames: what programs do to ids and names, and what comes back as written."""

import csv
import io
from datetime import datetime
from pathlib import Path
from typing import Any

import openpyxl
import pandas
import pyarrow
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from converters.readers import delimited, open_source
from converters.readers.damage import spreadsheet_damage
from converters.readers.headers import fold_header
from converters.readers.tables import frame_records
from converters.records import InputError, Row, Unreadable

cells = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=12) | st.sampled_from(
    [
        ",",
        '"',
        ";",
        "\t",
        "\n",
        "\r",
        "\r\n",
        "、",
        "「」",
        '"Box" x',
        "A, B",
        "'=1",
        " ",
        "\u2028",
        "NA",
        "012",
        "\x1a",
    ]
)


def read(source: Path | bytes, **options: Any) -> list[tuple[int, Row | Unreadable]]:
    return list(open_source(source, **options).records())


def rows_of(source: Path | bytes, **options: Any) -> list[Row | Unreadable]:
    return [row for _, row in read(source, **options)]


@settings(deadline=None)
@given(
    st.lists(st.tuples(cells, cells, cells), min_size=1, max_size=6),
    st.sampled_from([",", ";", "\t", "|"]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_csv_gives_back_what_csv_wrote(table: list[tuple[str, str, str]], delimiter: str, end: str) -> None:
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter, lineterminator=end, quoting=csv.QUOTE_ALL)
    writer.writerows([("name", "コスト", "text"), *table])
    wanted = [dict(zip(("name", "コスト", "text"), row, strict=True)) for row in table if any(row)]
    data = text.getvalue().encode()
    if wanted:
        assert rows_of(data, delimiter=delimiter) == wanted
        assert rows_of(data) == wanted


@pytest.mark.parametrize(
    "name",
    ["Alpha, the Bold", 'Beta "Box" Gam', "Sam #4", "a;b", "a\tb", "a\nb", "、", "「竜」", "'x"],
)
@pytest.mark.parametrize("columns", [["name"], ["name", "cost"], ["カード名", "コスト", "種類"]])
def test_awkward_names_survive(name: str, columns: list[str]) -> None:
    text = io.StringIO(newline="")
    csv.writer(text).writerows([columns, [name, *columns[1:]], ["plain", *columns[1:]]])
    found = rows_of(text.getvalue().encode())
    assert [row[columns[0]] for row in found if isinstance(row, dict)] == [name, "plain"]


def test_an_open_quote_costs_its_line_only_however_long_the_file() -> None:
    lines = ["name,cost", 'A,"1', *(f"B{index},2" for index in range(50_000)), 'C,"3"']
    found = read("\n".join(lines).encode())
    assert found[0] == (2, Unreadable("quotes_do_not_fit"))
    assert len(found) == 50_002
    assert found[-1] == (50_003, {"name": "C", "cost": "3"})


def test_long_lines_and_quoted_texts_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    big = "x" * 10_000_000
    found = rows_of(f'name,text\nA,{big}\nB,"{big}"\nC,c\n'.encode())
    assert [len(row["text"]) for row in found if isinstance(row, dict)] == [10_000_000, 10_000_000, 1]
    monkeypatch.setattr(delimited, "MAX_RECORD", 1 << 20)
    assert read(f"name,text\nA,{big}\nB,b\n".encode()) == [
        (2, Unreadable("record_too_long", "1")),
        (3, {"name": "B", "text": "b"}),
    ]


def test_a_header_with_an_open_quote() -> None:
    with pytest.raises(InputError) as caught:
        read(b'name,"cost\nA,1\n', delimiter=",")
    assert (caught.value.code, caught.value.values["line"]) == ("table_header_broken", 1)


def test_old_line_ends() -> None:
    assert read(b"name,n\rA,1\rB,2\r") == [(2, {"name": "A", "n": "1"}), (3, {"name": "B", "n": "2"})]


def test_headers_fold_for_looking_up() -> None:
    assert fold_header(" ｶｰﾄﾞ名\u200b ") == fold_header("カード名") == "カード名"
    assert fold_header("ＮＡＭＥ") == "name"


@pytest.mark.parametrize(
    "value",
    ["27-Aug", "27-Aug-08", "Aug-27", "8月27日", "2024年8月27日", "1E+12", "9.91214E+15", "46986414.0",
     "#REF!", "#N/A", "########", 46986414.0, 9.91214e15, datetime(2024, 8, 27)],
)  # fmt: skip
def test_what_spreadsheets_make_of_ids_is_noticed(value: object) -> None:
    assert spreadsheet_damage(value) is not None


@pytest.mark.parametrize(
    "value",
    [
        "08-27",
        "100E10",
        "73928e05",
        "1e5",
        "46986414",
        "0012",
        "BT1-001",
        "May",
        "Mar-a",
        "A-1",
        "#7",
        "",
        "月",
        None,
        True,
        7,
        "NA",
    ],
)
def test_real_ids_are_left_alone(value: object) -> None:
    assert spreadsheet_damage(value) is None


def workbook(path: Path, sheets: dict[str, list[list[Any]]]) -> Path:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, table in sheets.items():
        sheet = book.create_sheet(title)
        for row in table:
            sheet.append(row)
    book.save(path)
    return path


def test_a_workbook(tmp_path: Path) -> None:
    path = workbook(
        tmp_path / "cards.xlsx",
        {
            "Sheet": [
                ["My cards"],
                [],
                ["name", " cost ", "id"],
                ["竜", 3, "0012"],
                [],
                ["NA", 2.5, datetime(2024, 8, 27)],
                ["B"],
            ]
        },
    )
    reader = open_source(path)
    assert (reader.format, reader.unit, reader.encoding, reader.remarks) == ("xlsx", "row", None, [])
    assert list(reader.records()) == [
        (4, {"name": "竜", "cost": 3, "id": "0012"}),
        (6, {"name": "NA", "cost": 2.5, "id": datetime(2024, 8, 27)}),
        (7, {"name": "B", "cost": None, "id": None}),
    ]
    assert rows_of(path.read_bytes()) == rows_of(path)


def test_sheets(tmp_path: Path) -> None:
    path = workbook(
        tmp_path / "cards.xlsx",
        {"読んで": [["only a note"]], "一": [["name", "n"], ["A", 1]], "二": [["name", "n"], ["B", 2]]},
    )
    reader = open_source(path)
    assert list(reader.records()) == [(2, {"name": "A", "n": 1})]
    assert reader.remarks == [("sheet_chosen", {"sheet": "一", "others": "読んで, 二"})]
    for sheet in ("二", "3"):
        reader = open_source(path, sheet=sheet)
        assert list(reader.records()) == [(2, {"name": "B", "n": 2})]
        assert reader.remarks == []
    for sheet, code in (("四", "sheet_unknown"), ("9", "sheet_unknown"), ("読んで", "table_without_header")):
        with pytest.raises(InputError) as caught:
            open_source(path, sheet=sheet)
        assert caught.value.code == code


def test_workbooks_with_faults(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", {"S": [["name", "n"], ["A", 1, "x"], ["B", 2]]})
    assert read(path) == [(2, Unreadable("column_count", "3/2")), (3, {"name": "B", "n": 2})]
    path = workbook(tmp_path / "b.xlsx", {"S": [["name", "ｎａｍｅ"], ["A", 1]]})
    with pytest.raises(InputError, match="ｎａｍｅ"):
        open_source(path)
    data = workbook(tmp_path / "c.xlsx", {"S": [["name", "n"], ["A", 1]]}).read_bytes()
    for damaged in (data[: len(data) // 2], data[:-30]):
        with pytest.raises(InputError) as caught:
            open_source(damaged)
        assert caught.value.code == "xlsx_damaged"
    assert rows_of(workbook(tmp_path / "d.xlsx", {"S": [["カード名"], ["竜"]]})) == [{"カード名": "竜"}]


def test_parquet_keeps_whole_numbers_and_nesting(tmp_path: Path) -> None:
    cards = [
        {"name": "A", "id": 46986414, "tags": ["x"], "more": {"a": 1}},
        {"name": "NA", "id": None, "tags": [], "more": {"a": None}},
    ]
    path = tmp_path / "cards.parquet"
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(cards), path)
    reader = open_source(path)
    assert (reader.format, list(reader.records())) == ("parquet", list(enumerate(cards, 1)))
    data = path.read_bytes()
    assert rows_of(data) == cards
    with pytest.raises(InputError) as caught:
        open_source(data[:-40])
    assert caught.value.code == "parquet_damaged"


def test_parquet_written_by_pandas(tmp_path: Path) -> None:
    path = tmp_path / "cards.parquet"
    pandas.DataFrame({"name": ["A", "B"], "cost": [1, 2]}).to_parquet(path)
    assert rows_of(path) == [{"name": "A", "cost": 1}, {"name": "B", "cost": 2}]


def test_data_frames() -> None:
    frame = pandas.DataFrame({"name": ["A", None], "cost": [1, None], "n": [1, 2], "tags": [["x"], []]})
    assert list(frame_records(frame)) == [
        (1, {"name": "A", "cost": 1.0, "n": 1, "tags": ["x"]}),
        (2, {"name": None, "cost": None, "n": 2, "tags": []}),
    ]
    with pytest.raises(InputError) as caught:
        list(frame_records(pandas.DataFrame([[1, 2]], columns=["a", "a"])))
    assert caught.value.code == "column_given_twice"
