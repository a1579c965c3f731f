"""The catalogue of what the linter reports (`data/lint.yaml`)."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from rulebook.loading import load_yaml
from rulebook.resources import data_path
from rulebook.words import Words as Words

Severity = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")


class Message(NamedTuple):
    """One message of a code, its severity and what helps."""

    severity: Severity
    words: Words
    hint: Words | None


class Check(NamedTuple):
    """One code of the linter: the rules that it enforces and the switches that change it."""

    code: str
    name: str
    rules: tuple[str, ...]
    switches: tuple[str, ...]
    severity: Severity
    why: Words
    says: Mapping[str, Message]


@cache
def checks() -> Mapping[str, Check]:
    """Every code of the linter, in the order of the catalogue."""
    entries: dict[str, Any] = load_yaml(data_path("lint.yaml"))
    return MappingProxyType({code: _check(code, entry) for code, entry in entries.items()})


def chosen(select: tuple[str, ...], ignore: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    """The codes that `select` and `ignore` leave, and the words among them that mean none.

    A word is a code (`D104`), how codes begin (`D`, `P6`), or the name of a check (`duplicate-effect`).
    """
    unknown: list[str] = []

    def meant(words: tuple[str, ...]) -> set[str]:
        found: set[str] = set()
        for word in words:
            key = word.strip()
            codes = {c.code for c in checks().values() if c.code.startswith(key.upper()) or c.name == key.lower()}
            if not key or not codes:
                unknown.append(word)
            found |= codes if key else set()
        return found

    taken = meant(select) if select else set(checks())
    return frozenset(taken - meant(ignore)), tuple(unknown)


def _check(code: str, entry: Mapping[str, Any]) -> Check:
    says = {
        name: Message(
            one.get("severity", entry["severity"]),
            Words(one["en"], one["ja"]),
            Words(one["hint"]["en"], one["hint"]["ja"]) if "hint" in one else None,
        )
        for name, one in entry["says"].items()
    }
    why = Words(entry["why"]["en"], entry["why"]["ja"])
    rules, switches = tuple(entry["rules"]), tuple(entry["switches"])
    return Check(code, entry["name"], rules, switches, entry["severity"], why, MappingProxyType(says))
