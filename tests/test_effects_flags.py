"""The flags and readings of a text, by the cases of `cases/effects`: of a flag at least eight that have it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from converters.effects import EffectReader
from converters.effects.text import OWN_NAME
from rulebook.loading import load_yaml
from rulebook.terms import EFFECTS

FILES = {path.stem: load_yaml(path) for path in (Path(__file__).parent / "cases" / "effects").glob("*.yaml")}
RARE = ("poison", "potion", "slow", "drain", "reflect")
RULES = {
    "removal": "MATRIX-02",
    "search": "EXTRA-07",
    "mill": "MATRIX-05",
    "multiply": "MATRIX-04",
    "void": "MATRIX-06",
}


def cases_of(section: str) -> Iterator[Any]:
    for stem, document in sorted(FILES.items()):
        for flag, sides in document.get(section, {}).items():
            for side in ("has", "lacks"):
                for case in sides[side]:
                    yield pytest.param(
                        document["language"], case.get("flag", flag), side == "has", case,
                        id=f"{stem}-{flag}-{side}-{case['text'][:50]}",
                        marks=[pytest.mark.rule(RULES[flag])] if flag in RULES else [],
                    )  # fmt: skip


@pytest.fixture(scope="module")
def reader() -> EffectReader:
    return EffectReader.load()


@pytest.mark.parametrize(("language", "flag", "wanted", "case"), list(cases_of("flags")))
def test_flag_is_set_only_where_it_is_due(
    reader: EffectReader, language: str, flag: str, wanted: bool, case: dict[str, Any]
) -> None:
    text = case["text"].replace("~", OWN_NAME)
    reading = reader.game(case["game"]).read(text, language, OWN_NAME, unit=case.get("is_unit", False))
    assert (flag in reading.flags) == wanted


@pytest.mark.rule("MATRIX-07", "MATRIX-09", "MATRIX-10", "MATRIX-18", "COUNT-01", "COUNT-07", "DIRECT-05", "READ-02")
@pytest.mark.parametrize(("language", "code", "wanted", "case"), list(cases_of("readings")))
def test_reading_is_noted_only_where_it_is_due(
    reader: EffectReader, language: str, code: str, wanted: bool, case: dict[str, Any]
) -> None:
    reading = reader.game(case["game"]).read(case["text"].replace("~", OWN_NAME), language, OWN_NAME)
    assert (code in [one.code for one in reading.readings]) == wanted


@pytest.mark.parametrize("stem", [stem for stem, document in FILES.items() if "flags" in document])
def test_every_category_and_flag_has_enough_cases(stem: str) -> None:
    document = FILES[stem]
    # The English cases of the frequent categories are, for the rest, the examples of their entries.
    assert set(RARE) <= set(document["cases"]) <= set(EFFECTS)
    assert stem == "en" or set(document["cases"]) == set(EFFECTS)
    assert set(document["flags"]) == {"removal", "bounce", "search", "mill", "multiply", "count", "void", "token"}
    for name, sides in (*document["cases"].items(), *document["flags"].items()):
        has, lacks = (15, 15) if name in RARE else (8, 5)
        assert len(sides["has"]) >= has, name
        assert len(sides["lacks"]) >= lacks, name
    assert len(document["readings"]) == 10


@pytest.mark.rule("READ-03")
@pytest.mark.parametrize(
    ("game", "unit", "language", "text", "power"),
    [
        ("pokemon", 10, "en", "Heal 30 damage from this Pokémon.", 3),
        ("pokemon", 10, "en", "Remove 2 damage counters from this Pokémon.", 2),
        ("pokemon", 10, "ja", "自分のポケモン１匹のHPを「50」回復する。", 5),
        ("weiss", 1000, "ja", "【起】【カウンター】 助太刀2500 レベル2", 2),
        ("weiss", 1000, "en", "This card gets +4000 power.", 4),
        ("weiss", 1000, "en", "This card gets -1 level while in your hand.", 6),
    ],
)
def test_a_number_is_power_only_in_the_unit_of_power(
    reader: EffectReader, game: str, unit: int, language: str, text: str, power: int
) -> None:
    (effect,) = reader.game(game, unit).read(text, language).effects
    assert effect.power == power
