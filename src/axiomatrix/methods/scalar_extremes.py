"""Extremes of a ratio over all values of a number: each instance by itself, for all values at once.

1. The definition is evaluated on the parameter as a function of itself. Where it compares, the line is cut at the
   numbers at which the answer changes (:mod:`.values`), so that on each part the ratio is a quotient of polynomials.
2. The quotient is extreme where its derivative is zero, or at an end of the part. These numbers are isolated exactly.
3. The value there is the root of the least polynomial of the quotient modulo the polynomial of the number.

Values are compared exactly, so that the extreme over all instances is exact, and so is where it is attained.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from flint import fmpq, fmpq_mat, fmpq_poly

from ..evidence.fault import raise_if_ours
from ..evidence.instance import Definitions
from ..evidence.values import End
from ..model.axiom import Statement
from ..model.metric import BoundMetric, Metric
from ..model.registry import Registry
from ..model.relation import Bounded, Quantity, Relation
from ..numbers.exact import Undefined
from ..numbers.functions import ChangesSign, Function, NoFunction, Place
from ..numbers.line import Interval, RealRoot, roots_of
from ..numbers.rationals import as_rational
from ..spaces import Numbers
from .values import ANOTHER, AsFunctions, FollowedNumber, NoValues

Sense = Literal["inf", "sup"]


@dataclass(frozen=True)
class ScalarExtreme:
    """The extreme ratio over all instances of one size and all values of the parameter."""

    sense: Sense
    value: RealRoot | None
    """None where the ratio has no bound."""
    at: RealRoot | None
    """The value of the parameter that attains it, or leads there; None for one that grows without bound."""
    attained: bool
    chosen: tuple[Any, ...]
    """The arguments of the instance."""
    parameter: str
    part: Interval
    """The part of the line on which the ratio is the quotient that is extreme."""

    @property
    def text(self) -> str:
        """The value, with a decimal where it is not rational."""
        return "infinite" if self.value is None else End(self.value.text("x"), self.value.decimal()).text

    @property
    def place(self) -> str:
        """Where it is, such as ``p = 1/2``."""
        if self.at is None:
            return f"{self.parameter} -> infinity"
        place = End(self.at.text(self.parameter), self.at.decimal()).text
        return f"{self.parameter} {'=' if self.attained else '->'} {place}"


@dataclass
class ScalarRange:
    """The extreme ratios over instances of one size, and how many instances there were."""

    best: dict[Sense, ScalarExtreme] = field(default_factory=dict)
    cases: int = 0
    discarded: int = 0
    """Those that have no ratio for any value of the parameter."""


class _Piece(NamedTuple):
    """A part of the line with the two sides of the ratio on it."""

    part: Interval
    above: Function
    below: Function


def scalar_extremes(
    metric: Metric, statement: Statement, registry: Registry, instances: Iterable[tuple[tuple[Any, ...], int]]
) -> ScalarRange:
    """The extremes over the instances and all values of the metric's one number; each instance counts for so many.

    Raises :class:`~.values.NoValues` where the ratio cannot be followed.
    """
    extremes = ScalarRange()
    try:
        question = _FollowedRatio.of(metric, statement, registry)
        for chosen, count in instances:
            has_ratio = False
            for piece in question.ratios(chosen, question.follow.part):
                has_ratio = True
                question.follow.place.part = piece.part
                _take(extremes.best, piece, question.follow.name, chosen)
            extremes.cases += count
            extremes.discarded += 0 if has_ratio else count
    except NoFunction as error:
        raise NoValues(str(error)) from None
    except Exception as error:  # the definition does something that no stand-in for a number can
        raise_if_ours(error)
        raise NoValues(f"{type(error).__name__}: {error}") from None
    return extremes


@dataclass(frozen=True)
class _FollowedRatio:
    """A statement about a metric whose one parameter is a number: on the number as a function, and on numbers."""

    metric: Metric
    statement: Statement
    definitions: Definitions
    follow: FollowedNumber
    bound: BoundMetric

    @classmethod
    def of(cls, metric: Metric, statement: Statement, registry: Registry) -> _FollowedRatio:
        if len(metric.parameters) != 1 or not metric.exact or metric.implementation is not None:
            raise NoValues("it must be an exact metric with one parameter")
        ((name, space),) = metric.parameters.items()
        if not isinstance(space, Numbers):
            raise NoValues(f"{name} must be a number between two bounds")
        follow, definitions = FollowedNumber(space, name), Definitions(registry)
        bound = BoundMetric(metric, {name: follow.value}, AsFunctions(definitions, follow.place))
        return cls(metric, statement, definitions, follow, bound)

    def ratios(self, chosen: Sequence[Any], part: Interval) -> Iterator[_Piece]:
        """The two sides of the ratio on each piece of the part, on which the definition takes one course."""
        place = self.follow.place
        for piece in part.split([]):
            place.part = piece
            try:
                sides = self._sides(self.bound, chosen)
                if sides is None:
                    continue
                above, below = (_function(place, side) for side in sides)
                if below.sign() < 0:
                    raise NoFunction("a ratio with a negative denominator: a bound")
                if below.sign() == 0:
                    above.sign()  # the same on the whole piece
            except Undefined:
                continue
            except ChangesSign as change:
                for smaller in piece.split(change.roots):
                    yield from self.ratios(chosen, smaller)
            else:
                self._compare_with_number(chosen, piece, above, below)
                yield _Piece(piece, above, below)

    def _sides(self, bound: BoundMetric, chosen: Sequence[Any]) -> tuple[Any, Any] | None:
        """Numerator and denominator of the ratio; None where nothing is asked."""
        answer = self.statement.says(bound, *chosen)
        quantity = answer.quantity if isinstance(answer, Bounded) else answer
        relation = answer.relation if isinstance(answer, Bounded) else answer
        if isinstance(relation, Relation) and not relation.condition:
            return None
        if not isinstance(quantity, Quantity):
            raise NoFunction("the statement is about no ratio; what it says")
        return quantity.numerator, quantity.denominator

    def _compare_with_number(self, chosen: Sequence[Any], part: Interval, above: Function, below: Function) -> None:
        """Raise ``NoFunction`` if the definition says something else of a number in the part than of all at once."""
        value = self.follow.some(part)
        if value is None:
            return
        sides = self._sides(BoundMetric(self.metric, {self.follow.name: value}, self.definitions), chosen)
        expected = [function.above(value) / function.below(value) for function in (above, below)]
        if sides is None or [as_rational(side) for side in sides] != expected:
            raise NoFunction(f"{ANOTHER} {self.follow.name} = {value},")


def _function(place: Place, value: Any) -> Function:
    if type(value) is Function:
        return value
    number = as_rational(value)
    if number is None:
        raise NoFunction(f"{value!r:.40}, no quotient of polynomials: an operation")
    return Function(place, fmpq_poly([number]))


# --- extremes of one instance ---------------------------------------------------------------------------------


def _take(best: dict[Sense, ScalarExtreme], piece: _Piece, name: str, chosen: tuple[Any, ...]) -> None:
    """Keep what one piece of one instance says."""
    part, above, below = piece
    zero = below.sign() == 0
    senses: tuple[Sense, ...] = ("inf", "sup")
    for sense in senses:
        wanted = 1 if sense == "sup" else -1
        if zero:
            if above.sign() == wanted:
                somewhere = part.point or RealRoot.of(part.rational_inside())
                best[sense] = ScalarExtreme(sense, None, somewhere, True, chosen, name, part)
            continue
        for value, at, attained in _candidates(part, above.above * below.below, above.below * below.above, wanted):
            before = best.get(sense)
            if before is not None and before.value is None:
                break
            if value is None:
                best[sense] = ScalarExtreme(sense, None, at, False, chosen, name, part)
                break
            side = 1 if before is None or before.value is None else wanted * value.compared(before.value)
            if side > 0 or (side == 0 and before is not None and attained and not before.attained):
                best[sense] = ScalarExtreme(sense, value, at, attained, chosen, name, part)


def _candidates(
    part: Interval, above: fmpq_poly, below: fmpq_poly, wanted: int
) -> Iterator[tuple[RealRoot | None, RealRoot | None, bool]]:
    """Where the quotient can be extreme on the part, with its value; None for one that grows without bound there."""
    common = above.gcd(below)
    if common.degree() > 0:
        above, below = divmod(above, common)[0], divmod(below, common)[0]
    if part.point is not None:
        yield value_at(above, below, part.point), part.point, True
        return
    derivative = above.derivative() * below - above * below.derivative()
    for root in part.inside(roots_of(derivative)) if derivative.degree() >= 0 else ():
        yield value_at(above, below, root), root, True
    if derivative.degree() < 0:  # constant: attained everywhere
        anywhere = RealRoot.of(part.rational_inside())
        yield value_at(above, below, anywhere), anywhere, True
        return
    for end in (part.low, part.high):
        near, at = _beside(end, part, above * below), end
        if at is None:  # the parameter grows without bound: the leading terms decide
            above, below = _reversed(above, below)
            at = RealRoot.of(fmpq(0))
        if at.sign_of(below) != 0:
            yield value_at(above, below, at), end, False
        elif near == wanted:
            yield None, end, False


def _beside(end: RealRoot | None, part: Interval, product: fmpq_poly) -> int:
    """The sign of a product inside the part beside that end of it, where its sign may change further inside."""
    cuts = [part.low, *part.inside(roots_of(product)), part.high]
    low, high = (cuts[-2], cuts[-1]) if end is part.high else (cuts[0], cuts[1])
    value = product(Interval(low, high).rational_inside())
    return int(value > 0) - int(value < 0)


def _reversed(above: fmpq_poly, below: fmpq_poly) -> tuple[fmpq_poly, fmpq_poly]:
    """The quotient as a function of 1/x, which is 0 where x is infinite."""
    size = max(above.degree(), below.degree()) + 1
    turned = [fmpq_poly([p[size - 1 - k] for k in range(size)]) for p in (above, below)]
    return turned[0], turned[1]


def value_at(above: fmpq_poly, below: fmpq_poly, at: RealRoot) -> RealRoot:
    """The exact value of a quotient at a number, where its denominator is not zero."""
    if at.rational is not None:
        return RealRoot.of(above(at.rational) / below(at.rational))
    modulus = fmpq_poly(at.polynomial)
    numbers = _times(above, modulus) * _times(below, modulus).inv()
    roots = roots_of(numbers.minpoly())
    side = at.sign_of(below)
    low, high = 0, len(roots) - 1
    while low < high:  # which of the roots it is, by rationals between them
        middle = (low + high) // 2
        cut = Interval(roots[middle], roots[middle + 1]).rational_inside()
        if at.sign_of(above - below * cut) * side > 0:
            low = middle + 1
        else:
            high = middle
    return roots[low]


def _times(factor: fmpq_poly, modulus: fmpq_poly) -> fmpq_mat:
    """Multiplication by a polynomial modulo another, as a matrix over 1, x, x^2 ..."""
    size = modulus.degree()
    columns, power = [], factor % modulus
    for _ in range(size):
        columns.append([power[k] for k in range(size)])
        power = (power * fmpq_poly([0, 1])) % modulus
    return fmpq_mat(size, size, [fmpq(columns[j][i]) for i in range(size) for j in range(size)])
