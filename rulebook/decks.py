"""The deck document: what a player registers, with the place of every word (`schemas/deck.schema.json`).

Reading never fails on what people write: what is wrong becomes a fault with its place, and the rest is read.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from rulebook.cards import Card
from rulebook.effect_names import effect_named, effect_words
from rulebook.terms import EFFECTS
from rulebook.walk import Fault, Place, Walker, composed, is_empty, is_list, is_map, is_word, place_of
from rulebook.words import Words

MAX_BYTES = 2_000_000
"""The largest document that is read; a Trial of many bundles has some 20,000 bytes."""
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
    """An order not to report a code, or a check by its name: on one `line`, else in the whole document; with
    `card` for that card only.
    """

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
    start: Place = Place()
    """Where it begins in a file of several documents."""
    places: Mapping[str, Place] = {}
    """Where each key of the document stands; `options.X` for a setting, `cards.N` for a pool."""


def with_entries(deck: Deck, change: Callable[[Entry], Entry]) -> Deck:
    """The deck with every entry changed, those of hands, masters, tokens and the rest included."""

    def changed(entries: Iterable[Entry]) -> tuple[Entry, ...]:
        return tuple(map(change, entries))

    return deck._replace(
        bundles=tuple(
            bundle._replace(cards=changed(bundle.cards), archive=changed(bundle.archive)) for bundle in deck.bundles
        ),
        vitals=changed(deck.vitals),
        extra_device=tuple(map(changed, deck.extra_device)),
        masters=tuple(master._replace(entry=change(master.entry)) for master in deck.masters),
        tokens=changed(deck.tokens),
        aside=changed(deck.aside),
    )


Read = tuple[Deck, list[Fault]]


def read_decks(text: str, path: str) -> list[Read]:
    """Reads a file of deck documents in YAML or JSON: one, or several parted by `---` or in a list.

    Never raises on text. A document that is no YAML, or no map, gives an empty deck and fault F701.
    """
    form = "json" if text.lstrip()[:1] in ("{", "[") else "yaml"
    empty = Deck(path, form, text)
    documents = composed(text, form)
    if isinstance(documents, Fault):
        return [(empty, [documents])]
    if len(documents) == 1 and is_list(documents[0]):
        documents = documents[0].value
    if not documents:
        return [(empty, [Fault("F701", "empty", Place(), {})])]
    orders = list(suppressions_in(text))
    places = [place_of(document) for document in documents]
    several = len(documents) > 1
    return [
        _read(
            node,
            empty._replace(suppressions=tuple(_within(orders, start, end)), start=start if several else Place()),
        )
        for node, start, end in zip(documents, places, [*places[1:], None], strict=True)
    ]


def _within(orders: list[Suppression], start: Place, end: Place | None) -> Iterator[Suppression]:
    """The orders that stand in one of several documents; those above the first belong to it."""
    for order in orders:
        if (order.place >= start or start.line <= 2) and (end is None or order.place < end):
            yield order


def _read(node: Any, empty: Deck) -> Read:
    if not is_map(node):
        return empty, [Fault("F701", "no_map", place_of(node), {})]
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
        for code in _ORDERED.finditer(match["codes"]):
            place = Place(number, match.start("codes") + code.start() + 1)
            yield Suppression(_as_code(code[0]), (match["reason"] or "").strip(), place, target)


def _as_code(word: str) -> str:
    """A code in its spelling; the name of a check stays."""
    return word.upper() if _CODE.fullmatch(word) else word


_IGNORE = re.compile(
    r"(?:#|//|;)\s*twgp:\s*ignore\s+"
    r"(?P<codes>(?:[A-Za-z]\d{3}|[a-z]+(?:-[a-z]+)+)(?:[\s,]+(?:[A-Za-z]\d{3}|[a-z]+(?:-[a-z]+)+))*)"
    r"(?:\s*--(?P<reason>.*))?"
)
_CODE = re.compile(r"[A-Za-z]\d{3}")
_NAME = re.compile(r"[a-z]+(?:-[a-z]+)*")
_ORDERED = re.compile(r"[A-Za-z]\d{3}|[a-z]+(?:-[a-z]+)+")


_NO_SPACE = re.compile(r"-[^\s-]")
"""A list whose first item has no space after its dash."""


class CardReader(Walker):
    """Reads cards as documents list them."""

    def entries(self, node: Any) -> tuple[Entry, ...]:
        """The cards of a list; a single one counts as a list of one."""
        if node is None:
            return ()
        if is_word(node) and not node.style and _NO_SPACE.match(node.value):
            self.fault("F702", "dash", node)  # YAML takes all lines of such a list for one word
        return tuple(entry for entry in map(self.entry, self.listed(node)) if entry is not None)

    def entry(self, node: Any) -> Entry | None:
        """A card as a list has it: a word, or a map with `card:`."""
        if is_word(node):
            name = self.word(node)
            return None if name is None else Entry(name, place_of(node))
        if is_list(node):
            self.spend(node)
            self.fault("F702", "list_for_card", node)
            return None
        if (name := _split_name(node)) is not None:
            self.spend(node)
            self.fault("F702", "name_with_colon", node, name=name)
            return None
        found = self.map(node, ENTRY_KEYS, "card")
        name = self.word(found.get("card"))
        if name is None:
            if "card" not in found:
                self.fault("F702", "no_card", node)
            return None
        effect, type_ = self.word(found.get("effect")), self.word(found.get("type"))
        if effect is not None:
            wanted, effect = effect, effect_named(effect)
            if effect is None:
                names = Words(", ".join(EFFECTS), "、".join(one.ja for one in effect_words().values()))
                self.fault("F702", "bad_value", found["effect"], key="effect", value=wanted, known=names)
        if type_ is not None and type_ not in DECLARED_TYPES:
            known = ", ".join(DECLARED_TYPES)
            self.fault("F702", "bad_value", found["type"], key="type", value=type_, known=known)
            type_ = None
        quantity = self._quantity(found.get("quantity"))
        place = place_of(found["card"])
        return Entry(name, place, quantity or 1, quantity is not None, effect, type_, self.word(found.get("phase")))

    def _quantity(self, node: Any) -> int | None:
        word = self.word(node)
        if word is None:
            return None
        if word.isdecimal() and len(word) <= 4 and 1 <= int(word) <= MAX_QUANTITY:
            return int(word)
        self.fault("F708", "message", node, value=word)
        return None


def _split_name(node: Any) -> str | None:
    """`Number 39: Utopia` of what YAML took for a map with one key; None for a map that is meant as one."""
    if not is_map(node) or len(node.value) != 1:
        return None
    key, value = node.value[0]
    if not is_word(key) or not is_word(value) or _KEY.fullmatch(key.value):
        return None
    return f"{key.value}: {value.value}"


_KEY = re.compile("[a-z_]+")
"""What keys look like: a slip in one is told as such."""


class _Reader(CardReader):
    """Walks a deck document along its schema."""

    def deck(self, root: Any, empty: Deck) -> Deck:
        """The document under its root."""
        found = self.map(root, KEYS, "")
        if "twgp" not in found:
            self.fault("F702", "no_version", root)
        elif (version := self.word(found["twgp"])) not in (None, "1"):
            self.fault("F702", "version", found["twgp"], value=version)
        places = {key: place_of(node) for key, node in found.items()}
        masters, extra, player = found.get("master"), found.get("extra_device"), found.get("player")
        return empty._replace(
            title=self.word(found.get("title")),
            format=self.word(found.get("format")),
            settings=self._settings(found.get("options"), places),
            pools=tuple(self._pools(found.get("cards"), places)),
            bundles=tuple(self._bundles(found.get("decks"))),
            vitals=self.entries(found.get("vitals")),
            extra_device=tuple(self._devices(extra)) if extra is not None else (),
            masters=tuple(filter(None, map(self._master, self.listed(masters)))) if masters is not None else (),
            player_sex=self._sex(self.map(player, ("sex",), "player").get("sex")) if player is not None else None,
            tokens=self.entries(found.get("tokens")),
            aside=self.entries(found.get("aside")),
            suppressions=tuple(self._suppressions(found.get("ignore"))),
            places=places,
        )

    def _settings(self, node: Any, places: dict[str, Place]) -> dict[str, object]:
        settings: dict[str, object] = {}
        if node is not None:
            for key, value in self.map(node, None, "options").items():
                word = self.word(value)
                places[f"options.{key}"] = place_of(value)
                if word is not None:
                    settings[key] = word
        return settings

    def _pools(self, node: Any, places: dict[str, Place]) -> Iterator[str]:
        for value in self.listed(node) if node is not None else ():
            word = self.word(value)
            if word is not None:
                places.setdefault(f"cards.{word}", place_of(value))
                yield word

    def _bundles(self, node: Any) -> Iterator[Bundle]:
        for number, child in enumerate(self.listed(node) if node is not None else (), 1):
            if is_list(child):
                yield Bundle(str(number), place_of(child), self.entries(child))
                continue
            if is_empty(child):
                self.fault("F702", "nothing", child)
            found = self.map(child, BUNDLE_KEYS, f"decks.{number}")
            role = self.word(found.get("role"))
            if role is not None and role not in ROLES:
                self.fault("F702", "bad_value", found["role"], key="role", value=role, known=", ".join(ROLES))
                role = None
            name = self.word(found.get("name")) or str(number)
            cards, archive = self.entries(found.get("cards")), self.entries(found.get("archive"))
            yield Bundle(name, place_of(child), cards, role, archive)

    def _devices(self, node: Any) -> Iterator[tuple[Entry, ...]]:
        for child in self.listed(node):
            if is_list(child):
                yield self.entries(child)
            elif is_empty(child):
                yield ()  # no device under this vital
            else:
                entry = self.entry(child)
                yield (entry,) if entry is not None else ()

    def _master(self, node: Any) -> Master | None:
        if is_word(node):
            entry = self.entry(node)
            return None if entry is None else Master(entry)
        if (name := _split_name(node)) is not None:
            self.fault("F702", "name_with_colon", node, name=name)
            return None
        found = self.map(node, MASTER_KEYS, "master")
        name = self.word(found.get("card"))
        if name is None:
            if "card" not in found:
                self.fault("F702", "no_card", node)
            return None
        human, key = self._truth(found, "human"), self._truth(found, "code_key")
        return Master(Entry(name, place_of(found["card"])), human, self._sex(found.get("sex")), key is True)

    def _truth(self, found: dict[str, Any], key: str) -> bool | None:
        word = self.word(found.get(key))
        truth = truth_of(word)
        if word is not None and truth is None:
            self.fault("F702", "bad_value", found[key], key=key, value=word, known="true, false")
        return truth

    def _sex(self, node: Any) -> str | None:
        word = self.word(node)
        if word is None or word in SEXES:
            return word
        self.fault("F702", "bad_value", node, key="sex", value=word, known=", ".join(SEXES))
        return None

    def _suppressions(self, node: Any) -> Iterator[Suppression]:
        for child in self.listed(node) if node is not None else ():
            single = is_word(child)
            found = {"code": child} if single else self.map(child, IGNORE_KEYS, "ignore")
            code = self.word(found.get("code"))
            if code is None or not (_CODE.fullmatch(code) or _NAME.fullmatch(code)):
                self.fault("F702", "bad_value", child, key="ignore", value=code or "", known="D101, V203, ...")
                continue
            reason = self.word(found.get("reason")) or ""
            yield Suppression(_as_code(code), reason, place_of(child), None, self.word(found.get("card")))


def truth_of(word: str | None) -> bool | None:
    """What a word says that may be true or false; None for every other."""
    return None if word is None else _TRUTHS.get(word.lower())


_TRUTHS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
