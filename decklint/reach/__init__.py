"""Which units the drives can summon with the cards of a deck (LINT rule P601, and what P602 to P607 ask of it).

The model: a row of empty cells, each card once, favourable draws. A drive takes tops of the grid (Counter-Drive
also units of the hand) and lays a unit of the hand on them; what lies under it is no material any more, so every
card serves once (DRIVE-06). Timing, downloads, which cells are neighbours, weapons and what the opponent does are
not modelled. The power of a unit that a Link-Shift discards is therefore its base power.

Levels: `own` has Charge-Drive (DRIVE-10, -11), Power-Drive (DRIVE-17, -18, -19, -24) and Master-Drive (MASTER-03,
-12); `fight` adds Counter-Drive (DRIVE-25 to -29), `behind` Over-Drive (OVER-04, -06, TIMING-23), `link`
Link-Drive and Link-Shift (LINKDRIVE-01, LINKSHIFT-01 to -06). A set of N cards takes N cells; for a Power-Drive or
Counter-Drive those that its materials leave count as well (GRID-08).

    >>> from decklint.reach import Field, Piece, reach
    >>> deck = [Piece("a", 3), Piece("b", 3), Piece("c", 6), Piece("d", 9)]
    >>> found = reach(deck, Field(columns=5, vitals=5))
    >>> found["c"].level, found["d"].level, found["d"].best.power
    ('own', 'behind', 6)
"""

from collections.abc import Collection, Mapping, Sequence

from decklint.reach.best import best_sums
from decklint.reach.deck import Deck
from decklint.reach.levels import Budget, Builds
from decklint.reach.links import link_answers
from decklint.reach.model import LEVELS, Best, Field, Level, Piece, Reached
from decklint.reach.quick import plainly_reached

__all__ = ["LEVELS", "Best", "Field", "Level", "Piece", "Reached", "reach"]

STEPS: Mapping[Level, int] = {"own": 16_000, "fight": 16_000, "behind": 12_000, "link": 6_000}
"""Steps of the search backwards at each level; one takes 10 to 30 microseconds."""


def reach(
    pieces: Sequence[Piece],
    field: Field,
    *,
    levels: Sequence[Level] = LEVELS,
    wanted: Collection[str] = (),
    steps: int | None = None,
) -> Mapping[str, Reached]:
    """For each piece, by its id, the least of `levels` at which it can be summoned with the others.

    With `wanted` ids the answer is given for those alone, and without `best`. `steps` bounds the search at each
    level lower than usual: more may stay undecided.

    Every level has the drives of the levels before it too, whether they are asked for or not. The answer does
    not depend on the order of the pieces. Raises `ValueError` for a power or a number of cells out of range
    and for an id that stands twice.
    """
    if len({piece.id for piece in pieces}) < len(pieces):
        raise ValueError("two pieces have one id")
    if any(not 0 <= piece.power <= 99 or piece.cells < 1 for piece in pieces):
        raise ValueError("a piece has a power of 0 to 99 and one cell or more")
    level_of: dict[str, Level] = {}
    first = next((level for level in LEVELS if level in levels), None)
    if first in ("own", "fight"):
        level_of = dict.fromkeys(plainly_reached(pieces, field, first), first)
        if len(level_of) == len(pieces):
            return {id_: Reached(first) for id_ in level_of}
    deck = Deck.of(pieces, field, linked=False)
    asked = [piece.id for piece in pieces if not wanted or piece.id in wanted]
    unsure: dict[str, Level] = {}
    never: set[int] = set()
    weak: Builds | None = None
    weak_level: Level = "own"
    for level in LEVELS:
        left = [id_ for id_ in asked if id_ not in level_of]
        if level not in levels or not left:
            continue
        kinds, budget = deck, Budget(steps or STEPS[level])
        if level == "link":
            kinds = Deck.of(pieces, field, linked=True)
            answers = link_answers(kinds, field, {kinds.kind_of[id_] for id_ in left}, budget)
        else:
            builds = Builds(deck, field, level, budget)
            answers = builds.answers({kinds.kind_of[id_] for id_ in left})
            if level in ("own", "fight"):
                weak, weak_level = builds, level
                never = {k for k, answer in answers.items() if answer is False}
        for id_ in left:
            answer = answers[kinds.kind_of[id_]]
            if answer:
                level_of[id_] = level
            elif answer is None:
                unsure.setdefault(id_, level)
    best: Mapping[int, Best] = {}
    if weak is not None and not wanted:
        far = {deck.kind_of[p.id] for p in pieces if level_of.get(p.id) not in ("own", "fight")}
        best = best_sums(deck, field, weak_level, far, never, weak.strict)
    return {
        id_: Reached(level_of.get(id_), unsure.get(id_), best.get(deck.kind_of[id_]))
        for id_ in asked
    }
