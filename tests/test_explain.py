"""`twgp explain`: a judge sees what each clause was read as and why the card has its type."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulebook.resources import data_path
from twgp.cli import main

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


def test_it_speaks_japanese(explain: Explain) -> None:
    _, out, _ = explain("Counterspell", "--cards", MAGIC, lang="ja")
    assert "アーカイヴ・トラップ" in out
    assert "読み方" in out


def test_an_invented_sentence_is_not_read_and_never_raises_the_share(explain: Explain, tmp_path: Path) -> None:
    row = '{{"name": "A", "type_line": "Sorcery", "mana_cost": "{{1}}", "oracle_text": "Draw a card.{}"}}'
    shares = []
    for number, more in enumerate(("", " Frobnicate the gloaming twice over.")):
        path = tmp_path / f"{number}.jsonl"
        path.write_text(row.format(more), encoding="utf-8")
        out = explain("A", "--cards", str(path))[1]
        shares.append("1 of 1" if "1 of 1" in out else "1 of 2" if "1 of 2" in out else out)
    assert shares == ["1 of 1", "1 of 2"]
