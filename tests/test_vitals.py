"""Legal vital sets and extra devices: counted exactly, drawn uniformly, listed once each."""

import itertools
import math
import time
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decklint.making import tangles
from decklint.making.independence import IndependentSets
from decklint.making.polynomials import combination, groupings, power, times
from decklint.making.rows import Row, Rows
from decklint.play import Play
from rulebook.cards import Card, CardEffect, TextKey
from rulebook.codes import CodedError

HALF = Play.named("half", {})
FULL = Play.named("full", {})


def vital(name: str, en: str | None = None, ja: str | None = None, **changes: object) -> Card:
    fields: dict[str, object] = {
        "id": f"t/{name}", "identity": f"t/{name}", "name": name, "game": "t", "type": "vital", "places": ("vital",),
        "vital_kind": "counter", "text_key": TextKey(en=en, ja=ja),
    }  # fmt: skip
    return Card(**{**fields, **changes})  # type: ignore[arg-type]


def device(name: str, **changes: object) -> Card:
    fields: dict[str, object] = {"type": "unit", "power": 5, "places": ("extra_device",), "vital_kind": None}
    return vital(name, **{**fields, **changes})


def plain(count: int) -> list[Card]:
    """Vitals that have nothing in common."""
    return [vital(f"v{n}", en=f"text {n}") for n in range(count)]


def clash(one: Card, other: Card) -> bool:
    """Read off the rules: the same card, or the same text in a language that both have (RES-06, RES-07)."""
    return (
        one.identity == other.identity
        or (one.text_key.en is not None and one.text_key.en == other.text_key.en)
        or (one.text_key.ja is not None and one.text_key.ja == other.text_key.ja)
    )


def by_hand(
    cards: Sequence[Card],
    size: int,
    must: Sequence[Card] = (),
    without: Sequence[Card] = (),
    master: Card | None = None,
) -> set[tuple[str, ...]]:
    """Every legal row as ids, found by trying all combinations of a Half or Full."""
    found = set()
    for chosen in itertools.combinations(cards, size):
        others = [card for card in chosen if card is not master]
        legal = (
            all(card in chosen for card in must)
            and not any(card.identity == other.identity for card in chosen for other in without)
            and (master is None or len(others) == size - 1)
            and all("vital" in c.places and not (c.type == "vital" and "search" in c.flags) for c in others)
            and all(card.phase is None for card in others)
            and not any(clash(a, b) for a, b in itertools.combinations(others, 2))
            and not any(master and card.identity == master.identity for card in others)
        )
        if legal:
            found.add(tuple(card.id for card in chosen))
    return found


def ids(row: Row) -> tuple[str, ...]:
    return tuple(card.id for card in row.vitals)


few = st.sampled_from([None, "a", "b", "c", "d"])


@st.composite
def pools(draw: st.DrawFn) -> list[Card]:
    """Up to ten cards that share names and texts across each other, some of them fit for nothing or bound elsewhere."""
    return [
        vital(
            f"{n}",
            en=draw(few),
            ja=draw(few),
            identity=f"t/{draw(st.integers(0, 7))}",
            type=draw(st.sampled_from(["vital", "vital", "vital", "unit"])),
            places=draw(st.sampled_from([("vital",), ("vital",), ("vital", "extra_device"), ()])),
            flags=draw(st.sampled_from([(), (), ("search",)])),
            phase=draw(st.sampled_from([None, None, None, "fusion"])),
        )
        for n in range(draw(st.integers(0, 10)))
    ]


@pytest.mark.rule("RES-07", "RES-14", "RES-15", "GRID-10", "PROP-02", "EXTRA-07")
@given(pools(), st.sampled_from([(HALF, 3), (FULL, 5)]))
def test_the_listing_is_every_legal_set_once(cards: list[Card], format_: tuple[Play, int]) -> None:
    play, size = format_
    rows = Rows(cards, play)
    listed = [ids(row) for row in rows]
    assert sorted(listed) == sorted(by_hand(cards, size))
    assert rows.count == len(listed)
    assert listed == [ids(row) for row in Rows(cards, play)]


@pytest.mark.rule("MASTER-12", "MASTER-09")
@settings(max_examples=300)
@given(pools(), st.data())
def test_wishes_keep_counts_exact(cards: list[Card], data: st.DataObject) -> None:
    fit = [card for card in cards if by_hand([card], 1)]
    without = data.draw(st.lists(st.sampled_from(cards), max_size=2)) if cards else []
    must = data.draw(st.lists(st.sampled_from(fit), max_size=2, unique_by=id)) if fit else []
    masters = [card for card in cards if card.phase is None]
    master = data.draw(st.none() | st.sampled_from(masters)) if masters else None
    if master is not None and any(card.identity == master.identity and card is not master for card in must):
        return
    given_ = [*must, *([master] if master else [])]
    if any(card.identity == other.identity for card in given_ for other in without):
        with pytest.raises(CodedError, match="left out"):
            Rows(cards, HALF, must=must, without=without, master=master)
        return
    if any(clash(a, b) for a, b in itertools.combinations([card for card in must if card is not master], 2)):
        with pytest.raises(CodedError, match="same"):
            Rows(cards, HALF, must=must, without=without, master=master)
        return
    rows = Rows(cards, HALF, must=must, without=without, master=master)
    listed = [ids(row) for row in rows]
    assert len(set(listed)) == len(listed) == rows.count
    assert set(listed) == by_hand(cards, 3, must, without, master)


def assignments(
    cards: Sequence[Card], vitals: int, low: int, high: int, total: int
) -> set[tuple[tuple[str, ...], ...]]:
    """Every legal way to lay devices, found by trying all; the cards are fit and their effects are their texts."""
    under = [chosen for size in range(low, high + 1) for chosen in itertools.combinations(cards, size)]
    found = set()
    for laid in itertools.product(under, repeat=vitals):
        flat = [card for cards_ in laid for card in cards_]
        if 0 < len(flat) <= total and not any(clash(a, b) for a, b in itertools.combinations(flat, 2)):
            found.add(tuple(tuple(card.id for card in cards_) for cards_ in laid))
    return found


@st.composite
def devices(draw: st.DrawFn) -> list[Card]:
    """Up to five cards of a second deck that share names and effects; traps of Another are compared by text."""
    return [
        device(
            f"d{n}", identity=f"t/d{draw(st.integers(0, 4))}", type="archive_trap", effect="another",
            text_key=TextKey(en=draw(few)),
        )
        for n in range(draw(st.integers(2, 5)))
    ]  # fmt: skip


@pytest.mark.rule("EXTRA-06", "RES-06")
@settings(max_examples=60, deadline=None)
@given(devices(), st.sampled_from(["none_or_every_vital", "up_to_limit"]))
def test_extra_devices_one_under_each_vital(cards: list[Card], policy: str) -> None:
    play = Play.named("half", {"ed_count_policy": policy})
    low = 0 if policy == "up_to_limit" else 1
    rows = Rows([*plain(3), *cards], play, extra=True)
    listed = [tuple(tuple(card.id for card in under) for under in row.devices) for row in rows]
    assert len(listed) == len(set(listed)) == rows.count
    assert set(listed) == assignments(cards, 3, low, 1, 3)


@pytest.mark.rule("DORSAGA-04", "DORSAGA-06")
@settings(max_examples=40, deadline=None)
@given(devices(), st.sampled_from(["dorsaga", "code_diver"]), st.booleans())
def test_extra_devices_one_or_two_in_dorsaga(cards: list[Card], format_: str, any_number: bool) -> None:
    play = Play.named(format_, {"ed_count_policy": "up_to_limit" if any_number else "none_or_every_vital"})
    rows = Rows([*plain(3), *cards], play, extra=True)
    listed = [tuple(tuple(card.id for card in under) for under in row.devices) for row in rows]
    assert len(listed) == len(set(listed)) == rows.count
    assert set(listed) == assignments(cards, 3, 0 if any_number else 1, 2, 6)


@pytest.mark.rule("EXTRA-06", "DORSAGA-06")
def test_counts_of_devices_by_hand() -> None:
    laid = [device(f"d{n}") for n in range(6)]
    # Half: 6·5·4. Dorsaga: of three to six devices, times the ways to give one or two to each of three vitals:
    # 20·6 + 15·36 + 6·90 + 1·90; units have no effect to share while their text is void.
    assert Rows([*plain(3), *laid], HALF, extra=True).count == 120
    assert Rows([*plain(4), *laid], HALF, extra=True).count == 4 * 120
    dorsaga = Play.named("dorsaga", {})
    assert Rows([*plain(3), *laid], dorsaga, extra=True).count == 120 + 540 + 540 + 90


@pytest.mark.rule("EXTRA-07", "EXTRA-08")
def test_search_and_phase_belong_to_the_extra_device() -> None:
    search, phase = vital("s", en="s", flags=("search",)), vital("p", en="p", phase="fusion")
    cards = [*plain(3), search, phase, device("d")]
    assert Rows(cards, HALF).count == 1
    rows = Rows(cards, HALF, extra=True)
    assert rows.count == 6
    assert {card.id for row in rows for under in row.devices for card in under} == {"t/s", "t/p", "t/d"}
    # Search text of a unit has no force, so the card is not bound by it (MATRIX-15, MATRIX-16).
    unit = vital("u", type="unit", flags=("search",))
    assert Rows([*plain(2), unit], HALF).count == 1
    assert Rows([*plain(2), unit], Play.named("half", {"ed_search_text_scope": "any_text"})).count == 0
    assert Rows([*plain(2), unit], Play.named("dorsaga", {})).count == 0


@pytest.mark.rule("MASTER-12", "MASTER-09")
def test_the_master_is_exempt_from_texts_and_places_and_lies_nowhere_else() -> None:
    master = device("m", text_key=TextKey(en="text 0"), places=("deck", "extra_device"))
    cards = [*plain(3), master, vital("again", identity="t/m"), *(device(f"d{n}") for n in range(3))]
    rows = Rows(cards, HALF, master=master, extra=True)
    assert rows.vitals.count == 3
    assert rows.count == 3 * 6
    assert all(master in row.vitals for row in rows)
    assert not any(master in under for row in rows for under in row.devices)


@pytest.mark.rule("RES-16")
def test_a_trial_has_as_many_vitals_as_agreed() -> None:
    trial = Play.named("trial", {})
    assert Rows(plain(9), trial).count == 36
    nine = Play.of(trial.format.sized(vitals=9), trial.options)
    assert Rows(plain(10), nine).count == 10


def test_devices_are_laid_where_a_switch_requires_them() -> None:
    play = Play.named("half", {"ed_count_policy": "always_required"})
    cards = [*plain(3), *(device(f"d{n}") for n in range(3))]
    assert Rows(cards, play).count == 6
    off = Play.named("half", {"ed_count_policy": "always_required", "modules.extra_device": False})
    assert Rows(cards, off).count == 1
    with pytest.raises(CodedError, match="switched off"):
        Rows(cards, off, extra=True)


def test_a_card_of_a_system_switched_off_is_left_out() -> None:
    cards = [*plain(3), *(device(f"d{n}") for n in range(2)), device("e", type="archive_effect", effect="spell")]
    assert Rows(cards, HALF, extra=True).count == 6
    assert Rows(cards, Play.named("half", {"modules.archive_effect": False}), extra=True).count == 0
    with pytest.raises(CodedError, match="switched off"):
        Rows(cards, Play.named("half", {"modules.master_drive": False}), master=cards[3])


@pytest.mark.parametrize(("scope", "count"), [("kind", 0), ("kind_and_value", 6), ("text", 6)])
def test_the_scope_of_equal_effects_reaches_the_devices(scope: str, count: int) -> None:
    spells = [
        device(
            f"d{n}", type="archive_effect", effect="spell", effects=(CardEffect("spell", n),),
            text_key=TextKey(en=f"deal {n}"),
        )
        for n in range(3)
    ]  # fmt: skip
    assert Rows([*plain(3), *spells], Play.named("half", {"dup_effect_scope": scope}), extra=True).count == count


def test_two_effects_across_types() -> None:
    laid = [
        device("a", type="archive_effect", effect="spell"),
        device("b", type="archive_trap", effect="spell"),
        device("c"),
    ]
    assert Rows([*plain(3), *laid], HALF, extra=True).count == 0
    apart = Play.named("half", {"dup_effect_across_types": "per_type"})
    assert Rows([*plain(3), *laid], apart, extra=True).count == 6


def test_a_wished_card_that_can_be_no_vital_lies_among_the_devices() -> None:
    cards = [*plain(3), *(device(f"d{n}") for n in range(4))]
    rows = Rows(cards, HALF, must=[cards[3]], extra=True)
    assert rows.count == 3 * 6
    assert all(any(cards[3] in under for under in row.devices) for row in rows)
    with pytest.raises(CodedError, match="V204"):
        Rows(cards, HALF, must=[cards[3]])


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"must": ["s"]}, "E304"),
        ({"must": ["p"]}, "E305"),
        ({"must": ["u"]}, "V204"),
        ({"must": ["v0", "twin"]}, "“v0” and “twin” have the same text"),
        ({"must": ["v0", "print"]}, "“v0” and “print” are the same card"),
        ({"must": ["v0", "v1", "v2", "v3"]}, "4 cards are asked for, but half has 3 vitals"),
        ({"must": ["v0", "v1", "v2"], "master": "u"}, "4 cards are asked for, but half has 3 vitals"),
        ({"must": ["v0"], "without": ["v0"]}, "asked for and left out"),
        ({"master": "u", "without": ["u"]}, "asked for and left out"),
        ({"master": "p"}, "E305"),
    ],
)
def test_wishes_that_no_row_can_fulfil_name_the_rule(wish: dict[str, object], message: str) -> None:
    cards = [
        *plain(4), vital("s", flags=("search",)), vital("p", phase="fusion"), vital("u", type="unit", places=("deck",)),
        vital("twin", en="text 0"), vital("print", identity="t/v0"),
    ]  # fmt: skip
    named = {card.name: card for card in cards}
    chosen = {
        key: named[value] if isinstance(value, str) else [named[name] for name in value]  # type: ignore[attr-defined]
        for key, value in wish.items()
    }
    with pytest.raises(CodedError, match=message):
        Rows(cards, HALF, **chosen)  # type: ignore[arg-type]


def test_a_card_that_is_not_in_the_pool_cannot_be_wished_for() -> None:
    with pytest.raises(CodedError, match="not among the cards"):
        Rows(plain(3), HALF, must=[vital("other", en="other")])


def test_a_shortage_says_how_many_there_are_and_how_many_lie_together() -> None:
    few_ = Rows([*plain(2), device("d")], HALF).shortage()
    assert few_ is not None
    assert few_.code == "vitals_too_few"
    assert (few_.values["pool"], few_.values["able"], few_.values["free"]) == (3, 2, 2)
    same = Rows([vital(f"{n}", en="one text") for n in range(9)] + plain(1), HALF).shortage()
    assert same is not None
    assert same.code == "vitals_collide"
    assert (same.values["free"], same.values["most"]) == (10, 2)
    below = Rows([*plain(3), device("a"), device("b")], HALF, extra=True).shortage()
    assert below is not None
    assert below.code == "devices_too_few"
    prints = [device(f"{n}", identity="t/one") for n in range(5)]
    below = Rows([*plain(3), *prints], HALF, extra=True).shortage()
    assert below is not None
    assert (below.code, below.values["most"]) == ("devices_collide", 1)
    for lang in ("en", "ja"):
        assert below.text(lang)
    with pytest.raises(CodedError, match="at most 1"):
        Rows([*plain(3), *prints], HALF, extra=True).draw(Random(1))
    assert Rows(plain(3), HALF).shortage() is None


def chi_square(drawn: Counter[object], cells: int) -> float:
    expected = drawn.total() / cells
    return sum((count - expected) ** 2 / expected for count in drawn.values()) + (cells - len(drawn)) * expected


TANGLED = [
    vital("0", en="a"), vital("1", en="a", ja="x"), vital("2", ja="x"), vital("3", ja="x", en="b"), vital("4", en="b"),
    vital("5", en="b"), vital("6", en="c"), vital("7", en="c"), vital("8"), vital("9"),
]  # fmt: skip
"""A component of crossing texts, a pair and two single cards."""


def test_draws_are_uniform_over_all_sets() -> None:
    legal = by_hand(TANGLED, 3)
    rows, random = Rows(TANGLED, HALF), Random(20)
    assert rows.count == len(legal)
    drawn: Counter[object] = Counter(ids(rows.draw(random)) for _ in range(200 * len(legal)))
    assert drawn.keys() == legal
    # The statistic has mean df and variance 2 df; it lies four deviations above once in 10,000 times.
    freedom = len(legal) - 1
    assert chi_square(drawn, len(legal)) < freedom + 4 * (2 * freedom) ** 0.5


def test_draws_are_uniform_over_all_assignments() -> None:
    laid = [
        device(f"d{n}", type="archive_trap", effect="another", text_key=TextKey(en=en))
        for n, en in enumerate(["a", "a", "b", "c", "d"])
    ]
    play = Play.named("dorsaga", {})
    legal = assignments(laid, 3, 1, 2, 6)
    rows, random = Rows([*plain(3), *laid], play, extra=True), Random(7)
    drawn: Counter[object] = Counter(
        tuple(tuple(card.id for card in under) for under in rows.draw(random).devices) for _ in range(150 * len(legal))
    )
    assert drawn.keys() == legal
    freedom = len(legal) - 1
    assert chi_square(drawn, len(legal)) < freedom + 4 * (2 * freedom) ** 0.5


def test_a_seed_draws_the_same_sets_everywhere() -> None:
    """Numbers below 252 out of eight bits of `Random(42)` at a time; each is a combination in lexicographic order."""
    rows, random, numbers = Rows(plain(10), FULL), Random(42), Random(42)
    in_order = list(itertools.combinations(range(10), 5))
    wanted = [number for number in (numbers.getrandbits(8) for _ in range(60)) if number < len(in_order)][:50]
    assert [[int(card.name[1:]) for card in rows.draw(random).vitals] for _ in range(50)] == [
        list(in_order[number]) for number in wanted
    ]
    assert wanted[:3] == [163, 28, 6]


def test_cards_that_share_nothing_are_listed_in_order() -> None:
    assert [[int(card.name[1:]) for card in row.vitals] for row in Rows(plain(7), FULL)] == [
        list(chosen) for chosen in itertools.combinations(range(7), 5)
    ]


def test_a_listing_is_lazy() -> None:
    rows = Rows(plain(5_000), FULL)
    assert rows.count == 5_000 * 4_999 * 4_998 * 4_997 * 4_996 // 120
    first = [ids(row) for row in itertools.islice(rows, 3)]
    assert first[2] == ("t/v0", "t/v1", "t/v2", "t/v3", "t/v6")


def test_numbers_out_of_range_have_no_set() -> None:
    rows = Rows(plain(5), FULL)
    assert len(rows.at(0).vitals) == 5
    for rank in (-1, 1):
        with pytest.raises(IndexError):
            rows.at(rank)


@given(st.lists(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 6)), max_size=3), max_size=11), st.integers(0, 5))
def test_sets_without_a_shared_key_of_every_size(keys: list[list[tuple[int, int]]], size: int) -> None:
    sets = IndependentSets(keys, size)
    for k in range(size + 1):
        legal = [
            list(chosen)
            for chosen in itertools.combinations(range(len(keys)), k)
            if all(set(keys[a]).isdisjoint(keys[b]) for a, b in itertools.combinations(chosen, 2))
        ]
        assert sets.counts[k] == len(legal)
        assert sorted(sets.at(rank, k) for rank in range(len(legal))) == legal


def test_long_chains_and_wide_stars_are_counted() -> None:
    # In a path of n things, C(n - k + 1, k) sets of k have no neighbours among them.
    path = IndependentSets([(n, n + 1) for n in range(1_000)], 5)
    assert path.counts[5] == 996 * 995 * 994 * 993 * 992 // 120
    found = path.at(path.counts[5] // 2)
    assert len(found) == 5
    assert all(b - a > 1 for a, b in itertools.pairwise(found))
    # 40 rows of 25 that share a text, one thing of each sharing another: one of these, or none, and the rest.
    star = IndependentSets([(f"row {n // 25}", "hub" if n % 25 == 0 else n) for n in range(1_000)], 2)
    assert star.counts[2] == 1_000 * 975 // 2 - 40 * 39 // 2


def test_a_hopeless_tangle_ends_with_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tangles, "STEPS", 500_000)
    random = Random(5)
    keys = [(("a", random.randrange(500)), ("b", random.randrange(500))) for _ in range(1_000)]
    start = time.monotonic()
    with pytest.raises(CodedError, match="tangle"):
        IndependentSets(keys, 9)
    assert time.monotonic() - start < 20


def test_counts_have_no_bound() -> None:
    trial = Play.of(Play.named("trial", {}).format.sized(vitals=4_999), FULL.options)
    rows = Rows(plain(9_999), trial)
    assert rows.count == math.comb(9_999, 4_999)
    with pytest.raises(CodedError, match="memory"):
        rows.at(0)


@given(
    st.lists(st.integers(0, 10**12), min_size=1, max_size=120), st.lists(st.integers(0, 99), min_size=1, max_size=120)
)
def test_products_are_those_of_polynomials(left: list[int], right: list[int]) -> None:
    assert times(left, right, 60) == [
        sum(left[i] * right[k - i] for i in range(k + 1) if i < len(left) and k - i < len(right))
        for k in range(min(len(left) + len(right) - 1, 61))
    ]


def test_powers_groupings_and_combinations() -> None:
    assert power((1, 2), 3, 5) == [1, 6, 12, 8]
    assert power((1, 2), 3, 2) == [1, 6, 12]
    assert power((1, 1, 1), 2, 5) == [1, 2, 3, 2, 1]
    assert groupings(3, 1, 2, 6)[3] == [0, 0, 0, 6, 36, 90, 90]
    assert [combination(rank, 5, 3) for rank in range(10)] == [list(c) for c in itertools.combinations(range(5), 3)]
