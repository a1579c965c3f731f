"""Telling what a file is from its bytes, and from the first words of its text, when it is no card list."""

import re

from converters.readers.sources import Source

SQLITE = b"SQLite format 3\x00"
PARQUET = b"PAR1"
ZIP = b"PK\x03\x04"

_BINARY: tuple[tuple[int, bytes, str], ...] = (
    (0, b"%PDF-", "not_cards_pdf"),
    (0, b"\x89PNG\r\n\x1a\n", "not_cards_picture"),
    (0, b"\xff\xd8\xff", "not_cards_picture"),
    (0, b"GIF8", "not_cards_picture"),
    (0, b"II*\x00", "not_cards_picture"),
    (0, b"MM\x00*", "not_cards_picture"),
    (8, b"WEBP", "not_cards_picture"),
    (4, b"ftyp", "not_cards_media"),
    (0, b"ID3", "not_cards_media"),
    (0, b"OggS", "not_cards_media"),
    (0, b"RIFF", "not_cards_media"),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "not_cards_old_excel"),
    (0, b"PK\x05\x06", "not_cards_archive"),
    (0, b"7z\xbc\xaf\x27\x1c", "not_cards_archive"),
    (0, b"Rar!\x1a\x07", "not_cards_archive"),
    (0, b"BZh", "not_cards_archive"),
    (0, b"\xfd7zXZ\x00", "not_cards_archive"),
    (0, b"\x28\xb5\x2f\xfd", "not_cards_archive"),
    (257, b"ustar", "not_cards_archive"),
    (0, b"ARROW1", "not_cards_arrow"),
    (0, b"MZ", "not_cards_program"),
    (0, b"\x7fELF", "not_cards_program"),
)
# Bytes that no text has, whatever its encoding: control characters but white space, ^Z and escape.
_CONTROL = bytes(set(range(32)) - {9, 10, 11, 12, 13, 26, 27})
_PRINTABLE = bytes(range(32, 127))
_TEXT_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")

# ASCII, accented letters, kana and kanji, full-width forms.
_WIDE_TEXT = re.compile("[\t\r\n -~\u00a0-\u024f\u2010-\u2027\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]")

_HTML = re.compile(
    r"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body|script|table|div)\b", re.I | re.S
)


def container(source: Source, encoding: str | None = None) -> str | None:
    """`sqlite`, `parquet` or `zip` by the first bytes, or None for what has to be read as text.

    Raises `InputError` with a code that says what the file is: a picture, a PDF, an archive, other binary
    data. The name plays no part. What the user gives an `encoding` for is text.
    """
    head = source.head
    for start, name in ((SQLITE, "sqlite"), (PARQUET, "parquet"), (ZIP, "zip")):
        if head.startswith(start):
            return name
    for offset, mark, code in _BINARY:
        certain = mark == b"%PDF-" or not mark.isascii() or bool(mark.translate(None, _PRINTABLE))
        if head.startswith(mark, offset) and (certain or not _is_text(head)):
            raise source.error(code)
    if not head:
        raise source.error("file_empty")
    if encoding is None and not _is_text(head):
        raise source.error("not_cards_binary")
    return None


def _is_text(head: bytes) -> bool:
    if head.startswith(_TEXT_MARKS) or _is_wide(head):
        return True
    controls = len(head) - len(head.translate(None, _CONTROL))
    return controls * 20 <= len(head)


def _is_wide(head: bytes) -> bool:
    """Whether the bytes make sense as two-byte text without a mark; `textio.decide` asks for the encoding."""
    for encoding in ("utf-16-le", "utf-16-be"):
        text = head[: min(len(head), 2000) & ~1].decode(encoding, "replace")
        if "\n" in text and len(_WIDE_TEXT.findall(text)) * 10 >= len(text) * 9:
            return True
    return False


def is_html(text: str) -> bool:
    """Whether a text is a web page."""
    return _HTML.match(text) is not None


_BAN_LIST = re.compile(r"^!.*\n(?:\s*(?:#.*|\$whitelist\b.*)?\n)*\s*\d{3,}[ \t]+-?\d\b", re.M)
_STRINGS = re.compile(r"^!(?:system|victory|counter|setname) +(?:0x)?[0-9a-f]+[ \t]+\S", re.M | re.I)
_HEADING = re.compile(r"^ {0,3}#{1,6} +\S")
_QUANTITY = re.compile(r"^(?:# *)?(?:SB: *)?(?:\d{1,3} *[x×]? +\S|\d{1,3}[x×]\b|\S.* [x×]\d{1,3}$)", re.I)
_SENTENCE = re.compile(r"[.。!！?？:：]['\"」』)）]*$")
_CODE_LINE = re.compile(r"^(?:AAE[A-Za-z0-9+/=]{20,}|ydke://\S+)$", re.M)


def known_text(text: str) -> str | None:
    """The code of a text that is known to be no card list and no deck list, or None.

    Knows ygopro's ban lists (`lflist.conf`) and `strings.conf`, Markdown and running prose.
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    if _STRINGS.search(plain):
        return "not_cards_ygopro_strings"
    if _BAN_LIST.search(plain):
        return "not_cards_ygopro_ban_list"
    if _CODE_LINE.search(plain):
        return None
    lines = [line.strip() for line in plain.split("\n") if line.strip()]
    card_lines = sum(1 for line in lines if line.isdecimal() or _QUANTITY.match(line))
    if card_lines * 4 > len(lines):
        return None
    headings = sum(1 for line in lines if _HEADING.match(line))
    if headings and (headings > 1 or any(mark in plain for mark in ("](", "```", "\n- ", "\n* ", "|---"))):
        return "not_cards_markdown"
    long = sum(1 for line in lines if _width(line) > 60 or _SENTENCE.search(line))
    if long * 2 > len(lines):
        return "not_cards_prose"
    return None


def _width(line: str) -> int:
    # A kanji is as wide as two letters, and says as much.
    return len(line) + sum(1 for char in line if char > "\u2e80")
