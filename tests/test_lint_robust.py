"""`twgp lint` on everything that people hand it by mistake: a clear finding with its line, never a crash."""

import gzip
import io
import json
import time
import tracemalloc
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from decklint.lint import Judgement, Linter
from rulebook.played import read_played
from tests.calling import Call, caller
from tests.lint_helpers import UNITS, card, half, write_pool
from twgp.decks import Pools
from twgp.judging import File, check


@pytest.fixture
def twgp(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> Call:
    odd = ("No", "08", "Alpha: Bird", "@x", "1e5", "null", "~", "off")
    write_pool(tmp_path / "pool.jsonl", (*UNITS, *(card(name) for name in odd)))
    return caller(monkeypatch, capfdbinary, tmp_path)


class Found(NamedTuple):
    """The reading faults of a file (code, line, message) and the exit code."""

    code: int
    faults: list[tuple[str, int, str]]
    err: str


@pytest.fixture
def lint(twgp: Call, tmp_path: Path) -> Any:
    def call(content: str | bytes, name: str = "d.yaml", *arguments: str) -> Found:
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        done = twgp("lint", name, "--output", "jsonl", "--select", "F7", *arguments)
        rows = [json.loads(line) for line in done.out.splitlines()]
        assert "Traceback" not in done.err
        assert all(row["message_ja"] for row in rows)
        return Found(done.code, [(row["code"], row["line"], row["message_en"]) for row in rows], done.err)

    return call


HEAD = "twgp: 1\nformat: half\ncards: pool.jsonl\n"


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("decks:\n\t- cards: [a]\n", 5, "a tab in front of the line"),
        ("decks:\n- cards:\n  - Unit 1\n  cards:\n  - Unit 2\n", 7, "the key cards is given twice"),
        ("vitals: [Unit 1]\nvitals: [Unit 2]\n", 5, "the key vitals is given twice"),
        ("vitals: [@x]\n", 4, "belongs in quotes"),
        ("vitals:\n  - @x\n", 5, "belongs in quotes"),
        ("decks：\n- cards: [Unit 1]\n", 4, "a full-width colon"),
        ("vitals: [Unit 1\n", 4, "the `[` that opens here is not closed"),
        ("vitals:\n  -Unit 1\n  - Unit 2\n", 5, "a space is missing after the `-` of a list"),
        ("vitals:\n- #7\n", 5, "nothing stands here"),
        ("vitals: [[Unit 1]]\n", 4, "a list stands where a card is wanted"),
        ("vitals: [{card: Unit 1, quantity: lots}]\n", 4, "lots is no quantity"),
        ("vitals: [{card: Unit 1, quantity: 0}]\n", 4, "0 is no quantity"),
        ("vitals: [{card: Unit 1, quantity: 99999999999999999999}]\n", 4, "is no quantity"),
        ("format: full\n", 4, "the key format is given twice"),
        ("options: {no_such: 1}\n", 4, "no_such"),
        ("options: {modules.link: maybe}\n", 4, "maybe"),
        ("deck: []\n", 4, "unknown key deck; did you mean decks?"),
        ("? [a, b]\n: 1\n", 4, "a key is a word"),
        ("decks: Unit 1\n", 4, "wants keys with values"),
        ("vitals: [Alpha Bird]\n", 4, "no card Alpha Bird in the card lists"),
        ("vitals: !!python/object/apply:os.system [x]\n", 4, "no card x"),
        ("vitals: [a\x07b]\n", 1, ""),
        ("---\ntwgp: 2\n", 5, "twgp: 2 is not known"),
    ],
)
def test_slips_in_a_document_have_their_line(lint: Any, text: str, line: int, says: str) -> None:
    found = lint(HEAD + text)
    assert found.code in (1, 2)
    assert any(at == line and says in message for _, at, message in found.faults), found


def test_words_are_taken_as_they_are_written(lint: Any) -> None:
    names = "[08, No, 'Alpha: Bird', \"@x\", 1e5, \"null\", '~', off]"
    assert lint(f"{HEAD}vitals: {names}\n").faults == []


def test_an_unquoted_name_with_a_colon_is_told(lint: Any) -> None:
    found = lint(f"{HEAD}vitals:\n  - Alpha: Bird\n")
    assert found.faults == [("F702", 5, "Alpha: Bird is read as a key and its value")]


@pytest.mark.parametrize(
    "text",
    [
        "twgp: 1\nvitals: " + "[" * 100_000 + "]" * 100_000,
        '{"twgp": 1, "vitals": ' + "[" * 100_000 + "]" * 100_000 + "}",
        "twgp: 1\nvitals:\n" + "".join(" " * depth + "- \n" for depth in range(1_000)),
        "twgp: 1\n" + "a: &a [x,x,x,x,x,x,x,x,x]\n"
        + "".join(f"{chr(98 + n)}: &{chr(98 + n)} [{','.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(9))
        + "vitals: *j\n",
        "twgp: 1\ndecks: &d\n- cards: *d\n",
        "twgp: 1\nvitals: &v [{card: *v}, *v]\n",
        "twgp: 1\nvitals: [" + "x, " * 500_000 + "x]\n",
        "twgp: 1\nvitals: [" + "x" * 1_500_000 + "]\n",
        "twgp: 1\n" + "".join(f"k{number}: 1\n" for number in range(50_000)),
        "twgp: 1 # twgp: ignore " + "D104 " * 200_000 + "\n",
        "deck\n" + "1 x\n" * 200_000,
        "1 " * 900_000,
        "twgp: 1\n" + "\n" * 1_500_000,
    ],
    ids=["brackets", "json brackets", "indents", "bomb", "ring", "ring of maps", "items", "word", "keys", "orders",
         "lines", "one line", "blank lines"],
)  # fmt: skip
def test_no_document_takes_long_or_much(tmp_path: Path, text: str) -> None:
    path, pool = tmp_path / "d.yaml", write_pool(tmp_path / "pool.jsonl")
    if not text.startswith(("twgp", "{")):
        path = tmp_path / "d.txt"
    path.write_text(text, encoding="utf-8")
    linter, pools = Linter(Judgement()), Pools([str(pool)])
    start = time.process_time()
    checked = check(File(str(path)), linter, pools, mending=True)
    assert time.process_time() - start < 20
    assert checked.judged
    assert all(found.text("en") and found.text("ja") for one in checked.judged for found in one.findings)


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "d.yaml"
    with path.open("wb") as stream:
        stream.write(b"twgp: 1\n")
        stream.truncate(50_000_000)
    packed = tmp_path / "d.yaml.gz"
    packed.write_bytes(gzip.compress(b"twgp: 1\n" + b"#" * 50_000_000))
    linter, pools = Linter(Judgement()), Pools([])
    for one in (path, packed):
        tracemalloc.start()
        start = time.process_time()
        (judged,) = check(File(str(one)), linter, pools).judged
        assert time.process_time() - start < 1
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
        tracemalloc.stop()
        assert [(found.code, found.says) for found in judged.findings] == [("F701", "too_large")]


@pytest.mark.parametrize(
    ("content", "name", "says"),
    [
        (b"PK\x03\x04" + bytes(200), "d.xlsx", "no text: it looks like"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "d.png", ""),
        (bytes(range(256)) * 10, "d.bin", ""),
        (b"SQLite format 3\x00" + bytes(200), "d.yaml", ""),
        ("twgp: 1\nvitals: [札札札札札]\n".encode() + b"\xff\xfe", "d.yaml", ""),
        (b"\xff", "d.yaml", ""),
        (b"", "d.yaml", "the document is empty"),
        (b"# only a remark\n", "d.yaml", "the document is empty"),
        (b"a,b\n1,2\n3,4\n", "d.csv", "holds no deck list"),
        (b"Just some prose, nothing more.\nAnd a second line of it.\n", "d.txt", "holds no deck list"),
        (b"<html><body>x</body></html>", "d.html", ""),
        (b"[1, 2]", "d.json", ""),
        (b"{}", "d.json", ""),
        (b'{"twgp": 1,}', "d.json", None),
        (b'{"twgp": 1, "vitals": ["\\ud83d\\ude00"]}', "d.json", None),
    ],
)
def test_files_of_other_kinds(lint: Any, content: bytes, name: str, says: str | None) -> None:
    found = lint(content, name)
    if says is None:
        assert not any(code == "F701" for code, _, _ in found.faults)
        return
    assert found.code == 2
    assert [code for code, _, _ in found.faults][:1] == ["F701"]
    assert says in found.faults[0][2]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp932"])
def test_encodings(lint: Any, tmp_path: Path, encoding: str) -> None:
    write_pool(tmp_path / "pool.jsonl", [card("大魔王ゾーマ")])
    found = lint(f"{HEAD}vitals: [大魔王ゾーマ, 無い札]\n".encode(encoding))
    told = [("F701", 1, "read as Shift-JIS (cp932); save the file as UTF-8")] if encoding == "cp932" else []
    assert found.faults == [*told, ("F703", 4, "no card 無い札 in the card lists")]


def test_card_lists_that_are_not_there(lint: Any, tmp_path: Path) -> None:
    found = lint("twgp: 1\nformat: half\ncards:\n  - pool.jsonl\n  - none.jsonl\n  - d.yaml\nvitals: [Unit 1]\n")
    assert found.code == 2
    assert [(code, line) for code, line, _ in found.faults] == [("F701", 5), ("F701", 6)]
    assert "none.jsonl" in found.faults[0][2]
    found = lint(f"{HEAD}vitals: [Unit 1]\n", "e.yaml", "--cards", "none.jsonl")
    assert (found.code, [code for code, _, _ in found.faults]) == (2, ["F701"])
    found = lint("twgp: 1\ncards: .\n", "f.yaml")
    assert found.code in (0, 1, 2)


def test_folders(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = twgp("lint", "empty")
    assert (done.code, done.out) == (2, "")
    assert "nothing to check" in done.err
    decks = tmp_path / "decks"
    (decks / "more").mkdir(parents=True)
    (decks / "twgp.yaml").write_text("severities: {D101: info}\n", encoding="utf-8")
    (decks / "a.yaml").write_text("twgp: 1\nformat: half\ncards: ../pool.jsonl\n", encoding="utf-8")
    (decks / "more" / "b.json").write_text(half(cards=["../../pool.jsonl"]), encoding="utf-8")
    (decks / "c.txt").write_text("Deck\n1 Unit 1\nVitals\n1 Unit 2\n", encoding="utf-8")
    (decks / "overrides.yaml").write_text("Unit 1: {power: 5}\n", encoding="utf-8")
    (decks / "broken.yaml").write_text("twgp: 1\ndecks: [\n", encoding="utf-8")
    (decks / "README.md").write_text("# Decks\n\nThese are my decks.\n", encoding="utf-8")
    (decks / "photo.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    write_pool(decks / "cards.jsonl")
    done = twgp("lint", "decks", "--output", "json")
    report = json.loads(done.out)
    names = [Path(one["file"]).name for one in report["documents"]]
    assert names == ["a.yaml", "broken.yaml", "c.txt", "b.json"]
    assert done.code == 2
    for name in ("README.md", "cards.jsonl", "overrides.yaml", "photo.png"):
        assert name in done.err


def test_standard_input(twgp: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    for text, code in ((half(vitals=[]), 0), ("Deck\n1 Unit 1\nVitals\n1 Unit 2\n", 1), ("", 2)):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode("utf-8")), encoding="utf-8"))
        done = twgp("lint", "-", "--cards", "pool.jsonl", "--output", "json", "--ignore", "V")
        report = json.loads(done.out)
        assert done.code == code
        assert [one["file"] for one in report["documents"]] == ["-"]


def test_several_documents_in_a_file(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "d.yaml").write_text(f"---\n{HEAD}title: a\n---\n{HEAD}title: b\nvitals: [x]\n", encoding="utf-8")
    report = json.loads(twgp("lint", "d.yaml", "--output", "json", "--select", "F703").out)
    assert [one["title"] for one in report["documents"]] == ["a", "b"]
    assert [one["line"] for one in report["findings"]] == [11]


_FRAGMENTS = st.sampled_from(
    ["twgp", ":", " ", "1", "\n", "- ", "decks", "cards", "vitals", "[", "]", "{", "}", ",", "'", '"', "&a", "*a", "#",
     "|", ">", "?", "!", "%", "@", "`", "\t", "  ", "---", "...", "<<", "Unit 1", "Ａ", "：", "format", "half", "trial",
     "options", "modules.link", "off", "master", "card", "quantity", "２", "extra_device", "ignore", "D104", "null",
     "~", "\u2028", "\r", "\0", "\ufeff", "😀", "deck", "Deck\n", "1 Unit 1\n", "V\n", "×", "// ", "SB: ", "used",
     "face_down", "battle"]
)  # fmt: skip
_bytes = st.one_of(
    st.binary(max_size=300),
    st.lists(_FRAGMENTS, max_size=40).map("".join).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.lists(_FRAGMENTS, max_size=40).map(lambda parts: ("twgp: 1\n" + "".join(parts)).encode("utf-8")),
    st.text(max_size=100).map(lambda text: ("Deck\n" + text).encode("utf-8", "replace")),
    st.lists(_FRAGMENTS, max_size=20).map("".join).map(lambda text: text.encode("utf-16")),
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=_bytes, name=st.sampled_from(["d.yaml", "d.txt", "d.json", "d", "d.csv"]))
def test_no_file_makes_it_fail(content: bytes, name: str, tmp_path: Path) -> None:
    path, pool = tmp_path / name, tmp_path / "pool.jsonl"
    if not pool.exists():
        write_pool(pool)
    path.write_bytes(content)
    for found in (False, True):
        checked = check(
            File(str(path), found), Linter(Judgement()), _POOLS.setdefault(pool, Pools([str(pool)])), mending=True
        )
        for one in checked.judged:
            assert all(each.text("en") and each.text("ja") and each.place.line >= 1 for each in one.findings)


_POOLS: dict[Path, Pools] = {}


@settings(max_examples=150, deadline=None)
@given(parts=st.lists(_FRAGMENTS, max_size=30))
def test_no_record_of_play_makes_it_fail(parts: list[str]) -> None:
    read_played("used: [a]\n" + "".join(parts), "p.yaml")
    read_played("".join(parts), "p.yaml")
