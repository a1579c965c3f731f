"""The effect lexicons: every example of every entry, and the faults that a person may make in one."""

import shutil
from pathlib import Path

import pytest

from converters.effects import EffectReader, Lexicon, LexiconError, bundled
from converters.effects.bundled import LANGUAGES, SUMS, load_bundled, sums
from converters.effects.check import check_lexicon, load_checked
from converters.effects.patterns import part_of
from rulebook.codes import CodedError
from rulebook.resources import data_path
from rulebook.terms import EFFECTS
from tests.calling import caller

LEXICONS = sorted(data_path("effects").glob("*.yaml"))
HEAD = "language: en\nclause_ends: {before_space: '.'}\nwords: {n: '\\d+'}\nentries:\n"


def written(folder: Path, entries: str) -> Path:
    path = folder / "mine.yaml"
    path.write_text(HEAD + entries, encoding="utf-8", newline="\n")
    return path


@pytest.mark.parametrize("path", LEXICONS, ids=lambda path: path.name)
def test_every_example_holds(path: Path) -> None:
    assert check_lexicon(path) == []


@pytest.mark.rule("EFF-SPELL-03")
@pytest.mark.rule("EFF-REFLECT-03")
@pytest.mark.rule("EFF-PLUS-02")
@pytest.mark.rule("EFF-DOWN-02")
@pytest.mark.rule("EFF-ACCEL-02")
@pytest.mark.rule("EFF-SLOW-03")
@pytest.mark.rule("EFF-POISON-03")
@pytest.mark.rule("EFF-POTION-02")
@pytest.mark.rule("EFF-HACK-02")
@pytest.mark.rule("EFF-CRACK-02")
@pytest.mark.rule("EFF-DRAIN-02")
@pytest.mark.rule("EFF-HAZARD-05")
@pytest.mark.rule("EFF-MEDICAL-02")
@pytest.mark.rule("EFF-JAMMING-02")
@pytest.mark.rule("EFF-COPY-02")
@pytest.mark.rule("EFF-ANOTHER-02")
@pytest.mark.parametrize("path", LEXICONS, ids=lambda path: path.name)
def test_every_category_has_words(path: Path) -> None:
    named = {entry.effect for entry in Lexicon.load(path).entries}
    assert named >= set(EFFECTS)


@pytest.mark.parametrize("path", LEXICONS, ids=lambda path: path.name)
def test_patterns_are_tried_only_where_a_telling_part_is(path: Path) -> None:
    for game in ("mtg", "yugioh"):
        tables = Lexicon.load(path).tables(game)
        assert tables.strong.always() == []
        assert len(tables.weak.always()) <= 3


GOOD = "  - {id: one, effect: spell, pattern: 'deals {n} damage', match: ['It deals 3 damage.']}\n"


def test_a_good_lexicon_is_loaded(tmp_path: Path) -> None:
    lexicon = load_checked(written(tmp_path, GOOD))
    reading = EffectReader([lexicon]).game("").read("It deals 3 damage. Draw a card.", "en")
    assert [effect.effect for effect in reading.effects] == ["spell"]


@pytest.mark.parametrize(
    ("entries", "line", "words"),
    [
        (GOOD.replace("spell", "spel"), 5, "spel"),
        (GOOD.replace(", match: ['It deals 3 damage.']", ""), 5, "without examples"),
        (GOOD.replace("It deals 3 damage.", "It heals."), 5, "does not match: It heals."),
        (GOOD.replace("]}", "], no_match: ['It deals 4 damage.']}"), 5, "matches the false friend: It deals 4"),
        (GOOD.replace("{n}", "{number}"), 5, "{number} is not among the words"),
        (GOOD.replace("{n} ", "(\\d+) "), 5, "write (?:...) instead of (...)"),
        (GOOD.replace("{n} ", "[0-9 "), 5, "google-re2"),
        (GOOD.replace("{n} ", "(?=3)"), 5, "google-re2"),
        (GOOD.replace("effect: spell", "effect: spell, cut: cost"), 5, "exactly one role"),
        (GOOD.replace("effect: spell, ", ""), 5, "exactly one role"),
        (GOOD + GOOD, 5, "given twice"),
        (GOOD.replace("effect", "efect"), 5, "efect"),
        ("  - {id: one, effect: spell}\n", 5, "pattern"),
        (GOOD + "  - {id: two, effect: [}\n", 6, ""),
        (GOOD.replace("effect: spell", "effect: spell, effect: spell"), 5, "given twice"),
    ],
)
def test_a_fault_is_told_with_file_line_and_remedy(tmp_path: Path, entries: str, line: int, words: str) -> None:
    path = written(tmp_path, entries)
    problems = check_lexicon(path)
    assert problems
    assert problems[0].startswith(f"{path}:{line}:")
    assert any(words in problem for problem in problems)
    with pytest.raises(LexiconError, match=r"mine\.yaml"):
        load_checked(path)


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    two = GOOD.replace("It deals 3", "It heals 3") + GOOD.replace("id: one", "id: two").replace("It deals", "Deal")
    assert len(check_lexicon(written(tmp_path, two))) == 2


@pytest.mark.parametrize(
    ("head", "line", "words"),
    [
        (HEAD.replace("\\d+", "{m}"), 3, "words.n: {m} is not among the words"),
        (HEAD.replace("\\d+", "[0-9"), 3, "words.n: not a pattern"),
        (HEAD.replace("'.'}", "'.', leads: ['(when']}"), 2, "clause_ends.leads.0: not a regular expression"),
        (HEAD.replace("words:", "markup: {mtg: ['[a']}\nwords:"), 3, "markup.mtg.0: not a regular expression"),
    ],
)
def test_faults_outside_entries_are_told(tmp_path: Path, head: str, line: int, words: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(head + GOOD, encoding="utf-8")
    assert check_lexicon(path)[0].startswith(f"{path}:{line}: {words}")
    assert len(check_lexicon(path)) == 1


def test_a_fault_of_shape_names_its_entry(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD + GOOD.replace("id: one", "id: two").replace("spell", "spel"))
    assert check_lexicon(path)[0].startswith(f"{path}:6: two.effect: ")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the bundled lexicons, which the converter takes for its own."""
    folder = tmp_path / "effects"
    shutil.copytree(data_path("effects"), folder)
    monkeypatch.setattr(bundled, "data_path", lambda _: folder)
    return folder


def test_the_sums_are_those_of_the_lexicons() -> None:
    """Where this fails: `python docs/build.py`."""
    assert (data_path("effects") / SUMS).read_text(encoding="utf-8") == sums(data_path("effects"))


def test_a_lexicon_as_shipped_is_not_checked(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("converters.effects.check.load_checked", lambda _: pytest.fail("checked"))
    for language in LANGUAGES:  # line ends of Windows are no change
        path = installed / f"{language}.yaml"
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
        assert load_bundled(language).language == language


@pytest.mark.parametrize(
    ("old", "new", "en", "ja"),
    [
        ("effect: spell\n", "effect: spel\n", "'spel' is not one of spell", "'spel' は使えない"),
        ("effect: spell\n", "effect: spell\n    effect: spell\n", "given twice", "キーが２回ある"),
        ("    match: [", "    match: ['Nothing of the kind.', ", "does not match: Nothing", "読めない：Nothing"),
        ("    pattern: '", "    pattern: '[", "not a pattern", "パターンとして正しくない"),
    ],
)
def test_a_changed_lexicon_with_a_fault_is_told_by_the_command(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes],
    old: str, new: str, en: str, ja: str,
) -> None:  # fmt: skip
    path = installed / "en.yaml"
    text = path.read_text(encoding="utf-8")
    start = text.index(old, text.index("entries:"))
    line = text.count("\n", 0, start) + 1 + new.count("\n", 0, -1)
    path.write_text(text[:start] + new + text[start + len(old) :], encoding="utf-8")
    cards = tmp_path / "cards.csv"
    cards.write_text("name,type_line,oracle_text\nShock,Instant,It deals 2 damage.\n", encoding="utf-8")
    call = caller(monkeypatch, capfdbinary, tmp_path)
    for arguments in (["convert", cards], ["explain", "Shock", "--cards", cards]):
        for lang, words in (("en", en), ("ja", ja)):
            done = call(*arguments, "--game", "mtg", "--lang", lang)
            assert done.code == 2
            assert words in done.err
            told = int(done.err.removeprefix(f"{path}:").partition(":")[0])
            assert line - 5 <= told <= line  # that of the entry, or of the value


def test_a_missing_bundled_lexicon_is_an_error(installed: Path) -> None:
    (installed / "en.yaml").unlink()
    with pytest.raises(CodedError, match=r"en\.yaml: this lexicon is missing"):
        EffectReader.load()


def test_without_sums_the_lexicons_are_checked(installed: Path) -> None:
    (installed / SUMS).unlink()
    assert load_bundled("en").entries


def test_a_missing_lexicon_is_left_out(tmp_path: Path) -> None:
    written(tmp_path, GOOD).rename(tmp_path / "en.yaml")
    reader = EffectReader.load(("en", "ja"), tmp_path)
    assert [lexicon.language for lexicon in reader.lexicons] == ["en"]


def test_own_words_for_one_game_only(tmp_path: Path) -> None:
    reader = EffectReader([load_checked(written(tmp_path, GOOD.replace("effect:", "games: [mtg], effect:")))])
    text = "It deals 3 damage."
    assert [effect.effect for effect in reader.game("mtg").read(text, "en").effects] == ["spell"]
    assert reader.game("weiss").read(text, "en").effects == []


def test_units_and_other_cards_may_differ(tmp_path: Path) -> None:
    reader = EffectReader([load_checked(written(tmp_path, GOOD.replace("effect:", "cards: unit, effect:")))])
    game = reader.game("mtg")
    assert game.read("It deals 3 damage.", "en", unit=True).effects
    assert not game.read("It deals 3 damage.", "en", unit=False).effects


@pytest.mark.parametrize(
    ("pattern", "part", "whole"),
    [
        ("deals \\d+ damage", "deals \\d+ damage", True),
        ("return [^.]*owner's hand", "owner's hand", False),
        ("(?:a|b) [^.]*", "", False),
        ("(?:draws?|takes?) (?:a|two) cards?", "(?:draws?|takes?) (?:a|two) cards?", True),
        ("山札[^。]*引く", "引く", False),
        ("(?:all )*[a-z]+", "", False),
    ],
)
def test_the_most_telling_part_of_a_pattern(pattern: str, part: str, whole: bool) -> None:
    found = part_of(pattern, {})
    assert found[1] is whole
    assert found[0] == part or (part == "引く" and found[0] in ("山札", "引く"))
