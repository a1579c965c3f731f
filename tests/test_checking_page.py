"""The pages on checking decks, and the hook that they name: what they show holds."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulebook.documents import load_schema, parse_document
from rulebook.loading import load_yaml

ROOT = Path(__file__).parent.parent
PAGES = ("checking.md", "checking.ja.md")


def _blocks(page: str, language: str) -> list[str]:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


@pytest.fixture(scope="module")
def hook() -> dict[str, Any]:
    (found,) = load_yaml(ROOT / ".pre-commit-hooks.yaml")
    return dict(found)


@pytest.mark.parametrize("page", PAGES)
def test_the_documents_of_a_page_keep_their_schemas(page: str, hook: dict[str, Any]) -> None:
    deck, configuration, played = (parse_document(block, page) for block in _blocks(page, "yaml"))
    Draft202012Validator(load_schema("deck")).validate(deck)
    Draft202012Validator(load_schema("played")).validate(played)
    assert configuration["repos"][0]["hooks"] == [{"id": hook["id"]}]
    (project,) = (tomllib.loads(block)["tool"]["twgp"] for block in _blocks(page, "toml"))
    Draft202012Validator(load_schema("project")).validate(project)


def test_the_pages_of_both_languages_say_the_same() -> None:
    english, japanese = ([re.sub("#.*", "", block) for block in _blocks(page, "(?:yaml|toml)")] for page in PAGES)
    assert [block.split() for block in english] == [block.split() for block in japanese]


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("decks/first.yaml", True),
        ("event/decks/b/list.txt", True),
        ("first.deck.json", True),
        ("decks/twgp.yaml", False),
        ("decks/cards.json", False),
        ("mydecks/first.yaml", False),
        ("deck.yaml.bak", False),
    ],
)
def test_the_hook_takes_deck_documents(hook: dict[str, Any], path: str, meant: bool) -> None:
    taken = re.search(hook["files"], path) is not None and re.search(hook["exclude"], path) is None
    assert taken == meant


def test_the_hook_calls_a_command_that_there_is(hook: dict[str, Any]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    command, word = hook["entry"].split()
    assert command in project["scripts"]
    assert word == "lint"
    assert hook["language"] == "python"
