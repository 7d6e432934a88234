"""Errands in the hands of an executor: what is lost with a worker is handed out again, a few times."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from .executor import Unlike, Workers, WorkersLost, WorkersUnreachable, WorkFailed

RETRIES = 3
"""How many times an errand whose worker was lost is given to another one."""


class ChunkFailed(Exception):
    """The work on an errand raised; what it raised is the cause. Other finished errands are in the journal."""

    def __init__(self, chunk: str, error: BaseException) -> None:
        reason = str(error) if isinstance(error, WorkFailed) else f"{type(error).__name__}: {error}"
        super().__init__(f"chunk {chunk!r}: {reason}")
        self.chunk = chunk


@dataclass(eq=False)
class Errand:
    """A piece of work, and how often a worker was lost over it."""

    place: int
    name: str
    payload: Any
    losses: int = 0


Keep = Callable[[Errand, Any], BaseException | None]
"""Takes the result of an errand; what makes it none is returned."""


class Desk:
    """From where errands are handed out, and where their results come back, in whatever order."""

    def __init__(self, workers: Workers, submit: Callable[[Any], Future[Any]], keep: Keep) -> None:
        self._workers = workers
        self._submit = submit
        self._keep = keep
        self._count = 0
        self._again: list[Errand] = []
        """What is to be handed out once more, in order."""
        self._out: dict[Future[Any], Errand] = {}

    def __len__(self) -> int:
        """How many errands are not finished."""
        return len(self._out) + len(self._again)

    @property
    def free(self) -> bool:
        """Whether another errand can be given: enough are out at a time that no worker waits."""
        ahead = self._workers.ahead
        while self._again and len(self._out) < ahead:
            if not self._hand_out(self._again.pop(0)):
                return False
        return len(self._out) < ahead

    def give(self, name: str, payload: Any) -> bool:
        """Hand out an errand; false if there was nobody to take it, and workers were replaced."""
        self._count += 1
        return self._hand_out(Errand(self._count, name, payload))

    def _hand_out(self, errand: Errand) -> bool:
        try:
            future = self._submit(errand.payload)
        except BrokenExecutor as error:
            self._replace_workers(error, errand)
            return False
        self._out[future] = errand
        return True

    def collect(self, patience: float) -> None:
        """Deal with all that is done; if nothing is, wait for the first."""
        if not self._out:
            return
        done = wait(self._out, timeout=patience, return_when=FIRST_COMPLETED).done
        if not done and self._workers.broken():
            self._replace_workers(WorkersUnreachable("it gave no more sign of life"))
            return
        failed: tuple[Errand, BaseException] | None = None
        gone: BaseException | None = None
        for future in sorted(done, key=lambda future: self._out[future].place):
            errand = self._out[future]
            error = _error(future)
            if isinstance(error, (BrokenExecutor, CancelledError)):
                gone = error  # and the others with it
                continue
            del self._out[future]
            error = error or self._keep(errand, future.result())
            if isinstance(error, self._workers.lost):
                self._lose([errand], error)
            elif error is not None and failed is None:
                failed = errand, error
        if failed is not None:
            errand, error = failed
            if isinstance(error, (KeyboardInterrupt, Unlike)):
                raise error  # an interrupt that a worker was first to see; or what no worker will do
            raise ChunkFailed(errand.name, error) from error
        if gone is not None:
            self._replace_workers(gone)

    def _keep_finished(self) -> None:
        """Take what finished meanwhile."""
        for future, errand in list(self._out.items()):
            if future.done() and _error(future) is None and self._keep(errand, future.result()) is None:
                del self._out[future]

    def _replace_workers(self, error: BaseException, *more: Errand) -> None:
        """Have everything that was handed out and did not finish, and ``more``, done again by fresh workers."""
        self._keep_finished()
        errands = [*self._out.values(), *more]
        self._out.clear()
        self._workers.reset()
        self._lose(errands, error)

    def _lose(self, errands: list[Errand], error: BaseException) -> None:
        """Queue errands anew whose worker was lost, unless that happened to one of them too often."""
        for errand in errands:
            errand.losses += 1
        often = [errand.name for errand in errands if errand.losses > RETRIES]
        if often:
            raise WorkersLost(often, RETRIES + 1, error) from error
        self._again = sorted([*self._again, *errands], key=lambda errand: errand.place)

    def stop(self) -> None:
        """Keep what is finished and drop the rest, with the workers that have it in hand."""
        self._again.clear()
        if not self._out:
            return
        self._workers.reset()
        with suppress(Exception):  # why the run stops is what counts
            self._keep_finished()
        for future in self._out:
            future.cancel()
        self._out.clear()


def _error(future: Future[Any]) -> BaseException | None:
    return CancelledError("its work was dropped") if future.cancelled() else future.exception()
