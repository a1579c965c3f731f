"""Many patterns asked of a clause in one pass."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
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
        self._match: Callable[[bytes], list[int]] = self._set._set.Match
        self._compiled = False
        self._finders: dict[int, Finder] = {}
        self._resolved: dict[tuple[int, ...], _Resolved] = {}

    def add(self, pattern: str, owner: int, role: Role = "main") -> int:
        """Takes a pattern of `owner` in; gives its number. A need is asked with the rest, a veto only where
        the main pattern and all needs hold."""
        number = len(self._patterns)
        self._patterns.append(pattern)
        self._owners.append(owner)
        self._mains.append(role == "main")
        if role == "veto":
            self._vetoes[owner] = number
            return number
        if role == "need":
            self._needs.setdefault(owner, []).append(number)
        for alternative in alternatives_of(pattern):
            telling, exact = part_of(alternative, self._words)
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
            one.certain if not (one := resolved[found]).tried else _held(one, clause)
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
        tried = [number for number in possible if owners_of[number] in owners]
        for owner in owners:
            veto = self._vetoes.get(owner)
            if veto is not None:
                tried.append(veto)
        return _Resolved(
            tuple(sorted([number for number in certain if owners_of[number] in owners])),
            tuple([(number, self._finder(number)) for number in sorted(tried)]),
        )

    def _finder(self, number: int) -> Finder:
        finder = self._finders.get(number)
        if finder is None:
            finder = self._finders[number] = finder_of(self._expand(self._patterns[number]), self._options)
        return finder


class _Resolved(NamedTuple):
    """What a set of parts means: patterns that hold, and patterns that must be tried."""

    certain: tuple[int, ...]
    tried: tuple[tuple[int, Finder], ...]


def _held(resolved: _Resolved, clause: bytes) -> tuple[int, ...]:
    """The patterns that hold in a clause, those that must be tried among them."""
    length = len(clause)
    held = [number for number, finder in resolved.tried if finder(UNANCHORED, clause, 0, length)[0][0] >= 0]
    return (*resolved.certain, *held) if held else resolved.certain


def alternatives_of(pattern: str) -> list[str]:
    """The pattern parted at its outermost `|`."""
    if "|" not in pattern:
        return [pattern]
    depth = 0
    alternatives = [""]
    for item in _ITEM.findall(pattern):
        if item == "|" and depth == 0:
            alternatives.append("")
            continue
        depth += (item == "(") - (item == ")")
        alternatives[-1] += item
    return alternatives


def part_of(alternative: str, words: Words) -> tuple[str, bool]:
    """The most telling part of a pattern between its gaps ("": none tells anything), and whether it is the
    whole pattern. More than one part would only multiply the automaton's states.

    A gap is anything that repeats, except digits and the like; a group that holds a gap is one itself.
    """
    best, most = "", _PART_MIN - 1
    part, letters = "", 0
    exact = True
    for item, gap, more in (*_items(alternative, words), ("", True, 0)):
        if not gap:
            part += item
            letters += more
            continue
        if letters > most:
            best, most = part, letters
        exact = exact and not item
        part, letters = "", 0
    return best, exact


def measured(pattern: str, words: Words) -> tuple[bool, int]:
    """Whether anything in the pattern is a gap, and how many letters the shortest text that it matches has,
    roughly."""
    gap = False
    least = 1 << 30
    for alternative in alternatives_of(pattern):
        letters = 0
        for _, is_gap, more in _items(alternative, words):
            gap = gap or is_gap
            letters += more
        least = min(least, letters)
    return gap, least


def _items(alternative: str, words: Words) -> Iterator[tuple[str, bool, int]]:
    """The characters, classes, words and groups of a pattern with their quantifiers, whether they are gaps,
    and how many letters they have."""
    at = 0
    length = len(alternative)
    while at < length:
        if alternative[at] == "(":
            end = _closing(alternative, at) + 1
            inside = alternative[at + 3 : end - 1]
            gap, letters = measured(inside, words)
            quantifier = _QUANTIFIER.match(alternative, end)
            if not quantifier and gap and len(alternatives_of(inside)) == 1:
                yield from _items(inside, words)
                at = end
                continue
        else:
            match = _ITEM.match(alternative, at)
            assert match is not None
            end, gap, letters = match.end(), False, _letters_in(match[0])
            if alternative[at] == "{" and end - at > 1:
                word = words.get(match[0][1:-1])
                gap, letters = (word.gap, word.letters) if word else (False, 0)
            quantifier = _QUANTIFIER.match(alternative, end)
        if quantifier:
            repeats = quantifier[0][0] != "?"
            gap = gap or (repeats and not _SHORT_CLASS.fullmatch(alternative[at:end]))
            letters = letters if quantifier[0][0] == "+" else 0
            end = quantifier.end()
        yield alternative[at:end], gap, letters
        at = end


def _closing(pattern: str, start: int) -> int:
    depth = 0
    for match in _ITEM.finditer(pattern, start):
        depth += (match[0] == "(") - (match[0] == ")")
        if depth == 0:
            return match.start()
    return len(pattern) - 1


def _letters_in(item: str) -> int:
    """A character of another script tells more than a Latin letter."""
    if item[0] == "\\":
        return 0 if item[1] in "bBdDwWsSAz" else 1
    if item[0] in "[^$.{":
        return 0
    return len(item) if item.isascii() else sum(1 if char.isascii() else _PART_MIN for char in item)
