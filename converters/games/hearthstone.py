"""Hearthstone lists: fields with all languages inside, and texts broken into the lines of the card."""

import itertools
import re
from collections.abc import Iterable, Iterator
from typing import Any

from converters.records import Row, Unreadable

_HEAD = 1000
"""Records that are looked at to see whether a list marks its collectible cards."""
_LANGUAGES = {"": ("enUS", "en_US", "enGB", "en_GB"), "_ja": ("jaJP", "ja_JP")}
_OTHERS = re.compile(r"@.*", re.DOTALL)  # what the text says in other states of the game
_NUMBER = re.compile(r"[$#](?=\d)")  # damage and healing that the game recounts
_SPACING = re.compile(r"_+|(?<=\S)&(?=\s|<)")
_PARAGRAPH = re.compile(r"(?<=[.。>）)])\s*\n\s*(?=<b>)", re.IGNORECASE)
_LINE = re.compile(r"[ \t]*\n[ \t]*")
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uff00-\uffef]")


def adapt(records: Iterable[tuple[int, Row | Unreadable]]) -> Iterator[tuple[int, Row | Unreadable, int]]:
    """Brings each record to the shape that `hearthstone.yaml` describes; joins none.

    A list that marks its collectible cards leaves the mark out of tokens and the like: they get it said.
    """
    stream = iter(records)
    head = list(itertools.islice(stream, _HEAD))
    marked = any("collectible" in row for _, row in head if isinstance(row, dict))
    for number, row in itertools.chain(head, stream):
        if isinstance(row, Unreadable):
            yield number, row, 0
        else:
            yield number, plain({"collectible": False, **row} if marked else row), 0


def plain(row: Row) -> Row:
    """One record with its languages apart and its texts in whole sentences."""
    row = dict(row)
    for field in ("name", "text"):
        value = row.get(field)
        if isinstance(value, dict):
            row |= {f"{field}{tail}": _first(value, codes) for tail, codes in _LANGUAGES.items()}
    for field in ("text", "text_ja"):
        if isinstance(row.get(field), str):
            row[field] = sentences(row[field])
    return row


def sentences(text: str) -> str:
    """A card text without its layout: lines joined, a new paragraph only where the next line opens with a
    keyword; no marks of recounted numbers; the first of the states that the game shows."""
    text = _SPACING.sub(" ", _NUMBER.sub("", _OTHERS.sub("", text.replace("[x]", ""))))
    paragraphs = [_joined(part) for part in _PARAGRAPH.split(text)]
    return "\n".join(part for part in paragraphs if part)


def _joined(text: str) -> str:
    glue = "" if _WIDE.search(text) else " "
    return re.sub(" {2,}", " ", _LINE.sub(glue, text)).strip()


def _first(value: dict[str, Any], codes: tuple[str, ...]) -> Any:
    return next((value[code] for code in codes if value.get(code)), None)
