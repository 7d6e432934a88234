"""Without a terminal, a line of progress now and then, counted in cells."""

from __future__ import annotations

import time
from typing import Any

import pytest

from axiomatrix.catalogue.loading import load_catalogue
from axiomatrix.cli import running
from axiomatrix.engine.options import Options
from axiomatrix.engine.row import CheckedRow, Plans
from axiomatrix.engine.selection import Selection
from axiomatrix.evidence.cell import CellKey
from axiomatrix.evidence.pins import shipped
from axiomatrix.evidence.verdict import Outcome
from axiomatrix.spaces.parameters import ParameterDomain


def test_a_line_now_and_then(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    registry = load_catalogue()
    run = Selection(Options(("kendall",), ("symmetry", "left-invariance"), profile="quick"), registry)
    cells = list(CheckedRow(registry.metric("kendall"), run).cells())

    def slowly(options: Options, workers: Any, report: Any, *more: Any) -> None:
        for cell in cells:
            report("kendall", cell)
        time.sleep(0.5)

    monkeypatch.setattr(running, "NOW_AND_THEN", 0.2)
    monkeypatch.setattr(running, "check_in_workers", slowly)
    running.check_and_count(run, 1, None)  # type: ignore[arg-type]  # nobody works
    total = Plans(run).cells
    assert total == len(cells) == 2
    assert "2 decided, 1 refuted of 2 cells" in capsys.readouterr().err


def test_broken_claims_are_shown_as_they_come(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal; neither what is pinned as broken, nor what nobody declares."""
    pinned = next(key for key, pin in shipped().items() if pin.outcome is Outcome.BROKEN)
    mine = [CellKey("mine", axiom, "", ParameterDomain.OPEN) for axiom in ("symmetry", "[bold]", "separation")]

    def check(options: Options, workers: Any, report: Any, journal: Any, memory: Any, news: Any, begin: Any) -> None:
        for key in (*mine[:2], mine[0], pinned):
            news(key, Outcome.BROKEN, 2)
        news(mine[2], Outcome.OBSERVED, 2)

    monkeypatch.setattr(running, "shows_progress", lambda console: True)
    monkeypatch.setattr(running, "check_in_workers", check)
    running.check_and_count(Selection(Options(("kendall",)), load_catalogue()), 1, None)  # type: ignore[arg-type]  # nobody works
    shown = capsys.readouterr().err
    assert [line for line in shown.splitlines() if "fails" in line] == [
        "mine: symmetry fails at n = 2, at a first look",
        "mine: [bold] fails at n = 2, at a first look",
    ]
