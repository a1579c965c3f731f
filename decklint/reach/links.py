"""The answers of the level `link`: Link-Drive and Link-Shift.

A Link-Shift brings nothing that could not be had without it as long as every Link is taken to be there when it
is wanted: what was brought together for the unit discarded does for the weaker one that comes for it. So the
quick "no" knows Link-Drive only. A "yes" wants a partner that really stands there: one that stays on its cell
from the beginning to the end and comes without a partner.
"""

from collections.abc import Collection, Iterator

from decklint.reach.deck import Deck
from decklint.reach.levels import Answers, Budget, Search, walked
from decklint.reach.model import LINK_POWER, VITAL_POWER, Field, pairs


def link_answers(deck: Deck, field: Field, wanted: Collection[int], budget: Budget) -> Answers:
    """The answers for the kinds `wanted`, which no level before reaches."""
    return _Links(deck, field, budget).answers(sorted(wanted, reverse=True))


class _Links:
    def __init__(self, deck: Deck, field: Field, budget: Budget) -> None:
        self._deck, self._field, self._budget = deck, field, budget
        kinds = deck.kinds
        # Who may come by Link-Drive at all, and with whom.
        self._partners: list[list[int]] = [
            [
                other
                for other in range(len(kinds))
                if pairs(kinds[k].links, kinds[other].links) and (other != k or deck.counts[k] > 1)
            ]
            if field.link_drive and kinds[k].power <= LINK_POWER and not kinds[k].master
            else []
            for k in range(len(kinds))
        ]

    def answers(self, wanted: list[int]) -> Answers:
        answers: Answers = {}
        loose = [self._deck.comes_alone(k) or bool(self._partners[k]) for k in range(len(self._deck.kinds))]
        stock = self._deck.stock(self._field, "link", loose=loose, single_cells=True)
        free = Search(stock, self._budget, whole_vitals=False)
        links = {k: partners for k, partners in enumerate(self._partners) if partners and not self._deck.comes_alone(k)}
        strict = Search(
            self._deck.stock(self._field, "link", loose=loose), self._budget, whole_vitals=True, partners=links
        )
        for k in wanted:
            kind = self._deck.kinds[k]
            partners = [other for other in self._partners[k] if free.bounds.stands(stock, other)]
            frames = self._field.frames_count
            hopeless = not partners and not frames and free.find(kind.power, 1, k).found is False
            if hopeless or kind.cells > self._field.columns:
                answers[k] = False
            elif self._beside(k) or strict.find(kind.power, kind.cells, k).found or self._built(k):
                answers[k] = True
            else:
                answers[k] = None
        walked(self._deck, self._field, "link", answers)
        return answers

    def _beside(self, k: int) -> bool:
        """Whether Link-Drive brings it beside a row of units that come one after another, each by Charge-,
        Master- or Over-Drive or with the one before it as partner."""
        room = self._field.columns - self._deck.kinds[k].cells
        seen = {k}
        row = [(k, room)]
        for kind, left in row:
            for other in self._partners[kind]:
                cells = left - self._deck.kinds[other].cells
                if cells >= 0 and other not in seen | {k}:
                    if self._cost(other) is not None:
                        return True
                    seen.add(other)
                    row.append((other, cells))
                elif other == kind == k and cells >= 0 and self._cost(k) is not None:
                    return True
        return False

    def _cost(self, k: int) -> int | None:
        """The power of the vitals that bring it without any material; None when they are too few."""
        if self._deck.comes_alone(k):
            return 0
        cost = -(-self._deck.kinds[k].power // VITAL_POWER) * VITAL_POWER
        return cost if cost <= self._field.over_power else None

    def _built(self, k: int) -> bool:
        """Whether drives bring it while a partner stands aside for the Link-Drives of materials."""
        deck, field = self._deck, self._field
        for partner, cost in self._standing(k):
            loose = [deck.comes_alone(other) or partner in self._partners[other] for other in range(len(deck.kinds))]
            one = tuple(int(other == partner) for other in range(len(deck.kinds)))
            stock = deck.stock(
                field,
                "link",
                loose=loose,
                without=one,
                columns=field.columns - deck.kinds[partner].cells,
                over=field.over_power - cost,
            )
            search = Search(stock, self._budget, whole_vitals=True)
            if search.find(deck.kinds[k].power, deck.kinds[k].cells, k).found:
                return True
        return False

    def _standing(self, k: int) -> Iterator[tuple[int, int]]:
        """Partners that come by themselves, one for each set of links, with the cost in power of vitals."""
        best: dict[tuple[tuple[str, tuple[str, ...]], ...], tuple[int, int]] = {}
        for other, kind in enumerate(self._deck.kinds):
            cost = self._cost(other)
            if cost is None or not kind.links or self._deck.counts[other] <= (other == k):
                continue
            key = tuple((link.link, link.roles) for link in kind.links)
            if key not in best or (cost, -kind.power) < (best[key][1], -self._deck.kinds[best[key][0]].power):
                best[key] = (other, cost)
        yield from best.values()
