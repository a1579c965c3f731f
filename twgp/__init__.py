"""The T.W.G.P toolkit. These names are promised; everything else may change.

>>> import twgp
>>> cards = list(twgp.convert("zoma.csv"))  # doctest: +SKIP
>>> cards[0].power  # doctest: +SKIP
87
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from converters.pipeline import Event
    from converters.records import InputError
    from decklint.findings import Finding
    from rulebook.cards import Card
    from twgp.library import convert, convert_frame, lint

__all__ = ["Card", "Event", "Finding", "InputError", "convert", "convert_frame", "lint"]

_HOMES = {
    "Card": "rulebook.cards",
    "Event": "converters.pipeline",
    "Finding": "decklint.findings",
    "InputError": "converters.records",
    "convert": "twgp.library",
    "convert_frame": "twgp.library",
    "lint": "twgp.library",
}


def __getattr__(name: str) -> Any:
    """Loads a promised name when it is first asked for: the command starts without all of them (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module 'twgp' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value
