"""The claims ledger in a terminal: a line for each claim, or a few claims in full."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...evidence.safe import visible
from ...studies.ledger.building import Ledger
from ...studies.ledger.entry import Entry
from ..consoles import console_of
from .page import STATUSES, alike, readings_text, short_verdict, totals, whole_verdict

PIPED = 100
"""The width where there is no terminal."""
STYLES = {
    "true (proved)": "green",
    "true as far as checked": "cyan",
    "false": "bold red",
    "true of some readings": "yellow",
    "true of some readings as far as checked": "yellow",
    "shown by an instance": "green",
    "open": "yellow",
    "not checkable by machine": "dim",
}
"""Colours of the verdicts, whose words say the same."""
VERDICT_WIDTH = 30


def show(ledger: Ledger, console: Console, *, full: bool, directory: str = "") -> None:
    """The ledger on a console: with ``full``, each claim with its evidence.

    ``directory`` is where the report is, if the evidence is from one: its witnesses can be replayed.
    """
    if full:
        for entry in ledger:
            for text, style in lines(entry, ledger.sources[entry.source], console.width, directory):
                console.print(Text(text, style=style), soft_wrap=True)
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold", expand=False)
    table.add_column("claim", no_wrap=True)
    table.add_column("verdict", width=VERDICT_WIDTH, overflow="fold")
    table.add_column("what it says", overflow="fold")
    for entry in ledger:
        table.add_row(
            Text(visible(entry.id)),
            Text(visible(short_verdict(entry)), style=STYLES[entry.verdict]),
            Text(visible(entry.statement)),
        )
    console.print(table)
    console.print(Text(f"\n{len(ledger.claims)} claims: {totals(ledger)}", style="bold"))


def console() -> Console:
    """The console of standard output; where it is not a terminal, plain text of a fixed width."""
    made = console_of()
    return made if made.is_terminal else Console(width=PIPED, no_color=True, highlight=False)


def lines(entry: Entry, title: str, width: int, directory: str = "") -> Iterator[tuple[str, str]]:
    """One claim in full, as lines that fit the width, each with its style."""
    yield f"{visible(entry.id)}: {visible(whole_verdict(entry))}", STYLES[entry.verdict]
    yield from _wrapped(f"{entry.source}: {title}", width, style="dim")
    yield from _wrapped(f'"{entry.wording}"' + (" (our wording)" if entry.supplied else ""), width)
    if entry.statement != entry.wording:
        yield from _wrapped(f"what it says: {entry.statement}", width)
    if entry.formalised:
        yield from _wrapped(f"formalised: {entry.formalised}", width)
    if entry.readings:
        yield from _wrapped(f"readings: {readings_text(entry)}", width)
    for correction in entry.instead:
        yield from _wrapped(f"what is true instead: {correction}", width, style="bold")
    yield "  evidence:", ""
    for group in alike(entry.evidence):
        first = group.pieces[0]
        reading = f" ({first.reading})" if first.reading and first.kind == "check" else ""
        yield from _wrapped(f"{STATUSES[group.status]}{reading}: {group.names}: {group.text}", width, indent=4)
        if first.sides:
            yield from _wrapped(f"{first.sides}; {first.instance}", width, indent=8)
            file = f"{directory}/witnesses/{first.slug}.json"
            if directory and Path(file).exists():  # few of the witnesses beside a report are committed
                yield f"        axiomatrix replay {file}", "dim"
    yield "", ""


def _wrapped(text: str, width: int, *, indent: int = 2, style: str = "") -> Iterator[tuple[str, str]]:
    first, rest = " " * indent, " " * (indent + 2)
    for part in textwrap.wrap(visible(text), max(width - 1, 40), initial_indent=first, subsequent_indent=rest):
        yield part, style
