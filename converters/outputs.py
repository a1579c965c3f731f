"""Writing converted cards, and reading back what was written: the same cards in every format."""

import csv
import io
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Literal, get_args

import msgspec

from converters.records import InputError
from rulebook.cards import FIELDS, Card, from_row, to_line, to_row
from rulebook.documents import dump_yaml_item

OutputFormat = Literal["jsonl", "json", "csv", "yaml", "parquet", "xlsx"]
FORMATS: tuple[OutputFormat, ...] = get_args(OutputFormat)
BINARY: frozenset[str] = frozenset({"parquet", "xlsx"})
_SUFFIXES: dict[str, OutputFormat] = {
    ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "json", ".csv": "csv", ".yaml": "yaml", ".yml": "yaml",
    ".parquet": "parquet", ".xlsx": "xlsx",
}  # fmt: skip
_NESTED = frozenset({
    "places", "effects", "flags", "readings", "links", "text_key", "notes", "overridden", "printings", "source",
})  # fmt: skip
_NUMBERS = frozenset({"power", "weapon_sign", "quantity"})
_TRUTHS = frozenset({"poison_name", "poison_unit"})
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "'")
GUARDED = "guarded"
"""Last column of a CSV written for spreadsheets: says that its cells are guarded."""
_CELL_LIMIT = 32_767
"""Characters that a spreadsheet cell can hold."""


def format_of(path: Path) -> OutputFormat | None:
    """The format that a file name asks for, or None."""
    return _SUFFIXES.get(path.suffix.lower())


@contextmanager
def put_in_place(path: Path) -> Iterator[IO[bytes]]:
    """A file that appears under its name only when everything was written, and not at all on an error.

    A pipe or a device cannot be put in place: it is written to as it is. A link stays one; its file is replaced.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:
            yield stream
        return
    path = Path(os.path.realpath(path))
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
        _as_usual(name, path)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _as_usual(name: str, path: Path) -> None:
    """Gives the new file the rights that a file made here has; mkstemp's are narrower."""
    if os.name == "nt":
        return
    if path.exists():
        os.chmod(name, path.stat().st_mode & 0o777)
        return
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(name, 0o666 & ~mask)


def write(cards: Iterable[Card], stream: IO[bytes], format_: OutputFormat, *, excel: bool = False) -> None:
    """Writes cards in one of the `FORMATS`; `excel` gives a CSV that spreadsheets open without harm.

    Raises `InputError` for a text that the format cannot hold.
    """
    _WRITERS[format_](cards, stream, excel)


def _write_jsonl(cards: Iterable[Card], stream: IO[bytes], _excel: bool) -> None:
    for card in cards:
        stream.write(to_line(card) + b"\n")


def _write_json(cards: Iterable[Card], stream: IO[bytes], _excel: bool) -> None:
    opening = b"[\n"
    for card in cards:
        stream.write(opening + to_line(card))
        opening = b",\n"
    stream.write(b"\n]\n" if opening == b",\n" else b"[]\n")


def _write_yaml(cards: Iterable[Card], stream: IO[bytes], _excel: bool) -> None:
    empty = True
    for card in cards:
        empty = False
        stream.write(dump_yaml_item(to_row(card)).encode("utf-8"))
    if empty:
        stream.write(b"[]\n")


def _write_csv(cards: Iterable[Card], stream: IO[bytes], excel: bool) -> None:
    text = io.TextIOWrapper(stream, encoding="utf-8-sig" if excel else "utf-8", newline="", write_through=True)
    try:
        writer = csv.writer(text)  # its line end, CRLF, makes it quote both characters
        writer.writerow([*FIELDS, GUARDED] if excel else FIELDS)
        for card in cards:
            row = flat_row(card)
            writer.writerow([*map(_guarded, row), "1"] if excel else row)
        text.flush()
    finally:
        text.detach()


def _write_xlsx(cards: Iterable[Card], stream: IO[bytes], _excel: bool) -> None:
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.utils.escape import escape

    book = Workbook(write_only=True)
    sheet = book.create_sheet("cards")
    sheet.append(list(FIELDS))
    for card in cards:
        cells: list[Any] = []
        for field, value in zip(FIELDS, flat_row(card), strict=True):
            if isinstance(value, str):
                if len(value) > _CELL_LIMIT:
                    raise InputError("cell_too_long", card=card.name, field=field, limit=_CELL_LIMIT)
                cell = WriteOnlyCell(sheet, escape(value))
                cell.data_type = "s"  # never a formula, whatever it begins with
                cells.append(cell)
            else:
                cells.append(value)
        sheet.append(cells)
    book.save(stream)


def _write_parquet(cards: Iterable[Card], stream: IO[bytes], _excel: bool) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    types = {name: pa.int64() for name in _NUMBERS} | {name: pa.bool_() for name in _TRUTHS}
    schema = pa.schema([(name, types.get(name, pa.string())) for name in FIELDS])
    with pq.ParquetWriter(stream, schema) as writer:
        batch: list[dict[str, Any]] = []
        for card in cards:
            batch.append(dict(zip(FIELDS, flat_row(card, empty=None), strict=True)))
            if len(batch) == 10_000:
                writer.write_table(pa.Table.from_pylist(batch, schema))
                batch = []
        writer.write_table(pa.Table.from_pylist(batch, schema))


_WRITERS: dict[OutputFormat, Callable[[Iterable[Card], IO[bytes], bool], None]] = {
    "jsonl": _write_jsonl, "json": _write_json, "csv": _write_csv, "yaml": _write_yaml,
    "parquet": _write_parquet, "xlsx": _write_xlsx,
}  # fmt: skip


def flat_row(card: Card, empty: str | None = "") -> list[str | int | bool | None]:
    """The card as cells: nested fields as JSON, nothing as `empty`."""
    row = to_row(card)
    cells: list[str | int | bool | None] = []
    for field in FIELDS:
        value = row[field]
        if field in _NESTED:
            value = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        cells.append(empty if value is None else value)
    return cells


def read_back(row: dict[str, Any]) -> Card:
    """The card of a row that one of the writers wrote, whatever its format made of the values.

    Raises `ValueError` with the field's name when a cell no longer holds what was written.
    """
    fields: dict[str, Any] = {}
    guarded = bool(row.get(GUARDED))
    for field in FIELDS:
        if field not in row:
            continue
        value = row[field]
        if guarded and isinstance(value, str):
            value = _unguarded(value)
        if value is None or value == "":
            if field in ("ruleset", "identity"):
                fields[field] = ""
            continue
        if field in _NESTED and isinstance(value, str):
            try:
                value = msgspec.json.decode(value)
            except msgspec.DecodeError as error:
                raise ValueError(f"{field}: {error}") from None
        elif field in _NUMBERS:
            value = int(value)
        elif field in _TRUTHS and not isinstance(value, bool):
            value = str(value).strip().casefold() in ("true", "1", "wahr", "真")
        fields[field] = value
    return from_row(fields)


def _guarded(cell: object) -> object:
    """A cell that a spreadsheet would take for a formula, kept as text by a leading apostrophe."""
    if isinstance(cell, str) and cell.startswith(_FORMULA):
        return "'" + cell
    return cell


def _unguarded(cell: str) -> str:
    """Takes back what `--excel` put in front of a cell."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA) else cell
