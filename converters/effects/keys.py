"""Text keys: two cards whose texts say the same in the same words share one (AEFFECT-17, RES-06)."""

import re
from hashlib import blake2b

from converters.effects.lexicon import Lexicon
from converters.effects.text import OWN_NAME, OWN_SHORT_NAME, nfkc

_LEFT_OUT = " \t\n.。"
"""Left out of a key, as bullets are: line breaks and full stops are set differently from printing to printing."""
_NESTED = 8
"""Brackets in brackets are looked for so deep; a bound, because every level is a pass over the text."""


class TextKeys:
    """The text keys of one language's texts in one game.

    A key is a hash of the text in NFKC, case folded, with one sign for the own name and its short form,
    without formatting, reminder text, spaces, full stops and bullets.
    """

    def __init__(self, lexicon: Lexicon, game: str) -> None:
        self._left_out = (*_LEFT_OUT, *lexicon.bullets)
        self._markup = lexicon.markup(game)
        unread = f"(?!{lexicon.read_brackets})" if lexicon.read_brackets else ""
        self._reminder = re.compile(rf"\({unread}[^()\n]*\)", re.IGNORECASE).sub
        self._keep_brackets = game in lexicon.keep_brackets

    def key(self, text: str) -> str:
        """The key, 16 hexadecimal digits, of a text in which own names are replaced; line breaks part it."""
        text = nfkc(text)
        if self._markup:
            text = self._markup.sub("", text)
        if not self._keep_brackets:
            for _ in range(_NESTED):
                if "(" not in text:
                    break
                whole, text = text, self._reminder("", text)
                if len(text) == len(whole):
                    break
        for mark in self._left_out:
            text = text.replace(mark, "")
        text = text.replace(OWN_SHORT_NAME, OWN_NAME).casefold()
        return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
