"""The effect lexicon: entries of `data/effects/<language>.yaml`, compiled for one pass over a clause."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

import msgspec
import re2

from converters.effects.patterns import UNANCHORED, Finder, PatternTable, Word, finder_of, measured
from converters.effects.text import BLANK, NAME_IN_CLAUSE, OWN_NAME, OWN_SHORT_NAME, Quotes, clause_splitter, nfkc
from rulebook.documents import DocumentError
from rulebook.loading import load_yaml
from rulebook.terms import Effect as EffectName

Flag = Literal["removal", "bounce", "search", "mill", "multiply", "count", "void", "token"]
ReadingCode = Literal[
    "draw", "hand_discard", "deck_choice", "numeric_cost", "object_cost", "player_damage", "player_heal",
    "duration", "multi_attack", "conditions_void",
]  # fmt: skip
CutKind = Literal["condition", "cost", "limit", "name", "keyword", "self", "structure", "reminder", "other"]
Mark = Literal["read01", "trap", "grid", "bearer", "forbid"]

_WORD = re.compile(r"(?<!\\)\{([a-z_]+)\}")
_TILDE = re.compile(r"(?<!\\)~")
_DIGITS = 9
"""A longer number is broken data; what is kept of it is above all that counts (`int` refuses some thousand digits)."""
_CAPITAL = re.compile(r"\\.|[A-Z]+", re.DOTALL)


class LexiconError(DocumentError):
    """A lexicon that cannot be used: one line a fault, `file:line: entry: what is wrong`."""


class UnknownWordError(Exception):
    """A pattern names a building block that is not there; the text is its name."""


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text that an entry must, or must not, read. Without `game`, the entry's first game is meant."""

    text: str
    game: str | None = None
    name: str = ""
    unit: bool = False


Texts = str | list[str]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"veto": "not"}):
    """One line of knowledge: the words of `pattern` mean what the role says, unless `not` or `needs` objects.

    A role is either any of `effect`, `flag`, `reading`; or `cut`: the words are taken out before reading; or
    `mark`: looked for before cutting, for the decision on the card's type; or `carry`: its word and `> ` are
    put before the next clause if that begins with `carry_to`, so that a pattern can know what "it" is.
    A `weak` entry reads only where no other one does; one of the `front` is asked only of the conditions and
    costs that are clauses of their own.
    """

    id: str
    pattern: Texts
    effect: EffectName | None = None
    flag: Flag | list[Flag] = []
    reading: ReadingCode | list[ReadingCode] = []
    cut: CutKind | None = None
    mark: Mark | None = None
    carry: str | None = None
    weak: bool = False
    front: bool = False
    veto: Texts = []
    needs: Texts = []
    games: list[str] = []
    not_games: list[str] = []
    cards: Literal["unit", "other"] | None = None
    times: int = 1
    note: str = ""
    match: list[str | Example] = []
    no_match: list[str | Example] = []

    def holds_for(self, game: str) -> bool:
        """Whether the entry is meant for cards of `game`."""
        return game not in self.not_games and (not self.games or game in self.games)

    def example(self, given: "str | Example") -> "Example":
        """An example of this entry as it is tried: own name put in, the entry's first game and kind of card."""
        one = Example(given) if isinstance(given, str) else given
        game = one.game if one.game is not None else next(iter(self.games), "")
        text = one.text.replace("~", OWN_NAME)
        return Example(text, game, one.name, one.unit or self.cards == "unit")


class ClauseEnds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Characters that end a clause: wherever they stand, or only before a space; that begin one; and the
    conditions that stand in front and are a clause of their own (regular expressions). What ends with one of
    `costs` is a cost or a condition; `costs_in` adds such characters for a game."""

    always: str = ""
    before_space: str = ""
    bullets: str = ""
    leads: list[str] = []
    costs: str = ""
    costs_in: dict[str, str] = {}


class QuoteRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Quotation marks, and which quoted words are not read (as words in brackets are not)."""

    marks: list[str] = []
    names_in: list[str] = []
    keep_names: str = ""
    skip_after: str = ""
    skip_before: str = ""


class LexiconFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lexicon as written down (`schemas/effects.schema.json`)."""

    language: str
    clause_ends: ClauseEnds
    entries: list[Entry]
    words: dict[str, str] = {}
    numbers: dict[str, int] = {}
    keep_brackets: list[str] = []
    read_brackets: str = ""
    quotes: QuoteRules = QuoteRules()
    markup: dict[str, list[str]] = {}
    line_breaks: dict[str, list[str]] = {}
    carry_to: str = ""


def listed(value: str | Sequence[str]) -> list[str]:
    """One text or a list of them, as a list."""
    return [value] if isinstance(value, str) else list(value)


class EntryTable:
    """The patterns of some entries in one table. `match_all(clauses)` gives for each lower-case UTF-8 clause the
    numbers of all patterns found in it: `owners[number]` is the entry, `vetoes[entry]` and `needs[entry]` are the
    numbers of its `not` patterns (as one) and of its `needs`."""

    def __init__(self, lexicon: "Lexicon", entries: Iterable[int]) -> None:
        table = PatternTable(lexicon.options, lexicon.words, lexicon.expand)
        add, prepared = table.add, lexicon.prepared
        self.owners: dict[int, int] = {}
        self.vetoes: dict[int, int] = {}
        self.needs: dict[int, frozenset[int]] = {}
        for index in entries:
            entry = lexicon.entries[index]
            self.owners[add(prepared(entry.pattern), index)] = index
            self.needs[index] = frozenset(add(prepared(one), index, "need") for one in listed(entry.needs))
            if entry.veto:
                self.vetoes[index] = add(prepared(entry.veto), index, "veto")
        self.match_all = table.match_all
        self.always = table.always


class Tables:
    """The entries that hold in one game: `strong` ones, `weak` ones that are asked only where no other reads,
    and what is asked of a condition or cost in `front`."""

    def __init__(self, lexicon: "Lexicon", game: str) -> None:
        entries = [(index, entry) for index, entry in enumerate(lexicon.entries) if entry.holds_for(game)]
        self.strong = EntryTable(lexicon, (index for index, one in entries if not (one.weak or one.front)))
        self.weak = EntryTable(lexicon, (index for index, one in entries if one.weak))
        self.front = EntryTable(lexicon, (index for index, one in entries if _asks_front(one)))


class Lexicon:
    """Entries of one language, and how its texts are parted. Nothing is compiled before a game asks."""

    def __init__(self, file: LexiconFile, path: Path | str = "<lexicon>") -> None:
        self.path = str(path)
        self.language = file.language
        self.entries = file.entries
        self.numbers = {nfkc(word).casefold(): value for word, value in file.numbers.items()}
        self.keep_brackets = frozenset(file.keep_brackets)
        self.read_brackets = file.read_brackets
        ends = file.clause_ends
        self.bullets = ends.bullets
        self._costs, self._costs_in = nfkc(ends.costs), ends.costs_in
        leads = [_named(lead) for lead in ends.leads]
        self.split = clause_splitter(nfkc(ends.always), ends.before_space, ends.bullets, leads)
        self.carried_to = re.compile(file.carry_to or "(?!)", re.IGNORECASE).match
        self._quotes = file.quotes
        self._markup = file.markup
        self._line_breaks = file.line_breaks
        self.joint = " " if ends.before_space else BLANK  # stands for such a break: words may be parted by spaces
        self.words = _resolved(file.words)
        self.options = re2.Options()
        self.options.log_errors = False
        self._finders: dict[int, Finder] = {}

    @classmethod
    def load(cls, path: Path) -> "Lexicon":
        """Reads a lexicon that is known to be right; `converters.effects.check.load_checked` takes any other."""
        return cls(msgspec.convert(load_yaml(path), LexiconFile), path)

    def tables(self, game: str) -> Tables:
        """The entries that hold for cards of `game`, compiled. Raises `UnknownWordError` or `re2.error`
        for a pattern that cannot be."""
        return Tables(self, game)

    def costs(self, game: str) -> str:
        """The characters that end a cost or a condition in cards of `game`."""
        return self._costs + nfkc(self._costs_in.get(game, ""))

    def markup(self, game: str) -> re.Pattern[str] | None:
        """What is formatting and not text in cards of `game`."""
        patterns = self._markup.get(game)
        return re.compile("|".join(patterns)) if patterns else None

    def line_breaks(self, game: str) -> re.Pattern[str] | None:
        """Which line breaks stand within a sentence, and part nothing, in cards of `game`."""
        patterns = self._line_breaks.get(game)
        return re.compile("|".join(patterns)) if patterns else None

    def quotes(self, game: str) -> Quotes:
        """Which quoted words are not read in cards of `game`."""
        rules = self._quotes
        return Quotes(
            tuple(rules.marks),
            re.compile(f"(?:{rules.skip_after})$", re.IGNORECASE) if rules.skip_after else None,
            re.compile(rules.skip_before, re.IGNORECASE) if rules.skip_before else None,
            game in rules.names_in,
            re.compile(rules.keep_names, re.IGNORECASE) if rules.keep_names else None,
        )

    def prepared(self, pattern: Texts) -> str:
        """The pattern in lower case, as clauses are, with the own name, its alternatives joined; building
        blocks still stand in it."""
        if isinstance(pattern, str):
            return _lowered(pattern)
        return "|".join(f"(?:{_lowered(one)})" for one in pattern)

    def expand(self, pattern: str, *, capture: bool = False) -> str:
        """A prepared pattern as google-re2 takes it: building blocks filled in. With `capture`, `{n}` becomes
        a group that catches the number. Raises `UnknownWordError` for an unknown building block."""

        def word(match: re.Match[str]) -> str:
            found = self.words.get(match[1])
            if found is None:
                raise UnknownWordError(match[1])
            return "(" + found.pattern[3:] if capture and match[1] == "n" else found.pattern

        return _WORD.sub(word, pattern)

    def find(self, number: int, clause: bytes, start: int = 0) -> Sequence[tuple[int, int]]:
        """The first place where entry `number` matches from byte `start` on, then its captured groups, all as
        byte ranges; the first is (-1, -1) when there is none."""
        finder = self._finders.get(number)
        if finder is None:
            pattern = self.expand(self.prepared(self.entries[number].pattern), capture=True)
            finder = self._finders[number] = finder_of(pattern, self.options)
        return finder(UNANCHORED, clause, start, len(clause))

    def number(self, caught: str) -> int | None:
        """The value of a caught number: digits or one of `numbers`; None for X and the like."""
        text = caught.casefold().replace(",", "")
        return int(text[:_DIGITS]) if text.isdecimal() else self.numbers.get(text)


def _asks_front(entry: Entry) -> bool:
    return bool(entry.front or entry.mark or entry.carry)


def _named(pattern: str) -> str:
    return _TILDE.sub(f"[{OWN_NAME}{OWN_SHORT_NAME}]", nfkc(pattern))


def _lowered(pattern: str) -> str:
    lower = _CAPITAL.sub(lambda match: match[0] if match[0][0] == "\\" else match[0].lower(), nfkc(pattern))
    return _TILDE.sub(NAME_IN_CLAUSE, lower)


def _resolved(texts: Mapping[str, str]) -> dict[str, Word]:
    """Building blocks as non-capturing groups, each with the blocks above it filled in."""
    words: dict[str, Word] = {}

    def filled(match: re.Match[str]) -> str:
        word = words.get(match[1])
        return word.pattern if word else match[0]

    for name, text in texts.items():
        pattern = f"(?:{_WORD.sub(filled, _lowered(text))})"
        words[name] = Word(pattern, *measured(pattern, {}))
    return words
