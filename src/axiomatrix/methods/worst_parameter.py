"""The worst parameter of rankings that Hypothesis draws, found by a linear program for the climb of :mod:`.drawing`.

Hypothesis is good at choosing rankings, and bad at choosing the numbers of a parameter. Where a statement is linear in
a parameter, the number that comes nearest to breaking it can be computed. A *goal* is the statement at fixed rankings,
as linear forms in the parameter. Its least value over the *cone* of all parameter values is sought (:mod:`.traced`).
"""

from __future__ import annotations

from ..evidence.fault import raise_if_ours
from ..evidence.instance import Definitions, Instance
from ..model.axiom import Statement
from ..model.metric import Metric
from ..numbers.forms import NotLinear
from ..values.parameters import Parameter
from .linear import Empty, Unbounded, minimum
from .program import Unsolved
from .traced import TracedStatement

MAX_PARTS_FOR_DRAWN_CASE = 16
"""Most parts into which the cone is split for one drawn case."""
TRIAL_SIZE = 3
"""Number of items of the instance on which a parameter is tested for being linear."""


class WorstParameter:
    """Replaces one parameter of an instance by the worst value for the statement, and keeps the others.

    It replaces the last parameter that enters linearly, as tested on one instance. Without one, it does nothing.
    """

    def __init__(self, metric: Metric, statement: Statement, definitions: Definitions) -> None:
        self.traced: TracedStatement | None = None
        """The statement with that parameter as the unknown; None if no parameter enters linearly."""
        n = TRIAL_SIZE
        for name in reversed(list(metric.parameters)) if metric.takes_rankings else ():
            try:
                traced = TracedStatement(metric, statement, definitions, name)
                values = {argument: space.enumerate(n)[-1] for argument, space in statement.axiom.over.items()}
                others = {k: space for k, space in metric.parameters.items() if k != name}
                traced.goal(n, values, {k: space.make([1] * len(space.keys(n)), n) for k, space in others.items()})
            except NotLinear:
                continue
            except Exception as error:  # an error of the definition is reported where its cases are decided
                raise_if_ours(error)
                continue
            self.traced = traced
            break

    def applied_to(self, instance: Instance) -> tuple[Instance, float | None] | None:
        """Return the instance under its worst parameter, moved into the declared space; None if it has none.

        The second value is the strain, which grows as a case comes nearer to failing: minus the least value of the
        goal, or None if the goal is not a ratio. Unlike the parameter, it does not depend on which of several optimal
        points the solver finds.
        """
        traced, n = self.traced, instance.n
        if traced is None:
            return None
        fixed = {k: value for k, value in instance.parameters.items() if k not in traced.coordinates.names}
        try:
            goal = traced.goal(n, instance.values, fixed)
        except NotLinear:
            return None
        if goal is None:
            return None
        try:
            least = minimum(goal.numerator, goal.denominator, traced.cone(n), max_parts=MAX_PARTS_FOR_DRAWN_CASE)
            assert least.point is not None  # no floor was given
            point = least.point
            strain = -round(float(least.value), 9) if goal.is_ratio else None
        except Unbounded as unbounded:  # an instance far out in the direction of this point breaks the statement
            point = unbounded.point
            strain = None
        except (Empty, Unsolved):
            return None
        worst_values = traced.values_at(goal, point, n)
        worst_parameters = {name: self._lifted(name, value, n) for name, value in worst_values.items()}
        return Instance(n, instance.values, {**instance.parameters, **worst_parameters}), strain

    def _lifted(self, name: str, value: Parameter, n: int) -> Parameter:
        """Return the value moved into the declared space."""
        assert self.traced is not None
        space = self.traced.metric.parameters[name]
        return space.make(space.lift(list(value.entries.values())), n)
