"""Finding a recipe's fields in foreign records, whose keys and nesting differ from file to file."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from converters.recipe import Alias, Recipe
from converters.records import Row

Getter = Callable[[Row], Any]

JOINT = "\x1f"
"""Stands between the names of several columns, which may hold line ends themselves."""
_ABSENT = "\0absent"
"""A key that stands for "no such column"; set to None in a record whose shape lacks a field."""


@lru_cache(maxsize=4096)
def fold_key(key: object) -> str:
    """A column header as it is looked up: NFKC, no case, no white space, `_` and `-` alike."""
    text = unicodedata.normalize("NFKC", str(key)).casefold()
    return re.sub(r"[\s_\-\ufeff]+", "", text)


STAND_INS: dict[str, tuple[str, ...]] = {
    "name": (
        "card name", "english name", "name en", "en name", "英語名", "カード名英語", "カード名(英語)", "card title",
        "title", "card",
    ),
    "カード名": ("名前", "名称", "カード名称", "モンスター名", "カード"),
    "name_ja": ("japanese name", "ja name", "jp name", "日本語名", "カード名(日本語)"),
}  # fmt: skip
"""Headings under which tables of any game have a name, for those that lack the usual one."""


class Shape(NamedTuple):
    """How records with one set of keys are read.

    `values` gives all fields at once, in the order asked for; `columns` names the file's own column of
    each field: "" where it has none, several with `JOINT` between them where several columns hold the kind.
    `read` are all columns that any field is read from, also those that are only asked where others are empty.
    """

    values: Callable[[Row], tuple[Any, ...]]
    columns: tuple[str, ...]
    lacks_some: bool
    read: frozenset[str]


class Fields:
    """Reads named fields from records by a recipe's aliases. Shapes are worked out once each."""

    def __init__(self, recipe: Recipe, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self._aliases = [recipe.aliases(name) for name in self.names]
        self._joined = [name == "kind" for name in self.names]
        self._exact = {alias.at for aliases in self._aliases for alias in aliases}
        self._namings = [alias for name in ("name", "name_ja") for alias in recipe.aliases(name)]
        self._shapes: dict[tuple[str, ...], Shape] = {}
        self._last_keys: tuple[str, ...] = ()
        self._last: Shape | None = None

    def shape(self, row: Row) -> Shape:
        """The shape of a record; prepares the record for `Shape.values`."""
        keys = tuple(row)
        if keys == self._last_keys and self._last is not None:
            shape = self._last
        else:
            found = self._shapes.get(keys)
            if found is None:
                if len(self._shapes) > 2000:  # hostile lists with a new set of keys in each record
                    self._shapes.clear()
                found = self._shapes[keys] = self._work_out(keys)
            shape = self._last = found
            self._last_keys = keys
        if shape.lacks_some:
            row[_ABSENT] = None
        return shape

    def _work_out(self, keys: tuple[str, ...]) -> Shape:
        by_fold: dict[str, str] = {}
        for key in keys:
            by_fold.setdefault(fold_key(key), key)
            # A column that one field names to the letter is not another's by its folded name.
            if key in self._exact and by_fold[fold_key(key)] == key:
                del by_fold[fold_key(key)]
        present = set(keys)
        self._let_stand_in(keys, present, by_fold)
        single: list[str] = []
        others: list[tuple[int, Getter]] = []
        columns: list[str] = []
        read: set[str] = set()
        for place, (aliases, joined) in enumerate(zip(self._aliases, self._joined, strict=True)):
            found = _distinct(_getter(alias, present, by_fold) for alias in aliases)
            read.update(column for column, _, _ in found)
            columns.append(JOINT.join([column for column, _, _ in found] if joined else [c for c, _, _ in found[:1]]))
            if len(found) == 1 and found[0][2]:
                single.append(found[0][0])
                continue
            single.append(_ABSENT)
            if found:
                getters = [get for _, get, _ in found]
                others.append((place, getters[0] if len(found) == 1 else (_all if joined else _first)(getters)))
        plain = itemgetter(*single)  # a recipe asks for more than one field, so this gives a tuple
        values = _mixed(plain, others) if others else plain
        return Shape(values, tuple(columns), _ABSENT in single, frozenset(read))

    def _let_stand_in(self, keys: tuple[str, ...], present: set[str], by_fold: dict[str, str]) -> None:
        """Adds the usual headings of names that stand for those which the recipe knows, where these are absent."""
        folded = {fold_key(key): key for key in reversed(keys)}
        read = {hit[0] for alias in self._namings if (hit := _getter(alias, present, by_fold)) is not None}
        for wanted, headings in STAND_INS.items():
            if fold_key(wanted) in folded:
                continue
            for heading in headings:
                column = folded.get(fold_key(heading))
                if column is not None and column not in read:
                    by_fold[fold_key(wanted)] = column
                    read.add(column)
                    break


def _distinct(hits: Iterable[tuple[str, Getter, bool] | None]) -> list[tuple[str, Getter, bool]]:
    """The aliases that a record has; of two that name one column as it is, the first."""
    kept: list[tuple[str, Getter, bool]] = []
    for hit in hits:
        if hit is not None and not (hit[2] and any(plain and hit[0] == column for column, _, plain in kept)):
            kept.append(hit)
    return kept


def _mixed(plain: Getter, others: list[tuple[int, Getter]]) -> Getter:
    """Reads most fields in one step, and each that is no plain column by itself."""

    def values(row: Row) -> tuple[Any, ...]:
        found = list(plain(row))
        for place, get in others:
            found[place] = get(row)
        return tuple(found)

    return values


def is_empty(value: object) -> bool:
    """Whether a raw value says nothing: null, an empty text, list or object."""
    return value is None or value == "" or value == [] or value == {}


def _first(getters: list[Getter]) -> Getter:
    def get(row: Row) -> Any:
        value = None
        for getter in getters:
            value = getter(row)
            if not is_empty(value):
                return value
        return value

    return get


def _all(getters: list[Getter]) -> Getter:
    def get(row: Row) -> tuple[Any, ...]:
        return tuple(getter(row) for getter in getters)

    return get


def _getter(alias: Alias, present: set[str], by_fold: dict[str, str]) -> tuple[str, Getter, bool] | None:
    """The column, the way to read it, and whether it is a plain key; None when the record lacks it."""
    key = alias.at if alias.at in present else by_fold.get(fold_key(alias.at))
    path: list[str] = []
    if key is None:
        head, *path = re.split(r"\.|(?=\[\])", alias.at)
        key = head if head in present else by_fold.get(fold_key(head))
        if key is None or not path:
            return None
    column = key
    if not path and alias.pattern is None and not alias.where and alias.template is None:
        return column, itemgetter(column), True
    pattern = re.compile(alias.pattern) if alias.pattern else None
    if pattern is not None and not path and not alias.where and alias.template is None:
        return column, lambda row: _search(pattern, row[column]), False

    def get(row: Row) -> Any:
        value = walk(row[column], path, alias.where)
        if alias.template is not None and isinstance(value, list):
            value = [_fill(alias.template, item) for item in value if isinstance(item, dict)]
        if pattern is not None:
            return _search(pattern, value)
        return value

    return column, get, False


def walk(value: Any, path: list[str], where: dict[str, str]) -> Any:
    """Follows a path into nested values; `[]` visits each item, keeping those whose keys match `where`."""
    for index, step in enumerate(path):
        if step == "[]":
            items = value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else []
            if where:
                items = [item for item in items if _matches(item, where)]
            rest = path[index + 1 :]
            if not rest:
                return items
            found = [walk(item, rest, {}) for item in items]
            kept = [item for item in found if not is_empty(item)]
            return kept or None
        if step == "":
            continue
        value = value.get(step) if isinstance(value, dict) else None
        if value is None:
            return None
    return value


def _matches(item: Any, where: dict[str, str]) -> bool:
    return isinstance(item, dict) and all(str(item.get(key)) == wanted for key, wanted in where.items())


def _fill(template: str, item: dict[str, Any]) -> str:
    values = {key: "" if value is None else as_text(value) or "" for key, value in item.items()}
    return re.sub(r"\{(\w+)\}", lambda match: values.get(match[1], ""), template).strip()


def _search(pattern: re.Pattern[str], value: Any) -> Any:
    if isinstance(value, list):
        return [hit for item in value if (hit := _search(pattern, item)) is not None]
    match = pattern.search(value if isinstance(value, str) else str(value)) if value is not None else None
    if match is None:
        return None
    return match[1] if pattern.groups else match[0]


def as_text(value: Any, joint: str = "\n") -> str | None:
    """A raw value as text: lists are joined, numbers written out, nothing stays None."""
    if value is None or isinstance(value, str):
        return value or None
    if isinstance(value, list | tuple):
        parts = [part for item in value if (part := as_text(item, joint))]
        return joint.join(parts) or None
    if isinstance(value, dict):
        return as_text(list(value.values()), joint)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
