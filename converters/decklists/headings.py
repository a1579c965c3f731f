"""Headings of deck lists: the words of `data/headings.yaml`, and finding them on a line."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

from rulebook.formats import FormatError, format_named
from rulebook.loading import load_yaml
from rulebook.names import fold
from rulebook.resources import data_path

_GAPS = re.compile(r"[\s\-_・]+")
_OPENING = "[【<＜《〔［「『(（"
_FRAME = re.compile(
    rf"(?P<open>[#*=~\-—―─━■□◆◇●○▼▽★☆▪►◎※!！/;{re.escape(_OPENING)}\s]*)(?P<inner>.*?)"
    r"(?P<close>[#*=~\-—―─━■□◆◇●○▼▽★☆\]】>＞》〕］」』)）\s]*[:：]?\s*)",
    re.DOTALL,
)
_COUNT = re.compile(
    r"(?P<word>.*?\S)\s*(?:[:：\-–—/|]\s*)?"
    r"(?:[\[(（［【]\s*(?:x|×|計)?\s*\d{1,4}\s*(?:枚|種類?|cards?)?\s*[\])）］】].*|\d{1,4}\s*(?:枚|種類?|cards?)?)",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"[\[\]【】]")
_INLINE = re.compile(r"(?P<word>[^:：]{1,30}?)\s*[:：]\s*(?P<rest>\S.*)")
_TOTAL = (
    re.compile(r"(?P<n>\d{1,5})\s*(?P<word>[^\d\s].*)"),
    re.compile(r"[#/*\s]*(?P<word>.*?[^\d\s:：=\-])\s*[:：=\-]?\s*(?P<n>\d{1,5})\s*(?:枚|cards?)?", re.I),
)
_FORMAT = re.compile(
    r"[\s#;/]*(?:(?:format|形式|フォーマット|バトル)\s*[:：=]|[【\[](?:format|形式|フォーマット|バトル)[】\]][:：]?)\s*(?P<format>\S.*?)\s*",
    re.IGNORECASE,
)
_FORMAT_LINES = 40
"""A format stands among the first lines of a list."""
_PAIR = re.compile(r"[\s#;/]*(?P<key>[^:：=]{1,30}?)\s*[:：=]\s*(?P<value>.*?)\s*")


class Heading(NamedTuple):
    """A heading: its `section`, or None for a group inside a section; `word` as it stands in the list."""

    section: str | None
    word: str


class Inline(NamedTuple):
    """A heading or a mark such as `SB` in front of a card on the same line; `rest` is the card."""

    section: str | None
    rest: str
    is_mark: bool


class Headings:
    """The words of deck lists, ready to be looked up."""

    def __init__(self, words: dict[str, Any]) -> None:
        self.sections = _table(words["sections"])
        self.twgp = _table(words["twgp"])
        self.signs = {word: section for word, section in self.twgp.items() if word not in self.sections}
        self.letters: dict[str, str] = words["letters"]
        self.groups = _keys(words["groups"])
        self.titles = _keys(words["titles"])
        self.metadata = _keys(words["metadata"])
        self.totals = _keys(words["totals"])
        self.prefixes: dict[str, str] = words["prefixes"]
        tables = (*words["sections"].values(), *words["twgp"].values())
        first = [table[lang][0] for lang in ("en", "ja") for table in tables]
        self._own = _spellings([*words["twgp"].values(), *words["sections"].values()])
        self.known = ", ".join(dict.fromkeys(first))
        """The headings that a message names, in both languages."""

    def section_of(self, word: str, *, twgp: bool = False) -> str | None:
        """The section that a word opens, or None. In a T.W.G.P list its own words come first."""
        found = self.twgp.get(key(word)) if twgp else None
        return found or self.sections.get(key(word)) or self.signs.get(key(word))

    def find(self, line: str, *, twgp: bool = False) -> Heading | None:
        """The heading that a whole line is: without regard to frame, colon and count; else None."""
        for word in _words(line):
            section = self.section_of(word, twgp=twgp)
            if section is not None or key(word) in self.groups:
                return Heading(section, word)
        return None

    def letter(self, line: str) -> str | None:
        """The T.W.G.P section of a letter that stands alone on its line."""
        return self.letters.get(fold(line).rstrip(": ").upper())

    def spelled(self, word: str) -> str | None:
        """A heading of a T.W.G.P list in its own spelling: `Vitals`, `ヴァイタル`, `V`; None for other words."""
        if fold(word).upper() in self.letters:
            return fold(word).upper()
        return self._own.get(_variant(word))

    def inline(self, line: str, *, twgp: bool = False) -> Inline | None:
        """`Sideboard: 2 Alpha` or `SB: 2 Alpha` taken apart; None for other lines."""
        match = _INLINE.fullmatch(line)
        if match is None:
            return None
        prefix = self.prefixes.get(fold(match["word"]).upper())
        if prefix is not None:
            return Inline(prefix, match["rest"], True)
        heading = self.find(match["word"], twgp=twgp)
        return None if heading is None else Inline(heading.section, match["rest"], False)

    def is_sign(self, line: str) -> bool:
        """Whether a line is a heading that only T.W.G.P lists have."""
        return any(key(word) in self.signs for word in _words(line))

    def pair(self, line: str) -> tuple[Literal["title", "metadata"], str] | None:
        """`Name: First deck` as ("title", "First deck"); "metadata" for the other keys; else None."""
        match = _PAIR.fullmatch(line)
        if match is None:
            return None
        if key(match["key"]) in self.titles:
            return "title", match["value"]
        return ("metadata", match["value"]) if key(match["key"]) in self.metadata else None

    def total(self, line: str) -> int | None:
        """The number of cards that a line states: `Total Cards: 60`, `60 cards`, `合計 60枚`; else None."""
        for pattern in _TOTAL:
            match = pattern.fullmatch(line)
            if match is not None and key(match["word"]) in self.totals:
                return int(match["n"])
        return None


@cache
def headings() -> Headings:
    """The words of the bundled list."""
    return Headings(load_yaml(data_path("headings.yaml")))


def stated_format(lines: Sequence[str]) -> tuple[int, str] | None:
    """The line (from 1) and the words of the format that a list states (`Format: half`, `形式：ハーフ`), or None."""
    for number, line in enumerate(lines[:_FORMAT_LINES], 1):
        if len(line) <= 100 and (match := _FORMAT.fullmatch(line)) is not None:
            return number, match["format"]
    return None


def is_twgp_format(name: str) -> bool:
    """Whether a word is a format of T.W.G.P, in either language: `half`, `ハーフ`."""
    try:
        format_named(name)
    except FormatError:
        return False
    return True


def key(word: str) -> str:
    """The key under which two spellings of a heading are equal."""
    return _GAPS.sub("", fold(word))


def framed(line: str) -> str | None:
    """What an unknown heading says: a line that ends in a colon or stands in a frame; else None."""
    match = _FRAME.fullmatch(line.strip())
    if match is None or not match["inner"]:
        return None
    opened, closed = match["open"].strip(), match["close"].strip()
    in_brackets = opened[:1] in ("[", "【", "=") and bool(closed) and not _BRACKETS.search(match["inner"])
    return match["inner"] if in_brackets or closed[-1:] in {":", "："} else None


def _words(line: str) -> Iterable[str]:
    """What a line may say as a heading: within its frame, with and without a count behind it."""
    match = _FRAME.fullmatch(line.strip())
    inner = match["inner"] if match is not None else line.strip()
    if not inner or len(line) > 80:
        return
    yield inner
    counted = _COUNT.fullmatch(line.strip().lstrip("#*=■□◆◇●○▼▽★☆!！/; " + _OPENING))
    if counted is not None:
        inner = _FRAME.fullmatch(counted["word"].strip())
        yield inner["inner"] if inner is not None else counted["word"]


def _table(sections: dict[str, dict[str, list[str]]]) -> dict[str, str]:
    return {key(word): section for section, words in sections.items() for word in words["en"] + words["ja"]}


def _spellings(sections: Iterable[dict[str, list[str]]]) -> dict[str, str]:
    """Every word by what its variants share; of several variants the one that is listed first."""
    found: dict[str, str] = {}
    for words in sections:
        for word in words["en"]:
            found.setdefault(_variant(word), word[:1].upper() + word[1:])
        for word in words["ja"]:
            found.setdefault(_variant(word), word)
    return found


def _variant(word: str) -> str:
    """What spellings of a heading have in common: ヴァ and バ, ヴ and ブ, singular and plural."""
    found = key(word)
    for wide, plain in _V_SOUNDS:
        found = found.replace(wide, plain)
    return found.removesuffix("s") if found.isascii() else found


_V_SOUNDS = (("ヴァ", "バ"), ("ヴィ", "ビ"), ("ヴェ", "ベ"), ("ヴォ", "ボ"), ("ヴ", "ブ"))


def _keys(words: dict[str, list[str]]) -> frozenset[str]:
    return frozenset(key(word) for word in words["en"] + words["ja"])
