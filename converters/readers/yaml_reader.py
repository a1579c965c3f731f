"""YAML: a list of cards, one card a document, an envelope around a list, or a map from name to card."""

import re
from collections.abc import Iterator
from typing import Any

from converters.readers.json_lines import type_name
from converters.readers.shapes import has_name, is_list_key, is_mapping, mapped
from converters.readers.sources import Source
from converters.readers.textio import Decoding, open_text, remarks
from converters.records import InputError, Row, Unreadable
from rulebook.documents import DocumentError
from rulebook.problems import Problem
from rulebook.yaml_faults import broken_yaml
from rulebook.yaml_lists import Fault, Item, load_items

Found = Iterator[tuple[int, Row | Unreadable]]

_WIDE_COLON = re.compile(r"\s*(?:-\s+)?[^\s:#'\"]+：")
_FAULTS = {
    "duplicate_key": "duplicate_key",
    "alias_bomb": "yaml_alias_bomb",
    "alias_loop": "yaml_alias_loop",
    "unknown_tag": "yaml_unknown_tag",
    "hash_value": "yaml_hash_value",
    "key_not_text": "yaml_key_not_text",
}


_EXPLAINED = 100_000
"""Up to this line a slip is told in our words, for which the lines above it are looked at; below in the parser's."""


class YamlCards:
    """A YAML file, each card with its line; lists are read item by item.

    A key given twice, an alias bomb or loop, a tag, and `key: #7` spoil their record. A syntax error ends
    the reading with `InputError` (`yaml_broken`: line and what the parser says).
    """

    format = "yaml"
    unit = "line"

    def __init__(self, source: Source, decoding: Decoding) -> None:
        self.encoding: str | None = decoding.encoding
        self.remarks: list[tuple[str, dict[str, object]]] = remarks(decoding)
        self._source = source
        self._decoding = decoding

    def holds_names(self) -> bool:
        """Whether the text is YAML and its first record has a name: much prose looks like YAML at first."""
        try:
            first = next((row for _, row in self.records() if isinstance(row, dict)), None)
        except InputError:
            return False
        return first is not None and has_name(first)

    def records(self) -> Found:
        """Each record with its line from 1. Raises `InputError`."""
        with open_text(self._source, self._decoding) as stream:
            try:
                for item in load_items(stream, is_list_key):
                    yield from _records(item)
            except DocumentError as error:
                raise self._broken(error.problems[0], error.__cause__) from None

    def _broken(self, found: Problem, cause: BaseException | None) -> InputError:
        # The parser reports the line that no longer fits; the cause may stand in the one before.
        head: list[str] = []
        with open_text(self._source, self._decoding) as stream:
            for number, words in enumerate(stream, 1):
                if number > found.line:
                    break
                if number >= found.line - 1 and _WIDE_COLON.match(words):
                    return self._source.error("yaml_wide_colon", line=number)
                head.append(words if number <= _EXPLAINED else "\n")
        if cause is not None and found.line <= _EXPLAINED:
            found = broken_yaml(cause, "".join(head))
        return self._source.error("yaml_broken", line=found.line, reason=found.words)


def _records(item: Item) -> Found:
    if item.members and is_mapping(item.value, ended=True):
        for key, value in item.value.items():
            line, fault = item.members[key]
            if fault is not None:
                yield line, _spoiled(fault)
            elif isinstance(value, dict | list):  # a version or a date beside the cards is no card
                yield from ((line, _record(card)) for card in mapped(key, value))
    elif item.fault is not None:
        yield item.line, _spoiled(item.fault)
    else:
        yield item.line, _record(item.value)


def _spoiled(fault: Fault) -> Unreadable:
    return Unreadable(_FAULTS[fault.kind], fault.detail)


def _record(value: Any) -> Row | Unreadable:
    if isinstance(value, dict):
        return value
    if isinstance(value, str) and "：" in value:
        return Unreadable("yaml_wide_colon_record", value[:40])
    return Unreadable("record_not_object", type_name(value))
