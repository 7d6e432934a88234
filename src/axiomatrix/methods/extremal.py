"""Extremal instances: the worst parameter at a ranking, in a form that does not depend on which vertex was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from ..evidence.evidence import Witness
from ..evidence.instance import Definitions, Instance
from ..evidence.witness import CODES, of_instance
from ..model.axiom import Statement
from ..model.metric import Metric
from ..model.relation import FAILS, HOLDS
from ..numbers.exact import rational
from ..numbers.forms import CONSTANT, Form
from ..spaces import ParameterSpace
from ..spaces.base import are_inside
from ..spaces.parameters import ParameterDomain
from ..values.parameters import Parameter
from ..values.rankings import Ranking
from .classes import Order
from .judging import comes_to
from .linear import Goal, Leaf, TracedStatement, minimum
from .minimal import minimal
from .program import Cone, Row, Unsolved, least_ratio

MOST_STEPS = 200
"""How far an instance is moved away from the boundary before it is given up that one nearby is positive."""


@dataclass(frozen=True)
class WorstPoint:
    """The extreme over all values of a parameter, and the point of the cone that attains it or leads there."""

    value: Any
    point: tuple[Any, ...]
    attained: bool
    """Whether a value of the parameter attains it; else it is only approached, ever farther out."""


def worst(traced: TracedStatement, asked: Goal, n: int, sense: str) -> WorstPoint:
    """The extreme over all values of the parameter.

    Of all points that attain it, the one with the smallest sum of entries for its denominator, and of these the
    first in lexicographic order: another solver, or another optimal basis, gives the same. Where scale matters, it is
    the smallest sum of entries of a value of the parameter, if one attains the extreme.
    """
    numerator = asked.towards(sense)
    cone = traced.cone(n)
    least = minimum(numerator, asked.denominator, cone)
    assert least.point is not None
    point = least.point
    if (
        isinstance(least.tree, Leaf)
        and least.tree.value == least.value
        and not any(a < 0 for a in numerator.atoms.values())
    ):
        face = cone.cut(*_complementary(numerator, cone, least.tree))
        near = _canonical(face, Form({CONSTANT: 1})) if asked.has_constants else None
        point = near or _canonical(face, asked.denominator) or point
    value = -least.value if sense == "sup" and asked.two_sided else least.value
    return WorstPoint(value, point, not asked.has_constants or point[-1] != 0)


def _canonical(face: Cone, measure: Form) -> tuple[Any, ...] | None:
    """The canonical point of a face, its entries measured by a form; None if there is none where that is positive."""
    point = None
    entries = range(face.size - 1)
    for goal in [dict.fromkeys(entries, 1), *({k: 1} for k in entries)]:
        try:
            best = least_ratio(goal, [], measure.linear, face)
        except Unsolved:
            return point
        face = face.cut(face.row((measure * best.value - Form(goal)).linear))  # which is zero: the value is least
        point = best.point
    return point


def _complementary(numerator: Form, cone: Cone, leaf: Leaf) -> Iterator[Row]:
    """Where a multiplier is positive, its form is zero at every optimal point; likewise the signs in atoms."""
    for j, mu in leaf.multipliers:
        if mu > 0:
            yield tuple((k, -c) for k, c in cone.facets[j])
    for (atom, a), s in zip(sorted(numerator.atoms.items()), leaf.signs, strict=True):
        form = cone.row(dict(atom))
        if s > -a:
            yield form
        if s < a:
            yield tuple((k, -c) for k, c in form)


def grown_to(n: int, size: int, value: Parameter, space: ParameterSpace) -> Parameter:
    """The value with further items behind the others: at no distance from the last one, or without weight."""
    if n == size:
        return value

    def entry(key: Any) -> Any:
        if not isinstance(key, tuple):
            return value[key] if key <= size else fmpq(0)
        i, j = (min(item, size) for item in key)
        return value[i, j] if i != j else fmpq(0)

    return space.value_type({key: entry(key) for key in space.keys(n)})


class Instances:
    """Instances of a statement about two rankings, decided by the definition, as witnesses."""

    def __init__(self, traced: TracedStatement, statement: Statement, definitions: Definitions) -> None:
        self.traced = traced
        self.metric: Metric = traced.metric
        self.statement = statement
        self.definitions = definitions

    def at(self, order: Order, parameters: dict[str, Parameter]) -> Instance:
        """The instance whose second ranking is the order."""
        n = len(order)
        first, second = self.statement.axiom.over
        return Instance(n, {first: Ranking.identity(n), second: Ranking.from_order(order)}, parameters)

    def fails(self, instance: Instance) -> bool:
        """Whether the definition refutes the statement on the instance."""
        return comes_to(FAILS, self.definitions, self.metric, self.statement, instance)

    def holds(self, instance: Instance) -> bool:
        """Whether the statement holds of the instance by the definition."""
        return comes_to(HOLDS, self.definitions, self.metric, self.statement, instance)

    def refuted(self, instance: Instance, space: ParameterDomain, *, smallest: bool) -> Witness | None:
        """A minimal refutation at the same n; on the open space one moved off the boundary, if that still refutes."""
        if not self.fails(instance) or not self.lies_in(ParameterDomain.CLOSED, instance):
            return None
        if space is ParameterDomain.OPEN:
            moved = self._inside(instance)
            if moved is None or not self.lies_in(space, moved):
                return None
            instance = moved
        return self.witness(self.minimal(instance, self.fails, space), "refutes", space, smallest)

    def lies_in(self, space: ParameterDomain, instance: Instance) -> bool:
        """Whether the parameters lie in the space that the metric declares, or in its closure."""
        return are_inside(instance.parameters, space.of(self.metric.parameters), instance.n)

    def minimal(self, instance: Instance, still: Callable[[Instance], bool], space: ParameterDomain) -> Instance:
        """A simpler instance of the same size; parameters that are not followed keep their values."""
        spaces = space.of(self.metric.parameters)
        others = {k: value for k, value in instance.parameters.items() if k != self.traced.parameter}

        def wanted(candidate: Instance) -> bool:
            return all(candidate.parameters[k] == value for k, value in others.items()) and still(candidate)

        return minimal(self.statement, spaces, instance, wanted, keep_n=True)

    def _inside(self, instance: Instance) -> Instance | None:
        """The nearest of the instances ``m x + 1`` (or ``x + 1 / m``) that still fails: every entry is positive."""
        name = self.traced.parameter
        value = instance.parameters[name]
        if all(entry > 0 for entry in value.entries.values()):
            return instance
        for lift in (lambda m, x: m * x + 1, lambda m, x: x + fmpq(1, m)):  # the latter where scale matters
            for m in range(1, MOST_STEPS):
                lifted = value.mapped(lambda entry, lift=lift, m=m: lift(m, rational(entry)))
                candidate = Instance(instance.n, instance.values, {**instance.parameters, name: lifted})
                if self.fails(candidate):
                    return candidate
        return None

    def witness(self, instance: Instance, shows: Any, space: Any, smallest: bool) -> Witness | None:
        """The instance as a witness, its two sides as the definition gives them."""
        decision = self.definitions.decide(self.metric, self.statement, instance)
        if decision.answer is None or decision.code != CODES.get(shows, decision.code):
            return None
        return of_instance(
            self.metric, self.statement, instance, decision.answer, space=space, shows=shows, smallest=smallest
        )
