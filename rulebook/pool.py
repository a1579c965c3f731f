"""The pool: converted cards, found by id, by name in either language, by set and number."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from typing import Any

from rulebook.cards import Card
from rulebook.hints import Hints
from rulebook.loading import load_yaml
from rulebook.names import clean_name, fold
from rulebook.resources import data_path

_Index = dict[str, int | tuple[int, ...]]

_SLASHES = re.compile(r"\s*/+\s*")
_PARTS = re.compile(r"\s+//\s+")
_ID_FIELDS = ("dbfId", "dbf_id", "password", "fake_password", "konami_id")
"""Raw fields that hold a number under which coded lists name the card."""


class Pool:
    """Converted cards, ready to be looked up. The cards themselves are kept, not copied.

    Only the index of names is built at once; the folded names, the ids and the numbers are indexed when
    they are first asked for. All look-ups give every card that fits, in the order of the pool.
    """

    def __init__(self, cards: Iterable[Card]) -> None:
        self._cards: list[Card] = list(cards)
        self._exact: _Index = {}
        for at, card in enumerate(self._cards):
            _add(self._exact, card.name, at)
            if card.name_ja and card.name_ja != card.name:
                _add(self._exact, card.name_ja, at)

    def __len__(self) -> int:
        return len(self._cards)

    def knows(self, name: str) -> bool:
        """Whether a card has this name, spelled so or equal when folded; for `looks_like_deck`."""
        return name in self._exact or fold(name) in self._folded

    def named(self, name: str) -> list[Card]:
        """Cards of exactly this name, in English or Japanese."""
        return self._get(self._exact, name)

    def folded(self, name: str) -> list[Card]:
        """Cards whose name is equal when case, width, accents, quotes, dashes and spaces are folded."""
        return self._get(self._folded, fold(name))

    def faced(self, name: str) -> list[Card]:
        """Cards of several faces: `A // B` under `A/B` and `A /// B`, however many faces, and under `A`."""
        if "/" in (folded := fold(name)):
            return self._get(self._faces, _slashed(folded))
        return self._get(self._fronts, folded)

    def numbered(self, set_code: str, number: str) -> list[Card]:
        """Cards by set and collector number, also under the set's other codes (`data/set_codes.yaml`)."""
        found: list[Card] = []
        for code in (set_code, *other_codes(set_code)):
            found += self._get(self._numbers, _number_key(code, number))
            found += self._get(self._ids, id_key(f"{code}-{number}"))
        return list({id(card): card for card in found}.values())

    def identified(self, card_id: str) -> list[Card]:
        """Cards by id: of the row, of the source file, of a printing; case and leading zeros do not count."""
        return self._get(self._ids, id_key(card_id))

    def has_set(self, set_code: str) -> bool:
        """Whether a card of the pool comes from this set."""
        return any(code.casefold() in self._sets for code in (set_code, *other_codes(set_code)))

    @property
    def has_sets(self) -> bool:
        """Whether the pool says at all which sets its cards come from."""
        return bool(self._sets)

    def near(self, name: str) -> list[str]:
        """Up to three names that resemble this one: for "did you mean", never for a match."""
        return list(dict.fromkeys(map(self._spelled, self._hints.near(fold(name)))))

    def _spelled(self, key: str) -> str:
        card = self._get(self._folded, key)[0]
        return card.name_ja if card.name_ja and fold(card.name_ja) == key else card.name

    def _get(self, index: _Index, key: str) -> list[Card]:
        found = index.get(key, ())
        return [self._cards[at] for at in ((found,) if isinstance(found, int) else found)]

    def _names(self, make: Callable[[str], str | None]) -> _Index:
        """An index over what `make` makes of both names of every card."""
        index: _Index = {}
        for at, card in enumerate(self._cards):
            for name in (card.name, card.name_ja):
                key = make(name) if name else None
                if key:
                    _add(index, key, at)
        return index

    @cached_property
    def _folded(self) -> _Index:
        return self._names(fold)

    @cached_property
    def _hints(self) -> Hints:
        return Hints(self._folded)

    @cached_property
    def _faces(self) -> _Index:
        return self._names(lambda name: _slashed(fold(name)) if "/" in name or "／" in name else None)

    @cached_property
    def _fronts(self) -> _Index:
        # Only ` // ` parts faces: a name such as `AB//cd` is one name.
        return self._names(lambda name: fold(_PARTS.split(name, 1)[0]) if _PARTS.search(name) else None)

    @cached_property
    def _ids(self) -> _Index:
        index: _Index = {}
        for at, card in enumerate(self._cards):
            prefix = f"{card.game}/"
            fields = (card.source.fields.get(field) for field in _ID_FIELDS)
            listed = (card.id, card.source.id, *card.printings, *fields)
            for value in dict.fromkeys(str(value) for value in listed if value not in (None, "")):
                _add(index, id_key(value), at)
                if value.startswith(prefix):
                    _add(index, id_key(value[len(prefix) :]), at)
        return index

    @cached_property
    def _numbers(self) -> _Index:
        index: _Index = {}
        for at, card in enumerate(self._cards):
            if card.source.set and card.source.number:
                _add(index, _number_key(card.source.set, card.source.number), at)
        return index

    @cached_property
    def _sets(self) -> frozenset[str]:
        return frozenset(card.source.set.casefold() for card in self._cards if card.source.set)


def id_key(card_id: str) -> str:
    """The key under which two spellings of an id are equal."""
    text = clean_name(card_id).casefold()
    return text.lstrip("0") or "0" if text.isdigit() else text


@cache
def _set_codes() -> dict[str, tuple[str, ...]]:
    games: dict[str, dict[str, list[str]]] = load_yaml(data_path("set_codes.yaml"))
    found: dict[str, tuple[str, ...]] = {}
    for codes in games.values():
        for code, others in codes.items():
            found[code.casefold()] = (*found.get(code.casefold(), ()), *others)
    return found


def other_codes(set_code: str) -> Sequence[str]:
    """The codes under which card lists know the set that deck lists call `set_code`."""
    return _set_codes().get(set_code.casefold(), ())


def _add(index: _Index, key: str, at: int) -> None:
    found = index.get(key)
    if found is None:
        index[key] = at
    elif isinstance(found, int):
        if found != at:
            index[key] = (found, at)
    elif found[-1] != at:
        index[key] = (*found, at)


def _slashed(folded: str) -> str:
    return _SLASHES.sub("/", folded)


def _number_key(set_code: str, number: str) -> str:
    return f"{set_code} {number.lstrip('0') or '0'}".casefold()


def identities(cards: Iterable[Card]) -> list[Card]:
    """The first card of each identity."""
    first: dict[Any, Card] = {}
    for card in cards:
        first.setdefault(card.identity, card)
    return list(first.values())
