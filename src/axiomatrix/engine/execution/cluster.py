"""The executor of many machines: a Dask cluster that exists already."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from ..workers.crew import Crew, Reply, Request
from ..workers.premises import premises, unlike
from .executor import NoDask, Unlike, Unreachable, Workers, WorkersUnreachable

PATIENCE = 6.0
"""Seconds for which a connection to a scheduler is tried."""
COUNTED = 10.0
"""Seconds for which a cluster's number of workers is believed."""


class Cluster(Workers):
    """The existing Dask cluster whose scheduler is at ``address``; its client is made anew if the connection was lost.

    The workers need this version of axiomatrix. Each process works on one piece at a time, so that workers with one
    thread each (``dask worker ADDRESS --nworkers auto --nthreads 1``) are the ones to start. Raises ``NoDask`` if Dask
    is not installed and ``Unreachable`` if no scheduler answers within about 10 s.
    """

    def __init__(self, address: str) -> None:
        try:
            self._distributed: Any = import_module("distributed")
        except ImportError as error:
            raise NoDask(
                f"a cluster needs Dask, which cannot be imported ({error}); pip install 'axiomatrix[cluster]'"
            ) from error
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what is lost is said in our words
        self.lost = (*Workers.lost, import_module("distributed.scheduler").KilledWorker)
        self.address = address
        self._client: Any = None
        self._executor: Any = None
        self._threads = 0
        self._counted = 0.0
        self._premises: dict[tuple[Any, ...], dict[str, Any]] = {}
        """What workers must have as this machine has it."""
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
            raise WorkersUnreachable(f"the connection to the scheduler at {self.address} was lost")
        try:
            future: Future[Any] = self._executor.submit(_alone, fn, *args, **kwargs)
        except Exception as error:
            if self.broken():
                raise WorkersUnreachable(f"the connection to the scheduler at {self.address} was lost") from error
            raise
        return future

    def ask(self, request: Request, news: Callable[[Any], None] | None = None) -> Future[Reply]:
        options = request.options
        named = (options.files, options.packages, options.libraries, options.given)
        if named not in self._premises:  # once: they are those that the run began with
            self._premises[named] = premises(options, Path())
        return self.submit(_answered, request, str(Path.cwd()), self._premises[named])

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


# --- on the machine of a worker -------------------------------------------------------------------------------


def _answered(request: Request, directory: str, expected: dict[str, Any]) -> Reply:
    """What a supervised worker of that machine answers, if the machine has what is asked about."""
    there = Path(directory)
    if differs := unlike(expected, premises(request.options, there)):
        raise Unlike(f"the worker on {socket.gethostname()} cannot be used: {differs}")
    with closing(Crew(there)) as crew:
        return crew.answer(request)
