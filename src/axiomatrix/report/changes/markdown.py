"""What changed as Markdown for a comment on a pull request: what is worse in the open, the rest folded."""

from __future__ import annotations

from ...evidence.cell import Cell
from ...evidence.safe import code
from ...studies.changes.judging import Group
from ...studies.changes.model import GROUPS, HEADINGS, Change, Changes
from ..ci.limited import FoldedSection, clipped, limited, named
from ..tables import github_lines
from .text import context, folded, summary_of, title

LIMIT = 65_000
"""Bytes; GitHub refuses a comment of more than 65,536 characters."""
REST = "All of it: `axiomatrix diff OLD.json NEW.json`."


def page(changes: Changes, limit: int = LIMIT) -> str:
    """The changes as Markdown of at most ``limit`` bytes.

    Whatever a user wrote stands in code spans: there no name becomes markup, a link or the mention of a person.
    """
    first = [
        f"**{title(changes)}**",
        *([""] if context(changes) else []),
        *(f"- {sentence}" for sentence in context(changes, named)),
    ]
    sections = [FoldedSection("### axiomatrix diff", tuple(first))]
    sections += [_section(group, group_changes) for group in GROUPS if (group_changes := changes.of(group))]
    return limited(sections, limit, REST)


def _section(group: Group, changes: list[Change]) -> FoldedSection:
    listed, many = folded(changes, named) if group == "other" else (changes, [])
    cells = [
        [named(one.cell.metric), named(one.cell.title), _summary(one.old), _summary(one.new), one.why] for one in listed
    ]
    rows = github_lines(["metric", "axiom", "was", "now", "why"], cells)
    rows += ([""] if listed and many else []) + [f"- {entry}" for entry in many]
    heading = f"{HEADINGS[group]}: {len(changes):,}"
    return FoldedSection(f"#### {heading}" if group == "worse" else heading, tuple(rows), folded=group != "worse")


def _summary(cell: Cell | None) -> str:
    return code(clipped(summary_of(cell))) if cell else ""
