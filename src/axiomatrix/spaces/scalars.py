"""Parameters that are single numbers: persistences, half-lives, bases."""

from __future__ import annotations

from collections.abc import Sequence
from reprlib import repr as shown
from typing import Any

from ..numbers.exact import rational, sign
from ..values.grades import grade
from .base import Chooser
from .parameters import ParameterSpace


class ScalarSpace(ParameterSpace):
    """A parameter that is one number."""

    def __init__(self, named: str) -> None:
        super().__init__(positive=False, has_boundary=False)
        self.name = named  # type: ignore[misc]  # an instance has its own
        self.symbol = "k"

    def closure(self) -> ParameterSpace:
        return self

    def admitted(self, value: Any) -> Any:
        """A user's number as an exact one of this space; ``ValueError`` naming value and rule."""
        raise NotImplementedError

    def validate(self, value: Any, n: int) -> None:
        self.admitted(value)

    def encode(self, value: Any) -> Any:
        return str(int(value)) if isinstance(value, int) else str(value)

    def decode(self, data: Any) -> Any:
        if not isinstance(data, str):
            raise ValueError(f"{self.name}: {shown(data)} is not a number written as a text")
        return self.admitted(data)


class Numbers(ScalarSpace):
    """Numbers between two bounds; the grid is given."""

    def __init__(self, named: str, grid: Sequence[Any], low: Any, high: Any, *, closed: bool = False) -> None:
        super().__init__(named)
        self.values = tuple(grade(named, "a value", v) for v in grid)
        self.low, self.high, self.closed = rational(low), None if high is None else rational(high), closed

    def enumerate(self, n: int) -> Sequence[Any]:
        return self.values

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        if choose.integer(0, 1):
            return self.values[choose.integer(0, len(self.values) - 1)]
        part = rational(choose.integer(1, 19), 20)
        high = self.low + 10 if self.high is None else self.high
        return grade(self.name, "it", self.low + (high - self.low) * part)

    def admitted(self, value: Any) -> Any:
        number = grade(self.name, "it", value)
        low = sign(number - self.low)
        high = -1 if self.high is None else sign(number - self.high)
        inside = low is not None and high is not None and low > 0 > high
        if not inside and not (self.closed and (low == 0 or high == 0)):
            upper = "" if self.high is None else f" and {'at most' if self.closed else 'below'} {self.high}"
            raise ValueError(
                f"{self.name}: {value!r} must be {'at least' if self.closed else 'above'} {self.low}{upper}"
            )
        return number
