"""The project file: `twgp.yaml`, or the table `[tool.twgp]` of a `pyproject.toml`."""

from pathlib import Path

import pytest

from rulebook.documents import DocumentError
from rulebook.project import Project, find_project, load_project


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


TOML = """\
[project]
name = "decks"

[tool.twgp]
recipes = ["mine.yaml"]
overrides = ["rulings.yaml"]

[tool.twgp.switches]
power_overflow = "clamp_99"
modules.link = false

[tool.twgp.severities]
D110 = "off"
duplicate-effect = "warning"
"""
YAML = """\
recipes: [mine.yaml]
overrides: [rulings.yaml]
switches: {power_overflow: clamp_99, modules.link: false}
severities: {D110: "off", duplicate-effect: warning}
"""


@pytest.mark.parametrize(("name", "text"), [("twgp.yaml", YAML), ("pyproject.toml", TOML)])
def test_both_files_say_the_same(tmp_path: Path, name: str, text: str) -> None:
    path = write(tmp_path / name, text)
    assert load_project(path) == Project(
        path,
        (tmp_path / "mine.yaml",),
        (tmp_path / "rulings.yaml",),
        {"power_overflow": "clamp_99", "modules.link": False},
        {"D110": "off", "duplicate-effect": "warning"},
    )


def test_none_gives_an_empty_project() -> None:
    assert load_project(None) == Project()


def test_the_nearest_folder_counts_and_in_it_the_yaml_file(tmp_path: Path) -> None:
    above = write(tmp_path / "pyproject.toml", TOML)
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    assert find_project(inner) == above
    nearer = write(tmp_path / "a" / "twgp.yaml", YAML)
    assert find_project(inner) == nearer
    write(tmp_path / "a" / "pyproject.toml", TOML)
    assert find_project(inner) == nearer
    nearest = write(inner / "pyproject.toml", "tool.twgp.severities.D110 = 'off'\n")
    assert find_project(inner) == nearest
    assert load_project(nearest).severities == {"D110": "off"}


@pytest.mark.parametrize("text", ["", "[project]\nname = 'twgp'\n", "[tool.twgpx]\na = 1\n", "[tool\nbroken\n"])
def test_a_pyproject_without_our_table_is_passed_over(tmp_path: Path, text: str) -> None:
    above = write(tmp_path / "twgp.yaml", YAML)
    write(tmp_path / "a" / "pyproject.toml", text)
    assert find_project(tmp_path / "a") == above


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("[tool.twgp]\nswitches = {}\noverides = []\n", 3, "tool.twgp.overides: unknown; known here: recipes"),
        ("[tool.twgp.severities]\nD104 = 'off'\nD101 = 'loud'\n", 3, "tool.twgp.severities.D101: 'loud' is not one of"),
        ("[tool.twgp]\nrecipes = 'one.yaml'\n", 2, "tool.twgp.recipes"),
        ("[tool.twgp]\n\n[tool.twgp.switches]\npower_overflow = 'clamp'\n", 4, "clamp_99"),
        ("[tool.twgp.switches]\nno_such = true\n", 2, "no_such"),
        ("[tool]\ntwgp = 1\n", 2, "tool.twgp"),
        ("[tool.twgp]\nrecipes = [\n", 2, "pyproject.toml:2"),
        ("[tool.twgp]\nrecipes = [2026-01-01]\n", 2, "tool.twgp.recipes.0"),
    ],
)
def test_faults_name_the_file_the_line_and_the_key(tmp_path: Path, text: str, line: int, says: str) -> None:
    path = write(tmp_path / "pyproject.toml", text)
    assert find_project(tmp_path) == path
    with pytest.raises(DocumentError) as caught:
        load_project(path)
    assert str(caught.value).startswith(f"{path}:{line}:")
    assert says in str(caught.value)


def test_a_switch_that_does_not_exist_is_told_with_its_line(tmp_path: Path) -> None:
    path = write(tmp_path / "twgp.yaml", "switches:\n  power_overflow: clamp_99\n  modules.lnk: false\n")
    with pytest.raises(DocumentError, match=r"twgp\.yaml:3: switches\.modules\.lnk: .*modules\.link"):
        load_project(path)


def test_a_pyproject_that_is_no_utf8(tmp_path: Path) -> None:
    path = tmp_path / "pyproject.toml"
    path.write_bytes("[tool.twgp]\n# 設定\n".encode("cp932"))
    with pytest.raises(DocumentError, match="save the file as UTF-8"):
        load_project(path)
