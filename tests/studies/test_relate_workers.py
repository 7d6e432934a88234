"""``relate`` by workers: the same bytes whoever works, and a worker that is lost costs its own column only."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from clusters import cluster_of_two

from axiomatrix import REGISTRY
from axiomatrix.engine.executor import Cluster, LocalProcesses, TaskFailed
from axiomatrix.engine.plan import Plan
from axiomatrix.studies.relate.columns import evaluate_column
from axiomatrix.studies.relate.run import Columns, all_pairs, relate_pairs

pytestmark = pytest.mark.xdist_group("clusters")  # local clusters take one port
NAMES = ["kendall", "footrule", "spearman-distance[root]", "dcg-rank[gain]", "kendall-tau"]
METRICS = '''
import os, signal, time
from axiomatrix import inverted_pairs, metric

@metric("rel-crashes")
def crashes(a, b):
    """K, but ends its process on three items"""
    if len(a) == 3:
        os._exit(7)
    return len(inverted_pairs(a, b))

@metric("rel-once")
def once(a, b):
    """K, but its worker is killed once"""
    if os.path.exists("kill"):
        os.remove("kill")
        os.kill(os.getpid(), signal.SIGKILL)
    return len(inverted_pairs(a, b))

@metric("rel-waits")
def waits(a, b):
    """K, but waits as long as a file is there"""
    while os.path.exists("hold"):
        open("held", "w").close()
        time.sleep(0.01)
    return len(inverted_pairs(a, b))
'''


def shown(columns: Columns) -> list[Any]:
    """What the columns hold."""
    return [
        (key, c.fault, [(v.value_indices.tolist(), v.values, v.texts, v.floats.tolist()) for v in c.sizes])
        for key, c in sorted(columns.evaluated.items())
    ]


def evaluated(executor: Executor, plan: Plan = Plan()) -> Columns:  # noqa: B008  # it is frozen
    columns = Columns(REGISTRY)
    with executor:
        columns.evaluate(all_pairs([REGISTRY.metric(name) for name in NAMES]), executor, plan)
    return columns


@pytest.fixture(scope="module")
def here() -> list[Any]:
    columns = Columns(REGISTRY)
    relate_pairs(all_pairs([REGISTRY.metric(name) for name in NAMES]), columns)
    assert any(not hasattr(v, "p") for c in columns.evaluated.values() for s in c.sizes for v in s.values)  # logarithms
    return shown(columns)


@pytest.mark.parametrize("jobs", [1, 2])
def test_workers_give_what_this_process_gives(jobs: int, here: list[Any]) -> None:
    assert shown(evaluated(LocalProcesses(jobs))) == here


@pytest.fixture
def cluster() -> Iterator[Any]:
    yield from cluster_of_two()


@pytest.mark.slow
def test_a_cluster_gives_the_same_though_a_worker_is_killed(cluster: Any, here: list[Any]) -> None:
    columns, killed = Columns(REGISTRY), []
    pids = [worker.pid for worker in cluster.workers.values()]

    def kill(what: str, done: int, of: int) -> None:
        if not killed:
            killed.append(what)
            os.kill(pids[0], signal.SIGKILL)

    with Cluster(cluster.scheduler_address) as workers:
        columns.evaluate(all_pairs([REGISTRY.metric(name) for name in NAMES]), workers, Plan(), kill)
    assert killed
    assert shown(columns) == here


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "metrics.py").write_text(METRICS, encoding="utf-8")
    return tmp_path


PROGRAM = """
import sys
from pathlib import Path
from axiomatrix.catalogue.loading import load_file
from axiomatrix.engine.executor import LocalProcesses
from axiomatrix.engine.plan import Plan
from axiomatrix.model.registry import REGISTRY
from axiomatrix.studies.relate.run import Columns, all_pairs, relate_pairs

rows = [REGISTRY.metric(name) for name in ("kendall", *load_file(Path("metrics.py")))]
pairs, columns = all_pairs(rows), Columns(REGISTRY)
with LocalProcesses(int(sys.argv[1])) as executor:
    columns.evaluate(pairs, executor, Plan(files=("metrics.py",)))
found = relate_pairs(pairs, columns)
print([(one.a, one.b, one.kind) for one in found.relations], [*map(str, found.left_out)])
"""


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_lost_worker_costs_its_own_column(folder: Path, jobs: str) -> None:
    (folder / "kill").touch()
    program = [sys.executable, "-c", PROGRAM, jobs]
    done = subprocess.run(program, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not (folder / "kill").exists()
    pairs = [("kendall", "rel-once"), ("kendall", "rel-waits"), ("rel-once", "rel-waits")]
    expected = [(a, b, "identical") for a, b in pairs], ["rel-crashes: the process ended with exit code 7"]
    assert done.stdout.strip() == " ".join(map(str, expected))


@pytest.mark.slow
def test_an_interrupt_ends_it_at_once(folder: Path) -> None:
    (folder / "hold").touch()
    command = [sys.executable, "-m", "axiomatrix", "relate", "rel-waits", "metrics.py", "--jobs", "2"]
    listening = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # where the tests themselves are deaf to it, too
    process = subprocess.Popen(
        command, cwd=folder, stderr=subprocess.PIPE, text=True, start_new_session=True, preexec_fn=listening
    )
    try:
        until = time.monotonic() + 120
        while not (folder / "held").exists():
            assert time.monotonic() < until and process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, output = process.communicate(timeout=30)
    finally:
        (folder / "hold").unlink()
        process.kill()
    assert process.returncode == 130
    assert "Traceback" not in output


def test_what_is_no_fault_of_the_metric_is_raised() -> None:
    with pytest.raises(TaskFailed, match="no such file"):
        evaluated(LocalProcesses(1), Plan(files=("missing.py",)))


def test_a_column_in_this_process_is_told_to_tick() -> None:
    ticks: list[int] = []
    (pair,) = all_pairs([REGISTRY.metric("kendall"), REGISTRY.metric("footrule")])
    evaluate_column(pair.a, pair.domain, "", REGISTRY, lambda: ticks.append(1))
    assert ticks
