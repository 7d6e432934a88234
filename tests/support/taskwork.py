"""Tasks for the tests of executors, in a module that workers can import."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

from axiomatrix.engine.process import send_message, tick


def double(number: int) -> int:
    return 2 * number


def surroundings() -> dict[str, Any]:
    """What a worker sees of the process that wants it."""
    return {
        "folder": str(Path.cwd()),
        "variable": os.environ.get("AXIOMATRIX_TEST"),
        "hash": hash("axiomatrix"),
        "process": os.getpid(),
        "main": getattr(sys.modules["__main__"], "__file__", None),
    }


def fail(what: str) -> int:
    """Fail in some way; only what is no failure answers."""
    if what == "raises":
        raise ValueError("no disc left")
    if what == "sys.exit":
        sys.exit(0)
    if what == "interrupts":
        raise KeyboardInterrupt
    if what == "os._exit(0)":
        os._exit(0)
    if what == "os._exit(7)":
        os._exit(7)
    if what == "segfault":
        ctypes.string_at(0)
    if what == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if what == "hangs":
        send_message("so far")
        while True:
            pass
    if what == "hangs in C":
        max(iter(int, 1))  # which holds the lock of the interpreter
    if what == "memory":
        bytearray(1 << 40)
    if what == "slow but alive":
        for _ in range(30):
            time.sleep(0.1)
            tick()
    return 0


def square(payload: dict[str, Any]) -> dict[str, Any]:
    """A chunk that leaves a trace, and may be lost once or always."""
    k, folder, deed = payload["k"], Path(payload["folder"]), payload.get("deed", "")
    with (folder / f"ran-{k}").open("a") as trace:
        trace.write("x")
    if deed == "raises":
        raise ValueError(f"number {k}")
    if deed == "dies" or (deed == "dies once" and len((folder / f"ran-{k}").read_text()) == 1):
        os.kill(os.getpid(), signal.SIGKILL)
    return {"square": k * k}
