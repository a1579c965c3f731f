"""Names that resemble a name nobody knows: the "did you mean" of a pool."""

import difflib
import re
from collections import defaultdict
from collections.abc import Iterable

_MARKS = re.compile(r"[\W_]+")
_SLASHES = re.compile(r"\s*/+\s*")
_MOST = 3
_ALIKE = 0.8
"""Share of equal characters from which a name is worth a hint (difflib's ratio)."""
_EDGE = 3
"""A candidate begins or ends with the same characters, so that few names have to be compared."""


class Hints:
    """Folded names, ready to be asked for those that resemble another."""

    def __init__(self, names: Iterable[str]) -> None:
        self._squeezed: dict[str, str] = {}
        self._faces: defaultdict[str, list[str]] = defaultdict(list)
        self._edges: defaultdict[str, list[str]] = defaultdict(list)
        for name in names:
            self._squeezed.setdefault(_MARKS.sub("", name), name)
            if "/" in name:
                for face in _SLASHES.split(name):
                    self._faces[face].append(name)
            for edge in _edges(name):
                self._edges[edge].append(name)

    def near(self, name: str) -> list[str]:
        """Up to three folded names: equal but for marks and spaces, having this face, or similar.

        The best come first; equal names come in the order of the pool.
        """
        squeezed = _MARKS.sub("", name)
        if not squeezed:
            return []
        same = [self._squeezed[squeezed]] if squeezed in self._squeezed else []
        same += self._faces.get(name, [])
        if same:
            return same[:_MOST]
        slack = max(2, len(name) // 4)
        alike = {
            other: None
            for edge in _edges(name)
            for other in self._edges.get(edge, ())
            if abs(len(other) - len(name)) <= slack
        }
        return difflib.get_close_matches(name, alike, _MOST, _ALIKE)


def _edges(name: str) -> tuple[str, str]:
    return f"{name[:_EDGE]}-", f"-{name[-_EDGE:]}"
