"""Find the smallest instance that distinguishes metrics: one breaks an axiom there, and another keeps it.

`axiomatrix compare` shows such an instance where a stored report says that an axiom holds for one metric and fails for
another. It distinguishes them only if its answers agree with the report: the metric that breaks the statement there is
known to break it, and the one that keeps it there is known to satisfy it, as far as was searched. A *witness* is a
stored counterexample or example.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Any

from ...evidence.evidence import Witness
from ...evidence.instance import Definitions, Instance
from ...evidence.witness import BadWitness, decode, over_space_of, statement_of
from ...methods.instances import Combinations
from ...model.axiom import Statement
from ...model.metric import Metric
from ...model.registry import Registry
from ...model.relation import FAILS, HOLDS, sides
from ..relate.defaults import default_parameters

MAX_ITEMS_SEARCHED = 4
"""Largest n that is searched where no stored witness distinguishes the metrics."""
MAX_CASES_OF_A_SIZE = 4_000
"""Largest number of instances of one size that are searched."""


@dataclass(frozen=True)
class MetricSide:
    """A metric of the comparison, the parameters in its name, and its stored witness if it has one."""

    name: str
    """The name as reports show it, such as ``nDCG@10``."""
    metric: Metric
    named_parameters: Mapping[str, Any] = field(default_factory=dict)
    """Values by parameter, as the name sets them; empty if it sets none."""
    witness: Witness | None = None
    """The stored counterexample or example of the statement for this metric."""
    holds: bool | None = None
    """True if the statement is known to hold for the metric, False if it is known to fail, None if undecided."""


@dataclass(frozen=True)
class MetricAnswer:
    """Value of the statement for one metric on one instance."""

    name: str
    """The name of the metric as reports show it."""
    parameters: Mapping[str, Any]
    """The values that the metric has there, by parameter."""
    relation: tuple[str, str, str]
    """(left side, relation sign, right side), as text."""
    is_true: bool
    """True if the relation is true."""


@dataclass(frozen=True)
class DistinguishingInstance:
    """An instance, and the statement's value there for each metric that has one."""

    instance: Instance
    answers: tuple[MetricAnswer, ...]
    is_smallest: bool
    """True if no smaller size can distinguish the metrics, because none of them breaks the statement there."""
    has_named_parameters: bool = True
    """True if metrics take the parameters in their names; false if they take the instance's."""


def answer_of(side: MetricSide, statement: Statement, instance: Instance, registry: Registry) -> MetricAnswer | None:
    """Evaluate the statement for the metric on the instance; None where it does not apply or is undecided.

    A parameter has the value in the metric's name, or else the instance's value if the metric can take it, or else its
    default.
    """
    metric, n = side.metric, instance.n
    if statement.not_applicable(metric) is not None:
        return None
    try:
        if side.witness is not None:
            metric = over_space_of(metric, side.witness)  # the space or closure that the known result is about
        for name, space in statement.over(metric).items():
            space.validate(instance.values[name], n)
    except (ValueError, LookupError, TypeError):  # the instance is not in the metric's spaces
        return None
    values = dict(default_parameters(metric, n, "n"))
    for name, space in metric.parameters.items():
        if name in instance.parameters and space.contains(instance.parameters[name], n):
            values[name] = instance.parameters[name]
    values |= side.named_parameters
    decision = Definitions(registry).decide(metric, statement, Instance(n, instance.values, values))
    if decision.answer is None or decision.code not in (HOLDS, FAILS):
        return None
    return MetricAnswer(side.name, values, sides(decision.answer), decision.code == HOLDS)


def distinguishing_instance(metric_sides: Sequence[MetricSide], registry: Registry) -> DistinguishingInstance | None:
    """Return the smallest searched instance on which one metric breaks its statement and another keeps it, or None.

    1. The stored witnesses are tried, and from their sizes on all instances up to :data:`MAX_ITEMS_SEARCHED` items.
       Metrics have the parameters in their names.
    2. If no instance distinguishes them so, the search begins again with the parameters of the instances instead.
    """
    distinguishing = _search(metric_sides, registry)
    if distinguishing is None and any(side.named_parameters for side in metric_sides):
        unnamed = [replace(side, name=side.metric.name, named_parameters={}) for side in metric_sides]
        distinguishing = _search(unnamed, registry)
        return None if distinguishing is None else replace(distinguishing, has_named_parameters=False)
    return distinguishing


def _search(metric_sides: Sequence[MetricSide], registry: Registry) -> DistinguishingInstance | None:
    """Try the witnesses, the smallest first, each followed by all instances of its statement from its size on.

    The instance found is the smallest if it has one item. It also is if it has the size of the smallest witness and
    each witness is known to be the smallest of its metric: below that size no metric breaks the statement.
    """
    witnesses = [(side.witness, side) for side in metric_sides if side.witness is not None]
    witnesses.sort(key=lambda witness_and_side: witness_and_side[0].n)
    are_smallest = all(witness.smallest for witness, _ in witnesses)
    for witness, side in witnesses:
        try:
            statement = statement_of(witness, registry, side.metric)
            stored = decode(statement, side.metric, witness)
        except (BadWitness, LookupError):  # the report is about other definitions, so its witness does not apply
            continue
        sizes = range(witness.n, MAX_ITEMS_SEARCHED + 1)
        by_size = (islice(_instances_of_size(side.metric, statement, n), MAX_CASES_OF_A_SIZE) for n in sizes)
        for instance in chain([stored], *by_size):
            answers = _distinguishing_answers(metric_sides, statement, instance, registry)
            if answers:
                smallest_witness, _ = witnesses[0]
                least_size = smallest_witness.n
                is_smallest = instance.n == 1 or (are_smallest and instance.n == least_size)
                return DistinguishingInstance(instance, answers, is_smallest)
    return None


def _instances_of_size(metric: Metric, statement: Statement, n: int) -> Iterator[Instance]:
    parameter_choices = Combinations.of(metric.parameters, n)
    for values in Combinations.of(statement.over(metric), n).by_name():
        yield from (Instance(n, values, parameters) for parameters in parameter_choices.by_name())


def _distinguishing_answers(
    metric_sides: Sequence[MetricSide], statement: Statement, instance: Instance, registry: Registry
) -> tuple[MetricAnswer, ...]:
    """Return the answers if one metric breaks the statement and one keeps it, as each is known to; else ()."""
    answers: list[MetricAnswer] = []
    outcomes_as_known: set[bool] = set()
    for side in metric_sides:
        answer = answer_of(side, statement, instance, registry)
        if answer is not None:
            answers.append(answer)
            if answer.is_true is side.holds:
                outcomes_as_known.add(answer.is_true)
    return tuple(answers) if outcomes_as_known == {True, False} else ()
