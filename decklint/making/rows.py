"""Rows to lie on the table: vitals, and the extra devices under them, drawn uniformly or listed.

A row and the assignment of its devices have one number together, from 0 to `count` - 1. A draw is one number
below `count` out of `random.Random(seed)`: as many bits as `count` - 1 has, taken anew while the number is too
high (`getrandbits`, the same on every platform and in every version of Python). The row of a number follows
from the counts alone, so equal pools, wishes and seeds give equal rows, and every legal row is as likely as
any other.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from decklint.making.extra import Devices, can_be_device, must_lie
from decklint.making.vitals import VitalSets, check_master, unlike, why_no_vital
from decklint.play import Play
from rulebook.cards import Card
from rulebook.codes import CodedError


class Row(NamedTuple):
    """The vitals in the order of the pool, and the devices under each of them; none without extra devices."""

    vitals: tuple[Card, ...]
    devices: tuple[tuple[Card, ...], ...] = ()


class Rows:
    """All legal rows of a pool: counted, drawn, listed.

    `extra` lays extra devices under the vitals; they are laid too where `ed_count_policy` requires them. A
    card of `must` is one of the vitals, or with `extra`, where it can be no vital, one of the devices. The
    parts are described at `VitalSets` and `Devices`, their errors too.
    """

    def __init__(
        self,
        cards: Sequence[Card],
        play: Play,
        *,
        must: Sequence[Card] = (),
        without: Sequence[Card] = (),
        master: Card | None = None,
        extra: bool = False,
    ) -> None:
        extra = extra or must_lie(play)
        if master is not None:
            check_master(master, play)
        below: list[Card] = []
        for card in unlike(must):
            is_master = master is not None and card.identity == master.identity
            if extra and not is_master and why_no_vital(card, play) is not None and can_be_device(card, play):
                below.append(card)
        lying = [card for card in must if not any(card is other for other in below)]
        self.vitals = VitalSets(cards, play, must=lying, without=without, master=master)
        self.devices = Devices(cards, play, must=below, without=without, master=master) if extra else None
        self.count = self.vitals.count * (self.devices.count if self.devices else 1)
        self._bits = (self.count - 1).bit_length() if self.count else 0

    def at(self, rank: int) -> Row:
        """The row of that number, 0 <= `rank` < `count`."""
        if not 0 <= rank < self.count:
            raise IndexError(rank)
        if self.devices is None:
            return Row(self.vitals.at(rank))
        which, rank = divmod(rank, self.devices.count)
        return Row(self.vitals.at(which), self.devices.at(rank))

    def draw(self, random: Random) -> Row:
        """One of all rows, each as likely as any other. Raises `CodedError` where there is none."""
        if not self.count:
            raise self.shortage() or AssertionError
        rank = random.getrandbits(self._bits) if self._bits else 0
        while rank >= self.count:
            rank = random.getrandbits(self._bits)
        return self.at(rank)

    def __iter__(self) -> Iterator[Row]:
        """Every row once, in a stable order, made one by one: the memory does not grow with their number."""
        rank = 0
        while rank < self.count:
            yield self.at(rank)
            rank += 1

    def shortage(self) -> CodedError | None:
        """Why there is no row; None where there is one."""
        return self.vitals.shortage() or (self.devices.shortage() if self.devices else None)
