"""Find the values of a metric's parameter for which a statement fails, as exact intervals.

``check`` adds the result to a refuted cell with one parameter, as a note such as ``holds exactly for p >= 1/2
(n <= 5)``. ``explore`` uses it too. For a number between two bounds:

1. The parameter is replaced by a function of itself (it is *followed*, :mod:`.followed`), so that one evaluation covers
   all of its values. Each instance fails on intervals and points, whose ends are exact roots of polynomials.
2. The instances of 1, 2, 3 ... items are decided in turn, each on the *part* of the line (an interval, or a point)
   that is left. The part that no instance takes away is where the statement holds, as far as the sizes go.
3. One value in each interval is decided again by the definition on numbers. A difference refuses the whole result.

For a cut-off, every value up to n + 1 is tried. A half-life alpha enters discounts as t = 2^(-1/(alpha - 1)) only. The
definition is then evaluated as a function of t, which grows with alpha, and the ends are translated. A *stretch* is a
run of values without gaps, as reports show it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import groupby, product
from typing import Any, NamedTuple

from ..evidence.fault import raise_if_ours
from ..evidence.instance import Definitions, Instance, in_fractions
from ..evidence.values import End, Stretch, ValuesNote
from ..model.axiom import Statement
from ..model.metric import BoundMetric, Metric
from ..model.registry import Registry
from ..model.relation import DISCARDED, FAILS, Bounded, Quantity, Relation, holds
from ..numbers.exact import Undecided, Undefined, Whole, exact_value, sign
from ..numbers.functions import ChangesSign, NoFunction, Place, StandIn
from ..numbers.line import Interval, join_neighbours
from ..spaces import CutOffs, Numbers
from .followed import Followed, FollowedBase, FollowedHalfLife, FollowedNumber
from .instances import Combinations
from .remembered import RememberedDefinitions

MAX_CASES_OF_A_SIZE = 300
"""Most cases of one size above the size at which the statement is known to fail."""
MAX_CASES_UP_TO_FAILURE = 6_000
"""Most cases of one size up to the size at which the statement is known to fail."""
MAX_SIZE_OF_VALUES = 6
"""The largest size, unless the statement is known to fail at larger sizes only."""
ANOTHER_ANSWER = "another answer to numbers than to functions at"
"""First words of a refusal: a definition gave a number and a function different answers. The value follows."""


class NoValues(Exception):
    """Raised with the reason where the values of a parameter cannot be determined."""


@dataclass(frozen=True)
class DecidedValues:
    """The parameter values for which a statement fails, with instances that show it."""

    note: ValuesNote
    """The stretches of values for which it holds and fails, as reports show them."""
    failing_instances: tuple[Instance, ...]
    """An instance for each stretch of failing values, at a value in it; for a cut-off, one for each value."""


def values_of(
    metric: Metric,
    statement: Statement,
    registry: Registry,
    *,
    failing_size: int = 0,
    max_cases: int = MAX_CASES_OF_A_SIZE,
    max_size: int = MAX_SIZE_OF_VALUES,
) -> DecidedValues:
    """Determine the values of the metric's only parameter for which some instance breaks the statement.

    ``failing_size`` is a size at which the statement is known to fail, 0 if unknown. ``max_cases`` limits the cases of
    a size, and ``max_size`` the size. Raises :class:`NoValues`.
    """
    if len(metric.parameters) != 1 or not metric.exact or metric.implementation is not None:
        raise NoValues("the metric must be exact and have one parameter")
    if statement.axiom.quantifier != "for all":
        raise NoValues(f"{statement.id} is not a 'for all' statement")
    ((name, space),) = statement.parameters(metric.parameters).items()
    definitions = RememberedDefinitions(Definitions(registry))
    question = _Question(metric, statement, definitions, name, failing_size, max_cases, max_size)
    if isinstance(space, CutOffs):
        return _try_cut_offs(question, space)
    if not isinstance(space, Numbers):
        raise NoValues(f"{name} must be a cut-off, or a number between two bounds")
    reasons = []
    for stand_in in (FollowedNumber, FollowedHalfLife, FollowedBase):
        try:
            return _follow_number(question, stand_in(space, name))  # raises NoFunction if the class does not suit
        except NoFunction as error:
            reasons.append(str(error))
        except Exception as error:  # the definition uses an operation that a stand-in for numbers lacks
            raise_if_ours(error)
            reasons.append(f"{type(error).__name__}: {error}")
    raise NoValues(f"the definition cannot be followed: {reasons[0]}")  # the reason of the plain number tells most


@dataclass(frozen=True)
class _Question:
    """A statement about a metric with one parameter, and the budget of its instances.

    A *case* is an instance (the arguments of the statement) with a value of the parameter.
    """

    metric: Metric
    statement: Statement
    definitions: RememberedDefinitions
    name: str
    """The name of the parameter."""
    failing_size: int
    """A size at which the statement is known to fail; 0 if unknown."""
    max_cases: int
    """Most cases of a size above ``failing_size``; up to it :data:`MAX_CASES_UP_TO_FAILURE` are allowed."""
    max_size: int
    """The largest size, unless ``failing_size`` is larger."""

    def sizes(
        self, count_values: Callable[[int], int] = lambda n: 1
    ) -> Iterator[tuple[int, Iterable[tuple[Any, ...]]]]:
        """Yield each size with its instances, until a size has more cases than the budget.

        An instance is a tuple of argument values. ``count_values`` gives the number of parameter values that are tried
        at a size, so that cases = instances times values.
        """
        for n in range(1, max(self.max_size, self.failing_size) + 1):
            over = self.statement.over(self.metric)
            limit = self.max_cases if n > self.failing_size else max(self.max_cases, MAX_CASES_UP_TO_FAILURE)
            if math.prod(space.count(n) for space in over.values()) * count_values(n) > limit:
                return
            yield n, Combinations.of(over, n)

    def result(
        self,
        whole: Stretch,
        holding: Sequence[Stretch],
        failing: Sequence[Stretch],
        n: int,
        instances: Iterable[Instance],
    ) -> DecidedValues:
        """Make the result of the sizes up to n, where ``whole`` is the range of the parameter.

        Raises :class:`NoValues` if no size was decided, or if the known failure lies at a larger size.
        """
        if n == 0 or (self.failing_size and not failing):  # sizes that show no failure would make a wrong note
            raise NoValues(f"there are too many instances with {n + 1} items")
        return DecidedValues(ValuesNote(self.name, n, whole, tuple(holding), tuple(failing)), tuple(instances))

    def decide(self, case: Instance) -> int:
        """Decide the case by the definition, and return its code."""
        return self.definitions.decide(self.metric, self.statement, case).code

    def fails(self, case: Instance) -> bool:
        """Return whether the instance breaks the statement."""
        return self.decide(case) == FAILS

    def case(self, n: int, arguments: Sequence[Any], value: Any) -> Instance:
        """Return the instance of these arguments at a value of the parameter."""
        return Instance(n, dict(zip(self.statement.names(self.metric), arguments, strict=True)), {self.name: value})


def _try_cut_offs(question: _Question, space: CutOffs) -> DecidedValues:
    """Try every cut-off at all sizes by the definition.

    1. Each size is decided with the cut-offs that it has, up to n + 1.
    2. Each size is decided with the larger cut-offs that other sizes have, which a metric may treat differently.

    A cut-off that cuts no list is reported only if it fails. A cut-off that failed is not tried again.
    """
    failed: dict[int, Instance] = {}  # by cut-off, the first instance that fails
    values_tried: set[int] = set()  # at which some instance has a value and meets the condition
    largest_decided = 0
    for n, instances in question.sizes(lambda n: len(space.enumerate(n))):
        largest_decided = n
        values = space.enumerate(n)
        for arguments, k in product(instances, values):
            if int(k) in failed:
                continue
            case = question.case(n, arguments, k)
            if (code := question.decide(case)) == FAILS:
                failed[int(k)] = case
            if code != DISCARDED:
                values_tried.add(int(k))
    reported = range(1, max(largest_decided - 1, *failed, 1) + 1)  # n and more cut no list: only up to what failed
    for n, instances in question.sizes():
        if n > largest_decided:
            break
        larger = [Whole(k) for k in reported if k not in failed and k > len(space.enumerate(n))]
        for arguments, k in product(instances, larger):
            if int(k) not in failed and question.fails(case := question.case(n, arguments, k)):
                failed[int(k)] = case
    if not failed and not values_tried.issuperset(reported):
        raise NoValues(
            f"instances of up to {largest_decided} items do not test every cut-off: some have no value or no case"
        )
    ends = {k: End(str(k), str(k)) for k in reported}
    whole = Stretch(ends[1], ends[reported[-1]], True, True, whole=True)
    holding, failing = _runs(ends, set(reported) - set(failed)), _runs(ends, failed)
    return question.result(whole, holding, failing, largest_decided, (failed[k] for k in sorted(failed)))


def _runs(ends: Mapping[int, End], values: Iterable[int]) -> list[Stretch]:
    """Group whole numbers into stretches without gaps."""
    # numbers without a gap between them keep the same difference from their index
    groups = groupby(enumerate(sorted(values)), lambda indexed: indexed[1] - indexed[0])
    runs = [[k for _, k in group] for _, group in groups]
    return [Stretch(ends[run[0]], ends[run[-1]], True, True, whole=True) for run in runs]


# --- numbers --------------------------------------------------------------------------------------------------


class FunctionValues:
    """Evaluator of definitions on functions of the parameter; it caches the values of each part of the line.

    ``place.part`` is the part that definitions are evaluated on at the moment.
    """

    def __init__(self, definitions: Definitions, place: Place) -> None:
        self.metric = definitions.metric
        self._definitions = definitions
        self._place = place
        self._cache: dict[tuple[Any, ...], tuple[Any, Mapping[str, Any]]] = {}
        """By metric, arguments, ids of the parameters, and part: a pair of value or :class:`Undefined`, and parameters.

        The parameters are kept alive so that no other object gets an id that is in a key.
        """

    def value(self, metric: Metric, *call: Any) -> Any:
        *arguments, parameters = call
        part = self._place.part
        ends = part.low, part.high, part.has_low, part.has_high
        key = metric, *arguments, *map(id, parameters.values()), *ends
        if key not in self._cache:
            try:
                value = self._evaluate(metric, *call)
            except Undefined as reason:
                value = reason
            self._cache[key] = value, parameters
        value, _ = self._cache[key]
        if isinstance(value, Undefined):
            raise value
        return value

    def _evaluate(self, metric: Metric, *call: Any) -> Any:
        metric.domain.require(call[:-1], call[-1])
        mixes = self._definitions.mixes_fractions(metric)
        value = in_fractions(metric, call) if mixes else metric.evaluate(*call)
        return value if isinstance(value, StandIn) else exact_value(value, metric.name)


def _follow_number(question: _Question, followed: Followed) -> DecidedValues:
    """Remove from the line, instance by instance, the parts on which the instance breaks the statement.

    ``standing`` has the parts on which no instance has broken it so far. Each instance is evaluated only on these: the
    other parts are decided. ``followed`` stands in for all values of the parameter (:mod:`.followed`).
    Raises :class:`NoFunction` if the definition cannot be evaluated on it, and :class:`NoValues` without a result.
    """
    evaluator = FunctionValues(question.definitions, followed.place)
    bound = BoundMetric(question.metric, {question.name: followed.value}, evaluator)
    standing = [_HoldingPart(followed.part, was_tried=False)]
    failed: list[_FailingPart] = []
    largest_decided = 0
    for n, instances in question.sizes():
        for arguments in instances:
            kept: list[_HoldingPart] = []
            for part, was_tried in standing:
                for piece, breaks in _split_by_answer(question.statement, bound, arguments, followed.place, part):
                    if breaks:
                        failed.append(_FailingPart(piece, n, arguments))
                    else:  # False: decided; None: without a value, or the condition does not hold
                        kept.append(_HoldingPart(piece, was_tried or breaks is False))
            standing = list(_join_alike(kept))
        largest_decided = n
        if not standing:
            break
    holding = [part for part, _ in standing]

    def stretches(parts: Iterable[Interval]) -> list[Stretch]:
        return [
            Stretch(followed.end(p.low), followed.end(p.high), p.has_low, p.has_high) for p in join_neighbours(parts)
        ]

    (whole,) = stretches([followed.part])
    if untried := stretches(part for part, was_tried in standing if not was_tried):
        values = " or ".join(stretch.condition(question.name, whole) for stretch in untried)
        raise NoValues(f"instances of up to {largest_decided} items do not test {values}: no value or no case")
    ordered = _sorted(failed)
    failing = stretches(failing_part.part for failing_part in ordered)
    _check_on_numbers(question, followed, holding, largest_decided)
    failing_instances = _failing_instances(question, followed, ordered)
    return question.result(whole, stretches(holding), failing, largest_decided, failing_instances)


class _HoldingPart(NamedTuple):
    """A part on which no instance breaks the statement; tried if some instance had a value and met the condition."""

    part: Interval
    was_tried: bool


def _join_alike(parts: Iterable[_HoldingPart]) -> Iterator[_HoldingPart]:
    """Join neighbouring parts if both were tried or neither was."""
    for was_tried, alike in groupby(parts, lambda holding_part: holding_part.was_tried):
        joined_parts = join_neighbours(holding_part.part for holding_part in alike)
        yield from (_HoldingPart(part, was_tried) for part in joined_parts)


class _FailingPart(NamedTuple):
    """A part on which an instance of n items breaks the statement."""

    part: Interval
    n: int
    arguments: Sequence[Any]


def _failing_instances(question: _Question, followed: Followed, failed: Sequence[_FailingPart]) -> Iterator[Instance]:
    """Yield an instance for each stretch of failing values, decided again by the definition at a value in it.

    ``failed`` are parts in order. Neighbouring parts form a stretch, and one part with a rational value is enough.
    """
    previous_part, is_stretch_shown = None, False
    for failing in failed:
        continues = previous_part is not None and len(join_neighbours([previous_part, failing.part])) == 1
        is_stretch_shown = is_stretch_shown and continues
        previous_part = failing.part
        if is_stretch_shown or (value := followed.rational_value_in(failing.part)) is None:
            continue
        case = question.case(failing.n, failing.arguments, value)
        if not question.fails(case):
            raise NoFunction(f"{ANOTHER_ANSWER} {question.name} = {value}")
        is_stretch_shown = True
        yield case


def _check_on_numbers(question: _Question, followed: Followed, holding: Sequence[Interval], largest: int) -> None:
    """Decide all instances on a number in each holding part: a definition may treat numbers unlike functions."""
    for part in holding:
        value = followed.rational_value_in(part)
        if value is None:
            continue
        for n, instances in question.sizes():
            if n <= largest and any(question.fails(question.case(n, arguments, value)) for arguments in instances):
                raise NoFunction(f"{ANOTHER_ANSWER} {question.name} = {value}")


def _sorted(failed: Iterable[_FailingPart]) -> list[_FailingPart]:
    """Sort disjoint parts from left to right."""

    def compare(first: _FailingPart, second: _FailingPart) -> int:
        low, other_low = first.part.low, second.part.low
        if low is None or other_low is None:  # -infinity comes before every number
            return (low is not None) - (other_low is not None)
        # of two parts that begin at one number, the part that contains it comes first
        return low.compare(other_low) or second.part.has_low - first.part.has_low

    return sorted(failed, key=cmp_to_key(compare))


def _split_by_answer(
    statement: Statement, bound: BoundMetric, arguments: Sequence[Any], place: Place, part: Interval
) -> Iterator[tuple[Interval, bool | None]]:
    """Split a part into pieces from left to right, each with the answer of :func:`_breaks` on it.

    Where a comparison in the definition changes its sign, the piece is split at the roots and evaluated again.
    """
    for piece in part.split([]):  # an end that belongs to the part becomes a piece of one point
        place.part = piece
        try:
            breaks = _breaks(statement, bound, arguments)
        except ChangesSign as change:
            for smaller in piece.split(change.roots):
                yield from _split_by_answer(statement, bound, arguments, place, smaller)
        else:
            yield piece, breaks


def _breaks(statement: Statement, bound: BoundMetric, arguments: Sequence[Any]) -> bool | None:
    """Return whether the instance breaks the statement; None without a value, or if its condition does not hold."""
    try:
        answer = statement.says(bound, *arguments)
    except Undefined:
        return None
    except Undecided as error:
        raise NoFunction(f"the definition leaves a sign open ({error})") from None
    relation = answer.relation if isinstance(answer, Bounded) else answer
    if isinstance(relation, Quantity) or not isinstance(relation, Relation):
        raise NoFunction("the statement is not a single relation")
    if not relation.condition:
        return None
    difference = relation.lhs - relation.rhs
    difference_sign = difference.sign() if isinstance(difference, StandIn) else sign(difference)
    if difference_sign is None:
        raise NoFunction("a sign that balls leave open")
    return holds(relation.op, difference_sign) is False
