"""The colour of a cell: that of its verdict, unless the verdict would look better than the cell is."""

from __future__ import annotations

from ...evidence.cell import Cell
from ...evidence.verdict import Outcome, Verdict

REACHING = (Verdict.CERTIFIED, Verdict.EXHAUSTED)
"""The verdicts that are as good for what stands as they are bad for what was looked for in vain."""


def coloured_as(cell: Cell, quantifier: str = "for all") -> Verdict:
    """The verdict whose colour the cell has.

    An instance that was looked for in vain, and a failure that is declared and was not found, are not what a statement
    that stands up to some n is, and where a best constant is asked for nothing is stated that could stand: their colour
    is that of what was only searched, however far that went. ``quantifier`` is that of the axiom.
    """
    verdict = cell.evidence.verdict
    in_vain = cell.evidence.in_vain or cell.outcome is Outcome.UNCONFIRMED
    return Verdict.SEARCHED if (in_vain or quantifier == "extreme") and verdict in REACHING else verdict
