"""What a format with its switches and house rules makes of a card: the readings that the checks share."""

from collections.abc import Mapping
from dataclasses import dataclass

from rulebook.cards import Card
from rulebook.formats import Format, format_named
from rulebook.options import Options, resolve

DECK_TYPES = frozenset(
    {"unit", "weapon", "blast_counter", "archive_trap", "archive_effect", "surge_earth", "bsd_counter"}
)
"""What a card of a deck can be (L386, TYPE-01); `bsd_counter` is declared by the player (ARCH-03)."""

STACKABLE = frozenset({"blast_counter", "archive_trap", "archive_effect", "surge_earth", "bsd_counter"})
"""Types of which equal cards may lie on each other (STACK-01)."""

_BY_TEXT = frozenset({"blast_counter", "surge_earth", "bsd_counter", "vital"})
_ARCHIVE = frozenset({"archive_trap", "archive_effect"})


@dataclass(frozen=True, slots=True)
class Play:
    """A format and the options of a game, with the switches of construction looked up once."""

    format: Format
    options: Options
    grid_text: bool
    weapon_text: bool
    dup_effect_scope: str
    dup_across_types: bool
    search_any_text: bool
    second_deck_in_deck: bool
    continuing_in_deck: bool
    extra_device: bool

    @classmethod
    def of(cls, format_: Format, options: Options) -> "Play":
        """The readings of `options`, which `rulebook.options.resolve` made for that format."""
        live = options["unit_text_valid"] is not False
        return cls(
            format_,
            options,
            grid_text=live,
            weapon_text=live and options["dorsaga_text_scope"] == "battle_grid_cards",
            dup_effect_scope=str(options["dup_effect_scope"]),
            dup_across_types=options["dup_effect_across_types"] == "across_types",
            search_any_text=options["ed_search_text_scope"] == "any_text",
            second_deck_in_deck=options["second_deck_place"] == "deck_too",
            continuing_in_deck=options["continuing_cards_in_deck"] is True,
            extra_device=options["modules.extra_device"] is not False,
        )

    @classmethod
    def named(cls, format_: str, settings: Mapping[str, object]) -> "Play":
        """As `of`, from a format's name and settings as a document writes them.

        Raises `rulebook.formats.FormatError` and `rulebook.options.OptionError`.
        """
        return cls.of(format_named(format_), resolve(settings, format_))

    def is_live(self, card: Card) -> bool:
        """Whether the card's text has force: always but on units and weapons (MATRIX-15, -16), and on those
        too in Dorsaga and CODE:DIVER (L717, DORSAGA-02).
        """
        if card.type == "unit":
            return self.grid_text
        return card.type != "weapon" or self.weapon_text

    def is_search(self, card: Card) -> bool:
        """Whether search text binds the card to the extra device (EXTRA-07, MATRIX-12)."""
        return "search" in card.flags and (self.search_any_text or self.is_live(card))

    def fits_deck(self, card: Card) -> bool:
        """Whether a bundle of 20 may hold the card by what it is (TYPE-01, TYPE-03, EXTRA-02)."""
        if "deck" in card.places:
            return True
        if "extra_device" in card.places and card.type in DECK_TYPES and self.second_deck_in_deck:
            return not self._is_there_for_search(card)
        return card.type == "vital" and self.continuing_in_deck

    def fits_vitals(self, card: Card) -> bool:
        """Whether the card may be a vital without being the master (GRID-10, PROP-08, PROP-09)."""
        return "vital" in card.places

    def fits_extra_device(self, card: Card) -> bool:
        """Whether the card may lie under a vital: second deck, search or phase (EXTRA-02, -07, -08)."""
        return "extra_device" in card.places or card.phase is not None or self.is_search(card)

    def _is_there_for_search(self, card: Card) -> bool:
        return card.phase is None and self.is_search(card)

    def effect_keys(self, card: Card, effect: str | None = None, type_: str | None = None) -> tuple[str, ...]:
        """Keys of the card's effect: two cards that share one have the same effect (RES-06, AEFFECT-17, -18).

        `effect` is the effect that the player registered, else the primary one; `type_` what the player
        declared the card to be. A-Effects and A-Traps are compared by category, what is Another, laid
        beforehand or a vital by its text. Units and weapons have no key unless their text is live (RES-09,
        WEAPON-11), a card without text has none.
        """
        kind = type_ or card.type
        if kind in _ARCHIVE:
            chosen = effect or card.effect
            if chosen is not None and chosen != "another" and self.dup_effect_scope != "text":
                key = chosen if self.dup_across_types else f"{kind} {chosen}"
                if self.dup_effect_scope == "kind_and_value":
                    key = f"{key} {next((one.power for one in card.effects if one.effect == chosen), 0):02d}"
                return (key,)
            return text_keys(card)
        if kind in _BY_TEXT or self.is_live(card):
            return text_keys(card)
        return ()


def text_keys(card: Card) -> tuple[str, ...]:
    """The card's text in each language that it has, as keys (RES-06)."""
    en, ja = card.text_key.en, card.text_key.ja
    return tuple(key for key in (en and f"en:{en}", ja and f"ja:{ja}") if key)
