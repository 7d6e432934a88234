"""Frame of the studies. A study is a command that computes a result, prints it, and with ``--out`` writes it as files.

The options of a study are a dataclass that inherits from :class:`StudyOptions`. Its function, decorated by
:func:`study`, takes them and returns a :class:`StudyOutput`. So all studies print and write alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from ..report.document import Document
from ..report.render import PAGES
from .arguments import Jobs, Scheduler, command_from, require_folder
from .messages import check_name, note, refusing, show

FORMATS = ("text", *PAGES, "json")
"""The values of ``--format``: text is for a terminal, and ``PAGES`` has the formats of pages, such as markdown."""
Format = Annotated[str, typer.Option(help=f"Print the result in this format: {', '.join(FORMATS)}.")]


@dataclass(frozen=True, kw_only=True)
class StudyOptions:
    """Options of every study."""

    out: Annotated[Path | None, typer.Option(help="Write the result as files into this folder too.")] = None
    format: Format = "text"


@dataclass(frozen=True, kw_only=True)
class WorkerOptions(StudyOptions):
    """Options of a study that uses worker processes."""

    jobs: Jobs = None
    scheduler: Scheduler = None


@dataclass(frozen=True, kw_only=True)
class StudyOutput:
    """The result of a study, in each form that is printed or written."""

    document: Document
    json: Callable[[], str]
    """Returns the result as JSON."""
    write: Callable[[Path], Sequence[Path]]
    """Writes the files of the result into a folder and returns them; one of them is a Markdown page."""
    printed: str = ""
    """The text to print instead of the document, for results that programs read."""
    notes: Sequence[str] = ()
    """Remarks, printed on standard error."""
    status: int = 0
    """The exit status."""


AnyStudyOptions = TypeVar("AnyStudyOptions", bound=StudyOptions)


def study(
    options_class: type[AnyStudyOptions],
) -> Callable[[Callable[[AnyStudyOptions], StudyOutput]], Callable[..., None]]:
    """Make a typer command of a function that computes the output of a study; the command prints and writes it."""

    def decorate(function: Callable[[AnyStudyOptions], StudyOutput]) -> Callable[..., None]:
        def run(options: AnyStudyOptions) -> None:
            check_name("--format", options.format, FORMATS)
            if options.out is not None:
                require_folder(options.out)
            output = function(options)
            publish(output, options)
            raise typer.Exit(output.status)

        run.__doc__ = function.__doc__  # the help of the command
        run.__module__ = function.__module__
        return command_from(options_class)(run)

    return decorate


def print_as(
    format: str,
    document: Document,
    make_json: Callable[[], str],
    print_text: Callable[[], None],
    *,
    max_bytes: int = 0,
    ending_if_cut: str = "",
) -> None:
    """Print a result in one of :data:`FORMATS`; ``print_text`` prints it for a terminal, ``make_json`` returns JSON.

    ``max_bytes`` is the largest size of a page (0: no limit). A page that is cut ends with the text ``ending_if_cut``.
    """
    if format == "text":
        print_text()
    elif format == "json":
        typer.echo(make_json().rstrip("\n"))
    else:
        typer.echo(PAGES[format].page(document, max_bytes, ending_if_cut), nl=False)


def publish(output: StudyOutput, options: StudyOptions) -> None:
    """Print a result in the format of --format, and write its files into the folder of --out."""
    for remark in output.notes:
        note(remark)
    print_text = partial(typer.echo, output.printed) if output.printed else partial(show, output.document)
    print_as(options.format, output.document, output.json, print_text)
    if options.out is not None:
        with refusing(OSError, at=f"--out: {options.out}"):
            files = output.write(options.out)
        pages = [file.name for file in files if file.suffix == ".md"]
        advice = f"; start with {pages[0]}" if pages else ""
        note(f"wrote {options.out}{advice}")
