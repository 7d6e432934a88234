"""Calls of a library in another process under another hash seed, for the axioms of determinism.

One process for each hash seed serves many calls. It receives the row and our values as a line of JSON, makes the call
as this process would, and answers with a line. ``python -m axiomatrix.libraries.processes`` is that process.
"""

from __future__ import annotations

import atexit
import faulthandler
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from signal import Signals
from typing import IO, Any

from .. import spaces
from ..numbers.exact import Undefined, fraction
from ..spaces import Space
from ..values.grades import grade
from ..values.judged import Judged
from ..values.orders import TopList, WeakOrder
from ..values.rankings import Ranking
from ..values.scored import Scored, Scores
from . import cached_registry
from .library import Library, LibraryRefused, NoNumber
from .manner import Manner, MannerSpace

SEEDS = {"hash seed 0": "0", "hash seed 1": "1"}
FAULTS = (Signals.SIGSEGV, Signals.SIGABRT, Signals.SIGFPE, Signals.SIGILL)
"""Signals by which a fault of compiled code ends a process."""
ENDING_SECONDS = 5.0
CALL_SECONDS = 120.0
"""Seconds that a call may take there, the import of the library with it; then that process ends, and no other."""


class SeededProcess:
    """A process with its own hash seed, kept as long as this one lives."""

    def __init__(self, seed: str) -> None:
        self.owner = os.getpid()
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        environment["PYTHONPATH"] = os.pathsep.join(p for p in sys.path if p)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "axiomatrix.libraries.processes", str(CALL_SECONDS)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            text=True,
            encoding="utf-8",
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self._questions: IO[str] = self.process.stdin
        self._answers: IO[str] = self.process.stdout

    @property
    def is_usable(self) -> bool:
        """Return whether the process is alive and was started by this one, not inherited through a fork."""
        return self.owner == os.getpid() and self.process.poll() is None and not self._questions.closed

    def ask(self, question: Mapping[str, Any]) -> Any:
        """Send a call and return the answer, decoded from JSON: a value, or what was raised or answered instead."""
        try:
            self._questions.write(json.dumps(question) + "\n")
            self._questions.flush()
            line = self._answers.readline()
            return json.loads(line)
        except (OSError, ValueError):  # the pipe is closed, or the answer is incomplete
            ended = self._signal()
            self.close()
            if ended:
                raise NoNumber(f"the process is ended by {ended}") from None
            raise Undefined("the fresh process ended") from None

    def _signal(self) -> str:
        """The signal of a fault in the library's compiled code that ended the process; empty if it was none."""
        with suppress(subprocess.TimeoutExpired):
            status = self.process.wait(ENDING_SECONDS)
            return Signals(-status).name if -status in FAULTS else ""
        return ""

    def close(self) -> None:
        """End the process if this one started it, and close the pipes."""
        if self.owner == os.getpid():
            with suppress(OSError, subprocess.TimeoutExpired):
                self.process.kill()
                self.process.wait(5)
        for stream in (self._questions, self._answers):
            with suppress(OSError):
                stream.close()


_open: dict[str, SeededProcess] = {}


def seeded_process(process: str) -> SeededProcess:
    """The process with that hash seed, started if necessary."""
    running = _open.get(process)
    if running is None or not running.is_usable:
        if running is not None:
            running.close()
        running = _open[process] = SeededProcess(SEEDS[process])
    return running


def close_all() -> None:
    """End every process."""
    while _open:
        _open.popitem()[1].close()


atexit.register(close_all)


SPACES: dict[type, Space] = {
    Judged: spaces.binary_list,
    Ranking: spaces.ranking,
    Scored: spaces.scored_list,
    Scores: spaces.score_vector,
    TopList: spaces.top_list_of_any_length,
    WeakOrder: spaces.weak_order,
}
"""The space by which a value of each type is encoded as JSON and decoded."""
PARAMETER = MannerSpace()
INSTEAD: dict[str, type[Undefined]] = {"refused": LibraryRefused, "none": NoNumber, "undefined": Undefined}
"""Keys of answers without a value, with the exception for each; subclasses come first."""


def encode_value(value: Any) -> Any:
    """Encode one of our values as JSON data."""
    return {"type": type(value).__name__, "value": SPACES[type(value)].encode(value)}


def decode_value(data: Any) -> Any:
    """Decode a value that :func:`encode_value` encoded."""
    by_name = {kind.__name__: space for kind, space in SPACES.items()}
    return by_name[data["type"]].decode(data["value"])


def value_in_process(
    library: Library, row: str, arguments: Sequence[Any], parameters: Mapping[str, Any], manner: Manner
) -> float:
    """Ask the library in that process; ``Refused`` or ``NoNumber`` as in this one."""
    question = {
        "module": library.module,
        "row": row,
        "arguments": [encode_value(value) for value in arguments],
        "parameters": {name: float(v) if isinstance(v, float) else str(v) for name, v in parameters.items()},
        "manner": PARAMETER.encode(replace(manner, process="", company=())),
        "company": [encode_value(value) for value in manner.company],
    }
    answer = seeded_process(manner.process).ask(question)
    for instead, raised in INSTEAD.items():
        if instead in answer:
            raise raised(answer[instead])
    return float(answer["value"])


# --- in the other process ----------------------------------------------------------------------------------------


def answer_to(question: dict[str, Any]) -> dict[str, Any]:
    """The answer to one question."""
    # the module is of the process that began this one, which takes it from the library of the row
    metric = cached_registry(question["module"]).metric(question["row"])
    adapter = metric.implementation
    assert adapter is not None
    parameters = {
        name: value if isinstance(value, float) else grade(name, "it", fraction(value))
        for name, value in question["parameters"].items()
    }
    manner = replace(MannerSpace().decode(question["manner"]), company=tuple(map(decode_value, question["company"])))
    try:
        return {"value": adapter.value([decode_value(value) for value in question["arguments"]], parameters, manner)}
    except Undefined as reason:
        return {next(name for name, raised in INSTEAD.items() if isinstance(reason, raised)): str(reason)}


def answer(questions: Iterable[str], answers: IO[str], longest: float = CALL_SECONDS) -> None:
    """Answer until there are no more questions, or one takes longer; what a library prints goes nowhere."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
    for line in questions:
        faulthandler.dump_traceback_later(longest, exit=True, file=stderr)
        try:
            message = answer_to(json.loads(line))
        except Exception as error:  # of the call's own making: it is told there
            message = {"none": f"{type(error).__name__}: {error}"}
        faulthandler.cancel_dump_traceback_later()
        answers.write(json.dumps(message) + "\n")
        answers.flush()


if __name__ == "__main__":
    answer(sys.stdin, os.fdopen(os.dup(1), "w", encoding="utf-8"), *map(float, sys.argv[1:2]))
