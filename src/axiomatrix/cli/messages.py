"""Print the answers of commands on standard output, and notes and errors on standard error.

Commands use :func:`show` for a document and :func:`note` for a remark. For an error they ``raise usage_error(...)``,
or use :func:`refusing`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from ..evidence.safe import visible

if TYPE_CHECKING:
    from ..report.document import Document

MAX_MESSAGE_CHARACTERS = 1_200
"""A longer line of an error message is cut in its middle, since it may quote a file."""
END_CHARACTERS = 200
"""Characters at the end of such a line that are kept: the end often says what to do."""
MAX_TEXT_WIDTH = 110
"""Characters of a line of text: longer lines are hard to read, however wide the terminal is."""
COMMAND_PATTERN = re.compile(r"(axiomatrix [a-z]+(?: (?!or |and )[^;]*?)?(?=$|; |\)| \(|: ))")
"""A command line of axiomatrix in a message, up to the end of the line or of the clause.

The arguments end at the end of the line, or before ``; ``, a parenthesis or ``: ``. They do not begin with "or" or
"and": in "axiomatrix check or ..." the command has no arguments. The group makes ``split`` return the commands too.
"""


@dataclass
class Verbosity:
    """The verbosity of the running command."""

    quiet: bool = False
    verbose: bool = False


verbosity = Verbosity()
"""The verbosity, set once by :func:`set_verbosity` before the command runs, and then only read."""


def set_verbosity(*, quiet: bool = False, verbose: bool = False) -> None:
    """Set the verbosity: quiet leaves out notes and progress, verbose unfolds the details of documents."""
    verbosity.quiet, verbosity.verbose = quiet, verbose


def width() -> int:
    """Return the number of characters that a line of text on standard output may have."""
    from ..report.consoles import console_of  # late, since help and version do without it

    return min(console_of().width, MAX_TEXT_WIDTH)


def show(document: Document, *, details: bool = False, is_wide: bool = False) -> None:
    """Print a document, with folded details only if asked for, and in colours if the terminal has them.

    A document that ``is_wide`` has long tables and takes the whole width of the terminal.
    """
    from ..report.consoles import console_of
    from ..report.render import terminal

    console = console_of()
    colours = console.color_system is not None
    columns = console.width if is_wide else width()
    typer.echo(
        terminal.render(document, columns, details=details or verbosity.verbose, colours=colours),
        nl=False,
        color=colours or None,  # None: typer strips colours if the output is not a terminal
    )


def print_lines(text: str) -> None:
    """Print lines of an answer, wrapped to the width of the terminal."""
    typer.echo(fold(text, width()))


def fold(text: str, columns: int) -> str:
    r"""Wrap lines that are too long at spaces, but never break a command that fits on a line.

    A longer command gets its own lines, which end with the shell's continuation (a backslash), so that it can be
    copied.
    """
    from rich.cells import cell_len

    from ..report.document import Mono
    from ..report.render.terminal import wrapped

    lines: list[str] = []
    for line in visible(text, lines=True).split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        if cell_len(line) <= columns:
            lines.append(line)
        elif COMMAND_PATTERN.fullmatch(line.strip()):
            lines += _break_command(line.strip(), columns, indent)
        else:
            # The text since the last command that got its own lines. A Mono is never broken.
            prose: list[str | Mono] = []
            for part in COMMAND_PATTERN.split(line.strip()):
                if COMMAND_PATTERN.fullmatch(part) and cell_len(part) > columns - len(indent):
                    lines += [*wrapped(tuple(prose), columns, indent, indent), *_break_command(part, columns, indent)]
                    prose = []
                elif part:
                    prose.append(Mono(part) if COMMAND_PATTERN.fullmatch(part) else part)
            lines += wrapped(tuple(prose), columns, indent, indent) if prose else []
    return "\n".join(lines)


def _break_command(command: str, columns: int, indent: str) -> list[str]:
    """Break a command that is longer than a line into lines that a shell joins."""
    from ..report.document import Code
    from ..report.render.terminal import lines_of

    return [indent + line for line in lines_of([Code(command, "console")], columns - len(indent)) if line]


def note(message: str, *, always: bool = False) -> None:
    """Print a remark on standard error, unless the command is quiet; errors are printed ``always``."""
    if verbosity.quiet and not always:
        return
    from rich.console import Console

    text = visible(message, lines=True)  # escapes in file names and users' texts must not move the cursor
    if (columns := _columns_of_errors()) is not None:
        text = fold(text, columns)
    Console(stderr=True, soft_wrap=True).print(text, markup=False, highlight=False)


def _columns_of_errors() -> int | None:
    """Return the width of standard error; None if it is unknown, such as for a pipe."""
    from ..report.consoles import console_of

    console = console_of(stderr=True)
    return console.width if console.is_terminal or os.environ.get("COLUMNS") else None


def usage_error(message: str) -> typer.Exit:
    """Print an error of usage and return the exit with its status 2, which the caller raises."""
    lines = f"error: {message}".split("\n")
    note("\n".join(map(_without_middle, lines)), always=True)
    return typer.Exit(2)


def _without_middle(line: str) -> str:
    """Leave out the middle of a line that is too long."""
    if len(line) <= MAX_MESSAGE_CHARACTERS:
        return line
    return f"{line[: MAX_MESSAGE_CHARACTERS - END_CHARACTERS]} ... {line[-END_CHARACTERS:]}"


@contextmanager
def refusing(*errors: type[Exception], at: object = None) -> Iterator[None]:
    """Turn these errors into usage errors; ``at`` names their subject if their text does not.

    An error that a user's definition raises passes through, and is reported with the user's file and line.
    """
    try:
        yield
    except errors as error:
        from ..catalogue.user_frames import raised_in_file  # most commands end without an error

        # An error with a cause is one of ours, which only quotes what a user's definition raised.
        if error.__cause__ is None and raised_in_file(error):
            raise
        reason = (error.strerror or error) if isinstance(error, OSError) else error
        raise usage_error(str(reason) if at is None else f"{at}: {reason}") from None


def check_name(what: str, name: str, choices: Collection[str]) -> None:
    """Refuse a name that is not among the choices, with the nearest of them as a suggestion.

    ``what`` is the noun or option for the message, such as ``--format``.
    """
    from ..model.registry import Unknown  # late, since help and version do without it

    if name not in choices:
        raise usage_error(str(Unknown(what, name, choices)))
