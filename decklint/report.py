"""Findings as other programs read them: JSON, JSON Lines, SARIF 2.1.0, GitHub annotations."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import PurePath
from typing import Any, NamedTuple

from decklint.catalogue import SEVERITIES, checks
from decklint.findings import Finding, card_name
from decklint.lint import is_unreadable
from rulebook.cards import Card
from rulebook.options import Options
from rulebook.resources import data_path

VERSION = 1
"""Version of the JSON report (`schemas/findings.schema.json`)."""

_SARIF_LEVELS = {"error": "error", "warning": "warning", "info": "note"}
_GITHUB_LEVELS = {"error": "error", "warning": "warning", "info": "notice"}


class Judged(NamedTuple):
    """One document and what was found in it. `settings` are the switches that are not at their defaults."""

    path: str
    title: str | None
    format: str
    settings: dict[str, object]
    ruleset: str
    cards: int
    findings: list[Finding]
    judged_by: str = ""
    """Hash of rule set, checks and switches (`rules_and_switches`)."""
    left_out: tuple[Finding, ...] | None = None
    """Findings of codes that are not reported; None where all are."""

    def only(self, codes: frozenset[str] | None) -> "Judged":
        """The same document with the findings of these codes; what it is as a whole stays (`is_legal`)."""
        if codes is None:
            return self
        left_out = tuple(found for found in self.findings if found.code not in codes)
        return self._replace(findings=[found for found in self.findings if found.code in codes], left_out=left_out)

    def count(self, severity: str) -> int:
        """The number of findings of a severity."""
        return sum(found.severity == severity for found in self.findings)

    @property
    def is_readable(self) -> bool:
        """Whether the document could be read at all."""
        return not any(map(is_unreadable, (*self.findings, *(self.left_out or ()))))

    @property
    def is_legal(self) -> bool | None:
        """Whether the document could be read and no code found an error, reported or not.

        None where nothing speaks against it but no card list was there to check the cards by.
        """
        every = (*self.findings, *(self.left_out or ()))
        if not self.is_readable or any(found.severity == "error" for found in every):
            return False
        return None if any(found.code == "F705" for found in every) else True


def rules_and_switches(format_: str, options: Options) -> str:
    """Twelve hexadecimal digits that stand for the rules, the checks, the format and the switches."""
    return options.digest(f"{_data_version()} {format_}")


@cache
def _data_version() -> str:
    digest = hashlib.sha256()
    for name in ("rules.yaml", "lint.yaml", "formats.yaml"):
        digest.update(data_path(name).read_bytes())
    return digest.hexdigest()


def row(found: Finding) -> dict[str, Any]:
    """A finding as plain data, the same in every JSON form."""
    return {
        "code": found.code,
        "name": found.name,
        "severity": found.severity,
        "rules": list(found.rules),
        "file": found.path,
        "line": found.place.line,
        "column": found.place.column,
        "deck": None if found.deck is None else found.deck.en,
        "card": None if found.card is None else card_name(found.card, "en"),
        "card_id": found.card.id if isinstance(found.card, Card) else None,
        "message_en": found.text("en"),
        "message_ja": found.text("ja"),
        "hint_en": found.hint("en") or None,
        "hint_ja": found.hint("ja") or None,
        "got": _plain(found.got),
        "allowed": _plain(found.allowed),
    }


def as_json(judged: Sequence[Judged], version: str, passed_over: Sequence[str] = ()) -> str:
    """All documents in one report: a row for each document, then the files that are none, then every finding."""
    found = [one for each in judged for one in each.findings]
    report = {
        "version": VERSION,
        "tool": {"name": "twgp", "version": version},
        "documents": [
            {
                "file": each.path,
                "title": each.title,
                "format": each.format,
                "settings": each.settings,
                "rules_and_switches": each.judged_by,
                "ruleset": each.ruleset or None,
                "cards": each.cards,
                "readable": each.is_readable,
                "legal": each.is_legal,
                **{severity: each.count(severity) for severity in SEVERITIES},
            }
            for each in judged
        ],
        "passed_over": list(passed_over),
        "findings": [row(one) for one in found],
    }
    return json.dumps(report, ensure_ascii=False, indent=2) + "\n"


def as_jsonl(judged: Iterable[Judged]) -> Iterator[str]:
    """A line for each finding."""
    for each in judged:
        for found in each.findings:
            yield json.dumps(row(found), ensure_ascii=False, separators=(",", ":")) + "\n"


def as_github(judged: Iterable[Judged], lang: str) -> Iterator[str]:
    """A line for each finding that GitHub shows beside the line of the file."""
    for each in judged:
        for found in each.findings:
            title = _escaped(f"{found.code} {found.name}", in_property=True)
            file = _escaped(PurePath(found.path).as_posix(), in_property=True)
            place = f"file={file},line={found.place.line},col={found.place.column},title={title}"
            yield f"::{_GITHUB_LEVELS[found.severity]} {place}::{_escaped(found.text(lang))}\n"


def as_sarif(judged: Sequence[Judged], version: str, lang: str) -> str:
    """A SARIF 2.1.0 log with every code of the linter as a rule."""
    known = list(checks().values())
    index = {check.code: number for number, check in enumerate(known)}
    rules = [
        {
            "id": check.code,
            "name": "".join(word.capitalize() for word in check.name.split("-")),
            "shortDescription": {"text": check.name},
            "fullDescription": {"text": check.why.text(lang)},
            "defaultConfiguration": {"level": _SARIF_LEVELS[check.severity]},
            "properties": {"rules": list(check.rules), "switches": list(check.switches)},
        }
        for check in known
    ]
    results = [
        {
            "ruleId": found.code,
            "ruleIndex": index[found.code],
            "level": _SARIF_LEVELS[found.severity],
            "message": {"text": found.text(lang)},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": _uri(found.path)},
                        "region": {"startLine": found.place.line, "startColumn": found.place.column},
                    }
                }
            ],
        }
        for each in judged
        for found in each.findings
    ]
    paths = [path for each in judged for path in (each.path, *(found.path for found in each.findings))]
    files = dict.fromkeys(map(_uri, paths))
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "twgp", "version": version, "rules": rules}},
                "columnKind": "unicodeCodePoints",
                "artifacts": [{"location": {"uri": uri}} for uri in files],
                "results": results,
            }
        ],
    }
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n"


def _plain(value: object) -> Any:
    if value is None or isinstance(value, str | int | float | bool):
        return value
    return [str(one) for one in value] if isinstance(value, list | tuple) else str(value)


def _escaped(text: str, *, in_property: bool = False) -> str:
    """Text as GitHub's commands want it."""
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if in_property else text


def _uri(path: str) -> str:
    from urllib.parse import quote

    if path == "-":
        return "stdin"
    pure = PurePath(path)
    return pure.as_uri() if pure.is_absolute() else quote(pure.as_posix())
