"""What changed between two reports: for a terminal, and as Markdown for a comment on a pull request."""

from __future__ import annotations

from collections.abc import Callable

from ..evidence.cell import Cell
from ..evidence.judgement import Change
from ..evidence.safe import code, visible
from ..evidence.words import Line, counted
from ..studies.changed import GROUPS, HEADINGS, Changes, ReportChange
from .limited import FoldedSection, clipped, limited, named
from .tables import github_lines

LIMIT = 65_000
"""Bytes; GitHub refuses a comment of more than 65,536 characters."""


def terminal(changes: Changes) -> str:
    """Write every change, the worst first."""
    lines = [title(changes), *(f"  {sentence}" for sentence in context(changes))]
    for group in GROUPS:
        members = changes.of(group)
        if members:
            lines += ["", f"{HEADINGS[group]}: {len(members):,}"]
        for change in members:
            place = ": ".join(visible(part) for part in (change.metric, change.title) if part)
            lines += ["", f"  {place}: {visible(change.why)}"]
            lines += [f"    was  {visible(change.was)}"] if change.was else []
            sides = (("was", change.old), ("now", change.new))
            lines += [f"    {when}  {summary_of(cell)}" for when, cell in sides if cell]
    return "\n".join(lines)


def title(changes: Changes) -> str:
    """Count the changes of each group."""
    counts = ", ".join(f"{count:,} {HEADINGS[group].lower()}" for group, count in changes.counts.items() if count)
    return counts or ("no cell has changed" if changes.edited else "nothing has changed")


def context(changes: Changes, shown: Callable[[object], str] = visible) -> list[str]:
    """Say in what the runs differ, and which metrics may have another definition.

    ``shown`` makes texts of the reports safe for where they are shown; the other words are ours.
    """
    sentences = changes.differences(shown)
    if changes.edited:
        count = len(changes.edited)
        names = ", ".join(shown(name) for name in changes.edited[:5])
        more = f" and {count - 5:,} more" if count > 5 else ""
        sentences.append(f"the file or definition has changed of {counted(count, 'metric')}: {names}{more}")
    return sentences


def summary_of(cell: Cell) -> str:
    """Write verdict, reach, claims, outcome, best constant and the sides of the witness on one line."""
    shown, witness = Line(cell), cell.evidence.witness
    details = "; ".join(part for part in (shown.declared, shown.further) if part)
    verdict = f"{shown.verdict} ({details})" if details else shown.verdict
    return verdict + visible(f": {witness.sides_with_decimals}") if witness else verdict


def markdown(changes: Changes, limit: int = LIMIT) -> str:
    """Write the changes as Markdown of at most ``limit`` bytes.

    Whatever a user wrote stands in code spans: there no name becomes markup, a link or the mention of a person.
    """
    sentences = [f"- {sentence}" for sentence in context(changes, named)]
    first = (f"**{title(changes)}**", *([""] if sentences else []), *sentences)
    sections = [FoldedSection("### axiomatrix diff", first)]
    sections += [_section(group, members) for group in GROUPS if (members := changes.of(group))]
    return limited(sections, limit, "All of it: `axiomatrix diff OLD.json NEW.json`.")


def _section(group: Change, members: list[ReportChange]) -> FoldedSection:
    cells = [
        [
            named(one.metric),
            named(one.title) if one.title else "",
            named(one.was) if one.was else _summary(one.old),
            _summary(one.new),
            one.why,
        ]
        for one in members
    ]
    rows = github_lines(["metric", "axiom", "was", "now", "why"], cells)
    heading, is_open = f"{HEADINGS[group]}: {len(members):,}", group in ("worse", "gone", "renamed")
    return FoldedSection(f"#### {heading}" if is_open else heading, tuple(rows), folded=not is_open)


def _summary(cell: Cell | None) -> str:
    return code(clipped(summary_of(cell))) if cell else ""
