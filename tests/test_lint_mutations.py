"""A legal document of every format, changed at one place: what the change must cause is found, whatever else is."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from decklint.findings import Finding, card_name
from decklint.lint import Judgement, Linter
from rulebook.decks import read_decks
from tests.lint_cases import FOLDER, cases, pool

Document = dict[str, Any]
Wanted = tuple[str, str | None]
"""The code that must be found, and the card that it must name."""

LEGAL: dict[str, Document] = {
    case.case: yaml.safe_load(case.text())
    for case in cases(FOLDER / "whole.yaml")
    if case.case.startswith("a legal") and case.form == "yaml"
}
FORMATS = ("half", "full", "trial", "dorsaga", "code_diver")
LINTER = Linter(Judgement())


def lint(document: Document) -> list[Finding]:
    """All findings of a document, written as JSON."""
    ((deck, faults),) = read_decks(json.dumps(document, ensure_ascii=False, indent=1), "deck.json")
    return LINTER.check(deck, faults, pool())


class Draw:
    """Chances inside a document."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data

    def place(self, among: list[Any]) -> int:
        """An index of a list."""
        return self._data.draw(st.integers(0, len(among) - 1))

    def bundle(self, document: Document) -> list[Any]:
        """The cards of one bundle."""
        bundle: list[Any] = document["decks"][self.place(document["decks"])]["cards"]
        return bundle

    def of(self, *among: str) -> str:
        """One of some cards."""
        return self._data.draw(st.sampled_from(among))

    def two(self, among: list[Any]) -> tuple[int, int]:
        """Two different indices."""
        first = self.place(among)
        return first, (first + 1 + self.place(among[1:])) % len(among)


def remove(document: Document, draw: Draw) -> Wanted:
    cards = draw.bundle(document)
    del cards[draw.place(cards)]
    return "D101", None


def add(document: Document, draw: Draw) -> Wanted:
    cards = draw.bundle(document)
    cards.insert(draw.place(cards), draw.of("Moa", "Ox", "Piper"))
    return "D101", None


def duplicate(document: Document, draw: Draw) -> Wanted:
    cards = draw.bundle(document)
    to, from_ = draw.two(cards)
    cards[to] = cards[from_]
    return "D103", cards[from_]


def duplicate_in_japanese(document: Document, draw: Draw) -> Wanted:
    cards = draw.bundle(document)
    to, from_ = draw.two(cards)
    (card,) = pool().named(cards[from_])
    cards[to] = card.name_ja
    return "D103", card.name


def _replace(code: str, *by: str) -> Callable[[Document, Draw], Wanted]:
    def change(document: Document, draw: Draw) -> Wanted:
        cards, card = draw.bundle(document), draw.of(*by)
        cards[draw.place(cards)] = card
        return code, card

    return change


def _replace_two(code: str, first: str, second: str) -> Callable[[Document, Draw], Wanted]:
    def change(document: Document, draw: Draw) -> Wanted:
        cards = draw.bundle(document)
        low, high = sorted(draw.two(cards))
        cards[low], cards[high] = first, second
        return code, second

    return change


def rename(document: Document, draw: Draw) -> Wanted:
    cards = draw.bundle(document)
    at = draw.place(cards)
    cards[at] = f"{cards[at]} qzx"
    return "F703", cards[at]


def no_quantity(document: Document, draw: Draw) -> Wanted:
    cards = draw.bundle(document)
    at = draw.place(cards)
    cards[at] = {"card": cards[at], "quantity": 0}
    return "F708", None


def two_of_one(document: Document, draw: Draw) -> Wanted:
    cards = draw.bundle(document)
    at = draw.place(cards)
    name = cards[at]
    cards[at] = {"card": name, "quantity": 2}
    return "D103", name


def drop_a_vital(document: Document, draw: Draw) -> Wanted:
    del document["vitals"][draw.place(document["vitals"])]
    return "V201", None


def another_vital(document: Document, draw: Draw) -> Wanted:
    document["vitals"].append("Frost")
    return "V201", None


def vital_twice(document: Document, draw: Draw) -> Wanted:
    to, from_ = draw.two(document["vitals"])
    document["vitals"][to] = document["vitals"][from_]
    return "V202", document["vitals"][from_]


def vitals_of_one_text(document: Document, draw: Draw) -> Wanted:
    low, high = sorted(draw.two(document["vitals"]))
    document["vitals"][low], document["vitals"][high] = "Midday", "High Noon"
    return "V203", "High Noon"


def no_vital(document: Document, draw: Draw) -> Wanted:
    card = draw.of("Moa", "Axe", "Bolt", "Dike", "Blast Jar", "Waking Ogre", "Coin")
    document["vitals"][draw.place(document["vitals"])] = card
    return "V204", card


def search_among_vitals(document: Document, draw: Draw) -> Wanted:
    document["vitals"][draw.place(document["vitals"])] = "Beacon"
    return "E304", "Beacon"


def master_into_the_deck(document: Document, draw: Draw) -> Wanted:
    document["vitals"][draw.place(document["vitals"])] = "Tomas"
    document["master"] = {"card": "Tomas", "human": True}
    cards = draw.bundle(document)
    cards[draw.place(cards)] = "Tomas"
    return "M402", "Tomas"


def master_nowhere(document: Document, draw: Draw) -> Wanted:
    document["master"] = {"card": "Tomas", "human": True}
    return "M402", "Tomas"


def two_masters(document: Document, draw: Draw) -> Wanted:
    low, high = sorted(draw.two(document["vitals"]))
    document["vitals"][low], document["vitals"][high] = "Tomas", "Ilse"
    document["master"] = [{"card": "Tomas", "human": True}, {"card": "Ilse", "human": True}]
    return "M401", "Ilse"


def no_human(document: Document, draw: Draw) -> Wanted:
    document["vitals"][draw.place(document["vitals"])] = "Zorg"
    document["master"] = {"card": "Zorg", "human": False}
    return "M404", "Zorg"


def one_device(document: Document, draw: Draw) -> Wanted:
    document["extra_device"] = [draw.of("Fused Ogre", "Scout", "Vault Bolt")]
    return "E301", None


def three_under_one(document: Document, draw: Draw) -> Wanted:
    document["extra_device"] = [["Fused Ogre", "Scout", "Vault Bolt"]]
    return "E301", None


def device_twice(document: Document, draw: Draw) -> Wanted:
    document["extra_device"] = ["Fused Ogre", "Scout", "Fused Ogre"]
    return "E302", "Fused Ogre"


def no_device(document: Document, draw: Draw) -> Wanted:
    card = draw.of("Ant", "Axe", "Bolt", "Dike", "Dawn")
    document["extra_device"] = [card]
    return "E303", card


def large_hand(document: Document, draw: Draw) -> Wanted:
    document["decks"][0]["archive"] = document["decks"][0]["cards"][:7]
    return "D109", None


def hand_of_others(document: Document, draw: Draw) -> Wanted:
    document["decks"][0]["archive"] = ["Moa"]
    return "D109", "Moa"


def one_bundle_too_few(document: Document, draw: Draw) -> Wanted:
    low = {"half": 1, "trial": 3}.get(document["format"], 2)
    document["decks"] = document["decks"][: low - 1]
    return "D102", None


def a_slip_in_a_key(document: Document, draw: Draw) -> Wanted:
    document["vtals"] = document.pop("vitals")
    return "F702", None


def unknown_option(document: Document, draw: Draw) -> Wanted:
    document["options"] = {"no_such_option": True}
    return "F706", None


def unknown_format(document: Document, draw: Draw) -> Wanted:
    document["format"] = draw.of("quarter", "standard", "半分")
    return "F707", None


MUTATIONS: dict[str, Callable[[Document, Draw], Wanted]] = {
    "remove": remove, "add": add, "duplicate": duplicate, "duplicate in Japanese": duplicate_in_japanese,
    "two of one": two_of_one, "rename": rename, "no quantity": no_quantity,
    "a vital": _replace("D107", "Dawn", "Noon", "Doom", "Frost"),
    "a search card": _replace("E304", "Scout", "Spy", "Tracker", "Beacon"),
    "a phase card": _replace("E305", "Fused Ogre", "Tuned Ogre", "Ranked Ogre", "Linked Ogre"),
    "a second-deck card": _replace("D107", "Waking Ogre", "Vault Bolt", "Fused Ogre"),
    "a useless card": _replace("D107", "Coin", "Dust", "Rules Insert"),
    "an unknown power": _replace("D113", "Blur", "Haze", "Endless"),
    "an ambiguous card": _replace("F704", "Double", "影武者", "旅人"),
    "two of 00": _replace_two("D106", "Wisp", "Shade"),
    "two poison names": _replace_two("D105", "Poison Moth", "Venom Adder"),
    "two of one category": _replace_two("D104", "Tome", "Rally"),
    "two of one text": _replace_two("D104", "Swap", "Trade"),
    "two B-Counters of one text": _replace_two("D104", "Blast Jar", "Blast Pot"),
    "drop a vital": drop_a_vital, "another vital": another_vital, "a vital twice": vital_twice,
    "vitals of one text": vitals_of_one_text, "no vital": no_vital, "search among vitals": search_among_vitals,
    "the master in the deck": master_into_the_deck, "the master nowhere": master_nowhere,
    "two masters": two_masters, "no human": no_human, "one device": one_device,
    "three under one": three_under_one, "a device twice": device_twice, "no device": no_device,
    "a large hand": large_hand, "a hand of others": hand_of_others, "a bundle too few": one_bundle_too_few,
    "a slip in a key": a_slip_in_a_key, "an unknown option": unknown_option, "an unknown format": unknown_format,
}  # fmt: skip


@pytest.mark.parametrize("format_", FORMATS)
def test_every_format_has_a_legal_document(format_: str) -> None:
    legal = [document for document in LEGAL.values() if document["format"] == format_]
    assert legal
    for document in legal:
        assert not [found for found in lint(document) if found.severity == "error"]
    if format_ == "trial":
        sizes = {(len(document["decks"]), len(document["vitals"])) for document in legal}
        assert {(3, 7), (4, 9)} <= sizes


@pytest.mark.rule("RES-04", "RES-05", "RES-07", "RES-28", "RES-29", "TYPE-03", "EXTRA-07", "MASTER-09")
@pytest.mark.parametrize("name", MUTATIONS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_fault_is_never_lost(name: str, data: st.DataObject) -> None:
    document = copy.deepcopy(data.draw(st.sampled_from([LEGAL[key] for key in sorted(LEGAL)])))
    code, card = MUTATIONS[name](document, Draw(data))
    found = lint(document)
    named = [None if one.card is None else card_name(one.card, "en") for one in found if one.code == code]
    assert named, f"{code} is not among {sorted({one.code for one in found})}"
    if card is not None and code != "F704":
        assert card in named


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_faults_do_not_hide_each_other(data: st.DataObject) -> None:
    """Three faults at once, each in another part of the document."""
    parts = (
        ("remove", "add", "a vital", "a phase card", "two of 00", "two poison names", "rename"),
        ("another vital", "no vital", "vitals of one text"),
        ("one device", "no device", "an unknown option"),
    )
    document = copy.deepcopy(data.draw(st.sampled_from([LEGAL[key] for key in sorted(LEGAL)])))
    wanted = [MUTATIONS[data.draw(st.sampled_from(names))](document, Draw(data))[0] for names in parts]
    assert set(wanted) <= {found.code for found in lint(document)}
