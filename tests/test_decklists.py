"""Reading deck lists as text: the cases of `cases/decklists/`, and that no line is ever lost."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from converters.decklists import DeckList, looks_like_deck, parse_deck
from converters.decklists.lines import split_lines
from rulebook.loading import load_yaml

CASES = Path(__file__).parent / "cases" / "decklists"


class LineCase(msgspec.Struct, forbid_unknown_fields=True):
    """One text and what reading it must yield."""

    case: str
    text: str
    cards: list[dict[str, Any]]
    problems: list[tuple[int, str]] = []
    format: str | None = None
    title: str | None = None
    known: list[str] = []
    kinds: list[str] | None = None


class LooksCase(msgspec.Struct, forbid_unknown_fields=True):
    """One text and whether it is a deck list."""

    case: str
    text: str
    deck: bool
    known: list[str] = []


LINES = msgspec.convert(load_yaml(CASES / "lines.yaml"), list[LineCase])
LOOKS = msgspec.convert(load_yaml(CASES / "looks.yaml"), list[LooksCase])


@pytest.mark.parametrize("case", LINES, ids=lambda case: case.case)
def test_lines(case: LineCase) -> None:
    deck = parse_deck(case.text, set(case.known).__contains__)
    found = [line._asdict() for line in deck.lines]
    assert len(found) == len(case.cards), [line.raw for line in deck.lines]
    for card, wanted in zip(found, case.cards, strict=True):
        assert {field: card[field] for field in wanted} == wanted
    assert [(problem.line, problem.code) for problem in deck.problems] == case.problems
    assert deck.title == case.title
    if case.format is not None:
        assert deck.format == case.format
    if case.kinds is not None:
        assert list(deck.kinds) == case.kinds
    check_nothing_lost(case.text, deck)


@pytest.mark.parametrize("case", LOOKS, ids=lambda case: case.case)
def test_looks_like_a_deck(case: LooksCase) -> None:
    assert looks_like_deck(case.text, set(case.known).__contains__) is case.deck


def check_nothing_lost(text: str, deck: DeckList) -> None:
    """Every line has a kind; only blank lines are blank; cards and problems stand in the result."""
    lines = split_lines(text)
    assert len(deck.kinds) == len(lines)
    cards = {line.line for line in deck.lines}
    problems = {problem.line for problem in deck.problems}
    for number, (line, kind) in enumerate(zip(lines, deck.kinds, strict=True), 1):
        visible = line.strip("\ufeff\u200b\u200c\u200d\u2060\x00\x1a \t\u3000\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0").strip()
        if kind == "blank":
            assert not visible
        elif kind == "card":
            assert number in cards
        elif kind == "problem":
            assert number in problems
        elif kind == "comment":
            assert visible
        assert (number in cards) == (kind == "card")


PIECES = st.sampled_from(
    [
        "4", "x", "X", "×", "枚", "４", "-2", "0", "999999999999", "Alpha", "Bird", "青い鳥",
        "(XYZ)", "(XYZ) 12", "[M14]", "[WAR:2*]", "|COM", "SB:", "//", "/", "#", "###", "##", "*",
        "-", "--", "-->", "・", "【", "】", "：", ":", "Deck", "Sideboard", "サイド", "ヴァイタル",
        "V", "D", "A", "Lands (34)", "Name", "Name:", "About", "[metadata]", "Total Cards: 60",
        "合計", "\t", "　", " ", "\ufeff", "?", "??", "!side", "#main", "#extra", "111", "0000111",
        "ydke://", "ydke://o6lXBQ==!!!", "AAECAa0GBKUJ+wzlsALQwQIN", "Pack 1 pick 1:", "=",
        "Players:", "PH", "SVI 12", "BT0-001_P1", "{AGD}", "#!tag", "^a^", "1.", "①", "<P>",
        "&amp;", "'", ";", "LAYOUT ", "~", "\x00", "\u2028", '"',
    ]
)  # fmt: skip
TEXTS = st.lists(
    st.one_of(
        st.lists(PIECES, max_size=6).map("".join),
        st.lists(PIECES, max_size=6).map(" ".join),
        st.text(max_size=30),
    ),
    max_size=12,
).flatmap(lambda lines: st.sampled_from(["\n", "\r\n", "\r"]).map(lambda end: end.join(lines)))


@given(TEXTS, st.booleans())
def test_no_line_is_lost_and_nothing_raises(text: str, known: bool) -> None:
    deck = parse_deck(text, (lambda name: "Alpha" in name) if known else None)
    check_nothing_lost(text, deck)
    assert all(1 <= line.quantity <= 999 for line in deck.lines)
    assert looks_like_deck(text) in (True, False)


NAMES = st.text(st.sampled_from("abcdefgh ABC青い鳥,'"), min_size=2, max_size=20).map(
    lambda text: "Ka" + " ".join(text.split()).rstrip(", ")
)
STYLES = [
    "{n} {name}",
    "{n}x {name}",
    "{n} x {name}",
    "{name} x{n}",
    "{name} ×{n}",
    "・{name}　×{n}",
    "{name}　{n}枚",
    "{n} {name} (XYZ) 12",
    "{n} [XYZ:12] {name}",
    "{n} {name}|XYZ",
]


@given(st.lists(st.tuples(st.integers(1, 999), NAMES, st.sampled_from(STYLES)), min_size=1, max_size=20))
def test_what_is_written_is_read(cards: list[tuple[int, str, str]]) -> None:
    text = "\n".join(style.format(n=quantity, name=name) for quantity, name, style in cards)
    deck = parse_deck(text)
    assert [(line.quantity, line.name) for line in deck.lines] == [(number, name) for number, name, _ in cards]
    numbers = [number for number, _, _ in cards]
    counted = len(numbers) > 5 and numbers == sorted(set(numbers))
    assert looks_like_deck(text) is not counted


def test_a_megabyte_of_one_line_is_no_burden() -> None:
    for text in ("4 " + "a" * 1_000_000, "9" * 1_000_000 + " a", " " * 1_000_000 + "x", "(" * 1_000_000):
        check_nothing_lost(text, parse_deck(text))
        assert looks_like_deck(text) is False
