"""Legal rows of vitals: counted exactly, and each found by its number (RES-07, RES-14..16, DORSAGA-04)."""

from collections.abc import Sequence

import msgspec

from decklint.making.independence import IndependentSets
from decklint.play import Play
from rulebook.cards import Card
from rulebook.codes import CodedError

_MODULES = {
    "weapon": ("modules.deck_card_type",),
    "blast_counter": ("modules.deck_card_type",),
    "archive_trap": ("modules.deck_card_type",),
    "archive_effect": ("modules.deck_card_type", "modules.archive_effect"),
    "surge_earth": ("modules.surge_earth",),
}
"""The option systems that a type of card belongs to (TYPE-08)."""


class VitalSets:
    """The legal vital rows of a pool.

    A row is a set: `count` is the number of different ones, `at` gives that of a number. It holds as many
    cards as the format of `play` has vitals, no card and no text twice (V202, V203), each of them fit to be
    a vital (V204) and not bound to the extra device by search (E304) or phase (E305). Every row holds the
    cards of `must` and none of `without`, nor another row of the pool with the identity of one of those.
    The `master` takes one place of every row; only its identity counts then, not what it is or says
    (MASTER-12).

    `must` and `master` are cards of the pool. Raises `CodedError` for wishes that no row can fulfil
    together, with the rule that stands in the way; a pool that is merely too small has a count of 0, and
    `shortage` says why.
    """

    def __init__(
        self,
        cards: Sequence[Card],
        play: Play,
        *,
        must: Sequence[Card] = (),
        without: Sequence[Card] = (),
        master: Card | None = None,
    ) -> None:
        self._cards = cards
        self._play = play
        wanted = [card for card in unlike(must) if master is None or card.identity != master.identity]
        left_out = {card.identity for card in without}
        if master is not None:
            check_master(master, play)
        for card in (*wanted, *([master] if master else [])):
            if card.identity in left_out:
                raise CodedError("must_and_without", card=card.name)
        for card in wanted:
            reason = why_no_vital(card, play)
            if reason is not None:
                raise CodedError(reason, card=card.name)
        _check_together(wanted, play)
        self._free = play.format.vitals - len(wanted) - (master is not None)
        if self._free < 0:
            raise CodedError(
                "must_too_many", count=len(wanted) + (master is not None), format=play.format.id,
                places=play.format.vitals,
            )  # fmt: skip
        self._fixed = [place_in(cards, card) for card in (*wanted, *([master] if master else []))]
        closed = {key for card in wanted for key in _keys(card, play)}
        shut_out = left_out | ({master.identity} if master else set())
        self._places: list[int] = []
        keys: list[tuple[str, ...]] = []
        self._able = 0
        for place, card in enumerate(cards):
            if why_no_vital(card, play) is not None:
                continue
            self._able += 1
            if card.identity in shut_out:
                continue
            its = _keys(card, play)
            if closed.isdisjoint(its):
                self._places.append(place)
                keys.append(its)
        self._sets = IndependentSets(keys, self._free)

    @property
    def count(self) -> int:
        """How many legal rows there are."""
        return self._sets.counts[self._free]

    def at(self, rank: int) -> tuple[Card, ...]:
        """The row of that number, 0 <= `rank` < `count`; its cards in the order of the pool."""
        places = self._places
        found = [places[at] for at in self._sets.at(rank)]
        if self._fixed:
            found = sorted(found + self._fixed)
        cards = self._cards
        return tuple([cards[place] for place in found])

    def shortage(self) -> CodedError | None:
        """Why there is no row, with how many cards can be vitals and how many of them can lie together."""
        if self.count:
            return None
        code = "vitals_too_few" if len(self._places) < self._free else "vitals_collide"
        return CodedError(
            code, format=self._play.format.id, vitals=self._play.format.vitals, pool=len(self._cards),
            able=self._able, fixed=len(self._fixed), free=len(self._places), needed=self._free,
            most=self._sets.largest,
        )  # fmt: skip


def why_no_vital(card: Card, play: Play) -> str | None:
    """The code of what keeps a card from being a vital that is not the master, None for nothing."""
    if not play.fits_vitals(card) or not is_on(card, play):
        return "not_a_vital"
    if card.phase is not None:
        return "vital_has_phase"
    return "vital_searches" if play.is_search(card) else None


def is_on(card: Card, play: Play) -> bool:
    """Whether no option system that the card belongs to is switched off (TYPE-08)."""
    modules = _MODULES.get(card.type)
    return modules is None or all(play.options[module] is not False for module in modules)


def check_master(master: Card, play: Play) -> None:
    """Raises `CodedError` for a card that cannot be the master: it counts as a unit of 06 (MASTER-12), but search
    text with force and a phase bind it to the extra device all the same (EXTRA-07, PROP-02).
    """
    if play.options["modules.master_drive"] is False:
        raise CodedError("master_off")
    if master.phase is not None:
        raise CodedError("vital_has_phase", card=master.name)
    if play.is_search(msgspec.structs.replace(master, type="unit")):
        raise CodedError("vital_searches", card=master.name)


def unlike(cards: Sequence[Card]) -> list[Card]:
    """The cards, the same object only once."""
    return list({id(card): card for card in cards}.values())


def place_in(cards: Sequence[Card], card: Card) -> int:
    """The place of the card in the pool. Raises `CodedError` where it has none."""
    for place, other in enumerate(cards):
        if other is card:
            return place
    for place, other in enumerate(cards):
        if other == card:
            return place
    raise CodedError("not_in_pool", card=card.name)


def _keys(card: Card, play: Play) -> tuple[str, ...]:
    """What no two vitals may share: the identity (V202) and the text in each language (V203)."""
    return (f"card:{card.identity}", *play.effect_keys(card, type_="vital"))


def _check_together(wanted: Sequence[Card], play: Play) -> None:
    holders: dict[str, Card] = {}
    for card in wanted:
        for key in _keys(card, play):
            other = holders.setdefault(key, card)
            if other is not card:
                code = "must_same_card" if other.identity == card.identity else "must_same_text"
                raise CodedError(code, first=other.name, second=card.name)
