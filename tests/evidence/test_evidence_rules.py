"""The rules that tie verdict, reach and witness together: every cell that is made keeps them, and no other is read."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from whole import whole_cells

import axiomatrix
from axiomatrix import Matrix
from axiomatrix.engine.plan import Plan, Selection
from axiomatrix.engine.row import CheckedRow
from axiomatrix.evidence.cell import Cell, ClaimNote
from axiomatrix.evidence.evidence import Evidence
from axiomatrix.evidence.rules import CellFacts, first_problem
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.evidence.witness import statement_named
from axiomatrix.methods.profile import PROFILES
from axiomatrix.methods.search import spaces_used
from axiomatrix.report import json_reports

ROWS = ("kendall", "footrule-element", "kendall-element-mean[arithmetic]", "precision-at")


@pytest.fixture(scope="module")
def matrix() -> Matrix:
    return axiomatrix.check(*ROWS, profile="quick")


@pytest.fixture(scope="module")
def content(matrix: Matrix) -> Any:
    written = json.loads(json_reports.dump_matrix(matrix))
    return {**written, "cells": [*whole_cells(written)]}


def with_verdict(report: Any, verdict: str) -> tuple[int, Any]:
    """The first cell of that verdict, and its place."""
    return next((k, cell) for k, cell in enumerate(report["cells"]) if cell["evidence"]["verdict"] == verdict)


@pytest.mark.slow
def test_every_cell_that_is_made_keeps_the_rules(matrix: Matrix) -> None:
    assert len({cell.evidence.verdict for cell in matrix}) > 4
    for cell in matrix:
        metric, axiom = axiomatrix.REGISTRY.metric(cell.metric), axiomatrix.REGISTRY.axiom(cell.axiom)
        if cell.evidence.verdict != "not applicable":
            statement = statement_named(metric, axiom, cell.arguments)
            grid = not all(space.complete for space in spaces_used(metric, statement))
            facts = CellFacts(axiom.quantifier, metric.exact, bool(metric.parameters), grid)
            assert first_problem(cell, facts) is None


@pytest.mark.slow
def test_the_cells_that_are_made_are_those_that_are_planned(matrix: Matrix) -> None:
    """Beyond the plan is only what the definition suggests: an axiom with arguments that nobody declares."""
    selection = Selection(Plan(ROWS, budgets=PROFILES["quick"]), axiomatrix.REGISTRY)
    for row in selection.rows:
        planned = {cell.key: cell for cell in CheckedRow(row, selection, plan_only=True).planned_cells}
        made = {cell.key: cell for cell in matrix if cell.metric == row.name}
        for key, cell in planned.items():
            assert (made[key].claims, made[key].evidence.seed) == (cell.claims, cell.evidence.seed)
        more = {key for key, cell in made.items() if cell.evidence.verdict != "not applicable"} - planned.keys()
        assert all(axiomatrix.REGISTRY.axiom(key.axiom).arguments and not made[key].claims for key in more)


Change = Callable[[Any], Any]


def reach(**changes: Any) -> Change:
    return lambda cell: cell["evidence"]["reach"][0].update(changes)


def evidence(**changes: Any) -> Change:
    return lambda cell: cell["evidence"].update(changes)


def witness(**changes: Any) -> Change:
    return lambda cell: cell["evidence"]["witness"].update(changes)


@pytest.mark.parametrize(
    ("verdict", "change", "where"),
    [
        ("exhausted", reach(cases=-1), "evidence.reach[0].cases: expected `int` >= 0"),
        ("exhausted", reach(cases=0, undecided=0), "evidence."),
        ("exhausted", reach(undecided=10**9), "evidence.reach[0].undecided is 1,000,000,000, more than all"),
        ("exhausted", reach(largest=0), "evidence.reach[0].smallest: sizes"),
        ("exhausted", reach(largest=10**6), "evidence.reach[0].smallest: sizes"),
        ("exhausted", reach(method="magic"), "evidence.reach[0].method is 'magic'"),
        ("exhausted", reach(grid=True), "evidence.verdict is exhausted"),
        ("exhausted", evidence(verdict="certified"), "evidence.verdict is certified"),
        ("exhausted", evidence(verdict="proved"), "evidence.witness is missing in a cell that is proved"),
        ("exhausted", evidence(seed=-1), "evidence.seed is"),
        ("exhausted", evidence(seed=7), "evidence.seed is not that of this cell"),
        ("exhausted", evidence(method="linear"), "evidence.method is 'linear'"),
        ("searched", reach(grid=False), "evidence."),
        ("searched", evidence(verdict="exhausted"), "evidence.verdict is exhausted"),
        ("certified", evidence(reach=[]), "evidence.verdict is certified, but the reach has 0 cases"),
        ("refuted", evidence(witness=None), "evidence.witness is missing in a cell that is refuted"),
        ("refuted", evidence(method="magic"), "evidence.method is 'magic'"),
        ("refuted", witness(metric="kendalls"), "evidence.witness is about another cell: kendalls x"),
        ("refuted", witness(n=0), "evidence.witness.n: expected `int` >= 1"),
        ("refuted", witness(shows="attains"), "evidence.witness.shows is 'attains' in a cell that is refuted"),
        ("refuted", witness(lhs="1", op="==", rhs="1"), "evidence.witness.lhs: 1 == 1 is true"),
        ("refuted", witness(channel="float"), "evidence.witness.channel is not the channel of the metric"),
    ],
)
def test_a_report_that_breaks_a_rule_is_refused_with_the_path(
    verdict: str, change: Change, where: str, content: Any
) -> None:
    changed = copy.deepcopy(content)
    k, cell = with_verdict(changed, verdict)
    change(cell)
    cell["outcome"] = outcome_of(cell)
    with pytest.raises(json_reports.BadReport) as caught:
        json_reports.load_matrix(changed)
    named = f"{cell['metric']} x {cell['axiom']}"
    assert (f"cells[{k}]" in str(caught.value) or named in str(caught.value)) and where in str(caught.value)


def outcome_of(cell: Any) -> str:
    """What the changed verdict comes to, so that the outcome is not what gives it away."""
    claims = tuple(ClaimNote(**claim) for claim in cell["claims"])
    return Cell("m", "a", claims=claims, evidence=Evidence(Verdict(cell["evidence"]["verdict"]))).outcome


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda d: d["cells"].append(d["cells"][0]), "occurs twice"),
        (lambda d: d["rows"].append(d["rows"][0]), "rows: a name occurs twice"),
        (lambda d: d["columns"].pop(0), "there is no such row or column"),
        (lambda d: d["columns"][0].update(quantifier="there is"), "columns[0].quantifier"),
        (lambda d: d.update(seed=-3), "seed: expected `int` >= 0"),
        (lambda d: d.update(seed=3), "evidence.seed is not that of this cell"),
    ],
)
def test_the_parts_of_a_report_fit_each_other(change: Change, where: str, content: Any) -> None:
    changed = copy.deepcopy(content)
    change(changed)
    with pytest.raises(json_reports.BadReport) as caught:
        json_reports.load_matrix(changed)
    assert where in str(caught.value)


def test_the_report_is_read_back(matrix: Matrix, content: Any) -> None:
    assert json_reports.load_matrix(content).cells == matrix.cells
