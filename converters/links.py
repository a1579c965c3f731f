"""What the names of a unit say: its link attributes (LINK-18, L643-716) and poison (RES-28, WEAPON-17).

The keywords are data (`data/links.yaml`). They are searched in the species or class of the unit where its
record has one, else in its full name, with a note: a personal name or title counts there too, although the
rule leaves it out. A species on record in English alone cannot meet the printed, Japanese keywords; the
Japanese name is then read in its place, with a note of its own (LINK-18, LINK-21, switch `link_name_field`).
"""

import re
import unicodedata
from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec

from converters.power import Departure
from rulebook.cards import Link
from rulebook.loading import load_yaml
from rulebook.resources import data_path

Notes = tuple[tuple[str, dict[str, object]], ...]
"""Codes of `data/codes.yaml`, each with the values that fill its message."""

Result = tuple[tuple[Link, ...], Notes]

_NO_VALUES: dict[str, object] = {}
_MEMO = 10_000
"""Answers kept at most; a longer list begins anew."""

_JAPANESE = re.compile("[ぁ-ゖァ-ヺ々〆㐀-鿿]")
_LETTER = re.compile(r"[^\W\d_]")
_IS_NORMAL = re.compile("[ぁ-ゖァ-ー〆々㐀-鿿、-。「-】 ]*").fullmatch
"""Plain Japanese, which NFKC and case folding leave as it is."""
_NOTHING = frozenset({"none", "n/a", "なし", "無し", "特徴なし"})
"""What lists write where a unit has no species."""

_SCRIPTS = [re.compile(script) for script in ("[ァ-ヺー]", "[々〆㐀-鿿]", "[a-z]")]
"""A word goes on as long as its script does; hiragana, mostly particles, end it (`link_keyword_match`)."""


class _List(msgspec.Struct, frozen=True):
    """The keywords of one role as the data file writes them."""

    keywords: tuple[str, ...] = ()
    all_of: tuple[tuple[str, ...], ...] = ()
    exclude: tuple[str, ...] = ()
    same_as: str | None = None
    none_fits: bool = False


class _Attribute(msgspec.Struct, frozen=True):
    """What a name is compared with; the file's other fields are for play."""

    id: str
    a: _List
    b: _List
    extended: dict[str, tuple[str, ...]] = {}
    accidental: dict[str, tuple[str, ...]] = {}


class _Poison(msgspec.Struct, frozen=True):
    literal_four: tuple[str, ...]
    katakana: tuple[str, ...]


class _Data(msgspec.Struct, frozen=True):
    attributes: tuple[_Attribute, ...]
    poison: _Poison


@cache
def _data() -> _Data:
    return msgspec.convert(load_yaml(data_path("links.yaml")), _Data)


class _Term(NamedTuple):
    """A word to look for: the sets of bits that it gives a name, the second one also within a word, and the
    words that hold it by accident, each with its place there."""

    word: str
    fits: int
    bars: int
    accidents: tuple[tuple[str, int], ...]


class _Role(NamedTuple):
    """When a name earns the roles of a link: a bit of `any`, or one of each of `all`, and none of `bars`."""

    link: str
    roles: tuple[str, ...]
    any: int
    all: tuple[int, ...]
    bars: int

    def is_met(self, mask: int) -> bool:
        return bool(mask & self.any) or (bool(self.all) and all(mask & bit for bit in self.all))


class LinkReader:
    """Reads the links of units; built once for a run."""

    def __init__(self, departure: Departure) -> None:
        self._extended = departure("link_extended_keywords") is True
        self._whole_word = departure("link_keyword_match") == "whole_word"
        self._full_name = departure("link_name_field") == "full_name"
        self._b_only = departure("link_same_unit_both_roles") is False
        self._bars_void = departure("ma_exclusion_scope") == "void_names"
        self._roles: list[_Role] = []
        self._bits: dict[tuple[str, ...], int] = {}
        words: dict[str, list[int]] = {}
        accidents: dict[str, tuple[str, ...]] = {}
        for attribute in _data().attributes:
            accidents |= attribute.accidental
            self._add(attribute, departure("ma_exclusion_reach") == "brave_a_too", words)
        terms = [
            _Term(word, fits, bars, tuple((held, held.index(word)) for held in accidents.get(word, ())))
            for word, (fits, bars) in words.items()
        ]
        # The longest word is found first; all others that begin at the same place begin it.
        terms.sort(key=lambda term: -len(term.word))
        self._search = re.compile("|".join(re.escape(term.word) for term in terms)).search
        self._terms = {t.word: [other for other in terms if t.word.startswith(other.word)] for t in terms}
        self._zero = (Link(next(a.id for a in _data().attributes if a.a.none_fits), ("A", "B")),)
        self._links_of: dict[int, tuple[Link, ...]] = {}
        self._by_species: dict[tuple[str | None, str | None], Result | str] = {}
        self._by_name: dict[str, dict[str, Result]] = {"": {}, "link_by_name": {}, "link_species_english": {}}
        self._nothing_fits: Result = (self._zero, ())
        self._english: Result = (self._zero, (("link_english", _NO_VALUES),))

    def read(self, name: str, name_ja: str | None, species: str | None, species_ja: str | None = None) -> Result:
        """The links of a unit in the order of the rule text, and notes on how they came about.

        `name` is the English name, or the Japanese one where there is no other; `species` its species or
        class in the language of the file, `species_ja` in Japanese. A unit that no keyword fits is Zero
        (LINK-ZERO-01). Several links are possible; the controller chooses one in play (LINK-06, LINK-22).
        Only for units: other cards have no links.
        """
        why = "link_by_name"
        if self._full_name:
            why = ""
        elif species or species_ja:
            key = (species, species_ja)
            known = self._by_species.get(key)
            if known is None:
                if len(self._by_species) >= _MEMO:
                    self._by_species.clear()
                known = self._by_species[key] = self._read_species(species, species_ja)
            if not isinstance(known, str):
                return known
            why = known
        if self._extended:
            text = _joined(name_ja, name)
        elif name_ja or not name.isascii():
            text = name_ja or name
        else:
            return self._english
        memo = self._by_name[why]
        result = memo.get(text)
        if result is None:
            if len(memo) >= _MEMO:
                memo.clear()
            result = memo[text] = self._read_name(text, why)
        return result

    def _add(self, attribute: _Attribute, brave_a_too: bool, words: dict[str, list[int]]) -> None:
        """Takes up the lists of an attribute: its words with their bits, and what they amount to."""
        for role, listed in (("a", attribute.a), ("b", attribute.b)):
            if listed.none_fits or listed.same_as:
                continue
            excluded = listed.exclude
            if brave_a_too and attribute.id == "brave":
                excluded = attribute.b.exclude
            keywords = listed.keywords
            if self._extended:
                keywords += attribute.extended.get(role, ())
            here = (attribute.id, role)
            for word in excluded:
                words.setdefault(word, [0, 0])[1] |= self._bit("bars", word)
            for number, inner in enumerate((keywords, *listed.all_of)):
                for word in inner:
                    words.setdefault(word, [0, 0])[0] |= self._bit(*here, str(number))
            self._roles.append(
                _Role(
                    attribute.id,
                    ("A", "B") if attribute.b.same_as else (role.upper(),),
                    self._bit(*here, "0"),
                    tuple(self._bit(*here, str(number + 1)) for number in range(len(listed.all_of))),
                    sum(self._bit("bars", word) for word in excluded),
                )
            )

    def _bit(self, *key: str) -> int:
        return self._bits.setdefault(key, 1 << len(self._bits))

    def _read_species(self, species: str | None, species_ja: str | None) -> Result | str:
        """The links by species, or the note that says why it is no use."""
        text = _normal(_joined(species_ja, species) if self._extended else species_ja or species or "")
        if text in _NOTHING or not _LETTER.search(text):
            return "link_by_name"
        if not self._extended and not _JAPANESE.search(text):
            return "link_species_english"
        return self._fitting(text)

    def _read_name(self, name: str, why: str) -> Result:
        text = _normal(name)
        if not self._extended and not _JAPANESE.search(text):
            return self._english
        links, notes = self._fitting(text)
        return links, ((why, _NO_VALUES), *notes) if why else notes

    def _fitting(self, text: str) -> Result:
        """The links of a normalised text. A note for each accidental hit that gave it one (LINK-18)."""
        match = self._search(text)
        if match is None:
            return self._nothing_fits
        every = sure = 0
        accidents: list[tuple[str, str]] = []
        while match:
            start = match.start()
            for word, fits, bars, held_by in self._terms[match[0]]:
                every |= bars
                sure |= bars
                if self._whole_word and not _is_word(text, start, start + len(word)):
                    continue
                every |= fits
                for held, at in held_by:
                    if start >= at and text.startswith(held, start - at):
                        accidents.append((word, held))
                        break
                else:
                    sure |= fits
            match = self._search(text, start + 1)
        links = self._links(every)
        if every == sure or links == self._links(sure):
            return links, ()
        unlike = dict.fromkeys(accidents)
        return links, tuple([("link_accidental", {"keyword": word, "word": held}) for word, held in unlike])

    def _links(self, mask: int) -> tuple[Link, ...]:
        known = self._links_of.get(mask)
        if known is None:
            if len(self._links_of) >= _MEMO:
                self._links_of.clear()
            known = self._links_of[mask] = self._decide(mask)
        return known

    def _decide(self, mask: int) -> tuple[Link, ...]:
        is_void = any(role.is_met(mask) for role in self._roles if role.link == "void")
        found: dict[str, tuple[str, ...]] = {}
        for role in self._roles:
            barred = role.bars and (is_void if self._bars_void else mask & role.bars)
            if role.is_met(mask) and not barred:
                earlier = () if self._b_only else found.get(role.link, ())
                found[role.link] = earlier + role.roles
        return tuple([Link(link, roles) for link, roles in found.items()]) or self._zero


def poison_name(
    name: str, name_ja: str | None, departure: Departure, species: str | None = None, species_ja: str | None = None
) -> bool:
    """Whether the deck limit for poison names concerns a unit (RES-28, L40).

    The card name in each language on record is tested, or the species first (`poison_limit_field`).
    """
    words = _poison_words(departure("poison_name_patterns"))
    asked = departure("poison_limit_field") == "species_name"
    by_species = _species_marks(species, species_ja, words) if asked else None
    return _marks(name, name_ja, words) if by_species is None else by_species


def poison_unit(
    name: str, name_ja: str | None, species: str | None, departure: Departure, species_ja: str | None = None
) -> bool:
    """Whether the Poison effect of a unit works even when it loses the assault (WEAPON-17, L401).

    The species is tested, else the card name, or the card name alone (`poison_effect_field`).
    """
    words = _poison_words(departure("poison_name_patterns"))
    asked = departure("poison_effect_field") != "card_name"
    by_species = _species_marks(species, species_ja, words) if asked else None
    return _marks(name, name_ja, words) if by_species is None else by_species


@cache
def _poison_words(patterns: Any) -> tuple[str, ...]:
    poison = _data().poison
    if patterns == "literal_four_plus_katakana":
        return poison.literal_four + poison.katakana
    return poison.literal_four


@lru_cache(_MEMO)
def _species_marks(species: str | None, species_ja: str | None, words: tuple[str, ...]) -> bool | None:
    """Whether a species is marked; None where there is none. Many units share one."""
    return _marks(species, species_ja, words) if _is_given(species, species_ja) else None


def _marks(text: str | None, text_ja: str | None, words: tuple[str, ...]) -> bool:
    for part in (text, text_ja):
        if part:
            folded = part.lower() if part.isascii() else _normal(part)
            for word in words:
                if word in folded:
                    return True
    return False


def _is_given(species: str | None, species_ja: str | None) -> bool:
    return any(part and _LETTER.search(part) and part.lower() not in _NOTHING for part in (species, species_ja))


def _joined(first: str | None, second: str | None) -> str:
    """Both texts as one name: what bars a keyword in one language bars it in the other."""
    return f"{first}\n{second}" if first and second and first != second else first or second or ""


def _normal(text: str) -> str:
    """The text as keywords are compared with it: NFKC, case folded."""
    if text.isascii():
        return text.lower()
    return text if _IS_NORMAL(text) else unicodedata.normalize("NFKC", text).casefold()


def _is_word(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` ends on both sides where a script does."""
    return not (_goes_on(text[start - 1 : start], text[start]) or _goes_on(text[end - 1], text[end : end + 1]))


def _goes_on(one: str, other: str) -> bool:
    return any(script.match(one) and script.match(other) for script in _SCRIPTS)
