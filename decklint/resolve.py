"""Names of a deck document looked up in a pool of converted cards."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from decklint.findings import Finding, finding
from rulebook.cards import Card
from rulebook.decks import Deck, Entry, with_entries
from rulebook.played import Played
from rulebook.pool import Pool, identities

_NUMBERED = re.compile(r"(?P<name>.*\S)\s*[\[(]\s*(?P<set>[\w-]+)[\s:#]+(?P<number>[^\s\])]+)\s*[\])]")
_COUNTED = (
    re.compile(r"(?P<count>\d{1,3})(?:\s*[x×ｘ]\s*|\s*枚\s*|\s+)(?P<name>\S.*)", re.IGNORECASE),
    re.compile(r"(?P<name>.*\S)\s*[x×ｘ]\s*(?P<count>\d{1,3})", re.IGNORECASE),
    re.compile(r"(?P<name>.*\S)\s*(?<!\d)(?P<count>\d{1,3})\s*枚"),
)
"""A card with its number of copies, as deck lists write it."""
_CLASH = re.compile(r"#\d+$")
_SHOWN = 5
"""Cards that a message names where several fit."""


@dataclass(slots=True)
class Lookup:
    """Looks up the entries of one document after the other.

    `findings` is what was not found, until it is taken.
    """

    pool: Pool
    findings: list[Finding] = field(default_factory=list)
    _known: dict[str, Card] = field(default_factory=dict)

    def taken(self) -> list[Finding]:
        """The findings so far, which are forgotten."""
        found, self.findings = self.findings, []
        return found

    def deck(self, deck: Deck) -> Deck:
        """The document with the card of every entry that one identity of the pool fits."""
        return with_entries(deck, self.entry)

    def entry(self, entry: Entry) -> Entry:
        """The entry with its card; without one it is told why: F703 unknown, F704 several."""
        if entry.card is not None:
            return entry
        known = self._known.get(entry.name)
        if known is None:
            found = found_by(entry.name, self.pool)
            if len(found) != 1:
                self.findings.append(self._missing(entry, found))
                return entry
            known = self._known[entry.name] = found[0]
        return entry._replace(card=known)

    def _missing(self, entry: Entry, found: list[Card]) -> Finding:
        if found:
            known = [card.id for card in found[:_SHOWN]] + ["..."] * (len(found) > _SHOWN)
            return finding("F704", entry.place, card=entry, name=entry.name, known=known)
        if (counted := self._counted(entry.name)) is not None:
            only, count = counted
            return finding("F703", entry.place, "quantity", card=entry, name=entry.name, only=only, count=count)
        near = self.pool.near(entry.name[:200])
        says = "near" if near else "message"
        return finding("F703", entry.place, says, card=entry, name=entry.name[:200], near=near)


    def _counted(self, name: str) -> tuple[str, int] | None:
        """The card and the number of `Nami x2` or `2 Nami`, where the pool has the card; the name as YAML wants it."""
        match = next((found for form in _COUNTED if len(name) <= 200 and (found := form.fullmatch(name))), None)
        if match is None or not find(match["name"], self.pool):
            return None
        only = match["name"]
        plain = only.replace(" ", "").isalnum() and not only.isdecimal()
        return only if plain else json.dumps(only, ensure_ascii=False), int(match["count"])


def looked_up(played: Played, deck: Deck, pool: Pool | None) -> tuple[Played, list[Finding]]:
    """What was played with its cards, and what is not known: F703, F704.

    A name that means one card of the registered list means that, even where the pool has others of the name.
    Without a pool nothing is looked up.
    """
    if pool is None:
        return played, []
    listed = (entry.card for entry in entries(deck) if entry.card is not None)
    registered, lookup = Pool(identities(listed)), Lookup(pool)

    def one(entry: Entry) -> Entry:
        own = meant(entry.name, registered)
        return entry._replace(card=own) if own is not None else lookup.entry(entry)

    found = played._replace(
        used=tuple(map(one, played.used)),
        battle=tuple(
            cell._replace(entry=one(cell.entry), weapons=tuple(map(one, cell.weapons))) for cell in played.battle
        ),
        charge=tuple(map(one, played.charge)),
    )
    return found, [finding._replace(path=played.path) for finding in lookup.findings]


def entries(deck: Deck) -> Iterator[Entry]:
    """Every entry of a document, opening hands, tokens and what stands aside included."""
    yield from registered(deck)
    yield from deck.aside


def registered(deck: Deck) -> Iterator[Entry]:
    """Every entry of a document that has a place in the game, opening hands and tokens included."""
    for bundle in deck.bundles:
        yield from (*bundle.cards, *bundle.archive)
    yield from deck.vitals
    for under in deck.extra_device:
        yield from under
    yield from (master.entry for master in deck.masters)
    yield from deck.tokens


def same_source(cards: list[Card]) -> list[Card]:
    """The cards, one for each id of a source: two lists may know a card under the same id with different data,
    and then the converter has marked the second with `#2`.
    """
    return list({_CLASH.sub("", card.id): card for card in reversed(cards)}.values())[::-1]


def found_by(name: str, pool: Pool) -> list[Card]:
    """The cards that a name may mean, one for each identity."""
    found = identities(find(name, pool))
    return same_source(found) if len(found) > 1 else found


def meant(name: str, pool: Pool) -> Card | None:
    """The card that a name means, None where there is none or more than one."""
    found = found_by(name, pool)
    return found[0] if len(found) == 1 else None


def find(name: str, pool: Pool) -> list[Card]:
    """The cards that a name may mean: by name in either language, by id, as `name [set number]`.

    The first way that finds any decides; spelling (case, width, accents, dashes) makes no difference.
    """
    ways: tuple[Callable[[str], list[Card]], ...] = (pool.named, pool.folded, pool.identified, pool.faced)
    for way in ways:
        if cards := way(name):
            return cards
    match = _NUMBERED.fullmatch(name)
    if match is None:
        return []
    cards, numbered = find(match["name"], pool), pool.numbered(match["set"], match["number"])
    if not numbered:
        # Merged printings keep their ids but not their numbers; a name that one card has says enough.
        return cards if len({card.identity for card in cards}) == 1 else []
    named = {card.identity for card in cards}
    return [card for card in numbered if card.identity in named]
