"""What was played, as judges write it down after a battle (`schemas/played.schema.json`), with places.

It is held against the registered list (JUDGE-05); reading it never fails on what people write.
"""

from typing import Any, NamedTuple

from rulebook.decks import CardReader, Entry, truth_of
from rulebook.walk import Fault, Place, composed, is_map, is_word, place_of

KEYS = ("registered", "used", "face_down")
FACE_DOWN_KEYS = ("battle", "charge")
CELL_KEYS = ("card", "weapon")


class Cell(NamedTuple):
    """A card face down on the Battle Grid; `weapon` tells that weapons lie under it, `weapons` which (WEAPON-12)."""

    entry: Entry
    weapon: bool = False
    weapons: tuple[Entry, ...] = ()


class Played(NamedTuple):
    """What a player used. `path` is its name in messages, `registered` the deck document as it is named here.

    `used` are the cards that were seen in play, each as often as it was there. `battle` are the face-down cards
    of the Battle Grid, `charge` those of the Charge Grid, which may be any (AEFFECT-05).
    """

    path: str
    text: str
    registered: str | None = None
    used: tuple[Entry, ...] = ()
    battle: tuple[Cell, ...] = ()
    charge: tuple[Entry, ...] = ()
    place: Place = Place()
    """Where `registered` stands."""

    @property
    def hidden(self) -> tuple[Entry, ...]:
        """Every card that lay face down, and the weapons under them."""
        under = [weapon for cell in self.battle for weapon in cell.weapons]
        return (*(cell.entry for cell in self.battle), *under, *self.charge)


def read_played(text: str, path: str) -> tuple[Played, list[Fault]]:
    """Reads what was played, in YAML or JSON. Never raises on text; what cannot be read is fault F701."""
    empty = Played(path, text)
    documents = composed(text, "json" if text.lstrip()[:1] == "{" else "yaml")
    if isinstance(documents, Fault):
        return empty, [documents]
    if not is_map(documents[0]):
        return empty, [Fault("F701", "no_played", place_of(documents[0]), {})]
    reader = _Reader()
    return reader.played(documents[0], empty), reader.faults


class _Reader(CardReader):
    """Walks the document along its schema."""

    def played(self, root: Any, empty: Played) -> Played:
        found = self.map(root, KEYS, "")
        below = found.get("face_down")
        hidden = self.map(below, FACE_DOWN_KEYS, "face_down") if below is not None else {}
        named = found.get("registered")
        return empty._replace(
            registered=self.word(named),
            used=self.entries(found.get("used")),
            battle=tuple(self._cells(hidden.get("battle"))),
            charge=self.entries(hidden.get("charge")),
            place=place_of(named) if named is not None else Place(),
        )

    def _cells(self, node: Any) -> list[Cell]:
        cells = (self._cell(child) for child in (self.listed(node) if node is not None else ()))
        return [cell for cell in cells if cell is not None]

    def _cell(self, node: Any) -> Cell | None:
        if not is_map(node):
            entry = self.entry(node)
            return None if entry is None else Cell(entry)
        found = self.map(node, CELL_KEYS, "card")
        name = self.word(found.get("card"))
        if name is None:
            if "card" not in found:
                self.fault("F702", "no_card", node)
            return None
        entry, under = Entry(name, place_of(found["card"])), found.get("weapon")
        if under is None:
            return Cell(entry)
        if is_word(under) and (truth := truth_of(under.value)) is not None:
            return Cell(entry, truth)
        weapons = self.entries(under)
        return Cell(entry, bool(weapons), weapons)
