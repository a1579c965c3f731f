"""Mends of deck lists as text: headings, full-width digits, equal lines, the cards' own spelling."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from converters.decklists import DeckLine, parse_deck
from converters.decklists.grammar import read_card
from converters.decklists.headings import headings
from converters.decklists.lines import split_lines
from decklint.fix import Mend, applied, plain_digits, spelled
from rulebook.pool import Pool

_CODED = frozenset({"ydk", "ydke", "hearthstone", "draft"})
"""Forms that are written by programs for programs, or log what happened: nobody spelled them."""
_MERGED = re.compile(r"deck(?:_\d+)?|main|side|archive|tokens")
"""Sections in which the order of the cards says nothing; extra devices lie under the vitals in order."""
_END = re.compile(r"\r\n|\r|\n")
_MOST = 999


class _Line(NamedTuple):
    text: str
    start: int
    end: int
    """Where its own line end ends."""


class _Counted(NamedTuple):
    """A line with a quantity, which stands at `start` to `end` of the text."""

    line: _Line
    quantity: int
    start: int
    end: int


def list_mends(text: str, pool: Pool | None) -> list[Mend]:
    """The mends of a deck list that people write. `pool` knows the cards' spellings; without it names stay."""
    known = pool.knows if pool is not None else None
    found = parse_deck(text, known)
    if found.format in _CODED:
        return []
    lines = list(_lines(text))
    mends: list[Mend] = []
    if found.format == "twgp":
        for line, kind in zip(lines, found.kinds, strict=False):
            if kind == "heading":
                mends += _heading(line)
    equal: dict[tuple[str, str], list[_Counted]] = {}
    for card in found.lines:
        line = lines[card.line - 1]
        quantity = _quantity(line.text, card)
        name = _name(line, card, pool)
        if name is not None:
            mends.append(name)
        if quantity is None:
            continue
        start, end = quantity
        digits = plain_digits(line.text[start:end])
        if digits != line.text[start:end]:
            mends.append(Mend(line.start + start, line.start + end, digits, "digits"))
        if _MERGED.fullmatch(card.section) and not _is_ordered(lines, card.line):
            number = Mend(line.start + start, line.start + end, "\0", "digits")
            rest = _relative(line, [number] if name is None else [number, name])
            one = _Counted(line, card.quantity, number.start, number.end)
            equal.setdefault((card.section, rest), []).append(one)
    for same in equal.values():
        total = sum(one.quantity for one in same)
        if len(same) > 1 and total <= _MOST:
            mends = _merged(same, total, mends)
    return mends


def _lines(text: str) -> Iterator[_Line]:
    at = 0
    for line in split_lines(text):
        end = _END.match(text, at + len(line))
        yield _Line(line, at, end.end() if end is not None else at + len(line))
        at += len(line) + (end.end() - end.start() if end is not None else 0)


def _heading(line: _Line) -> Iterator[Mend]:
    words = headings()
    letter = words.letter(line.text.strip())
    heading = words.find(line.text.strip(), twgp=True)
    word = line.text.strip().rstrip(":： ") if letter is not None else heading.word if heading is not None else ""
    own = words.spelled(word)
    if own is not None and own != word and line.text.count(word) == 1:
        start = line.start + line.text.index(word)
        yield Mend(start, start + len(word), own, "heading")


def _quantity(line: str, card: DeckLine) -> tuple[int, int] | None:
    """Where the quantity stands in a line, None where it has none or more than one number may be it."""
    number = read_card(line).quantity
    if number is None or card.text not in line:
        return None
    start = line.find(card.text)
    before, behind = line[:start], line[start + len(card.text) :]
    if before.count(number) + behind.count(number) != 1:
        return None
    at = before.find(number) if number in before else start + len(card.text) + behind.find(number)
    return at, at + len(number)


def _name(line: _Line, card: DeckLine, pool: Pool | None) -> Mend | None:
    """The spelling of the whole name behind the quantity, or of the name in front of set and number."""
    if pool is None:
        return None
    for name in (card.text, card.name):
        if name and pool.knows(name):
            own = spelled(name, pool)
            if own is None or line.text.count(name) != 1:
                return None
            at = line.start + line.text.index(name)
            return Mend(at, at + len(name), own, "name")
    return None


def _merged(same: list[_Counted], total: int, mends: list[Mend]) -> list[Mend]:
    """Equal lines as one with the sum; the lines behind the first go, with their own mends."""
    first, *others = same
    gone = [one.line for one in others]
    kept = [one for one in mends if not any(line.start <= one.start < line.end for line in gone)]
    kept = [one for one in kept if (one.start, one.end) != (first.start, first.end)]
    kept.append(Mend(first.start, first.end, str(total), "merged"))
    return kept + [Mend(line.start, line.end, "", "merged") for line in gone]


def _is_ordered(lines: list[_Line], number: int) -> bool:
    """Whether an order not to report something stands on a line (from 1) or above it."""
    return any("twgp:" in line.text for line in lines[max(number - 2, 0) : number])


def _relative(line: _Line, mends: list[Mend]) -> str:
    """A line with its mends."""
    return applied(line.text, [one._replace(start=one.start - line.start, end=one.end - line.start) for one in mends])
