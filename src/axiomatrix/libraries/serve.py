"""The other end of :mod:`processes`: a process that answers calls, each with a line of JSON."""

from __future__ import annotations

import faulthandler
import json
import os
import pickle
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import IO, Any

from ..numbers.exact import Undefined
from . import remembered
from .manner import Manner
from .processes import INSTEAD, LONGEST


def answered(module: str, row: str, arguments: Any, parameters: Any, manner: Manner) -> dict[str, Any]:
    """The answer to one question."""
    # the module is of the process that began this one, which takes it from the library of the row
    made = remembered(module).metric(row).implementation
    assert made is not None
    try:
        return {"value": made.value(arguments, parameters, manner)}
    except Undefined as reason:
        return {next(name for name, raised in INSTEAD.items() if isinstance(reason, raised)): str(reason)}


def questions_of(asked: IO[bytes]) -> Iterator[tuple[Any, ...]]:
    """The questions, as they come."""
    with suppress(EOFError):
        while True:
            yield pickle.load(asked)


def answer(asked: IO[bytes], answers: IO[bytes], longest: float = LONGEST) -> None:
    """Answer until there are no more questions, or one takes longer; what a library prints goes nowhere."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
    for question in questions_of(asked):
        faulthandler.dump_traceback_later(longest, exit=True, file=stderr)
        try:
            message = answered(*question)
        except Exception as error:  # of the call's own making: it is told there
            message = {"none": f"{type(error).__name__}: {error}"}
        faulthandler.cancel_dump_traceback_later()
        answers.write(json.dumps(message).encode() + b"\n")
        answers.flush()


if __name__ == "__main__":
    answer(sys.stdin.buffer, os.fdopen(os.dup(1), "wb"), *map(float, sys.argv[1:2]))
