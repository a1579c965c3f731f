"""The number reader over every form that the real lists and CONVERT.md name."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from converters.numbers import Number, read_number

NUMBERS: list[tuple[object, float]] = [
    (2, 2),
    (2.0, 2),
    (0.5, 0.5),
    (0, 0),
    (-1, -1),
    ("40", 40),
    (" 2", 2),
    ("\u3000" + "10 ", 10),
    ("10,000", 10000),
    ("1,000,000", 1000000),
    ("１２０００", 12000),
    ("①", 1),
    ("⑩", 10),
    ("5000+", 5000),
    ("5000＋", 5000),
    ("2000×", 2000),
    ("6000-", 6000),
    ("-5000", -5000),
    ("0000+", 0),
    ("+3", 3),
    (".5", 0.5),
    ("3.5", 3.5),
    ("1000000", 1000000),
    ("Power 10000", 10000),
    ("Grade 3", 3),
    ("HP 120", 120),
    ("Lv.6", 6),
    ("LV5", 5),
    ("パワー８０００", 8000),
    ("08", 8),
    ("999", 999),
]


@pytest.mark.parametrize(("raw", "value"), NUMBERS)
@pytest.mark.rule("STATUS-03")
def test_a_number_in_any_dress(raw: object, value: float) -> None:
    number = read_number(raw)
    assert (number.kind, number.value, number.raw) == ("number", value, raw)


@pytest.mark.parametrize("raw", [None, "", "  ", "-", "－", "—", "―", "−", "N/A", "n/a", "ー", "none", "なし"])
def test_nothing_printed_is_none_and_never_zero(raw: object) -> None:
    assert read_number(raw) == Number("none", raw=raw)


@pytest.mark.parametrize("raw", ["?", "？", "???", True, False, math.nan, "戻", "abc", [], {}, "9" * 5000, "1;2"])
def test_what_nobody_can_tell_is_unknown(raw: Any) -> None:
    number = read_number(raw)
    assert (number.kind, number.value) == ("unknown", None)


@pytest.mark.parametrize("raw", ["∞", "Infinity", "infinity", math.inf])
def test_infinity(raw: object) -> None:
    assert read_number(raw).kind == "infinite"


@pytest.mark.parametrize("raw", ["X", "x", "Ｘ", "XX", "X3", "*", "1+*", "*+1", "7-*", "*²"])
def test_variable(raw: object) -> None:
    assert read_number(raw).kind == "variable"


@pytest.mark.parametrize(
    ("raw", "parts"), [("6/9", (6, 9)), ("10/3", (10, 3)), ("１３／１５", (13, 15)), ("1/2/3", (1, 2, 3))]
)
def test_halves_are_kept_apart(raw: str, parts: tuple[int, ...]) -> None:
    number = read_number(raw)
    assert (number.kind, number.value, number.parts) == ("number", parts[0], parts)


def test_the_mark_beside_the_number_is_kept() -> None:
    assert read_number("5000+").mark == "+"
    assert read_number("2000×").mark == "×"


@given(st.one_of(st.text(), st.floats(), st.integers(), st.none(), st.booleans(), st.lists(st.integers())))
def test_never_raises_and_keeps_the_raw_value(raw: object) -> None:
    number = read_number(raw)
    assert number.raw is raw
    assert (number.value is not None) == (number.kind == "number")


@given(st.integers(0, 10**12))
def test_every_whole_number_reads_back(value: int) -> None:
    for dressed in (value, str(value), f"{value:,}", f" {value}+"):
        assert read_number(dressed).value == value
    wide = str(value).translate(str.maketrans("0123456789", "０１２３４５６７８９"))
    assert read_number(wide).value == value
