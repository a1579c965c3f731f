"""Pieces of a text: each a clause with the spaces around it, what it says, and how long it is."""

import re
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
)

Place = tuple[int, int, int, int, int, int]
"""Where words stand in their paragraph: start and end, then how many own names and short names stand before
the start, and before the end. Each of the names is counted as one character (see `paragraphs.at`)."""

_AROUND = f" \t\r\u3000{BLANK}{BLANK_NAME}{BLANK_SHORT}"


class Piece(msgspec.Struct, frozen=True, gc=False):
    """One piece of a text and what its clause says.

    Lengths and offsets count characters in NFKC, own names as one each; `full` and `short` say how many own
    names and short names it holds, `hidden` those among them that stand in unread words before `start` (full,
    short) and behind `end` (full, short); `start` and `end` bound the words. `words` are empty for a piece
    without words to read: spaces or nothing (`blank`), or reminder text. `carry` is handed on to the next piece.
    """

    clause: ClauseResult
    words: str
    length: int
    start: int
    end: int
    full: int = 0
    short: int = 0
    blank: bool = False
    carry: str = ""
    hidden: tuple[int, int, int, int] | None = None

    def place(self, offset: int, full: int, short: int) -> Place:
        """Where the words stand in the paragraph: the piece begins at `offset`, behind so many own names."""
        start, end = offset + self.start, offset + self.end
        full_end, short_end = full + self.full, short + self.short
        if self.hidden is None:
            return start, end, full, short, full_end, short_end
        before, short_before, behind, short_behind = self.hidden
        return start, end, full + before, short + short_before, full_end - behind, short_end - short_behind


class PieceReader:
    """One lexicon bound to one game, and to units or other cards; remembers pieces."""

    def __init__(self, lexicon: Lexicon, tables: Tables, game: str, power_unit: int | None, *, unit: bool) -> None:
        self.clause_reader = ClauseReader(lexicon, tables, game, power_unit, unit=unit)
        self._split = lexicon.split
        self.known: dict[str, Piece] = {}
        self._carried_to = lexicon.carried_to
        self._bullets = lexicon.bullets
        self._quotes = lexicon.quotes(game)
        self._keep_brackets = game in lexicon.keep_brackets
        self._read_bracket = re.compile(lexicon.read_brackets or "(?!)", re.IGNORECASE).match
        brackets = () if self._keep_brackets else ("(", "（")
        self._special = (*brackets, *(marks[0] for marks in self._quotes.marks))
        self._markup = lexicon.markup(game)
        self._line_breaks, self._joint = lexicon.line_breaks(game), lexicon.joint

    def lines(self, text: str) -> list[str]:
        """The lines of a prepared text; in NFKC where brackets or quotes stand in it."""
        if self._line_breaks:
            text = self._line_breaks.sub(self._joint, text)
        if not text.isascii():
            for mark in self._special:
                if mark in text:
                    return nfkc(text).split("\n")
        return text.split("\n")

    def split(self, line: str) -> list[str]:
        """The pieces of a line of a prepared text; joined, they are the line again, but where brackets or quotes
        are not to be read, they come as blanks. Empty pieces may come up."""
        if self._markup:
            return self._split(self._shown(line))
        for mark in self._special:
            if mark in line:
                return self._split(self._shown(line))
        return self._split(line)

    def learn(self, many: Iterable[str]) -> None:
        """Reads those pieces that are not yet in `known`, and puts them there. Room for them is made before."""
        known = self.known
        fresh = list(dict.fromkeys([piece for piece in many if piece not in known]))
        parted = list(map(self._words, fresh))
        clauses = self.clause_reader.known
        all_words = dict.fromkeys(words for _, words in parted)
        self.clause_reader.learn([words for words in all_words if words and words not in clauses])
        for piece, (plain, words) in zip(fresh, parted, strict=True):
            known[piece] = self._made(plain, words, clauses.get(words, NOTHING))

    def make_room(self) -> None:
        """Forgets what was read when it has become too much."""
        if len(self.known) >= REMEMBERED:
            self.known.clear()
        self.clause_reader.make_room()

    def carried(self, piece: Piece, word: str) -> Piece:
        """The piece as it is read behind another that gives it a word to carry on."""
        if not piece.words:
            return msgspec.structs.replace(piece, carry=word)
        if not self._carried_to(piece.words):
            return piece
        words = word + piece.words
        clause = self.clause_reader.known.get(words) or self.clause_reader.read(words)
        return msgspec.structs.replace(piece, clause=clause, words=words, carry=clause.carry or word)

    def _shown(self, line: str) -> str:
        visible = nfkc(line)
        if self._markup:
            visible = self._markup.sub(lambda match: BLANK * len(match[0]), visible)
        if any(mark in line for mark in self._special):
            spans = [] if self._keep_brackets else self._unread_brackets(visible)
            visible = blanked(visible, spans + self._quotes.spans(visible))
        return visible

    def _unread_brackets(self, visible: str) -> list[tuple[int, int]]:
        """Ranges of reminder text; of a bracket that is to be read only its two marks."""
        spans: list[tuple[int, int]] = []
        for start, end in bracket_spans(visible):
            read = self._read_bracket(visible, start + 1)
            spans += [(start, start + 1), (end - 1, end)] if read else [(start, end)]
        return spans

    def _words(self, piece: str) -> tuple[str, str]:
        """The piece in NFKC, and its words without bullets."""
        simple = piece.isascii() and BLANK not in piece
        plain = piece if simple else nfkc(piece)
        words = plain.strip() if simple else shown(plain)
        if words and words[0] in self._bullets:
            words = words.lstrip(self._bullets).lstrip()
        return plain, words

    def _made(self, plain: str, words: str, clause: ClauseResult) -> Piece:
        length = end = len(plain)
        start = full = short = 0
        hidden = None
        if len(words) != length:
            start, end = length - len(plain.lstrip(_AROUND)), len(plain.rstrip(_AROUND))
        if not plain.isascii():
            full, short, hidden = _names_in(plain, start, end)
        if not words:
            return Piece(NOTHING, "", length, 0, length, full, short, blank=not plain.strip())
        return Piece(clause, words, length, start, end, full, short, False, clause.carry, hidden)


def _names_in(plain: str, start: int, end: int) -> tuple[int, int, tuple[int, int, int, int] | None]:
    """How many own names and short names a piece holds, and `Piece.hidden`."""
    full, short = plain.count(OWN_NAME), plain.count(OWN_SHORT_NAME)
    unread, unread_short = plain.count(BLANK_NAME), plain.count(BLANK_SHORT)
    if not (unread or unread_short):
        return full, short, None
    front, back = plain[:start], plain[end:]
    hidden = front.count(BLANK_NAME), front.count(BLANK_SHORT), back.count(BLANK_NAME), back.count(BLANK_SHORT)
    return full + unread, short + unread_short, hidden if any(hidden) else None
