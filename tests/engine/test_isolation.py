"""Whatever a metric does to its process, it costs the cells that ask for it, and every other cell is as it was."""

from __future__ import annotations

import gc
import os
import random
import re
import textwrap
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec import to_builtins
from share import chosen

from axiomatrix import REGISTRY, Matrix, axioms, check, inverted_pairs, metric
from axiomatrix.catalogue.loading import load_file
from axiomatrix.engine.check import check_in_workers
from axiomatrix.engine.executor import LocalProcesses
from axiomatrix.engine.plan import Limits, Plan, Selection
from axiomatrix.engine.row import CheckedRow
from axiomatrix.engine.running import MAX_HANGS
from axiomatrix.methods.profile import PROFILES
from axiomatrix.model.guard import Guard
from axiomatrix.model.registry import Registry

HONEST = """
import ctypes, decimal, itertools, os, random, sys, time, warnings
import numpy as np
from axiomatrix import axioms, inverted_pairs, metric

WORLD = (os.getcwd(), dict(os.environ), decimal.getcontext().prec)

def changed():
    '''1 if the process is not as it was, 0 if it is; raises if numpy or warnings raise'''
    np.float64(0) / np.float64(0)
    warnings.warn("careful")
    world = (os.getcwd(), dict(os.environ), decimal.getcontext().prec)
    return int(world != WORLD or sys.getrecursionlimit() >= 10**6)

def kendall(a, b):
    return len(inverted_pairs(a, b)) + (len(a) < 4 and changed())

@metric("iso-before", holds=[axioms.symmetry, axioms.zero_on_equal])
def before(a, b):
    '''K, checked before or after'''
    return kendall(a, b)
"""
SUSPECT = """
calls, leaked = itertools.count(), []

@metric("iso-other")
def other(a, b):
    '''K, and on three items what it must not do'''
    if len(a) == 3:
{fault}
    return len(inverted_pairs(a, b))

@metric("iso-mine", holds=[axioms.symmetry, axioms.upper_bound("iso-other", 1), axioms.triangle_inequality])
def mine(a, b):
    '''K, beside one claim about the other'''
    return kendall(a, b)

@metric("iso-after", holds=[axioms.symmetry, axioms.zero_on_equal])
def after(a, b):
    '''K, checked after or before'''
    return kendall(a, b)
"""
ROWS = ("iso-before", "iso-other", "iso-mine", "iso-after")
IMPATIENT = Limits(1.0, 900)
QUICK = PROFILES["quick"]
ASKED = ("symmetry", "zero-on-equal", "upper-bound")
RAISED = "iso-other raised "
LOST = {
    "raises": ("raise ValueError('no')", "error", RAISED + "ValueError: no "),
    "exits": ("sys.exit('enough')", "error", RAISED + "Ended: SystemExit: enough "),
    "interrupts": ("raise KeyboardInterrupt", "error", "KeyboardInterrupt: no message$"),
    "recursion bomb": ("return other(a, b)", "error", RAISED + "RecursionError: maximum recursion depth exceeded"),
    "hangs": ("while True: time.sleep(0.01)", "timeout", r"no answer within 1 s, in isolated_metrics\.py:\d+$"),
    "os._exit": ("os._exit(7)", "crashed", "the process ended with exit code 7$"),
    "os._exit(0)": ("os._exit(0)", "crashed", "the process ended with exit code 0$"),
    "segfault": ("ctypes.string_at(0)", "crashed", "the process was ended by SIGSEGV$"),
    "leaks": ("leaked.append(bytearray(b'x') * (1 << 26))\nreturn other(a, b)", "error", RAISED + "MemoryError: "),
    "counts": ("return next(calls)", "flaky", r"iso-other answered (\d+) and then (\d+) on"),
    "draws": ("return random.randrange(10**6)", "flaky", r"iso-other answered (\d+) and then (\d+) on"),
    "closes": ("os.closerange(3, 1024)", "crashed", "the process "),
}
"""What a metric does, and the verdict and reason of the cells that ask for it."""
HARMLESS = {
    "prints": "print('noise')",
    "prints from C": "os.write(1, b'noise'); os.write(2, b'noise')",
    "random state": "random.seed(3); np.random.seed(3)",
    "numpy's errors": "np.seterr(all='raise')",
    "warnings": "warnings.simplefilter('error')",
    "directory": "os.chdir('/')",
    "environment": "os.environ['AXIOMATRIX_NOISE'] = '1'",
    "recursion limit": "sys.setrecursionlimit(10**6)",
    "decimal": "decimal.getcontext().prec = 3",
}
"""What a metric changes and answers all the same."""


@contextmanager
def loaded(folder: Path, fault: str) -> Iterator[Path]:
    """A file of metrics, one of which commits the fault, registered as long as this lasts."""
    file = folder / "isolated_metrics.py"
    text = HONEST + SUSPECT.format(fault=textwrap.indent(fault, " " * 8))
    file.write_text(text, encoding="utf-8")
    names = load_file(file)
    try:
        yield file
    finally:
        for name in names:
            del REGISTRY.metrics[name]


def checked(file: Path, jobs: int = 1, **options: Any) -> Matrix:
    given = {"metrics": ROWS, "axioms": ASKED, "limits": Limits(3.0, 900), **options}
    return run(Plan(budgets=QUICK, files=(str(file),), use_pins=False, **given), jobs)


def run(plan: Plan, jobs: int = 1) -> Matrix:
    with LocalProcesses(jobs, plan.limits, tasks_each=1) as executor:
        return check_in_workers(plan, executor)


def asks_other(cell: Any) -> bool:
    return cell.metric == "iso-other" or cell.axiom == "upper-bound"


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Matrix:
    """The same metrics, and the other one does nothing wrong."""
    with loaded(tmp_path_factory.mktemp("honest"), "pass") as file:
        matrix = checked(file)
    assert not [cell for cell in matrix if cell.evidence.verdict not in ("exhausted", "not applicable")]
    return matrix


def data(matrix: Matrix, wanted: Any = lambda cell: True) -> list[dict[str, Any]]:
    return [to_builtins(cell) for cell in matrix if wanted(cell)]


ALWAYS = ("raises", "hangs", "os._exit", "counts", "leaks")
"""Of each call variant of being lost one is tried always."""


@pytest.mark.slow
@pytest.mark.parametrize("fault", chosen(LOST, ALWAYS))
def test_a_fault_costs_the_cells_that_ask_for_it(fault: str, tmp_path: Path, undisturbed: Matrix) -> None:
    code, verdict, reason = LOST[fault]
    with loaded(tmp_path, code) as file:
        matrix = checked(file, **({"limits": IMPATIENT} if fault == "hangs" else {}))
    assert data(matrix, lambda c: not asks_other(c)) == data(undisturbed, lambda c: not asks_other(c))
    lost = [cell for cell in matrix if asks_other(cell) and cell.evidence.verdict != "not applicable"]
    assert len(lost) == len([c for c in undisturbed if asks_other(c) and c.evidence.verdict != "not applicable"]) == 3
    for cell in lost:
        assert cell.evidence.verdict == verdict, (cell.title, cell.evidence)
    found = [cell for cell in lost if re.search(reason, cell.evidence.reason)]
    assert any(cell.metric == "iso-mine" for cell in found)
    assert any(cell.metric == "iso-other" for cell in found)


ALL_AT_ONCE = "\n".join(HARMLESS.values())


@pytest.mark.slow
@pytest.mark.parametrize(
    "change", chosen([*HARMLESS.values(), ALL_AT_ONCE], [ALL_AT_ONCE]), ids=[*HARMLESS, "all of it at once"]
)
def test_what_a_metric_changes_reaches_no_other_cell(
    change: str, tmp_path: Path, undisturbed: Matrix, capfd: pytest.CaptureFixture[str]
) -> None:
    with loaded(tmp_path, change) as file:
        matrix = checked(file)
        matrix.save(tmp_path / "reports")
    assert data(matrix) == data(undisturbed)
    assert "noise" not in "".join(capfd.readouterr())


def test_a_users_definition_may_leave_large_garbage(tmp_path: Path) -> None:
    """Rows of the catalogue are searched for garbage seldom; a megabyte in a cycle at each call would take it all."""
    usual = gc.get_threshold()
    with loaded(tmp_path, f"import gc\nassert gc.get_threshold() == {usual}, gc.get_threshold()") as file:
        matrix = checked(file, metrics=("iso-other", "kendall"), axioms=ASKED)
    assert len({cell.metric for cell in matrix}) == 2
    assert {cell.evidence.verdict for cell in matrix} <= {"exhausted", "proved", "not applicable"}


SELDOM_THE_SAME = "import random\nif random.random() < 0.01: return 7"
"""So that some processes notice it, and others do not come to it."""


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["pass", LOST["os._exit"][0], LOST["counts"][0], SELDOM_THE_SAME])
def test_a_row_that_workers_share_is_as_it_is_whole(fault: str, tmp_path: Path) -> None:
    more = ("zero-on-equal", "maximum-at-reversal", "triangle-inequality", "betweenness", "right-invariance")
    with loaded(tmp_path, fault) as file:
        whole, shared = (checked(file, jobs, metrics=("iso-other",), axioms=(*ASKED, *more)) for jobs in (1, 2))
    assert len(data(whole)) > 2
    assert data(shared) == data(whole)


@pytest.mark.slow
def test_after_some_hangs_in_a_row_the_rest_is_not_tried_and_says_so(tmp_path: Path) -> None:
    more = ("separation", "non-negativity", "triangle-inequality")
    with loaded(tmp_path, "while True: pass") as file:
        matrix = checked(file, metrics=("iso-other",), axioms=(*ASKED, *more), limits=IMPATIENT)
    reasons = [c.evidence.reason for c in matrix if c.metric == "iso-other" and c.evidence.verdict == "timeout"]
    tried = [reason for reason in reasons if reason.startswith("no answer within 1 s, in ")]
    rest = [reason for reason in reasons if reason not in tried]
    assert len(tried) == MAX_HANGS < len(reasons)
    output = f"not tried: {MAX_HANGS} statements of this metric in a row ended with: no answer within 1 s, in "
    assert all(reason.startswith(output) for reason in rest)


def test_a_metric_that_crashes_before_anything_is_asked_has_a_row_all_the_same(tmp_path: Path) -> None:
    """The degree in its weights is read off one value before the search begins; that value ends the process."""
    file = tmp_path / "early_metrics.py"
    file.write_text(
        "import os\nfrom axiomatrix import axioms, metric, spaces\n\n"
        "@metric('iso-early', parameters={'w': spaces.element_weights()}, holds=[axioms.symmetry])\n"
        "def early(a, b, w):\n    'ends the process'\n    os._exit(5)\n",
        encoding="utf-8",
    )
    names = load_file(file)
    try:
        matrix = run(Plan(("iso-early",), ("symmetry", "scale-free"), budgets=QUICK, files=(str(file),)))
    finally:
        for name in names:
            del REGISTRY.metrics[name]
    evidence = matrix.cell("iso-early", "symmetry").evidence
    assert (evidence.verdict, evidence.reason) == ("crashed", "the process ended with exit code 5")
    assert matrix.cell("iso-early", "scale-free").evidence.verdict == "not applicable"


@pytest.mark.slow
def test_a_statement_alone_gives_the_evidence_that_it_has_in_its_row() -> None:
    """So that a cell that is tried again alone is as it would have been."""
    selection = Selection(Plan(("kendall-element", "precision-at"), budgets=QUICK, use_pins=False), REGISTRY)
    for row in selection.rows:
        whole = {cell.key: cell for cell in CheckedRow(row, selection).decide()}
        for planned in CheckedRow(row, selection).planned_cells:
            alone = CheckedRow(row, selection, only_statements=[planned.key.statement])
            for cell in alone.decide():
                if cell.evidence.verdict != "not applicable":
                    assert cell == whole[cell.key]


# --- in this process -------------------------------------------------------------------------------------------


def in_process(definition: Any, *asked: str) -> Matrix:
    registry = Registry(REGISTRY)
    mine = metric("mine", registry=registry, holds=[axioms.symmetry])(definition)
    return check(mine, axioms=asked, profile="quick", use_pins=False, registry=registry)


@pytest.mark.parametrize("ends", [SystemExit("enough"), GeneratorExit("enough"), pytest.fail.Exception("enough")])
def test_what_ends_a_program_is_an_error_of_the_cell(ends: BaseException) -> None:
    def ending(a: Any, b: Any) -> Any:
        """Ends"""
        raise ends

    evidence = in_process(ending, "symmetry").cell("mine", "symmetry").evidence
    assert evidence.verdict == "error"
    assert f"mine raised Ended: {type(ends).__name__}: enough" in evidence.reason


def test_ctrl_c_still_ends_a_check_in_this_process() -> None:
    def interrupted(a: Any, b: Any) -> Any:
        """As if the user had had enough"""
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        in_process(interrupted, "symmetry")


def test_the_settings_of_this_process_are_put_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def rude(a: Any, b: Any) -> Any:
        """Changes all there is"""
        np.seterr(all="raise")
        warnings.simplefilter("error")
        os.environ["AXIOMATRIX_NOISE"] = "1"
        os.chdir("/")
        random.seed(1)
        np.random.seed(1)
        return len(inverted_pairs(a, b))

    before = (np.geterr(), list(warnings.filters), dict(os.environ), Path.cwd(), random.getstate())
    drawn = np.random.get_state()[1].tolist()
    evidence = in_process(rude, "symmetry").cell("mine", "symmetry").evidence
    assert evidence.verdict == "exhausted", evidence.reason
    assert (np.geterr(), list(warnings.filters), dict(os.environ), Path.cwd(), random.getstate()) == before
    assert np.random.get_state()[1].tolist() == drawn


def test_a_definition_that_draws_is_not_made_to_answer_alike_by_the_guard() -> None:
    guard, drawn = Guard(0), []
    for _ in range(2):
        with guard.isolate():
            drawn += [random.random(), np.random.random()]
    assert len(set(drawn)) == 4  # the second time inside goes on where the first ended
    with Guard(0).isolate():
        assert [random.random(), np.random.random()] == drawn[:2]  # and every run begins alike
