"""The executor of many machines: a Dask cluster that exists already."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from ..evidence.verdict import Verdict
from .executor import LocalProcesses
from .plan import DEFAULT_LIMITS, Limits
from .process import TaskFailed, WorkerLost
from .store import program

CONNECT_SECONDS = 6.0
"""For how long a connection to a scheduler is tried."""


class NoDask(Exception):
    """A cluster was asked for, and Dask is not installed."""


class Unreachable(Exception):
    """No Dask scheduler answers at an address."""

    def __init__(self, address: str, reason: str) -> None:
        super().__init__(
            f"no Dask scheduler answers at {address!r}: {reason}; give the address that `dask scheduler` prints, such "
            "as tcp://host:8786, and check that this machine can reach it"
        )


class Cluster(Executor):
    """The Dask cluster whose scheduler is at ``address``.

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
                f"a cluster needs Dask, which cannot be imported ({error}); pip install 'axiomatrix[cluster]'"
            ) from error
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what is lost is said in our words
        _knock(distributed, address)
        try:
            self._client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False, name="axiomatrix")
        except (OSError, ValueError) as error:
            raise Unreachable(address, str(error)) from error
        self.jobs = sum(self._client.nthreads().values())
        self._here = (str(Path.cwd()), program(), limits, tasks_each)
        self._executor = self._client.get_executor(
            pure=False
        )  # a task that is tried again is not the one that was lost

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        task = self._executor.submit(_supervised, self._here, fn, args, kwargs)
        task.add_done_callback(lambda done: _finish(future, done))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with suppress(Exception):  # whatever the state of the connection, it is given up
            self._executor.shutdown(wait=False)
            self._client.close()


def _knock(distributed: Any, address: str) -> None:
    """Raise ``Unreachable`` unless a scheduler answers: a client would wait without end for one that is silent."""

    async def ask() -> Any:
        async with distributed.rpc(address, timeout=CONNECT_SECONDS) as peer:
            return await peer.identity()

    async def ask_patiently() -> Any:
        return await asyncio.wait_for(ask(), CONNECT_SECONDS + 2)

    try:
        with ThreadPoolExecutor(1) as thread:  # in this one a notebook may have a loop that runs already
            kind = thread.submit(lambda: asyncio.run(ask_patiently())).result()["type"]
    except TimeoutError:
        raise Unreachable(address, f"silence for {CONNECT_SECONDS + 2:g} s") from None
    except Exception as error:  # what else may listen there can answer anything
        raise Unreachable(address, f"{type(error).__name__}: {error}") from error
    if kind != "Scheduler":
        raise Unreachable(address, f"what answers is a {kind}")


def _finish(future: Future[Any], done: Future[Any]) -> None:
    """Pass the outcome on, in the terms of every executor."""
    try:
        future.set_result(done.result())
    except (WorkerLost, TaskFailed) as error:
        future.set_exception(error)
    except BaseException as error:  # workers or the scheduler are gone, or a worker lacks this package
        reason = f"the cluster could not do it: {type(error).__name__}: {error}"
        future.set_exception(WorkerLost(Verdict.CRASHED, reason))


# --- on the machine of a Dask worker ----------------------------------------------------------------------------


def _supervised(there: tuple[str, str, Limits, int], function: Callable[..., Any], arguments: Any, named: Any) -> Any:
    """The result of a task in a supervised process of this machine."""
    folder, expected, limits, tasks_each = there
    if program() != expected:
        raise TaskFailed("a worker of the cluster has another version of axiomatrix, of Python or of a library")
    return _processes(folder, limits, tasks_each).submit(function, *arguments, **named).result()


@cache
def _processes(folder: str, limits: Limits, tasks_each: int) -> LocalProcesses:
    return LocalProcesses(1, limits, tasks_each=tasks_each, folder=folder)
