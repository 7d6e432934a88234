"""Workers: one result whatever their number, and a faulty metric costs its own cells and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from axiomatrix import REGISTRY, Matrix, Registry, check, watch
from axiomatrix.catalogue.loading import CannotImport, load_file
from axiomatrix.engine.check import Unknown, check_in_workers
from axiomatrix.engine.executor import LocalProcesses
from axiomatrix.engine.plan import Limits, Plan
from axiomatrix.engine.running import RowRun
from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.reach import SearchStatistics
from axiomatrix.evidence.slug import derived_seed
from axiomatrix.evidence.witness import Witness
from axiomatrix.methods.profile import PROFILES

FAULTY = '''
import os, time
from axiomatrix import axioms, inverted_pairs, metric

@metric("hangs", holds=[axioms.symmetry])
def hangs(a, b):
    """never answers on three items"""
    while len(a) > 2:
        time.sleep(0.01)
    return 0

@metric("dies", holds=[axioms.symmetry])
def dies(a, b):
    """ends the process on three items"""
    if len(a) > 2:
        os._exit(7)
    return 0

@metric("asymmetric", holds=[axioms.symmetry])
def asymmetric(a, b):
    """position in a of the item that is first in b"""
    return a[b.order[0]] - 1

@metric("chatty", holds=[axioms.symmetry])
def chatty(a, b):
    """d(a, b) = number of inverted pairs"""
    print("noise")
    return len(inverted_pairs(a, b))
'''


@pytest.fixture
def faulty(tmp_path: Path) -> Iterator[Path]:
    file = tmp_path / "faulty_metrics.py"
    file.write_text(FAULTY, encoding="utf-8")
    names = load_file(file)
    yield file
    for name in names:
        del REGISTRY.metrics[name]


QUICK = PROFILES["quick"]


def in_workers(plan: Plan, jobs: int = 1, **told: Any) -> Matrix:
    with LocalProcesses(jobs, plan.limits, tasks_each=1) as executor:
        return check_in_workers(plan, executor, **told)


@pytest.mark.slow
def test_one_worker_and_two_and_none_give_the_same_cells() -> None:
    plan = Plan(metrics=("kendall-element", "footrule"), budgets=QUICK, use_pins=False)
    one = in_workers(plan, 1)
    two = in_workers(plan, 2)
    here = check("kendall-element", "footrule", profile="quick", use_pins=False)
    assert one.cells == two.cells == here.cells
    assert one.rows == two.rows == here.rows


@pytest.mark.slow
def test_faults_cost_their_own_cells(faulty: Path) -> None:
    names = ("hangs", "dies", "asymmetric", "chatty", "kendall")
    plan = Plan(names, budgets=QUICK, use_pins=False, files=(str(faulty),), axioms=("symmetry",), limits=Limits(1.0))
    matrix = in_workers(plan, 2)
    hung = matrix.cell("hangs", "symmetry").evidence
    assert (hung.verdict, hung.reason) == ("timeout", "no answer within 1 s, in faulty_metrics.py:9")
    died = matrix.cell("dies", "symmetry").evidence
    assert (died.verdict, died.reason) == ("crashed", "the process ended with exit code 7")
    broken = matrix.cell("asymmetric", "symmetry")
    assert broken.outcome == "broken"
    assert broken.evidence.witness is not None
    assert broken.evidence.witness.instance == {"a": [1, 2, 3], "b": [3, 1, 2]}
    assert matrix.cell("chatty", "symmetry").evidence.verdict == "exhausted"
    alone = in_workers(replace(plan, metrics=("kendall",), files=()))
    assert [c for c in matrix if c.metric == "kendall"] == alone.cells
    assert matrix.exit_code("broken") == 1
    assert matrix.exit_code("never") == 3


@pytest.mark.slow
def test_a_cell_decided_before_the_fault_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "late_metrics.py"
    file.write_text(
        "import os\nfrom axiomatrix import metric\n\n@metric('late')\ndef late(a, b):\n"
        "    'refuted at two items, dies at four'\n    if len(a) == 4:\n        os._exit(1)\n"
        "    return 1\n",
        encoding="utf-8",
    )
    names = load_file(file)
    try:
        matrix = in_workers(Plan(("late",), budgets=QUICK, files=(str(file),)))
    finally:
        for name in names:
            del REGISTRY.metrics[name]
    assert matrix.cell("late", "symmetry").evidence.verdict == "crashed"


def test_progress_is_told_of_every_cell_and_row() -> None:
    progress: list[tuple[str, bool]] = []
    plan = Plan(("kendall",), axioms=("symmetry",), budgets=QUICK, use_pins=False)
    in_workers(plan, report=lambda name, cell: progress.append((name, cell is None)))
    assert progress == [("kendall", False), ("kendall", True)]


@pytest.mark.parametrize("seconds", [0.005, 0.2])
def test_a_users_cells_are_told_as_soon_as_they_are_believed(
    faulty: Path, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each cell is told once, while its task runs or after it, with the verdict and the witness that it ends with."""
    monkeypatch.setattr("axiomatrix.engine.running.POLL_SECONDS", seconds)
    news: list[Cell] = []
    plan = Plan(("asymmetric",), ("symmetry", "left-invariance"), budgets=QUICK, files=(str(faulty),))
    matrix = in_workers(plan, 2, news=news.append)
    assert [cell.key for cell in news] == list(dict.fromkeys(cell.key for cell in news))
    refuted = [cell for cell in matrix if cell.evidence.verdict == "refuted"]
    assert refuted
    assert {cell.key for cell in refuted} <= {cell.key for cell in news}
    for told in news:
        final = next(cell for cell in matrix if cell.key == told.key)
        assert told.evidence.verdict == final.evidence.verdict
        assert found(told) == found(final)


def found(cell: Cell) -> Witness | None:
    """The witness without ``smallest``, which is known only when the search has ended."""
    witness = cell.evidence.witness
    return witness and structs.replace(witness, smallest=False)


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (Plan(metrics=("kendal",)), "unknown metric 'kendal'; did you mean 'kendall'?"),
        (
            Plan(axioms=("triangle-inequalty",)),
            "unknown axiom 'triangle-inequalty'; did you mean 'triangle-inequality'?",
        ),
        (Plan(sources=("KV77",)), "unknown source 'KV77'; did you mean 'KV7'?"),
    ],
)
def test_unknown_names(plan: Plan, message: str) -> None:
    with pytest.raises(Unknown, match=message.replace("?", r"\?")):
        in_workers(plan, 1)


def test_watching_ends_with_what_a_check_says() -> None:
    """Every cell comes early, by the quick budgets; none comes twice as it was; the last of each is the evidence."""
    watched = list(watch("kendall-element", axioms=["symmetry", "separation", "left-invariance"], use_pins=False))
    checked = check("kendall-element", axioms=["symmetry", "separation", "left-invariance"], use_pins=False)
    cells = [cell for cell in checked if cell.outcome != "not applicable"]
    assert {cell.key: cell for cell in watched} == {cell.key: cell for cell in cells}
    assert {cell.key for cell in watched[: len(cells)]} == {cell.key for cell in cells}
    assert len(watched) > len(cells)
    assert all(watched.count(cell) == 1 for cell in watched)
    with pytest.raises(Unknown, match="did you mean 'quick'"):
        next(watch("kendall", profile="quik"))
    with pytest.raises(Unknown, match="unknown profile '3'"):
        next(watch("kendall", profile=3))  # type: ignore[arg-type]  # what a user may write


def test_selection_by_source() -> None:
    matrix = check("footrule", sources=["KV1"], profile="quick", use_pins=False)
    assert {(c.axiom, c.arguments["factor"]) for c in matrix} == {("lower-bound", 1), ("upper-bound", 2)}


def test_seeds_of_cells_differ() -> None:
    seeds = {derived_seed(0, *names) for names in (("a", "b", "open"), ("a", "b", "closed"), ("b", "b", "open"))}
    assert len(seeds | {derived_seed(1, "a", "b", "open")}) == 4


def test_file_that_fails_to_import_names_file_line_and_error(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("x = 1\nimport nowhere_to_be_found\n", encoding="utf-8")
    with pytest.raises(CannotImport, match=r"broken\.py:2: ModuleNotFoundError: No module named 'nowhere_to_be_found'"):
        load_file(file)
    file.write_text("def f(:\n", encoding="utf-8")
    with pytest.raises(CannotImport, match=r"broken\.py:1: SyntaxError"):
        load_file(file)


def test_matrix_is_a_sequence_of_cells_and_finds_them() -> None:
    matrix: Matrix = check("kendall", profile="quick", use_pins=False)
    assert len(matrix) == len(list(matrix)) > 10
    with pytest.raises(LookupError, match="no cells kendall x scale-free"):
        matrix.cell("kendall", "scale-free", degree=3)


def test_a_search_too_short_to_find_a_pinned_refutation_is_no_surprise() -> None:
    """n = 6 is beyond the quick profile; the pinned witness still stands, so nothing has changed."""
    matrix = check("footrule-similarity[deck]", axioms=["lower-bound"], profile="quick", use_pins=False)
    assert matrix.cell("footrule-similarity[deck]", "lower-bound", factor="1").outcome == "open"
    assert matrix.exit_code("new") == 0


def test_a_pinned_refutation_that_no_longer_stands_is_a_surprise() -> None:
    registry = Registry(REGISTRY)
    true = registry.metrics["footrule-similarity[passed]"]
    registry.metrics[true.name] = replace(true, definition=lambda a, b, D: 0)
    matrix = check(true.name, axioms=["upper-bound"], profile="quick", registry=registry)
    assert matrix.exit_code("new") == 1


def test_a_row_that_is_run_again_keeps_nothing_of_its_shares() -> None:
    """Otherwise ``check --verbose`` would count their draws twice."""
    metric = REGISTRY.metric("kendall")
    row = RowRun(metric)
    row.samples, row.shares = [[]], 2
    row.statistics.append(SearchStatistics(metric.name, "a, b"))
    row.restart()
    assert vars(row) == vars(RowRun(metric))
