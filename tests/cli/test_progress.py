"""Without a terminal, a line of progress now and then, counted in cells."""

from __future__ import annotations

import time
from typing import Any

import pytest

from axiomatrix.catalogue.loading import load_catalogue
from axiomatrix.cli import running
from axiomatrix.engine.executor import Serial
from axiomatrix.engine.plan import Plan, Selection
from axiomatrix.engine.row import CheckedRow, planned_cells
from axiomatrix.engine.store import Store
from axiomatrix.evidence.cell import Cell, ClaimNote
from axiomatrix.evidence.evidence import Evidence, Witness
from axiomatrix.evidence.expectations import shipped
from axiomatrix.evidence.matrix import Matrix
from axiomatrix.evidence.verdict import Outcome, Verdict
from axiomatrix.methods.profile import PROFILES
from axiomatrix.spaces.parameters import ParameterDomain


def test_a_line_now_and_then(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    registry = load_catalogue()
    plan = Plan(("kendall",), ("symmetry", "left-invariance"), budgets=PROFILES["quick"])
    cells = list(CheckedRow(registry.metric("kendall"), Selection(plan, registry)).cells())

    def slowly(*given: Any, report: Any, news: Any) -> None:
        for cell in cells:
            report("kendall", cell)
        time.sleep(0.5)

    monkeypatch.setattr(running, "PROGRESS_SECONDS", 0.2)
    monkeypatch.setattr(running, "check_in_workers", slowly)
    running.check_and_count(plan, Serial(), Store(None))
    assert planned_cells(Selection(plan, registry)) == len(cells) == 2
    assert "2 decided, 1 refuted of 2 cells" in capsys.readouterr().err


def refuted(axiom: str, *claims: ClaimNote) -> Cell:
    """A cell with a witness at n = 2."""
    witness = Witness(
        "mine",
        axiom,
        {},
        ParameterDomain.OPEN,
        n=2,
        instance={},
        parameters={},
        lhs="1",
        op="==",
        rhs="2",
        smallest=True,
        channel="exact",
        shows="refutes",
    )
    evidence = Evidence(Verdict.REFUTED, witness=witness)
    return Cell("mine", axiom, {}, ParameterDomain.OPEN, claims=claims, evidence=evidence)


def test_broken_claims_are_shown_as_they_come(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal; neither what is expected to be broken, nor what nobody declares, nor what a first look showed."""
    holds = ClaimNote("holds", "declared", "")
    known = next(entry for entry in shipped().values() if entry.outcome is Outcome.BROKEN)
    one, other = refuted("symmetry", holds), refuted("[bold]", holds)
    seen = refuted("regularity", holds)

    def check(*given: Any, report: Any, news: Any) -> None:
        for cell in (one, other, one, known, refuted("separation"), seen):
            news(cell)

    monkeypatch.setattr(running, "shows_progress", lambda console: True)
    monkeypatch.setattr(running, "check_in_workers", check)
    running.check_and_count(Plan(("kendall",)), Serial(), Store(None), Matrix([], [], [seen], "quick", 0))
    shown = capsys.readouterr().err
    assert [line for line in shown.splitlines() if "fails" in line] == [
        "mine: symmetry fails at n = 2",
        "mine: [bold] fails at n = 2",
    ]
