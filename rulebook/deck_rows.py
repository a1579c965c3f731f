"""Deck documents written: a deck as plain data that `rulebook.decks.read_decks` reads back equal."""

from collections.abc import Iterable
from typing import Any

from rulebook.decks import Bundle, Deck, Entry, Master, Suppression


def deck_row(deck: Deck) -> dict[str, Any]:
    """A deck as a document (`schemas/deck.schema.json`) in plain dicts, lists and words.

    Every entry is written by its `name`. Remarks of the text that it was read from are lost, and with them the
    orders that hold for one line.
    """
    row: dict[str, Any] = {"twgp": 1, "title": deck.title, "format": deck.format}
    row |= {"cards": list(deck.pools), "options": dict(deck.settings)}
    row = {key: value for key, value in row.items() if value}
    if deck.bundles:
        row["decks"] = [_bundle(bundle) for bundle in deck.bundles]
    row["vitals"] = _entries(deck.vitals)
    if any(deck.extra_device):
        devices = [_entries(under) for under in deck.extra_device]
        row["extra_device"] = [under if len(under) > 1 else under[0] if under else None for under in devices]
    masters = [_master(master) for master in deck.masters]
    rest: dict[str, Any] = {
        "master": masters[0] if len(masters) == 1 else masters,
        "player": {"sex": deck.player_sex} if deck.player_sex else None,
        "tokens": _entries(deck.tokens),
        "aside": _entries(deck.aside),
        "ignore": [_order(order) for order in deck.suppressions if order.line is None],
    }
    return row | {key: value for key, value in rest.items() if value}


def _bundle(bundle: Bundle) -> dict[str, Any]:
    row = {"name": bundle.name, "role": bundle.role, "archive": _entries(bundle.archive)}
    return {key: value for key, value in row.items() if value} | {"cards": _entries(bundle.cards)}


def _entries(entries: Iterable[Entry]) -> list[Any]:
    return [_entry(entry) for entry in entries]


def _entry(entry: Entry) -> str | dict[str, Any]:
    row = {
        "card": entry.name,
        "effect": entry.effect,
        "quantity": entry.quantity if entry.counted else None,
        "type": entry.type,
        "phase": entry.phase,
    }
    written = {key: value for key, value in row.items() if value is not None}
    return written if len(written) > 1 else entry.name


def _master(master: Master) -> dict[str, Any]:
    row = {"card": master.entry.name, "human": master.human, "sex": master.sex, "code_key": master.code_key or None}
    return {key: value for key, value in row.items() if value is not None}


def _order(order: Suppression) -> dict[str, str]:
    row = {"code": order.code, "reason": order.reason, "card": order.card}
    return {key: value for key, value in row.items() if value}
