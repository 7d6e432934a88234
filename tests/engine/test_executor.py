"""Executors: whatever a task does, its future says what became of it, and the next task has a worker."""

from __future__ import annotations

import os
from concurrent.futures import wait
from pathlib import Path

import pytest
from taskwork import double, fail, square, surroundings

from axiomatrix.engine.executor import LocalProcesses, Serial, TaskFailed, WorkerLost, local_executor
from axiomatrix.engine.plan import Limits
from axiomatrix.engine.store import CACHE, RETRIES, ChunkFailed, Store, run_chunks

LIMITS = Limits(time=1.0, memory=512)
LOST = {
    "os._exit(0)": ("crashed", "the process ended with exit code 0"),
    "os._exit(7)": ("crashed", "the process ended with exit code 7"),
    "segfault": ("crashed", "the process was ended by SIGSEGV"),
    "killed": ("crashed", "the process was ended by SIGKILL"),
    "hangs": ("timeout", "no answer within 1 s, in taskwork.py:"),
    "hangs in C": ("timeout", "no answer within 1 s, in taskwork.py:"),
}
RAISED = {
    "raises": "ValueError: no disc left",
    "sys.exit": "SystemExit: 0",
    "interrupts": "KeyboardInterrupt: no message",
    "memory": "MemoryError: no message",
}


@pytest.fixture(scope="module")
def processes():
    with LocalProcesses(2, LIMITS) as executor:
        yield executor


@pytest.mark.parametrize("what", LOST)
def test_a_lost_worker_is_said_and_replaced(what: str, processes: LocalProcesses) -> None:
    verdict, reason = LOST[what]
    beside = [processes.submit(double, k) for k in range(4)]
    lost = processes.submit(fail, what)
    with pytest.raises(WorkerLost) as caught:
        lost.result(30)
    assert caught.value.verdict == verdict
    assert str(caught.value).startswith(reason)
    assert list(caught.value.messages) == ([b'"so far"'] if what == "hangs" else [])
    assert [future.result(30) for future in beside] == [0, 2, 4, 6]
    assert processes.submit(double, 4).result(30) == 8


@pytest.mark.parametrize("what", RAISED)
def test_what_a_task_raises_is_said(what: str, processes: LocalProcesses) -> None:
    with pytest.raises(TaskFailed, match=f"^{RAISED[what]}$"):
        processes.submit(fail, what).result(30)


def test_a_long_task_that_says_that_it_goes_on_is_not_ended(processes: LocalProcesses) -> None:
    assert processes.submit(fail, "slow but alive").result(30) == 0


def test_a_worker_is_where_its_parent_is_and_hashes_as_every_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AXIOMATRIX_TEST", "here")
    with LocalProcesses(1) as one, LocalProcesses(1) as other, LocalProcesses(1, hash_seed="1") as fresh:
        seen = [executor.submit(surroundings).result(60) for executor in (one, other, fresh)]
    assert {s["folder"] for s in seen} == {str(tmp_path)}
    assert {s["variable"] for s in seen} == {"here"}
    assert seen[0]["hash"] == seen[1]["hash"] != seen[2]["hash"]
    assert os.environ.get("PYTHONHASHSEED") is None
    assert {s["main"] for s in seen} == {None}


def test_each_task_may_have_a_process_of_its_own() -> None:
    with LocalProcesses(1, tasks_each=1) as executor:
        assert len({executor.submit(surroundings).result(30)["process"] for _ in range(3)}) == 3
    with LocalProcesses(1) as executor:
        assert len({executor.submit(surroundings).result(30)["process"] for _ in range(3)}) == 1


def test_shutting_down_ends_what_is_in_hand() -> None:
    executor = LocalProcesses(1)  # whose limit is a minute
    busy = executor.submit(fail, "hangs")
    wait([executor.submit(double, 1)], timeout=0.5)
    executor.shutdown()
    assert not busy.done() or isinstance(busy.exception(), WorkerLost)


def test_a_single_job_is_done_in_this_process() -> None:
    executor = local_executor(1)
    assert isinstance(executor, Serial)
    assert executor.submit(surroundings).result()["process"] == os.getpid()
    with pytest.raises(ValueError, match="no disc left"):
        executor.submit(fail, "raises").result()


# --- chunks ----------------------------------------------------------------------------------------------------


def chunks(folder: Path, **deeds: str) -> dict[str, dict[str, object]]:
    return {f"c{k}": {"k": k, "folder": str(folder), "deed": deeds.get(f"c{k}", "")} for k in range(6)}


SQUARES = [(f"c{k}", {"square": k * k}) for k in range(6)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_chunks_come_in_their_order_and_are_done_once(
    jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CACHE, str(tmp_path))
    told: list[str] = []
    for _ in range(2):
        with local_executor(jobs) as executor, Store.open() as store:
            found = run_chunks(square, chunks(tmp_path), executor, store, "run", lambda name, result: told.append(name))
            assert list(found) == SQUARES
    assert [(tmp_path / f"ran-{k}").read_text() for k in range(6)] == ["x"] * 6
    assert sorted(told) == sorted(2 * [name for name, _ in SQUARES])
    with local_executor(jobs) as executor, Store.open() as store:
        list(run_chunks(square, chunks(tmp_path), executor, store, "another run"))
    assert (tmp_path / "ran-0").read_text() == "xx"


def test_a_chunk_whose_worker_is_lost_is_done_again(tmp_path: Path) -> None:
    with LocalProcesses(2) as executor:
        assert list(run_chunks(square, chunks(tmp_path, c3="dies once"), executor, Store(None), "")) == SQUARES


def test_a_chunk_that_is_lost_again_and_again_ends_the_run_and_what_is_finished_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CACHE, str(tmp_path))
    with (
        LocalProcesses(1) as executor,
        Store.open() as store,
        pytest.raises(ChunkFailed, match=r"^chunk 'c5': the process was ended by SIGKILL$"),
    ):
        list(run_chunks(square, chunks(tmp_path, c5="dies"), executor, store, "run"))
    assert (tmp_path / "ran-5").read_text() == "x" * (RETRIES + 1)
    with Serial() as executor, Store.open() as store:
        payloads = chunks(tmp_path, c5="dies")
        del payloads["c5"]
        assert list(run_chunks(square, payloads, executor, store, "run")) == SQUARES[:5]
    assert (tmp_path / "ran-0").read_text() == "x"


def test_what_a_chunk_raises_ends_the_run(tmp_path: Path) -> None:
    with (
        LocalProcesses(1) as executor,
        pytest.raises(ChunkFailed, match=r"^chunk 'c2': ValueError: number 2$"),
    ):
        list(run_chunks(square, chunks(tmp_path, c2="raises"), executor, Store(None), ""))
