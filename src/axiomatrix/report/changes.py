"""What changed between two reports: for a terminal, and as Markdown for a comment on a pull request."""

from __future__ import annotations

from collections.abc import Callable

from ..evidence.cell import Cell
from ..evidence.safe import code, visible
from ..evidence.words import Line, counted, grouped
from ..studies.changes.judging import Group
from ..studies.changes.model import GROUPS, HEADINGS, Change, Changes
from .limited import FoldedSection, clipped, limited, named
from .tables import github_lines

Shown = Callable[[object], str]
LIMIT = 65_000
"""Bytes; GitHub refuses a comment of more than 65,536 characters."""
FEW = 3
"""So many new or removed cells of a metric are listed; of more, their number is."""


def terminal(changes: Changes) -> str:
    """Every change, the worst first."""
    lines = [title(changes), *(f"  {sentence}" for sentence in context(changes))]
    for group in GROUPS:
        if group_changes := changes.of(group):
            listed, many = folded(group, group_changes)
            lines += ["", f"{HEADINGS[group]}: {len(group_changes):,}"]
            for change in listed:
                lines += ["", f"  {visible(change.cell.metric)}: {visible(change.cell.title)}: {change.why}"]
                sides = (("was", change.old), ("now", change.new))
                lines += [f"    {when}  {summary_of(cell)}" for when, cell in sides if cell]
            lines += [f"\n  {entry}" for entry in many]
    return "\n".join(lines)


def title(changes: Changes) -> str:
    """How many changes each group has."""
    counts = ", ".join(f"{count:,} {HEADINGS[group].lower()}" for group, count in changes.counts.items() if count)
    return counts or ("no cell has changed" if changes.edited else "nothing has changed")


def context(changes: Changes, shown: Shown = visible) -> list[str]:
    """In what the runs differ, and which metrics may be others than they were.

    ``shown`` makes what stands in the reports safe for where it is shown; the sentences are ours.
    """
    sentences = changes.differences(shown)
    if changes.edited:
        count = len(changes.edited)
        names = ", ".join(shown(name) for name in changes.edited[:5])
        more = f" and {count - 5:,} more" if count > 5 else ""
        sentences.append(f"the file or definition has changed of {counted(count, 'metric')}: {names}{more}")
    return sentences


def folded(group: Group, changes: list[Change], shown: Shown = visible) -> tuple[list[Change], list[str]]:
    """Those to list one by one, and for metrics of which many cells are new or gone a line each; else all."""
    if group != "other":
        return changes, []
    one_sided = [change for change in changes if change.old is None or change.new is None]
    groups = grouped(one_sided, lambda change: (change.cell.metric, change.why))
    many = {key: cells for key, cells in groups.items() if len(cells) > FEW}
    listed = [change for change in changes if change not in many.get((change.cell.metric, change.why), ())]
    return listed, [f"{shown(metric)}: {len(cells):,} cells: {why}" for (metric, why), cells in many.items()]


def summary_of(cell: Cell) -> str:
    """Verdict, reach, claims, outcome, best constant and the sides of the witness, on one line."""
    shown, witness = Line(cell), cell.evidence.witness
    details = "; ".join(part for part in (shown.declared, shown.further) if part)
    verdict = f"{shown.verdict} ({details})" if details else shown.verdict
    return verdict + visible(f": {witness.sides_with_decimals}") if witness else verdict


def markdown(changes: Changes, limit: int = LIMIT) -> str:
    """The changes as Markdown of at most ``limit`` bytes.

    Whatever a user wrote stands in code spans: there no name becomes markup, a link or the mention of a person.
    """
    sentences = [f"- {sentence}" for sentence in context(changes, named)]
    first = (f"**{title(changes)}**", *([""] if sentences else []), *sentences)
    sections = [FoldedSection("### axiomatrix diff", first)]
    sections += [_section(group, group_changes) for group in GROUPS if (group_changes := changes.of(group))]
    return limited(sections, limit, "All of it: `axiomatrix diff OLD.json NEW.json`.")


def _section(group: Group, changes: list[Change]) -> FoldedSection:
    listed, many = folded(group, changes, named)
    cells = [
        [named(one.cell.metric), named(one.cell.title), _summary(one.old), _summary(one.new), one.why] for one in listed
    ]
    rows = github_lines(["metric", "axiom", "was", "now", "why"], cells)
    rows += ([""] if listed and many else []) + [f"- {entry}" for entry in many]
    heading = f"{HEADINGS[group]}: {len(changes):,}"
    return FoldedSection(f"#### {heading}" if group == "worse" else heading, tuple(rows), folded=group != "worse")


def _summary(cell: Cell | None) -> str:
    return code(clipped(summary_of(cell))) if cell else ""
