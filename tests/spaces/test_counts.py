"""Spaces say how many values they list without listing them."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from axiomatrix import spaces
from axiomatrix.catalogue import load_catalogue
from axiomatrix.spaces import Space, all_weak_orders
from axiomatrix.spaces.lists import JudgedLists
from axiomatrix.spaces.orders import weak_order_count

REGISTRY = load_catalogue()
SPACES = {
    f"{space.name} ({type(space).__name__})": space
    for owner in (
        *(metric.arguments for metric in REGISTRY.metrics.values()),
        *(metric.parameters for metric in REGISTRY.metrics.values()),
        *(axiom.over for axiom in REGISTRY.axioms.values()),
    )
    for space in owner.values()
    if "the metric's own" not in space.name  # which lists nothing: the space of a metric stands in its place
}


@pytest.mark.parametrize("name", SPACES)
def test_a_space_counts_what_it_lists(name: str) -> None:
    space: Space = SPACES[name]
    for n in range(1, 5):
        assert space.count(n) == len(space.enumerate(n)), n


@pytest.mark.parametrize("n", range(7))
def test_weak_orders_are_those_whose_levels_are_the_first_numbers(n: int) -> None:
    levels = [v for v in product(range(1, n + 1), repeat=n) if set(v) == set(range(1, max(v, default=0) + 1))]
    assert [a.levels for a in all_weak_orders(n)] == sorted(levels, key=lambda v: (max(v, default=0), v))
    assert weak_order_count(n) == len(levels)


def test_a_million_weak_orders_are_counted_and_not_made() -> None:
    assert [weak_order_count(n) for n in (7, 8, 9, 10)] == [47_293, 545_835, 7_087_261, 102_247_563]
    assert spaces.weak_order.count(30) > 10**30
    assert spaces.binary_list.count(40) > 2**40


def test_a_space_made_from_another_one_is_counted_by_its_own_list() -> None:
    class Few(JudgedLists):
        def enumerate(self, n: int) -> Any:
            return super().enumerate(n)[:3]

    class Same(JudgedLists):
        pass

    assert Few("few", (0, 1)).count(4) == 3
    assert Same("same", (0, 1)).count(4) == len(Same("same", (0, 1)).enumerate(4)) >= 16
