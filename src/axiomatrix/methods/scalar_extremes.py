"""Exact extremes of a ratio over all values of a numeric parameter, instance by instance, for ``explore``.

An example is the smallest and the largest ratio of two metrics over all persistences p between 0 and 1. A *sense* says
which extreme is meant: ``inf`` or ``sup``.

1. The definition is evaluated on the parameter as a function of itself (:mod:`.followed`). Where it compares, the real
   line is cut at the numbers at which the answer changes (:mod:`.values`). So on each *part* of the line, an interval
   or a point, the ratio is a quotient of polynomials in the parameter.
2. The quotient is extreme where its derivative is zero, or at an end of the part. These numbers are algebraic, and
   are isolated exactly.
3. The value of the quotient at an algebraic number is a root of a polynomial, too: see :func:`value_at`.

Values are compared exactly, so the extreme over all instances and the place where it is attained are exact. In names,
``above`` is a numerator and ``below`` a denominator.
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
from .followed import FollowedNumber
from .values import ANOTHER_ANSWER, FunctionValues, NoValues

Sense = Literal["inf", "sup"]


@dataclass(frozen=True)
class ScalarExtreme:
    """The extreme ratio over all instances of one size and all values of the parameter."""

    sense: Sense
    value: RealRoot | None
    """The extreme ratio, an algebraic number (a root of a polynomial); None where the ratio has no bound."""
    at: RealRoot | None
    """The value of the parameter that attains the extreme or approaches it; None if the parameter goes to infinity."""
    attained: bool
    """Whether a value of the parameter has the extreme ratio; otherwise it is only approached."""
    arguments: tuple[Any, ...]
    """The arguments of the instance that has the extreme ratio."""
    parameter: str
    """The name of the parameter."""
    part: Interval
    """The part of the line on which the ratio is the quotient with this extreme. ``at`` lies in it, or is its end."""

    @property
    def text(self) -> str:
        """Return the extreme value as text, with a decimal where it is not rational."""
        return "infinite" if self.value is None else End(self.value.text("x"), self.value.decimal()).text

    @property
    def place(self) -> str:
        """Return the place of the extreme, such as ``p = 1/2``, or ``p -> 1`` where it is only approached."""
        if self.at is None:
            return f"{self.parameter} -> infinity"
        place = End(self.at.text(self.parameter), self.at.decimal()).text
        return f"{self.parameter} {'=' if self.attained else '->'} {place}"


@dataclass
class ScalarRange:
    """The extreme ratios over the instances of one size, and the numbers of these instances."""

    best: dict[Sense, ScalarExtreme] = field(default_factory=dict)
    """The extreme of each sense; empty if no instance has a ratio."""
    cases: int = 0
    """Instances, each with those that it represents; the discarded ones are included."""
    discarded: int = 0
    """Instances without a ratio for any value of the parameter."""


class _Piece(NamedTuple):
    """A part of the line with the numerator (``above``) and denominator (``below``) of the ratio on it."""

    part: Interval
    above: Function
    below: Function


def scalar_extremes(
    metric: Metric, statement: Statement, registry: Registry, instances: Iterable[tuple[tuple[Any, ...], int]]
) -> ScalarRange:
    """Find the extremes of the ratio over these instances and all values of the parameter.

    An instance is a tuple of argument values, with the number of instances that it represents: those that differ from
    it only in the names of their items.

    Raises :class:`~.values.NoValues` where the ratio cannot be followed.
    """
    extremes = ScalarRange()
    try:
        followed_ratio = _FollowedRatio.of(metric, statement, registry)
        for arguments, count in instances:
            has_ratio = False
            for piece in followed_ratio.ratios(arguments, followed_ratio.followed.part):
                has_ratio = True
                followed_ratio.followed.place.part = piece.part  # on which the functions of the piece are now compared
                _update_extremes(extremes.best, piece, followed_ratio.followed.name, arguments)
            extremes.cases += count
            extremes.discarded += 0 if has_ratio else count
    except NoFunction as error:
        raise NoValues(str(error)) from None
    except Exception as error:  # the definition uses an operation that a stand-in for numbers lacks
        raise_if_ours(error)
        raise NoValues(f"{type(error).__name__}: {error}") from None
    return extremes


@dataclass(frozen=True)
class _FollowedRatio:
    """A statement about a metric with one numeric parameter, evaluated on functions of it and on its values."""

    metric: Metric
    statement: Statement
    definitions: Definitions
    followed: FollowedNumber
    """Stands in for all values of the parameter; its ``place`` has the part of the line that is evaluated now."""
    bound: BoundMetric
    """The metric with ``followed`` as the value of its parameter."""

    @classmethod
    def of(cls, metric: Metric, statement: Statement, registry: Registry) -> _FollowedRatio:
        if len(metric.parameters) != 1 or not metric.exact or metric.implementation is not None:
            raise NoValues("the metric must be exact and have one parameter")
        ((name, space),) = metric.parameters.items()
        if not isinstance(space, Numbers):
            raise NoValues(f"{name} must be a number between two bounds")
        followed, definitions = FollowedNumber(space, name), Definitions(registry)
        bound = BoundMetric(metric, {name: followed.value}, FunctionValues(definitions, followed.place))
        return cls(metric, statement, definitions, followed, bound)

    def ratios(self, arguments: Sequence[Any], part: Interval) -> Iterator[_Piece]:
        """Cut a part into pieces on which no comparison of the definition changes, and yield the ratio on each.

        Pieces without a ratio are left out. The evaluation raises ``ChangesSign`` with the roots at which a comparison
        changes; the piece is then cut there and evaluated again.
        """
        place = self.followed.place
        for piece in part.split([]):
            place.part = piece
            try:
                sides = self._sides(self.bound, arguments)
                if sides is None:
                    continue
                above, below = (_to_function(place, side) for side in sides)
                if below.sign() < 0:
                    raise NoFunction("a ratio with a negative denominator")
                # a denominator of zero leaves no bound, or no ratio: that depends on the sign of the numerator
                if below.sign() == 0:
                    above.sign()  # raises ChangesSign unless the sign is the same on the whole piece
            except Undefined:
                continue
            except ChangesSign as change:
                for smaller in piece.split(change.roots):
                    yield from self.ratios(arguments, smaller)
            else:
                self._compare_with_number(arguments, piece, above, below)
                yield _Piece(piece, above, below)

    def _sides(self, bound: BoundMetric, arguments: Sequence[Any]) -> tuple[Any, Any] | None:
        """Return numerator and denominator of the ratio; None if the condition does not hold."""
        answer = self.statement.says(bound, *arguments)
        quantity = answer.quantity if isinstance(answer, Bounded) else answer
        relation = answer.relation if isinstance(answer, Bounded) else answer
        if isinstance(relation, Relation) and not relation.condition:
            return None
        if not isinstance(quantity, Quantity):
            raise NoFunction("the statement is not about a ratio")
        return quantity.numerator, quantity.denominator

    def _compare_with_number(self, arguments: Sequence[Any], part: Interval, above: Function, below: Function) -> None:
        """Raise ``NoFunction`` if the definition on a number in the part disagrees with its evaluation on functions."""
        value = self.followed.rational_value_in(part)
        if value is None:
            return
        sides = self._sides(BoundMetric(self.metric, {self.followed.name: value}, self.definitions), arguments)
        sides_from_functions = [function.above(value) / function.below(value) for function in (above, below)]
        if sides is None or [as_rational(side) for side in sides] != sides_from_functions:
            raise NoFunction(f"{ANOTHER_ANSWER} {self.followed.name} = {value}")


def _to_function(place: Place, side: Any) -> Function:
    """Convert a side of the ratio to a function."""
    if type(side) is Function:
        return side
    number = as_rational(side)
    if number is None:
        raise NoFunction(f"{side!r:.40} is not a quotient of polynomials")
    return Function(place, fmpq_poly([number]))


# --- extremes of one instance ---------------------------------------------------------------------------------


def _update_extremes(best: dict[Sense, ScalarExtreme], piece: _Piece, name: str, arguments: tuple[Any, ...]) -> None:
    """Update the best extremes by one piece of one instance; ``name`` is the parameter's.

    Of each sense, a value replaces the best so far as follows:

    1. Where the denominator is zero on the whole piece, the ratio has no bound if the numerator has the sign of the
       ``direction``: 1 where larger values win and -1 where smaller ones do.
    2. Nothing replaces a ratio without a bound, except by rule 1.
    3. A more extreme value replaces the best. Of equal values, one that is attained replaces one only approached.
    """
    part, above, below = piece
    is_zero_below = below.sign() == 0  # the sign on the whole piece, which is the place of both functions now
    senses: tuple[Sense, ...] = ("inf", "sup")
    for sense in senses:
        direction = 1 if sense == "sup" else -1
        if is_zero_below:
            if above.sign() == direction:
                place = part.point or RealRoot.of(part.rational_inside())
                best[sense] = ScalarExtreme(sense, None, place, True, arguments, name, part)
            continue
        # (p / q) / (r / s) = (p s) / (q r)
        for value, at, attained in _candidates(part, above.above * below.below, above.below * below.above, direction):
            best_so_far = best.get(sense)
            if best_so_far is not None and best_so_far.value is None:  # the ratio has no bound already
                break
            if value is None:
                best[sense] = ScalarExtreme(sense, None, at, False, arguments, name, part)
                break
            if best_so_far is not None and best_so_far.value is not None:
                comparison = direction * value.compare(best_so_far.value)
                is_newly_attained = comparison == 0 and attained and not best_so_far.attained
                if comparison < 0 or (comparison == 0 and not is_newly_attained):
                    continue
            best[sense] = ScalarExtreme(sense, value, at, attained, arguments, name, part)


class _Candidate(NamedTuple):
    """A number at which a quotient may be extreme, with its value there."""

    value: RealRoot | None
    """None if the quotient goes to infinity, in the direction that was asked for."""
    at: RealRoot | None
    """None if the parameter goes to infinity."""
    attained: bool
    """Whether the number lies in the part; at an open end the value is only approached."""


def _candidates(part: Interval, above: fmpq_poly, below: fmpq_poly, direction: int) -> Iterator[_Candidate]:
    """Yield candidates for the extreme of the quotient ``above / below`` on a part of the line.

    They are the roots of the derivative and the two ends. ``direction`` is 1 for a supremum and -1 for an infimum.
    """
    common = above.gcd(below)
    if common.degree() > 0:  # reduced, so that a zero of the denominator is a pole
        above, below = divmod(above, common)[0], divmod(below, common)[0]
    if part.point is not None:  # the part is a single number
        yield _Candidate(value_at(above, below, part.point), part.point, True)
        return
    slope_numerator = above.derivative() * below - above * below.derivative()
    if slope_numerator.degree() < 0:  # it is the zero polynomial, so the quotient is constant: attained everywhere
        place = RealRoot.of(part.rational_inside())
        yield _Candidate(value_at(above, below, place), place, True)
        return
    for root in part.inside(roots_of(slope_numerator)):
        yield _Candidate(value_at(above, below, root), root, True)
    for end in (part.low, part.high):
        sign_inside = _sign_beside(end, part, above * below)  # a quotient has the sign of the product
        at = end
        if at is None:  # the parameter goes to infinity; ``part.high`` comes last, so both sides may be replaced
            above, below = _in_reciprocal(above, below)
            at = RealRoot.of(fmpq(0))
        if at.sign_of(below) != 0:
            yield _Candidate(value_at(above, below, at), end, False)  # closed ends are separate parts: see ratios
        elif sign_inside == direction:  # a pole, near which the quotient goes to infinity in this direction
            yield _Candidate(None, end, False)


def _sign_beside(end: RealRoot | None, part: Interval, product: fmpq_poly) -> int:
    """Return the sign of a polynomial inside the part next to an end: at a number before the nearest root."""
    cuts = [part.low, *part.inside(roots_of(product)), part.high]
    if end is part.high:
        low, high = cuts[-2], cuts[-1]
    else:
        low, high = cuts[0], cuts[1]
    value = product(Interval(low, high).rational_inside())
    return int(value > 0) - int(value < 0)


def _in_reciprocal(above: fmpq_poly, below: fmpq_poly) -> tuple[fmpq_poly, fmpq_poly]:
    """Rewrite a quotient as a function of 1/x, so that infinity becomes 0."""
    size = max(above.degree(), below.degree()) + 1
    # x = 1/y: both sides times y^(size - 1), which reverses the coefficients
    reversed_sides = [fmpq_poly([side[size - 1 - k] for k in range(size)]) for side in (above, below)]
    return reversed_sides[0], reversed_sides[1]


def value_at(above: fmpq_poly, below: fmpq_poly, at: RealRoot) -> RealRoot:
    """Return the exact value of a quotient at an algebraic number at which its denominator is not zero.

    Let the number a be a root of the polynomial f. Polynomials modulo f form a vector space, on which multiplication by
    the quotient is a linear map, and the value of the quotient at a is one of its eigenvalues. So it is a root of the
    map's minimal polynomial. Bisection finds which: the value is compared with rationals between neighbouring roots.
    """
    if at.rational is not None:
        return RealRoot.of(above(at.rational) / below(at.rational))
    modulus = fmpq_poly(at.polynomial)
    quotient = _multiplication_matrix(above, modulus) * _multiplication_matrix(below, modulus).inv()
    roots = roots_of(quotient.minpoly())
    sign_below = at.sign_of(below)
    low, high = 0, len(roots) - 1
    while low < high:
        middle = (low + high) // 2
        cut = Interval(roots[middle], roots[middle + 1]).rational_inside()
        if at.sign_of(above - below * cut) * sign_below > 0:  # value > cut
            low = middle + 1
        else:
            high = middle
    return roots[low]


def _multiplication_matrix(factor: fmpq_poly, modulus: fmpq_poly) -> fmpq_mat:
    """Return the matrix of multiplication by a polynomial modulo another, in the basis 1, x, x^2 ..."""
    size = modulus.degree()
    x = fmpq_poly([0, 1])
    columns, image = [], factor % modulus  # the image of 1, then of x, x^2 ...
    for _ in range(size):
        columns.append([image[k] for k in range(size)])
        image = (image * x) % modulus
    return fmpq_mat(size, size, [fmpq(columns[j][i]) for i in range(size) for j in range(size)])
