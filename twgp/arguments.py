"""Arguments that several commands share, and how a command ends."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NoReturn

import typer

DONE, SOME_UNREADABLE, UNUSABLE, OWN_FAULT = 0, 1, 2, 3
"""Exit codes: all well; records or findings against it; unreadable or bad usage; our own fault."""

Lang = Annotated[str | None, typer.Option(help="Language of messages: ja or en (default: that of the system).")]
Game = Annotated[str | None, typer.Option(help="Id of the game (see `twgp games`), where the content does not tell.")]
Recipes = Annotated[list[Path] | None, typer.Option("--recipe", help="A recipe of your own for a game (YAML).")]
Maps = Annotated[
    list[str] | None, typer.Option("--map", help="field=column, as in name=カード名 or power=戦闘力/1000.")
]
Overrides = Annotated[list[Path] | None, typer.Option(help="Corrections of single cards (YAML).")]
Format = Annotated[str | None, typer.Option("--format", help="half, full, trial, dorsaga, code_diver.")]
Switches = Annotated[list[str] | None, typer.Option("--set", help="switch=value.")]
Encoding = Annotated[str | None, typer.Option(help="Encoding of the input, where it is read wrongly.")]
Sheet = Annotated[str | None, typer.Option(help="Sheet of a spreadsheet (default: the first).")]
Delimiter = Annotated[str | None, typer.Option(help="What stands between the columns of a CSV.")]


def language(lang: str | None) -> str:
    """The language of messages: as asked, else that of the system. Ends the run for another word."""
    from twgp.lang import phrase, user_language

    if lang is None:
        return user_language()
    if lang not in ("ja", "en"):
        fail(phrase("unknown_lang", user_language(), lang=lang))
    return lang


def fail(text: str, code: int = UNUSABLE) -> NoReturn:
    """Says why the run ends, and ends it."""
    print(text, file=sys.stderr)
    raise typer.Exit(code)


def check_output(output: Path, read: Sequence[str | Path], lang: str) -> None:
    """Refuses early what would fail or do harm after the work: a folder that is not there, a file that is read."""
    from rulebook.codes import message
    from twgp.lang import phrase

    if output.is_dir() or not output.absolute().parent.is_dir():
        code = "os_is_folder" if output.is_dir() else "os_no_folder"
        fail(phrase("cannot_write", lang, file=output, error=message(code, lang)))
    for name in read:
        path = Path(name)
        if name != "-" and output.exists() and path.exists() and path.samefile(output):
            fail(phrase("output_is_input", lang, file=output))


def deaf() -> None:
    """Sends what is still written to nowhere, where the reader of our output has closed it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
