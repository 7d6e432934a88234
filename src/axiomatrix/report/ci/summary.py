"""The matrix as the summary of a step of GitHub Actions: what is wrong first, the rest folded, below the size allowed.

A step may add 1 MiB to the file that GITHUB_STEP_SUMMARY names; one byte more and all of it is dropped
(https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#step-isolation-and-limits), and a
few bytes less it is dropped too, without a word (https://github.com/actions/runner/issues/4337).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from ...evidence.cell import CellKey
from ...evidence.matrix import Matrix
from ...evidence.safe import code, fenced, prose
from ...evidence.verdict import STATES, Outcome
from ...evidence.words import Line, counted, size_text, summary
from ..tables import github_lines
from .claimed import JudgedClaim, ReportSetting, judged_claims
from .limited import LONGEST_NAME, FoldedSection, clipped, limited, named

LIMIT = 1_000_000
"""Bytes: less than 1 MiB by a margin."""
MOST_LINES = 60
"""Lines of one failure that are shown."""


def page(matrix: Matrix, setting: ReportSetting, limit: int = LIMIT) -> str:
    """The whole of ``summary.md``: at most ``limit`` bytes; empty if that is too little for anything."""
    claims = list(judged_claims(matrix))
    forgiven = setting.known_failures(matrix)
    folder, name = setting.directory, setting.page
    pages = code(f"{folder}/{name}.md"), code(f"{folder}/{setting.site}/index.html")
    interrupted = [] if matrix.complete else [f"**{prose(matrix.interrupted)}**", ""]
    rest = f"The whole report is {pages[0]}, with {pages[1]} beside it."

    def of(*outcomes: Outcome) -> list[JudgedClaim]:
        return [claim for claim in claims if claim.cell.outcome in outcomes]

    sections = [
        FoldedSection(_title(matrix, len(forgiven)), (*interrupted, _counts(matrix, forgiven), "", rest)),
        _failed(matrix, setting, forgiven),
        _known(claims, forgiven),
        _undecided([claim for claim in claims if claim.became == "fault"], "Not decided: faults of a definition"),
        _undecided([c for c in of(Outcome.UNRESOLVED) if c.became == "skipped"], "Declared, not decided"),
        _undecided(of(Outcome.UNCONFIRMED), "Declared, not confirmed"),
        _table(of(Outcome.SETTLED, Outcome.OPEN), "Conjectures"),
        _table(of(Outcome.AS_DECLARED, Outcome.CONFIRMED), "As declared"),
        _verdicts(matrix),
    ]
    return limited([section for section in sections if section.chunks], limit, rest)


def _title(matrix: Matrix, known: int) -> str:
    broken, claims = len(matrix.broken) - known, sum(bool(cell.claims) for cell in matrix.cells)
    forgiven = counted(known, "known failure")
    if broken:
        return f"# axiomatrix: {counted(broken, 'broken claim')}{f', {forgiven}' if known else ''}"
    status = f"{forgiven}, no other broken claim" if known else "no broken claim"
    status += "" if matrix.complete else " so far"
    return f"# axiomatrix: {status}" if claims else "# axiomatrix: nothing is declared"


def _counts(matrix: Matrix, forgiven: Mapping[CellKey, str]) -> str:
    rest = replace(matrix, cells=[cell for cell in matrix if cell.key not in forgiven])
    each = [f"{count:,} {outcome.counted(count)}" for outcome, count in summary(rest)]
    if forgiven:
        each.insert(bool(rest.broken), counted(len(forgiven), "known failure"))
    counts = ", ".join(each)
    how = f"profile {prose(clipped(matrix.profile))}, seed {matrix.seed}"
    return f"{size_text(matrix)}, {how}. {counted(len(matrix), 'cell')}: {counts}."


def _failed(matrix: Matrix, setting: ReportSetting, forgiven: Mapping[CellKey, str]) -> FoldedSection:
    chunks = []
    for cell in (cell for cell in matrix.broken if cell.key not in forgiven):
        lines = [clipped(f"|{line}")[1:] for line in setting.failure(cell, matrix)]  # its indentation is kept
        more = [f"... {len(lines) - MOST_LINES:,} lines more"] if len(lines) > MOST_LINES else []
        chunks.append(fenced("\n".join([*lines[:MOST_LINES], *more]), "text") + "\n")
    return FoldedSection(f"## Broken claims: {len(chunks):,}", tuple(chunks))


def _known(claims: list[JudgedClaim], forgiven: Mapping[CellKey, str]) -> FoldedSection:
    """What is broken and forgiven, in the open: each with what fails and why that is not a failure of the check."""
    failed = [claim for claim in claims if claim.became == "failed" and claim.cell.key in forgiven]
    rows = [[*_names(c), prose(clipped(c.summary)), prose(clipped(forgiven[c.cell.key]))] for c in failed]
    table = github_lines(["metric", "claim", "what fails", "why it is forgiven"], rows)
    return FoldedSection(f"## Known failures: {len(forgiven):,}", tuple(table))


def _names(claim: JudgedClaim) -> tuple[str, str]:
    return named(claim.cell.metric), named(claim.name)


def _undecided(claims: list[JudgedClaim], heading: str) -> FoldedSection:
    lines = []
    for claim in claims:
        name = f"{clipped(claim.cell.metric, LONGEST_NAME)}: {clipped(claim.name, LONGEST_NAME)}"
        lines.append(f"- {code(name)}: {prose(clipped(claim.summary))}")
    return FoldedSection(f"## {heading}: {len(claims):,}", tuple(lines))


def _table(claims: list[JudgedClaim], heading: str) -> FoldedSection:
    rows = []
    for claim in claims:
        shown = Line(claim.cell)
        verdict = f"{shown.verdict}{f' ({shown.cases})' if shown.cases else ''}"
        rows.append([*_names(claim), claim.cell.outcome.written, prose(clipped(verdict))])
    table = github_lines(["metric", "claim", "outcome", "verdict and reach"], rows)
    return FoldedSection(f"{heading}: {len(claims):,}", tuple(table), folded=True)


def _verdicts(matrix: Matrix) -> FoldedSection:
    """For each metric, how many of its cells have which verdict, declared or not."""
    counts: dict[str, Counter[str]] = {row.name: Counter() for row in matrix.rows}
    for cell in matrix.cells:
        if cell.outcome is not Outcome.NOT_APPLICABLE:
            counts.setdefault(cell.metric, Counter())[cell.evidence.state.word] += 1
    used = [state for state in STATES if any(count[state] for count in counts.values())]
    rows = [[named(name), *(str(count[state] or "") for state in used)] for name, count in counts.items()]
    table = github_lines(["metric", *used], rows)
    return FoldedSection(f"All cells by verdict: {counted(len(rows), 'metric')}", tuple(table), folded=True)
