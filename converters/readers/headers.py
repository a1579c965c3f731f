"""Header rows of tables."""

import unicodedata
from collections.abc import Sequence

from converters.readers.sources import Source

NO_DELIMITER = "\x1f"
"""Stands in for a delimiter in files of one column, where a comma is part of the name."""

_OUTER = " \t\r\n\u3000\xa0\ufeff\u200b\u2060"


def fold_header(name: str) -> str:
    """A column name for comparing: NFKC, case folded, without outer and invisible white space."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(
        " " if char.isspace() else char for char in folded if char not in "\ufeff\u200b\u2060"
    ).strip()


def checked_header(cells: Sequence[object], source: Source) -> list[str]:
    """The column names of a header row: outer white space off, columns without a name called `#3` and so on.

    Raises `InputError`: `table_without_header`, `column_given_twice`.
    """
    header = ["" if cell is None else str(cell).strip(_OUTER) for cell in cells]
    if not any(header):
        raise source.error("table_without_header")
    seen: set[str] = set()
    for index, name in enumerate(header):
        folded = fold_header(name)
        if folded in seen and name:
            raise source.error("column_given_twice", column=name)
        seen.add(folded)
        if not name:
            header[index] = f"#{index + 1}"
    return header
