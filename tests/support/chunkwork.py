"""Work for the tests of run_chunks, in a module that workers can import."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from axiomatrix.engine.execution.chunks import run_chunks
from axiomatrix.engine.execution.executor import Workers
from axiomatrix.engine.execution.processes import local_executor
from axiomatrix.engine.workers.journal import Journal

HEADER = {"conjecture": "squares"}
DEADLINE = 120.0
"""Seconds after which a test that waits has failed; nothing depends on how much of them passes."""


class Unlucky(Exception):
    pass


def work(payload: dict[str, Any]) -> dict[str, Any]:
    """Leave a trace, do what is to be done, return something that JSON changes (a tuple, an integer as a key)."""
    k, folder, deed = payload["k"], Path(payload["folder"]), payload.get("deed", "")
    with (folder / f"ran-{k}").open("a") as trace:
        trace.write(f"{os.getpid()}\n")
    if deed == "wait":
        until(folder / "gate")
    elif deed == "leak":
        leaked = bytearray(b"x") * (500 << 20)
        until(folder / "gate")
        del leaked
    elif deed == "meet":
        until(folder / "ran-1")  # in another worker, as this one waits
    elif deed == "raise":
        raise Unlucky(f"number {k}")
    elif deed == "interrupt":
        raise KeyboardInterrupt
    elif deed == "no result":
        return {"k": k, "value": object()}
    elif deed == "die" or (deed == "die once" and first(folder / f"died-{k}")):
        os.kill(os.getpid(), signal.SIGKILL)
    return {"k": k, "pair": (k, k * k), "by": {k: "key"}}


def until(file: Path) -> None:
    """Wait for a file."""
    end = time.monotonic() + DEADLINE
    while not file.exists():
        if time.monotonic() > end:
            raise TimeoutError(f"{file} never came")
        time.sleep(0.02)


def first(file: Path) -> bool:
    """Whether this is the first to make the file."""
    try:
        file.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def chunks(folder: Path, count: int = 8, **deeds: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Chunks, of which those in ``deeds`` (``c3="raise"``) do something special."""
    for k in range(count):
        yield f"c{k}", {"k": k, "folder": str(folder), "deed": deeds.get(f"c{k}", "")}


def runs(folder: Path, count: int = 8) -> list[int]:
    """How often each chunk was begun."""
    files = [folder / f"ran-{k}" for k in range(count)]
    return [len(file.read_text().split()) if file.exists() else 0 for file in files]


def assembled(results: Iterable[tuple[str, dict[str, Any]]]) -> str:
    return "".join(json.dumps(pair) + "\n" for pair in results)


def run(folder: Path, executor: Workers, given: Iterable[tuple[str, Any]], path: Path | None = None) -> str:
    """The assembled results of a run with a journal, which goes on with one that is there."""
    with executor, Journal.open(path or folder / "journal", HEADER) as journal:
        return assembled(run_chunks(work, given, executor, journal))


def main() -> None:
    """What the subprocesses of the tests run: FOLDER JOBS COUNT and deeds such as c3=wait."""
    folder, jobs, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    deeds = dict(argument.split("=") for argument in sys.argv[4:])
    text = run(folder, local_executor(jobs), chunks(folder, count, **deeds))
    (folder / "assembled").write_text(text)
