"""Inside the process that workers are copied from, and the beginning of a worker."""

from __future__ import annotations

import atexit
import gc
import importlib
import os
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import recv_handle
from pathlib import Path
from typing import Any, Self

from ...libraries import LIBRARIES
from ...model.guard import kept
from ..options import Options
from .channel import Channel
from .worker import prepare, work


@dataclass(frozen=True)
class Start:
    """What a worker is for, and what it takes over from whoever asks for it, not from what it is copied from."""

    options: Options
    environment: dict[str, str]
    path: list[str]
    directory: str | None

    @classmethod
    def here(cls, options: Options, directory: Path | None = None) -> Self:
        """As this process is, in its directory or in that one."""
        try:
            there: str | None = str(directory or Path.cwd())
        except OSError:  # it was removed
            there = None
        return cls(options, dict(os.environ), list(sys.path), there)

    def take(self) -> None:
        """Make this process so."""
        if dict(os.environ) != self.environment:
            os.environ.clear()
            os.environ.update(self.environment)
        sys.path[:] = self.path
        if self.directory is not None:
            with suppress(OSError):
                os.chdir(self.directory)


def begin(end: Any, mark: bytes, start: Start) -> None:
    """A worker that is a process of its own from the start."""
    start.take()
    work(Channel(end, mark), start.options)


def main(descriptor: int) -> None:
    """What the process does that workers are copied from: it hears its orders from that descriptor."""
    serve(Connection(descriptor))


def serve(orders: Connection) -> None:
    """Make copies until whoever wants them is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prepare()
    living: dict[int, int] = {}
    while True:
        ready = wait([orders, *living])
        for source in [source for source in ready if isinstance(source, int)]:
            pid = living.pop(source)
            os.close(source)
            with suppress(
                OSError
            ):  # what it started and left behind; its number is nobody else's before it is waited for
                os.killpg(pid, signal.SIGKILL)
            _, status = os.waitpid(pid, 0)
            orders.send(("ended", pid, os.waitstatus_to_exitcode(status)))
        if orders in ready:
            try:
                mark, start = orders.recv()
                end = recv_handle(orders)
            except (EOFError, OSError):
                for pid in living.values():
                    with suppress(OSError):
                        os.killpg(pid, signal.SIGKILL)
                return
            for library in start.options.libraries:
                _import(library)
            pid = os.fork()
            if pid == 0:
                start.take()
                _be_a_copy(end, mark, start)
            os.close(end)
            living[os.pidfd_open(pid)] = pid
            orders.send(("copied", pid, 0))


@cache
def _import(library: str) -> None:
    """Import for all copies what takes each a second; what is wrong with it shows where it is called."""
    with kept(), suppress(Exception):
        for module in LIBRARIES[library].imports:
            importlib.import_module(module)
    gc.freeze()


def _be_a_copy(end: int, mark: bytes, start: Start) -> None:
    import socket

    code = 1
    try:
        work(Channel(socket.socket(fileno=end), mark), start.options)
        atexit._run_exitfuncs()  # as what a user's file imported may wish
        code = 0
    finally:
        os._exit(code)
