"""Pokémon lists that a recipe cannot describe: texts in lists of abilities, rules and attacks, and bodies
printed on several cards (RES-26)."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from converters.fields import as_text, is_empty
from converters.records import Row, Unreadable

_PART = re.compile(r"(?:LEGEND|V.UNION)$")
_COPYRIGHT = re.compile(r"^\s*(?:&copy;|©)")
_LETTERS = {
    "Grass": "G", "Fire": "R", "Water": "W", "Lightning": "L", "Psychic": "P", "Fighting": "F",
    "Darkness": "D", "Metal": "M", "Fairy": "Y", "Dragon": "N", "Colorless": "C",
}  # fmt: skip
"""Energy types as card texts write them in short."""


_CELLS = frozenset({"特性", "ワザ", "わざ", "技", "ability", "abilities", "attack", "attacks", "moves"})
"""Columns (case folded) of tables in which abilities and attacks may stand as text."""
_TEXTS = frozenset({"text", "text_ja", "テキスト", "効果", "説明"})
_SENTENCE = re.compile(r"[。.：:]")


def adapt(records: Iterable[tuple[int, Row | Unreadable]]) -> Iterator[tuple[int, Row | Unreadable, int]]:
    """Gives each record a text; parts of one body that lie beside each other get the texts of all.

    The parts stay records of their own: their identity is one, so merging keeps the id of each.
    """
    held: list[tuple[int, Row]] = []
    for number, row in records:
        if isinstance(row, Unreadable):
            yield number, row, 0
            continue
        name = _part_name(row)
        if held and (name is None or name != _part_name(held[0][1])):
            yield from _with_all_texts(held)
            held = []
        if name is None:
            yield number, with_text(row), 0
        else:
            held.append((number, row))
    yield from _with_all_texts(held)


def with_text(row: Row) -> Row:
    """The record with its text: the file's own, else abilities, rules and attacks in printed order."""
    for field in ("text", "text_ja"):
        own = row.get(field)
        if isinstance(own, str) and _COPYRIGHT.match(own):
            row = {**row, field: None}
    if "text" in row or "text_ja" in row:
        return row
    lines = [line for line in _lines(row) if line]
    lines = lines or _cells(row)
    return {**row, "text": "\n".join(lines)} if lines else row


def _cells(row: Row) -> list[str]:
    """What a table says in its columns of abilities and attacks, where it has no text besides."""
    found: list[str] = []
    for key, value in row.items():
        if isinstance(value, str) and value:
            folded = key.casefold()
            if folded in _TEXTS:
                return []
            if folded in _CELLS and _SENTENCE.search(value):
                found.append(value)
    # One column under a heading of the recipe is read by itself, under its own name.
    return [] if len(found) == 1 and any(row.get(key) == found[0] for key in ("特性", "ワザ", "わざ", "技")) else found


def _lines(row: Row) -> Iterator[str]:
    japanese = "name_ja" in row and "name" not in row
    for ability in _objects(row, "abilities"):
        kind, name = _say(ability, "type") or "Ability", _say(ability, "name", "name_ja")
        name = name.removeprefix(f"[{kind}]").strip()
        says = _say(ability, "text", "effect", "effect_ja")
        yield f"【{kind}】{name}：{says}" if japanese else f"[{kind}] {name}: {says}"
    rules = row.get("rules")
    for rule in rules if isinstance(rules, list) else [rules]:
        if isinstance(rule, str) and rule:
            yield f"[Rule] {rule}"
    if not is_empty(row.get("effect")):
        yield _say(row, "effect")
    for attack in _objects(row, "attacks"):
        cost = attack.get("cost")
        letters = cost if isinstance(cost, str) else "".join(_LETTERS.get(str(one), "") for one in cost or ())
        name = f"{_say(attack, 'name', 'name_ja')} {_say(attack, 'damage')}".strip()
        says = _say(attack, "text", "effect", "effect_ja")
        line = f"【ワザ {letters}】{name}：{says}" if japanese else f"[Attack {letters}] {name}: {says}"
        yield line.strip()


def _objects(row: Row, field: str) -> list[dict[str, Any]]:
    value = row.get(field)
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _say(item: dict[str, Any], *keys: str) -> str:
    return next((text for key in keys if (text := as_text(item.get(key), " "))), "")


def _part_name(row: Row) -> str | None:
    for field in ("name", "name_ja"):
        name = row.get(field)
        if isinstance(name, str) and _PART.search(name):
            return name
    return None


def _with_all_texts(parts: list[tuple[int, Row]]) -> Iterator[tuple[int, Row, int]]:
    """The parts of one body, each with every line of text that any of them prints."""
    rows = [with_text(row) for _, row in parts]
    for field in ("text", "text_ja"):
        texts = [text for row in rows if isinstance(text := row.get(field), str)]
        lines = dict.fromkeys(line for text in texts for line in text.split("\n"))
        if lines:
            rows = [{**row, field: "\n".join(lines)} for row in rows]
    for (number, _), row in zip(parts, rows, strict=True):
        yield number, row, 0
