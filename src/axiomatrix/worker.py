"""The life of a worker process: it imports what is checked, and checks rows until it is told to stop.

It speaks in JSON over its connection: ``ready``, then for each task ``plan``, ``cell``, ``account`` and ``tick`` as
they come, and ``done`` or ``failed``. Nothing else gets out of it: it is deaf to Ctrl-C (whoever started it decides),
its standard streams lead nowhere, also for C code, and it ends when whoever started it does.
"""

from __future__ import annotations

import faulthandler
import json
import multiprocessing
import os
import re
import signal
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from . import cell_data
from .guard import kept
from .matrix import Cell
from .registry import Registry
from .rows import CheckedRow, Options, load, selected

STATM = Path("/proc/self/statm")
"""Where Linux says how much memory a process holds; elsewhere a worker limits itself."""
_ON_PARENTS_DEATH = 1  # PR_SET_PDEATHSIG of <linux/prctl.h>


def work(connection: Connection, options: Options) -> None:
    """Check rows until told to stop."""
    withdraw(options)
    voice = Voice(connection, options)
    try:
        registry = load(options)
    except BaseException as error:  # whatever the import of a user's file raises: it is told, and that is the end
        voice.say("unusable", said_of(error))
        return
    voice.say("ready")
    while (task := voice.heard()) is not None:
        try:
            _check(task, voice, registry, options)
        except BaseException as error:  # a definition may raise KeyboardInterrupt too; the real one is not heard here
            voice.say("failed", said_of(error))
        else:
            voice.say("done")


class Voice:
    """The connection of a worker to whoever waits for it."""

    def __init__(self, connection: Connection, options: Options) -> None:
        self._connection = connection
        self._process = os.getpid()
        self._pause = min(1.0, options.time_limit / 4)
        self._last = time.monotonic()

    def heard(self) -> Any:
        """The next task; None at the end."""
        try:
            return json.loads(self._connection.recv_bytes())
        except (EOFError, OSError):
            return None

    def say(self, kind: str, content: Any = None) -> None:
        """Say something; if nobody listens any more, that is the end."""
        if os.getpid() != self._process:
            os._exit(0)  # a definition has forked, and this is the other one
        try:
            self._connection.send_bytes(json.dumps([kind, content]).encode("ascii"))
        except OSError:
            os._exit(1)
        self._last = time.monotonic()

    def tick(self) -> None:
        """Give a sign of life, if the last one is a while ago."""
        if time.monotonic() - self._last >= self._pause:
            self.say("tick")


def said_of(error: BaseException) -> str:
    """What was raised, on one line that is the same in every run."""
    lines = str(error).splitlines()
    said = f"{type(error).__name__}: {lines[0][:300] if lines else 'no message'}"
    return re.sub(r"\b0x[0-9a-f]+", "0x...", said)


def _check(task: dict[str, Any], voice: Voice, registry: Registry, options: Options) -> None:
    (metric,) = selected(replace(options, metrics=(task["row"],), axioms=(), sources=()), registry)
    row = CheckedRow(metric, registry, options, tick=voice.tick, only=task["only"], blind=task["blind"])
    plan = [{"statement": planned.statement, "blank": cell_data.to_data(planned.blank)} for planned in row.plan]
    voice.say("plan", {"cells": plan, "inapplicable": list(map(cell_data.to_data, row.inapplicable))})
    for cell in row.cells():
        voice.say("cell", cell_data.to_data(cell))
        if cell.evidence.witness is not None and metric.implementation is None:  # libraries have pages of their own
            voice.say("account", _account(cell, registry))


def _account(cell: Cell, registry: Registry) -> dict[str, Any] | None:
    """What the reports show of the witness: made here, because the definition is evaluated for it once more."""
    from .report import account_data, witness_page

    with kept():
        shown = witness_page.account_in(cell, registry)
    return None if shown is None else account_data.to_data(shown)


# --- withdrawing from the world -------------------------------------------------------------------------------


def withdraw(options: Options) -> None:
    """Be deaf to Ctrl-C, without streams, within the limits, and gone when whoever started this process is."""
    faulthandler.disable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setsid"):
        with suppress(OSError):
            os.setsid()  # so that what a definition starts can be ended together with this process
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    _limit(options)
    _end_with_parent()


def _limit(options: Options) -> None:
    if sys.platform == "win32":
        return
    import resource

    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if not STATM.exists():
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (options.memory_limit << 20,) * 2)


def _end_with_parent() -> None:
    """End when whoever started this process is gone, whatever a definition is doing at that moment."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
    if sys.platform == "linux":  # also while C code holds the lock of the interpreter
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_ON_PARENTS_DEATH, signal.SIGKILL)
        if not parent.is_alive():
            os._exit(1)
