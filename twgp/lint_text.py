"""Findings as people read them."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from decklint.catalogue import checks
from decklint.findings import Finding, card_name
from decklint.report import Judged
from rulebook.formats import format_name
from twgp.lang import phrase
from twgp.show import console

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

CAP = 10
"""So many findings of one code are shown of a document; the lines of the others are named."""

_STYLES = {"error": "bold red", "warning": "yellow", "info": "cyan"}
_MARGIN = "      = "
_WORD = re.compile(r"(?:(?!\s+#|\s*[,\]}]|:\s|:$).)+")
_NAMED_LINES = 20


def print_findings(judged: Sequence[Judged], lang: str, *, whole: bool = False) -> None:
    """Each finding with its place, the line that it is about and what helps; then the sum.

    Of more than `CAP` findings of one code in a document the further ones are counted, unless `whole`.
    """
    out = console()
    texts: dict[str, list[str]] = {}
    for each in judged:
        counts: Counter[str] = Counter()
        more: dict[str, list[int]] = {}
        for found in each.findings:
            counts[found.code] += 1
            if counts[found.code] > CAP and not whole:
                more.setdefault(found.code, []).append(found.place.line)
            else:
                if found.path not in texts:
                    texts[found.path] = _read_lines(found.path)
                _print(out, found, texts[found.path], lang)
        for code, lines in more.items():
            shown = ", ".join(map(str, lines[:_NAMED_LINES])) + (", ..." if len(lines) > _NAMED_LINES else "")
            text = phrase("lint_more", lang, count=len(lines), code=code, name=checks()[code].name, lines=shown)
            _say(out, text, "bold")
    numbers: Counter[str] = Counter()
    several = Counter(each.path for each in judged)
    for each in judged:
        numbers[each.path] += 1
        _say(out, _sum(each, numbers[each.path] if several[each.path] > 1 else None, lang))
    if len(judged) > 1:
        unread = sum(not each.is_readable for each in judged)
        bad = sum(each.is_readable and each.is_legal is False for each in judged)
        legal = sum(each.is_legal is True for each in judged)
        text = phrase("lint_total", lang, decks=len(judged), legal=legal, bad=bad, unread=unread)
        open_ = len(judged) - legal - bad - unread
        _say(out, text + (phrase("lint_total_open", lang, count=open_) if open_ else ""), "bold")


def statistics(judged: Sequence[Judged], lang: str) -> Iterator[str]:
    """How often each code was found, the most frequent first: a line for each."""
    counts = Counter((found.code, found.severity) for each in judged for found in each.findings)
    for (code, severity), count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
        yield f"{count:6} {code} {checks()[code].name} ({phrase(f'severity_{severity}', lang)})"


def printable(text: str) -> str:
    """A text of a user's file as a terminal may have it: control characters and the like are marked."""
    return text if text.isprintable() else "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    if character == "\t":
        return " "
    return character if character.isprintable() or character == "\u3000" else "\ufffd"


def _say(out: "Console", text: "str | Text", style: str = "") -> None:
    """A line; on a terminal it is wrapped at words, in a pipe it stays one line."""
    from rich.text import Text

    shown = Text(printable(text), style) if isinstance(text, str) else text
    out.print(shown, soft_wrap=not out.is_terminal, highlight=False)


def _print(out: "Console", found: Finding, lines: Sequence[str], lang: str) -> None:
    from rich.text import Text

    head = Text(printable(f"{found.path}:{found.place.line}:{found.place.column}: "))
    head.append(phrase(f"severity_{found.severity}", lang), _STYLES[found.severity])
    head.append(f" {found.code} ", "bold")
    head.append(printable(found.text(lang)))
    _say(out, head)
    if 0 < found.place.line <= len(lines) and lines[found.place.line - 1].strip():
        _quote(out, found, lines[found.place.line - 1])
    hint = found.hint(lang)
    if hint:
        _say(out, _MARGIN + phrase("lint_hint", lang, text=hint), "dim")
    if found.rules:
        rules = ", ".join(found.rules[:4]) + (" ..." if len(found.rules) > 4 else "")
        _say(out, _MARGIN + phrase("lint_rules", lang, text=rules), "dim")


def _quote(out: "Console", found: Finding, line: str) -> None:
    """The line, cut to what fits around the culprit, and a mark below it; wide characters take two cells."""
    from rich.cells import cell_len
    from rich.text import Text

    start = min(found.place.column - 1, len(line))
    length = _length(found, line[start:])
    number = f"{found.place.line:5} | "
    room = (out.width if out.is_terminal else 160) - len(number) - 1
    first, last = _window([cell_len(_shown(character)) for character in line.rstrip()], start, start + length, room)
    before = ("..." if first else "") + printable(line[first:start])
    culprit = printable(line[start : min(start + length, last)])
    behind = printable(line[start + length : last]) + ("..." if last < len(line.rstrip()) else "")
    out.print(Text(number + before + culprit + behind, "dim"), soft_wrap=True, highlight=False)
    mark = Text(" " * (len(number) - 2) + "| " + " " * cell_len(before), "dim")
    mark.append("^" * max(cell_len(culprit), 1), _STYLES[found.severity])
    out.print(mark, soft_wrap=True, highlight=False)


def _window(cells: Sequence[int], start: int, end: int, room: int) -> tuple[int, int]:
    """The characters of a line that are shown: all, or those around `start` that fit into `room` cells."""
    if sum(cells) <= room:
        return 0, len(cells)
    room = max(room - 6, 10)  # for the dots on both sides
    first = start
    while first > 0 and sum(cells[first - 1 : end]) <= max(room // 2, sum(cells[start:end])):
        first -= 1
    last = first
    while last < len(cells) and sum(cells[first : last + 1]) <= room:
        last += 1
    return first, last


def _length(found: Finding, rest: str) -> int:
    """How many characters of the rest of a line are the culprit: a name that the finding tells, else a word."""
    values: Mapping[str, object] = found.values
    names = [str(values[key]) for key in ("name", "key", "value") if values.get(key)]
    if found.card is not None:
        names += [card_name(found.card, "en"), card_name(found.card, "ja")]
    for name in names:
        if name and rest.startswith(name):
            return len(name)
    if rest[:1] in ("'", '"') and (close := rest.find(rest[0], 1)) > 0:
        return close + 1
    word = _WORD.match(rest)
    return len(word[0]) if word is not None else min(len(rest), 1)


def _sum(each: Judged, number: int | None, lang: str) -> str:
    """What a document is as a whole; `number` counts those of its file where there are several."""
    file = each.path
    if number is not None:
        file = f"{file} #{number}" + (f" {each.title}" if each.title else "")
    if not each.is_readable:
        return phrase("lint_unreadable", lang, file=file)
    counts = {severity: each.count(severity) for severity in _STYLES}
    name = "lint_good" if each.is_legal else "lint_bad"
    if each.left_out is not None:
        name = "lint_chosen_good" if each.is_legal else "lint_chosen_bad"
    played = " + ".join(format_name(id_, lang) for id_ in each.format.split("+"))
    if each.is_legal is None:
        name = "lint_undecided"
    if any(found.code == "F707" for found in (*each.findings, *(each.left_out or ()))):
        played = phrase("lint_no_format", lang)
    return phrase(
        name, lang, file=file, format=played,
        errors=counts["error"], warnings=counts["warning"], infos=counts["info"],
    )  # fmt: skip


def _read_lines(path: str) -> list[str]:
    from twgp.decks import open_text

    return [] if path == "-" else re.split(r"\r\n|\r|\n", open_text(path).text)
