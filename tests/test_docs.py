"""The documents are run: what they promise happens."""

import re
from pathlib import Path

import pytest

from converters.pipeline import Pipeline, Settings
from converters.recipe import load_recipe
from twgp.session import Quiet

DOCS = Path(__file__).parent.parent / "docs"


def block(text: str, mark: str) -> str:
    """The fenced block behind an HTML comment."""
    found = re.search(rf"<!-- {re.escape(mark)} -->\n```\w+\n(.*?)```", text, re.DOTALL)
    assert found, mark
    return found[1]


@pytest.mark.rule("STATUS-03")
def test_the_recipe_of_the_page_on_own_games(tmp_path: Path) -> None:
    page = (DOCS / "own-game.md").read_text(encoding="utf-8")
    recipe = tmp_path / "skywar.yaml"
    recipe.write_text(block(page, "recipe: skywar.yaml"), encoding="utf-8")
    assert len(recipe.read_text(encoding="utf-8").splitlines()) <= 16
    cards = tmp_path / "skywar.csv"
    cards.write_text(block(page, "list: skywar.csv"), encoding="utf-8")
    own = load_recipe(recipe)
    run = Pipeline(Settings(recipes={own.id: own}), Quiet())
    with run.spool() as spool:
        run.run([cards], spool)
        rows = [(card.id, card.name, card.type, card.power) for card in spool.cards()]
    assert rows == [
        ("skywar/001", "Alpha Wing", "unit", 2),
        ("skywar/002", "Old Flare", "archive_effect", None),
        ("skywar/003", "Night Nest", "vital", None),
        ("skywar/004", "Alpha Wing", "unit", 12),
    ]
