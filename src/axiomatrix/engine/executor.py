"""Executors that run tasks in this process, in supervised processes of this machine, or on a Dask cluster.

:class:`Serial`, :class:`LocalProcesses` and :class:`Cluster` are ``concurrent.futures`` executors. A task is a function
of ours with picklable arguments. Its future has its result, or raises :class:`TaskFailed` with the error of the task,
or :class:`WorkerLost` if its process was lost.

Local processes are *supervised*: they have limits of time and memory, and their end is noticed. The library *pebble*
keeps them, and restarts lost ones. Where the system has a fork server, processes are forked from one that has imported
the catalogue (:mod:`.preloaded`), which takes milliseconds. Elsewhere each is a new interpreter. Strings hash alike in
all of them, so that one seed gives one result. A Dask worker hands its task to such a process on its own machine.

A process writes the messages of its task into a folder, the *trail* of the task (:mod:`.process`), which is still there
when the process is lost.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

from pebble import CONSTS, ProcessExpired, ProcessPool

from ..evidence.verdict import Verdict
from .plan import DEFAULT_LIMITS, Limits
from .process import HASH_SEED, TaskFailed, Trail, WorkerLost, WorkerSetup, run_task
from .store import program_digest

__all__ = ["LocalProcesses", "Serial", "TaskFailed", "WorkerLost", "local_executor", "start_fork_server"]

HAS_FORK_SERVER = "forkserver" in multiprocessing.get_all_start_methods()
PRELOADED = "axiomatrix.engine.preloaded"
"""The module that the fork server imports."""
CHECKING_SEED = "0"
"""The hash seed of the processes that decide cells. Refutations are decided again under other seeds."""
POLL_SECONDS = 0.2
"""Seconds between checks for processes that ended without a result."""
TERMINATION_SECONDS = 1.0
"""Seconds after which a process that was asked to end is killed, since it may be in C code."""
_starting = threading.RLock()
"""Held while a process is started, since that changes the environment of this process."""


class Serial(Executor):
    """Executor that runs each task in this process when it is submitted."""

    jobs = 1

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(fn(*args, **kwargs))
        except KeyboardInterrupt:  # ends the run, since it is this process that the user interrupts
            raise
        except BaseException as error:  # the future carries whatever a task raises
            future.set_exception(error)
        return future


class LocalProcesses(Executor):
    """Executor with ``jobs`` supervised processes of this machine, started with the first task.

    ``tasks_each`` is how many tasks a process takes before a fresh one takes its place; 0 for any number. With
    ``hash_seed``, processes are new interpreters under that seed. They work in ``folder``, or else where this one does.
    """

    def __init__(
        self, jobs: int, limits: Limits = DEFAULT_LIMITS, *, tasks_each: int = 0, hash_seed: str = "", folder: str = ""
    ) -> None:
        self.jobs = jobs
        self._folder = folder
        self._limits = limits
        is_forked = HAS_FORK_SERVER and not hash_seed
        if is_forked:
            start_fork_server()
        self._context = _Context("forkserver" if is_forked else "spawn", hash_seed or CHECKING_SEED)
        self._tasks_each = tasks_each if is_forked else 0  # elsewhere each new process takes a second to start
        self._trails = Path(tempfile.mkdtemp(prefix="axiomatrix-"))
        """The folder of the trails, one for each task."""
        self._running: dict[Future[Any], Trail] = {}
        """The trail of each task, until it has a result; that of a task that failed stays."""
        self._closed = threading.Event()
        self._pool = self._new_pool()
        threading.Thread(target=self._watch, daemon=True).start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        trail = Trail(Path(tempfile.mkdtemp(dir=self._trails)), self._limits.time)
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        self._running[future] = trail
        if not self._pool.active:  # all its processes were lost at once
            self._pool = self._new_pool()
        pool_future = self._pool.schedule(run_task, (trail, fn, args, kwargs))
        pool_future.add_done_callback(lambda done: self._pass_result_on(future, done))
        return future

    def messages(self, future: Future[Any]) -> list[bytes]:
        """Return the messages of the task so far, as JSON."""
        trail = self._running.get(future)
        return [] if trail is None else trail.messages()

    def _new_pool(self) -> ProcessPool:
        CONSTS.term_timeout = TERMINATION_SECONDS  # pebble has this setting for all of its pools only
        setup = WorkerSetup.of_this_process(self._limits.memory, self._folder)
        return ProcessPool(self.jobs, self._tasks_each, setup.apply, context=self._context)

    def _pass_result_on(self, future: Future[Any], pool_future: Future[Any]) -> None:
        """Pass the result of a task on from pebble's future to ours, with a lost process as :class:`WorkerLost`."""
        if future.done():  # :meth:`_watch` has noticed that its process is gone
            return
        try:
            result = pool_future.result()
            shutil.rmtree(self._running.pop(future).folder, ignore_errors=True)
            future.set_result(result)
        except (CancelledError, BrokenProcessPool):
            future.set_exception(WorkerLost(Verdict.CRASHED, "its worker processes were ended"))
        except ProcessExpired as expired:
            future.set_exception(self._running[future].loss(expired.exitcode))
        except Exception as error:  # raised by the task, or on the transport of its result
            future.set_exception(error)

    def _watch(self) -> None:
        """Notice processes that ended with status 0 in the middle of a task, which pebble takes for a regular end.

        This runs in a thread until :meth:`shutdown`.
        """
        ended_before: set[Future[Any]] = set()
        while not self._closed.wait(POLL_SECONDS):
            ended = {future for future, trail in list(self._running.items()) if not future.done() and trail.is_lost()}
            for future in ended & ended_before:  # in two polls, so that a result on its way had time to arrive
                if not future.done():
                    future.set_exception(self._running[future].loss(exit_code=0))
            ended_before = ended

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all processes and their running tasks."""
        self._closed.set()
        self._pool.stop()  # type: ignore[no-untyped-call]  # pebble has types but for this
        self._pool.join()
        shutil.rmtree(self._trails, ignore_errors=True)


def local_executor(jobs: int, limits: Limits = DEFAULT_LIMITS) -> LocalProcesses | Serial:
    """Return an executor for ``jobs`` tasks at a time: local processes, or this process for a single one."""
    return Serial() if jobs == 1 else LocalProcesses(jobs, limits)


# --- starting processes ---------------------------------------------------------------------------------------


def start_fork_server() -> None:
    """Start the process that workers are forked from; it imports the catalogue while this one continues."""
    if HAS_FORK_SERVER:
        with _starting, _worker_environment(CHECKING_SEED), _without_output():
            forkserver.set_forkserver_preload([PRELOADED])
            forkserver.ensure_running()


@contextmanager
def _without_output() -> Iterator[None]:
    """Context in which started programs do not hold our output.

    The fork server lives as long as any process that was forked from this one, such as a child that a user's file
    starts; whoever reads our output to its end must not wait for that.
    """
    null_device = os.open(os.devnull, os.O_WRONLY)
    saved = {}
    for number in (1, 2):  # the descriptors of standard output and error
        with suppress(OSError):  # it is closed
            saved[number] = os.dup(number)
            os.dup2(null_device, number)
    try:
        yield
    finally:
        for number, original in saved.items():
            os.dup2(original, number)
            os.close(original)
        os.close(null_device)


@contextmanager
def _worker_environment(hash_seed: str) -> Iterator[None]:
    """Context in which interpreters start with this hash seed, without the current folder on their path.

    Our ``__main__`` is hidden too: workers do not need it, and *multiprocessing* would import it in each of them.
    """
    changes = {HASH_SEED: hash_seed, "PYTHONSAFEPATH": "1"}
    before = {name: os.environ.get(name) for name in changes}
    main: dict[str, Any] = vars(sys.modules["__main__"])
    hidden: dict[str, Any] = {name: main.pop(name) for name in ("__file__", "__spec__") if name in main}
    os.environ.update(changes)
    main["__spec__"] = None
    settings: dict[str, Any] = getattr(multiprocessing.current_process(), "_config")  # noqa: B009  # it has no other name
    is_daemon = settings.pop("daemon", None)  # Dask's workers are daemons, which may not start processes
    try:
        yield
    finally:
        if is_daemon is not None:
            settings["daemon"] = is_daemon
        del main["__spec__"]
        main.update(hidden)
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


class _Context:
    """A context of *multiprocessing* whose processes start in the environment of workers."""

    def __init__(self, method: str, hash_seed: str) -> None:
        self._context: Any = multiprocessing.get_context(method)
        self._hash_seed = hash_seed

    def Process(self, *args: Any, **kwargs: Any) -> Any:  # noqa: N802  # the name that a context has
        return _Process(self._context.Process(*args, **kwargs), self._hash_seed)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)


class _Process:
    """A process that is started in the environment of workers."""

    def __init__(self, process: Any, hash_seed: str) -> None:
        self._process = process
        self._hash_seed = hash_seed

    def start(self) -> None:
        """Start the process; one at a time, since the environment of this one is changed meanwhile."""
        with _starting, _worker_environment(self._hash_seed):
            self._process.start()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._process, name)


# --- an existing Dask cluster --------------------------------------------------------------------------


CONNECT_SECONDS = 6.0
"""Seconds in which a scheduler must be reached."""


class NoDask(Exception):
    """Raised for a cluster if Dask is not installed."""


class Unreachable(Exception):
    """Raised if no Dask scheduler answers at an address."""

    def __init__(self, address: str, reason: str) -> None:
        super().__init__(
            f"no Dask scheduler answers at {address!r}: {reason}; use the address that `dask scheduler` prints, such "
            "as tcp://host:8786, and check that this machine can reach it"
        )


@dataclass(frozen=True)
class ClusterSetup:
    """Settings of the calling process that the workers of a cluster need."""

    folder: str
    """The folder in which tasks run, at the same path on every machine."""
    program: str
    """The digest of the program, which must be the same there."""
    limits: Limits
    tasks_each: int
    """How many tasks a supervised process takes before a fresh one takes its place; 0 for any number."""


class Cluster(Executor):
    """Executor on the Dask cluster whose scheduler is at ``address``.

    Each task runs in a supervised process of the machine that takes it, so that a fault costs no Dask worker. Workers
    need this version of axiomatrix and the users' files that are named, at the same paths. Dask itself gives a task to
    another worker if one is lost. Raises ``NoDask`` if Dask is not installed and ``Unreachable`` if no scheduler
    answers.
    """

    def __init__(self, address: str, limits: Limits = DEFAULT_LIMITS, *, tasks_each: int = 0) -> None:
        try:
            distributed: Any = import_module("distributed")
        except ImportError as error:
            raise NoDask(
                f"a cluster needs Dask, which cannot be imported ({error}): pip install 'axiomatrix[cluster]'"
            ) from error
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # losses are reported by our own messages
        _require_scheduler(distributed, address)
        try:
            self._client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False, name="axiomatrix")
        except (OSError, ValueError) as error:
            raise Unreachable(address, str(error)) from error
        self.jobs = sum(self._client.nthreads().values())
        self._setup = ClusterSetup(str(Path.cwd()), program_digest(), limits, tasks_each)
        # not pure: a task that is submitted again must run again
        self._executor = self._client.get_executor(pure=False)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        dask_future = self._executor.submit(_run_supervised, self._setup, fn, args, kwargs)
        dask_future.add_done_callback(lambda done: _pass_dask_result_on(future, done))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with suppress(Exception):  # the connection is given up, whatever its state
            self._executor.shutdown(wait=False)
            self._client.close()


def _require_scheduler(distributed: Any, address: str) -> None:
    """Raise ``Unreachable`` unless a scheduler answers. A Dask client would wait for a silent one without end."""

    async def identify() -> Any:
        async with distributed.rpc(address, timeout=CONNECT_SECONDS) as peer:
            return await peer.identity()

    async def identify_in_time() -> Any:
        return await asyncio.wait_for(identify(), CONNECT_SECONDS + 2)  # the connection itself ends first

    try:
        with ThreadPoolExecutor(1) as thread:  # this thread may have a running event loop, as in a notebook
            kind = thread.submit(lambda: asyncio.run(identify_in_time())).result()["type"]
    except TimeoutError:
        raise Unreachable(address, f"no answer within {CONNECT_SECONDS + 2:g} s") from None
    except Exception as error:  # another service at that address may answer anything
        raise Unreachable(address, f"{type(error).__name__}: {error}") from error
    if kind != "Scheduler":
        raise Unreachable(address, f"it is a {kind}, not a scheduler")


def _pass_dask_result_on(future: Future[Any], dask_future: Future[Any]) -> None:
    """Pass a result on from Dask's future to ours, with errors of the cluster as :class:`WorkerLost`."""
    try:
        future.set_result(dask_future.result())
    except (WorkerLost, TaskFailed) as error:
        future.set_exception(error)
    except BaseException as error:  # workers or the scheduler are gone, or a worker lacks this package
        reason = f"the cluster could not run the task: {type(error).__name__}: {error}"
        future.set_exception(WorkerLost(Verdict.CRASHED, reason))


# --- on the machine of a Dask worker ----------------------------------------------------------------------------


def _run_supervised(setup: ClusterSetup, function: Callable[..., Any], arguments: Any, named: Any) -> Any:
    """Run a task in a supervised process of the Dask worker's machine."""
    if program_digest() != setup.program:
        raise TaskFailed("a worker of the cluster has a different version of axiomatrix, Python or a library")
    return _process_of(setup).submit(function, *arguments, **named).result()


@cache
def _process_of(setup: ClusterSetup) -> LocalProcesses:
    """Return the supervised process of this Dask worker, which is kept for its next tasks."""
    return LocalProcesses(1, setup.limits, tasks_each=setup.tasks_each, folder=setup.folder)
