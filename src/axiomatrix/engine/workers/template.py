"""A process from which workers are copied: it has imported the catalogue, and nothing of a user's ever.

A copy (``fork``) takes milliseconds where a new process takes a second, so that each row of a user's has a process of
its own. What is copied is always the same: strings have the same hashes in all copies of a template, and one of another
hash seed is at hand for what is to be seen again. Where processes are not safely copied (elsewhere than on Linux), each
worker is a new process.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import send_handle
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import COPIES
from .channel import Channel

if TYPE_CHECKING:
    from .copying import WorkerStart  # which imports all that is copied

HASH_SEED = "PYTHONHASHSEED"
CHECKS, LOOKS = "0", "1"
"""What a worker is for: it checks rows, or looks at them again; and the hash seed of its process."""
COPYING = "axiomatrix.engine.workers.copying"
STARTING = 120.0
"""Seconds that a template may take to import what it needs, or to make a copy."""


class NoTemplate(Exception):
    """The process that workers are copied from does not answer."""


class WorkerCopy:
    """A worker as a copy of a template; what is asked of it is called as in :class:`multiprocessing.Process`."""

    def __init__(self, template: Template, pid: int) -> None:
        self.template = template
        self.pid = pid
        self.sentinel = template.source
        """What can be waited for to hear of its end."""

    @property
    def exitcode(self) -> int | None:
        """As the system says it; None while the process lives."""
        return self.template.exit_code_of(self.pid)

    def join(self, timeout: float) -> None:
        """Wait for its end, so many seconds at most."""
        until = time.monotonic() + timeout
        while self.exitcode is None and not self.template.lost and (left := until - time.monotonic()) > 0:
            wait([self.sentinel], timeout=min(left, 0.2))

    def kill(self) -> None:
        """End it at once."""
        if self.exitcode is None:
            with suppress(OSError):
                os.kill(self.pid, signal.SIGKILL)


class Template:
    """The process, as seen by who asks it for copies; several threads may."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.lost = False
        """Whether it has ended, by whatever it was."""
        self._codes: dict[int, int] = {}
        self._lock = threading.Lock()
        self._room: tempfile.TemporaryDirectory[str] | None = None
        self.source, there = multiprocessing.Pipe()
        # Not by multiprocessing: a process that is itself started so, as Dask's workers are, may not do that.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", f"from {COPYING} import main; main({there.fileno()})"],
            env={**os.environ, HASH_SEED: seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdin=subprocess.DEVNULL,
            pass_fds=[there.fileno()],
            start_new_session=True,  # it does not hear of Ctrl-C
        )
        there.close()

    def copy(self, channel: Channel, start: WorkerStart) -> WorkerCopy:
        """A copy that serves the other end of the channel."""
        with self._lock:
            try:
                self.source.send(("copy", (channel.mark, start)))
                send_handle(self.source, channel.end.fileno(), self._process.pid)
                while (pid := self._take_message()) is None:
                    if not self.source.poll(STARTING):
                        raise NoTemplate(f"no answer within {STARTING:g} s")
            except (OSError, EOFError) as error:
                self._lose()
                raise NoTemplate(str(error)) from None
            self._codes.pop(pid, None)
            return WorkerCopy(self, pid)

    def door(self, libraries: Sequence[str]) -> str:
        """The socket at which calls of these libraries are answered, for each who comes by a copy that has made none.

        Empty where there can be none.
        """
        with self._lock:
            try:
                room = self._room or tempfile.TemporaryDirectory(prefix="axiomatrix-", ignore_cleanup_errors=True)
                door = str(Path(room.name, "door"))
                if self._room is None:
                    self._room = room
                    with socket.socket(socket.AF_UNIX) as listening:
                        listening.bind(door)
                        listening.listen()
                        self.source.send(("open a door", None))
                        send_handle(self.source, listening.fileno(), self._process.pid)
                self.source.send(("import", libraries))
            except OSError:  # the path is too long for a socket, or the process has ended
                return ""
        return door

    def exit_code_of(self, pid: int) -> int | None:
        """How a copy has ended, if it has."""
        with self._lock:
            try:
                while not self.lost and self.source.poll():
                    self._take_message()
            except (OSError, EOFError):
                self._lose()
            known = self._codes.get(pid)
            return -signal.SIGKILL if known is None and self.lost else known  # its copies go with it

    def _take_message(self) -> int | None:
        """Take one message, if there is any; the number of a new copy if it says that."""
        if not self.source.poll():
            return None
        kind, pid, code = self.source.recv()
        if kind == "copied":
            return int(pid)
        self._codes[pid] = code
        return None

    def _lose(self) -> None:
        self.lost = True
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """End it, and with it whatever copies are left."""
        with self._lock:
            self._lose()
            self.source.close()
            if self._room is not None:
                self._room.cleanup()


_shared: dict[str, Template] = {}
_starting = threading.Lock()
"""Held by the one thread that starts a process."""


def shared(seed: str) -> Template:
    """The template of that hash seed; a new one if there is none, or it has ended."""
    with _starting:
        known = _shared.get(seed)
        if known is None or known.lost:
            known = _shared[seed] = Template(seed)
        return known


def warm_up(*seeds: str) -> None:
    """Start the templates of these hash seeds, which takes a while, before the first one is needed."""
    if COPIES:
        for seed in seeds:
            shared(seed)


@atexit.register
def close_all() -> None:
    """End the templates of this process."""
    for template in _shared.values():
        template.close()
    _shared.clear()


# --- where there are no copies --------------------------------------------------------------------------------


def started(begin: Callable[..., None], channel: Channel, seed: str, start: WorkerStart) -> BaseProcess:
    """A worker as a new process, of which ``begin`` is the beginning."""
    arguments = (channel.end, channel.mark, start)
    process = multiprocessing.get_context("spawn").Process(target=begin, args=arguments, daemon=True)
    with _starting, _uninterrupted(), _hash_seed(seed), _no_main():
        process.start()
    return process


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """A process that is started here does not hear of Ctrl-C before it has learned to ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it would unblock the signal when it is first needed
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _hash_seed(seed: str) -> Iterator[None]:
    """Python processes that are started here hash strings with that seed."""
    before = os.environ.get(HASH_SEED)
    os.environ[HASH_SEED] = seed
    try:
        yield
    finally:
        if before is None:
            del os.environ[HASH_SEED]
        else:
            os.environ[HASH_SEED] = before


@contextmanager
def _no_main() -> Iterator[None]:
    """A process that is started here does not import the program that started it: workers need nothing of it."""
    main = sys.modules["__main__"]
    kept: dict[str, Any] = {name: main.__dict__.pop(name) for name in ("__file__", "__spec__") if name in main.__dict__}
    main.__dict__["__spec__"] = None
    try:
        yield
    finally:
        del main.__dict__["__spec__"]
        main.__dict__.update(kept)
