"""Columns of values for `axiomatrix relate`: every value of one metric over a domain, grouped and sorted exactly.

A *domain* is what two metrics can be compared on, such as pairs of rankings (see :mod:`.domains`). Each metric is
evaluated once for each domain and cut-off, and :mod:`.joint` compares two columns.

A *size* of a domain is its instances over n items. The different values of a size are sorted exactly, once. After that
an instance is represented by the index of its value, so that a comparison of two metrics needs no exact arithmetic: on
instances with the values 1/2, 0, 1/2 and 1 the indices are 1, 0, 1 and 2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cached_property, cmp_to_key
from io import StringIO
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ...evidence.fault import details_of, message_of, raise_if_ours
from ...evidence.instance import Changed, Definitions, EvaluatedTwice
from ...evidence.notation import call_text
from ...model.metric import Metric
from ...model.registry import Registry
from ...numbers.exact import Undecided, Undefined
from ...numbers.formal import from_data, needed_sign, to_data
from ...spaces import all_rankings
from ...values.parameters import Parameter
from ...values.rankings import Ranking
from .defaults import default_parameters
from .domains import Domain, DomainSize, as_arguments, domain_sizes, is_label_invariant

FLOAT_TOLERANCE = 1e-9
"""Difference of two floats, relative to the larger one or 1, up to which their exact values are compared instead."""
UNDEFINED = -1
"""In the place of the index of a value: the metric has no value on the instance."""
MAX_ITEMS_OF_INVARIANCE_CHECK = 5
"""Largest n at which label invariance of a user's metric is decided on every pair of rankings."""


@dataclass(frozen=True, eq=False)
class SizeValues:
    """The different values of a metric over n items, and for each instance the index of its value."""

    size: DomainSize
    value_indices: NDArray[np.int64]
    """For each instance the index of its value in ``values``, or ``UNDEFINED``."""
    values: tuple[Any, ...]
    """The different values in increasing order: rationals or formal constants."""
    floats: NDArray[np.float64]
    """The different values as floats, to compare most of them quickly."""

    @property
    def n(self) -> int:
        """Return the number of items."""
        return self.size.n

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Return the different values as texts."""
        return tuple(map(str, self.values))

    def at(self, instance: int) -> str:
        """Return the value on an instance, by the instance's index, as a text."""
        index = int(self.value_indices[instance])
        return "undefined" if index == UNDEFINED else self.texts[index]

    @cached_property
    def has_negative(self) -> bool:
        """Return whether a value is below zero; the first is the least."""
        return bool(self.values) and needed_sign(self.values[0]) < 0

    def to_data(self) -> list[Any]:
        """Return JSON data for another process; :meth:`from_data` restores it, given the size with the instances."""
        return [self.value_indices.tolist(), list(map(to_data, self.values)), self.floats.tolist()]

    @classmethod
    def from_data(cls, size: DomainSize, data: Sequence[Any]) -> Self:
        """Read the data that a worker process has written."""
        indices, values, floats = data
        return cls(
            size, np.array(indices, dtype=np.int64), tuple(map(from_data, values)), np.array(floats, dtype=float)
        )


@dataclass(frozen=True, eq=False)
class ValueColumn:
    """The values of a metric over a domain, by size; or the fault that prevents them."""

    metric: str
    sizes: tuple[SizeValues, ...] = ()
    fault: str = ""
    """The reason why there are no values; empty if there are some."""

    @cached_property
    def is_invariant(self) -> bool:
        """Return whether renaming the items changes no value, at the sizes that hold all pairs of orders."""
        complete_sizes = [values for values in self.sizes if not values.size.is_up_to_renaming]
        return all(
            is_label_invariant(values.size.instances, values.value_indices.tolist()) for values in complete_sizes
        )


def evaluate_column(
    metric: Metric, domain: Domain, cut: str, registry: Registry, tick: Callable[[], None] = lambda: None
) -> ValueColumn:
    """Evaluate the metric on every instance of the domain, hiding what it prints.

    A large size has its pairs of orders only up to renaming the items. The column ends before such a size unless the
    metric is known to be label-invariant (renaming the items changes no value). ``cut`` is the cut-off, ``n`` or ``3``,
    of metrics that have one. ``tick`` is called between values, so that a worker shows that it lives.
    """
    if not metric.exact:
        return ValueColumn(metric.name, fault="its values are floats, which cannot be compared exactly")
    definitions = EvaluatedTwice(registry, tick)  # raises `Changed` if a user's metric answers differently again
    by_size = []
    for size in domain_sizes(domain):
        parameters = default_parameters(metric, size.n, cut)
        values: list[Any] = []
        for instance in size.instances:
            try:
                values.append(_evaluate(definitions, metric, as_arguments(instance, metric), parameters))
            except Changed as error:
                return ValueColumn(metric.name, fault=str(error))
            except Exception as error:  # a definition may raise anything; its column reports the fault
                raise_if_ours(error)
                return ValueColumn(metric.name, fault=_fault(error, metric, as_arguments(instance, metric), parameters))
        # That a metric of the catalogue is label-invariant is trusted; of a user's metric it is decided.
        if size.is_up_to_renaming and not (
            metric.has_trusted_invariance or _decide_invariance(definitions, metric, size, parameters, values)
        ):
            break
        try:
            by_size.append(group_values(size, values))
        except Undecided as error:
            return ValueColumn(metric.name, fault=str(error))
    return ValueColumn(metric.name, tuple(by_size))


def _fault(error: Exception, metric: Metric, arguments: Sequence[Any], parameters: Mapping[str, Any]) -> str:
    """Describe the error of a call, with the call and, where that is known, the user's line."""
    place = details_of(error).place
    call = call_text(metric.name, arguments, parameters)
    message = message_of(error)[:200]  # a definition may write pages
    return f"{call} raised {type(error).__name__}: {message}{f' at {place}' if place else ''}"


def _evaluate(definitions: Definitions, metric: Metric, arguments: Sequence[Any], parameters: Mapping[str, Any]) -> Any:
    """Evaluate the metric; return None where it has no value."""
    try:
        with redirect_stdout(StringIO()):
            return definitions.value(metric, *arguments, parameters)
    except Undefined:
        return None


def _decide_invariance(
    definitions: Definitions,
    metric: Metric,
    size: DomainSize,
    parameters: Mapping[str, Any],
    values_beside_identity: Sequence[Any],
) -> bool:
    """Decide on every pair of rankings whether a user's metric is label-invariant at that size.

    The first ranking of every pair of the size is 1, 2 ..., the identity, and ``values_beside_identity`` are the values
    on these pairs. The metric is label-invariant if every pair (a, b) has the value of the pair to which renaming a to
    1, 2 ... leads. Return False if that cannot be decided: for other arguments than rankings, for weights of particular
    items, and for too many items.
    """
    has_equal_entries = all(
        len(set(parameter.entries.values())) <= 1
        for parameter in parameters.values()
        if isinstance(parameter, Parameter)
    )
    if not (
        metric.takes_rankings
        and has_equal_entries
        and size.n <= MAX_ITEMS_OF_INVARIANCE_CHECK
        and isinstance(size.instances[0][0], Ranking)
    ):
        return False
    pairs = zip(size.instances, values_beside_identity, strict=True)
    value_by_positions = {second.positions: value for (_, second), value in pairs}

    def has_value_of_renamed_pair(a: Ranking, b: Ranking) -> bool:
        positions_after_renaming = tuple(b.positions[x - 1] for x in a.order)  # type: ignore[operator]  # items are 1..n
        return bool(_evaluate(definitions, metric, (a, b), parameters) == value_by_positions[positions_after_renaming])

    rankings = all_rankings(size.n)
    return all(has_value_of_renamed_pair(a, b) for a in rankings for b in rankings)


def group_values(size: DomainSize, values: Sequence[Any]) -> SizeValues:
    """Sort the different values exactly, and replace each value by its index; None means no value.

    Values are rationals, or formal constants such as 1/log(3), which have a normal form; they are different if their
    normal forms are. Floats decide the order where they are clearly apart. Raises ``Undecided`` if two exact values
    cannot be compared.
    """
    different = list(dict.fromkeys(value for value in values if value is not None))  # without repetitions, in order
    float_of = {value: float(value) for value in different}

    def compare(x: Any, y: Any) -> int:
        """Return a positive number if x is larger, a negative one if y is, and 0 if they are equal."""
        near_x, near_y = float_of[x], float_of[y]
        if abs(near_x - near_y) > FLOAT_TOLERANCE * max(1.0, abs(near_x), abs(near_y)):
            return 1 if near_x > near_y else -1
        return needed_sign(x - y)

    ordered = tuple(sorted(different, key=cmp_to_key(compare)))
    index_of = {value: k for k, value in enumerate(ordered)}
    indices = np.array([UNDEFINED if value is None else index_of[value] for value in values], dtype=np.int64)
    return SizeValues(size, indices, ordered, np.array([float_of[value] for value in ordered], dtype=np.float64))
