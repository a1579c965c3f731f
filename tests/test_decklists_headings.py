"""The words of deck lists, and the codes that reading them may use."""

import re

import pytest

from converters.decklists.headings import headings, key
from rulebook.codes import codes
from rulebook.documents import check
from rulebook.loading import load_yaml
from rulebook.resources import data_path, root


@pytest.mark.parametrize("name", ["headings", "set_codes"])
def test_the_data_files_fit_their_schema(name: str) -> None:
    assert check(load_yaml(data_path(f"{name}.yaml")), name) == []


def test_a_word_heads_one_section_only() -> None:
    words = load_yaml(data_path("headings.yaml"))
    for tables in (words["sections"], words["twgp"]):
        heads = [key(word) for table in tables.values() for lang in table.values() for word in lang]
        groups = [key(word) for lang in words["groups"].values() for word in lang]
        assert sorted({word for word in heads + groups if (heads + groups).count(word) > 1}) == []
    keys = [key(word) for table in ("titles", "metadata", "totals") for lang in words[table].values() for word in lang]
    assert sorted({word for word in keys if keys.count(word) > 1}) == []


@pytest.mark.parametrize(
    ("line", "section"),
    [
        ("Sideboard", "side"),
        ("SIDEBOARD:", "side"),
        ("Side Board (15)", "side"),
        ("サイド", "side"),
        ("エクストラ:", "extra"),
        ("【メインデッキ】（40枚）", "main"),
        ("■ デッキ　40枚", "main"),
        ("Companion", "companion"),
        ("#extra", "extra"),
        ("!side", "side"),
        ("=== Commander ===", "commander"),
        ("Ｍａｙｂｅｂｏａｒｄ：", "maybe"),
        ("Main Deck - 40", "main"),
    ],
)
def test_headings(line: str, section: str) -> None:
    found = headings().find(line)
    assert found is not None
    assert found.section == section


@pytest.mark.parametrize(
    "line", ["4 Sideboard", "Alpha", "Deck of Cards", "Sideboard x2", "Main: Alpha", "", "4", "()"]
)
def test_no_headings(line: str) -> None:
    assert headings().find(line) is None


@pytest.mark.parametrize(
    ("line", "total"),
    [
        ("Total Cards: 60", 60),
        ("Total Cards - 60", 60),
        ("60 cards", 60),
        ("40枚", 40),
        ("合計 40枚", 40),
        ("4 Alpha", None),
    ],
)
def test_totals(line: str, total: int | None) -> None:
    assert headings().total(line) == total


@pytest.mark.skipif(not (root() / "pyproject.toml").exists(), reason="the sources lie elsewhere")
def test_every_code_has_its_message() -> None:
    sources = (root() / "converters" / "decklists").glob("*.py")
    used = {code for path in sources for code in re.findall(r'"(deck_[a-z_]+)"', path.read_text(encoding="utf-8"))}
    missing = used - codes().keys() - {"deck_from_xml", "deck_from_rows"}
    assert used
    assert missing == set()
