"""The commands that check decks: `twgp lint`, `twgp deck new`, `twgp deck import`."""

import sys
from collections.abc import Sequence
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
    fail,
    language,
)

if TYPE_CHECKING:
    from decklint.lint import Judgement
    from decklint.report import Judged
    from rulebook.project import Project

OUTPUTS = ("text", "json", "jsonl", "sarif", "github")


def lint(
    decks: Annotated[list[str], typer.Argument(help="Deck documents, deck lists or folders of them; - reads stdin.")],
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
    from decklint.report import as_github, as_json, as_jsonl, as_sarif
    from rulebook.resources import version
    from twgp.decks import Pools, files, judge
    from twgp.lang import phrase
    from twgp.lint_text import print_findings, print_statistics
    from twgp.session import project_here

    lang = language(lang)
    if output not in OUTPUTS:
        fail(phrase("unknown_output", lang, format=output, known=", ".join(OUTPUTS)))
    project = project_here()
    judgement = _judgement(project, format_, set_ or (), tournament, select or (), ignore or (), strict, lang)
    pools = Pools(cards or (), game, recipe or (), overrides or (), project)
    linter = Linter(judgement)
    if not decks:
        fail(phrase("lint_nothing", lang))
    judged = [one for source in files(decks) for one in judge(source, linter, pools)]
    if not judged:
        fail(phrase("lint_nothing", lang))
    if output == "json":
        sys.stdout.write(as_json(judged, version()))
    elif output == "jsonl":
        sys.stdout.writelines(as_jsonl(judged))
    elif output == "sarif":
        sys.stdout.write(as_sarif(judged, version(), lang))
    elif output == "github":
        sys.stdout.writelines(as_github(judged, lang))
    else:
        print_findings(judged, lang)
    if statistics:
        print_statistics(judged, lang)
    raise typer.Exit(_exit_code(judged, strict))


def _judgement(
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
    if not all(each.is_readable for each in judged):
        return UNUSABLE
    counted = ("error", "warning", "info") if strict else ("error",)
    return SOME_UNREADABLE if any(each.count(severity) for each in judged for severity in counted) else DONE
