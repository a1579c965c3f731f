"""A deck as it is laid out for people: what each part holds, what each unit needs, what to bring to the table.

Numbers and cards only; the words are those of whoever prints it. Unknown cards are listed by the name that the
document gives them, and everything else is told without them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from decklint.case import Case, counted, identity, kind
from decklint.drives import Drives
from decklint.reach.model import CHARGE_POWER, MASTER_POWER, pairs
from decklint.resolve import registered
from decklint.sheet_needs import Need, needs
from rulebook.attributes import Attribute, attributes
from rulebook.cards import Card, Link
from rulebook.decks import Bundle, Entry, Master
from rulebook.terms import EFFECTS, Effect

TYPE_ORDER = (
    "unit", "weapon", "blast_counter", "archive_effect", "archive_trap", "surge_earth", "bsd_counter", "vital",
    "none", "unknown",
)  # fmt: skip
"""The order of the types on a sheet; `unknown` is a card that no list holds."""

_WITH_NUMBER = frozenset({"spell", "plus", "down"})
"""The effects whose number is a power (L493, L499, L502); with the others it changes nothing."""
_SINGLE = 20
"""The greatest power of a bundle whose curve has a bar for each power."""
_CHARGED = (0, CHARGE_POWER)
_REST = ((CHARGE_POWER + 1, 9), *((low, low + 9) for low in range(10, 100, 10)))


class Shown(NamedTuple):
    """A card on the sheet.

    `type` is one of `TYPE_ORDER`; `power` that of a unit; `sign` that of a weapon. `effects` are those with
    force, the registered or primary one first, each with its number or None. `cards` is how many real cards the
    entry takes (RES-26). `need` is given for the units of a bundle.
    """

    entry: Entry
    type: str
    power: int | None = None
    sign: int | None = None
    effects: tuple[tuple[Effect, int | None], ...] = ()
    cards: int = 1
    need: Need | None = None

    @property
    def card(self) -> Card | None:
        """The card of the pool, None for an unknown one."""
        return self.entry.card


class Vital(NamedTuple):
    """A vital with what lies under it. `kind` is trap, counter, master, or empty where it is none of these."""

    shown: Shown
    kind: str
    devices: tuple[Shown, ...]


class Bar(NamedTuple):
    """A bar of the power curve: so many units with a base power of `low` to `high`."""

    low: int
    high: int
    units: int


class BundleSheet(NamedTuple):
    """A bundle: its cards by type, the units by power; `cards` real cards; the power curve; the opening hand."""

    bundle: Bundle
    groups: tuple[tuple[str, tuple[Shown, ...]], ...]
    cards: int
    curve: tuple[Bar, ...]
    archive: tuple[Shown, ...]


class LinkSheet(NamedTuple):
    """The units of one attribute by role, and how many different pairs they form (LINK-22).

    `same`: any two form a pair, for role B is as role A.
    """

    attribute: Attribute
    a: tuple[Shown, ...]
    b: tuple[Shown, ...]
    pairs: int
    same: bool


class Bring(NamedTuple):
    """What to bring to the table: real cards by part, and the cards that make tokens (RES-10, DRIVE-09).

    `token_makers` is empty where tokens need no real card or never come.
    """

    decks: int
    vitals: int
    extra: int
    tokens: int
    token_makers: tuple[Shown, ...]
    dice: int = 1

    @property
    def cards(self) -> int:
        """All real cards."""
        return self.decks + self.vitals + self.extra + self.tokens


class Sheet(NamedTuple):
    """Everything that a printed deck tells.

    `columns` of the battle grid; `link_vitals`: Links work with so many vitals left or fewer (LINK-02, LINK-12);
    `unknown` are the names that no card list holds, each once.
    """

    case: Case
    columns: int
    link_vitals: int
    vitals: tuple[Vital, ...]
    spare_devices: tuple[Shown, ...]
    """Devices listed beyond the last vital."""
    masters: tuple[tuple[Master, Shown], ...]
    bundles: tuple[BundleSheet, ...]
    links: tuple[LinkSheet, ...]
    tokens: tuple[Shown, ...]
    bring: Bring
    unknown: tuple[str, ...]


def sheet(case: Case) -> Sheet:
    """Lays out a document whose cards were looked up. Never raises on what it says."""
    deck = case.deck
    drives = Drives(case)
    told = needs(drives)
    masters = case.master_identities()
    under = [tuple(_shown(case, entry) for entry in listed) for listed in deck.extra_device]
    vitals = tuple(
        Vital(_shown(case, entry), _vital_kind(case, entry, masters), under[at] if at < len(under) else ())
        for at, entry in enumerate(deck.vitals)
    )
    return Sheet(
        case,
        drives.field.columns,
        _link_vitals(case),
        vitals,
        tuple(shown for listed in under[len(vitals) :] for shown in listed),
        tuple((master, _shown(case, master.entry)) for master in deck.masters),
        tuple(_bundle(case, at, bundle, told) for at, bundle in enumerate(deck.bundles)),
        tuple(_links(case, drives)),
        tuple(_shown(case, entry) for entry in deck.tokens),
        _bring(case),
        tuple(dict.fromkeys(entry.name for entry in registered(case.deck) if entry.card is None)),
    )


def curve(powers: Sequence[int]) -> tuple[Bar, ...]:
    """The bars of units with these base powers, 0-99; empty bars between are kept, none stand above the last.

    Up to 20 each power has its bar; above that the first is 00 to 03, what Charge-Drive summons (DRIVE-10).
    """
    if not powers:
        return ()
    top, counts = max(powers), Counter(powers)
    if top <= _SINGLE:
        return tuple(Bar(power, power, counts[power]) for power in range(top + 1))
    ranges = (_CHARGED, *(one for one in _REST if one[0] <= top))
    return tuple(Bar(low, high, sum(counts[p] for p in range(low, high + 1))) for low, high in ranges)


def _shown(case: Case, entry: Entry, need: Need | None = None) -> Shown:
    card = entry.card
    if card is None:
        return Shown(entry, "unknown", cards=entry.quantity)
    power = card.power if card.type == "unit" else None
    if identity(entry) in case.master_identities():
        power = MASTER_POWER
    return Shown(entry, kind(entry), power, card.weapon_sign, tuple(_effects(case, entry, card)), counted(entry), need)


def _effects(case: Case, entry: Entry, card: Card) -> Iterator[tuple[Effect, int | None]]:
    """The effects whose text has force: the one that the player registered first, else the primary one.

    One that the card does not have is the linter's to tell (D104, `not_its_effect`) and no effect of the sheet.
    """
    if not case.play.is_live(card):
        return
    found = {one.effect: one.power for one in reversed(card.effects)}
    has = entry.effect is not None and (entry.effect in found or entry.effect == card.effect)
    first = next((effect for effect in EFFECTS if has and effect == entry.effect), card.effect)
    order = sorted(found, key=lambda effect: (effect != first, EFFECTS.index(effect)))
    if first is not None and first not in found:
        order.insert(0, first)
    for effect in order:
        number = found.get(effect, 0)
        yield effect, number if effect in _WITH_NUMBER and number else None


def _vital_kind(case: Case, entry: Entry, masters: frozenset[str]) -> str:
    if identity(entry) in masters:
        return "master"
    return (entry.card.vital_kind or "") if entry.card is not None else ""


def _bundle(case: Case, at: int, bundle: Bundle, told: dict[tuple[int, str], Need]) -> BundleSheet:
    masters = case.master_identities()
    cards = [_shown(case, entry, told.get((at, identity(entry)))) for entry in bundle.cards]
    groups: dict[str, list[Shown]] = {}
    for shown in cards:
        groups.setdefault(shown.type, []).append(shown)
    powers = [
        shown.power
        for shown in cards
        if shown.type == "unit" and shown.power is not None and identity(shown.entry) not in masters
        for _ in range(shown.entry.quantity)
    ]
    return BundleSheet(
        bundle,
        tuple((type_, tuple(sorted(groups[type_], key=_order))) for type_ in TYPE_ORDER if type_ in groups),
        sum(shown.cards for shown in cards),
        curve(powers),
        tuple(_shown(case, entry) for entry in bundle.archive),
    )


def _order(shown: Shown) -> tuple[int, int]:
    """Units by power, those of unknown power last; other cards by effect, else as the document lists them."""
    power = 100 if shown.power is None else shown.power
    return power, EFFECTS.index(shown.effects[0][0]) if shown.effects and shown.type != "unit" else -1


def _links(case: Case, drives: Drives) -> Iterator[LinkSheet]:
    """The attributes of the units and of the Master; silent where Links are off (LINK-01, LINK-22)."""
    if case.play.options["modules.link"] is False:
        return
    units = [entry for _, entry in drives.pieces]
    if drives.master:
        units += [master.entry for master in case.deck.masters[:1]]
    for attribute in attributes().values():
        having = [(entry, link) for entry in units for link in _own(entry) if link.link == attribute.id]
        if not having:
            continue
        number = sum(
            pairs((first,), (second,)) for at, (_, first) in enumerate(having) for _, second in having[at + 1 :]
        )
        a, b = ({identity(entry): _shown(case, entry) for entry, link in having if role in link.roles} for role in "AB")
        yield LinkSheet(attribute, tuple(a.values()), tuple(b.values()), number, a.keys() == b.keys())


def _link_vitals(case: Case) -> int:
    options = case.play.options
    given = options["link_threshold"]
    if isinstance(given, int) and given != 2:  # 2 means that the house rule is not in use
        return given
    return 2 if options["vital2_threshold"] == "remaining_2" else max(0, case.play.format.vitals - 3)


def _own(entry: Entry) -> tuple[Link, ...]:
    return entry.card.links if entry.card is not None else ()


def _bring(case: Case) -> Bring:
    deck = case.deck
    vitals = {identity(entry) for entry in deck.vitals}
    apart = sum(identity(master.entry) not in vitals for master in deck.masters)
    makers: dict[str, Shown] = {}
    if case.play.options["tokens_enabled"] == "registered_only":
        for _, entry in case.everywhere():
            if entry.card is not None and "token" in entry.card.flags and case.play.is_live(entry.card):
                makers.setdefault(identity(entry), _shown(case, entry))
    return Bring(
        sum(counted(entry) for bundle in deck.bundles for entry in bundle.cards),
        sum(counted(entry) for entry in deck.vitals) + apart,
        sum(counted(entry) for under in deck.extra_device for entry in under),
        sum(counted(entry) for entry in deck.tokens),
        tuple(makers.values()),
    )
