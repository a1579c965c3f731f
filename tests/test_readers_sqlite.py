"""SQLite: card databases of ygopro and others, old, incomplete and damaged ones."""

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from converters.readers import open_source
from converters.records import InputError, Row, Unreadable

CDB = """
CREATE TABLE datas(id integer primary key, ot integer, alias integet, setcode integer, type integer,
    atk integer, def integer, level integer, race integer, attribute integer, category integer);
CREATE TABLE texts(id integer primary key, name varchar(128), desc varchar(1024), str1 text);
"""


def database(path: Path, script: str, rows: dict[str, list[tuple[object, ...]]]) -> Path:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(script)
        for table, values in rows.items():
            places = ", ".join("?" * len(values[0]))
            connection.executemany(f"INSERT INTO {table} VALUES ({places})", values)
    return path


def card(id_: int, level: int) -> tuple[object, ...]:
    return (id_, 3, 0, 0, 17, -2, 0, level, 1, 1, 0)


@pytest.fixture
def cdb(tmp_path: Path) -> Path:
    rows: dict[str, list[tuple[object, ...]]] = {
        "datas": [card(111, 4), card(222, 7), card(333, 1)],
        "texts": [(111, "竜", "text\r\nmore", None), (222, "B", "", ""), (444, "no data", "x", None)],
    }
    return database(tmp_path / "cards.cdb", CDB, rows)


def test_numbers_and_texts_are_joined(cdb: Path) -> None:
    reader = open_source(cdb)
    assert (reader.format, reader.unit, reader.encoding) == ("cdb", "row", None)
    found = list(reader.records())
    first = found[0][1]
    assert isinstance(first, dict)
    assert first == {
        "id": 111, "ot": 3, "alias": 0, "setcode": 0, "type": 17, "atk": -2, "def": 0, "level": 4, "race": 1,
        "attribute": 1, "category": 0, "name": "竜", "desc": "text\r\nmore", "str1": None,
    }  # fmt: skip
    assert found[2:] == [(3, Unreadable("no_text_row", "333")), (4, Unreadable("no_data_row", "444"))]


def test_databases_from_gzip_and_bytes(cdb: Path, tmp_path: Path) -> None:
    wanted = list(open_source(cdb).records())
    packed = tmp_path / "cards.cdb.gz"
    packed.write_bytes(gzip.compress(cdb.read_bytes()))
    assert list(open_source(packed).records()) == wanted
    assert list(open_source(cdb.read_bytes()).records()) == wanted


def test_nothing_is_written_beside_the_file(cdb: Path) -> None:
    before = (cdb.read_bytes(), sorted(cdb.parent.iterdir()))
    list(open_source(cdb).records())
    assert (cdb.read_bytes(), sorted(cdb.parent.iterdir())) == before


def test_paths_with_odd_characters(cdb: Path) -> None:
    odd = cdb.with_name("カード #1?%41.cdb")
    odd.write_bytes(cdb.read_bytes())
    assert len(list(open_source(odd).records())) == 4


def test_old_databases_are_remarked_on(tmp_path: Path) -> None:
    script = "CREATE TABLE datas(id, type, atk); CREATE TABLE texts(id, name, desc);"
    rows: dict[str, list[tuple[object, ...]]] = {
        "datas": [(index, 1, 0) for index in range(30)],
        "texts": [(index, "Alpha" if index > 5 else "竜", "d") for index in range(30)],
    }
    reader = open_source(database(tmp_path / "old.cdb", script, rows))
    assert reader.remarks == [
        ("cdb_columns_missing", {"columns": "ot, alias, setcode, def, level, race, attribute, category"}),
        ("names_cut", {"length": 5, "count": 24}),
    ]
    assert len(list(reader.records())) == 30


def test_texts_that_are_not_utf8_spoil_their_record(tmp_path: Path) -> None:
    path = tmp_path / "cards.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE cards(name TEXT, power, kind)")
        connection.execute("INSERT INTO cards VALUES (CAST(x'ff41' AS TEXT), 1, 'k'), ('B', 2, 'k')")
    assert list(open_source(path).records()) == [
        (1, Unreadable("broken_character")),
        (2, {"name": "B", "power": 2, "kind": "k"}),
    ]


def test_the_card_table_is_found_and_its_links_followed(tmp_path: Path) -> None:
    script = """
    CREATE TABLE Clans(name PRIMARY KEY, gift, nation);
    CREATE TABLE Cards(name, grade, power, clan_name REFERENCES Clans(name));
    CREATE TABLE Copies(id, card_name, rarity);
    """
    rows: dict[str, list[tuple[object, ...]]] = {
        "Clans": [("K", "Force", "N")],
        "Cards": [("A", 1, 8000, "K"), ("B", 0, 5000, "none")],
        "Copies": [(index, "A", "R") for index in range(9)],
    }
    found: list[Row | Unreadable] = [row for _, row in open_source(database(tmp_path / "x.db", script, rows)).records()]
    clan = {"name": "K", "gift": "Force", "nation": "N"}
    assert found == [
        {"name": "A", "grade": 1, "power": 8000, "clan_name": "K", "Clans": clan},
        {"name": "B", "grade": 0, "power": 5000, "clan_name": "none"},
    ]


def test_databases_without_cards(tmp_path: Path) -> None:
    path = database(tmp_path / "x.db", "CREATE TABLE log(at, what)", {"log": [(1, "x")]})
    with pytest.raises(InputError, match="log") as caught:
        open_source(path)
    assert caught.value.code == "sqlite_no_cards"


def test_a_damaged_database_is_one_clear_error(cdb: Path, tmp_path: Path) -> None:
    big: dict[str, list[tuple[object, ...]]] = {"datas": [card(index, 1) for index in range(5000)]}
    big["texts"] = [(index, f"Card {index}", "x" * 50, None) for index in range(5000)]
    data = database(tmp_path / "big.cdb", CDB, big).read_bytes()
    for damaged in (data[:5000], data[: len(data) // 2], data[:8192] + bytes(8192) + data[16384:]):
        with pytest.raises(InputError) as caught:
            list(open_source(damaged).records())
        assert caught.value.code == "sqlite_damaged"
