"""`twgp explain`: a card as T.W.G.P sees it, clause by clause, with the reason for each decision."""

from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from converters.effects import ClauseReading
from converters.overrides import WHY
from converters.recipe import games
from decklint.catalogue import checks
from rulebook.cards import Card
from rulebook.codes import codes
from rulebook.effect_names import effect_words
from rulebook.formats import near
from rulebook.options import options
from rulebook.pool import Pool
from rulebook.rules import rules
from rulebook.terms import EFFECTS
from twgp.lang import has_phrase, phrase
from twgp.names import place_words, type_of
from twgp.show import console
from twgp.words_view import shown_words


def cards_named(name: str, cards: Iterable[Card] | Pool) -> tuple[list[Card], list[str]]:
    """The cards of an id or a name in either language, a face's included; else names that resemble it."""
    pool = cards if isinstance(cards, Pool) else Pool(cards)
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
    lines = [f"{code.id} ({phrase(f'level_{code.level}', lang)})", code.en, code.ja, ", ".join(code.rules)]
    console().print("\n".join(line for line in lines if line), markup=False, highlight=False)
    return True


def near_ids(what: str) -> str:
    """Ids of rules, codes, switches and words of the tables that resemble `what`, for a hint; empty where none does."""
    known = [*(rule.id for rule in rules()), *checks(), *(one.id for one in options()), *codes(), *shown_words()]
    return near(what, known)


def effect_names(lang: str) -> dict[str, str]:
    """The name of each effect in "en" or "ja", as the sections of the rules call it."""
    return {effect: name.text(lang) for effect, name in effect_words().items()}


def _facts(card: Card, lang: str) -> list[tuple[str, str]]:
    fields = card.source.fields if "type" not in card.overridden else {}
    decided = ", ".join(f"{column} = {_shown(value)}" for column, value in fields.items())
    kind = type_of(card, lang)
    facts = [("id", card.id), ("type", f"{kind}  ←  {decided}" if decided else kind)]
    if card.type == "unit":
        facts.append(("power", _power(card, lang)))
    if card.weapon_sign is not None:
        facts.append(("sign", f"{card.weapon_sign:+d}"))
    facts.append(("places", ", ".join(place_words(card, lang)) or "-"))
    if card.phase:
        facts.append(("phase", card.phase))
    if card.effect:
        others = [e.effect for e in card.effects if e.effect != card.effect]
        names = effect_names(lang)
        listed = dict.fromkeys([card.effect, *others])
        facts.append(("effect", " + ".join(effect if lang == "en" else names[effect] for effect in listed)))
    if card.effects and all(effect.void for effect in card.effects):
        facts.append(("void", phrase("explain_is_void", lang)))
    facts += [("flags", _flag(flag, lang)) for flag in card.flags]
    if card.links:
        facts.append(("links", ", ".join(f"{link.link} ({'/'.join(link.roles)})" for link in card.links)))
    if card.poison_name or card.poison_unit:
        facts.append(("poison", phrase("explain_is_poison", lang)))
    facts += [("note", f"{note.message} [{_with_rules(note.code)}]") for note in card.notes if note.code != WHY]
    why = [note.message for note in card.notes if note.code == WHY]
    if card.overridden or why:
        facts.append(("overridden", "; ".join([", ".join(card.overridden), *why] if card.overridden else why)))
    return facts


def _power(card: Card, lang: str) -> str:
    """The power, and what it comes from in the card's game."""
    power = phrase("explain_no_power", lang) if card.power is None else f"{card.power:02d}"
    game = games().get(card.game)
    if game is None or "power" in card.overridden:
        return power
    return f"{power}  ←  {game.power_ja if lang == 'ja' else game.power_en} [{game.rule}]"


def _flag(flag: str, lang: str) -> str:
    """A flag, with its number if it has one, and what it means under which rules."""
    name = f"explain_flag_{flag.partition(':')[0]}"
    return f"{flag}: {phrase(name, lang)}" if has_phrase(name) else flag


def _shown(value: object) -> str:
    return "/".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _with_rules(id_: str) -> str:
    code = codes().get(id_)
    return ", ".join([id_, *code.rules]) if code else id_


def _read_as(clause: ClauseReading, lang: str) -> str:
    if not clause.what:
        return phrase("explain_not_read", lang)
    return "; ".join(_meaning(what, lang) for what in clause.what)


def _meaning(what: str, lang: str) -> str:
    if what in EFFECTS:
        name = what if lang == "en" else effect_names(lang)[what]
        return f"{name} [EFF-{what.upper()}]"
    code = codes().get(what)
    if code is not None and code.level == "reading":
        return f"{what}: {code.text(lang)} [{', '.join(code.rules)}]"
    if has_phrase(f"explain_read_{what}"):
        return phrase(f"explain_read_{what}", lang)
    return _flag(what, lang)
