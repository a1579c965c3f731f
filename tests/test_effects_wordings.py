"""Made-up Yu-Gi-Oh! sentences and cards, one for each kind of wording, false friends too: all categories of each."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from converters.effects import EffectReader, GameReader
from rulebook.loading import load_yaml

FILES = sorted((Path(__file__).parent / "cases" / "wordings").glob("*.yaml"))


def wordings() -> Iterator[Any]:
    for path in FILES:
        document = load_yaml(path)
        for categories, texts in document["wordings"].items():
            wanted = set() if categories == "none" else set(categories.split(" and "))
            for text in texts:
                yield pytest.param(document["language"], text, wanted, id=f"{path.stem}-{categories}-{text[:50]}")


@pytest.fixture(scope="module")
def yugioh() -> GameReader:
    return EffectReader.load().game("yugioh", None)


@pytest.mark.rule("READ-04")
@pytest.mark.parametrize(("language", "text", "wanted"), list(wordings()))
def test_wording_is_read_as_what_it_does(yugioh: GameReader, language: str, text: str, wanted: set[str]) -> None:
    reading = yugioh.read(text, language, "", unit=True)
    assert {effect.effect for effect in reading.effects} - {"another"} == wanted
