"""The library calls that are promised: `twgp.convert` and `twgp.convert_frame`."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

import twgp
from converters.records import InputError, Row, Unreadable
from rulebook.cards import FIELDS
from twgp.session import Quiet, pipeline


@pytest.fixture
def zoma(tmp_path: Path) -> Path:
    path = tmp_path / "zoma.csv"
    path.write_text("名前,HP,種類\n大魔王ゾーマ,8700,モンスター\nスライム,?,モンスター\n", encoding="utf-8")
    return path


def test_convert_gives_cards_and_tells_of_doubt(zoma: Path) -> None:
    events: list[twgp.Event] = []
    cards = list(twgp.convert(zoma, on_event=events.append))
    assert [(card.name, card.power) for card in cards] == [("大魔王ゾーマ", 87), ("スライム", None)]
    assert [(event.level, event.number, event.card) for event in events] == [("doubtful", 3, "スライム")]
    assert str(cards[0]) == "大魔王ゾーマ (unit 87)"


def test_convert_takes_several_sources_and_switches(zoma: Path, tmp_path: Path) -> None:
    other = tmp_path / "weiss.csv"
    other.write_text("カード名,パワー,種類,レベル\nA,100000,キャラ,0\n", encoding="utf-8")
    cards = list(twgp.convert([zoma, other], switches={"power_overflow": "reject"}))
    assert [card.game for card in cards] == ["dragon_quest", "dragon_quest", "weiss"]
    assert cards[2].power is None


def test_convert_refuses_what_it_cannot_use(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(twgp.InputError, match=r"x\.csv"):
        list(twgp.convert(path))


def test_convert_frame_takes_missing_cells_as_nothing() -> None:
    frame = pd.DataFrame({"name": ["A", "B"], "hp": [40.0, float("nan")], "supertype": ["Pokémon", "Trainer"]})
    made = twgp.convert_frame(frame, "pokemon")
    assert list(made.columns) == list(FIELDS)
    assert list(made["type"]) == ["unit", "archive_effect"]
    assert made["power"].tolist()[0] == 4
    assert made["power"].isna().tolist() == [False, True]
    with pytest.raises(twgp.InputError):
        twgp.convert_frame(frame, "chess")


def test_convert_frame_tells_of_a_row_that_it_cannot_read() -> None:
    heard: list[twgp.Event] = []
    columns = {"name": ["A\ud800", "B"], "hp": [40, 50], "supertype": ["Pokémon", "Pokémon"]}
    frame = pd.DataFrame(columns, dtype=object)
    made = twgp.convert_frame(frame, "pokemon", on_event=heard.append)
    assert made["name"].tolist() == ["B"]
    assert [(event.level, event.code, event.number) for event in heard] == [("unreadable", "broken_character", 1)]


def test_an_id_that_a_spreadsheet_changed_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "ids.csv"
    path.write_text(
        "id,名前,HP,種類\n27-Aug,A,100,モンスター\n1E+12,B,100,モンスター\n0012,C,100,モンスター\n", encoding="utf-8"
    )
    notes = [[note.code for note in card.notes] for card in twgp.convert(path)]
    assert ["changed_by_spreadsheet" in codes for codes in notes] == [True, True, False]


def test_a_single_path_does_where_several_may_stand(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("カード名,強さ\nアルファ,3\n", encoding="utf-8")
    (tmp_path / "o.yaml").write_text("アルファ: {type: unit, power: 5}\n", encoding="utf-8")
    cards = twgp.convert(tmp_path / "a.csv", "mine", maps="name=カード名", overrides=str(tmp_path / "o.yaml"))
    assert [card.power for card in cards] == [5]


def test_records_in_front_of_a_break_are_not_lost() -> None:
    def records() -> Iterator[tuple[int, Row | Unreadable]]:
        for number in range(1, 301):
            yield number, {"name": f"Zoma {number}", "type_line": "Creature", "mana_value": 7, "mana_cost": "{7}"}
        raise InputError("no_records", file="zoma")

    run = pipeline(Quiet(), game="mtg")
    with run.spool() as spool:
        with pytest.raises(InputError):
            run.run_records("zoma", records(), spool)
        assert [card.power for card in spool.cards()] == [7] * 300


@pytest.mark.parametrize(
    ("game", "row", "effect"),
    [
        ("pokemon", {"hp": 40, "supertype": "Pokémon", "text": "[Attack C] Nibble 10:"}, None),
        ("pokemon", {"hp": 40, "supertype": "Pokémon", "text": "[Attack C] Nibble 10: Draw a card."}, "another"),
        ("mtg", {"type_line": "Creature — Elf", "text": "(It taps for mana.)"}, None),
        ("mtg", {"type_line": "Creature — Elf", "text": "Sings.\n(It taps for mana.)"}, "another"),
        ("mtg", {"type_line": "Creature — Elf"}, None),
    ],
)
def test_a_heading_or_a_reminder_alone_is_no_effect(game: str, row: dict[str, object], effect: str | None) -> None:
    (made,) = twgp.convert_frame(pd.DataFrame([{"name": "A", **row}]), game)["effect"]
    assert made == effect
