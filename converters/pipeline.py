"""From files to cards: opening, recognising, converting, merging, and a report of every record."""

import importlib
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec

from converters.effects import ClauseReading, EffectReader
from converters.links import LinkReader
from converters.mapping import mapped_recipe, parse_map, remapped, unknown_columns
from converters.merge import Spool
from converters.outputs import read_back
from converters.overrides import Overrides
from converters.readers import TABLES, DeckListText, MaybeDeckList, entries, open_source
from converters.readers.damage import spreadsheet_damage
from converters.recipe import Recipe, Signature, games, recipe
from converters.recognise import SAMPLE, recognise
from converters.records import InputError, RecordReader, Row, Unreadable
from converters.runner import Runner
from rulebook.cards import Card, Note, is_card_row
from rulebook.codes import codes, message
from rulebook.terms import CardType

if TYPE_CHECKING:
    from converters.decklists import Pool

TWGP = "twgp"
"""Stands for "already converted" where a game id is meant."""
_SHOWN = 300
"""Characters of a value that a message shows; a broken file may hold one of ten millions."""
_INSPECTED = 10
"""So many records are looked at closely where nothing is to be written."""
_CHUNK = 256
"""So many records are converted together: many save time, fewer save memory."""
Records = Iterable[tuple[int, Row | Unreadable, int]]


class Event(NamedTuple):
    """Something to tell about a file (number 0) or one of its records."""

    level: str
    file: str
    unit: str
    number: int
    card: str
    code: str
    message: str


@dataclass(slots=True)
class Report:
    """What became of the records: `read` = `converted` + `merged` + `unreadable`."""

    read: int = 0
    converted: int = 0
    merged: int = 0
    unreadable: int = 0
    doubtful: int = 0
    files: int = 0
    failed_files: int = 0
    games: Counter[str] = field(default_factory=Counter)
    types: Counter[str] = field(default_factory=Counter)
    powers: Counter[int] = field(default_factory=Counter)
    effects: Counter[str] = field(default_factory=Counter)
    clauses: int = 0
    clauses_read: int = 0
    notes: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True, frozen=True)
class Settings:
    """How a run reads its files.

    `game`: id of a known game or of a mapped one; `recipes`: user's recipes by game id; `maps`: entries of
    `--map`; `departures`: switches that are not at their defaults; `ruleset`: hash named in each row.
    """

    game: str | None = None
    recipes: Mapping[str, Recipe] = field(default_factory=dict)
    maps: Sequence[str] = ()
    overrides: Overrides | None = None
    departures: Mapping[str, object] = field(default_factory=dict)
    ruleset: str = ""
    lang: str = "en"
    encoding: str | None = None
    sheet: str | None = None
    delimiter: str | None = None


class Listener(Protocol):
    """Hears of everything that is to be told, and of progress (records read so far)."""

    def tell(self, event: Event) -> None: ...

    def progress(self, records: int) -> None: ...


class Inspection(NamedTuple):
    """What `inspect` says of a file: nothing was converted."""

    file: str
    format: str
    encoding: str | None
    game: str | None
    games: tuple[str, ...]
    columns: dict[str, tuple[str, ...]]
    rows: list[Row]
    cards: list[Card]
    remarks: list[tuple[str, dict[str, object]]]
    others: tuple[str, ...] = ()
    """Columns that are read, but not for one of the fields in `columns` alone."""
    unread: tuple[str, ...] = ()


class Pipeline:
    """Runs files through recipes into a spool."""

    def __init__(self, settings: Settings, listener: Listener) -> None:
        self.settings = settings
        self.report = Report()
        self._listener = listener
        self._runners: dict[str, Runner] = {}
        self._levels: dict[str, str] = {}
        self._texts: tuple[EffectReader, LinkReader] | None = None
        self._pool_sources: Sequence[Path | str] = ()
        self._pool: Pool | None = None

    def say(self, code: str, /, **values: object) -> str:
        """The message of a code in the language of the run; of long values the start."""
        shown = {
            name: f"{value[:_SHOWN]}…" if isinstance(value, str) and len(value) > _SHOWN else value
            for name, value in values.items()
        }
        return message(code, self.settings.lang, **shown)

    def spool(self, *, merging: bool = True) -> Spool:
        """An empty spool whose notes speak the language of the run."""
        return Spool(
            Note("id_clash", self.say("id_clash")),
            Note("printings_disagree", self.say("printings_disagree")),
            merging=merging,
        )

    def run(
        self,
        sources: Sequence[Path | str],
        spool: Spool,
        pool: Sequence[Path | str] = (),
        *,
        leave_out: Path | None = None,
    ) -> None:
        """Converts every source into the spool; `pool` are the lists that resolve the names of deck lists.

        `leave_out` is a file that folders are read without: the output of an earlier run. Of several files one
        that is no card list is told of and passed over. Raises `InputError` when nothing can be used or a file
        breaks off in the middle.
        """
        self._pool_sources = pool
        files = list(_files(sources, leave_out))
        for source in files:
            self.report.files += 1
            try:
                if isinstance(source, InputError):
                    raise _NotUsable(source)
                self._file(source, spool)
            except _NotUsable as error:
                if len(files) == 1:
                    raise error.reason from None
                self.report.failed_files += 1
                self._tell("error", "", "", 0, "", error.reason.code, error.reason.values)
        if not self.report.converted:
            raise InputError("nothing_usable", read=self.report.read)
        for runner in self._runners.values():
            read, clauses = runner.clauses
            self.report.clauses_read += read
            self.report.clauses += clauses
        if pool and self._pool is None:
            self._tell("note", "", "", 0, "", "pool_unused", {})
        if self.settings.overrides is not None:
            for card in self.settings.overrides.unused:
                self.report.doubtful += 1
                self._tell("doubtful", "", "", 0, card, "override_unused", {"card": card})

    def run_records(self, name: str, records: Iterable[tuple[int, Row | Unreadable]], spool: Spool) -> None:
        """Converts records that are already in memory; `name` stands for the file in messages."""
        found = iter(records)
        head = list(itertools.islice(found, SAMPLE))
        game = self._game(name, "rows", _readable(head))
        self._convert(name, "row", game, itertools.chain(head, found), spool)

    def _file(self, source: Path | str, spool: Spool) -> None:
        name = str(source)
        try:
            try:
                reader = self._open(source)
            except MaybeDeckList as maybe:
                self._convert_decks(maybe.found, spool)
                return
            records = reader.records()
            head = list(itertools.islice(records, SAMPLE))
            game = self._game(name, reader.format, _readable(head))
        except InputError as error:
            raise _NotUsable(error) from None
        self._convert(name, reader.unit, game, itertools.chain(head, records), spool, reader.format)
        for code, values in reader.remarks:
            self._tell("note", name, "", 0, "", code, values)

    def _open(self, source: Path | str) -> RecordReader:
        """Opens a list of cards. Raises `InputError`, and `MaybeDeckList` for what may be a deck list."""
        settings = self.settings
        reader = open_source(source, encoding=settings.encoding, sheet=settings.sheet, delimiter=settings.delimiter)
        if reader.format in TABLES and not settings.maps:
            from converters.deckfiles import table_of  # other formats do without

            own = settings.recipes.values()
            table = table_of(str(source), reader, own, by_name=not self._pool_sources)
            if table is not None:
                raise MaybeDeckList(table)
        return reader

    def _deck_pool(self) -> "Pool | None":
        """The cards that deck lists are resolved against, converted once; None where no list was given."""
        if self._pool is None and self._pool_sources:
            from converters.decklists import Pool

            # The delimiter is that of the deck; lists of cards are told by themselves.
            inner = Pipeline(replace(self.settings, delimiter=None), _Silent(self._listener))
            with inner.spool() as spool:
                inner.run(self._pool_sources, spool)
                self._pool = Pool(spool.cards())
        return self._pool

    def _convert_decks(self, found: DeckListText, spool: Spool) -> None:
        from converters import deckfiles  # a list of cards does without

        pool = self._deck_pool()
        decks = deckfiles.decks_of(found, pool)
        if pool is None:
            raise InputError("deck_needs_pool", file=found.file, format=decks[0].format)
        report = self.report
        for code, values in found.remarks if found.table is None else found.table.remarks:
            self._tell("note", found.file, "", 0, "", code, values)
        for deck in decks:
            for line, taken, card, remarks, raw in deckfiles.rows(deck, pool):
                report.read += taken
                for code, values in remarks:
                    level = self._level(code)
                    report.doubtful += level == "doubtful"
                    if level != "note" or card is None:
                        self._tell(level, found.file, deck.unit, line, raw, code, values)
                if isinstance(card, Unreadable):
                    report.unreadable += taken
                elif card is not None:
                    notes = tuple(Note(code, self.say(code, **values)) for code, values in remarks)
                    card = msgspec.structs.replace(card, notes=(*card.notes, *notes))
                    spool.append(card)  # the pool's cards are corrected already
                    report.merged += taken - 1
                    self._count([card])
            report.games[deck.format] += len(deck.lines)

    def inspect(self, source: Path | str) -> Inspection:
        """What a file is and how its columns are read; the first rows, converted where a game is known."""
        try:
            reader = self._open(source)
        except MaybeDeckList as maybe:
            from converters import deckfiles

            decks = deckfiles.decks_of(maybe.found, None)
            lines: list[Row] = [
                {"quantity": line.quantity, "name": line.name, "id": line.card_id, "set": line.set,
                 "number": line.number, "section": line.section}
                for deck in decks
                for line in deck.lines[:10]
            ]
            formats = ", ".join(dict.fromkeys(deck.format for deck in decks))
            return Inspection(
                str(source), formats, maybe.found.encoding, None, ("deck",), {}, lines, [], maybe.found.remarks
            )
        head = list(itertools.islice(reader.records(), SAMPLE))
        rows = _readable(head)
        fits = self._fits(rows)
        game = fits[0] if len(fits) == 1 else None
        columns: dict[str, tuple[str, ...]] = {}
        cards: list[Card] = []
        read: set[str] = set()
        if game == TWGP:
            cards = [card for row in rows if isinstance(card := _back(row), Card)]
        elif game is not None:
            runner = self._runner(game)
            adapted = _adapted(runner.recipe, head)
            given = {str(key) for row in rows for key in row}
            for _, row, _ in itertools.islice(adapted, _INSPECTED):
                if isinstance(row, Unreadable):
                    continue
                for name, found in runner.columns(row).items():
                    # An adapter may have added what the file does not have.
                    own = tuple(column for column in found if column in given)
                    if own:
                        columns.setdefault(name, own)
                read |= runner.read_columns(row)
                card = runner.card(dict(row))  # reading prepares its record; the user is shown his own
                if isinstance(card, Card):
                    cards.append(card)
        listed = rows[:_INSPECTED]
        keys = dict.fromkeys(str(key) for row in listed for key in row)
        unread: list[str] = []
        if columns:
            unread = [key for key in keys if key not in read and not self._matters(key, listed, game or "")]
        shown = {column for named in columns.values() for column in named}
        return Inspection(
            str(source),
            reader.format,
            reader.encoding,
            game,
            tuple(fits),
            columns,
            rows[:5],
            cards[:_INSPECTED],
            reader.remarks,
            tuple(key for key in keys if key not in shown and key not in unread) if columns else (),
            tuple(unread),
        )

    def _matters(self, column: str, rows: Sequence[Row], game: str) -> bool:
        """Whether the cards of some rows would be others without a column: adapters read columns by themselves."""
        runner = self._runner(game)
        if not runner.recipe.adapter:
            return False

        def cards(rows: Iterable[Row]) -> list[Card | Unreadable]:
            adapted = _adapted(runner.recipe, enumerate(rows))
            made = runner.cards([row if isinstance(row, Unreadable) else dict(row) for _, row, _ in adapted])
            return [one if isinstance(one, Unreadable) else msgspec.structs.replace(one, identity="") for one in made]

        without = [{key: value for key, value in row.items() if key != column} for row in rows]
        return cards(dict(row) for row in rows) != cards(without)

    def explain(self, card: Card) -> dict[str, list[ClauseReading]]:
        """Each clause of a converted card's texts by language, with what it was read as."""
        return self._runner_of(card).explain(card)

    def _retyped(self, card: Card, type_: CardType, flags: Sequence[str] | None) -> Card:
        return self._runner_of(card).retyped(card, type_, flags)

    def _runner_of(self, card: Card) -> Runner:
        # A card that was converted elsewhere may be of a game that is not known here; its words are read all the same.
        return self._runner(card.game, Recipe(card.game, {}))

    def _convert(
        self,
        name: str,
        unit: str,
        game: str,
        records: Iterable[tuple[int, Row | Unreadable]],
        spool: Spool,
        format_: str = "",
    ) -> None:
        report = self.report
        convert: Callable[[Sequence[Row | Unreadable]], list[Card | Unreadable]]
        if game == TWGP:
            convert = _all_back
            adapted: Records = ((number, row, 0) for number, row in records)
        else:
            runner = self._runner(game)
            convert = runner.cards
            adapted = _adapted(runner.recipe, records)
        overrides = self.settings.overrides
        notes = report.notes
        add = spool.add
        # A converted row says itself what its source was; it must read back equal.
        from_table = game != TWGP and (unit == "row" or (unit == "line" and format_ in ("csv", "tsv")))
        for chunk in _chunks(adapted):
            kept: list[Card] = []
            report.games[game] += len(chunk)
            for (number, _, joined), card in zip(chunk, convert([row for _, row, _ in chunk]), strict=True):
                report.read += 1 + joined
                report.merged += joined
                if isinstance(card, Unreadable):
                    report.unreadable += 1
                    self._tell("unreadable", name, unit, number, "", card.code, {"detail": card.detail})
                    continue
                if from_table:
                    damaged = spreadsheet_damage(card.source.id) or spreadsheet_damage(card.source.number)
                    if damaged:
                        note = Note("changed_by_spreadsheet", self.say("changed_by_spreadsheet", value=damaged))
                        card = msgspec.structs.replace(card, notes=(*card.notes, note))
                if overrides is not None:
                    card = overrides.apply(card, self.say, self._retyped)
                added = add(card)
                if added.merged_into is not None:
                    report.merged += 1
                    if added.disagrees:
                        self._doubt(name, unit, number, card, "printings_disagree", self.say("printings_disagree"))
                else:
                    kept.append(card)
                for note in added.card.notes:
                    notes[note.code] += 1
                    if self._level(note.code) == "doubtful":
                        self._doubt(name, unit, number, card, note.code, note.message)
            self._count(kept)
            self._listener.progress(report.read)

    def _count(self, cards: Sequence[Card]) -> None:
        report = self.report
        report.converted += len(cards)
        report.types.update([card.type for card in cards])
        report.powers.update([card.power for card in cards if card.power is not None])
        report.effects.update([card.effect for card in cards if card.effect is not None])

    def _doubt(self, file: str, unit: str, number: int, card: Card, code: str, text: str) -> None:
        self.report.doubtful += 1
        self._listener.tell(Event("doubtful", file, unit, number, card.name, code, text))

    def _level(self, code: str) -> str:
        level = self._levels.get(code)
        if level is None:
            known = codes().get(code)
            level = self._levels[code] = known.level if known else "note"
        return level

    def _tell(
        self, level: str, file: str, unit: str, number: int, card: str, code: str, values: Mapping[str, object]
    ) -> None:
        self._listener.tell(Event(level, file, unit, number, card, code, self.say(code, **values)))

    def _fits(self, rows: Sequence[Row]) -> list[str]:
        """Ids of the games that the rows may belong to."""
        if rows and sum(map(is_card_row, rows)) * 2 > len(rows):
            return [TWGP]
        settings = self.settings
        if settings.game is not None:
            if settings.game not in games() and settings.game not in settings.recipes and not settings.maps:
                raise InputError("unknown_game", game=settings.game, known=", ".join([*games(), *settings.recipes]))
            return [settings.game]
        if settings.maps:
            parse_map(settings.maps)  # what is wrong with an entry comes first
        own = {game: own.recognise for game, own in settings.recipes.items() if own.recognise}
        without = [game for game, own in settings.recipes.items() if not own.recognise]
        if len(settings.recipes) == 1 and without:
            return without
        signatures: dict[str, Iterable[Signature]] = {game.id: game.recognise for game in games().values()}
        fits = [fit.game for fit in recognise(rows, {**signatures, **own})]
        if settings.maps and len(fits) == 1:
            raise InputError("map_needs_known_game", game=fits[0])
        if settings.maps:
            raise InputError("map_needs_game")
        return fits

    def _game(self, name: str, format_: str, rows: Sequence[Row]) -> str:
        if not rows:
            raise InputError("no_records", file=name)
        fits = self._fits(rows)
        if len(fits) > 1:
            raise InputError("two_games", file=name, games=", ".join(fits))
        if not fits:
            keys = ", ".join(str(key) for key in itertools.islice(rows[0], 12))
            raise InputError("no_game", file=name, keys=keys, format=format_)
        if self.settings.maps and fits[0] != TWGP:
            unknown = unknown_columns(self.settings.maps, rows)
            if unknown:
                keys = ", ".join(dict.fromkeys(str(key) for row in rows for key in row))
                raise InputError("map_column", file=name, columns=", ".join(unknown), keys=keys)
        return fits[0]

    def _runner(self, game: str, spare: Recipe | None = None) -> Runner:
        runner = self._runners.get(game)
        if runner is None:
            settings = self.settings
            chosen = settings.recipes.get(game) or (recipe(game) if game in games() else None)
            if chosen is None:
                chosen = spare if spare is not None and not settings.maps else mapped_recipe(game, settings.maps)
            elif settings.maps:
                chosen = remapped(chosen, settings.maps)
            departure = settings.departures.get
            if self._texts is None:
                self._texts = EffectReader.load(), LinkReader(departure)
            runner = self._runners[game] = Runner(
                chosen, departure=departure, say=self.say, ruleset=settings.ruleset, texts=self._texts
            )
        return runner


def _readable(head: Iterable[tuple[int, Row | Unreadable]]) -> list[Row]:
    return [row for _, row in head if not isinstance(row, Unreadable)]


def _adapted(chosen: Recipe, records: Iterable[tuple[int, Row | Unreadable]]) -> Records:
    if chosen.adapter:
        module = importlib.import_module(f"converters.games.{chosen.id}")
        adapted: Records = module.adapt(records)
        return adapted
    return ((number, row, 0) for number, row in records)


def _chunks(records: Records) -> Iterator[list[tuple[int, Row | Unreadable, int]]]:
    """The records, some hundred at a time; those in front of a place where the file breaks off are not lost."""
    found = iter(records)
    whole = False
    while not whole:
        chunk: list[tuple[int, Row | Unreadable, int]] = []
        try:
            chunk.extend(itertools.islice(found, _CHUNK))
        except InputError:
            yield chunk
            raise
        whole = len(chunk) < _CHUNK
        yield chunk


def _all_back(rows: Sequence[Row | Unreadable]) -> list[Card | Unreadable]:
    return [row if isinstance(row, Unreadable) else _back(row) for row in rows]


def _back(row: Row) -> Card | Unreadable:
    try:
        return read_back(row)
    except ValueError as error:
        return Unreadable("not_a_card_row", str(error))


def _files(sources: Sequence[Path | str], leave_out: Path | None) -> Iterator[Path | str | InputError]:
    """Each file once: folders give the files below them, in order; an empty one gives its error."""
    for source in sources:
        path = Path(source)
        if not str(source):
            yield InputError("file_nameless")
            continue
        if str(source) != "-" and path.is_dir():
            found = entries(path)
            if leave_out is not None and leave_out.exists():
                found = [file for file in found if not file.samefile(leave_out)]
            if found:
                yield from found
            else:
                yield InputError("empty_folder", file=str(path))
        else:
            yield source


class _NotUsable(Exception):  # noqa: N818
    """A file that is no card list, found out before any of it was converted."""

    def __init__(self, reason: InputError) -> None:
        super().__init__(reason)
        self.reason = reason


class _Silent:
    """Hears the conversion of a pool: progress is passed on, doubts about its cards are not the deck's."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener

    def tell(self, event: Event) -> None:
        if event.level == "error":
            self._listener.tell(event)

    def progress(self, records: int) -> None:
        self._listener.progress(records)
