"""P6xx: whether the cards can come into play together."""

from collections.abc import Iterator

from decklint.case import Case, identity, kind, label, link_name
from decklint.catalogue import Words
from decklint.drives import Drives
from decklint.findings import Finding, finding
from decklint.reach import Best
from rulebook.cards import Card, Link
from rulebook.decks import Entry

CHARGE_POWER = 3
"""The greatest base power of a Charge-Drive (DRIVE-10)."""
SURGE_POWER = 6
"""The least base power of a Surge-Direct (DEVICE-07)."""


def play(case: Case) -> Iterator[Finding]:
    """All checks of this family. They are silent while a card of a bundle is unknown, since it might help."""
    entries = [entry for bundle in case.deck.bundles for entry in bundle.cards]
    if not entries or any(entry.card is None for entry in entries):
        return
    field = Drives(case)
    yield from _unreachable(field)
    yield from _no_charge_drive(case)
    yield from _no_direct(case, field)
    yield from _no_counter_chain(case, field)
    if case.play.options["modules.link"] is not False:
        yield from _link_partner(field)
    if len(case.deck.bundles) > 1:
        yield from _own_bundle(field)


def _unreachable(field: Drives) -> Iterator[Finding]:
    """P601 unreachable-unit."""
    told: set[str] = set()
    for piece, entry in field.pieces:
        found = field.reached[piece.id]
        if found.level == "fight" or identity(entry) in told:
            continue
        told.add(identity(entry))
        says: str = found.level or "never"
        if found.open == "fight" or (found.level is None and found.open):
            says = "undecided"
        power = f"{piece.power:02d}"
        yield finding("P601", entry.place, says, card=entry, power=power, got=power, best=_best(found.best))


def _best(best: Best | None) -> Words:
    if best is None:
        return Words("no drive brings enough together", "どのドライヴでも足りない")
    at_most = "" if best.exact else "about "
    en = [f"Power-Drive brings {at_most}{best.power:02d} together"]
    ja = [f"パワー・ドライヴは{'' if best.exact else '約'}{best.power:02d}まで"]
    if best.counter:
        en.append(f"Counter-Drive {best.counter:02d}")
        ja.append(f"カウンター・ドライヴは{best.counter:02d}まで")
    if best.over:
        en.append(f"Over-Drive {best.over:02d}")
        ja.append(f"オーバー・ドライヴは{best.over:02d}まで")
    return Words(", ".join(en), "、".join(ja))


def _no_charge_drive(case: Case) -> Iterator[Finding]:
    """P602 no-charge-drive."""
    masters = case.master_identities()
    for bundle in case.deck.bundles:
        powers = [e.card.power for e in bundle.cards if e.card and e.card.type == "unit" and identity(e) not in masters]
        if bundle.cards and not any(power is not None and power <= CHARGE_POWER for power in powers):
            yield finding("P602", bundle.place, deck=label(bundle))


def _no_direct(case: Case, field: Drives) -> Iterator[Finding]:
    """P603 no-direct and P604 no-surge-direct."""
    powers = [piece.power for piece, _ in field.reachable()]
    if field.master:
        powers.append(SURGE_POWER)
    hits = any(power >= 1 for power in powers) or any(
        _hits(entry, entry.card) for bundle in case.deck.bundles for entry in bundle.cards if entry.card is not None
    )
    if not hits:
        yield finding("P603", case.place("decks", "deck"))
    if not any(power >= SURGE_POWER for power in powers):
        yield finding("P604", case.place("decks", "deck"), allowed=SURGE_POWER)


def _hits(entry: Entry, card: Card) -> bool:
    """Whether a card that is no unit can make a Direct: a Spell, a B-Counter's numbered attack, a Copy."""
    effects = {one.effect for one in card.effects}
    if kind(entry) in ("blast_counter", "bsd_counter"):
        return "spell" in effects
    return kind(entry) in ("archive_effect", "archive_trap") and bool(effects & {"spell", "copy"})


def _no_counter_chain(case: Case, field: Drives) -> Iterator[Finding]:
    """P605 no-counter-chain: a core c on the field, a material m with abs(m - c) = 1, a unit s within their sum."""
    bare = case.play.options["counter_drive_min_materials"] == 0
    with_core = case.play.options["counter_drive_sum"] == "core_included"
    cores = [piece for piece, _ in field.reachable()]
    pieces = sorted((piece for piece, _ in field.pieces), key=lambda piece: piece.power)
    for core in cores:
        if bare and with_core and any(piece.power <= core.power and piece is not core for piece in pieces[:2]):
            return
        for material in pieces:
            if abs(material.power - core.power) != 1:
                continue
            total = material.power + (core.power if with_core else 0)
            if any(piece.power <= total and piece is not core and piece is not material for piece in pieces[:3]):
                return
    yield finding("P605", case.place("decks", "deck"))


def _link_partner(field: Drives) -> Iterator[Finding]:
    """P606 link-partner."""
    roles: dict[tuple[str, str], set[str]] = {}
    for _, entry in field.pieces:
        for link in _links(entry):
            for role in link.roles:
                roles.setdefault((link.link, role), set()).add(identity(entry))
    told: set[str] = set()
    for _, entry in field.pieces:
        links, own = _links(entry), {identity(entry)}
        if not links or identity(entry) in told:
            continue
        told |= own
        partners = {
            other
            for link in links
            for role in link.roles
            for other in roles.get((link.link, "B" if role == "A" else "A"), ())
        }
        if not partners - own:
            yield finding("P606", entry.place, card=entry, links=[link_name(link.link) for link in links])


def _links(entry: Entry) -> tuple[Link, ...]:
    return entry.card.links if entry.card is not None else ()


def _own_bundle(field: Drives) -> Iterator[Finding]:
    """P607 own-bundle-reach."""
    for bundle, pairs in field.bundles:
        own = field.fought(pairs)
        for piece, entry in pairs:
            alone = own[piece.id]
            if alone.level is None and alone.decided and field.reached[piece.id].level == "fight":
                power = f"{piece.power:02d}"
                yield finding("P607", entry.place, deck=label(bundle), card=entry, power=power)


CHECKS = (play,)
