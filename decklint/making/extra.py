"""Legal extra devices under a row of vitals: counted exactly, and each assignment found by its number (EXTRA-06)."""

from collections.abc import Sequence
from math import comb

from decklint.making.independence import IndependentSets
from decklint.making.polynomials import combination, groupings
from decklint.making.vitals import is_on, place_in, unlike
from decklint.play import Play
from rulebook.cards import Card
from rulebook.codes import CodedError


class Devices:
    """The legal assignments of a pool's extra devices to the vitals of a row.

    One under each vital, in Dorsaga and CODE:DIVER one or two and six at most (DORSAGA-06); with
    `ed_count_policy: up_to_limit` any number up to these limits, at least one in all. No card and no effect
    twice among the devices (E302), each of them of a second deck, with search text or a phase (E303). An
    assignment says which device lies under which vital; the order of two under one vital does not count.
    Which cards the vitals are makes no difference: vitals and devices are compared each for themselves.

    Every assignment holds the cards of `must`; none holds a card of `without` or the master (MASTER-09).
    Raises `CodedError` for wishes that cannot be fulfilled together.
    """

    def __init__(
        self,
        cards: Sequence[Card],
        play: Play,
        *,
        must: Sequence[Card] = (),
        without: Sequence[Card] = (),
        master: Card | None = None,
    ) -> None:
        if play.options["modules.extra_device"] is False:
            raise CodedError("extra_devices_off")
        self._cards = cards
        self._play = play
        allowed = play.format.extra_devices
        low = 0 if play.options["ed_count_policy"] == "up_to_limit" else allowed.low
        self._vitals = play.format.vitals
        self._low, self._high = low, allowed.high
        most = min(allowed.total, self._vitals * allowed.high)
        self._needed = max(1, self._vitals * low)
        wanted = unlike(must)
        left_out = {card.identity for card in without} | ({master.identity} if master else set())
        for card in wanted:
            if card.identity in left_out:
                raise CodedError("must_and_without", card=card.name)
            if not can_be_device(card, play):
                raise CodedError("not_a_device", card=card.name)
        closed = _closed(wanted, play)
        if len(wanted) > most:
            raise CodedError("devices_must_too_many", count=len(wanted), format=play.format.id, places=most)
        self._fixed = [place_in(cards, card) for card in wanted]
        self._places: list[int] = []
        keys: list[tuple[str, ...]] = []
        self._able = 0
        for place, card in enumerate(cards):
            if not can_be_device(card, play):
                continue
            self._able += 1
            its = _keys(card, play)
            if card.identity not in left_out and closed.isdisjoint(its):
                self._places.append(place)
                keys.append(its)
        self._sets = IndependentSets(keys, most - len(wanted))
        self._ways = groupings(self._vitals, low, allowed.high, most)
        self._by_size = [
            (size, self._sets.counts[size - len(wanted)] * self._ways[-1][size])
            for size in range(max(self._needed, len(wanted)), most + 1)
        ]
        self.count = sum(number for _, number in self._by_size)

    def at(self, rank: int) -> tuple[tuple[Card, ...], ...]:
        """The assignment of that number, 0 <= `rank` < `count`: the devices of each vital of the row in turn."""
        size, rank = self._sized(rank)
        which, rank = divmod(rank, self._ways[-1][size])
        free = self._sets.at(which, size - len(self._fixed))
        left = sorted([*(self._places[at] for at in free), *self._fixed])
        found: list[tuple[Card, ...]] = []
        for vital in range(self._vitals):
            after = self._ways[self._vitals - vital - 1]
            for taken in range(self._low, min(self._high, len(left)) + 1):
                others = after[len(left) - taken]
                choices = comb(len(left), taken)
                if rank < choices * others:
                    break
                rank -= choices * others
            chosen, rank = divmod(rank, others)
            picked = [left[at] for at in combination(chosen, len(left), taken)]
            left = [place for place in left if place not in picked]
            found.append(tuple(self._cards[place] for place in picked))
        return tuple(found)

    def _sized(self, rank: int) -> tuple[int, int]:
        """How many devices the assignment of that number has, and its number among those of as many."""
        for size, number in self._by_size:
            if rank < number:
                return size, rank
            rank -= number
        raise IndexError(rank)

    def shortage(self) -> CodedError | None:
        """Why there is no assignment, with how many cards can be devices and how many can lie together."""
        if self.count:
            return None
        needed = max(self._needed - len(self._fixed), 0)
        code = "devices_too_few" if len(self._places) < needed else "devices_collide"
        return CodedError(
            code, format=self._play.format.id, vitals=self._vitals, pool=len(self._cards), able=self._able,
            fixed=len(self._fixed), free=len(self._places), needed=needed, most=self._sets.largest,
        )  # fmt: skip


def can_be_device(card: Card, play: Play) -> bool:
    """Whether the card may lie under a vital (E303) and belongs to no option system that is off."""
    return play.fits_extra_device(card) and is_on(card, play)


def must_lie(play: Play) -> bool:
    """Whether a row without extra devices is not legal (`ed_count_policy: always_required`)."""
    required = play.options["ed_count_policy"] == "always_required"
    return required and play.options["modules.extra_device"] is not False


def _keys(card: Card, play: Play) -> tuple[str, ...]:
    return (f"card:{card.identity}", *(f"effect:{key}" for key in play.effect_keys(card)))


def _closed(wanted: Sequence[Card], play: Play) -> set[str]:
    """The keys that the wanted devices take. Raises `CodedError` where two of them take the same."""
    holders: dict[str, Card] = {}
    for card in wanted:
        for key in _keys(card, play):
            other = holders.setdefault(key, card)
            if other is not card:
                code = "must_same_card" if other.identity == card.identity else "must_same_effect"
                raise CodedError(code, first=other.name, second=card.name)
    return set(holders)
