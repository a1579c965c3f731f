"""One rule id everywhere: what the toolkit enforces is cited by a test, or excused with a reason."""

from collections.abc import Callable
from pathlib import Path

import pytest

from decklint.catalogue import checks
from rulebook.loading import load_yaml
from rulebook.rules import rules

TESTS = Path(__file__).parent
LINTED = {"linter", "generator", "referee"}
TOOLKIT = {"converter", "classifier", "linter", "generator"}

Citations = Callable[[Path], dict[str, list[str]]]
Excuses = list[tuple[str, str]]


@pytest.fixture(scope="module")
def excuses() -> Excuses:
    """Rule id and reason, one pair for every id on the list."""
    entries = load_yaml(TESTS / "cases" / "rules_excuses.yaml")
    return [(id_, entry["reason"]) for entry in entries for id_ in entry["rules"]]


@pytest.fixture(scope="module")
def lint_excuses() -> Excuses:
    """The same for rules that no code of the linter cites."""
    entries = load_yaml(TESTS / "cases" / "lint" / "excuses.yaml")
    return [(id_, entry["reason"]) for entry in entries for id_ in entry["rules"]]


def _enforced() -> set[str]:
    return {rule.id for rule in rules() if TOOLKIT.intersection(rule.enforced_by)}


def test_every_cited_rule_exists(citations: Citations) -> None:
    known = {rule.id for rule in rules()}
    unknown = {id_: places for id_, places in citations(TESTS).items() if id_ not in known}
    assert not unknown, f"no such rule in data/rules.yaml: {unknown}"


def test_every_enforced_rule_is_tested_or_excused(citations: Citations, excuses: Excuses) -> None:
    missing = _enforced() - citations(TESTS).keys() - {id_ for id_, _ in excuses}
    assert not missing, f"cite these in a test (pytest.mark.rule) or excuse them: {sorted(missing)}"


def test_no_excuse_is_stale(citations: Citations, excuses: Excuses) -> None:
    cited, excused = citations(TESTS), [id_ for id_, _ in excuses]
    tested = {id_: cited[id_] for id_ in excused if id_ in cited}
    assert not tested, f"a test cites these, so take them off the list of excuses: {tested}"
    needless = sorted(set(excused) - _enforced())
    assert not needless, f"unknown, or not enforced by the toolkit, so they need no excuse: {needless}"
    twice = sorted({id_ for id_ in excused if excused.count(id_) > 1})
    assert not twice, f"excused twice: {twice}"


def test_every_excuse_has_a_reason(excuses: Excuses) -> None:
    without = [id_ for id_, reason in excuses if len(reason.split()) < 3]
    assert not without, f"say why no test cites these: {without}"


def test_every_rule_about_decks_is_cited_by_a_code_or_excused(lint_excuses: Excuses) -> None:
    cited = {id_ for check in checks().values() for id_ in check.rules}
    wanted = {rule.id for rule in rules() if LINTED.intersection(rule.enforced_by)}
    excused = [id_ for id_, _ in lint_excuses]
    missing = sorted(wanted - cited - set(excused))
    assert not missing, f"cite these in a code of data/lint.yaml or excuse them: {missing}"
    stale = sorted(cited.intersection(excused))
    assert not stale, f"a code cites these, so take them off the list of excuses: {stale}"
    needless = sorted(set(excused) - wanted)
    assert not needless, f"unknown, or neither the linter's nor the referee's: {needless}"
    assert len(excused) == len(set(excused))
    assert not [id_ for id_, reason in lint_excuses if len(reason.split()) < 6]


def test_every_rule_of_a_code_exists_and_is_tested(citations: Citations, excuses: Excuses) -> None:
    known, cited = {rule.id for rule in rules()}, citations(TESTS)
    excused = {id_ for id_, _ in excuses}
    for check in checks().values():
        assert not set(check.rules) - known, check.code
        untested = sorted(set(check.rules) - cited.keys() - excused)
        assert not untested, f"{check.code}: no test cites {untested}"


def test_citations_are_found_in_modules_and_in_case_files(citations: Citations, tmp_path: Path) -> None:
    module = """
import pytest
pytestmark = pytest.mark.rule("RES-01")
@pytest.mark.rule("RES-02", "RES-03")
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("RES-04")), 2])
def test_a(x): pass
def rule(x): pass
rule("RES-05")
"""
    (tmp_path / "cases" / "decks").mkdir(parents=True)
    (tmp_path / "test_a.py").write_text(module, encoding="utf-8")
    (tmp_path / "cases" / "decks" / "a.yaml").write_text(
        "- {name: first, rule: RES-06}\n- {name: second, checks: [{rules: [RES-07, RES-08]}]}\n",
        encoding="utf-8",
    )
    (tmp_path / "cases" / "rules_excuses.yaml").write_text(
        "- {rules: [RES-09], reason: not built yet}\n", encoding="utf-8"
    )
    assert citations(tmp_path) == {
        "RES-01": ["test_a.py:3"],
        "RES-02": ["test_a.py:4"],
        "RES-03": ["test_a.py:4"],
        "RES-04": ["test_a.py:5"],
        "RES-06": ["cases/decks/a.yaml"],
        "RES-07": ["cases/decks/a.yaml"],
        "RES-08": ["cases/decks/a.yaml"],
    }
