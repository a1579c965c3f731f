"""What card texts say: categories, numbers, flags, spans, and what the decision on the type asks."""

import unicodedata
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from converters.effects import EffectReader, GameReader, Job, TextReading, primary_effect
from converters.effects.text import OWN_NAME, nfkc
from rulebook.loading import load_yaml
from rulebook.terms import EFFECTS

CASES = Path(__file__).parent / "cases" / "effects"
FILES = sorted(CASES.glob("*.yaml"))
RULES = {
    "poison": "EFF-POISON-03",
    "potion": "EFF-POTION-02",
    "slow": "EFF-SLOW-03",
    "drain": "EFF-DRAIN-02",
    "reflect": "EFF-REFLECT-03",
}

Read = Callable[..., TextReading]


@pytest.fixture(scope="module")
def reader() -> EffectReader:
    return EffectReader.load()


@pytest.fixture(scope="module")
def game(reader: EffectReader) -> Callable[[str, int | None], GameReader]:
    made: dict[tuple[str, int | None], GameReader] = {}

    def one(id_: str, unit: int | None = None) -> GameReader:
        if (id_, unit) not in made:
            made[id_, unit] = reader.game(id_, unit)
        return made[id_, unit]

    return one


@pytest.fixture(scope="module")
def read(game: Callable[[str, int | None], GameReader]) -> Read:
    def one(text: str, language: str = "en", **details: Any) -> TextReading:
        bound = game(details.get("game", ""), details.get("unit"))
        name = details.get("name", OWN_NAME)
        return bound.read(text.replace("~", name), language, name, unit=details.get("is_unit", False))

    return one


def details_of(case: str | dict[str, Any]) -> dict[str, Any]:
    return {"text": case} if isinstance(case, str) else dict(case)


def cases(section: str) -> Iterator[Any]:
    """The cases of one section of every file of `cases/effects`."""
    for path in FILES:
        document = load_yaml(path)
        language = document["language"]
        for case in document.get(section, ()):
            yield pytest.param(language, case, id=f"{path.stem}-{details_of(case)['text'][:50]}")


def categories() -> Iterator[Any]:
    for path in FILES:
        document = load_yaml(path)
        for category, sides in document["cases"].items():
            for side in ("has", "lacks"):
                for case in sides[side]:
                    details = details_of(case)
                    yield pytest.param(
                        document["language"], category, side == "has", details,
                        id=f"{path.stem}-{category}-{side}-{details['text'][:50]}",
                        marks=[pytest.mark.rule(RULES[category])] if category in RULES else [],
                    )  # fmt: skip


@pytest.mark.parametrize(("language", "category", "wanted", "case"), list(categories()))
def test_category_is_found_only_where_it_is(
    read: Read, language: str, category: str, wanted: bool, case: dict[str, Any]
) -> None:
    reading = read(**case, language=language)
    assert (category in {effect.effect for effect in reading.effects}) == wanted


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_rare_categories_have_enough_cases(path: Path) -> None:
    for category in RULES:
        sides = load_yaml(path)["cases"][category]
        assert len(sides["has"]) >= 15, category
        assert len(sides["lacks"]) >= 15, category


@pytest.mark.rule("READ-04")
@pytest.mark.parametrize(("language", "case"), list(cases("texts")))
def test_whole_text(read: Read, language: str, case: dict[str, Any]) -> None:
    details = details_of(case)
    reading = read(**details, language=language)
    assert [effect.effect for effect in reading.effects] == details["effects"]
    if "flags" in details:
        assert reading.flags == sorted(details["flags"])
    if "primary" in details:
        assert reading.primary == details["primary"]
    if "clauses_read" in details:
        assert reading.clauses_read == details["clauses_read"]


@pytest.mark.rule("READ-03")
@pytest.mark.parametrize(("language", "case"), list(cases("powers")))
def test_number_of_an_effect(read: Read, language: str, case: dict[str, Any]) -> None:
    details = details_of(case)
    reading = read(**details, language=language)
    assert reading.effects[0].power == details["power"]


@pytest.mark.rule("READ-01")
@pytest.mark.rule("WEAPON-13")
@pytest.mark.parametrize(("language", "case"), list(cases("marks")))
def test_what_the_type_asks(read: Read, language: str, case: dict[str, Any]) -> None:
    details = details_of(case)
    reading = read(**details, language=language)
    for mark in ("read01", "trap", "grid", "weapon_sign"):
        if mark in details:
            assert getattr(reading, mark) == details[mark]


@pytest.mark.rule("READ-05")
@pytest.mark.parametrize(
    ("effects", "primary"),
    [
        (["plus", "another", "down"], "down"),
        (["medical", "spell"], "spell"),
        (["another", "medical", "plus"], "medical"),
        (["another"], "another"),
        ([], "another"),
    ],
)
def test_primary_effect(effects: list[Any], primary: str) -> None:
    assert primary_effect(effects) == primary


def test_no_text_no_effect() -> None:
    assert primary_effect([], has_text=False) is None


def test_spans_point_at_the_clause_of_the_printed_text(read: Read) -> None:
    name = "Grom, the Loud"
    text = f"Flying (It flies.)\nWhen {name} enters, Grom deals 3 damage to any target. Draw a card."
    reading = read(text, name=name, game="mtg")
    assert [(effect.effect, text[slice(*effect.span)], effect.paragraph) for effect in reading.effects] == [
        ("another", "Flying", 1),
        ("spell", "Grom deals 3 damage to any target.", 2),
        ("another", "Draw a card.", 2),
    ]


def test_spans_count_own_names_among_words_that_are_not_read(read: Read, game: Callable[..., GameReader]) -> None:
    name = "Grom the Loud"
    limit = f'You can only use the effect of "{name}" once per turn.'
    text = f"(You draw it if {name} sleeps.) {limit} ({name} is loud) Draw 1 card.\nIt gains 500 ATK ({name})."
    reading = read(text, name=name, game="yugioh")
    assert [text[slice(*effect.span)] for effect in reading.effects] == ["Draw 1 card.", f"It gains 500 ATK ({name})."]
    explained = game("yugioh").explain(text, "en", name)
    assert limit in [clause.text for clause in explained]
    assert all(clause.text == text[clause.start : clause.end] for clause in explained)


@pytest.mark.rule("MATRIX-10")
def test_readings_name_the_rule_that_reads_the_words_anew(game: Callable[..., GameReader]) -> None:
    reading = game("mtg").read("Pay 2 life: Draw a card.\nTarget player discards two cards.", "en")
    assert [one.code for one in reading.readings] == ["numeric_cost", "draw", "hand_discard"]


@pytest.mark.rule("READ-02")
def test_conditions_of_named_effects_do_not_count(read: Read) -> None:
    spell = read("When ~ enters, it deals 2 damage to target creature.", game="mtg")
    assert "conditions_void" in [one.code for one in spell.readings]
    draw = read("When ~ enters, draw a card.", game="mtg")
    assert "conditions_void" not in [one.code for one in draw.readings]


def test_reading_texts_are_handed_through(reader: EffectReader) -> None:
    bound = reader.game("mtg", None, {"draw": ("download, then set-up", "ダウンロード後のセットアップ")})
    (reading,) = bound.read("Draw a card.", "en").readings
    assert (reading.text_en, reading.text_ja) == ("download, then set-up", "ダウンロード後のセットアップ")


def hashed(words: str) -> str:
    """The key of a text that is these words when it is normalised; \ue000 is the own name."""
    return blake2b(words.encode(), digest_size=8).hexdigest()


@pytest.mark.rule("AEFFECT-17", "RES-06")
def test_texts_that_say_the_same_share_their_key(read: Read) -> None:
    one = read("~ deals 3 damage to any target. (It burns.)", name="Ember", game="mtg").key
    assert one == hashed("\ue000deals3damagetoanytarget")
    assert read("~ DEALS ３ damage to any target.", name="Cinder", game="mtg").key == one
    assert read("• Cinder deals 3 damage\nto any target", name="Cinder, the Last", game="mtg").key == one
    assert read("~ deals 4 damage to any target.", name="Ember", game="mtg").key != one
    assert read("Ash deals 3 damage to any target.", name="Ember", game="mtg").key != one


@pytest.mark.parametrize(
    ("text", "language", "game_id", "normalised"),
    [
        ("カードを２枚引く。（山札から。）", "ja", "mtg", "カードを2枚引く"),
        ("カードを 2枚引く", "ja", "mtg", "カードを2枚引く"),
        ("Flying (It flies (high) up.) Haste", "en", "mtg", "flyinghaste"),
        ("Flying (It flies.", "en", "mtg", "flying(itflies"),
        ("<b>Taunt</b>", "en", "hearthstone", "taunt"),
        ('Add 1 "Ant" monster from your Deck to your hand.', "en", "yugioh", 'add1"ant"monsterfromyourdecktoyourhand'),
        ("(Flying)", "en", "mtg", ""),
    ],
)
def test_keys_are_hashes_of_the_normalised_text(
    game: Callable[..., GameReader], text: str, language: str, game_id: str, normalised: str
) -> None:
    assert game(game_id).keys([Job(text, language)]) == [hashed(normalised)]
    assert game(game_id).read(text, language).key == hashed(normalised)


def test_a_bracket_that_is_read_counts_in_the_key(game: Callable[..., GameReader]) -> None:
    text = "Put 1 Ice Counter on it. (Monsters with an Ice Counter cannot attack.) (It melts.)"
    (key,) = game("yugioh").keys([Job(text, "en")])
    assert key == hashed("put1icecounteronit(monsterswithanicecountercannotattack)")


def test_the_key_alone_is_the_key_of_the_reading(game: Callable[..., GameReader]) -> None:
    text = "Flying (It flies.)\nWhen Grom enters, draw a card. It gains haste."
    for language in ("en", "ja"):
        reading = game("mtg").read(text, language, "Grom")
        assert game("mtg").keys([Job(text, language, "Grom")]) == [reading.key]


def test_brackets_without_end_cost_no_time(game: Callable[..., GameReader]) -> None:
    (key,) = game("mtg").keys([Job("(" * 100_000 + ")" * 100_000, "en")])
    assert key == hashed("(" * 99_992 + ")" * 99_992)


@given(st.text(st.sampled_from("aAé\u0301か\u3099ｶﾞ２（）：…㍿Å≠=\u0338각ᄀ\u1161\ue000 。−①½\u2028")))
def test_a_quick_way_to_nfkc_gives_nfkc(text: str) -> None:
    assert nfkc(text) == unicodedata.normalize("NFKC", text)


def test_a_paragraph_that_cards_share_has_its_place_in_each(read: Read) -> None:
    shared = "When ~ enters, draw a card."
    places = {}
    for name, opening in (("Grom", "Flying"), ("Grom the Tall", "Flying, haste")):
        text = f"{opening}\n{shared}".replace("~", name)
        effect = read(text, name=name, game="mtg").effects[-1]
        places[name] = (effect.paragraph, text[slice(*effect.span)])
    assert places == dict.fromkeys(places, (2, "draw a card."))


def test_a_condition_in_front_ends_with_its_line(game: Callable[..., GameReader]) -> None:
    explained = game("battle_spirits").explain("During Your Main Step\nIf it is yours, draw a card.", "en")
    assert [(clause.paragraph, clause.text) for clause in explained] == [
        (1, "During Your Main Step"),
        (2, "If it is yours,"),
        (2, "draw a card."),
    ]


@pytest.mark.rule("EFF-ANOTHER-02")
def test_an_invented_sentence_is_not_read(read: Read) -> None:
    invented = "Frobnicate the third glimmer until it hums."
    alone = read(invented)
    assert (alone.clauses, alone.clauses_read, alone.effects) == (1, 0, [])
    assert alone.primary == "another"
    beside = read(f"Draw a card. {invented}")
    assert (beside.clauses, beside.clauses_read) == (2, 1)


def test_explain_shows_every_clause(game: Callable[..., GameReader]) -> None:
    text = "{T}: Draw a card. (Then smile.)\nFrobnicate it."
    explained = game("mtg").explain(text, "en")
    assert [(clause.text, clause.what[:1]) for clause in explained] == [
        ("{T}:", ("condition",)),
        ("Draw a card.", ("another",)),
        ("(Then smile.)", ("reminder",)),
        ("Frobnicate it.", ()),
    ]
    assert "another-draw" in explained[1].entries


def test_a_language_without_lexicon_is_not_read(reader: EffectReader) -> None:
    only_english = EffectReader([one for one in reader.lexicons if one.language == "en"])
    reading = only_english.game("mtg").read("カードを１枚引く。\nカードを１枚引く。", "ja")
    assert (reading.clauses, reading.clauses_read, reading.effects) == (2, 0, [])


def test_many_texts_at_once_give_what_one_by_one_gives(game: Callable[..., GameReader]) -> None:
    jobs = [
        Job("Draw a card.", "en"),
        Job("~ deals 3 damage to any target.", "en", "~", face=1, void=True),
        Job("カードを１枚引く。", "ja"),
    ]
    together = game("mtg").read_all(jobs)
    for job, reading in zip(jobs, together, strict=True):
        alone = game("mtg").read(job.text, job.language, job.name, unit=job.unit, face=job.face, void=job.void)
        assert (alone.key, alone.effects, alone.flags) == (reading.key, reading.effects, reading.flags)
    assert [(effect.face, effect.void) for effect in together[1].effects] == [(1, True)]


@settings(max_examples=150, deadline=None)
@given(
    st.text(max_size=200), st.text(max_size=12), st.sampled_from(["en", "ja"]), st.sampled_from(["mtg", "yugioh", ""])
)
def test_no_text_breaks_the_reader(text: str, name: str, language: str, id_: str) -> None:
    reading = READER.game_of(id_).read(text, language, name)
    assert 0 <= reading.clauses_read <= reading.clauses
    whole = unicodedata.normalize("NFKC", text)
    for effect in reading.effects:
        assert effect.effect in EFFECTS
        assert 0 <= effect.power <= 99
        assert 0 <= effect.span[0] <= effect.span[1] <= len(whole) + 8


class _Readers:
    """Readers for the property test, which takes no fixtures."""

    def __init__(self) -> None:
        self._reader: EffectReader | None = None
        self._games: dict[str, GameReader] = {}

    def game_of(self, id_: str) -> GameReader:
        if id_ not in self._games:
            self._reader = self._reader or EffectReader.load()
            self._games[id_] = self._reader.game(id_)
        return self._games[id_]


READER = _Readers()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_long_and_wicked_texts_take_linear_time(game: Callable[..., GameReader], language: str) -> None:
    """With time that grows by the square, one of these would take an hour."""
    for unit in ("(", '"', "「", "a ", "whenever , ", "、", " ", "■", "if a, b", "とき、カ", "{R}", "【永】", "[1]"):
        text = unit * (150_000 // len(unit))
        for wicked in (text, f"When it dies, {text} draw a card.", f"このカードが出た時、{text}カードを1枚引く。"):
            assert game("mtg").read(wicked, language).clauses >= 0


@pytest.mark.rule("READ-03")
def test_a_number_without_end_is_as_much_as_power_can_be(read: Read) -> None:
    texts = {
        "en": "This attack does {} damage to 1 of your opponent's Pokémon.",
        "ja": "相手のベンチポケモン1匹に{}ダメージ。",
    }
    for language, text in texts.items():
        long = read(text.format("9" * 20_000), language, game="pokemon", unit=10)
        assert [(effect.effect, effect.power) for effect in long.effects] == [("spell", 99)]


@pytest.mark.parametrize(("listed", "everything", "others"), [("mtg", 0.975, 0.97), ("yugioh", 0.975, 0.97)])
def test_real_lists_are_read_as_well_as_promised(
    shared: Path, reader: EffectReader, listed: str, everything: float, others: float
) -> None:
    import gzip
    import json

    bound = reader.game(listed)
    with gzip.open(shared / "cards" / f"{listed}.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    rows = [row for row in rows if row.get("gold") is not None]
    for rows_asked, least in ((rows, everything), ([row for row in rows if not _is_unit(row)], others)):
        found = []
        for row in rows_asked:
            text = "\n".join(part for part in (row.get("text"), row.get("pendulum_text")) if part)
            said = bound.read(text, "en", row["name"], unit=_is_unit(row))
            found.append((row["gold"], {effect.effect for effect in said.effects}))
        assert _macro_f1(found) >= least


def _is_unit(row: dict[str, Any]) -> bool:
    types = row.get("type_line") or ""
    return row.get("card_type") == "Monster" or "Creature" in types or "Summon" in types


def _macro_f1(found: list[tuple[dict[str, str], set[Any]]]) -> float:
    scores = []
    for category in EFFECTS:
        known = [(gold.get(category), category in said) for gold, said in found if gold.get(category) != "unsure"]
        true = sum(gold == "yes" for gold, _ in known)
        if true >= 30:
            hits = sum(gold == "yes" and said for gold, said in known)
            scores.append(2 * hits / (true + sum(said for _, said in known)))
    return sum(scores) / len(scores)
