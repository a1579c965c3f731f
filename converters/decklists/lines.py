"""Deck lists as text: recognising them, and reading them line by line.

Forms: Arena, MTGO and plain `4 Name`, `SB:` lists, XMage and Forge `.dck`, Magic Workstation, draft logs,
PTCG Live, Japanese lists, plain names, T.W.G.P lists with headings; the coded ones are in `coded`.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property

from converters.decklists.coded import coded_format, parse_hearthstone, parse_ydk, parse_ydke
from converters.decklists.grammar import CardText, read_card
from converters.decklists.headings import Heading, framed, headings, is_twgp_format, stated_format
from converters.decklists.model import (
    BadQuantityError,
    DeckLine,
    DeckList,
    DeckProblem,
    LineKind,
    read_quantity,
    shortened,
)

KnownName = Callable[[str], bool]

_LINE_END = re.compile(r"\r\n|\r|\n")
_INVISIBLE = re.compile("[\ufeff\u200b-\u200d\u2060\x00\x1a]")
_RULE = re.compile(r"[-=*~#/—―─━\s]+")
_TITLE = re.compile(r"(#{2,}|\*{2,})\s*(?P<title>[^#*].*?)\s*\1")
_FORGE_SECTION = re.compile(r"\[(?P<word>[A-Za-z ]+)\]")
_PICK = re.compile(r"-->\s+(?P<name>\S.*)")
_PACK = re.compile(r"Pack \d+ pick \d+:", re.IGNORECASE)
_NO_NAME = re.compile(r"\t|\|\||&&|=>|\s=\s|\s;\s|[,;:{}\[]$")
_KEYED = re.compile(r"\s*(?:- +)?[a-z_]+:(?:\s|$)")
"""A line of a YAML document."""
_COMMENT = ("#", "//", ";", "--")
_LONGEST = 500
"""Characters; the longest card name known has 141. Longer lines are not searched for patterns."""
_SAMPLE = 200_000
"""Characters of a text that are looked at to recognise it; a list of 2,000 lines has 60,000."""
_SINGLE = frozenset({"commander", "companion", "master"})
"""Sections of one or two cards, which a blank line ends."""


def split_lines(text: str) -> list[str]:
    """Lines as editors count them, without their ends; a last line feed opens no further line."""
    lines = _LINE_END.split(text)
    return lines[:-1] if lines[-1] == "" else lines


def looks_like_deck(text: str, known_name: KnownName | None = None) -> bool:
    """Whether a text is a deck list: at least half of its lines that are neither blank nor comment nor
    metadata are card lines with a quantity, known headings, or names of the pool (`known_name`).
    Of a T.W.G.P list (two of its headings, or a line that states its format) names alone are cards too.

    Coded lists and draft logs are known by their marks. Of a long text the first 200,000 characters count.
    """
    lines = split_lines(text[:_SAMPLE])
    if coded_format(lines) is not None or _is_draft(lines):
        return True
    reader = _Reader(lines, known_name)
    deck = reader.read()
    bare = reader.is_surely_twgp
    cards = [line for line in deck.lines if line.line not in reader.guessed or (bare and not _KEYED.match(line.raw))]
    cards = [line for line in cards if _is_plausible(line.text) or (known_name and known_name(line.text))]
    numbers = [line.quantity for line in cards]
    if len(numbers) > 5 and numbers == sorted(set(numbers)):
        return False  # ever larger numbers: the lines of a table are counted, not cards
    known = len({line.line for line in cards}) + deck.kinds.count("heading")
    counted = sum(kind in ("card", "heading", "problem") for kind in deck.kinds)
    return bool(cards) and 2 * known >= counted


def _is_plausible(name: str) -> bool:
    """Whether what stands behind a number may be a card rather than a cell of a table or a piece of code."""
    return (
        any(character.isalpha() for character in name) and not _NO_NAME.search(name) and not name.startswith(_COMMENT)
    )


def parse_deck(text: str, known_name: KnownName | None = None) -> DeckList:
    """Reads a deck list. Every line that is not blank becomes a card, heading, comment, metadata or problem.

    `known_name` says whether the pool has a card of a name; with it a line that is a name as a whole is
    read as that name, whatever it looks like (`1996 World Champion`, `#7`). Never raises on text.
    """
    lines = split_lines(text)
    form = coded_format(lines)
    if form == "ydke":
        return parse_ydke(lines)
    if form == "ydk":
        return parse_ydk(lines)
    if form == "hearthstone":
        return parse_hearthstone(lines)
    return _read_draft(lines) if _is_draft(lines) else _Reader(lines, known_name).read()


def _is_draft(lines: Sequence[str]) -> bool:
    return any(_PACK.match(line) for line in lines) and any(_PICK.match(line) for line in lines)


def _read_draft(lines: Sequence[str]) -> DeckList:
    """A draft log: the picks are the cards; the cards passed on are read over."""
    cards: list[DeckLine] = []
    kinds: list[LineKind] = []
    for number, line in enumerate(lines, 1):
        pick = _PICK.fullmatch(line.strip())
        if pick is not None:
            name = pick["name"]
            cards.append(DeckLine(number, 1, name, None, None, None, "main", line, name))
        kinds.append(
            "blank" if not line.strip() else
            "card" if pick is not None else
            "heading" if _PACK.match(line) else
            "comment" if line[0].isspace() else "metadata"
        )  # fmt: skip
    return DeckList("draft", None, tuple(cards), (), tuple(kinds))


class _Reader:
    """Reads a list line by line, remembering section and block."""

    def __init__(self, lines: Sequence[str], known_name: KnownName | None) -> None:
        self._raw = lines
        self._known = known_name or (lambda _name: False)
        self._words = headings()
        self._clean = [_INVISIBLE.sub("", line).strip() for line in lines]
        stated = stated_format(self._clean)
        self._format_stated = stated is not None and is_twgp_format(stated[1])
        self._twgp = self._is_twgp()
        self._section = "main"
        self._sectioned = False
        self._block = 0
        self._grouped = False
        self._in_metadata = False
        self._bundles = 0
        self._stated: tuple[int, int] | None = None
        self._shapes: Counter[str] = Counter()
        self._blocks: list[int] = []
        self._kinds: list[LineKind] = []
        self._title: str | None = None
        self.lines: list[DeckLine] = []
        self.problems: list[DeckProblem] = []
        self.guessed: set[int] = set()

    def read(self) -> DeckList:
        """The whole list."""
        if self._twgp:
            self._section = "deck"
        for number, line in enumerate(self._clean, 1):
            self._kinds.append(self._read_line(number, line))
        if any(_INVISIBLE.search(line) for line in self._raw):
            first = next(n for n, line in enumerate(self._raw, 1) if _INVISIBLE.search(line))
            self._problem(first, "deck_invisible_characters")
        self._split_by_blank_line()
        self._check_total()
        problems = sorted(self.problems, key=lambda problem: problem.line)
        return DeckList(self._format(), self._title, tuple(self.lines), tuple(problems), tuple(self._kinds))

    @property
    def is_surely_twgp(self) -> bool:
        """Whether a list that is read states a format of T.W.G.P, or has a bundle and another of its sections."""
        opened = {line.section.partition("_")[0] for line in self.lines}
        return self._twgp and (self._format_stated or ("deck" in opened and len(opened) > 1))

    def _is_twgp(self) -> bool:
        if self._format_stated:
            return True
        letters = {self._words.letter(line) for line in self._clean if not self._known(line)}
        return len(letters - {None}) > 1 or any(self._words.is_sign(line) for line in self._clean if line)

    def _problem(self, line: int, code: str, **values: object) -> None:
        self.problems.append(DeckProblem(line, code, values))

    def _read_line(self, number: int, line: str) -> LineKind:
        if not line:
            return self._blank()
        if len(line) > _LONGEST:
            self._problem(number, "deck_line_unreadable", text=shortened(line))
            return "problem"
        heading = self._heading(number, line)
        if heading is not None:
            return self._open(number, line, heading)
        if self._known(line):
            return self._card(number, CardText(None, line, line), None)
        return self._metadata(number, line) or self._body(number, line)

    def _blank(self) -> LineKind:
        if self._blocks and self._blocks[-1] == self._block:
            self._block += 1
            if self._section in _SINGLE:
                self._section = "deck" if self._twgp else "main"
        self._in_metadata = False
        return "blank"

    def _heading(self, number: int, line: str) -> Heading | None:
        if self._twgp and (section := self._words.letter(line)) is not None:
            return Heading(section, line)
        if line[0].isdigit() or _TITLE.fullmatch(line):
            return None
        heading = self._words.find(line, twgp=self._twgp)
        # In a list of names alone a card may well be called as a group of cards is, such as 融合.
        is_card = heading is not None and heading.section is None and self._known(line) and self._is_bare
        return None if is_card else heading

    @cached_property
    def _is_bare(self) -> bool:
        """Whether most lines that are there have no quantity."""
        filled = [line for line in self._clean if line]
        return 2 * sum(read_card(line[:_LONGEST]).quantity is None for line in filled) > len(filled)

    def _open(self, number: int, line: str, heading: Heading) -> LineKind:
        self._in_metadata = False
        if heading.section is None:
            self._grouped = True
        else:
            self._sectioned = True
            self._section = heading.section
            if heading.section == "deck":
                self._bundles += 1
                self._section = "deck" if self._bundles == 1 else f"deck_{self._bundles}"
        if self._known(line):
            self._problem(number, "deck_heading_or_card", name=shortened(line))
        return "heading"

    def _metadata(self, number: int, line: str) -> LineKind | None:
        """Titles, totals, other keys, and the blocks of them (`About`, `[metadata]`)."""
        titled = _TITLE.fullmatch(line)
        if titled is not None:
            self._title = self._title or titled["title"]
            return "metadata"
        section = _FORGE_SECTION.fullmatch(line)
        if line.casefold() == "about" or (section is not None and section["word"].casefold() == "metadata"):
            self._in_metadata = True
            return "metadata"
        if line.startswith("LAYOUT "):
            return "metadata"
        total = self._words.total(line)
        if total is not None:
            self._stated = (number, total)
            return "metadata"
        pair = self._words.pair(line)
        if pair is None and self._in_metadata:
            key, _, value = line.partition("=" if "=" in line else " ")
            pair = self._words.pair(f"{key}: {value}") or ("metadata", value)
        if pair is None:
            return None
        if pair[0] == "title":
            self._title = self._title or pair[1] or None
        return "metadata"

    def _body(self, number: int, line: str) -> LineKind:
        """Comments, unknown headings and cards."""
        card = read_card(line, self._known)
        if card.quantity is not None and self._known(card.text):
            return self._card(number, card, None)
        if line.startswith(_COMMENT) or _RULE.fullmatch(line):
            self._grouped = self._grouped or (bool(self._blocks) and self._blocks[-1] != self._block)
            return "comment"
        inline = self._words.inline(line, twgp=self._twgp)
        if inline is not None:
            behind = read_card(inline.rest, self._known)
            if behind.quantity is not None or inline.is_mark:
                self._sectioned = self._sectioned or inline.section is not None
                return self._card(number, behind, inline.section)
        word = framed(line) if card.quantity is None else None
        if word is not None and not self._known(word):
            self._problem(number, "deck_heading_unknown", heading=shortened(word), known=self._words.known)
            return "problem"
        return self._card(number, card, None)

    def _card(self, number: int, card: CardText, section: str | None) -> LineKind:
        quoted = shortened(self._raw[number - 1])
        try:
            quantity = 1 if card.quantity is None else read_quantity(card.quantity)
        except BadQuantityError as bad:
            self._problem(number, "deck_quantity_bad", quantity=bad.shown, text=quoted)
            return "problem"
        if card.quantity is None:
            self.guessed.add(number)
            self._problem(number, "deck_quantity_missing", text=quoted)
        if self._known(card.text):
            self.guessed.discard(number)
        if section is None and card.category is not None:
            section = self._words.section_of(card.category.split("{")[0].split(",")[0])
        self._shapes[card.shape if card.quantity is not None or card.shape != "plain" else "names"] += 1
        self._blocks.append(self._block)
        self.lines.append(
            DeckLine(
                number, quantity, card.name, card.set, card.number, card.card_id,
                section or self._section, self._raw[number - 1], card.text,
            )
        )  # fmt: skip
        return "card"

    def _split_by_blank_line(self) -> None:
        """Without any heading a blank line parts main deck and side deck, if it is the only one."""
        if self._sectioned or self._grouped or self._format_stated or not self._blocks:
            return
        blocks = sorted(set(self._blocks))
        if len(blocks) == 2:
            first = self.lines[self._blocks.index(blocks[1])]
            self._problem(first.line, "deck_blank_line_side")
            self.lines = [
                line._replace(section="side") if block == blocks[1] else line
                for line, block in zip(self.lines, self._blocks, strict=True)
            ]
        elif len(blocks) > 2:
            self._problem(self.lines[0].line, "deck_blank_lines_main", blocks=len(blocks))

    def _check_total(self) -> None:
        """A total that the list states must be the sum of all lines, or of its main section."""
        if self._stated is None:
            return
        number, stated = self._stated
        counted = sum(line.quantity for line in self.lines)
        main = sum(line.quantity for line in self.lines if line.section == "main")
        if stated not in (counted, main):
            self._problem(number, "deck_total_differs", stated=stated, counted=counted)

    def _format(self) -> str:
        if self._twgp:
            return "twgp"
        marked = [(count, shape) for shape, count in self._shapes.items() if shape not in ("plain", "names")]
        if marked:
            return max(marked)[1]
        return "names" if self._shapes["names"] > self._shapes["plain"] else "plain"
