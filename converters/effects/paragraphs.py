"""Paragraphs of a text: what their clauses say together. Nothing passes from one to the next, so each is read once."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import msgspec

from converters.effects.clauses import READ01, REMEMBERED
from converters.effects.lexicon import Lexicon
from converters.effects.pieces import Piece, PieceReader, Place
from rulebook.terms import Effect as EffectName


class Paragraph(msgspec.Struct, frozen=True, gc=False):
    """What one paragraph says. `length` counts characters in NFKC, each of the `full` names and `short` names as one;
    `marks` hold if no effect stands in an earlier paragraph; `plain`: there is nothing to gather but the counts."""

    clauses: int
    clauses_read: int
    length: int
    full: int = 0
    short: int = 0
    blank: bool = False
    plain: bool = True
    effects: tuple[tuple[EffectName, int, Place], ...] = ()
    readings: tuple[tuple[str, Place], ...] = ()
    flags: tuple[str, ...] = ()
    mill: int = 0
    marks: int = 0
    sign: int = 0


def at(place: Place, offset: int, longer: int, shorter: int) -> tuple[int, int]:
    """The range of characters of a place in a text: `offset` is where its paragraph begins, `longer` and
    `shorter` how many characters more than one the own name and its short form have."""
    start, end, full, short, full_end, short_end = place
    return offset + start + full * longer + short * shorter, offset + end + full_end * longer + short_end * shorter


class ParagraphReader:
    """One lexicon bound to one game, and to units or other cards; remembers paragraphs."""

    def __init__(self, pieces: PieceReader) -> None:
        self.known: dict[str, Paragraph] = {}
        self.lines = pieces.lines
        self._pieces = pieces

    def learn(self, lines: Iterable[str]) -> None:
        """Puts into `known` what lines of prepared texts say, those that are not there yet."""
        known = self.known
        if len(known) >= REMEMBERED:
            known.clear()
        reader = self._pieces
        reader.make_room()
        fresh = list(dict.fromkeys([line for line in lines if line not in known]))
        parted = list(map(reader.split, fresh))
        reader.learn(chain.from_iterable(parted))
        for line, pieces in zip(fresh, parted, strict=True):
            known[line] = self._joined(pieces)

    def pieces(self, line: str) -> Iterator[tuple[Piece, Place]]:
        """The pieces of a line that hold anything but spaces, and where their words stand."""
        reader = self._pieces
        pieces = reader.split(line)
        reader.learn(pieces)
        offset = full = short = 0
        carried = ""
        for text in pieces:
            found = reader.known[text]
            if carried:
                found = reader.carried(found, carried)
            carried = found.carry
            if not found.blank:
                yield found, found.place(offset, full, short)
            offset += found.length
            full += found.full
            short += found.short

    def describe(self, piece: Piece) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What the clause of a piece was read as, and the ids of the entries that said so."""
        return self._pieces.clause_reader.describe(piece.words, piece.clause)

    def _joined(self, pieces: Sequence[str]) -> Paragraph:
        reader = self._pieces
        effects: list[tuple[EffectName, int, Place]] = []
        readings: list[tuple[str, Place]] = []
        flags: tuple[str, ...] = ()
        length = full = short = clauses = read = mill = marks = sign = 0
        condition: Place | None = None
        blank = plain = True
        named = False
        carried = ""
        for found in map(reader.known.__getitem__, pieces):
            if carried:
                found = reader.carried(found, carried)
            carried = found.carry
            blank = blank and found.blank
            if found.words:
                clause = found.clause
                clauses += 1
                read += clause.read
                if not clause.plain:
                    plain = False
                    place = found.place(length, full, short)
                    if clause.conditional and condition is None:
                        condition = place
                    if clause.marks:
                        # READ-01 asks for the first effect of the card.
                        marks |= clause.marks & ~READ01 if effects else clause.marks
                        sign = sign or clause.sign
                    for effect, power in clause.effects:
                        effects.append((effect, power, place))
                    for code in clause.readings:
                        readings.append((code, place))
                    flags += clause.flags
                    mill += clause.mill
                    named = named or clause.named
            length += found.length
            full += found.full
            short += found.short
        if plain:
            return Paragraph(clauses, read, length, full, short, blank)
        if condition and named:
            readings.append(("conditions_void", condition))
        return Paragraph(
            clauses, read, length, full, short, blank, False,
            tuple(effects), tuple(readings), flags, mill, marks, sign,
        )  # fmt: skip


def bound_readers(
    lexicons: Iterable[Lexicon], game: str, power_unit: int | None
) -> dict[tuple[str, bool], ParagraphReader]:
    """A reader for each language and for units and other cards; one for both where no entry tells them apart."""
    readers: dict[tuple[str, bool], ParagraphReader] = {}
    for lexicon in lexicons:
        tables = lexicon.tables(game)
        same = not any(entry.cards and entry.holds_for(game) for entry in lexicon.entries)
        for unit in (False, True):
            if same and unit:
                readers[lexicon.language, True] = readers[lexicon.language, False]
            else:
                pieces = PieceReader(lexicon, tables, game, power_unit, unit=unit)
                readers[lexicon.language, unit] = ParagraphReader(pieces)
    return readers
