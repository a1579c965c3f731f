"""Every switch and house rule of construction changes what it says, and nothing takes one that does not exist."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulebook.loading import load_yaml
from rulebook.options import HouseRule, Switch, option, options
from tests.lint_cases import FOLDER, Case, Found, judge, told

RICH = "whole.yaml"
"""The documents under which a switch that changes no finding must change none."""


class Value(msgspec.Struct, forbid_unknown_fields=True):
    """What must be found under one value."""

    value: bool | int | str
    found: list[Found]


class SwitchCase(msgspec.Struct, forbid_unknown_fields=True):
    """A document and its findings under each value of an option, or why none changes."""

    option: str
    deck: str = ""
    only: list[str] = []
    values: list[Value] = []
    rules: list[str] = []
    settings: dict[str, Any] = {}
    foreign: list[str] = []
    tournament: bool = False
    unchanged: str | None = None

    def case(self, value: Value) -> Case:
        """The document under one value."""
        return Case(
            case=f"{self.option}={value.value}", deck=self.deck, found=value.found, only=self.only,
            settings={**self.settings, self.option: value.value}, foreign=self.foreign, tournament=self.tournament,
        )  # fmt: skip


CASES = msgspec.convert(load_yaml(FOLDER / "switches.yaml"), list[SwitchCase])
CONSTRUCTION = {each.id: each for each in options() if "construction" in each.concerns}


def _values(one: Switch | HouseRule) -> set[object]:
    if isinstance(one, Switch):
        return {choice.value for choice in one.values}
    assert one.parameter is not None
    return {one.default, *(choice.value for choice in one.parameter.choices)}


@pytest.mark.parametrize(
    "case", [pytest.param(each.case(value), id=str(value.value)) for each in CASES for value in each.values]
)
def test_a_value_changes_what_it_says(case: Case, tmp_path: Path) -> None:
    found = judge(case, tmp_path)
    assert told(found) == case.expected(), (case.case, [(one["code"], one["message_en"]) for one in found])


def test_every_value_of_construction_has_a_document() -> None:
    given: dict[str, set[object]] = {}
    for each in CASES:
        values = _values(option(each.option)) if each.unchanged else {value.value for value in each.values}
        given.setdefault(each.option, set()).update(values)
    missing = {id_: _values(one) - given.get(id_, set()) for id_, one in CONSTRUCTION.items()}
    assert not {id_: values for id_, values in missing.items() if values}


def test_a_document_tells_the_values_apart() -> None:
    same = [each.option for each in CASES if each.values and each.option not in _told_apart()]
    assert not same, "no document shows that these change anything"


def _told_apart() -> set[str]:
    return {each.option for each in CASES if len({repr(value.found) for value in each.values}) > 1}


@pytest.mark.parametrize("each", [each for each in CASES if each.unchanged], ids=lambda each: each.option)
def test_the_others_change_nothing(each: SwitchCase, tmp_path: Path) -> None:
    assert len((each.unchanged or "").split()) > 5, "say why"
    for case in msgspec.convert(load_yaml(FOLDER / RICH), list[Case])[:12]:
        plain = told(judge(case, tmp_path))
        for value in _values(CONSTRUCTION[each.option]):
            with_value = msgspec.structs.replace(case, settings={each.option: value}, tournament=False)
            assert told(judge(with_value, tmp_path)) == plain or case.tournament


@pytest.mark.parametrize("one", CONSTRUCTION.values(), ids=lambda one: one.id)
def test_a_wrong_value_is_told_with_those_that_are_known(one: Switch | HouseRule, tmp_path: Path) -> None:
    deck = f"twgp: 1\noptions:\n  {one.id}: ①no_such_value\n"
    case = Case(case=one.id, deck=deck, only=["F706"], found=[Found("F706", "①")])
    found = judge(case, tmp_path)
    assert told(found) == case.expected()
    for value in _values(one):
        for lang in ("message_en", "message_ja"):
            assert (str(value).lower() if isinstance(value, bool) else str(value)) in found[0][lang]


@pytest.mark.parametrize("slip", ["dek_size_check", "modules.lnk", "house:deck_pol", "tokens-enable"])
def test_a_slip_in_an_option_is_told_with_the_nearest(slip: str, tmp_path: Path) -> None:
    case = Case(case=slip, deck=f'twgp: 1\noptions: {{"{slip}": ①1}}\n', only=["F706"], found=[Found("F706", "①")])
    found = judge(case, tmp_path)
    assert told(found) == case.expected()
    meant = {"dek_size_check": "deck_size_check", "modules.lnk": "modules.link", "house:deck_pol": "deck_pool",
             "tokens-enable": "tokens_enabled"}  # fmt: skip
    assert meant[slip] in found[0]["message_en"]
