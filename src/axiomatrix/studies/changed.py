"""Compare two reports for `axiomatrix diff`: metrics that are gone, renamed or new, and changed cells of the others.

A report holds a matrix of cells, each the evidence for one metric and one statement. Every change belongs to one group,
such as *worse* (a claim that held is broken) or *gone*. :func:`~axiomatrix.evidence.judgement.judge_change` judges a
cell. A metric in both reports is *edited* if its definition differs. With ``--fail-on`` the command fails if some
groups are not empty. The JSON schema repeats the descriptions of fields and records.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, get_args

from msgspec import Meta
from msgspec.structs import replace

from ..evidence.cell import Cell
from ..evidence.files import indented_json
from ..evidence.formats import Format, Record
from ..evidence.judgement import Change, judge_change
from ..evidence.matrix import Matrix, Row
from ..evidence.reach import Count
from ..evidence.verdict import Outcome
from ..evidence.words import counted

GROUPS: tuple[Change, ...] = get_args(Change)[1:]
"""The kinds of changes, without ``same``, the first of them."""
HEADINGS: Mapping[Change, str] = {
    "worse": "Worse",
    "gone": "Gone",
    "renamed": "Renamed",
    "better": "Better",
    "stronger": "Stronger evidence",
    "weaker": "Weaker evidence",
    "other witness": "Other witness",
    "new": "New",
    "other": "Other",
}
"""The heading of each group in reports."""
POLICIES: Mapping[str, tuple[Change, ...]] = {
    "worse": ("worse", "gone", "renamed"),
    "weaker": ("worse", "gone", "renamed", "weaker"),
    "any": GROUPS,
    "never": (),
}
"""By value of ``--fail-on``, the groups that must be empty."""


class ReportChange(Record):
    """A cell that changed, or a whole metric, which has neither an old nor a new cell here."""

    group: Change
    why: Annotated[str, Meta(min_length=1)]
    metric: Annotated[str, Meta(description="The metric, by its new name if it was renamed.")]
    old: Annotated[
        Cell | None, Meta(description="The cell in the old report; null if it is new, or for a whole metric.")
    ] = None
    new: Annotated[
        Cell | None, Meta(description="The cell in the new report; null if it is gone, or for a whole metric.")
    ] = None
    was: Annotated[str, Meta(description="The old name of a metric that was renamed.")] = ""

    @property
    def title(self) -> str:
        """Return the statement; empty if the change is about a whole metric."""
        cell = self.new or self.old
        return cell.title if cell is not None else ""


class ReportRun(Record):
    """Options and size of the run that produced a report."""

    profile: str
    seed: int
    cells: Count
    missing: Annotated[int, Meta(ge=0, description="Cells left undecided because the run was interrupted.")]

    @classmethod
    def of(cls, matrix: Matrix) -> ReportRun:
        """Return the run of a matrix."""
        return cls(matrix.profile, matrix.seed, len(matrix), matrix.missing)


class Changes(Record):
    """Changes from the old report to the new one, sorted by metric and statement."""

    old: ReportRun
    new: ReportRun
    edited: Annotated[
        tuple[str, ...],
        Meta(description="The metrics in both reports whose file, definition, parameters or arguments differ."),
    ]
    counts: Annotated[
        dict[Change, Count],
        Meta(description="The number of changes in each group; different options and interrupted runs are in other."),
    ]
    changes: tuple[ReportChange, ...]

    def of(self, group: Change) -> list[ReportChange]:
        """Return the changes of a group."""
        return [change for change in self.changes if change.group == group]

    @property
    def differences(self) -> list[tuple[str, str, str]]:
        """Return (option, old value, new value) for each option in which the two runs differ."""
        return _differences(self.old, self.new)

    def exit_code(self, fail_on: str) -> int:
        """Return 1 if a group has a change that the policy does not allow, else 0."""
        return int(any(self.counts[group] for group in POLICIES[fail_on]))


def changes_between(old: Matrix, new: Matrix) -> Changes:
    """Compare two reports, metric by metric and cell by cell.

    Two cells correspond if metric, axiom, arguments and space are the same, where a renamed metric counts under its new
    name. Cells of axioms that are not applicable do not count, so none of them is gone or new.
    """
    old_rows = {row.name: row for row in old.rows}
    new_rows = {row.name: row for row in new.rows}
    new_name_of = _pair_renamed(old, new)  # only of metrics that were renamed
    old_row_by_new_name = {new_name_of.get(name, name): row for name, row in old_rows.items()}
    edited = {
        name
        for name in old_row_by_new_name.keys() & new_rows.keys()
        if replace(old_row_by_new_name[name], name=name) != new_rows[name]  # apart from the name
    }
    removed = old_rows.keys() - new_rows.keys() - new_name_of.keys()
    added = new_rows.keys() - old_rows.keys() - set(new_name_of.values())
    runs = ReportRun.of(old), ReportRun.of(new)
    changes = (
        *(ReportChange("gone", f"gone, with {_in_numbers(old, name)}", name) for name in sorted(removed)),
        *(
            ReportChange("renamed", "the same code, or the same formula and claims", new_name, was=old_name)
            for old_name, new_name in sorted(new_name_of.items())
        ),
        *(ReportChange("new", f"new, with {_in_numbers(new, name)}", name) for name in sorted(added)),
        *(
            change
            for change in _cell_changes(old, new, new_name_of, edited)
            if not (change.group in ("gone", "new") and change.metric in removed | added)  # the metric's change says it
        ),
    )
    counts = {group: sum(change.group == group for change in changes) for group in GROUPS}
    # A different option, and a run that was interrupted, may explain changes too; they are counted as other ones.
    counts["other"] += len(_differences(*runs)) + sum(run.missing > 0 for run in runs)
    return Changes(*runs, tuple(sorted(edited)), counts, changes)


def _cell_changes(old: Matrix, new: Matrix, new_name_of: Mapping[str, str], edited: set[str]) -> Iterator[ReportChange]:
    """Yield the changes of cells, sorted by cell; ``edited`` metrics have another definition than before."""
    old_cells = {}
    for cell in filter(_is_applicable, old.cells):
        renamed_cell = _under_new_names(cell, new_name_of)
        old_cells[renamed_cell.key] = renamed_cell
    new_cells = {cell.key: cell for cell in filter(_is_applicable, new.cells)}
    for key in sorted(old_cells.keys() | new_cells.keys()):
        change = _cell_change(old_cells.get(key), new_cells.get(key), edited)
        if change.group != "same":
            yield change


def _differences(old: ReportRun, new: ReportRun) -> list[tuple[str, str, str]]:
    """Return (option, old value, new value) for each option that differs."""
    options = (("profile", old.profile, new.profile), ("seed", str(old.seed), str(new.seed)))
    return [(option, old_value, new_value) for option, old_value, new_value in options if old_value != new_value]


def _is_applicable(cell: Cell) -> bool:
    """Return whether the axiom applies to the metric."""
    return cell.outcome is not Outcome.NOT_APPLICABLE


def _in_numbers(matrix: Matrix, metric: str) -> str:
    """Write how many cells the metric has, and how many of them carry a claim."""
    cells = [cell for cell in matrix.cells if cell.metric == metric and _is_applicable(cell)]
    claimed = sum(bool(cell.claims) for cell in cells)
    return counted(len(cells), "cell") + (f", {claimed:,} of them declared" if claimed else "")


def _cell_change(old: Cell | None, new: Cell | None, edited: set[str]) -> ReportChange:
    """Judge a change; a cell is edited if its metric is, or a metric that its statement names as an argument."""
    cell = new or old
    assert cell is not None
    names_in_statements = {name.partition("[")[0] for name in edited} | edited  # with the variant or without it
    is_edited = cell.metric in edited or not names_in_statements.isdisjoint(cell.arguments.values())
    judgement = judge_change(old, new, edited=is_edited)
    return ReportChange(judgement.change, judgement.why, cell.metric, old, new)


# --- metrics under another name -------------------------------------------------------------------------------


def _pair_renamed(old: Matrix, new: Matrix) -> dict[str, str]:
    """Pair each metric that is gone with a new one of the same variant that has its code, or its formula and claims.

    Return new names by old ones. Equal code is stronger evidence, so it is tried for all metrics first. Each new metric
    is paired once.
    """
    old_names, new_names = ({row.name for row in matrix.rows} for matrix in (old, new))
    new_name_of: dict[str, str] = {}
    for fingerprint_of in (_code, _formula_and_claims):  # metrics with equal fingerprints are one metric
        paired = set(new_name_of.values())
        new_by_fingerprint = {
            fingerprint_of(row, new): row.name for row in new.rows if row.name not in old_names | paired
        }
        for row in old.rows:
            fingerprint = fingerprint_of(row, old)
            is_gone = row.name not in new_names and row.name not in new_name_of
            if is_gone and fingerprint is not None and fingerprint in new_by_fingerprint:
                new_name_of[row.name] = new_by_fingerprint.pop(fingerprint)
    return new_name_of


def _code(row: Row, matrix: Matrix) -> object:
    """Return signature and definition without its name, the first after a ``def``; None if the report has no code."""
    code = re.sub(r"^(\s*(?:async )?def )\w+", r"\1", row.code, count=1, flags=re.MULTILINE)
    return (*_signature(row), code) if row.code else None


def _formula_and_claims(row: Row, matrix: Matrix) -> object:
    """Return the metric's signature, formula and claims; None where it has no formula."""
    cells = [cell for cell in matrix.cells if cell.metric == row.name]
    claims = frozenset((cell.title, claim.status) for cell in cells for claim in cell.claims)
    return (*_signature(row), row.formula, claims) if row.formula else None


def _signature(row: Row) -> tuple[object, ...]:
    """Return variant, kind, arguments and parameters, which renamed metrics must share."""
    spaces = (tuple(sorted(space_by_name.items())) for space_by_name in (row.arguments, row.parameters))
    return row.name.partition("[")[2], row.kind, *spaces


def _under_new_names(cell: Cell, new_name_of: Mapping[str, str]) -> Cell:
    """Return the cell with the new names of renamed metrics, in its statement too.

    A statement may name a metric with its variant or without it.
    """
    without_variants = {old.partition("[")[0]: new.partition("[")[0] for old, new in new_name_of.items()}
    renamings = without_variants | dict(new_name_of)
    arguments = {}
    for name, value in cell.arguments.items():  # texts are the names of other metrics
        arguments[name] = renamings.get(value, value) if isinstance(value, str) else value
    metric = new_name_of.get(cell.metric, cell.metric)
    if metric == cell.metric and arguments == cell.arguments:
        return cell
    return replace(cell, metric=metric, arguments=arguments)


# --- as JSON --------------------------------------------------------------------------------------------------

CHANGES = Format(
    "axiomatrix-changes-1",
    "changes",
    Changes,
    "What changed between two reports: metrics and cells, each in one group, with what each report says.",
    ValueError,
)


def dumps(changes: Changes) -> str:
    """Write the changes as JSON text."""
    return indented_json(CHANGES.data(changes))
