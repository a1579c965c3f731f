"""Every file of the shared material: which reader takes it, and how many records it gives."""

import gzip
import json
from pathlib import Path

import pytest

from converters.readers import MaybeDeckList, open_source
from converters.records import InputError, Row, Unreadable

DECKS = {
    ".cod": "xml",
    ".dek": "xml",
    ".o8d": "xml",
    ".ydk": "text",
    ".dck": "text",
    ".dec": "text",
    ".mtga": "text",
}


def rows_of(path: Path) -> list[Row | Unreadable]:
    return [row for _, row in open_source(path).records()]


def test_card_lists_give_every_line(shared: Path) -> None:
    lists = sorted((shared / "cards").glob("*.jsonl.gz"))
    assert lists
    for path in lists:
        found = rows_of(path)
        with gzip.open(path, "rt", encoding="utf-8") as stream:
            assert found == [json.loads(line) for line in stream], path.name


@pytest.mark.parametrize(
    ("path", "format_", "count"),
    [
        ("mtg/mtgjson/AKHM.json", "json", 162),
        ("mtg/mtgjson/ZNR.json", "json", 465),
        ("mtg/mtgjson_current/atomic_cards.json", "json", 5),
        ("mtg/scryfall/cards_search__e_MID_p1.json", "json", 175),
        ("mtg/scryfall/xmage_scryfall-card.json", "json", 1),
        ("pokemon/pokemon-tcg-data__cards__en__base1.json", "json", 102),
        ("duel_masters_battle_spirits/TCG-Arena-Battle-Spirits__BattleSpiritsCards.json", "json", 99),
        ("duel_masters_battle_spirits/duel-masters-json__DuelMastersCards.json", "json", 1152),
        ("duel_masters_battle_spirits/duel-masters-cardlist__src__assets__data.json", "json", 2970),
        (
            "duel_masters_battle_spirits/DuelMasters_Cockatrice_EN__data__All_Cards.HEAD300LINES.csv",
            "csv",
            208,
        ),
        (
            "duel_masters_battle_spirits/dm-ocg-octgn__Sets__cd53a529-0b6f-4745-8061-0c80f1a0238d__set.xml",
            "octgn_xml",
            38,
        ),
        ("other_games/ShadowverseEvolveCockatrice__ShadowverseEvolveTCG.xml", "cockatrice_xml", 637),
        ("other_games/flesh-and-blood-cards__csvs__english__card.csv", "tsv", 3878),
        ("weiss_vanguard/vanguard_D-atabase__src__assets__cardInfo.json", "json", 394),
        ("weiss_vanguard/vanguard_ja_VanguardSim/TD14.subset.json", "json", 7),
        ("weiss_vanguard/Cardfight---Vanguard-Card-Manager__vanguard.db", "sqlite", 346),
        ("weiss_vanguard/VanguardPlayer2D__cards.db", "sqlite", 891),
        ("yugioh/cdb/cromerc_cards_2017.cdb", "cdb", 8398),
        ("yugioh/cdb/mycard-i18n_cards_2012.cdb", "cdb", 4109),
        ("yugioh/yaml-yugi/33396948.yaml", "yaml", 1),
    ],
)
def test_real_files(shared: Path, path: str, format_: str, count: int) -> None:
    reader = open_source(shared / "raw" / path)
    rows = [row for _, row in reader.records() if not isinstance(row, Unreadable)]
    assert (reader.format, len(rows)) == (format_, count)


def test_yaml_and_json_of_one_card_say_the_same(shared: Path) -> None:
    folder = shared / "raw" / "yugioh" / "yaml-yugi"
    pairs = sorted(folder.glob("*.yaml"))
    assert pairs
    for path in pairs:
        assert rows_of(path) == rows_of(path.with_suffix(".json")), path.name


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("raw/yugioh/lflist/OCG.lflist.conf", "not_cards_ygopro_ban_list"),
        ("raw/yugioh/lflist/GOAT.lflist.conf", "not_cards_ygopro_ban_list"),
        ("raw/yugioh/cdb/cromerc_strings.conf", "not_cards_ygopro_strings"),
        ("raw/yugioh/ygojson/schema_v1/card.json", "not_cards_json_schema"),
        ("raw/yugioh/ygojson/schema_v1/rarity.json", "not_cards_json_schema"),
        ("raw/duel_masters_battle_spirits/duel-masters-json__schema.json", "not_cards_json_schema"),
        ("raw/duel_masters_battle_spirits/BSS_app__json__keywords.json", "not_cards_word_list"),
        (
            "raw/duel_masters_battle_spirits/TCG-Arena-Battle-Spirits__Game_BattleSpirits.json",
            "not_cards_game_definition",
        ),
        ("raw/duel_masters_battle_spirits/dm-ocg-octgn__definition.xml", "not_cards_game_definition"),
        ("raw/duel_masters_battle_spirits/samples__2026__BS__GEMINI.md", "not_cards_markdown"),
        ("raw/duel_masters_battle_spirits/DuelMasters_Cockatrice_EN__docs__readme.txt", "not_cards_prose"),
        ("raw/mtg/mtgjson_current/set_list.json", "not_cards_set_list"),
        ("raw/pokemon/pokemon-tcg-data__sets__en.json", "not_cards_set_list"),
        ("raw/mtg/scryfall/catalog_keyword-abilities.json", "not_cards_word_list"),
        ("raw/mtg/scryfall/cards_d9631cb2-d53b-4401-b53b-29d27bdefc44_rulings.json", "not_cards_rulings"),
        ("raw/mtg/scryfall/cards_b443504e-1b25-4565-bad7-2575826c7bb9_rulings.json", "list_empty"),
        ("cards/BUGS.md", "not_cards_markdown"),
        ("cards/EDGE-mtg.md", "not_cards_markdown"),
        ("rules/rule-text.ja.txt", "not_cards_prose"),
    ],
)
def test_real_files_without_cards(shared: Path, path: str, code: str) -> None:
    with pytest.raises(InputError) as caught:
        open_source(shared / path)
    assert caught.value.code == code


def test_real_decks_go_to_the_deck_list_reader(shared: Path) -> None:
    paths = sorted((shared / "raw" / "mtg" / "decks").iterdir()) + sorted((shared / "raw").rglob("*.ydk"))
    for path in paths:
        with pytest.raises(MaybeDeckList) as caught:
            open_source(path)
        assert caught.value.found.form == ("json" if path.suffix == ".json" else DECKS.get(path.suffix, "text"))


def test_no_real_file_breaks_a_reader(shared: Path) -> None:
    for path in sorted(path for path in (shared / "raw").rglob("*") if path.is_file()):
        try:
            rows = rows_of(path)
        except (InputError, MaybeDeckList):
            continue
        assert rows, path
        spoiled = [row for row in rows if isinstance(row, Unreadable)]
        # 681 texts of the database of 2012 belong to no card.
        assert {row.code for row in spoiled} <= {"no_data_row"}, path
