"""What is asked of an executor: ``concurrent.futures``, and that workers which were lost can be replaced."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from types import TracebackType
from typing import Any

from ..workers.crew import Reply, Request


class WorkFailed(Exception):
    """What the work raised in another process, as a text."""


class WorkersUnreachable(BrokenExecutor):
    """The workers, or the way to them, are gone."""


class WorkerLost(Exception):
    """The one worker that had the work in hand is lost, and no other."""


class Unlike(Exception):
    """A worker that has not what this process has: another version, or other files."""


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


class WorkersLost(Exception):
    """Workers were lost again and again on a piece of work; what was finished is in the journal."""

    def __init__(self, names: list[str], times: int, error: BaseException) -> None:
        named = ", ".join(map(repr, names))
        super().__init__(
            f"a worker was lost {times} times over {'one of the chunks' if len(names) > 1 else 'chunk'} {named} "
            f"({str(error).strip() or type(error).__name__}); was the memory short? What was finished is in the "
            "journal: the same command goes on with it; give it fewer jobs"
        )
        self.chunks = tuple(names)


class Workers(Executor):
    """A ``concurrent.futures`` executor whose workers can be replaced.

    As a context manager it ends its workers, without waiting for what they have in hand.
    """

    lost: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError, WorkerLost)
    """What a future raises if its worker was lost, as opposed to what the work itself may raise."""

    @property
    def ahead(self) -> int:
        """How many pieces are handed out at a time: enough that no worker waits for the next one."""
        raise NotImplementedError

    def ask(self, request: Request, news: Callable[[Any], None] | None = None) -> Future[Reply]:
        """Have a supervised worker answer, here or on another machine; only here is there any news meanwhile."""
        raise NotImplementedError

    def warm_up(self) -> None:
        """Begin what takes a while, before the first request."""

    def broken(self) -> bool:
        """Whether futures that are not done can no longer be counted on."""
        return False

    def reset(self) -> None:
        """Drop everything that is not done and all workers, without waiting; what comes next has fresh ones."""

    def rest(self) -> None:
        """Let workers go that have nothing to do."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.reset()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if kind is None:
            self.rest()
        self.reset()
