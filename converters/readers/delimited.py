"""CSV and its relatives.

Read with the `csv` module, as text and nothing but text, one record at a time: pandas would turn ids into
numbers, shift the columns of rows that are too long, and hold the whole file.
"""

import csv
from collections.abc import Iterator
from typing import TextIO

from converters.readers.headers import NO_DELIMITER, checked_header
from converters.readers.sources import MAX_RECORD, Source
from converters.readers.textio import Decoding, open_text, remarks
from converters.records import InputError, Row, Unreadable

Found = Iterator[tuple[int, Row | Unreadable]]

_DELIMITER_NAMES = {"tab": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "space": " ", "\\t": "\t"}
_MAX_QUOTED = 4 << 20  # characters of a record of several lines; more means that a quote was never closed


def delimiter_of(text: str, file: str) -> str:
    """The delimiter that `--delimiter` names: one character, `tab`, `comma`, `semicolon`, `pipe` or `space`.

    Raises `InputError` (`delimiter_unknown`).
    """
    found = _DELIMITER_NAMES.get(text.casefold(), text)
    if len(found) != 1 or found in '"\r\n\0':
        raise InputError("delimiter_unknown", file=file, delimiter=text)
    return found


class DelimitedText:
    """CSV, TSV and other delimited text with a header line, all values as text.

    `number` is the line where a record begins. Unreadable: a row with too many or too few fields (detail:
    fields/columns), quotes that do not fit (RFC 4180). Rows without any content are not records; a remark
    counts them. Raises `InputError` for a missing header and for column names that occur twice.
    """

    unit = "line"

    def __init__(self, source: Source, decoding: Decoding, delimiter: str) -> None:
        self.format = "tsv" if delimiter == "\t" else "csv"
        self.encoding: str | None = decoding.encoding
        self.delimiter = delimiter
        self._source = source
        self._decoding = decoding
        self._fixed = remarks(decoding)
        if delimiter not in (",", "\t", NO_DELIMITER):
            self._fixed.append(("delimiter_found", {"delimiter": delimiter}))
        self.remarks: list[tuple[str, dict[str, object]]] = list(self._fixed)

    def records(self) -> Found:
        """Each record with its line from 1."""
        # The module's own limit is 131,072 characters; `_Lines` bounds a record instead. It is one setting of
        # the whole process, and raising it does no harm to others.
        csv.field_size_limit(max(csv.field_size_limit(), MAX_RECORD + 1))
        self.remarks = list(self._fixed)
        blank = 0
        header: list[str] | None = None
        with open_text(self._source, self._decoding) as stream:
            lines = _Lines(stream)
            reader = csv.reader(lines, delimiter=self.delimiter, strict=True)
            while True:
                number = lines.begin()
                try:
                    cells = next(reader)
                except StopIteration:
                    break
                except (csv.Error, _RecordTooLongError) as error:
                    lines.give_back()
                    if header is None:
                        raise self._source.error("table_header_broken", line=number) from None
                    if isinstance(error, _RecordTooLongError):
                        yield number, Unreadable("record_too_long", str(MAX_RECORD >> 20))
                    else:
                        yield number, Unreadable("quotes_do_not_fit")
                    continue
                if not any(cells):
                    blank += bool(cells) and header is not None
                elif header is None:
                    if number == 1 and cells[0].lower() == "sep=" and not any(cells[1:]):
                        continue  # what Excel writes to name its delimiter
                    header = checked_header(cells, self._source)
                elif len(cells) != len(header):
                    yield number, Unreadable("column_count", f"{len(cells)}/{len(header)}")
                else:
                    yield number, dict(zip(header, cells, strict=True))
        if header is None:
            raise self._source.error("table_without_header")
        if blank:
            self.remarks.append(("blank_rows", {"count": blank}))


class _RecordTooLongError(Exception):
    pass


class _Lines:
    """The lines of a text for the csv module, numbered; those of a failed record can be given back."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._back: list[str] = []
        self._taken: list[str] = []
        self._size = 0
        self._next = 1

    def begin(self) -> int:
        """The number of the line that comes next, where a record begins."""
        self._taken.clear()
        self._size = 0
        return self._next

    def give_back(self) -> None:
        """All lines but the first of a record that failed are read again, as records of their own."""
        self._back.extend(reversed(self._taken[1:]))
        self._next -= max(len(self._taken) - 1, 0)
        self._taken.clear()

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        if self._back:
            line = self._back.pop()
        else:
            line = self._stream.readline(MAX_RECORD)
            if len(line) == MAX_RECORD and not line.endswith("\n"):
                while (rest := self._stream.readline(1 << 20)) and not rest.endswith(("\n", "\r")):
                    pass
                self._taken.append("")
                self._next += 1
                raise _RecordTooLongError
        if line.endswith("\x1a"):  # `^Z` is how old programs end a file
            line = line.rstrip("\x1a")
        if not line:
            raise StopIteration
        self._next += 1
        self._taken.append(line)
        self._size += len(line)
        if self._size > _MAX_QUOTED and len(self._taken) > 1:
            raise csv.Error
        return line
