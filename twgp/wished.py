"""The wishes of `twgp deck build` as words of the command line, and what came of them."""

import sys
import unicodedata
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from twgp.lang import phrase

if TYPE_CHECKING:
    from decklint.making.reasons import Impossible
    from decklint.making.wishes import Wishes
    from decklint.play import Play
    from decklint.reach import Level
    from rulebook.cards import Card
    from twgp.built import Whole

_LAW = frozenset(f"build_needs_{name}" for name in ("size", "effects", "poison", "zero", "per_player"))
"""Reasons that nobody can leave out."""


def refusal(error: "Impossible", lang: str) -> str:
    """Why there is no deck, with a head that says what may be done about it."""
    if len(error.reasons) == 1:
        return error.text(lang)
    wishes = [one for one in error.reasons if one.code != "build_pool" and one.code not in _LAW]
    laws = [one for one in error.reasons if one.code in _LAW]
    rest = [one for one in error.reasons if one not in wishes and one not in laws]
    lines: list[str] = []
    if wishes:
        lines += [phrase("build_impossible", lang), *(one.text(lang) for one in wishes)]
    if laws:
        lines += [phrase("build_laws" if wishes else "build_only_laws", lang), *(one.text(lang) for one in laws)]
    return "\n".join([*lines, *(one.text(lang) for one in rest)])


def check_wishes(
    asked: "Sequence[Card]",
    hand: "Sequence[Card]",
    left_out: "Sequence[Card]",
    least: Mapping[str, int],
    most: Mapping[str, int],
) -> None:
    """Raises `CodedError` for wishes that contradict each other whatever the pool has."""
    from rulebook.codes import CodedError

    out = {card.identity for card in left_out}
    for card in (*asked, *hand):
        if card.identity in out:
            raise CodedError("must_and_without", card=card.name)
    for type_, number in least.items():
        if number > most.get(type_, number):
            raise CodedError("least_over_most", key=type_, least=number, most=most[type_])


def say_curve(whole: "Whole", wishes: "Wishes", lang: str) -> None:
    """Says on stderr where the nearest power curve is not the one wished for."""
    from decklint.making.build import on_curve

    for at, items in enumerate(whole.bundles):
        counted = on_curve(items, wishes)
        if all(got == band.number for band, got in counted):
            continue
        shown = ", ".join(
            phrase("built_band", lang, low=band.low, high=band.high, wished=band.number, got=got)
            for band, got in counted if got != band.number
        )  # fmt: skip
        print(phrase("built_curve", lang, bundle=at + 1, bands=shown), file=sys.stderr)


def level_named(word: str) -> "Level":
    """The level of that name. Raises `CodedError` for any other word."""
    from decklint.reach import LEVELS
    from rulebook.codes import CodedError

    for level in LEVELS:
        if level == word:
            return level
    raise CodedError("reach_unknown", level=word, known=", ".join(LEVELS))


def numbers(option: str, words: Sequence[str]) -> dict[str, int]:
    """Numbers of cards by type, as `weapon=2` or `ユニット=14`."""
    from decklint.case import type_names
    from decklint.play import DECK_TYPES
    from rulebook.codes import CodedError
    from rulebook.formats import fold

    named = {fold(name): type_ for type_ in DECK_TYPES for name in (type_, *type_names(type_))}
    found: dict[str, int] = {}
    for text in words:
        word, _, count = (part.strip() for part in unicodedata.normalize("NFKC", text).partition("="))
        type_ = named.get(fold(word))
        if type_ is None or not count.isdecimal():
            raise CodedError("number_of_type", option=option, text=text, known=", ".join(sorted(DECK_TYPES)))
        found[type_] = int(count)
    return found


def attribute(word: str | None, play: "Play") -> str | None:
    """The link attribute that a word means, in either language (LINK-18)."""
    from rulebook.codes import CodedError
    from rulebook.loading import load_yaml
    from rulebook.names import fold
    from rulebook.resources import data_path

    if word is None:
        return None
    if play.options["modules.link"] is False:
        raise CodedError("link_off", link=word)
    known: list[dict[str, str]] = load_yaml(data_path("links.yaml"))["attributes"]
    for one in known:
        if fold(word) in {fold(one[key]) for key in ("id", "ja", "kana", "en")}:
            return one["id"]
    raise CodedError("link_unknown", link=word, known=", ".join(one["id"] for one in known))
