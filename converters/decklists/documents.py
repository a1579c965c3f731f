"""Deck lists that are XML or JSON documents, already parsed by the reader of the file.

XML: Cockatrice `.cod`, MTGO `.dek`, OCTGN `.o8d`. JSON: MTGJSON decks, pokemon-tcg-data decks. Lines are
counted in card entries, because a parsed document knows no lines.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from converters.decklists.headings import headings
from converters.decklists.model import (
    FURTHER_BUNDLE,
    BadQuantityError,
    DeckLine,
    DeckList,
    DeckProblem,
    Unit,
    read_quantity,
    shortened,
)

_MTGJSON_BOARDS = {
    "mainBoard": "main",
    "sideBoard": "side",
    "commander": "commander",
    "displayCommander": "maybe",
    "planes": "extra",
    "schemes": "extra",
    "tokens": "tokens",
}


class Entry(NamedTuple):
    """A card entry of a document. `quantity` is as the document has it; `zone` as a heading would be.

    `line` is where it stands in a table; without it entries are counted.
    """

    zone: str
    quantity: object
    name: str | None
    card_id: str | None = None
    set: str | None = None
    number: str | None = None
    line: int | None = None


def deck_from_xml(root: Element) -> DeckList | None:
    """The deck of a `.cod`, `.dek` or `.o8d` document; None when the root is none of them."""
    for form in _XML_FORMS:
        if root.tag == form.root and (form.child is None or root.find(form.child) is not None):
            title = root.findtext(form.title) if form.title else None
            return collect(form.name, _text(title), form.entries(root))
    return None


def decks_from_json(value: object) -> list[DeckList] | None:
    """The decks of a JSON document: one of MTGJSON, several of pokemon-tcg-data; None for other documents."""
    if isinstance(value, dict):
        deck = value.get("data", value)
        if isinstance(deck, dict) and isinstance(deck.get("mainBoard"), list):
            return [collect("mtgjson", _text(deck.get("name")), _mtgjson(deck))]
        if _is_pokemon_deck(value):
            return [collect("pokemon_tcg_data", _text(value.get("name")), _pokemon(value))]
    if isinstance(value, list) and value and all(_is_pokemon_deck(deck) for deck in value):
        return [collect("pokemon_tcg_data", _text(deck.get("name")), _pokemon(deck)) for deck in value]
    return None


def _cockatrice(root: Element) -> Iterator[Entry]:
    for zone in root.iter("zone"):
        for card in zone.iter("card"):
            # Cockatrice leaves the number out where it is 1.
            yield Entry(
                zone.get("name", ""),
                card.get("number", "1"),
                card.get("name"),
                set=card.get("setShortName") or None,
                number=card.get("collectorNumber") or None,
            )


def _mtgo(root: Element) -> Iterator[Entry]:
    for card in root.iter("Cards"):
        # CatID counts in a catalogue of its own, which no card list has: the name decides.
        zone = "side" if card.get("Sideboard", "").lower() == "true" else "main"
        yield Entry(zone, card.get("Quantity"), card.get("Name"))


def _octgn(root: Element) -> Iterator[Entry]:
    for section in root.iter("section"):
        for card in section.iter("card"):
            yield Entry(section.get("name", ""), card.get("qty"), card.text, card.get("id"))


class _XmlForm(NamedTuple):
    """A form of XML deck list: its root, the child that every list has, where its title stands, its cards."""

    name: str
    root: str
    child: str | None
    title: str | None
    entries: Callable[[Element], Iterator[Entry]]


_XML_FORMS = (
    _XmlForm("cod", "cockatrice_deck", None, "deckname", _cockatrice),
    _XmlForm("dek", "Deck", "Cards", None, _mtgo),
    _XmlForm("o8d", "deck", "section", None, _octgn),
)


def _mtgjson(deck: Mapping[str, Any]) -> Iterator[Entry]:
    for board, cards in deck.items():
        listed = cards if isinstance(cards, list) else []
        if not any(isinstance(card, dict) and "count" in card for card in listed):
            continue
        for card in listed:
            yield _json_entry(_MTGJSON_BOARDS.get(board, board), card, "uuid", "setCode", "number")


def _is_pokemon_deck(deck: object) -> bool:
    return (
        isinstance(deck, dict)
        and isinstance(deck.get("cards"), list)
        and bool(deck["cards"])
        and all(isinstance(card, dict) and "count" in card and "id" in card for card in deck["cards"])
    )


def _pokemon(deck: Mapping[str, Any]) -> Iterator[Entry]:
    return (_json_entry("main", card, "id", None, None) for card in deck["cards"])


def _json_entry(zone: str, card: object, id_key: str, set_key: str | None, number_key: str | None) -> Entry:
    if not isinstance(card, dict):
        return Entry(zone, None, None)
    return Entry(
        zone,
        card.get("count"),
        _text(card.get("name")),
        _text(card.get(id_key)),
        _text(card.get(set_key)) if set_key else None,
        _text(card.get(number_key)) if number_key else None,
    )


def _text(value: object) -> str | None:
    return value.strip() or None if isinstance(value, str) else None


def collect(form: str, title: str | None, entries: Iterable[Entry], unit: Unit = "card") -> DeckList:
    """The deck of these entries; what is wrong with one is a problem at its place."""
    words = headings()
    lines: list[DeckLine] = []
    problems: list[DeckProblem] = []
    unknown: set[str] = set()
    for count, entry in enumerate(entries, 1):
        number = count if entry.line is None else entry.line
        # Rows of a converted list name it so.
        bundle = entry.zone if FURTHER_BUNDLE.fullmatch(entry.zone) else None
        section = bundle or (words.section_of(entry.zone) if entry.zone else "main")
        if section is None:
            section = "main"
            if entry.zone not in unknown:
                unknown.add(entry.zone)
                values: dict[str, object] = {"heading": shortened(entry.zone), "known": words.known}
                problems.append(DeckProblem(number, "deck_heading_unknown", values))
        name = (entry.name or "").strip() or None
        raw = f"{entry.quantity} {name or entry.card_id or ''}".strip()
        if name is None and entry.card_id is None:
            problems.append(DeckProblem(number, "deck_entry_nameless", {"section": section}))
            continue
        try:
            quantity = read_quantity(entry.quantity)
        except BadQuantityError as bad:
            values = {"quantity": bad.shown, "text": shortened(name or str(entry.card_id))}
            problems.append(DeckProblem(number, "deck_quantity_bad", values))
            continue
        lines.append(DeckLine(number, quantity, name, entry.set, entry.number, entry.card_id, section, raw, name or ""))
    return DeckList(form, title, tuple(lines), tuple(problems), unit=unit)
