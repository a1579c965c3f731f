"""The pages on effects and types say what the data say, and the data what the converter does."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from converters.kinds import KindReader
from converters.recipe import games, recipe
from rulebook.documents import load_document
from rulebook.resources import data_path
from rulebook.rules import rules
from rulebook.terms import CARD_TYPES, EFFECTS

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture(scope="module")
def build() -> ModuleType:
    """The script `docs/build.py`, which is no part of a package."""
    spec = importlib.util.spec_from_file_location("docs_build", DOCS / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def types() -> dict[str, Any]:
    """`data/types.yaml`, checked against its schema."""
    document: dict[str, Any] = load_document(data_path("types.yaml"), "types")
    return document


@pytest.fixture(scope="module")
def categories() -> dict[str, Any]:
    """`data/categories.yaml`, checked against its schema."""
    document: dict[str, Any] = load_document(data_path("categories.yaml"), "categories")
    return document


def test_the_pages_are_up_to_date(build: ModuleType) -> None:
    old = [name for name, text in build.pages().items() if (DOCS / name).read_bytes() != text.encode("utf-8")]
    assert not old, f"out of date: {old}; run `python docs/build.py`"


def test_the_words_around_the_data_are_there_in_both_languages_and_used() -> None:
    script = (DOCS / "build.py").read_text(encoding="utf-8")
    given = load_document(DOCS / "words.yaml", "phrases")
    built = {f"{page}_{part}" for page in ("effects", "types", "rules") for part in ("title", "intro")}
    titles = {"counts", "not", "rules", "examples", "friends", "kinds", "samples"}
    unused = [name for name in given if f'"{name}"' not in script and f"'{name}'" not in script]
    assert set(unused) <= built | titles


def test_every_effect_is_described(categories: dict[str, Any]) -> None:
    assert list(categories["categories"]) == list(EFFECTS)
    assert len(EFFECTS) == 16


def test_what_the_rules_tell_apart(categories: dict[str, Any]) -> None:
    """Restoring is Medical, not Plus; what stops a unit is Hazard, not Poison; a strike is Spell, not Down
    (EFF-PLUS-02, EFF-HAZARD-05, EFF-SPELL-03).
    """
    of = categories["categories"]
    assert {one.get("is") for one in of["plus"]["not"]} == {"medical"}
    assert "hazard" in {one.get("is") for one in of["poison"]["not"]}
    assert {one.get("is") for one in of["down"]["not"]} == {"spell"}


def test_every_type_is_described_with_rules_that_exist(types: dict[str, Any]) -> None:
    assert set(types["types"]) == set(CARD_TYPES)
    assert {line["type"] for line in types["order"]} == set(CARD_TYPES)
    known = {rule.id for rule in rules()}
    assert not [id_ for entry in types["types"].values() for id_ in entry["rules"] if id_ not in known]


@pytest.mark.rule("TYPE-02")
def test_a_printed_kind_becomes_what_the_page_says(types: dict[str, Any]) -> None:
    wrong = []
    for type_, entry in types["types"].items():
        for game, kinds in entry["kinds"].items():
            reader = KindReader(recipe(game), lambda _: None)
            for kind in kinds:
                fields = kind.get("if", {}).get("fields", {})
                values = tuple(fields.get(name) for name in reader.fields)
                for name in (kind[lang] for lang in ("en", "ja") if lang in kind):
                    # Playing cards have no kind: their rank decides.
                    printed = "" if "rank" in fields else name
                    decision = reader.read(printed, values, bool(kind.get("power")))
                    text_may = type_ in decision.text_may_make
                    if not (text_may if kind.get("text") else decision.clear and decision.type == type_):
                        wrong.append((type_, game, name, decision.type))
    assert not wrong


def test_every_type_that_a_recipe_can_give_is_on_the_page(types: dict[str, Any]) -> None:
    said = {(game, type_) for type_, entry in types["types"].items() for game in entry["kinds"]}
    given = {
        (game, type_) for game in games() for line in recipe(game).kinds for type_ in (line.type, *line.text_may_make)
    }
    assert given == said


def test_where_the_text_decides_the_page_says_how(types: dict[str, Any]) -> None:
    for type_, entry in types["types"].items():
        marked = any(kind.get("text") for kinds in entry["kinds"].values() for kind in kinds)
        assert not marked or entry["text"], type_


@pytest.mark.parametrize("words", ["en", "ja"])
def test_every_effect_has_examples_that_are_read_as_it(build: ModuleType, words: str) -> None:
    readers = build.Readers()
    for effect in EFFECTS:
        shown, friends = build.lexicon_examples(effect, words, readers)
        assert shown, effect
        assert all(effect in one.effects for one in shown)
        assert not [one for one in friends if effect in one.effects]
