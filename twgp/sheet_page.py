"""A deck's sheet as one HTML page for A4 (`data/pages/deck.html.jinja`): nothing in it comes from elsewhere."""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from decklint.sheet import Bar
from rulebook.attributes import attributes
from rulebook.resources import data_path
from twgp.sheet_words import Say

_JAPANESE = re.compile("[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f]")
_WIDTH, _HEIGHT, _ABOVE = 100.0, 20.0, 4.0
"""Size of the curve's picture, and the room above its highest bar for the number."""
_GAP = 0.2
"""The share of a bar's place that stays empty."""


class Column(NamedTuple):
    """A bar of the curve as a picture: its place in units of the picture, y downwards."""

    x: float
    y: float
    width: float
    height: float
    bar: Bar

    @property
    def middle(self) -> float:
        """Where its labels stand."""
        return round(self.x + self.width / 2, 2)


def columns(curve: Sequence[Bar]) -> list[Column]:
    """The curve as a picture of 100 by 20, the highest bar 16 high."""
    most = max((bar.units for bar in curve), default=0)
    place = _WIDTH / max(len(curve), 1)
    found = []
    for at, bar in enumerate(curve):
        height = (_HEIGHT - _ABOVE) * bar.units / most if most else 0.0
        sizes = (place * (at + _GAP / 2), _HEIGHT - height, place * (1 - _GAP), height)
        x, y, width, height = (round(size, 2) for size in sizes)
        found.append(Column(x, y, width, height, bar))
    return found


def page(sheets: Sequence[Say], lang: str) -> str:
    """The sheets as one HTML document, each beginning on a page of its own. Every word in it is escaped."""
    return _template().render(sheets=sheets, lang=lang, attributes=attributes().values())


def ink(shade: str) -> str:
    """Black or white, whichever can be read better on a colour `#rrggbb`."""
    red, green, blue = (int(shade[at : at + 2], 16) for at in (1, 3, 5))
    return "#000000" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#ffffff"


def is_japanese(text: str) -> bool:
    """Whether a text holds kana or kanji, whose forms depend on the language that the page names for them."""
    return _JAPANESE.search(text) is not None


@cache
def _template() -> Template:
    made = Environment(
        loader=FileSystemLoader(data_path("pages")), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    made.filters.update(columns=columns, ink=ink)
    made.tests["japanese"] = is_japanese
    return made.get_template("deck.html.jinja")
