"""Chunks of work to workers: this process, local processes or a Dask cluster, with a journal of what is finished.

``run_chunks`` is the same for all of them. What it asks of an executor is ``concurrent.futures``, and of the ones
made here (``Workers``) also how many can work at once and that workers that were lost can be replaced.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from types import TracebackType
from typing import TYPE_CHECKING, Any

from ...engine.workers.journal import Journal

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

RETRIES = 3
"""How many times a chunk whose worker was lost is given to another one."""

WINDOW = 1024
"""Chunks that may be begun beyond the first one that is not finished; what lies further ahead is not even drawn."""

PATIENCE = 6.0
"""Seconds for which a connection to a scheduler is tried."""

GLANCE = 1.0
"""Seconds between looks at whether the workers still live, where nothing finishes."""

COUNTED = 10.0
"""Seconds for which a cluster's number of workers is believed."""

Result = dict[str, Any]
Work = Callable[[Any], Result]
Progress = Callable[[str, Result], None]


class ChunkFailed(Exception):
    """The work on a chunk raised; what it raised is the cause. Other finished chunks are in the journal."""

    def __init__(self, chunk: str, error: BaseException) -> None:
        super().__init__(f"chunk {chunk!r}: {type(error).__name__}: {error}")
        self.chunk = chunk


class WorkersLost(Exception):
    """Workers were lost again and again on a chunk; what was finished is in the journal."""

    def __init__(self, chunks: list[str], times: int, error: BaseException) -> None:
        names = ", ".join(repr(chunk) for chunk in chunks)
        super().__init__(
            f"a worker was lost {times} times over {'one of the chunks' if len(chunks) > 1 else 'chunk'} {names} "
            f"({str(error).strip() or type(error).__name__}); was the memory short? What was finished is in the "
            "journal: continue with --resume, and with fewer jobs"
        )
        self.chunks = tuple(chunks)


class NoDask(Exception):
    """A cluster was asked for, and Dask is not installed."""


class Unreachable(Exception):
    """No Dask scheduler answers at an address."""

    def __init__(self, address: str, reason: str) -> None:
        super().__init__(
            f"no Dask scheduler answers at {address!r}: {reason}; give the address that `dask scheduler` prints, such "
            "as tcp://host:8786, and see that it can be reached from here"
        )
        self.address = address


class Gone(BrokenExecutor):
    """The workers, or the way to them, are gone."""


class Workers(Executor):
    """A ``concurrent.futures`` executor whose workers can be replaced.

    As a context manager it ends its workers, at once and without waiting for what they have in hand.
    """

    lost: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError)
    """What a future raises if its worker was lost, as opposed to what the work itself may raise."""

    @property
    def ahead(self) -> int:
        """How many chunks are handed out at a time: enough that no worker waits for the next one."""
        raise NotImplementedError

    def broken(self) -> bool:
        """Whether futures that are not done can no longer be counted on."""
        return False

    def reset(self) -> None:
        """Drop everything that is not done and all workers, without waiting; the next ``submit`` has fresh ones."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.reset()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.reset()


def local_executor(jobs: int) -> Workers:
    """An executor of ``jobs`` processes on this machine; a single job is done in this very process.

    Processes are started when there is work for them. In a worker, interrupts are ignored (who started it ends it),
    and it ends by itself when the process that started it does. Work and payloads have to be importable there.
    """
    if jobs < 1:
        raise ValueError(f"jobs is {jobs}; there must be at least one")
    return _Here() if jobs == 1 else _Processes(jobs)


def cluster_executor(address: str) -> Workers:
    """An executor that hands chunks to the existing Dask cluster whose scheduler is at ``address``.

    The workers need this version of axiomatrix. Each process works on one chunk at a time, so that workers with one
    thread each (``dask worker ADDRESS --nworkers auto --nthreads 1``) are the ones to start. Raises ``NoDask`` if Dask
    is not installed and ``Unreachable`` if no scheduler answers within about 10 s.
    """
    return _Cluster(address)


def run_chunks(
    work: Work,
    chunks: Iterable[tuple[str, Any]],
    executor: Executor,
    journal: Journal,
    progress: Progress = lambda chunk, result: None,
) -> Iterator[tuple[str, Result]]:
    """The results of ``work(payload)`` for all chunks ``(id, payload)``, with their ids and in the order of the chunks.

    What the journal has is taken from there; everything else enters it as it finishes, in whatever order.
    ``progress`` is told of each chunk once: as it finishes, or as it is found in the journal. Results are those that
    JSON gives back, whether they were found or made. Chunks are drawn and handed out a bounded number ahead.

    A chunk whose worker was lost is done again, ``RETRIES`` times, before ``WorkersLost`` is raised. What the work
    raises is raised as ``ChunkFailed``, after everything that had finished entered the journal. On these, on an
    interrupt and when the iterator is closed early, the workers are ended with what they have in hand; the executor
    can be used again, and whoever made it closes it.
    """
    run = _Run(work, chunks, executor, journal, progress)
    try:
        yield from run.results()
    finally:
        run.stop()


class _Run:
    """One call of ``run_chunks``."""

    def __init__(
        self, work: Work, chunks: Iterable[tuple[str, Any]], executor: Executor, journal: Journal, progress: Progress
    ) -> None:
        self.work = work
        self.chunks = iter(chunks)
        self.executor = executor
        self.journal = journal
        self.progress = progress
        self.lost = executor.lost if isinstance(executor, Workers) else Workers.lost
        self.all_drawn = False
        self.ids: set[str] = set()
        self.order: deque[str] = deque()
        """Ids of chunks that were drawn and not yet yielded."""
        self.again: list[_Entry] = []
        """Chunks whose worker was lost, in order."""
        self.out: dict[Future[Result], _Entry] = {}
        """Chunks that were handed out."""
        self.losses: Counter[str] = Counter()

    def results(self) -> Iterator[tuple[str, Result]]:
        """The results in order."""
        while self.order or not self.all_drawn:
            self.hand_out()
            self.collect(GLANCE if not self.ready() else 0)
            while self.ready():
                chunk = self.order.popleft()
                yield chunk, self.journal.done[chunk]

    def ready(self) -> bool:
        """Whether the chunk that is next in order is finished."""
        return bool(self.order) and self.order[0] in self.journal.done

    def hand_out(self) -> None:
        """Give chunks to workers as far ahead as is wanted."""
        ahead = self.executor.ahead if isinstance(self.executor, Workers) else 2 * (os.cpu_count() or 1)
        while len(self.out) < ahead:
            entry = self.again.pop(0) if self.again else self.draw()
            if entry is None:
                return
            try:
                future = self.executor.submit(self.work, entry.payload)
            except BrokenExecutor as error:
                self.replace_workers(error, entry)
                return
            self.out[future] = entry

    def draw(self) -> _Entry | None:
        """The next chunk that is not finished; None if there is none, or if it lies too far ahead."""
        while len(self.order) < WINDOW:
            drawn = next(self.chunks, None)
            if drawn is None:
                self.all_drawn = True
                return None
            chunk, payload = drawn
            if chunk in self.ids:
                raise ValueError(f"two chunks have the id {chunk!r}; ids must differ")
            self.ids.add(chunk)
            self.order.append(chunk)
            if chunk not in self.journal.done:
                return _Entry(len(self.ids), chunk, payload)
            self.progress(chunk, self.journal.done[chunk])
        return None

    def collect(self, patience: float) -> None:
        """Deal with all that is done; if nothing is, wait for the first."""
        if not self.out:
            return
        done = wait(self.out, timeout=patience, return_when=FIRST_COMPLETED).done
        if not done and isinstance(self.executor, Workers) and self.executor.broken():
            self.replace_workers(Gone("it gave no more sign of life"))
            return
        failed: tuple[str, BaseException] | None = None
        gone: BaseException | None = None
        for future in sorted(done, key=lambda future: self.out[future].place):
            entry = self.out[future]
            error = _error(future) or self.keep(entry.chunk, future.result())
            if isinstance(error, (BrokenExecutor, CancelledError)):
                gone = error  # and the others with it
                continue
            del self.out[future]
            if isinstance(error, self.lost):
                self.lose([entry], error)
            elif error is not None and failed is None:
                failed = entry.chunk, error
        if failed is not None:
            if isinstance(failed[1], KeyboardInterrupt):
                raise failed[1]  # which a worker was first to see
            raise ChunkFailed(*failed) from failed[1]
        if gone is not None:
            self.replace_workers(gone)

    def keep(self, chunk: str, result: Result) -> Exception | None:
        """Put a result into the journal; what makes it no result is returned."""
        try:
            self.journal.append(chunk, result)
        except (TypeError, ValueError) as error:
            return error
        self.progress(chunk, result)
        return None

    def keep_finished(self) -> None:
        """Put into the journal what finished and is not there."""
        for future, entry in self.out.items():
            if future.done() and _error(future) is None and entry.chunk not in self.journal.done:
                self.keep(entry.chunk, future.result())

    def replace_workers(self, error: BaseException, *more: _Entry) -> None:
        """Have everything that was handed out and did not finish, and ``more``, done again by fresh workers."""
        self.keep_finished()
        entries = [entry for entry in [*self.out.values(), *more] if entry.chunk not in self.journal.done]
        self.out.clear()
        if not isinstance(self.executor, Workers):
            raise WorkersLost([entry.chunk for entry in entries], 1, error) from error
        self.executor.reset()
        self.lose(entries, error)

    def lose(self, entries: list[_Entry], error: BaseException) -> None:
        """Queue chunks anew whose worker was lost, unless that happened to one of them too often."""
        self.losses.update(entry.chunk for entry in entries)
        often = [entry.chunk for entry in entries if self.losses[entry.chunk] > RETRIES]
        if often:
            raise WorkersLost(often, RETRIES + 1, error) from error
        self.again = sorted([*self.again, *entries], key=lambda entry: entry.place)

    def stop(self) -> None:
        """Keep what is finished and drop the rest."""
        if not self.out:
            return
        with suppress(Exception):  # why the run stops is what counts
            self.keep_finished()
        if isinstance(self.executor, Workers):
            self.executor.reset()
        for future in self.out:
            future.cancel()
        self.out.clear()


@dataclass(frozen=True)
class _Entry:
    """A chunk in work."""

    place: int
    chunk: str
    payload: Any


def _error(future: Future[Result]) -> BaseException | None:
    return CancelledError("its work was dropped") if future.cancelled() else future.exception()


# --- this process and local ones ------------------------------------------------------------------------------


class _Here(Workers):
    """Work in the very process: what is submitted is done at once."""

    ahead = 1

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(fn(*args, **kwargs))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # of the work's own making, whatever it is
            future.set_exception(error)
        return future


class _Processes(Workers):
    """Processes of this machine, in a pool that is made when it is needed and again when it broke."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    @property
    def ahead(self) -> int:
        return 2 * self.jobs

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self._pool is None:
            from concurrent.futures import ProcessPoolExecutor  # here, as a single job does without
            from multiprocessing import get_context

            self._pool = ProcessPoolExecutor(self.jobs, get_context("spawn"), initializer=_begin)
        with _interrupts_held():  # submitting starts processes, until there are enough
            return self._pool.submit(fn, *args, **kwargs)

    def broken(self) -> bool:
        # A pool does not watch a worker that it starts while it waits for another one.
        return not all(process.is_alive() for process in self._workers())

    def reset(self) -> None:
        pool, workers = self._pool, self._workers()
        self._pool = None
        if pool is None:
            return
        for process in workers:
            process.kill()
        pool.shutdown(wait=True, cancel_futures=True)  # which is soon, for nobody is left to wait for

    def _workers(self) -> list[Any]:
        # The pool has no public way to its processes before Python 3.14.
        return list((self._pool._processes or {}).values()) if self._pool is not None else []


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back, here for the moment, and for good from the processes that are started meanwhile."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """What a worker does first."""
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where interrupts cannot be held back
    threading.Thread(target=_end_with, args=(parent_process(),), daemon=True).start()


def _end_with(parent: Any) -> None:
    """End this process when its parent has: a worker without one would wait for work for ever."""
    parent.join()
    os._exit(1)


# --- a cluster ------------------------------------------------------------------------------------------------


class _Cluster(Workers):
    """A Dask cluster, through a client that is made anew when the connection was lost."""

    def __init__(self, address: str) -> None:
        try:
            self._distributed: Any = import_module("distributed")
        except ImportError as error:
            raise NoDask(
                f"a cluster needs Dask, which cannot be imported ({error}); pip install 'axiomatrix[cluster]'"
            ) from error
        self.lost = (*Workers.lost, import_module("distributed.scheduler").KilledWorker)
        self.address = address
        self._client: Any = None
        self._executor: Any = None
        self._threads = 0
        self._counted = 0.0
        self._connect()

    @property
    def ahead(self) -> int:
        if self._threads == 0 or time.monotonic() - self._counted > COUNTED:
            with suppress(OSError):  # the connection is lost, which is seen to elsewhere
                self._threads = sum(self._connect().nthreads().values())
            self._counted = time.monotonic()
        return 2 * max(self._threads, 1)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self._connect()
        if self.broken():
            raise Gone(f"the connection to the scheduler at {self.address} was lost")
        try:
            future: Future[Any] = self._executor.submit(_alone, fn, *args, **kwargs)
        except Exception as error:
            if self.broken():
                raise Gone(f"the connection to the scheduler at {self.address} was lost") from error
            raise
        return future

    def broken(self) -> bool:
        return self._client is not None and self._client.status != "running"

    def reset(self) -> None:
        client, executor = self._client, self._executor
        self._client = self._executor = None
        if client is not None:
            with suppress(Exception):  # whatever the state of the connection, it is given up
                executor.shutdown(wait=False)
            with suppress(Exception):
                client.close()

    def _connect(self) -> Any:
        if self._client is None:
            self._knock()
            try:
                self._client = self._distributed.Client(
                    self.address, timeout=PATIENCE, set_as_default=False, name="axiomatrix"
                )
            except (OSError, ValueError) as error:
                raise Unreachable(self.address, str(error)) from error
            # Not pure: a chunk that is handed out again is not the one that was lost.
            self._executor = self._client.get_executor(pure=False)
        return self._client

    def _knock(self) -> None:
        """Raise ``Unreachable`` unless a scheduler answers: a client would wait without end for one that is silent."""
        import asyncio

        async def ask() -> Any:
            async with self._distributed.rpc(self.address, timeout=PATIENCE) as peer:
                return await peer.identity()

        async def ask_patiently() -> Any:
            return await asyncio.wait_for(ask(), PATIENCE + 2)

        try:
            with ThreadPoolExecutor(1) as thread:  # in this one a notebook may have a loop that runs already
                kind = thread.submit(lambda: asyncio.run(ask_patiently())).result()["type"]
        except TimeoutError:
            raise Unreachable(self.address, f"silence for {PATIENCE + 2:g} s") from None
        except Exception as error:  # what else may listen there can answer anything
            raise Unreachable(self.address, f"{type(error).__name__}: {error}") from error
        if kind != "Scheduler":
            raise Unreachable(self.address, f"what answers is a {kind}")


_working = threading.Lock()


def _alone(work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Do the work while no other thread of this process does: Dask's threads share what the work caches."""
    with _working:
        return work(*args, **kwargs)
