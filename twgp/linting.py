"""The commands that check decks: `twgp lint`, `twgp deck new`, `twgp deck import`."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from twgp.arguments import (
    DONE,
    SOME_UNREADABLE,
    UNUSABLE,
    Format,
    Game,
    Lang,
    Overrides,
    Recipes,
    Switches,
    deaf,
    fail,
    language,
)

if TYPE_CHECKING:
    from decklint.lint import Judgement, Linter
    from decklint.report import Judged
    from rulebook.project import Project
    from twgp.decks import Pools
    from twgp.judging import Checked
    from twgp.mending import Mended

    Court = tuple[Linter, Pools]

OUTPUTS = ("text", "json", "jsonl", "sarif", "github")


def lint(
    decks: Annotated[
        list[str] | None, typer.Argument(help="Deck documents, deck lists or folders of them; - reads stdin.")
    ] = None,
    cards: Annotated[list[str] | None, typer.Option(help="Card lists; they stand for those named in the deck.")] = None,
    format_: Format = None,
    tournament: Annotated[bool, typer.Option("--tournament", help="Check against the tournament rules too.")] = False,
    as_played: Annotated[Path | None, typer.Option(help="What was played, against the registered list (YAML).")] = None,
    output: Annotated[str, typer.Option("--output", help="text, json, jsonl, sarif or github.")] = "text",
    select: Annotated[list[str] | None, typer.Option(help="Codes to report, as D, D104 or duplicate-effect.")] = None,
    ignore: Annotated[list[str] | None, typer.Option(help="Codes not to report.")] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings and remarks count as failures.")] = False,
    set_: Switches = None,
    fix: Annotated[bool, typer.Option("--fix", help="Mend what is safe: spellings, names, digits.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Show what --fix would mend; nothing is written.")] = False,
    statistics: Annotated[bool, typer.Option("--statistics", help="Count the findings by code.")] = False,
    game: Game = None,
    recipe: Recipes = None,
    overrides: Overrides = None,
    lang: Lang = None,
) -> None:
    """Check decks, vitals and extra devices against the rules."""
    from decklint.lint import Linter
    from rulebook.project import Project
    from twgp.decks import Pools
    from twgp.lang import phrase

    lang = language(lang)
    if output not in OUTPUTS:
        fail(phrase("unknown_output", lang, format=output, known=", ".join(OUTPUTS)))

    def judge_in(project: Project) -> "Judgement":
        return judgement(project, format_, set_ or (), tournament, select or (), ignore or (), strict, lang)

    def court(project: Project) -> "Court":
        return Linter(judge_in(project)), Pools(cards or (), game, recipe or (), overrides or (), project)

    codes = judge_in(Project()).codes  # a wrong call is told before any file is read
    checked, passed = _checked(decks or [], as_played, Courts(court), fix, diff, lang)
    judged = [one.only(codes) for each in checked for one in each.judged]
    mended = [each.mended for each in checked if each.mended is not None]
    try:
        if diff:
            (sys.stdout if output == "text" else sys.stderr).writelines(line for one in mended for line in one.diff())
        if not diff or output != "text":
            _report(judged, passed, output, lang, whole=bool(select))
        if statistics:
            _count(judged, output, lang)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # `head` has seen enough; rich answers that by leaving. The verdict stays.
        deaf()
    _tell_mends(mended, fix, diff, lang)
    code = _exit_code(judged, strict)
    raise typer.Exit(SOME_UNREADABLE if code == DONE and diff and mended else code)


class Courts:
    """What judges a file: a linter and card lists for each project that the files lie in."""

    def __init__(self, court: "Callable[[Project], Court]") -> None:
        self._court = court
        self._by_folder: dict[Path, Court] = {}
        self._by_project: dict[Path | None, Court] = {}

    def of(self, file: str) -> "Court":
        """The linter and the card lists for a file. Raises `DocumentError` for a project file with faults."""
        from rulebook.project import load_project
        from twgp.session import project_of

        folder = Path(file).parent
        if folder not in self._by_folder:
            path = project_of(file)
            if path not in self._by_project:
                self._by_project[path] = self._court(load_project(path))
            self._by_folder[folder] = self._by_project[path]
        return self._by_folder[folder]


def _checked(
    decks: Sequence[str], as_played: Path | None, courts: Courts, fix: bool, diff: bool, lang: str
) -> "tuple[list[Checked], list[str]]":
    """The files that the command names, checked and, with `fix` alone, mended; and those passed over."""
    from twgp.judging import Checked, check, files, played_in, registered_in, unread, with_faults
    from twgp.lang import phrase

    played, faults = played_in(as_played) if as_played is not None else (None, [])
    if played is not None and not decks:
        registered = registered_in(played)
        if registered is None or any(fault.code == "F701" for fault in faults):
            if not faults:
                fail(phrase("played_needs_deck", lang, file=played.path))
            return [Checked([unread(played, faults)])], []
        decks = [registered]
    checked, passed = [], []
    for file in files(decks):
        linter, pools = courts.of(file.path)
        one = check(file, linter, pools, played=played, mending=fix or diff)
        if fix and not diff and one.mended is not None:
            _write(one.mended, lang)
            one = check(file, linter, pools, played=played)._replace(mended=one.mended)
        if one.judged:
            checked.append(one)
        else:
            passed.append(file.path)
    if passed:
        print(phrase("lint_passed_over", lang, count=len(passed), files=", ".join(passed)), file=sys.stderr)
    if not checked:
        fail(phrase("lint_nothing", lang))
    if played is not None:
        if sum(len(one.judged) for one in checked) > 1:
            fail(phrase("played_one_deck", lang, file=played.path))
        checked = [one._replace(judged=[with_faults(one.judged[0], played, faults)]) for one in checked]
    return checked, passed


def _report(judged: "Sequence[Judged]", passed: "Sequence[str]", output: str, lang: str, *, whole: bool) -> None:
    from decklint.report import as_github, as_json, as_jsonl, as_sarif
    from rulebook.resources import version
    from twgp.lint_text import print_findings

    if output == "json":
        sys.stdout.write(as_json(judged, version(), passed))
    elif output == "jsonl":
        sys.stdout.writelines(as_jsonl(judged))
    elif output == "sarif":
        sys.stdout.write(as_sarif(judged, version(), lang))
    elif output == "github":
        sys.stdout.writelines(as_github(judged, lang))
    else:
        print_findings(judged, lang, whole=whole)


def _count(judged: "Sequence[Judged]", output: str, lang: str) -> None:
    """The statistics; beside a report for programs they go to stderr."""
    from twgp.lint_text import statistics

    lines = "".join(f"{line}\n" for line in statistics(judged, lang))
    (sys.stdout if output == "text" else sys.stderr).write(lines)


def _write(mended: "Mended", lang: str) -> None:
    from converters.readers.sources import STANDARD_INPUT
    from rulebook.os_errors import os_words
    from twgp.lang import phrase

    if mended.path == STANDARD_INPUT:
        fail(phrase("fix_stdin", lang))
    try:
        mended.write()
    except OSError as error:
        fail(phrase("cannot_write", lang, file=mended.path, error=os_words(error).text(lang)))


def _tell_mends(mended: "Sequence[Mended]", fix: bool, diff: bool, lang: str) -> None:
    """Says on stderr what was mended, or would be."""
    from twgp.lang import phrase

    for one in mended:
        parts = [phrase(f"mend_{what}", lang, count=count) for what, count in sorted(one.counts.items())]
        what = "mend_would" if diff else "mend_done"
        print(phrase(what, lang, file=one.path, mends=", ".join(parts)), file=sys.stderr)
    if (fix or diff) and not mended:
        print(phrase("mend_nothing", lang), file=sys.stderr)


def show_check(file: Path, lang: str) -> None:
    """Prints what the linter finds in one file."""
    from decklint.lint import Judgement, Linter
    from twgp.decks import Pools
    from twgp.judging import judge
    from twgp.lint_text import print_findings

    print_findings(judge(str(file), Linter(Judgement()), Pools()), lang)


def judgement(
    project: "Project",
    format_: str | None,
    settings: Sequence[str],
    tournament: bool,
    select: Sequence[str],
    ignore: Sequence[str],
    strict: bool,
    lang: str,
) -> "Judgement":
    """The judgement of a run. Ends it for a format, a switch or a code that does not exist."""
    from decklint.catalogue import checks, chosen
    from decklint.lint import Judgement
    from rulebook.formats import format_named
    from rulebook.options import parse_setting, resolve
    from twgp.lang import phrase

    if format_ is not None:
        format_named(format_)
    known = {check.code for check in checks().values()} | {check.name for check in checks().values()}
    for code in project.severities:
        if code not in known:
            at = f"{project.path}:{project.line('severities', code)}: "
            fail(at + phrase("unknown_code", lang, code=code, known=", ".join(checks())))
    given = dict(parse_setting(text) for text in settings)
    resolve({**project.switches, **given}, format_)
    codes, unknown = chosen(_parts(select), _parts(ignore))
    if unknown:
        fail(phrase("unknown_code", lang, code=", ".join(unknown), known=", ".join(checks())))
    chosen_codes = codes if select or ignore else None
    return Judgement(format_, given, project.switches, tournament, project.severities, chosen_codes, strict)


def _parts(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(part for word in words for part in word.split(",") if part.strip())


def _exit_code(judged: "Sequence[Judged]", strict: bool) -> int:
    from decklint.lint import is_unusable

    if any(is_unusable(found) for each in judged for found in (*each.findings, *(each.left_out or ()))):
        return UNUSABLE
    counted = ("error", "warning", "info") if strict else ("error",)
    return SOME_UNREADABLE if any(each.count(severity) for each in judged for severity in counted) else DONE
