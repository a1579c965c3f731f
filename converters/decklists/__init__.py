"""Deck lists: reading them, and resolving their lines against a pool of converted cards.

deck = parse_deck(text, pool.knows)
for one in resolve(deck, pool): ...
"""

from converters.decklists.documents import deck_from_xml, decks_from_json
from converters.decklists.lines import looks_like_deck, parse_deck
from converters.decklists.model import DeckLine, DeckList, DeckProblem
from converters.decklists.resolve import Resolved, Unresolved, resolve, resolve_lines
from converters.decklists.tables import deck_from_rows, is_deck_table
from rulebook.pool import Pool

__all__ = [
    "DeckLine",
    "DeckList",
    "DeckProblem",
    "Pool",
    "Resolved",
    "Unresolved",
    "deck_from_rows",
    "deck_from_xml",
    "decks_from_json",
    "is_deck_table",
    "looks_like_deck",
    "parse_deck",
    "resolve",
    "resolve_lines",
]
