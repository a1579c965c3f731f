"""Switches and house rules for people and as plain data: what each value means, the default, the rules."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from rulebook.options import HouseRule, OptionError, Switch, named, options, options_in, shown
from twgp.lang import phrase
from twgp.show import console

EVERY = frozenset({"switches", "house rules", "スイッチ", "変則ルール"})
"""What asks for the list of all of them."""


_ORDER = ("construction", "house_rules", "modules", "conversion", "play")
"""The files of the options as a list of them has them, those of decks first."""


def options_named(word: str) -> tuple[Switch | HouseRule, ...]:
    """The switches and house rules of that id or spelling, all of them for a word of `EVERY`; else none."""
    if word.strip().lower() in EVERY:
        return options()
    try:
        return named(word)
    except OptionError:
        return ()


def print_options(found: Sequence[Switch | HouseRule], lang: str) -> None:
    """Each switch with its values and what they mean; of all together a line each."""
    if len(found) == len(options()):
        _print_list(lang)
        return
    out = console()
    for one in found:
        kind = phrase("switch_house" if isinstance(one, HouseRule) else "switch_switch", lang)
        out.print(f"{one.id} ({kind})", style="bold", markup=False, highlight=False)
        if isinstance(one, HouseRule):
            out.print(one.ja if lang == "ja" else one.en, markup=False, highlight=False)
        for line in _values(one, lang):
            out.print(f"  - {line}", markup=False, highlight=False)
        for line in _facts(one, lang):
            out.print(line, markup=False, highlight=False)


def option_row(one: Switch | HouseRule) -> dict[str, Any]:
    """A switch or house rule as plain data."""
    row: dict[str, Any] = {"id": one.id, "kind": "house_rule" if isinstance(one, HouseRule) else "switch"}
    if isinstance(one, HouseRule):
        row |= {"en": one.en, "ja": one.ja}
        parameter = one.parameter
        choices = () if parameter is None else parameter.choices
        if parameter is not None and not choices:
            row |= {"from": parameter.low, "to": parameter.high}
    else:
        choices = one.values
    return row | {
        "default": one.default,
        "values": [{"value": choice.value, "en": choice.en, "ja": choice.ja} for choice in choices],
        "rules": list(one.rules),
        "lines": list(one.lines),
        "concerns": list(one.concerns),
    }


def _values(one: Switch | HouseRule, lang: str) -> Iterator[str]:
    """The values with their meaning."""
    if isinstance(one, Switch):
        choices = one.values
    elif one.parameter is None:
        yield "true, false"
        return
    else:
        choices = one.parameter.choices
        if not choices:
            low, high = one.parameter.low, one.parameter.high
            most = phrase("switch_vitals", lang) if high == "vitals" else high
            yield phrase("switch_least" if high is None else "switch_number", lang, low=low, high=most)
    for choice in choices:
        yield f"{shown(choice.value)}: {choice.ja if lang == 'ja' else choice.en}"


def _facts(one: Switch | HouseRule, lang: str) -> Iterator[str]:
    yield phrase("switch_default", lang, value=shown(one.default))
    yield phrase("switch_rules", lang, rules=", ".join(one.rules), lines=", ".join(f"L{line}" for line in one.lines))


def _print_list(lang: str) -> None:
    table = Table(header_style="bold")
    for name in ("switch", "values"):
        table.add_column(phrase(f"column_{name}", lang), overflow="fold")
    for file in _ORDER:
        table.add_section()
        for one in options_in(file):
            values = [shown(choice.value) for choice in one.values] if isinstance(one, Switch) else [shown(one.default)]
            table.add_row(Text(one.id), Text(" | ".join(values)))
    console().print(table)
