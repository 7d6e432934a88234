"""The executors of this machine: supervised workers, each waited for by a thread of this process; or this process."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from ...evidence.verdict import Verdict
from ..options import Options
from ..workers.crew import CALL, Crew, Reply, Request
from ..workers.template import CHECKS, LOOKS, warm_up
from .executor import WorkerLost, Workers, WorkersUnreachable, WorkFailed


def local_executor(jobs: int) -> Workers:
    """An executor of ``jobs`` processes on this machine; a single job is done in this very process.

    Processes are started when there is work for them, and end when this one does. Work and payloads have to be
    importable there, payloads and results JSON.
    """
    if jobs < 1:
        raise ValueError(f"jobs is {jobs}; there must be at least one")
    return InProcess() if jobs == 1 else Processes(jobs)


class InProcess(Workers):
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


class Processes(Workers):
    """Supervised workers of this machine."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._threads: ThreadPoolExecutor | None = None
        self._crew = Crew()

    @property
    def ahead(self) -> int:
        return 2 * self.jobs

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if kwargs:
            raise TypeError("workers are given arguments by place only")
        return self.call(fn.__module__, fn.__qualname__, *args)

    def call(self, module: str, name: str, *args: Any) -> Future[Any]:
        """The same of a function that need not be imported here."""
        return self._pool.submit(_called, self._crew, Request(Options(), CHECKS, CALL, [module, name, args]))

    def ask(self, request: Request, news: Callable[[Any], None] | None = None) -> Future[Reply]:
        return self._pool.submit(self._crew.answer, request, news)

    @property
    def _pool(self) -> ThreadPoolExecutor:
        if self._threads is None:
            self._threads = ThreadPoolExecutor(self.jobs, "axiomatrix")
        return self._threads

    def warm_up(self) -> None:
        warm_up(CHECKS, LOOKS)

    def reset(self) -> None:
        crew, threads = self._crew, self._threads
        self._crew, self._threads = Crew(), None
        crew.close()
        if threads is not None:
            threads.shutdown(wait=True, cancel_futures=True)  # which is soon: there is nobody left to wait for

    def rest(self) -> None:
        self._crew.rest()


def _called(crew: Crew, request: Request) -> Any:
    """What a call in a worker gave."""
    reply = crew.answer(request)
    if reply.stopped:
        raise WorkersUnreachable("the workers were ended")
    if reply.fault is None:
        return next(content for kind, content in reply.messages if kind == "result")
    raise (WorkFailed if reply.fault is Verdict.ERROR else WorkerLost)(reply.reason)
