"""Corrections by hand (`--overrides`): what follows from a corrected type, whom an entry means, its reason."""

import json
from pathlib import Path

import pytest

from converters.merge import Spool
from converters.overrides import Overrides
from rulebook.cards import Card, Note, from_line
from tests.calling import Call, caller

CARDS = [
    {"name": "Bolt of Ash", "mana_cost": "{R}", "type_line": "Sorcery",
     "text": "Bolt of Ash deals 3 damage to any target."},
    {"name": "Void Angel", "mana_cost": "{4}{W}", "type_line": "Creature — Angel", "name_ja": "虚無の天使",
     "species_ja": "天使", "text": "When Void Angel enters, draw a card."},
    {"name": "Toll Gate", "mana_cost": "{2}{U}", "type_line": "Enchantment", "text": "Draw a card."},
    {"name": "Rusty Curse", "mana_cost": "{1}{B}", "type_line": "Enchantment",
     "text": "Equipped creature doesn't untap during its controller's untap step."},
    {"name": "Green Wood", "mana_cost": "", "type_line": "Basic Land", "text": "{T}: Add {G}."},
    {"name": "Old Teacher", "mana_cost": "{1}{B}", "type_line": "Creature — Human",
     "text": "When Old Teacher enters, search your library for a card, put it into your hand, then shuffle."},
    {"name": "Quick No", "mana_cost": "{U}", "type_line": "Instant", "text": "Counter target spell."},
    {"name": "Land Coat", "mana_cost": "{1}{G}", "type_line": "Enchantment — Aura",
     "text": "Enchant land\nWhen this enters, draw two cards."},
]  # fmt: skip


@pytest.fixture
def twgp(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> Call:
    (tmp_path / "cards.json").write_text(json.dumps(CARDS), encoding="utf-8")
    return caller(monkeypatch, capfdbinary, tmp_path)


def corrected(twgp: Call, entries: str, *more: str, file: str = "cards.json") -> dict[str, Card]:
    """The cards by id, converted with these corrections."""
    Path("o.yaml").write_text(entries, encoding="utf-8")
    done = twgp("convert", file, "--game", "mtg", "--overrides", "o.yaml", "--to", "jsonl", *more)
    assert done.code == 0, done.err
    return {card.id: card for card in map(from_line, done.out.splitlines())}


def notes(card: Card) -> set[str]:
    return {note.code for note in card.notes}


@pytest.mark.rule("MATRIX-15")
def test_a_sorcery_made_a_unit_has_void_text_and_what_its_name_gives(twgp: Call) -> None:
    card = corrected(twgp, "Bolt of Ash: {type: unit, power: 3}")["mtg/Bolt-of-Ash"]
    assert (card.type, card.power, card.places) == ("unit", 3, ("deck",))
    assert card.effects
    assert all(effect.void for effect in card.effects)
    assert "void in Half" in twgp("explain", "Bolt of Ash", "--cards", "cards.json", "--overrides", "o.yaml").out


def test_a_unit_made_another_type_has_valid_text_and_no_links(twgp: Call) -> None:
    before = corrected(twgp, "Quick No: {effect: hack}")["mtg/Void-Angel"]
    assert before.links
    assert all(effect.void for effect in before.effects)
    card = corrected(twgp, "Void Angel: {type: archive_effect}")["mtg/Void-Angel"]
    assert (card.power, card.links, card.poison_name, card.poison_unit) == (None, (), False, False)
    assert card.effects
    assert not any(effect.void for effect in card.effects)


@pytest.mark.rule("WEAPON-08", "WEAPON-13", "MATRIX-16")
def test_a_card_made_a_weapon_has_the_sign_that_its_text_gives(twgp: Call) -> None:
    cards = corrected(
        twgp, "Toll Gate: {type: weapon}\nRusty Curse: {type: weapon}\nQuick No: {type: weapon, weapon_sign: -1}"
    )
    gate = cards["mtg/Toll-Gate"]
    assert (gate.type, gate.weapon_sign, gate.vital_kind, gate.places) == ("weapon", 1, None, ("deck",))
    assert cards["mtg/Quick-No"].weapon_sign == -1
    as_printed = CARDS[3] | {"type_line": "Artifact — Equipment"}
    Path("printed.json").write_text(json.dumps([as_printed]), encoding="utf-8")
    printed = corrected(twgp, "Rusty Curse: {why: none}", file="printed.json")["mtg/Rusty-Curse"]
    assert cards["mtg/Rusty-Curse"].weapon_sign == printed.weapon_sign == -1
    assert all(effect.void for card in cards.values() if card.type == "weapon" for effect in card.effects)


def test_a_land_made_a_vital_is_no_card_of_no_use(twgp: Call) -> None:
    card = corrected(twgp, "Green Wood: {type: vital}")["mtg/Green-Wood"]
    assert (card.type, card.vital_kind, card.places) == ("vital", "counter", ("vital",))
    assert "land_makes_mana" not in notes(card)
    trap = corrected(twgp, "Green Wood: {type: vital, vital_kind: trap, places: [deck]}")["mtg/Green-Wood"]
    assert (trap.vital_kind, trap.places) == ("trap", ("deck",))


@pytest.mark.rule("EXTRA-07")
def test_a_searching_text_moves_a_corrected_card_to_the_extra_device_and_back(twgp: Call) -> None:
    card = corrected(twgp, "Old Teacher: {type: archive_effect}")["mtg/Old-Teacher"]
    assert card.places == ("extra_device",)
    assert "place_by_search" in notes(card)
    own = corrected(twgp, "Old Teacher: {type: archive_effect, places: [deck]}")["mtg/Old-Teacher"]
    assert own.places == ("deck",)
    flags = corrected(twgp, "Old Teacher: {type: archive_effect, flags: []}")["mtg/Old-Teacher"]
    assert (flags.places, flags.flags) == (("deck",), ())
    # A row that was converted before goes the same way, there and back again.
    corrected(twgp, "Old Teacher: {type: archive_effect}", "-o", "rows.jsonl")
    back = corrected(twgp, "Old Teacher: {type: unit, power: 2}", file="rows.jsonl")["mtg/Old-Teacher"]
    assert (back.places, back.overridden) == (("deck",), ("type", "power"))
    assert "place_by_search" not in notes(back)


def test_a_note_on_the_old_type_goes_and_the_text_no_longer_decides(twgp: Call) -> None:
    card = corrected(twgp, "Quick No: {type: archive_effect}")["mtg/Quick-No"]
    assert card.type == "archive_effect"
    assert "type_by_answer" not in notes(card)


def test_no_switch_makes_the_corrected_type_another(twgp: Call) -> None:
    text = "When Wax Idol is put into a graveyard from the battlefield, draw a card."
    rows = [{"name": "Wax Idol", "mana_cost": "{1}", "type_line": "Artifact — Equipment", "text": text}]
    Path("idol.json").write_text(json.dumps(rows), encoding="utf-8")
    early = ("--set", "type_priority=log_first")
    printed = corrected(twgp, "Wax Idol: {why: none}", *early, file="idol.json")["mtg/Wax-Idol"]
    assert (printed.type, {effect.void for effect in printed.effects}) == ("blast_counter", {False})
    card = corrected(twgp, "Wax Idol: {type: weapon}", *early, file="idol.json")["mtg/Wax-Idol"]
    assert (card.type, card.weapon_sign) == ("weapon", 1)
    rows[0]["type_line"] = "Sorcery"
    Path("idol.json").write_text(json.dumps(rows), encoding="utf-8")
    card = corrected(twgp, "Wax Idol: {type: weapon}", *early, file="idol.json")["mtg/Wax-Idol"]
    assert (card.type, card.weapon_sign, {effect.void for effect in card.effects}) == ("weapon", 1, {True})


def test_a_corrected_type_settles_the_doubt_about_the_kind(twgp: Call) -> None:
    Path("odd.csv").write_text("name,mana cost,type\nOddity,2,Gizmo\n", encoding="utf-8")
    Path("o.yaml").write_text("Oddity: {type: none}\n", encoding="utf-8")
    call = ("convert", "odd.csv", "--game", "mtg", "--strict")
    assert twgp(*call).code == 1
    done = twgp(*call, "--overrides", "o.yaml")
    assert (done.code, from_line(done.out).notes) == (0, ())


def test_a_power_by_hand_settles_the_doubt_about_the_power(twgp: Call) -> None:
    Path("odd.csv").write_text("name,mana cost,type\nOddity,{W,Creature\n", encoding="utf-8")
    Path("o.yaml").write_text("Oddity: {power: 2}\n", encoding="utf-8")
    call = ("convert", "odd.csv", "--game", "mtg")
    assert "power_" in twgp(*call).err
    assert "power_" not in twgp(*call, "--overrides", "o.yaml").err


@pytest.mark.rule("MATRIX-16")
def test_an_aura_that_no_unit_bears_is_a_vital_with_valid_text(twgp: Call) -> None:
    card = corrected(twgp, "Quick No: {effect: hack}")["mtg/Land-Coat"]
    assert (card.type, {effect.void for effect in card.effects}) == ("vital", {False})


@pytest.mark.rule("TYPE-03")
def test_a_corrected_vital_lies_where_the_switch_lets_it(twgp: Call) -> None:
    cards = corrected(twgp, "Green Wood: {type: vital}", "--set", "continuing_cards_in_deck=true")
    assert cards["mtg/Green-Wood"].places == ("deck", "vital")
    assert cards["mtg/Toll-Gate"].places == ("deck", "vital")
    assert cards["mtg/Land-Coat"].places == ("deck", "vital")


def test_a_card_of_the_second_deck_stays_there(twgp: Call) -> None:
    rows = [
        {"name": "Fused Wyrm", "type": "Fusion Monster", "level": 8, "atk": 100, "def": 100, "desc": "Draw 1 card."}
    ]
    Path("y.json").write_text(json.dumps(rows), encoding="utf-8")
    Path("o.yaml").write_text("Fused Wyrm: {type: weapon}\n", encoding="utf-8")
    done = twgp("convert", "y.json", "--game", "yugioh", "--overrides", "o.yaml", "--to", "jsonl")
    assert from_line(done.out).places == ("extra_device",)


CLASH = "name,mana cost,type,id\nAlpha Bird,2,Creature,7\nBeta Bird,3,Creature,7\nGamma Bird,4,Creature,8\n"


def test_an_id_means_that_card_alone(twgp: Call) -> None:
    Path("clash.csv").write_text(CLASH, encoding="utf-8")
    cards = corrected(twgp, "mtg/7: {power: 11}\nmtg/8: {power: 13}", file="clash.csv")
    assert {id_: card.power for id_, card in cards.items()} == {"mtg/7": 11, "mtg/7#2": 3, "mtg/8": 13}
    cards = corrected(twgp, "mtg/7#2: {power: 12}", file="clash.csv")
    assert {id_: card.power for id_, card in cards.items()} == {"mtg/7": 2, "mtg/7#2": 12, "mtg/8": 4}
    corrected(twgp, "mtg/8: {power: 9}", "-o", "rows.jsonl", file="clash.csv")
    cards = corrected(twgp, "mtg/7: {power: 11}", file="rows.jsonl")
    assert {id_: card.power for id_, card in cards.items()} == {"mtg/7": 11, "mtg/7#2": 3, "mtg/8": 9}


def test_the_ids_of_corrections_are_those_of_the_rows() -> None:
    clash, disagreement = Note("id_clash", ""), Note("printings_disagree", "")
    ids = ["mtg/a", "mtg/a#2", "mtg/a", "mtg/a", "mtg/A"]
    cards = [Card(id_, f"mtg:{number}", f"Bird {number}", "mtg", "vital") for number, id_ in enumerate(ids)]
    wanted = ["mtg/a", "mtg/a#2", "mtg/a#3", "mtg/a#4", "mtg/A"]
    for number, id_ in enumerate(wanted[:4]):
        overrides = Overrides({id_: {"phase": "x"}})
        with Spool(clash, disagreement) as spool:
            for card in cards[:4]:
                spool.add(overrides.apply(card, str, lambda one, *_: one))
            rows = list(spool.cards())
        assert [row.id for row in rows] == wanted[:4]
        assert [row.phase for row in rows].index("x") == number
        assert sum(row.phase == "x" for row in rows) == 1


def test_a_reprint_under_another_id_goes_with_the_corrected_card(twgp: Call) -> None:
    Path("two.csv").write_text(
        "name,mana cost,type,id\nAlpha Bird,2,Creature,7\nAlpha Bird,2,Creature,9\n", encoding="utf-8"
    )
    cards = corrected(twgp, "mtg/7: {power: 11}", file="two.csv")
    assert [(card.power, "printings_disagree" in notes(card)) for card in cards.values()] == [(11, False)]


def test_lines_of_name_and_id_both_hold_and_the_id_wins(twgp: Call) -> None:
    Path("clash.csv").write_text(CLASH, encoding="utf-8")
    Path("o.yaml").write_text("Alpha Bird: {power: 3, effect: hack}\nmtg/7: {power: 4}\n", encoding="utf-8")
    done = twgp("convert", "clash.csv", "--game", "mtg", "--overrides", "o.yaml", "--to", "jsonl")
    card = from_line(done.out.splitlines()[0])
    assert (card.power, card.effect, card.overridden) == (4, "hack", ("power", "effect"))
    assert "met no card" not in done.err


def test_the_reason_stands_in_the_row_and_in_the_explanation(twgp: Call) -> None:
    cards = corrected(
        twgp, "Bolt of Ash: {type: unit, power: 3, why: 'ruling of the club, round 3'}", "-o", "rows.jsonl"
    )
    assert not cards
    row = from_line(Path("rows.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert "ruling of the club, round 3" in next(note.message for note in row.notes if note.code == "override_why")
    for more in (("--cards", "rows.jsonl"), ("--cards", "cards.json", "--overrides", "o.yaml")):
        out = " ".join(twgp("explain", "Bolt of Ash", *more).out.split())
        assert "type, power; the reason of the correction: ruling of the club, round 3" in out
        assert out.count("round 3") == 1
        assert "type_line" not in out
    assert "訂正の理由：" in twgp("explain", "Bolt of Ash", *more, "--lang", "ja").out
    assert len(
        corrected(twgp, "Bolt of Ash: {power: 4, why: later}", file="rows.jsonl")["mtg/Bolt-of-Ash"].notes
    ) == len(row.notes)


def test_a_deck_list_has_the_corrected_cards_of_its_pool(twgp: Call) -> None:
    Path("o.yaml").write_text("Toll Gate: {type: unit, why: ruling}\n", encoding="utf-8")
    Path("deck.txt").write_text("Deck\n4 Toll Gate\n2 Quick No\n", encoding="utf-8")
    done = twgp("convert", "deck.txt", "--cards", "cards.json", "--overrides", "o.yaml", "--to", "jsonl")
    card = from_line(done.out.splitlines()[0])
    assert (card.type, card.quantity) == ("unit", 4)
    codes = [note.code for note in card.notes]
    assert codes.count("override_power_missing") == codes.count("override_why") == 1


@pytest.mark.parametrize("text", ["- Alpha Bird: {power: 5}", "[]", "{}", "Alpha Bird"])
def test_corrections_that_are_no_map_are_told_what_is_wanted(twgp: Call, text: str) -> None:
    Path("o.yaml").write_text(text, encoding="utf-8")
    call = ("convert", "cards.json", "--overrides", "o.yaml")
    done = twgp(*call)
    assert done.code == 2
    assert "o.yaml:1: corrections are a map of names or ids of cards, for example `Alpha Bird:" in done.err
    assert "カード名か id をキーとするマップ" in twgp(*call, "--lang", "ja").err
