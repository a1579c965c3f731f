"""What is wrong with a document that people write, in both languages."""

from typing import NamedTuple

from rulebook.words import Words


class Problem(NamedTuple):
    """One thing that is wrong with a document: where (line and column from 1, path like `power.divide`), what.

    `ja` is the message in Japanese; where it is empty there is only the English one.
    """

    line: int
    path: str
    message: str
    column: int = 1
    ja: str = ""

    def text(self, lang: str) -> str:
        """The message in "en" or "ja"."""
        return self.ja or self.message if lang == "ja" else self.message

    @property
    def words(self) -> Words:
        """The message in both languages."""
        return Words(self.message, self.text("ja"))


def problem(line: int, path: str, code: str, /, column: int = 1, **values: object) -> Problem:
    """A problem with the message of a code of `data/codes.yaml`; a value may be `Words`."""
    from rulebook.codes import message  # it reads its list by `rulebook.documents`, which stands above this

    return Problem(line, path, message(code, "en", **values), column, message(code, "ja", **values))
