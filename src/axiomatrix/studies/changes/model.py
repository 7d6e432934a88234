"""What changed between two reports: the cells, each in one group, and the runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, get_args

from msgspec import Meta

from ...evidence.cell import Cell
from ...evidence.matrix import Matrix
from ...evidence.reach import Count
from .judging import Group, at_once, judgement_of

GROUPS: tuple[Group, ...] = get_args(Group)
HEADINGS: Mapping[Group, str] = {
    "worse": "Worse",
    "better": "Better",
    "stronger": "Stronger evidence",
    "weaker": "Weaker evidence",
    "other": "Other",
}
POLICIES: Mapping[str, tuple[Group, ...]] = {
    "worse": ("worse",),
    "weaker": ("worse", "weaker"),
    "any": GROUPS,
    "never": (),
}
"""For each policy, the groups that must be empty."""


@dataclass(frozen=True)
class Change:
    """A cell that changed; one that is new has no ``old``, one that was removed no ``new``."""

    group: Group
    why: str
    old: Cell | None
    new: Cell | None

    @property
    def cell(self) -> Cell:
        """The cell as it is, or as it was if it is gone."""
        cell = self.new or self.old
        assert cell is not None
        return cell


@dataclass(frozen=True)
class ReportRun:
    """How a report came about."""

    profile: str
    seed: int
    cells: Count
    missing: Annotated[int, Meta(ge=0, description="Cells that the run was interrupted before.")]

    @classmethod
    def of(cls, matrix: Matrix) -> ReportRun:
        """The run that a matrix is from."""
        return cls(matrix.profile, matrix.seed, len(matrix), matrix.missing)


class Changes:
    """What changed from the old report to the new one, sorted by metric and statement.

    A cell is the same if metric, axiom, arguments and space are. Where an axiom is not applicable and nothing is
    declared, no cell is missed and none is announced.
    """

    def __init__(self, old: Matrix, new: Matrix) -> None:
        before, after = ({row.name: row for row in matrix.rows} for matrix in (old, new))
        first, second = ({cell.key: cell for cell in matrix.cells} for matrix in (old, new))
        edited = {name for name in before.keys() & after.keys() if before[name] != after[name]}
        changes = (_change(first.get(key), second.get(key), edited) for key in sorted(first.keys() | second.keys()))
        self.old, self.new = ReportRun.of(old), ReportRun.of(new)
        self.edited = tuple(sorted(edited))
        """The metrics whose definition may be another."""
        self.cells = tuple(change for change in changes if change is not None)

    def of(self, group: Group) -> list[Change]:
        """The changes of a group."""
        return [change for change in self.cells if change.group == group]

    @property
    def runs(self) -> list[str]:
        """In what the two runs differ: differences of the cells may come from there."""
        return self.differences(str)

    def differences(self, shown: Callable[[object], str]) -> list[str]:
        """The same with each value of the reports as ``shown`` writes it; the other words are ours."""
        lines = []
        for name in ("profile", "seed"):
            before, after = getattr(self.old, name), getattr(self.new, name)
            lines += [f"{name} {shown(before)} -> {shown(after)}"] if before != after else []
        for which, run in (("old", self.old), ("new", self.new)):
            lines += [f"the {which} run was interrupted: {run.missing:,} cells are missing"] if run.missing else []
        return lines

    @property
    def counts(self) -> dict[Group, int]:
        """How many changes each group has; that the runs differ is one of the others."""
        return {group: len(self.of(group)) + (group == "other") * len(self.runs) for group in GROUPS}

    def exit_code(self, fail_on: str) -> int:
        """1 if a group has a change that the policy does not allow, else 0."""
        return int(any(self.counts[group] for group in POLICIES[fail_on]))


def _change(old: Cell | None, new: Cell | None, edited: set[str]) -> Change | None:
    if old is not None and new is not None:
        others = {name.partition("[")[0] for name in edited} | edited  # a statement may name one without its variant
        is_edited = new.metric in edited or not others.isdisjoint(new.arguments.values())
        judgement = judgement_of(old, new, edited=is_edited)
        return Change(*judgement, old, new) if judgement else None
    if new is not None:
        return None if new.outcome == "not applicable" else Change(*at_once(new), None, new)
    assert old is not None
    if old.outcome == "not applicable":
        return None
    with_it = "a claim that was broken" if old.outcome == "broken" else "its claims" if old.claims else ""
    return Change("other", f"removed, with {with_it}" if with_it else "removed", old, None)
