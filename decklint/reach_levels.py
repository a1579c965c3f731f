"""The answers of one level: a quick "no" first, then the search backwards, then the search forwards."""

from collections import Counter
from collections.abc import Collection, Sequence

from decklint.reach_bounds import NEVER, bounds_of
from decklint.reach_deck import Deck
from decklint.reach_model import CHARGE_POWER, VITAL_POWER, Field, Level
from decklint.reach_plan import Answer, Planner
from decklint.reach_walk import walk

Answers = dict[int, bool | None]
"""For each kind asked for whether it can be summoned; None when the search met its bound."""

STEPS = 3_000
"""Drives that the search backwards tries for one question."""

WALK_STEPS = 30_000
"""Summons that the search forwards tries for one level of a small deck."""

FEW, FEWER_STEPS = 10, 1_500
"""A deck of more cards is too large to be searched through forwards; it is only tried a little."""


class Budget:
    """The steps of one call: hard questions in a row must not add up."""

    def __init__(self, steps: int) -> None:
        self._left = steps

    def share(self, most: int) -> int:
        """Steps for the next question: at most a tenth of what is left."""
        return min(most, self._left // 10)

    def spend(self, steps: int) -> None:
        """Counts the steps that a question took."""
        self._left -= steps


def plain_answers(deck: Deck, field: Field, level: Level, wanted: Collection[int], budget: Budget) -> Answers:
    """The answers of `own`, `fight` or `behind` for the kinds `wanted`."""
    answers: Answers = {}
    over = field.over_power if level == "behind" else 0
    for k in wanted:
        kind = deck.kinds[k]
        if kind.power <= max(CHARGE_POWER, over) or kind.cells > field.columns:
            answers[k] = kind.cells <= field.columns
    search = Builds(deck, field, level, budget)
    search.settle([k for k in wanted if k not in answers], answers)
    walked(deck, field, level, answers)
    return answers


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

    Two planners enclose the truth. What `strict` finds can be done; what `free` does not find cannot, for it
    knows neither sets nor whole vitals. Where there is neither, they are one.
    """

    def __init__(self, deck: Deck, field: Field, level: Level, budget: Budget) -> None:
        self._deck, self._field, self._budget = deck, field, budget
        over = level == "behind" and field.over_power > 0
        stock = deck.stock(field, level, single_cells=True)
        self.bounds = bounds_of(stock)
        self.free = Planner(stock, whole_vitals=False, bounds=self.bounds)
        self.strict = self.free
        if over or deck.has_sets:
            self.strict = Planner(deck.stock(field, level), whole_vitals=over, bounds=self.bounds)

    def settle(self, wanted: Sequence[int], answers: Answers) -> None:
        """Adds the answers for `wanted`; None for what neither planner settles."""
        kinds = self._deck.kinds
        for k in sorted(wanted, reverse=True):
            if k in answers:
                continue
            if self.bounds.needs[k] == NEVER and not self._field.frames_count:
                answers[k] = False
                continue
            answers[k] = self._ask(k)
            if answers[k]:
                # What was brought together for it does for every weaker unit that is no part of it.
                spent = Counter(self._last.spent)
                for other in wanted:
                    weaker = kinds[other].power <= kinds[k].power and kinds[other].cells <= kinds[k].cells
                    if other in self._last.built or (weaker and spent[other] < self._deck.counts[other]):
                        answers[other] = True

    def _ask(self, k: int) -> bool | None:
        kind = self._deck.kinds[k]
        self._last = self._find(self.strict, k, kind.cells)
        if self._last.found or (self.strict is self.free and not self._field.frames_count):
            return self._last.found
        if not self._field.frames_count and self._find(self.free, k, 1).found is False:
            return False
        return None

    def _find(self, planner: Planner, k: int, cells: int) -> Answer:
        steps = self._budget.share(STEPS)
        found = planner.find(self._deck.kinds[k].power, cells=cells, without=k, steps=steps)
        self._budget.spend(planner.steps_taken)
        return found
