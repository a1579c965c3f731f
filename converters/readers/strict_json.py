"""JSON as the standard has it, one record at a time: what is wrong with a record is named, not repaired."""

import json
import re
from typing import Any

from converters.records import Unreadable

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_MAX_DIGITS = 4300  # what Python reads as one number


class JsonError(Exception):
    """Text that is not JSON. `position` is the index at which reading stopped; `cut` whether the text may
    only have ended too early."""

    def __init__(self, position: int, cut: bool = False) -> None:
        super().__init__(position)
        self.position = position
        self.cut = cut


class StrictJson:
    """Decodes values and remembers the first thing that spoils each: a key given twice, NaN or Infinity,
    half a surrogate pair, a number of thousands of digits."""

    def __init__(self) -> None:
        self._problem: Unreadable | None = None
        hooks: dict[str, Any] = {"object_pairs_hook": self._object, "parse_constant": self._constant}
        self._decoder = json.JSONDecoder(**hooks)
        self._patient = json.JSONDecoder(**hooks, parse_int=self._integer)

    def value(self, text: str, start: int = 0) -> tuple[Any, int, Unreadable | None]:
        """The value that begins at `start`, the index behind it, and what spoils it.

        Raises `JsonError`; `RecursionError` for nesting beyond Python's limit.
        """
        self._problem = None
        try:
            value, end = self._decoder.raw_decode(text, start)
        except json.JSONDecodeError as error:
            raise JsonError(error.pos, _is_cut(error, text)) from None
        except ValueError:
            self._problem = None
            value, end = self._patient.raw_decode(text, start)
        if self._problem is None and _SURROGATE.search(text, start, end) and not encodes(value):
            self._problem = Unreadable("broken_character")
        return value, end, self._problem

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(pairs)
        if len(result) != len(pairs) and self._problem is None:
            seen: set[str] = set()
            twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
            self._problem = Unreadable("duplicate_key", twice)
        return result

    def _constant(self, name: str) -> None:
        if self._problem is None:
            self._problem = Unreadable("not_a_number", name)

    def _integer(self, digits: str) -> int:
        if len(digits) <= _MAX_DIGITS:
            return int(digits)
        if self._problem is None:
            self._problem = Unreadable("number_too_long", f"{digits[:12]}…")
        return 0


def _is_cut(error: json.JSONDecodeError, text: str) -> bool:
    # Literals and escapes that are cut are reported at their start, a few characters before the end.
    return error.msg.startswith("Unterminated") or error.pos >= len(text) - 12


def encodes(value: Any) -> bool:
    """Whether every text in a record can be written as UTF-8: none holds half of a surrogate pair."""
    try:
        json.dumps(value, ensure_ascii=False, default=str).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def count_keys(value: Any) -> int:
    """How many keys all objects in a decoded value have together."""
    kind = type(value)
    if kind is dict:
        count = len(value)
        for item in value.values():
            if type(item) is dict or type(item) is list:
                count += count_keys(item)
        return count
    if kind is list:
        return sum([count_keys(item) for item in value if type(item) is dict or type(item) is list])
    return 0
