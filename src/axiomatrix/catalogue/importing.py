"""What the import of a user's file may change and must not leave: streams, paths, modules, handlers, settings.

The import runs in this process with the user's rights; this is for files that are careless. What a hostile one does is
found before, in a process of its own (see :mod:`door`).
"""

from __future__ import annotations

import builtins
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from ..model.guard import kept

STREAMS = ("stdin", "stdout", "stderr", "__stdin__", "__stdout__", "__stderr__")
HOOKS = ("excepthook", "displayhook", "unraisablehook", "breakpointhook")
_pressed = threading.Event()
"""Set while Ctrl-C was pressed during an import, as opposed to a file that raises KeyboardInterrupt by itself."""


@contextmanager
def guarded() -> Iterator[None]:
    """Let a file do what it likes when it is imported, and put everything back that others depend on."""
    with ExitStack() as stack:
        stack.enter_context(kept())
        stack.enter_context(_kept_interpreter())
        stack.enter_context(_kept_descriptors())
        stack.enter_context(_kept_signals())
        yield


def is_interrupt(error: BaseException) -> bool:
    """Whether the user has pressed Ctrl-C, as opposed to a file that raises what looks like it."""
    return isinstance(error, KeyboardInterrupt) and _pressed.is_set()


def text_of(error: BaseException) -> str:
    """The kind of an exception, and what it says; some cannot say it."""
    try:
        text = str(error)
        return f"{type(error).__name__}: {text}" if text else type(error).__name__
    except BaseException:  # a kind of somebody's own, whose text is code too
        return type(error).__name__


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
        for name, (there, content) in lists.items():
            if name in ("path", "argv") or not set(map(id, content)) <= set(map(id, getattr(sys, name))):
                there[:] = content
            setattr(sys, name, there)
        sys.modules = modules
        for name, module in named.items():  # what was imported further stays
            if sys.modules.get(name) is not module:
                sys.modules[name] = module


@contextmanager
def _kept_descriptors() -> Iterator[None]:
    """The three standard descriptors, also if they are closed or led elsewhere."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):  # a stream of somebody's own, or a full disk: said when it is written to
            stream.flush()
    saved = {}
    for number in (0, 1, 2):
        with suppress(OSError):  # closed already when this program was started
            saved[number] = os.dup(number)
    try:
        yield
    finally:
        for number, other in saved.items():
            with suppress(OSError):
                if not _same(number, other):
                    os.dup2(other, number)
                os.close(other)


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
