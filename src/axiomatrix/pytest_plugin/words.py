"""Outcomes and messages of the tests of decided cells."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Literal

from ..catalogue.any_language import command_of
from ..evidence.account.making import account
from ..evidence.cell import DECLARED, Cell
from ..evidence.expectation_status import status_beside
from ..evidence.expectations import Expectation
from ..evidence.matrix import Matrix
from ..evidence.safe import visible
from ..evidence.verdict import Outcome, Verdict
from ..evidence.words import derivation_lines, fault_lines
from ..model.metric import Metric
from ..model.registry import Registry
from ..report.ci.failure_text import failure_lines

Kind = Literal["pass", "fail", "expected", "skip"]


@dataclass(frozen=True)
class Ending:
    """How the test ends, and what it says."""

    kind: Kind
    text: str = ""
    summary: str = ""
    """A failure in one line, such as ``4 == 2 at n = 2``."""
    command: str = ""
    """The command that decides the witness again."""


def outcome_of_test(
    cell: Cell,
    entry: Expectation | None,
    matrix: Matrix,
    registry: Registry,
    today: date,
    folder: str | None,
    files: Sequence[str],
) -> Ending:
    """Judge the cell for the test of its claim.

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
        return _failed(cell, matrix, accepted, f"but {but}", "axiomatrix baseline prune FILE.py drops the entry")
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
    return _in_lines([f"{cell.metric}: {cell.title}", *(f"  {line}" for line in below)], why[0])


def _in_full(
    cell: Cell, matrix: Matrix, registry: Registry, folder: str | None, files: Sequence[str], *remark: str
) -> Ending:
    """The witness: the instance, both sides, a constructor to paste, and the command that decides it again."""
    shown, witness = account(cell, matrix, registry), cell.evidence.witness
    if shown is None or witness is None:
        return _failed(cell, matrix, cell.status.text, *derivation_lines(cell), *remark)
    *lines, command = failure_lines(shown, folder or "DIR", files)
    code = [f"    {line}" for line in shown.constructor.splitlines()]
    lines += ["", "In Python", *code, ""] if code else [""]
    lines += [part for text in remark for part in (f"  {text}", "")]
    if folder is None:
        command = f"  pytest --axiomatrix-report DIR writes the witness; then:\n{command}"
    while not lines[-1]:
        lines.pop()
    return _in_lines(lines, f"{witness.relation} at n = {witness.n}", command)


def _in_lines(lines: Sequence[str], summary: str, command: str = "") -> Ending:
    *shown, summary = (visible(line, lines=True).replace("\n", " ").rstrip() for line in (*lines, summary))
    return Ending("fail", "\n".join(shown), summary, command)


def files_of(metric: Metric) -> list[str]:
    """Words that a replay needs: a user's file, as it is typed from the current folder, or the command of a program."""
    if (command := command_of(metric)) is not None:
        return ["--command", shlex.join(command)]
    return [shown_path(metric.file)] if metric.family == "user" and metric.file is not None else []


def shown_path(path: Path) -> str:
    """The path as it is typed from the current folder."""
    resolved, folder = path.resolve(), Path.cwd()
    return (resolved.relative_to(folder) if resolved.is_relative_to(folder) else resolved).as_posix()
