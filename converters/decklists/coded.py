"""Lists that name cards by number: `.ydk`, `ydke://` and Hearthstone deck codes."""

import binascii
import re
from collections.abc import Sequence
from typing import NamedTuple

from converters.decklists.grammar import read_card
from converters.decklists.model import (
    BadQuantityError,
    DeckLine,
    DeckList,
    DeckProblem,
    LineKind,
    read_quantity,
    shortened,
)

_YDKE = re.compile(r"\s*[<`'\"]?ydke://([^\s<>`'\"]*)[>`'\"]?\s*", re.IGNORECASE)
_HEARTHSTONE = re.compile(r"AAE[A-Za-z0-9+/_-]{5,}={0,2}")
_NOT_BASE64 = re.compile(r"[^A-Za-z0-9+/]")
_YDK_MARK = re.compile(r"\s*(?:#\s*main|#\s*extra|[!#]\s*side)\s*", re.IGNORECASE)
_YDK_SECTION = re.compile(r"\s*[#!]\s*(main|extra|side)\s*", re.IGNORECASE)
_YDK_ID = re.compile(r"\s*(?P<id>\d{1,10})\s*(?:(?:#|//|--|;).*)?", re.DOTALL)
_BLOCK_CARD = re.compile(r"#\s*(?P<n>[1-9]\d{0,2})x\s*\(\d+\)\s*(?P<name>\S.*)")
_BLOCK_KEY = re.compile(r"#\s*[^:：]{1,20}[:：].*")
_VARINT_BYTES = 5
"""A number in a deck code has 32 bits at most."""


class DeckCodeError(ValueError):
    """A deck code that is damaged; `byte` counts from 0 in the decoded code."""

    def __init__(self, byte: int) -> None:
        super().__init__(f"deck code damaged at byte {byte}")
        self.byte = byte


class CodeCard(NamedTuple):
    """A card of a deck code: its number in the game's own database, its quantity, its section."""

    id: int
    quantity: int
    section: str


class DeckCode(NamedTuple):
    """A Hearthstone deck code: heroes (they are no cards of the deck) and cards by dbf id."""

    heroes: tuple[int, ...]
    cards: tuple[CodeCard, ...]
    repaired: bool


def read_ydke(code: str) -> tuple[list[CodeCard], bool]:
    """The cards of `ydke://main!extra!side!` in order, one entry a copy, and whether padding was missing.

    A passcode of 0 is kept: the caller reports its slot. Raises `DeckCodeError`.
    """
    parts = code.split("!")
    if len(parts) < 3 or any(parts[3:]):
        raise DeckCodeError(len(code) * 3 // 4)
    cards: list[CodeCard] = []
    repaired, start = False, 0
    for section, part in zip(("main", "extra", "side"), parts, strict=False):
        data, padded = _decode(part, start)
        if len(data) % 4:
            raise DeckCodeError(start + len(data))
        repaired = repaired or padded
        cards += (CodeCard(int.from_bytes(data[at : at + 4], "little"), 1, section) for at in range(0, len(data), 4))
        start += len(data)
    return cards, repaired


def read_hearthstone(code: str) -> DeckCode:
    """The cards of a Hearthstone deck code; the side deck of a card is `side`.

    Own reader, because the public ones raise errors of several kinds on a code that was cut.
    Raises `DeckCodeError`.
    """
    data, repaired = _decode(code, 0)
    reader = _Varints(data)
    reader.expect(0, 0)
    reader.expect(1, 1)
    reader.next()  # the format of play: wild, standard ...
    heroes = tuple(reader.next() for _ in range(reader.count()))
    cards = reader.cards("main", owned=False)
    if reader.at < len(data) and reader.next() == 1:
        cards += reader.cards("side", owned=True)
    if reader.at != len(data):
        raise DeckCodeError(reader.at)
    return DeckCode(heroes, tuple(cards), repaired)


class _Varints:
    """Reads the numbers of a deck code one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.at = 0

    def next(self) -> int:
        start, value = self.at, 0
        for shift in range(_VARINT_BYTES):
            if self.at >= len(self._data):
                raise DeckCodeError(len(self._data))
            byte = self._data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << 7 * shift
            if byte < 0x80:
                return value
        raise DeckCodeError(start)

    def expect(self, value: int, at: int) -> None:
        if self.next() != value:
            raise DeckCodeError(at)

    def count(self) -> int:
        """A number of entries; each takes a byte at least, so a damaged one is seen before any loop."""
        start = self.at
        value = self.next()
        if value > len(self._data) - self.at:
            raise DeckCodeError(start)
        return value

    def cards(self, section: str, *, owned: bool) -> list[CodeCard]:
        """Cards once, cards twice, cards n times; `owned` ones name the card that they belong to."""
        found: list[CodeCard] = []
        for copies in (1, 2, 0):
            for _ in range(self.count()):
                number = self.next()
                found.append(CodeCard(number, copies or self.next(), section))
                if owned:
                    self.next()
        return found


def _decode(text: str, start: int) -> tuple[bytes, bool]:
    """Base64 with either alphabet; missing padding is put right. Raises `DeckCodeError`."""
    digits = text.rstrip("=").replace("-", "+").replace("_", "/")
    wrong = _NOT_BASE64.search(digits)
    if wrong is not None:
        raise DeckCodeError(start + wrong.start() * 3 // 4)
    if len(digits) % 4 == 1:
        raise DeckCodeError(start + len(digits) * 3 // 4)
    padding = "=" * (-len(digits) % 4)
    return binascii.a2b_base64(digits + padding), len(text) - len(digits) < len(padding)


def coded_format(lines: Sequence[str]) -> str | None:
    """`ydke`, `ydk` or `hearthstone` when the lines are such a list, else None."""
    if any(_YDKE.fullmatch(line) for line in lines):
        return "ydke"
    if any(_HEARTHSTONE.fullmatch(line.strip()) for line in lines):
        return "hearthstone"
    if any(_YDK_MARK.fullmatch(line) for line in lines):
        rest = [line for line in lines if line.strip() and line.strip()[0] not in "#!"]
        if 2 * sum(_YDK_ID.fullmatch(line) is not None for line in rest) >= len(rest):
            return "ydk"
    return None


class _Collector:
    """What a coded list has yielded so far."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.raw = lines
        self.kinds: list[LineKind] = ["comment" if line.strip() else "blank" for line in lines]
        self.lines: list[DeckLine] = []
        self.problems: list[DeckProblem] = []
        self.title: str | None = None

    def problem(self, line: int, code: str, **values: object) -> None:
        self.problems.append(DeckProblem(line, code, values))

    def card(self, line: int, card: CodeCard, slot: int) -> None:
        """Adds a card by its number; `slot` counts the cards of a code from 1."""
        if card.id == 0:
            self.problem(line, "deck_slot_empty", slot=slot)
            return
        try:
            quantity = read_quantity(card.quantity)
        except BadQuantityError as bad:
            self.problem(line, "deck_quantity_bad", quantity=bad.shown, text=card.id)
            return
        number, raw = str(card.id), self.raw[line - 1]
        self.lines.append(DeckLine(line, quantity, None, None, None, number, card.section, raw, number))

    def leftover(self, line: int) -> None:
        """A line that is neither code nor comment."""
        self.kinds[line - 1] = "problem"
        self.problem(line, "deck_line_unreadable", text=shortened(self.raw[line - 1]))

    def result(self, name: str, named: Sequence[DeckLine] = ()) -> DeckList:
        found = tuple(self.lines), tuple(self.problems), tuple(self.kinds)
        return DeckList(name, self.title, *found, named=tuple(named))


def parse_ydk(lines: Sequence[str]) -> DeckList:
    """A `.ydk` list: one passcode a line; copies are repeated lines; what follows a passcode is a note."""
    out = _Collector(lines)
    section = "main"
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text:
            continue
        opened = _YDK_SECTION.fullmatch(line)
        match = _YDK_ID.fullmatch(line)
        if opened is not None:
            section = opened[1].lower()
            out.kinds[number - 1] = "heading"
        elif text.lower().startswith("#created by"):
            out.kinds[number - 1] = "metadata"
        elif text.startswith(("#", "//")):
            continue
        elif match is None:
            out.leftover(number)
        else:
            before = len(out.lines)
            out.card(number, CodeCard(int(match["id"]), 1, section), len(out.lines) + 1)
            out.kinds[number - 1] = "card" if len(out.lines) > before else "problem"
    return out.result("ydk")


def parse_ydke(lines: Sequence[str]) -> DeckList:
    """A text with one `ydke://` code; every other line must be a comment."""
    out = _Collector(lines)
    seen = False
    for number, line in enumerate(lines, 1):
        match = _YDKE.fullmatch(line)
        if match is None:
            if line.strip() and not line.lstrip().startswith(("#", "//")):
                out.leftover(number)
            continue
        out.kinds[number - 1] = "problem" if seen else "card"
        if seen:
            out.problem(number, "deck_code_second")
            continue
        seen = True
        try:
            cards, repaired = read_ydke(match[1])
        except DeckCodeError as error:
            out.kinds[number - 1] = "problem"
            out.problem(number, "deck_code_damaged", byte=error.byte)
            continue
        if repaired:
            out.problem(number, "deck_code_padding")
        for slot, card in enumerate(cards, 1):
            out.card(number, card, slot)
    return out.result("ydke")


def parse_hearthstone(lines: Sequence[str]) -> DeckList:
    """A Hearthstone deck code, alone or in the block that the game puts on the clipboard.

    `### ` gives the title; the `# 2x (1) Name` lines are kept as `named` when they name as many cards as
    the code holds.
    """
    out = _Collector(lines)
    named: list[DeckLine] = []
    seen = False
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text.startswith("#"):
            block = _BLOCK_CARD.fullmatch(text)
            if block is not None:
                card = read_card(f"{block['n']} {block['name']}")
                copies = int(block["n"])
                named.append(DeckLine(number, copies, card.name, None, None, None, "main", line, card.text))
            elif text.startswith("###") and out.title is None:
                out.title = text.strip("# ") or None
                out.kinds[number - 1] = "metadata"
            elif _BLOCK_KEY.fullmatch(text):
                out.kinds[number - 1] = "metadata"
        elif _HEARTHSTONE.fullmatch(text) is None:
            if text:
                out.leftover(number)
        elif seen:
            out.kinds[number - 1] = "problem"
            out.problem(number, "deck_code_second")
        else:
            seen = True
            out.kinds[number - 1] = _hearthstone_line(out, number, text)
    same = sum(line.quantity for line in named) == sum(line.quantity for line in out.lines)
    return out.result("hearthstone", named if same else ())


def _hearthstone_line(out: _Collector, number: int, text: str) -> LineKind:
    try:
        code = read_hearthstone(text)
    except DeckCodeError as error:
        out.problem(number, "deck_code_damaged", byte=error.byte)
        return "problem"
    if code.repaired:
        out.problem(number, "deck_code_padding")
    for hero in code.heroes:
        out.problem(number, "deck_hero", id=hero)
    for slot, card in enumerate(code.cards, 1):
        out.card(number, card, slot)
    return "card"
