"""Statements traced for all values of a parameter: a definition evaluated on unknowns yields linear forms.

The metric's own definition is called with unknowns in place of the entries of a parameter. Where the definition is
linear in them, a linear form comes out (:mod:`..numbers.forms`): its value for all values of the parameter at once. For
the rankings 1 2 3 and 3 2 1, the Kendall distance with similarities is D_12 + D_13 + D_23. A form may also have
*atoms*, which are absolute values of linear forms.

:class:`TracedStatement` turns a statement at fixed rankings into a :class:`Goal`, the question that :mod:`.linear`
solves. The parameters that are unknown are the *followed* ones; others have fixed values.

A *point* is a tuple of the coordinates of the followed parameters (:mod:`.coordinates`), mostly their entries, and last
the constant 1. With 0 in place of the 1 it is a direction: the parameter goes to infinity. The points of all values of
the followed parameters, boundary included, form a *cone*.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flint import fmpq

from ..evidence.fault import raise_if_ours
from ..evidence.instance import Definitions
from ..model.axiom import Statement
from ..model.metric import BoundMetric, Metric
from ..model.relation import Bounded, Quantity, Relation
from ..numbers.exact import Undefined, rational
from ..numbers.forms import CONSTANT, Form, NotLinear, form_of, number_of
from ..numbers.polynomials import Polynomial
from ..numbers.rationals import fractions_instead_of_flint
from ..spaces import Permutations, Places, Rankings
from ..values.parameters import Parameter
from .coordinates import Coordinates
from .program import Cone

NO_SUM = "not linear: the denominator of the ratio is not a sum of entries"
"""Reason why the extreme of a ratio is not found: its denominator has an absolute value, or a negative coefficient."""
FAR = 1 << 20
"""Factor by which a direction is scaled to get a parameter value in place of the point at infinity."""


@dataclass(frozen=True)
class Goal:
    """The question, at fixed rankings, for the least ``numerator / denominator`` over all values of the parameter.

    For a statement about a ratio these are its two sides. Its ``sense`` is ``inf`` or ``sup``, the extreme of the ratio
    that is sought. For a supremum the numerator is negated, so that every goal asks for a minimum.

    A statement without a ratio, such as ``lhs <= rhs``, asks whether ``slack >= 0``, where the slack is rhs - lhs. Its
    denominator is the sum of the coordinates and the constant, so that the minimum is the least slack at points whose
    coordinates and constant sum to 1. The same is done for a ratio whose denominator vanishes for all values.
    """

    numerator: Form
    denominator: Form
    sense: str
    claimed_constant: Any
    """The claimed constant, negated like the numerator for a supremum; None if no constant is claimed."""
    is_ratio: bool
    """Whether the numerator and the denominator are the two sides of a ratio, and not a slack and a sum."""
    has_both_extremes: bool
    """Whether the numerator is that of a ratio, so that its negation gives the other extreme."""
    replaces_ratio: bool = False
    """Whether the statement bounds a ratio, but the goal has its slack, since the denominator is not a sum of entries.

    The bound can then be decided, but the extremes of the ratio cannot be found.
    """

    def numerator_for(self, sense: str) -> Form:
        """Return the numerator whose minimum gives the extreme of the sense ``inf`` or ``sup``.

        A slack has one sense only and is returned for both.
        """
        return self.numerator if sense == self.sense or not self.has_both_extremes else -self.numerator

    @property
    def has_constants(self) -> bool:
        """Return whether a constant term occurs, so that the scale of the parameter matters."""
        forms = (self.numerator, self.denominator) if self.is_ratio else (self.numerator,)
        return any(
            CONSTANT in form.linear or any(entry == CONSTANT for atom in form.atoms for entry, _ in atom)
            for form in forms
        )


class _LinearValues:
    """Evaluator of definitions on parameters whose entries are linear polynomials in the unknowns.

    The metric ``d`` that a law calls uses it (see :class:`..model.metric.Evaluator`).
    """

    def __init__(self, definitions: Definitions) -> None:
        self.definitions = definitions
        self.metric = definitions.metric
        """Finds a metric by its name, as every evaluator must."""

    def value(self, metric: Metric, *call: Any) -> Any:
        """Return the value on arguments and, last, parameters that hold polynomials.

        A definition may mix in Python's fractions, which flint's numbers do not accept. If that is why the evaluation
        fails, it is repeated with Fractions in place of flint's numbers (or the other way round).
        """
        if not metric.exact:
            raise NotLinear(f"not linear: {metric.name} exists in floats only")
        uses_fractions = self.definitions.mixes_fractions(metric)  # as observed when it was evaluated on numbers
        for in_fractions in (uses_fractions, not uses_fractions):
            try:
                with fractions_instead_of_flint() if in_fractions else nullcontext():
                    value = metric.evaluate(*call)
                return value if type(value) is Polynomial else number_of(value, f"the value of {metric.name}")
            except (NotLinear, Undefined):
                raise
            except (TypeError, AttributeError, ValueError) as error:  # the definition
                raise_if_ours(error)
                refusal = NotLinear(f"not linear: {type(error).__name__}: {error} ({_location(error, metric)})")
                # Python and flint name the operand types in the message if two kinds of rationals were mixed
                if "Fraction" not in str(error) and "fmpq" not in str(error):
                    break
        raise refusal


def _location(error: BaseException, metric: Metric) -> str:
    """Return where an error was raised, as text: the last frame in the definition's file, or else the last of all."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if metric.file is not None and Path(frame.filename) == metric.file]
    last = (own or list(frames))[-1]
    return f"{Path(last.filename).name}, line {last.lineno}, in {last.name}"


class TracedStatement:
    """A statement about a metric, followed for all values of some of its parameters.

    ``followed`` names the parameter, or several joined by `` + ``, as in ``w + D``. The statement must be about
    rankings and places (numbers of positions), or with ``any_sort`` about values of any sort. Raises
    :class:`NotLinear` for other statements, and for parameters whose values form no cone.
    """

    def __init__(
        self, metric: Metric, statement: Statement, definitions: Definitions, followed: str, *, any_sort: bool = False
    ) -> None:
        for name, space in statement.axiom.over.items():
            if not any_sort and not isinstance(space, (Rankings, Permutations, Places)):
                raise NotLinear(f"not linear: {statement.axiom.id} quantifies over {name}, which is not a ranking")
        if statement.axiom.by_lane or statement.axiom.ignores_parameters:
            raise NotLinear(f"not linear: {statement.axiom.id} looks at single values of the parameters")
        self.metric = metric
        self.statement = statement
        self.coordinates = Coordinates.of(metric, followed)
        self.definitions = definitions
        self._evaluator = _LinearValues(definitions)

    def goal(self, n: int, values: Mapping[str, Any], fixed: Mapping[str, Any] | None = None) -> Goal | None:
        """Return the goal at these arguments, for all values of the followed parameters.

        ``values`` has the arguments of the statement by name, and ``fixed`` the parameters that are not followed. None
        if the metric has no value there, or the condition of the statement does not hold.

        1. Call the law on the unknowns.
        2. Refuse an answer that is not an inequality or ratio, or whose condition depends on the parameters.
        3. Make a goal of a ratio, with the constant of a bound on it as the claimed constant.
        4. Make a goal of the slack where there is no ratio, or its denominator is not a sum of entries.

        Raises :class:`NotLinear` for an answer or a definition that is not linear in the unknowns.
        """
        ring, followed = self.coordinates.symbols(n)
        bound = BoundMetric(self.metric, {**(fixed or {}), **followed}, self._evaluator)
        ring.refused = None
        answer = None
        with suppress(Undefined), ring.definition():  # inside, unknowns have no hash or text to branch on
            answer = self.statement.says(bound, *(values[name] for name in self.statement.names(self.metric)))
        if ring.refused is not None:  # the definition or the axiom caught the exception
            raise ring.refused
        if answer is None:
            return None
        relation, quantity = (answer.relation, answer.quantity) if isinstance(answer, Bounded) else (answer, answer)
        if isinstance(relation, Relation):
            if relation.condition is False:
                return None
            if relation.condition is not True or relation.op not in ("<=", ">="):
                axiom = self.statement.axiom.id
                raise NotLinear(f"not linear: {axiom} is not an inequality that holds for all parameters")
        elif not isinstance(relation, Quantity):
            raise NotLinear(f"not linear: {self.statement.axiom.id} is not an inequality")
        sum_of_coordinates = Form(dict.fromkeys((*range(self.coordinates.count(n)), CONSTANT), 1))
        if isinstance(quantity, Quantity):
            numerator = form_of(quantity.numerator, "the numerator")
            denominator = form_of(quantity.denominator, "the denominator")
            if denominator.atoms or any(c < 0 for c in denominator.linear.values()):
                if not isinstance(relation, Relation):
                    raise NotLinear(NO_SUM)
                return _goal_of_slack(relation, sum_of_coordinates, replaces_ratio=True)
            sense, claimed_constant = quantity.sense, None
            if isinstance(relation, Relation):
                lhs = numerator if relation.lhs is quantity.numerator else form_of(relation.lhs, "the left side")
                claimed_constant = _claimed_constant(relation, sense, denominator, lhs_is_numerator=lhs == numerator)
            if sense == "sup":
                numerator = -numerator
            if not denominator.linear:
                return Goal(numerator, sum_of_coordinates, sense, None, is_ratio=False, has_both_extremes=True)
            return Goal(numerator, denominator, sense, claimed_constant, is_ratio=True, has_both_extremes=True)
        assert isinstance(relation, Relation)
        return _goal_of_slack(relation, sum_of_coordinates, replaces_ratio=False)

    def cone(self, n: int) -> Cone:
        """Return the closed space of the parameters."""
        return self.coordinates.cone(n)

    def values_at(self, goal: Goal, point: tuple[Any, ...], n: int, *, far: int = FAR) -> dict[str, Parameter]:
        """Return the followed parameters at a point of the cone.

        If the scale of the parameters does not matter to the goal, their entries are made coprime whole numbers. Where
        it does, a point at infinity is represented by its direction times ``far``.
        """
        if not goal.has_constants:
            return self.coordinates.scaled(point, n)
        return self.coordinates.values([x / point[-1] if point[-1] else x * far for x in point], n)


def _claimed_constant(relation: Relation, sense: str, denominator: Form, *, lhs_is_numerator: bool) -> Any:
    """Return the constant c of a bound ``numerator >= c denominator`` (or <=), negated for a supremum.

    c is read off one coefficient, and then the whole right side is compared. It is 0 if the denominator is the zero
    form. Raises :class:`NotLinear` where the relation is not a bound on the ratio. ``lhs_is_numerator`` says that its
    left side equals the numerator.
    """
    rhs = form_of(relation.rhs, "the right side")
    constant = fmpq(0)
    if denominator.linear:
        key, coefficient = next(iter(denominator.linear.items()))
        constant = rhs.linear.get(key, 0) / rational(coefficient)
    if not lhs_is_numerator or rhs != denominator * constant or relation.op != (">=" if sense == "inf" else "<="):
        raise NotLinear("not linear: the bound is not on the ratio whose extreme is sought")
    return -constant if sense == "sup" else constant


def _goal_of_slack(relation: Relation, sum_of_coordinates: Form, *, replaces_ratio: bool) -> Goal:
    """Return the goal of the slack of an inequality; ``replaces_ratio`` as in :class:`Goal`."""
    slack = form_of(relation.margin, "the slack")
    extremes = {"is_ratio": False, "has_both_extremes": False, "replaces_ratio": replaces_ratio}
    return Goal(slack, sum_of_coordinates, "inf", None, **extremes)
