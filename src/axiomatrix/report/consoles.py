"""The consoles that commands print on: what a terminal, a pipe and the environment allow.

NO_COLOR (https://no-color.org: any value that is not empty) and TERM=dumb mean plain text, without colour, bold or any
other escape; FORCE_COLOR means what it means to rich. Progress is for a terminal that can redraw.
"""

from __future__ import annotations

import os
import sys

from rich.console import Console

DUMB = ("dumb", "unknown")
"""Values of TERM of terminals that show what they are sent and nothing else."""


ROWS = 25
"""Rich believes in a width only if it has a height too; no row is counted."""


def plain_wanted() -> bool:
    """Return whether the environment asks for text without any escape."""
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM", "").lower() in DUMB


def console_of(*, stderr: bool = False) -> Console:
    """The console of standard output, or of standard error."""
    if not plain_wanted():
        return Console(stderr=stderr)
    # rich takes a dumb terminal for 80 columns wide, whatever it is
    return Console(stderr=stderr, color_system=None, highlight=False, width=_columns(stderr=stderr), height=ROWS)


def _columns(*, stderr: bool) -> int | None:
    """How wide the terminal is; None (rich finds out) where there is none, or where COLUMNS says it."""
    if os.environ.get("COLUMNS"):
        return None
    try:
        return os.get_terminal_size((sys.stderr if stderr else sys.stdout).fileno()).columns or None
    except (OSError, ValueError):
        return None


def is_watched(console: Console) -> bool:
    """Return whether the console's output goes to a terminal; colours forced into a pipe make it none."""
    forced = os.environ.get("FORCE_COLOR") is not None
    return console.is_terminal and (not forced or _is_tty(console))


def shows_progress(console: Console) -> bool:
    """Return whether progress may be drawn and redrawn."""
    return _is_tty(console) and console.is_terminal and not plain_wanted()


def _is_tty(console: Console) -> bool:
    try:
        return bool(console.file.isatty())
    except (AttributeError, ValueError):  # a file of somebody's own, or a closed one
        return False
