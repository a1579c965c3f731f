"""The words of a deck's sheet in one language, for the terminal and for the page alike."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from decklint.case import type_words
from decklint.findings import Finding, card_name
from decklint.reach.model import Best
from decklint.sheet import Bar, BundleSheet, LinkSheet, Sheet, Shown, Vital
from rulebook.attributes import attributes
from rulebook.decks import Master
from rulebook.formats import format_name
from rulebook.options import resolve
from twgp.explain import effect_names
from twgp.lang import phrase

_BRACKET = re.compile(r"\s*[（(].*[)）]$")
"""What a type is called in full, after its short name."""
_ROW = 6
"""Units of Zero that are named; more are those that no other attribute names."""
_LONGEST = 120
"""Letters of a name that are shown."""
_HARMFUL = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
"""What steers a terminal, turns the writing direction or stands in no file: shown as a blank."""


def plain(text: str) -> str:
    """A text of a document as it may be shown anywhere: one line, no control characters, not endless."""
    text = _HARMFUL.sub(" ", text)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


class Say:
    """Says what a sheet holds; `findings` are those of the linter, `file` the deck's name for its command."""

    def __init__(self, sheet: Sheet, findings: Iterable[Finding], lang: str) -> None:
        self.sheet = sheet
        self.lang = lang
        self._findings = list(findings)
        self._unknown_units = any(entry.card is None for bundle in sheet.case.deck.bundles for entry in bundle.cards)

    def word(self, name: str, /, **values: object) -> str:
        """A phrase of the sheet."""
        return phrase(f"sheet_{name}", self.lang, **values)

    @cached_property
    def title(self) -> str:
        """The deck's title."""
        return plain(self.sheet.case.deck.title or "") or self.word("untitled")

    @cached_property
    def facts(self) -> list[str]:
        """The format with its columns, and the options that are not at the defaults of the format."""
        play = self.sheet.case.play
        names = (format_name(id_, self.lang) for id_ in (play.format.base, *play.format.overlays))
        facts = [self.word("format", format=" + ".join(names), columns=self.sheet.columns)]
        changed = play.options.departures(resolve({}, play.format.id))
        if changed:
            listed = ", ".join(f"{key}={value}" for key, value in changed.items())
            facts.append(self.word("options", options=plain(listed)))
        return facts

    def _listed(self, words: Iterable[str]) -> str:
        return ("、" if self.lang == "ja" else ", ").join(words)

    def name(self, shown: Shown) -> str:
        """The card's name in this language where it has one, with its number of copies."""
        name = plain(card_name(shown.entry.shown, self.lang))
        return f"{name} ×{shown.entry.quantity}" if shown.entry.quantity > 1 else name

    def names(self, cards: Iterable[Shown]) -> str:
        """Several cards in a row."""
        return self._listed(map(self.name, cards))

    def strength(self, shown: Shown) -> str:
        """The power of a unit or the sign of a weapon; empty for other cards."""
        if shown.power is not None:
            return f"{shown.power:02d}"
        return f"{shown.sign:+d}" if shown.sign is not None else ""

    def effects(self, shown: Shown) -> str:
        """The effects that have force."""
        names = self._effects
        said = (names[effect] + ("" if number is None else f" {number:02d}") for effect, number in shown.effects)
        return " + ".join(said)

    @cached_property
    def _effects(self) -> dict[str, str]:
        return effect_names(self.lang)

    def type(self, type_: str) -> str:
        """A type of `decklint.sheet.TYPE_ORDER` as a heading."""
        if type_ in ("unknown", "bsd_counter"):
            return self.word(f"type_{type_}")
        return _BRACKET.sub("", type_words(type_).text(self.lang))

    def group(self, type_: str, cards: Iterable[Shown]) -> str:
        """The heading of the cards of a type."""
        return self.word("group", type=self.type(type_), count=sum(shown.cards for shown in cards))

    def does(self, shown: Shown) -> str:
        """What a card does: its effects, and for a unit what summons it."""
        parts = [self.effects(shown)]
        if shown.type == "unit" and shown.power is None:
            parts.append(self.word("power_unknown"))
        if shown.need is not None:
            parts.append(self.need(shown))
        return ("。" if self.lang == "ja" else "; ").join(part for part in parts if part)

    def need(self, shown: Shown) -> str:
        """What summons a unit of a bundle."""
        need = shown.need
        if need is None:
            return ""
        columns = self.sheet.columns
        way: str = need.way
        if way == "never" and need.cells > columns:
            way = "wide"
        elif way == "never" and self._unknown_units:
            way = "unknown"
        said = [
            self.word(f"need_{way}", sum=f"{need.sum:02d}", vitals=need.vitals, columns=columns, best=_sum(need.best))
        ]
        if need.with_others:
            said.append(self.word("need_others"))
        if need.cells > 1:
            said.append(self.word("set", cells=need.cells))
        return self._listed(said)

    def kind(self, vital: Vital) -> str:
        """The kind of a vital."""
        if vital.kind:
            return phrase(f"vital_{vital.kind}", self.lang)
        return self.type(vital.shown.type)

    def device(self, shown: Shown) -> str:
        """An extra device: its name, type, power and effects."""
        kind = " ".join(part for part in (self.type(shown.type), self.strength(shown)) if part)
        facts = self._listed(part for part in (kind, self.effects(shown)) if part)
        return f"{self.name(shown)}（{facts}）" if self.lang == "ja" else f"{self.name(shown)} ({facts})"

    def master(self, master: Master, shown: Shown) -> str:
        """The card named as master and what is said of it."""
        facts = [self.strength(shown) or "06"]
        if master.human is not None:
            facts.append(self.word("master_human" if master.human else "master_other"))
        if master.sex is not None:
            facts.append(self.word(f"master_{master.sex}"))
        if master.code_key:
            facts.append(self.word("master_key"))
        return self.word("master", card=self.name(shown), facts=self._listed(facts))

    def bundle(self, sheet: BundleSheet) -> str:
        """The heading of a bundle."""
        name = plain(sheet.bundle.name)
        said = [self.word("bundle_numbered" if name.isdecimal() else "bundle", name=name)]
        if sheet.bundle.role is not None and sheet.bundle.role != name:
            said.append(self.word(sheet.bundle.role))
        said.append(self.word("bundle_count", cards=sheet.cards))
        return self._listed(said)

    def bar(self, bar: Bar) -> str:
        """The powers of a bar."""
        return f"{bar.low:02d}" if bar.low == bar.high else f"{bar.low:02d}-{bar.high:02d}"

    def link_name(self, link: LinkSheet) -> str:
        """The name of an attribute, with its sign or how that is read."""
        one = link.attribute
        return self.word("link_name", name=one.text(self.lang), other=one.kana if self.lang == "ja" else one.ja)

    def link_facts(self, link: LinkSheet) -> str:
        """Colour, emblem and type of an attribute, which one it beats and which beats it (ATTR-01, LINK-14)."""
        known, one = attributes(), link.attribute
        place = one.colour.place_ja if self.lang == "ja" else one.colour.place_en
        colour = one.colour.text(self.lang)
        if place:
            colour += f"（{place}）" if self.lang == "ja" else f" ({place})"
        return self.word(
            "link_facts", colour=colour, emblem=one.emblem.text(self.lang), type=one.type.text(self.lang),
            beats=known[one.beats].text(self.lang), beaten=known[one.beaten_by].text(self.lang),
        )  # fmt: skip

    def link_units(self, link: LinkSheet) -> list[str]:
        """The units that pair, and in how many ways."""
        if not link.pairs:
            roles = [self.names(link.a)] if link.same else list(self._roles(link))
            return ["; ".join(roles) + self.word("link_alone")]
        if link.attribute.id == "zero" and len(link.a) > _ROW:
            units = [self.word("link_rest", count=len(link.a))]
        elif link.same:
            units = [self.word("link_any", cards=self.names(link.a))]
        else:
            units = list(self._roles(link))
        return [*units, self.word("link_pairs", pairs=link.pairs)]

    def _roles(self, link: LinkSheet) -> Iterator[str]:
        for role, cards in (("a", link.a), ("b", link.b)):
            if cards:
                yield self.word(f"link_{role}", cards=self.names(cards))

    @cached_property
    def link_heading(self) -> str:
        """The heading of the Links with the number of vitals at which they work (LINK-02, LINK-12)."""
        when = self.word("link_when", vitals=self.sheet.link_vitals)
        return f"{self.word('links')}（{when}）" if self.lang == "ja" else f"{self.word('links')} ({when})"

    @cached_property
    def drives(self) -> str:
        """What the short words on summoning mean; empty where no unit has any."""
        if not any(shown.need for one in self.sheet.bundles for _, cards in one.groups for shown in cards):
            return ""
        return self.word("drives", downloads=self.sheet.case.play.format.charge_drive_downloads)

    @cached_property
    def bring(self) -> list[str]:
        """What to bring to the table (RES-10, DRIVE-09)."""
        bring = self.sheet.bring
        counts = {"decks": bring.decks, "vitals": bring.vitals, "extra": bring.extra, "tokens": bring.tokens}
        parts = [self.word(f"bring_{part}", count=count) for part, count in counts.items() if count]
        said = [self.word("bring_die")]
        if parts:
            joined = self._listed(parts)
            said.append(self.word("bring_cards", cards=bring.cards, parts=joined))
        if bring.token_makers:
            said.append(self.word("tokens_wanted", cards=self.names(bring.token_makers)))
        if self.sheet.tokens:
            said.append(self.word("tokens_listed", cards=self.names(self.sheet.tokens)))
        elif bring.token_makers:
            said.append(self.word("tokens_missing"))
        return said

    @cached_property
    def found(self) -> str:
        """How many findings there are and where to read them."""
        count = {severity: sum(one.severity == severity for one in self._findings) for severity in _SEVERITIES}
        file = plain(self.sheet.case.deck.path)
        return self.word("found", errors=count["error"], warnings=count["warning"], infos=count["info"], file=file)

    @cached_property
    def unknown(self) -> str:
        """The cards that no list holds; empty where all are known."""
        if not self.sheet.case.has_data:
            return self.word("no_lists")
        if not self.sheet.unknown:
            return ""
        listed = self._listed(map(plain, self.sheet.unknown))
        return self.word("unknown", cards=listed)


_SEVERITIES = ("error", "warning", "info")


def _sum(best: Best | None) -> str:
    """The greatest sum of materials, with a sign where a greater one was not ruled out."""
    if best is None:
        return "00"
    return f"{'' if best.exact else '≥'}{max(best.power, best.counter):02d}"
