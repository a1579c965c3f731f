"""Checks a lexicon as a person wrote it: every fault with its line and what would be right."""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import re2

from converters.effects.lexicon import (
    ClauseEnds,
    Entry,
    Example,
    Lexicon,
    LexiconError,
    LexiconFile,
    UnknownWordError,
    listed,
)
from converters.effects.reading import GameReader
from rulebook.documents import DocumentError, line_of, load_document
from rulebook.problems import Problem, problem

_GROUP = re.compile(r"(?<!\\)\((?!\?)")
_ENTRY = re.compile(r"entries\.(?P<number>[0-9]+)\b")


def load_checked(path: Path) -> Lexicon:
    """Reads a lexicon that a user wrote. Raises `LexiconError` naming file, line and entry of every fault."""
    problems = lexicon_problems(path)
    if problems:
        raise LexiconError(path, problems)
    return Lexicon.load(path)


def check_lexicon(path: Path) -> list[str]:
    """Every fault of the lexicon as `file:line: entry: what is wrong`, in English; see `lexicon_problems`."""
    problems = lexicon_problems(path)
    return LexiconError(path, problems).text("en").splitlines() if problems else []


def lexicon_problems(path: Path) -> list[Problem]:
    """Every fault of the lexicon, with the id of its entry as the path; an empty list when it is right.

    Faults: broken YAML, a key given twice, not the shape of `schemas/effects.schema.json`, an id given twice, no role
    or two, an unknown building block, a pattern that cannot be compiled, a pattern without examples, an example that
    does not match, a false friend that does. A missing file raises `FileNotFoundError`.
    """
    try:
        file = msgspec.convert(load_document(path, "effects"), LexiconFile)
    except DocumentError as error:
        return _with_ids(path, error.problems)
    except msgspec.ValidationError as error:
        return [problem(1, "", "doc_other", reason=str(error))]
    lines = _lines_of_entries(path)
    problems = [*_word_problems(file, path), *_other_problems(file, path)]
    bare = None if problems else _bare(file, file.words)  # what is wrong there is wrong wherever it is used

    def report(entry: Entry, code: str, **values: object) -> None:
        problems.append(problem(lines.get(entry.id, 1), entry.id, code, 1, **values))

    seen: set[str] = set()
    for entry in file.entries:
        if entry.id in seen:
            report(entry, "lexicon_id_twice")
        seen.add(entry.id)
        for code, values in _faults(entry, bare):
            report(entry, code, **values)
    if problems:
        return problems
    lexicon = Lexicon(file, path)
    readers: dict[str, GameReader] = {}
    for entry in file.entries:
        for expected, examples in ((True, entry.match), (False, entry.no_match)):
            for example in examples:
                if _fires(entry, example, lexicon, readers) != expected:
                    code = "lexicon_no_match" if expected else "lexicon_false_friend"
                    report(entry, code, text=example if isinstance(example, str) else example.text)
    return problems


_Fault = tuple[str, dict[str, object]]
"""A code with what fills its message."""


def _faults(entry: Entry, bare: Lexicon | None) -> Iterator[_Fault]:
    """The faults of one entry; its patterns are tried with the building blocks of `bare`."""
    reads = bool(entry.effect) or bool((entry.flag or entry.reading) and not entry.cut)
    roles = [reads, entry.cut, entry.mark, entry.carry]
    if sum(map(bool, roles)) != 1:
        yield "lexicon_role", {}
    if not entry.match:
        yield "lexicon_no_example", {}
    for pattern in (*listed(entry.pattern), *listed(entry.veto), *listed(entry.needs)):
        if _GROUP.search(pattern):
            yield "lexicon_group", {"pattern": pattern}
        if bare is not None:
            yield from _pattern_faults(pattern, bare)


def _pattern_faults(pattern: str, bare: Lexicon) -> Iterator[_Fault]:
    try:
        re2.compile(bare.expand(bare.prepared(pattern)), bare.options)
    except UnknownWordError as error:
        yield "lexicon_word_unknown", {"word": f"{{{error}}}", "pattern": pattern}
    except re2.error as error:
        text = error.args[0]
        reason = text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)
        yield "lexicon_regex", {"reason": reason, "pattern": pattern}


def _word_problems(file: LexiconFile, path: Path) -> list[Problem]:
    """Building blocks that name one which does not stand above them, or cannot be compiled."""
    problems: list[Problem] = []
    above: dict[str, str] = {}
    for name, text in file.words.items():
        found = next(_pattern_faults(text, _bare(file, above)), None)
        if found is None:
            above[name] = text
            continue
        code, values = found
        problems.append(problem(line_of(path, ("words", name)), f"words.{name}", code, 1, **values))
        above[name] = "x"  # what is wrong here is not told again of those below
    return problems


def _bare(file: LexiconFile, words: dict[str, str]) -> Lexicon:
    """A lexicon of nothing but building blocks."""
    return Lexicon(LexiconFile(file.language, ClauseEnds(), [], words=words))


def _other_problems(file: LexiconFile, path: Path) -> list[Problem]:
    """The patterns outside entries, which Python's `re` compiles, that cannot be."""
    quotes = file.quotes
    some: list[tuple[tuple[str, ...], str]] = [
        *((("clause_ends", "leads", str(number)), lead) for number, lead in enumerate(file.clause_ends.leads)),
        *(
            ((key, game, str(at)), one)
            for key, games in (("markup", file.markup), ("line_breaks", file.line_breaks))
            for game, those in games.items()
            for at, one in enumerate(those)
        ),
        (("carry_to",), file.carry_to),
        (("read_brackets",), file.read_brackets),
        (("quotes", "keep_names"), quotes.keep_names),
        (("quotes", "skip_after"), quotes.skip_after),
        (("quotes", "skip_before"), quotes.skip_before),
    ]
    problems = []
    for place, pattern in some:
        try:
            re.compile(f"(?:{pattern})")
        except re.error as error:
            line = line_of(path, place)
            problems.append(problem(line, ".".join(place), "lexicon_regex_other", reason=str(error), pattern=pattern))
    return problems


def _fires(entry: Entry, given: str | Example, lexicon: Lexicon, readers: dict[str, GameReader]) -> bool:
    one = entry.example(given)
    game = one.game or ""
    if game not in readers:
        readers[game] = GameReader([lexicon], game)
    clauses = readers[game].explain(one.text, lexicon.language, one.name, unit=one.unit)
    return any(entry.id in clause.entries for clause in clauses)


def _with_ids(path: Path, problems: list[Problem]) -> list[Problem]:
    """The problems with entries named by their ids, not by their numbers, where they have one."""
    try:
        entries = load_document(path)["entries"]
    except (DocumentError, TypeError, KeyError):
        return problems

    def name(found: re.Match[str]) -> str:
        try:
            return str(entries[int(found["number"])]["id"])
        except (TypeError, KeyError, IndexError):
            return found[0]

    return [one._replace(path=_ENTRY.sub(name, one.path, count=1)) for one in problems]


def _lines_of_entries(path: Path) -> dict[str, int]:
    lines: dict[str, int] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), 1):
        found = re.match(r"\s*-?\s*\{?\s*id:\s*['\"]?([^'\"#\s,}]+)", line)
        if found:
            lines.setdefault(found[1], number)
    return lines
