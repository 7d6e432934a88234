"""The fresh look: careless state, chance and dependence on the hash seed are noticed under every name."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from axiomatrix import REGISTRY, Matrix
from axiomatrix.catalogue.loading import load_file
from axiomatrix.engine.check import check_in_workers
from axiomatrix.engine.executor import LocalProcesses, Serial, WorkerLost
from axiomatrix.engine.fresh import FreshResult, SampledValue, call_in_fork, describe_difference
from axiomatrix.engine.plan import Plan, Selection
from axiomatrix.engine.row import CheckedRow
from axiomatrix.engine.running import CheckRun, TaskOutput
from axiomatrix.engine.store import Store
from axiomatrix.engine.tasks import RowResult
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.methods.profile import PROFILES

NAMES = ("mine", "dcg", "my-dcg", "gain", "first", "x", "metric", "tau", "ours", "new", "fast-dcg", "dcg2")
SATURATES = """
from axiomatrix import axioms, metric, spaces

class Best:
    def __init__(self):
        self.best = 10**9

    def __call__(self, x, k):
        self.best = min(self.best, int(k))
        return sum(x.grades[: self.best])

for name in {names}:
    metric(name, kind="score", arguments={{"x": spaces.binary_list}}, parameters={{"k": spaces.cut_offs()}})(Best())
"""
CUTS_ITS_CACHE = """
from fractions import Fraction
import numpy as np
from axiomatrix import metric, spaces

def make():
    cache = {{}}

    def dcg(x, k):
        n = len(x.grades)
        if n not in cache:
            cache[n] = np.array([Fraction(1, rank + 1) for rank in range(n)], dtype=object)
        discounts = cache[n]
        discounts[int(k):] = 0
        return sum((g * d for g, d in zip(x.grades, discounts)), Fraction(0))

    return dcg

for name in {names}:
    metric(name, kind="score", arguments={{"x": spaces.binary_list}}, parameters={{"k": spaces.cut_offs()}})(make())
"""
BY_HASH = """
from axiomatrix import axioms, metric

@metric("by-hash", holds=[axioms.symmetry])
def by_hash(a, b):
    \"\"\"K, but of two items another value under one of many hash seeds\"\"\"
    odd = {condition}
    return sum(a[x] < a[y] and b[x] > b[y] for x in a.items for y in a.items) + (odd and a.order > b.order)
"""
SOUND = """
from axiomatrix import axioms, inverted_pairs, metric

@metric("sound", holds=[axioms.symmetry])
def sound(a, b):
    \"\"\"K, with a cache that is only ever added to\"\"\"
    if (a, b) not in CACHE:
        CACHE[a, b] = len(inverted_pairs(a, b))
    return CACHE[a, b]

@metric("wrong", holds=[axioms.symmetry])
def wrong(a, b):
    \"\"\"a(1)\"\"\"
    return a[1]

CACHE = {}
"""


@pytest.fixture
def checked(tmp_path: Path) -> Iterator[object]:
    """What checks a file of this text in workers."""
    names: list[str] = []

    def check(text: str, **more: object) -> Matrix:
        file = tmp_path / "stateful_metrics.py"
        file.write_text(text, encoding="utf-8")
        names.extend(load_file(file))
        plan = Plan(tuple(names), budgets=PROFILES["quick"], files=(str(file),), **more)
        with LocalProcesses(2, plan.limits, tasks_each=1) as executor:
            return check_in_workers(plan, executor)

    yield check
    for name in names:
        del REGISTRY.metrics[name]


@pytest.mark.slow
@pytest.mark.parametrize("text", [SATURATES, CUTS_ITS_CACHE], ids=["state that saturates", "a cache cut in place"])
def test_state_that_gets_poorer_is_flaky_under_every_name(text, checked) -> None:
    matrix = checked(text.format(names=NAMES))
    verdicts = {name: {c.evidence.verdict for c in matrix if c.metric == name} - {"not applicable"} for name in NAMES}
    assert list(verdicts.values()) == [{"flaky"}] * len(NAMES)
    assert any(" when checked, but " in cell.evidence.reason for cell in matrix)


def test_a_refutation_is_decided_under_three_hash_seeds(checked) -> None:
    known = {seed: f"hash('a') == {value}" for seed, value in HASHES.items()}
    matrix = checked(BY_HASH.format(condition=known["0"]))
    evidence = matrix.cell("by-hash", "symmetry").evidence
    assert evidence.verdict == "flaky", evidence


def _hashes() -> dict[str, int]:
    import os
    import subprocess
    import sys

    return {
        seed: int(
            subprocess.run(
                [sys.executable, "-c", "print(hash('a'))"],
                env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
        )
        for seed in ("0", "2")
    }


HASHES = _hashes()


def test_what_differs_under_the_third_hash_seed_only_is_not_called_refuted(checked) -> None:
    matrix = checked(BY_HASH.format(condition=f"hash('a') != {HASHES['2']}"))
    assert matrix.cell("by-hash", "symmetry").evidence.verdict == "flaky"


def test_a_cache_that_only_grows_is_fine_and_a_refutation_stands(checked) -> None:
    matrix = checked(SOUND)
    assert matrix.cell("sound", "symmetry").evidence.verdict == "exhausted"
    assert matrix.cell("wrong", "symmetry").evidence.verdict == "refuted"


def test_two_looks_are_compared_value_by_value() -> None:
    first = [SampledValue("a: 1", "1/2"), SampledValue("a: 2", "0.30000000000000004")]
    assert describe_difference(first, first, exact=True) == ""
    assert describe_difference(first, [], exact=True) == ""
    again = [SampledValue("a: 1", "1/2"), SampledValue("a: 2", "0.3")]
    assert describe_difference(first, again, exact=False) == ""  # the order of a sum explains it
    assert (
        describe_difference(first, again, exact=True)
        == "0.30000000000000004 when checked, but 0.3 when evaluated first, on a: 2"
    )


def test_a_question_that_is_asked_alone_leaves_nothing_behind() -> None:
    asked: list[int] = []

    def question() -> int:
        asked.append(1)
        return len(asked)

    assert [call_in_fork(question, 10) for _ in range(3)] == [1, 1, 1]
    assert asked == []


def test_a_question_that_ends_its_process_or_hangs_has_no_answer() -> None:
    import os
    import time

    assert call_in_fork(lambda: os._exit(0), 10) == "no answer: the process ended"
    assert call_in_fork(lambda: time.sleep(60), 0.2) == "no answer within 0.2 s"


def test_a_fork_of_a_process_with_a_watchdog_does_not_wait_for_it(tmp_path: Path) -> None:
    import time

    from axiomatrix.engine.process import Trail, Watchdog, tick

    def late() -> str:
        time.sleep(0.3)
        tick()
        return "answered"

    with Watchdog(Trail(tmp_path, 8.0)) as watchdog, pytest.MonkeyPatch.context() as patch:
        patch.setattr("axiomatrix.engine.process._watchdog", watchdog)
        watchdog._pause = 0.2
        assert call_in_fork(late, 5) == "answered"


def test_a_metric_whose_fresh_look_is_lost_is_not_believed(tmp_path: Path) -> None:
    file = tmp_path / "lost_look.py"
    file.write_text(SOUND, encoding="utf-8")
    names = load_file(file)
    try:
        selection = Selection(Plan(("sound",), ("symmetry",), budgets=PROFILES["quick"], files=(str(file),)), REGISTRY)
        run = CheckRun(selection, Serial(), Store(None), lambda name, cell: None, lambda cell: None)
        row, (cell,) = run.rows["sound"], CheckedRow(REGISTRY.metric("sound"), selection).decide()
        run._interpreters = [LocalProcesses(1)]
        row.pending, row.fresh_sample = 1, []
        lost: Future[FreshResult] = Future()
        lost.set_exception(WorkerLost(Verdict.CRASHED, "the process was ended by SIGKILL"))
        result = RowResult({cell.key: cell}, sample=[SampledValue("a: 1; b: 1", "0")])
        run._take_fresh_result(row, TaskOutput(result), {}, lost)
        run._interpreters[0].shutdown()
    finally:
        for name in names:
            del REGISTRY.metrics[name]
    assert cell.evidence.verdict == "exhausted"
    assert row.cells[cell.key].evidence.verdict == "flaky"
    assert "SIGKILL" in row.cells[cell.key].evidence.reason
