"""Card text before it is read: NFKC, own name, clauses, reminder text, quoted words."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

OWN_NAME = "\ue000"
OWN_SHORT_NAME = "\ue001"
"""They stand in a prepared text for the card's own name and its short form; `~` in patterns means both."""

NAME_IN_CLAUSE = "N"
"""Stands for both in a lower-case clause and in the lexicon's patterns: a word character like the name."""

CUT_OUT = "|"
"""Stands in a clause for words that a `cut` entry took out."""

BLANK = "\0"
"""Stands for each character that is not read; never part of a card's text."""

BLANK_NAME = "\ue002"
BLANK_SHORT = "\ue003"
"""They stand for an own name, and its short form, among the words that are not read: they are as long as it is."""

_BLANKS = re.compile(f"[{BLANK}{BLANK_NAME}{BLANK_SHORT}]")
_HIDDEN = {OWN_NAME: BLANK_NAME, OWN_SHORT_NAME: BLANK_SHORT, BLANK_NAME: BLANK_NAME, BLANK_SHORT: BLANK_SHORT}
_ENDS = ".!?。"
_NEXT_SENTENCE = re.compile(r"[^a-zA-Z0-9]*(?:$|[A-Z\u3000-\uffff])")
_INITIAL = re.compile(r"(?:^|\W)\w\.$")
_PLAIN = "\0-\x7f\u3001-\u3029\u3041-\u3096\u30a1-\u30fe\u3400-\u4dbf\u4e00-\u9fff"
"""NFKC leaves such characters as they are, and joins no two of them."""
_NOT_PLAIN = re.compile(f"[^{_PLAIN}]").findall
_STANDS_ALONE = re.compile(f"[{_PLAIN}\u2010-\u20cf\u2100-\u2bff\ue000-\uf8ff]*").fullmatch
"""Punctuation, signs and private use besides: among them there are none that join others either."""
_BRACKET = re.compile(r"[()]")
_SHORT_NAME_MIN = 3
_CLOSING = "[\"'”’」』]*"
_CONTEXT = 120
"""So many characters before quoted words may say that they are not read."""


def nfkc(text: str) -> str:
    """The text in Unicode form NFKC, where full-width letters, digits and brackets are half-width (BUGS 109)."""
    if text.isascii() or unicodedata.is_normalized("NFKC", text):
        return text
    # In a Japanese text a few characters, often repeated, are wide: changing those takes a fifth of the time.
    for character in set(_NOT_PLAIN(text)):
        normal = _nfkc_alone(character)
        if not normal:
            return unicodedata.normalize("NFKC", text)
        text = text.replace(character, normal)
    return text


@lru_cache(4096)
def _nfkc_alone(character: str) -> str:
    """The character in NFKC; "" if what stands beside it may matter, as an accent behind a letter does."""
    normal = unicodedata.normalize("NFKC", character)
    return normal if _STANDS_ALONE(normal) else ""


def short_name(name: str, language: str) -> str:
    """The short form in which a card names itself, or "": in English the part before a comma."""
    if language != "en" or "," not in name:
        return ""
    head = name.partition(",")[0]
    return head if len(head) >= _SHORT_NAME_MIN else ""


def clause_splitter(always: str, before_space: str, bullets: str, leads: Sequence[str]) -> Callable[[str], list[str]]:
    """A function that parts a text into clauses; joined, they are the text again. A line break is a piece of
    its own; empty pieces may come up.

    Characters of `always` end a clause wherever they stand, those of `before_space` only before a space or
    at a line's end; closing quotes belong to the clause that they close. One of `bullets` begins a clause.
    What matches one of `leads` at the beginning of a clause is a clause of its own: a condition in front.
    The text may be in any Unicode form.
    """
    first, last, bullet = re.escape(_widths(always)), re.escape(before_space), re.escape(bullets)
    inside = f"[^{first}{last}{bullet}\n]*"
    clause = inside
    if last:
        clause += f"(?:[{last}](?!{_CLOSING}(?: |\n|{_BLANKS.pattern}|\\Z)){inside})*"
    if bullet:
        clause = f"[{bullet}]?{clause}"
    # Only the leads ignore case: it would halve the speed of the rest.
    # Bounded and possessive: a long run of bullets or spaces is not tried again from each of them.
    parts = [f"[{bullet} ]{{0,8}}+(?i:{lead})" for lead in leads]
    return re.compile("|".join((*parts, "\n", f"{clause}(?:[{first}{last}]{_CLOSING})?"))).findall


def _widths(marks: str) -> str:
    """The marks and their full-width twins."""
    return marks + "".join(chr(ord(mark) + 0xFEE0) for mark in marks if "!" <= mark <= "~")


def bracket_spans(paragraph: str) -> list[tuple[int, int]]:
    """Ranges of the outermost pairs of round brackets. An odd bracket is plain text."""
    opened: list[int] = []
    spans: list[tuple[int, int]] = []
    for match in _BRACKET.finditer(paragraph):
        if match.group() == "(":
            opened.append(match.start())
        elif opened:
            start = opened.pop()
            while spans and spans[-1][0] > start:
                spans.pop()
            spans.append((start, match.end()))
    return spans


class Quotes(NamedTuple):
    """Which quoted words are not read: all but those that hold `keep` (in games where they are `names`), or
    those behind words that match `after`, or before words that match `before`."""

    marks: tuple[str, ...]
    after: re.Pattern[str] | None = None
    before: re.Pattern[str] | None = None
    names: bool = False
    keep: re.Pattern[str] | None = None

    def spans(self, paragraph: str) -> list[tuple[int, int]]:
        """Ranges of the quoted words that are not read, marks included."""
        spans = []
        for marks in self.marks:
            start = paragraph.find(marks[0])
            while start >= 0:
                end = paragraph.find(marks[1], start + 1) + 1
                if not end:
                    break
                if self._unread(paragraph, start, end):
                    # A sentence that ends within the quotes ends with them; a name such as "A.B." or "Go!" ends none.
                    ends = paragraph[end - 2] in _ENDS and _NEXT_SENTENCE.match(paragraph, end)
                    named = ends and _INITIAL.search(paragraph[start : end - 1])
                    spans.append((start, end - 2 if ends and not named else end))
                start = paragraph.find(marks[0], end)
        return spans

    def _unread(self, paragraph: str, start: int, end: int) -> bool:
        if self.names:
            return not (self.keep and self.keep.search(paragraph, start, end))
        if self.after and self.after.search(paragraph[max(0, start - _CONTEXT) : start]):
            return True
        return bool(self.before and self.before.match(paragraph, end))


def blanked(paragraph: str, spans: Sequence[tuple[int, int]]) -> str:
    """The paragraph with these ranges blanked, so that offsets stay; `shown` takes the blanks out."""
    for start, end in spans:
        hidden = "".join([_HIDDEN.get(character, BLANK) for character in paragraph[start:end]])
        paragraph = paragraph[:start] + hidden + paragraph[end:]
    return paragraph


def shown(clause: str) -> str:
    """A clause of a blanked paragraph as it is read."""
    return " ".join(_BLANKS.sub("", clause).split()) if BLANK in clause else clause.strip()
