"""The bundled decks: the valid ones are clean, and in the others the faults that they were made with are found."""

import msgspec
import pytest

from decklint.lint import Judgement, Linter
from decklint.report import Judged
from rulebook.loading import load_yaml
from rulebook.resources import data_path
from tests.lint_cases import FOLDER, sample
from twgp.decks import Pools
from twgp.judging import files, judge

DECKS = data_path("samples") / "decks"


class SampleDeck(msgspec.Struct, forbid_unknown_fields=True):
    """A deck of the samples: its file, its format, and the errors and warnings in it as `code line`."""

    file: str
    format: str
    cards: list[str] = []
    rules: list[str] = []
    found: list[str] = []


SAMPLES = msgspec.convert(load_yaml(FOLDER.parent / "sample_decks.yaml"), list[SampleDeck])


def judged(each: SampleDeck) -> list[Judged]:
    """The deck as `twgp lint` judges it."""
    pools = Pools([str(sample(game)) for game in each.cards])
    return judge(str(DECKS / each.file), Linter(Judgement()), pools)


@pytest.mark.parametrize("each", SAMPLES, ids=lambda each: each.file)
def test_a_deck_has_the_faults_that_it_was_made_with(each: SampleDeck) -> None:
    (deck,) = judged(each)
    assert deck.format == each.format
    told = [f"{one.code} {one.place.line}" for one in deck.findings if one.severity != "info"]
    assert sorted(told) == sorted(each.found), [one.text("en") for one in deck.findings]
    assert bool(each.found) == each.file.startswith("invalid/")
    if each.found:
        assert len({one.split()[0] for one in each.found}) >= 4


def test_every_deck_is_tested_and_described() -> None:
    there = {f"{folder}/{path.name}" for folder in ("valid", "invalid") for path in (DECKS / folder).iterdir()}
    assert {each.file for each in SAMPLES} == there
    described = (data_path("samples") / "README.md").read_text(encoding="utf-8")
    assert not [name for name in there if f"`{name}`" not in described]
    assert len(list(files([str(DECKS / "valid")]))) == sum(name.startswith("valid/") for name in there)


def test_the_decks_are_of_several_forms_games_and_formats() -> None:
    valid = [each for each in SAMPLES if each.file.startswith("valid/")]
    assert {each.format for each in valid} >= {"half", "full"}
    assert {each.file.rpartition(".")[2] for each in valid} >= {"yaml", "json", "txt"}
