"""Cases: every instance of a statement at one size, one by one, on values that are computed once.

For metrics that no table and no program is for: of lists, of orders with ties, or with a single number as parameter.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from ..evidence.instance import Changed, Definitions, Instance, described, is_ours
from ..model.axiom import Statement, keeps_promise
from ..model.metric import BoundMetric, Metric
from ..model.relation import DISCARDED, ROUNDED, UNDECIDED, Bounded, Quantity
from ..numbers.exact import Undefined
from ..spaces import Space
from .enumeration import SizeTally, TooMany

SPOT_CHECKS = 64
"""Every so many remembered values one is computed again."""
LIBRARY_CHECKS = 4
"""As many of a library's metric, whose calls are dear; axioms of determinism call it again everywhere."""
TICK = 4096
"""After how many cases a sign of life is given."""


class Remembered(Definitions):
    """Evaluates definitions and remembers what they gave: a value, or that there is none."""

    def __init__(self, definitions: Definitions) -> None:
        super().__init__(definitions.registry, definitions.tick)
        self._mixing = definitions._mixing  # what one of them learns of a definition, the other knows
        self.rounded = definitions.rounded
        self._known: dict[tuple[Metric, tuple[Any, ...]], dict[tuple[Any, ...], Any]] = {}
        """By metric and parameters, then by arguments."""
        self._at: dict[tuple[int, int], tuple[Metric, Mapping[str, Any], dict[tuple[Any, ...], Any]]] = {}
        """The same by identity: to hash a rational takes as long as to compute with it."""

    def value(self, metric: Metric, *given: Any) -> Any:
        if not metric.exact and metric.implementation is None:
            return super().value(metric, *given)  # the float channel counts its terms as it goes
        known, arguments = self.values(metric, given[-1]), given[:-1]
        value = known.get(arguments)
        if value is not None:
            if not metric.exact and not isinstance(value, Undefined):
                self.terms += abs(value)
        else:
            try:
                value = super().value(metric, *given)
            except Undefined as reason:
                value = reason
            known[arguments] = value
        if isinstance(value, Undefined):
            raise value
        return value

    def spot_check(self, metric: Metric) -> None:
        """Compute some of the remembered values again; :class:`Changed` if one is another now."""
        every = [(at, *kept) for (m, at), known in self._known.items() if m is metric for kept in known.items()]
        checks = SPOT_CHECKS if metric.implementation is None else LIBRARY_CHECKS
        for at, arguments, value in every[:: max(1, len(every) // checks)]:
            try:
                again = super().value(metric, *arguments, dict(zip(metric.parameters, at, strict=True)))
            except Undefined as reason:
                again = reason
            same = type(again) is type(value) if isinstance(again, Undefined) else again == value
            if not same:
                raise Changed(f"{metric.name} answered {value} and then {again} on the same case")

    def values(self, metric: Metric, parameters: Mapping[str, Any]) -> dict[tuple[Any, ...], Any]:
        """What is remembered of the metric under these parameters, by its arguments."""
        entry = self._at.get((id(metric), id(parameters)))
        if entry is None or entry[0] is not metric or entry[1] is not parameters:
            known = self._known.setdefault((metric, tuple(parameters.values())), {})
            entry = self._at[id(metric), id(parameters)] = (metric, parameters, known)
        return entry[2]

    def forget(self) -> None:
        """Let go of all values: those of one size are not asked for at the next."""
        self._known.clear()
        self._at.clear()


class _Remembering(BoundMetric):
    """A metric that looks up what is remembered of it, and asks its evaluator for the rest."""

    __slots__ = ("_known",)

    def __init__(self, metric: Metric, parameters: Mapping[str, Any], evaluator: Remembered) -> None:
        super().__init__(metric, parameters, evaluator)
        self._known = evaluator.values(metric, self.parameters) if metric.exact else {}

    def __call__(self, *arguments: Any) -> Any:
        value = self._known.get(arguments)
        if value is None or isinstance(value, Undefined):
            return self.evaluator.value(self.metric, *arguments, self.parameters)
        return value


def listed(metric: Metric, statement: Statement, n: int, by_generators: bool = False) -> list[Sequence[Any]]:
    """The values of each argument of the statement; of groups only generators, if that is wanted."""
    spaces = statement.over(metric).values()
    return [space.generators(n) if by_generators else space.enumerate(n) for space in spaces]


def instances(
    over: Sequence[Sequence[Any]], parameters: Mapping[str, Space], n: int
) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    """The instances of a size, the first argument slowest and the parameters fastest."""
    values = [dict(zip(parameters, v, strict=True)) for v in product(*(s.enumerate(n) for s in parameters.values()))]
    for chosen in product(*over):
        for given in values:
            yield chosen, given


def enumerate_cases(
    metric: Metric, statement: Statement, parameters: Mapping[str, Space], n: int, evaluator: Remembered, most: int
) -> SizeTally:
    """Decide every instance of a size, up to the first that is looked for.

    A statement that holds of a group if it does of generators is asked of these, and where a case has no value of all.
    Raises :class:`TooMany` if there are more than ``most``.
    """
    for by_generators in (True, False) if keeps_promise(statement.axiom, "from_generators") else (False,):
        if not by_generators and any(space.count(n) > most for space in statement.over(metric).values()):
            raise TooMany
        over = listed(metric, statement, n, by_generators)
        if math.prod(map(len, (*over, *(space.enumerate(n) for space in parameters.values())))) > most:
            raise TooMany
        tally = _each(metric, statement, over, parameters, n, evaluator)
        if tally.hit is not None or tally.fault is not None or not tally.discarded:
            break
    return tally


def _each(
    metric: Metric,
    statement: Statement,
    over: Sequence[Sequence[Any]],
    parameters: Mapping[str, Space],
    n: int,
    evaluator: Remembered,
) -> SizeTally:
    names = list(statement.over(metric))
    wanted = statement.axiom.sought
    tally = SizeTally()
    bounds: dict[int, BoundMetric] = {}

    def instance(values: tuple[Any, ...], given: Mapping[str, Any]) -> Instance:
        return Instance(n, dict(zip(names, values, strict=True)), given)

    for number, (values, given) in enumerate(instances(over, parameters, n)):
        if number % TICK == 0:
            evaluator.tick()
        bound = bounds.get(id(given))
        if bound is None:
            bound = bounds[id(given)] = _Remembering(metric, given, evaluator)
        try:
            code, answer, _ = evaluator.decided(statement, bound, values)
        except Exception as error:  # the definition or the axiom
            if is_ours(error):
                raise
            tally.fault = described(error, metric, instance(values, given))
            return tally
        if code == DISCARDED:
            tally.discarded += 1
            continue
        tally.cases += 1
        tally.undecided += code == UNDECIDED
        if isinstance(answer, (Quantity, Bounded)) and code != UNDECIDED:
            tally.take_ratio(answer, instance(values, given))
        if code == ROUNDED:
            evaluator.rounded.setdefault((metric.name, statement), instance(values, given))
        if code == wanted:
            tally.hit = instance(values, given)
            break
    return tally
