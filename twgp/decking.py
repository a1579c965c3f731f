"""The commands around deck documents: `twgp deck new` and `twgp deck import`."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from twgp.arguments import Format, Lang, fail, language

deck = typer.Typer(help="Make, import and show deck documents.", no_args_is_help=True, rich_markup_mode=None)


@deck.command()
def new(
    title: Annotated[str | None, typer.Option(help="Title of the deck.")] = None,
    format_: Format = None,
    cards: Annotated[list[str] | None, typer.Option(help="Card lists that hold the cards.")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="File to write.")] = None,
    lang: Lang = None,
) -> None:
    """Write an empty deck document with a word on each part."""
    from decklint.lint import DEFAULT_FORMAT
    from rulebook.formats import format_named
    from twgp.lang import phrase

    lang = language(lang)
    text = blank(format_named(format_ or DEFAULT_FORMAT).id, title, cards or (), lang)
    if output is None:
        sys.stdout.write(text)
        return
    if output.exists():
        fail(phrase("deck_exists", lang, file=output))
    try:
        output.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        fail(phrase("cannot_write", lang, file=output, error=error.strerror or str(error)))


def blank(format_: str, title: str | None, cards: "tuple[str, ...] | list[str]", lang: str) -> str:
    """An empty deck document of a format, with remarks in "en" or "ja"."""
    from rulebook.documents import dump_yaml
    from rulebook.formats import format_named
    from twgp.lang import phrase

    def said(name: str, **values: object) -> str:
        return phrase(f"blank_{name}", lang, **values)

    play = format_named(format_)
    head = dump_yaml(
        {"twgp": 1, "title": title or said("title"), "format": format_, "cards": list(cards) or ["cards.jsonl"]}
    )
    lines = [f"# {said('head')}", *head.splitlines(), "decks:"]
    for number in range(play.decks_in_play):
        lines += [f"  - name: {number + 1}", *(["    role: entry"] if number == 0 else [])]
        if number == 0:
            lines.append(f"    archive: []   # {said('archive')}")
        lines.append(f"    cards: []   # {said('cards', count=play.deck_cards)}")
    lines.append(f"vitals: []   # {said('vitals', count=str(play.vitals_allowed))}")
    lines.append(f"extra_device: []   # {said('extra')}")
    lines.append(f"# master: {{card: ..., human: true, sex: female}}   # {said('master')}")
    lines.append(f"# tokens: []   # {said('tokens')}")
    lines.append(f"# options: {{}}   # {said('options')}")
    return "\n".join(lines) + "\n"
