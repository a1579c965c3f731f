"""ONE PIECE lists that keep the trigger of a card apart from its effect."""

from collections.abc import Iterable, Iterator

from converters.games.boxes import one_by_one, with_boxes
from converters.records import Row, Unreadable

_BOXES = (("text", "effect", "ability", "card_text", "テキスト", "効果"), ("trigger", "トリガー"))


def adapt(records: Iterable[tuple[int, Row | Unreadable]]) -> Iterator[tuple[int, Row | Unreadable, int]]:
    """Brings each record to the shape that `one_piece.yaml` describes; joins none."""
    return one_by_one(records, lambda row: with_boxes(row, *_BOXES))
