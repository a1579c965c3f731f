"""Tables that are decks or collections: a name and how many of it on each row, and nothing of what the card is."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from converters.decklists.documents import Entry, collect
from converters.decklists.headings import headings
from converters.decklists.model import FURTHER_BUNDLE, DeckList, DeckProblem, Unit
from converters.fields import as_text, fold_key
from converters.recipe import Recipe, games, recipe
from converters.records import Row, Unreadable
from rulebook.loading import load_yaml
from rulebook.resources import data_path

KnownSet = Callable[[str], bool]

_BESIDE = frozenset({"id", "name", "name_ja", "set", "number", "quantity"})
"""Fields of recipes that decks and collections have as well."""
_TIMES = re.compile(r"[x×]?\s*(?P<n>[-−－]?\d{1,6})(?:\.0+)?\s*[x×枚]?", re.IGNORECASE)
_SET_CODE = re.compile(r"[\w\-./]{1,8}")
_TELLING_ID = re.compile(r"\d{5,9}|(?=.*\d)(?=.*[A-Za-z])\S{4,60}")
"""A card's own id; a smaller number may as well count the rows."""
_YES = frozenset({"yes", "y", "true", "1", "side", "sideboard", "はい", "○", "◯"})


def is_deck_table(columns: Iterable[str], own: Iterable[Recipe] = ()) -> bool:
    """Whether a table with these columns is a deck or a collection: it has names and how many, and no column from
    which a game's recipe, or one of the user's `own`, reads a fact of the card (kind, cost, power, text ...)."""
    found = {fold_key(column) for column in columns}
    if not all(found & set(_columns(what)) for what in ("quantity", "name")):
        return False
    return not found & _facts() and not found & _read_by(own)


def deck_from_rows(
    records: Iterable[tuple[int, Row | Unreadable]], form: str, unit: Unit, known_set: KnownSet | None = None
) -> DeckList:
    """The deck that a table holds; its places are the numbers of the records.

    `known_set` says whether the pool has a set: a long name of a set is kept only where the pool knows it.
    """
    broken: list[DeckProblem] = []
    deck = collect(form, None, _entries(records, broken, known_set), unit)
    problems = sorted([*deck.problems, *broken], key=lambda problem: problem.line)
    return deck._replace(problems=tuple(problems))


def _entries(
    records: Iterable[tuple[int, Row | Unreadable]], broken: list[DeckProblem], known_set: KnownSet | None
) -> Iterator[Entry]:
    for number, row in records:
        if isinstance(row, Unreadable):
            broken.append(DeckProblem(number, row.code, {"detail": row.detail}))
            continue
        cells = {fold_key(column): value for column, value in row.items()}
        if not any(str(value).strip() for value in cells.values() if value is not None):
            continue
        set_ = next((code for code in _filled(cells, "set") if _is_set(code, known_set)), None)
        place = next(_filled(cells, "number"), None)
        id_ = next((one for one in _filled(cells, "id") if _TELLING_ID.fullmatch(one)), None)
        if id_ is None and set_ is None and place is not None and _TELLING_ID.fullmatch(place):
            id_ = place
        place = place.removeprefix("#") if place is not None else None
        yield Entry(_zone(cells), _quantity(cells), next(_filled(cells, "name"), None), id_, set_, place, number)


def _is_set(code: str, known_set: KnownSet | None) -> bool:
    return _SET_CODE.fullmatch(code) is not None or (known_set is not None and known_set(code))


def _zone(cells: Mapping[str, object]) -> str:
    """The section that a row names, by a word or by yes in a column for the sideboard; "" for the main deck."""
    if any(value.casefold() in _YES for value in _filled(cells, "side")):
        return "side"
    words = headings()
    for value in _filled(cells, "section"):
        if FURTHER_BUNDLE.fullmatch(value):
            return value
        heading = words.find(re.split(r"[{,]", value)[0].strip())
        if heading is not None and heading.section is not None:
            return heading.section
    return ""


def _quantity(cells: Mapping[str, object]) -> str:
    """How many, as `read_quantity` takes it: `4x`, `4枚` and 4.0 are 4. An empty cell is no number."""
    value = next(_filled(cells, "quantity"), "-")
    match = _TIMES.fullmatch(value)
    return match["n"] if match is not None else value


def _filled(cells: Mapping[str, object], what: str) -> Iterator[str]:
    """What stands in the columns of a kind, as text."""
    for column in _columns(what):
        value = cells.get(column)
        if text := (as_text(value) or "").strip():
            yield text


@cache
def _columns(what: str) -> tuple[str, ...]:
    words = load_yaml(data_path("headings.yaml"))["columns"][what]
    return tuple(dict.fromkeys(fold_key(word) for word in (*words["en"], *words["ja"])))


@cache
def _facts() -> frozenset[str]:
    """The columns from which the recipes of the toolkit read what a card is."""
    own = frozenset(column for what in ("name", "set", "number", "id", "quantity", "section", "side", "aside")
                    for column in _columns(what))  # fmt: skip
    return _read_by(recipe(game) for game in games()) - own


def _read_by(recipes: Iterable[Recipe]) -> frozenset[str]:
    facts: set[str] = set()
    for one in recipes:
        names = {name: {_head(alias.at) for alias in one.aliases(name)} for name in one.fields}
        beside = set[str]().union(*(columns for name, columns in names.items() if name in _BESIDE))
        facts.update(*(columns - beside for name, columns in names.items() if name not in _BESIDE))
    return frozenset(facts)


def _head(at: str) -> str:
    return fold_key(re.split(r"[.\[]", at)[0])
