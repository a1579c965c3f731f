"""Sets of things of which no two share a key: counted exactly, and each found by its number.

Things that share a key exclude each other. That is not transitive (A and B share a name, A and C a text), so
the things are parted into connected components. The sets of a component that one key holds together are "one
of them or none"; any other component is taken apart by its keys (`decklint.tangles`). Counts by size of the
components multiply. A set is found by its number from the same counts, so that every number from 0 to the
count gives another set: listing is counting up, and a uniform draw is a uniform number.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import accumulate
from operator import mul
from typing import Protocol

from decklint.polynomials import power, times
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


class IndependentSets:
    """The sets of at most `size` of the things 0 to `len(keys)` - 1 of which no two share a key.

    `keys[n]` are the keys of thing n. `counts[k]` is the number of sets of size k, however large. Raises
    `CodedError` where a component is too tangled to be counted (`too_tangled`).
    """

    def __init__(self, keys: Sequence[Iterable[Hashable]], size: int) -> None:
        self._size = size
        families: list[Family] = []
        for members, held in components(keys):
            if not held:
                families.append(Clique(members))
            elif len(held[0]) == len(members):
                families.append(Clique(members[::-1]))
            elif size > 0:
                from decklint.tangles import tangle  # few pools have one

                families.append(tangle(members, held, size))
        # Numbered backwards, the sets come in the order of the things: 0 1 2, 0 1 3, 0 1 4, ...
        self._product = Product(families[::-1], size)
        self.counts = [*self._product.counts, *[0] * (size + 1 - len(self._product.counts))]

    @property
    def largest(self) -> int:
        """The size of the largest set, at most that asked for."""
        return max(k for k, count in enumerate(self.counts) if count)

    def at(self, rank: int, size: int | None = None) -> list[int]:
        """The set of that number among those of one size, 0 <= `rank` < `counts[size]`; the things ascend."""
        size = self._size if size is None else size
        found = self._product.at(size, self.counts[size] - 1 - rank)
        found.sort()
        return found


def components(keys: Sequence[Iterable[Hashable]]) -> list[tuple[list[int], list[list[int]]]]:
    """The things parted into components, each with the groups that a key holds together, the largest first.

    Components come in the order of their first thing; a thing alone has no group.
    """
    held: dict[Hashable, list[int]] = {}
    for thing, its in enumerate(keys):
        for key in its:
            group = held.get(key)
            if group is None:
                held[key] = [thing]
            elif group[-1] != thing:
                group.append(thing)
    groups = [group for group in held.values() if len(group) > 1]
    above: dict[int, int] = {}

    def top(thing: int) -> int:
        while (higher := above.setdefault(thing, thing)) != thing:
            above[thing] = thing = above[higher]
        return thing

    for group in groups:
        first = top(group[0])
        for thing in group[1:]:
            other = top(thing)
            if other != first:
                first, other = min(first, other), max(first, other)
                above[other] = first
    found: dict[int, tuple[list[int], list[list[int]]]] = {}
    for thing in range(len(keys)):
        root = top(thing) if thing in above else thing
        if root == thing:  # the first thing of its component
            found[thing] = ([thing], [])
        else:
            found[root][0].append(thing)
    for group in groups:
        found[top(group[0])][1].append(group)
    for _, its_groups in found.values():
        if len(its_groups) > 1:
            its_groups.sort(key=len, reverse=True)
    return list(found.values())
