"""Rows that declare themselves label-invariant are: of all pairs of rankings, renamed with their data."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from axiomatrix import REGISTRY, Metric, Registry, Relabelling
from axiomatrix import metric as registered
from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.instance import Definitions
from axiomatrix.numbers.exact import Undefined, rational
from axiomatrix.spaces import ScalarSpace, all_rankings
from axiomatrix.studies.relate.domains import as_arguments
from axiomatrix.values.parameters import Parameter

load_catalogue()
DECLARED = [row for row in REGISTRY.metrics.values() if row.label_invariant]
OF_ORDERS = ("rankings", "weak orders", "partial orders", "top lists")


def data_of(metric: Metric, n: int) -> dict[str, Any]:
    """Parameters whose entries all differ, so that one in the wrong place shows; of numbers the last that is listed."""
    data: dict[str, Any] = {}
    for name, space in metric.parameters.items():
        if isinstance(space, ScalarSpace):
            *_, data[name] = space.enumerate(n)
        else:
            count = len(space.keys(n))
            data[name] = space.make([rational(count + k) for k in range(1, count + 1)], n)
    return data


def first_difference(metric: Metric, n: int) -> Any:
    """The first pair of rankings of n items whose value is not that of the same pair with the first one sorted.

    Where no parameter travels with the items, pairs that become the same pair are evaluated once.
    """
    definitions, data = Definitions(REGISTRY), data_of(metric, n)
    has_travelling = any(isinstance(v, Parameter) and v.travels for v in data.values())
    value_of_sorted: dict[Any, Any] = {}

    def value(a: Any, b: Any, given: Any) -> Any:
        try:
            return definitions.value(metric, *as_arguments((a, b)[: len(metric.arguments)], metric), given)
        except Undefined:
            return None

    for a in all_rankings(n):
        names = Relabelling({x: int(a[x]) for x in a.items})
        moved = {k: v.renamed(names) if isinstance(v, Parameter) and v.travels else v for k, v in data.items()}
        for b in all_rankings(n):
            beside = b.renamed(names)
            if has_travelling or beside not in value_of_sorted:
                value_of_sorted[beside] = value(a.renamed(names), beside, moved)
            if value(a, b, data) != value_of_sorted[beside]:
                return a, b
    return None


@pytest.mark.parametrize("metric", DECLARED, ids=lambda row: row.name)
@pytest.mark.parametrize("n", [2, 3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_what_is_declared_is_so_on_all_pairs(metric: Metric, n: int) -> None:
    assert first_difference(metric, n) is None


def test_every_distance_of_two_orders_in_the_catalogue_is_declared() -> None:
    """Else it is evaluated in full, and left out of the larger sizes of relations."""
    rows = [row for row in REGISTRY.metrics.values() if row.about in OF_ORDERS and not row.is_foreign]
    assert {row.name for row in rows if not row.label_invariant} == set()


def test_a_false_declaration_is_found() -> None:
    def by_label(a: Any, b: Any) -> Any:
        """1 more where item 3 leads"""
        return sum(b[x] > b[y] for x, y in a.pairs) + (a.order[0] == 3)

    metric = registered("mine", registry=Registry(REGISTRY), label_invariant=True)(by_label)
    assert first_difference(metric, 2) is None
    assert first_difference(metric, 3) is not None


def test_a_declaration_is_believed_of_the_catalogue_alone() -> None:
    kendall = REGISTRY.metric("kendall")
    assert kendall.has_trusted_invariance
    assert not replace(kendall, definition=lambda a, b: 0).has_trusted_invariance
