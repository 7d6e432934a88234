"""Equalities asked again at random points: what normal forms decide is not taken from them alone.

Nothing here knows of polynomials. The definitions are evaluated on numbers and the two sides compared as Fractions, so
that a mistake in a normal form, and a definition that tells a symbol from a number, show as sides that differ.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..evidence.instance import Definitions
from ..model.axiom import Statement
from ..model.metric import BoundMetric, Metric
from ..model.registry import Registry
from ..model.relation import Relation
from ..numbers.exact import Undefined, fraction, rational
from ..spaces import Factors, ParameterSpace

POINTS = 2
"""At how many random values of the parameters each instance is asked."""
MOST_ASKED_AGAIN = 24
"""How many instances of a size are asked once more, the last first: the answer must not depend on the order."""


class SpotCheckFailed(ValueError):
    """At some point the two sides differ, or the definition answers otherwise when it is asked again."""


class SpotCheck:
    """A statement over n items, asked at random points."""

    def __init__(self, metric: Metric, statement: Statement, n: int, registry: Registry) -> None:
        self.metric = metric
        self.statement = statement
        self.n = n
        self.definitions = Definitions(registry)
        self._random = random.Random(f"{metric.name}, {statement.id}, {n}")
        self._asked: list[tuple[Sequence[Any], Mapping[str, Any], Any]] = []

    def instances(self, chosen: Sequence[Sequence[Any]], *, closed: bool) -> None:
        """Ask each instance at random points, and some of them once more, the last first."""
        for values in chosen:
            for _ in range(POINTS):
                point = {name: self._parameter(space, closed) for name, space in self.metric.parameters.items()}
                over = zip(self.statement.axiom.over.values(), values, strict=True)
                arguments = [self._number(1) if isinstance(space, Factors) else value for space, value in over]
                self._asked.append((arguments, point, self._sides(arguments, point)))
        for again, at, sides in self._asked[:: -max(1, len(self._asked) // MOST_ASKED_AGAIN)]:
            if self._sides(again, at) != sides:
                raise SpotCheckFailed(f"{self.metric.name} answers otherwise when it is asked again")

    def _sides(self, arguments: Sequence[Any], point: Mapping[str, Any]) -> tuple[Fraction, Fraction] | None:
        """The two sides, which are equal; None where nothing is asked, or there is no value."""
        try:
            answer = self.statement.says(BoundMetric(self.metric, point, self.definitions), *arguments)
        except Undefined:
            return None
        if not isinstance(answer, Relation) or not answer.condition:
            return None
        left, right = fraction(answer.lhs), fraction(answer.rhs)
        if left != right:
            written = ", ".join([*map(str, arguments), *(value.text() for value in point.values())])
            raise SpotCheckFailed(f"at ({written}) the two sides are {left} and {right}: not what the normal forms say")
        return left, right

    def _parameter(self, space: ParameterSpace, closed: bool) -> Any:
        """A random value of the space: small numbers, whole or not, or what the space draws."""
        inside = space.closure() if closed else space
        for low in (0 if closed else 1, 5, 5):
            value = space.make([self._number(low) for _ in space.keys(self.n)], self.n)
            if inside.contains(value, self.n):
                return value
        return inside.draw(_SpotChoices(self._random), self.n)

    def _number(self, low: int) -> Any:
        return rational(Fraction(self._random.randint(low, 10), self._random.choice((1, 1, 2, 3))))


class _SpotChoices:
    """Choices for spaces that draw."""

    def __init__(self, source: random.Random) -> None:
        self._source = source

    def integer(self, low: int, high: int) -> int:
        """A whole number, low and high included."""
        return self._source.randint(low, high)
