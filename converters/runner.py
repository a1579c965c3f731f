"""Runs a recipe: one foreign record becomes one T.W.G.P card."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from converters.effects import ClauseReading, EffectReader
from converters.fields import JOINT, Fields, as_text, is_empty
from converters.kinds import Decision, KindReader
from converters.links import LinkReader
from converters.numbers import read_number
from converters.power import Departure, PowerReader, Result
from converters.recipe import Power, Recipe
from converters.records import Row, Unreadable
from converters.texts import FACE_BREAK, Notes, Say, TextJudge
from rulebook.cards import Card, Source, TextKey
from rulebook.names import clean_name, clean_text, fold, is_damaged, slug
from rulebook.terms import CardType

_BASE = (
    "id", "name", "name_ja", "species", "kind", "text", "text_ja", "set", "number", "faces", "other_faces",
    "quantity", "species_ja",
)  # fmt: skip
_KIND = _BASE.index("kind")
_KANA_OR_KANJI = re.compile("[\u3041-\u30fa\u3400-\u9fff]")
_NO_KEY = TextKey()
_NO_POWER = Power(sources=("power",))
TextSource = tuple[EffectReader, LinkReader]
"""What reads texts and names; one for all games of a run."""


class Runner:
    """Converts records of one game. Decisions on equal raw values are worked out once."""

    def __init__(
        self, recipe: Recipe, *, departure: Departure, say: Say, ruleset: str, texts: TextSource | None = None
    ) -> None:
        self.recipe = recipe
        self._made_notes = Notes(say)
        self._judge = TextJudge(*texts, recipe, departure, self._made_notes) if texts is not None else None
        self._ruleset = ruleset
        self._kinds = KindReader(recipe, departure)
        spec = recipe.power or _NO_POWER
        self._power = PowerReader(spec, departure)
        self._units_only = spec.units_only
        self._kind_alone = not (self._kinds.fields or self._kinds.needs_power)
        self._decisions: dict[str, Decision] = {}
        self._decided_by: dict[tuple[str, ...], list[tuple[str, int]]] = {}
        self._identity_fields = tuple(dict.fromkeys(name for key in recipe.identity for name in key))
        conditions, powers = self._kinds.fields, self._power.fields
        names = (*_BASE, *conditions, *powers, *self._identity_fields)
        self._fields = Fields(recipe, names)
        start = len(_BASE)
        middle, end = start + len(conditions), start + len(conditions) + len(powers)
        self._conditions = slice(start, middle)
        self._powers = slice(middle, end)
        self._keys = slice(end, None)
        places = {name: index for index, name in enumerate(self._identity_fields)}
        self._identity = [
            (f"{recipe.id}:{index}:", [places[name] for name in key]) for index, key in enumerate(recipe.identity)
        ]
        self._sets = [(re.compile(entry.match), entry.cards) for entry in recipe.sets]
        self._tidy = recipe.html

    def card(self, row: Row) -> Card | Unreadable:
        """The card of a record, or why there is none. The record may be changed in passing."""
        return self.cards([row])[0]

    def cards(self, rows: Sequence[Row | Unreadable]) -> list[Card | Unreadable]:
        """As `card` for many records, which takes half the time; what is unreadable is handed on."""
        made = [row if isinstance(row, Unreadable) else self._printed(row) for row in rows]
        printed = [one for one in made if not isinstance(one, Unreadable)]
        cards = iter(self._judge.complete_all(printed) if self._judge is not None else [card for card, _ in printed])
        return [one if isinstance(one, Unreadable) else next(cards) for one in made]

    def explain(self, card: Card) -> dict[str, list[ClauseReading]]:
        """Each clause of a card's texts by language; nothing where texts are not read."""
        return self._judge.explain(card) if self._judge is not None else {}

    def retyped(self, card: Card, type_: CardType, flags: Sequence[str] | None = None) -> Card:
        """A converted card as one of another type; `flags` stand for those that its text says."""
        return self._judge.retyped(card, type_, flags) if self._judge is not None else card

    @property
    def clauses(self) -> tuple[int, int]:
        """How many clauses of card text were read, and how many there were."""
        return (self._judge.clauses_read, self._judge.clauses) if self._judge is not None else (0, 0)

    def _printed(self, row: Row) -> tuple[Card, Decision] | Unreadable:
        """The card as its printed kind and numbers decide, and that decision."""
        shape = self._fields.shape(row)
        values = shape.values(row)
        id_, name, name_ja, species, kind, text, text_ja, set_, number, faces, other_faces = values[:11]
        quantity, species_ja = values[11:13]
        if faces or other_faces:
            joined = self._join_faces(row, faces, other_faces)
            if joined is not None:
                return joined
        kind_text = kind if type(kind) is str else _kind_text(kind)
        conditions, powers = values[self._conditions], values[self._powers]
        decision = self._decisions.get(kind_text) if self._kind_alone else None
        if decision is None:
            has_power = self._kinds.needs_power and self._power.is_positive(powers)
            decision = self._decisions[kind_text] = self._kinds.read(kind_text, conditions, has_power)
        notes = decision.notes
        power = decision.power
        if decision.type == "unit":
            if power is None:
                result = self._unit_power(kind, powers)
                power = result.power
                if result.notes:
                    notes = (*notes, *result.notes)
        elif self._units_only and decision.clear and self._power.is_positive(powers):
            notes = (*notes, ("number_on_non_unit", {"kind": kind_text}))
        english, japanese, name_note = _names(name, name_ja)
        shown = english or japanese
        if not shown:
            return Unreadable("no_name")
        english_text, japanese_text = self._texts(text, text_ja)
        if is_damaged(shown) or (english_text is not None and is_damaged(english_text)):
            notes = (*notes, ("text_damaged", {}))
        if name_note:
            notes = (*notes, (name_note, {}))
        flags = decision.flags
        for pattern, cards in self._sets:
            if pattern.search(shown):
                flags = (*flags, f"set:{cards}")
        species_text = decision.species if species is None else as_text(species, " ")
        shown_id = slug(str(id_)) if not is_empty(id_) else slug(shown)
        if quantity is not None and quantity != "":
            copies = read_number(quantity).value
            if copies is None or copies < 1 or copies != int(copies):
                notes = (*notes, ("quantity_unreadable", {"raw": quantity}))
                quantity = None
            else:
                quantity = int(copies)
        # By position, in the order of the fields of Card: this is run for every card of a long list.
        card = Card(
            f"{self.recipe.id}/{shown_id}",
            self._identify(values[self._keys], kind_text, shown, power),
            shown,
            self.recipe.id,
            decision.type,
            japanese,
            species_text,
            species_ja if type(species_ja) is str else as_text(species_ja, " "),
            decision.vital_kind,
            None,  # weapon_sign
            decision.places,
            power,
            None,  # effect
            (),  # effects
            flags,
            (),  # readings
            (),  # links
            False,  # poison_name
            False,  # poison_unit
            decision.phase,
            english_text,
            japanese_text,
            _NO_KEY,
            tuple([self._made_notes.note(code, given) for code, given in notes]) if notes else (),
            (),  # overridden
            quantity or None,
            None,  # section
            (str(id_),) if not is_empty(id_) else (),
            self._ruleset,
            Source(
                id_ if isinstance(id_, str | int) and not isinstance(id_, bool) else as_text(id_),
                set_ if type(set_) is str else as_text(set_, ", "),
                number if type(number) is str else as_text(number, ", "),
                self._decided(shape.columns, values),
            ),
        )
        return card, decision

    def columns(self, row: Row) -> dict[str, tuple[str, ...]]:
        """Which field is read from which columns of a record: what a card is made of, and the number that is its
        power. What columns only tell cards apart or decide between kinds is left to `read_columns`."""
        shape = self._fields.shape(dict(row))
        shown = {*_BASE, *self._power.fields}
        found = zip(self._fields.names, shape.columns, strict=True)
        return {name: tuple(column.split(JOINT)) for name, column in found if column and name in shown}

    def read_columns(self, row: Row) -> frozenset[str]:
        """All columns of a record that any field is read from."""
        return self._fields.shape(dict(row)).read

    def _unit_power(self, kind: Any, powers: tuple[Any, ...]) -> Result:
        """The power of a unit; where a column names a kind for each half, that of the halves that are units."""
        for column in kind if isinstance(kind, tuple) else (kind,):
            if isinstance(column, str) and ("/" in column or "／" in column):
                parts = column.replace("／", "/").split("/")
                halves = tuple(self._kinds.is_unit(part.strip()) for part in parts)
                if any(halves):
                    return self._power.read(powers, halves)
        return self._power.read(powers)

    def _identify(self, keys: tuple[Any, ...], kind: str, name: str, power: int | None) -> str:
        """The key under which two records are one card: the first of the recipe's keys that is whole."""
        for start, places in self._identity:
            parts = [keys[place] for place in places]
            if None not in parts and "" not in parts:
                try:
                    return start + fold("|".join(parts))
                except TypeError:  # numbers, or lists such as attacks
                    return start + fold("|".join([as_text(part, " ") or "" for part in parts]))
        return f"{self.recipe.id}:{fold(name)}|{fold(kind)}|{'' if power is None else power}"

    def _texts(self, text: Any, text_ja: Any) -> tuple[str | None, str | None]:
        english = text if type(text) is str else as_text(text)
        japanese = text_ja if type(text_ja) is str else as_text(text_ja)
        if english:
            english = clean_text(english, markup=self._tidy) or None
            if english and not japanese and not english.isascii() and _is_japanese(english):
                english, japanese = None, english
        if japanese:
            japanese = clean_text(japanese, markup=self._tidy)
        return english or None, japanese or None

    def _decided(self, columns: tuple[str, ...], values: tuple[Any, ...]) -> dict[str, Any]:
        """The raw fields that decided type and power, under the file's own column names."""
        plan = self._decided_by.get(columns)
        if plan is None:
            places = (_KIND, *range(*self._powers.indices(len(columns))))
            plan = self._decided_by[columns] = [(columns[place], place) for place in places if columns[place]]
        decided = {column: values[place] for column, place in plan if values[place] is not None}
        if type(values[_KIND]) is tuple:  # several columns hold the kind
            joined = decided.pop(columns[_KIND])
            named = zip(columns[_KIND].split(JOINT), joined, strict=True)
            decided = {**{column: value for column, value in named if not is_empty(value)}, **decided}
        return decided

    def _join_faces(self, row: Row, faces: Any, other_faces: Any) -> tuple[Card, Decision] | Unreadable | None:
        """A card of several faces: type and power of the front, the texts of all (STATUS-07)."""
        outer = {
            key: value
            for key, value in row.items()
            if value is None or (value is not faces and value is not other_faces)
        }
        inner = [face for face in faces or () if isinstance(face, dict)]
        if len(inner) == 1 or (not inner and not other_faces):
            return self._printed({**outer, **inner[0]}) if inner else None
        parts = [{**outer, **_filled(face)} for face in inner] or [outer]
        parts += [{**outer, **_filled(face)} for face in other_faces or () if isinstance(face, dict)]
        made = [self._printed(dict(part)) for part in parts]
        whole = self._printed(dict(outer))
        if isinstance(made[0], Unreadable):
            return made[0]
        front, decision = made[0]
        cards = [one[0] for one in made if not isinstance(one, Unreadable)]
        names_ja = [card.name_ja for card in cards]
        named = not isinstance(whole, Unreadable) and "//" in whole[0].name
        name = whole[0].name if named and not isinstance(whole, Unreadable) else _join_names(c.name for c in cards)
        joined = msgspec.structs.replace(
            front,
            id=front.id if front.printings else f"{self.recipe.id}/{slug(name)}",
            identity=front.identity if isinstance(whole, Unreadable) or not self._identity else whole[0].identity,
            name=name,
            name_ja=_join_names(n for n in names_ja if n) if all(names_ja) else front.name_ja,
            text=_join_texts(card.text for card in cards),
            text_ja=_join_texts(card.text_ja for card in cards),
        )
        return joined, decision


def _filled(face: Row) -> Row:
    return {key: value for key, value in face.items() if not is_empty(value) or key in ("mana_cost", "text")}


def _join_names(names: Any) -> str:
    return " // ".join(dict.fromkeys(names))


def _join_texts(texts: Any) -> str | None:
    kept = [text or "" for text in texts]
    return FACE_BREAK.join(kept) if any(kept) else None


def _kind_text(kind: Any) -> str:
    if isinstance(kind, tuple):  # several columns hold the kind
        return " / ".join(part for value in kind if (part := as_text(value, " ")))
    return as_text(kind, " ") or ""


def _names(name: Any, name_ja: Any) -> tuple[str | None, str | None, str | None]:
    """English name, Japanese name, and a note when the Japanese one looks translated."""
    english = name if type(name) is str else as_text(name)
    japanese = name_ja if type(name_ja) is str else as_text(name_ja)
    if english and not japanese and not english.isascii():
        english, japanese = _told_apart(english)
    if english:
        english = clean_name(english)
    if japanese:
        japanese = clean_name(japanese)
        if japanese == english and japanese.isascii() and not japanese.isdigit():
            return english, None, "name_ja_is_english"
    return english or None, japanese or None, None


def _told_apart(name: str) -> tuple[str | None, str | None]:
    """A name that holds both languages on lines of their own, or the Japanese one alone."""
    lines = [line.strip() for line in name.splitlines() if line.strip()]
    foreign = [line for line in lines if _KANA_OR_KANJI.search(line)]
    if foreign and len(foreign) < len(lines):
        return next(line for line in lines if line not in foreign), foreign[0]
    return (None, name) if _is_japanese(name) else (name, None)


def _is_japanese(text: str) -> bool:
    """Whether a text is Japanese rather than English with Japanese names in it."""
    wide = len(_KANA_OR_KANJI.findall(text))
    narrow = sum(map(str.isalpha, text)) - wide
    return wide > narrow
