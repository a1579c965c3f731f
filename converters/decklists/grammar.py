"""One card line: its quantity, and what its form suggests to be set, number and id.

Nothing is decided here that only a pool can decide: `text` keeps the whole, so that a name which looks like
a name with a set stays findable.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

_BULLET = re.compile(r"(?:[-*–>•]\s+|[・●○◆◇■□▪►]\s*)(?=\S)")
_NUMBERING = re.compile(r"(?:\d{1,3}\s*[.)．）]|[①-⑳])\s*(?=\S)")
# A sign that stands apart from both the number and the name stays in `text`: `4 X Alpha` may be `X Alpha`.
_LEADING = re.compile(
    r"(?P<n>[-−－]?\d+)(?:[×✕✖ｘＸ*＊]\s*|\s*枚\s*|[xX](?=[A-Z]|\s|[^\x00-\x7f])\s*|\s+[×✕✖]\s*|\s+)(?P<text>\S.*)"
)
_TIMES = re.compile(r"[xXｘＸ*＊]\s+(?P<name>\S.*)")
_X_FIRST = re.compile(r"[xX×]\s*(?P<n>\d+)\s+(?P<text>\S.*)")
_UNREADABLE = re.compile(r"(?P<n>[?？]+)\s+(?P<text>\S.*)")
_TRAILING = (
    re.compile(r"(?P<text>.*\S)\s*[×✕✖＊ｘ]\s*(?P<n>[-−－]?\d+)\s*枚?"),
    re.compile(r"(?P<text>.*\S)\s+[xXＸ*]\s*(?P<n>[-−－]?\d+)\s*枚?"),
    re.compile(r"(?P<text>.*\S)\s*[(（\[［]\s*[xX×ｘＸ]?\s*(?P<n>\d+)\s*枚\s*[)）\]］]"),
    re.compile(r"(?P<text>.*\S)\s*[(（\[［]\s*[xX×ｘＸ]\s*(?P<n>\d+)\s*[)）\]］]"),
    re.compile(r"(?P<text>.*\S)\s+(?P<n>[-−－]?\d+)\s*枚"),
    re.compile(r"(?P<text>.*[^\d\s])(?P<n>\d+)\s*枚"),
    re.compile(r"(?P<text>.*\S)(?:\t\s*|\s*\u3000\s*)(?P<n>[-−－]?\d+)"),
)

# Marks behind the name that say nothing of the card: foil, tags, categories.
_MARK = re.compile(r"\s+(?:\*[A-Z]{1,6}\*|\((?:F|foil)\)|\^[^^]*\^|`[^`]*`|#!\S.*)\s*$", re.IGNORECASE)
_CATEGORY = re.compile(r"(?P<rest>.*\S\s*\([A-Za-z0-9_]{2,6}\)(?:\s+\S+)?)\s+\[(?P<category>[^\[\]]+)\]")

_SET = r"(?P<set>[A-Za-z0-9_]{2,6})"
_NUMBER = r"[\w★†Φ*+/.\-]*\d[\w★†Φ*+/.\-]*|★"
_FORMS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("xmage", re.compile(rf"\[(?P<set>[\w-]{{2,8}})[:#](?P<number>{_NUMBER})\]\s*(?P<name>\S.*)")),
    ("mws", re.compile(r"\[(?P<set>[\w-]{2,8})\]\s*(?P<name>\S.*)")),
    (
        "forge",
        re.compile(
            rf"(?P<name>[^|]*[^|\s+])\+?\s*\|\s*(?P<set>[\w-]{{1,8}})(?:\|(?:\[(?P<number>{_NUMBER})\]|[^|]*))*"
        ),
    ),
    ("arena", re.compile(rf"(?P<name>.*\S)\s*[(（]{_SET}[)）]\s*#?(?P<number>{_NUMBER})")),
    ("arena", re.compile(rf"(?P<name>.*\S)\s*[(（]{_SET}(?:\s*[:#]\s*|\s+#)(?P<number>{_NUMBER})[)）]")),
    ("arena", re.compile(rf"(?P<name>.*\S)\s*[(（](?P<set>[A-Z0-9_]{{2,6}})\s+(?P<number>{_NUMBER})[)）]")),
    ("arena", re.compile(rf"(?P<name>.*\S)\s*[(（]{_SET}[)）]")),
    ("plain", re.compile(rf"(?P<name>.*\S)\s*\[{_SET}(?:\s+#?|\s*[:#]\s*)(?P<number>{_NUMBER})\]")),
    (
        "plain",
        re.compile(rf"(?P<name>.*\S)\s*\[(?P<set>[A-Z0-9_]{{2,6}}(?<!\d\d))\](?:\s+#?(?P<number>{_NUMBER}))?"),
    ),
    ("plain", re.compile(r"(?P<name>.*\S)\s*\[(?P<id>[^\s\[\]]{1,60})\]")),
    ("plain", re.compile(r"(?P<name>.*\S)\s+[(（]?(?P<id>[A-Z0-9]{1,6}-[A-Z]{0,3}\d+(?:[_-]\w+)*)[)）]?")),
    (
        "ptcgl",
        re.compile(
            r"(?P<name>.*\S)\s+(?P<set>[A-Z][A-Z0-9]{1,5}(?:-[A-Z0-9]{2,4})?)\s+"
            r"(?P<number>[A-Z]{0,5}\d{1,4}[a-z]?)(?:\s+PH)?"
        ),
    ),
    ("plain", re.compile(r"(?P<id>[A-Za-z0-9]+(?:[-/_][A-Za-z0-9]+)*[-/_](?=[A-Za-z]{0,3}\d)[\w/-]+)")),
)


class CardText(NamedTuple):
    """A card line taken apart. `quantity` is the text of the number, or None where the line has none.

    `shape` is the format whose mark the line bears, or `plain`; `category` is a label in brackets.
    """

    quantity: str | None
    text: str
    name: str | None
    set: str | None = None
    number: str | None = None
    card_id: str | None = None
    shape: str = "plain"
    category: str | None = None


def read_card(line: str, known: Callable[[str], bool] | None = None) -> CardText:
    """Takes a line apart: `4 Name`, `4x Name`, `4 x Name`, `Name x4`, `・名前 ×4`, `名前　４枚`.

    A set may stand in any of the known forms. A line without a number comes back with `quantity` None.
    Where a line can be read in two ways (`100 Winters x2`), the one whose name is `known` holds.
    """
    body = line.strip()
    first: CardText | None = None
    for quantity, text, behind in _quantities(body):
        card = _identify(quantity, text, "japanese" if behind and not body.isascii() else "plain")
        if known is None or known(text) or (card.name is not None and known(card.name)):
            return card
        first = first or card
    return first or _identify(None, _without(_BULLET, body), "plain")


def _quantities(body: str) -> Iterator[tuple[str, str, bool]]:
    """Every number that may be the quantity, the text that is left, and whether the number stood behind."""
    bare = _without(_BULLET, body)
    for pattern in (_LEADING, _X_FIRST, _UNREADABLE):
        match = pattern.fullmatch(bare)
        if match is not None:
            yield match["n"], match["text"], False
    for text in dict.fromkeys((_without(_NUMBERING, bare), bare, body)):
        for pattern in _TRAILING:
            match = pattern.fullmatch(text)
            if match is not None:
                yield match["n"], match["text"], True


def _without(mark: re.Pattern[str], text: str) -> str:
    match = mark.match(text)
    return text[match.end() :] if match is not None else text


def _identify(quantity: str | None, text: str, shape: str) -> CardText:
    times = _TIMES.fullmatch(text) if quantity is not None else None
    rest = times["name"] if times is not None else text
    while (mark := _MARK.search(rest)) is not None and mark.start() > 0:
        rest = rest[: mark.start()]
    category = _CATEGORY.fullmatch(rest)
    if category is not None:
        rest = category["rest"]
    label = category["category"] if category is not None else None
    for form, pattern in _FORMS:
        match = pattern.fullmatch(rest)
        if match is None:
            continue
        found = match.groupdict()
        named = found.get("name")
        return CardText(
            quantity,
            text,
            named.strip() if named else None,
            found.get("set"),
            found.get("number"),
            found.get("id"),
            form if form != "plain" else shape,
            label,
        )
    return CardText(quantity, text, rest, shape=shape, category=label)
