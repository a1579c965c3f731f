"""Lists that name cards by number: `.ydk`, `ydke://`, Hearthstone deck codes."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from converters.decklists import Pool, Resolved, Unresolved, parse_deck, resolve
from converters.decklists.coded import DeckCodeError, read_hearthstone, read_ydke
from rulebook.cards import Card, Source


def varint(value: int) -> bytes:
    out = bytearray()
    while True:
        low, value = value & 0x7F, value >> 7
        out.append(low | (0x80 if value else 0))
        if not value:
            return bytes(out)


def hearthstone(cards: dict[int, int], side: dict[int, int] | None = None) -> str:
    """A deck code of hero 7 with these cards; those of `side` belong to the first card."""
    out = b"\x00\x01\x02\x01\x07"
    for part, owner in ((cards, b""), (side or {}, varint(next(iter(cards), 1)))):
        if part is not cards:
            out += b"\x01" if side else b"\x00"
            if not side:
                break
        once = [card for card, copies in part.items() if copies == 1]
        twice = [card for card, copies in part.items() if copies == 2]
        more = {card: copies for card, copies in part.items() if copies > 2}
        for listed in (once, twice):
            out += varint(len(listed)) + b"".join(varint(card) + owner for card in listed)
        out += varint(len(more)) + b"".join(varint(card) + varint(n) + owner for card, n in more.items())
    return base64.b64encode(out).decode()


def ydke(*parts: list[int]) -> str:
    coded = (b"".join(card.to_bytes(4, "little") for card in part) for part in parts)
    return "ydke://" + "".join(base64.b64encode(part).decode() + "!" for part in coded)


def test_a_hearthstone_code_by_hand() -> None:
    # reserved 0, version 1, format 2, 1 hero: 7; once: 5; twice: 300 (AC 02); more often: none
    code = base64.b64encode(bytes([0, 1, 2, 1, 7, 1, 5, 1, 0xAC, 0x02, 0])).decode()
    assert code == "AAECAQcBBQGsAgA="
    found = read_hearthstone(code)
    assert found.heroes == (7,)
    assert [(card.id, card.quantity, card.section) for card in found.cards] == [
        (5, 1, "main"),
        (300, 2, "main"),
    ]


DECKS = st.dictionaries(st.integers(1, 2**31), st.integers(1, 30), max_size=30)


@given(DECKS, DECKS)
def test_every_hearthstone_code_is_read(cards: dict[int, int], side: dict[int, int]) -> None:
    found = read_hearthstone(hearthstone(cards, side)).cards
    assert {card.id: card.quantity for card in found if card.section == "main"} == cards
    assert {card.id: card.quantity for card in found if card.section == "side"} == side


@given(DECKS, st.data())
def test_a_cut_hearthstone_code_has_one_kind_of_error(cards: dict[int, int], data: st.DataObject) -> None:
    code = hearthstone(cards).rstrip("=")
    # The last byte says "no side deck"; older codes end before it, so a cut there is no damage.
    cut = code[: data.draw(st.integers(0, max(0, len(code) * 3 // 4 - 2) * 4 // 3))]
    with pytest.raises(DeckCodeError) as error:
        read_hearthstone(cut)
    assert 0 <= error.value.byte <= len(cut)


@given(st.text(st.sampled_from("AEBCabcdef0189+/-_=!"), max_size=60))
def test_damaged_codes_raise_nothing_else(code: str) -> None:
    for read in (read_hearthstone, read_ydke):
        try:
            read(code)
        except DeckCodeError as error:
            byte = error.byte
        else:
            byte = 0
        assert 0 <= byte <= len(code)


BLOCK = """### First Priest
# Class: Priest
# Format: Standard
#
# 1x (0) Small Light
# 2x (1) Big Light
#
{code}
#
# To use this deck, copy it to your clipboard
"""


def test_the_block_of_the_clipboard() -> None:
    deck = parse_deck(BLOCK.format(code="AAECAQcBBQGsAgA="))
    assert (deck.format, deck.title) == ("hearthstone", "First Priest")
    assert [(line.line, line.quantity, line.card_id) for line in deck.lines] == [(8, 1, "5"), (8, 2, "300")]
    assert [(line.line, line.quantity, line.name) for line in deck.named] == [
        (5, 1, "Small Light"),
        (6, 2, "Big Light"),
    ]
    assert [(problem.line, problem.code) for problem in deck.problems] == [(8, "deck_hero")]


def test_missing_padding_is_put_right_and_mentioned() -> None:
    deck = parse_deck("AAECAQcBBQGsAgA")
    assert sum(line.quantity for line in deck.lines) == 3
    assert [problem.code for problem in deck.problems] == ["deck_code_padding", "deck_hero"]


def test_half_a_code_is_no_small_deck() -> None:
    deck = parse_deck("# a comment\nAAECAQcBB")
    assert deck.lines == ()
    assert [(problem.line, problem.code) for problem in deck.problems] == [(2, "deck_code_damaged")]


def hearth_card(dbf_id: int | None, name: str) -> Card:
    fields = {} if dbf_id is None else {"dbfId": dbf_id}
    return Card(
        id=f"hearthstone/{name}",
        identity=name,
        name=name,
        game="hearthstone",
        type="unit",
        source=Source(fields=fields),
    )


def test_a_code_is_resolved_by_number_else_by_the_names_around_it() -> None:
    deck = parse_deck(BLOCK.format(code="AAECAQcBBQGsAgA="))
    numbers = list(resolve(deck, Pool([hearth_card(5, "A light"), hearth_card(300, "Another")])))
    assert [(one.card.name, one.line.quantity) for one in numbers if isinstance(one, Resolved)] == [
        ("A light", 1),
        ("Another", 2),
    ]
    names = list(resolve(deck, Pool([hearth_card(None, "Small Light"), hearth_card(None, "Big Light")])))
    found = [one for one in names if isinstance(one, Resolved)]
    assert [(one.card.name, one.line.quantity, one.line.line) for one in found] == [
        ("Small Light", 1, 5),
        ("Big Light", 2, 6),
    ]
    assert found[0].notes == (("deck_code_by_names", {}),)


def test_numbers_of_a_code_mean_cards_of_its_game_only() -> None:
    other = Card(id="yugioh/5", identity="y", name="Five", game="yugioh", type="unit", source=Source(id=5))
    results = list(resolve(parse_deck("AAECAQcBBQGsAgA="), Pool([other])))
    assert [one.code for one in results if isinstance(one, Unresolved)] == [
        "deck_id_unknown",
        "deck_id_unknown",
    ]


def test_a_ydke_list_by_hand() -> None:
    # 89631139 is 0x0557A9A3, little-endian A3 A9 57 05
    assert base64.b64encode(bytes([0xA3, 0xA9, 0x57, 0x05])).decode() == "o6lXBQ=="
    deck = parse_deck("ydke://o6lXBQ==!!!")
    assert [(line.line, line.quantity, line.card_id, line.section) for line in deck.lines] == [
        (1, 1, "89631139", "main")
    ]
    assert deck.problems == ()


IDS = st.lists(st.integers(1, 2**32 - 1), max_size=60)


@given(IDS, IDS, IDS)
def test_every_ydke_list_is_read(main: list[int], extra: list[int], side: list[int]) -> None:
    deck = parse_deck(f"# my deck\n{ydke(main, extra, side)}\n")
    assert deck.format == "ydke"
    for section, ids in (("main", main), ("extra", extra), ("side", side)):
        assert [line.card_id for line in deck.lines if line.section == section] == [str(card) for card in ids]


def test_a_slot_of_zero_is_named_and_the_rest_is_read() -> None:
    deck = parse_deck(ydke([11, 12, 0, 13], [], [14]))
    assert [line.card_id for line in deck.lines] == ["11", "12", "13", "14"]
    assert [(problem.code, problem.values) for problem in deck.problems] == [("deck_slot_empty", {"slot": 3})]


def test_a_ydke_list_without_padding_or_last_mark() -> None:
    deck = parse_deck("ydke://o6lXBQ!!")
    assert [line.card_id for line in deck.lines] == ["89631139"]
    assert [problem.code for problem in deck.problems] == ["deck_code_padding"]


@pytest.mark.parametrize(
    "code", ["ydke://", "ydke://o6lXBQ==", "ydke://o6lX!!!", "ydke://o6l*BQ==!!!", "ydke://o6lXB!!!"]
)
def test_a_damaged_ydke_list(code: str) -> None:
    deck = parse_deck(code)
    assert deck.lines == ()
    assert [problem.code for problem in deck.problems] == ["deck_code_damaged"]


@pytest.mark.parametrize(
    "text",
    [
        "#main\r\n\r\n111\r\n#extra\r\n222\r\n!side\r\n333\r\n",
        "#main\r\n\r\n111\r\n#extra\r\n222\r\n!side\r\n333",
        "#created by x\n#main\n111\n#extra\n222\n!side\n333\n",
        "#main\n0000111\n#extra\n222\n!side\n333\n",
        "#main\n111 # note\n#extra\n222 -- note\n!side\n333 // note\n",
        "# main \n111\n#EXTRA\n222\n!Side\n333\n# a comment",
    ],
)
def test_ydk_lists(text: str) -> None:
    deck = parse_deck(text)
    assert deck.format == "ydk"
    assert [(line.card_id, line.quantity, line.section) for line in deck.lines] == [
        ("111", 1, "main"),
        ("222", 1, "extra"),
        ("333", 1, "side"),
    ]
    assert deck.problems == ()


def test_what_a_ydk_list_should_not_hold() -> None:
    deck = parse_deck("#main\n111\n0\nAlpha\n222\n12345678901\n")
    assert [line.card_id for line in deck.lines] == ["111", "222"]
    assert [(problem.line, problem.code) for problem in deck.problems] == [
        (3, "deck_slot_empty"),
        (4, "deck_line_unreadable"),
        (6, "deck_line_unreadable"),
    ]
    assert list(deck.kinds) == ["heading", "card", "problem", "problem", "card", "problem"]


def test_a_second_code_and_a_stray_line_are_errors() -> None:
    two = parse_deck("ydke://o6lXBQ==!!!\nydke://o6lXBQ==!!!\nhello")
    assert [(problem.line, problem.code) for problem in two.problems] == [
        (2, "deck_code_second"),
        (3, "deck_line_unreadable"),
    ]
    code = parse_deck("AAECAQcBBQGsAgA=\nAAECAQcBBQGsAgA=\nhello")
    assert [(problem.line, problem.code) for problem in code.problems] == [
        (1, "deck_hero"),
        (2, "deck_code_second"),
        (3, "deck_line_unreadable"),
    ]
