"""The form of recipes: the schemas say what `converters.recipe` holds; every bundled recipe keeps to it."""

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from converters import recipe as model
from converters.recipe import GAMES, Recipe, games, load_recipe
from rulebook.codes import codes
from rulebook.documents import DocumentError, check, load_document, load_schema
from rulebook.loading import load_yaml
from rulebook.resources import data_path
from rulebook.terms import CARD_TYPES, Place, VitalKind

BUNDLED = sorted(path for path in GAMES.glob("*.yaml") if path.stem != "index")
FILLED = {
    "id", "name", "name_ja", "species", "species_ja", "kind", "text", "text_ja", "set", "number", "faces",
    "other_faces", "quantity",
}  # fmt: skip
"""Fields that fill a card; all others must be used by the recipe itself."""

FORMS: list[tuple[type[msgspec.Struct], str, str]] = [
    (model.Recipe, "recipe", ""),
    (model.Alias, "recipe", "alias"),
    (model.Symbols, "recipe", "symbols"),
    (model.PowerSource, "recipe", "power_source"),
    (model.Power, "recipe", "power"),
    (model.Kind, "recipe", "kind"),
    (model.SecondDeck, "recipe", "second_deck"),
    (model.CardSet, "recipe", "card_set"),
    (model.Signature, "recipe", "signature"),
    (model.Signature, "games", "signature"),
    (model.Game, "games", "game"),
]


@pytest.fixture(params=BUNDLED, ids=lambda path: path.stem)
def bundled(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def form(schema: str, name: str) -> dict[str, Any]:
    whole = load_schema(schema)
    part: dict[str, Any] = whole["$defs"][name] if name else whole
    return part


@pytest.mark.parametrize(("struct", "schema", "name"), FORMS)
def test_every_property_is_described(struct: type[msgspec.Struct], schema: str, name: str) -> None:
    part = form(schema, name)
    assert set(part["properties"]) == set(struct.__struct_encode_fields__)
    assert part["additionalProperties"] is False
    definitions = load_schema(schema)["$defs"]
    for key, value in part["properties"].items():
        reference = str(value.get("$ref", "")).rpartition("/")[2]
        assert value.get("description") or definitions[reference]["description"], key


@pytest.mark.parametrize(("struct", "schema", "name"), FORMS)
def test_what_must_be_there_is_the_same(struct: type[msgspec.Struct], schema: str, name: str) -> None:
    needed = {field.encode_name for field in msgspec.structs.fields(struct) if field.required}
    assert set(form(schema, name).get("required", ())) == needed


def test_the_words_are_those_of_the_rulebook() -> None:
    kind = form("recipe", "kind")["properties"]
    assert tuple(form("recipe", "card_type")["enum"]) == CARD_TYPES
    assert tuple(kind["places"]["items"]["enum"]) == get_args(Place)
    assert kind["vital_kind"]["enum"] == [*get_args(VitalKind), None]


@pytest.mark.parametrize("example", load_schema("recipe")["examples"], ids=lambda example: example["id"])
def test_the_examples_of_the_schema_can_be_loaded(example: dict[str, Any]) -> None:
    assert msgspec.convert(example, Recipe).id == example["id"]


def test_a_bundled_recipe_keeps_to_the_schema(bundled: Path) -> None:
    loaded = load_recipe(bundled)
    assert loaded.id == bundled.stem
    assert loaded.kinds
    assert loaded.example
    assert loaded.rule is not None


def test_a_bundled_recipe_names_only_fields_that_it_has(bundled: Path) -> None:
    loaded = load_recipe(bundled)
    used = {name for key in loaded.identity for name in key}
    used |= {name for kind in loaded.kinds for name in kind.field}
    used |= {name for second in loaded.second_deck for name in second.field}
    if loaded.power is not None:
        used |= {source if isinstance(source, str) else source.field for source in loaded.power.sources}
        used |= {*loaded.power.zero_when_zero, *([loaded.power.no_cost] if loaded.power.no_cost else [])}
    assert used <= set(loaded.fields)
    assert set(loaded.fields) - FILLED <= used


def test_a_bundled_recipe_has_sound_patterns_and_known_notes(bundled: Path) -> None:
    loaded = load_recipe(bundled)
    patterns = [loaded.species_in_kind, *(entry.match for entry in loaded.sets)]
    for kind in loaded.kinds:
        patterns += [kind.match, kind.unless, *kind.field.values()]
    for second in loaded.second_deck:
        patterns += [second.match, *second.field.values()]
    patterns += [alias.pattern for field in loaded.fields for alias in loaded.aliases(field)]
    for pattern in patterns:
        re.compile(pattern or "")
    notes = {kind.note for kind in loaded.kinds if kind.note}
    if loaded.power is not None and loaded.power.missing_note:
        notes.add(loaded.power.missing_note)
    assert notes <= set(codes())


def test_an_adapter_lies_beside_the_recipe_that_wants_one(bundled: Path) -> None:
    assert load_recipe(bundled).adapter == bundled.with_suffix(".py").exists()


def test_the_list_of_games_keeps_to_its_schema_and_names_every_recipe() -> None:
    document = load_document(GAMES / "index.yaml", "games")
    assert [entry["id"] for entry in document] == list(games())
    assert sorted(games()) == [path.stem for path in BUNDLED]
    for game in games().values():
        for signature in game.recognise:
            for pattern in signature.values.values():
                re.compile(pattern)


def test_the_bit_fields_keep_to_their_schema() -> None:
    path = data_path("games") / "yugioh_bits.yaml"
    load_document(path, "yugioh_bits")
    tables = load_yaml(path)
    for name in ("card_type", "monster_words", "spell_words", "race", "attribute"):
        assert all(bit & (bit - 1) == 0 for bit in tables[name]), name
    assert tables["monster_words"][tables["link"]] == "Link"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("id: a\nfields: {nam: x}\n", "2: fields: the key name is missing"),
        ("id: a\nfields:\n  name: x\n  kind: {at: y, patern: z}\n", "4: fields.kind"),
        ("id: a\nfields: {name: x}\nkinds:\n  - {match: a, type: units}\n", "4: kinds.0.type: 'units'"),
        ("id: a\nfields: {name: x}\npower: {from: []}\n", "3: power.from"),
        ("id: a\nfields: {name: x}\npower: {from: [x], per: 0}\n", "3: power.per"),
        ("id: a\nfields: {name: x}\ncolour: red\n", "3: colour: unknown; known here: id"),
        ("id: A Game\nfields: {name: x}\n", "1: id"),
        ("fields: {name: x}\n", "the key id is missing"),
        ("id: a\nid: b\nfields: {name: x}\n", "2: id: the key is given twice"),
    ],
)
def test_a_fault_in_a_users_recipe_is_named_with_its_line(tmp_path: Path, text: str, place: str) -> None:
    path = tmp_path / "r.yaml"
    path.write_text(text, encoding="utf-8", newline="\n")
    with pytest.raises(DocumentError) as error:
        load_recipe(path)
    assert place in str(error.value)


def test_a_small_recipe_is_enough(tmp_path: Path) -> None:
    path = tmp_path / "r.yaml"
    path.write_text("id: a\nfields:\n  name_ja: カード名\n", encoding="utf-8", newline="\n")
    assert load_recipe(path).fields == {"name_ja": "カード名"}
    assert not check(load_yaml(path), "recipe")


def test_a_field_that_was_not_declared_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "r.yaml"
    path.write_text(
        "id: a\nfields:\n  name: x\npower:\n  per: 10\n  from: [atack]\nidentity:\n  - [nope]\n", encoding="utf-8"
    )
    with pytest.raises(DocumentError) as error:
        load_recipe(path)
    lines = {word: p.line for p in error.value.problems for word in ("atack", "nope") if word in p.message}
    assert lines == {"atack": 6, "nope": 8}
