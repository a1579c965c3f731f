"""Links and poison names, by the name regulations of the rule text (L40, L401, L663-716)."""

from typing import Any

import pytest

from converters.links import LinkReader, poison_name, poison_unit
from converters.recipe import GAMES, load_recipe
from converters.runner import Runner
from rulebook.cards import Card
from rulebook.documents import load_document
from rulebook.loading import load_yaml
from rulebook.resources import data_path
from tests.conftest import TESTS

CASES: dict[str, Any] = load_yaml(TESTS / "cases" / "links.yaml")


def links(species: str | None, name: str = "名無し", departures: dict[str, object] | None = None) -> dict[str, str]:
    """Attribute to roles, as "A", "B" or "AB"."""
    found, _ = LinkReader((departures or {}).get).read(name, name, species)
    return {link.link: "".join(link.roles) for link in found}


def codes(species: str | None, name: str = "名無し") -> list[str]:
    return [code for code, _ in LinkReader({}.get).read(name, name, species)[1]]


def test_the_data_keeps_to_its_schema() -> None:
    assert len(load_document(data_path("links.yaml"), "links")["attributes"]) == 9


@pytest.mark.rule("LINK-18")
@pytest.mark.parametrize(
    ("species", "expected"),
    [
        ("ドラゴン族", {"dragoon": "A"}),
        ("リザード", {"dragoon": "A"}),
        ("ドラゴンライダー", {"dragoon": "AB"}),
        ("竜騎士", {"dragoon": "AB"}),
        ("悪魔族", {"void": "A"}),
        ("堕天使", {"void": "B"}),
        ("デーモンキング", {"void": "AB"}),
        ("エンペラーデビル", {"void": "AB"}),
        ("エンジェル・コマンド", {"genesis": "A"}),
        ("ヒュドラ", {"genesis": "A"}),
        ("仏陀", {"genesis": "B"}),
        ("昆虫", {"bug": "AB"}),
        ("スパイダー", {"bug": "AB"}),
        ("プリンセス", {"valkyrie": "AB"}),
        ("アマテラス", {"valkyrie": "AB", "genesis": "B"}),
        ("戦士族", {"brave": "A"}),
        ("ヒーロー", {"brave": "B"}),
        ("サムライ", {"brave": "A"}),
        ("ゴーレム", {"gear": "AB"}),
        ("サイバー・ロード", {"gear": "AB"}),
        ("リバイアサン", {"aqua": "AB"}),
        ("オロチ", {"aqua": "AB", "genesis": "A"}),
    ],
)
def test_each_attribute_by_its_words(species: str, expected: dict[str, str]) -> None:
    assert links(species) == expected


@pytest.mark.rule("LINK-GENESIS-02")
@pytest.mark.parametrize(("species", "absent"), [("魔神", "genesis"), ("魔王", "brave"), ("悪魔エンジェル", "genesis")])
def test_names_with_ma_are_no_genesis_and_no_brave_king(species: str, absent: str) -> None:
    assert absent not in links(species)
    assert "void" in links(species)


@pytest.mark.rule("LINK-ZERO-01")
@pytest.mark.parametrize("species", ["ゴブリン", "植物", "Warrior"])
def test_zero_where_nothing_fits(species: str) -> None:
    assert links(species) == {"zero": "AB"}


@pytest.mark.rule("LINK-18")
def test_without_species_the_name_is_read_with_a_note() -> None:
    assert links(None, "青眼の白龍") == {"dragoon": "A"}
    assert codes(None, "青眼の白龍") == ["link_by_name"]


def test_an_accidental_hit_counts_and_is_noted() -> None:
    assert links("ジャイアント") == {"bug": "AB"}
    assert codes("ジャイアント") == ["link_accidental"]


@pytest.mark.rule("LINK-18")
@pytest.mark.parametrize(
    ("link", "keyword", "text"),
    [
        (link, keyword, text)
        for link, words in CASES["accidental"].items()
        for keyword, texts in words.items()
        for text in texts
    ],
)
def test_a_word_that_holds_a_keyword_by_accident_is_noted(link: str, keyword: str, text: str) -> None:
    found, notes = LinkReader({}.get).read(text, text, text)
    assert link in [one.link for one in found]
    assert keyword in [values["keyword"] for code, values in notes if code == "link_accidental"]


@pytest.mark.rule("LINK-18")
@pytest.mark.parametrize(("link", "text"), [(link, text) for link, texts in CASES["right"].items() for text in texts])
def test_a_word_that_means_the_keyword_is_not_noted(link: str, text: str) -> None:
    found, notes = LinkReader({}.get).read(text, text, text)
    assert link in [one.link for one in found]
    assert notes == ()


def test_every_accidental_word_holds_its_keyword() -> None:
    attributes = load_document(data_path("links.yaml"), "links")["attributes"]
    table = [item for attribute in attributes for item in attribute.get("accidental", {}).items()]
    assert len({keyword for keyword, _ in table}) == len(table)
    for keyword, words in table:
        assert words == [word for word in dict.fromkeys(words) if keyword in word and word != keyword]


@pytest.mark.rule("LINK-18")
def test_the_japanese_species_goes_before_the_english_one_and_the_name() -> None:
    found, notes = LinkReader({}.get).read("Azure Wyrm", "蒼き竜の母", "Zombie", "アンデット族")
    assert [one.link for one in found] == ["zero"]
    assert notes == ()


@pytest.mark.rule("LINK-18")
def test_english_words_count_only_with_the_extended_table() -> None:
    assert links("Dragon", "Alpha") == {"zero": "AB"}
    assert links("Dragon", "Alpha", {"link_extended_keywords": True}) == {"dragoon": "A"}


@pytest.mark.rule("RES-28")
@pytest.mark.parametrize("name", ["Poison Moth", "VENOM", "Toxic Frog", "毒蛾", "ＰＯＩＳＯＮ", "Detoxifier"])
def test_names_that_mark_poison(name: str) -> None:
    assert poison_name(name, None, {}.get)


@pytest.mark.rule("RES-28")
@pytest.mark.parametrize("name", ["ポイズンモス", "Pois on", "蛾", "Tox"])
def test_names_that_do_not(name: str) -> None:
    assert not poison_name(name, None, {}.get)


def test_katakana_counts_with_its_switch_and_the_other_language_counts_always() -> None:
    assert poison_name("ポイズンモス", None, {"poison_name_patterns": "literal_four_plus_katakana"}.get)
    assert poison_name("Moth", "毒蛾", {}.get)


@pytest.mark.rule("WEAPON-17")
def test_the_effect_asks_the_species_first() -> None:
    assert poison_unit("Moth", None, "Venom Beast", {}.get)
    assert not poison_unit("Poison Moth", None, "Insect", {}.get)
    assert poison_unit("Poison Moth", None, None, {}.get)
    assert poison_unit("Poison Moth", None, "Insect", {"poison_effect_field": "card_name"}.get)


@pytest.mark.rule("LINK-18")
@pytest.mark.parametrize(
    ("column", "line", "species"),
    [
        ("type_line_ja", "クリーチャー — ドラゴン・ウィザード", "ドラゴン・ウィザード"),
        ("printed_type_line", "伝説のクリーチャー ― 人間・モンク", "人間・モンク"),
        ("type_line_ja", "クリーチャー ― - 昆虫・ホラー", "昆虫・ホラー"),
        ("type_line_ja", "アーティファクト・クリーチャー", None),
        ("printed_type_line", "Creature — Zombie", None),
    ],
)
def test_a_japanese_type_line_of_magic_gives_the_species(column: str, line: str, species: str | None) -> None:
    recipe = load_recipe(GAMES / "mtg.yaml")
    runner = Runner(recipe, departure={}.get, say=lambda code, **values: code, ruleset="test")
    card = runner.card({"name": "Alpha", "type_line": "Creature — Zombie", "mana_value": 2, column: line})
    assert isinstance(card, Card)
    assert (card.species, card.species_ja) == ("Zombie", species)
