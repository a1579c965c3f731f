"""A document that people write, walked along its schema: every value with its place, every fault told."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import yaml

from rulebook.loading import Loader
from rulebook.yaml_faults import broken_yaml

MAX_VALUES = 20_000
"""Values of one document with its aliases written out."""
EMPTY = ("", "~", "null")


class Place(NamedTuple):
    """Where something stands in a document; both count from 1."""

    line: int = 1
    column: int = 1


class Fault(NamedTuple):
    """Something wrong with a document. `code` stands in `data/lint.yaml`, `says` is one of its messages."""

    code: str
    says: str
    place: Place
    values: Mapping[str, object]


def composed(text: str, form: str) -> "list[Any] | Fault":
    """The documents of a YAML or JSON text (`form`) as nodes, or F701 with what keeps it from being read."""
    # A tab may stand between the signs of JSON, never inside a string; YAML does not always take one.
    yaml_text = _PAIR.sub(_joined, text.replace("\t", " ")) if form == "json" else text
    try:
        found = [node for node in yaml.compose_all(yaml_text, Loader=Loader) if node is not None]
    except yaml.YAMLError as error:
        problem = broken_yaml(error, yaml_text)
        sign = _sign_at(yaml_text, problem.line, problem.column) if form == "yaml" else ""
        if sign:
            at = Place(problem.line, problem.column)
            return Fault("F701", "sign", at, {"sign": sign, "reason": problem.words})
        if "mapping values are not allowed" in problem.message:
            return Fault("F701", "colon", Place(problem.line, problem.column), {"reason": problem.words})
        return Fault("F701", "not_yaml", Place(problem.line, problem.column), {"reason": problem.words})
    except (RecursionError, ValueError) as error:
        return Fault("F701", "too_deep" if isinstance(error, RecursionError) else "characters", Place(), {})
    return found or Fault("F701", "empty", Place(), {})


def _sign_at(text: str, line: int, column: int) -> str:
    """The sign at a place, or at the head of the value on its line, that YAML takes for more than a letter."""
    lines = text.splitlines()
    if line > len(lines):
        return ""
    at = lines[line - 1]
    if at[column - 1 : column] in _SIGNS:
        return at[column - 1 : column]
    match = _HEADED.match(at)
    return match["sign"] if match is not None else ""


_SIGNS = tuple("!&*%@`")
_HEADED = re.compile(r"\s*(?:- +)*(?:[\w-]+: +)?(?P<sign>[!&*%@`])")
_PAIR = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")


def _joined(match: re.Match[str]) -> str:
    """A surrogate pair, which JSON writes for a rare character, as that character."""
    high, low = int(match[0][2:6], 16), int(match[0][8:12], 16)
    return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))


def place_of(node: Any) -> Place:
    """Where a node begins."""
    return Place(node.start_mark.line + 1, node.start_mark.column + 1)


def is_empty(node: Any) -> bool:
    """Whether nothing is written for a value: `key:`, `key: ~` or `key: null`."""
    return isinstance(node, yaml.ScalarNode) and not node.style and node.value in EMPTY and not is_tagged(node)


def is_tagged(node: Any) -> bool:
    """Whether a value has a tag of its own, as `!Name`, which people mean as a word."""
    return isinstance(node, yaml.ScalarNode) and str(node.tag).startswith("!")


def is_map(node: Any) -> bool:
    """Whether a node has keys."""
    return isinstance(node, yaml.MappingNode)


def is_list(node: Any) -> bool:
    """Whether a node is a list."""
    return isinstance(node, yaml.SequenceNode)


def is_word(node: Any) -> bool:
    """Whether a node is a single value."""
    return isinstance(node, yaml.ScalarNode)


class Walker:
    """Reads values of a composed document and keeps the faults. It never raises on what people write."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self._left = MAX_VALUES

    def fault(self, code: str, says: str, node: Any, **values: object) -> None:
        """Notes a fault at the place of a node."""
        self.faults.append(Fault(code, says, place_of(node), values))

    def listed(self, node: Any) -> list[Any]:
        """The items of a list; what is no list is one item, an empty place none."""
        self.spend(node)
        if isinstance(node, yaml.SequenceNode):
            return self._as_many(node, node.value)
        return [] if is_empty(node) else [node]

    def map(self, node: Any, known: tuple[str, ...] | None, path: str) -> dict[str, Any]:
        """The values of a map by key; every key is told that is not `known`, is given twice or no word."""
        self.spend(node)
        found: dict[str, Any] = {}
        if not isinstance(node, yaml.MappingNode):
            if not is_empty(node):
                self.fault("F702", "no_map", node, key=path, known=", ".join(known or ()))
            return found
        for key, value in self._as_many(node, node.value):
            if not isinstance(key, yaml.ScalarNode):
                self.fault("F702", "key_no_word", key)
            elif key.value in found:
                self.fault("F702", "twice", key, key=key.value)
            elif known is not None and key.value not in known:
                near = _near(key.value, known)
                says = "unknown_near" if near else "unknown"
                self.fault("F702", says, key, key=_short(key.value), known=", ".join(known), near=near)
            else:
                found[key.value] = value
        return found

    def word(self, node: Any) -> str | None:
        """What is written, as it is written: `08`, `No` and 1e5 are words. None where nothing is."""
        if node is None:
            return None
        self.spend(node)
        if not isinstance(node, yaml.ScalarNode):
            self.fault("F702", "no_word", node)
            return None
        if is_tagged(node):
            self.fault("F702", "sign", node, sign="!", word=f"{node.tag} {node.value}".strip())
            return None
        word = str(node.value)
        if is_empty(node):
            self.fault("F702", "nothing", node)
            return None
        return word.strip()

    def _as_many(self, node: Any, items: list[Any]) -> list[Any]:
        """As many of the items of a node as the document may still hold."""
        if len(items) > self._left > 0:
            self.fault("F701", "too_many_values", node, allowed=MAX_VALUES)
            items, self._left = items[: self._left], 0
        return list(items)

    def spend(self, node: Any) -> None:
        """Counts a value against what one document may hold; aliases can make a small file endless."""
        self._left -= 1
        if self._left == 0:
            self.fault("F701", "too_many_values", node, allowed=MAX_VALUES)
        if self._left <= 0 and isinstance(node, yaml.CollectionNode):
            node.value = []


def _short(word: str) -> str:
    return word if len(word) <= 60 else word[:57] + "..."


def _near(word: str, known: tuple[str, ...]) -> str:
    from rulebook.formats import near

    return near(word[:60], known)
