"""Families of sets, counted by size, each set found by its number; and the product of several."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from operator import mul
from typing import Protocol

from decklint.making.polynomials import power, times
from rulebook.codes import CodedError

_TABLE_BYTES = 2**30
"""What the table for finding sets by number may take; counting needs none."""


class Family(Protocol):
    """Sets over some things: `counts[k]` of them have size k, and `at` gives that of a number."""

    @property
    def counts(self) -> Sequence[int]: ...

    def at(self, size: int, rank: int) -> list[int]: ...


class Clique:
    """One of the members, or none."""

    __slots__ = ("counts", "members")

    def __init__(self, members: Sequence[int]) -> None:
        self.members = members
        self.counts = (1, len(members))

    def at(self, size: int, rank: int) -> list[int]:
        return [self.members[rank]] if size else []


class Product:
    """Sets put together from families that have nothing to do with each other, up to `size` things in all.

    Numbers run so that the last family that a set uses rises most slowly.
    """

    __slots__ = ("_families", "_members", "_rows", "_size", "counts")

    def __init__(self, families: Sequence[Family], size: int) -> None:
        self._families = families
        self._size = size
        self._rows: list[list[int]] | None = None
        self._members = [family.members if isinstance(family, Clique) else None for family in families]
        counts = [1]
        for kind, often in Counter(tuple(family.counts) for family in families).items():
            counts = times(counts, power(kind, often, size), size)
        self.counts = counts

    def at(self, size: int, rank: int) -> list[int]:
        """The set of that size and number, 0 <= `rank` < `counts[size]`."""
        rows = self._rows
        if rows is None:
            rows = self._rows = self._table()
        members = self._members
        found: list[int] = []
        end = len(members) + 1
        while size:
            row = rows[size]
            end = bisect_right(row, rank, 0, end)  # the last family in use is the one before `end`
            last = end - 1
            rank -= row[last]
            one_of = members[last]
            if one_of is not None:
                size -= 1
                which, rank = divmod(rank, rows[size][last])
                found.append(one_of[which])
                continue
            family = self._families[last]
            for taken in range(1, min(size, len(family.counts) - 1) + 1):
                rest = rows[size - taken][last]
                here = family.counts[taken] * rest
                if rank < here:
                    which, rank = divmod(rank, rest)
                    found += family.at(taken, which)
                    size -= taken
                    break
                rank -= here
        return found

    def _table(self) -> list[list[int]]:
        """Row k, entry j: how many sets of size k the first j families give."""
        size, families = self._size, self._families
        needed = size * len(families) * (32 + (max(self.counts).bit_length() >> 4))
        if needed > _TABLE_BYTES:
            raise CodedError("table_too_large", size=size, gigabytes=needed >> 30)
        several = [(j, family.counts) for j, family in enumerate(families) if len(family.counts) > 2]
        ones = [family.counts[1] for family in families]
        rows = [[1] * (len(families) + 1)]
        for k in range(1, size + 1):
            added = list(map(mul, ones, rows[k - 1]))
            for j, counts in several:
                for taken in range(2, min(k, len(counts) - 1) + 1):
                    added[j] += counts[taken] * rows[k - taken][j]
            rows.append(list(accumulate(added, initial=0)))
        return rows
