"""What a closed list of races is called in Japanese, for lists that hold English alone (LINK-18)."""

from functools import cache
from typing import Any

from converters.records import Row
from rulebook.loading import load_yaml
from rulebook.resources import data_path

_COLUMNS = ("monster_type_line", "type_line", "race", "typeline")


@cache
def _words() -> dict[str, str]:
    words: dict[str, str] = load_yaml(data_path("games") / "yugioh_bits.yaml")["race_ja"]
    return words


def with_japanese_race(row: Row) -> Row:
    """The record of a Yu-Gi-Oh! monster with `species_ja`, where its English race is known; else as it is."""
    for column in _COLUMNS:
        race: Any = row.get(column)
        if isinstance(race, list):
            race = race[0] if race else None
        if isinstance(race, str) and race:
            word = _words().get(race.partition("/")[0].strip())
            return {**row, "species_ja": word} if word else row
    return row
