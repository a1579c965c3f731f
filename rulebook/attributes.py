"""The nine link attributes for people: names, types, colours, emblems, and which puts which offline
(`data/links.yaml`; L643-716, L767-799).
"""

from functools import cache

import msgspec

from rulebook.loading import load_yaml
from rulebook.resources import data_path


class Named(msgspec.Struct, frozen=True):
    """A name in both languages."""

    en: str
    ja: str

    def text(self, lang: str) -> str:
        """The name in "en" or "ja"."""
        return self.ja if lang == "ja" else self.en


class Colour(Named, frozen=True):
    """A colour with its place in the colour body, where it has one (L767-775).

    `shade` is the colour on screens and paper as `#rrggbb`.
    """

    shade: str
    place_en: str | None = None
    place_ja: str | None = None


class _Drive(Named, frozen=True):
    id: str


class Attribute(msgspec.Struct, frozen=True):
    """A link attribute (ATTR-01 to ATTR-18). `beats` and `beaten_by` are ids (LINK-14 to LINK-16)."""

    id: str
    en: str
    ja: str
    kana: str
    type: Named
    colour: Colour
    emblem: Named
    drive_effect: _Drive
    beats: str = ""
    beaten_by: str = ""

    def text(self, lang: str) -> str:
        """The name in "en" or "ja"."""
        return self.ja if lang == "ja" else self.en


class _Cycle(msgspec.Struct, frozen=True):
    order: tuple[str, str, str]


class _Data(msgspec.Struct, frozen=True):
    attributes: tuple[Attribute, ...]
    cycles: tuple[_Cycle, ...]


@cache
def attributes() -> dict[str, Attribute]:
    """The attributes by id, in the order of the rule text."""
    data = msgspec.convert(load_yaml(data_path("links.yaml")), _Data)
    beats = {
        first: second
        for cycle in data.cycles
        for first, second in zip(cycle.order, (*cycle.order[1:], cycle.order[0]), strict=True)
    }
    beaten = {second: first for first, second in beats.items()}
    return {
        one.id: msgspec.structs.replace(one, beats=beats[one.id], beaten_by=beaten[one.id]) for one in data.attributes
    }
