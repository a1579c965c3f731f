"""Findings as people read them."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from decklint.catalogue import checks
from decklint.findings import Finding
from decklint.report import Judged
from twgp.lang import phrase
from twgp.show import console

_STYLES = {"error": "bold red", "warning": "yellow", "info": "cyan"}


def print_findings(judged: Sequence[Judged], lang: str) -> None:
    """Each finding with its place, the line that it is about and what helps; then the sum."""
    from rich.text import Text

    out = console()
    for each in judged:
        lines = _lines(each.path)
        for found in each.findings:
            head = Text(f"{found.path}:{found.place.line}:{found.place.column}: ")
            head.append(phrase(f"severity_{found.severity}", lang), _STYLES[found.severity])
            head.append(f" {found.code} ", "bold")
            head.append(found.text(lang))
            out.print(head, soft_wrap=True, highlight=False)
            for text in _quoted(found, lines, lang):
                out.print(Text(text, "dim"), soft_wrap=True, highlight=False)
    for each in judged:
        out.print(_sum(each, lang), markup=False, highlight=False, soft_wrap=True)


def print_statistics(judged: Sequence[Judged], lang: str) -> None:
    """How often each code was found, the most frequent first."""
    counts = Counter(found.code for each in judged for found in each.findings)
    for code, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
        print(f"{count:6} {code} {checks()[code].name}")


def _sum(each: Judged, lang: str) -> str:
    if not each.is_readable:
        return phrase("lint_unreadable", lang, file=each.path)
    counts = {severity: each.count(severity) for severity in _STYLES}
    return phrase(
        "lint_bad" if counts["error"] else "lint_good", lang, file=each.path, format=each.format,
        errors=counts["error"], warnings=counts["warning"], infos=counts["info"],
    )  # fmt: skip


def _quoted(found: Finding, lines: Sequence[str], lang: str) -> list[str]:
    shown = []
    if 0 < found.place.line <= len(lines) and lines[found.place.line - 1].strip():
        shown.append(f"{found.place.line:5} | {lines[found.place.line - 1].rstrip()[:200]}")
    hint = found.hint(lang)
    rules = ", ".join(found.rules[:4]) + (" ..." if len(found.rules) > 4 else "")
    if hint or rules:
        shown.append("      = " + "; ".join(part for part in (hint, rules) if part))
    return shown


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8-sig", errors="replace").splitlines()
    except OSError:
        return []
