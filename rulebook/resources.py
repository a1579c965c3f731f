"""Finds the files of `schemas/` and `data/`, in a checkout and in an installed wheel."""

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parent


@cache
def root() -> Path:
    """The folder that holds `schemas/` and `data/`.

    A wheel carries both inside this package; in a checkout they lie one folder up.
    """
    return _PACKAGE if (_PACKAGE / "schemas").is_dir() else _PACKAGE.parent


def data_path(name: str) -> Path:
    """Path of a data file or folder, for example `data_path("rules.yaml")`."""
    return root() / "data" / name


def schema_path(name: str) -> Path:
    """Path of a JSON Schema by its short name, for example `schema_path("card")`."""
    return root() / "schemas" / f"{name}.schema.json"


def schemas() -> list[str]:
    """Short names of all schemas."""
    return sorted(path.name.removesuffix(".schema.json") for path in (root() / "schemas").glob("*.schema.json"))


def version() -> str:
    """The version of the installed package; "0" in a checkout that was never installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("twgp")
    except PackageNotFoundError:
        return "0"
