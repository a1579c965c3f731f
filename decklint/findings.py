"""What the linter finds."""

from collections.abc import Mapping
from typing import NamedTuple

from decklint.catalogue import Severity, Words, checks
from rulebook.cards import Card
from rulebook.decks import Entry
from rulebook.walk import Fault, Place
from rulebook.words import filled


class Finding(NamedTuple):
    """One thing found in one document.

    `code` stands in `data/lint.yaml`, `says` is one of its messages, `values` fill it. `deck` is the part of
    the document and `card` the card that it is about, `got` what is there and `allowed` what may be.
    """

    code: str
    says: str
    severity: Severity
    path: str
    place: Place
    values: Mapping[str, object]
    deck: Words | None = None
    card: Card | str | None = None

    @property
    def name(self) -> str:
        """The name of the check, for example `duplicate-effect`."""
        return checks()[self.code].name

    @property
    def rules(self) -> tuple[str, ...]:
        """Ids of the rules that the check enforces."""
        return checks()[self.code].rules

    @property
    def got(self) -> object:
        """What is there, None where the message names no amount."""
        return self.values.get("got")

    @property
    def allowed(self) -> object:
        """What may be there, None where the message names no amount."""
        return self.values.get("allowed")

    def text(self, lang: str) -> str:
        """The message in "en" or "ja"."""
        return self._filled(checks()[self.code].says[self.says].words, lang)

    def hint(self, lang: str) -> str:
        """What helps, empty where nothing is known."""
        words = checks()[self.code].says[self.says].hint
        return "" if words is None else self._filled(words, lang)

    def _filled(self, words: Words, lang: str) -> str:
        values = dict(self.values)
        values.setdefault("deck", self.deck)
        values.setdefault("card", self.card)
        shown = {key: _shown(value, lang) for key, value in values.items()}
        return filled(words.text(lang), shown)


def finding(
    code: str,
    place: Place,
    says: str = "message",
    /,
    *,
    deck: Words | None = None,
    card: Entry | Card | str | None = None,
    **values: object,
) -> Finding:
    """A finding of `code` with the severity of that message; the document's path is filled in later."""
    about = card.shown if isinstance(card, Entry) else card
    return Finding(code, says, checks()[code].says[says].severity, "", place, values, deck, about)


def of_fault(fault: Fault) -> Finding:
    """What reading a document found wrong, as a finding."""
    return finding(fault.code, fault.place, fault.says)._replace(values=fault.values)


def card_name(card: Card | str, lang: str) -> str:
    """The card's name in that language, else the name that it has."""
    if isinstance(card, str):
        return card
    return card.name_ja if lang == "ja" and card.name_ja else card.name


def _shown(value: object, lang: str) -> str:
    if isinstance(value, Words):
        return value.text(lang)
    if isinstance(value, Entry):
        return card_name(value.shown, lang)
    if isinstance(value, Card):
        return card_name(value, lang)
    if isinstance(value, list | tuple):
        return ("、" if lang == "ja" else ", ").join(_shown(one, lang) for one in value)
    return "" if value is None else str(value)
