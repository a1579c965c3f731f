"""Corrections by hand: a card's type, effect, power or flags as a judge ruled them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec

from rulebook.cards import Card, Note
from rulebook.codes import codes
from rulebook.documents import DocumentError, load_document
from rulebook.names import fold
from rulebook.problems import problem
from rulebook.terms import CardType

WHY = "override_why"
"""Code of the note that gives the reason of a correction."""
_FOLLOWING = ("vital_kind", "weapon_sign", "places", "effect", "flags", "phase")
"""What follows from the type, or from the text under that type, where no correction sets it."""


class Retype(Protocol):
    """Gives a card another type with all that follows from it; `flags` stand for those that its text says."""

    def __call__(self, card: Card, type_: CardType, flags: Sequence[str] | None) -> Card: ...


class Overrides:
    """Corrections by id or name. `unused` are the entries that met no card yet."""

    def __init__(self, entries: Mapping[str, Mapping[str, Any]]) -> None:
        self._entries = {fold(card): (card, dict(change)) for card, change in entries.items()}
        self._used: set[str] = set()
        self._bases = {_base(key) for key in self._entries}
        self._ids: dict[str, str] = {}
        self._taken: set[str] = set()

    @classmethod
    def load(cls, paths: list[Path]) -> "Overrides":
        """Reads files of the form `schemas/overrides.schema.json`; later files win.

        Raises `rulebook.documents.DocumentError` with every fault and its line.
        """
        entries: dict[str, Mapping[str, Any]] = {}
        for path in paths:
            try:
                entries.update(load_document(path, "overrides"))
            except DocumentError:
                value = load_document(path)
                if value and isinstance(value, dict):
                    raise
                raise DocumentError(path, [problem(1, "", "overrides_no_map")]) from None
        return cls(entries)

    @property
    def unused(self) -> list[str]:
        return [card for key, (card, _) in self._entries.items() if key not in self._used]

    def apply(self, card: Card, say: Callable[..., str], retype: Retype) -> Card:
        """The card with its correction, which `overridden` names field by field.

        Where several entries fit, that of the id goes before the name and the name before the Japanese one.
        Notes, worded by `say`, give the reason, and tell of a unit left without a power and of a power for
        what is no unit.
        """
        change: dict[str, Any] = {}
        for key in self._keys(card):
            if key in self._entries:
                self._used.add(key)
                change |= self._entries[key][1]
        return _changed(card, change, say, retype) if change else card

    def _keys(self, card: Card) -> Iterator[str]:
        """What an entry for the card may be called; the last one weighs most."""
        for name in (card.name_ja, card.name):
            if name:
                yield fold(name)
        id_ = self._id(card)
        if id_:
            yield fold(id_)

    def _id(self, card: Card) -> str | None:
        """The id that the card's row will bear, if an entry may mean it: `#2` where another card has it already.

        A reprint goes with the card that it is merged into.
        """
        known = self._ids.get(card.identity)
        if known is None and _base(fold(card.id)) in self._bases:
            known, number = card.id, 1
            while known in self._taken:
                number += 1
                known = f"{card.id}#{number}"
            self._taken.add(known)
            self._ids[card.identity] = known
        return known


def _base(key: str) -> str:
    """An id without the number of a clash."""
    return key.partition("#")[0]


def _changed(card: Card, change: dict[str, Any], say: Callable[..., str], retype: Retype) -> Card:
    fields = {name: tuple(value) if isinstance(value, list) else value for name, value in change.items()}
    why = fields.pop("why", None)
    named = tuple(dict.fromkeys((*card.overridden, *fields)))
    if "type" in fields:
        # What a correction of an earlier run set stays as well.
        fields = {name: getattr(card, name) for name in _FOLLOWING if name in card.overridden} | fields
        card = retype(card, fields["type"], fields.get("flags"))
    type_ = fields.get("type", card.type)
    code = None
    if type_ != "unit":
        code = "override_power_no_unit" if fields.get("power") is not None else None
        fields["power"] = None
    elif fields.get("power", card.power) is None:
        code = "override_power_missing"
    known = codes()
    settled = {"power"} if "power" in fields else set()
    notes = [
        note
        for note in card.notes
        if note.code != code
        and not (note.code == WHY and why)
        and not (note.code in known and known[note.code].about in settled)
    ]
    if code:
        notes.append(Note(code, say(code, type=type_)))
    if why:
        notes.append(Note(WHY, say(WHY, why=why)))
    return msgspec.structs.replace(card, **fields, overridden=named, notes=tuple(notes))
