"""The cards of a pool that may stand in a bundle, and which of them can take each other's place."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from decklint.case import Case, set_size
from decklint.findings import Finding
from decklint.play import Play
from decklint.rules.deck import not_a_deck_card, power_unclear, surge_earth
from decklint.rules.texts import kind_not_in_format, module_off
from decklint.rules.vitals import outside_extra
from rulebook.cards import Card, Link
from rulebook.decks import Bundle, Deck, Entry
from rulebook.walk import Place

_CHECKS: tuple[Callable[[Case], Iterator[Finding]], ...] = (
    not_a_deck_card, outside_extra, power_unclear, surge_earth, module_off, kind_not_in_format,
)  # fmt: skip
"""The checks of the linter that judge a card by itself."""

_COST_BITS = 16
SECOND_EFFECT = 1 << _COST_BITS
"""What it costs to register an effect that is not the card's primary one."""


class Item(NamedTuple):
    """A card as it stands in a bundle.

    `effect` is the effect that is registered for it, None for the primary one; `keys` are those of
    `Play.effect_keys`; `size` is the number of cards that it counts (RES-26). `cost` decides among equals.
    `kept` is the place of the entry among those that the bundle holds already, None for a new card.
    """

    card: Card
    type: str
    effect: str | None
    keys: tuple[str, ...]
    size: int
    cost: int = 0
    kept: int | None = None

    @property
    def power(self) -> int | None:
        """The base power of a unit, None for anything else."""
        return self.card.power if self.card.type == "unit" else None

    @property
    def is_poison(self) -> bool:
        """Whether the card is a unit with a poison name (RES-28)."""
        return self.card.type == "unit" and self.card.poison_name


Stock = tuple[Item, ...]
"""What one bundle can be made of."""


class Candidates:
    """The cards of a pool in the order that the seed gives them; `barred` are those that no bundle may hold.

    The order follows from the ids and the seed alone (`Random.getrandbits`, the same on every platform).
    """

    def __init__(self, cards: Iterable[Card], play: Play, seed: int) -> None:
        self._play = play
        first: dict[str, Card] = {}
        for card in cards:
            first.setdefault(card.identity, card)
        every = sorted(first.values(), key=lambda card: card.id)
        random = Random(seed)
        drawn = {card.identity: random.getrandbits(64) for card in every}
        self.costs = {key: number >> (64 - _COST_BITS) for key, number in drawn.items()}
        self.barred = barred(every, play)
        fit = [card for card in every if card.identity not in self.barred]
        self.fit = sorted(fit, key=lambda card: (drawn[card.identity], card.id))
        self.pool = len(every)

    def items(self, card: Card, *, every_effect: bool) -> list[Item]:
        """The ways in which a card can stand in a bundle; with `every_effect` each effect it can register."""
        cost, size = self.costs.get(card.identity, 0), set_size(card)
        own = list(dict.fromkeys(one.effect for one in card.effects))
        several = len(own) > 1 and card.type in ("archive_trap", "archive_effect")
        named = several and self._play.options["multi_effect_binding"] == "at_registration"
        primary = card.effect if named else None
        found = [Item(card, card.type, primary, self._play.effect_keys(card, primary), size, cost)]
        for effect in own if several and every_effect else ():
            keys = self._play.effect_keys(card, effect)
            if all(keys != item.keys for item in found):
                found.append(Item(card, card.type, effect, keys, size, cost + SECOND_EFFECT))
        return found

    def chosen(
        self,
        most: Callable[[Card], int],
        needed: Collection[str],
        link: str | None,
        *,
        keyed: int | None = None,
        every_effect: bool,
        all_links: bool,
    ) -> list[tuple[object, list[Item]]]:
        """Of the cards that can take each other's place the first so many as `most` says: what they
        have in common, and the ways in which the card can stand.

        Two cards can when they agree in type, power, set, poison name, the links that matter and the effects
        that other cards have too. What `needed` names by identity is always there. When `most` is always
        the number of cards of all bundles nothing is lost: a legal choice from the whole pool is there again
        with other cards. Where all bundles keep D104, `keyed` for each effect will do of cards whose effects
        others have.
        """
        ways = [(card, self.items(card, every_effect=every_effect)) for card in self.fit]
        users: Counter[str] = Counter()
        for _, items in ways:
            users.update({key for item in items for key in item.keys})
        taken: defaultdict[object, int] = defaultdict(int)
        found: list[tuple[object, list[Item]]] = []
        for card, items in ways:
            shared = tuple(tuple(key for key in item.keys if users[key] > 1) for item in items)
            links = _links(card, link, all_links)
            alike = (card.type, card.power, items[0].size, items[0].is_poison, links, frozenset(shared))
            bound = most(card)
            if keyed is not None and all(shared):
                bound = min(bound, keyed * len(items))
            if card.identity in needed or taken[alike] < bound:
                taken[alike] += card.identity not in needed
                found.append((alike, items))
        return found

    def partners(self, count: int) -> list[Card]:
        """For each link attribute and role the first `count` units that fill it."""
        filled: Counter[tuple[str, str]] = Counter()
        found = []
        for card in self.fit:
            own = [(link.link, role) for link in card.links for role in link.roles] if card.type == "unit" else []
            if any(filled[one] < count for one in own):
                filled.update(own)
                found.append(card)
        return found


def kept_item(entry: Entry, place: int, size: int, play: Play) -> Item:
    """A known card that a bundle lists already."""
    card = entry.card
    assert card is not None
    keys = play.effect_keys(card, entry.effect, entry.type)
    return Item(card, entry.type or card.type, entry.effect, keys, size, kept=place)


def dealt(chosen: Iterable[tuple[object, Sequence[Item]]], bundles: int) -> list[Stock]:
    """The cards dealt to the bundles in turn, those that can take each other's place evenly."""
    hands: list[list[Item]] = [[] for _ in range(bundles)]
    turn: dict[object, int] = {}
    for alike, items in chosen:
        at = turn.setdefault(alike, len(turn))
        hands[at % bundles] += items
        turn[alike] = at + 1
    return [tuple(hand) for hand in hands]


def barred(cards: Sequence[Card], play: Play) -> Mapping[str, Finding]:
    """What the linter holds against cards in a bundle, whatever else is in it, by identity."""
    entries = tuple(Entry(card.id, Place(), card=card) for card in cards)
    case = Case(Deck("", "yaml", "", bundles=(Bundle("1", Place(), entries),)), play)
    found: dict[str, Finding] = {}
    for check in _CHECKS:
        for one in check(case):
            if one.severity == "error" and isinstance(one.card, Card):
                found.setdefault(one.card.identity, one)
    return found


def _links(card: Card, link: str | None, all_links: bool) -> tuple[Link, ...]:
    if card.type != "unit" or (link is None and not all_links):
        return ()
    return tuple(one for one in card.links if all_links or one.link == link)
