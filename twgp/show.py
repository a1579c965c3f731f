"""What people see: tables, bars and the report on stderr."""

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TextIO

from converters.pipeline import Event, Inspection, Report
from rulebook.cards import Card
from rulebook.terms import CARD_TYPES, EFFECTS
from twgp.lang import phrase
from twgp.names import effect_of, place_words, type_name, type_of

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, TaskID

ROWS = 20
"""Rows that `--to table` prints."""


def line_of(event: Event, lang: str) -> str:
    """An event as one line: place, level, message and code."""
    return f"{_place_of(event, lang)}{phrase(f'level_{event.level}', lang)}: {event.message} [{event.code}]"


def _place_of(event: Event, lang: str) -> str:
    """`file:12: card: `, as far as these are known."""
    place = event.file
    if event.number and event.unit == "line":
        place += f":{event.number}"
    elif event.number:
        place += phrase(f"place_{event.unit}", lang, number=event.number)
    parts = [part for part in (place, _short(event.card, 80)) if part]
    return ": ".join(parts) + (": " if parts else "")


class Teller:
    """Prints each unreadable and doubtful record on stderr as it comes, with a progress bar on a terminal."""

    def __init__(self, stream: TextIO, lang: str, *, bar: bool) -> None:
        self._stream = stream
        self._lang = lang
        self._bar = bar
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def tell(self, event: Event) -> None:
        """Writes one line: place, level, message and code."""
        line = line_of(event, self._lang)
        if self._progress is not None:
            self._progress.console.print(line, markup=False, highlight=False, soft_wrap=True)
        else:
            print(line, file=self._stream)

    def progress(self, records: int) -> None:
        """Moves the bar; it appears after the first few thousand records."""
        if not self._bar or records < 5_000:
            return
        if self._progress is None:
            from rich.console import Console
            from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

            self._progress = Progress(
                SpinnerColumn(), TextColumn("{task.completed:,}"), TimeElapsedColumn(),
                console=Console(file=self._stream), transient=True,
            )  # fmt: skip
            self._task = self._progress.add_task("", total=None)
            self._progress.start()
        assert self._task is not None
        self._progress.update(self._task, completed=records)

    def close(self) -> None:
        """Takes the bar away."""
        if self._progress is not None:
            self._progress.stop()
            self._progress = None


def report_lines(report: Report, lang: str, *, named: bool = True) -> list[str]:
    """The counts of a run, for stderr; `named`: the doubtful records were listed before."""
    lines = [
        phrase(
            "summary_counts", lang,
            read=report.read, converted=report.converted, merged=report.merged, unreadable=report.unreadable,
        )
    ]  # fmt: skip
    if report.types["none"]:
        lines.append(phrase("summary_none", lang, none=report.types["none"]))
    if report.clauses:
        share = f"{100 * report.clauses_read / report.clauses:.1f}"
        lines.append(phrase("summary_read", lang, share=share, clauses=f"{report.clauses:,}"))
    if report.doubtful:
        code = "summary_doubtful" if named else "summary_doubtful_unnamed"
        lines.append(phrase(code, lang, doubtful=report.doubtful))
    if report.failed_files:
        lines.append(phrase("summary_files", lang, failed=report.failed_files, files=report.files))
    return lines


def cards_table(cards: Sequence[Card], more: int, lang: str) -> None:
    """The first cards as a table on stdout."""
    from rich.table import Table
    from rich.text import Text

    table = Table(header_style="bold", show_lines=False, expand=False)
    deck = any(card.quantity is not None for card in cards)
    games = len({card.game for card in cards}) > 1
    columns = [
        *(["game"] if games else []),
        *(["quantity", "section"] if deck else []),
        "name",
        "type",
        "power",
        "effect",
        "places",
        "notes",
    ]
    for column in columns:
        table.add_column(
            phrase(f"column_{column}", lang),
            justify="right" if column in ("power", "quantity") else "left",
            no_wrap=column in ("type", "power", "places"),
            overflow="fold",
        )
    for card in cards:
        shown = {
            "game": card.game,
            "quantity": "" if card.quantity is None else str(card.quantity),
            "section": card.section or "",
            "name": _both_names(card, lang),
            "type": type_of(card, lang),
            "power": "" if card.power is None else f"{card.power:02d}",
            "effect": effect_of(card.effect, lang) if card.effect else "",
            "places": ", ".join(place_words(card, lang)),
            "notes": "; ".join([*card.flags, *_worth_a_column(card)]),
        }
        table.add_row(*(Text(_short(shown[column], 200)) for column in columns))
    out = console()
    out.print(table)
    if more > 0:
        out.print(phrase("more_rows", lang, count=more), markup=False, highlight=False)


def _worth_a_column(card: Card) -> list[str]:
    """The notes that a table has room for; how links were read stands in the row and in `twgp explain`."""
    return [note.message for note in card.notes if not note.code.startswith("link_")]


def _both_names(card: Card, lang: str) -> str:
    if card.name_ja and card.name_ja != card.name:
        return f"{card.name_ja} / {card.name}" if lang == "ja" else f"{card.name} / {card.name_ja}"
    return card.name


def summary(report: Report, lang: str, *, named: bool = True) -> None:
    """Cards by type and effect and the power curve as bars, on stdout."""
    out = console()
    types = [(type_name(name, lang), report.types[name]) for name in CARD_TYPES if report.types[name]]
    bars(phrase("by_type", lang), types)
    effects = [(effect_of(name, lang), report.effects[name]) for name in EFFECTS if report.effects[name]]
    bars(phrase("by_effect", lang), effects)
    if report.powers:
        top = max(report.powers)
        if top <= 30:
            curve = [(f"{power:02d}", report.powers[power]) for power in range(top + 1)]
        else:
            edges = range(0, top + 1, 10)
            curve = [
                (f"{low:02d}-{min(low + 9, 99):02d}", sum(report.powers[p] for p in range(low, low + 10)))
                for low in edges
            ]
        bars(phrase("power_curve", lang), curve)
    out.print("\n".join(report_lines(report, lang, named=named)), markup=False, highlight=False)


def bars(title: str, counts: Iterable[tuple[str, int]]) -> None:
    """Counts as bars under a title, on stdout; nothing where all are 0."""
    from rich.table import Table

    listed = list(counts)
    most = max((count for _, count in listed), default=0)
    if not most:
        return
    out = console()
    out.print(f"\n{title}", style="bold", markup=False, highlight=False)
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_column()
    block = "█" if _prints(out.file, "█") else "#"
    for name, count in listed:
        table.add_row(name, f"{count:,}", block * (max(1, round(40 * count / most)) if count else 0))
    out.print(table)


def inspection(seen: Inspection, lang: str) -> None:
    """What `twgp inspect` says of a file, on stdout."""
    out = console()

    def line(name: str, value: str) -> None:
        out.print(f"{phrase(name, lang)}: {value}", markup=False, highlight=False, soft_wrap=True)

    line("inspect_file", seen.file)
    line("inspect_format", seen.format)
    if seen.encoding:
        line("inspect_encoding", seen.encoding)
    if seen.game:
        line("inspect_game", seen.game)
    elif seen.games == ("deck",):
        line("inspect_game", phrase("inspect_deck", lang))
    elif seen.games:
        line("inspect_game", phrase("inspect_several", lang, games=", ".join(seen.games)))
    else:
        line("inspect_game", phrase("inspect_unknown", lang))
    if seen.columns:
        named = (f"{' + '.join(map(_one_line, columns))} → {name}" for name, columns in seen.columns.items())
        line("inspect_columns", ", ".join(named))
    if seen.others:
        line("inspect_others", ", ".join(map(_one_line, seen.others)))
    if seen.unread:
        line("inspect_unread", ", ".join(map(_one_line, seen.unread)))
    if seen.rows:
        out.print(f"\n{phrase('inspect_rows', lang)}", style="bold", markup=False, highlight=False)
        for row in seen.rows:
            filled = ((key, value) for key, value in row.items() if value is not None and value not in ("", [], {}))
            shown = "  " + ", ".join(f"{_one_line(key)}={_short(value)}" for key, value in filled)
            out.print(shown[:400], markup=False, highlight=False, soft_wrap=True)
    if seen.cards:
        out.print(f"\n{phrase('inspect_cards', lang)}", style="bold", markup=False, highlight=False)
        cards_table(seen.cards, 0, lang)


def _one_line(column: object) -> str:
    return " ".join(str(column).split())


def _short(value: object, limit: int = 40) -> str:
    text = str(value).replace("\n", " ")
    return text if len(text) <= limit else text[: limit - 1] + "…"


def console() -> "Console":
    """The console on stdout; in a pipe it is as wide as the tables need, up to 200 columns."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else 200)


def _prints(stream: object, text: str) -> bool:
    try:
        text.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
