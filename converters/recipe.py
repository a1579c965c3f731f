"""Recipes: what a game's card lists look like and what their cards become, as data.

The games of the toolkit are listed in `converters/games/index.yaml`, each with a recipe of the same id
beside it. A user's recipe is one YAML document of the same form (`schemas/recipe.schema.json`).
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from rulebook.attributes import Named
from rulebook.documents import DocumentError, line_of, load_document
from rulebook.loading import load_yaml
from rulebook.problems import problem
from rulebook.terms import CardType, Place, VitalKind

GAMES = Path(__file__).parent / "games"


class Signature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Keys that a record of this game has; `values` are patterns that fields must match."""

    keys: tuple[str, ...]
    values: dict[str, str] = {}


class Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the list of games: names, where its power comes from, what its lists look like."""

    id: str
    en: str
    ja: str
    rule: str
    power_en: str
    power_ja: str
    formats: tuple[str | Named, ...]
    recognise: tuple[Signature, ...]

    def lists(self, lang: str) -> list[str]:
        """The lists that can be read, in "en" or "ja"."""
        return [one if isinstance(one, str) else one.text(lang) for one in self.formats]


class Alias(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place where a field may stand: a column or key, `a.b` inside it, `a[].b` in each of its items.

    `pattern` keeps what its first group matches; `where` keeps the items of a list whose keys have these
    values; `template` writes an item's keys into one text.
    """

    at: str
    pattern: str | None = None
    where: dict[str, str] = {}
    template: str | None = None


class Symbols(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a number is written in symbols, such as a mana cost or a row of torques.

    `token` finds one symbol; its group `symbol` is looked up in `values`, else a numeral counts its value,
    "a/b" the larger of both, and anything else 1. A group `times` multiplies.
    """

    token: str
    values: dict[str, float] = {}


class PowerSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A field that may hold the power; `symbols` reads it by the recipe's symbols; `starless` marks a
    field that stands in for stars (switch `ygo_starless_power`)."""

    field: str
    symbols: bool = False
    starless: bool = False


class Power(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a unit's power comes from (STATUS-03 to STATUS-16).

    The first of `from` that holds a number counts, divided by `per` and cut off. `words` are printed words
    with a value (A = 1). `zero_when_zero`: the power is 00 when one of these fields is the number 0.
    `missing` and `variable` say what no value and X mean: 0, or null for unknown. `units_only`: a positive
    number on a card that is no unit is doubtful. `negative_is_none`: -1 stands for no value.
    """

    sources: tuple[str | PowerSource, ...] = msgspec.field(name="from")
    per: int = 1
    words: dict[str, int] = {}
    symbols: Symbols | None = None
    zero_when_zero: tuple[str, ...] = ()
    missing: int | None = None
    missing_note: str = "power_missing"
    variable: int | None = None
    no_cost: str | None = None
    units_only: bool = False
    negative_is_none: bool = False


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the type table: cards whose kind matches `match` (and not `unless`) are `type`.

    `field`: values of other fields that must match as well; `has_power`: the card must hold a power above 0.
    `text_may_make`: what the card's text may turn the card into (CODEBOOK section 1). `bearer`: a weapon whose
    text does not match is laid on something else than a unit, so it is a vital. `nothing_more`: what the text
    may say without making the card of use; with more than that it is a vital. `flavour`: the text is no effect.
    """

    match: str
    type: CardType
    unless: str | None = None
    field: dict[str, str] = {}
    has_power: bool = False
    places: tuple[Place, ...] | None = None
    vital_kind: VitalKind | None = None
    flags: tuple[str, ...] = ()
    note: str | None = None
    power: int | None = None
    bearer: str | None = None
    nothing_more: str | None = None
    flavour: bool = False
    text_may_make: tuple[CardType, ...] = ()


class SecondDeck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Kinds that their game keeps in a second deck (EXTRA-02); `phase` is the native subtype (EXTRA-08)."""

    match: str
    phase: str
    field: dict[str, str] = {}


class CardSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards whose name matches are parts of one body printed on `cards` cards (RES-26)."""

    match: str
    cards: int


_EVERYWHERE: dict[str, tuple[str, ...]] = {"quantity": ("quantity", "qty", "count", "枚数", "数量")}
"""Columns that mean the same in the lists of every game."""


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything the converter knows of one game.

    `adapter`: `converters/games/<id>.py` reshapes records that a recipe cannot describe. `species_in_kind`
    finds the species in the kind text. `unclear` is the type of a card whose kind no line knows.
    `number_unit` is the unit of numbers in card texts that are written like the power (READ-03).
    """

    id: str
    fields: dict[str, str | Alias | tuple[str | Alias, ...]]
    kinds: tuple[Kind, ...] = ()
    power: Power | None = None
    names: dict[str, str] = {}
    rule: str | None = None
    recognise: tuple[Signature, ...] = ()
    species_in_kind: str | None = None
    second_deck: tuple[SecondDeck, ...] = ()
    sets: tuple[CardSet, ...] = ()
    identity: tuple[tuple[str, ...], ...] = ()
    number_unit: int | None = None
    html: bool = False
    adapter: bool = False
    unclear: CardType = "none"
    example: dict[str, Any] = {}

    def aliases(self, field: str) -> tuple[Alias, ...]:
        """The places of a field, in order of preference; empty where the recipe does not name it."""
        given = self.fields.get(field, _EVERYWHERE.get(field, ()))
        listed = given if isinstance(given, tuple) else (given,)
        return tuple(Alias(entry) if isinstance(entry, str) else entry for entry in listed)

    def used_fields(self) -> Iterator[tuple[str, str]]:
        """Where the recipe uses a field, and which."""
        if self.power is not None:
            yield from (("power.from", s if isinstance(s, str) else s.field) for s in self.power.sources)
            yield from (("power.zero_when_zero", field) for field in self.power.zero_when_zero)
            if self.power.no_cost is not None:
                yield "power.no_cost", self.power.no_cost
        yield from (("identity", field) for key in self.identity for field in key)
        yield from (("kinds", field) for line in self.kinds for field in line.field)
        yield from (("second_deck", field) for line in self.second_deck for field in line.field)


@cache
def games() -> dict[str, Game]:
    """The games of the toolkit by id, in the order of the rule text."""
    listed = msgspec.convert(load_yaml(GAMES / "index.yaml"), list[Game])
    return {game.id: game for game in listed}


@cache
def recipe(game: str) -> Recipe:
    """The recipe of a game of the toolkit. Raises `KeyError` for an id that is not on the list."""
    if game not in games():
        raise KeyError(game)
    return msgspec.convert(load_yaml(GAMES / f"{game}.yaml"), Recipe)


def load_recipe(path: Path) -> Recipe:
    """A user's recipe, checked against `schemas/recipe.schema.json`.

    Raises `rulebook.documents.DocumentError` with every fault and its line.
    """
    document = load_document(path, "recipe")
    loaded = msgspec.convert(document, Recipe)
    unnamed = [
        problem(line_of(path, where), where, "recipe_field_unnamed", field=field)
        for where, field in loaded.used_fields()
        if not loaded.aliases(field)
    ]
    if unnamed:
        raise DocumentError(path, unnamed)
    return loaded
