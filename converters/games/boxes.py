"""What several games' lists have in common: texts in several boxes, and languages inside one field."""

from collections.abc import Callable, Iterable, Iterator

from converters.records import Row, Unreadable


def one_by_one(
    records: Iterable[tuple[int, Row | Unreadable]], reshape: Callable[[Row], Row]
) -> Iterator[tuple[int, Row | Unreadable, int]]:
    """The `adapt` of a game whose records are reshaped each by itself; none are joined."""
    for number, row in records:
        yield number, row if isinstance(row, Unreadable) else reshape(row), 0


def languages(row: Row, *fields: str, english: str = "en", japanese: str = "ja") -> Row:
    """Fields that hold an object of languages become the English text, and `<field>_ja` the Japanese one."""
    told: Row = {}
    for field in fields:
        value = row.get(field)
        if isinstance(value, dict):
            told[field] = value.get(english)
            told[f"{field}_ja"] = value.get(japanese)
    return {**row, **told} if told else row


def boxes(*texts: object) -> str | None:
    """Texts of one card below each other, as they are printed; None where none says anything."""
    said = [text.strip() for text in texts if isinstance(text, str) and text.strip(" \t\r\n-－")]
    return "\n".join(dict.fromkeys(said)) or None


def with_boxes(row: Row, *parts: tuple[str, ...]) -> Row:
    """The record with the texts of all its boxes in `text`, where it has more than one box.

    `parts` names the boxes in printed order, each with the columns it may stand in.
    """
    found = [next((row[key] for key in keys if row.get(key)), None) for keys in parts]
    if sum(isinstance(text, str) for text in found) < 2:
        return row
    return {**row, "text": boxes(*found)}
