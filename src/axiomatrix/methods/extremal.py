"""Extremal instances: the worst parameter at a ranking, and whether a claimed constant is attained.

:func:`worst_point` finds the worst parameter. It returns a canonical point, so that evidence does not depend on the
vertex that a solver finds. :class:`AttainedSupremum` tells whether a constant is attained by positive parameters, on
the closure only, or not at all, or leaves it undecided. Certification and ``explore`` use both.

A *sense* is ``inf`` or ``sup``, the extreme of the ratio that is sought. A *goal* is the ratio at one ranking as linear
forms in the parameter; for a supremum its numerator is negated, so that programs look for a minimum. The *cone* is the
set of all values of the parameter, boundary included. Its points are those of :mod:`.traced`: the entries of the
parameter, and last the constant 1, or 0 for a point at infinity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from flint import fmpq

from ..evidence.evidence import Witness
from ..evidence.instance import Changed, Definitions, Instance
from ..evidence.witness import witness_of_instance
from ..model.axiom import Statement
from ..model.metric import Metric
from ..model.relation import FAILS, HOLDS
from ..numbers.forms import CONSTANT, Form, coprime
from ..spaces import ParameterSpace
from ..spaces.parameters import ParameterDomain, are_inside
from ..values.parameters import Parameter
from ..values.rankings import Ranking
from .coordinates import Order
from .judging import has_outcome, shrink
from .linear import Leaf, Unbounded, minimum
from .program import Cone, Unsolved, least_ratio
from .solver import Row
from .sweep import Sweep
from .traced import FAR, Goal, TracedStatement

Attainment = Literal["attained", "attained on the closure", "not attained", "undecided"]
"""Whether positive parameters attain a constant, or only some on the boundary, such as zero weights."""
MAX_BISECTIONS = 64
"""Most bisections between two parameters in search of one that attains the constant."""
LIFTS = (1, 2, 4, 8, 16, 64, 256)
"""Multiples of a boundary parameter to which an interior one is added, tried in turn: larger ones stay nearer to it."""
MAX_STEPS_INSIDE = 200
"""Most steps of either kind that are tried to move an instance off the boundary."""
SCALES = (1, 4, 64, 4096)
"""Scales tried in turn where the scale of a parameter matters: scale s allows entries of at least 1/s."""


@dataclass(frozen=True)
class WorstPoint:
    """The extreme over all values of a parameter, and the point of the cone that attains it or approaches it."""

    value: Any
    """The extreme, not negated."""
    point: tuple[Any, ...]
    attained: bool
    """Whether a value of the parameter attains the extreme; otherwise ``point`` is a direction that approaches it."""


def worst_point(traced: TracedStatement, goal: Goal, n: int, sense: str) -> WorstPoint:
    """Find the extreme over all values of the parameter, with a canonical point that attains it.

    1. A linear program finds the extreme, with its proof (:func:`.linear.minimum`).
    2. If no absolute value has a negative coefficient, and the proof did not split the cone (it is a single leaf), the
       points that attain the extreme form a face of the cone. Complementary slackness gives its linear conditions.
    3. Of that face, the point with the smallest sum of entries relative to its denominator is chosen, and of several
       such points the first in lexicographic order. Where scale matters, the sum of entries is minimised over
       parameter values that attain the extreme, if there are any, and not over points at infinity.

    Another solver, or another optimal basis, therefore gives the same point. Without such a face, the point that the
    solver found is returned.

    Raises :class:`~.linear.Unbounded` (with the point), :class:`~.linear.Empty` or :class:`~.program.Unsolved`.
    """
    numerator, cone = goal.numerator_for(sense), traced.cone(n)
    least = minimum(numerator, goal.denominator, cone)
    assert least.point is not None
    point = least.point
    is_convex = not any(coefficient < 0 for coefficient in numerator.atoms.values())
    if isinstance(least.tree, Leaf) and least.tree.value == least.value and is_convex:
        face = cone.cut(*_slackness_conditions(numerator, cone, least.tree))
        # with the constant as the measure, points at infinity are excluded
        finite_point = _canonical(face, Form({CONSTANT: 1})) if goal.has_constants else None
        point = finite_point or _canonical(face, goal.denominator) or point
    value = -least.value if sense == "sup" and goal.has_both_extremes else least.value
    return WorstPoint(value, point, not goal.has_constants or point[-1] != 0)


def _canonical(face: Cone, measure: Form) -> tuple[Any, ...] | None:
    """Find the canonical point of a face: the least sum of entries relative to ``measure``, then each entry in turn.

    None if ``measure`` is positive nowhere on the face. If a later program fails, the point so far is returned.
    """
    point = None
    entries = range(face.size - 1)
    sum_of_entries = dict.fromkeys(entries, 1)
    for objective in [sum_of_entries, *({k: 1} for k in entries)]:
        try:
            least = least_ratio(objective, [], measure.linear, face)
        except Unsolved:
            return point
        # keep only the points with objective <= value * measure: those that attain this minimum
        face = face.cut(face.row((measure * least.value - Form(objective)).linear))
        point = least.point
    return point


def _slackness_conditions(numerator: Form, cone: Cone, leaf: Leaf) -> Iterator[Row]:
    """Yield the conditions of complementary slackness, which hold at every optimal point, as forms that are >= 0 there.

    A facet with a positive multiplier is zero there; it is >= 0 on the cone, so its negative is added. The multiplier s
    of an atom a |m| lies between -a and a. If s > -a, then m >= 0; if s < a, then m <= 0; strictly between, m = 0.
    """
    for facet_number, multiplier in leaf.multipliers:
        if multiplier > 0:
            yield tuple((k, -c) for k, c in cone.facets[facet_number])
    for (atom, a), s in zip(sorted(numerator.atoms.items()), leaf.signs, strict=True):
        form = cone.row(dict(atom))
        if s > -a:
            yield form
        if s < a:
            yield tuple((k, -c) for k, c in form)


def grown_to(n: int, size: int, value: Parameter, space: ParameterSpace) -> Parameter:
    """Extend a parameter from ``size`` to n items.

    New items have weight zero, or for a similarity distance zero from the last old item.
    """
    if n == size:
        return value

    def entry(key: Any) -> Any:  # a key is an item, or for a similarity a pair of items
        if not isinstance(key, tuple):
            return value[key] if key <= size else fmpq(0)
        i, j = (min(item, size) for item in key)
        return value[i, j] if i != j else fmpq(0)

    return space.value_type({key: entry(key) for key in space.keys(n)})


class Instances:
    """Makes and decides instances of a statement about two rankings by the definition, and makes witnesses of them."""

    def __init__(self, traced: TracedStatement, statement: Statement, definitions: Definitions) -> None:
        self.traced = traced
        self.metric: Metric = traced.metric
        self.statement = statement
        self.definitions = definitions

    def at(self, order: Order, parameters: dict[str, Parameter]) -> Instance:
        """Make the instance of the identity and the order."""
        n = len(order)
        first, second = self.statement.axiom.over
        return Instance(n, {first: Ranking.identity(n), second: Ranking.from_order(order)}, parameters)

    def fails(self, instance: Instance) -> bool:
        """Return whether the definition refutes the statement on the instance."""
        return has_outcome(FAILS, self.definitions, self.metric, self.statement, instance)

    def holds(self, instance: Instance) -> bool:
        """Return whether the statement holds for the instance by the definition."""
        return has_outcome(HOLDS, self.definitions, self.metric, self.statement, instance)

    def refute(self, instance: Instance, space: ParameterDomain, *, smallest: bool) -> Witness | None:
        """Shrink a failing instance to a witness of the same n; on the open space, after moving it off the boundary.

        None if the instance does not fail, or no longer does off the boundary. ``smallest`` says that no smaller n has
        a failing instance.
        """
        if not self.fails(instance) or not self.lies_in(ParameterDomain.CLOSED, instance):
            return None
        if space is ParameterDomain.OPEN:
            moved = self._moved_inside(instance)
            if moved is None or not self.lies_in(space, moved):
                return None
            instance = moved
        return self.witness(self.shrink(instance, self.fails, space), "refutes", space, smallest)

    def lies_in(self, space: ParameterDomain, instance: Instance) -> bool:
        """Return whether the parameters lie in the space that the metric declares, or in its closure."""
        return are_inside(instance.parameters, space.of(self.metric.parameters), instance.n)

    def shrink(self, instance: Instance, still_settles: Callable[[Instance], bool], space: ParameterDomain) -> Instance:
        """Simplify an instance at the same size, as long as ``still_settles`` accepts it.

        The *traced* parameters are the unknowns of the linear forms. Others keep their values, which belong to the
        question.
        """
        spaces = space.of(self.metric.parameters)
        traced_names = self.traced.coordinates.names
        fixed = {name: value for name, value in instance.parameters.items() if name not in traced_names}

        def is_accepted(candidate: Instance) -> bool:
            keeps_fixed = all(candidate.parameters[name] == value for name, value in fixed.items())
            return keeps_fixed and still_settles(candidate)

        return shrink(self.statement, spaces, instance, is_accepted)

    def _moved_inside(self, instance: Instance) -> Instance | None:
        """Find an instance with positive parameters that still fails; None if no step tried gives one.

        To the parameters x are added small ones that are positive: first ``m x + 1`` is tried for m = 1, 2 ..., which
        keeps whole numbers, and then ``x + 1 / m``, since multiples may hold where scale matters.
        """
        coordinates, parameters = self.traced.coordinates, instance.parameters
        if all(entry > 0 for name in coordinates.names for entry in parameters[name].entries.values()):
            return instance
        for scale_matters in (False, True):
            for m in range(1, MAX_STEPS_INSIDE):
                scale, step = (fmpq(1), fmpq(1, m)) if scale_matters else (fmpq(m), fmpq(1))
                moved = coordinates.moved_inside(parameters, instance.n, scale, step)
                candidate = Instance(instance.n, instance.values, {**parameters, **moved})
                if self.fails(candidate):
                    return candidate
        return None

    def witness(self, instance: Instance, shows: Any, space: Any, smallest: bool) -> Witness | None:
        """Make the instance a witness that ``refutes`` or ``shows`` the statement on a space.

        None if the definition now decides it otherwise.
        """
        metric, statement = self.metric, self.statement
        try:
            return witness_of_instance(
                self.definitions, metric, statement, instance, space=space, shows=shows, smallest=smallest
            )
        except Changed:
            return None


# --- whether a claimed constant is attained ----------------------------------------------------------------------


class AttainedSupremum:
    """Decides whether a claimed supremum, or infimum by ``sense``, is attained at the orders of one size.

    An *order* is the second of two rankings, the first being 1, 2, 3 ... (:mod:`.coordinates`). The *slack* at an order
    is the form numerator - constant * denominator; the constant is attained where it is zero.
    """

    def __init__(self, sweep: Sweep, instances: Instances, constant: Any, sense: str) -> None:
        """``constant`` is as the statement claims it, not negated for a supremum."""
        self.sweep, self.instances = sweep, instances
        self.constant, self.sense = constant, sense

    def verdict(
        self, value: Any, ties: list[Order], *, exact: bool, unbounded_order: Order | None
    ) -> tuple[Attainment, Witness | None]:
        """Decide whether a size attains the constant, and return a witness if it does.

        ``value`` is the extreme of the size, and ``ties`` are the orders that have it. ``unbounded_order`` is an order
        without a bound, if there is one. ``exact`` says that every order was decided exactly.

        If the extreme at an order lies beyond the constant and the opposite extreme does not, then positive parameters
        have values on both sides of the constant. The ratio is continuous on the positive parameters, which form a
        connected set, so it attains the constant there.
        """
        sign = 1 if self.sense == "sup" else -1  # with it, a larger value is more extreme
        beyond = unbounded_order is not None or (value is not None and sign * (value - self.constant) > 0)
        if not beyond and value != self.constant:
            return ("not attained" if exact else "undecided"), None
        orders = ties if unbounded_order is None else [unbounded_order, *ties]
        instance = self.find_attaining(orders, beyond=beyond)
        if instance is not None and self.instances.lies_in(ParameterDomain.OPEN, instance):
            shrunk = self.instances.shrink(instance, self.instances.holds, ParameterDomain.OPEN)
            return "attained", self.instances.witness(shrunk, "shows", ParameterDomain.OPEN, False)
        if instance is not None:  # a parameter other than the traced ones is zero somewhere
            return "attained on the closure", None
        # no positive parameter of those tried attains the constant; that none does is known only if all were covered
        if beyond or not exact or self.is_scaled(orders):
            return "undecided", None
        return "attained on the closure", None

    def _attaining_parameters(self, order: Order) -> Iterator[dict[str, Parameter]]:
        """Yield positive parameters that attain the constant, which is the extreme here, if any of those tried do.

        A linear program minimises the slack over entries of at least 1; they attain the constant if it reaches zero. A
        ratio that scale does not change loses nothing by that bound. Where scale matters, the entries are at least
        1/scale for the scales tried.
        """
        goal, traced, n = self.sweep.known_goal(order), self.sweep.traced, len(order)
        # the numerator of a sup goal is negated (see Goal), so its constant is too
        constant = -self.constant if self.sense == "sup" else self.constant
        slack = goal.numerator_for(self.sense) - goal.denominator * constant
        for scale in SCALES if goal.has_constants else (1,):
            inside = _interior_cone(traced.cone(n), scale)
            least = minimum(slack, Form({CONSTANT: 1}), inside)
            if least.value == 0 and least.point is not None:
                yield traced.values_at(goal, _smallest(slack, least.point, inside), n)
                return

    def is_scaled(self, orders: Iterable[Order]) -> bool:
        """Return whether scale matters at an order: only some scales were tried, and so not all positive parameters."""
        return any(self.sweep.known_goal(order).has_constants for order in orders)

    def _parameters_between_extremes(self, order: Order) -> Iterator[dict[str, Parameter]]:
        """Yield positive parameters that attain the constant, on a segment between parameters below and above it."""
        goal, traced, n = self.sweep.known_goal(order), self.sweep.traced, len(order)
        slack = goal.numerator_for("inf") - goal.denominator * self.constant
        below = self._positive_point(self._extreme(order, "inf"), slack, -1, n)
        above = self._positive_point(self._extreme(order, "sup"), slack, 1, n)
        if below is None or above is None:
            return
        if (point := _crossing(slack, below, above)) is not None:
            yield traced.values_at(goal, _smallest(slack, point, _interior_cone(traced.cone(n))), n)

    def _extreme(self, order: Order, sense: str) -> list[Any] | None:
        """Return the coordinates of the extreme at the order, or of a point far out near it; None if unsolved."""
        traced, goal = self.sweep.traced, self.sweep.known_goal(order)
        try:
            point = worst_point(traced, goal, len(order), sense).point
        except Unbounded as error:
            point = error.point
        except Unsolved:
            return None
        *entries, constant = point
        if not goal.has_constants:  # scale does not matter: take whole numbers
            return list(coprime(entries)[0])
        return [x / constant if constant else x * FAR for x in entries]

    def _positive_point(self, entries: list[Any] | None, slack: Form, sign: int, n: int) -> tuple[Any, ...] | None:
        """Move coordinates off the boundary so that the slack has the sign (1 or -1); None if no lift does.

        ``entries`` is None where no extreme was found.
        """
        if not entries:
            return None
        inner = self.sweep.traced.coordinates.inner(n)
        for lift in LIFTS:
            point = (*(lift * entry + x for entry, x in zip(entries, inner, strict=True)), fmpq(1))
            if sign * slack.at(point) > 0:
                return point
        return None

    def find_attaining(self, orders: Iterable[Order], *, beyond: bool) -> Instance | None:
        """Find the first instance with positive parameters that attains the constant by the definition.

        ``beyond`` says whether the extreme at these orders goes beyond the constant or equals it.
        """
        candidates = self._parameters_between_extremes if beyond else self._attaining_parameters
        for order in orders:
            for parameters in candidates(order):
                candidate = self.instances.at(order, {**self.sweep.fixed(len(order)), **parameters})
                if self.instances.holds(candidate):
                    return candidate
        return None


def _interior_cone(cone: Cone, scale: int = 1) -> Cone:
    """Return the part of the cone where ``scale`` times every entry is at least the constant, the last coordinate."""
    last = cone.size - 1
    return cone.cut(*(((k, scale), (last, -1)) for k in range(last)))


def _smallest(slack: Form, point: tuple[Any, ...], inside: Cone) -> tuple[Any, ...]:
    """Find the point with the least sum of entries at which the slack is zero.

    Only points at which the absolute values have the same signs as at ``point`` are searched: there the slack is
    linear.
    """
    linear, cuts = Form(slack.linear), []
    for atom, a in slack.atoms.items():
        form = Form(dict(atom)) if Form(dict(atom)).at(point) >= 0 else -Form(dict(atom))
        linear = linear + form * a
        cuts.append(inside.row(form.linear))
    row = inside.row(linear.linear)
    piece = inside.cut(*cuts, row, tuple((k, -c) for k, c in row))  # the slack is >= 0 and <= 0
    try:
        return least_ratio(dict.fromkeys(range(inside.size - 1), 1), [], {CONSTANT: 1}, piece).point
    except Unsolved:
        return point


def _crossing(slack: Form, low: tuple[Any, ...], high: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Find a zero of the slack between a point where it is negative and one where it is positive.

    The slack is piecewise linear, so the secant is exact as soon as both ends lie in one piece; until then, bisect.
    """
    for _ in range(MAX_BISECTIONS):
        below, above = slack.at(low), slack.at(high)
        secant = _point_between(low, high, below / (below - above))
        if slack.at(secant) == 0:
            return secant
        middle = _point_between(low, high, fmpq(1, 2))
        value = slack.at(middle)
        if value == 0:
            return middle
        low, high = (middle, high) if value < 0 else (low, middle)
    return None


def _point_between(low: tuple[Any, ...], high: tuple[Any, ...], share: Any) -> tuple[Any, ...]:
    """Return the point at this share of the way from ``low`` to ``high``."""
    return tuple(a + share * (b - a) for a, b in zip(low, high, strict=True))
