"""What enumerating one size after the other leaves with a cell, by tables or case by case."""

from __future__ import annotations

from collections.abc import Mapping

from ..evidence.reach import Stop, Tally
from .enumeration import Found
from .judging import settle
from .work import RowWork, Work

ENUMERATION, GIVEN = "enumeration", "given"
"""What the evidence calls it: over all values of the spaces, and over the lists that a user gave."""


def take_size(row: RowWork, work: Work, size_tally: Found, n: int, tally: Tally) -> None:
    """What one size said of a cell."""
    if not work.open:
        return
    work.enumerated = n
    tally.take(n, size_tally.cases, size_tally.discarded, size_tally.undecided)
    work.so_far = tally.reach(GIVEN if row.given else ENUMERATION, grid=row.is_grid(work))
    work.take_extreme(size_tally.extreme)
    if size_tally.fault is not None:
        work.fail_as_described(size_tally.fault)
    elif size_tally.hit is not None:
        complete = not row.is_grid(work) and not tally.undecided
        settle(row, work, size_tally.hit, by=ENUMERATION, complete=complete, of_least_size=True)


def leave_reach(row: RowWork, tallies: Mapping[Work, Tally]) -> None:
    """How far the enumeration went: it found something, or came to the end of its budget."""
    for work, tally in tallies.items():
        if tally.by_size:
            stop = Stop.FOUND if work.method == ENUMERATION else Stop.FINISHED
            name = GIVEN if row.given else ENUMERATION
            work.reach.append(tally.reach(name, grid=row.is_grid(work), stop=stop))
