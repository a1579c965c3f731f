"""Digimon lists: languages inside the name, and a text in up to four boxes."""

from collections.abc import Iterable, Iterator

from converters.games.boxes import languages, one_by_one, with_boxes
from converters.records import Row, Unreadable

_BOXES = (
    ("text", "main_effect", "mainEffect", "maineffect", "effect"),
    ("aceEffect",),
    ("source_effect", "sourceeffect", "soureeffect", "inheritedEffect", "digivolveEffect"),
    ("securityEffect", "security_effect", "alt_effect"),
)


def adapt(records: Iterable[tuple[int, Row | Unreadable]]) -> Iterator[tuple[int, Row | Unreadable, int]]:
    """Brings each record to the shape that `digimon.yaml` describes; joins none."""
    return one_by_one(records, plain)


def plain(row: Row) -> Row:
    """One record with its languages apart and the effects of all its boxes as one text."""
    return with_boxes(languages(row, "name", english="english", japanese="japanese"), *_BOXES)
