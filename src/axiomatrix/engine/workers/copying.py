"""Inside the process that workers are copied from, and the beginning of a worker."""

from __future__ import annotations

import atexit
import gc
import importlib
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import recv_handle
from pathlib import Path
from typing import Any, Self

from ...libraries import LIBRARIES, processes
from ...model.guard import kept
from ..options import Options
from .channel import Channel
from .worker import end_with_parent, prepare, work


@dataclass(frozen=True)
class WorkerStart:
    """What a worker is for, and what it takes over from whoever asks for it, not from what it is copied from."""

    options: Options
    environment: dict[str, str]
    path: list[str]
    directory: str | None
    doors: dict[str, str]

    @classmethod
    def here(cls, options: Options, directory: Path | None = None, doors: dict[str, str] | None = None) -> Self:
        """As this process is, in its directory or in that one; ``doors`` are those of :mod:`libraries.processes`."""
        try:
            there: str | None = str(directory or Path.cwd())
        except OSError:  # it was removed
            there = None
        return cls(options, dict(os.environ), list(sys.path), there, doors or {})

    def take(self) -> None:
        """Make this process so."""
        if dict(os.environ) != self.environment:
            os.environ.clear()
            os.environ.update(self.environment)
        sys.path[:] = self.path
        processes.doors.update(self.doors)
        if self.directory is not None:
            with suppress(OSError):
                os.chdir(self.directory)


def begin(end: Any, mark: bytes, start: WorkerStart) -> None:
    """A worker: a process of its own from the start, or a copy."""
    start.take()
    work(Channel(end, mark), start.options)


def main(descriptor: int) -> None:
    """The process that workers are copied from: it hears its orders from that descriptor.

    It makes copies until whoever wants them is gone: workers, and what answers those who come to the door.
    """
    orders = Connection(descriptor)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prepare()
    living: dict[int, int] = {}
    doors: list[socket.socket] = []
    while True:
        ready = wait([orders, *doors, *living])
        for source in [source for source in ready if isinstance(source, int)]:
            pid = living.pop(source)
            os.close(source)
            with suppress(OSError):  # what it left behind; its number is nobody else's before it is waited for
                os.killpg(pid, signal.SIGKILL)
            _, status = os.waitpid(pid, 0)
            orders.send(("ended", pid, os.waitstatus_to_exitcode(status)))
        for door in [door for door in doors if door in ready]:
            visitor, _ = door.accept()
            with visitor:
                pid = _copied(partial(_answer, visitor))
            living[os.pidfd_open(pid)] = pid
        if orders in ready:
            try:
                order, content = orders.recv()
                end = None if order == "import" else recv_handle(orders)
            except (EOFError, OSError):
                for pid in living.values():
                    with suppress(OSError):
                        os.killpg(pid, signal.SIGKILL)
                return
            if end is None:
                for library in content:
                    _import(library)
            elif order == "open a door":
                doors.append(socket.socket(fileno=end))
            else:
                mark, start = content
                for library in start.options.libraries:
                    _import(library)
                with socket.socket(fileno=end) as mine:
                    pid = _copied(partial(begin, mine, mark, start))
                living[os.pidfd_open(pid)] = pid
                orders.send(("copied", pid, 0))


@cache
def _import(library: str) -> None:
    """Import for all copies what takes each a second; what is wrong with it shows where it is called."""
    with kept(), suppress(Exception):
        for module in LIBRARIES[library].imports:
            importlib.import_module(module)
    gc.freeze()


def _copied(live: Callable[[], None]) -> int:
    """The number of a copy of this process, which lives so and ends."""
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            live()
            atexit._run_exitfuncs()  # as what a user's file imported may wish
            code = 0
        finally:
            os._exit(code)
    return pid


def _answer(visitor: socket.socket) -> None:
    """Answer questions about a library that this process has not called yet."""
    from ...libraries.serve import answer

    os.setsid()  # so that what a call starts can be ended together with this process
    end_with_parent()
    answer(visitor.makefile("r", encoding="utf-8"), visitor.makefile("w", encoding="utf-8"))
