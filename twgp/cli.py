"""The command `twgp`. Heavy imports stand inside the commands, so that `twgp --help` is quick."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from twgp import building, decking, linting, making
from twgp.arguments import (
    DONE,
    OWN_FAULT,
    SOME_UNREADABLE,
    UNUSABLE,
    Delimiter,
    Encoding,
    Format,
    Game,
    Lang,
    Maps,
    Overrides,
    Recipes,
    Sheet,
    Switches,
    check_output,
    deaf,
    fail,
    language,
)

if TYPE_CHECKING:
    from typing import IO

    from converters.merge import Spool
    from converters.outputs import OutputFormat
    from converters.pipeline import Pipeline

app = typer.Typer(
    name="twgp",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
)

def _print_version(wanted: bool) -> None:
    if wanted:
        from rulebook.resources import version

        print(f"twgp {version()}")
        raise typer.Exit(DONE)


@app.callback()
def about(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Cards of any trading card game as T.W.G.P cards, decks checked and made."""


@app.command()
def convert(
    files: Annotated[list[str], typer.Argument(help="Card lists, deck lists or folders; - reads stdin.")],
    game: Game = None,
    cards: Annotated[list[str] | None, typer.Option(help="Card lists that resolve the names of a deck list.")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="File to write.")] = None,
    to: Annotated[str | None, typer.Option(help="jsonl, json, csv, yaml, parquet, xlsx or table.")] = None,
    format_: Format = None,
    set_: Switches = None,
    recipe: Recipes = None,
    map_: Maps = None,
    overrides: Overrides = None,
    encoding: Encoding = None,
    sheet: Sheet = None,
    delimiter: Delimiter = None,
    excel: Annotated[bool, typer.Option(help="CSV that a spreadsheet opens without harm.")] = False,
    lang: Lang = None,
    strict: Annotated[bool, typer.Option(help="Doubtful records count as failures.")] = False,
) -> None:
    """Convert foreign card lists into T.W.G.P cards."""
    import gc

    gc.disable()  # rows hold no cycles; 100,000 cards would be searched for them again and again
    from twgp.session import pipeline, project_here
    from twgp.show import Teller, report_lines

    lang = language(lang)
    way = _output_format(to, output, lang)
    project = project_here()
    if output is not None:
        its_files = (*project.recipes, *project.overrides, *([project.path] if project.path else ()))
        check_output(output, [*files, *(cards or ()), *(recipe or ()), *(overrides or ()), *its_files], lang)
    teller = Teller(sys.stderr, lang, bar=sys.stderr.isatty())
    run = pipeline(
        teller, game=game, recipes=recipe or (), maps=map_ or (), overrides=overrides or (), switches=set_ or (),
        format_=format_, lang=lang, encoding=encoding, sheet=sheet, delimiter=delimiter, project=project,
    )  # fmt: skip
    with run.spool() as spool:
        try:
            run.run(files, spool, cards or (), leave_out=output)
        finally:
            teller.close()
        if way == "table":
            _print_table(run, spool, lang)
        else:
            _write(spool, output, way, excel, lang)
            print("\n".join(report_lines(run.report, lang)), file=sys.stderr)
    failed = run.report.unreadable or run.report.failed_files or (strict and run.report.doubtful)
    raise typer.Exit(SOME_UNREADABLE if failed else DONE)


@app.command()
def inspect(
    file: Annotated[str, typer.Argument(help="A card list; - reads stdin.")],
    game: Game = None,
    recipe: Recipes = None,
    map_: Maps = None,
    encoding: Encoding = None,
    sheet: Sheet = None,
    delimiter: Delimiter = None,
    lang: Lang = None,
) -> None:
    """Show which game, format and columns a file has, and its first cards; nothing is written."""
    from twgp.session import Quiet, pipeline, project_here
    from twgp.show import inspection

    lang = language(lang)
    run = pipeline(
        Quiet(), game=game, recipes=recipe or (), maps=map_ or (), lang=lang,
        encoding=encoding, sheet=sheet, delimiter=delimiter, project=project_here(),
    )  # fmt: skip
    inspection(run.inspect(file), lang)


@app.command()
def games(lang: Lang = None) -> None:
    """List the games with the rule of their power, their lists and an example."""
    from rich.table import Table

    from converters.recipe import games as known
    from twgp.lang import phrase
    from twgp.show import console

    lang = language(lang)
    table = Table(header_style="bold")
    for column in ("id", "game", "power", "rule", "example", "formats"):
        table.add_column(phrase(f"column_{column}", lang), overflow="fold")
    for game in known().values():
        table.add_row(
            game.id,
            game.ja if lang == "ja" else game.en,
            game.power_ja if lang == "ja" else game.power_en,
            game.rule,
            _example(game.id, lang),
            ", ".join(game.lists(lang)),
        )
    console().print(table)


def _example(game: str, lang: str) -> str:
    """The recipe's example, converted."""
    from converters.recipe import recipe
    from converters.runner import Runner
    from rulebook.cards import Card
    from twgp.names import type_name

    known = recipe(game)
    runner = Runner(known, departure=lambda _: None, say=lambda code, **_: code, ruleset="")
    card = runner.card(dict(known.example["row"]))
    if not isinstance(card, Card):
        return ""
    name = card.name_ja if lang == "ja" and card.name_ja else card.name
    return f"{name}: {type_name(card.type, lang)}{'' if card.power is None else f' {card.power:02d}'}"


@app.command()
def schema(
    name: Annotated[str | None, typer.Argument(help="Name of a schema; without it they are listed.")] = None,
    lang: Lang = None,
) -> None:
    """Print a JSON Schema: of converted cards, recipes, corrections, project files."""
    from rulebook.resources import schema_path, schemas
    from twgp.lang import phrase

    if name is None:
        print("\n".join(schemas()))
    elif name in schemas():
        sys.stdout.write(schema_path(name).read_text(encoding="utf-8"))
    else:
        fail(phrase("no_such_schema", language(lang), name=name, known=", ".join(schemas())))


@app.command()
def demo(lang: Lang = None) -> None:
    """Convert the bundled samples, check a bundled deck, draw legal vitals."""
    from converters.recipe import games as known
    from rulebook.pool import identities
    from rulebook.resources import data_path
    from twgp.lang import phrase
    from twgp.session import Quiet, pipeline
    from twgp.show import cards_table, console, summary

    lang = language(lang)
    run = pipeline(Quiet(), lang=lang)
    folders = [data_path("samples") / game for game in known()]
    with run.spool() as spool:
        run.run(folders, spool, ())
        cards = identities(spool.cards())
    first: dict[str, list[Any]] = {}
    for card in cards:
        shown = first.setdefault(card.game, [])
        if len(shown) < 3 and (card.type not in {c.type for c in shown}):
            shown.append(card)
    out = console()
    out.print(phrase("demo_intro", lang, count=len(first)), markup=False, highlight=False)
    cards_table([card for several in first.values() for card in several], 0, lang)
    summary(run.report, lang, named=False)
    out.print(phrase("demo_lint", lang), markup=False, highlight=False)
    linting.show_check(data_path("samples") / "decks" / "invalid" / "half_many_faults.yaml", lang)
    out.print(phrase("demo_vitals", lang), markup=False, highlight=False)
    sys.stdout.flush()
    making.show_draw(cards, "half", 1, lang)


@app.command()
def rules(
    text: Annotated[
        list[str] | None, typer.Argument(help="An id (RES-28), a section, a line (L125), a switch or words.")
    ] = None,
    output: Annotated[str, typer.Option("--output", help="text or json.")] = "text",
    lang: Lang = None,
) -> None:
    """Show the rules of T.W.G.P by id, section, line of the rule text, or words; a switch, or all `switches`."""
    from twgp.lang import phrase
    from twgp.rules_view import print_rules, print_rules_json

    lang = language(lang)
    wanted = " ".join(text or [])
    if output not in ("text", "json"):
        fail(phrase("unknown_output", lang, format=output, known="text, json"))
    if not (print_rules_json(wanted) if output == "json" else print_rules(wanted, lang)):
        from twgp.explain import near_ids

        like = near_ids(wanted)
        hint = phrase("explain_near", lang, near=like) if like else ""
        fail(phrase("no_rule_found", lang, text=wanted) + hint, SOME_UNREADABLE)


@app.command()
def explain(
    what: Annotated[str, typer.Argument(help="A card by id or name, a rule (RES-28), a code, a switch or a word.")],
    cards: Annotated[list[str] | None, typer.Option(help="Card lists that hold the card.")] = None,
    game: Game = None,
    format_: Format = None,
    set_: Switches = None,
    recipe: Recipes = None,
    map_: Maps = None,
    overrides: Overrides = None,
    encoding: Encoding = None,
    sheet: Sheet = None,
    delimiter: Delimiter = None,
    lang: Lang = None,
) -> None:
    """Show a card as T.W.G.P sees it, each clause of its text and why; or a rule, code, switch, word of the tables."""
    from twgp.explain import cards_named, near_ids, print_card
    from twgp.lang import phrase
    from twgp.session import Quiet, pipeline, project_here

    lang = language(lang)
    if not cards:
        if not _told(what, lang):
            like = near_ids(what)
            hint = phrase("explain_near", lang, near=like) if like else ""
            fail(phrase("explain_needs_cards", lang, what=what) + hint)
        return
    run = pipeline(
        Quiet(), game=game, recipes=recipe or (), maps=map_ or (), overrides=overrides or (), switches=set_ or (),
        format_=format_, lang=lang, encoding=encoding, sheet=sheet, delimiter=delimiter, project=project_here(),
    )  # fmt: skip
    with run.spool() as spool:
        run.run(cards, spool)
        found, near = cards_named(what, spool.cards())
    if not found and not _told(what, lang):
        hint = phrase("explain_near", lang, near=", ".join(near)) if near else ""
        fail(phrase("explain_unknown", lang, what=what) + hint)
    for card in found:
        print_card(card, run.explain(card), lang)


def _told(what: str, lang: str) -> bool:
    """Prints what a rule, code, switch or word of the tables means; whether there is one."""
    from twgp.explain import print_code
    from twgp.rules_view import print_check, print_rule, print_switch
    from twgp.words_view import print_word

    ways = [print_rule, print_check, print_switch, print_code]
    # A word as tables write it (`weapon`) is explained; as an id of the rules (`WEAPON`) it is their section.
    ways.insert(len(ways) if what.isupper() else 0, print_word)
    return any(way(what, lang) for way in ways)


app.command()(linting.lint)
app.command()(making.vitals)
decking.deck.command()(building.build)
app.add_typer(decking.deck, name="deck")


def _output_format(to: str | None, output: Path | None, lang: str) -> "OutputFormat | Any":
    """The format to write: `--to`, else the ending of OUT, else a table on a terminal and JSONL in a pipe."""
    from converters.outputs import BINARY, FORMATS, format_of
    from twgp.lang import phrase

    if to is not None:
        if to not in (*FORMATS, "table"):
            fail(phrase("unknown_to", lang, format=to, known=", ".join([*FORMATS, "table"])))
        if to in BINARY and output is None:
            fail(phrase("to_needs_output", lang, format=to))
        if to == "table" and output is not None:
            fail(phrase("table_to_terminal", lang, known=", ".join(FORMATS)))
        return to
    if output is None:
        return "table" if sys.stdout.isatty() else "jsonl"
    way = format_of(output)
    if way is None:
        fail(phrase("unknown_suffix", lang, file=output, known=", ".join(FORMATS)))
    return way


def _write(spool: "Spool", output: Path | None, way: "OutputFormat", excel: bool, lang: str) -> None:
    from converters.outputs import put_in_place, write
    from rulebook.os_errors import os_words
    from twgp.lang import phrase

    def put(stream: "IO[bytes]") -> None:
        if way == "jsonl":  # the spool holds it already
            spool.copy_to(stream)
        else:
            write(spool.cards(), stream, way, excel=excel)

    if output is None:
        put(sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return
    try:
        with put_in_place(output) as stream:
            put(stream)
    except OSError as error:
        fail(phrase("cannot_write", lang, file=output, error=os_words(error).text(lang)))
    print(phrase("written", lang, count=spool.count, file=output), file=sys.stderr)


def _print_table(run: "Pipeline", spool: "Spool", lang: str) -> None:
    from itertools import islice

    from twgp.show import ROWS, cards_table, summary

    first = list(islice(spool.cards(), ROWS))
    cards_table(first, spool.count - len(first), lang)
    summary(run.report, lang)


@contextmanager
def _guarded() -> Iterator[None]:
    """Turns every error into one clear message and an exit code; no traceback reaches a user."""
    from twgp.lang import phrase, user_language

    lang = _spoken(sys.argv) or user_language()
    try:
        yield
    except BrokenPipeError:
        _seen_enough()
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # typer's own answer to it is exit code 1
            _seen_enough()
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            _seen_enough(end.code)
        raise
    except KeyboardInterrupt:
        print(phrase("stopped", lang), file=sys.stderr)
        sys.exit(130)
    except Exception as error:
        text, code = _explained(error, lang)
        print(text, file=sys.stderr)
        if os.environ.get("TWGP_TRACEBACK"):
            raise
        sys.exit(code)


def _seen_enough(code: Any = DONE) -> NoReturn:
    """Ends the run where the reader of our output has closed it, as `head` does; what is known of it stays."""
    deaf()
    sys.exit(code)


def _explained(error: Exception, lang: str) -> tuple[str, int]:
    from rulebook.codes import CodedError
    from rulebook.documents import DocumentError
    from rulebook.os_errors import os_words
    from twgp.lang import phrase

    if isinstance(error, CodedError | DocumentError):
        return error.text(lang), UNUSABLE
    if isinstance(error, FileNotFoundError) and error.filename is not None:
        return phrase("no_file", lang, file=error.filename), UNUSABLE
    if isinstance(error, OSError):
        reason = os_words(error).text(lang)
        if error.filename is None:  # what we write ourselves: stdout, or what waits in the system's folder
            return phrase("os_unnamed", lang, error=reason, folder=tempfile.gettempdir()), UNUSABLE
        return phrase("os_named", lang, file=error.filename, error=reason), UNUSABLE
    return phrase("own_fault", lang, error=f"{type(error).__name__}: {error}"), OWN_FAULT


def _spoken(arguments: list[str]) -> str | None:
    for before, after in zip(arguments, [*arguments[1:], ""], strict=True):
        if before == "--lang" and after in ("ja", "en"):
            return after
        if before in ("--lang=ja", "--lang=en"):
            return before[-2:]
    return None


def main() -> None:
    """Entry point of the command."""
    # A program started without one of them gets None here, not a stream.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115 - lives as long as we do
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a Japanese console cannot print every character of a card
            stream.reconfigure(errors="backslashreplace")
    with _guarded():
        app()


if __name__ == "__main__":
    main()
