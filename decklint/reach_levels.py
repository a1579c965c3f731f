"""The answers of one level: a quick "no" first, then the search backwards, then the search forwards."""

from collections import Counter
from collections.abc import Collection, Sequence

from decklint.reach_bounds import NEVER, bounds_of
from decklint.reach_deck import Deck
from decklint.reach_frames import framed_answers
from decklint.reach_model import CHARGE_POWER, Field, Level
from decklint.reach_plan import Answer, Planner
from decklint.reach_walk import walk

Answers = dict[int, bool | None]
"""For each kind asked for whether it can be summoned; None when the search met its bound."""

STEPS = 6_000
"""Drives that the search backwards tries for one question."""

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


def plain_answers(deck: Deck, field: Field, level: Level, wanted: Collection[int], budget: Budget) -> Answers:
    """The answers of `own`, `fight` or `behind` for the kinds `wanted`."""
    answers: Answers = {}
    over = field.over_power if level == "behind" else 0
    for k in wanted:
        kind = deck.kinds[k]
        if kind.power <= max(CHARGE_POWER, over) or kind.cells > field.columns:
            answers[k] = kind.cells <= field.columns
    if field.frames_count:
        answers |= framed_answers(deck, field, level, [k for k in wanted if k not in answers])
    search = Builds(deck, field, level, budget)
    search.settle([k for k in wanted if answers.get(k) is None], answers)
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
        frames = self._field.frames_count
        answers.update((k, False) for k in wanted if self.bounds.needs[k] == NEVER and not frames)
        open_ = sorted(k for k in wanted if answers.get(k) is None)
        for k in open_:
            answers.pop(k, None)
        while open_:
            # One question for many: what cannot be had with all cards cannot be had without some of them, and
            # what was brought together for one unit does for every weaker one that is no part of it.
            middle = open_[len(open_) // 2]
            answers[middle] = self._ask(middle, answers, open_)
            open_ = [k for k in open_ if k not in answers]

    def _ask(self, k: int, answers: Answers, open_: Sequence[int]) -> bool | None:
        kinds, frames = self._deck.kinds, self._field.frames_count
        one = self.strict is self.free
        for without in (None, k):
            found = self._find(self.strict, k, kinds[k].cells, without)
            if found.found:
                spent = Counter(found.spent)
                for other in open_:
                    weaker = kinds[other].power <= kinds[k].power and kinds[other].cells <= kinds[k].cells
                    if other in found.built or (weaker and spent[other] < self._deck.counts[other]):
                        answers[other] = True
                if answers.get(k):
                    return True
            elif frames:
                return None
            elif not one:
                found = self._find(self.free, k, 1, without)
            if found.found is False:
                if without is None:
                    answers.update((other, False) for other in open_ if kinds[other].power >= kinds[k].power)
                return False
            if found.found is None:
                return None
        return None

    def _find(self, planner: Planner, k: int, cells: int, without: int | None) -> Answer:
        steps = self._budget.share(STEPS)
        found = planner.find(self._deck.kinds[k].power, cells=cells, without=without, steps=steps)
        self._budget.spend(planner.steps_taken)
        return found
