"""The single values of a YAML or JSON text as they stand in it, so that one can be written anew at its place."""

import json
from typing import Any, NamedTuple

import yaml

from rulebook.documents import nodes
from rulebook.loading import Loader
from rulebook.walk import Place, is_empty, place_of


class Scalar(NamedTuple):
    """A value: what it says, its half-open range of characters, its quotes ("" for none), the key it stands under."""

    value: str
    start: int
    end: int
    style: str
    key: str | None = None


def scalars(text: str, form: str) -> dict[Place, Scalar]:
    """Every value on one line by its place; keys, blocks and what bears an anchor or a tag are left out.

    `form` is "yaml" or "json". A text that cannot be read has none.
    """
    try:
        roots = list(yaml.compose_all(text.replace("\t", " ") if form == "json" else text, Loader=Loader))
    except (yaml.YAMLError, RecursionError, ValueError):
        return {}
    found: dict[Place, Scalar] = {}
    for root in roots:
        for node in nodes(root) if root is not None else ():
            for key, child in _children(node):
                scalar = _scalar(child, key, text) if isinstance(child, yaml.ScalarNode) else None
                if scalar is not None:
                    found[place_of(child)] = scalar
    return found


def _children(node: Any) -> list[tuple[str | None, Any]]:
    if isinstance(node, yaml.MappingNode):
        return [(str(key.value) if isinstance(key, yaml.ScalarNode) else None, child) for key, child in node.value]
    return [(None, child) for child in node.value] if isinstance(node, yaml.SequenceNode) else []


def _scalar(node: Any, key: str | None, text: str) -> Scalar | None:
    start, end, style = node.start_mark.index, node.end_mark.index, node.style or ""
    raw = text[start:end]
    if style in ("'", '"'):
        fits = len(raw) >= 2 and raw[0] == raw[-1] == style and "\n" not in raw and "\r" not in raw
    else:
        fits = not style and raw == node.value
    return Scalar(str(node.value), start, end, style, key) if fits else None


def written(value: str, style: str, form: str) -> str:
    """A value as a document writes it: with the quotes that it had, or with some where it needs them."""
    if form == "json" or style == '"' or not value.isprintable():
        return json.dumps(value, ensure_ascii=False)
    if style == "'":
        return "'" + value.replace("'", "''") + "'"
    return value if _is_plain(value) else json.dumps(value, ensure_ascii=False)


def _is_plain(value: str) -> bool:
    """Whether a value means itself without quotes, in a list in brackets and under a key."""
    for text in (f"[{value}, x]", f"- {value}\n", f"k: {value}\n"):
        try:
            root = yaml.compose(text, Loader=Loader)
        except yaml.YAMLError:
            return False
        first = root.value[0] if isinstance(root, yaml.CollectionNode) and root.value else None
        node = first[1] if isinstance(first, tuple) else first
        if not isinstance(node, yaml.ScalarNode) or node.style or node.value != value or is_empty(node):
            return False
    return True
