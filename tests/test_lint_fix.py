"""`twgp lint --fix` and `--diff`: what is mended, what stays, and that nothing else of a file changes."""

import codecs
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from decklint.fix import Mend, applied, spelled
from decklint.lint import Judgement, Linter
from rulebook.pool import Pool
from rulebook.scalars import scalars, written
from rulebook.walk import Place
from tests.calling import Call, caller
from tests.lint_helpers import UNITS, VITALS, card, half, write_pool
from twgp.decks import Pools
from twgp.judging import File, check
from twgp.list_mends import list_mends

NAMES = (
    "Alpha Bird",
    "Béta, the [Blue]",
    "Gamma: Tower",
    "青眼の白龍",
    "ブラック・マジシャン",
    "No",
    "08",
    "#7",
    "@x",
    "It's",
)
ODD = (*(card(name) for name in NAMES[:3]), card("White Dragon", name_ja="青眼の白龍"),
       card("Dark Magician", name_ja="ブラック・マジシャン"), *(card(name) for name in NAMES[5:]))  # fmt: skip
CARDS = (*ODD, *UNITS, *VITALS)
POOL = Pool(CARDS)


@pytest.fixture
def twgp(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> Call:
    write_pool(tmp_path / "pool.jsonl", CARDS)
    return caller(monkeypatch, capfdbinary, tmp_path)


@pytest.mark.parametrize(
    ("written_name", "own"),
    [
        ("alpha bird", "Alpha Bird"),
        ("Ａｌｐｈａ  ＢＩＲＤ", "Alpha Bird"),
        ("beta, the [blue]", "Béta, the [Blue]"),
        ("ﾌﾞﾗｯｸ･ﾏｼﾞｼｬﾝ", "ブラック・マジシャン"),  # the language that was written stays
        ("dark magician", "Dark Magician"),
        ("Alpha Bird", None),
        ("own/Alpha Bird", None),  # an id is no name
        ("Alpha Brid", None),  # likeness is no match
    ],
)
def test_a_name_gets_the_cards_own_spelling(written_name: str, own: str | None) -> None:
    assert spelled(written_name, POOL) == own


def test_a_name_that_two_cards_share_when_folded_stays() -> None:
    pool = Pool([card("Ash"), card("ASH", identity="own:other", id="own/2")])
    assert spelled("ash", pool) is None
    assert spelled("Ash", pool) is None


DOCUMENT = """\
# first deck
twgp: 1
format: half
cards: [pool.jsonl]   # the list
decks:
  - name: alpha bird
    archive: ["ALPHA BIRD"]
    cards:
      - alpha bird   # opening
      - 'gamma: tower'
      - {card: beta\u0301, effect: spell}
      - {card: ｄａｒｋ magician, quantity: "１"}
      - {card: Unit 1, quantity: ３}
      - it's
vitals: [vital 1, "vital  2"]
"""


def test_documents_are_mended_in_their_places(twgp: Call, tmp_path: Path) -> None:
    path = tmp_path / "d.yaml"
    path.write_bytes(codecs.BOM_UTF8 + DOCUMENT.replace("\n", "\r\n").encode("utf-8"))
    done = twgp("lint", "d.yaml", "--fix")
    expected = (
        DOCUMENT.replace('["ALPHA BIRD"]', '["Alpha Bird"]')
        .replace("- alpha bird ", "- Alpha Bird ")
        .replace("'gamma: tower'", "'Gamma: Tower'")
        .replace("ｄａｒｋ magician", "Dark Magician")
        .replace('"１"', '"1"')
        .replace("３", "3")
        .replace("- it's", "- It's")
        .replace("[vital 1", "[Vital 1")
        .replace('"vital  2"', '"Vital 2"')
    )
    assert path.read_bytes() == codecs.BOM_UTF8 + expected.replace("\n", "\r\n").encode("utf-8")
    assert "d.yaml: mended: digits 2, names 7" in done.err
    again = twgp("lint", "d.yaml", "--fix")
    assert "nothing to mend" in again.err
    assert path.read_bytes() == codecs.BOM_UTF8 + expected.replace("\n", "\r\n").encode("utf-8")


def test_a_name_that_needs_quotes_gets_them(twgp: Call, tmp_path: Path) -> None:
    path = tmp_path / "d.yaml"
    path.write_text(
        "twgp: 1\nformat: half\ncards: pool.jsonl\ndecks:\n- cards: [ＧＡＭＭＡ： tower, ＠x, ＃7]\n", encoding="utf-8"
    )
    twgp("lint", "d.yaml", "--fix")
    assert path.read_text(encoding="utf-8").endswith('cards: ["Gamma: Tower", "@x", "#7"]\n')


def test_json_stays_json(twgp: Call, tmp_path: Path) -> None:
    path = tmp_path / "d.json"
    path.write_text(half(["alpha bird", {"card": "gamma: tower", "quantity": "２"}, "\t"]), encoding="utf-8")
    before = path.read_text(encoding="utf-8")
    twgp("lint", "d.json", "--fix")
    after = before.replace("alpha bird", "Alpha Bird").replace("gamma: tower", "Gamma: Tower").replace("２", "2")
    assert path.read_text(encoding="utf-8") == after


LIST = """\
format: half
// my deck
ｄｅｃｋ
１ alpha bird
1 Unit 1
2 unit 1
1 Unit 2 # twgp: ignore D103
1 Unit 2
バイタル:
1 Vital 1
1 Vital 1
Extra device
1 Unit 3
1 Unit 3
"""
MENDED = """\
format: half
// my deck
Deck
1 Alpha Bird
3 Unit 1
1 Unit 2 # twgp: ignore D103
1 Unit 2
ヴァイタル:
1 Vital 1
1 Vital 1
Extra device
1 Unit 3
1 Unit 3
"""


def test_lists_are_mended_line_by_line(twgp: Call, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(LIST.replace("\n", "\r\n").encode("cp932"))
    done = twgp("lint", "list.txt", "--cards", "pool.jsonl", "--diff")
    assert path.read_bytes() == LIST.replace("\n", "\r\n").encode("cp932")
    assert done.code == 1
    assert "-１ alpha bird" in done.out
    assert "+1 Alpha Bird" in done.out
    assert "error" not in done.out
    twgp("lint", "list.txt", "--cards", "pool.jsonl", "--fix")
    assert path.read_bytes().decode("cp932").replace("\r\n", "\n") == MENDED
    assert "nothing to mend" in twgp("lint", "list.txt", "--cards", "pool.jsonl", "--fix").err


@pytest.mark.parametrize(
    ("heading", "own"),
    [("VITALS (5)", "Vitals (5)"), ("# vital", "# Vitals"), ("【バイタル】", "【ヴァイタル】"),
     ("アーカイブ：", "アーカイヴ："),
     ("エクストラデバイス", "エクストラ・デヴァイス"), ("ENTRY DECK", "Entry deck"), ("ｅｄ", "ED"), ("v:", "V:")],
)  # fmt: skip
def test_headings_get_their_own_spelling(heading: str, own: str) -> None:
    text = f"D\n1 Unit 1\n{heading}\n1 Vital 1\nMaster\n1 Unit 3\n"
    mended = applied(text, list_mends(text, None))
    assert mended == text.replace(heading, own)
    assert list_mends(mended, None) == []


def test_lists_of_other_games_keep_their_headings_and_coded_ones_all() -> None:
    for text in ("deck\n1 Unit 1\nsideboard\n1 Unit 2\n", "#main\n123\n123\n#extra\n!side\n"):
        assert list_mends(text, None) == []


def test_the_diff_of_a_file_without_a_last_line_feed(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "d.yaml").write_text("twgp: 1\ncards: pool.jsonl\nvitals:\n- vital 1", encoding="utf-8")
    done = twgp("lint", "d.yaml", "--diff")
    tail = "-- vital 1\n\\ No newline at end of file\n+- Vital 1\n\\ No newline at end of file\n"
    assert done.out.endswith(tail)
    assert "d.yaml: to be mended: names 1" in done.err


def test_a_report_for_programs_stays_one_beside_a_diff(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "d.yaml").write_text("twgp: 1\ncards: pool.jsonl\nvitals: [vital 1]\n", encoding="utf-8")
    done = twgp("lint", "d.yaml", "--diff", "--output", "json")
    assert done.out.startswith("{")
    assert "+vitals: [Vital 1]" in done.err


def test_standard_input_cannot_be_mended(twgp: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "in").write_text("twgp: 1\ncards: pool.jsonl\nvitals: [vital 1]\n", encoding="utf-8")
    with (tmp_path / "in").open(encoding="utf-8") as stream:
        monkeypatch.setattr("sys.stdin", stream)
        done = twgp("lint", "-", "--fix")
    assert done.code == 2
    assert "--diff shows the mends" in done.err


def test_a_file_that_cannot_be_written_is_told(twgp: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "d.yaml").write_text("twgp: 1\ncards: pool.jsonl\nvitals: [vital 1]\n", encoding="utf-8")

    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "d.yaml")

    monkeypatch.setattr("converters.outputs.os.replace", refused)
    done = twgp("lint", "d.yaml", "--fix")
    assert (done.code, done.err.strip()) == (2, "d.yaml: cannot be written: Permission denied")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["d.yaml", "pool.jsonl"]


def test_a_spelling_that_the_encoding_cannot_hold_is_left(twgp: Call, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes("デッキ\n1 beta, the [blue]\n1 alpha bird\nヴァイタル\n1 Vital 1\n".encode("cp932"))
    twgp("lint", "list.txt", "--cards", "pool.jsonl", "--fix")
    assert path.read_bytes().decode("cp932").splitlines()[1:3] == ["1 beta, the [blue]", "1 Alpha Bird"]


def test_a_set_that_is_listed_without_a_number_is_not_merged() -> None:
    pool = Pool([card("Exodia", flags=("set:5",)), card("Alpha")])
    text = "Deck\nExodia\nExodia\n1 Alpha\nVitals\n1 Alpha\n"
    assert list_mends(text, pool) == []


@pytest.mark.parametrize("style", ["", "'", '"'])
@given(value=st.text(min_size=1, max_size=12))
def test_what_is_written_is_read_back(style: str, value: str) -> None:
    if not value.isprintable() or value != value.strip():
        return
    for text in (f"[{written(value, style, 'yaml')}, x]\n", f"- a\n- {written(value, style, 'yaml')}\n"):
        assert value in [one.value for one in scalars(text, "yaml").values()]


def test_places_are_characters_whatever_stands_before_them() -> None:
    text = "# 😀髙\r\nvitals: [😀, 'Ａ b', \"c\"]\r\n"
    found = scalars(text, "yaml")
    one = found[Place(2, 13)]
    assert (one.value, one.style, text[one.start : one.end]) == ("Ａ b", "'", "'Ａ b'")
    assert applied(text, [Mend(one.start, one.end, "'A b'", "name")]) == text.replace("Ａ", "A")


_spellings = st.sampled_from([one.name for one in CARDS] + [one.name_ja for one in CARDS if one.name_ja]).flatmap(
    lambda name: st.sampled_from([name, name.lower(), name.upper(), name.replace(" ", "  "), name.replace("・", "･")])
)
_quoted = st.tuples(_spellings, st.sampled_from(["", "'", '"'])).map(lambda pair: written(*pair, "yaml"))
_items = st.one_of(
    _quoted,
    st.tuples(_quoted, st.sampled_from(["1", "２", '"３"', "0", "x"])).map("{{card: {0[0]}, quantity: {0[1]}}}".format),
)
_documents = st.builds(
    "twgp: 1\nformat: half\ndecks:\n- cards: [{}]\n- cards:\n{}vitals: [{}]\n".format,
    st.lists(_items, max_size=6).map(", ".join),
    st.lists(_items, min_size=1, max_size=6).map(lambda items: "".join(f"  - {item}\n" for item in items)),
    st.lists(_items, max_size=4).map(", ".join),
)


def test_a_list_that_would_no_longer_be_known_as_one_stays(tmp_path: Path) -> None:
    path, pool = tmp_path / "d.txt", write_pool(tmp_path / "pool.jsonl", CARDS)
    path.write_text("Béta, the [Blue] ×２\ndeck\n# x\n# x\nBéta, the [Blue] ×２\n", encoding="utf-8")
    assert list_mends(path.read_text(encoding="utf-8"), POOL)
    assert check(File(str(path)), Linter(Judgement()), Pools([str(pool)]), mending=True).mended is None


@pytest.mark.rule("RES-19")
def test_a_hand_without_a_deck_is_not_lost(tmp_path: Path) -> None:
    path, pool = tmp_path / "d.txt", write_pool(tmp_path / "pool.jsonl", CARDS)
    path.write_text("archive:\nAlpha Bird ×２\n1 Alpha Bird\nAlpha Bird ×２\narchive:\nunit 1\n", encoding="utf-8")
    checked = check(File(str(path)), Linter(Judgement()), Pools([str(pool)]), mending=True)
    assert checked.judged[0].cards == 5
    assert checked.mended is None  # with a line less "unit 1" would be a card


_lines = st.one_of(
    st.tuples(st.sampled_from(["1 ", "２ ", "1x ", "- 1 ", "", "0 "]), _spellings).map("".join),
    _spellings.map("{} ×２".format),
    st.sampled_from(
        ["deck", "Deck", "バイタル", "V", "D", "archive:", "Extra", "# x", "", "sideboard", "デッキ（２０枚）"]
    ),
)
_lists = st.lists(_lines, min_size=1, max_size=14).map(lambda lines: "\n".join(lines) + "\n")


@pytest.mark.parametrize(("name", "texts"), [("d.yaml", _documents), ("d.txt", _lists)])
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_mended_file_gains_no_error_and_is_mended_once(
    name: str, texts: st.SearchStrategy[str], data: st.DataObject, tmp_path: Path
) -> None:
    pool = tmp_path / "pool.jsonl"
    if not pool.exists():
        write_pool(pool, CARDS)
    path = tmp_path / name
    path.write_text(data.draw(texts), encoding="utf-8")
    linter, pools = Linter(Judgement()), _pools(pool)
    first = check(File(str(path)), linter, pools, mending=True)
    if first.mended is None:
        return
    first.mended.write()
    assert path.read_text(encoding="utf-8") == first.mended.after
    second = check(File(str(path)), linter, pools, mending=True)
    assert second.mended is None
    assert not _errors(second.judged) - _errors(first.judged)


_CACHE: dict[Path, Pools] = {}


def _pools(pool: Path) -> Pools:
    return _CACHE.setdefault(pool, Pools([str(pool)]))


def _errors(judged: list) -> Counter[str]:  # type: ignore[type-arg]
    return Counter(found.code for one in judged for found in one.findings if found.severity == "error")
