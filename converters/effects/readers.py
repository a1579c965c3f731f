"""Readers of card texts from lexicons: the bundled ones, or those of a folder."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from converters.effects.bundled import load_bundled
from converters.effects.lexicon import Lexicon
from converters.effects.reading import GameReader


class EffectReader:
    """The lexicons of the languages that are there, and readers bound to games."""

    def __init__(self, lexicons: Sequence[Lexicon]) -> None:
        self.lexicons = tuple(lexicons)

    @classmethod
    def load(cls, languages: Sequence[str] = ("en", "ja"), folder: Path | None = None) -> "EffectReader":
        """Loads `<folder>/<language>.yaml`, trusted to be right; absent languages are left out. Without a folder the
        bundled lexicons, none of which may be absent; one that was changed since it was shipped is checked whole.

        Raises `LexiconError` for a changed lexicon with faults, `CodedError` for an absent one.
        """
        if folder is None:
            return cls([load_bundled(language) for language in languages])
        paths = [folder / f"{language}.yaml" for language in languages]
        return cls([Lexicon.load(path) for path in paths if path.exists()])

    def game(
        self,
        game: str,
        power_unit: int | None = None,
        reading_texts: Mapping[str, tuple[str, str]] | None = None,
    ) -> GameReader:
        """A reader for cards of `game`; `power_unit` is what a number of its text is divided by to give power
        (10 for Pokémon, 1000 for Weiss; None: every number counts as 06, READ-03); `reading_texts` are our
        short words, English and Japanese, for each code of a reading."""
        return GameReader(self.lexicons, game, power_unit, reading_texts)
