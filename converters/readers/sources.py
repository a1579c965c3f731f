"""Opening inputs as bytes: files, folders, standard input, bytes in memory, and gzip of any of them."""

import io
import os
import sys
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from converters.records import InputError
from rulebook.os_errors import os_words

SAMPLE = 1 << 16
"""Bytes from the start of a file by which its kind is told."""

MAX_RECORD = 64 << 20
"""The longest record that is read: 64 MiB of bytes (characters in decoded text). Longer ones spoil the
record, never the memory."""

STANDARD_INPUT = "-"
_GZIP = b"\x1f\x8b"
_SYSTEM_FILES = frozenset({"desktop.ini", "thumbs.db", "__macosx"})


class _Gunzip(io.RawIOBase):
    """Unpacks gzip as it is read; damage becomes one clear error, also in mid-stream."""

    def __init__(self, packed: BinaryIO, source: "Source") -> None:
        import gzip  # here, not above: most lists are not packed
        import zlib

        self._damage = zlib.error
        self._packed = packed
        self._gzip = gzip.GzipFile(fileobj=packed, mode="rb")
        self._source = source

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        try:
            data = self._gzip.read1(len(buffer))
        except EOFError:
            raise self._source.error("gzip_truncated") from None
        except (OSError, self._damage):
            raise self._source.error("gzip_damaged") from None
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._gzip.close()
            self._packed.close()
        super().close()


class Source:
    """One input, which can be read from its start as often as needed.

    `name` is how it is called in messages; `head` its first `SAMPLE` bytes, unpacked; `suffix` the ending
    of its name in lower case without `.gz` (a tie-break only, never what decides alone).
    """

    def __init__(self, name: str, opener: Callable[[], BinaryIO], path: Path | None = None) -> None:
        self.name = name
        self.path = path
        self._opener = opener
        bare = name[:-3] if name.lower().endswith(".gz") else name
        self.suffix = Path(bare).suffix.lower()
        self.packed = False
        self._unpacked: Path | None = None
        self.head = self._read_head()
        if self.head.startswith(_GZIP):
            self.packed = True
            self.head = self._read_head()
            if self.head.startswith(_GZIP):
                raise self.error("gzip_twice")

    def _read_head(self) -> bytes:
        with self.stream() as stream:
            return stream.read(SAMPLE)

    def stream(self) -> BinaryIO:
        """A fresh stream of the unpacked bytes; the caller closes it. Raises `InputError`."""
        try:
            stream = self._opener()
        except OSError as error:
            raise self.error("file_unreadable", reason=os_words(error)) from None
        if self.packed:
            return io.BufferedReader(_Gunzip(stream, self), SAMPLE)
        return stream

    def file(self) -> Path:
        """A file on disk with the unpacked bytes, for libraries that want one. Temporary ones are deleted
        with this object."""
        if self.path is not None and not self.packed:
            return self.path
        if self._unpacked is None:
            with self.stream() as stream:
                self._unpacked = _spool(stream)
            weakref.finalize(self, _delete, self._unpacked)
        return self._unpacked

    def verify(self) -> None:
        """Reads packed data to its end. Damage to gzip often shows as odd bytes long before its checksum
        tells; then that, not the bytes, is what has to be said. Raises `InputError`."""
        if self.packed:
            with self.stream() as stream:
                while stream.read(1 << 20):
                    pass

    def error(self, code: str, /, **values: object) -> InputError:
        """An `InputError` about this input; its value `file` is the name."""
        return InputError(code, file=self.name, **values)


def open_input(source: Path | str | bytes) -> Source:
    """Opens a path, `-` for standard input, or bytes. Raises `InputError` when there is nothing to read."""
    if isinstance(source, bytes):
        return Source("<bytes>", lambda: io.BytesIO(source))
    if str(source) == STANDARD_INPUT:
        return _from_stream("<stdin>", sys.stdin.buffer)
    path = Path(source)
    if path.is_dir():
        raise InputError("is_a_folder", file=str(path))
    if not path.exists():
        raise InputError("file_missing", file=str(path))
    if not path.is_file():  # a pipe such as /dev/fd/63 gives its bytes only once
        with path.open("rb") as stream:
            return _from_stream(str(path), stream)
    return Source(str(path), lambda: path.open("rb"), path)


def entries(path: Path) -> list[Path]:
    """The files of a folder and its subfolders, in order of their names; hidden and system files are not
    card lists and left out. A path that is no folder gives itself."""
    if not path.is_dir():
        return [path]
    found = []
    for entry in path.rglob("*"):
        parts = entry.relative_to(path).parts
        hidden = any(part.startswith(".") or part.lower() in _SYSTEM_FILES for part in parts)
        if entry.is_file() and not hidden:
            found.append(entry)
    return sorted(found, key=lambda entry: entry.as_posix())


def _from_stream(name: str, stream: BinaryIO) -> Source:
    path = _spool(stream)
    try:
        source = Source(name, lambda: path.open("rb"), path)
    except BaseException:
        _delete(path)
        raise
    weakref.finalize(source, _delete, path)
    return source


def _spool(stream: BinaryIO) -> Path:
    """Copies a stream into a temporary file."""
    import shutil
    import tempfile

    handle, name = tempfile.mkstemp(prefix="twgp-")
    path = Path(name)
    try:
        with os.fdopen(handle, "wb") as target:
            shutil.copyfileobj(stream, target, 1 << 20)
    except BaseException:
        _delete(path)
        raise
    return path


def _delete(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:  # Windows refuses while a library still holds the file; the system clears its folder
        return
