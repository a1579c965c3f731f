"""V2xx, E3xx and M4xx: the vitals, what lies under them, and the master."""

from collections.abc import Iterator, Sequence

from decklint.case import EXTRA_DEVICE, VITALS, Case, first_same, format_words, identity, type_words
from decklint.findings import Finding, finding
from rulebook.decks import Entry


def vital_count(case: Case) -> Iterator[Finding]:
    """V201 vital-count."""
    got = sum(entry.quantity for entry in case.deck.vitals)
    allowed = case.play.format.vitals_allowed
    too_few = allowed.low > got
    if allowed.allows(got) or (too_few and case.play.options["deck_size_check"] == "max_only"):
        return
    at = case.deck.vitals[-1].place if case.deck.vitals else case.place("vitals")
    yield finding("V201", at, deck=VITALS, got=got, allowed=str(allowed), format=format_words(case.play.format.base))


def vital_duplicates(case: Case) -> Iterator[Finding]:
    """V202 vital-duplicate-card and V203 vital-duplicate-effect."""
    masters = case.master_identities()
    yield from _copies("V202", case.deck.vitals)
    seen: dict[str, Entry] = {}
    for entry in case.deck.vitals:
        if entry.card is None or identity(entry) in masters:
            continue
        other = first_same(seen, case.play.effect_keys(entry.card, type_="vital"), entry)
        if other is not None:
            yield finding("V203", entry.place, deck=VITALS, card=entry, other=other, first=other.place.line)


def not_a_vital(case: Case) -> Iterator[Finding]:
    """V204 not-a-vital; cards that only their search text bars are E304."""
    masters = case.master_identities()
    for entry in case.deck.vitals:
        card = entry.card
        if card is None or identity(entry) in masters or case.play.fits_vitals(card):
            continue
        if case.play.is_search(card) and card.type == "vital":
            continue
        yield finding("V204", entry.place, deck=VITALS, card=entry, type=type_words(entry.type or card.type))


def extra_count(case: Case) -> Iterator[Finding]:
    """E301 extra-count."""
    devices, limit = case.deck.extra_device, case.play.format.extra_devices
    policy = case.play.options["ed_count_policy"]
    vitals = sum(entry.quantity for entry in case.deck.vitals)
    counts = [sum(entry.quantity for entry in under) for under in devices]
    total = sum(counts)
    if total == 0:
        if policy == "always_required":
            yield finding("E301", case.place("extra_device", "vitals"), "required", deck=EXTRA_DEVICE, allowed=vitals)
        return
    for under, count in zip(devices, counts, strict=True):
        if count > limit.high:
            at = under[-1].place
            yield finding("E301", at, "too_many_here", deck=EXTRA_DEVICE, got=count, allowed=limit.high)
    most = limit.total if case.play.format.base != "trial" else vitals
    if total > most:
        yield finding("E301", devices[-1][-1].place if devices[-1] else case.place("extra_device"), "too_many",
                      deck=EXTRA_DEVICE, got=total, allowed=most)  # fmt: skip
    filled = sum(count > 0 for count in counts)
    if filled > vitals or (filled < vitals and policy != "up_to_limit"):
        yield finding("E301", case.place("extra_device"), deck=EXTRA_DEVICE, got=filled, allowed=vitals)


def extra_duplicates(case: Case) -> Iterator[Finding]:
    """E302 extra-duplicate."""
    listed = [entry for under in case.deck.extra_device for entry in under]
    yield from _copies("E302", listed)
    seen: dict[str, Entry] = {}
    for entry in listed:
        if entry.card is None:
            continue
        other = first_same(seen, case.play.effect_keys(entry.card, entry.effect, entry.type), entry)
        if other is not None:
            yield finding("E302", entry.place, "effect", deck=EXTRA_DEVICE, card=entry, other=other,
                          first=other.place.line)  # fmt: skip


def not_an_extra_card(case: Case) -> Iterator[Finding]:
    """E303 not-an-extra-card."""
    for under in case.deck.extra_device:
        for entry in under:
            if entry.card is None or case.play.fits_extra_device(entry.card) or case.phase_of(entry) is not None:
                continue
            yield finding("E303", entry.place, deck=EXTRA_DEVICE, card=entry)


def outside_extra(case: Case) -> Iterator[Finding]:
    """E304 search-outside-extra and E305 phase-outside-extra.

    Without the extra device search text is only re-read (L13) and binds a card to no place (MATRIX-12).
    """
    for where, entry in case.everywhere():
        if where is EXTRA_DEVICE or entry.card is None:
            continue
        if case.play.extra_device and case.play.is_search(entry.card):
            yield finding("E304", entry.place, deck=where, card=entry, where=where)
        phase = case.phase_of(entry)
        if phase is not None:
            yield finding("E305", entry.place, deck=where, card=entry, where=where, phase=phase)


def masters(case: Case) -> Iterator[Finding]:
    """M401 master-count to M404 master-consent."""
    vitals = {identity(entry) for entry in case.deck.vitals}
    for number, master in enumerate(case.deck.masters, 1):
        entry, at = master.entry, master.entry.place
        if number > 1:
            yield finding("M401", at, deck=VITALS, card=entry, got=number, allowed=1)
        if identity(entry) not in vitals:
            yield finding("M402", at, deck=VITALS, card=entry)
        yield from _sex(case, entry, master.sex)
        if master.code_key and case.play.format.base == "code_diver":
            continue
        if master.human is None:
            yield finding("M404", at, "unstated", deck=VITALS, card=entry)
        elif not master.human:
            yield finding("M404", at, deck=VITALS, card=entry)
    named = case.master_identities()
    for where, entry in case.everywhere() if named else ():
        if where is not VITALS and identity(entry) in named:
            yield finding("M402", entry.place, "elsewhere", deck=where, card=entry, where=where)


def _sex(case: Case, entry: Entry, sex: str | None) -> Iterator[Finding]:
    player = case.deck.player_sex
    if case.play.options["master_gender_check"] != "declared":
        yield finding("M403", entry.place, deck=VITALS, card=entry)
    elif sex is None or player is None:
        yield finding("M403", entry.place, "undeclared", deck=VITALS, card=entry)
    elif sex != player:
        yield finding("M403", entry.place, "differ", deck=VITALS, card=entry, got=sex, allowed=player)


def _copies(code: str, entries: Sequence[Entry]) -> Iterator[Finding]:
    listed: dict[str, list[Entry]] = {}
    for entry in entries:
        listed.setdefault(identity(entry), []).append(entry)
    for same in listed.values():
        got = sum(entry.quantity for entry in same)
        if got > 1:
            last, first = same[-1], same[0]
            yield finding(code, last.place, card=last, got=got, allowed=1, first=first.place.line)


CHECKS = (
    vital_count, vital_duplicates, not_a_vital, extra_count, extra_duplicates, not_an_extra_card, outside_extra,
    masters,
)  # fmt: skip
