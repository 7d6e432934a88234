"""Check certificates over all values of a number: a bound for each size, where a metric has one number as parameter.

A *certificate* is a file of results that are derived again here, without trust in the search that wrote it. An example
is one about a score with a discount p for 0 < p < 1. An *instance* has a value of each space of the statement, such as
a list. The *sense* says whether the constant c of a size bounds the ratio numerator / denominator from below (``inf``)
or from above (``sup``, where the numerator and c are negated).

For each size the file states a rational constant c and the number of instances. They are listed as for exhaustive
certificates (:mod:`.exhaustive`). For every instance:

1. The bare definitions are evaluated on the unknown number, as quotients of polynomials. Where a definition compares,
   the sign must be the same on the whole *part* of the line: at first all values of the number. A part is cut at a
   rational number where the sign changes; any other change of sign is refused.
2. ``numerator - c * denominator`` must not be negative anywhere on the part, which Sturm's theorem decides.
3. At a number in the part, the definitions must give the same result as on the unknown.

The constant is proved to be a bound. It is not proved to be the best one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..evidence.refusal import Refused
from ..model.axiom import Statement
from ..model.metric import BoundMetric, Metric
from ..model.registry import Registry
from ..model.relation import Bounded
from ..numbers.exact import Undefined
from ..numbers.rationals import fractions_instead_of_flint
from ..spaces import Numbers
from .exhaustive import ListedInstances, items_label, require_bare_size, require_comparable
from .items import NotASum, refusing
from .line import (
    LinePart,
    Polynomial,
    Sturm,
    add,
    at,
    is_nowhere_negative,
    multiply,
    polynomial,
    scale,
    sign,
)
from .numbers import Number, as_number, decode_number, whole_as_int
from .verified import Verified, compare
from .world import BareDefinitions, parts_of

STANDS_IN = True
"""Values of this module stand in for numbers, so that an error raised in it is a bug of ours, not of a definition.

:func:`axiomatrix.evidence.fault.is_ours` looks for this name.
"""
MAX_INSTANCES_OF_A_SIZE = 20_000
"""Most instances of one size."""


def check(data: Mapping[str, Any], registry: Registry, metric: Metric, statement: Statement) -> Verified:
    """Check the sizes of a certificate over a number; :class:`Refused` with the first error."""
    checker = _NumberChecker(registry, metric, statement, data)
    sizes = [checker.check_size(n, size) for n, size in enumerate(data["sizes"], 1)]
    return Verified.of_sizes(
        metric,
        statement,
        sizes,
        data["sense"],
        classes=sum(size.decided for size in sizes),
        items=items_label(list(statement.over(metric).values()), is_renamed=checker.is_renamed),
        by=f"decided one by one for all values of {data['parameter']}",
    )


# --- an unknown number ----------------------------------------------------------------------------------------------


class _Cut(BaseException):
    """Raised where a sign changes at a rational number inside the part: the caller cuts the part there.

    It is not an ``Exception``, so that a definition does not catch it.
    """

    def __init__(self, root: Fraction) -> None:
        """``root`` is the number at which the sign changes."""
        super().__init__("the sign changes")
        self.root = root


class UnknownNumber:
    """A quotient of polynomials (``above`` over ``below``) in the unknown number, on a part of the line.

    A definition is evaluated on it as on a number. Where it compares, the answer must be the same on the whole part.
    Operations without a value that is such a quotient raise :class:`.items.NotASum`.
    """

    __slots__ = ("above", "below", "part")
    __array_priority__ = 1000  # numpy leaves operators to this class

    def __init__(self, part: LinePart, above: Polynomial, below: Polynomial = (Fraction(1),)) -> None:
        self.part, self.above, self.below = part, above, below

    def converted(self, value: Any) -> UnknownNumber:
        """Convert a number to a constant quotient on this part; return a quotient unchanged."""
        if type(value) is UnknownNumber:
            return value
        return UnknownNumber(self.part, polynomial([Fraction(as_number(value))]))

    def __add__(self, other: Any) -> UnknownNumber:
        right = self.converted(other)
        if self.below == right.below:
            return UnknownNumber(self.part, add(self.above, right.above), self.below)
        above = add(multiply(self.above, right.below), multiply(right.above, self.below))
        return UnknownNumber(self.part, above, multiply(self.below, right.below))

    __radd__ = __add__

    def __neg__(self) -> UnknownNumber:
        return UnknownNumber(self.part, scale(self.above, Fraction(-1)), self.below)

    def __pos__(self) -> UnknownNumber:
        return self

    def __sub__(self, other: Any) -> UnknownNumber:
        return self + -self.converted(other)

    def __rsub__(self, other: Any) -> UnknownNumber:
        return self.converted(other) + -self

    def __mul__(self, other: Any) -> UnknownNumber:
        right = self.converted(other)
        return UnknownNumber(self.part, multiply(self.above, right.above), multiply(self.below, right.below))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> UnknownNumber:
        right = self.converted(other)
        if right.sign() == 0:
            raise ZeroDivisionError("division by zero")
        return UnknownNumber(self.part, multiply(self.above, right.below), multiply(self.below, right.above))

    def __rtruediv__(self, other: Any) -> UnknownNumber:
        return self.converted(other) / self

    def __pow__(self, exponent: Any) -> UnknownNumber:
        power = as_number(exponent)
        if not isinstance(power, int):
            raise NotASum("a power of an unknown that is not whole")
        product = self.converted(1)
        for _ in range(abs(power)):
            product = product * self
        return 1 / product if power < 0 else product

    def __abs__(self) -> UnknownNumber:
        return -self if self.sign() < 0 else self

    def sign_polynomial(self) -> Polynomial:
        """Return a polynomial with the sign of the quotient everywhere: above * below."""
        return multiply(self.above, self.below)

    def sign(self) -> int:
        """Return the sign on the whole part; raises :class:`_Cut` at a rational root of :meth:`sign_polynomial`."""
        p = self.sign_polynomial()
        if not p or self.part.is_point:  # the zero polynomial, or a single number
            return sign(at(p, self.part.low))
        is_constant = len(p) == 1
        if not is_constant and (sturm := Sturm(p)).roots_in(self.part):
            root = sturm.rational_root(self.part)
            if root is None:
                raise NotASum("a comparison whose answer changes at a number that is not rational")
            raise _Cut(root)
        return sign(at(p, self.part.number_inside()))

    def __lt__(self, other: Any) -> bool:
        return bool((self - other).sign() < 0)

    def __le__(self, other: Any) -> bool:
        return bool((self - other).sign() <= 0)

    def __gt__(self, other: Any) -> bool:
        return bool((self - other).sign() > 0)

    def __ge__(self, other: Any) -> bool:
        return bool((self - other).sign() >= 0)

    def __eq__(self, other: object) -> bool:
        return bool((self - other).sign() == 0)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        return self.sign() != 0

    __hash__ = refusing(NotASum, "the hash of an unknown, as in a dict or a set")
    __repr__ = __str__ = __format__ = __bytes__ = refusing(NotASum, "the text of an unknown")
    __float__ = __int__ = __index__ = __complex__ = refusing(NotASum, "the value of an unknown")
    __round__ = __trunc__ = __floor__ = __ceil__ = refusing(NotASum, "the rounding of an unknown")
    __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = refusing(NotASum, "a division of an unknown with remainder")
    __divmod__ = __rdivmod__ = __mod__
    __rpow__ = refusing(NotASum, "an unknown as an exponent")
    __len__ = __iter__ = __getitem__ = refusing(NotASum, "an unknown as a collection")

    def __getattr__(self, name: str) -> Any:
        raise NotASum(f"the attribute {name!r} of an unknown")


# --- sizes ----------------------------------------------------------------------------------------------------------


@dataclass
class _SizeOverNumber:
    """Result of the instances of one size."""

    n: int
    value: Number | None
    """The constant of the certificate; None if it states none."""
    decided: int = 0
    """Number of instances decided one by one."""
    asked: int = 0
    """Number of instances, orbits counted in full, that have a value for some number."""
    holds: bool = True
    """Whether the bound that the statement claims holds in each of them, for all numbers."""
    has_ratio: bool = False
    """Whether some instance has a denominator that is not identically zero."""


@dataclass(frozen=True)
class _SidesOnPart:
    """The two sides of a ratio as functions of the unknown number, on a part of the line."""

    part: LinePart
    numerator: UnknownNumber
    denominator: UnknownNumber
    slack: UnknownNumber | None
    """What the claimed bound leaves: it holds where this is not negative. None if the statement claims no bound."""


class _NumberChecker:
    """The check of a statement about a metric with one number, size by size."""

    def __init__(self, registry: Registry, metric: Metric, statement: Statement, data: Mapping[str, Any]) -> None:
        self.registry, self.metric, self.statement = registry, metric, statement
        self.parameter, self.sense = data["parameter"], data["sense"]
        if list(metric.parameters) != [self.parameter] or not isinstance(metric.parameters[self.parameter], Numbers):
            raise Refused(f"{metric.name} must have one parameter, a number, and the certificate must name it")
        if not metric.exact:
            raise Refused(f"{metric.name} has values in floats only")
        if self.sense not in ("inf", "sup") or data["by"] not in ([], ["renaming"]):
            raise Refused(f"unknown sense {self.sense!r:.40} or symmetries {data['by']!r:.40}")
        self.is_renamed = bool(data["by"])
        """Whether only one first argument of each orbit under renaming the items is enumerated."""
        require_comparable(registry, metric, statement, is_renamed=self.is_renamed)
        space: Any = metric.parameters[self.parameter]
        low, high = (None if end is None else Fraction(as_number(end)) for end in (space.low, space.high))
        assert low is not None  # spaces of numbers have a lower end
        ends = [LinePart(end, end) for end in (low, high) if space.closed and end is not None]
        self.parts = [LinePart(low, high), *ends]
        """All values of the number: the open interval, and its ends if they belong to the space."""

    def check_size(self, n: int, data: Mapping[str, Any]) -> _SizeOverNumber:
        """Check that the constant of the certificate bounds all instances of one size."""
        require_bare_size(data, n)
        instances = ListedInstances(list(self.statement.over(self.metric).values()), n, is_renamed=self.is_renamed)
        if instances.count_to_decide > MAX_INSTANCES_OF_A_SIZE:
            raise Refused(f"n = {n}: there are too many instances to enumerate")
        size = _SizeOverNumber(n, None if data["value"] is None else decode_number(data["value"]))
        for values, orbit_size in instances.with_orbits():
            size.decided += 1
            has_value = False
            for part in self.parts:
                for sides in self._evaluate_on(values, part):
                    has_value = True
                    self._check_bound(size, sides)
            size.asked += orbit_size if has_value else 0
        compare(data, n, instances=instances.total_count, asked=size.asked)
        if size.value is not None and not size.has_ratio:
            raise Refused(f"n = {n}: the constant is {size.value}, but no instance has a ratio")
        return size

    def _check_bound(self, size: _SizeOverNumber, sides: _SidesOnPart) -> None:
        """Check that the constant bounds the ratio of an instance on a part, and note whether the claimed one does."""
        has_ratio = bool(sides.denominator.above)  # the zero polynomial is empty
        if size.value is None and has_ratio:
            raise Refused(f"n = {size.n}: an instance has a ratio, but no constant is given")
        size.has_ratio |= has_ratio
        numerator = -sides.numerator if self.sense == "sup" else sides.numerator
        # Without a constant the denominator is zero on the whole part, so that the numerator must not be negative.
        slack = numerator - sides.denominator * (size.value or 0)
        if not is_nowhere_negative(slack.sign_polynomial(), sides.part):
            raise Refused(f"n = {size.n}: the constant {size.value} is not a bound for all values of {self.parameter}")
        # A statement that claims no bound, but asks for the best one, is not proved by any.
        follows = sides.slack is not None and is_nowhere_negative(sides.slack.sign_polynomial(), sides.part)
        size.holds = size.holds and follows

    def _evaluate_on(self, values: Sequence[Any], part: LinePart) -> Iterator[_SidesOnPart]:
        """Yield the sides of an instance on a part, or on the pieces into which changes of sign cut it.

        ``values`` are the arguments of the statement. A piece without a value is left out.
        """
        coefficients = [part.low] if part.is_point else [Fraction(0), Fraction(1)]  # the number itself, or x
        unknown = UnknownNumber(part, polynomial(coefficients))
        refusals_before = NotASum.count
        try:
            answer = self._answer(values, unknown)
            sides = self._read_sides(answer, unknown)
        except _Cut as cut:
            low, root, high = part.low, cut.root, part.high
            for piece in (LinePart(low, root), LinePart(root, root), LinePart(root, high)):
                yield from self._evaluate_on(values, piece)
            return
        except NotASum as error:
            unfollowed = f"{self.metric.name} cannot be followed for all values of {self.parameter}"
            raise Refused(f"{unfollowed}: {error}") from None
        except Undefined:
            return
        if NotASum.count != refusals_before:
            raise Refused(
                f"{self.metric.name} caught an exception by which the unknown {self.parameter} refuses an operation"
            )
        if sides is not None:
            self._compare_with_number(values, sides)
            yield sides

    def _answer(self, values: Sequence[Any], number: Any) -> Any:
        """Evaluate the statement at a number or the unknown; after a ``TypeError`` again with Fractions alone.

        A definition that builds Fractions itself cannot mix them with flint's rationals.
        """
        definitions = BareDefinitions(self.registry)
        try:
            return self.statement.says(BoundMetric(self.metric, {self.parameter: number}, definitions), *values)
        except TypeError:
            number = number if type(number) is UnknownNumber else Fraction(as_number(number))
            with fractions_instead_of_flint():
                return self.statement.says(BoundMetric(self.metric, {self.parameter: number}, definitions), *values)

    def _read_sides(self, answer: Any, unknown: UnknownNumber) -> _SidesOnPart | None:
        """Read the two sides of the ratio from the statement's answer; None if its condition does not hold."""
        relation, quantity = parts_of(answer)
        if relation is not None and relation.condition is False:
            return None
        if quantity is None:
            raise Refused("the statement is not about a ratio or a difference")
        if quantity.sense != self.sense:
            raise Refused(f"the sense is {self.sense}; the statement is about the {quantity.sense}")
        slack = None
        if relation is not None:
            if relation.condition is not True or relation.op not in ("<=", ">="):
                raise Refused("the statement is not an inequality")
            slack = unknown.converted(relation.lhs) - relation.rhs
            slack = -slack if relation.op == "<=" else slack
        return _SidesOnPart(
            unknown.part, unknown.converted(quantity.numerator), unknown.converted(quantity.denominator), slack
        )

    def _compare_with_number(self, values: Sequence[Any], sides: _SidesOnPart) -> None:
        """Refuse a definition that gives another result on a number than on the unknown."""
        x = sides.part.number_inside()
        space: Any = self.metric.parameters[self.parameter]
        answer = self._answer(values, space.decode(str(x)))
        quantity = answer.quantity if isinstance(answer, Bounded) else answer
        # A definition that answers otherwise here has no such attributes: its error refuses the certificate too.
        actual = [as_number(quantity.numerator), as_number(quantity.denominator)]
        expected = [
            whole_as_int(at(side.above, x) / at(side.below, x)) for side in (sides.numerator, sides.denominator)
        ]
        if actual != expected:
            raise Refused(
                f"{self.metric.name} gives another result at {self.parameter} = {x} than on an unknown number"
            )
