"""Files of a folder that are surely no decks: card lists, pictures, archives, notes, files of the project.

A judge's folder holds the registered lists. What is not surely something else keeps its row in the report, even
where it cannot be read.
"""

from collections.abc import Sequence
from pathlib import Path

from converters.readers import magic
from converters.readers.sources import open_input
from converters.records import InputError, Row
from decklint.findings import of_fault
from decklint.lint import is_unreadable
from rulebook.codes import CodedError
from rulebook.decks import Read
from rulebook.documents import DocumentError, check, load_document
from rulebook.project import NAME, TOML
from rulebook.walk import Fault, Place
from twgp.decks import Opened, Pools, is_meant

_LISTS = frozenset(
    {".txt", ".yaml", ".yml", ".json", ".dec", ".dek", ".ydk", ".cod", ".o8d", ".mwdeck", ".dck", ".deck", ".lst"}
)
"""Endings of deck lists: such a file keeps its row whatever it holds, but for card lists and our own files."""
_OTHERS = frozenset(
    {
        ".md", ".markdown", ".rst", ".adoc", ".htm", ".html", ".css", ".js", ".py", ".sh", ".bat", ".toml", ".ini",
        ".cfg", ".conf", ".log", ".lock", ".pdf", ".doc", ".docx", ".odt", ".rtf", ".ppt", ".pptx", ".xls", ".xlsx",
        ".ods", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp", ".ico", ".tif", ".tiff", ".heic", ".mp3",
        ".mp4", ".mov", ".zip", ".7z", ".rar", ".tar", ".tgz", ".bz2", ".xz", ".zst", ".db", ".cdb", ".sqlite",
        ".sqlite3", ".parquet", ".arrow", ".exe", ".dll", ".bin",
    }
)  # fmt: skip
"""Endings of files that are something else."""
_NOTES = frozenset({"readme", "license", "licence", "copying", "notice", "changelog", "contributing", "authors"})
_OWN = ("project", "overrides", "recipe", "played", "findings")
"""Schemas of the documents that lie beside decks."""
_COUNTED = frozenset({"count", "quantity", "qty", "枚数"})
_COLUMNS = 3
"""A row with fewer columns may as well be a line of a deck list."""


def is_project_file(path: Path) -> bool:
    """Whether a file holds the settings of a project."""
    return path.name in (NAME, TOML)


def held(path: str, opened: Opened, reads: list[Read], pools: Pools) -> list[Read] | None:
    """What was read of a file that a folder holds; None when it is surely no deck.

    A document in which nothing is what deck documents have is told to be none (F701).
    """
    if Path(path).name.lower().endswith(".schema.json") or _is_given(path, pools):
        return None
    unreadable = any(is_unreadable(of_fault(fault)) for _, faults in reads for fault in faults)
    stray = _suffix(path) in (".yaml", ".yml") and not unreadable and not is_meant(opened.text)
    if not unreadable and not stray:
        return reads
    if _is_other(path, opened, pools):
        return None
    if stray:
        return [(deck, [Fault("F701", "no_map", Place(), {}), *faults]) for deck, faults in reads]
    no_map = all(fault.says == "no_map" for _, faults in reads for fault in faults)
    return reads[:1] if no_map else reads  # a list of names is one file, not a document for each name


def _is_other(path: str, opened: Opened, pools: Pools) -> bool:
    suffix = _suffix(path)
    if suffix in _OTHERS or Path(path).stem.lower() in _NOTES:
        return True
    if suffix not in _LISTS and _is_binary(path, any_kind=bool(suffix)):
        return True
    return _is_ours(path, opened, suffix) or is_card_list(path, pools)


def _suffix(path: str) -> str:
    bare = path[:-3] if path.lower().endswith(".gz") else path
    return Path(bare).suffix.lower()


def _is_binary(path: str, *, any_kind: bool) -> bool:
    """Whether the bytes are those of a picture, an archive, a database; with `any_kind` any that are no text."""
    try:
        return magic.container(open_input(Path(path))) is not None
    except InputError as error:
        return error.code.startswith("not_cards_") and (any_kind or error.code != "not_cards_binary")
    except OSError:
        return False


def _is_ours(path: str, opened: Opened, suffix: str) -> bool:
    """Whether a file is another document of this program: corrections, a recipe, a record of play, a report."""
    if suffix not in (".yaml", ".yml", ".json") or opened.fault is not None:
        return False
    try:
        value = load_document(Path(path))
    except (DocumentError, OSError, ValueError):
        return False
    if not isinstance(value, dict) or not value:
        return False
    return "$schema" in value or any(not check(value, schema) for schema in _OWN)


def is_card_list(path: str, pools: Pools) -> bool:
    """Whether a file holds cards with data: it is named as a card list, or its first rows are cards."""
    if _is_given(path, pools):
        return True
    try:
        seen = pools.inspection(path)
    except (CodedError, DocumentError, OSError, ValueError):
        return False
    if seen.games == ("twgp",):
        return True
    if seen.games == ("deck",) or not seen.rows or any(_COUNTED & _keys(row) for row in seen.rows):
        return False
    return bool(seen.games and seen.cards) or _are_cards(seen.rows)


def _is_given(path: str, pools: Pools) -> bool:
    own = Path(path).resolve()
    return any(Path(name).resolve() == own for name in pools.given)


def _are_cards(rows: Sequence[Row]) -> bool:
    """Whether rows of a game that is not known are cards: several, each with a name and with more than that."""
    from converters.readers.shapes import has_name

    return len(rows) > 1 and all(has_name(row) and len(row) >= _COLUMNS for row in rows)


def _keys(row: Row) -> set[str]:
    return {key.strip().casefold() for key in row}
