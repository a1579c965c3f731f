"""What a card's text decides: effects, flags, readings, and the types that only the text can tell."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain, islice
from typing import NamedTuple, TypeVar

import msgspec

from converters.effects import ClauseReading, EffectReader, GameReader, Job, TextReading, primary_effect
from converters.effects.text import nfkc
from converters.kinds import Decision, second_places, usual_places
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
_Placed = TypeVar("_Placed", CardEffect, Reading)
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

    def complete_all(self, printed: Sequence[tuple[Card, Decision]]) -> list[Card]:
        """The cards with everything that their texts and names decide (CODEBOOK sections 1 to 4)."""
        read = self._read(printed)
        for said, _ in read:
            if said is not None:
                self.clauses += said.clauses
                self.clauses_read += said.clauses_read
        return [
            self._complete(card, decision, said, key)
            for (card, decision), (said, key) in zip(printed, read, strict=True)
        ]

    def retyped(self, card: Card, type_: CardType, flags: Sequence[str] | None = None) -> Card:
        """The card as one of type `type_`, with all that follows from the type; its text is read anew and not counted.

        `flags` stand for those that the text says. What the text would make of the type is not asked. A note on
        the type goes; where the type was `type_` already, only a doubt about it.
        """
        if type_ == card.type:
            return msgspec.structs.replace(card, notes=_without(card.notes, {"type"}, doubts=True))
        second = "extra_device" in card.places and not any(note.code == "place_by_search" for note in card.notes)
        second = second and type_ != "none"
        places = (second_places if second else usual_places)(type_, self._departure)
        was, is_ = (
            Decision(
                kind, places, "counter" if kind == "vital" else None, (), None, None, (), None, (), True,
                flavour=card.text_key == TextKey(), settled=True,
            )
            for kind in (card.type, type_)
        )  # fmt: skip
        (before, _), (said, key) = self._read([(card, was), (card, is_)])
        if said is not None and flags is not None:
            said = said._replace(flags=tuple(flags))
        printed = msgspec.structs.replace(
            card,
            type=type_,
            vital_kind=is_.vital_kind,
            weapon_sign=None,
            places=places,
            flags=tuple([flag for flag in card.flags if before is None or flag not in before.flags]),
            phase=card.phase if second else None,
            links=(),
            notes=_without(card.notes, {"type", "links"}),
        )
        return self._complete(printed, is_, said, key)

    def _read(self, printed: Sequence[tuple[Card, Decision]]) -> list[tuple[Said | None, TextKey]]:
        """What the text of each card says, in one language, and the keys of its texts in both.

        English decides where both languages are there, unless it is read worse: then Japanese may know more.
        """
        english = self._said([_jobs(card, decision, "en") for card, decision in printed])
        japanese = [_jobs(card, decision, "ja") for card, decision in printed]
        ask = [said is None or said.clauses_read * 2 < said.clauses for said in english]
        others = self._said([jobs if asked else [] for jobs, asked in zip(japanese, ask, strict=True)])
        keys = self._keys([[] if asked else jobs for jobs, asked in zip(japanese, ask, strict=True)])
        found: list[tuple[Said | None, TextKey]] = []
        for said, other, key in zip(english, others, keys, strict=True):
            better = said is None or (
                other is not None and other.clauses_read * said.clauses > said.clauses_read * other.clauses
            )
            text_key = TextKey(said.key if said is not None else None, other.key if other is not None else key)
            found.append((other if better else said, text_key))
        return found

    def _complete(self, card: Card, decision: Decision, said: Said | None, key: TextKey) -> Card:
        unit = decision.type == "unit"
        notes = card.notes
        links = card.links
        named = poisonous = False
        if unit:
            links, remarks = self._links.read(card.name, card.name_ja, card.species, card.species_ja)
            if remarks:
                notes = (*notes, *[self._notes.note(code, values) for code, values in remarks])
            named = poison_name(card.name, card.name_ja, self._departure, card.species, card.species_ja)
            poisonous = poison_unit(card.name, card.name_ja, card.species, self._departure, card.species_ja)
        if said is None:
            sign = 1 if decision.type == "weapon" else None
            return msgspec.structs.replace(
                card, links=links, poison_name=named, poison_unit=poisonous, notes=notes, weapon_sign=sign
            )
        kind, places, vital_kind, added = self._kind(card, decision, said)
        effects, void = said.effects, kind in _VOID_TEXT
        if void is not (decision.type in _VOID_TEXT):  # the text made it another type
            effects = tuple([msgspec.structs.replace(effect, void=void) for effect in effects])
        return msgspec.structs.replace(
            card,
            type=kind,
            vital_kind=vital_kind,
            weapon_sign=self._sign(kind, said),
            places=places,
            effect=primary_effect(
                [effect.effect for effect in said.effects],
                has_text=bool(said.effects) or (said.clauses > 0 and _says_something(card)),
            ),
            effects=effects,
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

    def _said(self, wanted: Sequence[Sequence[Job]]) -> list[Said | None]:
        """What each text says, its faces together; None for one without any."""
        readings = iter(self._game.read_all(list(chain.from_iterable(wanted))))
        return [_together(jobs, list(islice(readings, len(jobs)))) if jobs else None for jobs in wanted]

    def _keys(self, wanted: Sequence[Sequence[Job]]) -> list[str | None]:
        """The keys that `_said` would give, without reading."""
        keys = iter(self._game.keys(list(chain.from_iterable(wanted))))
        return ["-".join(key for key in islice(keys, len(jobs)) if key) if jobs else None for jobs in wanted]

    def _kind(
        self, card: Card, decision: Decision, said: Said
    ) -> tuple[CardType, tuple[Place, ...], VitalKind | None, list[str]]:
        """Type, places and kind of vital by what the text says, with the notes that say why (TYPE-02)."""
        kind, places, vital_kind = card.type, card.places, card.vital_kind
        may, notes = decision.text_may_make, []
        first = said.first
        priority = self._departure("type_priority")
        if decision.settled:
            pass
        elif (first.read01 and "blast_counter" in may and priority != "printed_kind_first") or (
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
            places, vital_kind = usual_places(kind, self._departure), "counter" if kind == "vital" else None
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


def _jobs(card: Card, decision: Decision, language: str) -> list[Job]:
    """The texts of a card in one language, one for each face; none where its words are no rules."""
    text, name = (card.text, card.name) if language == "en" else (card.text_ja, card.name_ja or card.name)
    if not text or decision.flavour:
        return []
    unit, void = decision.type == "unit", decision.type in _VOID_TEXT
    if FACE_BREAK not in text:
        return [Job(text, language, name, unit, 0, void)]
    return [Job(part, language, own, unit, face, void) for face, (part, own) in enumerate(_faces(text, name))]


def _together(jobs: Sequence[Job], readings: Sequence[TextReading]) -> Said:
    """What the faces of a card say, with places that count in the whole text."""
    first = readings[0]
    if len(jobs) == 1:
        return Said(
            tuple(first.effects), tuple(first.flags), tuple(first.readings), first.key, first,
            first.clauses, first.clauses_read,
        )  # fmt: skip
    effects: list[CardEffect] = []
    notes: list[Reading] = []
    offset = 0
    for job, one in zip(jobs, readings, strict=True):
        effects += [_moved(effect, offset) for effect in one.effects]
        notes += [_moved(note, offset) for note in one.readings]
        offset += len(nfkc(job.text)) + len(FACE_BREAK)
    return Said(
        tuple(effects),
        tuple(dict.fromkeys(flag for one in readings for flag in one.flags)),
        tuple(notes),
        "-".join(one.key for one in readings),
        first,
        sum(one.clauses for one in readings),
        sum(one.clauses_read for one in readings),
    )


def _moved(one: _Placed, offset: int) -> _Placed:
    start, end = one.span
    return msgspec.structs.replace(one, span=(start + offset, end + offset))


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


def _without(notes: tuple[Note, ...], about: AbstractSet[str], *, doubts: bool = False) -> tuple[Note, ...]:
    """The notes that explain none of these things; with `doubts` only what is doubtful goes."""
    known = codes()
    return tuple(
        [
            note
            for note in notes
            if (code := known.get(note.code)) is None
            or code.about not in about
            or (doubts and code.level != "doubtful")
        ]
    )


def _says_something(card: Card) -> bool:
    """Whether a text of the card holds more than headings: the name and the damage of an attack are no text."""
    return any(
        line.strip() and line.rstrip()[-1] not in ":："
        for text in (card.text, card.text_ja)
        if text
        for line in text.split("\n")
    )
