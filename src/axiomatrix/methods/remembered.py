"""Cache of the values of a metric during enumeration, with spot checks that the metric is deterministic.

:mod:`.cases`, :mod:`.values` and ``explore`` evaluate the same calls for many instances: the triangle inequality asks
for d(a, b) once for every c. One size is cached at a time. Before the next size, callers compute some values again
(:meth:`RememberedDefinitions.spot_check`) and clear the cache (:meth:`RememberedDefinitions.forget`).
"""

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
"""Read by :func:`..evidence.fault.is_ours`: an error raised in this module is a bug of ours, not of an axiom."""
SPOT_CHECKS = 64
"""Number of cached values of a size that are computed again: at least this number, or all if there are fewer."""
LIBRARY_CHECKS = 4
"""Number for a library's metric: its calls are slow, and axioms of determinism repeat them anyway."""


class RememberedDefinitions(Definitions):
    """Definitions with a cache of values. For a call without a value, the :class:`Undefined` that it raised is cached.

    The arguments of a metric are followed by the mapping of its parameters (``*call``), as for every evaluator.
    """

    def __init__(self, definitions: Definitions) -> None:
        super().__init__(definitions.registry, definitions.tick)
        # what was observed about metrics is shared: each is tried with Fractions once only
        self._mixing = definitions._mixing  # which metrics mix Python's Fractions with flint's rationals
        self.rounded, self.outside_domain = definitions.rounded, definitions.outside_domain
        self._cache: dict[tuple[Metric, tuple[Any, ...]], dict[tuple[Any, ...], Any]] = {}
        """Values by metric and parameters, then by arguments."""
        self._cache_by_ids: dict[tuple[int, int], tuple[Metric, Mapping[str, Any], dict[tuple[Any, ...], Any]]] = {}
        """Index of these dictionaries by the ids of metric and parameters: hashing a rational is as slow as arithmetic.

        An entry is the metric, its parameters and the dictionary. It keeps the first two alive, so that no other object
        gets their ids.
        """
        self._orbits: dict[Any, tuple[Any, list[tuple[tuple[Any, ...], int]]]] = {}
        """The cache of :meth:`first_of_orbits`, by the ids of the lists and the limit.

        An entry is the lists, kept alive for their ids, and the first instance of each orbit with the orbit's size.
        """
        self._invariant: dict[Any, InvariantValues | None] = {}
        """The cache of :meth:`invariant`, by metric, parameters, size and items."""

    def value(self, metric: Metric, *call: Any) -> Any:
        if not metric.exact and metric.implementation is None:
            # not cached: the tolerance of the float channel grows with each evaluation (Definitions.term_sum)
            return super().value(metric, *call)
        values, arguments = self.cached_values(metric, call[-1]), call[:-1]
        value = values.get(arguments)
        if value is None:
            try:
                value = super().value(metric, *call)
            except Undefined as reason:
                value = reason
            values[arguments] = value
        elif not metric.exact and not isinstance(value, Undefined):
            self.term_sum += abs(value)  # as the first evaluation did: the tolerance must not depend on the cache
        if isinstance(value, OutsideDomain):
            self.left_domain = str(value)
        if isinstance(value, Undefined):
            raise value
        return value

    def bound(self, metric: Metric, parameters: Mapping[str, Any]) -> BoundMetric:
        """Bind the metric to parameters, for a statement to call."""
        return _RememberedMetric(metric, parameters, self)

    def first_of_orbits(self, over: Sequence[Sequence[Any]], max_orbits: int) -> list[tuple[tuple[Any, ...], int]]:
        """Return the first instance of each orbit of renaming the items, with the size of the orbit (:func:`.orbits`).

        ``over`` has the values of each argument. Raises :class:`NoRenamings` if renamings are not defined for them, or
        if there are more than ``max_orbits`` orbits.
        """
        key = tuple(map(id, over)), max_orbits
        if key not in self._orbits:
            # an orbit beyond the limit is enough to see that there are too many
            self._orbits[key] = over, list(islice(orbits(over, max_orbits), max_orbits + 1))
        _, first_instances = self._orbits[key]
        if len(first_instances) > max_orbits:
            raise NoRenamings
        return first_instances

    def invariant(
        self, metric: Metric, parameters: Sequence[Mapping[str, Any]], n: int, items: Sequence[Any], max_values: int
    ) -> InvariantValues | None:
        """Return the metric's values at a size if renaming the items changes none, else None; decided once a size.

        ``parameters`` are all parameter values to check; ``max_values`` is as in :meth:`.InvariantValues.check`.
        """
        key = (metric, tuple(tuple(parameter_values.values()) for parameter_values in parameters), n, tuple(items))
        if key not in self._invariant:
            values = InvariantValues(self, metric)
            self._invariant[key] = values if values.check(parameters, n, items, max_values) else None
        if (invariant := self._invariant[key]) is not None:
            invariant.outside = False  # reset for each statement: see InvariantValues
        return invariant

    def spot_check(self, metric: Metric) -> None:
        """Compute some of the cached values again, spread over the cache; :class:`Changed` if one differs."""
        cached_calls = [
            (parameters, arguments, value)
            for (cached_metric, parameters), values in self._cache.items()
            if cached_metric is metric
            for arguments, value in values.items()
        ]
        checks = SPOT_CHECKS if metric.implementation is None else LIBRARY_CHECKS
        step = max(1, len(cached_calls) // checks)
        for parameters, arguments, value in cached_calls[::step]:
            try:
                again = super().value(metric, *arguments, dict(zip(metric.parameters, parameters, strict=True)))
            except Undefined as reason:
                again = reason
            is_same = type(again) is type(value) if isinstance(again, Undefined) else again == value
            if not is_same:
                raise Changed(f"{metric.name} answered {value} and then {again} on the same case")

    def cached_values(self, metric: Metric, parameters: Mapping[str, Any]) -> dict[tuple[Any, ...], Any]:
        """Return the dictionary of cached values of the metric under these parameters, by its arguments."""
        entry = self._cache_by_ids.get((id(metric), id(parameters)))
        if entry is None or entry[0] is not metric or entry[1] is not parameters:
            values = self._cache.setdefault((metric, tuple(parameters.values())), {})
            entry = self._cache_by_ids[id(metric), id(parameters)] = (metric, parameters, values)
        return entry[2]

    def forget(self) -> None:
        """Clear the cache: the values of one size do not occur at the next."""
        self._cache.clear()
        self._cache_by_ids.clear()
        self._orbits.clear()
        self._invariant.clear()


class _RememberedMetric(BoundMetric):
    """A bound metric that looks up cached values itself, and calls its evaluator for the others."""

    __slots__ = ("_cache",)

    def __init__(self, metric: Metric, parameters: Mapping[str, Any], evaluator: RememberedDefinitions) -> None:
        super().__init__(metric, parameters, evaluator)
        self._cache = evaluator.cached_values(metric, self.parameters) if metric.exact else {}

    def __call__(self, *arguments: Any) -> Any:
        value = self._cache.get(arguments)
        if value is None or isinstance(value, Undefined):
            return self.evaluator.value(self.metric, *arguments, self.parameters)
        return value
