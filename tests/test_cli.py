"""The command as a user calls it: output, messages, exit codes, and files left alone when a run fails."""

import gzip
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rulebook.cards import from_line
from rulebook.options import OptionError, option, options
from tests.calling import Call, caller


@pytest.fixture
def twgp(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> Call:
    """Calls the command in an empty folder; messages in English unless `--lang` says otherwise."""
    return caller(monkeypatch, capfdbinary, tmp_path)


@pytest.fixture
def zoma(tmp_path: Path) -> Path:
    """What Excel on Japanese Windows writes: cp932, CRLF, full-width digits."""
    path = tmp_path / "zoma.csv"
    path.write_bytes("名前,HP,種類\r\n大魔王ゾーマ,８７００,モンスター\r\nスライム,8,モンスター\r\n".encode("cp932"))
    return path


@pytest.mark.rule("STATUS-06")
def test_a_spreadsheet_of_japanese_windows_converts(twgp: Call, zoma: Path) -> None:
    done = twgp("convert", zoma)
    cards = [from_line(line) for line in done.out.splitlines()]
    assert done.code == 0
    assert [(card.name, card.type, card.power) for card in cards] == [
        ("大魔王ゾーマ", "unit", 87),
        ("スライム", "unit", 0),
    ]
    assert "cp932" in done.err
    assert "read 2 = converted 2 + merged 0 + unreadable 0" in done.err


def test_the_output_appears_whole_and_under_its_name(twgp: Call, zoma: Path, tmp_path: Path) -> None:
    done = twgp("convert", zoma, "-o", "cards.jsonl")
    assert (done.code, done.out) == (0, "")
    assert len((tmp_path / "cards.jsonl").read_text(encoding="utf-8").splitlines()) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cards.jsonl", "zoma.csv"]


def test_messages_speak_japanese(twgp: Call, zoma: Path) -> None:
    assert "読み込み 2 ＝ 変換 2 ＋ 統合 0 ＋ 読取不可 0" in twgp("convert", zoma, "--lang", "ja").err


def test_stdin_and_gzip(twgp: Call, zoma: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = tmp_path / "list"
    packed.write_bytes(gzip.compress(zoma.read_bytes()))
    with packed.open("rb") as stream:
        monkeypatch.setattr(sys, "stdin", type("Stdin", (), {"buffer": stream})())
        done = twgp("convert", "-")
    assert done.code == 0
    assert len(done.out.splitlines()) == 2


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("empty.json", b"", "empty"),
        ("page.json", b"<!DOCTYPE html><html><body>404</body></html>", "HTML"),
        ("cut.json.gz", gzip.compress(b'[{"name":"A","hp":"40"}]' * 500, mtime=0)[:60], "gzip"),
        ("no-columns.csv", b"\n\n\n", ""),
        ("bytes.csv", b"name,hp\nA\xff\xfe\x00\x81,1\n" * 3, ""),
        ("picture.csv", b"\x89PNG\r\n\x1a\n" + bytes(50), "picture"),
        ("unknown.csv", b"frobs,knobs\n1,2\n3,4\n", ""),
    ],
)
def test_a_file_that_is_no_card_list_is_one_clear_line(
    twgp: Call, tmp_path: Path, name: str, content: bytes, says: str
) -> None:
    (tmp_path / name).write_bytes(content)
    done = twgp("convert", name, "-o", "out.jsonl")
    assert done.code == 2
    assert says in done.err
    assert name in done.err
    assert len(done.err.strip().splitlines()) == 1
    assert "Traceback" not in done.err
    assert not (tmp_path / "out.jsonl").exists()


def test_two_games_that_fit_are_both_named(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "two.csv").write_text("name,hp\nA,100\nB,200\n", encoding="utf-8")
    done = twgp("convert", "two.csv")
    assert done.code == 2
    assert "pokemon" in done.err
    assert "dragon_quest" in done.err
    assert "--game" in done.err
    assert twgp("convert", "two.csv", "--game", "pokemon").code in (0, 1)


def test_an_unknown_game_lists_the_known_ones(twgp: Call, zoma: Path) -> None:
    done = twgp("convert", zoma, "--game", "chess")
    assert done.code == 2
    assert "dragon_quest" in done.err


def test_an_unknown_switch_and_value_list_the_known_ones(twgp: Call, zoma: Path) -> None:
    assert "named_digits_only" in twgp("convert", zoma, "--set", "power_overflow=maybe").err
    done = twgp("convert", zoma, "--set", "power_overflw=reject")
    assert (done.code, "power_overflow" in done.err) == (2, True)


def test_a_zero_byte_is_named(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b"name,hp\nSlime\0,1000\nDrakee,2000\n")
    done = twgp("convert", "a.csv", "--game", "dragon_quest")
    assert done.code == 2
    assert "a.csv: line 2 holds a zero byte (NUL, byte 13)" in done.err


@pytest.mark.parametrize("command", ["rules", "explain"])
def test_a_switch_is_shown_with_its_values_default_and_rules(twgp: Call, command: str) -> None:
    done = twgp(command, "deck_size_check", "--lang", "en")
    assert done.code == 0
    for part in ("deck_size_check (switch)", "max_only: Only an excess is an error.", "default: exact", "RES-04 (L26)"):
        assert part in done.out
    japanese = twgp(command, "ｄｅｃｋ－ｓｉｚｅ－ｃｈｅｃｋ", "--lang", "ja").out
    for part in ("スイッチ", "max_only: 枚数の超過だけを誤りとする。", "既定：exact", "根拠：RES-04（L26）"):
        assert part in japanese


def test_a_house_rule_is_shown_with_what_it_is_given(twgp: Call) -> None:
    done = twgp("rules", "deck_pool", "--lang", "en")
    assert "deck_pool (house rule)" in done.out
    assert "a whole number, at least 20" in done.out
    assert "from 1 to the number of vitals" in twgp("rules", "house:sublime_gap", "--lang", "en").out
    assert "true, false" in twgp("rules", "reuse_b", "--lang", "en").out


def test_switches_as_json_and_the_list_of_all(twgp: Call) -> None:
    (row,) = json.loads(twgp("rules", "deck_size_check", "--output", "json").out)
    assert (row["id"], row["kind"], row["default"], row["rules"]) == ("deck_size_check", "switch", "exact", ["RES-04"])
    assert [value["value"] for value in row["values"]] == ["exact", "max_only"]
    listed = json.loads(twgp("rules", "switches", "--output", "json").out)
    assert {one["id"] for one in listed} == {option.id for option in options()}
    assert "exact | max_only" in twgp("rules", "スイッチ").out


def test_a_slip_in_a_switch_is_told_briefly_and_one_like_no_other_with_all(twgp: Call) -> None:
    done = twgp("rules", "deck_size_chek", "--lang", "en")
    assert (done.code, "did you mean deck_size_check" in done.err) == (1, True)
    near = twgp("convert", "x", "--set", "deck_size_chek=exact", "--lang", "en").err
    assert "did you mean deck_size_check" in near
    assert near.endswith("? `twgp rules switches` lists all\n")
    assert len(near) < 300
    with pytest.raises(OptionError) as caught:
        option("☆")
    said = caught.value.text("en")
    places = [said.index(id_) for id_ in ("deck_size_check", "reuse_b", "modules.link", "power_overflow")]
    assert places == sorted(places)
    assert all(one.id in said for one in options())
    assert "変則ルール：sudden_death_a" in caught.value.text("ja")


def test_a_bad_record_spoils_itself_alone(twgp: Call, tmp_path: Path) -> None:
    row: dict[str, object] = {"id": "x-1", "name": "A", "supertype": "Pokémon", "subtypes": ["Basic"], "hp": "40"}
    lines = [json.dumps({**row, "id": f"x-{n}", "name": f"A{n}"}) for n in range(4)]
    lines[1] = lines[1].replace('"hp"', '"name": "B", "hp"')  # a key twice
    lines[2] = lines[2].replace('"40"', "NaN")
    (tmp_path / "list.jsonl").write_text("\n".join(lines), encoding="utf-8")
    done = twgp("convert", "list.jsonl")
    assert done.code == 1
    assert [from_line(line).name for line in done.out.splitlines()] == ["A0", "A3"]
    assert "list.jsonl:2" in done.err
    assert "list.jsonl:3" in done.err
    assert "read 4 = converted 2 + merged 0 + unreadable 2" in done.err


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_a_line_of_ten_million_characters(twgp: Call, tmp_path: Path, suffix: str) -> None:
    long = "x" * 10_000_000
    text = {
        "csv": f"name,supertype,subtypes,hp,text\nA,Pokémon,Basic,40,{long}\nB,Pokémon,Basic,50,\n",
        "jsonl": "\n".join(
            json.dumps({"name": name, "supertype": "Pokémon", "subtypes": ["Basic"], "hp": "40", "text": text})
            for name, text in (("A", long), ("B", ""))
        ),
    }[suffix]
    (tmp_path / f"long.{suffix}").write_text(text, encoding="utf-8")
    done = twgp("convert", f"long.{suffix}", "--game", "pokemon", "-o", "out.jsonl")
    assert done.code in (0, 1)
    assert "Traceback" not in done.err
    assert "B" in (tmp_path / "out.jsonl").read_text(encoding="utf-8")


def test_overrides_correct_a_card_and_the_row_says_so(twgp: Call, zoma: Path, tmp_path: Path) -> None:
    (tmp_path / "o.yaml").write_text("スライム: {type: weapon, why: ruling}\nNobody: {power: 3}\n", encoding="utf-8")
    done = twgp("convert", zoma, "--overrides", "o.yaml")
    slime = from_line(done.out.splitlines()[1])
    assert (slime.type, slime.power, slime.overridden) == ("weapon", None, ("type",))
    assert "Nobody" in done.err


def test_overrides_with_faults_name_their_lines(twgp: Call, zoma: Path, tmp_path: Path) -> None:
    (tmp_path / "o.yaml").write_text("スライム: {type: unti}\n", encoding="utf-8")
    done = twgp("convert", zoma, "--overrides", "o.yaml")
    assert done.code == 2
    assert "o.yaml:1" in done.err


def test_a_project_file_is_found_upwards(
    twgp: Call, zoma: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "o.yaml").write_text("スライム: {power: 5}\n", encoding="utf-8")
    (tmp_path / "twgp.yaml").write_text("overrides: [o.yaml]\n", encoding="utf-8")
    below = tmp_path / "below" / "deeper"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    assert from_line(twgp("convert", zoma).out.splitlines()[1]).power == 5
    (tmp_path / "twgp.yaml").write_text("overides: [o.yaml]\n", encoding="utf-8")
    done = twgp("convert", zoma)
    assert (done.code, "twgp.yaml:1" in done.err) == (2, True)


def test_a_mapped_list_of_a_game_nobody_foresaw(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "own.csv").write_text("カード名,戦闘力,種類\n火竜,2500,モンスター\n火の剣,,武器\n", encoding="utf-8")
    done = twgp(
        "convert", "own.csv", "--game", "mygame",
        "--map", "name=カード名", "--map", "power=戦闘力/1000", "--map", "kind=種類",
    )  # fmt: skip
    cards = [from_line(line) for line in done.out.splitlines()]
    assert [(card.id, card.type, card.power) for card in cards] == [
        ("mygame/火竜", "unit", 2),
        ("mygame/火の剣", "weapon", None),
    ]
    assert "name" in twgp("convert", "own.csv", "--game", "mygame", "--map", "nam=カード名").err


def test_strict_makes_doubt_a_failure(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "doubt.csv").write_text("名前,HP,種類\nスライム,?,モンスター\n", encoding="utf-8")
    assert twgp("convert", "doubt.csv").code == 0
    assert twgp("convert", "doubt.csv", "--strict").code == 1


def test_input_and_output_cannot_be_one_file(twgp: Call, zoma: Path) -> None:
    before = zoma.read_bytes()
    assert twgp("convert", zoma, "-o", zoma).code == 2
    assert zoma.read_bytes() == before


def test_binary_formats_want_a_file(twgp: Call, zoma: Path) -> None:
    done = twgp("convert", zoma, "--to", "xlsx")
    assert (done.code, "-o" in done.err) == (2, True)


def test_inspect_writes_nothing_and_says_what_is_read_as_what(twgp: Call, zoma: Path, tmp_path: Path) -> None:
    done = twgp("inspect", zoma)
    assert done.code == 0
    for word in ("cp932", "dragon_quest", "HP", "名前", "87"):
        assert word in done.out
    assert [path.name for path in tmp_path.iterdir()] == ["zoma.csv"]


def test_table_rules_games_schema_demo(twgp: Call, zoma: Path) -> None:
    assert "大魔王ゾーマ" in twgp("convert", zoma, "--to", "table").out
    assert "STATUS-14" in twgp("rules", "L133").out
    assert "STATUS-14" in twgp("rules", "status-14", "--lang", "ja").out
    assert "live_on" in twgp("games").out
    assert json.loads(twgp("schema", "card").out)["title"]
    assert "recipe" in twgp("schema").out
    demo = twgp("demo")
    assert demo.code == 0
    assert "dragon_quest" in demo.out


@pytest.mark.parametrize("arguments", [["--help"], ["games"]])
def test_pandas_is_left_alone_where_it_is_not_needed(twgp: Call, arguments: list[str]) -> None:
    import subprocess

    code = (
        "import sys\nfrom twgp.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "sys.exit('pandas' in sys.modules)"
    )
    root = Path(__file__).parent.parent
    done = subprocess.run([sys.executable, "-c", code, *arguments], cwd=root, capture_output=True, check=False)
    assert done.returncode == 0


def test_other_encodings_of_the_machine_change_nothing(zoma: Path, tmp_path: Path) -> None:
    """Every file names its encoding, so that a C locale or a Japanese Windows reads and writes the same."""
    import os
    import subprocess

    environment = {
        **os.environ,
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONIOENCODING": "cp932",
        "PYTHONCOERCECLOCALE": "0",
    }
    root = Path(__file__).parent.parent
    out = tmp_path / "out.csv"
    strict = ["-X", "warn_default_encoding", "-W", "error::EncodingWarning"]
    done = subprocess.run(
        [sys.executable, *strict, "-m", "twgp.cli", "convert", str(zoma), "-o", str(out), "--lang", "ja"],
        cwd=root,
        env=environment,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode("cp932")
    assert "大魔王ゾーマ" in out.read_text(encoding="utf-8")
    assert "読み込み 2" in done.stderr.decode("cp932")


@pytest.mark.parametrize("text", ["null\n", '"word"\n', "5\n", "null\nnull\n", "hello world\nthis is text\n"])
@pytest.mark.parametrize("command", ["convert", "inspect"])
def test_what_holds_neither_cards_nor_a_deck_is_named_so(twgp: Call, tmp_path: Path, text: str, command: str) -> None:
    (tmp_path / "x.json").write_text(text, encoding="utf-8")
    done = twgp(command, "x.json")
    assert (done.code, done.err) == (2, "x.json: neither a card list nor a deck list\n")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_an_encoding_that_the_file_does_not_have(twgp: Call, zoma: Path, encoding: str) -> None:
    done = twgp("convert", zoma, "--encoding", encoding)
    assert done.code == 2
    assert f"is not {encoding.upper()}" in done.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_written_to_and_stays_a_pipe(twgp: Call, zoma: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit((tmp_path / "pipe").read_bytes)
        assert twgp("convert", zoma, "-o", "pipe", "--to", "jsonl").code == 0
        lines = read.result(timeout=20).decode("utf-8").splitlines()
    assert [from_line(line).power for line in lines] == [87, 0]
    assert (tmp_path / "pipe").is_fifo()


def test_a_link_stays_a_link(twgp: Call, zoma: Path, tmp_path: Path) -> None:
    (tmp_path / "real.jsonl").write_bytes(b"")
    try:
        (tmp_path / "link.jsonl").symlink_to("real.jsonl")
    except OSError:
        pytest.skip("links need a right here")
    assert twgp("convert", zoma, "-o", "link.jsonl").code == 0
    assert (tmp_path / "link.jsonl").is_symlink()
    assert (tmp_path / "real.jsonl").read_bytes().count(b"\n") == 2


def test_numbers_in_corrections_are_read_as_people_write_them(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("名前,HP,種類\n007,8700,モンスター\n010,8,モンスター\n", encoding="utf-8")
    (tmp_path / "o.yaml").write_text("007: {power: 010}\n010: {power: 09}\n", encoding="utf-8")
    done = twgp("convert", "a.csv", "--overrides", "o.yaml")
    assert [card.power for card in map(from_line, done.out.splitlines())] == [10, 9]


@pytest.mark.parametrize(
    ("change", "code"),
    [("{type: vital, power: 3}", "override_power_no_unit"), ("{power: 3}", "override_power_no_unit")],
)
def test_a_power_for_what_is_no_unit_is_told_of(twgp: Call, tmp_path: Path, change: str, code: str) -> None:
    (tmp_path / "a.csv").write_text("名前,HP,種類\n剣,8,武器\n", encoding="utf-8")
    (tmp_path / "o.yaml").write_text(f"剣: {change}\n", encoding="utf-8")
    done = twgp("convert", "a.csv", "--game", "dragon_quest", "--overrides", "o.yaml")
    assert from_line(done.out).power is None
    assert code in done.err


def test_a_unit_without_a_power_is_told_of(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("名前,HP,種類\n剣,8,武器\n", encoding="utf-8")
    (tmp_path / "o.yaml").write_text("剣: {type: unit}\n", encoding="utf-8")
    done = twgp("convert", "a.csv", "--game", "dragon_quest", "--overrides", "o.yaml")
    assert "override_power_missing" in done.err


def test_a_mapped_column_that_is_not_there(twgp: Call, zoma: Path) -> None:
    done = twgp("convert", zoma, "--game", "mine", "--map", "name=Nope")
    assert done.code == 2
    assert "no column Nope (--map); there are 名前, HP, 種類" in done.err


def test_a_recipe_is_not_dropped_for_another_game(twgp: Call, zoma: Path, tmp_path: Path) -> None:
    (tmp_path / "r.yaml").write_text("id: mine\nfields: {name: 名前}\n", encoding="utf-8")
    done = twgp("convert", zoma, "--recipe", "r.yaml", "--game", "mtg")
    assert done.code == 2
    assert "mine" in done.err


def test_inspect_shows_the_columns_of_the_file_and_no_others(twgp: Call, zoma: Path) -> None:
    assert "absent" not in twgp("inspect", zoma, "--game", "mtg").out


@pytest.mark.rule("STATUS-07")
@pytest.mark.parametrize(
    ("cost", "power"),
    [("3", 3), ("2WW", 4), ("{2/W}{W}{X}", 3), ("{10}{HW}", 10), ("WUBRG", 5), ("{W/P}W", 2), ("{W", None)],
)
def test_a_mana_cost_with_and_without_braces(twgp: Call, tmp_path: Path, cost: str, power: int | None) -> None:
    (tmp_path / "m.csv").write_text(f"name,cost,type\nX,{cost},Creature\n", encoding="utf-8")
    assert from_line(twgp("convert", "m.csv", "--game", "mtg").out).power == power


@pytest.mark.parametrize("option", ["--overrides", "--recipe", "--cards"])
def test_nothing_that_is_read_is_written_over(twgp: Call, zoma: Path, tmp_path: Path, option: str) -> None:
    read = tmp_path / "read.yaml"
    read.write_text("スライム: {power: 5}\n", encoding="utf-8")
    done = twgp("convert", zoma, option, read, "-o", read)
    assert done.code == 2
    assert read.read_text(encoding="utf-8") == "スライム: {power: 5}\n"


def test_the_corrections_of_the_project_are_not_written_over(twgp: Call, zoma: Path, tmp_path: Path) -> None:
    (tmp_path / "o.yaml").write_text("スライム: {power: 5}\n", encoding="utf-8")
    (tmp_path / "twgp.yaml").write_text("overrides: [o.yaml]\n", encoding="utf-8")
    for name in ("o.yaml", "twgp.yaml"):
        before = (tmp_path / name).read_bytes()
        assert twgp("convert", zoma, "-o", name).code == 2
        assert (tmp_path / name).read_bytes() == before


def test_a_folder_is_read_without_the_output_of_the_last_run(twgp: Call, zoma: Path, tmp_path: Path) -> None:
    for _ in range(2):
        done = twgp("convert", ".", "-o", "out.csv")
        assert "read 2 = converted 2 + merged 0" in done.err


def test_a_table_and_a_file_do_not_go_together(twgp: Call, zoma: Path, tmp_path: Path) -> None:
    assert twgp("convert", zoma, "--to", "table", "-o", "out.txt").code == 2
    assert not (tmp_path / "out.txt").exists()


def test_an_empty_folder_beside_a_list_is_passed_over(twgp: Call, zoma: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = twgp("convert", zoma, "empty", "--to", "jsonl")
    assert (done.code, len(done.out.splitlines())) == (1, 2)
    assert "empty" in done.err
    assert twgp("convert", "empty").code == 2


def test_a_correction_that_met_no_card_is_doubtful(twgp: Call, zoma: Path, tmp_path: Path) -> None:
    (tmp_path / "o.yaml").write_text("Nobody: {power: 5}\n", encoding="utf-8")
    assert twgp("convert", zoma, "--overrides", "o.yaml").code == 0
    assert twgp("convert", zoma, "--overrides", "o.yaml", "--strict").code == 1


def test_a_list_as_a_key_of_corrections(twgp: Call, zoma: Path, tmp_path: Path) -> None:
    (tmp_path / "o.yaml").write_text("a: {power: 5}\n[a]: {power: 5}\n", encoding="utf-8")
    done = twgp("convert", zoma, "--overrides", "o.yaml")
    assert (done.code, done.err) == (2, "o.yaml:2: a key is a word, no list; put it in quotes\n")


def test_a_message_and_a_table_show_the_start_of_a_huge_value(twgp: Call, tmp_path: Path) -> None:
    huge = "x" * 1_000_000
    line = json.dumps({"名前": huge, "HP": huge, "種類": "モンスター"})
    (tmp_path / "a.jsonl").write_text(f"{line}\n", encoding="utf-8")
    done = twgp("convert", "a.jsonl", "--game", "dragon_quest", "--to", "table")
    assert done.code == 0
    assert len(done.out) + len(done.err) < 10_000


@pytest.mark.skipif(os.name == "nt", reason="a shell's way to end a reader")
@pytest.mark.parametrize("call", ["games", "rules", "schema card", "convert zoma.csv"])
def test_a_reader_that_has_seen_enough_is_no_failure(zoma: Path, tmp_path: Path, call: str) -> None:
    command = [sys.executable, "-c", "from twgp.cli import main; main()", *call.split()]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None
        run.stdout.close()
        assert run.wait(timeout=30) == 0


@pytest.mark.skipif(os.name == "nt", reason="closes a stream as a shell does")
def test_a_closed_output_is_no_fault_of_ours(zoma: Path, tmp_path: Path) -> None:
    command = f'"{sys.executable}" -c "from twgp.cli import main; main()" convert zoma.csv >&-'
    assert subprocess.run(command, shell=True, cwd=tmp_path, check=False, capture_output=True).returncode == 0


def test_the_version_is_told(twgp: Call) -> None:
    done = twgp("--version")
    assert (done.code, done.err) == (0, "")
    assert re.fullmatch(r"twgp \d\S*\n", done.out)


def test_inspect_joins_the_columns_of_the_kind_and_calls_none_unread_that_is_read(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text(
        "カード名,HP,種類,進化,レアリティ\n甲,120,ポケモン,2進化,R\n乙,60,ポケモン,,\n", encoding="utf-8"
    )
    out = twgp("inspect", "p.csv").out
    assert "種類 + 進化 → kind" in out
    assert "not read: レアリティ\n" in out
    assert "  カード名=乙, HP=60, 種類=ポケモン\n" in out
    assert not any(word in out for word in ("None", "any_name", "part", "進化=,"))


def test_inspect_knows_the_columns_that_only_an_adapter_reads(twgp: Call, tmp_path: Path) -> None:
    row: dict[str, object] = {"id": "x-1", "name": "First", "supertype": "Pokémon", "hp": "50", "artist": "Nobody"}
    row |= {"number": "1", "rules": ["Discard this card."]}
    row |= {"attacks": [{"name": "Hit", "damage": "10", "text": "Draw a card."}]}
    (tmp_path / "p.json").write_text(json.dumps([row]), encoding="utf-8")
    out = twgp("inspect", "p.json").out
    assert "not read: artist\n" in out
    assert " → text" not in out  # the file has no such column


def test_inspect_shows_the_ids_of_a_coded_list(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "d.ydk").write_text("#main\n12345678\n#extra\n87654321\n!side\n", encoding="utf-8")
    out = twgp("inspect", "d.ydk").out
    assert "  quantity=1, id=12345678, section=main\n" in out
    assert "None" not in out


def test_a_column_may_have_a_line_end_in_its_name(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text('カード名,HP,"種\n類",進化\n甲,120,ポケモン,2進化\n', encoding="utf-8")
    assert "種 類 + 進化 → kind" in twgp("inspect", "p.csv", "--game", "pokemon").out
    done = twgp("convert", "p.csv", "--game", "pokemon")
    assert done.code == 0
    assert json.loads(done.out)["source"]["fields"] == {"HP": "120", "種\n類": "ポケモン", "進化": "2進化"}


BURN = "ほのおのキバ 60 相手のバトルポケモンをやけどにする。"
BURN_EN = "Fire Fang 60. The defending card is now Burned."
FIND = "さがす：自分の山札からカードを1枚選び、手札に加える。"


@pytest.mark.parametrize(
    ("columns", "cells", "text"),
    [
        ("ワザ", BURN, BURN),
        ("技", BURN, BURN),
        ("特性", FIND, FIND),
        ("特性,ワザ", f"{FIND},{BURN}", f"{FIND}\n{BURN}"),
        ("テキスト,ワザ", f"{FIND},{BURN}", FIND),
        ("テキスト,ワザ", f",{BURN}", BURN),
        ("ワザ", "ほのおのキバ 60", None),
        ("ワザ", "たいあたり", None),
        ("Attacks", BURN_EN, BURN_EN),
    ],
)
def test_the_texts_of_attacks_in_a_spreadsheet_are_the_text(
    twgp: Call, tmp_path: Path, columns: str, cells: str, text: str | None
) -> None:
    (tmp_path / "p.csv").write_text(f"カード名,HP,種類,{columns}\n甲,60,ポケモン,{cells}\n", encoding="utf-8")
    row = json.loads(twgp("convert", "p.csv").out)
    assert (row["text"] or row["text_ja"]) == text
    assert bool(row["effects"]) == (text is not None)


def test_a_field_is_mapped_once(twgp: Call, zoma: Path) -> None:
    done = twgp("convert", zoma, "--game", "own", "--map", "name=名前", "--map", "name=種類")
    assert (done.code, done.out) == (2, "")
    assert "名前, 種類" in done.err
    assert twgp("convert", zoma, "--game", "own", "--map", "name=名前", "--map", "name=名前").code == 0


def test_mapping_a_list_of_a_known_game_names_that_game(twgp: Call, zoma: Path, tmp_path: Path) -> None:
    done = twgp("convert", zoma, "--map", "name=種類")
    assert done.code == 2
    assert "--game dragon_quest" in done.err
    (tmp_path / "own.csv").write_text("札,力\n甲,3\n", encoding="utf-8")
    assert "--game mygame" in twgp("convert", "own.csv", "--map", "name=札").err
