"""One module a family of file formats; `open_source` chooses by what a file holds, not by its name."""

from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple

from converters.readers import magic, sniff
from converters.readers.shapes import DeckDocument, is_deck, not_cards
from converters.readers.sources import SAMPLE, Source, entries, open_input
from converters.readers.textio import Decoding, decide, open_utf8, read_text, remarks, sample
from converters.records import RecordReader, Unreadable

__all__ = ["TABLES", "DeckListText", "MaybeDeckList", "entries", "open_source"]

TABLES = frozenset({"csv", "tsv", "xlsx"})
"""Formats of readers whose tables may be decks or collections."""

_MAX_DECK = 4 << 20
_MAX_FIRST_LINE = 16 << 20
"""A file with a longer first line is read as a JSON document, or several of them one after another."""
_TRIED = 50
"""So many unreadable records from the start on leave it to the report to say what is wrong."""


class DeckListText(NamedTuple):
    """A text that may be a deck list: for the deck list reader to judge.

    `form` is `text`, `json` (an MTGJSON deck and the like), `xml` (`.cod`, `.o8d`, `.dek`) or `table`: of a table
    `table` is its reader, and there is no text.
    """

    file: str
    text: str
    form: str
    encoding: str | None
    remarks: list[tuple[str, dict[str, object]]]
    table: RecordReader | None = None


class MaybeDeckList(Exception):  # noqa: N818
    """Not a failure: the input is no list of cards with data, but may be a deck list (`found`)."""

    def __init__(self, found: DeckListText) -> None:
        super().__init__(found.file)
        self.found = found


def open_source(
    path_or_bytes: Path | str | bytes,
    *,
    encoding: str | None = None,
    sheet: str | None = None,
    delimiter: str | None = None,
) -> RecordReader:
    """Opens a card list: a path, `-` for standard input, or bytes; gzip is unpacked.

    `encoding`, `sheet` and `delimiter` are the user's options of these names. Raises `InputError` with a code
    that says what the input is when it holds no cards, and `MaybeDeckList`.
    """
    source = open_input(path_or_bytes)
    kind = magic.container(source, encoding)
    if kind is None:
        reader = _open_text(source, encoding, delimiter)
    elif kind == "sqlite":
        from converters.readers.sqlite_reader import Database

        reader = Database(source)
    elif kind == "parquet":
        from converters.readers.tables import ParquetTable

        reader = ParquetTable(source)
    else:
        from converters.readers.tables import Workbook

        reader = Workbook(source, sheet)
    _look_at_first(source, reader, encoding)
    return reader


def _open_text(source: Source, encoding: str | None, delimiter: str | None) -> RecordReader:
    hint = decide(source, encoding, whole=False)
    text = sample(source, hint)
    cut = len(source.head) == SAMPLE
    if not text.strip(" \t\r\n\u3000\ufeff\x1a"):
        raise source.error("file_empty")
    if delimiter is not None:
        from converters.readers.delimited import DelimitedText, delimiter_of

        return DelimitedText(source, decide(source, encoding), delimiter_of(delimiter, source.name))
    if magic.is_html(text):
        raise source.error("not_cards_html")
    if text.lstrip().startswith("<"):
        return _open_xml(source, encoding, text)
    if sniff.is_json(text) or ("\n{" in text and sniff.is_json_lines(text, cut=cut)):
        return _open_json(source, encoding, hint, text, cut)
    known = magic.known_text(text)
    if known is not None and known.startswith("not_cards_ygopro"):
        raise source.error(known)
    decoding = decide(source, encoding)
    text = sample(source, decoding)
    found = sniff.find_delimiter(text, source.suffix, cut=cut)
    if found is not None:
        from converters.readers.delimited import DelimitedText

        return DelimitedText(source, decoding, found)
    if sniff.is_yaml(text, source.suffix, cut=cut):
        from converters.readers.yaml_reader import YamlCards

        yaml = YamlCards(source, decoding)
        if sniff.is_surely_yaml(text, source.suffix) or yaml.holds_names():
            return yaml
    known = magic.known_text(text)
    if known is not None:
        raise source.error(known)
    raise MaybeDeckList(_deck_text(source, decoding, "text"))


def _open_json(source: Source, encoding: str | None, hint: Decoding, text: str, cut: bool) -> RecordReader:
    one_long_line = cut and "\n" not in text
    if _is_long_json_lines(source, hint) if one_long_line else sniff.is_json_lines(text, cut=cut):
        from converters.readers.json_lines import JsonLines

        return JsonLines(source, hint)
    from converters.readers.json_documents import JsonDocument

    return JsonDocument(source, decide(source, encoding))


def _is_long_json_lines(source: Source, hint: Decoding) -> bool:
    """Whether a first line longer than the sample is an object of its own, with more lines behind it."""
    with open_utf8(source, hint) as stream:
        line = stream.readline(_MAX_FIRST_LINE)
        if not line.endswith(b"\n") or not stream.read(SAMPLE).strip():
            return False
    return sniff.is_json_lines(line.decode("utf-8", "replace") + "{}", cut=False)


def _open_xml(source: Source, encoding: str | None, text: str) -> RecordReader:
    from converters.readers import xml_reader

    root = xml_reader.root_of(text)
    if root in xml_reader.DECK_ROOTS:
        raise MaybeDeckList(_deck_text(source, xml_reader.decide_xml(source, encoding), "xml"))
    if root in xml_reader.OTHER_ROOTS:
        raise source.error(xml_reader.OTHER_ROOTS[root])
    if root is None or root not in xml_reader.CARD_ROOTS:
        raise source.error("xml_unknown_root", root=root or "?")
    return xml_reader.XmlCards(source, xml_reader.decide_xml(source, encoding), root)


def _deck_text(source: Source, decoding: Decoding, form: str) -> DeckListText:
    text = read_text(source, decoding, _MAX_DECK)
    return DeckListText(source.name, text, form, decoding.encoding, remarks(decoding))


def _look_at_first(source: Source, reader: RecordReader, encoding: str | None) -> None:
    """Judges a file by its first readable record. Raises `InputError` for one that holds no cards, and
    `MaybeDeckList` for a deck in JSON."""
    in_json = reader.format in ("json", "jsonl")
    records = reader.records()
    seen = 0
    try:
        for _, row in records:
            seen += 1
            if not isinstance(row, Unreadable):
                break
            if seen == _TRIED:
                return
        else:
            if not seen:
                raise source.error("list_empty")
            return
    except DeckDocument:
        raise MaybeDeckList(_deck_text(source, decide(source, encoding), "json")) from None
    finally:
        if isinstance(records, Generator):
            records.close()
    if in_json and is_deck(row):
        raise MaybeDeckList(_deck_text(source, decide(source, encoding), "json"))
    code = not_cards(row)
    if code is not None:
        raise source.error(code)
