"""Bundled YAML files, read without checks."""

from pathlib import Path
from typing import Any

import yaml

Loader: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The C loader where PyYAML was built with libyaml, else its twin in Python."""


def load_yaml(path: Path) -> Any:
    """A bundled YAML file, trusted to be right (the tests check all of them against their schemas)."""
    with path.open("rb") as stream:
        return yaml.load(stream, Loader)
