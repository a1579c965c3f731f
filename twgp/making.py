"""The commands that make something legal: `twgp vitals`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from twgp.arguments import (
    DONE,
    SOME_UNREADABLE,
    Encoding,
    Format,
    Game,
    Lang,
    Maps,
    Overrides,
    Recipes,
    Switches,
    check_output,
    fail,
    language,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import IO

    from rulebook.cards import Card
    from rulebook.pool import Pool

_ENDINGS = {".yaml": "yaml", ".yml": "yaml", ".json": "json", ".txt": "text"}


def vitals(
    pool: Annotated[list[str], typer.Argument(help="Card lists, converted or foreign, or folders; - reads stdin.")],
    format_: Format = None,
    number: Annotated[int | None, typer.Option("--vitals", help="Number of vitals of a Trial (default 7).")] = None,
    count: Annotated[int, typer.Option(min=1, help="How many sets to draw; each is drawn from all.")] = 1,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed draws the same sets.")] = None,
    must: Annotated[list[str] | None, typer.Option(help="A card of every set, by id or name.")] = None,
    without: Annotated[list[str] | None, typer.Option(help="A card of no set, by id or name.")] = None,
    master: Annotated[str | None, typer.Option(help="The card that lies among the vitals as the master.")] = None,
    extra: Annotated[bool, typer.Option("--extra", help="Lay extra devices under the vitals.")] = False,
    count_only: Annotated[bool, typer.Option("--count-only", help="Only say how many legal sets there are.")] = False,
    all_: Annotated[bool, typer.Option("--all", help="List the legal sets instead of drawing.")] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="With --all: the first so many.")] = None,
    output: Annotated[str | None, typer.Option(help="text, json or yaml.")] = None,
    out: Annotated[Path | None, typer.Option("-o", help="File to write.")] = None,
    game: Game = None,
    set_: Switches = None,
    recipe: Recipes = None,
    map_: Maps = None,
    overrides: Overrides = None,
    encoding: Encoding = None,
    lang: Lang = None,
) -> None:
    """Draw legal sets of vitals from a pool, each as likely as any other; count them or list them."""
    from random import Random
    from secrets import randbits

    from decklint.making.rows import Rows
    from decklint.play import Play
    from rulebook.codes import CodedError
    from rulebook.formats import format_named
    from rulebook.options import parse_setting, resolve
    from rulebook.pool import Pool
    from twgp.lang import phrase
    from twgp.made import Making
    from twgp.pooled import converted, exit_code, refuse_stdin, say_options, teller
    from twgp.session import Quiet, pipeline, project_here

    lang = language(lang)
    way = way_of(output, out, lang)
    if limit is not None and not all_:
        fail(phrase("limit_needs_all", lang))
    refuse_stdin(pool, "text" if count_only else way, lang)
    project = project_here()
    if out is not None:
        check_output(out, [*pool, *(recipe or ()), *(overrides or ()), *project.recipes, *project.overrides], lang)
    settings = {**project.switches, **dict(parse_setting(text) for text in set_ or ())}
    options = resolve(settings, format_ or "full")
    play = Play.of(format_named(format_ or "full").sized(vitals=number), options)
    run = pipeline(
        Quiet(teller(lang)), game=game, recipes=recipe or (), maps=map_ or (), overrides=overrides or (),
        switches=set_ or (), format_=format_, lang=lang, encoding=encoding, project=project,
    )  # fmt: skip
    cards, lost = converted(run, pool, out, lang)
    named = Pool(cards)
    master_card = None if master is None else card_named(master, named, lang)
    asked = [card_named(name, named, lang) for name in must or ()]
    left_out = [card_named(name, named, lang) for name in without or ()]
    try:
        rows = Rows(cards, play, master=master_card, extra=extra, must=asked, without=left_out)
    except CodedError as error:
        fail(error.text(lang), exit_code(error))
    if seed is None:
        seed = randbits(32)
    making = Making(rows, play, named, master_card, lang, beside(pool, out), None if all_ else seed)
    if not rows.count:
        shortage = rows.shortage()
        print(shortage.text(lang) if shortage else "", file=sys.stderr)
        if not count_only:
            raise typer.Exit(SOME_UNREADABLE)
    shown = rows.count if limit is None else min(limit, rows.count)
    random = Random(seed)

    def write(stream: "IO[bytes]") -> None:
        if count_only:
            making.write_count(stream, way)
        elif all_:
            making.write(rows, shown, stream, way)
        else:
            making.write((rows.draw(random) for _ in range(count)), count, stream, way)

    put(write, out, lang)
    if not count_only:
        say_options((game, recipe, map_, overrides, encoding), way, lang)
    raise typer.Exit(SOME_UNREADABLE if lost else DONE)


def show_draw(cards: "Sequence[Card]", format_: str, seed: int, lang: str) -> None:
    """Prints one legal row of vitals of these cards as a table."""
    from random import Random

    from decklint.making.rows import Rows
    from decklint.play import Play
    from rulebook.pool import Pool
    from twgp.made import Making

    play = Play.named(format_, {})
    rows = Rows(cards, play)
    making = Making(rows, play, Pool(cards), None, lang, (), seed)
    making.write([rows.draw(Random(seed))], 1, sys.stdout.buffer, "text")
    sys.stdout.buffer.flush()


def way_of(output: str | None, out: Path | None, lang: str) -> str:
    """The form of the result: as asked, else what the ending of the file says, else text."""
    from twgp.lang import phrase

    known = sorted(set(_ENDINGS.values()))
    if output is not None:
        if output not in known:
            fail(phrase("unknown_output", lang, format=output, known=", ".join(known)))
        return output
    if out is None:
        return "text"
    way = _ENDINGS.get(out.suffix.lower())
    if way is None:
        fail(phrase("unknown_made_suffix", lang, file=out, known=", ".join(_ENDINGS)))
    return way


def card_named(name: str, pool: "Pool", lang: str) -> "Card":
    """The one card of the pool that a word of the command line names, by id or in either language."""
    from rulebook.codes import CodedError
    from twgp.explain import cards_named

    found, near = cards_named(name, pool)
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(card.id for card in found[:10])
        raise CodedError("card_means_several", name=name, count=len(found), ids=ids)
    if near:
        raise CodedError("card_not_found_near", name=name, near=", ".join(near))
    raise CodedError("card_not_found", name=name)


def beside(pool: "Sequence[str]", out: Path | None) -> list[str]:
    """The pool's files as a document in `out` (or in the current folder) names them; stdin has no name."""
    from os.path import relpath

    named: list[str] = []
    for file in pool:
        if file == "-":
            continue
        try:
            named.append(Path(relpath(file, out.parent if out else ".")).as_posix())
        except ValueError:  # on another drive
            named.append(Path(file).absolute().as_posix())
    return named


def put(put: "Callable[[IO[bytes]], object]", out: Path | None, lang: str) -> None:
    """Writes to stdout, or to a file that appears only when everything was written."""
    from converters.outputs import put_in_place
    from rulebook.os_errors import os_words
    from twgp.lang import phrase

    if out is None:
        put(sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return
    try:
        with put_in_place(out) as stream:
            put(stream)
    except OSError as error:
        fail(phrase("cannot_write", lang, file=out, error=os_words(error).text(lang)))
