"""Inside the process that workers are copied from, and the beginning of a worker."""

from __future__ import annotations

import atexit
import os
import signal
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import recv_handle
from typing import Any

from ..rows import Options
from .channel import Channel
from .worker import prepare, work


def begin(end: Any, mark: bytes, options: Options, surroundings: Any) -> None:
    """A worker that is a process of its own from the start."""
    surroundings.take()
    work(Channel(end, mark), options)


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
                mark, options, surroundings = orders.recv()
                end = recv_handle(orders)
            except (EOFError, OSError):
                for pid in living.values():
                    with suppress(OSError):
                        os.killpg(pid, signal.SIGKILL)
                return
            pid = os.fork()
            if pid == 0:
                surroundings.take()
                _be_a_copy(end, mark, options)
            os.close(end)
            living[os.pidfd_open(pid)] = pid
            orders.send(("copied", pid, 0))


def _be_a_copy(end: int, mark: bytes, options: Options) -> None:
    import socket

    code = 1
    try:
        work(Channel(socket.socket(fileno=end), mark), options)
        atexit._run_exitfuncs()  # as what a user's file imported may wish
        code = 0
    finally:
        os._exit(code)
