"""The drives of one document: its units as pieces and what can be summoned with them."""

from collections.abc import Iterator, Mapping, Sequence

from decklint.case import Case, identity, set_size
from decklint.reach import Field, Piece, Reached, reach
from rulebook.decks import Bundle, Entry


class Drives:
    """The units of a case as pieces, and what the drives reach with them; worked out when first asked for."""

    def __init__(self, case: Case) -> None:
        masters = case.master_identities()
        master = next((one.entry.card for one in case.deck.masters), None)
        self.field = Field.from_play(
            case.play.format,
            case.play.options,
            master=bool(case.deck.masters),
            master_links=master.links if master is not None else (),
        )
        self.master = bool(case.deck.masters) and self.field.master
        self.bundles = [(bundle, list(_pieces(at, bundle, masters))) for at, bundle in enumerate(case.deck.bundles)]
        self.pieces = [pair for _, pairs in self.bundles for pair in pairs]
        self.reached = reach([piece for piece, _ in self.pieces], self.field, levels=("fight", "behind", "link"))
        """Whether Charge-, Power-, Master- and Counter-Drive summon each piece, all of them level `fight`; else what
        Over-Drive and the Links add."""

    def fought(self, pairs: Sequence[tuple[Piece, Entry]]) -> Mapping[str, Reached]:
        """What level `fight` summons of these pieces by themselves."""
        return reach([piece for piece, _ in pairs], self.field, levels=("fight",))

    def by_level(self) -> Mapping[str, Reached]:
        """The least level of each piece, `own` and `fight` told apart."""
        return reach([piece for piece, _ in self.pieces], self.field)

    def reachable(self) -> Iterator[tuple[Piece, Entry]]:
        """The pieces that level `fight` reaches; those that were not decided there count as reached."""
        for piece, entry in self.pieces:
            found = self.reached[piece.id]
            if found.level == "fight" or found.open == "fight":
                yield piece, entry


def _pieces(at: int, bundle: Bundle, masters: frozenset[str]) -> Iterator[tuple[Piece, Entry]]:
    """Each unit of a bundle once; a copy in another bundle is a card of its own."""
    seen: set[str] = set()
    for entry in bundle.cards:
        card, key = entry.card, identity(entry)
        if card is None or card.type != "unit" or card.power is None or key in masters or key in seen:
            continue
        seen.add(key)
        yield Piece(f"{at}:{key}", card.power, set_size(card), card.links), entry
