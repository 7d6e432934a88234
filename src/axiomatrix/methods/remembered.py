"""Values of a metric that are computed once: each is looked up where it is asked for again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from ..evidence.instance import Changed, Definitions
from ..model.domain import OutsideDomain
from ..model.metric import BoundMetric, Metric
from ..numbers.exact import Undefined
from .instances import InvariantValues, NoRenamings, orbits

STANDS_IN = True
"""Its values stand in for those of a metric: an error in it is ours, not that of the axiom that asks for them."""
SPOT_CHECKS = 64
"""Every so many remembered values one is computed again."""
LIBRARY_CHECKS = 4
"""As many of a library's metric, whose calls are dear; axioms of determinism call it again everywhere."""


class RememberedDefinitions(Definitions):
    """Evaluates definitions and remembers what they gave: a value, or that there is none."""

    def __init__(self, definitions: Definitions) -> None:
        super().__init__(definitions.registry, definitions.tick)
        self._mixing = definitions._mixing  # what one of them learns of a definition, the other knows
        self.rounded, self.outside_domain = definitions.rounded, definitions.outside_domain
        self._known: dict[tuple[Metric, tuple[Any, ...]], dict[tuple[Any, ...], Any]] = {}
        """By metric and parameters, then by arguments."""
        self._at: dict[tuple[int, int], tuple[Metric, Mapping[str, Any], dict[tuple[Any, ...], Any]]] = {}
        """The same by identity: to hash a rational takes as long as to compute with it."""
        self._orbits: dict[Any, tuple[Any, list[tuple[tuple[Any, ...], int]]]] = {}
        """By the identity of the lists, which are kept with them."""
        self._invariant: dict[Any, InvariantValues | None] = {}

    def value(self, metric: Metric, *call: Any) -> Any:
        if not metric.exact and metric.implementation is None:
            return super().value(metric, *call)  # the float channel counts its terms as it goes
        values, arguments = self.values(metric, call[-1]), call[:-1]
        value = values.get(arguments)
        if value is not None:
            if not metric.exact and not isinstance(value, Undefined):
                self.terms += abs(value)
        else:
            try:
                value = super().value(metric, *call)
            except Undefined as reason:
                value = reason
            values[arguments] = value
        if isinstance(value, OutsideDomain):
            self.left_domain = str(value)
        if isinstance(value, Undefined):
            raise value
        return value

    def bound(self, metric: Metric, parameters: Mapping[str, Any]) -> BoundMetric:
        """The metric as a statement asks for it."""
        return _RememberedMetric(metric, parameters, self)

    def first_of_orbits(self, over: Sequence[Sequence[Any]], most: int) -> list[tuple[tuple[Any, ...], int]]:
        """The first instance of each orbit; :class:`NoRenamings` where they are not known, or more than ``most``."""
        key = tuple(map(id, over)), most
        if key not in self._orbits:
            self._orbits[key] = over, list(islice(orbits(over, most), most + 1))
        firsts = self._orbits[key][1]
        if len(firsts) > most:
            raise NoRenamings
        return firsts

    def invariant(
        self, metric: Metric, parameters: Sequence[Mapping[str, Any]], n: int, items: Sequence[Any], most: int
    ) -> InvariantValues | None:
        """The values of the metric at a size, if renaming the items changes none: found out once for each size."""
        key = (metric, tuple(tuple(at.values()) for at in parameters), n, tuple(items))
        if key not in self._invariant:
            values = InvariantValues(self, metric)
            self._invariant[key] = values if values.see(parameters, n, items, most) else None
        if (invariant := self._invariant[key]) is not None:
            invariant.outside = False
        return invariant

    def spot_check(self, metric: Metric) -> None:
        """Compute some of the remembered values again; :class:`Changed` if one is another now."""
        every = [(at, *kept) for (m, at), values in self._known.items() if m is metric for kept in values.items()]
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
        """Return the cached values of the metric under these parameters, by its arguments."""
        entry = self._at.get((id(metric), id(parameters)))
        if entry is None or entry[0] is not metric or entry[1] is not parameters:
            values = self._known.setdefault((metric, tuple(parameters.values())), {})
            entry = self._at[id(metric), id(parameters)] = (metric, parameters, values)
        return entry[2]

    def forget(self) -> None:
        """Let go of all values: those of one size are not asked for at the next."""
        self._known.clear()
        self._at.clear()
        self._orbits.clear()
        self._invariant.clear()


class _RememberedMetric(BoundMetric):
    """A metric that looks up what is remembered of it, and asks its evaluator for the rest."""

    __slots__ = ("_known",)

    def __init__(self, metric: Metric, parameters: Mapping[str, Any], evaluator: RememberedDefinitions) -> None:
        super().__init__(metric, parameters, evaluator)
        self._known = evaluator.values(metric, self.parameters) if metric.exact else {}

    def __call__(self, *arguments: Any) -> Any:
        value = self._known.get(arguments)
        if value is None or isinstance(value, Undefined):
            return self.evaluator.value(self.metric, *arguments, self.parameters)
        return value
