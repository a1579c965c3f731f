"""The codes of notes, readings and errors, with their messages in both languages (`data/codes.yaml`)."""

from functools import cache
from typing import Any, NamedTuple

from rulebook.loading import load_yaml
from rulebook.resources import data_path
from rulebook.words import Words


class Code(NamedTuple):
    """One code. `level` is note, doubtful, unreadable, error or reading; `rules` are the rule ids it rests on.

    `about` is what of a card a note explains, "type", "power" or "links"; empty where it stays whatever they are.
    """

    id: str
    level: str
    en: str
    ja: str
    rules: tuple[str, ...]
    about: str = ""

    def text(self, lang: str, **values: object) -> str:
        """The message in `lang` ("en" or "ja") with `{placeholders}` filled; a value may be `Words`."""
        shown = {key: one.text(lang) if isinstance(one, Words) else one for key, one in values.items()}
        return (self.ja if lang == "ja" else self.en).format(**shown)


@cache
def codes() -> dict[str, Code]:
    """Every code by id."""
    entries: dict[str, Any] = load_yaml(data_path("codes.yaml"))
    return {
        id_: Code(id_, entry["level"], entry["en"], entry["ja"], tuple(entry.get("rules", ())), entry.get("about", ""))
        for id_, entry in entries.items()
    }


def message(code: str, lang: str, /, **values: object) -> str:
    """The message of `code` in `lang`. Raises `KeyError` for a code that is not on the list."""
    return codes()[code].text(lang, **values)


class CodedError(Exception):
    """An error that a user made or met. `code` stands in `data/codes.yaml`; `values` fill its message."""

    def __init__(self, code: str, /, **values: object) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values

    def text(self, lang: str = "en") -> str:
        """The message in `lang`, "en" or "ja"."""
        return message(self.code, lang, **self.values)

    def __str__(self) -> str:
        return self.text()
