"""Metrics in any language: the metrics of a program that answers JSON lines (docs/any_language.md).

A program is asked once which metrics it has. This description is plain data: every process of a run registers the
metrics from it, and starts the program for itself when it first wants a value.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .. import spaces
from ..model.metric import Metric
from ..model.registry import REGISTRY, metric
from ..numbers.evaluation import stands_for_numbers
from ..numbers.exact import Undefined, fraction
from ..numbers.rationals import as_rational
from ..spaces import ParameterSpace, Space
from ..values.judged import Judged, Run
from ..values.orders import TopList, WeakOrder
from ..values.parameters import Parameter
from ..values.rankings import Ranking
from ..values.scored import Scored, Scores
from .program import ANSWER_SECONDS, DescribedMetric, Program, ProgramAnswer, ProgramFailed, words_of

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


@dataclass(frozen=True)
class DescribedProgram:
    """A command, and what the program said of its metrics."""

    command: tuple[str, ...]
    metrics: tuple[DescribedMetric, ...]
    seconds: float = ANSWER_SECONDS
    """For how long it may think about an answer."""


_registered: dict[tuple[tuple[str, ...], str], Metric[Any]] = {}
"""What this process registered, by command and name."""


def metrics_of(command: str | Sequence[str], *, seconds: float = ANSWER_SECONDS) -> list[Metric[Any]]:
    """Register the metrics of a program that answers JSON lines, such as ``metrics_of("./my-ndcg")``.

    ``command`` is a command line, or a list of its words; ``seconds`` is the time limit of an answer.
    Raises :class:`ProgramFailed` if the program does not answer, and ``ValueError`` for an invalid description.
    """
    described = describe(command, seconds)
    for description in described.metrics:  # described again, as the program may have changed
        _registered.pop((described.command, description.name), None)
    return register(described)


def describe(command: str | Sequence[str], seconds: float = ANSWER_SECONDS) -> DescribedProgram:
    """Start the program and ask for its metrics; :class:`ProgramFailed` if it names none."""
    words = words_of(command)
    program = Program(words, seconds)
    try:
        described = program.ask("metrics").metrics
    finally:
        program.close()
    if not described:
        raise ProgramFailed(f"{words[0]}: describes no metric; it must answer the question 'metrics' with a list")
    return DescribedProgram(words, tuple(described), program.seconds)


def register(described: DescribedProgram) -> list[Metric[Any]]:
    """The metrics of a program, registered unless this process has done so; ``ValueError`` for what does not fit."""
    program = Program(described.command, described.seconds)
    atexit.register(program.close)
    metrics = []
    for description in described.metrics:
        key = (described.command, description.name)
        if key not in _registered or REGISTRY.metrics.get(description.name) is not _registered[key]:
            _registered[key] = _register(description, program)
        metrics.append(_registered[key])
    return metrics


def command_of(metric: Metric[Any]) -> tuple[str, ...] | None:
    """The command of the program that answers for a metric; None for a metric of Python."""
    registered = ((command, own) for (command, _), own in _registered.items())
    return next((command for command, own in registered if own.definition is metric.definition), None)


def _register(described: DescribedMetric, program: Program) -> Metric[Any]:
    arguments = {name: _looked_up(described, SORTS, sort) for name, sort in described.arguments.items()}
    parameters = {name: _looked_up(described, PARAMETERS, sort)() for name, sort in described.parameters.items()}

    def value(*given: Any, **chosen: Any) -> Any:
        answer = program.ask(
            "value",
            metric=described.name,
            arguments={name: as_json(x, exact=described.exact) for name, x in zip(arguments, given, strict=True)},
            parameters={name: as_json(x, exact=described.exact) for name, x in chosen.items()},
        )
        return _number(answer, described)

    value.__doc__ = described.formula or f"{described.name}, by {program.command[0]}"
    register = metric(
        described.name,
        kind=described.kind,
        arguments=arguments,
        parameters=parameters,
        holds=described.holds,
        fails=described.fails,
        source=described.source,
        exact=described.exact,
    )
    return register(value)


def _looked_up(described: DescribedMetric, table: Mapping[str, Any], sort: str) -> Any:
    if sort not in table:
        raise ValueError(f"metric {described.name!r}: {sort!r} is none of {', '.join(table)}")
    return table[sort]


def _number(answer: ProgramAnswer, described: DescribedMetric) -> Fraction | float:
    name, value = described.name, answer.value
    if answer.undefined is not None:
        raise Undefined(answer.undefined)
    if answer.error is not None:
        raise ProgramFailed(f"{name} answered the error {answer.error:.300}")
    if value is None:
        raise ProgramFailed(f"{name}: the answer has no value, undefined or error")
    if described.exact and isinstance(value, float):
        raise ProgramFailed(f'{name} is exact and answered the float {value}; write a text, such as "1/3"')
    try:
        number = fraction(value) if isinstance(value, str) else value
    except ValueError:
        raise ProgramFailed(f'{name} answered {value!r:.80}; a text must be a fraction, such as "1/3"') from None
    return number if described.exact else float(number)


def as_json(value: Any, *, exact: bool = False) -> Any:
    """A value as any language reads it: numbers, lists, and objects with names.

    A number that is not whole is a float, or with ``exact`` a text such as ``"1/3"``.
    """

    def listed(values: Any) -> list[Any]:
        return [as_json(part, exact=exact) for part in values]

    if isinstance(value, Judged):
        return {"grades": listed(value.grades), "missing": listed(value.missing)}
    if isinstance(value, Scored):
        parts = {"grades": value.grades, "scores": value.scores, "missing": value.missing}
        return {name: listed(part) for name, part in parts.items()}
    if isinstance(value, Run):
        return listed(value.lists)
    if isinstance(value, Scores):
        return listed(value.values)
    if isinstance(value, (Ranking, TopList)):
        return list(map(_item, value.order))
    if isinstance(value, WeakOrder):
        return [list(map(_item, bucket)) for bucket in value.buckets]
    if isinstance(value, Parameter):
        return {_key(key): as_json(entry, exact=exact) for key, entry in sorted(value.entries.items())}
    return value if isinstance(value, (float, str)) else _number_as_json(value, exact=exact)


def _item(item: Any) -> int | str:
    """An item or a position. A stand-in for many of them refuses to be one."""
    return item if isinstance(item, str) else int(item)


def _key(key: Any) -> str:
    """The item, position or pair of items that an entry belongs to: ``"2"`` or ``"1,2"``."""
    return ",".join(str(_item(part)) for part in key) if isinstance(key, tuple) else str(_item(key))


def _number_as_json(value: Any, *, exact: bool) -> int | float | str:
    number = as_rational(value)
    if number is None and exact and not stands_for_numbers(value):
        raise Undefined(f"{value} is not a fraction, and so cannot be written for a program")
    if number is None:
        return float(value)  # an array of numbers refuses, and its numbers are converted one by one
    if number.q == 1:
        return int(number)
    return str(number) if exact else float(fraction(number))
