"""Spot checks of equalities at random points, so that :mod:`.symbolic` does not rely on normal forms alone.

:mod:`.symbolic` evaluates definitions on polynomials, and compares the two sides of an equality as sums of distinct
terms, their *normal forms*. Nothing here uses polynomials. The definitions are evaluated on numbers and the two sides
are compared as Fractions. A mistake in a normal form, or a definition that distinguishes symbols from numbers, shows as
sides that differ. A *factor* is an argument of a statement that may be any positive number.
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
"""Random parameter values tried for each instance."""
MAX_REPEATED = 24
"""Most instances of a size that are evaluated again, in reverse order: values must not depend on the order."""


class SpotCheckFailed(ValueError):
    """Raised where the two sides differ at a point, or a repeated evaluation gives other sides."""


class SpotCheck:
    """The spot check of a statement over n items."""

    def __init__(self, metric: Metric, statement: Statement, n: int, registry: Registry) -> None:
        self.metric = metric
        self.statement = statement
        self.n = n
        self.definitions = Definitions(registry)
        self._random = random.Random(f"{metric.name}, {statement.id}, {n}")
        self._checked: list[tuple[Sequence[Any], Mapping[str, Any], Any]] = []
        """Arguments, parameters and the two sides of each evaluation so far."""

    def check(self, instances: Sequence[Sequence[Any]], *, closed: bool) -> None:
        """Compare both sides of each instance at random points, then repeat some of them in reverse order.

        An instance has the values of the statement's arguments; a factor is replaced by a random number. With
        ``closed``, parameters may lie on the boundary, such as zero weights. Raises :class:`SpotCheckFailed`.
        """
        for values in instances:
            for _ in range(POINTS):
                point = {name: self._parameter(space, closed) for name, space in self.metric.parameters.items()}
                over = zip(self.statement.axiom.over.values(), values, strict=True)
                arguments = [self._number(1) if isinstance(space, Factors) else value for space, value in over]
                self._checked.append((arguments, point, self._sides(arguments, point)))
        step = max(1, len(self._checked) // MAX_REPEATED)
        for repeated_arguments, repeated_point, sides in self._checked[::-step]:
            if self._sides(repeated_arguments, repeated_point) != sides:
                raise SpotCheckFailed(f"{self.metric.name} gives different answers to the same call")

    def _sides(self, arguments: Sequence[Any], point: Mapping[str, Any]) -> tuple[Fraction, Fraction] | None:
        """Return the two sides, which must be equal; None without a value, or if the condition does not hold."""
        try:
            answer = self.statement.says(BoundMetric(self.metric, point, self.definitions), *arguments)
        except Undefined:
            return None
        if not isinstance(answer, Relation) or not answer.condition:
            return None
        left, right = fraction(answer.lhs), fraction(answer.rhs)
        if left != right:
            written = ", ".join([*map(str, arguments), *(value.text() for value in point.values())])
            raise SpotCheckFailed(f"at ({written}) the two sides are {left} and {right}, but their normal forms agree")
        return left, right

    def _parameter(self, space: ParameterSpace, closed: bool) -> Any:
        """Return a random value of the space: small rationals if they lie in it, else a draw of the space."""
        inside = space.closure() if closed else space
        for low in (0 if closed else 1, 5, 5):  # entries from 5/3 to 10 satisfy conditions more often than from 0
            value = space.make([self._number(low) for _ in space.keys(self.n)], self.n)
            if inside.contains(value, self.n):
                return value
        return inside.draw(_SpotChoices(self._random), self.n)

    def _number(self, low: int) -> Any:
        """Return a random rational between ``low`` / 3 and 10 with a small denominator."""
        return rational(Fraction(self._random.randint(low, 10), self._random.choice((1, 1, 2, 3))))


class _SpotChoices:
    """Source of random choices for spaces."""

    def __init__(self, source: random.Random) -> None:
        self._source = source

    def integer(self, low: int, high: int) -> int:
        """Return a whole number, low and high included."""
        return self._source.randint(low, high)
