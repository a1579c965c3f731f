"""Card lists in YAML, read item by item with their lines; what is wrong with one item spoils only that."""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

import yaml

from rulebook.documents import DocumentError, Problem
from rulebook.loading import Loader
from rulebook.problems import problem

MAX_VALUES = 100_000
"""The most values that one item may hold with its aliases written out."""

_MAX_DEPTH = 200
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,99})")
_DECIMAL = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\.[0-9]+")
_WORDS: dict[str, Any] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_TAG = "tag:yaml.org,2002:"
_NO_EFFECT = frozenset({_TAG + "map", _TAG + "seq", "!"})
_OPEN = object()


class Fault(NamedTuple):
    """Why a value cannot be used. `kind`: `duplicate_key`, `alias_bomb`, `alias_loop`, `unknown_tag`,
    `hash_value` (`key: #7`, where YAML sees a remark), `key_not_text`; `detail` names what is concerned."""

    kind: str
    detail: str
    line: int


class Item(NamedTuple):
    """One value of a list, or the whole of a document that is none, with the line where it begins (from 1).

    `members` holds the lines and faults of each member when the value is a map, else it is empty: the
    caller may find that the map is one of cards.
    """

    line: int
    value: Any
    fault: Fault | None
    members: dict[str, tuple[int, Fault | None]]


class Readable(Protocol):
    """A stream of text."""

    def read(self, size: int = ..., /) -> str: ...


def load_items(stream: Readable, is_list_key: Callable[[str], bool]) -> Iterator[Item]:
    """The items of each document's list, also of a list under a key that `is_list_key` accepts; a document
    of another shape is one item. Lists in lists are opened.

    Scalars are read more narrowly than YAML 1.1 reads them, since ids and powers of cards suffer from it:
    only true, false, null, whole numbers without leading zeros and plain decimals are no text. `08`, `012`,
    `1e5`, `12:30`, `no` and dates stay text.

    Raises `DocumentError` with the line at which the text is no longer YAML.
    """
    window = _Window(stream)
    parsed: Any = window  # the stubs know streams of bytes only
    try:
        yield from _Composer(yaml.parse(parsed, Loader=Loader), window, is_list_key).documents()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        what = getattr(error, "problem", None) or str(error).partition("\n")[0]
        raise DocumentError("", [Problem(mark.line + 1 if mark else 1, "", what)]) from error


class _Window:
    """Keeps the text between the parser's place and what it has read ahead."""

    def __init__(self, stream: Readable) -> None:
        self._stream = stream
        self._text = ""
        self._start = 0

    def read(self, size: int) -> str:
        piece = self._stream.read(size)
        self._text += piece
        return piece

    def behind(self, index: int, length: int) -> str:
        """The text from character `index` on; lets go what stands before."""
        self._text = self._text[index - self._start :]
        self._start = index
        return self._text[:length]


class _Composer:
    """Builds plain values from the parser's events."""

    def __init__(self, events: Iterator[Any], window: _Window, is_list_key: Callable[[str], bool]) -> None:
        self._events = events
        self._window = window
        self._is_list_key = is_list_key
        self._anchors: dict[str, tuple[Any, int]] = {}
        self._fault: Fault | None = None
        self._size = 0

    def documents(self) -> Iterator[Item]:
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                self._anchors.clear()
                root = next(self._events)
                if isinstance(root, yaml.SequenceStartEvent):
                    yield from self._items(root, 0)
                elif isinstance(root, yaml.MappingStartEvent):
                    yield from self._root_map(root)
                elif not (isinstance(root, yaml.ScalarEvent) and root.value == ""):
                    yield self._item(root)

    def _items(self, start: Any, depth: int) -> Iterator[Item]:
        if start.anchor:
            self._anchors[start.anchor] = (_OPEN, 0)
        for event in self._events:
            if isinstance(event, yaml.SequenceEndEvent):
                return
            self._window.behind(event.start_mark.index, 0)
            if isinstance(event, yaml.SequenceStartEvent) and depth < _MAX_DEPTH:
                yield from self._items(event, depth + 1)
            else:
                yield self._item(event)

    def _item(self, event: Any) -> Item:
        self._fault = None
        self._size = 0
        line = event.start_mark.line + 1
        value = self._value(event, 0)
        return Item(line, value, self._fault, {})

    def _root_map(self, start: Any) -> Iterator[Item]:
        """A document that is a map; lists of cards in it are handed on as they are read."""
        value: dict[str, Any] = {}
        members: dict[str, tuple[int, Fault | None]] = {}
        whole: Fault | None = None
        found = False
        if start.anchor:
            self._anchors[start.anchor] = (_OPEN, 0)
        for event in self._events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            self._fault = None
            self._size = 0
            key = self._key(event)
            child = next(self._events)
            if isinstance(child, yaml.SequenceStartEvent) and self._is_list_key(key):
                found = True
                yield from self._items(child, 0)
                continue
            if key in value:
                self._note("duplicate_key", key, event)
            self._check_hash(key, child)
            value[key] = self._value(child, 1)
            members[key] = (event.start_mark.line + 1, self._fault)
            whole = whole or self._fault
        if not found:
            yield Item(start.start_mark.line + 1, value, whole, members)

    def _value(self, event: Any, depth: int) -> Any:
        self._size += 1
        if depth > _MAX_DEPTH:
            raise DocumentError("", [problem(event.start_mark.line + 1, "", "doc_too_deep")])
        if isinstance(event, yaml.ScalarEvent):
            value = self._scalar(event)
            if event.anchor:
                self._anchors[event.anchor] = (value, 1)
            return value
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event)
        if event.tag is not None and event.tag not in _NO_EFFECT:
            self._note("unknown_tag", event.tag.removeprefix(_TAG), event)
        before = self._size - 1
        if event.anchor:
            self._anchors[event.anchor] = (_OPEN, 0)
        whole: Any = self._list(depth) if isinstance(event, yaml.SequenceStartEvent) else self._map(depth)
        if event.anchor:
            self._anchors[event.anchor] = (whole, self._size - before)
        return whole

    def _list(self, depth: int) -> list[Any]:
        values: list[Any] = []
        for event in self._events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            values.append(self._value(event, depth + 1))
        return values

    def _map(self, depth: int) -> dict[str, Any]:
        own: dict[str, Any] = {}
        merged: dict[str, Any] = {}
        for event in self._events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            key = self._key(event)
            child = next(self._events)
            is_merge = key == "<<" and not getattr(event, "style", "*")
            if not is_merge:
                self._check_hash(key, child)
            value = self._value(child, depth + 1)
            if is_merge:
                for source in value if isinstance(value, list) else [value]:
                    merged = {**source, **merged} if isinstance(source, dict) else merged
                continue
            if key in own:
                self._note("duplicate_key", key, event)
            own[key] = value
        return {**merged, **own} if merged else own

    def _key(self, event: Any) -> str:
        if isinstance(event, yaml.ScalarEvent):
            if event.anchor:
                self._anchors[event.anchor] = (event.value, 1)
            return str(event.value)
        if isinstance(event, yaml.AliasEvent):
            value = self._alias(event)
            if isinstance(value, str):
                return value
        else:
            self._value(event, 1)
        self._note("key_not_text", "", event)
        return ""

    def _alias(self, event: Any) -> Any:
        if event.anchor not in self._anchors:
            raise DocumentError("", [problem(event.start_mark.line + 1, "", "yaml_alias", sign="*")])
        value, size = self._anchors[event.anchor]
        if value is _OPEN:
            self._note("alias_loop", event.anchor, event)
            return None
        self._size += size
        if self._size > MAX_VALUES:
            self._note("alias_bomb", str(MAX_VALUES), event)
            return None
        return value

    def _scalar(self, event: Any) -> Any:
        words: str = event.value
        if event.tag is not None and event.tag != "!":
            if event.tag == _TAG + "str":
                return words
            self._note("unknown_tag", event.tag.removeprefix(_TAG), event)
            return words
        if event.style or event.tag == "!":  # a plain scalar has no style
            return words
        if words in _WORDS:
            return _WORDS[words]
        if _INTEGER.fullmatch(words):
            return int(words)
        return float(words) if _DECIMAL.fullmatch(words) else words

    def _check_hash(self, key: str, child: Any) -> None:
        index: int = child.start_mark.index
        if isinstance(child, yaml.ScalarEvent) and not child.style and child.value == "":
            behind = self._window.behind(index, 80)
            if re.match(r"[ \t]+#[^\s#]", behind):
                self._note("hash_value", key, child)

    def _note(self, kind: str, detail: str, event: Any) -> None:
        if self._fault is None:
            self._fault = Fault(kind, detail, event.start_mark.line + 1)
