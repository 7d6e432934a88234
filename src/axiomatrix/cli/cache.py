"""The command ``axiomatrix cache``."""

from __future__ import annotations

from typing import Annotated

import typer

from ..engine.memory.store import VARIABLE, Failure, Store, clear, day, folder
from ..evidence.words import counted
from .messages import note, usage

Clear = Annotated[bool, typer.Option("--clear", help="Remove all of it: the next check decides everything.")]


def cache_command(empty: Clear = False) -> None:
    """Show the memory of earlier checks, or clear it: where it is, how large, how many cells, since when.

    A check takes from it what nothing has changed that it depends on; check --fresh takes nothing. The folder is that
    of the system for the user, or the one that the variable AXIOMATRIX_CACHE names; where that is empty, nothing is
    remembered.

    For instance:

    axiomatrix cache --clear
    """
    where = folder()
    if where is None:
        typer.echo(f"{VARIABLE} is empty: nothing is remembered")
        return
    try:
        if empty:
            typer.echo(f"{where}: {clear():,} bytes removed")
            return
        store = Store.opened(note, make=False)
        if store is None:
            typer.echo(f"{where}: nothing is remembered")
            return
        with store:
            rows, cells, since = store.extent()
            size = store.path.stat().st_size
    except Failure as error:
        raise usage(f"{where}: {error}") from None
    begun = f", since {day(since)}" if rows else ""
    typer.echo(f"{store.path}: {size:,} bytes, {counted(rows, 'row')}, {counted(cells, 'cell')}{begun}")
