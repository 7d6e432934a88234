"""The other end of :mod:`processes`: a process that answers calls, one JSON line each."""

from __future__ import annotations

import faulthandler
import json
import os
import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import IO, Any

from ..numbers.exact import Undefined, fraction
from ..values.grades import grade
from . import remembered
from .manner import MannerSpace
from .processes import CALL_SECONDS, INSTEAD, decoded_value


def answer_to(question: dict[str, Any]) -> dict[str, Any]:
    """The answer to one question."""
    # the module is of the process that began this one, which takes it from the library of the row
    metric = remembered(question["module"]).metric(question["row"])
    adapter = metric.implementation
    assert adapter is not None
    parameters = {
        name: value if isinstance(value, float) else grade(name, "it", fraction(value))
        for name, value in question["parameters"].items()
    }
    manner = replace(MannerSpace().decode(question["manner"]), company=tuple(map(decoded_value, question["company"])))
    try:
        return {"value": adapter.value([decoded_value(value) for value in question["arguments"]], parameters, manner)}
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
