"""Hypothesis strategies for converted cards."""

from hypothesis import strategies as st

from rulebook.cards import Card, CardEffect, Link, Note, Reading, Source, TextKey
from rulebook.terms import CARD_TYPES, EFFECTS, PLACES

words = st.text(st.characters(exclude_categories=("Cs", "Cc"), include_characters="\n\t\r"), min_size=1, max_size=20)
"""Text of cards: any character that a file can hold, line breaks among them."""
awkward = st.sampled_from(
    [
        "=1+1",
        "+2 Mace",
        "-2",
        "@x",
        "'quoted",
        "'=x",
        "A, B",
        'Beta "Box" Gam',
        "Sam #4",
        "a;b",
        "a\tb",
        "、「」",
        "NA",
        "null",
        "True",
        "08",
        "1e5",
        "0012",
        "No",
        "~",
        "Alpha: Bird",
        "名前：竜",
        "♥①髙",
        "#7",
        "- a",
        "[3]",
        "{x}",
        " edge ",
        "\u2028",
    ]
)
text = st.one_of(words, awkward)
maybe_text = st.none() | text
spans = st.tuples(st.integers(0, 50), st.integers(0, 50))
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | text,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(text, inner, max_size=2),
    max_leaves=4,
)
effects = st.builds(
    CardEffect,
    effect=st.sampled_from(EFFECTS),
    power=st.integers(0, 99),
    face=st.integers(0, 2),
    paragraph=st.integers(1, 5),
    lang=st.sampled_from(["en", "ja"]),
    span=spans,
    void=st.booleans(),
)
cards = st.builds(
    Card,
    id=text,
    identity=text,
    name=text,
    game=text,
    type=st.sampled_from(CARD_TYPES),
    name_ja=maybe_text,
    species=maybe_text,
    species_ja=maybe_text,
    vital_kind=st.sampled_from([None, "trap", "counter"]),
    weapon_sign=st.sampled_from([None, 1, -1]),
    places=st.lists(st.sampled_from(PLACES), unique=True).map(tuple),
    power=st.none() | st.integers(0, 99),
    effect=st.none() | st.sampled_from(EFFECTS),
    effects=st.lists(effects, max_size=2).map(tuple),
    flags=st.lists(st.sampled_from(["removal", "mill:3", "set:2"]), unique=True).map(tuple),
    readings=st.lists(st.builds(Reading, code=text, span=spans, text_ja=text), max_size=2).map(tuple),
    links=st.lists(st.builds(Link, link=text, roles=st.just(("A", "B"))), max_size=1).map(tuple),
    poison_name=st.booleans(),
    poison_unit=st.booleans(),
    phase=maybe_text,
    text=maybe_text,
    text_ja=maybe_text,
    text_key=st.builds(TextKey, en=maybe_text, ja=maybe_text),
    notes=st.lists(st.builds(Note, code=text, message=text), max_size=2).map(tuple),
    overridden=st.lists(text, max_size=2).map(tuple),
    quantity=st.none() | st.integers(1, 60),
    section=maybe_text,
    printings=st.lists(text, max_size=2).map(tuple),
    ruleset=text,
    source=st.builds(
        Source,
        id=maybe_text | st.integers(0, 10**12),
        set=maybe_text,
        number=maybe_text,
        fields=st.dictionaries(text, json_values, max_size=2),
    ),
)
