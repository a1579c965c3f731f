"""The T.W.G.P card: one converted foreign card, the same row in every output format."""

from collections.abc import Sequence
from typing import Any

import msgspec

from rulebook.terms import CardType, Effect, Place, VitalKind


class CardEffect(msgspec.Struct, frozen=True, gc=False):
    """One effect found in the card's text (READ-03, READ-04, READ-05).

    `power` is 0-99; `face` counts from 0 (the front); `paragraph` from 1; `span` is the half-open range of
    characters in the NFKC text of language `lang`. `void` holds in Half, Full and Trial.
    """

    effect: Effect
    power: int
    face: int = 0
    paragraph: int = 1
    lang: str = "en"
    span: tuple[int, int] = (0, 0)
    void: bool = False


class Reading(msgspec.Struct, frozen=True, gc=False):
    """A re-reading that the rules give to a piece of text, for example a draw (MATRIX-10)."""

    code: str
    lang: str = "en"
    span: tuple[int, int] = (0, 0)
    text_en: str = ""
    text_ja: str = ""


class Link(msgspec.Struct, frozen=True, gc=False):
    """A link attribute that the card's name earns, and in which roles, "A" or "B" (LINK-18)."""

    link: str
    roles: tuple[str, ...]


class Note(msgspec.Struct, frozen=True, gc=False):
    """A remark on how the row came about. `code` stands in `data/codes.yaml`."""

    code: str
    message: str


class TextKey(msgspec.Struct, frozen=True, gc=False):
    """Hash of the normalised text by language, or null where that language has no text."""

    en: str | None = None
    ja: str | None = None


class Source(msgspec.Struct, frozen=True, gc=False):
    """Where the row came from: the id as in the file, set, number, and the raw fields that decided."""

    id: str | int | None = None
    set: str | None = None
    number: str | None = None
    fields: dict[str, Any] = msgspec.field(default_factory=dict)


class Card(msgspec.Struct, frozen=True, gc=False):
    """A T.W.G.P card. The fields are described one by one in `schemas/card.schema.json`."""

    id: str
    identity: str
    name: str
    game: str
    type: CardType
    name_ja: str | None = None
    species: str | None = None
    species_ja: str | None = None
    vital_kind: VitalKind | None = None
    weapon_sign: int | None = None
    places: tuple[Place, ...] = ()
    power: int | None = None
    effect: Effect | None = None
    effects: tuple[CardEffect, ...] = ()
    flags: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = ()
    links: tuple[Link, ...] = ()
    poison_name: bool = False
    poison_unit: bool = False
    phase: str | None = None
    text: str | None = None
    text_ja: str | None = None
    text_key: TextKey = TextKey()
    notes: tuple[Note, ...] = ()
    overridden: tuple[str, ...] = ()
    quantity: int | None = None
    section: str | None = None
    printings: tuple[str, ...] = ()
    ruleset: str = ""
    source: Source = Source()

    def __str__(self) -> str:
        """Name, type and power as people write them, for example `Zoma (unit 87)`."""
        power = "" if self.power is None else f" {self.power:02d}"
        return f"{self.name} ({self.type}{power})"


FIELDS: tuple[str, ...] = Card.__struct_fields__
"""Names of the columns, in their order."""

_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Card)


def to_line(card: Card) -> bytes:
    """The card as one line of JSON in UTF-8, without the line feed."""
    return _ENCODER.encode(card)


def to_lines(cards: Sequence[Card]) -> bytes:
    """Many cards as lines of JSON, each with its line feed."""
    return _ENCODER.encode_lines(cards)


def from_line(line: bytes | str) -> Card:
    """Reads back what `to_line` wrote.

    Raises `ValueError` with the field's path when the line is not a card.
    """
    return _DECODER.decode(line)


def to_row(card: Card) -> dict[str, Any]:
    """The card as plain dicts, lists, strings and numbers."""
    row: dict[str, Any] = msgspec.to_builtins(card)
    return row


def from_row(row: dict[str, Any]) -> Card:
    """Reads back what `to_row` made. Raises `ValueError` with the field's path."""
    return msgspec.convert(row, Card)


def is_card_row(row: object) -> bool:
    """Whether a decoded record is a converted card rather than a foreign one."""
    return isinstance(row, dict) and row.keys() >= _MARKS


_MARKS = frozenset({"identity", "game", "type", "places", "ruleset"})
