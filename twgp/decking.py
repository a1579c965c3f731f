"""The commands around deck documents: `twgp deck new`, `twgp deck import`, `twgp deck show`."""

import sys
from collections.abc import Iterable
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
    check_output,
    fail,
    language,
)

if TYPE_CHECKING:
    from rulebook.decks import Deck, Entry

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
    from rulebook.os_errors import os_words
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
        fail(phrase("cannot_write", lang, file=output, error=os_words(error).text(lang)))


@deck.command("import")
def import_(
    list_: Annotated[str, typer.Argument(metavar="LIST", help="A deck list in any form; - reads stdin.")],
    cards: Annotated[list[str] | None, typer.Option(help="Card lists that hold the cards.")] = None,
    format_: Format = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="File to write: .yaml or .json.")] = None,
    game: Game = None,
    set_: Switches = None,
    recipe: Recipes = None,
    overrides: Overrides = None,
    lang: Lang = None,
) -> None:
    """Make a deck document of a deck list of any game; every line of the list is accounted for."""
    import json

    from decklint.findings import of_fault
    from decklint.lint import Judgement, Linter, is_unreadable, is_unusable
    from rulebook.decks import Deck
    from rulebook.documents import dump_yaml
    from rulebook.options import parse_setting
    from twgp.decks import Pools, document, open_text, read
    from twgp.lang import phrase
    from twgp.left_out import left_out
    from twgp.making import beside, put
    from twgp.session import project_here

    lang = language(lang)
    project = project_here()
    if output is not None:
        if output.suffix.lower() not in _ENDINGS:
            fail(phrase("unknown_made_suffix", lang, file=output, known=", ".join(_ENDINGS)))
        check_output(output, [list_, *(cards or ()), *(recipe or ()), *(overrides or ())], lang)
    settings = dict(parse_setting(text) for text in set_ or ())
    pools = Pools(cards or (), game, recipe or (), overrides or (), project)
    linter, opened = Linter(Judgement(format_, settings, project.switches)), open_text(list_)
    play, _ = linter.settle(Deck("", "text", ""))
    pool, _, lost = pools.of(Deck(list_, "text", ""), play)
    found = read(list_, opened, pool)
    findings = [of_fault(fault) for fault in (*lost, *(fault for _, faults in found for fault in faults))]
    plays = []
    for one, _ in found:
        play, wrong = linter.settle(one)  # the format that the list states, unless the command gives one
        plays.append(play)
        findings += wrong
    for each in findings:
        print(f"{list_}:{each.place.line}: {each.text(lang)}", file=sys.stderr)
    if any(is_unreadable(each) for each in findings):
        raise typer.Exit(UNUSABLE)
    for line, said in left_out(opened.text, found[0][0], pool):
        print(f"{list_}:{line}: " + phrase("import_left_out", lang, line=said), file=sys.stderr)
    files = beside(cards or (), output)
    documents = [document(deck, pool, play, files, settings) for (deck, _), play in zip(found, plays, strict=True)]
    if output is not None and output.suffix.lower() == ".json":
        value = documents[0] if len(documents) == 1 else documents
        text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    else:
        text = "---\n".join(map(dump_yaml, documents))
    put(lambda stream: stream.write(text.encode("utf-8")), output, lang)
    for deck, _ in found:
        print(_counts(deck, lang), file=sys.stderr)
    if any(is_unusable(each) for each in findings):
        raise typer.Exit(UNUSABLE)
    raise typer.Exit(SOME_UNREADABLE if any(each.severity == "error" for each in findings) else DONE)


@deck.command()
def show(
    deck_: Annotated[str, typer.Argument(metavar="DECK", help="A deck document or deck list; - reads stdin.")],
    cards: Annotated[list[str] | None, typer.Option(help="Card lists; they stand for those named in the deck.")] = None,
    html: Annotated[Path | None, typer.Option(help="File for one page to lay beside the real cards (A4).")] = None,
    format_: Format = None,
    game: Game = None,
    set_: Switches = None,
    recipe: Recipes = None,
    overrides: Overrides = None,
    lang: Lang = None,
) -> None:
    """Show a deck for people: vitals, cards by type, power curve, Links, what each unit needs, what to bring."""
    from decklint.case import Case
    from decklint.lint import Linter, is_unreadable
    from decklint.sheet import sheet
    from rulebook.project import load_project
    from twgp.decks import Pools
    from twgp.judging import examine
    from twgp.lang import phrase
    from twgp.linting import judgement
    from twgp.making import put
    from twgp.session import project_of
    from twgp.sheet_text import print_sheet
    from twgp.sheet_words import Say

    lang = language(lang)
    project = load_project(project_of(deck_))
    if html is not None:
        check_output(html, [deck_, *(cards or ()), *(recipe or ()), *(overrides or ())], lang)
    judging = judgement(project, format_, set_ or (), False, (), (), False, lang)
    pools = Pools(cards or (), game, recipe or (), overrides or (), project)
    said, lost = [], False
    for one in examine(deck_, Linter(judging), pools):
        unreadable = [found for found in one.findings if is_unreadable(found)]
        for found in unreadable:
            print(f"{deck_}:{found.place.line}: {found.text(lang)}", file=sys.stderr)
        lost = lost or bool(unreadable)
        if not unreadable:
            said.append(Say(sheet(Case(one.deck, one.play, one.pool is not None)), one.findings, lang))
    if html is None:
        for number, say in enumerate(said):
            print_sheet(say, apart=number > 0)
    elif said:
        from twgp.sheet_page import page

        text = page(said, lang)
        put(lambda stream: stream.write(text.encode("utf-8")), html, lang)
        print(phrase("sheet_written", lang, count=len(said), file=html), file=sys.stderr)
    raise typer.Exit(UNUSABLE if lost else DONE)


def _counts(deck: "Deck", lang: str) -> str:
    """How many cards of a list went where, and how many are not in the card lists."""
    from decklint.resolve import entries
    from twgp.lang import phrase

    def count(listed: "Iterable[Entry]") -> int:
        return sum(entry.quantity for entry in listed)

    every = list(entries(deck))
    return phrase(
        "imported", lang,
        cards=count(every),
        decks=count(entry for bundle in deck.bundles for entry in bundle.cards),
        vitals=count(deck.vitals),
        extra=count(entry for under in deck.extra_device for entry in under),
        aside=count((*deck.aside, *deck.tokens)),
        unknown=count(entry for entry in every if entry.card is None),
    )  # fmt: skip


_ENDINGS = (".yaml", ".yml", ".json")


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
