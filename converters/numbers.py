"""The one reader of raw numbers: whatever a card list may hold where a number is meant (STATUS-03)."""

import math
import re
import unicodedata
from typing import Literal, NamedTuple

NumberKind = Literal["number", "none", "unknown", "infinite", "variable"]


class Number(NamedTuple):
    """What a raw value says.

    `kind`: `number`; `none` (the card has no such value); `unknown` (it has one that nobody can tell);
    `infinite`; `variable` (X, *). `value` is set for `number` only and may be negative or a fraction.
    `parts` holds every number of a value printed in halves ("6/9"). `mark` is what stood around the
    number ("+", "×"). `raw` is the value as it came.
    """

    kind: NumberKind
    value: float | None = None
    raw: object = None
    mark: str = ""
    parts: tuple[float, ...] = ()


_NONE = frozenset({"", "-", "--", "---", "—", "–", "―", "ー", "n/a", "na", "none", "null", "nil", "なし", "無し", "無"})
_UNKNOWN = frozenset({"?", "??", "???", "????", "unknown", "不明"})
_INFINITE = frozenset({"∞", "infinity", "inf", "+infinity", "無限", "無限大"})
_VARIABLE = re.compile(r"(?:\+?[xyz*]+²?|[xyz*]\d|\d[+-]\*|\*[+-]\d)", re.IGNORECASE)
_HALVES = re.compile(r"\d+(?:\.\d+)?(?:\s*/\s*\d+(?:\.\d+)?)+")
# A label of letters before the number ("HP 120", "Power 10000", "Lv.6"), thousands separators, then marks.
_LABELLED = re.compile(
    r"(?P<label>[^\W\d_]{2,}[.:]?\s*)?(?P<sign>[+-]?)(?P<digits>\d{1,3}(?:,\d{3})+|\d+)(?P<fraction>\.\d+)?"
    r"\s*(?P<mark>[+×x*\-]?)",
    re.IGNORECASE,
)
_BARE_FRACTION = re.compile(r"(?P<sign>[+-]?)(?P<fraction>\.\d+)(?P<mark>\+?)")
_DASHES = str.maketrans({"−": "-", "‐": "-", "‑": "-", "‒": "-", "﹣": "-", "、": ","})
_LONGEST = 40
"""No number is longer; a longer text is not a number and is not searched."""


def read_number(raw: object) -> Number:
    """Reads any raw value; never raises, and never turns something missing into 0.

    Text is folded first (NFKC: full-width and circled digits become digits). A missing key is read as
    None by the caller.
    """
    if raw is None:
        return Number("none", raw=raw)
    if isinstance(raw, bool):
        return Number("unknown", raw=raw)
    if isinstance(raw, int | float):
        return _from_float(raw)
    if not isinstance(raw, str) or len(raw) > _LONGEST:
        return Number("unknown", raw=raw)
    text = unicodedata.normalize("NFKC", raw).translate(_DASHES).strip()
    folded = text.casefold()
    if folded in _NONE:
        return Number("none", raw=raw)
    if folded in _UNKNOWN:
        return Number("unknown", raw=raw)
    if folded in _INFINITE:
        return Number("infinite", raw=raw)
    if _VARIABLE.fullmatch(text):
        return Number("variable", raw=raw)
    if _HALVES.fullmatch(text):
        parts = tuple(_plain(float(part)) for part in text.split("/"))
        return Number("number", parts[0], raw, parts=parts)
    match = _LABELLED.fullmatch(text) or _BARE_FRACTION.fullmatch(text)
    if match is None:
        return Number("unknown", raw=raw)
    groups = match.groupdict()
    digits = (groups.get("digits") or "0").replace(",", "") + (groups["fraction"] or "")
    if not digits.isascii():  # digits of other scripts that NFKC leaves alone
        digits = "".join(str(unicodedata.digit(c)) if c.isdigit() else c for c in digits)
    value = _plain(float(digits))
    return Number("number", -value if groups["sign"] == "-" else value, raw, groups["mark"])


def _from_float(raw: float) -> Number:
    if math.isnan(raw):
        return Number("unknown", raw=raw)
    if math.isinf(raw):
        return Number("infinite" if raw > 0 else "unknown", raw=raw)
    return Number("number", _plain(raw), raw)


def _plain(value: float) -> float:
    """Whole values as int, so that they print without a point and never lose digits."""
    return int(value) if value == int(value) else value
