"""A finding about a library as an issue that its maintainer can be given: what is wrong, where, and how to see it."""

from __future__ import annotations

from collections.abc import Iterator

from ...evidence.cell import ClaimNote
from ..document import Block, Code, Heading, Inline, Link, List, Mono, Nested, Span, Strong
from ..libraries.data import LibraryReport
from ..libraries.findings import Finding, scripts


def issue(finding: Finding, report: LibraryReport, level: int = 4) -> Iterator[Block]:
    """The issue, under a heading of that level."""
    note = next(note for note in report.libraries if note.id == finding.library)
    head = next((column for column in report.columns if column.id == finding.first.axiom), None)
    facts: list[Inline] = [
        (Strong("Versions"), f": {note.distribution} {note.version}"),
        (Strong("Expected"), ": ", Mono(finding.expected)),
        (Strong("Actual"), ": ", Mono(finding.actual)),
    ]
    if head is not None:
        facts.append((Strong("Property"), ": ", Mono(f"{finding.first.title}: {head.formula}")))
    if witness := finding.first.evidence.witness:
        minimal = "no smaller input does it" if witness.smallest else "the smallest found"
        facts.append((Strong("Smallest input"), f": n = {witness.n}, {minimal}"))
    facts += [(Strong("Documentation"), ": ", *sentence) for sentence in _sentences(finding, report)]
    yield Heading(finding.title, level)
    yield List(tuple(facts))
    for script in scripts(finding.calls):
        yield Code(script, "python")
    if len(finding.cells) > 1:
        touched = tuple((Mono(row), f": {', '.join(titles)}") for row, titles in finding.touches.items())
        yield List((Nested("What else it touches:", touched),))


def _sentences(finding: Finding, report: LibraryReport) -> Iterator[tuple[Span, ...]]:
    """Yield the documentation: the claimed sentences, or else the definition."""
    claims: dict[ClaimNote, None] = dict.fromkeys(claim for cell in finding.cells for claim in cell.claims)
    row = report.notes[finding.first.metric]
    for claim in claims:
        source = report.sources.get(claim.source)
        yield f'"{claim.wording}"', " ", _page(source.page if source is not None else "", claim.source)
    if not claims and row.definition:
        yield Mono(row.definition), " ", _page(row.page, "as we read it")


def _page(address: str, otherwise: str) -> Span:
    return Link("page", address) if address else f"({otherwise})"
