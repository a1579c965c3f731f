"""Why there is no deck, as reasons that people read."""

import re
from collections.abc import Mapping, Sequence

from decklint.catalogue import Words
from decklint.findings import Finding, card_name
from rulebook.cards import Card
from rulebook.codes import CodedError, message

BARRED = {
    "D107": "barred_by_type", "D111": "barred_surge_earth", "D113": "barred_power", "E304": "barred_search",
    "E305": "barred_phase", "O801": "barred_module", "O803": "barred_format", "": "barred_otherwise",
}  # fmt: skip
"""Why cards stand in no bundle, in a few words for each code of the linter."""

_BRACKET = re.compile(r"\s*[（(].*[)）]$")


class Reason(CodedError):  # noqa: N818 - it says why there is no deck
    """A wish, a rule or a remark; cards and findings among its values are told in the language of the message."""

    def text(self, lang: str = "en") -> str:
        """The message in `lang`, "en" or "ja"."""
        values = {key: _shown(value, lang) for key, value in self.values.items()}
        short = self.code == "build_needs_size" and int(str(self.values["fit"])) < int(str(self.values["number"]))
        return message("build_too_few" if short else self.code, lang, **values)


def _shown(value: object, lang: str) -> object:
    if isinstance(value, Card):
        return card_name(value, lang)
    if isinstance(value, Finding):  # which bundle it was tried in says nothing here
        where = value.deck.text(lang) if value.deck is not None else ""
        return value.text(lang).removeprefix(where).lstrip(":： ")
    if isinstance(value, Mapping):
        counts = [f"{_shown(key, lang)} {number}" for key, number in value.items()]
        return ("、" if lang == "ja" else ", ").join(counts) or ("なし" if lang == "ja" else "none")
    if isinstance(value, Words):
        return _BRACKET.sub("", value.text(lang))
    return message(value, lang) if isinstance(value, str) and value in BARRED.values() else value


class Impossible(Exception):  # noqa: N818 - a result, and no fault of anyone
    """No deck keeps these wishes and rules together; without any one of them there would be one.

    `reasons` say each of them, then what the pool offers.
    """

    def __init__(self, reasons: Sequence[Reason]) -> None:
        super().__init__(*reasons)
        self.reasons = tuple(reasons)

    def text(self, lang: str) -> str:
        """The reasons, a line each."""
        return "\n".join(reason.text(lang) for reason in self.reasons)


class Undecided(CodedError):  # noqa: N818 - an answer, if a poor one
    """A search met its bound: neither a choice was found nor that there is none."""
