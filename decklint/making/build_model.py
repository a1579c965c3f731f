"""The choice of cards as a problem for the constraint solver (OR-Tools CP-SAT).

All numbers are whole. What is asked for is the best choice, and every card has a cost of its own out of the
seed, so that two choices are hardly ever equally good: whichever way the solver takes, on whichever platform,
it ends at the same one.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from ortools.sat.python import cp_model

from decklint.making.candidates import SECOND_EFFECT, Item, Stock
from decklint.making.reach_cuts import Cut, Cutter, Kind
from decklint.making.reasons import Undecided
from decklint.making.wishes import FEWER, Band, Demand, Wishes
from decklint.play import Play
from decklint.reach.model import CHARGE_POWER, MASTER_POWER

ROUNDS = 300
"""How often the solver is told what else a bundle lacks for its units to be summoned."""

LINK_ROUNDS = 20
"""The same at the level `link`, where what it is told is less sharp."""

EFFORT = 20.0
"""What the solver may spend on one question, in its own seconds, which do not depend on the clock."""

LINKED = 6
"""Units with the wished link that a bundle is to have, if it can."""


class Problem:
    """Which items of `stock`, one of it for each bundle, make legal bundles that keep the demands `active`.

    `apart` forbids a new card to stand in two bundles; else it costs. `best` asks for the best choice, else
    any will do. `cuts` are what was found out about summoning; what is found out is added to them.
    """

    def __init__(
        self,
        play: Play,
        wishes: Wishes,
        stock: Sequence[Stock],
        active: Collection[Demand],
        cutter: Cutter,
        cuts: list[Cut],
        *,
        apart: bool = False,
        best: bool = True,
    ) -> None:
        self._play, self._wishes, self._stock = play, wishes, stock
        self._cutter, self._cuts = cutter, cuts
        self._model = cp_model.CpModel()
        self._used = [[self._model.new_bool_var("") for _ in items] for items in stock]
        self._by_identity = [_grouped(items, lambda item: item.card.identity) for items in stock]
        self._kinds = [_grouped(items, lambda item: cutter.kind(item.card)) for items in stock]
        self._told: set[int] = set()
        self._active = active
        self._known_literals: dict[object, Any] = {}
        for bundle in range(len(stock)):
            self._once(bundle)
        for demand in active:
            _RULES[demand.name](self, demand)
        if apart:
            self._apart()
        if best:
            self._aim()

    def solve(self) -> list[list[Item]] | None:
        """The items of each bundle, None where no choice keeps all demands. Raises `Undecided`."""
        reach = any(demand.name == "reach" for demand in self._active)
        for _ in range(LINK_ROUNDS if self._cutter.level == "link" else ROUNDS):
            if reach:
                self._tell()
            solver = cp_model.CpSolver()
            solver.parameters.num_workers = 1
            solver.parameters.random_seed = 0
            solver.parameters.linearization_level = 2  # what excludes each other is counted best by linear means
            solver.parameters.max_deterministic_time = EFFORT
            status = solver.solve(self._model)
            if status == cp_model.INFEASIBLE:
                return None
            if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                break
            chosen = [
                [item for item, used in zip(items, row, strict=True) if solver.boolean_value(used)]
                for items, row in zip(self._stock, self._used, strict=True)
            ]
            if not reach or not self._learn(chosen):
                return chosen
        raise Undecided("build_undecided")

    def _once(self, bundle: int) -> None:
        """No card twice in a bundle (D103)."""
        for used in self._by_identity[bundle].values():
            if len(used) > 1:
                self._model.add_at_most_one(self._used[bundle][at] for at in used)

    def _bundles(self, demand: Demand) -> Iterator[int]:
        yield from range(len(self._stock)) if demand.bundle < 0 else (demand.bundle,)

    def _where(self, bundle: int, test: Callable[[Item], bool]) -> list[Any]:
        return [used for item, used in zip(self._stock[bundle], self._used[bundle], strict=True) if test(item)]

    def _size(self, demand: Demand) -> None:
        for bundle in self._bundles(demand):
            total = sum(item.size * used for item, used in zip(self._stock[bundle], self._used[bundle], strict=True))
            if demand.key == FEWER:
                self._model.add(total <= demand.number)
            else:
                self._model.add(total == demand.number)

    def _effects(self, demand: Demand) -> None:
        for bundle in self._bundles(demand):
            users: defaultdict[str, list[Any]] = defaultdict(list)
            for item, used in zip(self._stock[bundle], self._used[bundle], strict=True):
                for key in item.keys:
                    users[key].append(used)
            for sharing in users.values():
                if len(sharing) > 1:
                    self._model.add_at_most_one(sharing)

    def _poison(self, demand: Demand) -> None:
        for bundle in self._bundles(demand):
            self._model.add_at_most_one(self._where(bundle, lambda item: item.is_poison))

    def _zero(self, demand: Demand) -> None:
        for bundle in self._bundles(demand):
            self._model.add_at_most_one(self._where(bundle, lambda item: item.power == 0))

    def _per_player(self, demand: Demand) -> None:
        for shared in self._across():
            self._model.add(sum(shared) <= 1)

    def _across(self) -> Iterator[list[Any]]:
        """The cards that may stand in several bundles, as the sum of each bundle."""
        everywhere: defaultdict[str, list[Any]] = defaultdict(list)
        for bundle, groups in enumerate(self._by_identity):
            for key, used in groups.items():
                everywhere[str(key)].append(sum(self._used[bundle][at] for at in used))
        yield from (shared for shared in everywhere.values() if len(shared) > 1)

    def _apart(self) -> None:
        for bundles in self._new_across():
            self._model.add(sum(bundles) <= 1)

    def _new_across(self) -> Iterator[list[Any]]:
        everywhere: defaultdict[str, list[Any]] = defaultdict(list)
        for items, row in zip(self._stock, self._used, strict=True):
            for item, used in zip(items, row, strict=True):
                if item.kept is None:
                    everywhere[item.card.identity].append(used)
        yield from (shared for shared in everywhere.values() if len(shared) > 1)

    def _least(self, demand: Demand) -> None:
        for bundle in self._bundles(demand):
            self._model.add(sum(self._where(bundle, lambda item: item.type == demand.key)) >= demand.number)

    def _most(self, demand: Demand) -> None:
        for bundle in self._bundles(demand):
            self._model.add(sum(self._where(bundle, lambda item: item.type == demand.key)) <= demand.number)

    def _must(self, demand: Demand) -> None:
        found = [
            self._used[bundle][at]
            for bundle in self._bundles(demand)
            for at in self._by_identity[bundle].get(demand.key, ())
        ]
        self._model.add_bool_or(found)

    def _without(self, demand: Demand) -> None:
        for bundle in self._bundles(demand):
            for at in self._by_identity[bundle].get(demand.key, ()):
                self._model.add(self._used[bundle][at] == 0)

    def _kept(self, demand: Demand) -> None:
        (used,) = self._where(demand.bundle, lambda item: item.kept == demand.number)
        self._model.add(used == 1)

    def _link(self, demand: Demand) -> None:
        for bundle in self._bundles(demand):
            self._model.add_bool_or(self._where(bundle, lambda item: _plays(item, demand.key, "A")))
            self._model.add_bool_or(self._where(bundle, lambda item: _plays(item, demand.key, "B")))
            self._model.add(sum(self._where(bundle, lambda item: _plays(item, demand.key, "AB"))) >= 2)

    def _reach(self, demand: Demand) -> None:
        """The power of a unit comes from units of 03 or less and the master (P601); the rest is found by `_learn`."""
        if not self._cutter.is_plain:
            return
        field = self._cutter.field
        master = MASTER_POWER if field.master and field.master_as_material else 0
        for bundle in self._bundles(demand):
            base = sum(
                item.power * used
                for item, used in zip(self._stock[bundle], self._used[bundle], strict=True)
                if item.power is not None and 0 < item.power <= CHARGE_POWER
            )
            powers = {kind.power for kind in self._kinds[bundle] if isinstance(kind, Kind)}
            for power in sorted(power for power in powers if power > max(CHARGE_POWER, master)):
                there = self._there(bundle, [kind for kind in self._kinds[bundle] if _power(kind) == power])
                self._model.add(base + master >= power).only_enforce_if(there)

    def _there(self, bundle: int, kinds: Sequence[object]) -> Any:
        """A literal that is true when a unit of one of the kinds is used."""
        key = bundle, frozenset(kinds)
        if key not in self._known_literals:
            literal = self._model.new_bool_var("")
            for kind in kinds:
                for at in self._kinds[bundle].get(kind, ()):
                    self._model.add_implication(self._used[bundle][at], literal)
            self._known_literals[key] = literal
        return self._known_literals[key]

    def _more_than(self, bundle: int, kind: Kind, number: int) -> Any:
        """A literal that is true only when more than `number` units of the kind are used; None if they cannot be."""
        units = self._kinds[bundle].get(kind, ())
        if len(units) <= number:
            return None
        key = bundle, kind, number
        if key not in self._known_literals:
            literal = self._model.new_bool_var("")
            self._model.add(sum(self._used[bundle][at] for at in units) > number).only_enforce_if(literal)
            self._known_literals[key] = literal
        return self._known_literals[key]

    def _tell(self) -> None:
        """Adds the cuts that the model does not know yet."""
        for number, cut in enumerate(self._cuts):
            if number in self._told:
                continue
            self._told.add(number)
            for bundle in range(len(self._stock)):
                self._tell_one(bundle, cut)

    def _tell_one(self, bundle: int, cut: Cut) -> None:
        for own in (True, False):
            # A kind that is itself a target needs one more: the unit is no material of its own.
            targets = [kind for kind in cut.targets if (kind in cut.limits) == own and kind in self._kinds[bundle]]
            for group in [[kind] for kind in targets] if own else [targets] if targets else []:
                more = [
                    self._more_than(bundle, kind, limit + (own and kind == group[0]))
                    for kind, limit in cut.limits.items()
                ]
                there = self._there(bundle, group)
                self._model.add_bool_or([*(one for one in more if one is not None), ~there])

    def _learn(self, chosen: Sequence[Sequence[Item]]) -> bool:
        """Whether a unit of these bundles is out of reach; why goes to the cuts."""
        found = False
        asked = set()
        for items in chosen:
            counts = Counter(kind for item in items if (kind := self._cutter.kind(item.card)) is not None)
            for target in self._cutter.unreached(counts):
                found = True
                key = target, tuple(sorted(counts.items()))
                if key not in asked:
                    asked.add(key)
                    self._cuts += [cut for cut in self._cutter.cuts(counts, target) if cut not in self._cuts]
        return found

    def _aim(self) -> None:
        """What makes one choice better than another, the more important first."""
        model = self._model
        far: list[Any] = []
        for bundle in range(len(self._stock)):
            for band in self._wishes.bands():
                units = self._where(bundle, _in_band(band))
                off = model.new_int_var(0, 999, "")
                model.add(off >= sum(units) - band.number)
                model.add(off >= band.number - sum(units))
                far.append(off)
        faults = [*self._repeated(), *self._unpaired(), *self._missing_links()]
        costs = [
            item.cost * used
            for items, row in zip(self._stock, self._used, strict=True)
            for item, used in zip(items, row, strict=True)
            if item.cost
        ]
        cards = sum(int(demand.number) for demand in self._active if demand.name == "size") * len(self._stock) or 1
        fault = 2 * SECOND_EFFECT * cards
        step = fault * (len(self._stock) * (2 * LINKED + 40) + 1)
        aim = step * sum(far) + fault * sum(faults) + sum(costs)
        if any(demand.key == FEWER for demand in self._active if demand.name == "size"):
            aim -= sum(
                step * cards * item.size * used
                for items, row in zip(self._stock, self._used, strict=True)
                for item, used in zip(items, row, strict=True)
            )
        model.minimize(aim)

    def _repeated(self) -> Iterator[Any]:
        """One for each copy of a new card in another bundle."""
        for shared in self._new_across():
            again = self._model.new_int_var(0, len(shared), "")
            self._model.add(again >= sum(shared) - 1)
            yield again

    def _unpaired(self) -> Iterator[Any]:
        """One for each attribute and role of a bundle without a unit in the other role (P606)."""
        if self._play.options["modules.link"] is False:
            return
        for bundle, items in enumerate(self._stock):
            roles: defaultdict[tuple[str, tuple[str, ...]], list[Any]] = defaultdict(list)
            for item, used in zip(items, self._used[bundle], strict=True):
                for link in item.card.links if item.card.type == "unit" else ():
                    roles[link.link, link.roles].append(used)
            for (link_id, own), units in roles.items():
                there = self._model.new_bool_var("")
                alone = self._model.new_bool_var("")
                for used in units:
                    self._model.add_implication(used, there)
                others = [used for (other_id, other), listed in roles.items() if other_id == link_id
                          and (len(own) > 1 or other != own) for used in listed]  # fmt: skip
                self._model.add(sum(others) >= len(own)).only_enforce_if([there, ~alone])
                yield alone

    def _missing_links(self) -> Iterator[Any]:
        """The units that a bundle lacks of the wished attribute."""
        link = self._wishes.link
        for bundle in range(len(self._stock)) if link is not None else ():
            units = self._where(bundle, lambda item: _plays(item, str(link), "AB"))
            lacking = self._model.new_int_var(0, LINKED, "")
            self._model.add(lacking >= LINKED - sum(units))
            yield lacking


_RULES: dict[str, Callable[[Problem, Demand], None]] = {
    "size": Problem._size, "effects": Problem._effects, "poison": Problem._poison, "zero": Problem._zero,
    "per_player": Problem._per_player, "reach": Problem._reach, "link": Problem._link, "least": Problem._least,
    "most": Problem._most, "must": Problem._must, "archive": Problem._must, "without": Problem._without,
    "kept": Problem._kept,
}  # fmt: skip
"""What each demand means."""


def _plays(item: Item, link: str, roles: str) -> bool:
    """Whether a unit fills one of the roles of an attribute (LINK-18)."""
    return item.card.type == "unit" and any(
        one.link == link and any(role in one.roles for role in roles) for one in item.card.links
    )


def _in_band(band: Band) -> Callable[[Item], bool]:
    return lambda item: item.power is not None and band.low <= item.power <= band.high


def _power(kind: object) -> int | None:
    return kind.power if isinstance(kind, Kind) else None


def _grouped(items: Stock, key: Callable[[Item], object]) -> dict[Any, list[int]]:
    found: defaultdict[Any, list[int]] = defaultdict(list)
    for at, item in enumerate(items):
        found[key(item)].append(at)
    found.pop(None, None)
    return dict(found)
