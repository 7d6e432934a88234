"""The smallest instance on which metrics part: one breaks an axiom there, and another keeps it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Any

from ...evidence.evidence import Witness
from ...evidence.instance import Definitions, Instance
from ...evidence.witness import BadWitness, at_home, decode, statement_of
from ...methods.instances import Combinations
from ...model.axiom import Statement
from ...model.metric import Metric
from ...model.registry import Registry
from ...model.relation import FAILS, HOLDS, sides
from ..relate.domains import parameters as defaults

MAX_ITEMS_SEARCHED = 4
MAX_CASES_OF_A_SIZE = 4_000
"""Up to how many items, and how many cases of a size, are searched where no stored witness does."""


@dataclass(frozen=True)
class MetricSide:
    """A metric, the parameters that its name says, and its witness if it has one."""

    shown: str
    metric: Metric
    given: Mapping[str, Any] = field(default_factory=dict)
    witness: Witness | None = None
    holds: bool | None = None
    """Where it stands on the statement."""


@dataclass(frozen=True)
class MetricAnswer:
    """Value of the statement for one metric on one instance."""

    shown: str
    parameters: Mapping[str, Any]
    relation: tuple[str, str, str]
    """Both sides, and what stands between them."""
    true: bool


@dataclass(frozen=True)
class Parting:
    """An instance, and what the statement says of each metric that has a value there."""

    instance: Instance
    answers: tuple[MetricAnswer, ...]
    smallest: bool
    """Whether no smaller size can part the metrics: none breaks the statement there."""
    as_named: bool = True
    """Whether the parameters that names say are kept; else the instance is under others."""


def answer_of(side: MetricSide, statement: Statement, instance: Instance, registry: Registry) -> MetricAnswer | None:
    """Evaluate the statement for the metric under its own parameters; None where it does not apply."""
    metric, n = side.metric, instance.n
    if statement.not_applicable(metric) is not None:
        return None
    try:
        if side.witness is not None:
            metric = at_home(metric, side.witness)
        for name, space in statement.over(metric).items():
            space.validate(instance.values[name], n)
    except (ValueError, LookupError, TypeError):
        return None
    values = dict(defaults(metric, n, "n"))
    for name, space in metric.parameters.items():
        if name in instance.parameters and space.contains(instance.parameters[name], n):
            values[name] = instance.parameters[name]
    values |= side.given
    decision = Definitions(registry).decide(metric, statement, Instance(n, instance.values, values))
    if decision.answer is None or decision.code not in (HOLDS, FAILS):
        return None
    return MetricAnswer(side.shown, values, sides(decision.answer), decision.code == HOLDS)


def parting(among: Sequence[MetricSide], registry: Registry) -> Parting | None:
    """The smallest instance, among those looked at, on which a metric that breaks it and one that keeps it part.

    The parameters that names say are kept; where no such instance is found, those of the stored witnesses are taken.
    """
    smallest = _search(among, registry)
    if smallest is None and any(side.given for side in among):
        smallest = _search([replace(side, shown=side.metric.name, given={}) for side in among], registry)
        return None if smallest is None else replace(smallest, as_named=False)
    return smallest


def _search(among: Sequence[MetricSide], registry: Registry) -> Parting | None:
    witnessed = sorted(((s.witness, s) for s in among if s.witness is not None), key=lambda pair: pair[0].n)
    none_smaller = all(witness.smallest for witness, _ in witnessed)
    for witness, side in witnessed:
        try:
            statement = statement_of(witness, registry, side.metric)
            first = decode(statement, side.metric, witness)
        except (BadWitness, LookupError):
            continue
        sizes = range(witness.n, MAX_ITEMS_SEARCHED + 1)
        for instance in chain(
            [first], *(islice(_cases(side.metric, statement, n), MAX_CASES_OF_A_SIZE) for n in sizes)
        ):
            answers = _parted(among, statement, instance, registry)
            if answers:
                at_least = witnessed[0][0].n
                return Parting(instance, answers, instance.n == 1 or (none_smaller and instance.n == at_least))
    return None


def _cases(metric: Metric, statement: Statement, n: int) -> Iterator[Instance]:
    given = Combinations.of(metric.parameters, n)
    for values in Combinations.of(statement.over(metric), n).by_name():
        yield from (Instance(n, values, parameters) for parameters in given.by_name())


def _parted(
    among: Sequence[MetricSide], statement: Statement, instance: Instance, registry: Registry
) -> tuple[MetricAnswer, ...]:
    """Return the answers on the instance if one metric breaks the statement and one keeps it, as each is known to."""
    answers = [(side, answer_of(side, statement, instance, registry)) for side in among]
    as_known = {answer.true for side, answer in answers if answer is not None and answer.true is side.holds}
    return tuple(answer for _, answer in answers if answer is not None) if as_known == {True, False} else ()
