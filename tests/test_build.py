"""Bundles built as wished for: legal and the nearest to the wishes, or the fewest reasons against them."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decklint.lint import Judgement, Linter
from decklint.making import reach_cuts
from decklint.making.build import Built, build
from decklint.making.candidates import Item
from decklint.making.reach_cuts import Cutter, Kind
from decklint.making.reasons import Impossible, Undecided
from decklint.making.wishes import Band, Wishes, parse_curve
from decklint.play import Play
from decklint.reach import Field, Level, Piece, reach
from rulebook.cards import Card, CardEffect, Link, TextKey
from rulebook.codes import CodedError
from rulebook.decks import Deck, Entry, read_decks
from rulebook.documents import dump_yaml
from rulebook.formats import format_named
from rulebook.options import resolve
from rulebook.pool import Pool
from rulebook.walk import Place
from twgp.building import whole_deck
from twgp.built import document


def small(size: int, **settings: object) -> Play:
    """A Half whose bundle has only so many cards; three columns."""
    options = resolve(settings, "half")
    return Play.of(msgspec.structs.replace(format_named("half"), deck_cards=size), options)


def unit(name: str, power: int | None, **changes: Any) -> Card:
    fields: dict[str, Any] = {
        "id": f"t/{name}", "identity": f"t/{name}", "name": name, "game": "t", "type": "unit", "power": power,
        "places": ("deck",),
    }  # fmt: skip
    return Card(**{**fields, **changes})


def spell(name: str, *effects: Any, **changes: Any) -> Card:
    listed = tuple(CardEffect(effect, 3) for effect in effects)
    return unit(name, None, type="archive_effect", effect=effects[0], effects=listed, **changes)


def weapon(name: str, **changes: Any) -> Card:
    return unit(name, None, type="weapon", **changes)


def names(built: Built, bundle: int = 0) -> set[str]:
    return {item.card.name for item in built.bundles[bundle]}


def powers(items: Sequence[Item]) -> list[int]:
    return sorted(item.power for item in items if item.power is not None)


class Asked(NamedTuple):
    """The wishes of the comparison with all combinations; the flags are the rules that can be left out."""

    size: int
    must: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    least: tuple[tuple[str, int], ...] = ()
    most: tuple[tuple[str, int], ...] = ()
    rules: frozenset[str] = frozenset({"size", "effects", "poison", "zero", "reach"})


def ways(cards: Sequence[Card]) -> Iterator[list[tuple[Card, str | None]]]:
    """Every choice of cards, each with every effect that it can be registered for."""
    options = [[(card, one.effect) for one in card.effects] or [(card, None)] for card in cards]

    def extend(at: int, chosen: list[Any]) -> Iterator[list[Any]]:
        if at == len(options):
            yield chosen
            return
        yield from extend(at + 1, chosen)
        for way in options[at]:
            yield from extend(at + 1, [*chosen, way])

    yield from extend(0, [])


def is_legal(chosen: Sequence[tuple[Card, str | None]], asked: Asked, level: Level = "own") -> bool:
    """Read off the rules, for cards of these tests: an effect kind is one kind for all A-Effects (RES-06)."""
    cards = [card for card, _ in chosen]
    kinds = [effect for card, effect in chosen if card.type == "archive_effect"]
    units = [card for card in cards if card.type == "unit"]
    size = sum(int(card.flags[0][4:]) if card.flags else 1 for card in cards)
    listed = {card.name for card in cards}
    types = [card.type for card in cards]
    if "size" in asked.rules and size != asked.size:
        return False
    if "effects" in asked.rules and len(set(kinds)) < len(kinds):
        return False
    if "poison" in asked.rules and sum(card.poison_name for card in units) > 1:
        return False
    if "zero" in asked.rules and sum(card.power == 0 for card in units) > 1:
        return False
    if not set(asked.must) <= listed or set(asked.without) & listed:
        return False
    if any(types.count(type_) < n for type_, n in asked.least):  # type: ignore[arg-type]
        return False
    if any(types.count(type_) > n for type_, n in asked.most):  # type: ignore[arg-type]
        return False
    if "reach" not in asked.rules:
        return True
    pieces = [Piece(card.id, card.power or 0, int(card.flags[0][4:]) if card.flags else 1) for card in units]
    found = reach(pieces, Field(columns=3, vitals=3), levels=(level,))
    return all(one.level is not None for one in found.values())


@st.composite
def pools(draw: st.DrawFn) -> list[Card]:
    """Up to seven cards that get in each other's way."""
    cards: list[Card] = []
    for n in range(draw(st.integers(1, 7))):
        kind = draw(st.sampled_from(["unit", "unit", "unit", "spell", "weapon"]))
        if kind == "unit":
            flags = draw(st.sampled_from([(), (), (), ("set:2",)]))
            power = draw(st.sampled_from([0, 0, 1, 2, 3, 3, 4, 5, 6, 8, 9]))
            cards.append(unit(f"c{n}", power, poison_name=draw(st.booleans()), flags=flags))
        elif kind == "spell":
            effects = draw(st.lists(st.sampled_from(["spell", "hack", "copy"]), min_size=1, max_size=2, unique=True))
            cards.append(spell(f"c{n}", *effects))
        else:
            cards.append(weapon(f"c{n}"))
    return cards


@st.composite
def questions(draw: st.DrawFn) -> tuple[list[Card], Asked]:
    cards = draw(pools())
    some = st.lists(st.sampled_from([card.name for card in cards]), max_size=2, unique=True).map(tuple)
    number = st.tuples(st.sampled_from(["unit", "weapon", "archive_effect"]), st.integers(0, 3))
    numbers = st.lists(number, max_size=1).map(tuple)
    return cards, Asked(draw(st.integers(2, 4)), draw(some), draw(some), draw(numbers), draw(numbers))


def wished(cards: Sequence[Card], asked: Asked, **more: Any) -> Wishes:
    by_name = {card.name: card for card in cards}
    return Wishes(
        must=[by_name[name] for name in asked.must], without=[by_name[name] for name in asked.without],
        least=dict(asked.least), most=dict(asked.most), **more,
    )  # fmt: skip


def left(asked: Asked, reasons: Sequence[Any]) -> Asked:
    """Only the wishes and rules that the reasons name."""
    told = [reason for reason in reasons if reason.code != "build_pool"]
    for_code: dict[str, list[Any]] = {}
    for reason in told:
        for_code.setdefault(reason.code.removeprefix("build_needs_"), []).append(reason.values)
    return Asked(
        asked.size,
        tuple(one["card"].name for one in for_code.get("must", ())),
        tuple(one["card"].name for one in for_code.get("without", ())),
        tuple((one["key"], one["number"]) for one in for_code.get("least", ())),
        tuple((one["key"], one["number"]) for one in for_code.get("most", ())),
        frozenset(for_code) & Asked(0).rules,
    )


@pytest.mark.rule("RES-05", "RES-06", "RES-17", "RES-26", "RES-28", "RES-29", "AEFFECT-17", "DRIVE-18")
@given(questions(), st.integers(0, 3))
@settings(max_examples=60, deadline=None)
def test_there_is_a_deck_exactly_when_trying_all_finds_one(question: tuple[list[Card], Asked], seed: int) -> None:
    cards, asked = question
    if any(is_legal(chosen, asked) for chosen in ways(cards)):
        (items,) = build(cards, small(asked.size), wished(cards, asked), seed).bundles
        assert is_legal([(item.card, item.effect or item.card.effect) for item in items], asked)
        return
    with pytest.raises(Impossible) as caught:
        build(cards, small(asked.size), wished(cards, asked), seed)
    reasons = caught.value.reasons
    named = left(asked, reasons)
    assert not any(is_legal(chosen, named) for chosen in ways(cards))
    for at in range(len(reasons) - 1):
        fewer = left(asked, reasons[:at] + reasons[at + 1 :])
        assert any(is_legal(chosen, fewer) for chosen in ways(cards)), reasons[at].text()


@given(pools(), st.integers(2, 4), st.sampled_from(["0-3=2,4-9=1", "0-1=1,2-3=1", "5-9=3", "low", "high"]))
@settings(max_examples=40, deadline=None)
def test_the_power_curve_is_the_nearest_that_there_is(cards: list[Card], size: int, curve: str) -> None:
    wishes = Wishes(curve=parse_curve(curve))

    def distance(held: Sequence[Card]) -> int:
        levels = [card.power for card in held if card.type == "unit" and card.power is not None]
        return sum(abs(sum(b.low <= p <= b.high for p in levels) - b.number) for b in wishes.bands())

    asked = Asked(size)
    every = [distance([card for card, _ in chosen]) for chosen in ways(cards) if is_legal(chosen, asked)]
    if not every:
        return
    built = build(cards, small(size), wishes)
    assert distance([item.card for item in built.bundles[0]]) == min(every)


@pytest.mark.rule("READ-05")
def test_another_effect_than_the_primary_one_makes_room_for_the_curve() -> None:
    effects = [spell("s0", "hack"), spell("s1", "hack"), spell("s2", "hack", "spell")]
    cards = [unit("u0", 2), unit("u1", 2), weapon("w"), *effects]
    built = build(cards, small(4), Wishes(curve=parse_curve("0-1=1,2-3=1")))
    assert sorted(item.card.type for item in built.bundles[0]) == ["archive_effect", "archive_effect", "unit", "weapon"]
    assert [item.effect for item in built.bundles[0] if item.card.name == "s2"] == ["spell"]


@pytest.mark.parametrize("level", ["own", "fight", "behind", "link"])
def test_every_unit_can_be_summoned_at_the_level_asked_for(level: Level) -> None:
    """Columns 3: at most three tops, so 02 02 03 drive 07 at most; what lies above waits for other drives."""
    zero = (Link("zero", ("A", "B")),)
    cards = [unit(f"u{n}", p, links=zero) for n, p in enumerate([1, 1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 9, 12, 14, 20, 30])]
    built = build(cards, small(7), Wishes(curve=parse_curve("5-30=6"), reach=level))
    pieces = [Piece(item.card.id, item.power or 0, 1, item.card.links) for item in built.bundles[0]]
    found = reach(pieces, Field(columns=3, vitals=3), levels=(level,))
    assert all(one.level is not None for one in found.values())


def many_links(*more: Card) -> list[Card]:
    """Units of 20 powers with four sets of links each: 80 kinds, as in pools of several games."""
    links = [(Link(name, roles),) for name in ("zero", "dragoon") for roles in (("A",), ("B",))]
    return [*(unit(f"u{n} {at}", 1 + n, links=own) for n in range(20) for at, own in enumerate(links)), *more]


def test_many_links_are_built_with_in_some_seconds() -> None:
    """Without a word on the curve no Link is needed; a unit of 99 is out of reach of four cards with Links, too."""
    started = perf_counter()
    built = build(many_links(), Play.named("half", {}), Wishes(reach="link"))
    assert len(built.bundles[0]) == 20
    far = unit("far", 99)
    with pytest.raises((Impossible, Undecided)):
        build(many_links(far), small(4), Wishes(must=[far], reach="link"))
    assert perf_counter() - started < 60


@pytest.mark.parametrize("level", ["behind", "link"])
def test_a_search_that_takes_too_long_says_so(level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach_cuts, "BOUND", 10)
    far = unit("far", 99)
    with pytest.raises(Undecided) as caught:
        build(many_links(far), small(4), Wishes(must=[far], reach=level))
    assert "not decided" in caught.value.text("en")


@pytest.mark.rule("DRIVE-17", "DRIVE-24")
def test_the_best_curve_has_its_materials() -> None:
    """One unit of 09 in three columns wants 03 03 03 (L192)."""
    cards = [*(unit(f"three {n}", 3) for n in range(3)), *(unit(f"nine {n}", 9) for n in range(3))]
    cards += [unit(f"one {n}", 1) for n in range(6)]
    built = build(cards, small(6), Wishes(curve=(Band(9, 9, 3),)))
    assert powers(built.bundles[0]) == [3, 3, 3, 9, 9, 9]


def test_a_cut_says_all_that_does_not_suffice() -> None:
    """For an 05 of 02 02: a third 02, a 03 or a 01 would do, an 04 never (columns 5)."""
    kinds = [Kind(power) for power in (0, 1, 2, 3, 4, 5, 9)]
    cutter = Cutter(Field(columns=5, vitals=5), "own", kinds, 20)
    counts = {Kind(2): 2, Kind(5): 1}
    assert cutter.unreached(counts) == (Kind(5),)
    for cut in cutter.cuts(counts, Kind(5)):
        assert cut.targets == {Kind(5), Kind(9)}
        assert cut.limits == {Kind(1): 0, Kind(2): 2, Kind(3): 0}


def test_the_same_seed_builds_the_same_whatever_the_order_of_the_pool() -> None:
    cards = [*(unit(f"u{n}", n % 8) for n in range(60)), *(weapon(f"w{n}") for n in range(20))]
    play = Play.named("full", {})
    wishes = Wishes(kept=((), ()))
    first = [names(build(cards, play, wishes, 5), at) for at in (0, 1)]
    shuffled = list(cards)
    Random(1).shuffle(shuffled)
    assert [names(build(shuffled, play, wishes, 5), at) for at in (0, 1)] == first
    assert not first[0] & first[1], "a card is used twice although there are others"
    others = {frozenset(names(build(cards, play, wishes, seed))) for seed in range(6)}
    assert len(others) == 6


@pytest.mark.rule("RES-05")
def test_small_pools_are_used_in_both_bundles_but_never_under_per_player() -> None:
    cards = [unit(f"u{n}", 1 + n % 3) for n in range(25)]
    built = build(cards, Play.named("full", {}), Wishes(kept=((), ())))
    assert [len(names(built, at)) for at in (0, 1)] == [20, 20]
    with pytest.raises(Impossible) as caught:
        build(cards, Play.named("full", {"duplicate_card_scope": "per_player"}), Wishes(kept=((), ())))
    assert codes(caught.value) == {"build_needs_size", "build_needs_per_player"}
    built = build(cards * 2 + [unit(f"v{n}", 2) for n in range(15)],
                  Play.named("full", {"duplicate_card_scope": "per_player"}), Wishes(kept=((), ())))  # fmt: skip
    assert not names(built, 0) & names(built, 1)


def codes(error: Impossible) -> set[str]:
    return {reason.code for reason in error.reasons} - {"build_pool"}


def entry(card: Card, **changes: Any) -> Entry:
    return Entry(card.name, Place(), card=card, **changes)


@pytest.mark.rule("RES-26")
def test_what_a_bundle_holds_stays_first_and_counts() -> None:
    pair = unit("pair", 2, flags=("set:2",))
    held = [unit("old", 9), pair, spell("old spell", "hack", "spell")]
    pool = [*held, *(unit(f"u{n}", 3) for n in range(30)), spell("new spell", "spell"), spell("hacker", "hack")]
    kept = (entry(held[2], effect="spell"), entry(held[0]), entry(pair))
    (items,) = build(pool, Play.named("half", {}), Wishes(kept=(kept,), curve="high")).bundles
    assert [item.card.name for item in items[:3]] == ["old spell", "old", "pair"]
    assert sum(item.size for item in items) == 20
    assert items[0].effect == "spell"
    assert "new spell" not in {item.card.name for item in items}, "it has the effect registered for the old one"


def test_links_come_in_pairs() -> None:
    a, b = (Link("dragoon", ("A",)),), (Link("dragoon", ("B",)),)
    cards = [*(unit(f"u{n}", 1 + n % 3) for n in range(40)), unit("dragon", 3, links=a), unit("rider", 3, links=b)]
    built = build(cards, Play.named("half", {}), Wishes(link="dragoon"))
    assert {"dragon", "rider"} <= names(built)
    with pytest.raises(Impossible) as caught:
        build(cards[:-1], Play.named("half", {}), Wishes(link="dragoon"))
    assert codes(caught.value) == {"build_needs_link"}


@pytest.mark.rule("LINK-22")
@given(st.integers(0, 30))
@settings(max_examples=10, deadline=None)
def test_a_unit_with_a_link_does_not_come_without_a_partner(seed: int) -> None:
    a, b = (Link("dragoon", ("A",)),), (Link("dragoon", ("B",)),)
    cards = [*(unit(f"u{n}", 1 + n % 3, links=a if n % 2 else ()) for n in range(60)), unit("rider", 3, links=b)]
    (items,) = build(cards, Play.named("half", {}), Wishes(), seed).bundles
    roles = {role for item in items for link in item.card.links for role in link.roles}
    assert roles in (set(), {"A", "B"})


@pytest.mark.parametrize(
    ("wishes", "expected"),
    [
        ({"least": {"weapon": 3}}, {"build_needs_least"}),
        ({"least": {"unit": 3}, "most": {"unit": 2}}, {"build_needs_least", "build_needs_most"}),
        ({"must": ["zero", "nought"]}, {"build_needs_must", "build_needs_zero"}),
        ({"must": ["venom", "toxin"]}, {"build_needs_must", "build_needs_poison"}),
        ({"must": ["bolt", "spark"]}, {"build_needs_must", "build_needs_effects"}),
        ({"must": ["giant"]}, {"build_needs_must", "build_needs_reach"}),
        ({"must": ["u1"], "without": ["u1"]}, {"build_needs_must", "build_needs_without"}),
        ({"must": ["field"]}, {"build_barred"}),
    ],
)  # fmt: skip
@pytest.mark.rule("RES-06", "RES-28", "RES-29", "DRIVE-18", "TYPE-01")
def test_a_refusal_names_what_stands_in_the_way_and_nothing_else(wishes: dict[str, Any], expected: set[str]) -> None:
    cards = [
        *(unit(f"u{n}", 3) for n in range(12)), *(weapon(f"w{n}") for n in range(2)), unit("zero", 0),
        unit("nought", 0), unit("venom", 1, poison_name=True), unit("toxin", 1, poison_name=True),
        spell("bolt", "spell"), spell("spark", "spell"), unit("giant", 99),
        unit("field", None, type="vital", places=("vital",)),
    ]  # fmt: skip
    by_name = {card.name: card for card in cards}
    given_ = {key: [by_name[name] for name in value] if isinstance(value, list) else value
              for key, value in wishes.items()}  # fmt: skip
    with pytest.raises(Impossible) as caught:
        build(cards, small(8), Wishes(**given_))
    assert codes(caught.value) == expected
    for lang in ("en", "ja"):
        assert all(name in caught.value.text(lang) for name in wishes.get("must", ()))


def test_with_another_effect_registered_both_fit() -> None:
    cards = [spell("bolt", "spell"), spell("spark", "spell", "hack"), unit("u", 1), unit("v", 2)]
    (items,) = build(cards, small(4), Wishes()).bundles
    assert {item.card.name: item.effect for item in items if item.type != "unit"} == {"bolt": None, "spark": "hack"}


def test_fewer_cards_are_legal_only_with_max_only() -> None:
    cards = [unit(f"u{n}", 2) for n in range(15)]
    with pytest.raises(Impossible) as caught:
        build(cards, Play.named("half", {}), Wishes())
    assert codes(caught.value) == {"build_needs_size"}
    built = build(cards, Play.named("half", {"deck_size_check": "max_only"}), Wishes())
    assert len(built.bundles[0]) == 15


@pytest.mark.parametrize(
    ("text", "curve"),
    [
        ("Low", "low"), ("０-3=6, 4-6=5,7=1", (Band(0, 3, 6), Band(4, 6, 5), Band(7, 7, 1))),
        ("0-3=6,3-5=1", "curve_overlaps"), ("5-3=1", "curve_unknown"), ("steep", "curve_unknown"),
        ("", "curve_unknown"), ("0-100=3", "curve_unknown"), ("1=", "curve_unknown"),
    ],
)  # fmt: skip
def test_curves_are_read(text: str, curve: object) -> None:
    if isinstance(curve, str) and curve.startswith("curve"):
        with pytest.raises(CodedError) as caught:
            parse_curve(text)
        assert caught.value.code == curve
    else:
        assert parse_curve(text) == curve


def test_the_shapes_follow_the_number_of_units() -> None:
    assert [band.number for band in Wishes(curve="even").bands()] == [5, 3, 2, 2]
    assert sum(band.number for band in Wishes(curve="high", most={"unit": 7}).bands()) == 7
    assert sum(band.number for band in Wishes(curve="low", least={"unit": 16}).bands()) == 16


EFFECTS = ("spell", "hack", "copy", "medical", "accel", "crack")


def large_pool(seed: int) -> list[Card]:
    """Cards of every type, with texts and effects that some share."""
    random = Random(seed)
    cards: list[Card] = []
    for n in range(random.randrange(60, 120)):
        key = TextKey(en=f"text {random.randrange(60)}", ja=random.choice([None, f"文{random.randrange(60)}"]))
        more: dict[str, Any] = {"text_key": key, "flags": random.choice([(), (), (), (), ("set:2",), ("search",)])}
        kind = random.choice(["unit", "unit", "unit", "spell", "weapon", "blast_counter", "vital", "second", "none"])
        if kind == "unit":
            more["poison_name"] = random.random() < 0.1
            more["links"] = random.choice([(), (Link("zero", ("A", "B")),), (Link("dragoon", ("A",)),)])
            cards.append(unit(f"c{n}", random.choice([0, 1, 2, 3, 3, 3, 4, 5, 6, 7, 9, 12]), **more))
        elif kind == "spell":
            cards.append(spell(f"c{n}", *random.sample(EFFECTS, random.choice([1, 1, 2])), **more))
        elif kind == "weapon":
            cards.append(weapon(f"c{n}", **more))
        elif kind == "second":
            cards.append(unit(f"c{n}", 5, **{**more, "places": ("extra_device",)}))
        else:
            places = {"vital": ("vital",), "none": (), "blast_counter": ("deck",)}[kind]
            cards.append(unit(f"c{n}", None, **{**more, "type": kind, "places": places}))
    cards += [unit(f"v{n}", None, type="vital", places=("vital",), text_key=TextKey(en=f"v{n}"))
              for n in range(8)]  # fmt: skip
    return cards


SETTINGS = st.sampled_from(
    [
        {}, {}, {"duplicate_card_scope": "per_player"}, {"dup_effect_scope": "text"}, {"deck_size_check": "max_only"},
        {"modules.archive_effect": "false"}, {"modules.deck_card_type": "false"}, {"second_deck_place": "deck_too"},
        {"multi_effect_binding": "at_registration"}, {"deck_pool": "25"}, {"dup_effect_across_types": "per_type"},
        {"material_scope": "include_frames"}, {"material_scope": "include_charge_grid"}, {"modules.link": "false"},
        {"power_drive_core": "min1_any"}, {"continuing_cards_in_deck": "true"},
    ]
)  # fmt: skip


@pytest.mark.rule("RES-11", "RES-12", "RES-13", "RES-19", "RES-20")
@given(st.integers(0, 2**32), st.sampled_from(["half", "full", "trial", "dorsaga", "code_diver"]), SETTINGS,
       st.sampled_from(["low", "even", "high", "0-3=5,4-6=4"]), st.integers(0, 99))  # fmt: skip
@settings(max_examples=30, deadline=None)
def test_the_linter_finds_nothing_against_what_was_built(
    number: int, format_: str, switches: dict[str, str], curve: str, seed: int
) -> None:
    cards = large_pool(number)
    play = Play.named(format_, switches)
    bundles = play.format.decks_in_play
    wishes = Wishes(kept=((),) * bundles, curve=parse_curve(curve))
    try:
        whole = whole_deck(cards, play, wishes, [], Deck("", "yaml", ""), seed, opening=4, extra=False)
    except Impossible:
        return
    pool = Pool(cards)
    ((deck, faults),) = read_decks(dump_yaml(document(whole, play, pool, title="t", files=[])), "t.yaml")
    found = Linter(Judgement()).check(deck, faults, pool)
    assert not [one.text("en") for one in found if one.severity == "error" or one.code in ("P601", "P607")]
    assert len(deck.bundles) == bundles
    assert len(deck.bundles[0].archive) == 4


def test_every_pair_of_reasons_is_there_once() -> None:
    """Three cards of one effect in one bundle: two of them are enough of a reason."""
    cards = [*(spell(f"s{n}", "spell") for n in range(3)), *(unit(f"u{n}", 1) for n in range(9))]
    with pytest.raises(Impossible) as caught:
        build(cards, small(6), Wishes(must=cards[:3]))
    told = [reason for reason in caught.value.reasons if reason.code == "build_needs_must"]
    assert len(told) == 2
    assert len(list(combinations(told, 2))) == 1
