"""What the tests of the linter's command share: a small pool and documents."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from rulebook.cards import Card, TextKey, to_line
from rulebook.names import fold
from twgp.session import Quiet, pipeline

RULESET = pipeline(Quiet()).settings.ruleset
"""What converted cards bear when no switch is set."""


def card(name: str, type_: str = "unit", power: int | None = 1, **values: Any) -> Card:
    """A converted card as small as it may be."""
    places = {"vital": ("vital",), "none": ()}.get(type_, ("deck",))
    row: dict[str, Any] = {
        "id": f"own/{name}", "identity": f"own:{fold(name)}", "name": name, "game": "own", "type": type_,
        "places": places, "power": power if type_ == "unit" else None, "text_key": TextKey(en=f"text of {name}"),
    }  # fmt: skip
    return Card(**(row | values))


UNITS = tuple(card(f"Unit {number}", power=1 + number % 3) for number in range(1, 41))
VITALS = tuple(card(f"Vital {number}", "vital") for number in range(1, 6))
POOL = (*UNITS, *VITALS)


def write_pool(path: Path, cards: Sequence[Card] = POOL) -> Path:
    """The cards as a converted list."""
    bearing = (msgspec.structs.replace(one, ruleset=RULESET) for one in cards)
    path.write_bytes(b"".join(to_line(one) + b"\n" for one in bearing))
    return path


def half(names: Sequence[object] | None = None, **values: Any) -> str:
    """A Half in JSON, which is YAML too; legal against `POOL` unless `names` or `values` say otherwise."""
    listed = [one.name for one in UNITS[:20]] if names is None else list(names)
    document: dict[str, Any] = {
        "twgp": 1, "format": "half", "cards": ["pool.jsonl"], "decks": [{"name": "entry", "cards": listed}],
        "vitals": [one.name for one in VITALS[:3]],
    }  # fmt: skip
    return json.dumps(document | values, ensure_ascii=False, indent=1)
