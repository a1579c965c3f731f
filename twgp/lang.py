"""The language that the command speaks: `--lang`, else the user's own."""

import locale
import os
import sys
from functools import cache
from typing import Any

from rulebook.resources import data_path
from rulebook.words import filled

_JAPANESE_WINDOWS = 0x11
"""Primary language id of Japanese in Windows."""


def user_language() -> str:
    """ "ja" where the user's system speaks Japanese, else "en"."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            return "ja" if value.lower().startswith("ja") else "en"
    if sys.platform == "win32":
        import ctypes

        spoken = ctypes.windll.kernel32.GetUserDefaultUILanguage() & 0x3FF
        return "ja" if spoken == _JAPANESE_WINDOWS else "en"
    name = locale.getlocale()[0] or ""
    return "ja" if name.lower().startswith("ja") else "en"


@cache
def _phrases() -> dict[str, Any]:
    from rulebook.loading import load_yaml  # a sixth of the time of `twgp --help`, which asks for no phrase

    phrases: dict[str, Any] = load_yaml(data_path("phrases.yaml"))
    return phrases


def has_phrase(name: str) -> bool:
    """Whether `data/phrases.yaml` holds a phrase of that name."""
    return name in _phrases()


def phrase(name: str, lang: str, /, **values: object) -> str:
    """A phrase of `data/phrases.yaml` with its placeholders filled (`rulebook.words.filled`)."""
    text: str = _phrases()[name]["ja" if lang == "ja" else "en"]
    return filled(text, values)
