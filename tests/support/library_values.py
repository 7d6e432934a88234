"""What libraries answer, and what their documentation defines, on every small input."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from axiomatrix.libraries import load
from axiomatrix.libraries.call_variants import PLAIN_CALL, CallVariant
from axiomatrix.libraries.library import LibraryRefused, NoNumber
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


def answered(
    metric: Metric, values: Sequence[Any], given: Mapping[str, Any], call_variant: CallVariant = PLAIN_CALL
) -> float | None:
    """The library's number; None where it refuses, answers no number, or there is no way to ask."""
    try:
        return metric.implementation.value(values, given, call_variant)
    except Undefined:
        return None


def defined(metric: Metric, values: Sequence[Any], given: Mapping[str, Any]) -> float | None:
    """The documented number; None where there is none."""
    try:
        return float(metric.implementation.exact_value(*values, **given))
    except Undefined:
        return None


def close(metric: Metric, found: float, exact: float) -> bool:
    """Whether two values are one number in the library's precision."""
    return bool(abs(found - exact) <= 64 * metric.implementation.epsilon * (1 + abs(exact)))


def compare_with_definition(
    metric: Metric, most: int, deviating: Container[str], refusing: Container[str], *, skips_inexpressible: bool = False
) -> tuple[bool, bool]:
    """Assert that the library computes the documented definition on all small inputs without ties.

    The rows that are known to deviate or to refuse may do so; the answer is whether this row did either. Inputs that
    its shape cannot express count as refused unless they are skipped.
    """
    compared = deviated = refused = 0
    for values, given in instances(metric, most):
        if (exact := defined(metric, values, given)) is None:
            continue
        try:
            found = metric.implementation.value(values, given)
        except Undefined as reason:
            if skips_inexpressible and not isinstance(reason, (LibraryRefused, NoNumber)):
                continue
            assert metric.name in refusing, (metric.name, values, given, reason)
            refused += 1
            continue
        compared += 1
        deviated += not close(metric, found, exact)
        assert metric.name in deviating or not deviated, (metric.name, values, given, found, exact)
    assert compared >= 3, metric.name
    return bool(deviated), bool(refused)


def assert_rows_exist(names: Iterable[str], rows: Iterable[Metric], missing: Container[str]) -> None:
    """Assert that each name is a row, or of a library that is missing."""
    known = {metric.name for metric in rows}
    assert not [name for name in names if name not in known and name.split(".")[0] not in missing]
