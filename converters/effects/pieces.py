"""Pieces of a text: each a clause with the spaces around it, what it says, and how long it is."""

from collections.abc import Iterable

import msgspec

from converters.effects.clauses import NOTHING, REMEMBERED, ClauseReader, ClauseResult
from converters.effects.lexicon import Lexicon, Tables
from converters.effects.text import (
    BLANK,
    BLANK_NAME,
    BLANK_SHORT,
    OWN_NAME,
    OWN_SHORT_NAME,
    blanked,
    bracket_spans,
    nfkc,
    shown,
    word_key,
)

_AROUND = f" \t\r\u3000{BLANK}{BLANK_NAME}{BLANK_SHORT}"


class Piece(msgspec.Struct, frozen=True, gc=False):
    """One piece of a text and what its clause says.

    Lengths and offsets count characters in NFKC, own names as one each; `full` and `short` say how many own
    names and short names it holds, `hidden` those among them that stand in unread words before `start` (full,
    short) and behind `end` (full, short); `start` and `end` bound the words. `words` are empty for a piece
    without words to read: spaces (`blank`) or reminder text. `carry` is handed on to the next piece.
    """

    clause: ClauseResult
    words: str
    key: int
    length: int
    start: int
    end: int
    full: int = 0
    short: int = 0
    blank: bool = False
    carry: str = ""
    hidden: tuple[int, int, int, int] | None = None

    def bounds(self, longer: int, shorter: int) -> tuple[int, int, int]:
        """Where the words start and end in the piece and how long it is, in characters of NFKC text, when an
        own name is `longer`, its short form `shorter` characters longer than one."""
        more = self.full * longer + self.short * shorter
        if self.hidden is None:
            return self.start, self.end + more, self.length + more
        before = self.hidden[0] * longer + self.hidden[1] * shorter
        behind = self.hidden[2] * longer + self.hidden[3] * shorter
        return self.start + before, self.end + more - behind, self.length + more


class PieceReader:
    """One lexicon bound to one game, and to units or other cards; remembers pieces."""

    def __init__(self, lexicon: Lexicon, tables: Tables, game: str, power_unit: int | None, *, unit: bool) -> None:
        self.clause_reader = ClauseReader(lexicon, tables, game, power_unit, unit=unit)
        self.split = lexicon.split
        self.known: dict[str, Piece] = {}
        self._carried_to = lexicon.carried_to
        self._bullets = lexicon.bullets
        self._quotes = lexicon.quotes(game)
        self._keep_brackets = game in lexicon.keep_brackets
        self._read_bracket = lexicon.read_bracket
        brackets = () if self._keep_brackets else ("(", "（")
        self._special = (*brackets, *(marks[0] for marks in self._quotes.marks))
        self._markup = lexicon.markup(game)
        self._visible: dict[str, str] = {}
        self._keys: dict[str, int] = {}

    def pieces(self, text: str) -> list[str]:
        """The pieces of a prepared text, with line breaks as pieces of their own. Where brackets or quotes are
        not to be read, they come as blanks."""
        if not self._markup:
            for mark in self._special:
                if mark in text:
                    break
            else:
                return self.split(text)
        seen = self._visible
        return self.split("\n".join([seen.get(line) or self._shown(line) for line in text.split("\n")]))

    def new(self, piece: str) -> Piece:
        """Reads a piece and puts it into `known`."""
        if len(self.known) >= REMEMBERED:
            self.known.clear()
        found = self.known[piece] = self._read(piece, "")
        return found

    def carried(self, piece: str, word: str) -> Piece:
        """Reads a piece that takes over a carried word if it begins so."""
        known = self.known.get(piece) or self.new(piece)
        if not known.words:
            return msgspec.structs.replace(known, carry=word)
        return self._read(piece, word) if self._carried_to(known.words) else known

    def _shown(self, line: str) -> str:
        if len(self._visible) >= REMEMBERED:
            self._visible.clear()
        visible = nfkc(line)
        if self._markup:
            visible = self._markup.sub(lambda match: BLANK * len(match[0]), visible)
        if any(mark in line for mark in self._special):
            spans = [] if self._keep_brackets else self._unread_brackets(visible)
            visible = blanked(visible, spans + self._quotes.spans(visible))
        self._visible[line] = visible
        return visible

    def _unread_brackets(self, visible: str) -> list[tuple[int, int]]:
        """Ranges of reminder text; of a bracket that is to be read only its two marks."""
        spans: list[tuple[int, int]] = []
        for start, end in bracket_spans(visible):
            read = self._read_bracket(visible, start + 1)
            spans += [(start, start + 1), (end - 1, end)] if read else [(start, end)]
        return spans

    def key(self, piece: str) -> int:
        """The key of a piece whose clause need not be read; 0 for a piece without words."""
        known = self.known.get(piece)
        if known is not None:
            return known.key
        key = self._keys.get(piece)
        if key is None:
            if len(self._keys) >= REMEMBERED:
                self._keys.clear()
            words = self._words(piece)[1]
            key = self._keys[piece] = word_key(words.casefold()) if words else 0
        return key

    def _words(self, piece: str) -> tuple[str, str]:
        """The piece in NFKC, and its words without bullets."""
        simple = piece.isascii() and BLANK not in piece
        plain = piece if simple else nfkc(piece)
        words = plain.strip() if simple else shown(plain)
        if words and words[0] in self._bullets:
            words = words.lstrip(self._bullets).lstrip()
        return plain, words

    def _read(self, piece: str, carried: str) -> Piece:
        plain, words = self._words(piece)
        length = len(plain)
        start, end = length - len(plain.lstrip(_AROUND)), len(plain.rstrip(_AROUND))
        full, short, hidden = _names_in(plain, start, end)
        if not words:
            blank = plain.isspace()
            return Piece(NOTHING, "", 0, length, 0, length, full, short, blank=blank, carry=carried)
        key = word_key(words.casefold())
        words = carried + words
        clause = self.clause_reader.known.get(words) or self.clause_reader.read(words)
        carry = clause.carry or carried
        return Piece(clause, words, key, length, start, end, full, short, False, carry, hidden)


def _names_in(plain: str, start: int, end: int) -> tuple[int, int, tuple[int, int, int, int] | None]:
    """How many own names and short names a piece holds, and `Piece.hidden`."""
    full, short = plain.count(OWN_NAME), plain.count(OWN_SHORT_NAME)
    unread, unread_short = plain.count(BLANK_NAME), plain.count(BLANK_SHORT)
    if not (unread or unread_short):
        return full, short, None
    front, back = plain[:start], plain[end:]
    hidden = front.count(BLANK_NAME), front.count(BLANK_SHORT), back.count(BLANK_NAME), back.count(BLANK_SHORT)
    return full + unread, short + unread_short, hidden if any(hidden) else None


def bound_readers(
    lexicons: Iterable[Lexicon], game: str, power_unit: int | None
) -> dict[tuple[str, bool], PieceReader]:
    """A reader for each language and for units and other cards; one for both where no entry tells them apart."""
    readers: dict[tuple[str, bool], PieceReader] = {}
    for lexicon in lexicons:
        tables = lexicon.tables(game)
        reader = PieceReader(lexicon, tables, game, power_unit, unit=False)
        same = not any(entry.cards and entry.holds_for(game) for entry in lexicon.entries)
        readers[lexicon.language, False] = reader
        readers[lexicon.language, True] = reader if same else PieceReader(lexicon, tables, game, power_unit, unit=True)
    return readers
