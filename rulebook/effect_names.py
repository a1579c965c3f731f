"""The sixteen effects by their names for people, as the sections of the rules call them (L493-562)."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from rulebook.formats import fold
from rulebook.rules import sections
from rulebook.terms import EFFECTS
from rulebook.words import Words


@cache
def effect_words() -> Mapping[str, Words]:
    """The name of each effect by its id, for example `Spell` and `スペル`."""
    named = {section.id: section for section in sections()}
    found = {effect: named[f"EFF-{effect.upper()}"] for effect in EFFECTS}
    return MappingProxyType(
        {id_: Words(one.en.removeprefix("Effect "), one.ja.removeprefix("効果")) for id_, one in found.items()}
    )


def effect_named(word: str) -> str | None:
    """The id of the effect that a word means: an id or a name in either language; None for any other word."""
    if word in EFFECTS:
        return word
    wanted = fold(word)
    return next((id_ for id_, name in effect_words().items() if wanted in (id_, fold(name.en), fold(name.ja))), None)
