"""What may do anything is first tried in a process of its own: the import of users' files, the witnesses of a record.

Only a file that is imported there within the limits, and leaves the program as it was, is imported in this process.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from ...catalogue.loading import CannotImport, check_file, load_catalogue, load_file
from ...evidence import cell_data
from ...evidence.cell import Cell
from ...evidence.verdict import Verdict
from ...evidence.words import grouped
from ..options import Limits, Options
from ..selection import Selection
from .crew import IMPORT, IMPORTING, UNUSABLE, Crew, Request
from .origins import needed
from .second_look import Accounts, Differs
from .template import CHECKS, LOOKS, warm_up

CALLS = 10
"""So many times the limit for a single call a cell may take: a witness is decided, and explained term by term."""


def enter(files: Sequence[Path], limits: Limits | None = None) -> dict[Path, list[str]]:
    """Import users' files, one after the other; the names of the metrics that each registers.

    Raises :class:`CannotImport` with the file and what went wrong; then nothing of it is imported in this process.
    """
    for file in files:
        check_file(file)
    if files:
        warm_up(CHECKS)  # it takes as long as the catalogue does here
    load_catalogue()
    if not files:
        return {}
    probe(files, limits)
    return {file: load_file(file) for file in dict.fromkeys(files)}  # one that is named twice registers once


def probe(files: Sequence[Path], limits: Limits | None = None) -> None:
    """See what the import of the files does, one after the other; :class:`CannotImport` if it is nothing good."""
    limits, named = limits or Limits(), tuple(map(str, files))
    asked = Options(files=named, time_limit=limits.time, memory_limit=limits.memory)
    with closing(Crew()) as crew:
        reply = crew.answer(Request(asked, CHECKS, IMPORT))
    if reply.fault is None:
        return
    reason = f"{reply.reason} when it was imported"
    if reply.fault is Verdict.TIMEOUT:
        reason = f"its import did not end within {max(IMPORTING, limits.time):g} s"
    elif reply.fault is Verdict.ERROR:
        reason = reply.reason.removeprefix(UNUSABLE)
    file = reply.file or named[0]
    raise CannotImport(reason if file in reason else f"{file}: {reason}")


def decided_again(selection: Selection, cells: Sequence[Cell], role: str = LOOKS) -> Accounts:
    """What is to be shown of the witnesses of the cells, as data by slug; :class:`Differs` if one does not stand."""
    patient = replace(selection, options=replace(selection.options, time_limit=CALLS * selection.options.time_limit))
    witnessed = [cell for cell in cells if cell.evidence.witnesses]
    groups = grouped(witnessed, lambda cell: needed(selection.registry.metric(cell.metric), patient))
    accounts: Accounts = {}
    with closing(Crew()) as crew:
        for wanted, group in groups.items():
            reply = crew.answer(Request(wanted, role, "decide again", list(map(cell_data.to_data, group))))
            if reply.fault is not None:
                ended = "" if reply.fault is Verdict.ERROR else "the witnesses could not be decided again: "
                raise Differs(f"{ended}{reply.reason}")
            for kind, content in reply.messages:
                if kind == "decided":
                    accounts |= content
    return accounts
