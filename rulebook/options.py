"""The switches and house rules (`data/options/*.yaml`): their values, and a game's choice among them.

A switch chooses between readings of a sentence of the rule text that is open to more than one; its default
is the reading that is built. A house rule is a variation that the rule text itself offers. Both are called
options here and are set in the same way. Each file of `data/options/` is read only when an option in it is
asked for: a converter reads one or two of the five.
"""

import hashlib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from rulebook.codes import CodedError
from rulebook.documents import frozen
from rulebook.formats import Format, fold, format_named, near
from rulebook.loading import load_yaml
from rulebook.resources import data_path

Concern = Literal["construction", "conversion", "classification", "play"]
"""What an option changes: the check of a deck, numbers and texts, types and effects, the game itself."""

CONVERTING: tuple[Concern, ...] = ("conversion", "classification")
"""The concerns that change a converted card."""

FILES = ("conversion", "modules", "construction", "house_rules", "play")
"""The files of `data/options/`, in the order in which an id is looked for."""


class OptionError(CodedError):
    """An option that does not exist, or a value that it cannot have."""


class Choice(msgspec.Struct, frozen=True):
    """One value of a switch and what it means, in one sentence of each language."""

    value: bool | int | str
    en: str
    ja: str


class Switch(msgspec.Struct, frozen=True):
    """A switch: the reading of `rules` and `lines` that it decides, and the values it can have.

    `aliases` are other spellings; one that several switches share sets all of them. `covers` names the
    lines and sections that fall away when a module is off (L366-369, OPTION-01).
    """

    id: str
    default: bool | int | str
    values: tuple[Choice, ...]
    rules: tuple[str, ...]
    lines: tuple[int, ...]
    concerns: tuple[Concern, ...]
    aliases: tuple[str, ...]
    covers: Mapping[str, Any] | None


class Parameter(msgspec.Struct, frozen=True):
    """What a house rule is given: a whole number from `low` to `high`, or one of `choices`.

    `high` is None without an upper bound and "vitals" where it is the number of vitals of the format.
    """

    name: str
    choices: tuple[Choice, ...]
    low: int
    high: int | Literal["vitals"] | None
    default: object
    en: str
    ja: str


class HouseRule(msgspec.Struct, frozen=True):
    """A house rule, off by default. A value given to one with a parameter is that parameter."""

    id: str
    default: bool | int
    en: str
    ja: str
    parameter: Parameter | None
    rules: tuple[str, ...]
    lines: tuple[int, ...]
    concerns: tuple[Concern, ...]


class Options(Mapping[str, object]):
    """The options of a game: the value of every switch and house rule by its id. Cannot be changed.

    Only what differs from the defaults is held; a default is looked up when it is asked for.
    """

    __slots__ = ("_looked_up", "_set")

    def __init__(self, departures: Mapping[str, object]) -> None:
        """For `resolve`, which checks ids and values."""
        self._set = dict(sorted(departures.items()))
        self._looked_up: dict[str, object] = {}

    def __getitem__(self, id_: str) -> object:
        if id_ not in self._looked_up:  # the linter asks for the same ones again and again
            self._looked_up[id_] = self._set[id_] if id_ in self._set else _entry(id_).default
        return self._looked_up[id_]

    def __iter__(self) -> Iterator[str]:
        return iter(option.id for option in options())

    def __len__(self) -> int:
        return len(options())

    def __eq__(self, other: object) -> bool:
        return self._set == other._set if isinstance(other, Options) else super().__eq__(other)

    def __hash__(self) -> int:
        return hash(tuple(self._set.items()))

    def __repr__(self) -> str:
        return f"Options({', '.join(f'{id_}={shown(value)}' for id_, value in self._set.items())})"

    def departures(self, base: "Options | None" = None) -> dict[str, object]:
        """The options that are not at their default, or not as in `base`; sorted by id."""
        if base is None:
            return dict(self._set)
        return {id_: self[id_] for id_ in sorted({*self._set, *base._set}) if self[id_] != base[id_]}

    def digest(self, data_version: str, concerns: Iterable[Concern] | None = None) -> str:
        """Twelve hexadecimal digits that stand for the data version and the options.

        With `concerns`, for example `CONVERTING`, only the departures that touch one of them count.
        """
        wanted = None if concerns is None else set(concerns)
        held = {
            id_: value
            for id_, value in self._set.items()
            if wanted is None or wanted.intersection(_entry(id_).concerns)
        }
        text = frozen({"data": data_version, "options": held})
        return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]


def resolve(settings: Mapping[str, object] = MappingProxyType({}), format_: str | None = None) -> Options:
    """The options of a game in `format_` (as `format_named` takes it) with `settings` laid over it.

    Keys of `settings` are ids or other spellings (`house:reuse_b`, `card_types.surge_earth`); `modules.*`
    sets all option systems at once, and one named beside it keeps its own value. Values are those of
    `data/options/*.yaml`; `true` and `false` may be written as on, off, yes, no. Raises `OptionError` or
    `FormatError`.
    """
    play = None if format_ is None else format_named(format_)
    together: dict[str, object] = {}
    single: dict[str, object] = {}
    for name, value in settings.items():
        found = named(str(name))
        for option in found:
            typed = _typed(option, value, play)
            if len(found) > 1:
                together[option.id] = typed
            elif single.setdefault(option.id, typed) != typed:
                first, second = shown(single[option.id]), shown(typed)
                raise OptionError("set_twice", option=option.id, first=first, second=second)
    values = {**(play.settings if play else {}), **together, **single}
    return Options({id_: value for id_, value in values.items() if not _same(value, _entry(id_).default)})


def parse_setting(text: str) -> tuple[str, object]:
    """Reads `switch=value` into the id and the typed value, for example `("sublime_gap", 2)`.

    A spelling that several switches share (`modules.*`) is kept as it is. Raises `OptionError` when the
    option or the value does not exist or no value is given.
    """
    name, equals, value = unicodedata.normalize("NFKC", text).partition("=")
    if not name.strip():
        raise OptionError("no_value", text=text)
    found = named(name)
    if not equals or not value.strip():
        raise OptionError("no_value", text=text)
    return found[0].id if len(found) == 1 else name.strip(), _typed(found[0], value, None)


def by_id(settings: Mapping[str, object]) -> dict[str, object]:
    """The same settings under the ids of their options; a spelling that several share stays. Raises `OptionError`."""
    found: dict[str, object] = {}
    for name, value in settings.items():
        options = named(str(name))
        found[options[0].id if len(options) == 1 else name] = value
    return found


def options() -> tuple[Switch | HouseRule, ...]:
    """Every switch and house rule, file by file."""
    return tuple(option for file in FILES for option in _file(file).values())


def option(name: str) -> Switch | HouseRule:
    """The switch or house rule of that name. Raises `OptionError` with the names that look like it."""
    return named(name)[0]


def options_in(file: str) -> tuple[Switch | HouseRule, ...]:
    """The switches and house rules of one of `FILES`."""
    return tuple(_file(file).values())


def named(name: str) -> tuple[Switch | HouseRule, ...]:
    """The options of that name: one, or all that share a spelling. Raises `OptionError` with the known ones."""
    wanted = fold(name)
    for file in FILES:
        by_name = _file_names(file)
        # No spelling is shared across files (a test holds this), so the first file that knows it settles it.
        if wanted in by_name:
            return by_name[wanted]
    close = near(name, [option.id for option in options()])
    if close:
        raise OptionError("unknown_option_near", name=name.strip(), near=close)
    known = {file: ", ".join(option.id for option in options_in(file)) for file in FILES}
    raise OptionError("unknown_option", name=name.strip(), **known)


def _typed(option: Switch | HouseRule, value: object, play: Format | None) -> object:
    """The value as the data spells and types it."""
    word = _word(value)
    parameter = None if isinstance(option, Switch) else option.parameter
    if isinstance(option, Switch):
        known: tuple[object, ...] = tuple(choice.value for choice in option.values)
    elif parameter is None:
        known = (False, True)
    else:
        known = (option.default, *(choice.value for choice in parameter.choices))
    for candidate in known:
        if _word(candidate) == word or _is_padded(candidate, word):
            return candidate
    if word in _FALSE:
        # YAML reads an unquoted `off` as false.
        off = [candidate for candidate in known if candidate is False or candidate == "off"]
        if off or parameter is not None:
            return off[0] if off else option.default
    if word in _TRUE:
        if True in [candidate for candidate in known if isinstance(candidate, bool)]:
            return True
        if parameter is not None and parameter.choices:
            return parameter.default
    if parameter is None or parameter.choices:
        listed = ", ".join(shown(candidate, quoted=True) for candidate in known)
        raise OptionError("unknown_value", option=option.id, value=shown(value), known=listed)
    return _number(option.id, parameter, word, value, play)


def _number(id_: str, parameter: Parameter, word: str, value: object, play: Format | None) -> int:
    high = parameter.high
    if high == "vitals":
        # The vitals of a Trial are agreed on in the deck document; their number is checked there.
        high = play.vitals_allowed.high if play else None
    number = int(word) if word.isascii() and word.isdigit() and len(word) <= 6 else -1
    if number >= parameter.low and (high is None or number <= high):
        return number
    if high is None:
        raise OptionError("value_from", option=id_, value=shown(value), low=parameter.low)
    raise OptionError("value_between", option=id_, value=shown(value), low=parameter.low, high=high)


_TRUE = frozenset({"true", "on", "yes"})
_FALSE = frozenset({"false", "off", "no"})


def _word(value: object) -> str:
    return "" if value is None else fold(str(value))


def _is_padded(candidate: object, word: str) -> bool:
    """YAML reads an unquoted `02` as the number 2."""
    return isinstance(candidate, str) and candidate.isdecimal() and candidate.lstrip("0") == word


def shown(value: object, *, quoted: bool = False) -> str:
    """The value as YAML spells it; with `quoted`, text that YAML would take for something else is in
    quotes.
    """
    if isinstance(value, bool):
        return str(value).lower()
    if quoted and isinstance(value, str) and (value.isdecimal() or value in _FALSE | _TRUE):
        return f'"{value}"'
    return str(value)


def _same(value: object, other: object) -> bool:
    """Equal and of one type: True is not 1."""
    return type(value) is type(other) and value == other


def _entry(id_: str) -> Switch | HouseRule:
    """The option of exactly that id. Raises `KeyError`."""
    for file in ("modules",) if id_.startswith("modules.") else FILES:
        found = _file(file).get(id_)
        if found is not None:
            return found
    raise KeyError(id_)


@cache
def _file(name: str) -> Mapping[str, Switch | HouseRule]:
    entries: dict[str, Any] = load_yaml(data_path(f"options/{name}.yaml"))
    found: dict[str, Switch | HouseRule] = {
        id_: _switch(id_, entry) for id_, entry in entries.get("switches", {}).items()
    }
    found |= {id_: _house_rule(id_, entry) for id_, entry in entries.get("house_rules", {}).items()}
    return MappingProxyType(found)


@cache
def _file_names(name: str) -> Mapping[str, tuple[Switch | HouseRule, ...]]:
    found: dict[str, tuple[Switch | HouseRule, ...]] = {}
    for id_, option in _file(name).items():
        spellings = option.aliases if isinstance(option, Switch) else (f"house:{id_}",)
        for spelling in (id_, *spellings):
            found[fold(spelling)] = (*found.get(fold(spelling), ()), option)
    return MappingProxyType(found)


def _switch(id_: str, entry: Mapping[str, Any]) -> Switch:
    return Switch(
        id=id_,
        default=entry["default"],
        values=_choices(entry["values"]),
        rules=tuple(entry["rules"]),
        lines=tuple(entry["lines"]),
        concerns=tuple(entry["concerns"]),
        aliases=tuple(entry.get("aliases", ())),
        covers=MappingProxyType(entry["covers"]) if "covers" in entry else None,
    )


def _house_rule(id_: str, entry: Mapping[str, Any]) -> HouseRule:
    given = entry.get("parameter")
    reading = given.get("reading", {}) if given else {}
    parameter = given and Parameter(
        name=given["name"],
        choices=_choices(given.get("values", [])),
        low=given.get("min", 0),
        high=given.get("max"),
        default=given["default"],
        en=reading.get("en", ""),
        ja=reading.get("ja", ""),
    )
    return HouseRule(
        id=id_,
        default=entry["default"],
        en=entry["en"],
        ja=entry["ja"],
        parameter=parameter,
        rules=tuple(entry["rules"]),
        lines=tuple(entry["lines"]),
        concerns=tuple(entry["concerns"]),
    )


def _choices(entries: Iterable[Mapping[str, Any]]) -> tuple[Choice, ...]:
    return tuple(Choice(entry["value"], entry["en"], entry["ja"]) for entry in entries)
