"""Worker side of :mod:`.executor`: the setup of a worker process, the trail of a task, and the watchdog.

A definition may loop in C code, run out of memory or end its process, and then reports nothing itself. So each task has
a *trail*: a folder to which its process writes intermediate results. The interpreter's watchdog (``faulthandler``) ends
a process that has not called :func:`tick` for too long, and writes its stack to the trail.
"""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.util import Finalize
from pathlib import Path
from signal import Signals
from types import TracebackType
from typing import IO, Any, Self

import msgspec

from ..catalogue.user_frames import is_file_of_user
from ..evidence.fault import message_of
from ..evidence.verdict import Verdict

HASH_SEED = "PYTHONHASHSEED"
"""Environment variable of the hash seed."""
_STATM = Path("/proc/self/statm")
"""The memory of this process in pages, on Linux."""
_STACK_FRAME = re.compile(r'^  File "(.+)", line (\d+) in ', re.MULTILINE)
"""A line of a stack that ``faulthandler`` has written: the file and the line number."""


class TaskFailed(Exception):
    """Raised for a task that raised an exception, which the message describes."""


class WorkerLost(Exception):
    """Raised for a task whose process ended.

    ``verdict`` is ``crashed`` or ``timeout``, and ``error`` for a task that failed without losing its process.
    ``messages`` are the task's messages before the loss, as JSON.
    """

    def __init__(self, verdict: Verdict, reason: str, messages: Sequence[bytes] = ()) -> None:
        super().__init__(verdict, reason, messages)
        self.verdict = verdict
        self.reason = reason
        self.messages = messages

    def __str__(self) -> str:
        return self.reason


@dataclass
class Trail:
    """The folder of one task.

    It has up to three files: ``process`` with the id of the process, ``messages`` with a line of JSON each, and
    ``stack`` with the stack of a call that took too long.
    """

    folder: Path
    limit: float
    """Seconds that a single call in the task may take."""

    def begin(self) -> None:
        """Record the process that runs the task."""
        (self.folder / "process").write_text(str(os.getpid()))

    def open_stack(self) -> IO[str]:
        """Open the file to which the watchdog writes the stack of a call that took too long."""
        return (self.folder / "stack").open("w")

    def write(self, message: Any) -> None:
        """Append a message, which survives the loss of the process."""
        with (self.folder / "messages").open("ab") as file:
            file.write(msgspec.json.encode(message) + b"\n")

    def messages(self) -> list[bytes]:
        """Return the complete messages so far, as JSON."""
        try:
            return (self.folder / "messages").read_bytes().split(b"\n")[:-1]
        except OSError:
            return []

    def is_lost(self) -> bool:
        """Return whether the process that had begun the task has ended."""
        try:
            os.kill(int((self.folder / "process").read_text()), 0)  # signal 0 only tests whether the process exists
        except ProcessLookupError:
            return True
        except (OSError, ValueError):  # the task has not begun
            return False
        return False

    def loss(self, exit_code: int | None) -> WorkerLost:
        """Describe how a process ended in the middle of the task: a timeout if there is a stack, else a crash."""
        with suppress(OSError):
            if stack := (self.folder / "stack").read_text(errors="replace"):
                frames = (frame for frame in _STACK_FRAME.findall(stack) if is_file_of_user(frame[0]))
                where = next((f", in {Path(file).name}:{line}" for file, line in frames), "")
                return WorkerLost(Verdict.TIMEOUT, f"no answer within {self.limit:g} s{where}", self.messages())
        ending = f"ended with exit code {exit_code}"
        if exit_code is not None and exit_code < 0 and sys.platform != "win32":
            with suppress(ValueError):
                ending = f"was ended by {Signals(-exit_code).name}"
        return WorkerLost(Verdict.CRASHED, f"the process {ending}", self.messages())


class Watchdog:
    """Ends this process when :meth:`tick` is not called for longer than the limit of the trail."""

    def __init__(self, trail: Trail) -> None:
        self.trail = trail
        self._pause = min(1.0, trail.limit / 4)
        """Seconds for which :meth:`tick` does nothing: arming starts a thread, which takes too long at every call."""
        self._armed = 0.0
        """The time at which the watchdog was last armed."""

    def __enter__(self) -> Self:
        self._stack = self.trail.open_stack()
        self.tick()
        return self

    def tick(self) -> None:
        """Restart the countdown, at most once in each pause."""
        if time.monotonic() - self._armed >= self._pause:
            self.arm(self.trail.limit + self._pause)

    def arm(self, seconds: float) -> None:
        """End this process when this time has passed, unless it is armed again before."""
        self._armed = time.monotonic()
        faulthandler.dump_traceback_later(seconds, exit=True, file=self._stack)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        faulthandler.cancel_dump_traceback_later()
        self._stack.close()


_watchdog: Watchdog | None = None
"""The watchdog of the running task; None outside a task."""


def _forget_watchdog() -> None:
    global _watchdog
    _watchdog = None


if hasattr(os, "register_at_fork"):  # a fork lacks the watchdog's thread, and would wait for it forever
    os.register_at_fork(after_in_child=_forget_watchdog)


def tick() -> None:
    """Report that the work continues; called between the calls of a definition."""
    if _watchdog is not None:
        _watchdog.tick()


@contextmanager
def patiently(seconds: float) -> Iterator[None]:
    """Context in which the watchdog waits at least this long, for work other than a call of a definition."""
    if _watchdog is None:
        yield
        return
    _watchdog.arm(max(seconds, _watchdog.trail.limit))
    yield
    _watchdog.arm(_watchdog.trail.limit)


def send_message(message: Any) -> None:
    """Append a message to the trail of the running task, if this is a worker process."""
    if _watchdog is not None:
        _watchdog.trail.write(message)


def run_task(trail: Trail, function: Callable[..., Any], arguments: Sequence[Any], named: Mapping[str, Any]) -> Any:
    """Run a task in a worker process; :class:`TaskFailed` for anything it raises."""
    global _watchdog
    trail.begin()
    try:
        with Watchdog(trail) as _watchdog:
            return function(*arguments, **named)
    except BaseException as error:  # a definition may raise SystemExit or KeyboardInterrupt, too
        raise TaskFailed(f"{type(error).__name__}: {message_of(error)}") from None
    finally:
        _watchdog = None


@dataclass(frozen=True)
class WorkerSetup:
    """Settings that a worker takes over from its parent, and its memory limit."""

    environment: dict[str, str]
    """The environment variables, without the hash seed."""
    folder: str
    memory: int
    """MiB by which the worker may grow."""

    @classmethod
    def of_this_process(cls, memory: int, folder: str = "") -> WorkerSetup:
        """Return the setup with the environment of this process, and with its folder unless another is named."""
        with suppress(OSError):  # the folder was removed
            folder = folder or str(Path.cwd())
        return cls({name: value for name, value in os.environ.items() if name != HASH_SEED}, folder, memory)

    def apply(self) -> None:
        """Set this worker up: no terminal, no output, limited memory, and ended together with its parent."""
        for name in os.environ.keys() - self.environment.keys() - {HASH_SEED}:
            del os.environ[name]
        os.environ.update(self.environment)
        with suppress(OSError):
            os.chdir(self.folder or ".")
        if hasattr(os, "setsid"):
            with suppress(OSError):
                os.setsid()
        null_device = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):  # also for output of C code
            os.dup2(null_device, stream)
        _limit_memory(self.memory)
        # exit without waiting for threads or children that a user's file started
        Finalize(None, os._exit, args=(0,), exitpriority=0)
        threading.Thread(target=_end_with_parent, daemon=True).start()


def _limit_memory(mebibytes: int) -> None:
    """Make allocations fail beyond the limit, on systems that support it."""
    if sys.platform == "win32":
        return
    import resource

    used_bytes = 0
    with suppress(OSError, ValueError):
        used_bytes = int(_STATM.read_bytes().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (used_bytes + (mebibytes << 20),) * 2)


def _end_with_parent() -> None:
    """Wait for the end of the parent, in a thread of a worker, and then end the worker."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
