"""How much is done, as a bar on standard error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ..report.consoles import console_of, shows_progress


@contextmanager
def progress_bar() -> Iterator[Callable[[str, int, int], None]]:
    """What takes a name, how much of it is done, and of how much; nothing is drawn where nobody watches."""
    console = console_of(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not shows_progress(console)) as bar:
        task = bar.add_task("")
        yield lambda what, done, of: bar.update(task, description=what, completed=done, total=of)
