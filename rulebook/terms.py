"""The closed vocabularies of the rule text, under the identifiers of the glossary."""

from typing import Literal, get_args

CardType = Literal["unit", "weapon", "blast_counter", "archive_trap", "archive_effect", "surge_earth", "vital", "none"]
"""What a card is: the deck card types (L386, TYPE-01), `vital` (TYPE-03), or `none`: of no use here."""

Effect = Literal[
    "spell", "reflect", "plus", "down", "accel", "slow", "poison", "potion", "hack", "crack", "drain",
    "hazard", "medical", "jamming", "copy", "another",
]  # fmt: skip
"""The sixteen effect categories (L493-562)."""

Place = Literal["deck", "vital", "extra_device"]
"""Where a card may lie when the game begins (TYPE-03, EXTRA-02)."""

VitalKind = Literal["trap", "counter"]
"""How a vital effect starts: pulled by its owner (L351) or not (L352, PROP-09)."""

CARD_TYPES: tuple[CardType, ...] = get_args(CardType)
EFFECTS: tuple[Effect, ...] = get_args(Effect)
PLACES: tuple[Place, ...] = get_args(Place)

POWER_MIN = 0
POWER_MAX = 99
"""Bounds of a converted base power (L123, STATUS-02)."""

NUMBER_OF_ANOTHER_ITEM = 6
"""A number that is not written in the game's power unit counts as power 06 (L490, READ-03)."""
