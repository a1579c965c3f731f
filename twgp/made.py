"""What was made, as deck documents for other commands and as tables for people."""

import io
import itertools
import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any

from decklint.making.rows import Row, Rows
from decklint.play import Play
from rulebook.cards import Card
from rulebook.deck_rows import deck_row
from rulebook.decks import Deck, Entry, Master
from rulebook.documents import dump_yaml
from rulebook.options import resolve
from rulebook.pool import Pool
from rulebook.walk import Place
from twgp.lang import phrase
from twgp.show import console

_MISLEADING = re.compile(r"^\s|^[\W\d]|[\[\]#\n]|\s$")
"""Names that the reader of a document may take for something else; the id stands for such a card."""

_KINDS = {"trap": "vital_trap", "counter": "vital_counter"}


class Making:
    """Writes rows of vitals. `files` are the card lists that a document names; `seed` is None for a listing."""

    def __init__(
        self,
        rows: Rows,
        play: Play,
        pool: Pool,
        master: Card | None,
        lang: str,
        files: Sequence[str],
        seed: int | None,
    ) -> None:
        self._rows = rows
        self._play = play
        self._pool = pool
        self._master = master
        self._lang = lang
        self._files = files
        self._seed = seed
        self._names: dict[str, str] = {}

    def write_count(self, stream: IO[bytes], way: str) -> None:
        """The number of legal rows alone, however large; in JSON and YAML with that of each part."""
        counts = {"count": self._rows.count, "vital_sets": self._rows.vitals.count}
        if self._rows.devices is not None:
            counts["extra_devices"] = self._rows.devices.count
        with _any_length():
            if way == "json":
                text = json.dumps(counts) + "\n"
            elif way == "yaml":
                text = "".join(f"{name}: {count}\n" for name, count in counts.items())
            else:
                text = f"{self._rows.count}\n"
        stream.write(text.encode("utf-8"))

    def write(self, rows: Iterable[Row], number: int, stream: IO[bytes], way: str) -> None:
        """The first `number` of the rows, one after another as they are made.

        One row in JSON is a document, several are an array; in YAML documents are parted by `---`.
        """
        if way == "text":
            self._write_text(_first(rows, number), number, stream)
            return
        print(self._heading(), file=sys.stderr)
        for at, row in enumerate(_first(rows, number)):
            document = self.document(row, at)
            if way == "yaml":
                stream.write((("---\n" if at else "") + dump_yaml(document)).encode("utf-8"))
            else:
                before = "" if number == 1 else "[\n" if not at else ",\n"
                stream.write((before + json.dumps(document, ensure_ascii=False, indent=2)).encode("utf-8"))
        if way == "json":
            stream.write(b"\n" if number == 1 else b"\n]\n")

    def document(self, row: Row, at: int) -> dict[str, Any]:
        """A deck document (`twgp: 1`) that holds the row and no deck yet; `at` counts from 0."""
        play = self._play
        deck = Deck(
            "",
            "yaml",
            "",
            self._title(at),
            play.format.id,
            play.options.departures(resolve({}, play.format.id)),
            tuple(self._files),
            vitals=tuple(map(self._entry, row.vitals)),
            extra_device=tuple(tuple(map(self._entry, cards)) for cards in row.devices),
            masters=(Master(self._entry(self._master)),) if self._master is not None else (),
        )
        return deck_row(deck)

    def _entry(self, card: Card) -> Entry:
        return Entry(self._name(card), Place())

    def _write_text(self, rows: Iterator[Row], number: int, stream: IO[bytes]) -> None:
        """Drawn rows as a table each, a listing as a line each."""
        encoding = sys.stdout.encoding if stream is sys.stdout.buffer else "utf-8"
        lines = io.TextIOWrapper(stream, encoding=encoding, errors="backslashreplace")
        try:
            lines.write(f"{self._heading()}\n")
            for at, row in enumerate(rows):
                if self._seed is None:
                    lines.write(f"{at + 1}. {self._line(row)}\n")
                else:
                    self._table(row, f"{at + 1}/{number}" if number > 1 else "", lines)
            lines.flush()
        finally:
            lines.detach()

    def _heading(self) -> str:
        """How many rows there are, and with which seed these were drawn."""
        play, rows = self._play, self._rows
        with _any_length():
            shown = {"count": f"{rows.count:,}", "vitals": play.format.vitals, "format": play.format.id}
            text = phrase("made_counted", self._lang, **shown)
            if rows.devices is not None:
                shown = {"sets": f"{rows.vitals.count:,}", "devices": f"{rows.devices.count:,}"}
                text += phrase("made_counted_extra", self._lang, **shown)
        return text if self._seed is None else text + phrase("made_seed", self._lang, seed=self._seed)

    def _title(self, at: int) -> str:
        if self._seed is None:
            return phrase("made_title_listed", self._lang, number=at + 1)
        return phrase("made_title_drawn", self._lang, number=at + 1, seed=self._seed)

    def _line(self, row: Row) -> str:
        shown = [self._shown(card) for card in row.vitals]
        if row.devices:
            below = [" + ".join(map(self._shown, cards)) for cards in row.devices]
            shown = [f"{vital} [{devices}]" for vital, devices in zip(shown, below, strict=True)]
        return " | ".join(shown)

    def _table(self, row: Row, title: str, lines: io.TextIOWrapper) -> None:
        from rich.table import Table
        from rich.text import Text

        table = Table(header_style="bold", title=title or None, title_justify="left")
        table.add_column("", justify="right")
        columns = ["vital", "kind", *(["extra_device"] if row.devices else []), "id"]
        for column in columns:
            table.add_column(phrase(f"column_{column}", self._lang), overflow="fold")
        for number, card in enumerate(row.vitals):
            below = [", ".join(map(self._shown, row.devices[number]))] if row.devices else []
            cells = [str(number + 1), self._shown(card), self._kind(card), *below, card.id]
            table.add_row(*(Text(cell) for cell in cells))
        out = console()
        out.file = lines
        out.print(table)

    def _shown(self, card: Card) -> str:
        return card.name_ja if self._lang == "ja" and card.name_ja else card.name

    def _kind(self, card: Card) -> str:
        if self._master is not None and card.identity == self._master.identity:
            return phrase("vital_master", self._lang)
        return phrase(_KINDS[card.vital_kind], self._lang) if card.vital_kind else ""

    def _name(self, card: Card) -> str:
        """The word that stands for the card in a document: its name where no other card answers to it."""
        known = self._names.get(card.id)
        if known is None:
            known = self._names[card.id] = word_for(card, self._pool)
        return known


def word_for(card: Card, pool: Pool) -> str:
    """The word that stands for a card in a document: its name where no other card answers to it, else its id."""
    name = card.name
    answers = {id(other) for found in (pool.named(name), pool.folded(name), pool.identified(name)) for other in found}
    return name if len(answers) == 1 and not _MISLEADING.search(name) else card.id


def _first(rows: Iterable[Row], number: int) -> Iterator[Row]:
    """The first `number` of the rows, which may be more than a machine word counts."""
    return itertools.islice(rows, number) if number <= sys.maxsize else iter(rows)


@contextmanager
def _any_length() -> Iterator[None]:
    """Numbers of any length can be written; Python stops at 4,300 digits otherwise."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)
