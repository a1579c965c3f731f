"""`twgp explain`: a card as T.W.G.P sees it, clause by clause, with the reason for each decision."""

from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from converters.decklists import Pool
from converters.effects import ClauseReading
from rulebook.cards import Card
from rulebook.codes import codes
from rulebook.terms import EFFECTS
from twgp.lang import phrase
from twgp.show import console


def cards_named(name: str, cards: Iterable[Card]) -> tuple[list[Card], list[str]]:
    """The cards of an id or a name in either language, a face's included; else names that resemble it."""
    pool = Pool(cards)
    for found in (pool.identified(name), pool.named(name), pool.folded(name), pool.faced(name)):
        if found:
            return found, []
    return [], pool.near(name)


def print_card(card: Card, clauses: dict[str, list[ClauseReading]], lang: str) -> None:
    """The card on stdout: what it is and why, then its text clause by clause in each language."""
    out = console()
    names = card.name if card.name_ja in (None, card.name) else f"{card.name} / {card.name_ja}"
    out.print(f"\n{names}", style="bold", markup=False, highlight=False)
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column(overflow="fold")
    for name, value in _facts(card, lang):
        facts.add_row(phrase(f"explain_{name}", lang), Text(value))
    out.print(facts)
    for language, read in clauses.items():
        if not read:
            continue
        known = sum(1 for clause in read if clause.what)
        title = phrase("explain_text", lang, language=language, known=known, all=len(read))
        out.print(f"\n{title}", markup=False, highlight=False)
        table = Table(header_style="bold")
        table.add_column("", justify="right")
        table.add_column(phrase("explain_clause", lang), overflow="fold", ratio=1)
        table.add_column(phrase("explain_read_as", lang), overflow="fold", ratio=1)
        for clause in read:
            table.add_row(str(clause.paragraph), Text(clause.text), Text(_read_as(clause, lang)))
        out.print(table)


def print_code(id_: str, lang: str) -> bool:
    """A code of `data/codes.yaml` with its message in both languages; False for an unknown one."""
    code = codes().get(id_)
    if code is None:
        return False
    lines = [f"{code.id} ({code.level})", code.en, code.ja, ", ".join(code.rules)]
    console().print("\n".join(line for line in lines if line), markup=False, highlight=False)
    return True


def _facts(card: Card, lang: str) -> list[tuple[str, str]]:
    decided = ", ".join(f"{column} = {value}" for column, value in card.source.fields.items())
    kind = card.type if card.vital_kind is None else f"{card.type} ({card.vital_kind})"
    facts = [("id", card.id), ("type", f"{kind}  ←  {decided}")]
    if card.power is not None:
        facts.append(("power", f"{card.power:02d}"))
    if card.weapon_sign is not None:
        facts.append(("sign", f"{card.weapon_sign:+d}"))
    facts.append(("places", ", ".join(card.places) or "-"))
    if card.phase:
        facts.append(("phase", card.phase))
    if card.effect:
        others = [e.effect for e in card.effects if e.effect != card.effect]
        facts.append(("effect", " + ".join(dict.fromkeys([card.effect, *others]))))
    if card.effects and all(effect.void for effect in card.effects):
        facts.append(("void", phrase("explain_is_void", lang)))
    if card.flags:
        facts.append(("flags", ", ".join(card.flags)))
    if card.links:
        facts.append(("links", ", ".join(f"{link.link} ({'/'.join(link.roles)})" for link in card.links)))
    if card.poison_name or card.poison_unit:
        facts.append(("poison", phrase("explain_is_poison", lang)))
    facts += [("note", f"{note.message} [{_with_rules(note.code)}]") for note in card.notes]
    if card.overridden:
        facts.append(("overridden", ", ".join(card.overridden)))
    return facts


def _with_rules(id_: str) -> str:
    code = codes().get(id_)
    return ", ".join([id_, *code.rules]) if code else id_


def _read_as(clause: ClauseReading, lang: str) -> str:
    if not clause.what:
        return phrase("explain_not_read", lang)
    return "; ".join(_meaning(what, lang) for what in clause.what)


def _meaning(what: str, lang: str) -> str:
    if what in EFFECTS:
        return f"{what} [EFF-{what.upper()}]"
    code = codes().get(what)
    if code is not None and code.level == "reading":
        return f"{what}: {code.text(lang)} [{', '.join(code.rules)}]"
    return what
