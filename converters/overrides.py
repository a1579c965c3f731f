"""Corrections by hand: a card's type, effect, power or flags as a judge ruled them."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from converters.kinds import default_places
from rulebook.cards import Card, Note
from rulebook.documents import load_document
from rulebook.names import fold


class Overrides:
    """Corrections by id or name. `unused` are the entries that met no card yet."""

    def __init__(self, entries: Mapping[str, Mapping[str, Any]]) -> None:
        self._entries = {fold(card): (card, dict(change)) for card, change in entries.items()}
        self._used: set[str] = set()

    @classmethod
    def load(cls, paths: list[Path]) -> "Overrides":
        """Reads files of the form `schemas/overrides.schema.json`; later files win.

        Raises `rulebook.documents.DocumentError` with every fault and its line.
        """
        entries: dict[str, Mapping[str, Any]] = {}
        for path in paths:
            entries.update(load_document(path, "overrides"))
        return cls(entries)

    @property
    def unused(self) -> list[str]:
        return [card for key, (card, _) in self._entries.items() if key not in self._used]

    def apply(self, card: Card, say: Callable[..., str]) -> Card:
        """The card with its correction, which `overridden` names field by field.

        A note, worded by `say`, tells of a unit left without a power and of a power for what is no unit.
        """
        for name in (card.id, card.name, card.name_ja):
            key = fold(name) if name else ""
            if key in self._entries:
                self._used.add(key)
                return self._changed(card, self._entries[key][1], say)
        return card

    @staticmethod
    def _changed(card: Card, change: dict[str, Any], say: Callable[..., str]) -> Card:
        fields = {name: tuple(value) if isinstance(value, list) else value for name, value in change.items()}
        fields.pop("why", None)
        named = tuple(fields)
        if "type" in fields:
            fields.setdefault("places", default_places(change["type"]))
            fields.setdefault("vital_kind", "counter" if fields["type"] == "vital" else None)
        type_ = fields.get("type", card.type)
        code = None
        if type_ != "unit":
            code = "override_power_no_unit" if fields.get("power") is not None else None
            fields["power"] = None
        elif fields.get("power", card.power) is None:
            code = "override_power_missing"
        notes = (*card.notes, Note(code, say(code, type=type_))) if code else card.notes
        return msgspec.structs.replace(card, **fields, overridden=named, notes=notes)
