"""Built decks as deck documents and as lists for people."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rich.cells import cell_len

from decklint.case import short_type
from decklint.making.candidates import Item
from decklint.making.rows import Row
from decklint.play import Play
from decklint.reach.model import CHARGE_POWER
from rulebook.cards import Card
from rulebook.deck_rows import deck_row
from rulebook.decks import Bundle, Deck, Entry
from rulebook.options import resolve
from rulebook.pool import Pool
from rulebook.walk import Place
from twgp.explain import effect_names
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

    def entry(card: Card) -> Entry:
        return Entry(word_for(card, pool), Place())

    def listed(item: Item) -> Entry:
        return entry(item.card)._replace(effect=item.effect)

    base = base or Deck("", "yaml", "")
    laid = tuple(tuple(map(entry, cards)) for cards in whole.devices)
    deck = base._replace(
        title=base.title or title,
        format=play.format.id,
        settings=play.options.departures(resolve({}, play.format.id)),
        pools=tuple(files),
        bundles=tuple(
            _bundle(items, archive, _base(base, at), listed)
            for at, (items, archive) in enumerate(zip(whole.bundles, whole.archives, strict=True))
        ),
        vitals=(*base.vitals, *map(entry, whole.vitals[len(base.vitals) :])),
        extra_device=laid,
    )
    return deck_row(deck)


def _base(base: Deck, at: int) -> Bundle:
    return base.bundles[at] if at < len(base.bundles) else Bundle(str(at + 1), Place(), ())


def _bundle(
    items: Sequence[Item], archive: Sequence[Item], base: Bundle, listed: Callable[[Item], Entry]
) -> Bundle:
    """The bundle with what was there as it was written, then what is new."""
    here = {entry.card.identity for entry in base.archive if entry.card}
    hand = [item for item in archive if item.card.identity not in here]
    names = [base.cards[item.kept] if item.kept is not None else listed(item) for item in hand]
    return base._replace(
        archive=(*base.archive, *(Entry(entry.name, Place()) for entry in names)),
        cards=(*base.cards, *(listed(item) for item in items if item.kept is None)),
    )


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
    kind = short_type(item.type).text(lang)
    what = kind if item.power is None else f"{kind} {item.power:02d}"
    effect = item.effect or (item.card.effect if item.power is None else None)
    about = [*([effect_names(lang)[effect]] if effect else []), *([phrase("built_archive", lang)] if opening else [])]
    tail = f"  ({', '.join(about)})" if about else ""
    return f"  {what}{' ' * (15 - cell_len(what))} {_shown(item.card, lang)}{tail}"


def _shown(card: Card, lang: str) -> str:
    return card.name_ja if lang == "ja" and card.name_ja else card.name
