"""A place in a long JSON text that is read piece by piece: what is held never outgrows one value."""

from typing import Any, TextIO

from converters.readers.sources import MAX_RECORD
from converters.readers.strict_json import JsonError, StrictJson
from converters.records import Unreadable

_PIECE = 1 << 18
_SPACE = " \t\r\n\ufeff"


class BrokenJsonError(Exception):
    """The text is not JSON at line `line`, column `column` (both from 1); the rest cannot be read.

    `code` is `json_broken`, `json_too_deep` or `json_too_long`.
    """

    def __init__(self, code: str, line: int, column: int) -> None:
        super().__init__(code, line, column)
        self.code = code
        self.line = line
        self.column = column

    @property
    def place(self) -> str:
        """Line and column as `12:5`."""
        return f"{self.line}:{self.column}"


class Cursor:
    """Reads a text stream token by token and value by value."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._strict = StrictJson()
        self._text = ""
        self._at = 0
        self._ended = False
        self._line = 1  # of the first character held
        self._column = 1

    def peek(self) -> str:
        """The next character that is no white space, or "" at the end. `^Z` at the end is white space."""
        while True:
            text, at = self._text, self._at
            length = len(text)
            while at < length and text[at] in _SPACE:
                at += 1
            self._at = at
            if at < length:
                return "" if text[at] == "\x1a" and self._only_end_mark() else self._text[self._at]
            if not self._fill():
                return ""

    def peek_inside(self) -> str:
        """The first character behind the bracket that `peek` sees; "" when it is too far away to tell."""
        while True:
            rest = self._text[self._at + 1 :].lstrip(_SPACE)
            if rest or not self._fill():
                return rest[:1]

    def take(self, wanted: str) -> None:
        """Steps over a character. Raises `BrokenJsonError` where another one stands."""
        if self.peek() != wanted:
            raise self.broken(self._at)
        self._at += 1

    def value(self) -> tuple[Any, Unreadable | None]:
        """The next value and what spoils it. Raises `BrokenJsonError`."""
        if self.peek() == "":
            raise self.broken(self._at)
        while True:
            try:
                value, end, problem = self._strict.value(self._text, self._at)
            except JsonError as error:
                if not error.cut or self._ended:
                    raise self.broken(error.position) from None
            except RecursionError:
                raise self.broken(self._at, "json_too_deep") from None
            else:
                # A number at the end of what is held may go on.
                if end < len(self._text) or self._ended or isinstance(value, dict | list | str):
                    self._at = end
                    return value, problem
            if len(self._text) - self._at > MAX_RECORD:
                raise self.broken(self._at, "json_too_long")
            self._fill()

    def key(self) -> tuple[str, Unreadable | None]:
        """The next key of an object and its colon. Raises `BrokenJsonError`."""
        if self.peek() != '"':
            raise self.broken(self._at)
        key, problem = self.value()
        self.take(":")
        return str(key), problem

    def broken(self, position: int, code: str = "json_broken") -> BrokenJsonError:
        """The error for a position in the text that is held."""
        line, column = self._place(position)
        return BrokenJsonError(code, line, column)

    def _only_end_mark(self) -> bool:
        while not self._text[self._at :].strip(_SPACE + "\x1a"):
            if not self._fill():
                return True
        return False

    def _fill(self) -> bool:
        """Reads on, and lets go what was read; False at the end."""
        if self._ended:
            return False
        self._line, self._column = self._place(self._at)
        held = self._text[self._at :]
        # Doubling, so that long values are not parsed anew too often, up to the limit.
        more = self._stream.read(min(max(_PIECE, len(held)), MAX_RECORD + _PIECE - len(held)))
        self._ended = not more
        self._text = held + more
        self._at = 0
        return not self._ended

    def _place(self, position: int) -> tuple[int, int]:
        lines = self._text.count("\n", 0, position)
        if not lines:
            return self._line, self._column + position
        return self._line + lines, position - self._text.rindex("\n", 0, position)
