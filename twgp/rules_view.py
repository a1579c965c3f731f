"""Rules as tables for people."""

from rich.table import Table
from rich.text import Text

from rulebook.rules import Rule, find, rules, sections
from twgp.lang import phrase
from twgp.show import console


def print_rules(wanted: str, lang: str) -> bool:
    """Prints the rules that `wanted` finds, all of them for an empty text; False when there are none."""
    found = find(wanted) if wanted else rules()
    if not found:
        return False
    table = Table(header_style="bold")
    for column in ("id", "lines", "text", "enforced", "switch"):
        table.add_column(phrase(f"column_{column}", lang), no_wrap=column in ("id", "lines"), overflow="fold")
    for rule in found:
        table.add_row(*(Text(cell) for cell in _cells(rule, lang)))
    console().print(table)
    return True


def print_rule(id_: str, lang: str) -> bool:
    """Prints the rule of exactly that id, or the rules of that section (EFF-SPELL); False when there is none."""
    wanted = id_.strip().upper()
    if wanted not in {rule.id for rule in rules()} | {section.id for section in sections()}:
        return False
    return print_rules(wanted, lang)


def _cells(rule: Rule, lang: str) -> tuple[str, ...]:
    first, last = rule.lines
    return (
        rule.id,
        f"L{first}" if first == last else f"L{first}-{last}",
        rule.ja if lang == "ja" else rule.en,
        ", ".join(rule.enforced_by),
        ", ".join(rule.switches),
    )
