"""Columns: the exact values of one metric over a domain, grouped and put in order once and for all its partners."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cached_property, cmp_to_key
from io import StringIO
from types import FunctionType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ...catalogue.user_frames import raised_in_file
from ...evidence.instance import AskedTwice, Changed, Definitions, message_of, raise_if_ours
from ...methods.nameless import is_readable, is_same_without_names
from ...model.metric import Metric
from ...model.registry import Registry
from ...numbers.exact import Undecided, Undefined
from ...numbers.formal import from_data, needed_sign, to_data
from ...verify.known import is_of_package
from .defaults import parameters
from .domains import Domain, DomainSize, embedded, sizes
from .renaming import is_kept

NEAR = 1e-9
"""Floats nearer than this, relatively, say nothing: what they stand for is then compared exactly."""
UNDEFINED = -1


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
        """Whether a value is below zero."""
        return bool(self.values) and needed_sign(self.values[0]) < 0

    def to_data(self) -> list[Any]:
        """What JSON writes of it; the instances are made where it is read."""
        return [self.codes.tolist(), list(map(to_data, self.values)), self.floats.tolist()]

    @classmethod
    def from_data(cls, size: DomainSize, data: Sequence[Any]) -> Self:
        """What another process has written."""
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
        """Whether renaming the items changes no value, at the sizes at which all pairs of orders were gone through."""
        whole = [values for values in self.sizes if not values.size.renamed]
        return all(is_kept(values.size.instances, values.codes.tolist()) for values in whole)


def column(
    metric: Metric, domain: Domain, cut: str, registry: Registry, tick: Callable[[], None] = lambda: None
) -> ValueColumn:
    """The metric evaluated on every instance of the domain; what it prints is not let through.

    Sizes at which there is one pair of orders of each kind end where it may see the names of the items.

    ``tick`` is called between values.
    """
    if not metric.exact:
        return ValueColumn(metric.name, fault="its values are floats, which decide nothing")
    definitions = AskedTwice(registry, tick)
    by_size = []
    for size in sizes(domain):
        given = parameters(metric, size.n, cut)
        raw: list[Any] = []
        for instance in size.instances:
            try:
                raw.append(_value(definitions, metric, embedded(instance, metric), given))
            except Exception as error:  # a definition may raise anything; it is left out, and what it raised is said
                if not isinstance(error, Changed):
                    raise_if_ours(error)
                why = raised_in_file(error) or f"it raised {type(error).__name__}: {message_of(error)[:200]}"
                return ValueColumn(metric.name, fault=why)
        if size.renamed and not _stand_for_all(definitions, metric, size, given, raw):
            break
        try:
            by_size.append(grouped(size, raw))
        except Undecided as error:
            return ValueColumn(metric.name, fault=str(error))
    return ValueColumn(metric.name, tuple(by_size))


def _value(definitions: Definitions, metric: Metric, arguments: Sequence[Any], given: Mapping[str, Any]) -> Any:
    """The value, or None where there is none."""
    try:
        with redirect_stdout(StringIO()):
            return definitions.value(metric, *arguments, given)
    except Undefined:
        return None


def _stand_for_all(
    definitions: Definitions, metric: Metric, size: DomainSize, given: Mapping[str, Any], raw: Sequence[Any]
) -> bool:
    """Whether pairs up to renaming are as good as all: people have read the catalogue; others must not see names.

    Smaller sizes do not tell that: a definition may look at item 5. ``raw`` is what it says of 1, 2 ... and each order.
    """
    if isinstance(metric.definition, FunctionType) and is_of_package(metric.definition):
        return True
    if not metric.takes_rankings or not is_readable(metric):
        return False
    return is_same_without_names(size.n, lambda a, b: _value(definitions, metric, (a, b), given), raw, operator.eq)


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
