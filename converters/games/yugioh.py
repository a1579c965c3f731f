"""Yu-Gi-Oh! lists that a recipe cannot describe: bit fields of `.cdb` databases, texts in two boxes,
languages inside each field, Link monsters whose defence is none."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from converters.games.boxes import boxes, languages, one_by_one
from converters.games.species import with_japanese_race
from converters.records import Row, Unreadable
from rulebook.loading import load_yaml
from rulebook.resources import data_path

_CDB = frozenset({"ot", "alias", "setcode", "type", "atk", "def", "level", "race", "attribute"})
_KINDS = (
    "type_line", "monster_type_line", "type", "typeline", "card_type", "monsterCardTypes",
    "humanReadableCardType", "種類", "カード種類", "カードの種類", "種別", "カードタイプ", "タイプ",
)  # fmt: skip
_LEVELS = ("level", "Level", "LEVEL", "レベル", "星")
_LINKS = ("link", "Link", "linkval", "link_rating", "リンク", "リンク数")
_DEFENCES = ("def", "DEF", "Def", "defense", "守備力", "守")
_NUMBERS = ("atk", "ATK", "Atk", "攻撃力", "攻", *_DEFENCES)
_LINK = re.compile(r"\blink\b|リンク", re.IGNORECASE)
_NEGATIVE = re.compile(r"\s*[-−－]\s*[0-9０-９]+\s*")
# The headings between the two boxes of a Pendulum monster, and what stands in an empty box.
_BOX = re.compile(
    r"^\s*(?:Pendulum Scale\s*=.*|←.*→|-{3,}|-n/a-"
    r"|\[\s*(?:Pendulum Effect|Monster Effect|Flavor Text)\s*\]"
    r"|【(?:Ｐ|P|ペンデュラム)効果】|【モンスター(?:効果|情報)】)[ \t]*",
    re.IGNORECASE | re.MULTILINE,
)


def adapt(records: Iterable[tuple[int, Row | Unreadable]]) -> Iterator[tuple[int, Row | Unreadable, int]]:
    """Brings each record to the shape that `yugioh.yaml` describes; joins none."""
    return one_by_one(records, plain)


def plain(row: Row) -> Row:
    """One record: bit fields in words, languages apart, both texts of a Pendulum monster, no defence and
    no level on a Link monster, "?" for a value below 0."""
    if row.keys() >= _CDB:
        row = _from_cdb(row)
    if "externalIDs" in row:
        row = _from_ygojson(row)
    row = with_japanese_race(languages(row, "name", "text"))
    row = _both_boxes(row)
    if any(_LINK.search(str(row[key])) for key in _KINDS if row.get(key)):
        row = _link(row)
    for key in _NUMBERS:
        value = row.get(key)
        if (isinstance(value, int) and value < 0) or (isinstance(value, str) and _NEGATIVE.fullmatch(value)):
            row = {**row, key: "?"}
    return row


def _both_boxes(row: Row) -> Row:
    """The Pendulum effect stands above the monster's own text."""
    above = row.get("pendulum_effect")
    upper = languages({"pendulum_text": above}, "pendulum_text") if isinstance(above, dict) else row
    if upper.get("pendulum_text") or upper.get("pendulum_text_ja"):
        return {
            **row,
            "text": boxes(upper.get("pendulum_text"), row.get("text")),
            "text_ja": boxes(upper.get("pendulum_text_ja"), row.get("text_ja")),
        }
    desc = row.get("desc")
    if isinstance(desc, str) and ("endulum" in desc or "効果】" in desc or "---" in desc):
        lines = _BOX.sub("", desc.replace("\r\n", "\n")).split("\n")
        return {**row, "desc": "\n".join(line for line in lines if line.strip())}
    return row


def _link(row: Row) -> Row:
    """A Link monster has a rating instead of a level, and no defence whatever a file writes there."""
    row = dict(row)
    arrows = row.get("link_arrows") or row.get("linkArrows") or row.get("linkmarkers")
    level = next((row[key] for key in _LEVELS if row.get(key)), None)
    if not any(row.get(key) for key in _LINKS):
        row["link"] = len(arrows) if isinstance(arrows, list) and arrows else level
    for key in (*_DEFENCES, *_LEVELS):
        if key in row:
            row[key] = None
    return row


@cache
def _bits() -> dict[str, Any]:
    tables: dict[str, Any] = load_yaml(data_path("games") / "yugioh_bits.yaml")
    return tables


def _from_cdb(row: Row) -> Row:
    """A row of the tables `datas` and `texts`, or the row as it is when its fields are no bit fields."""
    try:
        fields = {key: int(row[key] or 0) for key in ("id", "alias", "type", "level", "race", "attribute")}
    except (TypeError, ValueError):
        return row
    tables, bits = _bits(), fields["type"]
    card_type = next(iter(_words(tables["card_type"], bits)), None)
    race = " ".join(_words(tables["race"], fields["race"])) or None
    told: Row = {
        "card_type": card_type, "race": None, "attribute": None, "level": None, "atk": None, "def": None,
        "art_of": _art_of(fields["id"], fields["alias"], tables["same_card_within"]),
    }  # fmt: skip
    if card_type in ("Monster", "Token"):
        words = [race or "", *_words(tables["monster_words"], bits)]
        link = bool(bits & tables["link"])
        told |= {
            "race": race,
            "attribute": next(iter(_words(tables["attribute"], fields["attribute"])), None),
            "type_line": " / ".join(word for word in words if word),
            "link" if link else "level": fields["level"] & 0xFF,
            "atk": row["atk"],
            "def": None if link else row["def"],
        }
    elif card_type in ("Spell", "Trap"):
        told["property"] = next(iter(_words(tables["spell_words"], bits)), "Normal")
    return {**{key: value for key, value in row.items() if key != "type"}, **told}


def _words(table: Mapping[int, str], bits: int) -> list[str]:
    return [word for bit, word in table.items() if bits & bit]


def _art_of(own: int, alias: int, within: int) -> int:
    """The id of the card whose picture this is: a near alias; a far one is only "treated as"."""
    return alias if alias and abs(own - alias) < within else own


def _from_ygojson(row: Row) -> Row:
    """A card of YGOJSON, whose texts stand by language and whose words are small."""
    told: Row = {"type": None}
    for language, tail in (("en", ""), ("ja", "_ja")):
        words = (row.get("text") or {}).get(language) or {}
        told |= {
            f"name{tail}": words.get("name"),
            f"text{tail}": words.get("effect"),
            f"pendulum_text{tail}": words.get("pendulumEffect"),
        }
    passwords, external = row.get("passwords") or [None], row.get("externalIDs") or {}
    told["password"] = passwords[0]
    told["konami_id"] = (external.get("dbID") if isinstance(external, dict) else None) or None
    if row.get("cardType") in ("monster", "token"):
        kinds = [*(row.get("monsterCardTypes") or ()), *(row.get("classifications") or ())]
        told["race"] = row.get("type")
        told["type_line"] = " / ".join([str(row.get("type") or ""), *map(str, kinds)]).strip(" /")
    elif row.get("subcategory") == "quickplay":
        told["subcategory"] = "Quick-Play"
    return {**row, **told}
