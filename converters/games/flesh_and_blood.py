"""Flesh and Blood lists: texts with emphasis in asterisks."""

import re
from collections.abc import Iterable, Iterator

from converters.games.boxes import one_by_one
from converters.records import Row, Unreadable

_TEXTS = ("text", "functional_text", "functionalText", "Functional Text")
_EMPHASIS = re.compile(r"\*+(?=\S)(.+?)(?<=\S)\*+", re.DOTALL)


def adapt(records: Iterable[tuple[int, Row | Unreadable]]) -> Iterator[tuple[int, Row | Unreadable, int]]:
    """Takes the asterisks out of the texts; joins none."""
    return one_by_one(records, without_emphasis)


def without_emphasis(row: Row) -> Row:
    """The record with plain texts: "**go again**" is "go again"; an asterisk of its own stays."""
    for field in _TEXTS:
        text = row.get(field)
        if isinstance(text, str) and "*" in text:
            row = {**row, field: _EMPHASIS.sub(r"\1", text)}
    return row
