"""Witnesses that a record has, decided again by the definitions: in a process of its own, as these may do anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...evidence import cell_data
from ...evidence.cell import Cell
from ...evidence.verdict import Verdict
from ...evidence.words import grouped
from ..selection import Selection
from .crew import Crew, Request
from .origins import needed
from .process import LOOKS
from .second_look import Accounts, Differs

CALLS = 10
"""So many times the limit for a single call a cell may take: a witness is decided, and explained term by term."""


def decided_again(selection: Selection, cells: Sequence[Cell], role: str = LOOKS) -> Accounts:
    """What is to be shown of the witnesses of the cells, as data by slug; :class:`Differs` if one does not stand."""
    patient = replace(selection, options=replace(selection.options, time_limit=CALLS * selection.options.time_limit))
    witnessed = [cell for cell in cells if cell.evidence.witnesses]
    groups = grouped(witnessed, lambda cell: needed(selection.registry.metric(cell.metric), patient))
    accounts: Accounts = {}
    crew = Crew()
    try:
        for wanted, group in groups.items():
            reply = crew.answer(Request(wanted, role, "decide again", list(map(cell_data.to_data, group))))
            if reply.fault is not None:
                ended = "" if reply.fault is Verdict.ERROR else "the witnesses could not be decided again: "
                raise Differs(f"{ended}{reply.reason}")
            for kind, content in reply.messages:
                if kind == "decided":
                    accounts |= content
    finally:
        crew.end()
    return accounts
