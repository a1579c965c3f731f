"""Components in which several keys cross: taken apart key by key until cliques are left.

Of the things that share a key at most one is in a set. So the sets of a component are those without any of
them, and for each of them those that hold it and nothing that it excludes. What is left falls apart into
components, which are taken apart in the same way; equal remainders are counted once.
"""

from collections.abc import Iterator, Sequence

from decklint.making.families import Family, Product
from rulebook.codes import CodedError

STEPS = 6_000_000
"""Work after which a component is given up, some five seconds."""
_DEPTH = 120
"""How deep remainders may lie in each other."""
_SMALL = 48
"""Up to this many things any key will do to begin with."""


def tangle(members: Sequence[int], groups: Sequence[Sequence[int]], size: int) -> Family:
    """The sets of up to `size` of the members; a group holds members that exclude each other.

    The members are connected by the groups. Raises `CodedError` (`too_tangled`) instead of running on.
    """
    builder = _Builder(members, groups)
    return builder.family((1 << len(members)) - 1, builder.keys, size, 0)


class _OneOf:
    """One of the things of a mask, or none."""

    __slots__ = ("_found", "_mask", "_members", "counts")

    def __init__(self, mask: int, members: Sequence[int]) -> None:
        self._mask = mask
        self._members = members
        self._found: list[int] | None = None
        self.counts: Sequence[int] = (1, mask.bit_count()) if mask else (1,)

    def at(self, size: int, rank: int) -> list[int]:
        if not size:
            return []
        if self._found is None:
            self._found = [self._members[bit] for bit in _bits(self._mask)]
        return [self._found[rank]]


class _Choice:
    """None of the things that a key holds together (`without`), or one of them (`branches`)."""

    __slots__ = ("branches", "counts", "without")

    def __init__(self, without: Family, branches: list[tuple[_OneOf, Family]], size: int) -> None:
        self.without = without
        self.branches = branches
        counts = [*without.counts, *[0] * (size + 1 - len(without.counts))]
        for one, rest in branches:
            members = one.counts[1]
            for k, count in enumerate(rest.counts, 1):
                counts[k] += members * count
        while not counts[-1]:
            counts.pop()
        self.counts = counts

    def at(self, size: int, rank: int) -> list[int]:
        node: Family = self
        while isinstance(node, _Choice):
            without = _entry(node.without.counts, size)
            if rank >= without:
                return node._with_one(size, rank - without)
            node = node.without
        return node.at(size, rank)

    def _with_one(self, size: int, rank: int) -> list[int]:
        for one, rest in self.branches:
            each = _entry(rest.counts, size - 1)
            here = one.counts[1] * each
            if rank < here:
                which, rank = divmod(rank, each)
                return one.at(1, which) + rest.at(size - 1, rank)
            rank -= here
        raise IndexError(rank)


class _Builder:
    """Takes one component apart. A mask is a set of its things, bit n for the n-th member."""

    def __init__(self, members: Sequence[int], groups: Sequence[Sequence[int]]) -> None:
        place = {member: at for at, member in enumerate(members)}
        self._members = members
        self.keys = list(dict.fromkeys(sum(1 << place[member] for member in group) for group in groups))
        near = [1 << at for at in range(len(members))]
        for key in self.keys:
            for bit in _bits(key):
                near[bit] |= key
        alike: dict[int, int] = {}
        for at, excluded in enumerate(near):
            alike[excluded] = alike.get(excluded, 0) | 1 << at
        self._near = near
        self._alike = [alike[excluded] for excluded in near]
        self._known: dict[tuple[int, int], Family] = {}
        self._steps = 0

    def family(self, mask: int, keys: list[int], size: int, depth: int) -> Family:
        """The sets of up to `size` things of the mask; `keys` are all that reach into it."""
        size = min(size, mask.bit_count())
        if size <= 1:
            return _OneOf(mask if size else 0, self._members)
        known = self._known.get((mask, size))
        if known is not None:
            return known
        if depth > _DEPTH:
            raise CodedError("too_tangled", count=len(self._members))
        parts = self._parts(mask)
        if len(parts) == 1:
            return self._connected(mask, keys, size, depth)
        found = Product([self._connected(part, keys, size, depth) for part in parts], size)
        self._known[mask, size] = found
        return found

    def _connected(self, mask: int, keys: list[int], size: int, depth: int) -> Family:
        size = min(size, mask.bit_count())
        chain: list[tuple[int, int, list[int]]] = []
        while True:
            node = self._known.get((mask, size))
            if node is not None:
                break
            self._work(len(keys) >> 2)
            keys = [held for key in keys if (held := key & mask)]
            if mask in keys or not mask & (mask - 1):
                node = _OneOf(mask, self._members)
                break
            key, parts = self._first(mask, keys)
            chain.append((mask, key, keys))
            mask &= ~key
            if len(parts) != 1:
                node = self.family(mask, keys, size, depth + 1)
                break
        for mask, key, keys in reversed(chain):
            excluded: dict[int, int] = {}
            for bit in _bits(key):
                near = self._near[bit] & mask
                excluded[near] = excluded.get(near, 0) | 1 << bit
            branches = [
                (_OneOf(ones, self._members), self.family(mask & ~near, keys, size - 1, depth + 1))
                for near, ones in excluded.items()
            ]
            self._work(len(branches))
            node = self._known[mask, size] = _Choice(node, branches, size)
        return node

    def _first(self, mask: int, keys: list[int]) -> tuple[int, list[int]]:
        """The key to begin with, and the parts that the rest falls into: the widest key or one in the middle."""
        widest = max(keys, key=int.bit_count)
        parts = self._parts(mask & ~widest)
        if mask.bit_count() <= _SMALL:
            return widest, parts
        middle_thing = 1 << self._middle(mask)
        middle = max((key for key in keys if key & middle_thing), key=int.bit_count)
        others = self._parts(mask & ~middle)
        if _most(others) < _most(parts):
            return middle, others
        return widest, parts

    def _middle(self, mask: int) -> int:
        """A thing halfway through the component, walked from one of its ends."""
        order = self._walk(mask, (mask & -mask).bit_length() - 1)
        order = self._walk(mask, order[-1])
        half, passed = mask.bit_count() // 2, 0
        for thing in order:
            passed += (self._alike[thing] & mask).bit_count()
            if passed > half:
                return thing
        return order[-1]

    def _walk(self, mask: int, start: int) -> list[int]:
        """One of each kind of things of a connected mask, the nearest first."""
        order = [start]
        done = self._alike[start]
        for thing in order:
            for bit in self._kinds(self._near[thing] & mask & ~done):
                order.append(bit)
                done |= self._alike[bit]
        self._work(len(order))
        return order

    def _kinds(self, mask: int) -> Iterator[int]:
        while mask:
            bit = (mask & -mask).bit_length() - 1
            mask &= ~self._alike[bit]
            yield bit

    def _parts(self, mask: int) -> list[int]:
        """The connected parts of a mask, in the order of their first thing."""
        parts: list[int] = []
        while mask:
            part, done = mask & -mask, 0
            while todo := part & ~done:
                bit = (todo & -todo).bit_length() - 1
                done |= self._alike[bit]
                part |= self._near[bit] & mask
                self._steps += 1
            parts.append(part)
            mask &= ~part
        self._work(1)
        return parts

    def _work(self, steps: int) -> None:
        self._steps += steps
        if self._steps > STEPS:
            raise CodedError("too_tangled", count=len(self._members))


def _most(parts: Sequence[int]) -> int:
    return max(map(int.bit_count, parts), default=0)


def _entry(counts: Sequence[int], size: int) -> int:
    return counts[size] if size < len(counts) else 0


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
