"""What tables call types, effects and places: ids in English, as in the data; the names of the rules in Japanese."""

from functools import cache
from typing import Any

from rulebook.cards import Card
from rulebook.effect_names import effect_words
from rulebook.loading import load_yaml
from rulebook.resources import data_path
from twgp.lang import phrase


@cache
def types() -> dict[str, Any]:
    """The card types of `data/types.yaml` by id."""
    found: dict[str, Any] = load_yaml(data_path("types.yaml"))["types"]
    return found


def type_name(type_: str, lang: str) -> str:
    """A card type, without what the rules add in brackets."""
    return type_ if lang == "en" else str(types()[type_]["name"][lang]).partition("（")[0]


def type_of(card: Card, lang: str) -> str:
    """The type of a card; of a vital with its kind."""
    if card.vital_kind is None:
        return type_name(card.type, lang)
    kind = card.vital_kind if lang == "en" else phrase(f"vital_{card.vital_kind}", lang)
    if lang == "ja" and card.type == "vital":
        return kind
    return f"{type_name(card.type, lang)} ({kind})"


def effect_of(effect: str, lang: str) -> str:
    """An effect."""
    return effect if lang == "en" else effect_words()[effect].ja


def place_words(card: Card, lang: str) -> list[str]:
    """Where the card may be laid."""
    return [place if lang == "en" else phrase(f"explain_place_{place}", lang) for place in card.places]
