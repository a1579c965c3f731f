"""Names and texts: cleaning what files do to them, and the folded key under which names are equal."""

import html
import re
import unicodedata
from functools import lru_cache

_INVISIBLE = re.compile("[\ufeff\u200b-\u200d\u2060]")
_SPACE = re.compile(r"\s+")
_RUBY = re.compile(r"<ruby>(.*?)<rt>.*?</rt></ruby>|<rp>.*?</rp>|<rt>.*?</rt>", re.DOTALL)
# Kana in brackets right behind a kanji is its reading: 幻（げん）竜（りゅう）の王.
_FURIGANA = re.compile(r"(?<=[\u3400-\u9fff々〆])[（(][\u3040-\u30ffー]+[)）]")
_TAG = re.compile(r"</?(?:b|i|u|em|strong|span|font|div|p|sup|sub|color|nobr)(?:\s[^<>]*)?/?>")
_BREAK = re.compile(r"<br\s*/?>|\\n|\r\n?", re.IGNORECASE)
_SUSPICIOUS = re.compile("[\ufeff\u200b-\u200d\u2060\t\n\r\u3000&<（(]|^ |  | $")
_MOJIBAKE = re.compile("[ÃÂ][\u0080-\u00bf×÷]|â€")
_QUESTION = re.compile("(?<![\\w?!.)\"'])\\?[A-Z]")
_FOLDS = str.maketrans(
    {
        "’": "'", "‘": "'", "´": "'", "`": "'", "“": '"', "”": '"', "„": '"',
        "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-", "－": "-",
        "〜": "~", "～": "~", "・": " ", "æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "þ": "th", "ł": "l", "ß": "ss",
    }
)  # fmt: skip


def clean_name(raw: str) -> str:
    """A name without byte-order marks, entities, ruby, readings in brackets and stray white space.

    `<P>` and the like stay: they are part of real names (EDGE-yugioh).
    """
    if not _SUSPICIOUS.search(raw):
        return raw
    text = html.unescape(raw) if "&" in raw else raw
    if "<" in text:
        text = _TAG.sub("", _RUBY.sub(r"\1", text))
    text = _FURIGANA.sub("", _INVISIBLE.sub("", text))
    return _SPACE.sub(" ", text).strip()


def clean_text(raw: str, *, markup: bool = False) -> str:
    """A card text with plain line feeds, entities decoded once, ruby removed; tags too with `markup`."""
    text = raw
    if "&" in text:
        text = html.unescape(text)
    if "<" in text:
        text = _RUBY.sub(r"\1", text)
        if markup:
            text = _TAG.sub("", _BREAK.sub("\n", text)).replace("[x]", "")
    if "\r" in text or "\\n" in text:
        text = _BREAK.sub("\n", text)
    if not text.isascii() and ("\ufeff" in text or "\u200b" in text or "\u2060" in text):
        text = _INVISIBLE.sub("", text)
    return text.strip()


def is_damaged(text: str) -> bool:
    """Whether a text shows the marks of a wrong decoding: U+FFFD, `Ã` with a symbol, `?` for a letter."""
    if text.isascii():
        return "?" in text and _QUESTION.search(text) is not None
    return (
        "\ufffd" in text
        or (("Ã" in text or "Â" in text or "â€" in text) and _MOJIBAKE.search(text) is not None)
        or ("?" in text and _QUESTION.search(text) is not None)
    )


def fold(name: str) -> str:
    """The key under which two spellings of a name are equal.

    NFKC, case, accents, ligatures, quotes, dashes and spaces are folded; kana keep their voicing marks;
    nothing is shortened.
    """
    if name.isascii() and "`" not in name:
        lowered = name.lower().strip()
        return lowered if lowered.isprintable() and "  " not in lowered else _SPACE.sub(" ", lowered)
    return _fold_wide(name)


@lru_cache(maxsize=4096)
def _fold_wide(name: str) -> str:
    text = unicodedata.normalize("NFKC", name.translate(_FOLDS)).casefold().translate(_FOLDS)
    if not text.isascii():
        decomposed = unicodedata.normalize("NFD", text)
        kept = "".join(c for c in decomposed if not "\u0300" <= c <= "\u036f")
        text = unicodedata.normalize("NFC", kept).translate(_FOLDS)
    return _SPACE.sub(" ", text).strip()


def slug(name: str) -> str:
    """A name or a number as the tail of an id: NFKC, white space as `-`."""
    if name.isascii() and " " not in name and name.isprintable():
        return name
    return _SPACE.sub("-", unicodedata.normalize("NFKC", name).strip())
