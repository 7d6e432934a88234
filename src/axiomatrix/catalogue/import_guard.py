"""The import of a user's file or package: what it changes in this process and must not leave changed.

Streams, paths, modules, handlers and settings are put back. The code runs with the user's rights: the guard is for
files that are careless.
"""

from __future__ import annotations

import builtins
import io
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import parent_process
from typing import BinaryIO, TextIO

from ..model.guard import preserve_state

STREAMS = ("stdin", "stdout", "stderr", "__stdin__", "__stdout__", "__stderr__")
HOOKS = ("excepthook", "displayhook", "unraisablehook", "breakpointhook")
_OUTPUTS = {1: "stdout", 2: "stderr"}
_imported = threading.Event()
"""Set once this process has run what a user wrote."""
_pressed = threading.Event()
"""Set if Ctrl-C was pressed during an import, as opposed to a KeyboardInterrupt that the file raised itself."""
_duplicates: set[int] = set()
"""The standard descriptors under other numbers, while an import has a file in their place."""


class StreamChanged(Exception):
    """An import that closed or replaced a standard stream."""


@contextmanager
def guarded() -> Iterator[None]:
    """Let an import do what it likes, and put everything back that others depend on.

    Raises :class:`StreamChanged` if the import ended well but closed or replaced a standard stream.
    """
    _imported.set()
    with preserve_state(), _kept_interpreter(), _kept_output(), _kept_signals():
        yield


def has_imported() -> bool:
    """Return whether this process has run a user's code."""
    return _imported.is_set()


def is_interrupt(error: BaseException) -> bool:
    """Return whether the user has pressed Ctrl-C, as opposed to a file that raises KeyboardInterrupt."""
    return isinstance(error, KeyboardInterrupt) and _pressed.is_set()


@contextmanager
def _kept_interpreter() -> Iterator[None]:
    """The streams, the lists of paths, the modules, the hooks, the built-in names."""
    streams = {name: getattr(sys, name) for name in (*STREAMS, *HOOKS)}
    lists = {
        name: (getattr(sys, name), list(getattr(sys, name))) for name in ("path", "argv", "path_hooks", "meta_path")
    }
    modules, named = sys.modules, dict(sys.modules)
    native = dict(vars(builtins))
    tracing, profiling = sys.gettrace(), sys.getprofile()
    try:
        yield
    finally:
        if sys.gettrace() is not tracing:
            sys.settrace(tracing)
        if sys.getprofile() is not profiling:
            sys.setprofile(profiling)
        for name, value in native.items():
            if vars(builtins).get(name) is not value:
                setattr(builtins, name, value)
        for name, value in streams.items():
            setattr(sys, name, value)
        for name, (attribute, content) in lists.items():
            if name in ("path", "argv") or not set(map(id, content)) <= set(map(id, getattr(sys, name))):
                attribute[:] = content
            setattr(sys, name, attribute)
        sys.modules = modules
        for name, module in named.items():  # what was imported further stays
            if sys.modules.get(name) is not module:
                sys.modules[name] = module


@contextmanager
def _kept_output() -> Iterator[None]:
    """The standard descriptors, with a temporary file in the place of standard output and standard error.

    A child process that the import starts inherits that file and not our output, so that a reader of our output does
    not wait for the child. The output of the import goes to standard error, once, from the main process.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):  # a full disk, or a stream of whoever called us
            stream.flush()
    saved: dict[int, int] = {}
    for number in (0, 1, 2):
        with suppress(OSError):  # closed already when this program was started
            saved[number] = os.dup(number)
    _duplicates.update(saved.values())
    with tempfile.TemporaryFile() as printed:
        for number, name in _OUTPUTS.items():
            os.dup2(printed.fileno(), number)
            setattr(sys, name, _stream_to(number))
        ours = {name: getattr(sys, name) for name in _OUTPUTS.values()}
        try:
            yield
            for number, name in _OUTPUTS.items():
                if getattr(sys, name) is not ours[name]:
                    raise StreamChanged(f"its import replaced sys.{name}")
                if not _is_usable(ours[name]) or not _same(number, printed.fileno()):
                    raise StreamChanged(f"its import closed sys.{name}")
        finally:
            for stream in ours.values():
                _is_usable(stream)
            for number in (0, 1, 2):
                if number in saved:
                    os.dup2(saved[number], number)
                    os.close(saved[number])
                else:
                    with suppress(OSError):
                        os.close(number)
            _duplicates.difference_update(saved.values())
            _forward(printed)


def _stream_to(number: int) -> TextIO:
    """A stream to a descriptor, by lines; to close it leaves the descriptor open, for a module may keep the stream."""
    descriptor = io.BufferedWriter(io.FileIO(number, "w", closefd=False))
    return io.TextIOWrapper(descriptor, encoding="utf-8", errors="backslashreplace", line_buffering=True)


def _is_usable(stream: TextIO) -> bool:
    """Return whether a stream accepts output, tested by flushing its buffer."""
    try:
        stream.flush()
    except (OSError, ValueError):  # its descriptor is closed; it is closed itself, or was detached
        return False
    return True


def _forward(printed: BinaryIO) -> None:
    """Write what an import has printed to standard error, unless this is a worker: every worker imports the file."""
    if parent_process() is None:
        printed.seek(0)
        with suppress(OSError), open(2, "wb", closefd=False) as errors:  # a descriptor
            errors.write(printed.read())


def _close_duplicates() -> None:
    """In a child that an import has forked: hold nothing of our output."""
    for number in _duplicates:
        with suppress(OSError):
            os.close(number)
    _duplicates.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_duplicates)


def _same(number: int, other: int) -> bool:
    try:
        return os.path.sameopenfile(number, other)
    except OSError:
        return False


@contextmanager
def _kept_signals() -> Iterator[None]:
    """The handlers of signals and the timers; and whether Ctrl-C is pressed meanwhile."""
    _pressed.clear()
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handlers = {number: signal.getsignal(number) for number in signal.valid_signals()}
    timers = [
        getattr(signal, name) for name in ("ITIMER_REAL", "ITIMER_VIRTUAL", "ITIMER_PROF") if hasattr(signal, name)
    ]
    silent = [timer for timer in timers if not signal.getitimer(timer)[0]]

    def pressed(number: int, frame: object) -> None:
        _pressed.set()
        raise KeyboardInterrupt

    default = handlers.get(signal.SIGINT) is signal.default_int_handler
    if default:
        signal.signal(signal.SIGINT, pressed)
    try:
        yield
    finally:
        for timer in silent:
            if signal.getitimer(timer)[0]:
                signal.setitimer(timer, 0)
        for number, handler in handlers.items():
            with suppress(OSError, ValueError, TypeError):  # some signals have none that could be set
                if handler is not None and signal.getsignal(number) is not handler:
                    signal.signal(number, handler)
