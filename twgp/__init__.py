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
    from rulebook.cards import Card
    from twgp.library import convert, convert_frame

__all__ = ["Card", "Event", "InputError", "convert", "convert_frame"]

_HOMES = {
    "Card": "rulebook.cards",
    "Event": "converters.pipeline",
    "InputError": "converters.records",
    "convert": "twgp.library",
    "convert_frame": "twgp.library",
}


def __getattr__(name: str) -> Any:
    """Loads a promised name when it is first asked for: the command starts without all of them (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module 'twgp' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value
