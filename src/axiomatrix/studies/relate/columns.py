"""Columns: the exact values of one metric over a domain, grouped and put in order once and for all its partners."""

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
from .domains import Domain, DomainSize, embedded, is_kept, parameters, sizes

NEAR = 1e-9
"""Floats nearer than this, relatively, say nothing: what they stand for is then compared exactly."""
UNDEFINED = -1
DECIDED = 5
"""Up to how many items it is decided on every pair whether a user's metric is label-invariant."""


@dataclass(frozen=True, eq=False)
class Values:
    """The values of a metric over n items: of each instance the number of its value, by size of the values."""

    size: DomainSize
    codes: NDArray[np.int64]
    """The number of each instance's value among ``values``; ``UNDEFINED`` where there is none."""
    values: tuple[Any, ...]
    """The different values in increasing order: rationals or formal constants."""
    floats: NDArray[np.float64]
    """The same in floats, to look before comparing."""

    @property
    def n(self) -> int:
        """The number of items."""
        return self.size.n

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The different values as texts."""
        return tuple(map(str, self.values))

    def at(self, instance: int) -> str:
        """The value on an instance, as a text."""
        code = int(self.codes[instance])
        return "undefined" if code == UNDEFINED else self.texts[code]

    @cached_property
    def has_negative(self) -> bool:
        """Return whether a value is below zero."""
        return bool(self.values) and needed_sign(self.values[0]) < 0

    def to_data(self) -> list[Any]:
        """Return its JSON data; the instances are rebuilt where it is read."""
        return [self.codes.tolist(), list(map(to_data, self.values)), self.floats.tolist()]

    @classmethod
    def from_data(cls, size: DomainSize, data: Sequence[Any]) -> Self:
        """Read the data that another process has written."""
        codes, values, floats = data
        return cls(size, np.array(codes, dtype=np.int64), tuple(map(from_data, values)), np.array(floats, dtype=float))


@dataclass(frozen=True, eq=False)
class ValueColumn:
    """The values of a metric over a domain; or what keeps it from having any."""

    metric: str
    sizes: tuple[Values, ...] = ()
    fault: str = ""

    @cached_property
    def keeps_renaming(self) -> bool:
        """Return whether renaming the items changes no value, at the sizes where all pairs of orders were compared."""
        whole = [values for values in self.sizes if not values.size.renamed]
        return all(is_kept(values.size.instances, values.codes.tolist()) for values in whole)


def column(
    metric: Metric, domain: Domain, cut: str, registry: Registry, tick: Callable[[], None] = lambda: None
) -> ValueColumn:
    """The metric evaluated on every instance of the domain; what it prints is not let through.

    Sizes at which there is one pair of orders of each kind end where the metric is not known to be label-invariant.

    ``tick`` is called between values.
    """
    if not metric.exact:
        return ValueColumn(metric.name, fault="its values are floats, which decide nothing")
    definitions = EvaluatedTwice(registry, tick)
    by_size = []
    for size in sizes(domain):
        given = parameters(metric, size.n, cut)
        raw: list[Any] = []
        for instance in size.instances:
            try:
                raw.append(_value(definitions, metric, embedded(instance, metric), given))
            except Exception as error:  # a definition may raise anything; its column reports the fault
                if not isinstance(error, Changed):
                    raise_if_ours(error)
                return ValueColumn(metric.name, fault=_fault(error, metric, embedded(instance, metric), given))
        if size.renamed and not (metric.is_of_places or _is_invariant(definitions, metric, size, given, raw)):
            break
        try:
            by_size.append(grouped(size, raw))
        except Undecided as error:
            return ValueColumn(metric.name, fault=str(error))
    return ValueColumn(metric.name, tuple(by_size))


def _fault(error: Exception, metric: Metric, arguments: Sequence[Any], given: Mapping[str, Any]) -> str:
    """Describe the error of a call, with the call and, where that is known, the user's line."""
    if isinstance(error, Changed):  # which says so itself
        return str(error)
    place = details_of(error).place
    at = f" at {place}" if place else ""
    return f"{call_text(metric.name, arguments, given)} raised {type(error).__name__}: {message_of(error)[:200]}{at}"


def _value(definitions: Definitions, metric: Metric, arguments: Sequence[Any], given: Mapping[str, Any]) -> Any:
    """The value, or None where there is none."""
    try:
        with redirect_stdout(StringIO()):
            return definitions.value(metric, *arguments, given)
    except Undefined:
        return None


def _is_invariant(
    definitions: Definitions, metric: Metric, size: DomainSize, given: Mapping[str, Any], raw: Sequence[Any]
) -> bool:
    """Decide on every pair of rankings, up to five items, whether a user's metric is label-invariant at that size.

    ``raw`` is what it says of the ranking 1, 2 ... and each other.
    """
    is_alike = all(len(set(value.entries.values())) <= 1 for value in given.values() if isinstance(value, Parameter))
    if not (metric.takes_rankings and is_alike and size.n <= DECIDED and isinstance(size.instances[0][0], Ranking)):
        return False
    known = {other.positions: value for (_, other), value in zip(size.instances, raw, strict=True)}
    rankings = all_rankings(size.n)
    return all(
        _value(definitions, metric, (a, b), given) == known[tuple(b.positions[x - 1] for x in a.order)]  # type: ignore[operator]  # items are 1..n
        for a in rankings
        for b in rankings
    )


def grouped(size: DomainSize, raw: Sequence[Any]) -> Values:
    """Exact values (None where there is none) grouped by normal form and put in exact order."""
    different = list(dict.fromkeys(value for value in raw if value is not None))
    screen = {value: float(value) for value in different}

    def compared(one: Any, other: Any) -> int:
        a, b = screen[one], screen[other]
        if abs(a - b) > NEAR * max(1.0, abs(a), abs(b)):
            return 1 if a > b else -1
        return needed_sign(one - other)

    ordered = tuple(sorted(different, key=cmp_to_key(compared)))
    number = {value: k for k, value in enumerate(ordered)}
    codes = np.array([UNDEFINED if value is None else number[value] for value in raw], dtype=np.int64)
    return Values(size, codes, ordered, np.array([screen[value] for value in ordered], dtype=np.float64))
