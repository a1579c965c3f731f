"""Magic lists whose faces lie in records of their own: MTGJSON sets and AtomicCards."""

from collections.abc import Iterable, Iterator

from converters.records import Row, Unreadable


def adapt(records: Iterable[tuple[int, Row | Unreadable]]) -> Iterator[tuple[int, Row | Unreadable, int]]:
    """Joins faces that lie beside each other: same name and number, sides a, b, c ... (CONVERT.md)."""
    held: list[Row] = []
    place = 0
    for number, row in records:
        faced = isinstance(row, dict) and "faceName" in row and row.get("side") is not None
        if held and not (faced and _belongs(held[0], row)):
            yield place, _joined(held), len(held) - 1
            held = []
        if isinstance(row, Unreadable) or not faced:
            yield number, row, 0
            continue
        if not held:
            place = number
        held.append(row)
    if held:
        yield place, _joined(held), len(held) - 1


def _belongs(front: Row, row: Row | Unreadable) -> bool:
    return (
        isinstance(row, dict)
        and row.get("name") == front.get("name")
        and row.get("number") == front.get("number")
        and row.get("side") != front.get("side")
    )


def _joined(faces: list[Row]) -> Row:
    if len(faces) == 1:
        return faces[0]
    return {**faces[0], "card_faces": [{**face, "name": face["faceName"]} for face in faces]}
