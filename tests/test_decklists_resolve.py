"""Resolving deck lists: the cases of `cases/decklists/resolve.yaml`, and pools of any content."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from converters.decklists import Pool, Resolved, Unresolved, parse_deck, resolve
from rulebook.cards import Card, Source
from rulebook.codes import codes, message
from rulebook.loading import load_yaml

CASES = Path(__file__).parent / "cases" / "decklists" / "resolve.yaml"


class PoolCard(msgspec.Struct, forbid_unknown_fields=True):
    """A card of a pool, as far as finding it goes."""

    id: str
    name: str
    name_ja: str | None = None
    identity: str | None = None
    game: str = "x"
    set: str | None = None
    number: str | None = None
    printings: tuple[str, ...] = ()
    fields: dict[str, Any] = {}

    def card(self) -> Card:
        return Card(
            id=f"{self.game}/{self.id}",
            identity=self.identity or f"{self.game}/{self.id}",
            name=self.name,
            name_ja=self.name_ja,
            game=self.game,
            type="unit",
            printings=self.printings,
            source=Source(id=self.id, set=self.set, number=self.number, fields=self.fields),
        )


class Missed(msgspec.Struct, forbid_unknown_fields=True):
    """A line that names no card."""

    line: int
    code: str
    has: str = ""


class ResolveCase(msgspec.Struct, forbid_unknown_fields=True):
    """A list, a pool, and what comes of them."""

    case: str
    pool: list[PoolCard]
    text: str
    found: list[dict[str, Any]] = []
    missed: list[Missed] = []


@pytest.mark.parametrize("case", msgspec.convert(load_yaml(CASES), list[ResolveCase]), ids=lambda case: case.case)
def test_resolve(case: ResolveCase) -> None:
    pool = Pool(card.card() for card in case.pool)
    results = list(resolve(parse_deck(case.text, pool.knows), pool))
    found = [one for one in results if isinstance(one, Resolved)]
    missed = [one for one in results if isinstance(one, Unresolved)]
    assert [one.card.source.id for one in found] == [wanted["id"] for wanted in case.found], missed
    for one, wanted in zip(found, case.found, strict=True):
        assert [code for code, _ in one.notes] == wanted.get("notes", [])
        assert list(one.lines) == wanted.get("lines", list(one.lines))
        fields = {field: value for field, value in wanted.items() if field not in ("id", "notes", "lines")}
        assert {field: getattr(one.line, field) for field in fields} == fields
        for code, values in one.notes:
            assert message(code, "en", **values)
            assert message(code, "ja", **values)
    assert [(one.line.line, one.code) for one in missed] == [(one.line, one.code) for one in case.missed]
    for unresolved, expected in zip(missed, case.missed, strict=True):
        for lang in ("en", "ja"):
            assert expected.has in message(unresolved.code, lang, **unresolved.values)


def test_a_resolved_line_gives_a_row_with_quantity_and_section() -> None:
    pool = Pool([PoolCard("a", "Alpha").card()])
    (one,) = resolve(parse_deck("Sideboard\n3 Alpha"), pool)
    assert isinstance(one, Resolved)
    row = one.row()
    assert (row.name, row.quantity, row.section) == ("Alpha", 3, "side")
    assert one.card.quantity is None


def test_what_cannot_be_resolved_is_no_mere_note() -> None:
    for code in ("deck_card_unknown", "deck_card_near", "deck_card_ambiguous", "deck_id_unknown"):
        assert codes()[code].level == "unreadable"


def test_an_empty_pool_and_an_empty_list() -> None:
    assert list(resolve(parse_deck(""), Pool([]))) == []
    (one,) = resolve(parse_deck("1 Alpha"), Pool([]))
    assert isinstance(one, Unresolved)


NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1, max_size=12)
PLAIN = st.text(st.sampled_from("abc ÆéЖガが青い鳥/-'\"()[]{}:,.#!?0123456789★"), min_size=1, max_size=15).map(
    str.strip
)


@given(st.lists(st.one_of(NAMES, PLAIN), min_size=1, max_size=8, unique=True), st.data())
def test_a_name_written_behind_a_quantity_is_always_found(names: list[str], data: st.DataObject) -> None:
    """Whatever a name looks like: the card itself is found, or several that share the name."""
    pool = Pool(PoolCard(str(at), name).card() for at, name in enumerate(names) if name.strip() == name != "")
    known = [name for name in names if name.strip() == name != ""]
    if not known:
        return
    wanted = data.draw(st.sampled_from(known))
    deck = parse_deck(f"2 {wanted}", pool.knows)
    results = list(resolve(deck, pool))
    if not results or deck.lines[0].text != wanted:
        return  # the name holds invisible characters or begins with a count of its own
    (one,) = results
    if isinstance(one, Resolved):
        assert one.card.name == wanted
    else:
        assert one.code == "deck_card_ambiguous"
