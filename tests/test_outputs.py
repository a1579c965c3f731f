"""What is written reads back as equal cards, in every format."""

import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from converters.outputs import FORMATS, OutputFormat, put_in_place, write
from converters.pipeline import Pipeline, Settings
from rulebook.cards import Card, Source
from tests.strategies import cards
from twgp.session import Quiet

SMALL = Card(id="g/1", identity="g:alpha", name="Alpha", game="g", type="unit", power=3, ruleset="x")


def back(path: Path) -> list[Card]:
    """The cards of a file that twgp wrote."""
    run = Pipeline(Settings(), Quiet())
    with run.spool(merging=False) as spool:
        run.run([path], spool)
        assert run.report.read == run.report.converted
        return list(spool.cards())


@pytest.mark.parametrize("excel", [False, True])
@pytest.mark.parametrize("format_", FORMATS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=st.lists(cards, min_size=1, max_size=4, unique_by=lambda card: card.id))
@example(rows=[Card(id="0", identity="0", name="0", game="0", type="unit", ruleset="0", source=Source(number="###"))])
def test_round_trip(tmp_path: Path, format_: OutputFormat, excel: bool, rows: list[Card]) -> None:
    path = tmp_path / f"cards.{format_}"
    with path.open("wb") as stream:
        write(rows, stream, format_, excel=excel)
    assert back(path) == rows


@pytest.mark.parametrize("format_", FORMATS)
def test_no_cards_still_make_a_sound_file(format_: OutputFormat) -> None:
    stream = io.BytesIO()
    write([], stream, format_)
    if format_ != "jsonl":
        assert stream.getvalue()


def test_a_guarded_csv_holds_no_formula(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    with path.open("wb") as stream:
        write(
            [Card(id="g/1", identity="=x", name="=cmd()", game="g", type="none", ruleset="x")],
            stream,
            "csv",
            excel=True,
        )
    raw = path.read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")
    assert b",=" not in raw
    assert b",'=cmd()" in raw


def test_a_failed_write_leaves_the_old_file_and_no_scrap(tmp_path: Path) -> None:
    path = tmp_path / "cards.jsonl"
    path.write_text("old", encoding="utf-8")

    def breaks() -> None:
        with put_in_place(path) as stream:
            stream.write(b"half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        breaks()
    assert path.read_text(encoding="utf-8") == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["cards.jsonl"]
