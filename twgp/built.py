"""Built decks as deck documents and as lists for people."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from decklint.making.candidates import Item
from decklint.making.rows import Row
from decklint.play import Play
from decklint.reach_model import CHARGE_POWER
from rulebook.cards import Card
from rulebook.decks import Bundle, Deck, Entry
from rulebook.options import resolve
from rulebook.pool import Pool
from rulebook.walk import Place
from twgp.lang import phrase
from twgp.made import word_for


class Whole(NamedTuple):
    """All that a document has: the bundles with their opening hands, vitals in order, devices under each."""

    bundles: tuple[tuple[Item, ...], ...]
    archives: tuple[tuple[Item, ...], ...]
    vitals: tuple[Card, ...]
    devices: tuple[tuple[Card, ...], ...]


def opening_hand(items: Sequence[Item], listed: Sequence[Entry], wanted: Sequence[Card], count: int) -> list[Item]:
    """The cards of an opening hand: those listed and wanted, then up to `count` those to begin with.

    To begin with are units that Charge-Drive summons, the strongest first, then weak units, then the rest.
    """
    first = {entry.card.identity for entry in listed if entry.card} | {card.identity for card in wanted}
    hand = [item for item in items if item.card.identity in first]

    def use(item: Item) -> tuple[int, int]:
        if item.power is None:
            return 2, 0
        return (0, -item.power) if item.power <= CHARGE_POWER else (1, item.power)

    others = sorted((item for item in items if item not in hand and item.size == 1), key=use)
    return hand + others[: max(0, count - len(hand))]


def devices_under(row: Row, kept: Sequence[Sequence[Card]]) -> tuple[tuple[Card, ...], ...]:
    """The devices under each vital: those that lie there already stay, an empty place gets one of the others."""
    if not any(kept):
        return row.devices
    used = {card.identity for under in kept for card in under}
    free = [card for under in row.devices for card in under if card.identity not in used]
    found: list[tuple[Card, ...]] = []
    for at in range(len(row.vitals)):
        under = tuple(kept[at]) if at < len(kept) else ()
        found.append(under or tuple(free[:1]))
        free = free[0 if under else 1 :]
    return tuple(found)


def document(
    whole: Whole, play: Play, pool: Pool, *, title: str, files: Sequence[str], base: Deck | None = None
) -> dict[str, Any]:
    """A deck document (`twgp: 1`); with `base` what that one says besides the cards stays."""

    def names(card: Card) -> str:
        return word_for(card, pool)

    options = play.options.departures(resolve({}, play.format.id))
    made: dict[str, Any] = {"twgp": 1, "title": (base.title if base else None) or title, "format": play.format.id}
    if files:
        made["cards"] = list(files)
    if options:
        made["options"] = options
    made["decks"] = [
        _bundle(items, archive, _base(base, at), names) for at, (items, archive) in enumerate(
            zip(whole.bundles, whole.archives, strict=True))
    ]  # fmt: skip
    kept = base.vitals if base else ()
    made["vitals"] = [*map(_kept, kept), *(names(card) for card in whole.vitals[len(kept) :])]
    if whole.devices:
        laid = [[names(card) for card in cards] for cards in whole.devices]
        made["extra_device"] = [each if len(each) > 1 else each[0] if each else None for each in laid]
    if base is not None:
        made |= _rest(base)
    return made


def _base(base: Deck | None, at: int) -> Bundle:
    if base is not None and at < len(base.bundles):
        return base.bundles[at]
    return Bundle(str(at + 1), Place(), ())


def _bundle(items: Sequence[Item], archive: Sequence[Item], base: Bundle, names: Any) -> dict[str, Any]:
    made: dict[str, Any] = {"name": base.name}
    if base.role is not None:
        made["role"] = base.role
    if archive or base.archive:
        listed = {entry.card.identity for entry in base.archive if entry.card}
        new = [item for item in archive if item.card.identity not in listed]
        made["archive"] = [*map(_kept, base.archive), *(_as_listed(item, base, names) for item in new)]
    new = [item for item in items if item.kept is None]
    made["cards"] = [
        *map(_kept, base.cards),
        *({"card": names(item.card), "effect": item.effect} if item.effect else names(item.card) for item in new),
    ]
    return made


def _as_listed(item: Item, base: Bundle, names: Any) -> str:
    return base.cards[item.kept].name if item.kept is not None else str(names(item.card))


def _kept(entry: Entry) -> str | dict[str, Any]:
    """An entry as it was written."""
    given = {
        "card": entry.name, "effect": entry.effect, "quantity": entry.quantity if entry.counted else None,
        "type": entry.type, "phase": entry.phase,
    }  # fmt: skip
    written = {key: value for key, value in given.items() if value is not None}
    return entry.name if len(written) == 1 else written


def _rest(base: Deck) -> dict[str, Any]:
    masters = [
        {key: value for key, value in (
            ("card", master.entry.name), ("human", master.human), ("sex", master.sex),
            ("code_key", master.code_key or None),
        ) if value is not None}
        for master in base.masters
    ]  # fmt: skip
    orders = [
        {key: value for key, value in (("code", one.code), ("reason", one.reason or None), ("card", one.card)) if value}
        for one in base.suppressions
        if one.line is None
    ]
    rest: dict[str, Any] = {
        "master": masters[0] if len(masters) == 1 else masters,
        "player": {"sex": base.player_sex} if base.player_sex else None,
        "tokens": [*map(_kept, base.tokens)], "aside": [*map(_kept, base.aside)], "ignore": orders,
    }  # fmt: skip
    return {key: value for key, value in rest.items() if value}


def as_text(whole: Whole, names: Sequence[str], lang: str) -> str:
    """The deck as a list for people: of every card type, power, effect and name."""
    lines: list[str] = []
    for name, items, archive in zip(names, whole.bundles, whole.archives, strict=True):
        units = sum(item.power is not None for item in items)
        count = sum(item.size for item in items)
        lines.append(phrase("built_bundle", lang, name=name, count=count, units=units))
        lines += [_line(item, item in archive, lang) for item in items]
    lines.append(phrase("built_vitals", lang, count=len(whole.vitals)))
    lines += [f"  {_shown(card, lang)}" for card in whole.vitals]
    if whole.devices:
        lines.append(phrase("built_devices", lang))
        lines += [f"  {', '.join(_shown(card, lang) for card in cards)}" for cards in whole.devices]
    return "\n".join(lines) + "\n"


def _line(item: Item, opening: bool, lang: str) -> str:
    what = item.type if item.power is None else f"{item.type} {item.power:02d}"
    effect = item.effect or (item.card.effect if item.power is None else None)
    about = [*([effect] if effect else []), *([phrase("built_archive", lang)] if opening else [])]
    tail = f"  ({', '.join(about)})" if about else ""
    return f"  {what:<15} {_shown(item.card, lang)}{tail}"


def _shown(card: Card, lang: str) -> str:
    return card.name_ja if lang == "ja" and card.name_ja else card.name
