"""JSON and JSON Lines: random texts, records cut at any place, long lines, and nothing lost on the way."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from converters.readers import json_cursor, json_lines, open_source
from converters.readers.shapes import DECK_KEYS
from converters.records import Row, Unreadable

# A name first, so that an object of objects is one card and no map of cards.
keys = st.text(st.characters(exclude_categories=("Cs",)), max_size=8).filter(lambda key: key.casefold() not in TAKEN)
texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=12) | st.sampled_from(
    ['":', '" :', '\\":', "{", "}", "\u2028", "\x85", "\x00", "\\", '"', "竜", "😀", "\ufeff", "\x1a"]
)
TAKEN = DECK_KEYS | frozenset(
    {"name", "object", "data", "cards", "tokens", "results", "items", "records", "rows", "entries", "deck"}
)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=6,
)
rows = st.dictionaries(keys, values, max_size=4).map(lambda row: {"name": "A", **row})
styles = st.fixed_dictionaries(
    {
        "ensure_ascii": st.booleans(),
        "separators": st.sampled_from([(",", ":"), (", ", ": "), (" ,", " :"), (",\t", "\t: ")]),
    }
)


def read(data: bytes) -> list[tuple[int, Row | Unreadable]]:
    return list(open_source(data).records())


@settings(deadline=None)
@given(
    st.lists(rows, min_size=2, max_size=5),
    styles,
    st.sampled_from(["\n", "\r\n", "\n\n"]),
    st.integers(1, 40),
)
def test_lines_come_back_as_they_were_written(cards: list[Row], style: dict[str, Any], end: str, block: int) -> None:
    data = "".join(json.dumps(card, **style) + end for card in cards).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_lines, "_BLOCK", block)
        step = len(end.replace("\r", ""))
        assert read(data) == [(1 + step * index, card) for index, card in enumerate(cards)]


@settings(deadline=None)
@given(st.lists(rows, min_size=1, max_size=5), styles, st.none() | st.integers(0, 3), st.integers(1, 40))
def test_arrays_come_back_wherever_the_pieces_are_cut(
    cards: list[Row], style: dict[str, Any], indent: int | None, piece: int
) -> None:
    data = json.dumps({"meta": {"a": 1}, "data": cards}, indent=indent, **style).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_cursor, "_PIECE", piece)
        assert read(data) == list(enumerate(cards, 1))


@settings(deadline=None)
@given(rows, st.data(), styles, st.sampled_from(["", " ", "\t"]))
def test_a_key_given_twice_is_always_found(card: Row, data: st.DataObject, style: dict[str, Any], space: str) -> None:
    key = data.draw(st.sampled_from(list(card)))
    again = f"{json.dumps(key)}{space}:{json.dumps(data.draw(values))}"
    line = f"{json.dumps(card, **style)[:-1]},{again}}}"
    good = '{"name":"B"}'
    wanted = Unreadable("duplicate_key", key)
    assert read(f"{good}\n{line}\n".encode()) == [(1, {"name": "B"}), (2, wanted)]
    assert read(f"[{line},{good}]".encode()) == [(1, wanted), (2, {"name": "B"})]


@settings(deadline=None)
@given(st.lists(rows, min_size=2, max_size=4), st.data())
def test_damage_to_one_line_leaves_the_others(cards: list[Row], data: st.DataObject) -> None:
    lines = [json.dumps(card) for card in cards]
    place = data.draw(st.integers(1, len(lines) - 1))
    lines[place] = lines[place][: data.draw(st.integers(1, len(lines[place]) - 1))]
    found = read("\n".join(lines).encode())
    assert [number for number, _ in found] == list(range(1, len(lines) + 1))
    assert isinstance(found[place][1], Unreadable)
    assert [row for _, row in found[:place] + found[place + 1 :]] == cards[:place] + cards[place + 1 :]


@pytest.mark.parametrize("block", [1, 7, 64, 1 << 16])
def test_block_sizes_do_not_matter(monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    monkeypatch.setattr(json_lines, "_BLOCK", block)
    data = b'{"name":"A"}\n\n{"name":"B","n":{"x":1}}\r\nbroken\n{"name":"C","name":"D"}\n{"name":"E"}'
    assert read(data) == [
        (1, {"name": "A"}),
        (3, {"name": "B", "n": {"x": 1}}),
        (4, Unreadable("line_not_json", "1")),
        (5, Unreadable("duplicate_key", "name")),
        (6, {"name": "E"}),
    ]


def test_a_line_of_ten_million_characters() -> None:
    text = "竜" * 1_000_000 + "x" * 9_000_000
    data = json.dumps([{"name": "A"}, {"name": "B", "text": text}, {"name": "C"}], ensure_ascii=False)
    lines = "\n".join(json.dumps(row, ensure_ascii=False) for row in json.loads(data))
    for found in (read(lines.encode()), read(data.encode())):
        assert [row["name"] for _, row in found if not isinstance(row, Unreadable)] == ["A", "B", "C"]
        second = found[1][1]
        assert isinstance(second, dict)
        assert len(second["text"]) == 10_000_000


def test_a_line_beyond_the_limit_spoils_itself_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_lines, "MAX_RECORD", 1 << 20)
    lines = ['{"name":"A"}', '{"name":"' + "x" * (3 << 20) + '"}', '{"name":"C"}', '{"name":"D"}']
    assert read("\n".join(lines).encode()) == [
        (1, {"name": "A"}),
        (2, Unreadable("record_too_long", "1")),
        (3, {"name": "C"}),
        (4, {"name": "D"}),
    ]


def test_a_value_beyond_the_limit_ends_an_array(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_cursor, "MAX_RECORD", 1 << 20)
    data = '[{"name":"A"},{"name":"' + "x" * (3 << 20) + '"},{"name":"C"}]'
    assert read(data.encode()) == [(1, {"name": "A"}), (2, Unreadable("json_too_long", "1:15"))]


def test_depth_and_length_of_values_are_bounded() -> None:
    deep = "[" * 20_000 + "]" * 20_000
    digits = "9" * 5000
    lines = ['{"name":"A"}', f'{{"name":{deep}}}', f'{{"name":{digits}}}', '{"name":"B"}']
    assert read("\n".join(lines).encode()) == [
        (1, {"name": "A"}),
        (2, Unreadable("nested_too_deeply")),
        (3, Unreadable("number_too_long", "999999999999…")),
        (4, {"name": "B"}),
    ]
    assert read(f"[{lines[0]},{lines[2]},{lines[3]}]".encode())[1:] == [
        (2, Unreadable("number_too_long", "999999999999…")),
        (3, {"name": "B"}),
    ]
    assert read(f"[{lines[0]},{lines[1]}]".encode())[1] == (2, Unreadable("json_too_deep", "1:15"))


def test_a_large_map_is_read_card_by_card() -> None:
    cards = {f"x-{index}": {"name": f"Card {index}", "cost": index} for index in range(2000)}
    found = read(json.dumps(cards).encode())
    assert len(found) == 2000
    assert found[1999] == (2000, {"id": "x-1999", "name": "Card 1999", "cost": 1999})


def test_long_first_lines(tmp_path: Path) -> None:
    long = {"name": "A", "text": "x" * 200_000}
    path = tmp_path / "cards"
    path.write_text(json.dumps(long) + "\n" + '{"name":"B"}\n', encoding="utf-8")
    reader = open_source(path)
    assert (reader.format, list(reader.records())) == ("jsonl", [(1, long), (2, {"name": "B"})])
    path.write_text(json.dumps({"data": [long]}) + "\n\n", encoding="utf-8")
    reader = open_source(path)
    assert (reader.format, list(reader.records())) == ("json", [(1, long)])
