"""T5xx and O8xx: texts without force, and cards and options that the game at hand does not have."""

from collections.abc import Iterable, Iterator

from decklint.case import EXTRA_DEVICE, VITALS, Case, format_words, identity, kind
from decklint.catalogue import Words
from decklint.findings import Finding, finding
from rulebook.decks import Entry
from rulebook.formats import format_named
from rulebook.options import option, resolve


def _live(case: Case) -> Iterator[tuple[Words, Entry]]:
    """Every known card once whose text has force."""
    seen: set[str] = set()
    for where, entry in case.everywhere():
        if entry.card is None or not case.play.is_live(entry.card) or identity(entry) in seen:
            continue
        seen.add(identity(entry))
        yield where, entry


def _first_each(entries: Iterable[Entry]) -> dict[str, Entry]:
    """The first entry of each card."""
    first: dict[str, Entry] = {}
    for entry in entries:
        first.setdefault(identity(entry), entry)
    return first


def removal_once(case: Case) -> Iterator[Finding]:
    """T501 removal-once."""
    with_poison = case.play.options["matrix02_scope"] != "text_removal_only"
    entries: list[Entry] = []
    for where, entry in case.everywhere():
        card = entry.card
        if card is None or not case.play.is_live(card):
            continue
        poisons = with_poison and any(one.effect == "poison" for one in card.effects)
        if "removal" in card.flags or poisons:
            entries += [entry] * (entry.quantity if where is not VITALS else 1)
    if len(entries) > 1:
        names = list({identity(entry): entry for entry in entries}.values())
        yield finding("T501", entries[1].place, card=entries[1], got=len(entries), allowed=1, cards=names)


def mill_cap(case: Case) -> Iterator[Finding]:
    """T502 mill-cap."""
    cap = case.play.format.mill_cap
    if cap is None:
        return
    for where, entry in _live(case):
        assert entry.card is not None
        most = max((int(flag[5:]) for flag in entry.card.flags if flag.startswith("mill:")), default=0)
        if most > cap:
            yield finding("T502", entry.place, deck=where, card=entry, got=most, allowed=cap)


def void_text(case: Case) -> Iterator[Finding]:
    """T503 void-text."""
    void = _first_each(
        entry
        for _, entry in case.everywhere()
        if entry.card is not None and not case.play.is_live(entry.card) and (entry.card.text or entry.card.text_ja)
    )
    if void:
        first = next(iter(void.values()))
        name = format_words(case.play.format.base)
        yield finding("T503", first.place, "grid", card=first, got=len(void), format=name)
    all_void = case.play.options["chained_multiplication"] == "void_all_by_text"
    tokens = case.play.options["tokens_enabled"] == "never"
    for where, entry in _live(case):
        assert entry.card is not None
        flags = entry.card.flags
        if "void" in flags:
            yield finding("T503", entry.place, "void", deck=where, card=entry)
        if "multiply" in flags and (all_void or flags.count("multiply") > 1):
            yield finding("T503", entry.place, "multiply", deck=where, card=entry)
        if "search" in flags and where is EXTRA_DEVICE:  # elsewhere it is E304
            yield finding("T503", entry.place, "search", deck=where, card=entry)
        if "token" in flags and tokens:
            yield finding("T503", entry.place, "token", deck=where, card=entry)


def token_cards(case: Case) -> Iterator[Finding]:
    """T504 token-cards."""
    if case.play.options["tokens_enabled"] != "registered_only" or case.deck.tokens:
        return
    for where, entry in _live(case):
        if entry.card is not None and "token" in entry.card.flags:
            yield finding("T504", entry.place, deck=where, card=entry)


def extra_condition(case: Case) -> Iterator[Finding]:
    """T505 extra-condition."""
    if case.play.options["ed_summon_condition"] != "valid":
        return
    units = [
        entry
        for under in case.deck.extra_device
        for entry in under
        if entry.card is not None and entry.card.type == "unit" and case.play.fits_extra_device(entry.card)
    ]
    if units:
        yield finding("T505", units[0].place, deck=EXTRA_DEVICE, card=units[0], got=len(units), cards=units)


_NO_EARTHS = ("modules.surge_earth", "card_types_surge_earth", "surge_earth_in_tournament")


def module_off(case: Case) -> Iterator[Finding]:
    """O801 module-off."""
    options = case.play.options
    if options["modules.extra_device"] is False:
        for under in case.deck.extra_device:
            for entry in under:
                yield _off(EXTRA_DEVICE, entry, "modules.extra_device")
    if options["modules.master_drive"] is False:
        for master in case.deck.masters:
            yield _off(VITALS, master.entry, "modules.master_drive")
    earths = next((id_ for id_ in _NO_EARTHS if options[id_] is False), None)
    if earths == "surge_earth_in_tournament" and options["bsd_counter"] is False:
        earths = None  # it speaks of play with B/S-D Counters only (ARCH-02)
    for where, entry in case.everywhere():
        if where is EXTRA_DEVICE or where is VITALS or entry.card is None:
            continue
        type_ = kind(entry)
        if options["modules.deck_card_type"] is False and type_ not in ("unit", "none"):
            yield _off(where, entry, "modules.deck_card_type")
        elif type_ == "surge_earth" and earths is not None:
            yield _off(where, entry, earths)
        elif type_ in ("archive_effect", "archive_trap") and options["modules.archive_effect"] is False:
            yield _off(where, entry, "modules.archive_effect")
    if options["modules.link"] is False:
        linked = _first_each(each for _, each in case.everywhere() if each.card is not None and each.card.links)
        if linked:
            first = next(iter(linked.values()))
            cards = list(linked.values())
            yield finding("O801", first.place, "link", card=first, got=len(cards), cards=cards, module="modules.link")


def _off(where: Words, entry: Entry, module: str) -> Finding:
    return finding("O801", entry.place, deck=where, card=entry, where=where, module=module)


def tournament(case: Case) -> Iterator[Finding]:
    """O802 tournament-departure."""
    if not case.tournament:
        return
    base = case.play.format.base
    preset = case.play.options["tournament_preset"]
    if not case.format_named and preset == "any_format_all_modules":
        yield finding("O802", case.place("twgp"), "format_unnamed")
    if base != "full" and not case.format_given:
        yield finding("O802", case.place("format"), "not_full", format=format_words(base), id=base)
    wanted = resolve({}, format_named(f"{base}+tournament").id)
    for id_, value in case.play.options.departures(wanted).items():
        if id_ == "tournament_preset":
            continue
        at = case.place(*[key for key in case.deck.places if _means(key, id_)] or ["options"])
        yield finding("O802", at, option=id_, got=_word(value), allowed=_word(wanted[id_]))


def _means(key: str, id_: str) -> bool:
    """Whether a key of `options:` is a spelling of that option."""
    return key.startswith("options.") and any(key[8:] in (id_, f"house:{id_}", alias) for alias in _aliases(id_))


def _aliases(id_: str) -> tuple[str, ...]:
    return getattr(option(id_), "aliases", ()) or (id_,)


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def kind_not_in_format(case: Case) -> Iterator[Finding]:
    """O803 kind-not-in-format."""
    separate = case.play.options["bsd_counter"] == "separate_kind"
    for where, entry in case.everywhere():
        if entry.type != "bsd_counter":
            continue
        if not separate:
            yield finding("O803", entry.place, deck=where, card=entry, where=where)
        elif entry.card is not None and entry.card.type != "blast_counter":
            yield finding("O803", entry.place, "not_a_counter", deck=where, card=entry, where=where)


CHECKS = (
    removal_once, mill_cap, void_text, token_cards, extra_condition, module_off, tournament, kind_not_in_format,
)  # fmt: skip
