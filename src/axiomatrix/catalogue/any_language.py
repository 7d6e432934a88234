"""Metrics in any language: a program that answers JSON lines, one for each call (docs/any_language.md).

The program is begun when a value is first wanted, once in each process. It is asked what its metrics are, and then for
their values. One that hangs, dies or prints rubbish is ended, which is an error of that call, and begun again at the
next one.
"""

from __future__ import annotations

import atexit
import json
import os
import shlex
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import Any

from msgspec import Struct, ValidationError, convert

from .. import spaces
from ..model.axiom import Kind
from ..model.metric import Metric
from ..model.registry import metric
from ..numbers.exact import Undefined, fraction
from ..spaces import ParameterSpace, Space
from ..values.judged import Judged, Run
from ..values.orders import TopList, WeakOrder
from ..values.rankings import Ranking
from ..values.scored import Scored, Scores

LONGEST = 20.0
"""Seconds after which a program that does not answer is ended."""
LONGEST_LINE = 1_000_000
"""Characters of an answer."""
SORTS: Mapping[str, Space] = {
    "ranking": spaces.ranking,
    "weak order": spaces.weak_order,
    "top list": spaces.top_list,
    "binary list": spaces.binary_list,
    "graded list": spaces.graded_lists(),
    "scored list": spaces.scored_list,
    "scores": spaces.score_vector,
    "run": spaces.runs(),
}
"""What an argument can be."""
PARAMETERS: Mapping[str, Callable[[], ParameterSpace]] = {
    "cut-off": spaces.cut_offs,
    "persistence": spaces.persistences,
    "positive number": spaces.positive_numbers,
    "element weights": spaces.element_weights,
    "position weights": spaces.position_weights,
}
"""What a parameter can be."""


class ProgramFailed(RuntimeError):
    """A program that ended, took too long, or answered what is no answer."""


class DescribedMetric(Struct, forbid_unknown_fields=True):
    """What a program says of one of its metrics."""

    name: str
    kind: Kind
    arguments: dict[str, str]
    """By name its sort."""
    parameters: dict[str, str] = {}
    formula: str = ""
    holds: list[str] = []
    fails: list[str] = []
    source: str = ""


class Described(Struct, forbid_unknown_fields=True):
    """The answer to the question what there is."""

    metrics: list[DescribedMetric]


class CallAnswer(Struct, forbid_unknown_fields=True):
    """The answer to a call: a number, or a text such as ``1/3``; or why there is none."""

    value: int | float | str | None = None
    undefined: str | None = None
    error: str | None = None


class Program:
    """A program that runs beside this process."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = tuple(command)
        self._process: subprocess.Popen[str] | None = None
        self._owner = 0

    def ask(self, question: Mapping[str, Any]) -> Any:
        """The answer to a question, read as JSON; :class:`ProgramFailed` if there is none."""
        process = self._begun()
        assert process.stdin is not None and process.stdout is not None
        late: list[bool] = []

        def end() -> None:
            late.append(True)
            process.kill()

        timer = Timer(LONGEST, end)
        timer.start()
        try:
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
            line = process.stdout.readline(LONGEST_LINE)
            return json.loads(line)
        except (OSError, ValueError):
            answered = "" if late else _shown(line) if "line" in locals() else ""
            raise ProgramFailed(self._failure(answered, is_late=bool(late))) from None
        finally:
            timer.cancel()

    def close(self) -> None:
        """End the program, unless it is of the process that this one was made from."""
        process, self._process = self._process, None
        if process is not None and self._owner == os.getpid():
            with suppress(OSError, subprocess.TimeoutExpired):
                process.kill()
                process.communicate(timeout=5)

    def _begun(self) -> subprocess.Popen[str]:
        if self._process is not None and self._owner == os.getpid() and self._process.poll() is None:
            return self._process
        self.close()
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise ProgramFailed(f"{self.command[0]}: {error.strerror or error}") from None
        self._owner = os.getpid()
        return self._process

    def _failure(self, answered: str, *, is_late: bool) -> str:
        """What is wrong with a program that gave no answer; it is ended."""
        assert self._process is not None
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1 if not answered else 0)
        status = self._process.poll()
        self.close()
        name = Path(self.command[0]).name
        if is_late:
            return f"{name} did not answer within {LONGEST:g} seconds"
        if answered:
            return f"{name} answered {answered}, which is no JSON on one line"
        return f"{name} ended with status {status}" if status is not None else f"{name} closed its output"


def _shown(line: str) -> str:
    return repr(line[:60]) if line else ""


def metrics_of(command: str | Sequence[str]) -> list[Metric[Any]]:
    """Register the metrics of a program that answers JSON lines, such as ``metrics_of("./my-ndcg")``.

    ``command`` is a line as it is typed, or a list of its words. Raises :class:`ProgramFailed` where the program does
    not answer, and ``ValueError`` for a description that does not fit.
    """
    words = shlex.split(command) if isinstance(command, str) else list(command)
    if not words:
        raise ValueError("the command is empty; name a program, such as ./my-ndcg")
    program = Program(words)
    atexit.register(program.close)
    try:
        described = convert(program.ask({"question": "metrics"}), Described)
    except ValidationError as error:
        raise ValueError(f"{words[0]}: the description of its metrics does not fit: {error}") from None
    if not described.metrics:
        raise ValueError(f"{words[0]}: describes no metric")
    return [_registered(one, program) for one in described.metrics]


def _registered(one: DescribedMetric, program: Program) -> Metric[Any]:
    arguments = {name: _looked_up(one, SORTS, sort) for name, sort in one.arguments.items()}
    parameters = {name: _looked_up(one, PARAMETERS, sort)() for name, sort in one.parameters.items()}

    def value(*given: Any, **chosen: Any) -> Any:
        question = {
            "question": "value",
            "metric": one.name,
            "arguments": {name: as_json(x) for name, x in zip(arguments, given, strict=True)},
            "parameters": {name: as_json(x) for name, x in chosen.items()},
        }
        return _number(program.ask(question), one.name)

    value.__doc__ = one.formula or f"{one.name}, by {Path(program.command[0]).name}"
    register = metric(
        one.name,
        kind=one.kind,
        arguments=arguments,
        parameters=parameters,
        holds=one.holds,
        fails=one.fails,
        source=one.source,
        exact=False,
    )
    return register(value)


def _looked_up(one: DescribedMetric, table: Mapping[str, Any], sort: str) -> Any:
    if sort not in table:
        raise ValueError(f"metric {one.name!r}: {sort!r} is none of {', '.join(table)}")
    return table[sort]


def _number(answered: Any, name: str) -> float:
    try:
        answer = convert(answered, CallAnswer)
    except ValidationError as error:
        raise ProgramFailed(f"{name}: the answer does not fit: {error}") from None
    if answer.undefined is not None:
        raise Undefined(answer.undefined)
    if answer.error is not None:
        raise ProgramFailed(f"{name}: {answer.error}")
    if answer.value is None:
        raise ProgramFailed(f"{name}: the answer has no value, undefined or error")
    return float(fraction(answer.value)) if isinstance(answer.value, str) else float(answer.value)


def as_json(value: Any) -> Any:
    """A value as any language reads it: numbers, lists, and objects with names."""
    if isinstance(value, Judged):
        return {"grades": list(map(as_json, value.grades)), "missing": list(map(as_json, value.missing))}
    if isinstance(value, Scored):
        parts = {"grades": value.grades, "scores": value.scores, "missing": value.missing}
        return {name: list(map(as_json, part)) for name, part in parts.items()}
    if isinstance(value, Run):
        return list(map(as_json, value.lists))
    if isinstance(value, Scores):
        return list(map(as_json, value.values))
    if isinstance(value, (Ranking, TopList)):
        return list(value.order)
    if isinstance(value, WeakOrder):
        return list(map(list, value.buckets))
    if hasattr(value, "weights"):
        return list(map(as_json, value.weights))
    return value if isinstance(value, (int, float, str)) else _plain_number(value)


def _plain_number(value: Any) -> int | float:
    number = fraction(value)
    return int(number) if number.denominator == 1 else float(number)
