"""The READMEs are true: their commands are those that CI runs, and their example happens."""

import re
import sys
from pathlib import Path

import pytest

from twgp.cli import main

ROOT = Path(__file__).parent.parent
READMES = ["README.md", "README.ja.md"]


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", READMES)
def test_the_commands_set_up_what_ci_sets_up(name: str) -> None:
    ci = text(".ci/run")
    for step in ('-m pip install -e ".[dev]"', "-m pytest -n 2"):
        assert step in text(name)
        assert step in ci.replace("--quiet --disable-pip-version-check ", "")
    assert "-m pip install . && .venv/bin/twgp demo" in text(name)


@pytest.mark.rule("STATUS-06")
@pytest.mark.parametrize("name", READMES)
def test_the_example_happens(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    page = text(name)
    (listed,) = re.findall(r"```csv\n(.*?)```", page, re.DOTALL)
    (tmp_path / "zoma.csv").write_text(listed, encoding="utf-8")
    (shown,) = re.findall(r"\$ twgp convert zoma\.csv --to csv \| cut -d, -f([\d,]+)\n(.*?)```", page, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["twgp", "convert", "zoma.csv", "--to", "csv"])
    with pytest.raises(SystemExit):
        main()
    sys.stdout.flush()
    rows = [line.split(",") for line in capfdbinary.readouterr().out.decode("utf-8").splitlines()]
    columns = [int(column) - 1 for column in shown[0].split(",")]
    assert "\n".join(",".join(row[column] for column in columns) for row in rows) == shown[1].strip()


@pytest.mark.parametrize("name", READMES)
def test_both_speak_of_the_same_commands(name: str) -> None:
    known = ("convert", "inspect", "games", "explain", "rules", "schema", "demo", "lint", "vitals", "deck")
    assert set(re.findall(rf"twgp ({'|'.join(known)})\b", text(name))) == set(known)
    for page in re.findall(r"\]\(([\w./-]+)\)", text(name)):
        assert (ROOT / page).exists(), page
