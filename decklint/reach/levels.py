"""The answers of one level: a quick "no" first, then the search backwards, then the search forwards."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

from decklint.reach.bounds import NEVER, Bounds, Stock, bounds_of
from decklint.reach.deck import Deck
from decklint.reach.drives import LastDrive
from decklint.reach.frames import framed_answers
from decklint.reach.model import CHARGE_POWER, Field, Level
from decklint.reach.plan import Answer, Planner
from decklint.reach.walk import walk
from decklint.reach.ways import Ways

Answers = dict[int, bool | None]
"""For each kind asked for whether it can be summoned; None when the search met its bound."""

STEPS = 6_000
"""Drives that the search backwards tries for one question."""

WAYS, ALL_WAYS = 20_000, 60_000
"""Sets of cards that are compared for one question and for all of one level; one takes about 0.1 microseconds."""

FEW_WAYS, FEW_STEPS = 300, 300
"""The same, and the drives tried by `Planner`, for one question about the sums in a message."""

WALK_STEPS = 30_000
"""Summons that the search forwards tries for one level of a small deck."""

FEW, FEWER_STEPS = 10, 1_500
"""A deck of more cards is too large to be searched through forwards; it is only tried a little."""


class Budget:
    """The steps of one level: hard questions in a row must not add up."""

    def __init__(self, steps: int) -> None:
        self._left = steps

    def share(self, most: int) -> int:
        """Steps for the next question: at most half of what is left."""
        return min(most, self._left // 2)

    def spend(self, steps: int) -> None:
        """Counts the steps that a question took."""
        self._left -= steps


def walked(deck: Deck, field: Field, level: Level, answers: Answers) -> None:
    """Settles by the search forwards what is still open."""
    left = [k for k, answer in answers.items() if answer is None]
    if left:
        steps = WALK_STEPS if sum(deck.counts) <= FEW else FEWER_STEPS
        found = walk(deck.kinds, deck.counts, field, level, left, steps)
        for k in left:
            answers[k] = True if k in found.reached else False if found.complete else None


class Builds:
    """Whether units can be built by Power-Drive and Counter-Drive.

    Two searches enclose the truth. What `strict` finds can be done; what `free` does not find cannot, for it
    knows neither sets nor whole vitals. Where there is neither, they are one.
    """

    def __init__(self, deck: Deck, field: Field, level: Level, budget: Budget) -> None:
        self._deck, self._field, self._level = deck, field, level
        self._over = level == "behind" and field.over_power > 0
        # A set that is wider than the grid is never a top; in a hand it counts as one card for both.
        sets = any(1 < kind.cells <= field.columns for kind in deck.kinds)
        self._one = not (self._over or sets)
        self.strict = Search(deck.stock(field, level), budget, whole_vitals=self._over)
        self.free = self.strict
        if not self._one:
            self.free = Search(deck.stock(field, level, single_cells=True), budget, whole_vitals=False)

    def answers(self, wanted: Collection[int]) -> Answers:
        """The answers of `own`, `fight` or `behind` for the kinds `wanted`."""
        deck, field, level = self._deck, self._field, self._level
        answers: Answers = {}
        over = field.over_power if level == "behind" else 0
        for k in wanted:
            kind = deck.kinds[k]
            if kind.power <= max(CHARGE_POWER, over) or kind.cells > field.columns:
                answers[k] = kind.cells <= field.columns
        if field.frames_count:
            answers |= framed_answers(deck, field, level, [k for k in wanted if k not in answers])
        self._settle([k for k in wanted if answers.get(k) is None], answers)
        walked(deck, field, level, answers)
        return answers

    def _settle(self, wanted: Sequence[int], answers: Answers) -> None:
        """Adds the answers for `wanted`; None for what neither search settles."""
        open_ = sorted(k for k in wanted if answers.get(k) is None)
        for k in open_:
            answers.pop(k, None)
        while open_:
            # From the weakest on, for what cannot be had is no material of the stronger ones.
            weakest = open_[0]
            answers[weakest] = self._ask(weakest, answers, open_)
            open_ = [k for k in open_ if k not in answers]

    def _ask(self, k: int, answers: Answers, open_: Sequence[int]) -> bool | None:
        kinds = self._deck.kinds
        found = self.strict.find(kinds[k].power, kinds[k].cells, k)
        if found.found:
            # What is not used up was brought as well: the units built, and others of the same power.
            spent = Counter(found.spent)
            for other in open_:
                same = kinds[other].power <= kinds[k].power and kinds[other].cells <= kinds[k].cells
                if other in found.built or (same and spent[other] < self._deck.counts[other]):
                    answers[other] = True
            return True
        if self._field.frames_count:
            return None
        if not self._one:
            found = self.free.find(kinds[k].power, 1, k)
        return False if found.found is False else None


class Search:
    """The searches backwards on one stock, each made when first needed: by sets of cards (`Ways`), and drive by drive
    (`Planner`) where materials lie as charge or the sets are too many."""

    def __init__(
        self,
        stock: Stock,
        budget: Budget,
        *,
        whole_vitals: bool,
        partners: Mapping[int, Collection[int]] | None = None,
    ) -> None:
        self._stock, self._budget, self._whole_vitals = stock, budget, whole_vitals
        self._partners = partners
        self._ways = None if stock.laid else Ways(stock, whole_vitals=whole_vitals, partners=partners)
        self._ways_left = ALL_WAYS

    @cached_property
    def bounds(self) -> Bounds:
        """What may be possible if no material were used up."""
        return bounds_of(self._stock)

    @cached_property
    def _planner(self) -> Planner:
        return Planner(self._stock, whole_vitals=self._whole_vitals, bounds=self.bounds)

    def find(self, power: int, cells: int, without: int | None) -> Answer:
        """As `Planner.find`, within the budget."""
        if cells > self._stock.columns:
            return Answer(False)
        if self._ways is not None and self._ways_left > 0:
            most = min(WAYS, self._ways_left)
            found = self._ways.find(power, without=without, most=most)
            self._ways_left -= most - self._ways.left
            if found.found is not None:
                return found
        if self._partners is not None:
            return Answer(None)
        if without is not None and self.bounds.needs[without] == NEVER:
            return Answer(False)
        steps = self._budget.share(STEPS)
        found = self._planner.find(power, cells=cells, without=without, steps=steps)
        self._budget.spend(self._planner.steps_taken)
        return found

    def rule_out(self, kinds: Collection[int]) -> None:
        """As `Ways.rule_out`."""
        if self._ways is not None:
            self._ways.rule_out(kinds)

    def sum_of(self, drive: LastDrive, power: int, without: int | None) -> Answer:
        """Whether a drive of that kind has so much power, for a message: with little effort."""
        if self._ways is not None:
            return self._ways.find(power, without=without, most=FEW_WAYS, drive=drive)
        return self._planner.find(power, without=without, steps=FEW_STEPS, drive=drive)
