"""`twgp lint --fix` and `--diff`: the mends of a file, and writing it with nothing else changed."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

from converters.outputs import put_in_place
from converters.readers.textio import Decoding
from decklint.fix import Mend, applied, document_mends, says
from decklint.resolve import Lookup
from rulebook.decks import Deck, Read
from rulebook.pool import Pool
from rulebook.scalars import scalars
from twgp.decks import Opened, is_table
from twgp.list_mends import list_mends

Reread = Callable[[bytes], list[Read]]
"""Reads what the file would hold as the file itself is read."""


class Mended(NamedTuple):
    """A file and its mends, which count in the characters of `before`."""

    path: str
    before: str
    mends: tuple[Mend, ...]
    decoding: Decoding
    raw: bytes
    """The file as it is."""

    @property
    def after(self) -> str:
        """The mended text."""
        return applied(self.before, self.mends)

    @property
    def counts(self) -> Counter[str]:
        """How many mends there are of each kind; of lines merged those that went."""
        return Counter(mend.what for mend in self.mends if mend.what != "merged" or not mend.new)

    def diff(self) -> Iterator[str]:
        """The lines of a unified diff."""
        before, after = self.before.splitlines(keepends=True), self.after.splitlines(keepends=True)
        for line in unified_diff(before, after, self.path, self.path):
            yield line if line.endswith("\n") else f"{line.rstrip()}\n\\ No newline at end of file\n"

    @property
    def data(self) -> bytes:
        """The mended file. Bytes outside the mends stay as they are, with the byte-order mark and the line ends."""
        encoding, data = self.decoding.encoding, self.raw
        head = data.index(self.before[:1].encode(encoding), self.decoding.skip) if self.before else 0
        parts, at, read = [data[:head]], head, 0
        for mend in sorted(self.mends):
            start = at + len(self.before[read : mend.start].encode(encoding))
            parts += [data[at:start], mend.new.encode(encoding)]
            at, read = start + len(self.before[mend.start : mend.end].encode(encoding)), mend.end
        return b"".join([*parts, data[at:]])

    def write(self) -> None:
        """Puts the mended file in the place of the other. Raises `OSError`."""
        with put_in_place(Path(self.path)) as stream:
            stream.write(self.data)


def mend(source: str, opened: Opened, decks: Sequence[tuple[Deck, Pool | None]], reread: Reread) -> Mended | None:
    """The safe mends of a file that holds these documents; None where nothing is to be mended.

    `reread` tells what the mended text would say: mends that changed that are left out. Packed files stay.
    """
    text, decoding = opened.text, opened.decoding
    if opened.source is None or opened.source.packed or decoding is None or not decks:
        return None
    found: list[Mend] = []
    if decks[0][0].form == "text":
        if text.lstrip()[:1] in ("<", "{", "[") or is_table(text, source):  # a list of another program
            return None
        found += list_mends(text, decks[0][1])
    else:
        at = scalars(text, decks[0][0].form)
        for deck, pool in decks:
            found += document_mends(deck, pool, at)
    ordered = {one: None for one in sorted(found) if _can_write(one.new, decoding.encoding)}
    kept = _kept(list(ordered))
    if not kept:
        return None
    with opened.source.stream() as stream:
        mended = Mended(source, text, tuple(kept), decoding, stream.read())
    pools = [pool for _, pool in decks]
    after = [deck for deck, _ in reread(mended.data)]
    return mended if _meaning([deck for deck, _ in decks], pools) == _meaning(after, pools) else None


def _kept(mends: list[Mend]) -> list[Mend]:
    """The mends but for those that overlap an earlier one."""
    kept: list[Mend] = []
    for one in mends:
        if not kept or kept[-1].end <= one.start:
            kept.append(one)
    return kept


def _can_write(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _meaning(decks: Sequence[Deck], pools: Sequence[Pool | None]) -> list[object]:
    if len(decks) != len(pools):
        return []
    return [says(deck if pool is None else Lookup(pool).deck(deck)) for deck, pool in zip(decks, pools, strict=True)]
