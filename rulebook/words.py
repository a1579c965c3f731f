"""Texts in both languages."""

import re
from collections.abc import Mapping
from typing import NamedTuple


class Words(NamedTuple):
    """The same in both languages."""

    en: str
    ja: str

    def text(self, lang: str) -> str:
        """The words in "en" or "ja"."""
        return self.ja if lang == "ja" else self.en


def filled(text: str, values: Mapping[str, object]) -> str:
    """The text with its `{placeholders}` filled; `{count:card|cards}` is the first word for 1, else the second."""
    if "|" in text:
        text = _NUMBERED.sub(lambda one: one["one"] if str(values[one["key"]]) == "1" else one["many"], text)
    return text.format(**values)


_NUMBERED = re.compile(r"\{(?P<key>\w+):(?P<one>[^|{}]*)\|(?P<many>[^|{}]*)\}")
