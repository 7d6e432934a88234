"""Workers under supervision: each request has one, and a thread that listens to it, within limits.

What comes of a request is data: the messages of the worker, and what became of it if it was lost. So it is the same
whether the worker is on this machine or on another one.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from ...evidence.verdict import Verdict
from ..options import Options
from .channel import BadMessage, ChannelClosed
from .process import LOOK, Worker, begin, dismiss, memory
from .template import LOOKS, NoTemplate, WorkerCopy

CALL = "call"
"""The kind of a request for a call of a function, which may take as long as it likes."""
WATCHED = "watched call"
"""The same for a function that is handed ``tick`` and gives signs of life by it."""
IMPORT = "import"
"""The kind of a request that asks for nothing but what it takes to be ready."""
UNUSABLE = "it could not be imported: "
FAULTY = {"unusable": UNUSABLE, "failed": "", "differs": "", "damaged": "it changed the process it runs in: "}
"""The messages of a worker that cannot go on, and how the reason begins."""
LIFE, OF_LIBRARIES = 15, 60
"""Rows after which a worker makes room for a fresh one: what caches and fragments hold does not add up.

More of libraries: each worker begins processes of its own, which import the library.
"""
STARTING = 120.0
"""Seconds that a worker may take to import what it needs."""
IMPORTING = 60.0
"""The same where nothing else is asked: seconds for each file."""
VALUES = 10.0
"""Seconds without a sign of life after which the sample of values is what has come of it."""


@dataclass(frozen=True)
class Request:
    """What a worker is to do, as data that can be sent to any machine."""

    options: Options
    role: str
    kind: str
    content: Any = None
    alone: bool = False
    """Whether the worker has nothing else to do, before and after."""


@dataclass
class Reply:
    """What came of a request."""

    messages: list[tuple[str, Any]] = field(default_factory=list)
    """What the worker said, in order."""
    fault: Verdict | None = None
    """What became of the worker, if it did not do all that it was asked."""
    reason: str = ""
    ready: bool = False
    """Whether it had imported what it needs."""
    file: str = ""
    """The file of a user's that it imported last."""
    orphaned: bool = False
    """Whether it ended because what it was copied from did."""
    damaged: bool = False
    """Whether it changed the process it ran in."""
    stopped: bool = False
    """Whether nobody waits for the answer any more."""
    over: bool = False
    seconds: float = 0.0
    """How long it took."""
    news: Callable[[Any], None] | None = field(default=None, repr=False)
    """Told at once of what is settled on the way; None where nobody waits beside the worker."""

    def lost(self, fault: Verdict, reason: str) -> None:
        """The worker did not come further; the first reason counts."""
        if not self.over:
            self.fault, self.reason, self.over = fault, reason, True

    def take(self, kind: str, content: Any) -> None:
        """One message of the worker."""
        if kind == "ready":
            self.ready = True
        elif kind == "importing":
            self.file = str(content)
        elif kind in FAULTY:
            self.damaged = self.damaged or kind == "damaged"
            self.lost(Verdict.ERROR, f"{FAULTY[kind]}{content}")
        elif kind == "done":
            self.over = True
        elif kind == "news":
            if self.news is not None:
                self.news(content)
        elif kind != "tick":
            self.messages.append((kind, content))


class Crew:
    """The workers of a run on this machine: those that are listened to, and those that wait for another request."""

    def __init__(self, directory: Path | None = None) -> None:
        self._directory = directory
        self._lock = threading.Lock()
        self._idle: list[Worker] = []
        self._busy: list[Worker] = []
        self._ended = False

    def answer(self, request: Request, news: Callable[[Any], None] | None = None) -> Reply:
        """Have a worker do what is asked, and wait for it."""
        reply, begun = Reply(news=news), time.monotonic()
        try:
            worker = self._taken(request)
        except NoTemplate as error:
            reply.lost(Verdict.CRASHED, f"the process could not be started: {error}")
            reply.orphaned = True
            return reply
        try:
            self._listen(worker, request, reply)
        finally:
            reply.orphaned = isinstance(worker.process, WorkerCopy) and worker.process.template.lost
            self._put_back(worker, reply)
        reply.seconds = time.monotonic() - begun
        return reply

    def close(self) -> None:
        """End all workers at once, with what they have in hand."""
        self._ended = True
        with self._lock:
            idle, busy = self._idle, list(self._busy)
            self._idle = []
        for worker in busy:  # who listens to them sees to the rest
            worker.kill()
        for worker in idle:
            worker.end()

    def rest(self) -> None:
        """Let those go that have nothing to do."""
        with self._lock:
            idle, self._idle = self._idle, []
        dismiss(idle)

    def _taken(self, request: Request) -> Worker:
        """A worker that has nothing to do and may take this, or a new one; one that has done enough is let go."""
        wanted = request.options, request.role
        with self._lock:
            worker = next((known for known in self._idle if (known.options, known.role) == wanted), None)
            if worker is not None:
                self._idle.remove(worker)
        life = OF_LIBRARIES if request.options.libraries else LIFE
        if worker is not None and (worker.given >= life or (request.alone and request.role != LOOKS)):
            dismiss([worker])
            worker = None
        worker = worker or begin(request.options, request.role, self._directory)
        if request.kind not in (CALL, WATCHED):
            worker.given += OF_LIBRARIES if request.alone and request.role != LOOKS else 1
        with self._lock:
            self._busy.append(worker)
        return worker

    def _put_back(self, worker: Worker, reply: Reply) -> None:
        fit = reply.over and reply.fault is None
        is_lasting = not (worker.options.files or worker.options.packages)  # of users: they share no process
        with self._lock:
            self._busy.remove(worker)
            if fit and is_lasting and not self._ended:
                self._idle.append(worker)
                return
        if fit:
            dismiss([worker])
        else:
            worker.end()

    def _listen(self, worker: Worker, request: Request, reply: Reply) -> None:
        """Hear what the worker says until it is done, and end it when it says nothing or takes too much."""
        reply.ready = worker.ready
        last_sign = looked = time.monotonic()
        with suppress(ChannelClosed):  # it has ended, which is noticed when it is listened to
            worker.channel.send(request.kind, request.content)
        while not reply.over:
            wait([worker.channel.end, worker.process.sentinel], timeout=LOOK)
            if self._ended:
                reply.stopped = reply.over = True
                return
            worker.process.join(0)
            ended = worker.process.exitcode is not None  # asked first, so that nothing said is missed
            if _take_messages(worker, reply):
                last_sign = time.monotonic()
            if ended and not reply.over:
                reply.lost(Verdict.CRASHED, worker.how_it_ended())
            now = time.monotonic()
            if now - looked >= LOOK:
                looked = now
                limit = _limit(request, reply)
                if now - last_sign > limit:
                    reply.lost(Verdict.TIMEOUT, f"no sign of life for {limit:g} s")
                elif memory(worker) > request.options.memory_limit:
                    reply.lost(Verdict.CRASHED, f"it took more than {request.options.memory_limit:,} MiB of memory")
        worker.ready = reply.ready


def _take_messages(worker: Worker, reply: Reply) -> bool:
    """Take everything that the worker has said; whether there was anything."""
    any_message = False
    try:
        while not reply.over and (message := worker.channel.take()) is not None:
            any_message = True
            reply.take(*message)
    except ChannelClosed:
        reply.lost(Verdict.CRASHED, worker.how_it_ended())
    except BadMessage as error:
        reply.lost(Verdict.CRASHED, f"the process said what is not a message: {error!s:.300}")
    return any_message


def _limit(request: Request, reply: Reply) -> float:
    """For how many seconds the worker may say nothing."""
    limit = request.options.time_limit
    if not reply.ready:
        return max(IMPORTING if request.kind == IMPORT else STARTING, limit)
    if request.kind == CALL:
        return math.inf
    proved = any(kind == "clean" for kind, _ in reply.messages)
    return min(VALUES, limit) if proved else limit
