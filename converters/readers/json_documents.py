"""JSON documents: an array of cards, envelopes around one, maps from name to card, columns, single cards."""

from collections.abc import Iterator
from typing import Any

from converters.readers.json_cursor import BrokenJsonError, Cursor
from converters.readers.json_lines import type_name
from converters.readers.shapes import (
    DECK_KEYS,
    DeckDocument,
    columns,
    has_name,
    is_list_key,
    is_mapping,
    mapped,
    settled,
)
from converters.readers.sources import Source
from converters.readers.textio import Decoding, open_text, remarks
from converters.records import Row, Unreadable

Record = Row | Unreadable
_MAX_DEPTH = 4
_AT_ONCE = {
    "json_broken": "file_json_broken",
    "json_too_deep": "file_json_too_deep",
    "json_too_long": "file_json_too_long",
}
"""What a break is called before the first card was read: then the file is of no use."""


class JsonDocument:
    """A file that holds one JSON value or several after one another, read in pieces of one card.

    Cards are the items of arrays and of those members of an object that an envelope keeps them under
    (`shapes.LIST_KEYS`); any other object is a map of cards, a table by columns or one card. Broken JSON
    ends the reading with one unreadable record (detail: line:column), or `InputError` before the first card.
    """

    format = "json"
    unit = "record"

    def __init__(self, source: Source, decoding: Decoding) -> None:
        self.encoding: str | None = decoding.encoding
        self.remarks: list[tuple[str, dict[str, object]]] = remarks(decoding)
        self._source = source
        self._decoding = decoding

    def records(self) -> Iterator[tuple[int, Record]]:
        """Each record with its number from 1. Raises `InputError`; `DeckDocument` for a deck."""
        number = 0
        with open_text(self._source, self._decoding) as stream:
            try:
                for record in _values(Cursor(stream)):
                    number += 1
                    yield number, record
            except BrokenJsonError as error:
                if number == 0:
                    raise self._source.error(
                        _AT_ONCE[error.code], line=error.line, column=error.column
                    ) from None
                yield number + 1, Unreadable(error.code, error.place)


def _values(cursor: Cursor) -> Iterator[Record]:
    while char := cursor.peek():
        if char == "[":
            yield from _array(cursor, None)
        elif char == "{":
            yield from _object(cursor, 0)
        else:
            yield _record(*cursor.value())


def _array(cursor: Cursor, header: Any) -> Iterator[Record]:
    """The items of an array. Arrays inside hold more cards, or are the rows of a table: the first row, or
    `header`, names the columns then."""
    cursor.take("[")
    if cursor.peek() == "]":
        cursor.take("]")
        return
    while True:
        value, problem = cursor.value()
        if problem is not None or not isinstance(value, list):
            yield _record(value, problem)
        elif any(isinstance(item, dict) for item in value):
            yield from (_record(item, None) for item in value)
        elif isinstance(header, list):
            yield _table_row(header, value)
        else:
            header = value
        if cursor.peek() == "]":
            cursor.take("]")
            return
        cursor.take(",")


def _object(cursor: Cursor, depth: int) -> Iterator[Record]:
    held: Row = {}
    entries: list[tuple[str, Any, Unreadable | None]] = []
    names: set[str] = set()
    is_map = found = False
    for key, trouble in _keys(cursor):
        char = cursor.peek()
        if char in ("[", "{") and key.casefold() in DECK_KEYS:
            raise DeckDocument
        problem = trouble or (Unreadable("duplicate_key", key) if key in names else None)
        names.add(key)
        if not is_map and problem is None and is_list_key(key):
            if char == "[" and cursor.peek_inside() in ("[", "{"):
                found = True
                yield from _array(cursor, held.get("columns"))
                continue
            if char == "{" and depth < _MAX_DEPTH:
                found = True
                yield from _object(cursor, depth + 1)
                continue
        value, fault = cursor.value()
        problem = problem or fault
        if is_map:
            yield from _member(key, value, problem)
            continue
        held[key] = value
        entries.append((key, value, problem))
        if settled(held) and not found and is_mapping(held, ended=False):
            is_map = True
            for entry in entries:
                yield from _member(*entry)
            held.clear()
            entries.clear()
    if not is_map and not found:
        yield from _whole(held, entries)


def _keys(cursor: Cursor) -> Iterator[tuple[str, Unreadable | None]]:
    """The keys of an object; the caller reads each value before it asks for the next key."""
    cursor.take("{")
    if cursor.peek() == "}":
        cursor.take("}")
        return
    while True:
        yield cursor.key()
        if cursor.peek() == "}":
            cursor.take("}")
            return
        cursor.take(",")


def _whole(held: Row, entries: list[tuple[str, Any, Unreadable | None]]) -> Iterator[Record]:
    """What an object is that was no envelope: a map of cards, columns, an empty envelope or one card."""
    spoiled = next((problem for _, _, problem in entries if problem is not None), None)
    table = columns(held)
    if table is None and is_mapping(held, ended=True):
        for key, value, problem in entries:
            if isinstance(value, dict | list):  # a version or a date beside the cards is no card
                yield from _member(key, value, problem)
    elif spoiled is not None:
        yield spoiled
    elif table is not None:
        yield from table
    elif held and (
        has_name(held) or not any(is_list_key(key) and value == [] for key, value in held.items())
    ):
        yield held


def _member(key: str, value: Any, problem: Unreadable | None) -> Iterator[Record]:
    if problem is not None:
        yield problem
    elif not key.startswith(("$", "_")):
        yield from (_record(item, None) for item in mapped(key, value))


def _record(value: Any, problem: Unreadable | None) -> Record:
    if problem is not None:
        return problem
    if isinstance(value, dict):
        return value
    return Unreadable("record_not_object", type_name(value))


def _table_row(header: list[Any], cells: list[Any]) -> Record:
    if len(cells) != len(header):
        return Unreadable("column_count", f"{len(cells)}/{len(header)}")
    return dict(zip(map(str, header), cells, strict=True))
