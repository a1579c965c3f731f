"""The checks by family; `ALL` is their order."""

from decklint.rules import deck, play, texts, vitals

ALL = (deck.CHECKS, vitals.CHECKS, texts.CHECKS, play.CHECKS)
"""The families. A check is a function from a `Case` to what it finds."""
