"""A process that hands files to commands, one after the other, and watches what they do.

Run as ``python corruption_worker.py``: a line of JSON on standard input is a task (what is called, and which folder it
may write to), and for each one a line of JSON comes back. Nothing is judged here.
"""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.safe import visible

MEMORY = 1 << 30
"""Bytes that a file may make this process take beyond what it has when it begins."""

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC
CHANGES = {
    "os.mkdir": 1, "os.remove": 1, "os.rmdir": 1, "os.rename": 2, "os.link": 2, "os.symlink": 2, "os.truncate": 1,
    "os.chmod": 1, "os.chown": 1, "os.utime": 1,
}  # fmt: skip
"""Events that change a file system, and how many paths they name."""
RUNS = (
    *(
        "os.system",
        "os.exec",
        "os.posix_spawn",
        "os.spawn",
        "os.startfile",
        "os.fork",
        "os.forkpty",
        "subprocess.Popen",
    ),
    *("pickle.find_class", "marshal.load", "socket.connect", "ctypes.dlopen", "webbrowser.open"),
)
"""Events of other programs and of foreign code."""
COMPILES = "sympy."
"""What compiles code of its own, for each number of variables; nothing of a file but that number is in it."""


import_module("sympy.polys.rings")  # the checker imports it when it is first needed


class Watch:
    """What happens in this process while it is on: files that are written elsewhere, programs and code that are run."""

    def __init__(self) -> None:
        self.on = False
        self.folder = ""
        self.seen: list[str] = []
        sys.addaudithook(self._event)

    def _event(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.on:
            return
        if event == "open":
            path, _, flags = arguments
            if isinstance(path, (str, bytes)) and isinstance(flags, int) and flags & WRITES:
                self._changed("open", path)
        elif event in CHANGES:
            for path in arguments[: CHANGES[event]]:
                if not isinstance(path, int):
                    self._changed(event, path)
        elif event in RUNS:
            self.seen.append(f"{event} {arguments!r:.200}")
        elif event == "exec" and arguments[0].co_filename in ("<string>", "<unknown>", "<stdin>"):
            if str(sys._getframe(1).f_globals.get("__name__")).startswith(COMPILES):
                return
            self.seen.append(f"exec of {arguments[0].co_names!r:.200}")
        elif event == "import" and "pwned" in str(arguments[0]).lower():
            self.seen.append(f"import {arguments[0]!r}")

    def _changed(self, event: str, path: Any) -> None:
        whole = os.path.abspath(os.fsdecode(path))  # noqa: PTH100  # resolving it would be an event again
        if whole != os.devnull and not (whole + os.sep).startswith(self.folder + os.sep):
            self.seen.append(f"{event} {whole!r}")


def _limited() -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    statm = Path("/proc/self/statm")
    if statm.exists():  # Linux
        most = int(statm.read_text(encoding="ascii").split()[0]) * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _verdict(cell: Cell) -> list[str]:
    """What of a cell decides something."""
    evidence = cell.evidence
    shown = [f"{w.instance} {w.parameters} {w.lhs} {w.op} {w.rhs}" for w in evidence.witnesses]
    return [cell.title, evidence.verdict, cell.outcome, *shown]


def _libraries(path: Path) -> str:
    from axiomatrix.report.libraries.data import read

    cells = read(path).cells
    return json.dumps({"rows": len(read(path).rows), "cells": sorted([c.metric, *_verdict(c)[:3]] for c in cells)})


def _answer(path: Path) -> str:
    from axiomatrix.studies.explore.answer import read

    return f"{len(read(path).questions)} questions"


READERS: dict[str, Callable[[Path], str]] = {"libraries": _libraries, "answer": _answer}
"""Readers of files that no short command reads; the one error that each may raise is named ``Bad...``."""


def _read(name: str, path: Path) -> tuple[int, str, str, BaseException | None]:
    try:
        return 0, READERS[name](path), "", None
    except Exception as error:
        if type(error).__name__.startswith("Bad"):
            return 2, "", f"error: {visible(error)[:1000]}", None  # as the command line says it
        return 1, "", "", error


def _done(call: Callable[[], tuple[int, str, str, BaseException | None]]) -> dict[str, Any]:
    began = time.perf_counter()
    code, out, err, error = call()
    raised = "" if error is None else "".join(traceback.format_exception(error))[-4000:]
    return {"code": code, "out": out, "err": err, "raised": raised, "seconds": round(time.perf_counter() - began, 3)}


def main() -> None:
    """Answer task after task."""
    from click.testing import CliRunner
    from typer.main import get_command

    from axiomatrix.cli.app import app

    command = get_command(app)  # made once: this evaluates the annotations of all commands
    runner = CliRunner()
    watch = Watch()
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    for line in sys.stdin:
        task = json.loads(line)
        if task["name"] == "limit":
            _limited()
            continue
        arguments: list[str] = task["arguments"]
        watch.folder, watch.seen = os.path.realpath(task["folder"]), []

        def call(arguments: list[str] = arguments) -> tuple[int, str, str, BaseException | None]:
            if arguments[0] == "read":
                return _read(arguments[1], Path(arguments[2]))
            found = runner.invoke(command, arguments)
            error = found.exception
            return found.exit_code, found.stdout, found.stderr, None if isinstance(error, SystemExit) else error

        watch.on = True
        try:
            answer = _done(call)
        finally:
            watch.on = False
        answer |= {"name": task["name"], "seen": watch.seen, "modules": sorted(m for m in sys.modules if "pwned" in m)}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    sys.path.insert(0, str(Path.cwd()))  # where a module waits for whoever imports what a file names
    main()
