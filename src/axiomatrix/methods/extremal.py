"""Extremal instances: the worst parameter at a ranking, in a form that does not depend on which vertex was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from flint import fmpq

from ..axiom import Statement
from ..evidence import Witness
from ..exact import rational
from ..forms import Form
from ..metric import Metric
from ..parameters import Parameter
from ..rankings import Ranking
from ..relation import FAILS, HOLDS
from ..spaces import ParameterSpace
from ..witness import of_instance
from .classes import Order
from .instance import Definitions, Instance
from .linear import Asked, Leaf, Traced, coprime, minimum
from .minimal import minimal
from .program import Cone, Row, Unsolved, least_ratio

MOST_STEPS = 200
"""How far an instance is moved away from the boundary before it is given up that one nearby is positive."""


def worst(traced: Traced, asked: Asked, n: int, sense: str) -> tuple[Any, Parameter]:
    """The extreme over all values of the parameter, and the value that attains it.

    Of all values that attain it, the one with the smallest sum of entries for its denominator, and of these the
    first in lexicographic order: another solver, or another optimal basis, gives the same.
    """
    numerator = asked.towards(sense)
    cone = traced.cone(n)
    least = minimum(numerator, asked.denominator, cone)
    assert least.point is not None
    point = _canonical(numerator, asked.denominator, cone, least.value, least.tree, least.point)
    return (-least.value if sense == "sup" and asked.two_sided else least.value), traced.value_at(asked, point, n)


def _canonical(
    numerator: Form, denominator: Form, cone: Cone, value: Any, tree: Any, point: tuple[Any, ...]
) -> tuple[Any, ...]:
    """The canonical point among those that attain the least value: which those are, the multipliers tell."""
    if not isinstance(tree, Leaf) or tree.value != value or any(a < 0 for a in numerator.atoms.values()):
        return point
    face = cone.cut(*_complementary(numerator, cone, tree))
    entries = range(cone.size - 1)
    for goal in [dict.fromkeys(entries, 1), *({k: 1} for k in entries)]:
        try:
            best = least_ratio(goal, [], denominator.linear, face)
        except Unsolved:
            return point
        face, point = face.cut(_equal(goal, best.value, denominator)), best.point
    return point


def _complementary(numerator: Form, cone: Cone, leaf: Leaf) -> Iterator[Row]:
    """Where a multiplier is positive, its form is zero at every optimal point; likewise the signs in atoms."""
    for j, mu in leaf.multipliers:
        if mu > 0:
            yield tuple((k, -c) for k, c in cone.facets[j])
    for (atom, a), s in zip(sorted(numerator.atoms.items()), leaf.signs, strict=True):
        form = tuple((cone.size - 1 if k < 0 else k, c) for k, c in atom)
        if s > -a:
            yield form
        if s < a:
            yield tuple((k, -c) for k, c in form)


def _equal(goal: dict[int, int], value: Any, denominator: Form) -> Row:
    """``goal <= value * denominator``, which is an equality where ``value`` is the least."""
    difference: Form = denominator * value - Form(goal)
    keys = list(difference.linear)
    whole = coprime([abs(rational(difference.linear[k])) for k in keys])
    return tuple((k, int(c.p) * (1 if difference.linear[k] > 0 else -1)) for k, c in zip(keys, whole, strict=True))


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

    def __init__(self, traced: Traced, statement: Statement, definitions: Definitions) -> None:
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
        try:
            return self.definitions.decide(self.metric, self.statement, instance).code == FAILS
        except Exception:  # a simpler candidate outside what the definition can do is no witness
            return False

    def refuted(self, instance: Instance, *, open_space: bool, smallest: bool) -> Witness | None:
        """A minimal refutation at the same n; on the open space one moved off the boundary, if that still refutes."""
        if not self.fails(instance):
            return None
        spaces = {k: s if open_space else s.closure() for k, s in self.metric.parameters.items()}
        if open_space:
            moved = self._inside(instance)
            if moved is None:
                return None
            instance = moved
        found = minimal(self.metric, self.statement, spaces, instance, self.fails, keep_n=True)
        return self.witness(found, "refutes", "open" if open_space else "closed", smallest)

    def _inside(self, instance: Instance) -> Instance | None:
        """The nearest of the instances ``m x + 1`` that still fails: every entry of it is positive."""
        name = self.traced.parameter
        value = instance.parameters[name]
        if all(entry > 0 for entry in value.entries.values()):
            return instance
        for m in range(1, MOST_STEPS):
            lifted = value.mapped(_lift(m))
            candidate = Instance(instance.n, instance.values, {**instance.parameters, name: lifted})
            if self.fails(candidate):
                return candidate
        return None

    def witness(self, instance: Instance, shows: Any, space: Any, smallest: bool) -> Witness | None:
        """The instance as a witness, its two sides as the definition gives them."""
        decision = self.definitions.decide(self.metric, self.statement, instance)
        if decision.answer is None or (shows == "refutes" and decision.code != FAILS):
            return None
        if shows == "shows" and decision.code != HOLDS:
            return None
        return of_instance(
            self.metric, self.statement, instance, decision.answer, space=space, shows=shows, smallest=smallest
        )


def _lift(m: int) -> Callable[[Any], Any]:
    return lambda entry: m * rational(entry) + fmpq(1)
