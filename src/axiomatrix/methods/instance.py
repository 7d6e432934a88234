"""Instances: one case of a statement, and its evaluation number by number."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..axiom import Statement
from ..exact import Formal, NotExact, Undecided, Undefined, exact_value, fraction, fractions_instead_of_flint, rational
from ..metric import Bound, Metric
from ..parameters import Parameter
from ..rankings import Ranking
from ..registry import Registry
from ..relation import DISCARDED, FAILS, HOLDS, UNDECIDED, Answer, Bounded, Quantity, Relation, float_slack


@dataclass(frozen=True)
class Instance:
    """Values of what a statement quantifies over, and of the metric's parameters."""

    n: int
    values: Mapping[str, Any]
    parameters: Mapping[str, Parameter]


@dataclass
class Decision:
    """What became of one case."""

    code: int
    answer: Answer | None = None
    reason: str = ""


class Definitions:
    """Evaluates definitions on single instances; the ground on which every verdict stands."""

    def __init__(self, registry: Registry, tick: Callable[[], None] = lambda: None) -> None:
        self.registry = registry
        self.tick = tick
        """Called now and then during long work, so that whoever waits knows that it goes on."""
        self.mixes_fractions: set[str] = set()
        self.terms = 0.0
        """Float channel: the sum of the absolute values met since :meth:`decide` began."""

    def metric(self, name: str) -> Metric:
        """The metric of that name."""
        return self.registry.metric(name)

    def value(self, metric: Metric, a: Ranking, b: Ranking, parameters: Mapping[str, Any]) -> Any:
        """The value of the metric: exact, or a float if the metric is declared so."""
        if not metric.exact:
            return self._float_value(metric, a, b, parameters)
        if metric.name not in self.mixes_fractions:
            try:
                return exact_value(metric.evaluate(a, b, parameters), metric.name)
            except TypeError as error:
                if isinstance(error, NotExact) or not {"Fraction", "fmpq"} & set(
                    str(error).replace("'", " ").replace(".", " ").split()
                ):
                    raise
                self.mixes_fractions.add(metric.name)  # it asks what only Fractions answer: give it nothing else
        with fractions_instead_of_flint():
            plain = {name: value.mapped(_as_fraction) for name, value in parameters.items()}
            value = exact_value(metric.evaluate(a, b, plain), metric.name)
        return value if isinstance(value, Formal) else rational(value)

    def _float_value(self, metric: Metric, a: Ranking, b: Ranking, parameters: Mapping[str, Any]) -> float:
        value = metric.evaluate(a, b, {name: p.mapped(float) for name, p in parameters.items()})
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            try:
                value = value.item()  # numpy scalars
            except AttributeError:
                value = exact_value(value, metric.name)  # refuses what is no number
        value = float(value) if not isinstance(value, complex) else exact_value(value, metric.name)
        if math.isnan(value):
            raise NotExact(f"{metric.name} returned nan; raise Undefined(reason) where there is no value")
        self.terms += abs(value)
        return float(value)

    def answer(self, metric: Metric, statement: Statement, instance: Instance) -> Answer:
        """What the axiom says of the instance; lets every exception through."""
        bound = Bound(metric, instance.parameters, self)
        return statement.says(bound, *(instance.values[name] for name in statement.axiom.over))

    def decide(self, metric: Metric, statement: Statement, instance: Instance) -> Decision:
        """The case decided; no value is a discarded case, an undecided sign an undecided one."""
        self.terms = 0.0
        try:
            answer = self.answer(metric, statement, instance)
            relation = answer.relation if isinstance(answer, Bounded) else answer
            if isinstance(relation, Quantity):
                code = DISCARDED if relation.denominator == 0 == relation.numerator else HOLDS
                if code == HOLDS and relation.denominator == 0:
                    code = FAILS  # the ratio is infinite: there is no constant
                return Decision(code, answer)
            slack = None if metric.exact else float_slack(self.terms)
            return Decision(int(relation.decide(slack)), answer)
        except Undefined as reason:
            return Decision(DISCARDED, reason=str(reason))
        except Undecided as reason:
            return Decision(UNDECIDED, reason=str(reason))


def described(error: Exception, metric: Metric, instance: Instance) -> str:
    """What a definition raised, and on what."""
    shown = [f"{name}: {value}" for name, value in instance.values.items()]
    shown += [value.text() for value in instance.parameters.values()]
    said = str(error).splitlines()[0][:300] if str(error) else "no message"
    return f"{metric.name} raised {type(error).__name__}: {said} (on {'; '.join(shown)})"


def _as_fraction(value: Any) -> Any:
    return value if isinstance(value, Formal) else fraction(value)


def sides(answer: Answer) -> tuple[str, str, str]:
    """The two sides and the relation between them, as text."""
    if isinstance(answer, Bounded):
        answer = answer.relation
    if isinstance(answer, Quantity):
        return str(answer.numerator), "/", str(answer.denominator)
    assert isinstance(answer, Relation)
    return str(answer.lhs), answer.op, str(answer.rhs)


@dataclass
class Terms:
    """An evaluator that writes down every value it hands out, for the witness page."""

    inner: Definitions
    seen: list[tuple[str, Ranking, Ranking, dict[str, Any], Any]] = field(default_factory=list)

    def metric(self, name: str) -> Metric:
        return self.inner.metric(name)

    def value(self, metric: Metric, a: Ranking, b: Ranking, parameters: Mapping[str, Any]) -> Any:
        result = self.inner.value(metric, a, b, parameters)
        self.seen.append((metric.name, a, b, dict(parameters), result))
        return result


def terms(registry: Registry, metric: Metric, statement: Statement, instance: Instance) -> Terms:
    """Every value that enters the statement on this instance."""
    recorder = Terms(Definitions(registry))
    bound = Bound(metric, instance.parameters, recorder)
    statement.says(bound, *(instance.values[name] for name in statement.axiom.over))
    return recorder
