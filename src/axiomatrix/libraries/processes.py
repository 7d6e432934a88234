"""Calls of a library in another process with another hash seed, for the axioms of determinism.

Hashes of strings, and so the order of sets, depend on the hash seed, which a process gets when it starts. One server
process for each seed serves many calls, ``python -m axiomatrix.libraries.processes``. The *call variant* of a call,
which says in what way it is made (:mod:`.call_variants`), has the hash seed as its aspect ``process``.

The processes exchange lines of JSON. A question has the keys ``module`` and ``row`` (the adapter and the name of the
metric), ``arguments``, ``parameters``, ``call_variant`` and ``company`` (see :class:`.call_variants.CallVariant`). The
server makes the call as this process would. Its answer has one key: ``value`` with the number, or a key of
:data:`ERRORS_BY_KEY` with the reason why there is none.
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
from .call_variants import CallVariant, CallVariantSpace
from .library import Library, LibraryRefused, NoNumber

SEEDS = {"hash seed 0": "0", "hash seed 1": "1"}
"""PYTHONHASHSEED by the value of the call variant's aspect ``process``."""
FAULT_SIGNALS = (Signals.SIGSEGV, Signals.SIGABRT, Signals.SIGFPE, Signals.SIGILL)
"""Signals by which a fault of compiled code ends a process."""
ENDING_SECONDS = 5.0
"""Seconds to wait until a process that is killed, or whose pipe is broken, has ended."""
CALL_SECONDS = 120.0
"""Seconds that a call in a server may take, with the import of the library. After that the server ends itself."""


class SeededProcess:
    """A server process with its own hash seed, kept as long as this process lives.

    A fork of this process inherits the pipes, but must not use or end the server: two writers would mix their lines.
    So ``owner_pid``, the id of the process that started the server, is compared before each use.
    """

    def __init__(self, seed: str) -> None:
        self.owner_pid = os.getpid()
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        # The server finds the modules that this process finds, such as an adapter in a test's folder.
        environment["PYTHONPATH"] = os.pathsep.join(p for p in sys.path if p)  # -m adds the empty one itself
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
        """True if the server is alive and was started by this process, not inherited through a fork."""
        return self.owner_pid == os.getpid() and self.process.poll() is None and not self._questions.closed

    def ask(self, question: Mapping[str, Any]) -> Any:
        """Send a call and return the answer of :func:`answer_question`.

        Raises :class:`NoNumber` if a fault in compiled code ends the server during the call, and ``Undefined`` if it
        ends in another way.
        """
        try:
            self._questions.write(json.dumps(question) + "\n")
            self._questions.flush()
            line = self._answers.readline()
            return json.loads(line)
        except (OSError, ValueError):  # the pipe is closed, or the answer is incomplete
            signal_name = self._name_of_fault_signal()
            self.close()
            if signal_name:
                raise NoNumber(f"the process is ended by {signal_name}") from None
            raise Undefined("the fresh process ended") from None

    def _name_of_fault_signal(self) -> str:
        """Return the name of the signal by which a fault in compiled code ended the process; empty if none did."""
        with suppress(subprocess.TimeoutExpired):
            status = self.process.wait(ENDING_SECONDS)  # minus the signal, where a signal ended the process
            return Signals(-status).name if -status in FAULT_SIGNALS else ""
        return ""

    def close(self) -> None:
        """End the process if this one started it, and close the pipes."""
        if self.owner_pid == os.getpid():
            with suppress(OSError, subprocess.TimeoutExpired):
                self.process.kill()
                self.process.wait(ENDING_SECONDS)
        for stream in (self._questions, self._answers):
            with suppress(OSError):
                stream.close()


_servers: dict[str, SeededProcess] = {}
"""The servers started so far, by the key of :data:`SEEDS`; perhaps ended, or inherited through a fork."""


def seeded_process(process: str) -> SeededProcess:
    """Return the server with that hash seed, a key of :data:`SEEDS`; it is started if necessary."""
    server = _servers.get(process)
    if server is None or not server.is_usable:
        if server is not None:
            server.close()
        server = _servers[process] = SeededProcess(SEEDS[process])
    return server


def close_all() -> None:
    """End every server that this process started."""
    while _servers:
        _servers.popitem()[1].close()


atexit.register(close_all)


# --- questions as JSON -------------------------------------------------------------------------------------------

SPACES: dict[type, Space] = {
    Judged: spaces.binary_list,
    Ranking: spaces.ranking,
    Scored: spaces.scored_list,
    Scores: spaces.score_vector,
    TopList: spaces.top_list_of_any_length,
    WeakOrder: spaces.weak_order,
}
"""The space by which a value of each type is encoded as JSON and decoded."""
CALL_VARIANT_SPACE = CallVariantSpace()
ERRORS_BY_KEY: dict[str, type[Undefined]] = {"refused": LibraryRefused, "none": NoNumber, "undefined": Undefined}
"""The exception for each key of an answer without a value. ``Undefined`` is the base of the others, so it is last."""


def encode_value(value: Any) -> Any:
    """Encode an argument, a value of a type in :data:`SPACES`, as JSON data."""
    return {"type": type(value).__name__, "value": SPACES[type(value)].encode(value)}


def decode_value(data: Any) -> Any:
    """Decode a value that :func:`encode_value` encoded."""
    space_by_type_name = {value_type.__name__: space for value_type, space in SPACES.items()}
    return space_by_type_name[data["type"]].decode(data["value"])


def value_in_process(
    library: Library, row: str, arguments: Sequence[Any], parameters: Mapping[str, Any], call_variant: CallVariant
) -> float:
    """Call the library in the server that the call variant names, and return its value.

    Raises the same exceptions as a call in this process (:meth:`.implementation.Implementation.value`).
    """
    question = {
        "module": library.module,
        "row": row,
        "arguments": [encode_value(value) for value in arguments],
        # a float as a number, an exact number as a text such as "1/2"
        "parameters": {name: float(v) if isinstance(v, float) else str(v) for name, v in parameters.items()},
        # without ``process``, so that the server makes the call itself; the company is sent apart
        "call_variant": CALL_VARIANT_SPACE.encode(replace(call_variant, process="", company=())),
        "company": [encode_value(value) for value in call_variant.company],
    }
    answer = seeded_process(call_variant.process).ask(question)
    for key, error in ERRORS_BY_KEY.items():
        if key in answer:
            raise error(answer[key])
    return float(answer["value"])


# --- in the server -----------------------------------------------------------------------------------------------


def answer_question(question: dict[str, Any]) -> dict[str, Any]:
    """Make the call of one question; return ``{"value": number}``, or a key of ERRORS_BY_KEY with the reason."""
    # Importing this module is safe: its name comes from the process that started this one, not from user data.
    metric = cached_registry(question["module"]).metric(question["row"])
    implementation = metric.implementation
    assert implementation is not None
    parameters = {
        # an exact number is sent as a text; grade() makes it a Whole or a rational, as in the process that sent it
        name: value if isinstance(value, float) else grade(name, "it", fraction(value))
        for name, value in question["parameters"].items()
    }
    arguments = [decode_value(value) for value in question["arguments"]]
    call_variant = replace(
        CALL_VARIANT_SPACE.decode(question["call_variant"]), company=tuple(map(decode_value, question["company"]))
    )
    try:
        return {"value": implementation.value(arguments, parameters, call_variant)}
    except Undefined as reason:
        key = next(key for key, error in ERRORS_BY_KEY.items() if isinstance(reason, error))
        return {key: str(reason)}


def serve(questions: Iterable[str], answers: IO[str], max_seconds: float = CALL_SECONDS) -> None:
    """Answer each question, a line of JSON, until there are no more, or one takes longer than ``max_seconds``.

    What a library prints is discarded: descriptors 1 and 2 are redirected, since compiled code does not use
    ``sys.stdout``. The caller passes a copy of descriptor 1 as ``answers``.
    """
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)  # a file that faulthandler can write to
    for line in questions:
        # A call in compiled code cannot be interrupted by an exception, so a timer ends the whole process.
        faulthandler.dump_traceback_later(max_seconds, exit=True, file=stderr)
        try:
            message = answer_question(json.loads(line))
        except Exception as error:  # the call is at fault, so the caller reports it and the server goes on
            message = {"none": f"{type(error).__name__}: {error}"}
        faulthandler.cancel_dump_traceback_later()
        answers.write(json.dumps(message) + "\n")
        answers.flush()


if __name__ == "__main__":  # the argument is ``max_seconds``
    serve(sys.stdin, os.fdopen(os.dup(1), "w", encoding="utf-8"), *map(float, sys.argv[1:2]))
