"""One row a card: reprints and duplicates are merged while the cards stream to a file on disk."""

import tempfile
from collections.abc import Iterator
from typing import IO, NamedTuple

import msgspec

from rulebook.cards import Card, Note, from_line, to_line, to_lines
from rulebook.terms import CARD_TYPES

_BLOCK = 512
"""Rows that go to the disk together."""
_NO_POWER = 127
_TYPE_BITS = {card_type: number << 7 for number, card_type in enumerate(CARD_TYPES)}


class Added(NamedTuple):
    """What became of a card: a row of its own, or merged into the row number `merged_into`."""

    card: Card
    merged_into: int | None
    disagrees: bool


class _Merge:
    """What later printings add to an earlier row."""

    __slots__ = (
        "cards",
        "disagrees",
        "name",
        "name_ja",
        "parts",
        "parts_ja",
        "printings",
        "quantity",
        "text",
        "text_ja",
    )

    def __init__(self) -> None:
        self.printings: dict[str, None] = {}
        self.name: str | None = None
        self.name_ja: str | None = None
        self.text: str | None = None
        self.text_ja: str | None = None
        self.parts: dict[str, None] = {}
        self.parts_ja: dict[str, None] = {}
        self.disagrees = False
        self.quantity = 0


class Spool:
    """Cards on disk, in their order. Memory grows by less than 300 bytes a card: two hashes and a place.

    `add` merges by `Card.identity`; `cards` gives the rows back with what later printings added. Used as a
    context manager; the file is gone afterwards.
    """

    def __init__(self, clash: Note, disagreement: Note, *, merging: bool = True) -> None:
        self._clash = clash
        self._disagreement = disagreement
        self._merging = merging
        self._file: IO[bytes] = tempfile.TemporaryFile(prefix="twgp-")  # noqa: SIM115 - closed by __exit__
        self._places: dict[int, int] = {}
        self._ids: set[int] = set()
        self._merges: dict[int, _Merge] = {}
        self._pending: list[Card] = []
        self._sizes: list[int] = []
        self.count = 0

    def __enter__(self) -> "Spool":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, card: Card) -> Added:
        """Takes a card in. Raises `OSError` when the disk is full."""
        facts = _TYPE_BITS[card.type] | (_NO_POWER if card.power is None else card.power)
        if self._merging:
            key = hash(card.identity)
            known = self._places.get(key)
            if known is not None:
                place, disagrees = known >> 11, (known & 0x7FF) != facts
                self._merge(place, card, disagrees)
                return Added(card, place, disagrees)
            self._places[key] = (self.count << 11) | facts
        id_hash = hash(card.id)
        if id_hash in self._ids:
            card = self._renamed(card)
            id_hash = hash(card.id)
        self._ids.add(id_hash)
        self.append(card)
        return Added(card, None, False)

    def append(self, card: Card) -> None:
        """Takes a row as it is: the rows of a deck list may name one card in several sections."""
        self.count += 1
        pending = self._pending
        pending.append(card)
        if len(pending) == _BLOCK:
            self._flush()

    def copy_to(self, stream: IO[bytes]) -> None:
        """Writes the rows as JSONL."""
        for block in self._blocks():
            stream.write(block)

    def cards(self) -> Iterator[Card]:
        """The rows as cards."""
        return (from_line(line) for block in self._blocks() for line in block.splitlines())

    def _blocks(self) -> Iterator[bytes]:
        """The rows as lines of JSON, many at a time, with what later printings added to them."""
        self._flush()
        self._file.seek(0)
        touched = {place // _BLOCK for place in self._merges}
        for number, size in enumerate(self._sizes):
            block = self._file.read(size)
            if number in touched:
                lines = block.splitlines(keepends=True)
                for place, line in enumerate(lines, number * _BLOCK):
                    merge = self._merges.get(place)
                    if merge is not None:
                        lines[place % _BLOCK] = to_line(self._merged(from_line(line), merge)) + b"\n"
                block = b"".join(lines)
            yield block

    def _flush(self) -> None:
        if self._pending:
            self._sizes.append(self._file.write(to_lines(self._pending)))
            self._pending.clear()

    def _renamed(self, card: Card) -> Card:
        number = 2
        while hash(f"{card.id}#{number}") in self._ids:
            number += 1
        return msgspec.structs.replace(card, id=f"{card.id}#{number}", notes=(*card.notes, self._clash))

    def _merge(self, place: int, card: Card, disagrees: bool) -> None:
        merge = self._merges.get(place)
        if merge is None:
            merge = self._merges[place] = _Merge()
        for printing in card.printings:
            merge.printings.setdefault(printing)
        if card.name != card.name_ja:
            merge.name = merge.name or card.name
        merge.name_ja = merge.name_ja or card.name_ja
        merge.disagrees = merge.disagrees or disagrees
        merge.quantity += card.quantity or 0
        if any(flag.startswith("set:") for flag in card.flags):
            if card.text:
                merge.parts.setdefault(card.text)
            if card.text_ja:
                merge.parts_ja.setdefault(card.text_ja)
        else:
            merge.text = merge.text or card.text
            merge.text_ja = merge.text_ja or card.text_ja

    def _merged(self, card: Card, merge: _Merge) -> Card:
        printings = tuple(dict.fromkeys((*card.printings, *merge.printings)))
        name = card.name
        if card.name == card.name_ja and merge.name:
            name = merge.name
        return msgspec.structs.replace(
            card,
            name=name,
            name_ja=card.name_ja or merge.name_ja,
            text=_with_parts(card.text or merge.text, merge.parts),
            text_ja=_with_parts(card.text_ja or merge.text_ja, merge.parts_ja),
            printings=printings,
            quantity=(card.quantity or 0) + merge.quantity or None,
            notes=(*card.notes, self._disagreement) if merge.disagrees else card.notes,
        )


def _with_parts(text: str | None, parts: dict[str, None]) -> str | None:
    if not parts:
        return text
    return "\n".join(dict.fromkeys([*([text] if text else []), *parts]))
