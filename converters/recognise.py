"""Which game a list belongs to, told from the content of its first records."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from converters.fields import STAND_INS, as_text, fold_key
from converters.recipe import Signature
from converters.records import Row

SAMPLE = 100
"""Records looked at (CONVERT.md)."""
_SHARE = 0.2
"""A signature counts when this share of the sample has it: optional keys are rare in some lists."""


class Fit(NamedTuple):
    """A game whose signature fits. `weight` is the number of keys and values that had to agree."""

    game: str
    weight: int


def recognise(rows: Sequence[Row], signatures: Mapping[str, Iterable[Signature]]) -> list[Fit]:
    """The games that fit best, heaviest signature first; more than one where they are equally heavy.

    Where none fits, another heading of names (`Card Name`) is taken for that which the signatures have.
    """
    return _recognise(rows, signatures, stand_in=False) or _recognise(rows, signatures, stand_in=True)


def _recognise(rows: Sequence[Row], signatures: Mapping[str, Iterable[Signature]], *, stand_in: bool) -> list[Fit]:
    shapes: dict[tuple[str, ...], list[Row]] = {}
    for row in rows[:SAMPLE]:
        shapes.setdefault(tuple(row), []).append(row)
    sample = [({fold_key(key): key for key in keys}, alike) for keys, alike in shapes.items()]
    if stand_in:
        sample = [({**folded, **_stood_in(folded)}, alike) for folded, alike in sample]
    enough = max(1, _SHARE * len(rows[:SAMPLE]))
    fits: list[Fit] = []
    for game, alternatives in signatures.items():
        weights = [weight for signature in alternatives if (weight := _weight(signature, sample, enough))]
        if weights:
            fits.append(Fit(game, max(weights)))
    heaviest = max((fit.weight for fit in fits), default=0)
    return [fit for fit in fits if fit.weight == heaviest]


def _stood_in(folded: Mapping[str, str]) -> dict[str, str]:
    """The headings of names that others stand in for, with the columns that do."""
    found: dict[str, str] = {}
    for wanted, headings in STAND_INS.items():
        columns = [folded[fold_key(heading)] for heading in headings if fold_key(heading) in folded]
        if columns and fold_key(wanted) not in folded:
            found[fold_key(wanted)] = columns[0]
    return found


def _weight(signature: Signature, sample: list[tuple[dict[str, str], list[Row]]], enough: float) -> int:
    """The number of keys and values of a signature that enough records have, else 0."""
    keys = [fold_key(key) for key in (*signature.keys, *signature.values)]
    fitting = [(folded, row) for folded, alike in sample if all(key in folded for key in keys) for row in alike]
    for key, pattern in signature.values.items():
        if len(fitting) < enough:
            return 0
        found = re.compile(pattern, re.IGNORECASE).search
        column = fold_key(key)
        fitting = [(folded, row) for folded, row in fitting if found(as_text(row[folded[column]], " ") or "")]
    return len(keys) if fitting and len(fitting) >= enough else 0
