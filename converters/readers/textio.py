"""Decoding: UTF-8, UTF-16 with its mark, else cp932, strictly in this order; and text as streams."""

import codecs
import io
import re
from typing import BinaryIO, NamedTuple, TextIO

from converters.readers.sources import Source
from converters.records import InputError

_CHUNK = 1 << 20
_MARKS = (  # UTF-32 first: its little-endian mark begins with that of UTF-16
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_JAPANESE = "cp932"
# What people and programs call Shift_JIS is cp932: only that holds ①, 髙 and ～.
_CP932_NAMES = frozenset({"shift_jis", "windows-31j", "ms932"})
_NOT_FOR_FILES = frozenset({"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape"})
# So many characters of three bytes and more before the first bad byte are no accident of another encoding.
_SURELY_UTF8 = 4
# What Python makes of the bytes 80, A0 and FD to FF, which cp932 does not use.
_UNUSED = re.compile("[\x80\uf8f0-\uf8f3]")
_PLAIN = frozenset(b"\t\n\r") | frozenset(range(32, 127))
_LONG_CHARACTER = re.compile(rb"[\xe0-\xf4][\x80-\xbf]{2,3}")


class Decoding(NamedTuple):
    """How a file is decoded: codec, bytes of its byte-order mark, and whether the codec was only assumed."""

    encoding: str
    skip: int = 0
    assumed: bool = False


def decide(source: Source, override: str | None = None, *, whole: bool = True) -> Decoding:
    """The encoding of a text file.

    The order is UTF-8 with or without mark, UTF-16 (or 32) with mark, cp932. `override` is the user's
    `--encoding`. With `whole` the file is streamed through once to be sure; without it only its start is
    looked at, and the reader has to call `second_choice` at the first bad byte.

    Raises `InputError`: `encoding_unknown`, `undecodable` (with the byte offset), `utf16_without_mark`, `nul_byte`.
    """
    head = source.head
    mark, marked = next(((len(bom), codec) for bom, codec in _MARKS if head.startswith(bom)), (0, ""))
    if override is not None:
        codec = _known(source, override)
        named_so = marked.startswith(codec) if marked else False  # `utf-16` is the name of both byte orders
        chosen = Decoding(marked, mark) if named_so else Decoding(codec)
        _check(source, chosen)
        return chosen
    if marked:
        chosen = Decoding(marked, mark)
        if marked != "utf-8" or whole:
            _check(source, chosen)
        return chosen
    if b"\0" in head[:2000]:
        if _is_stray(head[:2000]):
            at = head.index(b"\0")
            raise source.error("nul_byte", offset=at, line=head.count(b"\n", 0, at) + 1)
        raise source.error("utf16_without_mark", encoding=_byte_order(head[:2000]))
    bad = first_bad_byte(source, "utf-8") if whole else _bad_in_head(source)
    return Decoding("utf-8") if bad is None else second_choice(source, bad)


def _is_stray(head: bytes) -> bool:
    """Whether the zero bytes are strays in other text: few, and without them it can be read. Of UTF-16 text in
    letters of ASCII every second byte is zero; Japanese in it is neither UTF-8 nor cp932."""
    if head.count(0) * 4 >= len(head):
        return False
    for encoding in ("utf-8", _JAPANESE):
        try:
            codecs.getincrementaldecoder(encoding)("strict").decode(head.replace(b"\0", b""))
        except UnicodeDecodeError:
            continue
        return True
    return False


def _byte_order(head: bytes) -> str:
    """The byte order of two-byte text without a mark: line ends and spaces have their zero byte first or last."""
    pairs = range(0, len(head) - 1, 2)
    high = sum(head[at] == 0 and head[at + 1] in _PLAIN for at in pairs)
    low = sum(head[at + 1] == 0 and head[at] in _PLAIN for at in pairs)
    return "utf-16-be" if high > low else "utf-16-le"


def second_choice(source: Source, bad: int) -> Decoding:
    """cp932 for a file that is not UTF-8 from byte `bad` on; `InputError` when it cannot be cp932 either.

    A file with clear UTF-8 before the bad byte is damaged UTF-8, not cp932: decoding it so would give
    letter salad without a word.
    """
    is_utf8 = _long_characters_before(source, bad) >= _SURELY_UTF8
    if is_utf8 or first_bad_byte(source, _JAPANESE) is not None:
        raise undecodable(source, "UTF-8", bad)
    return Decoding(_JAPANESE, assumed=True)


def undecodable(source: Source, encoding: str, offset: int) -> InputError:
    """The error for a byte that does not fit. Raises that for damaged gzip instead, where it is the cause."""
    source.verify()
    return source.error("undecodable", encoding=encoding, offset=offset)


def first_bad_byte(source: Source, encoding: str, skip: int = 0) -> int | None:
    """Offset of the first byte that `encoding` cannot decode, or None. Reads the file in pieces."""
    decoder = codecs.getincrementaldecoder(encoding)("strict")
    offset = skip
    with source.stream() as stream:
        stream.read(skip)
        while True:
            chunk = stream.read(_CHUNK)
            pending = len(decoder.getstate()[0])
            if chunk and not pending and encoding in ("utf-8", _JAPANESE) and chunk.isascii():
                offset += len(chunk)
                continue
            try:
                text = decoder.decode(chunk, final=not chunk)
            except UnicodeDecodeError as error:
                return offset - pending + error.start
            except UnicodeError:  # UTF-16 and UTF-32, named without a byte order, want a mark
                return skip
            unused = _UNUSED.search(text) if encoding == _JAPANESE else None
            if unused is not None:
                return offset - pending + len(text[: unused.start()].encode(_JAPANESE))
            offset += len(chunk)
            if not chunk:
                return None


def is_utf8(data: bytes) -> bool:
    """Whether all of `data` decodes as UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def is_ascii(source: Source, length: int) -> bool:
    """Whether the first `length` bytes of a file are ASCII."""
    with source.stream() as stream:
        while length > 0 and (chunk := stream.read(min(_CHUNK, length))):
            if not chunk.isascii():
                return False
            length -= len(chunk)
    return True


def remarks(decoding: Decoding) -> list[tuple[str, dict[str, object]]]:
    """The note that an encoding was assumed, for `RecordReader.remarks`."""
    return [("encoding_assumed", {"encoding": decoding.encoding})] if decoding.assumed else []


def sample(source: Source, decoding: Decoding) -> str:
    """The start of the file as text; a character cut at the end of the sample is left off."""
    decoder = codecs.getincrementaldecoder(decoding.encoding)("replace")
    return decoder.decode(source.head[decoding.skip :]).removeprefix("\ufeff")


def open_text(source: Source, decoding: Decoding) -> TextIO:
    """The file as a text stream without its mark; line ends stay as they are."""
    stream = source.stream()
    stream.read(decoding.skip)
    return io.TextIOWrapper(stream, encoding=decoding.encoding, errors="strict", newline="")


def open_utf8(source: Source, decoding: Decoding) -> BinaryIO:
    """The file as UTF-8 bytes without its mark, whatever it was written in."""
    stream = source.stream()
    stream.read(decoding.skip)
    if decoding.encoding == "utf-8":
        return stream
    return io.BufferedReader(_Transcoded(stream, decoding.encoding), 1 << 16)


def read_text(source: Source, decoding: Decoding, limit: int) -> str:
    """The whole file as text, without mark and without the `^Z` that old programs end a file with.

    Raises `InputError` (`document_too_long`) for a file of more than `limit` bytes.
    """
    with source.stream() as stream:
        data = stream.read(limit + 1)
    if len(data) > limit:
        raise source.error("document_too_long", limit=limit >> 20)
    text = data[decoding.skip :].decode(decoding.encoding)
    return text.removeprefix("\ufeff").removesuffix("\x1a")


class _Transcoded(io.RawIOBase):
    """Another encoding as a stream of UTF-8."""

    def __init__(self, stream: BinaryIO, encoding: str) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(encoding)("strict")
        self._ready = b""
        self._ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self._ready and not self._ended:
            chunk = self._stream.read(1 << 16)
            self._ended = not chunk
            self._ready = self._decoder.decode(chunk, final=self._ended).encode("utf-8")
        part, self._ready = self._ready[: len(buffer)], self._ready[len(buffer) :]
        buffer[: len(part)] = part
        return len(part)

    def close(self) -> None:
        if not self.closed:
            self._stream.close()
        super().close()


def _known(source: Source, name: str) -> str:
    try:
        info = codecs.lookup(name)
    except (LookupError, ValueError):  # ValueError: a name with a NUL
        raise source.error("encoding_unknown", encoding=name) from None
    if not info._is_text_encoding or info.name in _NOT_FOR_FILES:
        raise source.error("encoding_unknown", encoding=name)
    return _JAPANESE if info.name in _CP932_NAMES else info.name.removesuffix("-sig")


def _check(source: Source, decoding: Decoding) -> None:
    bad = first_bad_byte(source, decoding.encoding, decoding.skip)
    if bad is not None:
        raise undecodable(source, decoding.encoding.upper(), bad)


def _bad_in_head(source: Source) -> int | None:
    decoder = codecs.getincrementaldecoder("utf-8")("strict")
    try:
        decoder.decode(source.head)  # a character cut at the end of the sample waits for the rest
    except UnicodeDecodeError as error:
        return error.start
    return None


def _long_characters_before(source: Source, offset: int) -> int:
    count = 0
    with source.stream() as stream:
        while offset > 0 and count < _SURELY_UTF8 and (chunk := stream.read(min(_CHUNK, offset))):
            offset -= len(chunk)
            count += len(_LONG_CHARACTER.findall(chunk))
    return count
