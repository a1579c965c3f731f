"""Prints the pages on effects, types and checks from data: `python docs/build.py` writes those that are out of date.

Data: `data/lint.yaml`, `data/categories.yaml`, the lexicons `data/effects/{en,ja}.yaml` (examples), `data/types.yaml`,
`data/rules.yaml`, the recipes, and the bundled samples, converted. The words around them: `docs/words.yaml`.
It writes as well `data/effects/shipped.txt`, the sums by which a lexicon that a user changed is known.
"""

import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from converters.effects import EffectReader, GameReader
from converters.effects.bundled import SUMS, sums
from converters.effects.lexicon import Entry, Example, Lexicon
from converters.effects.reading import FIRST_CHOICE, SECOND_CHOICE
from converters.effects.text import OWN_NAME
from converters.fields import as_text
from converters.kinds import default_places
from converters.recipe import games, recipe
from decklint.catalogue import checks
from rulebook.cards import Card
from rulebook.loading import load_yaml
from rulebook.resources import data_path
from rulebook.rules import rule, rules
from rulebook.terms import EFFECTS
from twgp.explain import effect_names
from twgp.lang import phrase
from twgp.session import Quiet, pipeline

DOCS = Path(__file__).resolve().parent
EXAMPLES, FRIENDS = 6, 4
"""So many examples and false friends of an effect are shown in each language."""


class Readers:
    """The lexicons, and a reader for each game that was asked for."""

    def __init__(self) -> None:
        self._all = EffectReader.load()
        self._bound: dict[str, GameReader] = {}

    def lexicon(self, language: str) -> Lexicon:
        """The lexicon of `language`."""
        return next(one for one in self._all.lexicons if one.language == language)

    def game(self, game: str) -> GameReader:
        """The reader for cards of `game`."""
        if game not in self._bound:
            self._bound[game] = self._all.game(game)
        return self._bound[game]


class Shown(NamedTuple):
    """An example from a lexicon: its words, its game ("" for any), and the effects that it is read as."""

    text: str
    game: str
    effects: tuple[str, ...]


@cache
def _words() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = load_yaml(DOCS / "words.yaml")
    return found


def words(name: str, lang: str, /, **values: object) -> str:
    """Words of `docs/words.yaml` with their placeholders filled."""
    return _words()[name][lang].format(**values)


def pages() -> dict[str, str]:
    """The text of each page by its file name."""
    readers, cards = Readers(), _samples()
    return {
        f"{name}{'' if lang == 'en' else '.ja'}.md": text
        for lang in ("en", "ja")
        for name, text in (
            ("effects", effects_page(lang, readers)),
            ("types", types_page(lang, cards)),
            ("rules", checks_page(lang)),
        )
    }


def effects_page(lang: str, readers: Readers) -> str:
    """The page on the sixteen effects."""
    document = load_yaml(data_path("categories.yaml"))
    names, others = effect_names(lang), effect_names("en" if lang == "ja" else "ja")
    comma = "、" if lang == "ja" else ", "
    first, second = (comma.join(names[e] for e in EFFECTS if e in some) for some in (FIRST_CHOICE, SECOND_CHOICE))
    lines = [*_head("effects", lang), "", words("effects_primary", lang, first=first, second=second), ""]
    lines += [words("no_effect", lang), "", *(f"- {one[lang]}" for one in document["no_effect"]), ""]
    lines += _table(
        [phrase("column_effect", lang), "id", words("in_short", lang)],
        [[f"[{names[e]}](#{e})", f"`{e}`", document["categories"][e]["says"][lang]] for e in EFFECTS],
    )
    for effect in EFFECTS:
        category = document["categories"][effect]
        lines += _section(effect, f"{names[effect]} / {others[effect]}", category["says"][lang])
        lines += [*_title("counts", lang), *(f"- {one[lang]}" for one in category["counts"])]
        lines += _title("not", lang)
        for one in category["not"]:
            is_ = one.get("is", [])
            instead = _named([is_] if isinstance(is_, str) else is_, names, lang)
            lines.append(f"- {words('not_is', lang, what=one[lang], effects=instead)}")
        ids = [each.id for each in rules() if each.section.id == f"EFF-{effect.upper()}"]
        lines += [*_title("rules", lang), *(_rule_line(id_, lang) for id_ in ids)]
        lines += _examples(effect, lang, names, readers)
    return "\n".join(lines) + "\n"


def types_page(lang: str, cards: Sequence[Card]) -> str:
    """The page on the card types."""
    document = load_yaml(data_path("types.yaml"))
    types = document["types"]
    lines = [*_head("types", lang), ""]
    for number, line in enumerate(document["order"], 1):
        lines.append(f"{number}. {line[lang]} → [{types[line['type']]['name'][lang]}](#{line['type']})")
    game, printed = phrase("column_game", lang), words("printed_kind", lang)
    for type_, entry in types.items():
        other = entry["name"]["en" if lang == "ja" else "ja"]
        lines += _section(type_, f"{entry['name'][lang]} / {other}", entry["says"][lang])
        places = ", ".join(phrase(f"explain_place_{place}", lang) for place in default_places(type_))
        lines += ["", words("places", lang, places=places or words("nowhere", lang))]
        lines += [*_title("rules", lang), *(_rule_line(id_, lang) for id_ in entry["rules"])]
        listed = [(id_, entry["kinds"][id_]) for id_ in games() if id_ in entry["kinds"]]
        rows = [[_game(id_, lang), ("、" if lang == "ja" else "; ").join(_kinds(kinds, lang))] for id_, kinds in listed]
        lines += [*_title("kinds", lang), *_table([game, printed], rows)]
        if any(kind.get("text") for _, kinds in listed for kind in kinds):
            lines += ["", words("kinds_text", lang, text=entry["text"][lang])]
        shown = [_sample(card, lang) for card in _one_of_each_game(type_, cards)]
        heads = [game, phrase("column_name", lang), printed, words("becomes", lang)]
        lines += [*_title("samples", lang), *(_table(heads, shown) if shown else [words("no_sample", lang)])]
    lines += [f"\n## {words('second_title', lang)}\n", words("second_intro", lang), ""]
    lines += _table([game, words("phase", lang)], list(_second_decks(lang)))
    return "\n".join(lines) + "\n"


def checks_page(lang: str) -> str:
    """The page on what the linter checks, code by code."""
    lines = [*_head("rules", lang), ""]
    rows = [
        (f"[{check.code}](#{check.code})", check.name, phrase(f"severity_{check.severity}", lang))
        for check in checks().values()
    ]
    lines += _table([words(name, lang) for name in ("code", "name", "severity")], rows)
    for check in checks().values():
        severity = phrase(f"severity_{check.severity}", lang)
        lines += _section(check.code, check.name, f"{check.why.text(lang)} ({severity})")
        lines += _title("messages", lang)
        for message in check.says.values():
            other = phrase(f"severity_{message.severity}", lang) if message.severity != check.severity else ""
            lines.append(f"- {_plain(message.words.text(lang))}{f' ({other})' if other else ''}")
        if check.rules:
            lines += [*_title("rules", lang), *(_rule_line(id_, lang) for id_ in check.rules)]
        if check.switches:
            lines += [*_title("switches", lang), ", ".join(f"`{switch}`" for switch in check.switches)]
    return "\n".join(lines) + "\n"


def lexicon_examples(effect: str, language: str, readers: Readers) -> tuple[list[Shown], list[Shown]]:
    """Texts of the lexicon of `language` that are the effect, and false friends of it.

    One of each entry before a second of any, so that the page shows many ways to say it. A false friend is
    shown only where every clause of it is read.
    """
    entries = [entry for entry in readers.lexicon(language).entries if entry.effect == effect]
    right: dict[str, Shown] = {}
    wrong: dict[str, Shown] = {}
    for entry, given in _in_rounds([(entry, entry.match) for entry in entries]):
        read, _ = _read(given, entry, language, readers)
        if effect in read.effects and len(right) < EXAMPLES:
            right.setdefault(read.text, read)
    for entry, given in _in_rounds([(entry, entry.no_match) for entry in entries]):
        read, whole = _read(given, entry, language, readers)
        if whole and effect not in read.effects and len(wrong) < FRIENDS:
            wrong.setdefault(read.text, read)
    return list(right.values()), list(wrong.values())


def _in_rounds(listed: Sequence[tuple[Entry, Sequence[str | Example]]]) -> Iterator[tuple[Entry, str | Example]]:
    for round_ in range(max((len(examples) for _, examples in listed), default=0)):
        yield from ((entry, examples[round_]) for entry, examples in listed if round_ < len(examples))


def _read(given: str | Example, entry: Entry, language: str, readers: Readers) -> tuple[Shown, bool]:
    """An example with what it is read as, and whether all of it is read."""
    one = entry.example(given)
    game = one.game or ""
    read = readers.game(game).read(one.text, language, one.name, unit=one.unit)
    effects = tuple(dict.fromkeys(effect.effect for effect in read.effects))
    text = one.text.replace(OWN_NAME, words("own_name", language))
    return Shown(text[:1].upper() + text[1:], game, effects), read.clauses_read == read.clauses


def _examples(effect: str, lang: str, names: dict[str, str], readers: Readers) -> list[str]:
    """Two tables: what is read as the effect, and what only looks like it; this language's words first."""
    examples: list[list[str]] = []
    friends: list[list[str]] = []
    for language in (lang, "en" if lang == "ja" else "ja"):
        right, wrong = lexicon_examples(effect, language, readers)
        examples += [[_plain(one.text), _game(one.game, lang)] for one in right]
        friends += [[_plain(one.text), _game(one.game, lang), _named(one.effects, names, lang)] for one in wrong]
    heads = [words("printed_text", lang), phrase("column_game", lang)]
    lines = [*_title("examples", lang), *_table(heads, examples)]
    if friends:
        lines += [*_title("friends", lang), *_table([*heads, phrase("column_effect", lang)], friends)]
    return lines


def _head(page: str, lang: str) -> list[str]:
    title, intro = words(f"{page}_title", lang), words(f"{page}_intro", lang)
    other = f"[日本語]({page}.ja.md)" if lang == "en" else f"[English]({page}.md)"
    return [f"# {title}", "", f"<!-- {words('printed', lang)} -->", "", other, "", intro]


def _section(id_: str, title: str, says: str) -> list[str]:
    return [f'\n<a id="{id_}"></a>\n\n## {title} (`{id_}`)\n', says]


def _title(name: str, lang: str) -> list[str]:
    return ["", f"**{words(name, lang)}**", ""]


def _rule_line(id_: str, lang: str) -> str:
    found = rule(id_)
    return f"- `{id_}` {_plain(found.ja if lang == 'ja' else found.en)}"


def _named(effects: Sequence[str], names: dict[str, str], lang: str) -> str:
    return " + ".join(names[effect] for effect in effects) or words("nothing", lang)


def _game(id_: str, lang: str) -> str:
    if not id_:
        return words("any_game", lang)
    game = games()[id_]
    return game.ja if lang == "ja" else game.en


def _kinds(kinds: Sequence[dict[str, Any]], lang: str) -> Iterator[str]:
    for kind in kinds:
        if lang in kind:
            more = kind["if"][lang] if "if" in kind else ""
            more = (f"（{more}）" if lang == "ja" else f" ({more})") if more else ""
            yield kind[lang] + more + (" †" if kind.get("text") else "")


def _samples() -> list[Card]:
    """The bundled samples, converted."""
    run = pipeline(Quiet())
    with run.spool() as spool:
        run.run([data_path("samples") / game for game in games()], spool)
        return list(spool.cards())


def _one_of_each_game(type_: str, cards: Sequence[Card]) -> list[Card]:
    """The first card of the type in each game, one with names in both languages before others."""
    found: dict[str, Card] = {}
    for card in cards:
        if card.type == type_:
            known = found.get(card.game)
            if known is None or (not _two_names(known) and _two_names(card)):
                found[card.game] = card
    return list(found.values())


def _two_names(card: Card) -> bool:
    return card.name_ja is not None and card.name_ja != card.name


def _sample(card: Card, lang: str) -> list[str]:
    columns = {alias.at.casefold() for alias in recipe(card.game).aliases("kind")}
    fields = card.source.fields
    parts = [value for column, value in fields.items() if column.casefold() in columns] or list(fields.values())[:1]
    kind = " / ".join(dict.fromkeys(as_text(part, ", ") or "" for part in parts))
    made = [f"`{card.type}`"]
    if card.vital_kind is not None:
        made.append(f"`{card.vital_kind}`")
    if card.weapon_sign is not None:
        made.append(f"{card.weapon_sign:+d}")
    if card.power is not None:
        made.append(f"{card.power:02d}")
    name = card.name_ja if lang == "ja" and card.name_ja else card.name
    return [_game(card.game, lang), _plain(name), _plain(kind), " ".join(made)]


def _second_decks(lang: str) -> Iterator[list[str]]:
    for id_ in games():
        phases = dict.fromkeys(line.phase for line in recipe(id_).second_deck)
        if phases:
            yield [_game(id_, lang), ", ".join(f"`{phase_}`" for phase_ in phases)]


def _plain(text: str) -> str:
    """The text without a meaning for Markdown."""
    for mark in "\\`*_<|[]":
        text = text.replace(mark, f"\\{mark}")
    return text.replace("\n", " ")


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    lines = [heads, ["---"] * len(heads), *rows]
    return [f"| {' | '.join(cells)} |" for cells in lines]


def main() -> None:
    """Writes the pages that are out of date and names them; first the sums of the lexicons as they are shipped."""
    lexicons = data_path("effects")
    (lexicons / SUMS).write_bytes(sums(lexicons).encode("ascii"))
    for name, text in pages().items():
        path = DOCS / name
        if not path.exists() or path.read_bytes() != text.encode("utf-8"):
            path.write_bytes(text.encode("utf-8"))
            print(name)


if __name__ == "__main__":
    main()
