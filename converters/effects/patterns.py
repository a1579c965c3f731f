"""Many patterns asked of a clause in one pass."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import re2

UNANCHORED = re2._Anchor.UNANCHORED
_SET_MEMORY = 256 << 20
"""Upper bound of the states that the automaton may build; a few MB are used."""
_RESOLVED_MAX = 60_000
_RUN = r"[^\\\[\](){}|?*+.^$]+(?![?*+{])"
_ITEM = re.compile(rf"{_RUN}|\{{[a-z_]+\}}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.", re.DOTALL)
_QUANTIFIER = re.compile(r"[*+?]\??|\{\d+(?:,\d*)?\}\??")
_SHORT_CLASS = re.compile(r"\\d|\[(?:\\d|0-9|[xy,.+/-])+\]")
_PART_MIN = 3
"""A part with fewer letters stands in nearly every clause and tells nothing."""

Role = Literal["main", "need", "veto"]
Test = Callable[[bytes], list[int]]
"""Gives an empty list for a text in which the pattern is not found."""
Finder = Callable[[Any, bytes, int, int], Sequence[tuple[int, int]]]


def finder_of(pattern: str, options: Any) -> Finder:
    """A compiled pattern; its search costs a third of that of the wrapper around it, on every hit."""
    find: Finder = re2.compile(pattern, options)._regexp.Match
    return find


class Word(NamedTuple):
    """A building block of the lexicon: its pattern, whether it holds a gap, and how many letters the shortest
    text that it matches has."""

    pattern: str
    gap: bool
    letters: int


Words = Mapping[str, Word]


class PatternTable:
    """Numbered patterns; `match_all` says which of them each clause (lower case, UTF-8) holds.

    One automaton (RE2's Set) looks for all of them at once. Gaps such as `[^.]*` would multiply its states,
    so a pattern is cut at its gaps, and its most telling part stands in the automaton; the whole pattern is
    tried only where that is found. On a list of Magic cards this takes a microsecond a clause; one Set of
    all patterns takes sixty, RE2's own prefilter four.
    """

    def __init__(self, options: Any, words: Words, expand: Callable[[str], str]) -> None:
        self._options = options
        self._words = words
        self._expand = expand
        self._patterns: list[str] = []
        self._owners: list[int] = []
        self._mains: list[bool] = []
        self._main_of: dict[int, int] = {}
        self._needs: dict[int, list[int]] = {}
        self._vetoes: dict[int, int] = {}
        self._parts: dict[str, int] = {}
        self._by_part: dict[int, list[tuple[int, bool]]] = {}
        self._always: list[int] = []
        set_options = re2.Options()
        set_options.log_errors = False
        set_options.max_mem = _SET_MEMORY
        self._set = re2.Set.SearchSet(set_options)
        # The wrapper's Match() only asks whether the text is str; it is bytes here, 50,000 times a list.
        self._match: Test = self._set._set.Match
        self._compiled = False
        self._tests: dict[int, Test] = {}
        self._resolved: dict[tuple[int, ...], _Resolved] = {}

    def add(self, pattern: str, owner: int, role: Role = "main") -> int:
        """Takes a pattern of `owner` in; gives its number. A need is asked with the rest, a veto only where
        the main pattern and all needs hold."""
        number = len(self._patterns)
        self._patterns.append(pattern)
        self._owners.append(owner)
        self._mains.append(role == "main")
        if role == "main":
            self._main_of[owner] = number
        if role == "veto":
            self._vetoes[owner] = number
            return number
        if role == "need":
            self._needs.setdefault(owner, []).append(number)
        for items in _parsed(pattern, self._words):
            telling, exact = _most_telling(items)
            if telling:
                part = self._part(telling)
                self._by_part.setdefault(part, []).append((number, exact))
            elif number not in self._always:
                self._always.append(number)
        return number

    def always(self) -> list[str]:
        """Patterns without a part that tells anything: tried on every clause, so to be avoided."""
        return [self._patterns[number] for number in self._always]

    def match_all(self, clauses: Sequence[bytes]) -> list[tuple[int, ...]]:
        """For each clause the numbers of all patterns that it holds, and that matter."""
        if not self._compiled:
            self._set.Compile()
            self._compiled = True
        all_found = list(map(tuple, map(self._match, clauses))) if self._parts else [()] * len(clauses)
        resolved = self._resolved
        if len(resolved) >= _RESOLVED_MAX:
            resolved.clear()
        for found in all_found:
            if found not in resolved:
                resolved[found] = self._resolve(found)
        return [
            _held(one, clause) if (one := resolved[found]).tried or one.vetoes else one.certain
            for found, clause in zip(all_found, clauses, strict=True)
        ]

    def _part(self, part: str) -> int:
        number = self._parts.get(part)
        if number is None:
            number = self._parts[part] = self._set.Add(self._expand(part))
        return number

    def _resolve(self, found: tuple[int, ...]) -> "_Resolved":
        owners_of, mains = self._owners, self._mains
        certain: set[int] = set()
        possible = set(self._always)
        for part in found:
            for number, exact in self._by_part[part]:
                (certain if exact else possible).add(number)
        possible -= certain
        owners = {owners_of[number] for number in certain if mains[number]}
        owners |= {owners_of[number] for number in possible if mains[number]}
        for owner in list(owners):
            for need in self._needs.get(owner, ()):
                if need not in certain and need not in possible:
                    owners.discard(owner)
        tried = sorted([number for number in possible if owners_of[number] in owners])
        vetoes = [(self._vetoes[owner], self._main_of[owner]) for owner in sorted(owners) if owner in self._vetoes]
        return _Resolved(
            tuple(sorted([number for number in certain if owners_of[number] in owners])),
            tuple([(number, self._test(number)) for number in tried]),
            tuple([(veto, self._test(veto), None if main in certain else main) for veto, main in vetoes]),
        )

    def _test(self, number: int) -> Test:
        test = self._tests.get(number)
        if test is None:
            # A set of one: it says yes or no, where a search also goes back for the place.
            alone = re2.Set.SearchSet(self._options)
            alone.Add(self._expand(self._patterns[number]))
            alone.Compile()
            test = self._tests[number] = alone._set.Match
        return test


class _Resolved(NamedTuple):
    """What a set of parts means: patterns that hold, patterns that must be tried, and vetoes that must be tried,
    each if that pattern holds (None: it does)."""

    certain: tuple[int, ...]
    tried: tuple[tuple[int, Test], ...]
    vetoes: tuple[tuple[int, Test, int | None], ...]


def _held(resolved: _Resolved, clause: bytes) -> tuple[int, ...]:
    """The patterns that hold in a clause, those that must be tried among them."""
    held = [number for number, test in resolved.tried if test(clause)]
    for number, test, main in resolved.vetoes:
        if (main is None or main in held) and test(clause):
            held.append(number)
    return (*resolved.certain, *held) if held else resolved.certain


def part_of(alternative: str, words: Words) -> tuple[str, bool]:
    """The most telling part of a pattern between its gaps ("": none tells anything), and whether it is the
    whole pattern. More than one part would only multiply the automaton's states.

    A gap is anything that repeats, except digits and the like; a group that holds a gap is one itself.
    """
    return _most_telling(_parsed(alternative, words)[0])


def measured(pattern: str, words: Words) -> tuple[bool, int]:
    """Whether anything in the pattern is a gap, and how many letters the shortest text that it matches has,
    roughly."""
    return _measure(_parsed(pattern, words))


class _Item(NamedTuple):
    """A character, class, word or group of a pattern with its quantifier; whether it is a gap, and how many
    letters it has."""

    text: str
    gap: bool
    letters: int


_END = _Item("", True, 0)


def _parsed(pattern: str, words: Words) -> list[list[_Item]]:
    """The items of each alternative of a pattern."""
    return _parse(pattern, 0, words, inside=False)[0]


def _parse(pattern: str, start: int, words: Words, *, inside: bool) -> tuple[list[list[_Item]], int]:
    """The items from `start` on to the end, or to the bracket that closes the group, and where that is."""
    items: list[_Item] = []
    alternatives = [items]
    at, length = start, len(pattern)
    while at < length:
        begin = at
        first = pattern[at]
        if first == "|":
            items = []
            alternatives.append(items)
            at += 1
            continue
        if first == ")" and inside:
            break
        if first == "(":
            group, at = _parse(pattern, at + 3, words, inside=True)
            at += 1
            gap, letters = _measure(group)
            quantifier = _QUANTIFIER.match(pattern, at)
            if not quantifier and len(group) == 1:  # parts that begin alike share that in the automaton
                items += group[0]
                continue
        else:
            match = _ITEM.match(pattern, at)
            assert match is not None
            at, gap, letters = match.end(), False, _letters_in(match[0])
            if first == "{" and at - begin > 1:
                word = words.get(match[0][1:-1])
                gap, letters = (word.gap, word.letters) if word else (False, 0)
            quantifier = _QUANTIFIER.match(pattern, at)
        if quantifier:
            repeats = quantifier[0][0] != "?"
            gap = gap or (repeats and not _SHORT_CLASS.fullmatch(pattern, begin, at))
            letters = letters if quantifier[0][0] == "+" else 0
            at = quantifier.end()
        items.append(_Item(pattern[begin:at], gap, letters))
    return alternatives, at


def _measure(alternatives: list[list[_Item]]) -> tuple[bool, int]:
    gap = any(item.gap for items in alternatives for item in items)
    return gap, min([sum([item.letters for item in items]) for items in alternatives])


def _most_telling(items: list[_Item]) -> tuple[str, bool]:
    best, most = "", _PART_MIN - 1
    part, letters = "", 0
    exact = True
    for item, gap, more in (*items, _END):
        if not gap:
            part += item
            letters += more
            continue
        if letters > most:
            best, most = part, letters
        exact = exact and not item
        part, letters = "", 0
    return best, exact


def _letters_in(item: str) -> int:
    """A character of another script tells more than a Latin letter."""
    if item[0] == "\\":
        return 0 if item[1] in "bBdDwWsSAz" else 1
    if item[0] in "[^$.{":
        return 0
    return len(item) if item.isascii() else sum(1 if char.isascii() else _PART_MIN for char in item)
