"""Decide for which values of a parameter each statement of a row holds, for `axiomatrix explore`.

A *row* is a metric with the statements of all axioms that apply to it. A statement about a metric with a parameter p
may hold, for instance, exactly for p >= 1/2. :func:`~axiomatrix.methods.values.values_of` finds these values from
the instances of up to a number of items. This file does so for each statement and writes its counterexamples.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..engine.row import statements_of
from ..evidence.instance import EvaluatedTwice, Instance
from ..methods.values import DecidedValues, NoValues, values_of
from ..model.axiom import Statement
from ..model.metric import Metric
from ..model.registry import Registry
from ..model.relation import sides

MAX_CASES_OF_A_SIZE = 2_000
"""Largest number of instances of one size that are decided."""


@dataclass(frozen=True)
class AnsweredStatement:
    """A statement with the parameter values for which it holds, or the reason why they are unknown."""

    metric: str
    statement: str
    values: DecidedValues | None
    """The parameter values; None if they are unknown."""
    reason: str
    """The reason why they are unknown; empty if they are known."""
    instances: tuple[str, ...]
    """Counterexamples, each on one line."""


def statement_values(
    metric: Metric, axiom: str | None, registry: Registry, largest: int
) -> Iterator[AnsweredStatement]:
    """Yield the statements of the row (only those of the axiom, if one is named), in their order.

    Instances of up to ``largest`` items are decided.
    """
    for statement, _ in statements_of(metric, registry):
        if axiom is not None and statement.axiom.id != axiom:
            continue
        try:
            values = values_of(metric, statement, registry, max_cases=MAX_CASES_OF_A_SIZE, max_size=largest)
        except NoValues as error:
            yield AnsweredStatement(metric.name, statement.id, None, str(error), ())
            continue
        lines = tuple(_counterexample_line(metric, statement, case, registry) for case in values.failing_instances)
        yield AnsweredStatement(metric.name, statement.id, values, "", lines)


def _counterexample_line(metric: Metric, statement: Statement, case: Instance, registry: Registry) -> str:
    """Write a counterexample, as in ``p = 1/4: x = Judged.of([1, 1]): 9/16 == 3/16 is false``."""
    decision = EvaluatedTwice(registry).decide(metric, statement, case)
    assert decision.answer is not None  # the statement is known to fail on this instance
    left, op, right = sides(decision.answer)
    arguments = ", ".join(f"{name} = {value}" for name, value in case.values.items())
    parameters = ", ".join(f"{name} = {value}" for name, value in case.parameters.items())
    return f"{parameters}: {arguments}: {left} {op} {right} is false"
