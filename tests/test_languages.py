"""What the command says in Japanese is Japanese: levels, places, names, faults of documents and of the system."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from converters.overrides import Overrides
from converters.recipe import load_recipe
from rulebook.documents import DocumentError
from rulebook.os_errors import os_words
from tests.calling import Call, caller


@pytest.fixture
def twgp(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> Call:
    """Calls the command in an empty folder."""
    return caller(monkeypatch, capfdbinary, tmp_path)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "a.json (record 1): unreadable: the record has no name [no_name]"),
        ("ja", "a.json（記録 1）: 読取不可: 名前がない [no_name]"),
    ],
)
def test_level_and_place_of_a_record(twgp: Call, tmp_path: Path, lang: str, line: str) -> None:
    rows = [{"name": ""}, {"name": "A", "type_line": "Artifact", "oracle_text": "Draw a card.", "cmc": 1}]
    (tmp_path / "a.json").write_text(json.dumps(rows), encoding="utf-8")
    assert twgp("convert", "a.json", "--game", "mtg", "--lang", lang).err.splitlines()[0] == line


@pytest.mark.parametrize(
    ("lang", "row"),
    [("en", ["A", "vital (counter)", "", "another", "vital"]),
     ("ja", ["A", "ヴァイタル・カウンター", "", "アナザー", "ヴァイタル・グリッド"])],
)  # fmt: skip
def test_a_table_names_types_and_effects_in_its_language(twgp: Call, tmp_path: Path, lang: str, row: list[str]) -> None:
    text = "name,type_line,oracle_text\nA,Artifact,Draw a card.\n"
    (tmp_path / "a.csv").write_text(text, encoding="utf-8")
    out = twgp("convert", "a.csv", "--game", "mtg", "--to", "table", "--lang", lang).out
    assert [cell.strip() for cell in out.splitlines()[3].strip("│").split("│")][:-1] == row


def test_the_list_of_games_is_japanese(twgp: Call) -> None:
    out = twgp("games", "--lang", "ja").out
    assert "自作の CSV" in out
    assert "own CSV" not in out
    assert "own CSV" in twgp("games", "--lang", "en").out


RECIPE = "id: a\nfields: {name: x}\n"


@pytest.mark.parametrize(
    ("text", "line", "en", "ja"),
    [
        (RECIPE.replace("id: a", "id: My Game"), 1, "small letters, digits and _", "英小文字・数字・_"),
        (RECIPE.replace("name: x", "nam: x"), 2, "the key name is missing", "必要なキー name が無い"),
        (RECIPE + "power: {missing: 100}\n", 3, "100 is too great; at most 99", "100 は大きすぎる。99 まで"),
        (RECIPE + "power: {missing: -1}\n", 3, "-1 is too small; at least 0", "-1 は小さすぎる。0 から"),
        (RECIPE + "power: {from: [atk]}\n", 3, "the field 'atk' is used here", "項目 atk をここで使っているが"),
        (RECIPE.replace("x}", "[}"), 2, "a value is missing before this `}`", "この `}` の前に値がない"),
        (RECIPE.replace("x}", "{at: x, foo: y}}"), 2, "unknown; known here: at,", "このキーは無い"),
        (RECIPE.replace("name: x", "name: ''"), 2, "this is empty", "空になっている"),
    ],
)
def test_faults_of_a_recipe(tmp_path: Path, text: str, line: int, en: str, ja: str) -> None:
    path = tmp_path / "r.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DocumentError) as error:
        load_recipe(path)
    assert error.value.text("en").startswith(f"{path}:{line}: ")
    assert en in error.value.text("en")
    assert ja in error.value.text("ja")


def test_faults_of_corrections(tmp_path: Path) -> None:
    path = tmp_path / "o.yaml"
    path.write_text("a:\n  flags: [foo]\n  power: 100\n", encoding="utf-8")
    with pytest.raises(DocumentError) as error:
        Overrides.load([path])
    told = error.value.text("en").splitlines()
    assert told[0].endswith("wanted is removal, bounce, search, multiply, count, void, token, mill:2 or set:3")
    assert told[1].endswith("a.power: 100 is too great; at most 99")
    assert "removal、bounce、search" in error.value.text("ja")


@pytest.mark.parametrize(
    ("number", "en", "ja"),
    [
        (errno.ENOENT, "No such file or directory", "ファイルかフォルダがない"),
        (errno.EACCES, "Permission denied", "権限がない"),
        (errno.EISDIR, "Is a directory", "ファイルではなくフォルダ"),
        (errno.ENOSPC, "No space left on device", "ディスクに空きがない"),
        (errno.EFBIG, "File too large", "システムの許すファイルの大きさを超える"),
    ],
)
def test_reasons_of_the_system(number: int, en: str, ja: str) -> None:
    assert os_words(OSError(number, os.strerror(number))) == (en, ja)


def test_a_rare_reason_keeps_the_words_of_the_system() -> None:
    assert os_words(OSError(errno.EPIPE, "Broken pipe")).ja == "Broken pipe"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_full_disk_is_told_with_the_file(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("name,type_line,oracle_text\nA,Artifact,Draw a card.\n", encoding="utf-8")
    command = "from twgp.cli import main; main()"
    arguments = ["convert", "a.csv", "--game", "mtg", "--lang", "ja"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", command, *arguments], cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert "ディスクに空きがない" in done.stderr.decode("utf-8")
    assert "出力先" in done.stderr.decode("utf-8")


def test_an_output_in_no_folder(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("name,type_line\nA,Artifact\n", encoding="utf-8")
    done = twgp("convert", "a.csv", "-o", "no/x.jsonl", "--lang", "ja")
    assert (done.code, done.err) == (2, "no/x.jsonl：書き込めない：そのフォルダがない\n")


@pytest.mark.parametrize(
    ("text", "en", "ja"),
    [
        ("- name: [a\n- b: }\n", "line 1 is not YAML: the `[` that opens here", "読めない：ここで開いた `["),
        ("- name: A\n- name: *x\n", "line 2 is not YAML: a value that begins with `*`", "`*` で始まる値は引用符で囲む"),
        ("- name: A: B\n", "a second `: ` in one value", "１つの値の中に２つ目の `: `"),
    ],
)
def test_a_slip_in_a_card_list_of_yaml(twgp: Call, tmp_path: Path, text: str, en: str, ja: str) -> None:
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    assert en in twgp("convert", "a.yaml", "--game", "mtg", "--lang", "en").err
    assert ja in twgp("convert", "a.yaml", "--game", "mtg", "--lang", "ja").err
