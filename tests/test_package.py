"""The wheel holds every module and data file, and nothing that would litter a user's environment."""

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        return {name for name in packed.namelist() if ".dist-info/" not in name}


@pytest.fixture(scope="module")
def packages() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    listed: list[str] = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    return listed


def files(folder: Path) -> set[Path]:
    return {
        path.relative_to(folder)
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".pyc" and not any(part.startswith(".") for part in path.parts[-2:])
    }


def test_every_module_and_recipe_is_in_it(names: set[str], packages: list[str]) -> None:
    for package in packages:
        wanted = {f"{package}/{path.as_posix()}" for path in files(ROOT / package)}
        assert wanted <= names


@pytest.mark.parametrize("folder", ["schemas", "data"])
def test_every_data_file_is_in_it(names: set[str], folder: str) -> None:
    assert {f"rulebook/{folder}/{path.as_posix()}" for path in files(ROOT / folder)} <= names


def test_its_top_level_names_are_the_packages(names: set[str], packages: list[str]) -> None:
    assert {name.partition("/")[0] for name in names} == set(packages)
