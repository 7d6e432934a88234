"""The rich consoles that commands print on, set up for a terminal, a pipe and the environment.

NO_COLOR (https://no-color.org: any value that is not empty) and TERM=dumb mean plain text without any escape.
FORCE_COLOR has its meaning in rich. Progress is only shown on a terminal that can redraw.
"""

from __future__ import annotations

import os
import sys

from rich.console import Console

DUMB_TERMINALS = ("dumb", "unknown")
"""Values of TERM that name a terminal without escape sequences."""
CONSOLE_HEIGHT = 25
"""Lines of a console with a width of our own: rich uses that width only if a height comes with it."""


def wants_plain_text() -> bool:
    """Return whether NO_COLOR or TERM asks for text without any escape."""
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM", "").lower() in DUMB_TERMINALS


def console_of(*, stderr: bool = False) -> Console:
    """Make the console of standard output, or of standard error."""
    if not wants_plain_text():
        return Console(stderr=stderr)
    # rich assumes that every dumb terminal has 80 columns
    return Console(
        stderr=stderr, color_system=None, highlight=False, width=_columns(stderr=stderr), height=CONSOLE_HEIGHT
    )


def _columns(*, stderr: bool) -> int | None:
    """The width of the terminal; None leaves it to rich, without a terminal or with COLUMNS set."""
    if os.environ.get("COLUMNS"):
        return None
    try:
        return os.get_terminal_size((sys.stderr if stderr else sys.stdout).fileno()).columns or None
    except (OSError, ValueError):
        return None


def is_watched(console: Console) -> bool:
    """Return whether a person watches the output: it goes to a terminal, and not to a pipe with forced colours."""
    forced = os.environ.get("FORCE_COLOR") is not None
    return console.is_terminal and (not forced or _is_tty(console))


def shows_progress(console: Console) -> bool:
    """Return whether the console can draw progress over itself."""
    return _is_tty(console) and console.is_terminal and not wants_plain_text()


def _is_tty(console: Console) -> bool:
    try:
        return bool(console.file.isatty())
    except (AttributeError, ValueError):  # an object that only writes, or a closed file
        return False
