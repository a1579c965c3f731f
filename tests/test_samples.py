"""The bundled samples: all of them convert, and the awkward cards become what the rules say."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from converters.pipeline import Pipeline, Report, Settings
from converters.recipe import games
from rulebook.cards import Card
from rulebook.loading import load_yaml
from rulebook.names import clean_name, fold
from rulebook.resources import data_path
from twgp.session import Quiet

CASES = Path(__file__).parent / "cases" / "samples"
CHECKED = ("type", "power", "places", "vital_kind")


@cache
def converted(game: str) -> tuple[list[Card], Report]:
    """Every record of a game's samples as a card, unmerged, so that each can be looked at."""
    run = Pipeline(Settings(), Quiet())
    with run.spool(merging=False) as spool:
        run.run([data_path("samples") / game], spool)
        return list(spool.cards()), run.report


def cases() -> list[Any]:
    return [
        pytest.param(path.stem, case, id=f"{path.stem}:{case['name']}")
        for path in sorted(CASES.glob("*.yaml"))
        for case in load_yaml(path)
    ]


@pytest.mark.parametrize("game", games())
def test_every_sample_record_is_accounted_for(game: str) -> None:
    cards, report = converted(game)
    assert report.read == report.converted + report.merged + report.unreadable
    assert {card.game for card in cards} == {game}
    assert not report.failed_files
    assert len(cards) >= 15


@pytest.mark.parametrize(("game", "case"), cases())
def test_an_awkward_card_becomes_what_the_rules_say(game: str, case: dict[str, Any]) -> None:
    found = [card for card in converted(game)[0] if is_meant(card, case)]
    assert found, f"{case['name']} is in no sample of {game}"
    for card in found:
        for field in CHECKED:
            if field in case:
                value = getattr(card, field)
                expected = tuple(case[field]) if isinstance(case[field], list) else case[field]
                assert value == expected, f"{card.name}: {field} ({case['why']})"


def is_meant(card: Card, case: dict[str, Any]) -> bool:
    if "id" in case and str(case["id"]) not in {str(card.source.id), card.id, *card.printings}:
        return False
    wanted = fold(clean_name(str(case["name"])))
    names = [name for name in (card.name, card.name_ja) if name]
    faces = [face for name in names for face in re.split(r" // | / ", name)]
    return "id" in case or any(fold(name) == wanted for name in (*names, *faces[:1]))
