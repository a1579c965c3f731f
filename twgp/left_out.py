"""What a deck list says that a deck document has no place for."""

from collections.abc import Iterator

from converters.decklists.headings import headings, stated_format
from converters.decklists.lines import parse_deck, split_lines
from converters.decklists.model import shortened
from rulebook.decks import Deck
from rulebook.pool import Pool
from twgp.decks import is_table

_COMMENT = ("#", "//", ";", "--")


def left_out(text: str, deck: Deck, pool: Pool | None) -> Iterator[tuple[int, str]]:
    """Line (from 1) and words of what importing a list leaves out: `Player: ...`, remarks.

    The title, the format, and totals, which are checked, are no such lines.
    """
    if deck.form != "text" or is_table(text, deck.path):
        return
    lines = split_lines(text)
    found = parse_deck(text, pool.knows if pool is not None else None)
    stated = stated_format(lines)
    kept = {stated[0]} if stated is not None and found.format == "twgp" else set()
    for number, (line, kind) in enumerate(zip(lines, found.kinds, strict=False), 1):
        told = line.strip()
        said = kind == "metadata" or (kind == "comment" and told.startswith(_COMMENT))
        if not said or number in kept or not any(letter.isalnum() for letter in told):
            continue
        if headings().total(told) is None and not _is_title(told, deck.title):
            yield number, shortened(told)


def _is_title(line: str, title: str | None) -> bool:
    if title is None or not line.rstrip("#* ").endswith(title):
        return False
    pair = headings().pair(line)
    return pair is None or pair[0] == "title"
