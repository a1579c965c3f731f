"""Rush Duel lists: requirement, effect and summoning condition are one text, in each language."""

from collections.abc import Iterable, Iterator

from converters.games.boxes import boxes, languages, one_by_one
from converters.games.species import with_japanese_race
from converters.records import Row, Unreadable

_PARTS = ("summoning_condition", "text", "requirement", "effect", "continuous_effect", "multi_choice_effect")
_NO_REQUIREMENT = ("None", "なし")


def adapt(records: Iterable[tuple[int, Row | Unreadable]]) -> Iterator[tuple[int, Row | Unreadable, int]]:
    """Brings each record to the shape that `yugioh_rush.yaml` describes; joins none."""
    return one_by_one(records, plain)


def plain(row: Row) -> Row:
    """One record with its languages apart and the parts of its text joined in printed order."""
    told = with_japanese_race(languages(row, "name", *_PARTS))
    if "requirement" in told or "effect" in told:
        told = {
            **told,
            "text": boxes(*(told.get(part) for part in _PARTS)),
            "text_ja": boxes(*(told.get(f"{part}_ja") for part in _PARTS)),
        }
    for field in ("text", "text_ja"):
        text = told.get(field)
        if isinstance(text, str) and any(words in text for words in _NO_REQUIREMENT):
            lines = [line for line in text.split("\n") if line.strip() not in _NO_REQUIREMENT]
            told = {**told, field: "\n".join(lines)}
    return told
