"""XLSX, Parquet and data frames.

XLSX is read with openpyxl and Parquet with pyarrow, the libraries that pandas itself uses for them: only they
keep whole numbers whole beside empty cells. They are imported where they are used.
"""

import contextlib
import itertools
import warnings
import zipfile
from collections.abc import Iterator
from typing import Any

from converters.readers.headers import checked_header, fold_header
from converters.readers.shapes import NAME_KEYS
from converters.readers.sources import Source
from converters.readers.strict_json import encodes
from converters.records import InputError, Row, Unreadable

Found = Iterator[tuple[int, Row | Unreadable]]

_MAX_UNPACKED = 1 << 30


class Workbook:
    """One sheet of an XLSX file: `sheet` by name or number from 1, else the first that holds a table.

    The header is the first row with two cells that are not empty (or a single known column name); titles
    above it are passed over. Numbers stay numbers, dates stay dates: `spreadsheet_damage` knows them.
    Raises `InputError`: no workbook, damaged, no such sheet, no table, a column given twice.
    """

    format = "xlsx"
    unit = "row"

    def __init__(self, source: Source, sheet: str | None = None) -> None:
        self.encoding: str | None = None
        self.remarks: list[tuple[str, dict[str, object]]] = []
        self._source = source
        self._path = source.file()
        self._check_package()
        names = self._sheet_names()
        self._sheet, self._header_row = self._choose(names, sheet)
        others = [name for name in names if name != self._sheet]
        if sheet is None and others:
            self.remarks.append(("sheet_chosen", {"sheet": self._sheet, "others": ", ".join(others)}))

    def records(self) -> Found:
        """Each record with its row number from 1 as the sheet counts."""
        header: list[str] = []
        for number, cells in self._rows(self._sheet):
            if number < self._header_row:
                continue
            if number == self._header_row:
                header = checked_header(cells, self._source)
            elif len(cells) > len(header):
                yield number, Unreadable("column_count", f"{len(cells)}/{len(header)}")
            elif cells:
                # Sheets do not write out the empty cells at the end of a row.
                cells += [None] * (len(header) - len(cells))
                yield number, dict(zip(header, cells, strict=True))

    def _check_package(self) -> None:
        try:
            with zipfile.ZipFile(self._path) as package:
                members = package.infolist()
        except (zipfile.BadZipFile, OSError):
            raise self._source.error("xlsx_damaged") from None
        if not any(member.filename.lower().startswith("xl/workbook") for member in members):
            raise self._source.error("not_cards_archive")
        if sum(member.file_size for member in members) > _MAX_UNPACKED:
            raise self._source.error("document_too_long", limit=_MAX_UNPACKED >> 20)

    def _sheet_names(self) -> list[str]:
        with self._opened() as book:
            return [sheet.title for sheet in book.worksheets]

    @contextlib.contextmanager
    def _opened(self) -> Iterator[Any]:
        import openpyxl

        with self._path.open("rb") as stream:  # of a path openpyxl would want the right suffix
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter(
                        "ignore"
                    )  # what openpyxl does not keep (styles, filters) is no card
                    book = openpyxl.load_workbook(stream, read_only=True, data_only=True)
            except Exception:  # openpyxl lets through whatever its parsers raise on damaged files
                raise self._source.error("xlsx_damaged") from None
            with contextlib.closing(book):
                yield book

    def _rows(self, name: str) -> Iterator[tuple[int, list[Any]]]:
        """The rows of a sheet without the empty cells at their ends."""
        from openpyxl.utils.escape import unescape

        with self._opened() as book:
            sheet = book[name]
            sheet.reset_dimensions()  # some programs write a wrong size, and rows beyond it would be lost
            rows = sheet.iter_rows(values_only=True)
            number = 0
            while True:
                try:
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore")
                        some = list(itertools.islice(rows, 200))
                except Exception:
                    raise self._source.error("xlsx_damaged") from None
                if not some:
                    return
                for row in some:
                    number += 1
                    # Control characters stand in workbooks as `_x000D_`.
                    cells = [
                        unescape(cell) if isinstance(cell, str) and "_x" in cell else cell for cell in row
                    ]
                    while cells and (cells[-1] is None or cells[-1] == ""):
                        del cells[-1]
                    yield number, cells

    def _choose(self, names: list[str], wanted: str | None) -> tuple[str, int]:
        if wanted is not None and wanted not in names:
            place = int(wanted) - 1 if wanted.isdecimal() else -1
            if not 0 <= place < len(names):
                raise self._source.error("sheet_unknown", sheet=wanted, sheets=", ".join(names))
            wanted = names[place]
        for name in names if wanted is None else [wanted]:
            row = self._find_header(name)
            if row:
                return name, row
        raise self._source.error("table_without_header")

    def _find_header(self, name: str) -> int:
        single = 0
        for number, cells in self._rows(name):
            filled = [cell for cell in cells if cell is not None and cell != ""]
            if len(filled) >= 2:
                return number
            if filled and not single and fold_header(str(filled[0])) in NAME_KEYS:
                single = number
            if number - single > 50 and single:
                break
        return single


class ParquetTable:
    """A Parquet file; whole numbers stay whole beside empty cells, lists and objects stay nested.

    Raises `InputError` for a damaged file and for column names that occur twice.
    """

    format = "parquet"
    unit = "record"

    def __init__(self, source: Source) -> None:
        self.encoding: str | None = None
        self.remarks: list[tuple[str, dict[str, object]]] = []
        self._source = source
        self._path = source.file()
        with self._opened() as table:
            checked_header(table.schema_arrow.names, source)

    def records(self) -> Found:
        """Each record with its number from 1."""
        number = 0
        with self._opened() as table:
            batches = table.iter_batches(batch_size=1000)
            while True:
                try:
                    batch = next(batches)
                except StopIteration:
                    return
                except Exception as error:
                    raise self._source.error("parquet_damaged", reason=_first_line(error)) from None
                for row in batch.to_pylist():
                    number += 1
                    yield number, row

    def _opened(self) -> Any:
        import pyarrow.parquet

        try:
            return pyarrow.parquet.ParquetFile(self._path)
        except Exception as error:  # ArrowInvalid, OSError and others, by the kind of damage
            raise self._source.error("parquet_damaged", reason=_first_line(error)) from None


def frame_records(frame: Any) -> Found:
    """The rows of a pandas data frame, numbered from 1; NaN, NaT and NA are empty cells (None), a row that cannot
    be written as UTF-8 is unreadable.

    Raises `InputError` (`column_given_twice`).
    """
    names = [str(name) for name in frame.columns]
    twice = next((name for index, name in enumerate(names) if name in names[:index]), None)
    if twice is not None:
        raise InputError("column_given_twice", file="DataFrame", column=twice)
    for number, values in enumerate(frame.itertuples(index=False, name=None), 1):
        row = {name: _plain_cell(value) for name, value in zip(names, values, strict=True)}
        yield number, row if encodes(row) else Unreadable("broken_character")


def _plain_cell(value: Any) -> Any:
    if isinstance(value, str | list | dict) or value is None:
        return value
    if type(value).__name__ in ("NaTType", "NAType") or (isinstance(value, float) and value != value):
        return None
    if hasattr(value, "tolist"):  # numpy scalars and arrays
        return value.tolist()
    return value


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
