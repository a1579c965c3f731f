"""Checks a lexicon as a person wrote it: every fault with its line and what would be right."""

import re
from pathlib import Path
from typing import Any

import msgspec
import re2

from converters.effects.lexicon import Entry, Example, Lexicon, LexiconError, LexiconFile, listed
from converters.effects.reading import EffectReader, GameReader
from rulebook.documents import DocumentError, load_document

_GROUP = re.compile(r"(?<!\\)\((?!\?)")


def load_checked(path: Path) -> Lexicon:
    """Reads a lexicon that a user wrote. Raises `LexiconError` naming file, line and entry of every fault."""
    problems = check_lexicon(path)
    if problems:
        raise LexiconError("\n".join(problems))
    return Lexicon.load(path)


def check_lexicon(path: Path) -> list[str]:
    """Every fault of the lexicon as `file:line: entry: what is wrong`; an empty list when it is right.

    Faults: not the shape of `schemas/effects.schema.json`, an id given twice, no role or two, an unknown
    building block, a pattern that google-re2 does not take, a pattern without examples, an example that does
    not match, a false friend that does. A missing file raises `FileNotFoundError`.
    """
    try:
        document = load_document(path, "effects")
    except DocumentError as error:
        return str(error).splitlines()
    lines = _lines_of_entries(path)
    file = msgspec.convert(document, LexiconFile)
    problems: list[str] = []

    def report(entry: Entry, what: str) -> None:
        problems.append(f"{path}:{lines.get(entry.id, 1)}: {entry.id}: {what}")

    seen: set[str] = set()
    for entry in file.entries:
        if entry.id in seen:
            report(entry, "this id is given twice")
        seen.add(entry.id)
        for what in _faults(entry, file):
            report(entry, what)
    if problems:
        return problems
    lexicon = Lexicon(file, path)
    readers: dict[str, GameReader] = {}
    for entry in file.entries:
        for expected, examples in ((True, entry.match), (False, entry.no_match)):
            for example in examples:
                if _fires(entry, example, lexicon, readers) != expected:
                    verb = "does not match" if expected else "matches the false friend"
                    report(entry, f"{verb}: {example if isinstance(example, str) else example.text}")
    return problems


def _faults(entry: Entry, file: LexiconFile) -> list[str]:
    faults = []
    reads = bool(entry.effect) or bool((entry.flag or entry.reading) and not entry.cut)
    roles = [reads, entry.cut, entry.mark, entry.carry]
    if sum(map(bool, roles)) != 1:
        faults.append("needs exactly one role: effect, flag and reading together, or cut, or mark, or carry")
    if not entry.match:
        faults.append("a pattern without examples: add at least one line under `match`")
    bare = Lexicon(LexiconFile(file.language, file.clause_ends, [], words=file.words))
    for pattern in (*listed(entry.pattern), *listed(entry.veto), *listed(entry.needs)):
        if _GROUP.search(pattern):
            faults.append(f"write (?:...) instead of (...): {pattern}")
        try:
            re2.compile(bare.expand(bare.prepared(pattern)), bare.options)
        except LexiconError as error:
            faults.append(f"{error}: {pattern}")
        except re2.error as error:
            text = error.args[0]
            reason = text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)
            faults.append(f"not a pattern that google-re2 takes ({reason}): {pattern}")
    return faults


def _fires(entry: Entry, given: str | Example, lexicon: Lexicon, readers: dict[str, GameReader]) -> bool:
    one = entry.example(given)
    game = one.game or ""
    if game not in readers:
        readers[game] = EffectReader([lexicon]).game(game)
    clauses = readers[game].explain(one.text, lexicon.language, one.name, unit=one.unit)
    return any(entry.id in clause.entries for clause in clauses)


def _lines_of_entries(path: Path) -> dict[str, Any]:
    lines: dict[str, Any] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), 1):
        found = re.match(r"\s*-?\s*\{?\s*id:\s*['\"]?([^'\"#\s,}]+)", line)
        if found:
            lines.setdefault(found[1], number)
    return lines
