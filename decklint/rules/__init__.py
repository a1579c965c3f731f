"""The checks by family; `ALL` is their order."""

from decklint.rules import deck, play, played, texts, vitals

ALL = (deck.CHECKS, vitals.CHECKS, texts.CHECKS, play.CHECKS, played.CHECKS)
"""The families. A check is a function from a `Case` to what it finds."""
