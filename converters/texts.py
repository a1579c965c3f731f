"""What a card's text decides: effects, flags, readings, and the types that only the text can tell."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from converters.effects import ClauseReading, EffectReader, GameReader, TextReading, primary_effect
from converters.effects.text import nfkc
from converters.kinds import Decision, default_places
from converters.links import LinkReader, poison_name, poison_unit
from converters.power import Departure
from converters.recipe import Recipe
from rulebook.cards import Card, CardEffect, Note, Reading, TextKey
from rulebook.codes import codes
from rulebook.terms import CardType, Place, VitalKind

FACE_BREAK = "\n//\n"
"""Stands between the texts of a card's faces."""
_VOID_TEXT = frozenset({"unit", "weapon"})
"""Types whose text is void in Half, Full and Trial (MATRIX-15, MATRIX-16)."""
Say = Callable[..., str]
"""`say(code, **values)` gives a message in the language of the run."""


class Said(NamedTuple):
    """What one language's text of a card says, its faces together."""

    effects: tuple[CardEffect, ...]
    flags: tuple[str, ...]
    readings: tuple[Reading, ...]
    key: str
    first: TextReading
    clauses: int
    clauses_read: int


def reading_texts() -> Mapping[str, tuple[str, str]]:
    """Our words for each reading, English and Japanese."""
    return {id_: (code.en, code.ja) for id_, code in codes().items() if code.level == "reading"}


class TextJudge:
    """Completes the cards of one game by what their texts and names say.

    `clauses_read` of all `clauses` so far were understood.
    """

    def __init__(self, reader: EffectReader, links: LinkReader, recipe: Recipe, departure: Departure, notes: "Notes"):
        self._game: GameReader = reader.game(recipe.id, recipe.number_unit, reading_texts())
        self._links = links
        self._departure = departure
        self._notes = notes
        self.clauses = 0
        self.clauses_read = 0

    def complete(self, card: Card, decision: Decision) -> Card:
        """The card with everything that its text and name decide (CODEBOOK sections 1 to 4)."""
        unit = decision.type == "unit"
        void = decision.type in _VOID_TEXT
        key = TextKey()
        # English decides where both languages are there, unless it is read worse: then Japanese may know more.
        said = None if decision.flavour else self.said(card.text, "en", card.name, unit=unit, void=void)
        japanese = None if decision.flavour else card.text_ja
        if japanese:
            name = card.name_ja or card.name
            if said is None or said.clauses_read * 2 < said.clauses:
                other = self.said(japanese, "ja", name, unit=unit, void=void)
                key = TextKey(said.key if said else None, other.key if other else None)
                if said is None or (other and other.clauses_read * said.clauses > said.clauses_read * other.clauses):
                    said = other
            else:
                key = TextKey(said.key, self._key(japanese, "ja", name, unit=unit))
        elif said is not None:
            key = TextKey(said.key)
        notes = card.notes
        links = card.links
        named = poisonous = False
        if unit:
            links, remarks = self._links.read(card.name, card.name_ja, card.species)
            notes = (*notes, *(self._notes.note(code, values) for code, values in remarks))
            named = poison_name(card.name, card.name_ja, self._departure, card.species)
            poisonous = poison_unit(card.name, card.name_ja, card.species, self._departure)
        if said is None:
            sign = 1 if decision.type == "weapon" else None
            return msgspec.structs.replace(
                card, links=links, poison_name=named, poison_unit=poisonous, notes=notes, weapon_sign=sign
            )
        self.clauses += said.clauses
        self.clauses_read += said.clauses_read
        kind, places, vital_kind, added = self._kind(card, decision, said)
        return msgspec.structs.replace(
            card,
            type=kind,
            vital_kind=vital_kind,
            weapon_sign=self._sign(kind, said),
            places=places,
            effect=primary_effect((effect.effect for effect in said.effects), has_text=said.clauses > 0),
            effects=said.effects,
            flags=tuple(dict.fromkeys((*card.flags, *said.flags))),
            readings=said.readings,
            links=links,
            poison_name=named,
            poison_unit=poisonous,
            text_key=key,
            notes=(*notes, *(self._notes.note(code, {}) for code in added)) if added else notes,
        )

    def explain(self, card: Card) -> dict[str, list[ClauseReading]]:
        """Each clause of a card's texts by language, with what it was read as; the faces one behind the other."""
        explained: dict[str, list[ClauseReading]] = {}
        for language, text, name in (("en", card.text, card.name), ("ja", card.text_ja, card.name_ja or card.name)):
            if text:
                explained[language] = [
                    clause
                    for part, own_name in _faces(text, name)
                    for clause in self._game.explain(part, language, own_name, unit=card.type == "unit")
                ]
        return explained

    def said(self, text: str | None, language: str, name: str, *, unit: bool, void: bool) -> Said | None:
        """What a text says; the texts of several faces are read one by one."""
        if not text:
            return None
        if FACE_BREAK not in text:
            one = self._game.read(text, language, name, unit=unit, void=void)
            return Said(
                tuple(one.effects), tuple(one.flags), tuple(one.readings), one.key, one, one.clauses, one.clauses_read
            )
        return self._said_by_faces(text, language, name, unit=unit, void=void)

    def _key(self, text: str, language: str, name: str, *, unit: bool) -> str | None:
        """The key that `said` would give, without reading."""
        if FACE_BREAK not in text:
            return self._game.key(text, language, name, unit=unit)
        keys = [self._game.key(part, language, own_name, unit=unit) for part, own_name in _faces(text, name)]
        return "-".join(key for key in keys if key is not None)

    def _said_by_faces(self, whole: str, language: str, name: str, *, unit: bool, void: bool) -> Said:
        effects: list[CardEffect] = []
        readings: list[Reading] = []
        flags: dict[str, None] = {}
        keys: list[str] = []
        all_read: list[TextReading] = []
        offset = 0
        for face, (text, own_name) in enumerate(_faces(whole, name)):
            one = self._game.read(text, language, own_name, unit=unit, face=face, void=void)
            all_read.append(one)
            effects += [
                msgspec.structs.replace(effect, span=(effect.span[0] + offset, effect.span[1] + offset))
                for effect in one.effects
            ]
            readings += [
                msgspec.structs.replace(note, span=(note.span[0] + offset, note.span[1] + offset))
                for note in one.readings
            ]
            flags.update(dict.fromkeys(one.flags))
            keys.append(one.key)
            offset += len(nfkc(text)) + len(FACE_BREAK)
        return Said(
            tuple(effects),
            tuple(flags),
            tuple(readings),
            "-".join(keys),
            all_read[0],
            sum(one.clauses for one in all_read),
            sum(one.clauses_read for one in all_read),
        )

    def _kind(
        self, card: Card, decision: Decision, said: Said
    ) -> tuple[CardType, tuple[Place, ...], VitalKind | None, list[str]]:
        """Type, places and kind of vital by what the text says, with the notes that say why (TYPE-02)."""
        kind, places, vital_kind = card.type, card.places, card.vital_kind
        may, notes = decision.text_may_make, []
        first = said.first
        priority = self._departure("type_priority")
        if (first.read01 and "blast_counter" in may and priority != "printed_kind_first") or (
            first.read01 and kind == "weapon" and priority == "log_first"
        ):
            kind, notes = "blast_counter", ["type_by_log_trigger"]
        elif "surge_earth" in may and self._may_be_earth(first):
            kind, notes = "surge_earth", ["type_by_defence"]
        elif "archive_trap" in may and first.trap:
            kind, notes = "archive_trap", ["type_by_answer"]
        elif decision.says_more is not None:
            more = decision.says_more(nfkc(card.text or card.text_ja or ""))
            kind, notes = ("vital", ["land_does_more"]) if more else (kind, ["land_makes_mana"])
        elif decision.bearer is not None and not any(
            text and decision.bearer.search(text) for text in (card.text, card.text_ja)
        ):
            kind, notes = "vital", ["no_unit_bears_it"]
        if kind != card.type:
            places, vital_kind = default_places(kind), "counter" if kind == "vital" else None
        scope = self._departure("ed_search_text_scope")
        if "search" in said.flags and kind != "none" and (kind not in _VOID_TEXT or scope == "any_text"):
            if places != ("extra_device",):
                notes = [*notes, "place_by_search"]
            places = ("extra_device",)
        return kind, places, vital_kind, notes

    def _may_be_earth(self, first: TextReading) -> bool:
        """The fourth condition; the other three are the recipe's (EARTH-14 to EARTH-18)."""
        if self._departure("card_types_surge_earth") is False or self._departure("modules.surge_earth") is False:
            return False
        return self._departure("surge_earth_conditions") == "any_one" or not first.grid

    def _sign(self, kind: CardType, said: Said) -> int | None:
        if kind != "weapon":
            return None
        return 1 if self._departure("weapon_text_use") == "none_all_plus" else said.first.weapon_sign


def _faces(text: str, name: str) -> Iterator[tuple[str, str]]:
    """The text of each face with the face's own name; of fewer names than faces the last one again."""
    names = name.split(" // ")
    for face, part in enumerate(text.split(FACE_BREAK)):
        yield part, names[min(face, len(names) - 1)]


class Notes:
    """Makes notes in the language of the run; equal ones are made once."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._made: dict[tuple[str, str], Note] = {}

    def note(self, code: str, values: Mapping[str, object]) -> Note:
        """The note of a code with its message."""
        key = (code, str(values))
        made = self._made.get(key)
        if made is None:
            if len(self._made) > 5_000:
                self._made.clear()
            made = self._made[key] = Note(code, self._say(code, **values))
        return made
