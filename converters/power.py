"""Base power of a unit from a raw value, by the operations that a recipe can name (STATUS-01 to -16)."""

import math
import re
import unicodedata
from collections.abc import Callable
from typing import Any, NamedTuple

from converters.numbers import Number, read_number
from converters.recipe import Power, PowerSource, Symbols
from rulebook.terms import POWER_MAX, POWER_MIN


class Result(NamedTuple):
    """A power (0-99, or None for unknown) and the codes of the notes that say how it came about."""

    power: int | None
    notes: tuple[tuple[str, dict[str, object]], ...] = ()


Departure = Callable[[str], object]
"""Gives the value of a switch (by its id) that is not at its default; None for one that is."""


class PowerReader:
    """Turns the raw values of a recipe's power fields into a power.

    `fields` are the names of the fields that `read` wants, in their order.
    """

    def __init__(self, spec: Power, departure: Departure) -> None:
        self._spec = spec
        self._departure = departure
        self._sources = [PowerSource(s) if isinstance(s, str) else s for s in spec.sources]
        extra = (*spec.zero_when_zero, *([spec.no_cost] if spec.no_cost else []))
        self.fields: tuple[str, ...] = tuple(dict.fromkeys([*(s.field for s in self._sources), *extra]))
        self._words = {_fold(word): value for word, value in spec.words.items()}
        self._token = re.compile(spec.symbols.token) if spec.symbols else None
        self._memo: dict[tuple[Any, ...], Result] = {}

    def read(self, values: tuple[Any, ...], halves: tuple[bool, ...] = ()) -> Result:
        """The power of a unit whose fields hold `values`; `halves` says which halves are units."""
        key = (values, values[0].__class__, halves)
        try:
            known = self._memo.get(key)
        except TypeError:  # a list or an object where a number is meant
            return self._read(values, halves)
        if known is None:
            if len(self._memo) > 10_000:
                self._memo.clear()
            known = self._read(values, halves)
            if not any(isinstance(value, bool) for value in values):  # True is equal to 1, but says nothing
                self._memo[key] = known
        return known

    def number(self, values: tuple[Any, ...]) -> tuple[Number, PowerSource]:
        """The first source that holds something, and which it was."""
        by_name = dict(zip(self.fields, values, strict=True))
        first: tuple[Number, PowerSource] | None = None
        for source in self._sources:
            number = self._number(by_name[source.field], source)
            if number.kind != "none":
                return number, source
            first = first or (number, source)
        assert first is not None  # a recipe has at least one source (schema)
        return first

    def is_positive(self, values: tuple[Any, ...]) -> bool:
        """Whether the card holds a power above zero."""
        number, _ = self.number(values)
        return number.value is not None and number.value > 0

    def _read(self, values: tuple[Any, ...], halves: tuple[bool, ...]) -> Result:
        spec = self._spec
        by_name = dict(zip(self.fields, values, strict=True))
        zero = [name for name in spec.zero_when_zero if read_number(by_name[name]).value == 0]
        number, source = self.number(values)
        if zero:
            return Result(POWER_MIN, (("power_zero_field", {"fields": ", ".join(zero)}),))
        if source.starless and number.kind == "number":
            way = self._departure("ygo_starless_power")
            if way is not None:
                return Result(POWER_MIN) if way == "zero" else Result(None, (("power_starless", {}),))
        if number.kind == "infinite":
            return self._overflow(None, "∞")
        if number.kind == "variable":
            if spec.variable is None:
                return Result(None, (("power_variable", {"raw": number.raw}),))
            return Result(spec.variable, (("power_variable_read", {"raw": number.raw, "power": spec.variable}),))
        if number.kind == "none":
            if spec.missing is None:
                return Result(None, ((spec.missing_note, {}),))
            return Result(spec.missing, ((spec.missing_note, {}),) if spec.missing_note else ())
        if number.value is None:
            return Result(None, (("power_unreadable", {"raw": number.raw}),))
        value, notes = self._half(number, halves)
        if value < 0:
            return Result(None, (*notes, ("power_negative", {"raw": number.raw})))
        if spec.no_cost and value == 0 and read_number(by_name[spec.no_cost]).kind == "none":
            notes = (*notes, ("no_cost", {}))
        power = math.floor(value / spec.per)
        if power > POWER_MAX:
            over = self._overflow(power, str(number.raw))
            return Result(over.power, (*notes, *over.notes))
        return Result(power, notes)

    def _half(self, number: Number, halves: tuple[bool, ...]) -> tuple[float, tuple[Any, ...]]:
        """Of a value in halves that of the unit half; of two unit halves the smaller, with a note."""
        assert number.value is not None
        if len(number.parts) < 2:
            return number.value, ()
        units = number.parts
        if len(halves) == len(number.parts):
            units = tuple(part for part, unit in zip(number.parts, halves, strict=True) if unit) or number.parts
        elif not halves:
            units = number.parts[:1]
        if len(units) == 1:
            return units[0], ()
        return min(units), (("power_smaller_half", {"raw": number.raw}),)

    def _overflow(self, power: int | None, raw: str) -> Result:
        way = self._departure("power_overflow")
        if way == "named_digits_only" and power is not None:
            return Result(power % (POWER_MAX + 1), (("power_overflow", {"raw": raw}),))
        return Result(None if way == "reject" else POWER_MAX, (("power_overflow", {"raw": raw}),))

    def _number(self, raw: Any, source: PowerSource) -> Number:
        if self._words and isinstance(raw, str):
            word = self._words.get(_fold(raw))
            if word is not None:
                return Number("number", word, raw)
        if source.symbols and self._token is not None and self._spec.symbols is not None and isinstance(raw, str):
            return _symbols(raw, self._token, self._spec.symbols)
        number = read_number(raw)
        if self._spec.negative_is_none and number.value is not None and number.value < 0:
            return Number("none", raw=raw)
        return number


def _symbols(raw: str, token: re.Pattern[str], spec: Symbols) -> Number:
    text = unicodedata.normalize("NFKC", raw)
    if not text.strip() or read_number(raw).kind == "none":
        return Number("none", raw=raw)
    total: float = 0
    end = 0
    for match in token.finditer(text):
        if text[end : match.start()].strip(" +,、・/\u3000"):
            return Number("unknown", raw=raw)
        end = match.end()
        times = match.groupdict().get("times")
        symbol = match["symbol"] or ""
        total += _symbol(symbol, spec) * (int(times) if times else 1)
    if text[end:].strip():
        return Number("unknown", raw=raw)
    return Number("number", int(total) if total == int(total) else total, raw)


def _symbol(symbol: str, spec: Symbols) -> float:
    if symbol in spec.values:
        return spec.values[symbol]
    if symbol.isdecimal():
        return int(symbol)
    if "/" in symbol:
        return max(_symbol(part, spec) for part in symbol.split("/"))
    return 1


def _fold(word: str) -> str:
    return unicodedata.normalize("NFKC", word).casefold().strip()
