"""The rules of T.W.G.P by id (`data/rules.yaml`): what each says, on which lines it stands, who enforces
it.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from rulebook.codes import CodedError
from rulebook.formats import near
from rulebook.loading import load_yaml
from rulebook.resources import data_path

Enforcer = Literal["converter", "classifier", "linter", "generator", "engine", "referee", "human"]
"""Who sees to a rule: a part of this toolkit (the engine comes later), the referee, or the players
themselves.
"""


class RuleError(CodedError):
    """A rule id that does not exist."""


class Section(msgspec.Struct, frozen=True):
    """A chapter of the rules. Its id begins the ids of its rules: `EFF-HACK` those of `EFF-HACK-05`."""

    id: str
    en: str
    ja: str


class Rule(msgspec.Struct, frozen=True):
    """One rule in one sentence of each language, under the reading that the default switches choose.

    `lines` are the first and the last line of the rule text that it restates, counted from 1. `switches`
    are the ids of `data/options/` that choose another reading.
    """

    id: str
    section: Section
    lines: tuple[int, int]
    en: str
    ja: str
    enforced_by: tuple[Enforcer, ...]
    switches: tuple[str, ...]


def rules() -> tuple[Rule, ...]:
    """Every rule, in the order of the rule text's sections."""
    return tuple(_rules().values())


def sections() -> tuple[Section, ...]:
    """Every section, in order."""
    return tuple(_sections().values())


def rule(id_: str) -> Rule:
    """The rule of that id, whatever its case or width. Raises `RuleError` with ids that look like it."""
    found = _rules().get(_as_id(id_))
    if found is None:
        known = near(id_, _rules())
        if known:
            raise RuleError("unknown_rule_near", name=id_.strip(), near=known)
        raise RuleError("unknown_rule", name=id_.strip())
    return found


def find(text: str) -> tuple[Rule, ...]:
    """The rules that `text` asks for, in order; none when nothing fits.

    `text` is a line (`L125`) or lines (`L125-134`) of the rule text, an id or how one begins (`RES-28`,
    `eff-ha`), or words: a rule fits when its sentence, in either language, or the name of its section
    holds all of them. Width, case, hyphens and middle dots make no difference.
    """
    lines = _LINES.fullmatch(unicodedata.normalize("NFKC", text).strip())
    if lines:
        first = int(lines[1])
        last = int(lines[2] or first)
        return tuple(each for each in rules() if each.lines[0] <= last and first <= each.lines[1])
    id_ = _as_id(text)
    if id_ in _rules():
        return (_rules()[id_],)
    begun = tuple(each for each in rules() if id_ and each.id.startswith(id_))
    if begun:
        return begun
    words = [_plain(word) for word in text.split() if _plain(word)]
    if not words:
        return ()
    named = {each.id for each in sections() if _holds(f"{each.en}\n{each.ja}", words)}
    return tuple(each for each in rules() if each.section.id in named or _holds(f"{each.en}\n{each.ja}", words))


_LINES = re.compile(r"[Ll] ?(\d{1,4})(?: ?[-–~〜] ?[Ll]?(\d{1,4}))?", re.ASCII)
_MARKS = re.compile(r"[・\-‐=]")


def _as_id(text: str) -> str:
    return "-".join(unicodedata.normalize("NFKC", text).upper().replace("-", " ").split())


def _plain(text: str) -> str:
    return _MARKS.sub("", unicodedata.normalize("NFKC", text).casefold())


def _holds(text: str, words: list[str]) -> bool:
    plain = _plain(text)
    return all(word in plain for word in words)


@cache
def _sections() -> Mapping[str, Section]:
    return MappingProxyType(
        {id_: Section(id_, entry["en"], entry["ja"]) for id_, entry in _document()["sections"].items()}
    )


@cache
def _rules() -> Mapping[str, Rule]:
    return MappingProxyType({id_: _rule(id_, entry) for id_, entry in _document()["rules"].items()})


def _rule(id_: str, entry: Mapping[str, Any]) -> Rule:
    first, last = entry["lines"]
    return Rule(
        id=id_,
        section=_sections()[id_.rpartition("-")[0]],
        lines=(first, last),
        en=entry["en"],
        ja=entry["ja"],
        enforced_by=tuple(entry["enforced_by"]),
        switches=tuple(entry.get("switches", ())),
    )


@cache
def _document() -> Mapping[str, Any]:
    document: dict[str, Any] = load_yaml(data_path("rules.yaml"))
    return document
