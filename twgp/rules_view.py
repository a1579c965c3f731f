"""Rules, and the codes of the linter that rest on them, for people and as JSON."""

import json
from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from decklint.catalogue import Check, checks
from rulebook.rules import Rule, find, rules, sections
from twgp.lang import phrase
from twgp.show import console
from twgp.switches_view import option_row, options_named, print_options


def print_rules(wanted: str, lang: str) -> bool:
    """Prints the rules that `wanted` finds, all of them for an empty text; False when there are none.

    A switch or house rule of that name comes first, with the rules that it reads.
    """
    found = find(wanted) if wanted else rules()
    if print_switch(wanted, lang, rules_too=not found) and not found:
        return True
    if not found:
        return False
    console().print(rules_table(found, lang))
    return True


def print_switch(wanted: str, lang: str, *, rules_too: bool = True) -> bool:
    """Prints the switch or house rule of that name; False for no such."""
    switches = options_named(wanted) if wanted.strip() else ()
    if not switches:
        return False
    print_options(switches, lang)
    read = {id_ for one in switches for id_ in one.rules}
    if rules_too and len(switches) == 1:
        console().print(rules_table([rule for rule in rules() if rule.id in read], lang))
    return True


def print_rule(id_: str, lang: str) -> bool:
    """Prints the rule of exactly that id, or the rules of that section (EFF-SPELL); False when there is none."""
    wanted = id_.strip().upper()
    if wanted not in {rule.id for rule in rules()} | {section.id for section in sections()}:
        return False
    return print_rules(wanted, lang)


def print_rules_json(wanted: str) -> bool:
    """The same as a JSON array: switches and house rules with their values, rules with the codes that enforce them."""
    found = find(wanted) if wanted else rules()
    switches = options_named(wanted) if wanted.strip() else ()
    rows = [option_row(one) for one in switches] + [
        {
            "id": rule.id,
            "section": rule.section.id,
            "lines": list(rule.lines),
            "en": rule.en,
            "ja": rule.ja,
            "enforced_by": list(rule.enforced_by),
            "switches": list(rule.switches),
            "codes": [check.code for check in checks().values() if rule.id in check.rules],
        }
        for rule in found
    ]
    print(json.dumps(rows, ensure_ascii=False, indent=2))
    return bool(rows)


def print_check(word: str, lang: str) -> bool:
    """Prints the code of the linter of that code or name: why, what it says, its rules; False for no such."""
    wanted = word.strip()
    check = next((one for one in checks().values() if wanted.upper() == one.code or wanted.lower() == one.name), None)
    if check is None:
        return False
    out = console()
    severity = phrase(f"severity_{check.severity}", lang)
    out.print(f"{check.code} {check.name} ({severity})", style="bold", markup=False, highlight=False)
    out.print(check.why.text(lang), markup=False, highlight=False)
    for line in _said(check, lang):
        out.print(f"  - {line}", markup=False, highlight=False)
    if check.switches:
        shown = ", ".join(check.switches)
        out.print(f"{phrase('column_switch', lang)}: {shown}", markup=False, highlight=False)
    if check.rules:
        out.print(rules_table([rule for rule in rules() if rule.id in check.rules], lang))
    return True


def _said(check: Check, lang: str) -> list[str]:
    """The messages of a code with their blanks, each with its severity where that is another."""
    return [
        message.words.text(lang)
        + ("" if message.severity == check.severity else f" ({phrase(f'severity_{message.severity}', lang)})")
        for message in check.says.values()
    ]


def rules_table(found: Sequence[Rule], lang: str) -> Table:
    """Rules with their lines, words and what enforces them."""
    table = Table(header_style="bold")
    for column in ("id", "lines", "text", "enforced", "switch"):
        table.add_column(phrase(f"column_{column}", lang), no_wrap=column in ("id", "lines"), overflow="fold")
    for rule in found:
        table.add_row(*(Text(cell) for cell in _cells(rule, lang)))
    return table


def _cells(rule: Rule, lang: str) -> tuple[str, ...]:
    first, last = rule.lines
    return (
        rule.id,
        f"L{first}" if first == last else f"L{first}-{last}",
        rule.ja if lang == "ja" else rule.en,
        ", ".join(rule.enforced_by),
        ", ".join(rule.switches),
    )
