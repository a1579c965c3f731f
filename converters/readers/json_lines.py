"""JSON Lines: one record a line. The hot path of the converter, so lines are read in blocks."""

from collections.abc import Iterator
from typing import Any

import msgspec
import re2

from converters.readers.sources import MAX_RECORD, Source
from converters.readers.strict_json import JsonError, StrictJson, count_keys
from converters.readers.textio import (
    Decoding,
    first_bad_byte,
    is_ascii,
    is_utf8,
    open_utf8,
    remarks,
    second_choice,
    undecodable,
)
from converters.records import Row, Unreadable

# Below the size from which C libraries map fresh pages for each block, which costs more than the reading.
_BLOCK = 1 << 16
_SKIPPED = 1 << 20
_SPACED_KEY = re2.compile(rb'"[ \t\r]+:')  # twice as fast as `re` here


class JsonLines:
    """A file of JSON objects, one a line; blank lines do not count, but line numbers do count them.

    Unreadable lines: not JSON (detail: column), no object, a key given twice (detail: the key), NaN or
    Infinity, half a surrogate pair, nested too deeply, longer than `MAX_RECORD`. Raises `InputError` when
    bytes turn up that cannot be decoded.
    """

    format = "jsonl"
    unit = "line"

    def __init__(self, source: Source, decoding: Decoding) -> None:
        self.encoding: str | None = decoding.encoding
        self.remarks: list[tuple[str, dict[str, object]]] = remarks(decoding)
        self._source = source
        self._decoding = decoding
        self._decode = msgspec.json.Decoder().decode
        self._strict = StrictJson()
        self._nested: list[str] = []

    def records(self) -> Iterator[tuple[int, Row | Unreadable]]:
        """Each record with its line number from 1."""
        number = 1
        other: str | None = None
        with open_utf8(self._source, self._decoding) as stream:
            while block := stream.read(_BLOCK):
                cut = False
                if not block.endswith(b"\n"):
                    tail = stream.readline(MAX_RECORD)
                    cut = len(tail) == MAX_RECORD and not tail.endswith(b"\n")
                    block = block[: block.rfind(b"\n") + 1] if cut else block + tail
                if other is not None:
                    block = block.decode(other).encode("utf-8")
                lines = block.split(b"\n")
                if not lines[-1]:
                    del lines[-1]
                rows = self._rows(lines)
                if rows is None and not is_utf8(block):
                    other = self._change_encoding()
                    lines = [line.decode(other).encode("utf-8") for line in lines]
                    rows = self._rows(lines)
                if rows is not None and self._is_sound(block, rows):
                    yield from enumerate(rows, number)
                else:
                    yield from self._one_by_one(lines, number)
                number += len(lines)
                if cut:
                    yield number, Unreadable("record_too_long", str(MAX_RECORD >> 20))
                    number += 1
                    while (rest := stream.readline(_SKIPPED)) and not rest.endswith(b"\n"):
                        pass

    def _rows(self, lines: list[bytes]) -> list[Any] | None:
        try:
            return list(map(self._decode, lines))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None

    def _is_sound(self, block: bytes, rows: list[Any]) -> bool:
        """Whether all rows are objects and none of them gives a key twice.

        Each key of the text is followed by a colon, so when no white space stands between them, `":` turns
        up at least once a key that was written. As many hits as there are keys in the decoded rows proves
        that no key was lost. Fewer keys may have other reasons (`\\":` inside a text): then each line of
        the block is looked at by itself. Only those columns are searched for nested keys that held some
        in earlier blocks; counting too few keys is safe.
        """
        if set(map(type, rows)) != {dict}:
            return False
        keys = sum(map(len, rows))
        for column in self._nested:
            for row in rows:
                value = row.get(column)
                if type(value) is dict:
                    keys += len(value)
        colons = block.count(b'":')
        if keys != colons:
            keys = sum(map(count_keys, rows))
            if keys != colons:
                return False
            self._nested = list(
                {key for row in rows[:8] for key, value in row.items() if type(value) is dict}
            )
        return _SPACED_KEY.search(block) is None

    def _one_by_one(self, lines: list[bytes], first: int) -> Iterator[tuple[int, Row | Unreadable]]:
        for number, line in enumerate(lines, first):
            if line and not line.isspace() and line.strip() != b"\x1a":
                yield number, self._record(line)

    def _record(self, line: bytes) -> Row | Unreadable:
        try:
            row = self._decode(line)
            if type(row) is dict and line.count(b'":') == count_keys(row) and not _SPACED_KEY.search(line):
                return row
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            pass  # the strict reader finds the reason
        text = line.decode("utf-8").rstrip(" \t\r\x1a")
        start = len(text) - len(text.lstrip(" \t\r"))
        try:
            value, end, problem = self._strict.value(text, start)
            if end != len(text):
                raise JsonError(len(text) - len(text[end:].lstrip(" \t\r")))
        except JsonError as error:
            return Unreadable("line_not_json", str(error.position + 1))
        except RecursionError:
            return Unreadable("nested_too_deeply")
        if problem is None and not isinstance(value, dict):
            return Unreadable("record_not_object", type_name(value))
        return problem or value

    def _change_encoding(self) -> str:
        """Bad UTF-8 turned up behind a good start: the whole file is cp932, or it is an error.

        What was handed on already stays right only when it was ASCII, the same in both encodings.
        """
        bad = first_bad_byte(self._source, "utf-8", self._decoding.skip) or 0
        if self._decoding.skip or self._decoding.assumed or not is_ascii(self._source, bad):
            raise undecodable(self._source, "UTF-8", bad)
        self._decoding = second_choice(self._source, bad)
        self.encoding = self._decoding.encoding
        self.remarks += remarks(self._decoding)
        return self.encoding


def type_name(value: Any) -> str:
    """What a JSON value is, in the words of JSON."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return "string"
    if isinstance(value, list | dict):
        return "array" if isinstance(value, list) else "object"
    return "number"
