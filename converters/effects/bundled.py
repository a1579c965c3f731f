"""The bundled lexicons: as they were shipped they are trusted, one that a user changed is checked whole."""

from hashlib import blake2b
from pathlib import Path

from converters.effects.lexicon import Lexicon
from rulebook.codes import CodedError
from rulebook.resources import data_path

LANGUAGES = ("en", "ja")
SUMS = "shipped.txt"
"""The file beside the lexicons that holds their sums as shipped; `docs/build.py` writes it."""


def load_bundled(language: str, folder: Path | None = None) -> Lexicon:
    """The lexicon `<folder>/<language>.yaml`, by default of `data/effects`.

    A file that is not the one shipped costs about a second: a person wrote in it, and is told every fault with its
    line. Raises `LexiconError` with these faults, `CodedError` when the file is missing.
    """
    folder = folder or data_path("effects")
    path = folder / f"{language}.yaml"
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raise CodedError("lexicon_missing", file=path) from None
    if f"{_sum(raw)}  {path.name}" in _shipped(folder):
        return Lexicon.load(path)
    from converters.effects.check import load_checked  # jsonschema, 60 ms: only for a changed file

    return load_checked(path)


def sums(folder: Path) -> str:
    """The content that `SUMS` should have: a line `<sum>  <name>` for each lexicon of the folder."""
    return "".join(f"{_sum((folder / f'{one}.yaml').read_bytes())}  {one}.yaml\n" for one in LANGUAGES)


def _sum(raw: bytes) -> str:
    """A hash of the content; line ends do not count, since a checkout under Windows may have others."""
    return blake2b(raw.replace(b"\r\n", b"\n"), digest_size=16).hexdigest()


def _shipped(folder: Path) -> list[str]:
    try:
        return (folder / SUMS).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
