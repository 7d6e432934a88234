"""The document of the changes between two reports, for ``report --since``, pull requests and the site.

A *cell* of a report is a statement about a metric, with its verdict and claims. A change is a cell with another result,
in a group such as "worse" or "gone" (:mod:`...studies.changed`). The group "renamed" has metrics that have the same
code, or formula and claims, under another name.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...evidence.cell import Cell
from ...evidence.judgement import Change
from ...evidence.safe import visible
from ...evidence.words import Line, counted
from ...studies.changed import GROUPS, HEADINGS, Changes, ReportChange
from ..document import Block, Details, Document, Heading, Inline, List, Mono, Span, Table

MAX_NAME_CHARACTERS = 120
"""Characters after which a name is cut, since users write it."""
MAX_SUMMARY_CHARACTERS = 300
"""Characters after which the summary of a cell is cut, since users write parts of it."""
MAX_METRICS_NAMED = 5
"""Metrics with a changed definition that are named; further ones are counted."""
UNFOLDED_GROUPS = ("worse", "gone", "renamed")
"""Groups of changes that are not folded, since a reader must see them."""
HEADS = ("metric", "axiom", "was", "now", "why")
"""The column heads for :func:`_row`."""


def document(changes: Changes, *, worst_last: bool = False) -> Document:
    """The document of all changes, the worst first, or last for a terminal.

    Users' texts are in ``Mono``: in a comment on a pull request, an @name in them must not notify a person.
    """
    counts = ", ".join(f"{count:,} {HEADINGS[group].lower()}" for group, count in changes.counts.items() if count)
    unchanged = "No cell has changed" if changes.edited else "Nothing has changed"
    groups = GROUPS[::-1] if worst_last else GROUPS
    blocks = [block for group in groups for block in _blocks(group, changes.of(group))]
    return Document("Changes between two reports", f"{counts or unchanged}.", (List(tuple(context(changes))), *blocks))


def context(changes: Changes) -> Iterator[Inline]:
    """Yield the differences between the runs themselves, and the metrics whose definition may have changed."""
    for option, old, new in changes.differences:  # such as the profile or the version
        yield f"{option} ", _name(old), " -> ", _name(new)
    for age, run in (("old", changes.old), ("new", changes.new)):
        if run.missing:
            yield f"the {age} run was interrupted: {run.missing:,} cells are missing"
    if changes.edited:
        names: list[Span] = [f"file or definition changed for {counted(len(changes.edited), 'metric')}: "]
        for k, name in enumerate(changes.edited[:MAX_METRICS_NAMED]):
            names += [", ", _name(name)] if k > 0 else [_name(name)]
        more = len(changes.edited) - MAX_METRICS_NAMED
        yield (*names, f" and {more:,} more" if more > 0 else "")


def _blocks(group: Change, members: list[ReportChange]) -> tuple[Block, ...]:
    """The heading and the table of a group of changes, folded unless it is important; nothing without changes."""
    if not members:
        return ()
    heading = f"{HEADINGS[group]}: {len(members):,}"
    table = Table(HEADS, tuple(map(_row, members)))
    return (Heading(heading), table) if group in UNFOLDED_GROUPS else (Details(heading, (table,)),)


def _row(change: ReportChange) -> tuple[Inline, ...]:
    """The row of a changed cell; a renamed metric has its old name in place of the old result."""
    was = _name(change.was) if change.was else _summary(change.old)
    return _name(change.metric), _name(change.title), was, _summary(change.new), change.why


def _summary(cell: Cell | None) -> Mono:
    return _clipped(summary_of(cell), MAX_SUMMARY_CHARACTERS) if cell is not None else Mono("")


def summary_of(cell: Cell) -> str:
    """A cell on one line: verdict, reach, claims, outcome, best constant, and the sides of the witness."""
    line = Line(cell)  # texts: the verdict with its reach, the claims with their outcome, and further results
    witness = cell.evidence.witness
    details = "; ".join(part for part in (line.declared, line.further) if part)
    sides = f": {witness.relation_with_truth_and_decimals}" if witness else ""
    return visible(f"{line.verdict} ({details}){sides}" if details else line.verdict + sides)


def _name(name: object) -> Mono:
    return _clipped(name, MAX_NAME_CHARACTERS)


def _clipped(text: object, max_characters: int) -> Mono:
    """A text of users on one line, cut to so many characters."""
    # escaping megabytes to show their beginning would be slow; ten times as many characters are enough for any text
    line = visible(str(text)[: 10 * max_characters])
    return Mono(line if len(line) <= max_characters else f"{line[: max_characters - 3]}...")
