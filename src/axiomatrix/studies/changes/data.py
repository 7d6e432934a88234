"""What changed as JSON data."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from ...evidence.cell import Cell, ClaimNote
from ...evidence.evidence import Arguments, Extreme, Witness
from ...evidence.files import indented
from ...evidence.formats import Format, MustBe, Record
from ...evidence.reach import Count
from ...evidence.verdict import Outcome, Verdict
from ...spaces.parameters import ParameterDomain
from .judging import Group
from .model import Change, Changes, ReportRun


class SettlingInstance(Record):
    """The instance that settles a cell."""

    n: Annotated[int, Meta(ge=1)]
    lhs: str
    op: str
    rhs: str
    smallest: bool
    channel: Literal["exact", "float"]


class Best(Record):
    """The best constant found."""

    sense: Literal["sup", "inf"]
    value: str


class SideData(Record):
    """What the report says of the cell; the whole evidence is in the report."""

    verdict: Verdict
    reach: str
    reason: str
    outcome: Outcome
    claims: tuple[ClaimNote, ...]
    witness: Annotated[Witness | None, MustBe(SettlingInstance | None)]
    best: Annotated[Extreme | None, MustBe(Best | None)]


class ChangeData(Record):
    """A cell that changed."""

    group: Group
    why: Annotated[str, Meta(min_length=1)]
    metric: str
    axiom: str
    arguments: Arguments
    space: ParameterDomain
    old: Annotated[SideData | None, Meta(description="null: the cell is new.")]
    new: Annotated[SideData | None, Meta(description="null: the cell is gone.")]


class ChangesData(Record):
    """What changed."""

    old: ReportRun
    new: ReportRun
    edited: Annotated[
        tuple[str, ...],
        Meta(description="The metrics in both reports whose file, definition, parameters or arguments differ."),
    ]
    counts: Annotated[
        dict[Group, Count],
        Meta(description="How many changes each group has; each difference of the runs is one of the others."),
    ]
    changes: list[ChangeData]


CHANGES = Format(
    "axiomatrix-changes-1",
    "changes",
    ChangesData,
    "What changed between two reports: cells, each in one group.",
    ValueError,
)


def to_data(changes: Changes) -> dict[str, Any]:
    """The changes as JSON data, with nothing in them of where the reports were."""
    cells = list(map(_change, changes.cells))
    return CHANGES.data(ChangesData(changes.old, changes.new, changes.edited, changes.counts, cells))


def dumps(changes: Changes) -> str:
    """The changes as JSON text."""
    return indented(to_data(changes))


def _change(change: Change) -> ChangeData:
    cell = change.cell
    return ChangeData(
        group=change.group,
        why=change.why,
        metric=cell.metric,
        axiom=cell.axiom,
        arguments=cell.arguments,
        space=cell.space,
        old=_side(change.old),
        new=_side(change.new),
    )


def _side(cell: Cell | None) -> SideData | None:
    if cell is None:
        return None
    evidence = cell.evidence
    return SideData(
        verdict=evidence.verdict,
        reach=cell.status.reach,
        reason=evidence.reason,
        outcome=cell.outcome,
        claims=cell.claims,
        witness=evidence.witness,
        best=evidence.extreme,
    )
