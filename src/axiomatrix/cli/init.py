"""The command ``axiomatrix init``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .messages import usage
from .starters import AlreadyThere, start

Directory = Annotated[Path, typer.Argument(metavar="[DIR]", help="Where the files go.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite files that are there.")]


def init_command(directory: Directory = Path(), force: Force = False) -> None:
    """Write a commented starter: a metric, a conjecture, a test of the claims, and a workflow for GitHub Actions.

    For instance: axiomatrix init my-project
    """
    try:
        written = start(directory, force=force)
    except AlreadyThere as error:
        raise usage(f"{error}: there already, and nothing was written; --force overwrites") from None
    except OSError as error:
        raise usage(f"{directory}: {error.strerror or error}") from None
    for path in written:
        typer.echo(f"written: {path}")
    commands = ["axiomatrix check my_metrics.py", "axiomatrix explore my_conjecture.py --max-n 5", "python -m pytest"]
    place = [] if directory == Path() else [f"cd {directory}"]
    typer.echo("\n  ".join(["now try:", *place, *commands]))
