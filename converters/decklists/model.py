"""What reading a deck list yields: card lines, problems with their places, the kind of every line."""

import re
from typing import Any, Literal, NamedTuple

MAX_QUANTITY = 999
"""Copies that one line may ask for; more is taken for a damaged line."""

LineKind = Literal["blank", "card", "heading", "comment", "metadata", "problem"]
Unit = Literal["line", "card", "row"]
"""What the places of a list count."""
Remark = tuple[str, dict[str, Any]]
"""A code of `data/codes.yaml` with the values of its message."""

FURTHER_BUNDLE = re.compile(r"deck_\d{1,3}")
"""A section that is a second bundle of a list or a later one: `deck_2`."""
_DIGITS = re.compile(r"[-−－]?\d{1,6}")


class DeckLine(NamedTuple):
    """One card of a deck list.

    `line` counts from 1 in the unit of the list; `quantity` is 1 to 999. `name`, `set`, `number` and
    `card_id` are what the form of the line suggests; `text` is everything behind the quantity, because a
    name may look like a name with a set, and only the pool can tell. `raw` is the line as it stands.
    """

    line: int
    quantity: int
    name: str | None
    set: str | None
    number: str | None
    card_id: str | None
    section: str
    raw: str
    text: str = ""


class DeckProblem(NamedTuple):
    """Something to say about a place of the list. `code` stands in `data/codes.yaml`, where its level is."""

    line: int
    code: str
    values: dict[str, Any]


class DeckList(NamedTuple):
    """A deck list as read, before any card is looked up.

    `format` is the short name of the form (`arena`, `xmage`, `ydk` ...). `kinds` has one entry for each line
    of a text and is empty for documents and tables. The `unit` of documents is "card": there `line` counts the
    card entries; that of a table is "line" or, in a workbook, "row".
    `named` holds the cards of a coded list once more, by the names that its comment lines give.
    """

    format: str
    title: str | None
    lines: tuple[DeckLine, ...]
    problems: tuple[DeckProblem, ...]
    kinds: tuple[LineKind, ...] = ()
    named: tuple[DeckLine, ...] = ()
    unit: Unit = "line"


class BadQuantityError(ValueError):
    """A quantity that is no whole number from 1 to 999. `shown` is what stood there, shortened."""

    def __init__(self, raw: object) -> None:
        shown = str(raw)
        self.shown = shown if len(shown) <= 16 else shown[:12] + "..."
        super().__init__(self.shown)


def read_quantity(raw: object) -> int:
    """A quantity as a file wrote it (text with digits of any width, or a whole number): 1 to 999.

    Raises `BadQuantityError` for everything else, 0 and negative numbers included; digits are counted before
    they are read, so that a number of a million digits costs nothing.
    """
    if isinstance(raw, str) and _DIGITS.fullmatch(raw.strip()):
        value = int(raw.strip().replace("−", "-").replace("－", "-"))
    elif isinstance(raw, int) and not isinstance(raw, bool):
        value = raw
    else:
        raise BadQuantityError(raw)
    if not 1 <= value <= MAX_QUANTITY:
        raise BadQuantityError(raw if len(str(raw)) < 16 else str(raw))
    return value


def shortened(raw: str, limit: int = 60) -> str:
    """A line as a message quotes it."""
    text = raw.strip()
    return text if len(text) <= limit else text[: limit - 3] + "..."
