"""Chunks of work on this process, on local processes and on a Dask cluster: what is lost is done again, no more."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from chunkwork import DEADLINE, HEADER, Unlucky, assembled, chunks, run, runs, until, work
from clusters import cluster_of_two
from journal_files import being_written

from axiomatrix.engine.execution import chunks as chunks_module
from axiomatrix.engine.execution import cluster as cluster_module
from axiomatrix.engine.execution import processes as processes_module
from axiomatrix.engine.execution.chunks import run_chunks
from axiomatrix.engine.execution.cluster import Cluster
from axiomatrix.engine.execution.desk import RETRIES, ChunkFailed
from axiomatrix.engine.execution.executor import NoDask, Unreachable, WorkerLost, Workers, WorkersLost
from axiomatrix.engine.execution.processes import local_executor
from axiomatrix.engine.options import Options
from axiomatrix.engine.workers.journal import BadJournal, Journal

pytestmark = pytest.mark.xdist_group("clusters")  # local clusters take one port

TESTS = Path(__file__).parents[2] / "support"

posix = pytest.mark.skipif(sys.platform == "win32", reason="process groups and kill -9 are of POSIX")


@pytest.fixture
def expected(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The assembled results of an undisturbed run of eight chunks."""
    folder = tmp_path_factory.mktemp("undisturbed")
    return run(folder, local_executor(1), chunks(folder))


def journal_of(folder: Path) -> Journal:
    return Journal.open(folder / "journal", HEADER)


def done(folder: Path) -> set[str]:
    with journal_of(folder) as journal:
        return set(journal.done)


def eventually(true: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + DEADLINE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def started(folder: Path, jobs: int, *deeds: str, count: int = 8) -> subprocess.Popen[bytes]:
    """A run in a process group of its own."""
    paths = [str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.Popen(
        [sys.executable, "-c", "import chunkwork; chunkwork.main()", str(folder), str(jobs), str(count), *deeds],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        start_new_session=True,
        stderr=subprocess.PIPE,
        preexec_fn=_hears_interrupts,
    )


def _hears_interrupts() -> None:
    """Tests that a shell runs in the background ignore interrupts, and what they start would too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def reached(process: subprocess.Popen[bytes], true: Callable[[], bool]) -> None:
    """Wait until a run has come to some point; that it ends before is a failure."""
    eventually(lambda: true() or process.poll() is not None)
    assert process.poll() is None, process.stderr and process.stderr.read().decode()


class Slow(Workers):
    """Workers that a test makes finish, one by one."""

    ahead = 3

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []
        self.calls: list[Any] = []
        self.resets = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.futures.append(Future())
        self.calls.append(args[0])
        return self.futures[-1]

    def reset(self) -> None:
        self.resets += 1


# --- this process ---------------------------------------------------------------------------------------------


def test_one_job_stays_in_this_process(tmp_path: Path, expected: str) -> None:
    assert run(tmp_path, local_executor(1), chunks(tmp_path)) == expected
    assert {(tmp_path / f"ran-{k}").read_text() for k in range(8)} == {f"{os.getpid()}\n"}


def test_one_job_yields_each_result_before_the_next_is_begun(tmp_path: Path) -> None:
    with journal_of(tmp_path) as journal:
        for k, (chunk, _) in enumerate(run_chunks(work, chunks(tmp_path), local_executor(1), journal)):
            assert chunk == f"c{k}"
            assert sum(runs(tmp_path)) == k + 1 == len(journal.done)


def test_finished_chunks_are_not_done_again(tmp_path: Path, expected: str) -> None:
    with journal_of(tmp_path) as journal:
        results = run_chunks(work, chunks(tmp_path), local_executor(1), journal)
        assert [next(results)[0] for _ in range(3)] == ["c0", "c1", "c2"]
        results.close()
    finished: list[str] = []
    with journal_of(tmp_path) as journal:
        executor = local_executor(1)
        found = run_chunks(work, chunks(tmp_path), executor, journal, lambda chunk, _: finished.append(chunk))
        assert assembled(found) == expected
    assert runs(tmp_path) == [1] * 8
    assert finished == [f"c{k}" for k in range(8)]


def test_no_chunks(tmp_path: Path) -> None:
    assert run(tmp_path, local_executor(1), []) == ""


def test_more_chunks_than_the_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: str) -> None:
    monkeypatch.setattr(chunks_module, "WINDOW", 2)
    assert run(tmp_path, local_executor(1), chunks(tmp_path)) == expected
    assert run(tmp_path, local_executor(1), chunks(tmp_path)) == expected
    assert runs(tmp_path) == [1] * 8


def test_what_the_work_raises_names_the_chunk(tmp_path: Path) -> None:
    with pytest.raises(ChunkFailed, match="chunk 'c3': Unlucky: number 3") as caught:
        run(tmp_path, local_executor(1), chunks(tmp_path, c3="raise"))
    assert caught.value.chunk == "c3"
    assert isinstance(caught.value.__cause__, Unlucky)
    assert runs(tmp_path) == [1, 1, 1, 1, 0, 0, 0, 0]
    assert done(tmp_path) == {"c0", "c1", "c2"}


def test_a_result_that_is_no_json_names_the_chunk(tmp_path: Path) -> None:
    with pytest.raises(ChunkFailed, match=r"chunk 'c2': TypeError: .*not JSON serializable"):
        run(tmp_path, local_executor(1), chunks(tmp_path, c2="no result"))
    assert done(tmp_path) == {"c0", "c1"}


def test_an_interrupt_in_this_process_leaves_the_journal_whole(tmp_path: Path, expected: str) -> None:
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, local_executor(1), chunks(tmp_path, c4="interrupt"))
    assert run(tmp_path, local_executor(1), chunks(tmp_path)) == expected
    assert runs(tmp_path) == [1, 1, 1, 1, 2, 1, 1, 1]


def test_two_chunks_of_one_id_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="two chunks have the id 'c0'"):
        run(tmp_path, local_executor(1), [*chunks(tmp_path, 2), *chunks(tmp_path, 1)])


def test_no_jobs_are_refused() -> None:
    with pytest.raises(ValueError, match="jobs is 0; there must be at least one"):
        local_executor(0)


# --- the order of things --------------------------------------------------------------------------------------


def test_chunks_are_drawn_a_bounded_number_ahead_and_journalled_as_they_finish(tmp_path: Path) -> None:
    drawn: list[int] = []
    finished: list[str] = []

    def counted() -> Iterator[tuple[str, int]]:
        for k in range(100):
            drawn.append(k)
            yield f"c{k}", k

    executor = Slow()
    with journal_of(tmp_path) as journal:
        results = run_chunks(work, counted(), executor, journal, lambda chunk, _: finished.append(chunk))
        found: list[tuple[str, Any]] = []
        reader = threading.Thread(target=lambda: found.append(next(results)))
        reader.start()
        for k in (2, 1, 3):  # the first is the last to finish
            eventually(lambda k=k: len(executor.futures) > k)  # type: ignore[misc]
            executor.futures[k].set_result({"k": k})
        eventually(lambda: len(finished) == 3)
        assert not found
        executor.futures[0].set_result({"k": 0})
        reader.join()
        assert found == [("c0", {"k": 0})]
        assert sorted(finished[:3]) == ["c1", "c2", "c3"] and finished[3] == "c0"
        assert next(results) == ("c1", {"k": 1})
        assert len(drawn) <= 4 + executor.ahead
        executor.futures[5].set_result({"k": 5})
        results.close()
        assert executor.resets == 1
        assert all(future.cancelled() for future in [executor.futures[4], *executor.futures[6:]])
        assert list(journal.done) == finished
        assert finished[4:] == ["c5"]  # what had finished by then was kept


def test_what_finished_enters_the_journal_before_an_error_leaves(tmp_path: Path) -> None:
    class Mixed(Slow):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            future = super().submit(fn, *args, **kwargs)
            if len(self.futures) == self.ahead:
                self.futures[0].set_exception(Unlucky("of the work"))
                self.futures[2].set_result({"k": 2})
            return future

    with journal_of(tmp_path) as journal:
        with pytest.raises(ChunkFailed, match="chunk 'c0'"):
            next(run_chunks(work, ((f"c{k}", k) for k in range(9)), Mixed(), journal))
        assert list(journal.done) == ["c2"]


def test_a_full_disk_ends_the_run_with_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise BadJournal("no room")

    with journal_of(tmp_path) as journal:
        monkeypatch.setattr(journal, "append", full)
        with pytest.raises(BadJournal, match="no room"):
            next(run_chunks(work, chunks(tmp_path), local_executor(1), journal))


def test_what_finished_before_the_workers_broke_is_not_done_again(tmp_path: Path) -> None:
    class Breaking(Slow):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            if len(self.calls) == 2 and not self.resets:
                self.futures[0].set_result({"k": 0})
                raise BrokenProcessPool
            future = super().submit(fn, *args, **kwargs)
            if self.resets:
                future.set_result({"k": args[0]})
            return future

    executor = Breaking()
    with journal_of(tmp_path) as journal:
        given = [(f"c{k}", k) for k in range(4)]
        assert list(run_chunks(work, given, executor, journal)) == [(c, {"k": k}) for c, k in given]
    assert executor.calls == [0, 1, 1, 2, 3]
    assert executor.resets == 1


def test_workers_without_a_sign_of_life_are_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks_module, "GLANCE", 0.01)

    class Silent(Slow):
        def broken(self) -> bool:
            return self.resets == 0

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            future = super().submit(fn, *args, **kwargs)
            if self.resets:
                future.set_result({"k": args[0]})
            return future

    executor = Silent()
    with journal_of(tmp_path) as journal:
        given = [(f"c{k}", k) for k in range(5)]
        assert list(run_chunks(work, given, executor, journal)) == [(c, {"k": k}) for c, k in given]
    assert executor.resets == 1
    assert executor.calls == [0, 1, 2, 0, 1, 2, 3, 4]


# --- local processes ------------------------------------------------------------------------------------------


def test_two_jobs_give_the_same_and_are_reused(tmp_path: Path, expected: str) -> None:
    (tmp_path / "gate").touch()
    with local_executor(2) as executor:
        for name in ("first", "second"):
            with Journal.open(tmp_path / name, HEADER) as journal:
                assert assembled(run_chunks(work, chunks(tmp_path, c0="wait"), executor, journal)) == expected
        pids = {pid for k in range(8) for pid in (tmp_path / f"ran-{k}").read_text().split()}
        assert len(pids) <= 2 and str(os.getpid()) not in pids


def test_an_error_in_a_worker_is_not_retried_and_the_executor_goes_on(tmp_path: Path, expected: str) -> None:
    with local_executor(2) as executor:
        with journal_of(tmp_path) as journal, pytest.raises(ChunkFailed, match="chunk 'c5': Unlucky: number 5"):
            list(run_chunks(work, chunks(tmp_path, c5="raise"), executor, journal))
        assert runs(tmp_path)[5] == 1
        before = done(tmp_path)
        with journal_of(tmp_path) as journal:
            assert assembled(run_chunks(work, chunks(tmp_path), executor, journal)) == expected
        assert all(runs(tmp_path)[int(chunk[1:])] == 1 for chunk in before)


@posix
def test_a_killed_worker_costs_only_what_it_had_in_hand(tmp_path: Path, expected: str) -> None:
    finished: list[str] = []
    with journal_of(tmp_path) as journal, local_executor(2) as executor:
        whole, resets = executor.reset, list[int]()
        executor.reset = lambda: resets.append(1)  # type: ignore[method-assign]
        results = run_chunks(
            work, chunks(tmp_path, c5="die once"), executor, journal, lambda chunk, _: finished.append(chunk)
        )
        assert assembled(results) == expected
        executor.reset = whole  # type: ignore[method-assign]
    assert not resets  # the other worker went on
    assert runs(tmp_path) == [1, 1, 1, 1, 1, 2, 1, 1]
    assert sorted(finished) == [f"c{k}" for k in range(8)]


@posix
def test_a_chunk_that_kills_every_worker_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(WorkersLost, match=r"lost 4 times over .*'c2'.*the same command goes on") as caught:
        run(tmp_path, local_executor(2), chunks(tmp_path, 3, c2="die"))
    assert "c2" in caught.value.chunks
    assert runs(tmp_path)[2] == 1 + RETRIES


@pytest.mark.slow
@posix
def test_kill_minus_nine_in_the_middle_and_resume_give_the_same_bytes(tmp_path: Path, expected: str) -> None:
    process = started(tmp_path, 2, "c4=wait", "c6=wait")
    try:
        journal = tmp_path / "journal"
        reached(process, lambda: (tmp_path / "ran-4").exists() and (tmp_path / "ran-6").exists())
        reached(process, lambda: len(being_written(journal)) == 1 + 5)  # out of order
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    counted = runs(tmp_path)
    assert counted == [1, 1, 1, 1, 1, 1, 1, 0]
    assert not (tmp_path / "assembled").exists()
    (tmp_path / "gate").touch()
    resumed = started(tmp_path, 2, "c4=wait", "c6=wait")
    assert resumed.communicate(timeout=DEADLINE)[1] == b""
    assert (tmp_path / "assembled").read_text() == expected
    assert runs(tmp_path) == [1, 1, 1, 1, 2, 1, 2, 1]


@pytest.mark.slow
@posix
def test_workers_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    process = started(tmp_path, 2, "c0=wait", "c1=wait", count=2)
    try:
        reached(process, lambda: (tmp_path / "ran-0").exists() and (tmp_path / "ran-1").exists())
        process.kill()
        # Every process of the group has the pipe open: reading it ends when the last of them has ended.
        process.communicate(timeout=DEADLINE / 2)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.slow
@posix
@pytest.mark.parametrize("waiting", [range(3, 8), range(7, 8)], ids=["both at work", "one at rest"])
def test_an_interrupt_ends_the_workers_at_once_and_leaves_the_journal_whole(
    tmp_path: Path, expected: str, waiting: range
) -> None:
    process = started(tmp_path, 2, "c0=meet", *(f"c{k}=wait" for k in waiting))
    try:
        reached(process, lambda: all((tmp_path / f"ran-{k}").exists() for k in waiting[:2]))
        reached(process, lambda: len(being_written(tmp_path / "journal")) == 1 + waiting[0])
        os.killpg(process.pid, signal.SIGINT)
        _, output = process.communicate(timeout=DEADLINE / 2)  # for nobody opens the gate
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode != 0
    assert output.decode().strip().endswith("KeyboardInterrupt")
    assert output.count(b"Traceback") == 1, output.decode()  # the workers say nothing
    assert done(tmp_path) == {f"c{k}" for k in range(waiting[0])}
    assert run(tmp_path, local_executor(1), chunks(tmp_path)) == expected
    assert runs(tmp_path) == [2 if k in waiting[:2] else 1 for k in range(8)]


@posix
def test_a_dead_worker_is_noticed_while_another_works(tmp_path: Path) -> None:
    with local_executor(2) as executor:
        given = [payload for _, payload in chunks(tmp_path, 2, c0="wait", c1="wait")]
        futures = [executor.submit(work, payload) for payload in given]
        until(tmp_path / "ran-0")
        until(tmp_path / "ran-1")
        os.kill(int((tmp_path / "ran-1").read_text()), signal.SIGKILL)
        assert isinstance(futures[1].exception(DEADLINE), WorkerLost)
        assert not futures[0].done()
        assert executor.submit(abs, -3).result() == 3
        executor.reset()
        assert all(future.done() for future in futures)
        assert executor.submit(abs, -3).result() == 3


@pytest.mark.slow
@posix
def test_a_worker_that_takes_too_much_memory_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes_module, "Options", partial(Options, memory_limit=300))
    with pytest.raises(WorkersLost, match=r"it took more than 300 MiB of memory\); was the memory short\?"):
        run(tmp_path, local_executor(2), chunks(tmp_path, 1, c0="leak"))


def test_what_a_worker_cannot_be_told_or_say_names_the_chunk(tmp_path: Path) -> None:
    with pytest.raises(ChunkFailed, match=r"chunk 'c1': TypeError: .*not JSON serializable"):
        run(tmp_path, local_executor(2), chunks(tmp_path, 2, c1="no result"))
    with pytest.raises(ChunkFailed, match=r"chunk 'odd': TypeError: .*not JSON serializable"):
        run(tmp_path, local_executor(2), [("odd", object())], path=tmp_path / "other")


# --- a Dask cluster -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lasting_cluster() -> Iterator[Any]:
    """A scheduler in this process and two worker processes, for tests that leave them as they are."""
    yield from cluster_of_two()


@pytest.fixture
def cluster() -> Iterator[Any]:
    """The same, for a test that does not."""
    yield from cluster_of_two()


@pytest.mark.slow
@posix
@pytest.mark.parametrize("by_dask", [True, False], ids=["dask retries", "dask gives up"])
def test_a_cluster_gives_the_same_though_a_worker_is_killed(
    tmp_path: Path, expected: str, cluster: Any, by_dask: bool
) -> None:
    if not by_dask:
        cluster.scheduler.allowed_failures = 0  # the first lost worker is a KilledWorker to us
    assert run(tmp_path, Cluster(cluster.scheduler_address), chunks(tmp_path, c5="die once")) == expected
    assert runs(tmp_path)[5] == 2
    pids = {pid for k in range(8) for pid in (tmp_path / f"ran-{k}").read_text().split()}
    assert len(pids) > 1 and str(os.getpid()) not in pids


def test_the_threads_of_a_worker_take_turns() -> None:
    inside: list[int] = []

    def alone(k: int) -> int:
        inside.append(k)
        time.sleep(0.01)
        assert inside.pop() == k and not inside
        return k

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(cluster_module._alone, [alone] * 8, range(8))) == list(range(8))


@pytest.mark.slow
def test_a_cluster_that_is_lost_in_the_middle(
    tmp_path: Path, expected: str, cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Cluster(cluster.scheduler_address) as executor, journal_of(tmp_path) as journal:
        results = run_chunks(work, chunks(tmp_path, c2="wait", c3="wait"), executor, journal)
        assert [next(results)[0], next(results)[0]] == ["c0", "c1"]
        until(tmp_path / "ran-2")
        monkeypatch.setattr(cluster_module, "PATIENCE", 0.5)
        cluster.close()  # takes some seconds, as the workers are in the middle of something
        with pytest.raises(Unreachable, match="no Dask scheduler answers"):
            next(results)
    assert done(tmp_path) == {"c0", "c1"}
    assert not logging.getLogger("distributed.client").isEnabledFor(logging.ERROR)  # its tracebacks beside our line


def test_an_error_on_a_cluster_names_the_chunk(tmp_path: Path, lasting_cluster: Any) -> None:
    with pytest.raises(ChunkFailed, match="chunk 'c3': Unlucky: number 3"):
        run(tmp_path, Cluster(lasting_cluster.scheduler_address), chunks(tmp_path, c3="raise"))
    assert runs(tmp_path)[3] == 1


def test_a_cluster_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoDask, match=r"pip install 'axiomatrix\[cluster\]'"):
        Cluster("tcp://127.0.0.1:8786")


@pytest.mark.parametrize("address", ["", "nonsense", "foo://127.0.0.1:1", "tcp://a:b", "tcp://127.0.0.1:1"])
def test_an_address_where_no_scheduler_is(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster_module, "PATIENCE", 0.5)
    with pytest.raises(Unreachable, match=r"no Dask scheduler answers at .*give the address that") as caught:
        Cluster(address)
    assert caught.value.address == address


@pytest.mark.slow
def test_an_address_where_something_else_is(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster_module, "PATIENCE", 0.5)
    with closing(socket.socket()) as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        with pytest.raises(Unreachable, match="silence for"):
            Cluster(f"tcp://127.0.0.1:{silent.getsockname()[1]}")


@pytest.mark.slow
def test_an_address_is_tried_where_a_loop_runs_already_as_in_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster_module, "PATIENCE", 0.5)

    async def notebook(address: str) -> None:
        with pytest.raises(Unreachable, match="silence for"):
            Cluster(address)

    with closing(socket.socket()) as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with ThreadPoolExecutor(1) as thread:  # a loop may run in this one, too
            thread.submit(lambda: asyncio.run(notebook(address))).result()


def test_the_address_of_a_worker(lasting_cluster: Any) -> None:
    with pytest.raises(Unreachable, match="what answers is a Worker"):
        Cluster(lasting_cluster.workers[0].worker_address)
