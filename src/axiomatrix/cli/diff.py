"""The command ``axiomatrix diff``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..studies.changed import POLICIES, changes_between, dumps
from .messages import check_name, note, refusing, show
from .studies import FORMATS, Format

MOST_BYTES = 65_000
"""Of Markdown: GitHub refuses a comment of more than 65,536 characters."""

Old = Annotated[Path, typer.Argument(help="The report to compare with: its compliance.json.", metavar="OLD.json")]
New = Annotated[Path, typer.Argument(help="The report to look at: its compliance.json.", metavar="NEW.json")]
FailOn = Annotated[
    str, typer.Option("--fail-on", help="What exit status 1 is for: worse, weaker (or worse), any change, or never.")
]


def diff_command(old: Old, new: New, format: Format = "text", fail_on: FailOn = "worse") -> None:
    """Compare two reports: what is worse, gone, renamed, better, on stronger or weaker evidence; status 1 by --fail-on.

    Worse counts what is gone or renamed too, and a statement that was declared to hold and no longer is. What was
    refuted and is not any more is better only if the metric was edited or every instance of that size is decided now;
    otherwise its witness still stands, and the evidence is weaker.
    """
    from ..report.matrix.data import BadReport, read
    from ..report.render import markdown
    from ..report.subjects.changes import document

    check_name("--format", format, FORMATS)
    check_name("--fail-on", fail_on, POLICIES)
    with refusing(BadReport):
        changes = changes_between(read(old), read(new))
    if format == "text":
        show(document(changes, worst_last=True), details=True)
    elif format == "markdown":
        rest = "All of it: axiomatrix diff OLD.json NEW.json."
        typer.echo(markdown.render_up_to(document(changes), MOST_BYTES, rest), nl=False)
    else:
        typer.echo(dumps(changes).rstrip("\n"))
    if status := changes.exit_code(fail_on):
        note(f"if all of this is meant, compare with {new} from now on")
    raise typer.Exit(status)
