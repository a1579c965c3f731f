"""A list that no recipe knows, described on the command line: `--map name=カード名 --map power=戦闘力/1000`."""

import re
from collections.abc import Iterable, Sequence

import msgspec

from converters.fields import fold_key
from converters.recipe import Alias, Kind, Power, Recipe
from converters.records import InputError, Row
from rulebook.loading import load_yaml
from rulebook.resources import data_path

FIELDS = (
    "id", "name", "name_ja", "species", "species_ja", "kind", "text", "text_ja", "set", "number", "power", "quantity"
)  # fmt: skip
"""Fields that can be mapped."""


def parse_map(entries: Sequence[str]) -> tuple[dict[str, str], int]:
    """Field to column, and what the power is divided by.

    Raises `InputError` for an entry without `=`, an unknown field, a field given two columns, or a divisor that is no
    whole number.
    """
    columns: dict[str, str] = {}
    per = 1
    for entry in entries:
        field, equals, column = entry.partition("=")
        field, column = field.strip(), column.strip()
        if not equals or not column:
            raise InputError("map_form", entry=entry)
        if field not in FIELDS:
            raise InputError("map_field", field=field, known=", ".join(FIELDS))
        if field == "power" and "/" in column:
            column, _, divisor = column.rpartition("/")
            if not divisor.strip().isdecimal() or int(divisor) == 0:
                raise InputError("map_divisor", entry=entry)
            column, per = column.strip(), int(divisor)
        if columns.setdefault(field, column) != column:
            raise InputError("map_twice", field=field, columns=f"{columns[field]}, {column}")
    return columns, per


def unknown_columns(entries: Sequence[str], rows: Iterable[Row]) -> list[str]:
    """The mapped columns that none of the rows has; a path into nested values (`a.b`, `a[]`) is not judged."""
    present = {fold_key(key) for row in rows for key in row}
    columns, _ = parse_map(entries)
    return [c for c in columns.values() if fold_key(c) not in present and not re.search(r"[.\[]", c)]


def mapped_recipe(game: str, entries: Sequence[str]) -> Recipe:
    """A recipe for a game that nobody foresaw; its kinds are read by the words of `data/kinds.yaml`."""
    columns, per = parse_map(entries)
    fields: dict[str, str | Alias | tuple[str | Alias, ...]] = dict(columns.items())
    if "name" not in fields and "name_ja" not in fields:
        raise InputError("map_needs_name")
    return Recipe(
        id=game,
        fields=fields,
        kinds=general_kinds(),
        power=Power(sources=("power",), per=per) if "power" in columns else None,
        identity=(("id",), ("name", "kind", "power"), ("name_ja", "kind", "power")),
    )


def general_kinds() -> tuple[Kind, ...]:
    """Words for kinds that card games share, in both languages."""
    return msgspec.convert(load_yaml(data_path("kinds.yaml")), tuple[Kind, ...])


def remapped(recipe: Recipe, entries: Sequence[str]) -> Recipe:
    """A known recipe that reads the named fields from other columns."""
    columns, per = parse_map(entries)
    fields = dict(recipe.fields)
    power = recipe.power
    for field, column in columns.items():
        fields[field] = column
    if "power" in columns:
        power = (
            msgspec.structs.replace(recipe.power, sources=("power",), per=per)
            if recipe.power
            else Power(sources=("power",), per=per)
        )
    return msgspec.structs.replace(recipe, fields=fields, power=power)
