"""`twgp deck show`: a deck for people, on the terminal and as one page to lay beside the real cards."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from decklint.case import Case
from decklint.play import Play
from decklint.resolve import Lookup
from decklint.sheet import Bar, Sheet, curve, sheet
from decklint.sheet_needs import Need
from rulebook.attributes import attributes
from rulebook.cards import Card, CardEffect, Link, TextKey, to_line
from rulebook.decks import read_decks
from rulebook.loading import load_yaml
from rulebook.pool import Pool
from rulebook.resources import data_path
from tests.calling import Call, caller
from twgp.sheet_page import columns, ink
from twgp.sheet_words import plain


@pytest.fixture
def twgp(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> Call:
    """Calls `twgp deck show` in an empty folder; messages in English unless `--lang` says otherwise."""
    return caller(monkeypatch, capfdbinary, tmp_path, "deck", "show")


def card(name: str, **fields: object) -> Card:
    given = {
        "id": f"own/{name}", "identity": f"own/{name}", "name": name, "game": "own", "type": "vital",
        "places": ("vital",), "text_key": TextKey(en=f"text of {name}"), "ruleset": "x",
    }  # fmt: skip
    return Card(**{**given, **fields})  # type: ignore[arg-type]


def unit(name: str, power: int | None, *links: tuple[str, str], **fields: object) -> Card:
    held = tuple(Link(link, tuple(roles)) for link, roles in links)
    return card(name, type="unit", power=power, places=("deck",), links=held, **fields)


CARDS = [
    unit("Squire", 2, ("brave", "A"), name_ja="見習い兵"), unit("Wyvern", 3, ("dragoon", "A"), name_ja="飛竜"),
    unit("Rider", 6, ("dragoon", "B"), name_ja="竜騎兵"), unit("Ant", 1, ("bug", "AB"), name_ja="アント"),
    unit("Bee", 3, ("bug", "AB"), name_ja="ビー"),
    card("Axe", type="weapon", weapon_sign=1, places=("deck",), name_ja="斧"),
    card("Flame", type="archive_effect", places=("deck",), effect="spell", name_ja="火炎",
         effects=(CardEffect("spell", 6), CardEffect("hazard", 6))),
    card("Spring", vital_kind="counter", effect="medical", name_ja="泉"),
    card("Snare", vital_kind="trap", name_ja="罠"),
    card("Tower", vital_kind="counter", name_ja="塔"), card("Deep One", type="unit", power=9, places=("extra_device",)),
    card("Brood", vital_kind="counter", flags=("token",), name_ja="巣"),
    unit("Ami", 6, name_ja="亜美"), unit("<script>alert(1)</script>", 2),
]  # fmt: skip
DECK = """\
twgp: 1
title: First deck
format: half
cards: [pool.jsonl]
decks:
  - name: entry
    archive: [Ant, Bee]
    cards: [Rider, Wyvern, Ant, Bee, Axe, Flame, Squire]
vitals: [Spring, Snare, Ami]
extra_device: [Deep One]
master: {card: Ami, human: true, sex: female}
"""


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    (tmp_path / "pool.jsonl").write_bytes(b"".join(to_line(each) + b"\n" for each in CARDS))
    path = tmp_path / "deck.yaml"
    path.write_text(DECK, encoding="utf-8")
    return path


def laid_out(text: str, cards: list[Card]) -> Sheet:
    """The sheet of a document with these cards."""
    ((deck, _),) = read_decks(text, "deck.yaml")
    found = Lookup(Pool(cards)).deck(deck)
    return sheet(Case(found, Play.named(found.format or "full", found.settings)))


def of_powers(format_: str, *bundles: list[int], **settings: object) -> Sheet:
    """The sheet of units named by bundle and place, as `0.2`, with these powers."""
    cards = [unit(f"u{at}.{n}", power) for at, powers in enumerate(bundles) for n, power in enumerate(powers)]
    decks = [{"cards": [f"u{at}.{n}" for n in range(len(powers))]} for at, powers in enumerate(bundles)]
    return laid_out(json.dumps({"twgp": 1, "format": format_, "options": settings, "decks": decks}), cards)


def needs_of(shown: Sheet) -> dict[str, Need]:
    return {
        one.entry.name: one.need
        for bundle in shown.bundles
        for _, cards in bundle.groups
        for one in cards
        if one.need is not None
    }


@pytest.mark.rule("DRIVE-10")
@pytest.mark.rule("DRIVE-17")
def test_what_units_need() -> None:
    # Three cells, three vitals, of which two may be turned: Over-Drive brings 20 (L584). 09 lies on 03 + 03 + 03;
    # then one unit stands there, so no Power-Drive reaches 10. 20 and two of 03 are 26, enough for 25.
    needs = needs_of(of_powers("half", [3, 3, 3, 9, 10, 20, 25, 99]))
    assert needs["u0.0"] == Need("charge")
    assert needs["u0.3"] == Need("power", sum=9)
    assert (needs["u0.4"].way, needs["u0.4"].vitals) == ("over", 1)
    assert (needs["u0.5"].way, needs["u0.5"].vitals) == ("over", 2)
    assert (needs["u0.6"].way, needs["u0.6"].sum) == ("over_helped", 25)
    assert needs["u0.7"].way == "never"
    best = needs["u0.7"].best
    assert best is not None
    assert best.power == 9


@pytest.mark.rule("DRIVE-27")
def test_a_counter_drive_is_told() -> None:
    # 03 fights, 04 of the hand makes the run 03-04 of 07 in all; nothing else brings 04 but Over-Drive.
    needs = needs_of(of_powers("half", [3, 4, 7]))
    assert needs["u0.2"] == Need("counter", sum=7)
    assert needs["u0.1"].way == "over"


def test_units_of_another_deck_are_told() -> None:
    needs = needs_of(of_powers("full", [6], [3, 3]))
    assert needs["u0.0"] == Need("power", sum=6, with_others=True)
    assert needs["u1.0"] == Need("charge")


@pytest.mark.rule("GRID-08")
def test_a_set_wider_than_the_grid() -> None:
    shown = laid_out("{twgp: 1, format: half, decks: [[Giant]]}", [unit("Giant", 3, flags=("set:4",))])
    assert needs_of(shown)["Giant"] == Need("never", cells=4, best=needs_of(shown)["Giant"].best)


@pytest.mark.parametrize(
    ("powers", "bars"),
    [
        ([], []),
        ([0, 2, 2], [(0, 0, 1), (1, 1, 0), (2, 2, 2)]),
        ([3, 4, 9, 10, 21, 21], [(0, 3, 1), (4, 9, 2), (10, 19, 1), (20, 29, 2)]),
        ([99], [(0, 3, 0), (4, 9, 0), *((low, low + 9, int(low == 90)) for low in range(10, 100, 10))]),
    ],
)
def test_the_curve(powers: list[int], bars: list[tuple[int, int, int]]) -> None:
    assert [tuple(bar) for bar in curve(powers)] == bars


def test_a_power_of_20_still_has_a_bar_of_its_own() -> None:
    assert len(curve([20])) == 21
    assert len(curve([21])) == 4


def test_the_curve_as_a_picture() -> None:
    first, second = columns([Bar(0, 0, 1), Bar(1, 1, 4)])
    assert (first.x, first.y, first.width, first.height) == (5, 16, 40, 4)
    assert (second.x, second.y, second.width, second.height) == (55, 4, 40, 16)
    assert second.middle == 75


# By hand from L767-785.
LOOKS = [
    pytest.param("zero", "白", "0", "補給", marks=[pytest.mark.rule("ATTR-01"), pytest.mark.rule("ATTR-10")]),
    pytest.param("dragoon", "黒", "竜", "咆撃", marks=[pytest.mark.rule("ATTR-02"), pytest.mark.rule("ATTR-11")]),
    pytest.param("void", "紫", "眼", "侵蝕", marks=[pytest.mark.rule("ATTR-03"), pytest.mark.rule("ATTR-12")]),
    pytest.param("genesis", "黄", "十字架", "超常", marks=[pytest.mark.rule("ATTR-04"), pytest.mark.rule("ATTR-13")]),
    pytest.param("bug", "緑", "蜘蛛", "異常", marks=[pytest.mark.rule("ATTR-05"), pytest.mark.rule("ATTR-14")]),
    pytest.param("valkyrie", "桃", "ハート", "カウンター", marks=[
        pytest.mark.rule("ATTR-06"), pytest.mark.rule("ATTR-15")]),
    pytest.param("brave", "赤", "剣", "格闘", marks=[pytest.mark.rule("ATTR-07"), pytest.mark.rule("ATTR-16")]),
    pytest.param("gear", "橙", "歯車", "耐久", marks=[pytest.mark.rule("ATTR-08"), pytest.mark.rule("ATTR-17")]),
    pytest.param("aqua", "青", "波", "魔術", marks=[pytest.mark.rule("ATTR-09"), pytest.mark.rule("ATTR-18")]),
]  # fmt: skip


@pytest.mark.parametrize(("id_", "colour", "emblem", "type_"), LOOKS)
def test_the_look_of_an_attribute(id_: str, colour: str, emblem: str, type_: str, twgp: Call, tmp_path: Path) -> None:
    cards = [unit("One", 2, (id_, "AB")), unit("Two", 3, (id_, "AB"))]
    (tmp_path / "pool.jsonl").write_bytes(b"".join(to_line(each) + b"\n" for each in cards))
    (tmp_path / "deck.yaml").write_text("{twgp: 1, decks: [[One, Two]], cards: pool.jsonl}", encoding="utf-8")
    out = twgp("deck.yaml", "--lang", "ja").out
    (line,) = [line for line in out.splitlines() if "紋章" in line]
    head, _, rest = line.strip().partition("、紋章：")
    assert head.startswith(colour)
    assert emblem in rest.partition("。")[0].split("、")[0]
    assert rest.partition("。")[0].split("、")[1] == type_
    twgp("deck.yaml", "--html", "deck.html")
    html = (tmp_path / "deck.html").read_text(encoding="utf-8")
    assert f'href="#emblem-{id_}"' in html
    assert f'id="emblem-{id_}"' in html
    assert f'fill="{attributes()[id_].colour.shade}"' in html


@pytest.mark.rule("LINK-14")
@pytest.mark.rule("LINK-15")
@pytest.mark.rule("LINK-16")
def test_which_attribute_beats_which() -> None:
    beats = {id_: one.beats for id_, one in attributes().items()}
    # L655-657.
    assert beats == {
        "zero": "brave", "brave": "void", "void": "zero", "bug": "valkyrie", "valkyrie": "dragoon",
        "dragoon": "bug", "gear": "genesis", "genesis": "aqua", "aqua": "gear",
    }  # fmt: skip
    assert {one.beaten_by: id_ for id_, one in attributes().items()} == beats


@pytest.mark.rule("LINK-22")
def test_units_that_pair() -> None:
    shown = laid_out(DECK.replace("pool.jsonl", ""), CARDS)
    links = {link.attribute.id: link for link in shown.links}
    assert list(links) == ["dragoon", "bug", "brave"]
    assert [[one.entry.name for one in role] for role in (links["dragoon"].a, links["dragoon"].b)] == [
        ["Wyvern"], ["Rider"],
    ]  # fmt: skip
    assert (links["dragoon"].pairs, links["dragoon"].same) == (1, False)
    assert (links["bug"].pairs, links["bug"].same) == (1, True)
    assert links["brave"].pairs == 0


def test_a_unit_of_both_roles_needs_another_one() -> None:
    lord = unit("Lord", 3, ("dragoon", "AB"))
    assert laid_out("{twgp: 1, decks: [[Lord]]}", [lord]).links[0].pairs == 0
    wyvern = unit("Wyvern", 3, ("dragoon", "A"))
    assert laid_out("{twgp: 1, decks: [[Lord, Wyvern]]}", [lord, wyvern]).links[0].pairs == 1


def test_links_that_are_off_are_left_out() -> None:
    off = "{twgp: 1, decks: [[Ant, Bee]], options: {modules.link: false}}"
    assert laid_out(off, CARDS).links == ()


@pytest.mark.rule("LINK-02")
@pytest.mark.rule("LINK-12")
@pytest.mark.parametrize(
    ("format_", "settings", "vitals"),
    [
        ("full", {}, 2),
        ("half", {"vital2_threshold": "damage_3"}, 0),
        ("full", {"vital2_threshold": "damage_3"}, 2),
        ("full", {"link_threshold": 3}, 3),
    ],
)
def test_when_links_work(format_: str, settings: dict[str, object], vitals: int) -> None:
    assert of_powers(format_, [1], **settings).link_vitals == vitals


@pytest.mark.rule("RES-10")
def test_what_to_bring(twgp: Call, deck: Path) -> None:
    done = twgp(deck)
    assert "- one six-sided die\n" in done.out
    assert "- 11 real cards: 7 in the decks, 3 vitals, 1 extra devices\n" in done.out
    assert "ダイス（サイコロ）１個" in twgp(deck, "--lang", "ja").out


@pytest.mark.rule("DRIVE-09")
def test_token_cards(twgp: Call, deck: Path) -> None:
    text = DECK.replace("Snare", "Brood")
    deck.write_text(text, encoding="utf-8")
    out = twgp(deck).out
    assert "cards that make tokens, each token a real card: Brood" in out
    assert "no token cards are listed" in out
    deck.write_text(text + "tokens: [{card: Bee, quantity: 2}]\n", encoding="utf-8")
    out = twgp(deck).out
    assert "token cards: Bee ×2" in out
    assert "13 real cards" in out
    assert "no token cards" not in out
    assert "Brood" not in twgp(deck, "--set", "tokens_enabled=always").out.partition("Bring to")[2]


@pytest.mark.rule("RES-26")
def test_a_set_counts_all_its_cards() -> None:
    shown = laid_out("{twgp: 1, decks: [[Giant]]}", [unit("Giant", 3, flags=("set:2",))])
    assert shown.bring.cards == 2
    assert shown.bundles[0].curve[-1] == Bar(3, 3, 1)


def test_the_terminal_in_english(twgp: Call, deck: Path) -> None:
    done = twgp(deck)
    assert (done.code, done.err) == (0, "")
    lines = [re.sub(r"\s+", " ", line.strip("│ ")).strip() for line in done.out.splitlines()]
    assert lines[0] == "First deck"
    assert "Half, 3 columns" in lines
    assert "1 │ Spring │ vital counter │ Deep One (Unit 09)" in lines
    assert "2 │ Snare │ vital trap" in lines
    assert "3 │ Ami │ master 06" in lines
    assert "Master: Ami (06, human of Earth, female)" in lines
    assert "Deck entry, 7 cards" in lines
    # Units by power, then the other types.
    order = [lines.index(row) for row in (
        "01 │ Ant │ Charge-Drive", "02 │ Squire │ Charge-Drive", "03 │ Wyvern │ Charge-Drive",
        "06 │ Rider │ Power-Drive, 06 in all", "+1 │ Axe", "Flame │ Spell 06 + Hazard",
    )]  # fmt: skip
    assert order == sorted(order)
    assert "Opening hand: Ant, Bee" in lines
    # One unit of 01, one of 02, two of 03, one of 06; the widest bar is 40 wide.
    start = lines.index("Power curve of the units")
    assert lines[start + 1 : start + 8] == [
        "00 0", f"01 1 {'█' * 20}", f"02 1 {'█' * 20}", f"03 2 {'█' * 40}", "04 0", "05 0", f"06 1 {'█' * 20}",
    ]  # fmt: skip
    assert "● Dragoon (竜)" in lines
    assert "A: Wyvern" in lines
    assert "any two: Ant, Bee" in lines
    assert "A: Squire (no partner in the deck)" in lines
    assert re.search(r"errors: \d+, warnings: \d+, remarks: \d+; see: twgp lint .*deck\.yaml", done.out)


def test_the_terminal_in_japanese(twgp: Call, deck: Path) -> None:
    out = twgp(deck, "--lang", "ja").out
    for words in (
        "ハーフ（グリッド3列）", "ヴァイタル・カウンター", "ヴァイタル・トラップ",
        "マスター：亜美（06、地球の人間、♀）",
        "デッキ「entry」、7枚", "ユニット：5枚", "竜騎兵", "パワー・ドライヴ（合計06）", "スペル 06 + ハザード",
        "最初の手札（アーカイヴ）：アント、ビー", "● 竜（ドラグーン）", "Ａ：飛竜", "Ｂ：竜騎兵",
        "実物のカード11枚（デッキ7、ヴァイタル3、エクストラ・デヴァイス1）",
    ):  # fmt: skip
        assert words in out
    assert "Squire" not in out


def test_the_text_of_a_unit_has_force_in_dorsaga_only() -> None:
    imp = unit("Imp", 2, effect="hack", effects=(CardEffect("hack", 6),))
    for format_, effects in (("full", ()), ("dorsaga", (("hack", None),))):
        shown = laid_out(f"{{twgp: 1, format: {format_}, decks: [[Imp]]}}", [imp])
        assert shown.bundles[0].groups[0][1][0].effects == effects


def test_a_registered_effect_stands_first() -> None:
    shown = laid_out("{twgp: 1, decks: [[{card: Flame, effect: hazard}]]}", CARDS)
    assert shown.bundles[0].groups[0][1][0].effects == (("hazard", None), ("spell", 6))


def test_two_bundles_on_one_line_share_a_card() -> None:
    shown = laid_out('{"twgp": 1, "decks": [["Ant"], ["Ant"]]}', CARDS)
    assert [bundle.cards for bundle in shown.bundles] == [1, 1]


def test_unknown_cards_are_named_and_the_rest_is_shown(twgp: Call, deck: Path) -> None:
    deck.write_text(DECK.replace("Squire]", "Sqire, Rider of old]"), encoding="utf-8")
    done = twgp(deck)
    assert done.code == 0
    assert "Not identified in the card lists: 2" in done.out
    assert "left out of all numbers on powers and Links: Sqire, Rider of old" in done.out.replace("\n", " ")
    assert "Power-Drive, 06 in all" in done.out


def test_with_an_unknown_card_nothing_is_said_never_to_come(twgp: Call, deck: Path) -> None:
    deck.write_text("{twgp: 1, cards: pool.jsonl, format: half, decks: [[Titan, Somebody]]}", encoding="utf-8")
    (deck.parent / "pool.jsonl").write_bytes(to_line(unit("Titan", 99)) + b"\n")
    assert "not with the known cards; 00 in all at best" in twgp(deck).out


def test_without_a_card_list_names_are_shown(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "deck.yaml").write_text("{twgp: 1, decks: [[Ant, Bee]], vitals: [Tower]}", encoding="utf-8")
    done = twgp("deck.yaml")
    assert done.code == 0
    assert "No card list was named" in done.out
    for name in ("Ant", "Bee", "Tower"):
        assert name in done.out


def test_a_plain_list_with_cards(twgp: Call, deck: Path, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("Deck\n1 Ant\n1 Rider\nVitals\nTower\n", encoding="utf-8")
    done = twgp("list.txt", "--cards", "pool.jsonl", "--format", "half")
    assert done.code == 0
    assert "Rider" in done.out
    assert "vital counter" in done.out


BAD = {
    "empty": b"", "binary": b"PK\x03\x04\x00\x00", "no map": b"- 1\n- 2\n", "broken": b"twgp: 1\ndecks: [[a\n",
    "bomb": b"twgp: 1\na: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\n"
            b"c: &c [*b,*b,*b,*b,*b,*b]\ndecks: [*c,*c,*c,*c]\n",
    "wrong kinds": b"twgp: 1\ndecks: 7\nvitals: {a: b}\nextra_device: [[[1]]]\nmaster: [1, {sex: 3}]\ntokens: ~\n",
    "surrogate": b'{"twgp": 1, "title": "\\ud800", "decks": [["\\udfff"]]}',
    "control": b'{"twgp": 1, "title": "\\u001b[2J", "decks": [{"name": "\\u0000", "cards": ["\\u0007", "\\u202e"]}]}',
    "options": b"twgp: 1\nformat: chess\noptions: {no_such: 1, link_threshold: 999}\n",
    "number": b"twgp: 1\ndecks: [[{card: Ant, quantity: 99999}, {card: Ant, effect: joy}, {quantity: 2}]]\n",
    "aliases": b"twgp: 1\ncards: pool.jsonl\ndecks: [&a [Ant, Bee], *a, *a]\nvitals: *a\n",
    "devices": b"twgp: 1\ncards: pool.jsonl\nextra_device: [Deep One, ~, [Deep One, Ant]]\n",
    "no pool": b"twgp: 1\ncards: [gone.jsonl]\ndecks: [[Ant]]\n",
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_no_document_ends_in_a_fault_of_ours(name: str, twgp: Call, deck: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_bytes(BAD[name])
    unreadable = name in ("empty", "binary", "no map", "broken", "surrogate")
    for arguments in ((), ("--html", "bad.html"), ("--lang", "ja")):
        done = twgp("bad.yaml", *arguments)
        assert done.code == (2 if unreadable else 0), done
        assert bool(done.err) == (unreadable or "--html" in arguments)
    if (tmp_path / "bad.html").exists():
        Balanced().check((tmp_path / "bad.html").read_bytes().decode("utf-8"))
    assert (tmp_path / "bad.html").exists() != unreadable


def test_a_readable_document_beside_an_unreadable_one_is_shown(twgp: Call, deck: Path) -> None:
    deck.write_text(f"{DECK}---\n[1, 2]\n", encoding="utf-8")
    done = twgp(deck)
    assert done.code == 2
    assert "First deck" in done.out
    assert "deck.yaml:13:" in done.err


def test_bad_usage(twgp: Call, deck: Path) -> None:
    assert twgp("gone.yaml").code == 2
    assert twgp(deck, "--html", deck).code == 2
    assert twgp(deck, "--html", "no/folder/deck.html").code == 2
    assert twgp(deck, "--set", "no_such=1").code == 2
    assert twgp(deck, "--format", "chess").code == 2
    assert deck.read_text(encoding="utf-8") == DECK


class Balanced(HTMLParser):
    """Checks that every tag is closed in its order, no id stands twice, and every reference inside has its end."""

    VOID = frozenset({"meta", "br", "hr", "img", "link", "input"})

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        assert len({name for name, _ in attrs}) == len(attrs)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "title"):
            self.text += data

    def check(self, html: str) -> None:
        self.feed(html)
        self.close()
        assert not self.open
        assert html.startswith("<!DOCTYPE html>")
        ids = [value for name, value in self.attributes if name == "id"]
        assert len(set(ids)) == len(ids)
        assert {value for name, value in self.attributes if name == "href"} <= {f"#{id_}" for id_ in ids}


def page_of(twgp: Call, deck: Path, *arguments: str) -> tuple[str, Balanced]:
    done = twgp(deck, "--html", "page.html", *arguments)
    assert (done.code, done.out) == (0, "")
    html = (deck.parent / "page.html").read_bytes().decode("utf-8")
    parsed = Balanced()
    parsed.check(html)
    return html, parsed


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_page_is_whole_and_stands_alone(lang: str, twgp: Call, deck: Path) -> None:
    html, parsed = page_of(twgp, deck, "--lang", lang)
    assert f'<html lang="{lang}">' in html
    assert not re.search(r"https?:|//[a-z]|\bsrc\s*=|url\(|@import|<link|<script", html, re.IGNORECASE)
    assert parsed.tags.count("section") == 2  # the sheet and its one bundle
    assert "@page { size: A4" in html
    for font in ("Noto Sans CJK JP", "Hiragino", "Yu Gothic", "Meiryo"):
        assert font in html
    names = ("竜騎兵", "斧", "火炎", "泉", "罠", "亜美") if lang == "ja" else ("Rider", "Axe", "Flame", "Spring", "Ami")
    for name in names:
        assert name in parsed.text
    # A bar for each power from 00 to 06 that a unit has: 01, 02, 03, 06.
    assert html.count('<rect class="bar') == 4
    assert html.count('<rect class="bar charge"') == 3


def test_japanese_names_on_an_english_page_keep_japanese_glyphs(twgp: Call, deck: Path) -> None:
    (deck.parent / "pool.jsonl").write_bytes(to_line(unit("直骨", 2)) + b"\n")
    deck.write_text("{twgp: 1, cards: pool.jsonl, title: 直, decks: [[直骨]]}", encoding="utf-8")
    html, _ = page_of(twgp, deck)
    assert '<h1><span lang="ja">直</span></h1>' in html
    assert '<td class="name"><span lang="ja">直骨</span></td>' in html


def test_everything_is_escaped(twgp: Call, deck: Path) -> None:
    title = '"><img onerror=alert(1)> </style></title>&amp; {{ 7 * 7 }}'
    deck.write_text(
        json.dumps({
            "twgp": 1, "title": title, "cards": ["pool.jsonl"],
            "decks": [{"name": "<i>x", "cards": ["<script>alert(1)</script>", "<b>unknown"], "archive": ["<u>"]}],
            "vitals": ["<s>"], "tokens": ["<em>"], "master": {"card": "<a>"},
        }),
        encoding="utf-8",
    )  # fmt: skip
    _, parsed = page_of(twgp, deck)
    assert title in parsed.text
    for name in ("<script>alert(1)</script>", "<b>unknown", "<i>x", "<u>", "<s>", "<em>", "<a>"):
        assert name in parsed.text
    assert not {"script", "img", "i", "u", "s", "em", "a"} & set(parsed.tags)
    assert not any(name.startswith("on") for name, _ in parsed.attributes)


def test_each_document_has_a_page(twgp: Call, deck: Path) -> None:
    deck.write_text(f"{DECK}---\n{DECK.replace('First', 'Second')}", encoding="utf-8")
    html, parsed = page_of(twgp, deck)
    assert html.count('<section class="sheet">') == 2
    assert ".sheet + .sheet { break-before: page; }" in html
    assert "First deck" in parsed.text
    assert "Second deck" in parsed.text
    assert html.count('id="emblem-zero"') == 1


def test_a_page_replaces_the_one_before(twgp: Call, deck: Path, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("before", encoding="utf-8")
    page_of(twgp, deck)
    assert {path.name for path in tmp_path.iterdir()} == {"deck.yaml", "pool.jsonl", "page.html"}


def test_names_are_made_harmless() -> None:
    assert plain("a\x1b[31m\nb\u202ec\ud800d") == "a [31m b c d"
    assert plain("x" * 500) == "x" * 119 + "…"


def test_ink_can_be_read() -> None:
    assert [ink(shade) for shade in ("#ffffff", "#f4c20d", "#1f1f1f", "#7b3fa0")] == [
        "#000000", "#000000", "#ffffff", "#ffffff",
    ]  # fmt: skip


def test_every_attribute_has_an_emblem() -> None:
    drawn = (data_path("pages") / "emblems.svg").read_text(encoding="utf-8")
    assert set(re.findall(r'id="emblem-(\w+)"', drawn)) == attributes().keys()


def test_every_phrase_of_the_sheet_is_used() -> None:
    folder = Path(__file__).parent.parent / "twgp"
    if not folder.is_dir():
        pytest.skip("the sources lie elsewhere")
    sources = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))
    sources += (data_path("pages") / "deck.html.jinja").read_text(encoding="utf-8")
    built = ("need_", "bring_", "type_", "master_", "link_a", "link_b", "entry", "reserve")
    names = [name.removeprefix("sheet_") for name in load_yaml(data_path("phrases.yaml")) if name.startswith("sheet_")]
    unused = [name for name in names if not re.search(rf'"(sheet_)?{name}"', sources) and not name.startswith(built)]
    assert not unused


@pytest.mark.parametrize(("registered", "shown"), [("hazard", "Hazard + Spell 06"), ("hack", "Spell 06 + Hazard")])
def test_an_effect_that_a_card_does_not_have_is_not_shown(twgp: Call, deck: Path, registered: str, shown: str) -> None:
    head = "twgp: 1\nformat: half\ncards: pool.jsonl\n"
    deck.write_text(f"{head}decks: [[{{card: Flame, effect: {registered}}}]]\n", encoding="utf-8")
    assert shown in twgp(deck).out
    assert "Hack" not in twgp(deck).out
