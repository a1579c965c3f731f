"""Sets of things of which no two share a key: counted exactly, and each found by its number.

Things that share a key exclude each other. That is not transitive (A and B share a name, A and C a text), so
the things are parted into connected components. The sets of a component that one key holds together are "one
of them or none"; any other component is taken apart by its keys (`decklint.making.tangles`). Counts by size of the
components multiply. A set is found by its number from the same counts, so that every number from 0 to the
count gives another set: listing is counting up, and a uniform draw is a uniform number.
"""

from collections.abc import Hashable, Iterable, Sequence

from decklint.making.families import Clique, Family, Product
from decklint.making.tangles import tangle


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
