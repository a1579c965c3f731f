"""Merging of printings while cards stream, and the counts that must add up."""

import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from converters.merge import Spool
from rulebook.cards import Card, Note

CLASH, DISAGREE = Note("id_clash", "clash"), Note("printings_disagree", "disagree")


def printing(id_: str, identity: str = "g:alpha", **changes: object) -> Card:
    fields: dict[str, object] = {"name": "Alpha", "type": "unit", "power": 3, **changes}
    return Card(id=f"g/{id_}", identity=identity, game="g", printings=(id_,), **fields)  # type: ignore[arg-type]


def merged(*cards: Card) -> list[Card]:
    with Spool(CLASH, DISAGREE) as spool:
        for card in cards:
            spool.add(card)
        return list(spool.cards())


def test_printings_of_one_card_become_one_row_that_names_them_all() -> None:
    rows = merged(printing("1"), printing("2"), printing("9", "g:beta", name="Beta"), printing("3"))
    assert [(row.name, row.printings) for row in rows] == [("Alpha", ("1", "2", "3")), ("Beta", ("9",))]


def test_the_same_record_twice_is_one_printing() -> None:
    assert merged(printing("1"), printing("1"))[0].printings == ("1",)


def test_a_japanese_printing_brings_its_name_and_text_and_an_english_one_too() -> None:
    japanese = printing("2", name="アルファ", name_ja="アルファ", text_ja="引く。")
    english = printing("1", text="Draw.")
    for rows in (merged(japanese, english), merged(english, japanese)):
        assert [(r.name, r.name_ja, r.text, r.text_ja) for r in rows] == [("Alpha", "アルファ", "Draw.", "引く。")]


def test_the_parts_of_a_set_bring_all_their_texts() -> None:
    parts = [printing(str(n), flags=("set:4",), text=f"Part {n}.") for n in range(1, 5)]
    (row,) = merged(*parts)
    assert row.text == "Part 1.\nPart 2.\nPart 3.\nPart 4."


def test_printings_that_differ_in_power_or_type_are_told_of() -> None:
    (row,) = merged(printing("1"), printing("2", power=4))
    assert (row.power, [note.code for note in row.notes]) == (3, ["printings_disagree"])
    assert merged(printing("1"), printing("2", type="vital", power=None))[0].notes == (DISAGREE,)
    assert merged(printing("1"), printing("2"))[0].notes == ()


def test_two_cards_of_one_id_stay_two_rows_with_two_ids() -> None:
    rows = merged(printing("1"), printing("1", "g:beta"), printing("1", "g:gamma"))
    assert [row.id for row in rows] == ["g/1", "g/1#2", "g/1#3"]
    assert [bool(row.notes) for row in rows] == [False, True, True]


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 9)), max_size=40))
def test_rows_are_the_distinct_identities_in_order_of_first_appearance(keys: list[tuple[int, int]]) -> None:
    with Spool(CLASH, DISAGREE) as spool:
        new = [spool.add(printing(str(i), f"g:{key}")).merged_into is None for key, i in keys]
        rows = list(spool.cards())
    assert [row.identity for row in rows] == list(dict.fromkeys(f"g:{key}" for key, _ in keys))
    assert sum(new) == len(rows) == spool.count
    assert len({row.id for row in rows}) == len(rows)


def test_memory_stays_below_300_bytes_a_card() -> None:
    with Spool(CLASH, DISAGREE) as spool:
        for n in range(1_000):  # what does not grow with the list
            spool.add(printing(f"warm{n}", f"g:warm{n}"))
        tracemalloc.start()
        count = 40_000
        for n in range(count):
            spool.add(printing(str(n), f"g:{n}"))
        grown, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert grown / count < 300
