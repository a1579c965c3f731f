"""The linter against the rules: documents whose findings were worked out by hand from the rule text."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from decklint.catalogue import checks
from tests.lint_cases import FOLDER, Case, cases, judge, told

NOT_CASES = ("pool.yaml", "switches.yaml", "excuses.yaml")
FILES = sorted(path for path in FOLDER.glob("*.yaml") if path.name not in NOT_CASES)
ALL = [(path.stem, case) for path in FILES for case in cases(path)]
PASSING, FAILING, WHOLE = 3, 5, 15
"""The least number of passing and failing documents of a code, and of documents that are compared as a whole."""


def _parameters() -> list[Any]:
    return [pytest.param(case, id=f"{stem}:{case.case}") for stem, case in ALL]


@pytest.mark.parametrize("case", _parameters())
def test_a_document_has_exactly_these_findings(case: Case, tmp_path: Path) -> None:
    found = judge(case, tmp_path)
    assert told(found) == case.expected(), [(one["code"], one["message_en"]) for one in found]
    for one in case.found:
        if one.says is not None:
            assert one.says in {each["says"] for each in found if each["code"] == one.code}


def test_the_names_of_cases_are_told_apart() -> None:
    twice = [name for name, count in Counter(f"{stem}:{case.case}" for stem, case in ALL).items() if count > 1]
    assert not twice


def test_every_code_is_known() -> None:
    named = {code for _, case in ALL for code in (*case.only, *(one.code for one in case.found))}
    assert not named - checks().keys()
    outside = [case.case for _, case in ALL if {one.code for one in case.found} - case.looks_at()]
    assert not outside, "these expect codes that they do not look at"


@pytest.mark.parametrize("code", checks())
def test_every_code_has_passing_and_failing_documents(code: str) -> None:
    looking = [case for _, case in ALL if code in case.only or not case.only]
    failing = [case for case in looking if any(one.code == code for one in case.found)]
    passing = [case for case in looking if case not in failing and code in case.only]
    assert len(failing) >= FAILING, f"{len(failing)} failing documents of {code}"
    assert len(passing) >= PASSING, f"{len(passing)} passing documents of {code}"


def test_enough_documents_are_compared_as_a_whole() -> None:
    whole = [case for _, case in ALL if not case.only]
    assert len(whole) >= WHOLE
    forms = Counter(case.form for case in whole)
    assert forms["txt"] >= 4, forms
    assert forms["json"] >= 3, forms
    assert forms["yaml"] >= 8, forms
