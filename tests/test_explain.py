"""`twgp explain`: a judge sees what each clause was read as and why the card has its type."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulebook.cards import Card, to_line
from rulebook.codes import codes
from rulebook.loading import load_yaml
from rulebook.resources import data_path
from rulebook.rules import rules
from twgp.cli import main
from twgp.words_view import shown_words

Explain = Callable[..., tuple[int, str, str]]


@pytest.fixture
def explain(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> Explain:
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, lang: str = "en") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["twgp", "explain", *arguments, "--lang", lang])
        code = 0
        try:
            main()
        except SystemExit as exit_:
            code = exit_.code if isinstance(exit_.code, int) else 0
        sys.stdout.flush()
        out, err = capfdbinary.readouterr()
        return code, out.decode("utf-8"), err.decode("utf-8")

    return call


MAGIC = str(data_path("samples") / "mtg" / "scryfall.json")


@pytest.mark.rule("EFF-SPELL-01")
def test_each_clause_of_each_face_with_its_category_and_rule(explain: Explain) -> None:
    code, out, _ = explain("Fire // Ice", "--cards", MAGIC)
    assert code == 0
    for word in ("archive_effect", "spell [EFF-SPELL]", "hazard [EFF-HAZARD]", "MATRIX-10", "type_line = Instant"):
        assert word in out


@pytest.mark.rule("ATRAP-02")
def test_why_an_instant_is_a_trap(explain: Explain) -> None:
    _, out, _ = explain("Counterspell", "--cards", MAGIC)
    assert "archive_trap" in out
    assert "type_by_answer, ATRAP-02" in out


def test_a_face_and_a_folded_spelling_find_the_card(explain: Explain) -> None:
    for name in ("Fire", "fire // ice", "FIRE/ICE"):
        assert "Fire // Ice" in explain(name, "--cards", MAGIC)[1]


def test_an_unknown_card_is_not_guessed_but_hinted_at(explain: Explain) -> None:
    code, out, err = explain("Lightnin Bolt", "--cards", MAGIC)
    assert (code, out) == (2, "")
    assert "Lightning Bolt" in err


def test_a_rule_and_a_code(explain: Explain) -> None:
    assert "poison" in explain("res-28")[1]
    assert "コストの記載がない" in explain("no_cost")[1]
    assert explain("nonsense")[0] == 2


def test_a_section_shows_its_rules_and_an_unknown_id_is_hinted_at(explain: Explain) -> None:
    _, out, _ = explain("eff-spell")
    assert "EFF-SPELL-01" in out
    assert "EFF-SPELL-06" in out
    code, _, err = explain("RES-99")
    assert code == 2
    assert "RES-" in err.split("did you mean")[1]


def test_it_speaks_japanese(explain: Explain) -> None:
    _, out, _ = explain("Counterspell", "--cards", MAGIC, lang="ja")
    assert "アーカイヴ・トラップ" in out
    assert "読み方" in out
    assert "デッキ" in out
    assert "type_line = Instant" in out


@pytest.mark.rule("STATUS-07")
def test_where_the_power_comes_from(explain: Explain) -> None:
    assert "05  ←  mana value [STATUS-07]" in explain("Serra Angel", "--cards", MAGIC)[1]
    assert "05  ←  マナ・コストの値 [STATUS-07]" in explain("Serra Angel", "--cards", MAGIC, lang="ja")[1]


def test_costs_conditions_effects_and_flags_are_named_in_japanese(explain: Explain, tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    text = "When this creature dies, destroy target creature."
    path.write_text(f'{{"name": "A", "type_line": "Sorcery", "mana_cost": "{{1}}", "oracle_text": "{text}"}}', "utf-8")
    _, out, _ = explain("A", "--cards", str(path), lang="ja")
    for word in ("条件", "アナザー [EFF-ANOTHER]", "removal: パワーを比べずに場から除く [MATRIX-02]"):
        assert word in out


def test_the_rules_that_a_phrase_names_exist() -> None:
    known = {rule.id for rule in rules()}
    phrases = load_yaml(data_path("phrases.yaml"))
    named = {
        id_
        for name, texts in phrases.items()
        if name.startswith("explain_")
        for text in texts.values()
        for id_ in re.findall(r"[A-Z]+(?:-[A-Z]+)*-\d\d", text)
    }
    assert "MATRIX-02" in named
    assert named <= known


def test_a_converted_card_of_a_game_that_is_not_known_here(explain: Explain, tmp_path: Path) -> None:
    card = Card(id="skywar/1", identity="skywar:1", name="Old Flare", game="skywar", type="archive_effect",
                text="Deal 2 damage to a pilot.")  # fmt: skip
    path = tmp_path / "converted.jsonl"
    path.write_bytes(to_line(card) + b"\n")
    code, out, _ = explain("Old Flare", "--cards", str(path))
    assert code == 0
    assert "spell [EFF-SPELL]" in out


def test_an_invented_sentence_is_not_read_and_never_raises_the_share(explain: Explain, tmp_path: Path) -> None:
    row = '{{"name": "A", "type_line": "Sorcery", "mana_cost": "{{1}}", "oracle_text": "Draw a card.{}"}}'
    shares = []
    for number, more in enumerate(("", " Frobnicate the gloaming twice over.")):
        path = tmp_path / f"{number}.jsonl"
        path.write_text(row.format(more), encoding="utf-8")
        out = explain("A", "--cards", str(path))[1]
        shares.append("1 of 1" if "1 of 1" in out else "1 of 2" if "1 of 2" in out else out)
    assert shares == ["1 of 1", "1 of 2"]


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("word", [*shown_words(), *(id_ for id_, code in codes().items() if code.level == "reading")])
def test_every_word_of_the_tables_is_explained_with_a_rule(explain: Explain, word: str, lang: str) -> None:
    code, out, err = explain(word, lang=lang)
    assert (code, err) == (0, "")
    assert word == "bounce" or re.search(r"\b[A-Z]+-\d\d\b", out)


@pytest.mark.parametrize(
    ("word", "lang", "said"),
    [
        ("removal", "en", ["flags: removal", "MATRIX-02"]),
        ("mill:2", "ja", ["特記: mill", "山札がその枚数だけ減る", "MATRIX-05"]),
        ("hazard", "en", ["effect: Hazard (hazard)", "EFF-HAZARD-05"]),
        ("スペル", "ja", ["効果: スペル (spell)", "EFF-SPELL-01", "数値なしの破壊 → アナザー"]),
        ("weapon", "en", ["type: Weapon (weapon)", "WEAPON-01"]),
        ("アーカイヴ・トラップ", "ja", ["(archive_trap)", "ATRAP-"]),
        ("竜", "en", ["links: Dragoon (dragoon)", "black", "Puts Bug offline", "LINK-DRAGOON-01"]),
        ("ゼロ", "ja", ["零（ゼロ）", "LINK-ZERO-03"]),
    ],
)
def test_a_word_is_explained_in_either_language(explain: Explain, word: str, lang: str, said: list[str]) -> None:
    code, out, _ = explain(word, lang=lang)
    assert code == 0
    assert [each for each in said if each not in out] == []


def test_a_word_of_two_meanings_shows_both(explain: Explain) -> None:
    out = explain("void")[1]
    assert "MATRIX-06" in out
    assert "LINK-VOID-01" in out


def test_the_id_of_a_section_stays_that(explain: Explain) -> None:
    assert "type: Weapon" not in explain("WEAPON")[1]


def test_a_misspelt_word_is_hinted_at(explain: Explain) -> None:
    code, _, err = explain("hazrd")
    assert code == 2
    assert "hazard" in err.split("did you mean")[1]


def test_a_word_of_the_tables_is_explained_beside_cards_that_do_not_bear_it(explain: Explain) -> None:
    assert explain("hazard", "--cards", MAGIC) == explain("hazard")
    assert explain("hazzzard", "--cards", MAGIC)[0] == 2
