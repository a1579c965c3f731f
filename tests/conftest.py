"""What several test modules need: the material beside the repository, and which rules the tests cite."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rulebook.loading import load_yaml

TESTS = Path(__file__).parent
EXCUSES = ("rules_excuses.yaml", "excuses.yaml")
"""The lists of rules that no test or no code cites; they cite none themselves."""


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the rule text and the real card lists; skips where it is not beside the repository."""
    folder = TESTS.parent.parent / "shared"
    if not folder.is_dir():
        pytest.skip("the folder `shared` with the rule text and the card lists is not beside the repository")
    return folder


@pytest.fixture(scope="session")
def citations() -> Callable[[Path], dict[str, list[str]]]:
    """A function from a folder of tests to the rule ids that they cite, each with the places that do.

    The folder is read, not imported: the answer is the same under xdist and for a selection of tests.
    """
    return _citations


def _citations(folder: Path) -> dict[str, list[str]]:
    cited: dict[str, list[str]] = {}
    for module in sorted(folder.rglob("*.py")):
        for id_, line in _marked(ast.parse(module.read_text(encoding="utf-8"))):
            cited.setdefault(id_, []).append(f"{module.relative_to(folder).as_posix()}:{line}")
    for cases in sorted((folder / "cases").rglob("*.yaml")):
        if cases.name not in EXCUSES:
            for id_ in _keyed(load_yaml(cases)):
                cited.setdefault(id_, []).append(cases.relative_to(folder).as_posix())
    return cited


def _marked(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The ids in `pytest.mark.rule("...")`, as decorator, in `pytestmark` or on a parameter."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            for argument in node.args:
                # A marker filled from a case file is counted where the case file is read.
                if isinstance(argument, ast.Constant):
                    yield str(argument.value), node.lineno


def _keyed(value: object) -> Iterator[str]:
    """The ids under the keys `rule` and `rules`, at any depth of a case file."""
    if isinstance(value, dict):
        for key, child in value.items():
            if key in ("rule", "rules"):
                yield from child if isinstance(child, list) else [child]
            else:
                yield from _keyed(child)
    elif isinstance(value, list):
        for child in value:
            yield from _keyed(child)
