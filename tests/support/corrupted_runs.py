"""Commands on many files in a process of their own; if it dies or hangs, another one goes on after that file."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import axiomatrix

PATIENCE = 30.0
"""Seconds after which a file is said to hang: a safety net, far beyond what any of them takes."""


@dataclass(frozen=True)
class Task:
    """A command on a file, and the folder in which it may write."""

    name: str
    arguments: tuple[str, ...]
    folder: Path


@dataclass(frozen=True)
class Outcome:
    """What came of a task."""

    name: str
    code: int
    out: str
    err: str
    raised: str
    """The traceback of what was not caught; or that the process died, or hung."""
    seen: tuple[str, ...] = ()
    """Files written elsewhere, programs and code that were run."""
    seconds: float = 0.0


class _Process:
    """The worker, with its answers read by a thread so that one can wait for them no longer than so long."""

    def __init__(self, home: Path, warm: Sequence[Task]) -> None:
        source = str(Path(axiomatrix.__file__).parents[1])
        environment = {**os.environ, "PYTHONPATH": source, "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "1000"}
        environment["MALLOC_ARENA_MAX"] = "1"  # address space that threads only reserve is no memory of a file
        worker = str(Path(__file__).with_name("corruption_worker.py"))
        self.process = subprocess.Popen(
            [sys.executable, worker],
            cwd=home,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.answers: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        for task in warm:  # so that what is imported on first use is there, and its memory taken
            self.ask(task)
        self._send({"name": "limit"})

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.answers.put(line)
        self.answers.put("")

    def _send(self, content: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(content) + "\n")
        self.process.stdin.flush()

    def ask(self, task: Task) -> Outcome:
        """What comes of the task; the process is gone afterwards if it died or hung."""
        self._send({"name": task.name, "arguments": task.arguments, "folder": str(task.folder)})
        try:
            line = self.answers.get(timeout=PATIENCE)
        except queue.Empty:
            self.end()
            return Outcome(task.name, -1, "", "", f"hung: no answer for {PATIENCE:.0f} s")
        if not line:
            status = self.process.wait()
            self.end()
            return Outcome(task.name, -1, "", "", f"the process died with status {status}")
        answer = json.loads(line)
        seen = (*answer["seen"], *(f"module {name}" for name in answer["modules"]))
        return Outcome(
            task.name, answer["code"], answer["out"], answer["err"], answer["raised"], seen, answer["seconds"]
        )

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


def outcomes(home: Path, tasks: Iterable[Task], warm: Sequence[Task]) -> list[Outcome]:
    """What comes of each task, in a process whose current directory is ``home``."""
    found: list[Outcome] = []
    process: _Process | None = None
    try:
        for task in tasks:
            if process is None or not process.alive:
                process = _Process(home, warm)
            found.append(process.ask(task))
    finally:
        if process is not None:
            process.end()
    return found
