"""What a clause says: the lexicon's entries that fire in it, put together."""

import re
from collections.abc import Callable, Sequence

import msgspec

from converters.effects.lexicon import Entry, EntryTable, Lexicon, Tables, listed
from converters.effects.text import CUT_OUT, NAME_IN_CLAUSE, OWN_NAME, OWN_SHORT_NAME
from rulebook.terms import NUMBER_OF_ANOTHER_ITEM, POWER_MAX
from rulebook.terms import Effect as EffectName

CURSES = frozenset({"down", "slow", "poison", "hack", "hazard"})
"""What an abnormal condition is: a weapon that does this to its bearer lowers power (WEAPON-13)."""

_OF_POWER = frozenset({"spell", "reflect", "plus", "down", "medical"})
"""Categories whose number may be one of power; what others count is 06 (READ-03)."""

READ01, TRAP, GRID, BEARER, FORBID = 1, 2, 4, 8, 16
_SMALLEST_PART = 10
"""Numbers below so small a part of the power unit are not written in it."""
_MARKS = {"read01": READ01, "trap": TRAP, "grid": GRID, "bearer": BEARER, "forbid": FORBID}
CARRIED = "> "
"""Stands behind a carried word, before the words of the clause."""
_HEADING = "—"
_FRONT = ",、" + _HEADING
_QUOTED = re.compile('["“「『]')
_CUT_ROUNDS = 4
_CUT_OUT = CUT_OUT.encode()
_SILENT = frozenset(" \t\r|,.;:!?。、・•■●*+-–—―\"'“”‘’「」『』()[]/&")
REMEMBERED = 60_000
"""So many clauses are remembered; then the memory starts anew, which bounds it."""


class ClauseResult(msgspec.Struct, frozen=True, gc=False):
    """What one clause says. `entries` are indices of the entries that said so; `sign` is 0 without bearer;
    `named`: it holds an effect other than another; `plain`: there is nothing to gather but that the clause is
    read or not."""

    effects: tuple[tuple[EffectName, int], ...] = ()
    flags: tuple[str, ...] = ()
    mill: int = 0
    readings: tuple[str, ...] = ()
    marks: int = 0
    sign: int = 0
    read: bool = False
    carry: str = ""
    conditional: bool = False
    named: bool = False
    plain: bool = True
    entries: tuple[int, ...] = ()


NOTHING = ClauseResult()


class _Plan(msgspec.Struct, frozen=True, gc=False):
    """What a set of found patterns means, before the words are looked at. `ready` is the whole reading, when
    it does not depend on where the patterns match; `condition` and `heading` are readings of what stands in
    front."""

    cuts: tuple[int, ...]
    marks: tuple[int, ...]
    reads: tuple[int, ...]
    carries: tuple[int, ...]
    ready: ClauseResult | None = None
    condition: ClauseResult = NOTHING
    heading: ClauseResult = NOTHING


_Said = tuple[EffectName, int, tuple[int, int]]
"""A category, its power and the bytes of the clause that say so."""


class _Pending:
    """A clause whose patterns alone do not say everything: what is left of it and known of it so far."""

    __slots__ = ("clause", "first", "plan", "silent", "taken", "whole", "words")

    def __init__(self, words: str, clause: bytes, plan: _Plan) -> None:
        self.words = words
        self.clause = self.whole = clause
        self.first = self.plan = plan
        self.taken: list[int] = []
        self.silent = False


class _Planner:
    """Finds the plans of clauses by one table; plans are made once."""

    def __init__(self, table: EntryTable, new: Callable[[EntryTable, tuple[int, ...]], _Plan]) -> None:
        self.table = table
        self._new = new
        self._plans: dict[tuple[int, ...], _Plan] = {}

    def plans(self, clauses: Sequence[bytes]) -> list[_Plan]:
        """The plan of each clause."""
        plans = self._plans
        if len(plans) >= REMEMBERED:
            plans.clear()
        all_found = self.table.match_all(clauses)
        for found in all_found:
            if found not in plans:
                plans[found] = self._new(self.table, found)
        return [plans[found] for found in all_found]

    def plan_again(self, pending: Sequence[_Pending]) -> None:
        """Gives each clause the plan of what is left of it."""
        for one, plan in zip(pending, self.plans([one.clause for one in pending]), strict=True):
            one.plan = plan


class ClauseReader:
    """One lexicon bound to one game, and to units or other cards; remembers what clauses say."""

    def __init__(self, lexicon: Lexicon, tables: Tables, game: str, power_unit: int | None, *, unit: bool) -> None:
        self.lexicon = lexicon
        self._power_unit = power_unit
        self._costs = lexicon.costs(game)
        other = "other" if unit else "unit"
        self._active = [entry.cards != other for entry in lexicon.entries]
        self._flags = [listed(entry.flag) for entry in lexicon.entries]
        self._readings = [listed(entry.reading) for entry in lexicon.entries]
        self._strong, self._weak, self._front = (
            _Planner(table, self._new_plan) for table in (tables.strong, tables.weak, tables.front)
        )
        self._results: dict[tuple[object, ...], ClauseResult] = {}
        self._positionals: dict[tuple[int, ...], bool] = {}
        self.known: dict[str, ClauseResult] = {}

    def read(self, words: str) -> ClauseResult:
        """What the clause says, put into `known`: NFKC, own name replaced, not empty, no spaces around it."""
        self.learn([words])
        return self.known[words]

    def learn(self, many: Sequence[str]) -> None:
        """Puts into `known` what many clauses say (see `read`).

        Each step is taken for all of them before the next one: with the code of one step alone in its caches
        the processor needs half the time.
        """
        known = self.known
        front: list[str] = []
        others: list[str] = []
        for words in many:
            (front if self._in_front(words) else others).append(words)
        for words, plan in zip(front, self._front.plans(_clauses(front)), strict=True):
            # What stands in front is a condition or cost; only a heading ("Choose one —") asks nothing.
            known[words] = plan.heading if words[-1] in _HEADING else plan.condition
        pending: list[_Pending] = []
        clauses = _clauses(others)
        for words, clause, plan in zip(others, clauses, self._strong.plans(clauses), strict=True):
            if plan.ready is not None:
                known[words] = plan.ready
            else:
                pending.append(_Pending(words, clause, plan))
        for _ in range(_CUT_ROUNDS):
            to_cut = [one for one in pending if one.plan.cuts]
            for one in to_cut:
                for number in one.plan.cuts:
                    one.clause = self._without(number, one.clause)
                one.taken += one.plan.cuts
            self._strong.plan_again(to_cut)
        unread = [one for one in pending if not one.plan.reads]
        for one in unread:
            one.silent = _silent(one.clause)
        self._weak.plan_again([one for one in unread if not one.silent])
        for one in pending:
            known[one.words] = self._decide(one)

    def make_room(self) -> None:
        """Forgets what was read when it has become too much."""
        if len(self.known) >= REMEMBERED:
            self.known.clear()

    def describe(self, words: str, result: ClauseResult) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What a clause was read as, and the ids of the entries that said so."""
        if not words:
            return ("reminder",), ()
        entries = [self.lexicon.entries[number] for number in result.entries]
        what = [effect for effect, _ in result.effects] + list(result.flags) + list(result.readings)
        what += ["mill"] if result.mill else []
        what += [entry.cut for entry in entries if entry.cut]
        if result.read and not what:
            what.append("condition" if result.conditional else "structure")
        return tuple(dict.fromkeys(what)) if result.read else (), tuple(entry.id for entry in entries)

    def _in_front(self, words: str) -> bool:
        last = words[-1]
        return last in _FRONT or (last in self._costs and not _QUOTED.search(words))

    def _decide(self, one: "_Pending") -> ClauseResult:
        first, plan, taken = one.first, one.plan, one.taken
        if plan.ready is not None and not (taken or first.marks or first.carries):
            return plan.ready
        if self._positional(plan.reads) or self._forbids(first.marks):
            return self._result(first, taken, plan.reads, one.clause, one.whole, silent=one.silent)
        key = (first.marks, first.carries, tuple(taken), plan.reads, one.silent)
        result = self._results.get(key)
        if result is None:
            result = self._result(first, taken, plan.reads, one.clause, one.whole, silent=one.silent)
            if len(self._results) < REMEMBERED:
                self._results[key] = result
        return result

    def _new_plan(self, table: EntryTable, found: tuple[int, ...]) -> _Plan:
        entries = self.lexicon.entries
        fired = [
            number
            for number in map(table.owners.get, found)
            if number is not None
            and self._active[number]
            and table.vetoes.get(number) not in found
            and table.needs[number].issubset(found)
        ]
        cuts = tuple(n for n in fired if entries[n].cut)
        marks = tuple(n for n in fired if entries[n].mark)
        carries = tuple(n for n in fired if entries[n].carry)
        reads = tuple(n for n in fired if _reads(entries[n]))
        plan = _Plan(cuts, marks, reads, carries)
        if table is self._front.table:
            heading = self._result(plan, cuts, (), b"", b"", silent=True)
            condition = msgspec.structs.replace(heading, conditional=True, plain=False)
            return msgspec.structs.replace(plan, condition=condition, heading=heading)
        if cuts or not (reads or table is self._weak.table) or self._positional(reads) or self._forbids(marks):
            return plan
        return msgspec.structs.replace(plan, ready=self._result(plan, (), reads, b"", b"", silent=False))

    def _positional(self, reads: tuple[int, ...]) -> bool:
        """Whether the reading depends on where the patterns match, not only on which do."""
        positional = self._positionals.get(reads)
        if positional is None:
            entries = [self.lexicon.entries[number] for number in reads]
            positional = self._positionals[reads] = (
                len({entry.effect for entry in entries} - {None}) > 1
                or any("mill" in self._flags[number] for number in reads)
                or (self._power_unit is not None and any(entry.effect for entry in entries))
            )
        return positional

    def _forbids(self, marks: tuple[int, ...]) -> bool:
        return any(self.lexicon.entries[number].mark == "forbid" for number in marks)

    def _result(
        self,
        first: _Plan,
        taken: Sequence[int],
        reads: Sequence[int],
        clause: bytes,
        whole: bytes,
        *,
        silent: bool,
    ) -> ClauseResult:
        entries = self.lexicon.entries
        effects, mill = self._effects(reads, clause)
        marks = 0
        for number in first.marks:
            marks |= _MARKS[entries[number].mark or ""]
        sign = 0
        if marks & BEARER and (effects or marks & FORBID):
            forbidden = marks & FORBID and (not effects or self._forbids_first(first.marks, reads, whole))
            sign = -1 if forbidden or (effects and effects[0][0] in CURSES) else 1
        said = (*taken, *reads)
        flags = tuple(flag for number in said for flag in self._flags[number] if flag != "mill")
        readings = tuple(dict.fromkeys(code for number in said for code in self._readings[number]))
        conditional = any(entries[number].cut in ("condition", "cost") for number in taken)
        return ClauseResult(
            tuple((effect, power) for effect, power, _ in effects),
            flags,
            mill,
            readings,
            marks,
            sign,
            bool(reads) or silent,
            f"{entries[first.carries[-1]].carry}{CARRIED}" if first.carries else "",
            conditional,
            any(effect != "another" for effect, _, _ in effects),
            not (effects or flags or mill or readings or marks or conditional),
            tuple(dict.fromkeys((*first.marks, *first.carries, *said))),
        )

    def _effects(self, reads: Sequence[int], clause: bytes) -> tuple[list[_Said], int]:
        """The categories of a clause in printed order with power and place, and how many cards it mills."""
        entries = self.lexicon.entries
        found: dict[EffectName, tuple[int, int]] = {}
        powers: dict[EffectName, tuple[tuple[int, int], int]] = {}
        mill = 0
        alone = len({entries[number].effect for number in reads} - {None}) < 2
        for number in reads:
            entry = entries[number]
            mills = "mill" in self._flags[number]
            at = (0, 0)
            if not alone or mills or (self._power_unit and entry.effect):
                spans = self.lexicon.find(number, clause)
                at = spans[0]  # of two that begin with the same words, the one that ends first stands first
                caught = next((span for span in spans[1:] if span[0] >= 0), None)
                value = self._value(caught, clause)
                if mills:
                    mill += NUMBER_OF_ANOTHER_ITEM if value is None else value * entry.times
                elif caught and value is not None and self._power_unit and entry.effect in _OF_POWER:
                    value *= entry.times
                    # One level or one soul beside a power of thousands is a number of another item (READ-03).
                    if value * _SMALLEST_PART >= self._power_unit:
                        power = at, min(POWER_MAX, value // self._power_unit)
                        powers[entry.effect] = min(power, powers.get(entry.effect, power))
            if entry.effect:
                found[entry.effect] = min(at, found.get(entry.effect, at))
        # The first number of power is the effect's, wherever numbers of other items stand (READ-03).
        none = (0, 0), NUMBER_OF_ANOTHER_ITEM
        said = [(effect, powers.get(effect, none)[1], at) for effect, at in found.items()]
        return sorted(said, key=lambda one: one[2]), mill

    def _value(self, caught: tuple[int, int] | None, clause: bytes) -> int | None:
        """The caught number; 1 where none is caught; None for X (READ-03)."""
        if caught is None:
            return 1
        return self.lexicon.number(clause[caught[0] : caught[1]].decode("utf-8", "replace").strip())

    def _forbids_first(self, marks: Sequence[int], reads: Sequence[int], whole: bytes) -> bool:
        """Whether the bearer is forbidden to act before anything else is done to it."""
        entries, find = self.lexicon.entries, self.lexicon.find
        forbids = min(find(n, whole)[0][0] for n in marks if entries[n].mark == "forbid")
        places = [find(n, whole)[0][0] for n in reads if entries[n].effect]
        return all(forbids <= place for place in places if place >= 0)

    def _without(self, number: int, clause: bytes) -> bytes:
        find = self.lexicon.find
        at = 0
        pieces = []
        while at <= len(clause):
            start, end = find(number, clause, at)[0]
            if start < 0 or end == start:
                break
            pieces.append(clause[at:start])
            at = end
        pieces.append(clause[at:])
        return _CUT_OUT.join(pieces)


def _reads(entry: Entry) -> bool:
    return not (entry.cut or entry.mark or entry.carry)


def _clauses(many: Sequence[str]) -> list[bytes]:
    """The words in lower case with the sign for the own name, as the patterns want them."""
    lowered = [
        lower if (lower := words.lower()).isascii()
        else lower.replace(OWN_NAME, NAME_IN_CLAUSE).replace(OWN_SHORT_NAME, NAME_IN_CLAUSE)
        for words in many
    ]  # fmt: skip
    return [lower.encode("utf-8", "surrogatepass") for lower in lowered]


def _silent(clause: bytes) -> bool:
    """Whether nothing but punctuation is left of a clause after the cuts."""
    text = clause.decode("utf-8", "replace")
    return _SILENT.issuperset(text.partition(CARRIED)[2] if CARRIED in text else text)
