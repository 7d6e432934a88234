"""The shape of a study: options, a run that gives a result, and the result printed and written as it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from ..report.document import Document
from ..report.render import markdown
from .arguments import Jobs, Scheduler, filled, folder_named
from .messages import check_name, note, refusing, show

FORMATS = ("text", "markdown", "json")
Format = Annotated[str, typer.Option(help=f"Print the result as {', '.join(FORMATS)}.")]


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
    """The result of a study, in each form in which it is printed or written."""

    document: Document
    json: Callable[[], str]
    write: Callable[[Path], Sequence[Path]]
    """Writes its files into a folder, the page to read among them."""
    printed: str = ""
    """The text that stands in the place of the document, where programs read it."""
    notes: Sequence[str] = ()
    status: int = 0


Options = TypeVar("Options", bound=StudyOptions)


def study(form: type[Options]) -> Callable[[Callable[[Options], StudyOutput]], Callable[..., None]]:
    """Make a command of a function from the options of a study to its result."""

    def decorated(function: Callable[[Options], StudyOutput]) -> Callable[..., None]:
        def run(options: Options) -> None:
            check_name("--format", options.format, FORMATS)
            if options.out is not None:
                folder_named(options.out)
            output = function(options)
            publish(output, options)
            raise typer.Exit(output.status)

        run.__doc__ = function.__doc__
        run.__module__ = function.__module__
        return filled(form)(run)

    return decorated


def publish(output: StudyOutput, options: StudyOptions) -> None:
    """Print a result in the format that is asked for, and write its files if a folder is named."""
    for remark in output.notes:
        note(remark)
    if options.format == "json":
        typer.echo(output.json().rstrip("\n"))
    elif options.format == "markdown":
        typer.echo(markdown.render(output.document), nl=False)
    elif output.printed:
        typer.echo(output.printed)
    else:
        show(output.document)
    if options.out is not None:
        with refusing(OSError, at=f"--out: {options.out}"):
            files = output.write(options.out)
        pages = [file.name for file in files if file.suffix == ".md"]
        note(f"wrote {options.out}{f': {pages[0]} is the page to read' if pages else ''}")
