"""Legal bundles built from a pool as a player wishes them, or the fewest wishes and rules that rule it out.

Each bundle is first built for itself from a part of the pool that the seed picks. Where that fails, all bundles
are built together from all that the pool offers, and only what cannot be built then cannot be built at all.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from decklint.case import counted, type_words
from decklint.making.build_model import Problem
from decklint.making.candidates import Candidates, Item, Stock, dealt, kept_item
from decklint.making.reach_cuts import Cut, Cutter, kind_of
from decklint.making.reasons import BARRED, Impossible, Reason, Undecided
from decklint.making.wishes import FEWER, Band, Demand, Wishes
from decklint.play import Play
from decklint.reach import Field
from decklint.reach.model import CHARGE_POWER
from rulebook.cards import Card

PART = 6
"""Cards of a kind that can take each other's place from which a bundle is built at first."""

MATERIALS = 14
"""The same for units of 03 or less, from which all others are driven."""


class Built(NamedTuple):
    """Bundles that are legal. What a bundle held already comes first, in its order."""

    bundles: tuple[tuple[Item, ...], ...]


def build(cards: Sequence[Card], play: Play, wishes: Wishes, seed: int = 0) -> Built:
    """Builds the bundles that are wished for.

    Equal pools, wishes and seeds give equal bundles. Raises `Impossible`, and `Undecided` where the solver
    meets its bound. At the level `link` Links are asked for only where a deck without them does not come as
    near to the power curve, for what they add is costly to find out.
    """
    if wishes.reach != "link":
        return Builder(cards, play, wishes, seed).build()
    try:
        plain = Builder(cards, play, replace(wishes, reach="behind"), seed).found()
    except Undecided:
        plain = None
    if plain is not None and not _distance(plain.bundles, wishes):
        return plain
    linking = Builder(cards, play, wishes, seed)
    if plain is None:
        return linking.build()
    try:
        linked = linking.found()
    except Undecided:
        linked = None
    if linked is None or _distance(linked.bundles, wishes) >= _distance(plain.bundles, wishes):
        return plain
    return linked


def _distance(bundles: Iterable[Sequence[Item]], wishes: Wishes) -> int:
    return sum(abs(got - band.number) for items in bundles for band, got in on_curve(items, wishes))


def on_curve(items: Sequence[Item], wishes: Wishes) -> list[tuple[Band, int]]:
    """Each band of the power curve with the number of units that a bundle has in it."""
    powers = [item.power for item in items if item.power is not None]
    return [(band, sum(band.low <= power <= band.high for power in powers)) for band in wishes.bands()]


class Builder:
    """One pool, one set of wishes and a seed."""

    def __init__(self, cards: Sequence[Card], play: Play, wishes: Wishes, seed: int) -> None:
        self._play, self._wishes = play, wishes
        master = wishes.master.identity if wishes.master is not None else None  # only among the vitals (MASTER-09)
        self._candidates = Candidates([card for card in cards if card.identity != master], play, seed)
        pool_size = play.options["deck_pool"]
        self._size = play.format.deck_cards if pool_size is False else int(str(pool_size))
        self._kept = [self._listed(bundle) for bundle in range(wishes.bundles)]
        self._needed = {card.identity: card for card in (*wishes.must, *wishes.archive, *wishes.without)}
        field = Field.from_play(
            play.format, play.options, master=wishes.master is not None,
            master_links=wishes.master.links if wishes.master is not None else (),
        )  # fmt: skip
        units = [*self._candidates.fit, *(item.card for kept in self._kept for item in kept)]
        kinds = (kind_of(card, linked=wishes.reach == "link") for card in units)
        self._cutter = Cutter(field, wishes.reach, [kind for kind in kinds if kind is not None], self._size)
        self._cuts: list[Cut] = []

    def build(self) -> Built:
        """The bundles. Raises `Impossible` and `Undecided`."""
        built = self.found()
        if built is not None:
            return built
        demands = self._demands()
        if self._play.options["deck_size_check"] != "exact":
            demands = self._with_fewer(demands)
        raise Impossible([*map(self._reason, self._conflict(demands)), *self._offers()])

    def found(self) -> Built | None:
        """The bundles, None where there are none. Raises `Impossible` for a card that no bundle may hold."""
        self._refuse_barred()
        demands = self._demands()
        found = self._apart(demands) or self._together(demands)
        if found is not None and _distance(found, self._wishes):
            # Another effect of a card than its primary one may make room for what the curve wants.
            nearer = self._apart(demands, every_effect=True)
            if nearer is not None and _distance(nearer, self._wishes) < _distance(found, self._wishes):
                found = nearer
        if found is None and self._play.options["deck_size_check"] != "exact":
            found = self._together(self._with_fewer(demands))
        return None if found is None else Built(tuple(tuple(sorted(items, key=_place)) for items in found))

    @staticmethod
    def _with_fewer(demands: Sequence[Demand]) -> list[Demand]:
        return [one._replace(key=FEWER) if one.name == "size" else one for one in demands]

    def _listed(self, bundle: int) -> list[Item]:
        """The cards that a bundle holds already; parts of a set that are listed one by one are one."""
        entries = self._wishes.kept[bundle]
        items: list[Item] = []
        places: dict[str, int] = {}
        for place, entry in enumerate(entries):
            assert entry.card is not None
            again = places.get(entry.card.identity)
            if again is not None:
                items[again] = items[again]._replace(size=items[again].size + entry.quantity)
                continue
            same = [other for other in entries if other.card and other.card.identity == entry.card.identity]
            places[entry.card.identity] = len(items)
            items.append(kept_item(entry, place, counted(entry) if len(same) == 1 else entry.quantity, self._play))
        return items

    def _refuse_barred(self) -> None:
        """Raises `Impossible` for the first card asked for that no bundle may hold (D107, D113, E304, E305, O801)."""
        for card in (*self._wishes.must, *self._wishes.archive):
            found = self._candidates.barred.get(card.identity)
            if found is not None:
                raise Impossible([Reason("build_barred", card=card, code=found.code, why=found)])

    def _demands(self) -> list[Demand]:
        wishes, options = self._wishes, self._play.options
        demands = [
            *(Demand("least", type_, number=number) for type_, number in wishes.least.items()),
            *(Demand("most", type_, number=number) for type_, number in wishes.most.items()),
            *([Demand("link", wishes.link)] if wishes.link is not None else []),
            *(Demand("must", card.identity) for card in wishes.must),
            *(Demand("archive", card.identity, wishes.entry) for card in wishes.archive),
            *(Demand("without", card.identity) for card in wishes.without),
            *(
                Demand("kept", item.card.identity, bundle, item.kept)
                for bundle, items in enumerate(self._kept)
                for item in items
                if item.kept is not None
            ),
            Demand("size", number=self._size), Demand("effects"), Demand("poison"), Demand("zero"), Demand("reach"),
        ]  # fmt: skip
        if options["duplicate_card_scope"] == "per_player" and wishes.bundles > 1:
            demands.append(Demand("per_player"))
        return list(dict.fromkeys(demands))

    def _apart(self, demands: Sequence[Demand], *, every_effect: bool = False) -> list[list[Item]] | None:
        """Each bundle built for itself from its part of the pool; None where one of them cannot be. With
        `every_effect` a card may register another effect than its primary one."""
        given: list[list[Item]] = [[] for _ in self._kept]
        listed = [{item.card.identity for item in kept} for kept in self._kept]
        for card in {card.identity: card for card in (*self._wishes.archive, *self._wishes.must)}.values():
            is_opening = any(card.identity == other.identity for other in self._wishes.archive)
            wanted = listed[self._wishes.entry : self._wishes.entry + 1] if is_opening else listed
            if not any(card.identity in its for its in wanted):
                items = self._candidates.items(card, every_effect=every_effect)
                at = self._wishes.entry if is_opening else _roomiest(given, items)
                given[at] += items
        found = self._each(demands, given, every_effect=every_effect)
        if found is not None and Demand("per_player") in demands:
            identities = [item.card.identity for items in found for item in items]
            return found if len(set(identities)) == len(identities) else None
        return found

    def _each(
        self, demands: Sequence[Demand], given: Sequence[Sequence[Item]], *, every_effect: bool = False
    ) -> list[list[Item]] | None:
        """Each bundle for itself: what it lists already, what is `given` to it, and a part of the pool.

        A card of the wishes that is given to a bundle stands in it.
        """
        wishes, bundles = self._wishes, self._wishes.bundles
        bands = wishes.bands()
        fewer = any(demand.key == FEWER for demand in demands)
        least = max(PART, *wishes.least.values(), *(band.number for band in bands))
        fixed = {item.card.identity for items in (*self._kept, *given) for item in items}
        taken = set(fixed)
        linked = self._play.options["modules.link"] is not False
        chosen = self._candidates.chosen(
            lambda card: bundles * (self._size if fewer else max(least, MATERIALS if _is_material(card) else 0)),
            (), wishes.link,
            keyed=2 * bundles, every_effect=every_effect, all_links=wishes.reach == "link",
        )  # fmt: skip
        pairing = {card.identity: card for card in self._candidates.partners(bundles)} if linked else {}
        taken |= pairing.keys()
        others = [(alike, items) for alike, items in chosen if items[0].card.identity not in taken]
        hands = [list(hand) for hand in dealt(others, bundles)]
        for turn, card in enumerate(pairing.values()):
            if card.identity not in fixed:
                hands[turn % bundles] += self._candidates.items(card, every_effect=False)
        if fewer:  # the pool is small: all may use all of it
            hands = [[item for hand in hands for item in hand] for _ in hands]
        found: list[list[Item]] = []
        for at in range(bundles):
            own = {item.card.identity for item in (*self._kept[at], *given[at])}
            hand = [item for item in hands[at] if item.card.identity not in own]
            stock = (*self._kept[at], *given[at], *hand)
            its = {item.card.identity for item in stock}
            active = [
                demand._replace(bundle=0 if demand.bundle >= 0 else -1)
                for demand in demands
                if demand.bundle in (-1, at) and (demand.name != "must" or demand.key in its)
            ]
            problem = Problem(self._play, wishes, [stock], active, self._cutter, self._cuts)
            built = problem.solve()
            if built is None:
                return None
            found += built
        return found

    def _together(self, demands: Sequence[Demand]) -> list[list[Item]] | None:
        """All bundles at once from the whole pool, then each of them made better for itself."""
        stock = self._stock(keyed=self._wishes.bundles)
        for apart in (True, False):
            problem = Problem(
                self._play, self._wishes, stock, demands, self._cutter, self._cuts, apart=apart, best=False
            )
            try:
                any_ = problem.solve()
            except Undecided:
                if not apart:
                    raise
                continue
            if any_ is not None:
                given = [[item for item in items if item.kept is None] for items in any_]
                return self._each(demands, given) or any_
        return None

    def _stock(self, keyed: int | None) -> list[Stock]:
        wishes = self._wishes
        needed = {*self._needed, *(item.card.identity for items in self._kept for item in items)}
        chosen = self._candidates.chosen(
            lambda _: self._size * wishes.bundles, needed, wishes.link,
            keyed=keyed, every_effect=True, all_links=wishes.reach == "link",
        )  # fmt: skip
        flat = tuple(item for _, items in chosen for item in items)
        return [(*kept, *flat) for kept in self._kept]

    def _conflict(self, demands: Sequence[Demand]) -> list[Demand]:
        """Demands that no deck keeps together, while it could keep all but any one of them."""
        stock = self._stock(keyed=None)

        def cannot(active: Collection[Demand]) -> bool:
            problem = Problem(self._play, self._wishes, stock, active, self._cutter, self._cuts, best=False)
            return problem.solve() is None

        return _fewest(cannot, [], list(demands), False)

    def _reason(self, demand: Demand) -> Reason:
        """A demand as a message."""
        known = {card.identity: card for card in self._candidates.fit} | self._needed
        known |= {item.card.identity: item.card for items in self._kept for item in items}
        fit = sum(self._candidates.items(card, every_effect=False)[0].size for card in self._candidates.fit)
        return Reason(
            _REASONS[demand.name], card=known.get(demand.key), key=demand.key, number=demand.number,
            bundle=demand.bundle + 1, level=self._wishes.reach, fit=fit,
        )  # fmt: skip

    def _offers(self) -> list[Reason]:
        """What the pool offers to a bundle, for the reader of the reasons."""
        types: dict[str, int] = {}
        for card in self._candidates.fit:
            types[card.type] = types.get(card.type, 0) + 1
        codes: dict[str, int] = {}
        for found in self._candidates.barred.values():
            codes[found.code] = codes.get(found.code, 0) + 1
        named: Counter[str] = Counter()
        for code, number in sorted(codes.items()):
            named[BARRED.get(code, "barred_otherwise")] += number
        shown = {type_words(type_): number for type_, number in sorted(types.items())}
        fit = len(self._candidates.fit)
        return [Reason("build_pool", pool=self._candidates.pool, fit=fit, types=shown, barred=named)]


_REASONS = {
    "least": "build_needs_least", "most": "build_needs_most", "link": "build_needs_link", "must": "build_needs_must",
    "archive": "build_needs_archive", "without": "build_needs_without", "kept": "build_needs_kept",
    "size": "build_needs_size", "effects": "build_needs_effects", "poison": "build_needs_poison",
    "zero": "build_needs_zero", "reach": "build_needs_reach", "per_player": "build_needs_per_player",
}  # fmt: skip
"""The message of each demand."""


def _fewest(
    cannot: Callable[[Collection[Demand]], bool], fixed: list[Demand], open_: list[Demand], added: bool
) -> list[Demand]:
    """The demands of `open_` that stand in the way together with `fixed`, none of which can be left out."""
    if added and cannot(fixed):
        return []
    if len(open_) == 1:
        return open_
    middle = len(open_) // 2
    first, second = open_[:middle], open_[middle:]
    of_second = _fewest(cannot, [*fixed, *first], second, bool(first))
    of_first = _fewest(cannot, [*fixed, *of_second], first, bool(of_second))
    return [*of_first, *of_second]


def _is_material(card: Card) -> bool:
    return card.type == "unit" and card.power is not None and card.power <= CHARGE_POWER


def _roomiest(given: Sequence[Sequence[Item]], items: Sequence[Item]) -> int:
    """The bundle with the fewest cards so far, of those without a card that excludes this one."""
    keys = {key for item in items for key in item.keys}

    def burden(at: int) -> tuple[int, int, int]:
        its = given[at]
        clash = any(keys & set(item.keys) for item in its)
        limited = sum(
            (item.is_poison and other.is_poison) or (item.power == 0 and other.power == 0)
            for item in its
            for other in items
        )
        return clash + limited, len(its), at

    return min(range(len(given)), key=burden)


def _place(item: Item) -> tuple[int, str, int, str]:
    """Kept cards in their order, then units by power, then the rest by type and name."""
    if item.kept is not None:
        return item.kept, "", 0, ""
    return 1000, "" if item.type == "unit" else item.type, item.power or 0, item.card.id
