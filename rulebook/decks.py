"""The deck document: what a player registers, with the place of every word (`schemas/deck.schema.json`).

Reading never fails on what people write: what is wrong becomes a fault with its place, and the rest is read.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import yaml

from rulebook.cards import Card
from rulebook.documents import Loader, broken_yaml
from rulebook.terms import EFFECTS

MAX_BYTES = 2_000_000
"""The largest document that is read; a Trial of many bundles has some 20,000 bytes."""
MAX_VALUES = 20_000
"""Values of one document with its aliases written out."""
MAX_QUANTITY = 999

KEYS = (
    "twgp", "title", "format", "cards", "options", "decks", "vitals", "extra_device", "master", "player", "tokens",
    "aside", "ignore",
)  # fmt: skip
BUNDLE_KEYS = ("name", "role", "archive", "cards")
ENTRY_KEYS = ("card", "effect", "quantity", "type", "phase")
MASTER_KEYS = ("card", "human", "sex", "code_key")
IGNORE_KEYS = ("code", "reason", "card")
ROLES = ("entry", "reserve")
SEXES = ("female", "male")
DECLARED_TYPES = ("bsd_counter", "surge_earth")


class Place(NamedTuple):
    """Where something stands in a document; both count from 1."""

    line: int = 1
    column: int = 1


class Fault(NamedTuple):
    """Something wrong with a document. `code` stands in `data/lint.yaml`, `says` is one of its messages."""

    code: str
    says: str
    place: Place
    values: Mapping[str, object]


class Entry(NamedTuple):
    """A card as a document lists it.

    `quantity` is 1 to 999; `counted` tells that it was written. `effect` is the effect that the player
    registers, `type` what the player declares the card to be (ARCH-03), `phase` its declared phase. `card`
    is the card of the pool, None before it is looked up and where none is found.
    """

    name: str
    place: Place
    quantity: int = 1
    counted: bool = False
    effect: str | None = None
    type: str | None = None
    phase: str | None = None
    card: Card | None = None

    @property
    def shown(self) -> "Card | str":
        """The card, else what is written."""
        return self.card or self.name


class Bundle(NamedTuple):
    """A bundle of cards, ideally twenty (RES-17), with its opening hand (RES-19)."""

    name: str
    place: Place
    cards: tuple[Entry, ...]
    role: str | None = None
    archive: tuple[Entry, ...] = ()


class Master(NamedTuple):
    """The card that a player names as master, and what is said of the character (MASTER-07, -10)."""

    entry: Entry
    human: bool | None = None
    sex: str | None = None
    code_key: bool = False


class Suppression(NamedTuple):
    """An order not to report a code: on one `line`, else in the whole document, if given for one card only."""

    code: str
    reason: str
    place: Place
    line: int | None = None
    card: str | None = None


class Deck(NamedTuple):
    """A deck document. `path` is its name in messages, `text` what was read; `form` yaml, json or text.

    `extra_device` has a tuple for each vital, in their order (EXTRA-06). `settings` are switches and house
    rules as written, `pools` the card lists that it names, `aside` cards that are in no place of the game.
    """

    path: str
    form: str
    text: str
    title: str | None = None
    format: str | None = None
    settings: Mapping[str, object] = {}
    pools: tuple[str, ...] = ()
    bundles: tuple[Bundle, ...] = ()
    vitals: tuple[Entry, ...] = ()
    extra_device: tuple[tuple[Entry, ...], ...] = ()
    masters: tuple[Master, ...] = ()
    player_sex: str | None = None
    tokens: tuple[Entry, ...] = ()
    aside: tuple[Entry, ...] = ()
    suppressions: tuple[Suppression, ...] = ()
    places: Mapping[str, Place] = {}
    """Where each key of the document stands; `options.X` for a setting, `cards.N` for a pool."""


Read = tuple[Deck, list[Fault]]


def read_decks(text: str, path: str) -> list[Read]:
    """Reads a file of deck documents in YAML or JSON: one, or several parted by `---` or in a list.

    Never raises on text. A document that is no YAML, or no map, gives an empty deck and fault F701.
    """
    form = "json" if text.lstrip()[:1] in ("{", "[") else "yaml"
    # A tab may stand between the signs of JSON, never inside a string; YAML does not always take one.
    yaml_text = _PAIR.sub(_joined, text.replace("\t", " ")) if form == "json" else text
    empty = Deck(path, form, text)
    try:
        documents = [node for node in yaml.compose_all(yaml_text, Loader=Loader) if node is not None]
    except yaml.YAMLError as error:
        problem = broken_yaml(error, yaml_text)
        place = Place(problem.line, problem.column)
        return [(empty, [Fault("F701", "not_yaml", place, {"reason": problem.message})])]
    except (RecursionError, ValueError) as error:
        says = "too_deep" if isinstance(error, RecursionError) else "characters"
        return [(empty, [Fault("F701", says, Place(), {})])]
    if len(documents) == 1 and isinstance(documents[0], yaml.SequenceNode):
        documents = documents[0].value
    if not documents:
        return [(empty, [Fault("F701", "empty", Place(), {})])]
    orders = list(suppressions_in(text))
    places = [_place(document) for document in documents]
    return [
        _read(node, empty._replace(suppressions=tuple(_within(orders, start, end))))
        for node, start, end in zip(documents, places, [*places[1:], None], strict=True)
    ]


def _within(orders: list[Suppression], start: Place, end: Place | None) -> Iterator[Suppression]:
    """The orders that stand in one of several documents; those above the first belong to it."""
    for order in orders:
        if (order.place >= start or start.line <= 2) and (end is None or order.place < end):
            yield order


def _read(node: Any, empty: Deck) -> Read:
    if not isinstance(node, yaml.MappingNode):
        return empty, [Fault("F701", "no_map", _place(node), {})]
    reader = _Reader()
    deck = reader.deck(node, empty)
    return deck._replace(suppressions=(*deck.suppressions, *empty.suppressions)), reader.faults


def suppressions_in(text: str) -> Iterator[Suppression]:
    """The orders `# twgp: ignore D104 -- reason` of a text; one alone on its line holds for the next."""
    if "ignore" not in text:
        return
    for number, line in enumerate(text.splitlines(), 1):
        match = _IGNORE.search(line)
        if match is None:
            continue
        target = number + 1 if not line[: match.start()].strip() else number
        for code in _CODE.finditer(match["codes"]):
            place = Place(number, match.start("codes") + code.start() + 1)
            yield Suppression(code[0].upper(), (match["reason"] or "").strip(), place, target)


_IGNORE = re.compile(
    r"(?:#|//|;)\s*twgp:\s*ignore\s+(?P<codes>[A-Za-z]\d{3}(?:[\s,]+[A-Za-z]\d{3})*)(?:\s*--(?P<reason>.*))?"
)
_CODE = re.compile(r"[A-Za-z]\d{3}")
_PAIR = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")


def _joined(match: re.Match[str]) -> str:
    """A surrogate pair, which JSON writes for a rare character, as that character."""
    high, low = int(match[0][2:6], 16), int(match[0][8:12], 16)
    return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))


def _place(node: Any) -> Place:
    return Place(node.start_mark.line + 1, node.start_mark.column + 1)


class _Reader:
    """Walks a composed document along its schema."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self._left = MAX_VALUES

    def fault(self, code: str, says: str, node: Any, **values: object) -> None:
        self.faults.append(Fault(code, says, _place(node), values))

    def deck(self, root: Any, empty: Deck) -> Deck:
        """The document under its root."""
        found = self._map(root, KEYS, "")
        if "twgp" not in found:
            self.fault("F702", "no_version", root)
        elif (version := self._word(found["twgp"])) not in (None, "1"):
            self.fault("F702", "version", found["twgp"], value=version)
        places = {key: _place(node) for key, node in found.items()}
        masters, extra, player = found.get("master"), found.get("extra_device"), found.get("player")
        return empty._replace(
            title=self._word(found.get("title")),
            format=self._word(found.get("format")),
            settings=self._settings(found.get("options"), places),
            pools=tuple(self._pools(found.get("cards"), places)),
            bundles=tuple(self._bundles(found.get("decks"))),
            vitals=self._entries(found.get("vitals")),
            extra_device=tuple(self._devices(extra)) if extra is not None else (),
            masters=tuple(filter(None, map(self._master, self._listed(masters)))) if masters is not None else (),
            player_sex=self._sex(self._map(player, ("sex",), "player").get("sex")) if player is not None else None,
            tokens=self._entries(found.get("tokens")),
            aside=self._entries(found.get("aside")),
            suppressions=tuple(self._suppressions(found.get("ignore"))),
            places=places,
        )

    def _settings(self, node: Any, places: dict[str, Place]) -> dict[str, object]:
        settings: dict[str, object] = {}
        if node is not None:
            for key, value in self._map(node, None, "options").items():
                word = self._word(value)
                places[f"options.{key}"] = _place(value)
                if word is not None:
                    settings[key] = word
        return settings

    def _pools(self, node: Any, places: dict[str, Place]) -> Iterator[str]:
        for value in self._listed(node) if node is not None else ():
            word = self._word(value)
            if word is not None:
                places.setdefault(f"cards.{word}", _place(value))
                yield word

    def _bundles(self, node: Any) -> Iterator[Bundle]:
        for number, child in enumerate(self._listed(node) if node is not None else (), 1):
            if isinstance(child, yaml.SequenceNode):
                yield Bundle(str(number), _place(child), self._entries(child))
                continue
            found = self._map(child, BUNDLE_KEYS, f"decks.{number}")
            role = self._word(found.get("role"))
            if role is not None and role not in ROLES:
                self.fault("F702", "bad_value", found["role"], key="role", value=role, known=", ".join(ROLES))
                role = None
            name = self._word(found.get("name")) or str(number)
            cards, archive = self._entries(found.get("cards")), self._entries(found.get("archive"))
            yield Bundle(name, _place(child), cards, role, archive)

    def _devices(self, node: Any) -> Iterator[tuple[Entry, ...]]:
        for child in self._listed(node):
            if isinstance(child, yaml.SequenceNode):
                yield self._entries(child)
            elif isinstance(child, yaml.ScalarNode) and not child.style and child.value in ("", "~", "null"):
                yield ()  # no device under this vital
            else:
                entry = self._entry(child)
                yield (entry,) if entry is not None else ()

    def _entries(self, node: Any) -> tuple[Entry, ...]:
        if node is None:
            return ()
        return tuple(entry for entry in map(self._entry, self._listed(node)) if entry is not None)

    def _entry(self, node: Any) -> Entry | None:
        if isinstance(node, yaml.ScalarNode):
            name = self._word(node)
            return None if name is None else Entry(name, _place(node))
        if isinstance(node, yaml.SequenceNode):
            self._spend(node)
            self.fault("F702", "list_for_card", node)
            return None
        found = self._map(node, ENTRY_KEYS, "card")
        name = self._word(found.get("card"))
        if name is None:
            if "card" not in found:
                self.fault("F702", "no_card", node)
            return None
        effect, type_ = self._word(found.get("effect")), self._word(found.get("type"))
        if effect is not None and effect not in EFFECTS:
            self.fault("F702", "bad_value", found["effect"], key="effect", value=effect, known=", ".join(EFFECTS))
            effect = None
        if type_ is not None and type_ not in DECLARED_TYPES:
            known = ", ".join(DECLARED_TYPES)
            self.fault("F702", "bad_value", found["type"], key="type", value=type_, known=known)
            type_ = None
        quantity = self._quantity(found.get("quantity"))
        place = _place(found["card"])
        return Entry(name, place, quantity or 1, quantity is not None, effect, type_, self._word(found.get("phase")))

    def _quantity(self, node: Any) -> int | None:
        word = self._word(node)
        if word is None:
            return None
        if word.isdecimal() and len(word) <= 4 and 1 <= int(word) <= MAX_QUANTITY:
            return int(word)
        self.fault("F708", "message", node, value=word)
        return None

    def _master(self, node: Any) -> Master | None:
        if isinstance(node, yaml.ScalarNode):
            entry = self._entry(node)
            return None if entry is None else Master(entry)
        found = self._map(node, MASTER_KEYS, "master")
        name = self._word(found.get("card"))
        if name is None:
            if "card" not in found:
                self.fault("F702", "no_card", node)
            return None
        human, key = self._truth(found.get("human"), "human"), self._truth(found.get("code_key"), "code_key")
        return Master(Entry(name, _place(found["card"])), human, self._sex(found.get("sex")), key is True)

    def _truth(self, node: Any, key: str) -> bool | None:
        word = self._word(node)
        if word is None or word.lower() in _TRUTHS:
            return None if word is None else _TRUTHS[word.lower()]
        self.fault("F702", "bad_value", node, key=key, value=word, known="true, false")
        return None

    def _sex(self, node: Any) -> str | None:
        word = self._word(node)
        if word is None or word in SEXES:
            return word
        self.fault("F702", "bad_value", node, key="sex", value=word, known=", ".join(SEXES))
        return None

    def _suppressions(self, node: Any) -> Iterator[Suppression]:
        for child in self._listed(node) if node is not None else ():
            single = isinstance(child, yaml.ScalarNode)
            found = {"code": child} if single else self._map(child, IGNORE_KEYS, "ignore")
            code = self._word(found.get("code"))
            if code is None or not _CODE.fullmatch(code):
                self.fault("F702", "bad_value", child, key="ignore", value=code or "", known="D101, V203, ...")
                continue
            reason = self._word(found.get("reason")) or ""
            yield Suppression(code.upper(), reason, _place(child), None, self._word(found.get("card")))

    def _listed(self, node: Any) -> list[Any]:
        """The items of a list; what is no list is one item, an empty place none."""
        self._spend(node)
        if isinstance(node, yaml.SequenceNode):
            return list(node.value)
        empty = isinstance(node, yaml.ScalarNode) and not node.style and node.value in ("", "~", "null")
        return [] if empty else [node]

    def _map(self, node: Any, known: tuple[str, ...] | None, path: str) -> dict[str, Any]:
        """The values of a map by key; every key is told that is not `known`, is given twice or no word."""
        self._spend(node)
        found: dict[str, Any] = {}
        if not isinstance(node, yaml.MappingNode):
            if not (isinstance(node, yaml.ScalarNode) and not node.value and not node.style):
                self.fault("F702", "no_map", node, key=path, known=", ".join(known or ()))
            return found
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self.fault("F702", "key_no_word", key)
            elif key.value in found:
                self.fault("F702", "twice", key, key=key.value)
            elif known is not None and key.value not in known:
                near = _near(key.value, known)
                says = "unknown_near" if near else "unknown"
                self.fault("F702", says, key, key=_short(key.value), known=", ".join(known), near=near)
            else:
                found[key.value] = value
        return found

    def _word(self, node: Any) -> str | None:
        """What is written, as it is written: `08`, `No` and 1e5 are words. None where nothing is."""
        if node is None:
            return None
        self._spend(node)
        if not isinstance(node, yaml.ScalarNode):
            self.fault("F702", "no_word", node)
            return None
        word = str(node.value)
        if not node.style and word in ("", "~", "null"):
            self.fault("F702", "nothing", node)
            return None
        return word.strip()

    def _spend(self, node: Any) -> None:
        """Counts a value against what one document may hold; aliases can make a small file endless."""
        self._left -= 1
        if self._left == 0:
            self.fault("F701", "too_many_values", node, allowed=MAX_VALUES)
        if self._left <= 0 and isinstance(node, yaml.CollectionNode):
            node.value = []


_TRUTHS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def _short(word: str) -> str:
    return word if len(word) <= 60 else word[:57] + "..."


def _near(word: str, known: tuple[str, ...]) -> str:
    from rulebook.formats import near

    return near(word[:60], known)
