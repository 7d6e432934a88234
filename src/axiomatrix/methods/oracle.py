"""The linear method as an oracle for sampling: rankings are drawn, and a program supplies their worst parameter."""

from __future__ import annotations

from ..evidence.instance import Definitions, Instance, is_ours
from ..model.axiom import Statement
from ..model.metric import Metric
from ..numbers.forms import NotLinear
from .linear import Empty, TracedStatement, Unbounded, minimum
from .program import Unsolved

FEW_PARTS = 16
"""Into how many parts the cone may be split for one drawn case."""


class Oracle:
    """Replaces one parameter of an instance by the one that is worst for the statement, the others as they are."""

    def __init__(self, metric: Metric, statement: Statement, definitions: Definitions) -> None:
        self.metric = metric
        self.traced: TracedStatement | None = None
        for name in reversed(list(metric.parameters)) if metric.takes_rankings else ():
            try:
                traced = TracedStatement(metric, statement, definitions, name)
                self._try(traced)
            except NotLinear:
                continue
            except Exception as error:  # what the definition cannot do is reported where its cases are decided
                if is_ours(error):
                    raise
                continue
            self.traced = traced
            break

    def _try(self, traced: TracedStatement) -> None:
        """Follow one small instance, to see whether the parameter enters linearly."""
        n = 3
        values = {name: space.enumerate(n)[-1] for name, space in traced.statement.axiom.over.items()}
        fixed = {
            name: space.make([1] * len(space.keys(n)), n)
            for name, space in self.metric.parameters.items()
            if name != traced.parameter
        }
        traced.asked(n, values, fixed)

    def worse(self, instance: Instance) -> tuple[Instance, float | None] | None:
        """The instance with its worst parameter, moved into the space that the metric declares; None if there is none.

        With it, how bad it is: the ratio with its sign, larger is worse; None where nothing is a ratio. Unlike the
        parameter, that does not depend on which optimal point was found.
        """
        traced, n = self.traced, instance.n
        if traced is None:
            return None
        fixed = {name: value for name, value in instance.parameters.items() if name != traced.parameter}
        try:
            asked = traced.asked(n, instance.values, fixed)
        except NotLinear:
            return None
        if asked is None:
            return None
        try:
            least = minimum(asked.numerator, asked.denominator, traced.cone(n), most=FEW_PARTS)
            assert least.point is not None  # no floor was given
            point, strain = least.point, -round(float(least.value), 9) if asked.ratio else None
        except Unbounded as unbounded:
            point, strain = unbounded.point, None
        except (Empty, Unsolved):
            return None
        space = traced.space
        entries = list(traced.value_at(asked, point, n).entries.values())
        worst = {**instance.parameters, traced.parameter: space.make(space.lift(entries), n)}
        return Instance(n, instance.values, worst), strain
