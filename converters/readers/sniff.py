"""Telling by its first lines whether a text is JSON, JSON Lines, YAML or a table, and of which delimiter."""

import re

from converters.readers.headers import NO_DELIMITER, fold_header
from converters.readers.shapes import ID_KEYS, NAME_KEYS
from converters.readers.strict_json import JsonError, StrictJson

_JSON_START = re.compile(
    r"\s*(?:\{\s*[\"}]|\[\s*(?:[{\[\"\]]|(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)\s*[,\]]))"
)
_JSON_CUT = re.compile(r"\s*[\[{]\s*$")
_LINE_END = re.compile(r"\r\n?|\n")
_DELIMITERS = (",", "\t", ";", "|")
_OTHER_HEADERS = frozenset(
    {
        "cost", "power", "type", "set", "rarity", "text", "level", "hp", "quantity", "count",
        "コスト", "パワー", "種類", "枚数",
    }
)  # fmt: skip
_KNOWN_HEADERS = NAME_KEYS | ID_KEYS | _OTHER_HEADERS
_DECK_LINE = re.compile(r"\s*(?:SB: *)?\d{1,3}[ \t]*[x×]?[ \t]+\S|\s*(?:\d+|\d+[x×].*)$", re.IGNORECASE)
_YAML_START = re.compile(r"(?:---|%YAML|- |[^\s#\-\[\]{}&*!|>'\"%@`:][^:]*:(?:\s|$)|[\"'][^\"']+[\"']:\s)")
_YAML_LINE = re.compile(r"\s+\S|---|\.\.\.|- |-$|[^\s:][^:]*:(?:\s|$)|#")
_KEYED = re.compile(r"\s*(?:- +)?[^\s:#：][^:：]*(?::(?:\s|$)|：)")  # a full-width colon is a slip to be told
_YAML_SUFFIXES = (".yaml", ".yml")
_SUFFIXES = {".csv": ",", ".tsv": "\t", ".tab": "\t"}


def is_json(text: str) -> bool:
    """Whether a text begins as JSON does. `[Main]` and `{T}: Add` do not."""
    return _JSON_START.match(text) is not None or _JSON_CUT.match(text) is not None


def is_json_lines(text: str, *, cut: bool) -> bool:
    """Whether a text holds one JSON object a line, in several lines. `cut`: only the start of it is known.

    The first line that is not blank decides when it is an object; a broken first line is outvoted by the
    others.
    """
    lines = [line.strip(" \t\r\ufeff") for line in text.split("\n")]
    if cut and len(lines) > 1:
        del lines[-1]
    lines = [line for line in lines if line][:50]
    if not lines or (len(lines) < 2 and not cut):
        return False
    if _is_object(lines[0]):
        return True
    objects = sum(1 for line in lines if _is_object(line))
    return objects * 2 > len(lines) or (objects > 0 and all(line.startswith("{") for line in lines))


def _is_object(line: str) -> bool:
    if not line.startswith("{"):
        return False
    try:
        value, end, _ = StrictJson().value(line)
    except (JsonError, RecursionError):
        return False
    return end == len(line) and isinstance(value, dict)


def find_delimiter(text: str, suffix: str, *, cut: bool) -> str | None:
    """The delimiter of a table with a header line, or None when the text is no table.

    A table has the same number of fields in most lines, or header words that are known. A text with one
    column is a table only when its header is known to name cards. The ending of the file name (`.csv`)
    settles what the content leaves open.
    """
    lines = [line for line in _LINE_END.split(text) if line.strip()][:60]
    if not lines:
        return None
    if lines[0].lower().startswith("sep=") and len(lines[0].strip()) == 5:
        return lines[0][4]
    if cut and len(lines) < 60 and len(lines) > 1:
        del lines[-1]
    empty = "".join(lines).strip(' "')
    if len(set(empty)) == 1 and empty[0] in _DELIMITERS:
        return empty[0]  # nothing but delimiters: the reader says that there is no header
    best: tuple[float, int, str] | None = None
    for delimiter in _DELIMITERS:
        score = _score(lines, delimiter, suffix in _SUFFIXES)
        if score is not None and (best is None or score > best[:2]):
            best = (*score, delimiter)
    if best is not None:
        return best[2]
    if fold_header(lines[0].strip().strip('"')) in NAME_KEYS and len(lines) > 1:
        return NO_DELIMITER
    return _SUFFIXES.get(suffix)


def _score(lines: list[str], delimiter: str, named: bool) -> tuple[float, int] | None:
    """(share of rows with as many fields as the header, columns), or None for no table."""
    import csv  # here, not above: JSON, the usual form, does not need it

    rows = [row for row in csv.reader((line + "\n" for line in lines), delimiter=delimiter) if any(row)]
    if not rows or len(rows[0]) < 2:
        return None
    header, body = rows[0], rows[1:]
    if _DECK_LINE.match(lines[0]) or lines[0].startswith("- ") or any(len(cell) > 60 for cell in header):
        return None
    known = any(fold_header(cell) in _KNOWN_HEADERS for cell in header)
    if not known and any(cell.strip().lstrip("-").isdecimal() for cell in header):
        return None
    equal = sum(1 for row in body if len(row) == len(header)) / len(body) if body else 1.0
    several = sum(1 for row in body if len(row) > 1) / len(body) if body else 0.0
    if known or named or (equal >= 0.5 and body) or (several == 1.0 and _is_short(header)):
        return equal, len(header)
    return None


def _is_short(header: list[str]) -> bool:
    return all(cell.strip() and len(cell) <= 24 and not cell.strip().count(" ") > 2 for cell in header)


def is_yaml(text: str, suffix: str, *, cut: bool) -> bool:
    """Whether a text looks like YAML: it begins as a list or with `key: value`, and goes on so."""
    lines = [line for line in text.splitlines() if line.strip()]
    if cut and len(lines) > 1:
        del lines[-1]
    content = [line for line in lines if not line.startswith("#")]
    if not content:
        return False
    if suffix in _YAML_SUFFIXES:
        return True
    keyed = sum(1 for line in content if _KEYED.match(line))
    fitting = sum(1 for line in content if _YAML_LINE.match(line) or _KEYED.match(line))
    begins = _YAML_START.match(content[0]) or _KEYED.match(content[0])
    return begins is not None and keyed > 0 and fitting * 10 >= len(content) * 9


def is_surely_yaml(text: str, suffix: str) -> bool:
    """Whether what looks like YAML can be nothing else, so that its syntax errors are worth telling."""
    lines = [line for line in text.splitlines() if line.strip()]
    keyed = sum(1 for line in lines if _KEYED.match(line))
    return suffix in _YAML_SUFFIXES or (keyed > 1 and keyed * 10 >= len(lines) * 6)
