"""What a card is by its printed kind: the type table of a recipe, first match wins (TYPE-02)."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import re2

from converters.fields import as_text
from converters.power import Departure
from converters.recipe import Kind, Recipe, SecondDeck
from rulebook.terms import CardType, Place, VitalKind


class Decision(NamedTuple):
    """What the printed kind decides. `text_may_make`: types that the card's text can still turn it into.

    `settled`: the type stays, whatever the text says.
    """

    type: CardType
    places: tuple[Place, ...]
    vital_kind: VitalKind | None
    flags: tuple[str, ...]
    phase: str | None
    species: str | None
    notes: tuple[tuple[str, dict[str, object]], ...]
    power: int | None
    text_may_make: tuple[CardType, ...]
    clear: bool
    bearer: re.Pattern[str] | None = None
    says_more: Callable[[str], bool] | None = None
    flavour: bool = False
    settled: bool = False


_FOREIGN_LETTER = re.compile(r"[^\W\d_\x00-\x7f]")
_PLACES: dict[CardType, tuple[Place, ...]] = {"vital": ("vital",), "none": ()}


def default_places(card_type: CardType) -> tuple[Place, ...]:
    """Where cards of a type lie: vitals on the Vital Grid, useless ones nowhere, all others in the deck."""
    return _PLACES.get(card_type, ("deck",))


def usual_places(card_type: CardType, departure: Departure) -> tuple[Place, ...]:
    """As `default_places`, where a switch may let vitals lie in the deck too (TYPE-03)."""
    if card_type == "vital" and departure("continuing_cards_in_deck") is True:
        return ("deck", "vital")
    return default_places(card_type)


def second_places(card_type: CardType, departure: Departure) -> tuple[Place, ...]:
    """Where a card of a second deck may lie (EXTRA-02, switch `second_deck_place`)."""
    if departure("second_deck_place") == "deck_too":
        return (*default_places(card_type), "extra_device")
    return ("extra_device",)


class KindReader:
    """Reads printed kinds by a recipe. `fields` are the fields that conditions look at besides the kind."""

    def __init__(self, recipe: Recipe, departure: Departure) -> None:
        self._recipe = recipe
        self._departure = departure
        self._lines = [(line, *_compiled(line)) for line in recipe.kinds]
        self._second = [(line, *_compiled(line)) for line in recipe.second_deck]
        conditioned: list[Kind | SecondDeck] = [*recipe.kinds, *recipe.second_deck]
        self.fields: tuple[str, ...] = tuple(dict.fromkeys(name for line in conditioned for name in line.field))
        self.needs_power = any(line.has_power for line in recipe.kinds)
        self._species = re.compile(recipe.species_in_kind) if recipe.species_in_kind else None
        self._memo: dict[tuple[Any, ...], Decision] = {}

    def read(self, kind: str, values: tuple[Any, ...] = (), has_power: bool = False) -> Decision:
        """The decision for a kind text, the raw values of `fields`, and whether it holds a power above 0."""
        key = (kind, values, has_power)
        try:
            known = self._memo.get(key)
        except TypeError:
            return self._read(kind, values, has_power)
        if known is None:
            if len(self._memo) > 10_000:
                self._memo.clear()
            known = self._memo[key] = self._read(kind, values, has_power)
        return known

    def is_unit(self, kind: str) -> bool:
        """Whether one half of a kind ("Creature" of "Creature/Spell") is a unit's."""
        return self.read(kind, (None,) * len(self.fields)).type == "unit"

    def _read(self, kind: str, values: tuple[Any, ...], has_power: bool) -> Decision:
        by_name = dict(zip(self.fields, values, strict=True))
        for line, match, unless, conditions in self._lines:
            if not match.search(kind) or (unless and unless.search(kind)):
                continue
            if line.has_power and not has_power:
                continue
            if not _hold(conditions, by_name):
                continue
            return self._decide(line, kind, by_name)
        note: tuple[str, dict[str, object]] = ("kind_unknown", {"kind": kind}) if kind else ("kind_missing", {})
        unclear = self._recipe.unclear
        return Decision(unclear, default_places(unclear), None, (), None, None, (note,), None, (), False)

    def _decide(self, line: Kind, kind: str, by_name: Mapping[str, Any]) -> Decision:
        places = line.places if line.places is not None else default_places(line.type)
        notes: list[tuple[str, dict[str, object]]] = []
        if line.note:
            notes.append((line.note, {"kind": kind}))
        vital_kind = line.vital_kind or ("counter" if line.type == "vital" else None)
        if line.type == "vital" and self._departure("continuing_cards_in_deck") is True:
            places = usual_places(line.type, self._departure)
        phase = None
        for second, match, _, conditions in self._second:
            if line.type != "none" and match.search(kind) and _hold(conditions, by_name):
                phase = second.phase if self._departure("phase_source") is None else None
                places = second_places(line.type, self._departure)
                break
        found = self._species.search(kind) if self._species else None
        return Decision(
            line.type,
            places,
            vital_kind,
            line.flags,
            phase,
            found[1].strip() if found and found[1] else None,
            tuple(notes),
            line.power,
            line.text_may_make,
            True,
            re.compile(line.bearer, re.IGNORECASE) if line.bearer else None,
            _more_than(line.nothing_more) if line.nothing_more else None,
            line.flavour,
        )


def _more_than(nothing: str) -> Callable[[str], bool]:
    """A function that tells whether a text (NFKC) says anything but what the pattern allows."""
    exact = re.compile(nothing, re.IGNORECASE | re.MULTILINE)
    options = re2.Options()
    options.log_errors = False
    try:
        # A tenth of the time for a land; what a letter is, it knows of ASCII alone.
        quick = re2.compile(f"(?im){nothing}", options)
    except re2.error:  # a recipe may look ahead, which RE2 cannot
        quick = exact

    def says_more(text: str) -> bool:
        pattern = quick if text.isascii() or not _FOREIGN_LETTER.search(text) else exact
        return any(map(str.isalpha, pattern.sub("", text)))

    return says_more


def _compiled(
    line: Kind | SecondDeck,
) -> tuple[re.Pattern[str], re.Pattern[str] | None, list[tuple[str, re.Pattern[str]]]]:
    unless = line.unless if isinstance(line, Kind) else None
    return (
        re.compile(line.match, re.IGNORECASE),
        re.compile(unless, re.IGNORECASE) if unless else None,
        [(name, re.compile(pattern, re.IGNORECASE)) for name, pattern in line.field.items()],
    )


def _hold(conditions: list[tuple[str, re.Pattern[str]]], by_name: Mapping[str, Any]) -> bool:
    return all(pattern.search(as_text(by_name[name], " ") or "") for name, pattern in conditions)
