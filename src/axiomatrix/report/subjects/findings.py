"""Findings of a run of the whole catalogue: three in sentences, and two commands to try next."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from ...evidence.cell import Cell
from ...evidence.matrix import Matrix
from ...evidence.status import EvidenceGrade
from ...evidence.verdict import Outcome
from ...evidence.words import counted
from ..document import Inline, Mono
from .failures import sides_text

FINDINGS_SHOWN = 3


def findings(matrix: Matrix) -> Iterator[Inline]:
    """The first three of what there is to say: what is unexpected, broken claims, conjectures, what holds."""
    yield from islice(_all_findings(matrix), FINDINGS_SHOWN)


def _all_findings(matrix: Matrix) -> Iterator[Inline]:
    unexpected = [cell for cell in matrix.surprises if cell.claims and cell.expected is not None]
    if unexpected:
        first = unexpected[0]
        be = "is" if len(unexpected) == 1 else "are"
        many = f"{counted(len(unexpected), 'outcome')} {be} not as expected, such as "
        yield (many, *_named(first), f": {first.outcome.written}, {first.status.text}.")
    if (cell := hardest_refutation(matrix)) is not None and cell.evidence.witness is not None:
        witness = cell.evidence.witness
        smaller = ", and no smaller counterexample exists" if witness.smallest else ""
        sources = ", ".join(claim.source for claim in cell.claims)
        be = "is" if len(matrix.broken) == 1 else "are"
        yield (
            f"{counted(len(matrix.broken), 'claim')} of the sources {be} false. The hardest to refute is ",
            *_named(cell),
            f", claimed by {sources}{sides_text(cell)}, at n = {witness.n}{smaller}.",
        )
    settled = matrix.with_outcome(Outcome.SETTLED)
    if settled:
        largest = max(settled, key=lambda cell: cell.evidence.settled_at)
        total = counted(len(settled) + len(matrix.with_outcome(Outcome.OPEN)), "conjecture")
        many = f"{len(settled)} of {total} {'is' if len(settled) == 1 else 'are'} settled, such as "
        yield (many, *_named(largest), f": {largest.status.text}{sides_text(largest)}.")
    standing = Counter(c.status.grade for c in matrix.with_outcome(Outcome.AS_DECLARED))
    if standing:
        grades = [(standing[grade], _GRADE_WORDS[grade]) for grade in sorted(standing, reverse=True)]
        parts = ", ".join(f"{count:,} {words}" for count, words in grades)
        yield f"{counted(sum(standing.values()), 'claim')} hold as far as was looked: {parts}."
    refuted = [cell for cell in matrix.cells if not cell.claims and cell.status.holds == "no"]
    if refuted:
        yield f"{counted(len(refuted), 'statement')} that nobody claims are refuted, each by an exact counterexample."


_GRADE_WORDS = {
    EvidenceGrade.PROVED: "proved for every n",
    EvidenceGrade.CERTIFIED: "certified for all parameters up to some n",
    EvidenceGrade.EXHAUSTED: "true of all instances up to some n",
    EvidenceGrade.SEARCHED: "searched without a counterexample",
    EvidenceGrade.NONE: "without evidence",
}


def hardest_refutation(matrix: Matrix) -> Cell | None:
    """The broken claim whose counterexample takes the most items; of several, one that is known to be the smallest."""
    broken = [cell for cell in matrix.broken if cell.evidence.witness is not None]
    return max(broken, key=_hardness, default=None)


def _hardness(cell: Cell) -> tuple[int, bool]:
    witness = cell.evidence.witness
    return (witness.n, witness.smallest) if witness is not None else (0, False)


def _named(cell: Cell) -> tuple[Mono]:
    return (Mono(f"{cell.metric}: {cell.title}"),)


def next_commands(matrix: Matrix, directory: str | None) -> list[str]:
    """How to see one cell step by step, and all of them on a site."""
    cell = hardest_refutation(matrix) or next(iter(matrix.cells), None)
    show = [shlex.join(["axiomatrix", "show", cell.metric, cell.axiom])] if cell is not None else []
    report = [] if directory is None else [f"{directory}/compliance.json"]
    return [*show, shlex.join(["axiomatrix", "report", *report, "--html", "site"])]
