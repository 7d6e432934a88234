"""A Dask cluster: the same bytes as from one worker of this machine, whatever happens to its workers."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clusters import cluster_of_two
from processes import read_files, start_command

from axiomatrix.engine import executor as module
from axiomatrix.engine.check import check_in_workers
from axiomatrix.engine.executor import Cluster, LocalProcesses, TaskFailed
from axiomatrix.engine.plan import DEFAULT_LIMITS, Plan
from axiomatrix.methods.profile import PROFILES

pytestmark = [
    pytest.mark.xdist_group("clusters"),  # local clusters take one port
    pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc"),
]
METRICS = '''
import multiprocessing, os, signal, time
from axiomatrix import axioms, inverted_pairs, metric

@metric("clu-wrong", holds=[axioms.symmetry])
def wrong(a, b):
    """position in a of the item that is first in b"""
    return a[b.order[0]] - 1

@metric("clu-crashes", holds=[axioms.symmetry])
def crashes(a, b):
    """K, but ends its process on three items"""
    if len(a) == 3:
        os._exit(7)
    return len(inverted_pairs(a, b))

@metric("clu-last", holds=[axioms.symmetry, axioms.triangle_inequality])
def last(a, b):
    """K, but ends the worker of the cluster once, and waits on four items as long as a file is there"""
    if os.path.exists("kill"):
        os.remove("kill")
        os.kill(multiprocessing.parent_process().pid, signal.SIGKILL)
        time.sleep(60)
    if len(a) == 4 and os.path.exists("hold"):
        open("held", "w").close()
        while os.path.exists("hold"):
            time.sleep(0.01)
    return len(inverted_pairs(a, b))
'''
COMMAND = ("check", "metrics.py", "--out", "reports", "--profile", "quick", "--fail-on", "never")
COMMAND += ("-a", "symmetry", "-a", "lower-bound", "-a", "triangle-inequality")
DEADLINE = 240
"""Seconds after which a test that waits for something gives up: a safety net."""


@pytest.fixture(scope="module")
def lasting_cluster() -> Iterator[Any]:
    """For tests that leave the workers as they are."""
    yield from cluster_of_two()


@pytest.fixture
def cluster() -> Iterator[Any]:
    """For a test that does not."""
    yield from cluster_of_two()


def run(folder: Path, *more: str, **environment: str) -> tuple[int, str]:
    process = start_command(folder, *COMMAND, *more, **environment)
    _, output = process.communicate(timeout=DEADLINE)
    return process.returncode, output


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "metrics.py").write_text(METRICS, encoding="utf-8")
    return tmp_path


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    here = tmp_path_factory.mktemp("undisturbed")
    (here / "metrics.py").write_text(METRICS, encoding="utf-8")
    code, output = run(here, "--jobs", "1")
    assert code == 3, output
    return read_files(here / "reports")


@pytest.mark.slow
def test_a_cluster_gives_the_same_though_a_worker_is_killed(
    folder: Path, cluster: Any, undisturbed: dict[str, bytes]
) -> None:
    (folder / "kill").touch()
    code, output = run(folder, "--scheduler", cluster.scheduler_address)
    assert code == 3, output
    assert not (folder / "kill").exists()
    assert read_files(folder / "reports") == undisturbed
    assert b"the process ended with exit code 7" in undisturbed["compliance.json"]


@pytest.mark.slow
def test_an_exploration_gives_the_same_though_a_worker_is_killed(tmp_path: Path, cluster: Any) -> None:
    explore = ("explore", "kv7", "-r", "deck", "--max-n", "6", "--no-pictures", "--no-side-by-side", "--out")
    began = time.monotonic()
    alone = start_command(tmp_path, *explore, "alone", "--jobs", "1", AXIOMATRIX_CACHE="")
    assert alone.communicate(timeout=DEADLINE) and alone.returncode == 0
    seconds = time.monotonic() - began
    together = ("together", "--scheduler", cluster.scheduler_address)
    process = start_command(tmp_path, *explore, *together, AXIOMATRIX_CACHE="")
    time.sleep(seconds / 2)
    assert process.poll() is None
    os.kill(cluster.workers[0].process.process.pid, signal.SIGKILL)  # the nanny starts another one
    _, output = process.communicate(timeout=DEADLINE)
    assert process.returncode == 0, output
    files = [
        {name: text for name, text in read_files(tmp_path / out).items() if name != "times.json"}
        for out in ("alone", "together")
    ]
    assert files[0] == files[1] and len(files[0]) > 1


@pytest.mark.slow
def test_rows_of_the_catalogue_with_their_accounts(lasting_cluster: Any) -> None:
    plan = Plan(("kendall", "precision-at"), ("symmetry", "confidence"), budgets=PROFILES["quick"], use_pins=False)
    with LocalProcesses(1) as executor:
        here = check_in_workers(plan, executor)
    with Cluster(lasting_cluster.scheduler_address) as workers:
        there = check_in_workers(plan, workers)
    assert there.cells == here.cells and there.accounts == here.accounts
    assert here.accounts


def test_a_worker_of_another_version_refuses_with_a_line(tmp_path: Path) -> None:
    there = module.ClusterSetup(str(tmp_path), "another program", DEFAULT_LIMITS, 0)
    with pytest.raises(TaskFailed, match="a different version of axiomatrix"):
        module._run_supervised(there, abs, (1,), {})


@pytest.mark.slow
def test_without_dask_a_cluster_is_refused_with_what_to_install(folder: Path) -> None:
    (folder / "distributed.py").write_text("raise ImportError('not here')\n", encoding="utf-8")
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH", "")]))
    code, output = run(folder, "--scheduler", "tcp://127.0.0.1:1", PYTHONPATH=path)
    assert code == 2 and "pip install 'axiomatrix[cluster]'" in output


@pytest.mark.slow
def test_a_scheduler_that_does_not_answer_is_named(folder: Path) -> None:
    pytest.importorskip("distributed")
    code, output = run(folder, "--scheduler", "nonsense")
    assert code == 2 and "'nonsense'" in output and "dask scheduler" in output
    assert not (folder / "reports").exists()
