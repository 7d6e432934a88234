"""The account of a counterexample for logs of CI and pytest, whose lines are not wrapped."""

from __future__ import annotations

from collections.abc import Sequence

from ...evidence.account.account import REPORTS, Account
from ..render import terminal
from ..subjects import witness

UNWRAPPED = 10_000
"""Characters of a line: a log wraps its lines itself."""


def failure_lines(shown: Account, directory: str = REPORTS, files: Sequence[str] = ()) -> list[str]:
    """The account line by line; the last one is the command that decides the witness in the directory again."""
    text = terminal.render(witness.document(shown, directory, files), UNWRAPPED, details=False)
    return text.rstrip("\n").splitlines()
