"""Deck documents of `cases/lint/` and what the linter must find in them.

A case marks the places that it speaks of in the document itself: `①Ant` means the A of Ant, and the sign is taken
out before the document is read. So the places are those that a reader sees, not those that the linter reports.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from decklint.catalogue import checks
from decklint.findings import of_fault
from decklint.lint import Judgement, Linter
from decklint.report import row
from rulebook.cards import Card, CardEffect, Link, Note, Reading, Source, TextKey
from rulebook.decks import Deck
from rulebook.loading import load_yaml
from rulebook.names import fold
from rulebook.played import read_played
from rulebook.pool import Pool
from rulebook.resources import data_path
from twgp.decks import Pools, open_text, read

FOLDER = Path(__file__).parent / "cases" / "lint"
MARKS = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
TOP = "top"
"""Stands for line 1, column 1, where a finding about a whole document points."""
_PLACES = {"vital": ("vital",), "none": ()}


class PoolRow(msgspec.Struct, forbid_unknown_fields=True):
    """A card of `pool.yaml`, written short."""

    name: str
    ja: str | None = None
    id: str | None = None
    identity: str | None = None
    type: str = "unit"
    power: int | None = None
    places: list[str] | None = None
    phase: str | None = None
    poison_name: bool = False
    flags: list[str] = []
    effects: list[str] = []
    readings: list[str] = []
    links: list[str] = []
    overridden: list[str] = []
    text: str | None = None
    text_ja: str | None = None
    note: str | None = None
    set: str | None = None
    number: str | None = None

    def card(self) -> Card:
        """The card that the row stands for."""
        effects = [effect.split() for effect in self.effects]
        note = (self.note or "").partition(": ")
        row = {
            "id": self.id or f"t/{fold(self.name).replace(' ', '-')}",
            "identity": f"t:{self.identity or fold(self.name)}",
            "name": self.name,
            "name_ja": self.ja,
            "game": "t",
            "type": self.type,
            "power": self.power,
            "places": self.places if self.places is not None else _PLACES.get(self.type, ("deck",)),
            "effect": effects[0][0] if effects else None,
        }
        return msgspec.structs.replace(
            msgspec.convert(row, Card),
            flags=tuple(self.flags),
            effects=tuple(
                msgspec.convert({"effect": name, "power": int(power)}, CardEffect) for name, power in effects
            ),
            readings=tuple(map(Reading, self.readings)),
            links=tuple(Link(link.split()[0], tuple(link.split()[1])) for link in self.links),
            overridden=tuple(self.overridden),
            poison_name=self.poison_name,
            phase=self.phase,
            text=self.text,
            text_ja=self.text_ja,
            text_key=TextKey(self.text, self.text_ja),
            notes=(Note(note[0], note[2]),) if self.note else (),
            source=Source(set=self.set, number=self.number),
        )


class Shared(msgspec.Struct, forbid_unknown_fields=True):
    """`pool.yaml`: converted cards, and foreign lists by file name."""

    cards: list[PoolRow]
    foreign: dict[str, Any] = {}


class Found(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A finding that must be there: code, place (a mark, `top` or line:column), card, got, allowed, message."""

    code: str
    at: str
    card: str | None = None
    got: Any = None
    allowed: Any = None
    says: str | None = None

    def row(self, places: Mapping[str, tuple[int, int]]) -> tuple[Any, ...]:
        """The finding with its place as line and column."""
        line, column = places[self.at] if self.at in places else map(int, self.at.split(":"))
        return self.code, line, column, self.card, self.got, self.allowed


class Case(msgspec.Struct, forbid_unknown_fields=True):
    """One document and all that must be found in it, of the codes in `only`; without `only` of all codes.

    `form` is the suffix of the file. `settings`, `format`, `tournament` and `strict` are those of the command,
    `project` the settings of a project file. `files` lie beside the document, `foreign` names lists of `pool.yaml`
    that are converted for it, `samples` folders of the bundled samples; with any of these, the cards are theirs and
    not those of `pool.yaml`. `played` is what was played with the deck.
    `data` is false for a document without any card list. `ruleset` is what the cards should bear.
    """

    case: str
    deck: str
    found: list[Found] = []
    rules: list[str] = []
    only: list[str] = []
    form: str = "yaml"
    format: str | None = None
    settings: dict[str, Any] = {}
    project: dict[str, Any] = {}
    severities: dict[str, str] = {}
    tournament: bool = False
    strict: bool = False
    data: bool = True
    ruleset: str = ""
    files: dict[str, str] = {}
    foreign: list[str] = []
    samples: list[str] = []
    encoding: str = "utf-8"
    played: str = ""

    def looks_at(self) -> frozenset[str]:
        """The codes that are compared."""
        return frozenset(self.only or checks())

    @property
    def has_lists(self) -> bool:
        """Whether the document has card lists of its own."""
        return bool(self.files or self.foreign or self.samples)

    def text(self) -> str:
        """The document without its marks."""
        return unmarked(self.deck)

    def places(self) -> dict[str, tuple[int, int]]:
        """The place of each mark."""
        found = {TOP: (1, 1)}
        for text in (self.deck, self.played):
            line, column = 1, 1
            for char in text:
                if char in MARKS:
                    assert char not in found, f"{self.case}: the mark {char} stands twice"
                    found[char] = line, column
                else:
                    line, column = (line + 1, 1) if char == "\n" else (line, column + 1)
        return found

    def expected(self) -> list[tuple[Any, ...]]:
        """What must be found, as `found` gives it."""
        places = self.places()
        return sorted((one.row(places) for one in self.found), key=repr)


def unmarked(text: str) -> str:
    """A text without marks."""
    return "".join(char for char in text if char not in MARKS)


@cache
def shared_pool() -> Shared:
    """`pool.yaml`, checked."""
    return msgspec.convert(load_yaml(FOLDER / "pool.yaml"), Shared)


@cache
def cards() -> tuple[Card, ...]:
    """The converted cards of `pool.yaml`."""
    return tuple(row.card() for row in shared_pool().cards)


@cache
def pool() -> Pool:
    """The pool of these cards."""
    return Pool(cards())


def sample(game: str) -> Path:
    """The folder of a game's bundled samples."""
    return data_path("samples") / game


def cases(path: Path) -> list[Case]:
    """The cases of a file."""
    return msgspec.convert(load_yaml(path), list[Case])


def judge(case: Case, folder: Path) -> list[dict[str, Any]]:
    """The findings of the codes that a case looks at, as the JSON report gives them, with the key `says`."""
    judgement = Judgement(
        format=case.format, settings=case.settings, project=case.project, tournament=case.tournament,
        severities=case.severities, strict=case.strict,
    )  # fmt: skip
    linter, path = Linter(judgement), folder / f"deck.{case.form}"
    path.write_bytes(case.text().encode(case.encoding))
    for name, text in case.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    for name in case.foreign:
        (folder / name).write_text(json.dumps(shared_pool().foreign[name], ensure_ascii=False), encoding="utf-8")
    lists = Pools([*(str(folder / name) for name in case.foreign), *map(str, map(sample, case.samples))])
    played = read_played(unmarked(case.played), str(folder / "played.yaml")) if case.played else (None, [])
    rows = [row(of_fault(fault)) for fault in played[1]]
    for deck, faults in read(str(path), open_text(str(path)), _given(case, lists, linter, str(path))):
        play, _ = linter.settle(deck)
        found, ruleset, wrong = lists.of(deck, play) if case.has_lists else (pool(), case.ruleset, [])
        findings = linter.check(deck, [*faults, *wrong], found if case.data else None, ruleset, played[0])
        rows += [{**row(one), "says": one.says} for one in findings]
    return [one for one in rows if one["code"] in case.looks_at()]


def _given(case: Case, lists: Pools, linter: Linter, path: str) -> Pool | None:
    """The cards by which a list is read; a document names its own."""
    if lists.given:
        nothing = Deck(path, "text", "")
        return lists.of(nothing, linter.settle(nothing)[0])[0]
    return pool() if case.data and not case.files else None


def told(found: Sequence[Mapping[str, Any]]) -> list[tuple[Any, ...]]:
    """Findings as a case gives them."""
    return sorted(
        ((one["code"], one["line"], one["column"], one["card"], one["got"], one["allowed"]) for one in found),
        key=repr,
    )
