"""Names: what is cleaned away, and which spellings are one name."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.names import clean_name, clean_text, fold, is_damaged, slug


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("\ufeff秘薬", "秘薬"),
        ("Alpha\t", "Alpha"),
        ("A &amp; B", "A & B"),
        ("幻（げん）竜（りゅう）の王", "幻竜の王"),
        ("幻竜の捕食（ほしょく)", "幻竜の捕食"),
        ("Big Thing (Fuzzy)", "Big Thing (Fuzzy)"),
        ("結晶の巨人 (決戦兵器)", "結晶の巨人 (決戦兵器)"),
        ("<ruby>青眼の白龍<rt>ブルーアイズ</rt></ruby>", "青眼の白龍"),
        ("Maliss <P> Chessy Cat", "Maliss <P> Chessy Cat"),
        ("  two  spaces ", "two spaces"),
        ("A@B", "A@B"),
    ],
)
def test_names_are_cleaned_of_what_files_do_to_them(raw: str, clean: str) -> None:
    assert clean_name(raw) == clean


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ære Lórien", "Aere Lorien"),
        ("Ære Lórien", "AEre Lórien"),
        ("ガルド", unicodedata.normalize("NFD", "ガルド")),
        ("ウェーーーイ〜", "ウェーーーイ～"),
        ("Ⅳ世", "IV世"),
        ("Rak’s Bad", "rak's bad"),
        ("Ａｌｐｈａ", "alpha"),
        ("Alpha\u3000Bird", "Alpha Bird"),
        ("Dead–End", "Dead-End"),
    ],
)
def test_spellings_of_one_name_are_equal(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("カ", "ガ"), ("ハ", "パ"), ("ウェーイ", "ウェーーイ"), ("Multishot", "Multi-Shot"), ("Alpha", "Alpha {AGD}")],
)
def test_different_names_stay_different(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@given(st.text())
def test_folding_twice_changes_nothing_more(name: str) -> None:
    assert fold(fold(name)) == fold(name)


@pytest.mark.parametrize("text", ["JunÃºn", "Pok\ufffdmon", "the ?Legend"])
def test_damage_is_seen(text: str) -> None:
    assert is_damaged(text)


@pytest.mark.parametrize("text", ["Who? What?", "São Paulo", "Ångström", "Is it? Yes.", '"Why?"', "É?"])
def test_sound_text_is_not_called_damaged(text: str) -> None:
    assert not is_damaged(text)


def test_markup_and_line_breaks_of_card_texts() -> None:
    assert clean_text("<b>Battlecry:</b> Draw<br>a card.\r\nEnd", markup=True) == "Battlecry: Draw\na card.\nEnd"
    assert clean_text("choose <Y/N> &lt;X>") == "choose <Y/N> <X>"


def test_ids_hold_no_white_space() -> None:
    assert slug("DM-01 43") == "DM-01-43"
    assert slug("大魔王　ゾーマ") == "大魔王-ゾーマ"
