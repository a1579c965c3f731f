"""The command as a user calls it: what the tests of every command share."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from twgp.cli import main


class Done(NamedTuple):
    """A call that has ended: its exit code and what it wrote."""

    code: int
    out: str
    err: str


Call = Callable[..., Done]


def caller(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], folder: Path, *command: str
) -> Call:
    """`twgp` with the words of `command`, called in `folder`; messages in English unless `--lang` says otherwise."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")

    def call(*arguments: str | Path) -> Done:
        monkeypatch.setattr(sys, "argv", ["twgp", *command, *map(str, arguments)])
        with pytest.raises(SystemExit) as exit_:
            main()
        sys.stdout.flush()
        sys.stderr.flush()
        out, err = capfdbinary.readouterr()
        code = exit_.value.code
        return Done(code if isinstance(code, int) else 0, out.decode("utf-8"), err.decode("utf-8"))

    return call
