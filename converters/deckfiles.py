"""Files that may be deck lists: judged, parsed, and resolved into rows with quantity and section."""

import itertools
import json
from collections.abc import Iterable, Iterator
from xml.etree import ElementTree

from converters.decklists import (
    DeckList,
    Pool,
    Unresolved,
    deck_from_rows,
    deck_from_xml,
    decks_from_json,
    is_deck_table,
    looks_like_deck,
    parse_deck,
    resolve,
)
from converters.decklists.model import Remark, Unit
from converters.readers import TABLES, DeckListText
from converters.recipe import Recipe, games
from converters.recognise import SAMPLE, recognise
from converters.records import InputError, RecordReader, Unreadable
from rulebook.cards import Card
from rulebook.codes import codes

DeckRow = tuple[int, int, Card | Unreadable | None, list[Remark], str]
"""Line, lines taken up, card or failure or neither, remarks, and what stood there."""


def table_of(
    file: str, reader: RecordReader, own: Iterable[Recipe] = (), *, by_name: bool = False
) -> DeckListText | None:
    """A table with names and how many, and nothing of what the cards are, as a deck list; None for a list of cards.

    `own` are the user's recipes. With `by_name` a game that is known by the names of its cards alone (playing
    cards) makes a list of cards of it.
    """
    if reader.format not in TABLES:
        return None
    head = [row for _, row in itertools.islice(reader.records(), SAMPLE) if not isinstance(row, Unreadable)]
    if not head or not is_deck_table(map(str, head[0]), own):
        return None
    if by_name and recognise(head, {game.id: game.recognise for game in games().values()}):
        return None
    return DeckListText(file, "", "table", reader.encoding, reader.remarks, reader)


def decks_of(found: DeckListText, pool: Pool | None) -> list[DeckList]:
    """The decks of a file. Raises `InputError` when the file is none: it says what the file is."""
    decks: list[DeckList] | None
    if found.table is not None:
        known_set = pool.has_set if pool is not None else None
        unit: Unit = "row" if found.table.unit == "row" else "line"
        decks = [deck_from_rows(found.table.records(), found.table.format, unit, known_set)]
    elif found.form == "xml":
        decks = _from_xml(found)
    elif found.form == "json":
        decks = decks_from_json(json.loads(found.text))
    else:
        known = pool.knows if pool is not None else None
        decks = [parse_deck(found.text, known)] if looks_like_deck(found.text, known) else None
    if not decks:
        raise InputError("not_cards_text", file=found.file)
    return decks


def rows(deck: DeckList, pool: Pool) -> Iterator[DeckRow]:
    """Every line of a deck that names or should name a card, once, with what is to be said of it."""
    for problem in deck.problems:
        level = codes()[problem.code].level
        if level == "unreadable":
            yield problem.line, 1, Unreadable(problem.code), [(problem.code, problem.values)], ""
        else:
            yield problem.line, 0, None, [(problem.code, problem.values)], ""
    for one in resolve(deck, pool):
        if isinstance(one, Unresolved):
            yield one.line.line, 1, Unreadable(one.code), [(one.code, one.values)], one.line.raw
        else:
            yield one.line.line, len(one.lines) or 1, one.row(), list(one.notes), one.line.raw


def _from_xml(found: DeckListText) -> list[DeckList] | None:
    if "<!ENTITY" in found.text:  # a few lines of entities can fill any memory
        raise InputError("xml_entities", file=found.file)
    try:
        root = ElementTree.fromstring(found.text)
    except ElementTree.ParseError as error:
        line, column = error.position
        raise InputError("xml_broken", file=found.file, line=line, column=column + 1, reason=error.msg) from None
    deck = deck_from_xml(root)
    return [deck] if deck is not None else None
