"""What a decided cell means for its test, and what the test says then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Literal

from ..evidence.account.making import account
from ..evidence.cell import DECLARED, Cell
from ..evidence.expectation_status import status_beside
from ..evidence.expectations import Expectation
from ..evidence.matrix import Matrix
from ..evidence.safe import visible
from ..evidence.verdict import Outcome, Verdict
from ..evidence.words import derivation_lines, fault_lines
from ..model.registry import Registry
from ..report.witness import account_text

Kind = Literal["pass", "fail", "expected", "skip"]


@dataclass(frozen=True)
class Ending:
    """How the test ends, and what it says."""

    kind: Kind
    text: str = ""


def outcome_of_test(
    cell: Cell,
    entry: Expectation | None,
    matrix: Matrix,
    registry: Registry,
    today: date,
    folder: str | None,
    files: Sequence[str],
) -> Ending:
    """What the cell means for the test of its claim.

    A claim that the evidence does not contradict passes, with the reach that the evidence has. What is broken fails,
    unless the expectation ``entry`` accepts it. What is declared to fail, and does, fails as expected. What could not
    be decided fails and says why; so does an accepted failure that is not there any more, and a declared one of which
    no instance is found. An open conjecture is skipped: nothing was claimed, and nothing is settled.

    ``folder`` is where the cell's witness is written, None if it could not be; ``files`` register its metric.
    """
    outcome, status = cell.outcome, cell.status
    if matrix.contradictions:
        return _failed(cell, matrix, *(contradiction.sentence for contradiction in matrix.contradictions))
    in_full = partial(_in_full, cell, matrix, registry, folder, files)
    if outcome is Outcome.BROKEN:
        if entry is None:
            return in_full()
        if entry.is_expired(today):
            return in_full(f"accepted until {entry.until}, which has passed: {entry.reason}")
        return Ending("expected", visible(f"accepted: {status_beside(entry, cell, today).why}"))
    if status.key == Verdict.ROUNDING and outcome is Outcome.UNRESOLVED:
        # what is off by so little is not called a refutation
        return in_full(
            "not refuted, and not passed: so small a difference may be rounding; an exact definition decides"
        )
    if outcome in (Outcome.UNRESOLVED, Outcome.NOT_APPLICABLE):
        why = f"not decided: {status.word}: {cell.evidence.why or status.reach}"
        return _failed(cell, matrix, why, *fault_lines(cell))
    if entry is not None:
        accepted, but = f"accepted as broken: {entry.reason}", status_beside(entry, cell, today).why
        return _failed(cell, matrix, accepted, f"but {but}", "axiomatrix expectations prune FILE.py drops the entry")
    if outcome is Outcome.CONFIRMED:
        wordings = [claim.wording for claim in cell.claims if claim.status == "fails"]
        return Ending("expected", visible(f"{DECLARED['fails']}: {'; '.join(wordings)}"))
    if outcome is Outcome.UNCONFIRMED:
        missing = "instance" if any(claim.status == "holds" for claim in cell.claims) else "counterexample"
        advice = "--axiomatrix-profile thorough looks further; what is not sure is declared in conjectured=[...]"
        return _failed(cell, matrix, f"no {missing} is found: {status.reach}", advice)
    if outcome is Outcome.SETTLED and status.holds == "no":
        return in_full("the conjecture is refuted; declare it in fails={...: 'the reason'}")
    if outcome is Outcome.OPEN:
        return Ending("skip", visible(f"an open conjecture: {status.reach}"))
    return Ending("pass")


def _failed(cell: Cell, matrix: Matrix, *why: str) -> Ending:
    """Metric and statement, the formula, who claims it, and what is wrong."""
    formula = next((head.formula for head in matrix.columns if head.id == cell.axiom), "")
    below = [formula, *(claim.quotation for claim in cell.claims), *why]
    return _in_lines([f"{cell.metric}: {cell.title}", *(f"  {line}" for line in below)])


def _in_full(
    cell: Cell, matrix: Matrix, registry: Registry, folder: str | None, files: Sequence[str], *remark: str
) -> Ending:
    """The witness: the instance, both sides, a constructor to paste, and the command that decides it again."""
    shown = account(cell, matrix, registry)
    if shown is None:
        return _failed(cell, matrix, cell.status.text, *derivation_lines(cell), *remark)
    *lines, command = account_text(shown, folder or "DIR", files)
    code = [f"    {line}" for line in shown.constructor.splitlines()]
    lines += ["  In Python:", "", *code, ""] if code else []
    lines += [part for text in remark for part in (f"  {text}", "")]
    if folder is None:
        lines.append("  pytest --axiomatrix-report DIR writes the witness; then:")
    return _in_lines([*lines, command])


def _in_lines(lines: Sequence[str]) -> Ending:
    return Ending("fail", "\n".join(visible(line, lines=True).replace("\n", " ").rstrip() for line in lines))
