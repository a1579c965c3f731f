"""Lorcana lists that keep the name and the version of a character apart: Lorcast and others."""

from collections.abc import Iterable, Iterator

from converters.games.boxes import one_by_one
from converters.records import Row, Unreadable

_VERSIONS = ("version", "Version", "subname", "subtitle", "バージョン", "サブタイトル")


def adapt(records: Iterable[tuple[int, Row | Unreadable]]) -> Iterator[tuple[int, Row | Unreadable, int]]:
    """Brings each record to the shape that `lorcana.yaml` describes; joins none."""
    return one_by_one(records, with_version)


def with_version(row: Row) -> Row:
    """The record with "Ariel - On Human Legs" as its name, which is how the card is called."""
    if row.get("fullName"):
        return row
    version = next((row[key] for key in _VERSIONS if row.get(key)), None)
    name = row.get("name")
    if isinstance(version, str) and isinstance(name, str) and version not in name:
        return {**row, "name": f"{name} - {version}"}
    return row
