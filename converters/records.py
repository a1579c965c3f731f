"""What a reader hands on: records with their place, and places that could not be read."""

from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from rulebook.codes import CodedError

Row = dict[str, Any]
"""One foreign record as the file wrote it: column or key to raw value. Values stay as they are in the
file (text stays text); nested JSON stays nested."""


class Unreadable(NamedTuple):
    """A record that could not be read. `code` stands in `data/codes.yaml` with level `unreadable`."""

    code: str
    detail: str = ""


class InputError(CodedError):
    """A file that cannot be used at all, or bad usage: ends the run with exit code 2."""


class RecordReader(Protocol):
    """A file opened for reading.

    `format` is the short name shown by `twgp inspect` (`jsonl`, `csv`, `cdb`, `cockatrice_xml` ...);
    `unit` is what `number` counts: `line`, `record` or `row`; `encoding` is what the text was read with,
    or None for binary formats; `remarks` are (code, values) of level `note` for the whole file, complete
    when the records have been read.
    """

    format: str
    unit: str
    encoding: str | None
    remarks: list[tuple[str, dict[str, object]]]

    def records(self) -> Iterator[tuple[int, Row | Unreadable]]: ...
