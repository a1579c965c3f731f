"""What a card's text does: effect categories, flags and readings (CODEBOOK; L493-562, READ-01..05)."""

from converters.effects.lexicon import Lexicon, LexiconError
from converters.effects.readers import EffectReader
from converters.effects.reading import ClauseReading, GameReader, Job, TextReading, primary_effect

__all__ = [
    "ClauseReading",
    "EffectReader",
    "GameReader",
    "Job",
    "Lexicon",
    "LexiconError",
    "TextReading",
    "primary_effect",
]
