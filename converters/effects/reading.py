"""Reading a card's text with the lexicon of its language: effects, flags, readings (CODEBOOK section 2 and 3)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from converters.effects.clauses import GRID, READ01, TRAP
from converters.effects.keys import TextKeys
from converters.effects.lexicon import Lexicon
from converters.effects.paragraphs import ParagraphReader, at, bound_readers
from converters.effects.text import OWN_NAME, OWN_SHORT_NAME, nfkc, short_name
from rulebook.cards import CardEffect, Reading
from rulebook.terms import Effect as EffectName

FIRST_CHOICE = frozenset({"spell", "reflect", "down", "slow", "poison", "hack", "crack", "drain", "hazard"})
_NO_TEXTS = ("", "")
SECOND_CHOICE = frozenset({"plus", "accel", "jamming", "copy", "medical", "potion"})


class Job(NamedTuple):
    """A text to read: in any Unicode form, line breaks part its paragraphs.

    `language` is "en" or "ja"; `name` the card's own name in that language; `unit`: the card is a unit, which
    some entries ask; `face` and `void` are handed on to the effects.
    """

    text: str
    language: str
    name: str = ""
    unit: bool = False
    face: int = 0
    void: bool = False


class ClauseReading(NamedTuple):
    """One clause for `twgp explain`: place in the NFKC text, the words, what they were read as (categories,
    flags, readings, kinds of words taken out, `reminder`; empty: not read), and the ids of the entries."""

    paragraph: int
    start: int
    end: int
    text: str
    what: tuple[str, ...]
    entries: tuple[str, ...]


class TextReading:
    """What one text of one card says. `key` is the text key (AEFFECT-17), `effects` stand in printed order,
    `clauses_read` of `clauses` were understood."""

    __slots__ = ("clauses", "clauses_read", "effects", "flags", "key", "marks", "readings", "sign")

    def __init__(self) -> None:
        self.key = ""
        self.effects: list[CardEffect] = []
        self.flags: list[str] = []
        self.readings: list[Reading] = []
        self.marks = 0
        self.sign = 0
        self.clauses = 0
        self.clauses_read = 0

    @property
    def primary(self) -> EffectName | None:
        """The effect under which the card is registered (CODEBOOK section 2; READ-05): None without text."""
        return primary_effect((effect.effect for effect in self.effects), has_text=self.clauses > 0)

    @property
    def read01(self) -> bool:
        """Whether the first effect starts when this card goes from deck or field to the discard (READ-01)."""
        return bool(self.marks & READ01)

    @property
    def trap(self) -> bool:
        """Whether the text answers a spell, an ability or an attack (ATRAP-02)."""
        return bool(self.marks & TRAP)

    @property
    def grid(self) -> bool:
        """Whether the text has influence on a whole grid or a player (EARTH-18)."""
        return bool(self.marks & GRID)

    @property
    def weapon_sign(self) -> int:
        """+1, or -1 when the first thing done to the bearer is an abnormal condition (WEAPON-13)."""
        return self.sign or 1


def primary_effect(effects: Iterable[EffectName], *, has_text: bool = True) -> EffectName | None:
    """The first, in printed order, of the effects that touch others; else of those that help; else another."""
    second: EffectName | None = None
    for effect in effects:
        if effect in FIRST_CHOICE:
            return effect
        if second is None and effect in SECOND_CHOICE:
            second = effect
    return second or ("another" if has_text else None)


_Prepared = tuple[ParagraphReader | None, str, int, int]
"""The reader of a text, the text with own names replaced, and how much longer than one character, in NFKC, the
name and its short form are."""


class GameReader:
    """Reads texts of one game's cards."""

    def __init__(
        self,
        lexicons: Sequence[Lexicon],
        game: str,
        power_unit: int | None = None,
        reading_texts: Mapping[str, tuple[str, str]] | None = None,
    ) -> None:
        self._readers = bound_readers(lexicons, game, power_unit)
        self._keys = {lexicon.language: TextKeys(lexicon, game) for lexicon in lexicons}
        self._texts = reading_texts or {}

    def read(
        self, text: str, language: str, name: str = "", *, unit: bool = False, face: int = 0, void: bool = False
    ) -> TextReading:
        """Reads one text; see `Job` for what goes in."""
        return self.read_all([Job(text, language, name, unit, face, void)])[0]

    def read_all(self, jobs: Sequence[Job]) -> list[TextReading]:
        """Reads many texts, in their order; takes half the time of one by one. Raises nothing on data; a language
        without lexicon gives readings in which no clause is read."""
        prepared = list(map(self._prepared, jobs))
        parted = [reader.lines(text) if reader is not None else [] for reader, text, _, _ in prepared]
        lines_of: dict[ParagraphReader, list[str]] = {}
        for (reader, *_), lines in zip(prepared, parted, strict=True):
            if reader is not None:
                lines_of.setdefault(reader, []).extend(lines)
        for reader, lines in lines_of.items():
            reader.learn(lines)
        return list(map(self._read, jobs, prepared, parted))

    def keys(self, jobs: Sequence[Job]) -> list[str | None]:
        """The text keys alone, the same as those of readings, without reading; None without a lexicon."""
        return [
            self._keys[job.language].key(self._prepared(job)[1]) if job.language in self._keys else None for job in jobs
        ]

    def _prepared(self, job: Job) -> _Prepared:
        text, language, name, unit, _, _ = job
        longer = shorter = 0
        if name:
            if name in text:
                text = text.replace(name, OWN_NAME)
                longer = len(nfkc(name)) - 1
            if "," in name:
                short = short_name(name, language)
                if short and short in text:
                    text = text.replace(short, OWN_SHORT_NAME)
                    shorter = len(short) - 1
        return self._readers.get((language, unit)), text, longer, shorter

    def _read(self, job: Job, prepared: _Prepared, lines: Sequence[str]) -> TextReading:
        text, language, _, _, face, void = job
        reader, own, longer, shorter = prepared
        reading = TextReading()
        if reader is None:
            reading.clauses = sum(1 for line in text.split("\n") if line.strip())
            return reading
        offset = clauses = read = mill = number = 0
        flags: tuple[str, ...] = ()
        for found in map(reader.known.__getitem__, lines):
            clauses += found.clauses
            read += found.clauses_read
            if not found.blank:
                number += 1
            if not found.plain:
                if found.marks:
                    # READ-01 asks for the first effect of the card.
                    reading.marks |= found.marks & ~READ01 if reading.effects else found.marks
                    reading.sign = reading.sign or found.sign
                for effect, power, place in found.effects:
                    span = at(place, offset, longer, shorter)
                    reading.effects.append(CardEffect(effect, power, face, number, language, span, void))
                for code, place in found.readings:
                    reading.readings.append(self._note(code, language, at(place, offset, longer, shorter)))
                flags += found.flags
                mill = max(mill, found.mill)
            offset += found.length + 1
            if found.full or found.short:
                offset += found.full * longer + found.short * shorter
        if mill:
            flags += (f"mill:{mill}",)
        if flags:
            reading.flags = sorted(set(flags))
        reading.clauses = clauses
        reading.clauses_read = read
        reading.key = self._keys[language].key(own)
        return reading

    def explain(self, text: str, language: str, name: str = "", *, unit: bool = False) -> list[ClauseReading]:
        """Every clause of `text` with what it was read as, reminder text included."""
        reader = self._readers.get((language, unit))
        if reader is None:
            return []
        _, own, longer, shorter = self._prepared(Job(text, language, name, unit))
        lines = reader.lines(own)
        reader.learn(lines)
        original = nfkc(text)
        explained = []
        offset = 0
        for number, line in enumerate(lines, 1):
            for piece, place in reader.pieces(line):
                start, end = at(place, offset, longer, shorter)
                while start < end and original[start].isspace():  # in front of reminder text
                    start += 1
                while start < end and original[end - 1].isspace():
                    end -= 1
                what, entries = reader.describe(piece)
                explained.append(ClauseReading(number, start, end, original[start:end], what, entries))
            found = reader.known[line]
            offset += found.length + found.full * longer + found.short * shorter + 1
        return explained

    def _note(self, code: str, language: str, span: tuple[int, int]) -> Reading:
        in_english, in_japanese = self._texts.get(code, _NO_TEXTS)
        return Reading(code, language, span, in_english, in_japanese)
