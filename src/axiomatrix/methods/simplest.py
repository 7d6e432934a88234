"""Shrinking for lists, orders with ties and single numbers: each space says which of its values are simpler.

Hypothesis shrinks what it drew, and by the order of its draws; this takes out an item everywhere at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..evidence.instance import Instance
from ..model.axiom import Statement
from ..model.metric import Metric
from ..spaces.base import are_inside


def simplest(metric: Metric, statement: Statement, instance: Instance, still: Callable[[Instance], bool]) -> Instance:
    """The instance made simpler, step by step, as long as it is ``still`` a witness."""
    improved = True
    while improved:
        improved = False
        for candidate in _simpler(metric, statement, instance):
            if still(candidate):
                instance, improved = candidate, True
                break
    return instance


def _simpler(metric: Metric, statement: Statement, instance: Instance) -> Iterator[Instance]:
    """The instance with one of its n items taken out everywhere, or with one of its values made simpler."""
    over, n = statement.over(metric), instance.n

    def is_valid(one: Instance) -> bool:
        return are_inside(one.values, over, one.n) and are_inside(one.parameters, metric.parameters, one.n)

    for k in range(1, n + 1) if n > 1 else ():
        values = {name: space.without(instance.values[name], k, n) for name, space in over.items()}
        parameters = {name: space.without(instance.parameters[name], k, n) for name, space in metric.parameters.items()}
        if all(value is not None for value in (*values.values(), *parameters.values())):
            candidate = Instance(n - 1, values, parameters)
            if is_valid(candidate):
                yield candidate
    for name, space in over.items():
        for value in space.simpler(instance.values[name]):
            candidate = Instance(n, {**instance.values, name: value}, instance.parameters)
            if is_valid(candidate):
                yield candidate
    for name, parameter in metric.parameters.items():
        for value in parameter.simpler(instance.parameters[name]):
            yield Instance(n, instance.values, {**instance.parameters, name: value})
