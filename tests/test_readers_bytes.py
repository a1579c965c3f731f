"""Bytes: gzip, folders, standard input, encodings that show late, and files that are something else."""

import gzip
import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from converters.readers import MaybeDeckList, entries, open_source
from converters.readers.sources import open_input
from converters.records import InputError, Row, Unreadable

LINES = b'{"name":"A"}\n{"name":"B"}\n'
CARDS = [(1, {"name": "A"}), (2, {"name": "B"})]
MANY = "".join(f'{{"name":"Card {index}","text":"some words"}}\n' for index in range(20_000)).encode()


def read(source: Path | str | bytes) -> list[tuple[int, Row | Unreadable]]:
    return list(open_source(source).records())


def error_of(source: Path | str | bytes) -> str:
    with pytest.raises(InputError) as caught:
        read(source)
    assert caught.value.text("en")
    assert caught.value.text("ja")
    return caught.value.code


def test_gzip_is_told_by_its_bytes(tmp_path: Path) -> None:
    packed = gzip.compress(LINES)
    for name in ("cards.json", "cards.jsonl.gz", "cards"):
        path = tmp_path / name
        path.write_bytes(packed)
        assert read(path) == CARDS
    path = tmp_path / "plain.gz"
    path.write_bytes(LINES)
    assert read(path) == CARDS
    assert read(gzip.compress(LINES[:13]) + gzip.compress(LINES[13:])) == CARDS


def test_damaged_gzip_is_one_clear_error() -> None:
    packed = gzip.compress(MANY)
    assert error_of(packed[:-20]) == "gzip_truncated"
    assert error_of(packed[:40]) == "gzip_truncated"
    middle = len(packed) // 2
    damaged = packed[:middle] + bytes(byte ^ 0xFF for byte in packed[middle : middle + 200]) + packed[middle + 200 :]
    assert error_of(damaged) == "gzip_damaged"
    assert error_of(packed[:-8] + b"\0" * 8) == "gzip_damaged"
    assert error_of(gzip.compress(packed)) == "gzip_twice"


def test_truncation_is_told_after_the_records_before_it() -> None:
    found: list[int] = []
    records = open_source(gzip.compress(MANY)[:-50]).records()
    with pytest.raises(InputError) as caught:
        found.extend(number for number, _ in records)
    assert caught.value.code == "gzip_truncated"
    assert len(found) > 10_000


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x89PNG\r\n\x1a\n", "not_cards_picture"),
        (b"\x89PNG\r\n\x1a\n" + bytes(500), "not_cards_picture"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "not_cards_picture"),
        (b"GIF89a\x01\0\x01\0\0\0", "not_cards_picture"),
        (b"RIFF\x24\0\0\0WEBPVP8 ", "not_cards_picture"),
        (b"%PDF-1.7\n1 0 obj\n", "not_cards_pdf"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100), "not_cards_old_excel"),
        (b"7z\xbc\xaf\x27\x1c" + bytes(50), "not_cards_archive"),
        (b"\xfd7zXZ\0" + bytes(50), "not_cards_archive"),
        (b"MZ\x90\0\x03\0\0\0" + bytes(50), "not_cards_program"),
        (b"ARROW1\0\0" + bytes(50), "not_cards_arrow"),
        (bytes(range(256)) * 4, "not_cards_binary"),
        (b"SQLite format 3\0", "sqlite_damaged"),
        (b"SQLite format 3\0" + bytes(5000), "sqlite_damaged"),
        (b"PAR1", "parquet_damaged"),
        (b"PAR1" + bytes(100) + b"PAR1", "parquet_damaged"),
        (b"PK\x03\x04", "xlsx_damaged"),
    ],
)
def test_other_files_are_called_by_what_they_are(data: bytes, code: str) -> None:
    assert error_of(data) == code


def test_text_that_begins_like_a_binary_file_is_text() -> None:
    assert read(b"MZ,name\n1,A\n") == [(2, {"MZ": "1", "name": "A"})]
    assert read(b"ID3,name\n1,A\n") == [(2, {"ID3": "1", "name": "A"})]


def test_a_zip_that_is_no_workbook() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as package:
        package.writestr("cards.json", "[]")
    assert error_of(buffer.getvalue()) == "not_cards_archive"


def test_paths_that_are_no_files(tmp_path: Path) -> None:
    assert error_of(tmp_path) == "is_a_folder"
    assert error_of(tmp_path / "none.json") == "file_missing"
    (tmp_path / "empty.json").write_bytes(b"")
    assert error_of(tmp_path / "empty.json") == "file_empty"
    assert error_of(gzip.compress(b"", mtime=0)) == "file_empty"


def test_folders_give_their_files_in_order(tmp_path: Path) -> None:
    for name in ("b.json", "a/c.csv", "a/b.json", ".hidden/x.json", ".x", "Thumbs.db"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(LINES)
    assert [path.relative_to(tmp_path).as_posix() for path in entries(tmp_path)] == [
        "a/b.json",
        "a/c.csv",
        "b.json",
    ]
    assert entries(tmp_path / "b.json") == [tmp_path / "b.json"]


class Stdin:
    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


@pytest.mark.parametrize("data", [LINES, gzip.compress(LINES, mtime=0), b'[{"name":"A"},{"name":"B"}]'])
def test_standard_input_is_read_as_often_as_needed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", Stdin(data))
    reader = open_source("-")
    assert list(reader.records()) == CARDS
    assert list(reader.records()) == CARDS


def test_temporary_files_do_not_stay(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", Stdin(LINES))
    source = open_input("-")
    assert len(list(tmp_path.iterdir())) == 1
    del source
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(sys, "stdin", Stdin(gzip.compress(b"x" * 100, mtime=0)[:-9]))
    with pytest.raises(InputError):
        open_input("-")
    assert list(tmp_path.iterdir()) == []


ASCII = b'{"name":"A","n":1}\n' * 10_000


def test_cp932_that_shows_late() -> None:
    data = ASCII + '{"name":"竜"}\n{"name":"ﾃｰﾌﾞﾙ"}\n'.encode("cp932") + ASCII + '{"name":"髙"}\n'.encode("cp932")
    reader = open_source(data)
    assert reader.encoding == "utf-8"
    for _ in range(2):
        found = list(reader.records())
        assert found[10_000:10_002] == [(10_001, {"name": "竜"}), (10_002, {"name": "ﾃｰﾌﾞﾙ"})]
        assert found[-1] == (20_003, {"name": "髙"})
        assert reader.encoding == "cp932"
        assert reader.remarks == [("encoding_assumed", {"encoding": "cp932"})]


@pytest.mark.parametrize("before", [b"", ASCII])
@pytest.mark.parametrize("form", ["lines", "array", "csv"])
def test_damaged_utf8_is_an_error_with_its_place(before: bytes, form: str) -> None:
    good = '{"name":"竜王の秘薬"}\n'.encode() + before
    text = {"lines": good, "array": b"[" + good.replace(b"\n", b",\n"), "csv": b"name,x\n" + good}[form]
    bad = text + b'{"name":"\xff"}'
    with pytest.raises(InputError) as caught:
        read(bad)
    assert caught.value.code == "undecodable"
    assert caught.value.values["offset"] == bad.index(b"\xff")


@pytest.mark.parametrize("tail", [b"A\xff,1\n", b"A\x80,1\n", b"A\xa0,1\n", b"A,\xfd\n", b"A\x81"])
def test_what_is_neither_utf8_nor_cp932(tail: bytes) -> None:
    with pytest.raises(InputError) as caught:
        read(b"name,n\n" + tail)
    assert caught.value.code == "undecodable"
    assert caught.value.values["offset"] == 7 + next(place for place, byte in enumerate(tail) if byte > 0x7F)


@settings(deadline=None)
@given(
    st.text(
        st.characters(codec="cp932", exclude_characters='\x1a"\\¢£¬‖−〜', exclude_categories=("Cc", "Co")),
        min_size=1,
    )
)
def test_cp932_is_never_taken_for_damaged_text(name: str) -> None:
    data = json.dumps([{"name": name}], ensure_ascii=False).encode("cp932")
    try:
        wanted = json.loads(data.decode("utf-8"))[0]["name"]
    except UnicodeDecodeError:
        wanted = data.decode("cp932")[11:-3]
    assert read(data) == [(1, {"name": wanted})]


def test_nothing_depends_on_the_encoding_of_the_system(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("名前,x\nポケモン♥é,1\n", encoding="utf-8")
    code = (
        "import sys; from converters.readers import open_source;"
        "print(ascii([row for _, row in open_source(sys.argv[1]).records()]))"
    )
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "PYTHON"))}
    environment |= {
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONWARNDEFAULTENCODING": "1",
    }
    answer = subprocess.run(
        [sys.executable, "-W", "error::EncodingWarning", "-c", code, str(path)],
        cwd=Path(__file__).parent.parent, env=environment, capture_output=True, check=True,
    )  # fmt: skip
    assert answer.stdout.decode("ascii").strip() == ascii([{"名前": "ポケモン♥é", "x": "1"}])


def test_deck_lists_keep_their_encoding() -> None:
    with pytest.raises(MaybeDeckList) as caught:
        open_source("4 竜王\n3 秘薬\n".encode("cp932"))
    found = caught.value.found
    assert (found.text, found.encoding) == ("4 竜王\n3 秘薬\n", "cp932")
    assert found.remarks == [("encoding_assumed", {"encoding": "cp932"})]
