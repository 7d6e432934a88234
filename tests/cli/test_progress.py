"""Without a terminal, a line of progress now and then, counted in cells."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from axiomatrix.catalogue import load_catalogue
from axiomatrix.cli import running
from axiomatrix.engine.executor import Serial
from axiomatrix.engine.plan import Plan, Selection
from axiomatrix.engine.row import CheckedRow, count_planned_cells
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
    cells = list(CheckedRow(registry.metric("kendall"), Selection(plan, registry)).decide())

    def slowly(*given: Any, report: Any, news: Any) -> None:
        for cell in cells:
            report("kendall", cell)
        time.sleep(0.5)

    monkeypatch.setattr(running, "PROGRESS_SECONDS", 0.2)
    monkeypatch.setattr(running, "check_in_workers", slowly)
    running.check_and_count(plan, Serial(), Store(None))
    assert count_planned_cells(Selection(plan, registry)) == len(cells) == 2
    assert "2 cells: 2 decided, 1 refuted" in capsys.readouterr().err


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


@pytest.mark.parametrize("watched", [True, False])
def test_broken_claims_of_a_long_check_are_shown_as_they_come(
    watched: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither what is expected to be broken, nor what nobody declares, nor what a first look showed.

    Of a short check the answer alone says it.
    """
    holds = ClaimNote("holds", "declared", "")
    known = next(entry for entry in shipped().values() if entry.outcome is Outcome.BROKEN)
    one, other = refuted("symmetry", holds), refuted("[bold]", holds)
    seen = refuted("regularity", holds)

    def check(*given: Any, report: Any, news: Any) -> None:
        for cell in (one, other, one, known, refuted("separation"), seen):
            news(cell)
            time.sleep(pause)

    monkeypatch.setattr(running, "shows_progress", lambda console: watched)
    monkeypatch.setattr(running, "check_in_workers", check)
    monkeypatch.setattr(running, "QUIET_START_SECONDS", 0.3)
    shown = {}
    for pause in (0, 0.1):
        running.check_and_count(Plan(("kendall",)), Serial(), Store(None), Matrix([], [], [seen], "quick", 0))
        shown[pause] = [line for line in capsys.readouterr().err.splitlines() if "fails" in line]
    assert shown == {0: [], 0.1: ["mine: symmetry fails at n = 2", "mine: [bold] fails at n = 2"]}


SLOW = """
import time
from axiomatrix import axioms, metric

@metric("slow", holds=[axioms.zero_on_equal, axioms.separation, axioms.triangle_inequality, axioms.symmetry])
def slow(a, b):
    \"\"\"a(1) - 1, in 5 ms\"\"\"
    time.sleep(0.005)
    return a[1] - 1
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_slow_definition_shows_in_a_pipe_what_breaks_while_the_rest_is_decided(jobs: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(SLOW, encoding="utf-8")
    command = [sys.executable, "-m", "axiomatrix", "check", "mine.py", "--jobs", jobs]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as check:
        assert check.stderr is not None
        shown = {check.stderr.readline() for _ in range(3)}
        still_runs = check.poll() is None
        check.send_signal(signal.SIGINT)
    assert shown == {f"slow: {axiom} fails at n = 2\n" for axiom in ("zero-on-equal", "separation", "symmetry")}
    assert still_runs
