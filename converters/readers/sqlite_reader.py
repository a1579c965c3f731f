"""SQLite databases: ygopro's `.cdb`, pairs of a data and a text table, and others with a card table."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from converters.readers.shapes import ID_KEYS, NAME_KEYS
from converters.readers.sources import Source
from converters.records import Row, Unreadable

_PAIRS = (("datas", "texts"), ("data", "text"))
_CDB_COLUMNS = (
    "id",
    "ot",
    "alias",
    "setcode",
    "type",
    "atk",
    "def",
    "level",
    "race",
    "attribute",
    "category",
)
_CUT = 5
"""Some programs wrote card names of five characters only."""


class Database:
    """The cards of a SQLite file. `format` is `cdb` for ygopro's schema, else `sqlite`.

    A table of numbers and a table of texts are joined by `id`; ids in one of them only are unreadable
    records. In other databases the cards are the table named so, else the longest table with a column for
    names; rows of other tables that its foreign keys point to are nested under those tables' names.
    Raises `InputError` for a damaged file and for one without cards.
    """

    unit = "row"

    def __init__(self, source: Source) -> None:
        self.encoding: str | None = None
        self.remarks: list[tuple[str, dict[str, object]]] = []
        self._source = source
        self._bad_text = False
        with closing(self._open()) as database:
            try:
                self._tables = _tables(database)
                self._pair = next((pair for pair in _PAIRS if _is_pair(self._tables, pair)), None)
                self._cards = None if self._pair else _card_table(database, self._tables)
                if self._pair is None and self._cards is None:
                    raise source.error("sqlite_no_cards", tables=", ".join(self._tables) or "-")
                self.format = "cdb" if self._pair == _PAIRS[0] else "sqlite"
                self._remark(database)
            except sqlite3.Error as error:
                raise source.error("sqlite_damaged", reason=str(error)) from None

    def records(self) -> Iterator[tuple[int, Row | Unreadable]]:
        """Each card with its number from 1."""
        with closing(self._open()) as database:
            try:
                if self._pair is not None:
                    yield from self._joined(database, *self._pair)
                elif self._cards is not None:
                    yield from self._single(database, self._cards)
            except sqlite3.Error as error:
                raise self._source.error("sqlite_damaged", reason=str(error)) from None

    def _open(self) -> sqlite3.Connection:
        path = self._source.file()
        # Immutable: no lock, no journal, not a byte written beside the user's file.
        uri = f"{Path(path).absolute().as_uri()}?mode=ro&immutable=1"
        try:
            database = sqlite3.connect(uri, uri=True)
        except sqlite3.Error as error:
            raise self._source.error("sqlite_damaged", reason=str(error)) from None
        database.text_factory = self._text
        return database

    def _text(self, raw: bytes) -> str:
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            self._bad_text = True
            return raw.decode("utf-8", "replace")

    def _joined(
        self, database: sqlite3.Connection, numbers: str, texts: str
    ) -> Iterator[tuple[int, Row | Unreadable]]:
        own = self._tables[numbers]
        words = [column for column in self._tables[texts] if column not in own]
        chosen = ", ".join(f"n.{_quoted(column)}" for column in own)
        chosen += "".join(f", t.{_quoted(column)}" for column in words)
        # A text given twice (Vanguard's database) counts once; `_remark` says how many there are.
        query = (
            f"SELECT t.rowid IS NULL, {chosen} FROM {_quoted(numbers)} n LEFT JOIN {_quoted(texts)} t"
            f" ON t.rowid = (SELECT min(rowid) FROM {_quoted(texts)} WHERE id = n.id) ORDER BY n.rowid"
        )
        number = 0
        for number, (missing, *values) in enumerate(database.execute(query), 1):
            row = dict(zip([*own, *words], values, strict=True))
            yield number, Unreadable("no_text_row", str(row["id"])) if missing else self._checked(row)
        orphans = (
            f"SELECT id FROM {_quoted(texts)} WHERE id NOT IN"
            f" (SELECT id FROM {_quoted(numbers)} WHERE id IS NOT NULL) ORDER BY rowid"
        )
        for (id_,) in database.execute(orphans):
            number += 1
            yield number, Unreadable("no_data_row", str(id_))

    def _single(self, database: sqlite3.Connection, table: str) -> Iterator[tuple[int, Row | Unreadable]]:
        columns = self._tables[table]
        linked = _linked(database, table, self._tables)
        chosen = ", ".join(map(_quoted, columns))
        for number, values in enumerate(database.execute(f"SELECT {chosen} FROM {_quoted(table)}"), 1):
            row: Row = dict(zip(columns, values, strict=True))
            for name, column, rows in linked:
                found = rows.get(row[column])
                if found is not None and name not in row:
                    row[name] = found
            yield number, self._checked(row)

    def _checked(self, row: Row) -> Row | Unreadable:
        if self._bad_text:
            self._bad_text = False
            return Unreadable("broken_character")
        return row

    def _remark(self, database: sqlite3.Connection) -> None:
        log = self._source.path.with_name(self._source.path.name + "-wal") if self._source.path else None
        if log is not None and log.exists() and log.stat().st_size:
            self.remarks.append(("sqlite_log_not_read", {"log": log.name}))
        if self._pair is None:
            return
        numbers, texts = self._pair
        if self.format == "cdb":
            missing = [column for column in _CDB_COLUMNS if column not in self._tables[numbers]]
            if missing:
                self.remarks.append(("cdb_columns_missing", {"columns": ", ".join(missing)}))
        query = f"SELECT count(*), count(DISTINCT id), sum(length(name) = {_CUT}) FROM {_quoted(texts)}"
        rows, ids, cut = database.execute(query).fetchone()
        if rows > ids:
            self.remarks.append(("texts_given_twice", {"count": rows - ids}))
        if rows >= 20 and (cut or 0) * 2 > rows:
            self.remarks.append(("names_cut", {"length": _CUT, "count": cut}))


def _tables(database: sqlite3.Connection) -> dict[str, list[str]]:
    query = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"
    names = [name for (name,) in database.execute(query) if not name.startswith("sqlite_")]
    return {
        name: [column for _, column, *_ in database.execute(f"PRAGMA table_info({_quoted(name)})")]
        for name in names
    }


def _is_pair(tables: dict[str, list[str]], pair: tuple[str, str]) -> bool:
    numbers, texts = (tables.get(name, []) for name in pair)
    return "id" in numbers and "id" in texts and "name" in texts


def _card_table(database: sqlite3.Connection, tables: dict[str, list[str]]) -> str | None:
    """A table named after cards, else the longest, of those with a column for names and one more that is no
    id: a list of colours or sets is not one of cards."""
    best: tuple[bool, int, str] | None = None
    for name, columns in tables.items():
        folded = {column.casefold() for column in columns}
        if not folded & NAME_KEYS or len(folded - NAME_KEYS - ID_KEYS) < 2:
            continue
        count = database.execute(f"SELECT count(*) FROM {_quoted(name)}").fetchone()[0]
        key = (name.casefold() in ("cards", "card", "カード"), count, name)
        if count and (best is None or key > best):
            best = key
    return best[2] if best else None


def _linked(
    database: sqlite3.Connection, table: str, tables: dict[str, list[str]]
) -> list[tuple[str, str, dict[Any, Row]]]:
    """(name, own column, rows by key) of the tables that the card table's foreign keys point to."""
    linked = []
    for _, _, name, column, target, *_ in database.execute(f"PRAGMA foreign_key_list({_quoted(table)})"):
        columns = tables.get(name)
        if columns and target in columns:
            chosen = ", ".join(map(_quoted, columns))
            rows = [
                dict(zip(columns, values, strict=True))
                for values in database.execute(f"SELECT {chosen} FROM {_quoted(name)}")
            ]
            linked.append((name, column, {row[target]: row for row in rows}))
    return linked


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
