"""What libraries answer, and what their documentation defines, on every small input."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from axiomatrix.libraries import load
from axiomatrix.libraries.manner import PLAIN, Manner
from axiomatrix.model.metric import Metric
from axiomatrix.numbers.exact import Undefined


def rows_of(there: Sequence[str], names: Sequence[str] = ()) -> list[Metric]:
    """The rows of the libraries named, of all that are there if none is."""
    metrics = load(there).metrics.values()
    return [m for m in metrics if m.implementation and m.implementation.library.id in (names or there)]


def instances(metric: Metric, most: int) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Every choice of the arguments and parameters up to that size."""
    spaces = {name: metric.parameters[name] for name in ("k", "p") if name in metric.parameters}
    for n in range(1, most + 1):
        for values in product(*(space.enumerate(n) for space in metric.arguments.values())):
            for given in product(*(space.enumerate(n) for space in spaces.values())):
                yield values, dict(zip(spaces, given, strict=True))


def answered(metric: Metric, values: Sequence[Any], given: Mapping[str, Any], manner: Manner = PLAIN) -> float | None:
    """The library's number; None where it refuses, answers no number, or there is no way to ask."""
    try:
        return metric.implementation.value(values, given, manner)
    except Undefined:
        return None


def defined(metric: Metric, values: Sequence[Any], given: Mapping[str, Any]) -> float | None:
    """The documented number; None where there is none."""
    try:
        return float(metric.implementation.defined(*values, **given))
    except Undefined:
        return None
