"""The rules by id: data, look-up, search."""

import re
from pathlib import Path

import pytest

from rulebook.documents import load_document
from rulebook.loading import load_yaml
from rulebook.options import options
from rulebook.resources import data_path
from rulebook.rules import RuleError, find, rule, rules, sections


def test_the_data_file_matches_its_schema() -> None:
    assert load_document(data_path("rules.yaml"), "rules")


def test_there_are_887_rules_in_79_sections() -> None:
    assert len(rules()) == 887
    assert len(sections()) == len({each.section.id for each in rules()}) == 79


def test_numbers_run_through_each_section() -> None:
    for section in sections():
        numbers = [int(each.id.rpartition("-")[2]) for each in rules() if each.section == section]
        assert sorted(numbers) == list(range(1, len(numbers) + 1)), section.id


def test_a_rule_says_what_it_says_in_both_languages() -> None:
    pokemon = rule("STATUS-14")
    assert pokemon.section.id == "STATUS"
    assert pokemon.lines == (133, 133)
    assert "HP" in pokemon.en
    assert "ポケモン" in pokemon.ja
    assert "converter" in pokemon.enforced_by


def test_every_sentence_is_one_of_its_language() -> None:
    for each in rules():
        assert re.match(r'["“A-Z0-9]', each.en), each.id
        assert "。" not in each.ja[:-1], each.id
        assert re.search("[ぁ-ん]", each.ja), each.id


def test_every_switch_of_a_rule_exists_and_names_the_rule() -> None:
    known = {option.id: option for option in options()}
    for each in rules():
        for id_ in each.switches:
            assert each.id in known[id_].rules or known[id_].id.startswith("modules."), (each.id, id_)


@pytest.mark.parametrize("id_", ["RES-28", "res-28", "ＲＥＳ－２８", " RES 28 "])
def test_a_rule_is_found_by_its_id_however_it_is_typed(id_: str) -> None:
    assert rule(id_).id == "RES-28"


@pytest.mark.parametrize(("wrong", "right"), [("RES-99", "RES-29"), ("RES28", "RES-28"), ("HACK-05", "EFF-HACK-05")])
def test_an_unknown_id_names_those_that_look_like_it(wrong: str, right: str) -> None:
    with pytest.raises(RuleError, match=right) as caught:
        rule(wrong)
    assert wrong in caught.value.text("ja")


def test_an_id_like_no_other_says_how_to_search() -> None:
    with pytest.raises(RuleError, match="unknown rule `☆`; `twgp rules TEXT` searches"):
        rule("☆")


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("RES-28", ["RES-28"]),
        ("eff-medical", ["EFF-MEDICAL-01", "EFF-MEDICAL-02"]),
        ("stack", ["STACK-01"]),
        ("L133", ["STATUS-14"]),
        ("Ｌ１３３", ["STATUS-14"]),
        ("l133-134", ["STATUS-14", "STATUS-15", "STATUS-16"]),
        ("L9999", []),
        ("no such words", []),
        ("", []),
        ("・", []),
    ],
)
def test_rules_are_found_by_id_and_by_line(text: str, ids: list[str]) -> None:
    assert [each.id for each in find(text)] == ids


@pytest.mark.parametrize("text", ["venom toxi", "ＶＥＮＯＭ　毒", "Poison VENOM", "カード名 デッキ ユニット"])
def test_rules_are_found_by_words_that_all_occur(text: str) -> None:
    found = find(text)
    assert rule("RES-28") in found
    assert rule("RES-29") not in found


@pytest.mark.parametrize("text", ["worked example", "補足", "処理についての補足"])
def test_a_section_is_found_by_its_name_in_either_language(text: str) -> None:
    assert {f"RESULT-{number:02}" for number in range(1, 13)} <= {each.id for each in find(text)}


def test_hyphens_and_middle_dots_make_no_difference() -> None:
    assert find("リアクティヴ") == find("リ=アクティヴ") != ()
    assert find("ゼロスパート") == find("ゼロ・スパート") != ()
    assert set(find("grid-blast")) <= set(find("grid blast"))


def test_every_rule_is_found_by_its_lines() -> None:
    for each in rules()[::20]:
        assert each in find(f"L{each.lines[0]}")


def test_the_rules_are_those_of_the_shared_catalogue(shared: Path) -> None:
    catalogue = load_yaml(shared / "rules" / "catalogue.yaml")
    assert [each.id for each in rules()] == [entry["id"] for entry in catalogue]
    spellings: dict[str, set[str]] = {}
    for option in options():
        for name in (option.id, *getattr(option, "aliases", ())):
            spellings.setdefault(name, set()).add(option.id)
    for each, entry in zip(rules(), catalogue, strict=True):
        assert each.lines == tuple(entry["lines"]), each.id
        assert each.enforced_by == tuple(entry["enforced_by"]), each.id
        named = (entry["ambiguity"] or {}).get("option") or ""
        switches = {id_ for name in named.split(",") if name.strip() for id_ in spellings[name.strip()]}
        assert switches <= set(each.switches), each.id


def test_no_sentence_is_copied_from_the_rule_text(shared: Path) -> None:
    text = (shared / "rules" / "rule-text.ja.txt").read_text(encoding="utf-8")
    copied = [each.id for each in rules() if len(each.ja) > 30 and each.ja.rstrip("。") in text]
    assert not copied
