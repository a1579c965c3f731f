"""Words that tables and cards show, explained: effects, card types, flags, link attributes, with their rules."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from rulebook.attributes import Attribute, attributes
from rulebook.effect_names import effect_named, effect_words
from rulebook.loading import load_yaml
from rulebook.names import fold
from rulebook.resources import data_path
from rulebook.rules import rules
from rulebook.terms import EFFECTS
from twgp.lang import phrase
from twgp.names import types
from twgp.rules_view import rules_table
from twgp.show import console

_FLAGS = ("removal", "bounce", "search", "mill", "multiply", "count", "void", "set", "token")
_RULES = re.compile(r" *\[(?P<ids>[A-Z0-9, -]+)\]$")
_BRACKETS = re.compile(r"[（）()]")


class _Meaning(NamedTuple):
    """What a word means: a heading, some lines, and the ids of the rules."""

    title: str
    lines: list[str]
    rules: Sequence[str]


def print_word(word: str, lang: str) -> bool:
    """Prints all that the word means, an id or a name in either language; False where it means nothing.

    `void` is a flag and a link attribute: both are shown. A number behind a flag (`mill:2`) does not matter.
    """
    meanings = list(_meanings(word.strip(), lang))
    out = console()
    for number, one in enumerate(meanings):
        out.print(("\n" if number else "") + one.title, style="bold", markup=False, highlight=False)
        for line in one.lines:
            out.print(line, markup=False, highlight=False)
        found = [rule for rule in rules() if rule.id in one.rules]
        if found:
            out.print(rules_table(found, lang))
    return bool(meanings)


def shown_words() -> list[str]:
    """The ids of all that `print_word` explains."""
    return list(dict.fromkeys([*EFFECTS, *types(), *_FLAGS, *attributes()]))


def _meanings(word: str, lang: str) -> Iterator[_Meaning]:
    wanted = fold(word)
    effect = effect_named(word)
    if effect is not None:
        yield _effect(effect, lang)
    for id_, one in types().items():
        if wanted == id_ or any(wanted in _spellings(name) for name in one["name"].values()):
            title = f"{phrase('column_type', lang)}: {one['name'][lang]} ({id_})"
            yield _Meaning(title, [one["says"][lang]], one["rules"])
    flag = wanted.partition(":")[0]
    if flag in _FLAGS:
        says = phrase(f"explain_flag_{flag}", lang)
        ids = _RULES.search(says)
        title = f"{phrase('explain_flags', lang)}: {flag}"
        yield _Meaning(title, [_RULES.sub("", says)], ids["ids"].split(", ") if ids else ())
    for attribute in attributes().values():
        if wanted in map(fold, (attribute.id, attribute.en, attribute.ja, attribute.kana)):
            yield _attribute(attribute, lang)


def _effect(effect: str, lang: str) -> _Meaning:
    """An effect: what it is, what counts, what only looks like it, and its rules."""
    category = _categories()[effect]
    lines = [category["says"][lang], *(f"+ {one[lang]}" for one in category["counts"])]
    for one in category["not"]:
        other = one.get("is", [])
        others = [effect_words()[each].text(lang) for each in ([other] if isinstance(other, str) else other)]
        lines.append(f"- {one[lang]}" + (f" → {' + '.join(others)}" if others else ""))
    title = f"{phrase('column_effect', lang)}: {effect_words()[effect].text(lang)} ({effect})"
    return _Meaning(title, lines, [rule.id for rule in rules() if rule.section.id == f"EFF-{effect.upper()}"])


def _attribute(one: Attribute, lang: str) -> _Meaning:
    """A link attribute: its facts, the rules on its keywords and effects."""
    known = attributes()
    facts = phrase(
        "sheet_link_facts", lang,
        colour=one.colour.text(lang), emblem=one.emblem.text(lang), type=one.type.text(lang),
        beats=known[one.beats].text(lang), beaten=known[one.beaten_by].text(lang),
    )  # fmt: skip
    name = f"{one.ja}（{one.kana}）" if lang == "ja" else one.en
    title = f"{phrase('explain_links', lang)}: {name} ({one.id})"
    section = f"LINK-{one.id.upper()}"
    return _Meaning(title, [facts], [rule.id for rule in rules() if rule.section.id == section])


def _spellings(name: str) -> set[str]:
    """A name such as `Ａエフェクト（アーカイヴ・エフェクト）`, and what it is in brackets and without them, folded."""
    return {fold(name), *(fold(part) for part in _BRACKETS.split(name) if part.strip())}


@cache
def _categories() -> dict[str, Any]:
    found: dict[str, Any] = load_yaml(data_path("categories.yaml"))["categories"]
    return found
