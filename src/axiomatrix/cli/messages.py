"""Messages of the commands: answers on standard output, remarks on standard error."""

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

LONGEST_MESSAGE = 1_200
"""Characters of a line that says what is wrong: it may show what is in a file, and that may be long."""

WIDEST = 110
"""Longer lines are hard to read, however wide the terminal is."""


COMMAND = re.compile(r"(axiomatrix [a-z]+(?: (?!or |and )[^;]*?)?(?=$|; |\)| \(|: ))")
"""A command in a message, up to the end of the line or of the clause."""


@dataclass
class Talk:
    """How much the command that runs prints beside its answer."""

    quiet: bool = False
    verbose: bool = False


talk_now = Talk()


def talk(*, quiet: bool = False, verbose: bool = False) -> None:
    """Set how much is printed: without notes and progress, or with the details of documents."""
    talk_now.quiet, talk_now.verbose = quiet, verbose


def width() -> int:
    """How many characters a line may have."""
    from ..report.consoles import console_of  # which help and version do without

    return min(console_of().width, WIDEST)


def show(document: Document, *, details: bool = False, is_wide: bool = False) -> None:
    """Print an answer, with or without details, in colours where the terminal has them.

    A document that ``is_wide`` takes the whole width of the terminal.
    """
    from ..report.consoles import console_of
    from ..report.render import terminal

    console = console_of()
    colours = console.color_system is not None
    columns = console.width if is_wide else width()
    typer.echo(
        terminal.render(document, columns, details=details or talk_now.verbose, colours=colours),
        nl=False,
        color=colours or None,
    )


def say(text: str) -> None:
    """Print lines of an answer, folded where they are longer than the terminal is wide."""
    typer.echo(fold(text, width()))


def fold(text: str, columns: int) -> str:
    """Fold the lines that are too long at spaces; commands stay whole where they fit a line of their own."""
    from rich.cells import cell_len

    from ..report.document import Mono
    from ..report.render.terminal import wrapped

    lines: list[str] = []
    for line in visible(text, lines=True).split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        if cell_len(line) <= columns:
            lines.append(line)
        elif COMMAND.fullmatch(line.strip()):
            lines += _continued(line.strip(), columns, indent)
        else:
            prose: list[str | Mono] = []
            for part in COMMAND.split(line.strip()):
                if COMMAND.fullmatch(part) and cell_len(part) > columns - len(indent):
                    lines += [*wrapped(tuple(prose), columns, indent, indent), *_continued(part, columns, indent)]
                    prose = []
                elif part:
                    prose.append(Mono(part) if COMMAND.fullmatch(part) else part)
            lines += wrapped(tuple(prose), columns, indent, indent) if prose else []
    return "\n".join(lines)


def _continued(command: str, columns: int, indent: str) -> list[str]:
    """A command that is longer than a line, on several that a shell reads as one."""
    from ..report.document import Code
    from ..report.render.terminal import lines_of

    return [indent + line for line in lines_of([Code(command, "console")], columns - len(indent)) if line]


def note(message: str, *, always: bool = False) -> None:
    """Say something beside the answer on standard error; what is wrong ``always``, also where it is to be quiet."""
    if talk_now.quiet and not always:
        return
    from rich.console import Console

    text = visible(message, lines=True)  # of file names and texts of others, nothing moves the cursor
    if (columns := _columns_of_errors()) is not None:
        text = fold(text, columns)
    Console(stderr=True, soft_wrap=True).print(text, markup=False, highlight=False)


def _columns_of_errors() -> int | None:
    """How wide standard error is; None where nothing says it, such as in a pipe."""
    from ..report.consoles import console_of

    console = console_of(stderr=True)
    return console.width if console.is_terminal or os.environ.get("COLUMNS") else None


def usage(message: str) -> typer.Exit:
    """Say what is wrong on standard error, each line cut where it is too long; the exit status of a mistaken call."""
    lines = f"error: {message}".split("\n")
    note(
        "\n".join(t if len(t) <= LONGEST_MESSAGE else f"{t[: LONGEST_MESSAGE - 200]} ... {t[-200:]}" for t in lines),
        always=True,
    )
    return typer.Exit(2)


@contextmanager
def refusing(*errors: type[Exception], at: object = None) -> Iterator[None]:
    """Within, these errors end the command as a mistaken call; ``at`` is what they are about, where they do not say.

    What a definition of the user's raises is none: it passes through, and is reported as theirs.
    """
    try:
        yield
    except errors as error:
        from ..catalogue.user_frames import raised_in_file  # most commands end without an error

        if error.__cause__ is None and raised_in_file(error):
            raise
        reason = (error.strerror or error) if isinstance(error, OSError) else error
        raise usage(f"{reason}" if at is None else f"{at}: {reason}") from None


def check_name(what: str, name: str, known: Collection[str]) -> None:
    """Refuse a name that is none of those known, with the nearest of them."""
    from ..model.registry import Unknown  # which help and version do without

    if name not in known:
        raise usage(str(Unknown(what, name, known)))
