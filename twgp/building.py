"""The command `twgp deck build`."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

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
from twgp.making import beside, card_named, put, way_of

if TYPE_CHECKING:
    from decklint.findings import Finding
    from decklint.lint import Linter
    from decklint.making.wishes import Wishes
    from decklint.play import Play
    from rulebook.cards import Card
    from rulebook.decks import Deck
    from rulebook.pool import Pool
    from twgp.built import Whole


def build(
    pool: Annotated[
        list[str] | None, typer.Argument(help="Card lists, converted or foreign, or folders; - reads stdin.")
    ] = None,
    format_: Format = None,
    bundles: Annotated[int | None, typer.Option(min=1, help="Number of bundles, where the format leaves it.")] = None,
    number: Annotated[int | None, typer.Option("--vitals", help="Number of vitals of a Trial (default 7).")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed builds the same deck.")] = None,
    must: Annotated[list[str] | None, typer.Option(help="A card that the deck has, by id or name.")] = None,
    without: Annotated[list[str] | None, typer.Option(help="A card that it does not have, by id or name.")] = None,
    complete: Annotated[
        str | None, typer.Option(help="A half-built deck; what it lists stays, its card lists too.")
    ] = None,
    archive: Annotated[list[str] | None, typer.Option(help="Cards of the opening hand, or how many.")] = None,
    curve: Annotated[
        str | None,
        typer.Option(help="Units by power, as near as possible: low, even (default), high, or 0-3=6,4-6=5,7-9=3."),
    ] = None,
    link: Annotated[str | None, typer.Option(help="A link attribute whose units come with partners.")] = None,
    least: Annotated[list[str] | None, typer.Option("--min", help="Cards of a type at least, as weapon=2.")] = None,
    most: Annotated[list[str] | None, typer.Option("--max", help="Cards of a type at most, as weapon=2.")] = None,
    reach: Annotated[str, typer.Option(help="How every unit can be summoned: own, fight, behind or link.")] = "own",
    extra: Annotated[bool, typer.Option("--extra", help="Lay extra devices under the vitals.")] = False,
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
    """Build a legal deck from a pool as you wish it, or complete one that is half built.

    Copies are not counted: a card may stand in several bundles and lie among the vitals (RES-05, RES-07).
    """
    import json
    from dataclasses import replace
    from secrets import randbits

    from decklint.lint import Judgement, Linter
    from decklint.making.reasons import Impossible
    from decklint.making.wishes import parse_curve
    from rulebook.codes import CodedError
    from rulebook.documents import dump_yaml
    from rulebook.options import parse_setting
    from rulebook.pool import Pool
    from twgp.built import as_text, document
    from twgp.half_built import HalfBuilt, joined, sized
    from twgp.lang import phrase
    from twgp.pooled import converted, exit_code, refuse_stdin, say_options, teller
    from twgp.session import Quiet, pipeline, project_here
    from twgp.wished import attribute, check_wishes, level_named, numbers, refusal, say_curve

    lang = language(lang)
    way, shape, level = way_of(output, out, lang), parse_curve(curve or "even"), level_named(reach)
    at_least, at_most = numbers("--min", least or ()), numbers("--max", most or ())
    project = project_here()
    linter = Linter(Judgement(format_, dict(parse_setting(text) for text in set_ or ()), project.switches))
    half = HalfBuilt(complete)
    unreadable = half.unreadable(with_cards=bool(pool))
    if unreadable:
        fail("\n".join(f"--complete {complete}: {found.text(lang)}" for found in unreadable))
    files = joined(half.pools(), pool or ())
    if not files:
        fail(phrase("build_nothing", lang))
    refuse_stdin(files, way, lang)
    if out is not None:
        own = (*(recipe or ()), *(overrides or ()), *project.recipes, *project.overrides)
        check_output(out, [*files, *([complete] if complete else ()), *own], lang)
    play, wrong = linter.settle(half.deck)
    if wrong:
        fail("\n".join(found.text(lang) for found in wrong))
    play, count = sized(play, half.deck, bundles, number)
    linked = attribute(link, play)
    run = pipeline(
        Quiet(teller(lang)), game=game, recipes=recipe or (), maps=map_ or (), overrides=overrides or (),
        switches=play.options.departures(), lang=lang, encoding=encoding, project=project,
    )  # fmt: skip
    cards, lost = converted(run, files, out, lang)
    named = Pool(cards)
    _refuse(half.checked(named, linter), lang)
    seed = randbits(32) if seed is None else seed
    opening, hand = _opening(archive or [], half.deck, play, named, lang)
    listed = _wishes(half.deck, count, play)
    asked = [card_named(name, named, lang) for name in must or ()]
    lying, standing = _by_place(asked, play, listed.master, extra=extra)
    left_out = [card_named(name, named, lang) for name in without or ()]
    check_wishes(asked, hand, left_out, at_least, at_most)
    wishes = replace(
        listed, must=standing, without=left_out, archive=hand, least=at_least, most=at_most, curve=shape,
        link=linked, reach=level,
    )  # fmt: skip
    try:
        whole = whole_deck(cards, play, wishes, lying, half.deck, seed, opening=opening, extra=extra)
    except Impossible as error:
        fail(refusal(error, lang), SOME_UNREADABLE)
    except CodedError as error:
        fail(error.text(lang), exit_code(error))
    title = phrase("built_title", lang, seed=seed)
    made = document(whole, play, named, title=title, files=beside(files, out), base=half.deck)
    text = dump_yaml(made)
    _refuse(_errors(text, named, linter), lang)  # what the options themselves rule out, as in a tournament
    if way == "json":
        text = json.dumps(made, ensure_ascii=False, indent=2) + "\n"
    elif way == "text":
        text = as_text(whole, [str(bundle["name"]) for bundle in made["decks"]], lang)
    print(phrase("built_seed", lang, seed=seed, format=play.format.id), file=sys.stderr)

    def write(stream: IO[bytes]) -> None:
        shown = sys.stdout.encoding if way == "text" and stream is sys.stdout.buffer else "utf-8"
        stream.write(text.encode(shown or "utf-8", errors="backslashreplace"))

    put(write, out, lang)
    if curve is not None:
        say_curve(whole, wishes, lang)
    say_options((game, recipe, map_, overrides, encoding), way, lang)
    raise typer.Exit(SOME_UNREADABLE if lost else DONE)


def whole_deck(
    cards: "Sequence[Card]", play: "Play", wishes: "Wishes", lying: "Sequence[Card]", half: "Deck", seed: int,
    *, opening: int, extra: bool,
) -> "Whole":  # fmt: skip
    """Bundles, opening hands, vitals and extra devices. Raises `Impossible` and `CodedError`."""
    from random import Random

    from decklint.making.build import build as build_bundles
    from decklint.making.rows import Rows
    from twgp.built import Whole, devices_under, opening_hand

    vitals = [entry.card for entry in half.vitals if entry.card is not None]
    under = [[entry.card for entry in devices if entry.card is not None] for devices in half.extra_device]
    laid = [card for devices in under for card in devices]
    rows = Rows(
        cards, play, must=[*vitals, *laid, *lying], without=wishes.without, master=wishes.master,
        extra=extra or bool(laid),
    )  # fmt: skip
    bundles = build_bundles(cards, play, wishes, seed).bundles
    row = rows.draw(Random(seed))
    listed = {card.identity for card in vitals}
    hands = []
    for at, items in enumerate(bundles):
        own = half.bundles[at].archive if at < len(half.bundles) else ()
        is_entry = at == wishes.entry
        hands.append(tuple(opening_hand(items, own, wishes.archive if is_entry else (), opening * is_entry)))
    return Whole(
        bundles, tuple(hands), (*vitals, *(card for card in row.vitals if card.identity not in listed)),
        devices_under(row, under),
    )  # fmt: skip


def _errors(text: str, pool: "Pool", linter: "Linter") -> "list[Finding]":
    from rulebook.decks import read_decks

    ((deck, faults),) = read_decks(text, "")
    return [one for one in linter.check(deck, faults, pool) if one.severity == "error"]


def _refuse(found: "Iterable[Finding]", lang: str) -> None:
    """Ends the run where something is found."""
    from twgp.lang import phrase

    lines = [f"{one.code} {one.text(lang)}" for one in found]
    if lines:
        fail("\n".join([phrase("build_refused", lang), *lines]), SOME_UNREADABLE)


def _opening(words: list[str], half: "Deck", play: "Play", pool: "Pool", lang: str) -> "tuple[int, list[Card]]":
    """How many cards the opening hand has, and those that are named (RES-19)."""
    from decklint.rules.deck import ARCHIVE_MOST
    from rulebook.codes import CodedError

    count = int(words[0]) if len(words) == 1 and words[0].isdecimal() else 0
    named = [] if count else [card_named(name, pool, lang) for name in words]
    if words and play.options["opening_archive"] == "random":
        raise CodedError("archive_dealt")
    listed = {entry.card.identity for bundle in half.bundles for entry in bundle.archive if entry.card}
    whole = max(count, len(listed | {card.identity for card in named}))
    if whole > ARCHIVE_MOST:
        raise CodedError("archive_too_many", count=whole, most=ARCHIVE_MOST)
    return count, named


def _by_place(
    cards: "Sequence[Card]", play: "Play", master: "Card | None", *, extra: bool
) -> "tuple[list[Card], list[Card]]":
    """Of the cards asked for those that lie among the vitals or under them, then those that go into bundles."""
    from decklint.making.candidates import barred
    from decklint.making.extra import can_be_device
    from decklint.making.vitals import why_no_vital

    kept_out = barred(cards, play)
    lying: list[Card] = []
    standing: list[Card] = []
    for card in cards:
        can_lie = why_no_vital(card, play) is None or (extra and can_be_device(card, play))
        is_master = master is not None and card.identity == master.identity
        (lying if is_master or (card.identity in kept_out and can_lie) else standing).append(card)
    return lying, standing


def _wishes(half: "Deck", count: int, play: "Play") -> "Wishes":
    """The wishes that the document itself has."""
    from decklint.case import Case
    from decklint.making.wishes import Wishes

    entries = Case(half, play).entry_bundles()
    entry = half.bundles.index(entries[0]) if entries else 0
    opened = next((at for at, bundle in enumerate(half.bundles) if bundle.archive), entry)
    kept = [bundle.cards for bundle in half.bundles]
    master = next((one.entry.card for one in half.masters), None)
    kept += [()] * (count - len(kept))
    return Wishes(kept=kept, entry=opened, master=master)
