"""Instances of statements, and their decision by the metric's definition.

Every verdict rests on :class:`Definitions`: methods, replays and reports ask it to decide one case. It also chooses the
numbers that a definition gets. A definition is in the *exact channel* unless it says that it computes in floats: it
gets flint's rationals, or Fractions if it builds Fractions itself, and each case is decided exactly. Its values may be
*formal* numbers too, such as sqrt(2). A definition of the *float channel* gets floats, and two sides count as equal if
they differ by no more than a *tolerance*.

A statement answers with a *relation* of two sides, a *quantity* (a ratio whose extreme is sought), or both.
"""

from __future__ import annotations

import fractions
import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
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
    float_tolerance,
    refuse_inexact,
)
from ..numbers.evaluation import Float
from ..numbers.exact import Formal, NotExact, Undecided, Undefined, exact_value, fraction, rational, sign
from ..numbers.rationals import fractions_instead_of_flint
from ..spaces import all_rankings

NO_VALUE = "raise Undefined(reason) where there is no value"
"""Advice after an error that suggests that the metric has no value there."""


@dataclass(frozen=True)
class Instance:
    """One case of a statement, over n items: values of its arguments and of the metric's parameters."""

    n: int
    values: Mapping[str, Any]
    """The arguments by name, such as the rankings ``a`` and ``b``."""
    parameters: Mapping[str, Any]


class Decision(NamedTuple):
    """Decision of one case."""

    code: int
    """``HOLDS``, ``FAILS``, ``DISCARDED`` (no value, or its condition is false), ``UNDECIDED`` or ``ROUNDED``."""
    answer: Answer | None = None
    """The relation or quantity that was decided; None if the metric has no value."""
    reason: str = ""
    """Why the case was discarded or is undecided, in words; else empty."""


class MetricCall(NamedTuple):
    """A call of a metric by a statement, such as ``d(a, b)`` in the law of an axiom."""

    metric: Metric
    arguments: tuple[Any, ...]
    parameters: dict[str, Any]
    value: Any
    """The value, or the :class:`Undefined` that says why there is none."""


class Recorded(NamedTuple):
    """A decided case, with every call of a metric that it took, in order."""

    instance: Instance
    decision: Decision
    calls: tuple[MetricCall, ...]

    @property
    def evaluations(self) -> list[MetricCall]:
        """Return the calls that gave a value, in order: every value that enters the statement."""
        return [call for call in self.calls if not isinstance(call.value, Undefined)]


class Definitions:
    """Evaluation of definitions on single instances, on which every verdict rests."""

    def __init__(self, registry: Registry, tick: Callable[[], None] = lambda: None) -> None:
        self.registry = registry
        self.metric = registry.metric
        self.tick = tick
        """Called during long work as a sign of life to the supervising process."""
        self._mixing: dict[str, bool] = {}
        """By metric, whether its definition uses Fractions; see :meth:`mixes_fractions`."""
        self._scales: dict[str, float] = {}
        """Float channel: by metric, the largest absolute value on three items; see :meth:`_float_scale`."""
        self.term_sum = 0.0
        """Float channel: the sum of the absolute values of the metric in the current case; see :meth:`tolerance`."""
        self.left_domain = ""
        """Why the current case is outside the metric's domain; empty if it is inside."""
        self.outside_domain: dict[tuple[str, Statement], str] = {}
        """By metric and statement, the reason of the first case that was discarded as outside the domain."""
        self.rounded: dict[tuple[str, Statement], Instance] = {}
        """Float channel: the first case of a statement about a metric that fails by no more than rounding explains."""

    def mixes_fractions(self, metric: Metric) -> bool:
        """Return whether the definition uses Fractions.

        Such a definition gets Fractions only: flint's rationals never equal Fractions and cannot be added to them.
        """
        if metric.name not in self._mixing:
            self._mixing[metric.name] = mentions_fractions(metric.definition)
        return self._mixing[metric.name]

    def value(self, metric: Metric, *inputs: Any) -> Any:
        """Evaluate the metric on its arguments and, last, its parameters: exactly, or in floats if so declared."""
        self.tick()  # before each call, so that a slow metric counts as alive; a single call that never ends does not
        forget_printed()
        try:
            metric.domain.require(inputs[:-1], inputs[-1])
        except OutsideDomain as reason:
            self.left_domain = str(reason)
            raise
        if not metric.exact:
            return self._float_value(metric, *inputs)
        if not self.mixes_fractions(metric):
            try:
                return exact_value(metric.evaluate(*inputs), metric.name)
            except TypeError as error:
                # the message names the operand types if Fractions and flint's rationals were mixed
                words = set(str(error).replace("'", " ").replace(".", " ").split())
                if isinstance(error, NotExact) or not {"Fraction", "fmpq"} & words:
                    raise
                self._mixing[metric.name] = True  # from now on it gets Fractions only
        value = exact_value(in_fractions(metric, inputs), metric.name)
        return value if isinstance(value, Formal) else rational(value)

    def _float_value(self, metric: Metric, *inputs: Any) -> float:
        value = float_value(metric, *inputs)
        self.term_sum += abs(value) if math.isfinite(value) else 0.0  # an infinite value has no rounding error
        return value

    def answer(self, metric: Metric, statement: Statement, instance: Instance) -> Answer:
        """Evaluate the axiom on the instance; every exception passes through."""
        bound = BoundMetric(metric, instance.parameters, self)
        return statement.says(bound, *(instance.values[name] for name in statement.names(metric)))

    def decide(self, metric: Metric, statement: Statement, instance: Instance) -> Decision:
        """Decide a case. It is discarded where the metric has no value, and undecided where a sign is."""
        return self._decide_instance(BoundMetric(metric, instance.parameters, self), statement, instance)

    def record(self, metric: Metric, statement: Statement, instance: Instance) -> Recorded:
        """Decide a case once, and record every call of a metric that this took."""
        recorder = _Recorder(self)
        decision = self._decide_instance(BoundMetric(metric, instance.parameters, recorder), statement, instance)
        return Recorded(instance, decision, tuple(recorder.calls))

    def _decide_instance(self, bound: BoundMetric, statement: Statement, instance: Instance) -> Decision:
        """Decide a case, and keep the first instance of a statement that fails within rounding only."""
        values = [instance.values[name] for name in statement.names(bound.metric)]
        decision = self.decide_values(statement, bound, values)
        if decision.code == ROUNDED:
            self.rounded.setdefault((bound.metric.name, statement), instance)
        return decision

    def decide_values(self, statement: Statement, bound: BoundMetric, values: Sequence[Any]) -> Decision:
        """Decide a case given by its values in order. Loops over many cases of one bound metric call this directly."""
        self.left_domain = ""
        decision = self._evaluate_and_decide(statement, bound, values)
        if self.left_domain and decision.code == DISCARDED:
            self.outside_domain.setdefault((bound.metric.name, statement), self.left_domain)
        return decision

    def _evaluate_and_decide(self, statement: Statement, bound: BoundMetric, values: Sequence[Any]) -> Decision:
        """Evaluate the statement and decide its answer, in the channel of the metric."""
        self.term_sum = 0.0
        metric = bound.metric
        try:
            answer = statement.says(bound, *values)
            if not metric.exact:  # ROUNDING slacks: the most that is laid to rounding
                answer = _rounded_to_zero(answer, ROUNDING * self.tolerance(metric))
            relation = answer.relation if isinstance(answer, Bounded) else answer
            if isinstance(relation, Quantity):  # no bound is claimed, so only the ratio is looked at
                if metric.exact:
                    refuse_inexact(relation.numerator, relation.denominator)
                return Decision(quantity_code(relation), answer)
            if metric.exact:
                return Decision(int(relation.decide()), answer)
            return Decision(float_code(relation, self.tolerance(metric)), answer)
        except Undefined as reason:
            return Decision(DISCARDED, reason=str(reason))
        except Undecided as reason:
            return Decision(UNDECIDED, reason=str(reason))

    def tolerance(self, metric: Metric) -> float:
        """Return the tolerance of the float channel: proportional to the values so far, in the metric's own precision.

        Rounding errors are relative to the numbers that are added, and the sum of their absolute values bounds these.
        """
        scale = self.term_sum + self._float_scale(metric)
        implementation = metric.implementation
        return float_tolerance(scale) if implementation is None else float_tolerance(scale, implementation.epsilon)

    def _float_scale(self, metric: Metric) -> float:
        """Return the largest absolute value of a float metric on three items under unit parameters; else 1.

        A value near zero is often the difference of two that are not; its rounding error is on their scale.
        """
        if not metric.takes_rankings:
            return 1.0
        if metric.name not in self._scales:
            unit = {name: space.make([1] * len(space.keys(3)), 3) for name, space in metric.parameters.items()}
            term_sum = self.term_sum
            largest = 0.0
            for a, b in product(all_rankings(3), repeat=2):
                with suppress(Exception):  # no scale from this call; the error is reported where the case is decided
                    value = abs(float(self._float_value(metric, a, b, unit)))
                    largest = max(largest, value if math.isfinite(value) else 0.0)
            self.term_sum = term_sum  # these evaluations do not belong to the case
            self._scales[metric.name] = largest
        return self._scales[metric.name]


def float_value(metric: Metric, *inputs: Any) -> float:
    """Evaluate a metric of the float channel on its arguments and, last, its parameters; nan is refused."""
    value: Any = in_floats(metric, inputs)
    if getattr(value, "shape", None) == () and hasattr(value, "item"):  # a scalar of numpy, or a tensor of one
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        value = exact_value(value, metric.name)
    value = float(value)
    if math.isnan(value):
        raise NotExact(f"{metric.name} returned nan; {NO_VALUE}")
    return Float(value)


class _Recorder:
    """Evaluator that records every call of a metric."""

    def __init__(self, definitions: Definitions) -> None:
        self.metric = definitions.metric
        self.calls: list[MetricCall] = []
        self._definitions = definitions

    def value(self, metric: Metric, *inputs: Any) -> Any:
        *arguments, parameters = inputs
        try:
            result = self._definitions.value(metric, *inputs)
        except Undefined as reason:
            self.calls.append(MetricCall(metric, tuple(arguments), dict(parameters), reason))
            raise
        self.calls.append(MetricCall(metric, tuple(arguments), dict(parameters), result))
        return result


class Changed(Exception):
    """Raised if a definition answers differently the second time: it is nondeterministic, or keeps state."""


class EvaluatedTwice(Definitions):
    """Evaluates a user's definition twice for every value, and raises :class:`Changed` if the values differ.

    Studies and replays use it. A run of the matrix repeats refutations in a fresh process instead.
    """

    def value(self, metric: Metric, *inputs: Any) -> Any:
        first = super().value(metric, *inputs)
        if metric.is_foreign and (again := super().value(metric, *inputs)) != first:
            raise Changed(f"{metric.name} answered {first} and then {again} on the same case; it must be deterministic")
        return first


def _sign_of(value: Any) -> int | None:
    """Return the sign of an exact number or, in the float channel, of a float; None if it is undecided or nan."""
    if isinstance(value, float):
        return None if math.isnan(value) else int(value > 0) - int(value < 0)
    return sign(value)


def _rounded_to_zero(answer: Answer, tolerance: float) -> Answer:
    """Replace sides of a ratio that are within rounding by 0.

    Where the denominator is within rounding its sign is unknown, so both sides become 0 and the case is discarded.
    """

    def is_rounding(side: Any) -> bool:
        return isinstance(side, float) and 0 < abs(side) <= tolerance

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
    numerator_sign, denominator_sign = _sign_of(quantity.numerator), _sign_of(quantity.denominator)
    if numerator_sign is None or denominator_sign is None:
        return UNDECIDED
    if denominator_sign > 0:
        return HOLDS
    # No c >= 0 will do. c * denominator is not positive, and for a large c low enough unless the denominator is 0.
    no_upper_constant = numerator_sign > 0  # numerator <= c * denominator
    no_lower_constant = numerator_sign < 0 and denominator_sign == 0  # numerator >= c * denominator
    allows_none = no_upper_constant if quantity.sense == "sup" else no_lower_constant
    return FAILS if allows_none else DISCARDED


def ratio_of(quantity: Quantity) -> Any | None:
    """Return the ratio of a quantity; None where its denominator is not positive, or the ratio is not finite."""
    if _sign_of(quantity.denominator) != 1:
        return None
    value = quantity.ratio
    return None if isinstance(value, float) and not math.isfinite(value) else value


def is_beyond(value: Any, best: Any, sense: str) -> bool:
    """Return whether a ratio is certainly larger (``sup``) or smaller (``inf``) than the best so far."""
    difference_sign = _sign_of(value - best)
    return difference_sign is not None and difference_sign * (1 if sense == "sup" else -1) > 0


def mentions_fractions(definition: Callable[..., Any], seen: frozenset[Any] = frozenset()) -> bool:
    """Return whether a function refers to ``Fraction`` or to a Fraction, or calls a function or metric that does.

    The names of its code, of nested functions and of its closure are looked up. ``seen`` holds the codes visited so
    far, so that recursive functions end.
    """
    code = getattr(definition, "__code__", None)
    if code is None or code in seen:
        return False
    names: set[str] = set()
    codes = [code]
    while codes:
        nested_code = codes.pop()
        names.update(nested_code.co_names)
        codes += [constant for constant in nested_code.co_consts if isinstance(constant, CodeType)]
    values = [definition.__globals__[name] for name in names if name in definition.__globals__]
    for cell in definition.__closure__ or ():
        with suppress(ValueError):  # an empty cell
            values.append(cell.cell_contents)
    for value in values:
        if value is Fraction or value is fractions or isinstance(value, Fraction):
            return True
        called = value.definition if isinstance(value, Metric) else value
        is_own_function = isinstance(value, FunctionType) and value.__module__ == definition.__module__
        if (is_own_function or isinstance(value, Metric)) and mentions_fractions(called, seen | {code}):
            return True
    return False


def in_fractions(metric: Metric, inputs: Sequence[Any]) -> Any:
    """Evaluate the definition on Fractions instead of flint's rationals."""
    *arguments, parameters = inputs

    def as_fraction(value: Any) -> Any:
        return value if isinstance(value, Formal) else fraction(value)

    with fractions_instead_of_flint():
        converted = {name: mapped(value, as_fraction) for name, value in parameters.items()}
        return metric.evaluate(*(mapped(value, as_fraction) for value in arguments), converted)


def in_floats(metric: Metric, inputs: Sequence[Any]) -> Any:
    """Evaluate a definition that is declared to compute in floats.

    A library's adapter gets exact numbers: it converts them itself, and reports those that no float represents.
    """
    if metric.implementation is not None:
        return metric.evaluate(*inputs)
    *arguments, parameters = inputs
    converted = {name: mapped(value, float) for name, value in parameters.items()}
    return metric.evaluate(*(mapped(value, float) for value in arguments), converted)


def mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    """Change the rational and formal numbers in a parameter, a list or a single number; integers stay."""
    if hasattr(value, "mapped"):
        return value.mapped(change)
    is_changed = isinstance(value, (fmpq, fractions.Fraction, Formal)) and not isinstance(value, int)
    return change(value) if is_changed else value
