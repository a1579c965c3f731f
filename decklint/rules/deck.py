"""D1xx: the bundles of twenty."""

from collections import defaultdict
from collections.abc import Callable, Iterator

from decklint.case import Case, counted, effect_name, first_same, format_words, identity, kind, label, set_size
from decklint.catalogue import Words
from decklint.choice import most_chosen
from decklint.findings import Finding, finding
from decklint.play import STACKABLE
from rulebook.cards import Card
from rulebook.decks import Bundle, Entry

ARCHIVE_MOST = 6
"""Cards of the opening hand (L33)."""


def deck_size(case: Case) -> Iterator[Finding]:
    """D101 deck-size and D112 pool-size."""
    allowed = case.play.format.deck_cards
    pool = case.play.options["deck_pool"]
    for bundle in case.deck.bundles:
        got = _size(bundle)
        if pool is not False:
            if got != pool:
                yield finding("D112", bundle.place, deck=label(bundle), got=got, allowed=pool)
            chosen = most_chosen(case, bundle, allowed)
            if chosen < allowed <= got:  # fewer than twenty listed are told already
                yield finding("D112", bundle.place, "no_choice", deck=label(bundle), got=chosen, allowed=allowed)
        elif got > allowed or (got < allowed and case.play.options["deck_size_check"] == "exact"):
            change = got - allowed
            words = (
                Words(f"take out {change}", f"{change}枚減らす")
                if change > 0
                else Words(f"add {-change}", f"{-change}枚加える")
            )
            yield finding("D101", bundle.place, deck=label(bundle), got=got, allowed=allowed, change=words)


def _size(bundle: Bundle) -> int:
    """Cards of a bundle. Parts of a set that are listed one by one count one each (RES-26)."""
    listed: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in bundle.cards:
        listed[identity(entry)].append(entry)
    return sum(
        counted(entries[0]) if len(entries) == 1 else sum(entry.quantity for entry in entries)
        for entries in listed.values()
    )


def deck_count(case: Case) -> Iterator[Finding]:
    """D102 deck-count."""
    play, got = case.play.format, len(case.deck.bundles)
    if case.deck.form != "text" and "decks" not in case.deck.places and case.deck.vitals:
        yield finding("D102", case.place("vitals"), "no_decks")
        return
    low, high = play.decks_prepared
    most: int | None = high
    if play.base == "trial":
        low, most = play.decks_allowed.low, play.decks_allowed.high
    elif high > low:
        most = min(high, int(str(case.play.options["full_prepared_bundles_max"])))
    if got < low or (most is not None and got > most):
        shown = str(low) if most == low else f"{low}-{most}" if most is not None else f"{low}+"
        yield finding("D102", case.place("decks"), got=got, allowed=shown, format=format_words(play.base))
    for bundle in [bundle for bundle in case.deck.bundles if bundle.role == "entry"][1:]:
        yield finding("D102", bundle.place, "entry_twice", deck=label(bundle))


def duplicate_card(case: Case) -> Iterator[Finding]:
    """D103 duplicate-card and D108 set-incomplete."""
    if case.play.options["deck_pool"] is not False:
        return
    seen: dict[str, tuple[Words, Entry]] = {}
    per_player = case.play.options["duplicate_card_scope"] == "per_player"
    for bundle in case.deck.bundles:
        where = label(bundle)
        own: dict[str, list[Entry]] = {}
        for entry in bundle.cards:
            own.setdefault(identity(entry), []).append(entry)
        for key, entries in own.items():
            yield from _copies(where, entries)
            if per_player and key in seen:
                other, _ = seen[key]
                yield finding("D103", entries[0].place, "across", deck=where, card=entries[0], other=other)
            seen.setdefault(key, (where, entries[0]))


def _copies(where: Words, entries: list[Entry]) -> Iterator[Finding]:
    first, last = entries[0], entries[-1]
    got = sum(entry.quantity for entry in entries)
    size = set_size(first.card) if first.card is not None else 1
    if size > 1:
        if got > size:
            yield finding("D103", last.place, "parts", deck=where, card=last, got=got, allowed=size)
        elif got < size and (len(entries) > 1 or first.counted):
            yield finding("D108", first.place, deck=where, card=first, got=got, allowed=size)
    elif got > 1:
        yield finding("D103", last.place, deck=where, card=last, got=got, allowed=1, first=first.place.line)


def duplicate_effect(case: Case) -> Iterator[Finding]:
    """D104 duplicate-effect."""
    bound = case.play.options["multi_effect_binding"] == "at_registration"
    for bundle in case.deck.bundles:
        where = label(bundle)
        seen: dict[str, Entry] = {}
        for entry in bundle.cards:
            card = entry.card
            if card is None:
                continue
            yield from _registered(where, entry, card, bound)
            if case.play.options["deck_pool"] is False:
                yield from _same_effect(case, where, entry, card, seen)


def _registered(where: Words, entry: Entry, card: Card, bound: bool) -> Iterator[Finding]:
    own = list(dict.fromkeys(one.effect for one in card.effects))
    if entry.effect is not None and entry.effect not in own:
        yield finding(
            "D104", entry.place, "not_its_effect", deck=where, card=entry, got=entry.effect, allowed=own or "-",
            effect=effect_name(entry.effect), own=[effect_name(one) for one in own] or "-",
        )  # fmt: skip
    elif bound and entry.effect is None and len(own) > 1 and kind(entry) in ("archive_trap", "archive_effect"):
        yield finding("D104", entry.place, "unregistered", deck=where, card=entry, got=card.effect, allowed=own,
                      own=[effect_name(one) for one in own])  # fmt: skip


def _same_effect(case: Case, where: Words, entry: Entry, card: Card, seen: dict[str, Entry]) -> Iterator[Finding]:
    keys = case.play.effect_keys(card, entry.effect, entry.type)
    other = first_same(seen, keys, entry)
    if other is None:
        return
    by_text = keys[0].startswith(("en:", "ja:"))
    effect = entry.effect or card.effect
    says = "text" if by_text else "message"
    yield finding(
        "D104", entry.place, says, deck=where, card=entry, other=other, first=other.place.line,
        effect=None if effect is None else effect_name(effect),
    )  # fmt: skip


def poison_name(case: Case) -> Iterator[Finding]:
    """D105 poison-name."""
    yield from _at_most_one(case, "D105", lambda card: card.poison_name)


def zero_power(case: Case) -> Iterator[Finding]:
    """D106 zero-power; a master plays as 06 whatever it bears (MASTER-12)."""
    yield from _at_most_one(case, "D106", lambda card: card.power == 0, case.master_identities())


def _at_most_one(
    case: Case, code: str, is_limited: Callable[[Card], bool], exempt: frozenset[str] = frozenset()
) -> Iterator[Finding]:
    if case.play.options["deck_pool"] is not False:
        return
    for bundle in case.deck.bundles:
        first: Entry | None = None
        for entry in bundle.cards:
            card = entry.card
            if card is None or card.type != "unit" or not is_limited(card) or identity(entry) in exempt:
                continue
            if first is None:
                first = entry
            elif identity(first) != identity(entry):
                yield finding(
                    code, entry.place, deck=label(bundle), card=entry, other=first, first=first.place.line, allowed=1
                )


def not_a_deck_card(case: Case) -> Iterator[Finding]:
    """D107 not-a-deck-card; cards that only their search text bars are E304."""
    for bundle in case.deck.bundles:
        for entry in bundle.cards:
            card = entry.card
            if card is None or case.play.fits_deck(card):
                continue
            if card.type == "vital":
                says = "continuing"
            elif "extra_device" in card.places:
                if case.play.is_search(card) and card.phase is None and card.type != "unit":
                    continue
                says = "second_deck"
            else:
                is_leader = any(note.code == "master_candidate" for note in card.notes)
                says = "leader" if is_leader and case.play.options["modules.master_drive"] is not False else "useless"
            yield finding("D107", entry.place, says, deck=label(bundle), card=entry)


def archive(case: Case) -> Iterator[Finding]:
    """D109 archive."""
    entry_bundles = case.entry_bundles()
    dealt = case.play.options["opening_archive"] == "random"
    for bundle in case.deck.bundles:
        if not bundle.archive:
            continue
        where, at = label(bundle), bundle.archive[0].place
        got = sum(entry.quantity for entry in bundle.archive)
        if got > ARCHIVE_MOST:
            yield finding("D109", at, deck=where, got=got, allowed=ARCHIVE_MOST)
        if bundle not in entry_bundles:
            yield finding("D109", at, "not_entry", deck=where)
        if dealt:
            yield finding("D109", at, "random", deck=where)
        left: defaultdict[str, int] = defaultdict(int)
        for entry in bundle.cards:
            left[identity(entry)] += counted(entry)
        for entry in bundle.archive:
            left[identity(entry)] -= entry.quantity
            if left[identity(entry)] < 0:
                yield finding("D109", entry.place, "not_listed", deck=where, card=entry)


def stack_copies(case: Case) -> Iterator[Finding]:
    """D110 stack-copies."""
    play = case.play.format
    allowed = play.stack_limit
    rule = case.play.options["stack_limit_by_format"]
    if rule == "two_everywhere":
        allowed = 2
    elif rule == "full_only":
        allowed = 1 if play.base in ("half", "trial") else 2
    in_play = len(case.deck.bundles) if play.base == "trial" else play.decks_in_play
    if rule == "decks_in_play":
        allowed = in_play
    copies: dict[str, list[Entry]] = {}
    for bundle in case.deck.bundles:
        own = {identity(entry): entry for entry in bundle.cards if kind(entry) in STACKABLE}
        for key, entry in own.items():
            copies.setdefault(key, []).append(entry)
    for entries in copies.values():
        got = min(len(entries), in_play)
        if got > allowed:
            yield finding("D110", entries[-1].place, card=entries[-1], got=got, allowed=allowed)


def surge_earth(case: Case) -> Iterator[Finding]:
    """D111 not-a-surge-earth: a card that is declared one, against the four conditions (L448-452)."""
    any_one = case.play.options["surge_earth_conditions"] == "any_one"
    for bundle in case.deck.bundles:
        for entry in bundle.cards:
            if entry.card is None or kind(entry) != "surge_earth":
                continue
            failed = _failed_conditions(entry.card)
            if failed and not (any_one and len(failed) < len(_CONDITIONS)):
                words = Words("; ".join(one.en for one in failed), "、".join(one.ja for one in failed))
                yield finding("D111", entry.place, deck=label(bundle), card=entry, failed=words)


_CONDITIONS = (
    Words("it is consumed or equipped (EARTH-15)", "消費ないし装備できる（EARTH-15）"),
    Words("it attacks or defends of its own accord (EARTH-16)", "自発的に攻撃や防御ができる（EARTH-16）"),
    Words("its game files it under no defence system (EARTH-17)", "防衛を目的とする分類ではない（EARTH-17）"),
    Words("it has influence on a grid or a player (EARTH-18)", "グリッド全体やプレイヤーに影響する（EARTH-18）"),
)


def _failed_conditions(card: Card) -> list[Words]:
    """The conditions that a card fails, by what the converter found it to be.

    The converter makes a card an S-Earth only where all four hold (EARTH-14); one that it made something
    else is judged by that: what is used up at once or equipped, what fights, what no defence system holds,
    what draws, destroys or touches a player.
    """
    if card.type == "surge_earth" and "type" not in card.overridden:
        return []
    failed = []
    if card.type in ("weapon", "archive_effect", "archive_trap"):
        failed.append(_CONDITIONS[0])
    if card.type == "unit":
        failed.append(_CONDITIONS[1])
    if card.type not in ("surge_earth", "vital") and card.vital_kind is None:
        failed.append(_CONDITIONS[2])
    if any(reading.code in _INFLUENCE for reading in card.readings) or {"removal", "bounce"} & set(card.flags):
        failed.append(_CONDITIONS[3])
    return failed


_INFLUENCE = frozenset({"draw", "hand_discard", "deck_choice", "player_damage", "player_heal"})


def power_unclear(case: Case) -> Iterator[Finding]:
    """D113 power-unclear."""
    masters = case.master_identities()
    for bundle in case.deck.bundles:
        for entry in bundle.cards:
            card = entry.card
            if card is None or card.type != "unit" or identity(entry) in masters:
                continue
            if card.power is None:
                yield finding("D113", entry.place, deck=label(bundle), card=entry)
            elif any(note.code == "power_overflow" and "∞" in note.message for note in card.notes):
                yield finding("D113", entry.place, "infinite", deck=label(bundle), card=entry)


CHECKS = (
    deck_size, deck_count, duplicate_card, duplicate_effect, poison_name, zero_power, not_a_deck_card,
    archive, stack_copies, surge_earth, power_unclear,
)  # fmt: skip
