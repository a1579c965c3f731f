"""The shapes in which JSON and YAML hold cards: lists, envelopes, maps from name to card, columns; and
documents of card sites that hold none."""

from collections.abc import Iterator, Mapping
from typing import Any

from converters.records import Row

LIST_KEYS = frozenset(
    {
        "data", "cards", "tokens", "results", "items", "records", "rows", "entries", "cardlist",
        "card_list", "カード",
    }
)  # fmt: skip
"""Keys (case folded) under which an envelope holds its list of cards or its map of cards."""

DECK_KEYS = frozenset({"mainboard", "sideboard", "maindeck", "main_deck", "side_deck", "sidedeck"})
"""Keys (case folded) that make a document a deck list."""

NAME_KEYS = frozenset(
    {
        "name", "cardname", "card_name", "card name", "card", "title", "name_en", "en_name", "name_ja",
        "english name", "japanese name", "facename", "名前", "名称", "カード名", "カード名称", "カード",
        "モンスター名", "日本語名", "英語名",
    }
)  # fmt: skip
"""Column names (NFKC, case folded) that hold a card's name in known lists."""

ID_KEYS = frozenset(
    {
        "id", "uuid", "code", "number", "cardid", "card_id", "card id", "cardnumber", "card_number",
        "card number", "unique id", "番号", "カード番号",
    }
)  # fmt: skip

_WORD_KEYS = frozenset({"keywords", "glossary", "terms"})
_QUANTITY_KEYS = frozenset({"count", "quantity", "qty", "枚数"})
_MANY = 8
"""So many members of one kind settle that an object is a map from names to cards."""

_KINDS: tuple[tuple[str, frozenset[str], frozenset[str]], ...] = (
    # code, keys that all must be there, keys of which none may be there
    ("not_cards_json_schema", frozenset({"$schema", "properties"}), frozenset({"cards"})),
    ("not_cards_json_schema", frozenset({"$schema", "enum"}), frozenset({"cards"})),
    ("not_cards_json_schema", frozenset({"$schema", "$defs"}), frozenset({"cards"})),
    ("not_cards_set_list", frozenset({"code", "releaseDate", "totalSetSize"}), frozenset({"cards"})),
    ("not_cards_set_list", frozenset({"id", "series", "printedTotal"}), frozenset({"cards"})),
    ("not_cards_deck_index", frozenset({"code", "fileName", "releaseDate"}), frozenset()),
    ("not_cards_game_definition", frozenset({"dataUrl", "cardBack"}), frozenset()),
    ("not_cards_game_definition", frozenset({"gameplay", "deckBuilding"}), frozenset()),
    ("not_cards_file_version", frozenset({"date", "version"}), frozenset({"name"})),
)
_SCRYFALL = {
    "ruling": "not_cards_rulings",
    "catalog": "not_cards_word_list",
    "set": "not_cards_set_list",
    "error": "not_cards_site_error",
    "bulk_data": "not_cards_file_index",
    "migration": "not_cards_file_index",
    "card_symbol": "not_cards_word_list",
}


class DeckDocument(Exception):  # noqa: N818
    """A document turned out to be a deck list (`mainBoard`, `sideBoard`)."""


def not_cards(row: Row) -> str | None:
    """The code that says what a document without cards is, judged by its first record; else None."""
    kind = row.get("object")
    if isinstance(kind, str) and kind in _SCRYFALL:
        return _SCRYFALL[kind]
    keys = row.keys()
    for code, wanted, unwanted in _KINDS:
        if wanted <= keys and not unwanted & keys:
            return code
    if keys and {key.casefold() for key in keys} <= _WORD_KEYS:
        return "not_cards_word_list"
    return None


def is_deck(row: Row) -> bool:
    """Whether a record is a deck list: named sections, or a list of cards with how many of each."""
    for key, value in row.items():
        folded = key.casefold()
        if folded in DECK_KEYS and isinstance(value, list | dict):
            return True
        if folded in ("cards", "deck") and isinstance(value, list) and value:
            first = value[0]
            if isinstance(first, dict) and any(inner.casefold() in _QUANTITY_KEYS for inner in first):
                return True
    return False


def is_list_key(key: str) -> bool:
    """Whether an envelope may hold its cards under this key."""
    return key.casefold() in LIST_KEYS


def is_mapping(members: Mapping[str, Any], *, ended: bool) -> bool:
    """Whether the members of an object are cards by name or id, and the object no card itself.

    While it is being read (`ended` false) only a clear case counts: eight members, all of them objects or
    lists of objects.
    """
    if any(key.casefold() in NAME_KEYS for key in members) or not_cards(dict(members)) is not None:
        return False
    own = {key: value for key, value in members.items() if not key.startswith(("$", "_"))}
    cards = sum(1 for value in own.values() if _holds_cards(value))
    if not ended:
        return len(own) >= _MANY and cards == len(own)
    if cards == len(own):
        return cards > 0
    # A version or a date beside the cards.
    named = sum(1 for value in own.values() if isinstance(value, dict) and has_name(value))
    return named >= 2 and cards * 2 > len(own)


def settled(members: Mapping[str, Any]) -> bool:
    """Whether so many members were seen that `is_mapping` can be asked before the end."""
    return len(members) == _MANY


def _holds_cards(value: Any) -> bool:
    if isinstance(value, dict):
        return bool(value)
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def has_name(row: Row) -> bool:
    """Whether a record has a column known to hold names."""
    return any(key.casefold() in NAME_KEYS for key in row)


def mapped(key: str, value: Any) -> Iterator[Any]:
    """The records of one member of a map. The key fills the name where a card lacks it, and the id of a card
    that has a name only.

    A set inside (`{"cards": [...], "tokens": [...]}`) gives its cards. What is no card is given as it is.
    """
    if isinstance(value, dict):
        lists = [inner for name, inner in value.items() if is_list_key(name) and _holds_cards(inner)]
        if lists and not is_deck(value):
            for inner in lists:
                yield from inner if isinstance(inner, list) else [inner]
            return
        yield _with_key(key, value)
    elif isinstance(value, list):
        for item in value:
            yield {"name": key, **item} if isinstance(item, dict) and not has_name(item) else item
    else:
        yield value


def _with_key(key: str, row: Row) -> Row:
    if not has_name(row):
        return {"name": key, **row}
    if not any(name.casefold() in ID_KEYS for name in row):
        return {"id": key, **row}
    return row


def columns(members: Mapping[str, Any]) -> list[Row] | None:
    """The rows of an object of columns (lists of one length, or maps with the same keys); else None."""
    values = list(members.values())
    if len(values) < 2 and not has_name(dict(members)):
        return None
    if values and all(isinstance(value, list) for value in values):
        length = len(values[0])
        flat = all(not isinstance(item, dict | list) for value in values for item in value[:1])
        if length and flat and all(len(value) == length for value in values):
            return [dict(zip(members, cells, strict=True)) for cells in zip(*values, strict=True)]
        return None
    if values and all(isinstance(value, dict) for value in values):
        index = values[0].keys()
        if not index or not all(key.isdecimal() for key in index) or any(v.keys() != index for v in values):
            return None
        return [{key: value[number] for key, value in members.items()} for number in index]
    return None
