"""Battle Spirits lists that write a card's effects as objects: BSS_app (English, one card a file)."""

from collections.abc import Iterable, Iterator
from typing import Any

from converters.records import Row, Unreadable

# READ-01 asks for these; words in brackets would be taken for reminder text.
_DESTROYED = {
    "when destroyed": "When this card is destroyed:",
    "when destroyed by opponent": "When this card is destroyed by the opponent:",
}
_NOTHING = frozenset({"", "N/A", "None", "-", "—"})


def adapt(records: Iterable[tuple[int, Row | Unreadable]]) -> Iterator[tuple[int, Row | Unreadable, int]]:
    """Writes the effects of a record as one text, a line an effect, as they stand on the card:
    `[LV1][LV2] [Main] <Keyword 6> (When Summoned) what happens`. That a nexus is destroyed is a sentence."""
    for number, row in records:
        if isinstance(row, dict) and isinstance(row.get("effects"), list):
            nexus = "nexus" in str(row.get("type") or row.get("cardType")).lower()
            text = "\n".join(line for effect in row["effects"] if (line := _line(effect, nexus=nexus)))
            row["text"] = text or row.get("text")
        yield number, row, 0


def _line(effect: Any, *, nexus: bool) -> str:
    if not isinstance(effect, dict):
        return _said(effect)
    condition = _said(effect.get("condition"))
    sentence = _DESTROYED.get(condition.lower()) if nexus else None
    parts = (
        "".join(f"[LV{level}]" for level in _items(effect.get("levels"))),
        "".join(f"[{step}]" for step in _items(effect.get("steps"))),
        " ".join(word for keyword in _items(effect.get("keywords")) if (word := _keyword(keyword))),
        sentence or (f"({condition})" if condition else ""),
        _said(effect.get("details")),
    )
    return " ".join(part for part in parts if part)


def _keyword(keyword: Any) -> str:
    """`<Name 6>`. The list has two forms of keyword objects, one without any value in the other's place."""
    if not isinstance(keyword, dict):
        return f"<{keyword}>" if _said(keyword) else ""
    name = keyword.get("keyword_name") or keyword.get("keyword")
    if isinstance(name, dict):
        return _keyword(name)
    values = (keyword.get("keyword_modifier"), keyword.get("target"), keyword.get("value"))
    words = [said for value in (name, *values) if (said := _said(value))]
    return f"<{' '.join(words)}>" if words else ""


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _said(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(said for item in value if (said := _said(item)))
    text = "" if value is None else str(value).strip()
    return "" if text in _NOTHING else text
