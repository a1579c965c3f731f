"""Every JSON Schema is sound and says what it is for."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulebook.resources import root

SCHEMAS = sorted((root() / "schemas").glob("*.schema.json"))


@pytest.fixture(params=SCHEMAS, ids=lambda path: path.name)
def schema_file(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


@pytest.fixture
def schema(schema_file: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(schema_file.read_text(encoding="utf-8"))
    return loaded


def test_it_is_a_schema_of_2020_12(schema: dict[str, Any]) -> None:
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema)


def test_its_id_is_its_file_name(schema: dict[str, Any], schema_file: Path) -> None:
    assert schema["$id"] == f"urn:twgp:schema:{schema_file.name.removesuffix('.schema.json')}"


def test_it_is_described(schema: dict[str, Any]) -> None:
    assert schema["title"]
    assert schema["description"].endswith(".")


def test_its_examples_are_valid(schema: dict[str, Any]) -> None:
    assert schema["examples"], "give at least one example"
    validator = Draft202012Validator(schema)
    for example in schema["examples"]:
        validator.validate(example)
