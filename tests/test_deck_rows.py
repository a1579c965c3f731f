"""Deck documents written and read back."""

from pathlib import Path

import pytest

from rulebook.deck_rows import deck_row
from rulebook.decks import Bundle, Deck, Entry, Master, Suppression, read_decks, with_entries
from rulebook.documents import dump_yaml
from rulebook.resources import data_path
from rulebook.walk import Place

SAMPLES = sorted(path for path in data_path("samples/decks").rglob("*") if path.suffix in (".yaml", ".json"))
AT = Place()


def without_places(deck: Deck) -> Deck:
    """The deck without what a written one cannot keep: places, the text itself, orders for one line."""
    bundles = tuple(bundle._replace(place=AT) for bundle in deck.bundles)
    orders = tuple(one._replace(place=AT) for one in deck.suppressions if one.line is None)
    left = deck._replace(path="", form="", text="", places={}, bundles=bundles, suppressions=orders)
    return with_entries(left, lambda entry: entry._replace(place=AT))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_bundled_deck_reads_back_equal(path: Path) -> None:
    for deck, _ in read_decks(path.read_text(encoding="utf-8"), str(path)):
        ((again, faults),) = read_decks(dump_yaml(deck_row(deck)), "again.yaml")
        assert not faults
        assert without_places(again) == without_places(deck)


def test_everything_a_document_can_say_reads_back_equal() -> None:
    cards = (Entry("08", AT), Entry("No", AT, 2, True), Entry("@x: #7", AT, effect="spell"))
    deck = Deck(
        "", "yaml", "", "試し", "dorsaga", {"deck_size_check": "max_only"}, ("カード.jsonl",),
        (Bundle("先", AT, cards, "entry", (cards[0],)), Bundle("2", AT, (Entry("~", AT, type="bsd_counter"),))),
        (Entry("007", AT),), ((Entry("a", AT, phase="fusion"), Entry("b", AT)), ()),
        (Master(Entry("007", AT), False, "female", True),), "male", (Entry("t", AT),), (Entry("side", AT),),
        (Suppression("D104", "why", AT, None, "08"),),
    )  # fmt: skip
    ((again, faults),) = read_decks(dump_yaml(deck_row(deck)), "again.yaml")
    assert not faults
    assert without_places(again) == without_places(deck)
