"""What a player wishes of a deck that is to be built, and the rules that it must keep besides."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from decklint.reach import Level
from rulebook.cards import Card
from rulebook.codes import CodedError
from rulebook.decks import Entry

MOST_POWER = 99
"""The greatest base power (STATUS-03)."""

UNITS = 12
"""Units of a bundle of twenty for which nothing else is wished."""

BANDS = ((0, 3), (4, 6), (7, 9), (10, MOST_POWER))
"""Base powers that play alike: those of Charge-Drive, those that two of them drive, and what is built on these."""

SHAPES: Mapping[str, tuple[int, ...]] = {"low": (7, 4, 1, 0), "even": (5, 3, 2, 2), "high": (5, 1, 3, 3)}
"""The units of each of `BANDS` among twelve. Every shape has the units of 03 or less that the others are built on."""

FEWER = "fewer"
"""Key of the demand for a size that a bundle may stay below (`deck_size_check: max_only`)."""

_PART = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?=(\d{1,3})")


class Band(NamedTuple):
    """A number of units wished for with a base power from `low` to `high`."""

    low: int
    high: int
    number: int


class Demand(NamedTuple):
    """One wish or rule that a deck must keep. `key` is an identity, a type or a link, `bundle` counts from 0."""

    name: str
    key: str = ""
    bundle: int = -1
    number: int = 0


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is wished for.

    `kept` are the cards that each bundle holds already, all of them known; there are as many bundles as it
    has items. A card of `must` stands in some bundle, one of `archive` in the bundle number `entry`. `least`
    and `most` are numbers of cards of a type in each bundle. `link` wants a pair of that attribute in each
    bundle. `master` tells that a master will be among the vitals, `master_card` which.
    """

    kept: Sequence[Sequence[Entry]] = ((),)
    must: Sequence[Card] = ()
    without: Sequence[Card] = ()
    archive: Sequence[Card] = ()
    entry: int = 0
    least: Mapping[str, int] = field(default_factory=dict)
    most: Mapping[str, int] = field(default_factory=dict)
    curve: str | tuple[Band, ...] = "even"
    link: str | None = None
    reach: Level = "own"
    master: Card | None = None

    @property
    def bundles(self) -> int:
        """The number of bundles."""
        return len(self.kept)

    def bands(self) -> tuple[Band, ...]:
        """The numbers of units that the power curve wants in each bundle."""
        if isinstance(self.curve, tuple):
            return self.curve
        units = min(max(UNITS, self.least.get("unit", 0)), self.most.get("unit", MOST_POWER))
        shares = SHAPES[self.curve]
        numbers = [share * units // sum(shares) for share in shares]
        numbers[0] += units - sum(numbers)
        return tuple(Band(low, high, number) for (low, high), number in zip(BANDS, numbers, strict=True))


def parse_curve(text: str) -> str | tuple[Band, ...]:
    """A power curve as the command line names it: `low`, `even`, `high`, or a list such as `0-3=6,4-6=5,9=1`.

    Raises `CodedError` for anything else, and for bands that overlap.
    """
    word = unicodedata.normalize("NFKC", text).strip().casefold()
    if word in SHAPES:
        return word
    bands: list[Band] = []
    for part in word.split(","):
        match = _PART.fullmatch(part.replace(" ", ""))
        if match is None:
            raise CodedError("curve_unknown", curve=text, part=part.strip())
        low, high = int(match[1]), int(match[2] or match[1])
        if low > high:
            raise CodedError("curve_unknown", curve=text, part=part.strip())
        if any(low <= other.high and other.low <= high for other in bands):
            raise CodedError("curve_overlaps", curve=text, part=part.strip())
        bands.append(Band(low, high, int(match[3])))
    return tuple(bands)
