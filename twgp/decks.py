"""Deck documents and deck lists read from files, with the card lists that they name."""

import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from converters import deckfiles
from converters.decklists import DeckLine, DeckList, Resolved, Unresolved, resolve_lines
from converters.decklists.headings import stated_format
from converters.decklists.lines import split_lines
from converters.pipeline import Inspection
from converters.readers import DeckListText, MaybeDeckList, magic, open_source
from converters.readers.sniff import find_delimiter
from converters.readers.sources import STANDARD_INPUT, Source, open_input
from converters.readers.textio import Decoding, decide, read_text
from converters.records import InputError
from decklint.case import set_size
from decklint.catalogue import Words
from decklint.play import Play
from decklint.resolve import meant
from rulebook.codes import CodedError, codes
from rulebook.deck_rows import deck_row
from rulebook.decks import MAX_BYTES, Bundle, Deck, Entry, Master, Read, read_decks, suppressions_in, with_entries
from rulebook.documents import DocumentError
from rulebook.names import fold
from rulebook.options import CONVERTING
from rulebook.os_errors import os_words
from rulebook.pool import Pool
from rulebook.project import Project
from rulebook.walk import MAX_VALUES, Fault, Place
from twgp.made import word_for
from twgp.session import Quiet, pipeline

_MARK = re.compile(r"^[\s{\"']*twgp[\"']?\s*[:：]", re.MULTILINE)
_KEYS = re.compile(r"^\s*[\"']?(?:decks|vitals|extra_device)[\"']?\s*[:：]", re.MULTILINE)
_DOCUMENT_SUFFIXES = (".yaml", ".yml")
_BUNDLE = re.compile(r"deck(?:_(?P<number>\d+))?|main")
DECK_CARDS = 20
"""Cards of a bundle (RES-17)."""
_WORKBOOKS = frozenset({".xlsx", ".xlsm"})
_ENCODINGS = {
    "undecodable": Words("byte {offset} is not {encoding}", "{offset} バイト目（先頭は 0）が {encoding} ではない"),
    "nul_byte": Words("line {line} holds a zero byte (NUL)", "{line} 行目にゼロ（NUL）のバイトがある"),
    "utf16_without_mark": Words("it looks like {encoding} without its mark", "BOM のない {encoding} に見える"),
}
_OUTSIDE = frozenset({"side", "maybe", "companion", "commander"})


@dataclass(slots=True)
class Pools:
    """The card lists of documents, converted once for each choice of lists and switches.

    `given` are the lists of the command; they stand for those that a document names.
    """

    given: Sequence[str] = ()
    game: str | None = None
    recipes: Sequence[Path] = ()
    overrides: Sequence[Path] = ()
    project: Project = field(default_factory=Project)
    _made: dict[tuple[tuple[str, ...], str], tuple[Pool | None, str, list[Fault]]] = field(default_factory=dict)

    def of(self, deck: Deck, play: Play) -> tuple[Pool | None, str, list[Fault]]:
        """The cards for a document, the ruleset that converted rows should bear, and what is wrong with the lists.

        None where no list is named or none can be used.
        """
        sources = tuple(self.given) or tuple(beside(deck.path, name) for name in deck.pools)
        if not sources:
            return None, "", []
        key = sources, play.options.digest("", CONVERTING)
        if key not in self._made:
            self._made[key] = self._make(sources, play)
        pool, ruleset, faults = self._made[key]
        places = dict(zip(sources, deck.pools, strict=False)) if not self.given else {}
        return pool, ruleset, [_at(fault, deck, places) for fault in faults]

    def inspection(self, source: str) -> Inspection:
        """What a file is, as a list of cards. Raises `CodedError`, `DocumentError` and `OSError`."""
        return pipeline(Quiet(), recipes=self.recipes, project=Project(recipes=self.project.recipes)).inspect(source)

    def _make(self, sources: tuple[str, ...], play: Play) -> tuple[Pool | None, str, list[Fault]]:
        faults: list[Fault] = []
        run = pipeline(
            Quiet(), game=self.game, recipes=self.recipes, overrides=self.overrides,
            switches=play.options.departures(), project=Project(recipes=self.project.recipes,
                                                                overrides=self.project.overrides),
        )  # fmt: skip
        with run.spool() as spool:
            for source in sources:
                try:
                    run.run([source], spool)
                except (CodedError, DocumentError, OSError) as error:
                    values = {"file": source, "reason": _reason(error, source)}
                    says = "pool_encoding" if getattr(error, "code", "") in _ENCODINGS else "pool"
                    faults.append(Fault("F701", says, Place(), values))
            pool = Pool(spool.cards()) if spool.count else None
        return pool, run.settings.ruleset, faults


class Opened(NamedTuple):
    """A file as text. Where it could not be read, `fault` says why and the text is empty."""

    text: str = ""
    source: Source | None = None
    decoding: Decoding | None = None
    fault: Fault | None = None


def open_text(name: str) -> Opened:
    """Opens a file, or `-` for standard input. Never raises on what it holds."""
    try:
        opened = open_input(name if name == STANDARD_INPUT else Path(name))
        size = Path(name).stat().st_size if name != STANDARD_INPUT else 0
        if size > MAX_BYTES:
            return Opened(fault=_unreadable("too_large", got=size, allowed=MAX_BYTES))
        kind = magic.container(opened)
        if kind is not None:
            return Opened(fault=_unreadable("binary", kind=kind))
        with opened.stream() as stream:
            if len(stream.read(MAX_BYTES + 1)) > MAX_BYTES:  # before all of it is unpacked or looked through
                return Opened(fault=_unreadable("too_large", got=f"{MAX_BYTES}+", allowed=MAX_BYTES))
        decoding = decide(opened)
        return Opened(read_text(opened, decoding, MAX_BYTES), opened, decoding)
    except (InputError, OSError) as error:
        if isinstance(error, InputError) and error.code == "file_empty":
            return Opened(fault=_unreadable("empty"))
        if isinstance(error, InputError) and error.code in _ENCODINGS:
            return Opened(fault=_unreadable("encoding", reason=_reason(error, name)))
        return Opened(fault=_unreadable("cannot_read", reason=_reason(error, name)))


def read(source: str, opened: Opened, pool: Pool | None) -> list[Read]:
    """The deck documents of a file; a deck list becomes one document. Never raises on what the file holds.

    `pool` helps to read lists of foreign games and resolves them line by line.
    """
    nothing, text = Deck(source, "text", ""), opened.text
    if opened.fault is not None and (sheet := _workbook(source)) is not None:
        return _lists(sheet, source, text, pool, ())
    if opened.fault is not None or opened.source is None or opened.decoding is None:
        return [(nothing, [opened.fault] if opened.fault is not None else [])]
    remarks = [_unreadable("cp932")] if opened.decoding.encoding == "cp932" else []
    if is_document(text, Path(source).suffix):
        return [(deck, [*remarks, *faults]) for deck, faults in read_decks(text, source)]
    try:
        reader = open_source(opened.source.file() if source != STANDARD_INPUT else text.encode("utf-8"))
        table = deckfiles.table_of(source, reader)
        if table is not None:
            return _lists(table, source, text, pool, remarks)
    except MaybeDeckList as maybe:
        return _lists(maybe.found, source, text, pool, remarks)
    except (InputError, OSError) as error:
        return [(nothing, [_unreadable("no_deck", reason=_reason(error, source))])]
    reason = Words("a list of cards, not of a deck", "カードの一覧で、デッキではない")
    return [(nothing, [_unreadable("no_deck", reason=reason)])]


def _workbook(source: str) -> DeckListText | None:
    """The deck that a workbook holds as a table; None where there is none."""
    if Path(source).suffix.lower() not in _WORKBOOKS:
        return None
    try:
        return deckfiles.table_of(source, open_source(Path(source)))
    except (MaybeDeckList, InputError, OSError):
        return None


def reread(data: bytes, source: str, pool: Pool | None) -> list[Read]:
    """As `read`, for what a file would hold."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / Path(source).name
        path.write_bytes(data)
        reads = read(str(path), open_text(str(path)), pool)
    return [(deck._replace(path=source), faults) for deck, faults in reads]


def _lists(found: DeckListText, source: str, text: str, pool: Pool | None, remarks: Sequence[Fault]) -> list[Read]:
    cut = _cut(text) if found.form in ("text", "table") else None
    if cut is not None:
        at = Place(MAX_VALUES + 1)
        remarks = [*remarks, Fault("F701", "too_many_values", at, {"allowed": MAX_VALUES})]
        found = found._replace(text=cut)
        text = cut
    try:
        decks = deckfiles.decks_of(found, pool)
    except InputError as error:
        return [(Deck(source, "text", ""), [_unreadable("no_deck", reason=_reason(error, source))])]
    if found.table is not None and text:
        decks = [_quoting(deck, text) for deck in decks]
    return [_from_list(deck, source, text, pool, remarks) for deck in decks]


def _quoting(deck: DeckList, text: str) -> DeckList:
    """The deck of a table with the lines of the file, in which the names have their places."""
    lines = split_lines(text)
    kept = (one for one in deck.lines if one.line <= len(lines))  # of a text that is too long the first lines
    return deck._replace(lines=tuple(one._replace(raw=lines[one.line - 1]) for one in kept))


def is_table(text: str, source: str) -> bool:
    """Whether a deck list that was read from a text is a table, which has no lines as people write them."""
    return find_delimiter(text, Path(source).suffix.lower(), cut=True) is not None


def _cut(text: str) -> str | None:
    """The first lines of a text that has more of them than a deck may; else None."""
    if text.count("\n") + text.count("\r") <= MAX_VALUES:
        return None
    lines = split_lines(text)
    return "\n".join(lines[:MAX_VALUES]) if len(lines) > MAX_VALUES else None


def is_meant(text: str) -> bool:
    """Whether a text says that it is a deck document: it has `twgp:`, `decks:` or the like."""
    return _MARK.search(text) is not None or _has_keys(text)


def is_document(text: str, suffix: str) -> bool:
    """Whether a text is a deck document rather than a list in another form."""
    head = text[:20_000]
    if is_marked(head):
        return True
    if suffix.lower() in _DOCUMENT_SUFFIXES:
        return True
    return head.lstrip()[:1] == "{" and _has_keys(head)


def _has_keys(text: str) -> bool:
    return _KEYS.search(text.replace("{", "\n").replace(",", "\n")) is not None


def is_marked(text: str) -> bool:
    """Whether a text calls itself a deck document (`twgp: 1`) at its beginning."""
    return _MARK.search(text[:20_000]) is not None


def document(
    deck: Deck, pool: Pool | None, play: Play, pools: Sequence[str], settings: Mapping[str, object]
) -> dict[str, Any]:
    """A deck list as a document (`schemas/deck.schema.json`); `pools` as the document names them.

    What has no place in T.W.G.P, such as a sideboard, stands under `aside`.
    """

    def named(entry: Entry) -> Entry:
        name = word_for(entry.card, pool) if entry.card is not None and pool is not None else entry.name
        # A list gives a number to every card; only a set is another thing with one than without (RES-26).
        counts = entry.quantity > 1 or (entry.counted and entry.card is not None and set_size(entry.card) > 1)
        return entry._replace(name=name, counted=counts)

    title = deck.title or Path(deck.path).stem
    written = deck._replace(title=title, format=play.format.id, pools=tuple(pools), settings=settings)
    return deck_row(with_entries(written, named))


def _unreadable(says: str, **values: object) -> Fault:
    return Fault("F701", says, Place(), values)


def _reason(error: Exception, source: str) -> Words:
    if isinstance(error, InputError) and error.code in _ENCODINGS:
        # The codes of the converter name its option; here the file has to be saved anew.
        found = _ENCODINGS[error.code]
        return Words(found.en.format(**error.values), found.ja.format(**error.values))
    if isinstance(error, CodedError | DocumentError):
        return Words(error.text("en"), error.text("ja"))
    if isinstance(error, FileNotFoundError):
        return Words(f"no such file: {source}", f"ファイルが無い：{source}")
    if isinstance(error, OSError):
        return os_words(error)
    return Words(str(error), str(error))


def beside(path: str, name: str) -> str:
    """A path in a document, which is relative to the document."""
    return name if path == STANDARD_INPUT else str(Path(path).parent / name)


def _at(fault: Fault, deck: Deck, names: dict[str, str]) -> Fault:
    name = names.get(str(fault.values.get("file")))
    return fault._replace(place=deck.start if name is None else deck.places.get(f"cards.{name}", deck.start))


def _from_list(found: DeckList, path: str, text: str, pool: Pool | None, remarks: Sequence[Fault]) -> Read:
    """A deck list as a document: its sections become bundles, vitals and so on."""
    faults = [*remarks, *_remarks(found)]
    sections: dict[str, list[Entry]] = {}
    lines: Sequence[DeckLine] = found.lines
    if pool is None:
        for line in lines:
            sections.setdefault(line.section, []).append(_entry(line))
    else:
        for one in resolve_lines(found, pool):
            entry = _entry(one.line)
            if isinstance(one, Resolved):
                entry = entry._replace(card=one.card)
                faults += [_doubt(code, values, entry.place) for code, values in one.notes if _is_doubt(code)]
            elif (card := meant(entry.name, pool)) is not None:  # one card that two lists know under one id
                entry = entry._replace(card=card)
            else:
                faults.append(_missing(one, entry))
            sections.setdefault(one.line.section, []).append(entry)
    return _document(found, path, text, sections), faults


def _document(found: DeckList, path: str, text: str, sections: dict[str, list[Entry]]) -> Deck:
    bundles: list[Bundle] = []
    aside: list[Entry] = []
    places: dict[str, Place] = {}
    for section, listed in sections.items():
        match = _BUNDLE.fullmatch(section)
        places[section] = listed[0].place
        if match is not None:
            bundles.append(Bundle(match["number"] or str(len(bundles) + 1), listed[0].place, tuple(listed)))
        elif section in _OUTSIDE:
            aside += listed
    archive = tuple(sections.get("archive", ()))
    if archive and not bundles:
        # A list of the hand alone is a deck of which nothing else is written yet: its cards are not lost.
        bundles.append(Bundle("1", archive[0].place, archive, archive=archive))
    elif archive:
        # The hand belongs to the twenty (L33): a list may write it apart from the pile, as 14 and 6.
        pile = bundles[0].cards
        held = {key for entry in pile for key in _keys(entry)}
        apart = tuple(entry for entry in archive if not held & set(_keys(entry)))
        if sum(entry.quantity for entry in (*pile, *apart)) > DECK_CARDS:
            apart = ()
        bundles[0] = bundles[0]._replace(cards=(*pile, *apart), archive=archive)
    vitals = tuple(sections.get("vitals", ()))
    extra = sections.get("extra_device", sections.get("extra", []))
    # A list has no pairs: the first devices lie under the vitals in order, further ones again from the first on.
    rows = len(vitals) or len(extra)
    under = tuple(tuple(extra[at::rows]) for at in range(min(rows, len(extra))))
    stated = stated_format(split_lines(text))
    return Deck(
        path,
        "text",
        text,
        found.title,
        stated[1] if stated is not None and found.format == "twgp" else None,
        bundles=tuple(bundles),
        vitals=vitals,
        extra_device=under,
        masters=tuple(Master(entry) for entry in sections.get("master", ())),
        tokens=tuple(sections.get("tokens", ())),
        aside=tuple(aside),
        suppressions=tuple(suppressions_in(text)),
        places=places,
    )


def _keys(entry: Entry) -> tuple[str, ...]:
    return (fold(entry.name), entry.card.identity) if entry.card is not None else (fold(entry.name),)


def _entry(line: DeckLine) -> Entry:
    name = line.name or line.text or line.card_id or line.raw.strip()
    column = line.raw.find(name) + 1 or len(line.raw) - len(line.raw.lstrip()) + 1
    counted = line.raw.strip() not in (name, line.text)
    return Entry(name, Place(line.line, column), line.quantity, counted)


def _remarks(found: DeckList) -> Iterator[Fault]:
    """What the list itself has wrong. That a name has no number is nothing in a list of single cards."""
    for problem in found.problems:
        level, place = codes()[problem.code].level, Place(problem.line)
        values = {"reason": _said(problem.code, problem.values)}
        if problem.code == "deck_quantity_bad":
            yield Fault("F708", "message", place, {"value": problem.values.get("quantity", "")})
        elif level == "unreadable":
            yield Fault("F701", "line", place, values)
        elif problem.code != "deck_quantity_missing":
            yield Fault("F701", "remark", place, values)


def _is_doubt(code: str) -> bool:
    return codes()[code].level == "doubtful"


def _doubt(code: str, values: dict[str, object], place: Place) -> Fault:
    return Fault("F709", "message", place, {"reason": _said(code, values)})


def _said(code: str, values: dict[str, object]) -> Words:
    return Words(codes()[code].text("en", **values), codes()[code].text("ja", **values))


def _missing(one: Unresolved, entry: Entry) -> Fault:
    if one.code == "deck_card_ambiguous":
        return Fault("F704", "message", entry.place, {"name": entry.name, "known": one.values["ids"]})
    near = one.values.get("near")
    return Fault("F703", "near" if near else "message", entry.place, {"name": entry.name, "near": near})
