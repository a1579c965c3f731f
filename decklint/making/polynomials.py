"""Counts by size as lists: entry k is the number of sets of k. A product counts the sets of two families together."""

from collections.abc import Sequence
from math import comb

_SCHOOL = 48
"""Up to this many entries two lists are multiplied term by term; beyond it as two large numbers."""


def times(left: Sequence[int], right: Sequence[int], size: int) -> list[int]:
    """The product of two lists of counts, entries 0 to `size` of it."""
    left, right = left[: size + 1], right[: size + 1]
    if min(len(left), len(right)) > _SCHOOL:
        return _packed(left, right, size)
    found = [0] * min(len(left) + len(right) - 1, size + 1)
    for at, value in enumerate(left):
        for place, other in enumerate(right[: len(found) - at], at):
            found[place] += value * other
    return found


def power(counts: Sequence[int], times_: int, size: int) -> list[int]:
    """The list multiplied `times_` times by itself, entries 0 to `size` of it; the first entry is 1."""
    if len(counts) == 2:  # one of so many, or none: the binomial theorem
        highest = min(times_, size)
        found, share = [1], 1
        for k in range(1, highest + 1):
            share = share * (times_ - k + 1) // k
            found.append(share * counts[1] ** k)
        return found
    found, square = [1], list(counts[: size + 1])
    while times_:
        if times_ & 1:
            found = times(found, square, size)
        times_ >>= 1
        if times_:
            square = times(square, square, size)
    return found


def groupings(groups: int, low: int, high: int, most: int) -> list[list[int]]:
    """Ways to part things among groups that take `low` to `high` each.

    Entry [g][k] is the number of ways for k things, all of them used, and g groups told from each other, up
    to `groups` and `most`; the order inside a group does not count.
    """
    rows = [[1] + [0] * most]
    for _ in range(groups):
        before = rows[-1]
        rows.append([sum(comb(k, i) * before[k - i] for i in range(low, min(high, k) + 1)) for k in range(most + 1)])
    return rows


def combination(rank: int, things: int, size: int) -> list[int]:
    """The choice of `size` of 0 to `things` - 1 with that number from 0, counted in lexicographic order."""
    found: list[int] = []
    thing = 0
    while size:
        begins_here = comb(things - thing - 1, size - 1)
        if rank < begins_here:
            found.append(thing)
            size -= 1
        else:
            rank -= begins_here
        thing += 1
    return found


def _packed(left: Sequence[int], right: Sequence[int], size: int) -> list[int]:
    """The product by one multiplication of large numbers, each entry in its own run of bytes."""
    bits = max(left).bit_length() + max(right).bit_length() + min(len(left), len(right)).bit_length()
    width = bits // 8 + 1

    def packed(counts: Sequence[int]) -> int:
        return int.from_bytes(b"".join(value.to_bytes(width, "little") for value in counts), "little")

    entries = len(left) + len(right) - 1
    whole = (packed(left) * packed(right)).to_bytes(width * entries, "little")
    return [int.from_bytes(whole[at * width : (at + 1) * width], "little") for at in range(min(entries, size + 1))]
