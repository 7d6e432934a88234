"""What a decided cell means for its test, and what the test says then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Literal

from ..evidence.account.making import account
from ..evidence.cell import DECLARED, Cell
from ..evidence.matrix import Matrix
from ..evidence.safe import visible
from ..evidence.verdict import Outcome, Verdict
from ..model.registry import Registry
from ..report.witness import account_text
from ..studies.baseline.standing import beside

if TYPE_CHECKING:
    from ..studies.baseline.file import KnownFailure

Kind = Literal["pass", "fail", "expected", "skip"]


@dataclass(frozen=True)
class Judgement:
    """How the test ends, and what it says."""

    kind: Kind
    text: str = ""


def judged(
    cell: Cell,
    entry: KnownFailure | None,
    matrix: Matrix,
    registry: Registry,
    today: date,
    folder: str | None,
    files: Sequence[str],
) -> Judgement:
    """What the cell means for the test of its claim.

    A claim that the evidence does not contradict passes, with the reach that the evidence has. What is broken fails,
    unless the baseline's ``entry`` accepts it. What is declared to fail, and does, fails as expected. What could not be
    decided fails and says why; so does an accepted failure that is not there any more, and a declared one of which no
    instance is found. An open conjecture is skipped: nothing was claimed, and nothing is settled.

    ``folder`` is where the cell's witness is written, None if it could not be; ``files`` register its metric.
    """
    outcome = cell.outcome
    shown = _Shown(cell, matrix, registry, folder, files)
    if outcome is Outcome.BROKEN:
        if entry is None:
            return Judgement("fail", shown.in_full())
        if entry.is_expired(today):
            return Judgement("fail", shown.in_full(f"accepted until {entry.until}, which has passed: {entry.reason}"))
        return Judgement("expected", visible(f"accepted by the baseline: {beside(entry, cell, today).why}"))
    if outcome in (Outcome.UNRESOLVED, Outcome.NOT_APPLICABLE):
        return Judgement("fail", shown.undecided())
    if entry is not None:
        return Judgement("fail", shown.unexpected(entry, beside(entry, cell, today).why))
    if outcome is Outcome.CONFIRMED:
        return Judgement("expected", shown.reasons)
    if outcome is Outcome.UNCONFIRMED:
        return Judgement("fail", shown.unconfirmed())
    if outcome is Outcome.SETTLED and cell.evidence.verdict is Verdict.REFUTED:
        return Judgement("fail", shown.in_full("the conjecture is refuted; declare it in fails={...: 'the reason'}"))
    if outcome is Outcome.OPEN:
        return Judgement("skip", visible(f"an open conjecture: {cell.evidence.reach_text}"))
    return Judgement("pass")


@dataclass(frozen=True)
class _Shown:
    """A cell in words."""

    cell: Cell
    matrix: Matrix
    registry: Registry
    folder: str | None
    files: Sequence[str]

    @property
    def head(self) -> list[str]:
        """Metric and statement, the formula, and who claims it."""
        formula = next((head.formula for head in self.matrix.columns if head.id == self.cell.axiom), "")
        claims = [f"  {claim.quotation}" for claim in self.cell.claims]
        return [f"{self.cell.metric}: {self.cell.title}", f"  {formula}", *claims]

    @property
    def reasons(self) -> str:
        """Why the statement is said to fail, in the words of the claims."""
        wordings = [claim.wording for claim in self.cell.claims if claim.status == "fails"]
        return visible(f"{DECLARED['fails']}: {'; '.join(wordings)}")

    def in_full(self, remark: str = "") -> str:
        """The witness: the instance, both sides, a constructor to paste, and the command that decides it again."""
        full_account = account(self.cell, self.matrix, self.registry)
        if full_account is None:
            evidence = self.cell.evidence
            return _lines([*self.head, f"  {evidence.verdict}: {evidence.reach_text}", *_remark(remark)])
        *lines, command = account_text(full_account, self.folder or "DIR", self.files)
        code = [f"    {line}" for line in full_account.constructor.splitlines()]
        lines += ["  In Python:", "", *code, ""] if code else []
        lines += _remark(remark)
        if self.folder is None:
            lines.append("  pytest --axiomatrix-report DIR writes the witness; then:")
        return _lines([*lines, command])

    def undecided(self) -> str:
        """Why there is no answer; rounding says what is off by how little, and is not called a refutation."""
        evidence = self.cell.evidence
        if evidence.verdict is Verdict.ROUNDING:
            return self.in_full(
                "not refuted, and not passed: so small a difference may be rounding; an exact definition decides"
            )
        why = evidence.reason or evidence.reach_text
        return _lines([*self.head, f"  not decided: {evidence.verdict}: {why}"])

    def unconfirmed(self) -> str:
        """A declared failure, or a declared existence, of which there is no instance."""
        missing = "instance" if any(claim.status == "holds" for claim in self.cell.claims) else "counterexample"
        advice = "--axiomatrix-profile thorough looks further; what is not sure is declared in conjectured=[...]"
        return _lines([*self.head, f"  no {missing} is found: {self.cell.evidence.reach_text}", f"  {advice}"])

    def unexpected(self, entry: KnownFailure, why: str) -> str:
        """An accepted failure that is not there any more."""
        return _lines(
            [
                *self.head,
                f"  accepted by the baseline as broken: {entry.reason}",
                f"  but {why}",
                "  axiomatrix baseline prune drops the entry",
            ]
        )


def _remark(remark: str) -> list[str]:
    return [f"  {remark}", ""] if remark else []


def _lines(lines: Sequence[str]) -> str:
    return "\n".join(visible(line, lines=True).replace("\n", " ").rstrip() for line in lines)
