"""Duel Masters lists: halves of twinpact cards, a mana number that is not the cost, leftovers of a wiki."""

import re
from collections.abc import Iterable, Iterator

from converters.fields import fold_key
from converters.records import Row, Unreadable
from converters.texts import FACE_BREAK

# What the lists write between the texts of a twinpact card's halves.
_PARTING = re.compile(r"[ \t]*\r?\n[ \t]*(?:TWINPACT|ツインパクト|={5,})[ \t]*\r?\n[ \t]*")
_SLASH = re.compile(r"\s*[/／]\s*")
_ESCAPED = re.compile("%([0-7][0-9A-F])")
_QUOTES = re.compile("'{2,5}")
_TEXTS = ("text", "Rules", "CardEffect", "text_ja", "ability", "テキスト", "効果", "能力")
_NAMES = ("name", "CardName", "cardname", "name_ja", "カード名", "名前")
_COST = frozenset({"cost", "コスト"})


def adapt(records: Iterable[tuple[int, Row | Unreadable]]) -> Iterator[tuple[int, Row | Unreadable, int]]:
    """Brings the lists to one form, record by record; nothing is joined.

    The texts of halves are parted as those of faces, both ways of writing their names get one key, and
    `mana` (what the card gives as mana) goes where a cost stands beside it. The CSV was taken from a wiki:
    `%3D` in a name is `=`, and doubled apostrophes in a text are its bold and italic type.
    """
    for number, row in records:
        if isinstance(row, dict):
            _without_mana(row)
            _clean_texts(row)
            _clean_names(row)
        yield number, row, 0


def _without_mana(row: Row) -> None:
    mana = next((key for key in ("mana", "Mana") if key in row), None)
    if mana is not None and ("Rules" in row or any(fold_key(key) in _COST for key in row)):
        del row[mana]


def _clean_texts(row: Row) -> None:
    for key in _TEXTS:
        text = row.get(key)
        if not isinstance(text, str):
            continue
        if "TWINPACT" in text or "=====" in text or "ツインパクト" in text:
            text = _PARTING.sub(FACE_BREAK, text)
        row[key] = _QUOTES.sub("", text) if "''" in text else text


def _clean_names(row: Row) -> None:
    for key in _NAMES:
        name = row.get(key)
        if not isinstance(name, str) or not name:
            continue
        if "%" in name:
            name = row[key] = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), name)
        if "/" in name or "／" in name:
            row.setdefault("name_in_halves", _SLASH.sub(" / ", name))
