"""The command `twgp deck build`."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
from twgp.making import _beside, _card, _put, _way

if TYPE_CHECKING:
    from decklint.findings import Finding
    from decklint.generate import Row
    from decklint.play import Play
    from decklint.wishes import Wishes
    from rulebook.cards import Card
    from rulebook.decks import Deck, Fault
    from rulebook.pool import Pool

_STILL_OPEN = frozenset({"D101", "D102", "D112", "V201", "E301"})
"""Counts that a half-built document may be short of."""


def build(
    pool: Annotated[
        list[str] | None, typer.Argument(help="Card lists, converted or foreign, or folders; - reads stdin.")
    ] = None,
    format_: Format = None,
    bundles: Annotated[int | None, typer.Option(min=1, help="Number of bundles, where the format leaves it.")] = None,
    number: Annotated[int | None, typer.Option("--vitals", help="Number of vitals of a Trial (default 7).")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed builds the same deck.")] = None,
    must: Annotated[list[str] | None, typer.Option(help="A card that the deck has, by id or name.")] = None,
    without: Annotated[list[str] | None, typer.Option(help="A card that it has not, by id or name.")] = None,
    complete: Annotated[str | None, typer.Option(help="A half-built deck; what it lists stays.")] = None,
    archive: Annotated[list[str] | None, typer.Option(help="Cards of the opening hand, or how many.")] = None,
    curve: Annotated[str | None, typer.Option(help="Units by power: low, even, high, or 0-3=6,4-6=5,7-9=3.")] = None,
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
    """Build a legal deck from a pool as you wish it, or complete one that is half built."""
    import json
    from random import Random
    from secrets import randbits

    from decklint.build import Impossible
    from decklint.build import build as build_bundles
    from decklint.generate import Rows
    from decklint.lint import Judgement, Linter
    from decklint.wishes import parse_curve
    from rulebook.codes import CodedError
    from rulebook.decks import read_decks
    from rulebook.documents import dump_yaml
    from rulebook.options import parse_setting
    from rulebook.pool import Pool, identities
    from twgp.built import Whole, as_text, document, opening_hand
    from twgp.lang import phrase
    from twgp.session import Quiet, pipeline, project_here
    from twgp.show import report_lines

    lang = language(lang)
    way = _way(output, out, lang)
    shape = parse_curve(curve) if curve is not None else "even"
    project = project_here()
    judgement = Judgement(format_, dict(parse_setting(text) for text in set_ or ()), project.switches)
    half, faults = _half_built(complete, lang)
    files = pool or _its_pools(half)
    if not files:
        fail(phrase("build_nothing", lang))
    if out is not None:
        check_output(out, [*files, *(recipe or ()), *(overrides or ()), *project.recipes, *project.overrides], lang)
    linter = Linter(judgement)
    play, wrong = linter.settle(half)
    if wrong:
        fail("\n".join(found.text(lang) for found in wrong))
    play, bundles = _sized(play, half, bundles, number)
    run = pipeline(
        Quiet(), game=game, recipes=recipe or (), maps=map_ or (), overrides=overrides or (),
        switches=play.options.departures(), lang=lang, encoding=encoding, project=project,
    )  # fmt: skip
    with run.spool() as spool:
        run.run(files, spool, leave_out=out)
        cards = identities(spool.cards())
    lost = run.report.unreadable or run.report.failed_files
    if lost:
        print("\n".join(report_lines(run.report, lang, named=False)), file=sys.stderr)
    named = Pool(cards)
    half = _checked(half, faults, named, linter, lang)
    if seed is None:
        seed = randbits(32)
    master = next((one.entry.card for one in half.masters), None)
    opening, hand = _opening(archive or [], half, play, named, lang)
    asked = [_card(name, named, lang) for name in must or ()]
    in_bundles, lying = _by_place(asked, play, extra=extra)
    wishes = _wishes(
        half, bundles, in_bundles, [_card(name, named, lang) for name in without or ()], hand, least or [], most or [],
        link, reach, shape, master, play,
    )  # fmt: skip
    try:
        built = build_bundles(cards, play, wishes, seed)
        kept_vitals = [entry.card for entry in half.vitals if entry.card is not None]
        under = [entry.card for devices in half.extra_device for entry in devices if entry.card is not None]
        rows = Rows(
            cards, play, must=[*kept_vitals, *under, *lying], without=wishes.without, master=master,
            extra=extra or bool(under),
        )  # fmt: skip
        row = rows.draw(Random(seed))
    except Impossible as error:
        fail(f"{phrase('build_impossible', lang)}\n{error.text(lang)}", SOME_UNREADABLE)
    except CodedError as error:
        fail(error.text(lang), SOME_UNREADABLE)
    hands = [
        tuple(opening_hand(items, half.bundles[at].archive if at < len(half.bundles) else (),
                           hand if at == wishes.entry else (), opening if at == wishes.entry else 0))
        for at, items in enumerate(built.bundles)
    ]  # fmt: skip
    vitals = [*kept_vitals, *(card for card in row.vitals if all(card is not other for other in kept_vitals))]
    whole = Whole(built.bundles, tuple(hands), tuple(vitals), _devices(row, half))
    made = document(
        whole, play, named, title=phrase("built_title", lang, seed=seed), files=_beside(files, out), base=half
    )  # fmt: skip
    text = dump_yaml(made)
    (deck, broken), *_ = read_decks(text, complete or "")
    errors = [one for one in linter.check(deck, broken, named) if one.severity == "error"]
    if errors:  # what the options themselves rule out, for example in a tournament
        _refuse(errors, lang)
    names = [str(bundle["name"]) for bundle in made["decks"]]
    shown = {"json": lambda: json.dumps(made, ensure_ascii=False, indent=2) + "\n", "yaml": lambda: text}
    content = shown.get(way, lambda: as_text(whole, names, lang))()
    print(phrase("built_seed", lang, seed=seed, format=play.format.id), file=sys.stderr)
    _put(lambda stream: _write(stream, content), out, lang)
    raise typer.Exit(SOME_UNREADABLE if lost else DONE)


def _write(stream: Any, content: str) -> None:
    encoding = (sys.stdout.encoding or "utf-8") if stream is sys.stdout.buffer else "utf-8"
    stream.write(content.encode(encoding, errors="backslashreplace"))


def _half_built(complete: str | None, lang: str) -> "tuple[Deck, list[Fault]]":
    """The document to complete; an empty one where there is none."""
    from rulebook.decks import Deck
    from twgp.decks import read
    from twgp.lang import phrase

    if complete is None:
        return Deck("", "yaml", ""), []
    found = read(complete, None)
    if len(found) != 1:
        fail(phrase("build_one_document", lang, file=complete, count=len(found)))
    return found[0]


def _its_pools(half: "Deck") -> list[str]:
    return [str(Path(half.path).parent / name) for name in half.pools]


def _sized(play: "Play", half: "Deck", bundles: int | None, vitals: int | None) -> "tuple[Play, int]":
    """The format with its number of vitals, and the number of bundles (RES-11, -13, -16, -20)."""
    from decklint.play import Play
    from rulebook.codes import CodedError

    format_ = play.format
    listed = len(half.bundles)
    if format_.base == "trial":
        count = bundles or max(format_.decks_in_play, listed)
        rows = vitals or max(format_.vitals, len(half.vitals) + (not len(half.vitals) % 2 and bool(half.vitals)))
        return Play.of(format_.sized(rows, count), play.options), max(count, listed)
    low, high = format_.decks_prepared
    if high > low:
        high = min(high, int(str(play.options["full_prepared_bundles_max"])))
    count = bundles or max(low, listed)
    if not low <= count <= high or count < listed:
        shown = str(low) if low == high else f"{low}-{high}"
        raise CodedError("bundles_not_allowed", count=max(count, listed), format=format_.id, allowed=shown)
    return (play if vitals is None else Play.of(format_.sized(vitals), play.options)), count


def _checked(half: "Deck", faults: "list[Fault]", pool: "Pool", linter: Any, lang: str) -> "Deck":
    """The document with its cards. Ends the run where more is wrong with it than that cards are missing."""
    from decklint.resolve import Lookup

    if not half.text:
        return half
    found = [one for one in linter.check(half, faults, pool) if one.severity == "error" and not _is_open(one)]
    if found:
        _refuse(found, lang)
    return Lookup(pool).deck(half)


def _is_open(found: "Finding") -> bool:
    if found.code == "M402":
        return found.says == "message"  # the master is laid among the vitals
    if found.code not in _STILL_OPEN:
        return False
    got, allowed = found.got, str(found.allowed)
    return not isinstance(got, int) or got < int(allowed.split("-")[0].split(",")[0].rstrip("+"))


def _refuse(found: "Sequence[Finding]", lang: str) -> None:
    from twgp.lang import phrase

    fail("\n".join([phrase("build_refused", lang), *(f"{one.code} {one.text(lang)}" for one in found)]), SOME_UNREADABLE)


def _opening(words: list[str], half: "Deck", play: "Play", pool: "Pool", lang: str) -> "tuple[int, list[Card]]":
    """How many cards the opening hand has, and those that are named (RES-19)."""
    from decklint.rules.deck import ARCHIVE_MOST
    from rulebook.codes import CodedError

    count = int(words[0]) if len(words) == 1 and words[0].isdecimal() else 0
    named = [] if count else [_card(name, pool, lang) for name in words]
    if words and play.options["opening_archive"] == "random":
        raise CodedError("archive_dealt")
    listed = {entry.card.identity for bundle in half.bundles for entry in bundle.archive if entry.card}
    whole = max(count, len(listed | {card.identity for card in named}))
    if whole > ARCHIVE_MOST:
        raise CodedError("archive_too_many", count=whole, most=ARCHIVE_MOST)
    return count, named


def _by_place(cards: "list[Card]", play: "Play", *, extra: bool) -> "tuple[list[Card], list[Card]]":
    """The cards asked for that go into bundles, and those that lie among the vitals or under them."""
    from decklint.candidates import barred
    from decklint.extra import can_be_device
    from decklint.vitals import why_no_vital

    kept_out = barred(cards, play)
    lying = [
        card
        for card in cards
        if card.identity in kept_out
        and (why_no_vital(card, play) is None or (extra and can_be_device(card, play)))
    ]  # fmt: skip
    return [card for card in cards if card not in lying], lying


def _wishes(
    half: "Deck", bundles: int, must: "list[Card]", without: "list[Card]", hand: "list[Card]", least: list[str],
    most: list[str], link: str | None, reach: str, curve: Any, master: "Card | None", play: "Play",
) -> "Wishes":  # fmt: skip
    from decklint.case import Case
    from decklint.reach import LEVELS
    from decklint.wishes import Wishes
    from rulebook.codes import CodedError

    if reach not in LEVELS:
        raise CodedError("reach_unknown", level=reach, known=", ".join(LEVELS))
    entries = Case(half, play).entry_bundles()
    entry = half.bundles.index(entries[0]) if entries and half.bundles else 0
    opened = next((at for at, bundle in enumerate(half.bundles) if bundle.archive), entry)
    kept = [bundle.cards for bundle in half.bundles]
    return Wishes(
        kept=(*kept, *((),) * (bundles - len(kept))), must=must, without=without, archive=hand, entry=opened,
        least=_numbers("--min", least), most=_numbers("--max", most), curve=curve, link=_attribute(link, play),
        reach=next(level for level in LEVELS if level == reach), master=master,
    )  # fmt: skip


def _numbers(option: str, words: Sequence[str]) -> dict[str, int]:
    """Numbers of cards by type, as `weapon=2`."""
    from decklint.play import DECK_TYPES
    from rulebook.codes import CodedError

    found: dict[str, int] = {}
    for text in words:
        type_, _, count = (part.strip() for part in text.partition("="))
        if type_ not in DECK_TYPES or not count.isdecimal():
            raise CodedError("number_of_type", option=option, text=text, known=", ".join(sorted(DECK_TYPES)))
        found[type_] = int(count)
    return found


def _attribute(word: str | None, play: "Play") -> str | None:
    """The link attribute that a word means, in either language (LINK-18)."""
    from rulebook.codes import CodedError
    from rulebook.documents import load_yaml
    from rulebook.names import fold
    from rulebook.resources import data_path

    if word is None:
        return None
    if play.options["modules.link"] is False:
        raise CodedError("link_off", link=word)
    known: list[dict[str, str]] = load_yaml(data_path("links.yaml"))["attributes"]
    for one in known:
        if fold(word) in {fold(one[key]) for key in ("id", "ja", "kana", "en")}:
            return one["id"]
    raise CodedError("link_unknown", link=word, known=", ".join(one["id"] for one in known))


def _devices(row: "Row", half: "Deck") -> "tuple[tuple[Card, ...], ...]":
    """The devices under each vital: those that lie there already stay, free places get the others."""
    kept = [tuple(entry.card for entry in under if entry.card is not None) for under in half.extra_device]
    if not any(kept):
        return row.devices
    used = {card.identity for under in kept for card in under}
    free = [card for under in row.devices for card in under if card.identity not in used]
    found = []
    for at in range(len(row.vitals)):
        under = kept[at] if at < len(kept) else ()
        found.append(under or (tuple([free.pop(0)]) if free else ()))
    return tuple(found)
