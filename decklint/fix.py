"""Mends that are safe: what they change is how a list is written, never what it says."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from decklint.case import identity, set_size
from decklint.resolve import entries, meant, same_source
from rulebook.decks import Deck, Entry
from rulebook.names import fold
from rulebook.pool import Pool, identities
from rulebook.scalars import Scalar, written
from rulebook.walk import Place

What = Literal["heading", "merged", "digits", "name"]
"""What is mended: a heading's spelling, equal lines, full-width digits, a card's spelling."""


class Mend(NamedTuple):
    """Characters `start` to `end` of a text that `new` stands for; half-open."""

    start: int
    end: int
    new: str
    what: What


def applied(text: str, mends: Iterable[Mend]) -> str:
    """The text with its mends, which do not overlap."""
    parts, at = [], 0
    for mend in sorted(mends):
        parts += [text[at : mend.start], mend.new]
        at = mend.end
    return "".join([*parts, text[at:]])


def document_mends(deck: Deck, pool: Pool | None, found: Mapping[Place, Scalar]) -> Iterator[Mend]:
    """The mends of a deck document in YAML or JSON, whose values are `found` (`rulebook.scalars`)."""
    for scalar in found.values():
        if scalar.key == "quantity" and (digits := plain_digits(scalar.value)) != scalar.value:
            yield Mend(scalar.start, scalar.end, written(digits, scalar.style, deck.form), "digits")
    if pool is None:
        return
    for place, name in {entry.place: entry.name for entry in entries(deck)}.items():
        at = found.get(place)
        if at is None or at.value.strip() != name:
            continue
        own = spelled(name, pool)
        if own is not None:
            yield Mend(at.start, at.end, written(own, at.style, deck.form), "name")


def spelled(name: str, pool: Pool) -> str | None:
    """The card's own spelling of a name that fits only when case, width and the like are folded; else None.

    It is the spelling in the language that was written, and only one that means the same card by itself.
    """
    if pool.named(name):
        return None
    cards = same_source(identities(pool.folded(name)))
    if len(cards) != 1:
        return None
    own = next((one for one in (cards[0].name, cards[0].name_ja) if one and fold(one) == fold(name)), None)
    if own is None or own == name or own != own.strip() or not own.isprintable():
        return None
    means = meant(own, pool)
    return own if means is not None and means.identity == cards[0].identity else None


def plain_digits(text: str) -> str:
    """A text with ASCII digits for those of any other width or script."""
    return "".join(str(int(one)) if one.isdecimal() else one for one in text)


def says(deck: Deck) -> object:
    """What a document registers, without how it is written: equal before and after a mend."""
    return (
        deck.title,
        deck.format,
        sorted(deck.settings.items(), key=str),
        [(bundle.name, bundle.role, _cards(bundle.cards), _cards(bundle.archive)) for bundle in deck.bundles],
        _cards(deck.vitals),
        [_cards(under) for under in deck.extra_device],
        [(identity(master.entry), *master[1:]) for master in deck.masters],
        _cards(deck.tokens),
        _cards(deck.aside),
        len(deck.suppressions),
    )


def _cards(listed: Iterable[Entry]) -> Counter[tuple[object, ...]]:
    """How often each card is listed; a set that is listed without a number is more than one with it (RES-26)."""
    cards: Counter[tuple[object, ...]] = Counter()
    for entry in listed:
        as_whole = entry.card is not None and not entry.counted and set_size(entry.card) > 1
        cards[identity(entry), entry.effect, entry.type, entry.phase, as_whole] += entry.quantity
    return cards
