"""The processes of workers: how one is started, how much memory it holds, how it is ended and how it ended."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path

from ...libraries.processes import SEEDS
from ..options import Options
from . import COPIES
from .channel import Channel, ChannelClosed
from .copying import WorkerStart
from .copying import begin as beginning
from .template import NoTemplate, WorkerCopy, shared, started
from .worker import STATM

GRACE = 2.0
"""Seconds that a worker which has nothing to do has to end by itself."""
LOOK = 0.2
"""Seconds between looks at the memory and the silence of the workers, and at whether the user has had enough."""


@dataclass(eq=False)
class Worker:
    """A worker as seen by who waits for it."""

    process: WorkerCopy | BaseProcess
    channel: Channel
    options: Options
    role: str
    given: int = 0
    """How many rows it has had."""
    ready: bool = False

    def how_it_ended(self) -> str:
        """Such as ``the process was ended by SIGSEGV``, of a process that says nothing more."""
        self.process.join(1)
        code = self.process.exitcode
        if code is None:
            return "the process closed its connection"
        if code >= 0 or sys.platform == "win32":
            return f"the process ended with exit code {code}"
        try:
            return f"the process was ended by {signal.Signals(-code).name}"
        except ValueError:
            return f"the process was ended by signal {-code}"

    def kill(self) -> None:
        """End the process at once, and what a definition has started there; who waits for it hears of that."""
        if hasattr(os, "killpg") and self.process.pid is not None and self.process.exitcode is None:
            with suppress(OSError):  # it has not come so far, or is gone
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()

    def end(self) -> None:
        """End the process at once, and the connection to it."""
        self.kill()
        self.process.join(5)
        self.channel.close()


def begin(options: Options, role: str, directory: Path | None = None) -> Worker:
    """Start a worker, in that directory or else in the one of this process."""
    doors = (
        {seed: shared(seed).door(options.libraries) for seed in SEEDS.values()} if options.libraries and COPIES else {}
    )
    start = WorkerStart.here(options, directory, doors)
    here, there = Channel.pair()
    try:
        process: WorkerCopy | BaseProcess
        if COPIES:
            try:
                process = shared(role).copy(there, start)
            except NoTemplate:  # what it was copied from has been ended by somebody
                process = shared(role).copy(there, start)
        else:
            process = started(beginning, there, role, start)
    except BaseException:
        here.close()
        raise
    finally:
        there.close()
    return Worker(process, here, options, role)


def dismiss(workers: Sequence[Worker]) -> None:
    """Let workers that have nothing to do end by themselves, as what they imported may wish; then end them."""
    for worker in workers:
        with suppress(ChannelClosed):  # it has ended already
            worker.channel.send("end")
    for worker in workers:
        worker.process.join(GRACE)
    for worker in workers:
        worker.end()


def memory(worker: Worker) -> int:
    """MiB that the process holds, where the system says so (Linux); 0 elsewhere."""
    try:
        pages = int(Path(STATM.parent.parent, str(worker.process.pid), STATM.name).read_bytes().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20
