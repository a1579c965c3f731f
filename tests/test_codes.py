"""The lists of codes and phrases: sound in both languages, complete, and without dead entries."""

import re
from string import Formatter

import pytest

from rulebook.codes import codes
from rulebook.documents import load_document
from rulebook.loading import load_yaml
from rulebook.resources import data_path, root

CHECKOUT = (root() / "pyproject.toml").exists()
SOURCES = "".join(
    path.read_text(encoding="utf-8")
    for room in ("rulebook", "converters", "decklint", "twgp")
    for pattern in ("*.py", "*.yaml")
    for path in sorted((root() / room).rglob(pattern))
)


FAMILIES = ("blank_", "column_", "explain_", "level_", "mend_", "place_", "severity_", "sheet_", "vital_")
"""Phrases whose names are put together where they are used."""


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("name", ["codes", "phrases"])
def test_both_languages_fill_the_same_places(name: str) -> None:
    for id_, entry in load_document(data_path(f"{name}.yaml"), name).items():
        assert places(entry["en"]) == places(entry["ja"]), id_
        assert not re.search("[ぁ-んァ-ヶ]", entry["en"].replace("カード名", "").replace("戦闘力", "")), id_


@pytest.mark.skipif(not CHECKOUT, reason="the sources lie elsewhere")
def test_every_code_is_used_somewhere() -> None:
    unused = [id_ for id_ in codes() if not re.search(rf"\b{id_}\b", SOURCES)]
    assert not unused


@pytest.mark.skipif(not CHECKOUT, reason="the sources lie elsewhere")
def test_every_phrase_is_used_somewhere() -> None:
    phrases = load_yaml(data_path("phrases.yaml"))
    unused = [id_ for id_ in phrases if id_ not in SOURCES and not id_.startswith(FAMILIES)]
    assert not unused


@pytest.mark.skipif(not CHECKOUT, reason="the sources lie elsewhere")
def test_every_code_that_is_raised_has_words() -> None:
    raised = set(re.findall(r"(?:InputError|Unreadable|Note|OptionError|\.error|\.say)\(\s*\"(\w+)\"", SOURCES))
    assert len(raised) > 50
    assert not raised - codes().keys()
