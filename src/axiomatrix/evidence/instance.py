"""Instances: one case of a statement, and its evaluation on the kind of numbers that the definition needs."""

from __future__ import annotations

import fractions
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from flint import fmpq

from ..model.axiom import Statement
from ..model.domain import OutsideDomain
from ..model.guard import forget_printed
from ..model.metric import BoundMetric, Metric
from ..model.registry import Registry
from ..model.relation import (
    DISCARDED,
    FAILS,
    HOLDS,
    ROUNDED,
    ROUNDING,
    UNDECIDED,
    Answer,
    Bounded,
    Quantity,
    float_code,
    float_slack,
    refuse_inexact,
)
from ..numbers.evaluation import Float
from ..numbers.exact import Formal, NotExact, Undecided, Undefined, exact_value, fraction, rational, sign
from ..numbers.rationals import fractions_instead_of_flint
from ..spaces import all_rankings

NO_VALUE = "raise Undefined(reason) where there is no value"


@dataclass(frozen=True)
class Instance:
    """Values of what a statement quantifies over, and of the metric's parameters."""

    n: int
    values: Mapping[str, Any]
    parameters: Mapping[str, Any]


class Decision(NamedTuple):
    """Decision of one case."""

    code: int
    answer: Answer | None = None
    reason: str = ""


class AskedCall(NamedTuple):
    """A call of a metric by a statement, with its value, or the reason why there is none."""

    metric: Metric
    arguments: tuple[Any, ...]
    parameters: dict[str, Any]
    value: Any


class Recorded(NamedTuple):
    """A decided case, with every call of a metric that it took, in order."""

    instance: Instance
    decision: Decision
    calls: tuple[AskedCall, ...]

    @property
    def terms(self) -> list[tuple[Any, ...]]:
        """Every value that enters the statement: the name of the metric, arguments, parameters and the value."""
        seen = (call for call in self.calls if not isinstance(call.value, Undefined))
        return [(call.metric.name, *call.arguments, call.parameters, call.value) for call in seen]


class Definitions:
    """Evaluation of definitions on single instances, on which every verdict rests."""

    def __init__(self, registry: Registry, tick: Callable[[], None] = lambda: None) -> None:
        self.registry = registry
        self.metric = registry.metric
        self.tick = tick
        """Called now and then during long work, so that the waiting process knows that it continues."""
        self._mixing: dict[str, bool] = {}
        """By metric, whether its definition uses Fractions; see :meth:`mixes_fractions`."""
        self._scales: dict[str, float] = {}
        self.terms = 0.0
        """Float channel: the sum of the absolute values met since :meth:`decide` began."""
        self.left_domain = ""
        """What the axiom asks for, in the case that is decided, outside the metric's spaces."""
        self.outside_domain: dict[tuple[str, Statement], str] = {}
        self.rounded: dict[tuple[str, Statement], Instance] = {}
        """Float channel: the first case of a statement about a metric that fails by no more than rounding explains."""

    def mixes_fractions(self, metric: Metric) -> bool:
        """Return whether the definition uses Fractions.

        Such a definition gets Fractions only: flint's rationals never equal Fractions and cannot be added to them. The
        answer is computed on first use, since most evaluators evaluate few of the registered metrics.
        """
        known = self._mixing.get(metric.name)
        if known is None:
            known = self._mixing[metric.name] = mentions_fractions(metric.definition)
        return known

    def value(self, metric: Metric, *given: Any) -> Any:
        """The value of the metric on arguments and, last, parameters: exact, or a float if it is declared so."""
        self.tick()  # a metric may be slow; that a single call does not end is what is noticed
        forget_printed()
        try:
            metric.domain.require(given[:-1], given[-1])
        except OutsideDomain as reason:
            self.left_domain = str(reason)
            raise
        if not metric.exact:
            return self._float_value(metric, *given)
        if not self.mixes_fractions(metric):
            try:
                return exact_value(metric.evaluate(*given), metric.name)
            except TypeError as error:
                if isinstance(error, NotExact) or not {"Fraction", "fmpq"} & set(
                    str(error).replace("'", " ").replace(".", " ").split()
                ):
                    raise
                self._mixing[metric.name] = True  # it asks what only Fractions answer: give it nothing else
        value = exact_value(in_fractions(metric, given), metric.name)
        return value if isinstance(value, Formal) else rational(value)

    def _float_value(self, metric: Metric, *given: Any) -> float:
        value = float_value(metric, *given)
        self.terms += abs(value) if math.isfinite(value) else 0.0  # what is infinite was not rounded
        return value

    def answer(self, metric: Metric, statement: Statement, instance: Instance) -> Answer:
        """Evaluate the axiom on the instance; every exception passes through."""
        bound = BoundMetric(metric, instance.parameters, self)
        return statement.says(bound, *(instance.values[name] for name in statement.names(metric)))

    def decide(self, metric: Metric, statement: Statement, instance: Instance) -> Decision:
        """The case decided; no value is a discarded case, an undecided sign an undecided one."""
        return self._decide(BoundMetric(metric, instance.parameters, self), statement, instance)

    def record(self, metric: Metric, statement: Statement, instance: Instance) -> Recorded:
        """The case decided once, and written down what was asked for it."""
        recorder = _Recorder(self)
        decision = self._decide(BoundMetric(metric, instance.parameters, recorder), statement, instance)
        return Recorded(instance, decision, tuple(recorder.calls))

    def _decide(self, bound: BoundMetric, statement: Statement, instance: Instance) -> Decision:
        decision = self.decided(statement, bound, [instance.values[name] for name in statement.names(bound.metric)])
        if decision.code == ROUNDED:
            self.rounded.setdefault((bound.metric.name, statement), instance)
        return decision

    def decided(self, statement: Statement, bound: BoundMetric, values: Sequence[Any]) -> Decision:
        """Decide a case, for loops over many cases of one metric and its parameters."""
        self.left_domain = ""
        decision = self._decided(statement, bound, values)
        if self.left_domain and decision.code == DISCARDED:
            self.outside_domain.setdefault((bound.metric.name, statement), self.left_domain)
        return decision

    def _decided(self, statement: Statement, bound: BoundMetric, values: Sequence[Any]) -> Decision:
        self.terms = 0.0
        metric = bound.metric
        try:
            answer = statement.says(bound, *values)
            if not metric.exact:
                answer = _beyond_rounding(answer, ROUNDING * self.slack(metric))
            relation = answer.relation if isinstance(answer, Bounded) else answer
            if isinstance(relation, Quantity):
                if metric.exact:
                    refuse_inexact(relation.numerator, relation.denominator)
                return Decision(quantity_code(relation), answer)
            if metric.exact:
                return Decision(int(relation.decide()), answer)
            return Decision(float_code(relation, self.slack(metric)), answer)
        except Undefined as reason:
            return Decision(DISCARDED, reason=str(reason))
        except Undecided as reason:
            return Decision(UNDECIDED, reason=str(reason))

    def slack(self, metric: Metric) -> float:
        """The slack of the float channel for the terms met so far, in the precision that the metric computes in."""
        terms = self.terms + self._float_scale(metric)
        implementation = metric.implementation
        return float_slack(terms) if implementation is None else float_slack(terms, implementation.epsilon)

    def _float_scale(self, metric: Metric) -> float:
        """How large the values of a float metric are: the largest on three items under unit parameters.

        A value near zero is often the difference of two that are not; its rounding error is on their scale.
        """
        if not metric.takes_rankings:
            return 1.0
        if metric.name not in self._scales:
            unit = {name: space.make([1] * len(space.keys(3)), 3) for name, space in metric.parameters.items()}
            rankings, largest, terms = all_rankings(3), 0.0, self.terms
            for a in rankings:
                for b in rankings:
                    try:
                        value = abs(float(self._float_value(metric, a, b, unit)))
                    except Exception:  # no scale can be had from there; the case itself is reported where it is asked
                        continue
                    largest = max(largest, value if math.isfinite(value) else 0.0)
            self._scales[metric.name], self.terms = largest, terms
        return self._scales[metric.name]


def float_value(metric: Metric, *given: Any) -> float:
    """The value of a metric that is declared to compute in floats, on arguments and, last, parameters."""
    value: Any = in_floats(metric, given)
    if getattr(value, "shape", None) == () and hasattr(value, "item"):  # a scalar of numpy, or a tensor of one
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        value = exact_value(value, metric.name)
    value = float(value)
    if math.isnan(value):
        raise NotExact(f"{metric.name} returned nan; {NO_VALUE}")
    return Float(value)


class _Recorder:
    """Asks definitions, and writes down every call."""

    def __init__(self, definitions: Definitions) -> None:
        self.metric = definitions.metric
        self.calls: list[AskedCall] = []
        self._definitions = definitions

    def value(self, metric: Metric, *given: Any) -> Any:
        *arguments, parameters = given
        try:
            result = self._definitions.value(metric, *given)
        except Undefined as reason:
            self.calls.append(AskedCall(metric, tuple(arguments), dict(parameters), reason))
            raise
        self.calls.append(AskedCall(metric, tuple(arguments), dict(parameters), result))
        return result


class Changed(Exception):
    """A definition answered differently the second time."""


class AskedTwice(Definitions):
    """Where nothing else asks a definition again: a user's definition is, at once, for every value."""

    def value(self, metric: Metric, *given: Any) -> Any:
        first = super().value(metric, *given)
        if metric.is_foreign and (again := super().value(metric, *given)) != first:
            raise Changed(
                f"{metric.name} answered {first} and then {again} on the same case; it must not depend on more"
            )
        return first


def _plain_sign(value: Any) -> int | None:
    """The sign of an exact number or, in the float channel, of a float."""
    if isinstance(value, float):
        return None if math.isnan(value) else int(value > 0) - int(value < 0)
    return sign(value)


def _beyond_rounding(answer: Answer, slack: float) -> Answer:
    """The answer with a ratio in which what rounding explains is 0; both sides where it is the divisor's sign."""

    def is_rounding(side: Any) -> bool:
        return isinstance(side, float) and 0 < abs(side) <= slack

    quantity = answer.quantity if isinstance(answer, Bounded) else answer
    if not isinstance(quantity, Quantity):
        return answer
    if is_rounding(quantity.denominator):
        quantity = replace(quantity, numerator=0.0, denominator=0.0)
    elif is_rounding(quantity.numerator):
        quantity = replace(quantity, numerator=0.0)
    return replace(answer, quantity=quantity) if isinstance(answer, Bounded) else quantity


def quantity_code(quantity: Quantity) -> int:
    """Return whether the case has a ratio (``HOLDS``), is empty (``DISCARDED``), or allows no constant (``FAILS``)."""
    num, den = _plain_sign(quantity.numerator), _plain_sign(quantity.denominator)
    if num is None or den is None:
        return UNDECIDED
    if den > 0:
        return HOLDS
    none = num > 0 if quantity.sense == "sup" else num < 0 == den
    return FAILS if none else DISCARDED


def ratio_of(quantity: Quantity) -> Any | None:
    """The ratio, or None where there is none that bounds a constant."""
    if _plain_sign(quantity.denominator) != 1:
        return None
    value = quantity.ratio
    return None if isinstance(value, float) and not math.isfinite(value) else value


def is_beyond(value: Any, best: Any, sense: str) -> bool:
    """Return whether a ratio is certainly larger (``sup``) or smaller (``inf``) than the best so far."""
    sign = _plain_sign(value - best)
    return sign is not None and sign * (1 if sense == "sup" else -1) > 0


def mentions_fractions(definition: Callable[..., Any], seen: frozenset[Any] = frozenset()) -> bool:
    """Return whether a function names ``Fraction`` or a Fraction, or calls a function or metric that does."""
    code = getattr(definition, "__code__", None)
    if code is None or code in seen:
        return False
    names: set[str] = set()
    codes = [code]
    while codes:
        body = codes.pop()
        names.update(body.co_names)
        codes += [constant for constant in body.co_consts if isinstance(constant, CodeType)]
    values = [definition.__globals__[name] for name in names if name in definition.__globals__]
    for cell in definition.__closure__ or ():
        try:
            values.append(cell.cell_contents)
        except ValueError:  # an empty cell
            continue
    return any(
        value is Fraction
        or value is fractions
        or isinstance(value, Fraction)
        or (
            isinstance(value, FunctionType)
            and value.__module__ == definition.__module__
            and mentions_fractions(value, seen | {code})
        )
        or (isinstance(value, Metric) and mentions_fractions(value.definition, seen | {code}))
        for value in values
    )


def in_fractions(metric: Metric, given: Sequence[Any]) -> Any:
    """Evaluate the definition on Fractions instead of flint's rationals."""
    *arguments, parameters = given
    with fractions_instead_of_flint():
        fractions = {name: mapped(value, _as_fraction) for name, value in parameters.items()}
        return metric.evaluate(*(mapped(value, _as_fraction) for value in arguments), fractions)


def in_floats(metric: Metric, given: Sequence[Any]) -> Any:
    """Evaluate a definition that is declared to compute in floats.

    A library's adapter gets exact numbers: it converts them itself, and reports those that no float represents.
    """
    *arguments, parameters = given
    if metric.implementation is not None:
        return metric.evaluate(*arguments, parameters)
    floats = {name: mapped(value, float) for name, value in parameters.items()}
    return metric.evaluate(*(mapped(value, float) for value in arguments), floats)


def mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    """A value with its inexactly typed numbers changed: of a parameter, a list, or a single number."""
    if hasattr(value, "mapped"):
        return value.mapped(change)
    return (
        value if isinstance(value, int) or not isinstance(value, (fmpq, fractions.Fraction, Formal)) else change(value)
    )


def _as_fraction(value: Any) -> Any:
    return value if isinstance(value, Formal) else fraction(value)
