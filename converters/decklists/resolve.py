"""Resolving the lines of a deck list against a pool.

The order: id; the whole line as a name, exact, then folded, then by its faces; the name that is left when
set and number are taken off, in the same way; the name without `A-`; set and number alone. A name that only
resembles another is a hint and never a match.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from converters.decklists.model import DeckLine, DeckList, Remark, shortened
from rulebook.cards import Card
from rulebook.names import clean_name, fold
from rulebook.pool import Pool, identities, other_codes

_GAMES: dict[str, frozenset[str]] = {
    **dict.fromkeys(("ydk", "ydke"), frozenset({"yugioh", "yugioh_rush"})),
    **dict.fromkeys(("ptcgl", "pokemon_tcg_data"), frozenset({"pokemon"})),
    **dict.fromkeys(("arena", "xmage", "forge", "mws", "draft", "dek", "mtgjson"), frozenset({"mtg"})),
    "hearthstone": frozenset({"hearthstone"}),
}
"""Games whose cards are preferred in lists of a form; numbers in coded lists mean cards of these only."""
_CODED = frozenset({"ydk", "ydke", "hearthstone"})
_REPEATING = frozenset({"ydk", "ydke", "draft", "csv", "tsv", "xlsx"})
"""Forms that write copies or printings as entries of their own, so that merging them is nothing to mention."""

_WRAPPED = re.compile(r"[《「『【〈](?P<name>.+)[》」』】〉]")
_NOTE = re.compile(r"(?P<name>.*\S)\s+#\s.*")
_REBALANCED = re.compile(r"(^|/\s*)A-(?=\w)")
_SUFFIX = re.compile(r"(?P<base>.*\w)[_-](?P<suffix>[A-Za-z][A-Za-z0-9]*)")
_GUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_ID_SHAPE = re.compile(r"(?=\S*\d)\S{2,60}")
_FACE_LETTER = re.compile(r"(?P<digits>\d+)[a-e]")
_LETTERS = "abcde"


class Resolved(NamedTuple):
    """A card of the deck. `line.quantity` is the sum over `lines`, the numbers of all lines that name it."""

    line: DeckLine
    card: Card
    notes: tuple[Remark, ...] = ()
    lines: tuple[int, ...] = ()

    def row(self) -> Card:
        """The card as a row of the deck: with quantity and section."""
        return msgspec.structs.replace(self.card, quantity=self.line.quantity, section=self.line.section)


class Unresolved(NamedTuple):
    """A line that names no card of the pool, or several. `code` stands in `data/codes.yaml`."""

    line: DeckLine
    code: str
    values: dict[str, object]


def resolve(deck: DeckList, pool: Pool) -> Iterator[Resolved | Unresolved]:
    """The cards of a deck in the order of their first line, one for each identity and section."""
    merged: dict[tuple[str, str], int] = {}
    found: list[Resolved | Unresolved] = []
    by_names = _is_by_names(deck, pool)
    for one in resolve_lines(deck, pool):
        if isinstance(one, Unresolved):
            found.append(one)
            continue
        place = merged.setdefault((one.line.section, one.card.identity), len(found))
        if place == len(found):
            found.append(one)
        else:
            found[place] = _merge(found[place], one)
    if by_names and found and isinstance(found[0], Resolved):
        found[0] = found[0]._replace(notes=(("deck_code_by_names", {}), *found[0].notes))
    silent = deck.format in _REPEATING
    return (one if isinstance(one, Unresolved) else _with_merge_note(one, silent) for one in found)


def resolve_lines(deck: DeckList, pool: Pool) -> Iterator[Resolved | Unresolved]:
    """The cards of a deck line by line, nothing merged."""
    by_names = _is_by_names(deck, pool)
    games = _GAMES.get(deck.format, frozenset())
    coded = deck.format in _CODED and not by_names
    return (_Search(line, pool, games, coded).run() for line in (deck.named if by_names else deck.lines))


def _is_by_names(deck: DeckList, pool: Pool) -> bool:
    """Whether a coded list is read by the names in its comments, since the pool has none of its numbers."""
    return bool(deck.named) and not any(pool.identified(line.card_id or "") for line in deck.lines)


def _squeezed(name: str) -> str:
    return fold(clean_name(name)).replace(" ", "")


def _merge(first: Resolved | Unresolved, other: Resolved) -> Resolved:
    assert isinstance(first, Resolved)
    line = first.line._replace(quantity=first.line.quantity + other.line.quantity)
    notes = (*first.notes, *(note for note in other.notes if note not in first.notes))
    return Resolved(line, first.card, notes, (*first.lines, *other.lines))


def _with_merge_note(one: Resolved, silent: bool) -> Resolved:
    if silent or len(one.lines) == 1:
        return one
    values = {"lines": ", ".join(map(str, one.lines)), "quantity": one.line.quantity}
    return one._replace(notes=(*one.notes, ("deck_lines_merged", values)))


class _Search:
    """The search for the card of one line."""

    def __init__(self, line: DeckLine, pool: Pool, games: frozenset[str], coded: bool) -> None:
        self._line = line
        self._pool = pool
        self._games = games
        self._coded = coded
        self._notes: list[Remark] = []
        self._text = line.text or line.name or line.card_id or ""

    def run(self) -> Resolved | Unresolved:
        """The card, or why there is none."""
        for step in (self._by_id, self._by_name, self._by_base_name, self._by_text_id, self._by_number):
            cards = step()
            if cards:
                return self._choose(cards)
        return self._unknown()

    def _note(self, code: str, **values: object) -> None:
        self._notes.append((code, values))

    def _by_id(self) -> list[Card]:
        card_id, name = self._line.card_id, self._line.name
        if card_id is None:
            return []
        if not self._coded and self._text not in (name, card_id) and (exact := self._pool.named(self._text)):
            return exact
        cards = self._identified(card_id)
        if not cards:
            if name is not None and not _GUID.fullmatch(card_id):
                self._note("deck_id_ignored", id=card_id, name=shortened(name))
            return []
        if name is not None and not any(self._agrees(card, name) for card in cards):
            self._note("deck_id_name_disagree", id=card_id, name=shortened(name), card=cards[0].name)
        return cards

    def _identified(self, card_id: str) -> list[Card]:
        """Cards of an id; failing that, of the id without what marks a printing (`_P1`, `-Errata`)."""
        cards = self._pool.identified(card_id)
        if self._coded:
            return [card for card in cards if card.game in self._games]
        base = card_id
        while not cards and not _GUID.fullmatch(base) and (match := _SUFFIX.fullmatch(base)) is not None:
            base = match["base"]
            cards = self._pool.identified(base) if any(map(str.isdigit, base)) else []
            if cards:
                self._note("deck_printing", id=card_id, base=base)
        return cards

    def _agrees(self, card: Card, name: str) -> bool:
        own = {_squeezed(card.name), _squeezed(card.name_ja or card.name)}
        return _squeezed(name) in own or any(other.identity == card.identity for other in self._pool.faced(name))

    def _readings(self) -> list[str]:
        """What the name may be, the whole line first."""
        line, text = self._line, self._text
        readings = [text, clean_name(text)]
        if line.name is not None and self._set_counts():
            readings += [line.name, clean_name(line.name)]
        for reading in tuple(readings):
            for pattern in (_WRAPPED, _NOTE):
                if (match := pattern.fullmatch(reading)) is not None:
                    readings.append(match["name"].strip())
        return list(dict.fromkeys(reading for reading in readings if reading))

    def _set_counts(self) -> bool:
        """Whether what looks like a set is one: the pool has it, or nothing else is written like that."""
        line = self._line
        if line.set is None or line.number is not None or "|" in line.text or line.text.startswith("["):
            return True
        return self._pool.has_set(line.set) or (len(line.set) > 2 and line.set.upper() == line.set)

    def _by_name(self) -> list[Card]:
        return next(filter(None, map(self._find, self._readings())), [])

    def _find(self, name: str) -> list[Card]:
        pool = self._pool
        return pool.named(name) or pool.folded(name) or pool.faced(name) or self._separate_faces(name)

    def _separate_faces(self, name: str) -> list[Card]:
        """`A // B` where the pool has the faces as cards of their own: the front."""
        parts = re.split(r"\s*/+\s*", fold(name))
        if len(parts) < 2:
            return []
        faces = [self._pool.folded(part) for part in parts]
        if not all(faces):
            return []
        self._note("deck_front_face", name=shortened(name), card=faces[0][0].name)
        return faces[0]

    def _by_base_name(self) -> list[Card]:
        """The card that a rebalanced one (`A-Alpha`) was made from."""
        for reading in self._readings():
            base = _REBALANCED.sub(r"\1", reading)
            cards = self._find(base) if base != reading else []
            if cards:
                self._note("deck_rebalanced", name=shortened(reading), card=cards[0].name)
                return cards
        return []

    def _by_text_id(self) -> list[Card]:
        """An id that stands where a name should."""
        if self._line.card_id is not None or not _ID_SHAPE.fullmatch(self._text):
            return []
        return self._identified(self._text)

    def _by_number(self) -> list[Card]:
        line = self._line
        if line.set is None or line.number is None:
            return []
        cards, _ = self._numbered(line.set, line.number)
        if cards:
            place, name = f"{line.set} {line.number}", shortened(line.name or self._text)
            self._note("deck_id_name_disagree", id=place, name=name, card=cards[0].name)
        return cards

    def _numbered(self, set_code: str, number: str) -> tuple[list[Card], str]:
        """Cards by set and number, and the number they were found under: with or without its face letter."""
        match = _FACE_LETTER.fullmatch(number)
        others = [match["digits"]] if match is not None else [f"{number}{letter}" for letter in _LETTERS]
        for tried in (number, *others):
            cards = self._pool.numbered(set_code, tried)
            if cards:
                return cards, tried
        return [], number

    def _choose(self, cards: list[Card]) -> Resolved | Unresolved:
        """The one card of those found; set, number and the game of the list tell namesakes apart."""
        line = self._line
        found = identities(cards)
        by_number, number = self._numbered(line.set, line.number) if line.set and line.number else ([], "")
        if len(found) > 1:
            numbered = {card.identity for card in by_number}
            found = [card for card in found if card.identity in numbered] or found
            found = [card for card in found if self._is_of_set(card)] or found
            found = [card for card in found if card.game in self._games] or found
        if len(found) > 1:
            ids = ", ".join(card.id for card in found)
            return Unresolved(line, "deck_card_ambiguous", {"name": shortened(self._text), "ids": ids})
        self._check_set(found[0], by_number, number)
        return Resolved(line, found[0], tuple(self._notes), (line.line,))

    def _is_of_set(self, card: Card) -> bool:
        wanted, own = self._line.set, card.source.set
        if wanted is None or own is None:
            return False
        return own.casefold() in {code.casefold() for code in (wanted, *other_codes(wanted))}

    def _check_set(self, card: Card, by_number: list[Card], number: str) -> None:
        """Says when set and number mean another card or another number, or the pool lacks the set."""
        line = self._line
        whole = line.name != self._text and (self._pool.named(self._text) or self._pool.folded(self._text))
        if line.set is None or line.name is None or whole:
            return
        if not by_number:
            if self._pool.has_sets and not self._pool.has_set(line.set):
                self._note("deck_set_unknown", set=line.set)
        elif card.identity not in {other.identity for other in by_number}:
            place = f"{line.set} {line.number}"
            self._note("deck_number_disagree", place=place, card=card.name, other=by_number[0].name)
        elif number != line.number:
            self._note("deck_number_face", number=line.number, read=number)

    def _unknown(self) -> Unresolved:
        line = self._line
        name = line.name or self._text
        if line.name is None and line.card_id is not None and self._text == line.card_id:
            return Unresolved(line, "deck_id_unknown", {"id": line.card_id})
        near = self._pool.near(clean_name(name))
        if near:
            hint = " / ".join(f'"{other}"' for other in near)
            return Unresolved(line, "deck_card_near", {"name": shortened(self._text), "near": hint})
        return Unresolved(line, "deck_card_unknown", {"name": shortened(self._text)})
