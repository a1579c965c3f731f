"""One deck document ready to be checked: its cards looked up, its format and options settled."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from decklint.catalogue import Words
from decklint.play import Play
from rulebook.attributes import attributes
from rulebook.cards import Card
from rulebook.decks import Bundle, Deck, Entry
from rulebook.effect_names import effect_words
from rulebook.formats import format_name
from rulebook.loading import load_yaml
from rulebook.names import fold
from rulebook.played import Played
from rulebook.resources import data_path
from rulebook.walk import Place

VITALS = Words("vitals", "ヴァイタル")
EXTRA_DEVICE = Words("extra device", "エクストラ・デヴァイス")


@dataclass(frozen=True, slots=True)
class Case:
    """A document and how it is judged.

    `has_data` tells whether any card list was there; without one only counts and names can be checked.
    `format_named` is whether the document or the command names the format, `format_given` whether the command
    does. `played` is what was played of it.
    """

    deck: Deck
    play: Play
    has_data: bool = True
    tournament: bool = False
    format_named: bool = True
    played: Played | None = None
    format_given: bool = False

    def master_identities(self) -> frozenset[str]:
        """The identities of the cards that are named as master."""
        return frozenset(identity(master.entry) for master in self.deck.masters)

    def entry_bundles(self) -> list[Bundle]:
        """The bundles that may be the entry deck: the one with that role, else any of a Full, the first of a
        Trial (RES-20, RES-22).
        """
        named = [bundle for bundle in self.deck.bundles if bundle.role == "entry"]
        if named:
            return named
        free = [bundle for bundle in self.deck.bundles if bundle.role != "reserve"]
        return free[:1] if self.play.format.base == "trial" else free

    def everywhere(self) -> Iterator[tuple[Words, Entry]]:
        """Every entry of bundles, vitals and extra devices, with the part of the document that it is in."""
        for bundle in self.deck.bundles:
            where = label(bundle)
            for entry in bundle.cards:
                yield where, entry
        for entry in self.deck.vitals:
            yield VITALS, entry
        for under in self.deck.extra_device:
            for entry in under:
                yield EXTRA_DEVICE, entry

    def phase_of(self, entry: Entry) -> str | None:
        """The phase of an entry: its native one or, by switch, the one declared (EXTRA-08, `phase_source`)."""
        if self.play.options["phase_source"] == "player_declared":
            return entry.phase
        return entry.card.phase if entry.card is not None else None

    def place(self, key: str, *others: str) -> Place:
        """Where a key of the document stands, or one of the others; its beginning where none does."""
        return next((self.deck.places[one] for one in (key, *others) if one in self.deck.places), self.deck.start)


def label(bundle: Bundle) -> Words:
    """A bundle as messages call it."""
    return Words(f"Deck {bundle.name}", f"デッキ「{bundle.name}」")


def identity(entry: Entry) -> str:
    """The key under which two entries are the same card (RES-05); of an unknown card its folded name."""
    return entry.card.identity if entry.card is not None else f"?{fold(entry.name)}"


def kind(entry: Entry) -> str:
    """What a known card is: as declared, else as converted."""
    return entry.type or (entry.card.type if entry.card is not None else "none")


def set_size(card: Card) -> int:
    """The number of cards that form this one thing together, 1 for a card by itself (RES-26)."""
    return next((int(flag[4:]) for flag in card.flags if flag.startswith("set:")), 1)


def counted(entry: Entry) -> int:
    """How many cards an entry puts into a bundle (RES-26).

    A set that is listed once without a number is the whole set.
    """
    if entry.card is None or entry.counted:
        return entry.quantity
    return entry.quantity * set_size(entry.card)


def first_same(seen: dict[str, Entry], keys: Sequence[str], entry: Entry) -> Entry | None:
    """An earlier entry that shares a key; the entry's keys are remembered. Copies of a card are no such."""
    other = next((seen[key] for key in keys if key in seen), None)
    for key in keys:
        seen.setdefault(key, entry)
    return None if other is None or identity(other) == identity(entry) else other


def type_words(type_: str) -> Words:
    """A card type by its name for people."""
    if type_ == "bsd_counter":
        return Words("a B/S-D Counter", "Ｂ/Ｓ‐Ｄカウンター")
    name = _types()[type_]["name"]
    return Words(str(name["en"]), str(name["ja"]))


def effect_name(effect: str) -> Words:
    """An effect by its name for people; a word that is none stays."""
    return effect_words().get(effect, Words(effect, effect))


def link_name(link: str) -> Words:
    """A link attribute by its name for people, with its other reading."""
    one = attributes().get(link)
    return Words(link, link) if one is None else Words(one.en, f"{one.ja}（{one.kana}）")


def short_type(type_: str) -> Words:
    """A card type by its name alone, without what stands behind it in brackets."""
    words = type_words(type_)
    return Words(_BRACKET.sub("", words.en).removeprefix("a "), _BRACKET.sub("", words.ja))


def type_names(type_: str) -> set[str]:
    """The names of a card type in both languages: whole, short, and what stands in brackets."""
    whole = type_words(type_)
    brackets = {match[1] for name in whole if (match := _BRACKET.search(name))}
    return {*(name.removeprefix("a ") for name in whole), *short_type(type_), *brackets}


_BRACKET = re.compile(r"\s*[（(](.*)[)）]$")


def format_words(base: str) -> Words:
    """A format by its name for people."""
    return Words(format_name(base, "en"), format_name(base, "ja"))


@cache
def _types() -> dict[str, Any]:
    found: dict[str, Any] = load_yaml(data_path("types.yaml"))["types"]
    return found
