"""XML card lists: Cockatrice card databases (versions 3 and 4) and OCTGN sets, read piece by piece."""

import re
from collections.abc import Iterator
from typing import Any
from xml.parsers import expat

from converters.readers.sources import MAX_RECORD, Source
from converters.readers.textio import Decoding, decide, open_utf8, remarks
from converters.records import Row, Unreadable

_PIECE = 1 << 16
_DECLARED = re.compile(rb"""<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_PROLOG = re.compile(r"\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>", re.DOTALL)
_ROOT = re.compile(r"<([^\s<>/!?]+)")

CARD_ROOTS = {"cockatrice_carddatabase": "cockatrice_xml", "set": "octgn_xml"}
"""Root elements of card lists, and the format each is."""

DECK_ROOTS = frozenset({"cockatrice_deck", "deck", "Deck"})
"""Root elements of deck lists: Cockatrice `.cod`, OCTGN `.o8d`, Magic Online `.dek`."""

OTHER_ROOTS = {
    "game": "not_cards_game_definition",
    "html": "not_cards_html",
    "svg": "not_cards_picture",
    "rss": "not_cards_html",
}


def root_of(text: str) -> str | None:
    """The name of the root element, without its namespace prefix, or None when there is none in sight."""
    position = 0
    while match := _PROLOG.match(text, position):
        position = match.end()
    root = _ROOT.match(text, position)
    return root[1].rpartition(":")[2] if root else None


def decide_xml(source: Source, override: str | None) -> Decoding:
    """The encoding: what the user says, else what the XML declaration says, else as for all texts."""
    declared = _DECLARED.match(source.head)
    return decide(source, override or (declared[1].decode("ascii") if declared else None))


class XmlCards:
    """The `<card>` elements of a file, with the line each begins in.

    Attributes and child elements become keys. Cockatrice: the children of `<prop>` stand beside the others,
    so versions 3 and 4 look alike; `set` is a list of objects (`value`, and the attributes). OCTGN: the
    properties by their names, `alternates` as a list, `set_name` and `set_id`. Elements that occur more than
    once become lists.

    Malformed XML raises `InputError` (`xml_broken`) with line and column; entities of the file's own
    (`<!ENTITY ...>`) raise `xml_entities`, as a few lines of them can fill any memory.
    """

    unit = "line"

    def __init__(self, source: Source, decoding: Decoding, root: str) -> None:
        self.format = CARD_ROOTS[root]
        self.encoding: str | None = decoding.encoding
        self.remarks: list[tuple[str, dict[str, object]]] = remarks(decoding)
        self._source = source
        self._decoding = decoding

    def records(self) -> Iterator[tuple[int, Row | Unreadable]]:
        """Each card with its line from 1. Raises `InputError`."""
        builder = _Builder(self._source)
        parser = expat.ParserCreate(
            "utf-8"
        )  # this overrides what the declaration says: it was obeyed already
        parser.buffer_text = True
        parser.StartElementHandler = lambda tag, attributes: builder.start(
            tag, attributes, parser.CurrentLineNumber
        )
        parser.EndElementHandler = builder.end
        parser.CharacterDataHandler = builder.text
        parser.EntityDeclHandler = builder.entity
        try:
            with open_utf8(self._source, self._decoding) as stream:
                while piece := stream.read(_PIECE):
                    parser.Parse(piece, False)
                    yield from builder.finished()
            parser.Parse(b"", True)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code)
            raise self._source.error(
                "xml_broken", line=error.lineno, column=error.offset + 1, reason=reason
            ) from None
        yield from builder.finished()


class _Element:
    __slots__ = ("attributes", "children", "tag", "words")

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[_Element] = []
        self.words: list[str] = []

    def plain(self) -> Any:
        """A text when there is only that, else an object."""
        text = "".join(self.words)
        if not self.attributes and not self.children:
            return text
        row: Row = dict(self.attributes)
        if text.strip() or not self.children:
            row["value"] = text
        for child in self.children:
            _add(row, child.tag, child.plain())
        return row


class _Builder:
    """Collects `<card>` elements as rows while the parser runs."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._open: list[_Element] = []
        self._line = 0
        self._length = 0
        self._set: dict[str, str] = {}
        self._done: list[tuple[int, Row | Unreadable]] = []
        self._root = ""

    def finished(self) -> list[tuple[int, Row | Unreadable]]:
        done, self._done = self._done, []
        return done

    def start(self, tag: str, attributes: dict[str, str], line: int) -> None:
        if not self._root:
            self._root = tag
            self._set = {f"set_{key}": attributes[key] for key in ("name", "id") if key in attributes}
        elif self._open:
            element = _Element(tag, attributes)
            self._open[-1].children.append(element)
            self._open.append(element)
        elif tag == "card":
            self._line = line
            self._length = 0
            self._open.append(_Element(tag, attributes))

    def text(self, words: str) -> None:
        if self._open:
            self._length += len(words)
            if self._length > MAX_RECORD:
                raise self._source.error("xml_card_too_long", line=self._line, limit=MAX_RECORD >> 20)
            self._open[-1].words.append(words)

    def end(self, tag: str) -> None:
        if self._open:
            element = self._open.pop()
            if not self._open:
                row = _octgn(element, self._set) if self._root == "set" else _cockatrice(element)
                self._done.append((self._line, row))

    def entity(self, *_declaration: object) -> None:
        raise self._source.error("xml_entities")


def _cockatrice(card: _Element) -> Row:
    row: Row = dict(card.attributes)
    sets: list[Any] = []
    for child in card.children:
        if child.tag == "set":
            value = child.plain()
            sets.append(value if isinstance(value, dict) else {"value": value})
        elif child.tag != "prop":
            _add(row, child.tag, child.plain())
    for prop in card.children:
        if prop.tag == "prop":
            for child in prop.children:
                _add(row, child.tag if child.tag not in row else f"prop.{child.tag}", child.plain())
    if sets:
        row["set"] = sets
    return row


def _octgn(card: _Element, set_: dict[str, str]) -> Row:
    row: Row = {**card.attributes, **set_}
    alternates: list[Row] = []
    for child in card.children:
        if child.tag == "property":
            _add_property(row, child)
        elif child.tag == "alternate":
            face: Row = dict(child.attributes)
            for inner in child.children:
                if inner.tag == "property":
                    _add_property(face, inner)
                else:
                    _add(face, inner.tag, inner.plain())
            alternates.append(face)
        else:
            _add(row, child.tag, child.plain())
    if alternates:
        row["alternates"] = alternates
    return row


def _add_property(row: Row, element: _Element) -> None:
    name = element.attributes.get("name", "")
    # Old files write the value as the element's text.
    value = element.attributes.get("value", "".join(element.words))
    _add(row, name if name not in ("id", "name") else f"property.{name}", value)


def _add(row: Row, key: str, value: Any) -> None:
    if key not in row:
        row[key] = value
    elif isinstance(row[key], list):
        row[key].append(value)
    else:
        row[key] = [row[key], value]
