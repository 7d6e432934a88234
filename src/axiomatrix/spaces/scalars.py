"""Spaces of parameters that are single numbers (persistences, bases, cut-offs, highest grades), and of discounts.

Metrics of lists have such parameters: the k of P@k, the p of RBP, the discounts of DCG.

All these spaces are infinite: a few values are enumerated, as a *grid*, and others may be drawn. None has a *boundary*
to study as well, such as the zero weights of other parameters. :class:`.base.Space` explains the methods and
class attributes of spaces.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from reprlib import repr as short_repr
from typing import Any

from ..numbers.exact import Whole, rational, sign
from ..values.grades import Discounts, grade, require_texts
from .base import Chooser, choose_one
from .parameters import ParameterSpace

UNBOUNDED_RANGE_DRAWN = 10
"""Numbers without an upper bound are drawn up to this far above the lower bound."""


class ScalarSpace(ParameterSpace):
    """A parameter that is one number, or the list of discounts, and belongs to no item; it has no boundary.

    It has no vector of entries, and so neither the keys of entries nor the facets of a cone (see
    :class:`ParameterSpace`): linear programs do not search it.
    """

    def __init__(self, named: str) -> None:
        """Make the space with this name."""
        super().__init__(positive=False, has_boundary=False)
        self.name = named  # type: ignore[misc]  # an instance has its own

    def closure(self) -> ParameterSpace:
        return self

    def to_exact(self, value: Any) -> Any:
        """Convert a user's value to an exact value of this space; ``ValueError`` naming value and rule."""
        raise NotImplementedError

    def validate(self, value: Any, n: int) -> None:
        self.to_exact(value)

    def encode(self, value: Any) -> Any:
        return str(int(value)) if isinstance(value, int) else str(value)

    def decode(self, data: Any) -> Any:
        if not isinstance(data, str):
            raise ValueError(f"{self.name}: {short_repr(data)} is not a number written as a string")
        return self.to_exact(data)


class Numbers(ScalarSpace):
    """Numbers between two bounds, which belong to the space themselves if ``closed``; ``high`` None: unbounded.

    The values of ``grid`` are enumerated.
    """

    def __init__(self, named: str, grid: Sequence[Any], low: Any, high: Any, *, closed: bool = False) -> None:
        super().__init__(named)
        self.values = tuple(grade(named, "a value", v) for v in grid)
        """The enumerated numbers."""
        self.low = rational(low)
        self.high = None if high is None else rational(high)
        self.closed = closed
        """Whether the bounds belong to the space."""

    def enumerate(self, n: int) -> Sequence[Any]:
        return self.values

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        if choose.integer(0, 1):
            return choose_one(choose, self.values)
        fraction_of_range = rational(choose.integer(1, 19), 20)  # never 0 or 1: a bound need not belong to the space
        high = self.low + UNBOUNDED_RANGE_DRAWN if self.high is None else self.high
        return grade(self.name, "it", self.low + (high - self.low) * fraction_of_range)

    def to_exact(self, value: Any) -> Any:
        number = grade(self.name, "it", value)
        sign_to_low = sign(number - self.low)
        sign_to_high = -1 if self.high is None else sign(number - self.high)
        is_between = sign_to_low is not None and sign_to_high is not None and sign_to_low > 0 > sign_to_high
        is_bound = sign_to_low == 0 or sign_to_high == 0
        if not (is_between or (self.closed and is_bound)):
            lower = f"{'at least' if self.closed else 'above'} {self.low}"
            upper = "" if self.high is None else f" and {'at most' if self.closed else 'below'} {self.high}"
            raise ValueError(f"{self.name}: {value!r} must be {lower}{upper}")
        return number


class TopGrades(ScalarSpace):
    """Highest grades of a scale, any whole numbers from 1 on; 2 and 4 are enumerated."""

    def __init__(self) -> None:
        super().__init__("highest grades of the scale")

    def enumerate(self, n: int) -> Sequence[Any]:
        return [Whole(2), Whole(4)]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        return Whole(choose.integer(2, 5))

    def to_exact(self, value: Any) -> Any:
        top = grade("top", "it", value)
        if not isinstance(top, int) or top < 1:
            raise ValueError(f"top is {value!r}; the highest grade of the scale must be a whole number 1, 2, ...")
        return top


def top_grades() -> TopGrades:
    """Highest grades of a scale."""
    return TopGrades()


class CutOffs(ScalarSpace):
    """Cut-offs k = 1, 2, ...; enumerated are 1..n+1.

    The space is a grid: n+1 represents all cut-offs beyond the list, which a definition need not treat alike. For an
    axiom whose law builds longer lists, ``longest`` maps n to their length, which is then used instead of n.
    """

    draws_enumerated = True
    fills_type = True

    def __init__(self, longest: Callable[[int], int] = int) -> None:
        super().__init__("cut-offs (enumerated: 1..n+1)")
        self._longest = longest

    def enumerate(self, n: int) -> Sequence[Any]:
        return [Whole(k) for k in range(1, self._longest(n) + 2)]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        longest = self._longest(n)
        if choose.integer(0, 1):  # often large: with a small cut-off, axioms about the ranks inside it have few cases
            return Whole(longest + choose.integer(0, 1))
        return Whole(choose.integer(1, longest + 1))

    def to_exact(self, value: Any) -> Any:
        cut_off = grade("k", "it", value)
        if not isinstance(cut_off, int) or cut_off < 1:
            raise ValueError(f"k is {value!r}; a cut-off must be a whole number 1, 2, ...")
        return cut_off


class DiscountVectors(ScalarSpace):
    """Positive weights of the ranks, falling or not, for n + 2 ranks, since axioms may add two items to a list."""

    def __init__(self) -> None:
        super().__init__("positive discounts, any order of sizes")

    def enumerate(self, n: int) -> Sequence[Any]:
        ranks = range(1, n + 3)
        weight_lists: list[list[Any]] = [
            [1 for _ in ranks],  # constant
            [n + 3 - i for i in ranks],  # falling linearly
            [Whole(2) ** (1 - i) for i in ranks],  # falling geometrically
            [n + 3 if i == 1 else 1 for i in ranks],  # the first rank counts most
            list(ranks),  # rising
            [1 + i % 2 for i in ranks],  # alternating
            [3 if i == 2 else 1 for i in ranks],  # the second rank counts most: an item that moves up from it loses
        ]
        return list(dict.fromkeys(Discounts.of(weights) for weights in weight_lists))

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        weights = [Whole(choose.integer(1, 9)) for _ in range(n + 2)]
        if choose.integer(0, 1):  # discounts usually fall
            weights.sort(reverse=True)
        return Discounts(tuple(weights))

    def to_exact(self, value: Any) -> Discounts:
        return Discounts.of(value)

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, Discounts):
            raise ValueError(
                f"discount: {short_repr(value)} is not a Discounts; make one with Discounts.of([1, '1/2', ...])"
            )
        Discounts.of(value.weights)

    def encode(self, value: Any) -> Any:
        return [str(w) for w in value.weights]

    def decode(self, data: Any) -> Any:
        return Discounts.of(require_texts(data, "discount"))


def discounts() -> DiscountVectors:
    """Discounts: a positive weight for each rank, 0 beyond the last one."""
    return DiscountVectors()
