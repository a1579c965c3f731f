"""The formats of play with their numbers, and the overlays laid on them (`data/formats.yaml`)."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from rulebook.codes import CodedError
from rulebook.loading import load_yaml
from rulebook.resources import data_path


class FormatError(CodedError):
    """A format that does not exist, or sizes that it is not played with."""


class Count(msgspec.Struct, frozen=True):
    """The sizes that a format allows: `low`, `low + step`, ... up to `high`, None without an upper bound."""

    low: int
    high: int | None
    step: int
    default: int

    def allows(self, number: int) -> bool:
        """Whether the format may be played with `number`."""
        return self.low <= number and (self.high is None or number <= self.high) and not (number - self.low) % self.step

    def __str__(self) -> str:
        """`5`, `2, 3, 4` or `7, 9, 11, ...`."""
        last = self.low + 2 * self.step if self.high is None else self.high
        shown = ", ".join(map(str, range(self.low, last + 1, self.step)))
        return shown if self.high is not None else f"{shown}, ..."


class ExtraDevices(msgspec.Struct, frozen=True):
    """Extra devices: `low` to `high` under each vital, at most `total`, or none if `optional` (EXTRA-06)."""

    optional: bool
    low: int
    high: int
    total: int


class Format(msgspec.Struct, frozen=True):
    """A format with its overlays, all numbers settled (RES-11..16, -20, GRID-01, DORSAGA-03..06).

    `id` is `base` followed by its overlays, for example `dorsaga+tournament`. `decks_prepared` are the
    least and the largest number of bundles of `deck_cards` cards. `mill_cap` is the number of cards that
    effects may take from a draw pile per `mill_cap_per`, None without a cap (MATRIX-05, -13).
    `stack_limit` is how many copies of a card may lie on each other (STACK-01). `settings` are the
    switches and house rules that the format itself sets; with `only_defaults` every other one stays at
    its default (ARCH-04). `rule_checks` a game (ARCH-05).
    """

    id: str
    base: str
    overlays: tuple[str, ...]
    en: str
    ja: str
    lines: tuple[int, ...]
    grid_columns: int
    vitals: int
    vitals_allowed: Count
    decks_in_play: int
    decks_allowed: Count
    decks_prepared: tuple[int, int]
    deck_cards: int
    charge_drive_downloads: int
    extra_devices: ExtraDevices
    mill_cap: int | None
    mill_cap_per: Literal["turn", "terminate"]
    stack_limit: int
    settings: Mapping[str, object]
    only_defaults: bool
    rule_checks: int | None

    def sized(self, vitals: int | None = None, decks: int | None = None) -> "Format":
        """The same format with other numbers of vitals and decks.

        Only Trial leaves a choice (RES-13, RES-16). Raises `FormatError` when the format is not played with
        that number.
        """
        return _build(
            self.base,
            self.overlays,
            self.vitals if vitals is None else vitals,
            self.decks_in_play if decks is None else decks,
        )


def format_named(name: str) -> Format:
    """The format of that name, in either language, with its overlays: `ハーフ`, `dorsaga+tournament`.

    An overlay alone is laid on the format it names as its base. Raises `FormatError` for an unknown name,
    two formats at once, or overlays that contradict each other.
    """
    entries = _entries()
    base: str | None = None
    overlays: list[str] = []
    for part in unicodedata.normalize("NFKC", name).split("+"):
        id_ = _ids_by_name().get(fold(part))
        if id_ is None:
            raise FormatError("unknown_format", name=part.strip(), known=_ids("format"), overlays=_ids("overlay"))
        if entries[id_]["kind"] == "overlay":
            if id_ not in overlays:
                overlays.append(id_)
        elif base in (None, id_):
            base = id_
        else:
            raise FormatError("two_formats", text=name, first=base, second=id_)
    if base is None:
        base = str(entries[overlays[0]]["base"]["value"])
    return _build(base, tuple(overlays))


def formats() -> tuple[Format, ...]:
    """The formats that stand by themselves: half, full, trial, dorsaga, code_diver."""
    return tuple(_build(id_) for id_, entry in _entries().items() if entry["kind"] == "format")


def _ids(kind: str) -> str:
    return ", ".join(id_ for id_, entry in _entries().items() if entry["kind"] == kind)


def format_name(id_: str, lang: str) -> str:
    """The name of a format or overlay for people, for example `Half` or `ハーフ`; for ids of this module only."""
    names: list[str] = _entries()[id_]["names"]
    if lang == "ja":
        return next(name for name in names if not name.isascii())
    return next((name.upper() for name in names if ":" in name and name.isascii()), names[0].capitalize())


def overlays() -> tuple[str, ...]:
    """The ids of the overlays: imagia, tournament."""
    return tuple(id_ for id_, entry in _entries().items() if entry["kind"] == "overlay")


def fold(text: str) -> str:
    """The text as names are compared: NFKC, case folded, trimmed, hyphens and blanks inside it as `_`."""
    return _GAP.sub("_", unicodedata.normalize("NFKC", text).casefold().strip())


_GAP = re.compile(r"(?<=\w)[-\s]+(?=\w)")  # a hyphen in front is a minus sign


def near(name: str, known: Iterable[str]) -> str:
    """The known names that look like `name`, joined for a message; empty when none does."""
    from difflib import get_close_matches  # only where something is wrong

    folded = {fold(other): other for other in known}
    wanted = fold(name)
    close = get_close_matches(wanted, folded, n=3, cutoff=0.6)
    if len(wanted) >= 3:
        close += [other for other in folded if wanted in other and other not in close]
    return ", ".join(folded[other] for other in close[:5])


def _build(base: str, overlays: tuple[str, ...] = (), vitals: int | None = None, decks: int | None = None) -> Format:
    entry = _entries()[base]
    laid = [_entries()[id_] for id_ in overlays]
    vitals_allowed, decks_allowed = _count(entry["vitals"]), _count(entry["decks"]["in_play"])
    vitals = vitals_allowed.default if vitals is None else vitals
    decks = decks_allowed.default if decks is None else decks
    if not vitals_allowed.allows(vitals):
        raise FormatError("bad_vitals", format=base, value=vitals, allowed=str(vitals_allowed))
    if not decks_allowed.allows(decks):
        raise FormatError("bad_decks", format=base, value=decks, allowed=str(decks_allowed))
    words = {"vitals": vitals, "in_play": decks}

    def number(value: int | str) -> int:
        return words[value] if isinstance(value, str) else value

    devices = entry["extra_devices_per_vital"]
    prepared = entry["decks"]["prepared"]
    mill_cap, per = entry["mill_cap"]["value"], entry["mill_cap"]["per"]
    for overlay in laid:
        if "mill_cap" in overlay:
            cap = overlay["mill_cap"]
            mill_cap, per = mill_cap if cap["value"] == "base" else cap["value"], cap["per"]
    rule_checks = [overlay["rule_checks"]["value"] for overlay in laid if "rule_checks" in overlay]
    return Format(
        id="+".join((base, *overlays)),
        base=base,
        overlays=overlays,
        en=" ".join([entry["en"], *(overlay["en"] for overlay in laid)]),
        ja="".join([entry["ja"], *(overlay["ja"] for overlay in laid)]),
        lines=tuple(sorted({line for part in (entry, *laid) for line in part["lines"]})),
        grid_columns=number(entry["grid_columns"]["value"]),
        vitals=vitals,
        vitals_allowed=vitals_allowed,
        decks_in_play=decks,
        decks_allowed=decks_allowed,
        decks_prepared=(number(prepared["min"]), number(prepared["max"])),
        deck_cards=entry["decks"]["cards"]["value"],
        charge_drive_downloads=entry["charge_drive_downloads"]["value"],
        extra_devices=ExtraDevices(devices["optional"], devices["min"], devices["max"], number(devices["total_max"])),
        mill_cap=mill_cap,
        mill_cap_per=per,
        stack_limit=number(entry["stack_limit"]["value"]),
        settings=MappingProxyType(_settings(base, overlays)),
        only_defaults=any(overlay.get("only_defaults", {}).get("value", False) for overlay in laid),
        rule_checks=rule_checks[-1] if rule_checks else None,
    )


def _settings(base: str, overlays: tuple[str, ...]) -> dict[str, object]:
    settings: dict[str, object] = {}
    origin: dict[str, str] = {}
    for id_ in (base, *overlays):
        entry = _entries()[id_]
        for option, chosen in {**entry["switches"], **entry["house_rules"]}.items():
            value = chosen.get("on_base", {}).get(base, chosen["value"])
            # An overlay may change its base; two overlays that disagree have no order to settle it (ARCH-04).
            if origin.get(option, base) != base and settings[option] != value:
                raise FormatError("overlays_clash", first=origin[option], second=id_, option=option)
            settings[option], origin[option] = value, id_
    return settings


def _count(entry: Mapping[str, Any]) -> Count:
    if "value" in entry:
        return Count(entry["value"], entry["value"], 1, entry["value"])
    return Count(entry["min"], entry["max"], entry.get("step", 1), entry["default"])


@cache
def _entries() -> Mapping[str, Any]:
    entries: dict[str, Any] = load_yaml(data_path("formats.yaml"))
    return MappingProxyType(entries)


@cache
def _ids_by_name() -> Mapping[str, str]:
    return MappingProxyType({fold(name): id_ for id_, entry in _entries().items() for name in entry["names"]})
