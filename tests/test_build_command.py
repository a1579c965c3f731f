"""`twgp deck build` as a user calls it."""

import json
import sys
from pathlib import Path

import pytest

from rulebook.cards import Card, CardEffect, Link, TextKey, to_line
from rulebook.documents import load_document, parse_document
from tests.calling import Call, caller


@pytest.fixture
def twgp(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> Call:
    """Calls `twgp` in a folder with the pool; messages in English unless `--lang` says otherwise."""
    return caller(monkeypatch, capfdbinary, tmp_path)


def card(name: str, **fields: object) -> Card:
    given = {
        "id": f"own/{name}", "identity": f"own/{name}", "name": name, "game": "own", "type": "unit",
        "places": ("deck",), "text_key": TextKey(en=f"text of {name}"), "ruleset": "x",
    }  # fmt: skip
    return Card(**{**given, **fields})  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def pool(tmp_path: Path) -> Path:
    """Forty units of 01 to 08, effects, weapons, vitals, devices, and names that want care."""
    effects = ("spell", "hack", "copy", "accel")
    cards = [
        *(card(f"Unit {n}", name_ja=f"ユニット{n}", power=1 + n % 8) for n in range(40)),
        *(card(f"Effect {n}", type="archive_effect", effect=effects[n % 4],
               effects=(CardEffect(effects[n % 4], 1),)) for n in range(8)),  # type: ignore[arg-type]
        *(card(f"Blade {n}", type="weapon") for n in range(4)),
        *(card(f"Field {n}", type="vital", places=("vital",), vital_kind="counter") for n in range(8)),
        *(card(f"Pit {n}", power=5, places=("extra_device",)) for n in range(8)),
        card("Dragon", power=3, links=(Link("dragoon", ("A",)),)),
        card("Rider", power=2, links=(Link("dragoon", ("B",)),)),
        card("Giant", name_ja="巨人", power=90),
        card("007", power=2),
    ]  # fmt: skip
    path = tmp_path / "pool.jsonl"
    path.write_bytes(b"".join(to_line(one) + b"\n" for one in cards))
    return path


def test_a_deck_is_written_that_lint_finds_legal(twgp: Call, tmp_path: Path) -> None:
    done = twgp("deck", "build", "pool.jsonl", "--seed", "4", "--archive", "3", "--extra", "-o", "deck.yaml")
    assert (done.code, done.out) == (0, "")
    assert "seed 4" in done.err
    deck = load_document(tmp_path / "deck.yaml", "deck")
    assert [len(bundle["cards"]) for bundle in deck["decks"]] == [20, 20]
    assert len(deck["decks"][0]["archive"]) == 3
    assert len(deck["vitals"]) == len(deck["extra_device"]) == 5
    assert twgp("lint", "deck.yaml", "--select", "D,V,E,M,O,P601,P602,P603,P607").code == 0


def test_one_seed_one_deck_in_every_form(twgp: Call) -> None:
    call = ("deck", "build", "pool.jsonl", "--seed", "9", "--format", "half", "--output")
    as_json, as_yaml, again = (twgp(*call, way).out for way in ("json", "yaml", "yaml"))
    assert as_yaml == again
    assert json.loads(as_json) == parse_document(as_yaml, "deck", "deck")
    text = twgp(*call, "text", "--lang", "ja").out
    assert text.startswith("デッキ「1」：20 枚")
    assert "ユニット" in text


@pytest.mark.parametrize(
    ("format_", "bundles", "vitals"),
    [("half", 1, 3), ("full", 2, 5), ("trial", 3, 7), ("dorsaga", 2, 3), ("code_diver", 2, 3)],
)
@pytest.mark.rule("RES-11", "RES-12", "RES-13", "RES-14", "RES-15", "RES-16", "DORSAGA-04")
def test_the_numbers_of_each_format(twgp: Call, format_: str, bundles: int, vitals: int) -> None:
    done = twgp("deck", "build", "pool.jsonl", "--format", format_, "--seed", "1", "--output", "json")
    deck = json.loads(done.out)
    assert (len(deck["decks"]), len(deck["vitals"])) == (bundles, vitals)


def test_wishes_are_kept(twgp: Call) -> None:
    done = twgp(
        "deck", "build", "pool.jsonl", "--format", "half", "--seed", "2", "--must", "Unit 7", "--must", "field 3",
        "--without", "Unit 0", "--link", "竜", "--min", "weapon=3", "--max", "archive_effect=1",
        "--curve", "1-3=8,8=2", "--archive", "Unit 1", "--archive", "007", "--output", "json",
    )  # fmt: skip
    deck = json.loads(done.out)
    cards = [one if isinstance(one, str) else one["card"] for one in deck["decks"][0]["cards"]]
    assert {"Unit 7", "Unit 1", "own/007", "Dragon", "Rider"} <= set(cards)
    assert "Unit 0" not in cards
    assert sum(name.startswith("Blade") for name in cards) >= 3
    assert sum(name.startswith("Effect") for name in cards) <= 1
    assert deck["decks"][0]["archive"] == ["Unit 1", "own/007"] or set(deck["decks"][0]["archive"]) == {
        "Unit 1", "own/007"
    }  # fmt: skip
    assert "Field 3" in deck["vitals"]


HALF_BUILT = """\
twgp: 1
title: My own
format: full
cards: [pool.jsonl]
options: {deck_size_check: exact}
decks:
  - name: first
    archive: [Unit 9]
    cards: [Unit 9, {card: Effect 1, effect: hack}, Blade 0]
  - name: second
    role: reserve
    cards: [Unit 10]
vitals: [Field 5, Field 2]
extra_device: [Pit 3]
master: {card: Unit 6, human: true, sex: female}
tokens: [Unit 3]
ignore: [{code: T503, reason: known}]
"""


@pytest.mark.rule("MASTER-03", "MASTER-12", "EXTRA-06")
def test_completing_keeps_what_is_there(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "half.yaml").write_text(HALF_BUILT, encoding="utf-8")
    done = twgp("deck", "build", "--complete", "half.yaml", "--seed", "1", "--archive", "4", "-o", "whole.yaml")
    assert done.code == 0, done.err
    before, deck = load_document(tmp_path / "half.yaml", "deck"), load_document(tmp_path / "whole.yaml", "deck")
    for old, new in zip(before["decks"], deck["decks"], strict=True):
        assert new["cards"][: len(old["cards"])] == old["cards"]
        assert (new["name"], new.get("role")) == (old["name"], old.get("role"))
        assert len(new["cards"]) == 20
    assert deck["decks"][0]["archive"][0] == "Unit 9"
    assert len(deck["decks"][0]["archive"]) == 4
    assert "archive" not in deck["decks"][1]
    assert deck["vitals"][:2] == ["Field 5", "Field 2"]
    assert "Unit 6" in deck["vitals"]
    assert deck["extra_device"][0] == "Pit 3"
    assert len(deck["extra_device"]) == len(deck["vitals"]) == 5
    for key in ("title", "format", "cards", "master", "tokens"):
        assert deck[key] == before[key]
    assert twgp("lint", "whole.yaml", "--select", "D,V,E,M401,M402,P601,P607").code == 0


def test_a_whole_deck_is_completed_to_itself(twgp: Call, tmp_path: Path) -> None:
    twgp("deck", "build", "pool.jsonl", "--seed", "1", "-o", "a.yaml")
    assert twgp("deck", "build", "--complete", "a.yaml", "--seed", "2", "-o", "b.yaml").code == 0
    assert load_document(tmp_path / "a.yaml", "deck") == load_document(tmp_path / "b.yaml", "deck")


def test_a_list_in_plain_text_is_completed(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("Deck\nUnit 9\nBlade 0\nVitals\nField 5\n", encoding="utf-8")
    call = ("deck", "build", "pool.jsonl", "--complete", "list.txt", "--format", "half", "--seed", "3")
    done = twgp(*call, "--output", "json")
    deck = json.loads(done.out)
    assert deck["decks"][0]["cards"][:2] == ["Unit 9", "Blade 0"]
    assert deck["vitals"][0] == "Field 5"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("Blade 0]", "Blade 0, Blade 0]"), "D103"),
        (("Unit 10", "Unheard"), "F703"),
        (("Unit 10", "Field 1"), "D107"),
        (("[Unit 9]", "[Unit 8]"), "D109"),
        (("format: full", "format: half"), "D102"),
    ],
)
def test_what_is_wrong_already_is_told(twgp: Call, tmp_path: Path, change: tuple[str, str], said: str) -> None:
    (tmp_path / "half.yaml").write_text(HALF_BUILT.replace(*change), encoding="utf-8")
    done = twgp("deck", "build", "--complete", "half.yaml", "-o", "whole.yaml")
    assert done.code in (1, 2)
    assert said in done.err
    assert not (tmp_path / "whole.yaml").exists()


def test_a_refusal_names_the_reasons_in_both_languages(twgp: Call, tmp_path: Path) -> None:
    call = ("deck", "build", "pool.jsonl", "--format", "half", "--must", "Giant", "--min", "unit=5", "-o", "x.yaml")
    done = twgp(*call)
    assert done.code == 1
    assert "--must: “Giant”" in done.err
    assert "P601, --reach own" in done.err
    assert "--min" not in done.err
    done = twgp(*call, "--lang", "ja")
    assert "--must：「巨人」" in done.err
    assert not (tmp_path / "x.yaml").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--format", "full", "--bundles", "7"], 2, "D102"),
        (["--format", "half", "--bundles", "2"], 2, "D102"),
        (["--format", "trial", "--vitals", "8"], 2, "7, 9, 11"),
        (["--archive", "7"], 2, "D109"),
        (["--archive", "2", "--set", "opening_archive=random"], 2, "D109"),
        (["--link", "dragons"], 2, "dragoon"),
        (["--link", "dragoon", "--set", "modules.link=false"], 2, "O801"),
        (["--min", "weapons=2"], 2, "blast_counter"),
        (["--max", "weapon=few"], 2, "weapon=few"),
        (["--reach", "far"], 2, "behind"),
        (["--curve", "1-2-3=4"], 2, "low, even, high"),
        (["--must", "Nobody"], 2, "Nobody"),
        (["--must", "Pit 1"], 1, "D107"),
        (["--without", "Field 0", "--format", "trial", "--vitals", "9"], 1, "V201"),
    ],
)
def test_what_cannot_be_is_said(twgp: Call, arguments: list[str], code: int, said: str) -> None:
    done = twgp("deck", "build", "pool.jsonl", *arguments)
    assert done.code == code, done.err
    assert said in done.err


def test_without_a_pool_nothing_is_built(twgp: Call) -> None:
    assert twgp("deck", "build").code == 2


def test_help_does_not_load_the_solver(twgp: Call) -> None:
    loaded = "ortools" in sys.modules
    twgp("deck", "build", "--help")
    assert ("ortools" in sys.modules) == loaded


def test_a_folder_with_decks_and_pages_is_a_pool(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# Mine\n", encoding="utf-8")
    for seed in ("1", "2"):
        done = twgp("deck", "build", ".", "--format", "half", "--seed", seed, "-o", f"deck{seed}.yaml")
        assert (done.code, done.err) == (0, f"built with seed {seed} (half)\n")
    assert twgp("lint", "deck1.yaml", "--select", "D,V,P601").code == 0
    assert twgp("vitals", ".", "--format", "half", "-o", "vitals.yaml").code == 0
    (tmp_path / "notes.txt").write_text("just words\n", encoding="utf-8")
    for command in (("deck", "build"), ("vitals",)):
        done = twgp(*command, ".", "--format", "half")
        assert done.code == 1
        assert "notes.txt" in done.err.splitlines()[0]
        assert done.out


def test_standard_input_is_no_pool_of_a_document(twgp: Call, tmp_path: Path) -> None:
    for command in (("deck", "build"), ("vitals",)):
        done = twgp(*command, "-", "--format", "half", "-o", "deck.yaml")
        assert done.code == 2
        assert "save the list to a file" in done.err
        assert "保存" in twgp(*command, "-", "--output", "json", "--lang", "ja").err
    assert not (tmp_path / "deck.yaml").exists()


def test_options_that_a_document_cannot_name_are_told(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text("own/007: {power: 3}\n", encoding="utf-8")
    for command in (("deck", "build"), ("vitals",)):
        call = (*command, "pool.jsonl", "--format", "half", "--overrides", "own.yaml")
        assert "twgp convert ... --overrides ... -o cards.jsonl" in twgp(*call, "--output", "yaml").err
        assert "cards.jsonl" not in twgp(*call).err


def test_a_curve_that_is_missed_is_told(twgp: Call) -> None:
    call = ("deck", "build", "pool.jsonl", "--format", "half", "--seed", "1")
    done = twgp(*call, "--curve", "1-3=9,20-29=2")
    assert done.code == 0
    assert "20-29: 2 wished, 0 got" in done.err
    assert "1-3:" not in done.err
    assert "20-29 は希望 2、結果 0" in twgp(*call, "--curve", "1-3=9,20-29=2", "--lang", "ja").err
    assert "wished" not in twgp(*call, "--curve", "1-3=9").err


def test_a_deck_to_complete_that_cannot_be_read(twgp: Call, tmp_path: Path) -> None:
    for arguments in ([], ["pool.jsonl"]):
        done = twgp("deck", "build", *arguments, "--complete", "nix.yaml")
        assert done.code == 2
        assert "nix.yaml" in done.err
        assert "give a pool" not in done.err
    (tmp_path / "bad.yaml").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    assert "bad.yaml" in twgp("deck", "build", "--complete", "bad.yaml").err


def test_completing_adds_card_lists_and_spares_the_deck(twgp: Call, tmp_path: Path) -> None:
    (tmp_path / "half.yaml").write_text(HALF_BUILT, encoding="utf-8")
    (tmp_path / "more.jsonl").write_bytes(to_line(card("Newcomer", power=2)) + b"\n")
    call = ("deck", "build", "more.jsonl", "pool.jsonl", "--complete", "half.yaml", "--seed", "1")
    done = twgp(*call, "--must", "Newcomer", "-o", "whole.yaml")
    assert done.code == 0, done.err
    assert load_document(tmp_path / "whole.yaml", "deck")["cards"] == ["pool.jsonl", "more.jsonl"]
    done = twgp("deck", "build", "--complete", "half.yaml", "-o", "half.yaml")
    assert done.code == 2
    assert "also an input file" in done.err
    assert (tmp_path / "half.yaml").read_text(encoding="utf-8") == HALF_BUILT


def test_a_small_pool_is_refused_with_its_numbers(twgp: Call, tmp_path: Path) -> None:
    cards = [card(f"Unit {n}", power=1 + n % 3) for n in range(19)]
    cards += [card(f"Field {n}", type="vital", places=("vital",), vital_kind="counter") for n in range(3)]
    (tmp_path / "small.jsonl").write_bytes(b"".join(to_line(one) + b"\n" for one in cards))
    done = twgp("deck", "build", "small.jsonl", "--format", "half")
    assert done.code == 1
    assert "19 cards can stand in a bundle, 20 are needed" in done.err
    assert "Leave out" not in done.err
    assert "(Unit 19); kept out: vitals, extra devices and cards of no use 3" in done.err
    done = twgp("deck", "build", "small.jsonl", "--format", "half", "--lang", "ja")
    assert "束に入れられるカードは 19 枚だが、20 枚要る" in done.err
    assert "（ユニット 19）" in done.err
    assert "外せば" not in done.err


def test_a_card_that_no_bundle_holds_is_refused_without_a_bundle(twgp: Call) -> None:
    done = twgp("deck", "build", "pool.jsonl", "--must", "Pit 1")
    assert "“Pit 1” can stand in no bundle (D107): Pit 1 comes from" in done.err
    assert "Deck 1" not in done.err
    assert "デッキ「" not in twgp("deck", "build", "pool.jsonl", "--must", "Pit 1", "--lang", "ja").err


@pytest.mark.parametrize("command", ["deck build", "vitals"])
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--seed", "1"], 0),
        (["--format", "trial", "--vitals", "9"], 1),
        (["--must", "Field 1", "--without", "Field 1"], 2),
        (["--must", "Nobody"], 2),
        (["--format", "nothing"], 2),
    ],
)
def test_both_commands_end_with_the_same_codes(twgp: Call, command: str, arguments: list[str], code: int) -> None:
    without = ["--without", "Field 0"] if "trial" in arguments else []
    assert twgp(*command.split(), "pool.jsonl", *arguments, *without).code == code
    assert twgp(*command.split(), "nix.jsonl").code == 2


def test_least_over_most_is_a_wrong_call(twgp: Call) -> None:
    done = twgp("deck", "build", "pool.jsonl", "--min", "unit=4", "--max", "ユニット=3")
    assert done.code == 2
    assert "--min unit=4" in done.err


def test_types_go_by_their_names_in_both_languages(twgp: Call) -> None:
    call = ("deck", "build", "pool.jsonl", "--format", "half", "--seed", "1", "--min")
    shown = twgp(*call, "ユニット=14", "--min", "A-Effect=2", "--lang", "ja").out
    assert shown.count("\n  ユニット 0") >= 14
    assert shown.count("\n  Ａエフェクト ") >= 2
    assert "archive_effect" not in shown
    assert not {"spell", "hack", "copy", "accel"} & set(shown.replace("(", " ").replace(")", " ").split())
    assert "A-Effect" in twgp(*call, "A-Effect=1").out


def test_the_demo_names_its_seed(twgp: Call) -> None:
    assert "twgp vitals cards.jsonl --format half --seed 1" in twgp("demo").out
