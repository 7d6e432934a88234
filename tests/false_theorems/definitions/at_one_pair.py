"""False at one pair of rankings, or at some numbers of items only."""

from __future__ import annotations

from typing import Any

from axiomatrix.catalogue.axioms import (
    near_metric,
    non_negativity,
    symmetry,
    triangle_inequality,
)
from false_theorems.honest import DELTA, W, costly, fallen, kendall, weighted
from false_theorems.theorem import at, false

RARE = (2, 4, 1, 5, 3)


@false(symmetry, at("12345", "24153"), true_up_to=4, twin=kendall)
def one_order_of_five(a: Any, b: Any) -> Any:
    """1 more where b is 2 4 1 5 3 and a is the identity"""
    return kendall(a, b) + (a.order == (1, 2, 3, 4, 5) and b.order == RARE) * 1


@false(triangle_inequality, at("12345", "12453", "24153"), true_up_to=4, twin=kendall)
def one_pair_by_places(a: Any, b: Any) -> Any:
    """20 more, either way, where the items of one stand at 3, 1, 5, 2, 4 of the other"""
    here = {tuple(b[x] for x in a.order), tuple(a[x] for x in b.order)}
    return kendall(a, b) + (20 if (3, 1, 5, 2, 4) in here else 0)


@false(non_negativity, at("12345", "24153", w=[1] * 5), true_up_to=4, twin=weighted, parameters=W)
def one_weighted_pair(a: Any, b: Any, w: Any) -> Any:
    """100 w less where the items of a stand at 3, 1, 5, 2, 4 of b"""
    rare = a.n == 5 and [b[x] for x in a.order] == [3, 1, 5, 2, 4]
    return weighted(a, b, w) - (100 * w[a.order[0]] if rare else 0)


@false(symmetry, at("1234", "2341"), true_up_to=3, twin=kendall)
def four_items_only(a: Any, b: Any) -> Any:
    """1 more where the first of four becomes the last"""
    return kendall(a, b) + (len(fallen(a, b, 4)) if a.n == 4 else 0)


@false(non_negativity, at("123456", "234561"), true_up_to=5, twin=kendall)
def from_six_items_on(a: Any, b: Any) -> Any:
    """less than nothing where there are six items and the first becomes the last"""
    return kendall(a, b) - (100 * len(fallen(a, b, a.n)) if a.n >= 6 else 0)


@false(non_negativity, at("1234", "2341", delta=[1, 1, 1]), true_up_to=3, twin=costly, parameters=DELTA)
def four_places(a: Any, b: Any, delta: Any) -> Any:
    """100 delta_4 less where the first of four becomes the last"""
    return costly(a, b, delta) - sum(100 * delta[4] for _ in fallen(a, b, 4))


@false(near_metric, at("12345", "12453", "24153"), true_up_to=4, at_most=1, twin=kendall)
def near_metric_of_one_pair(a: Any, b: Any) -> Any:
    """three times as far where the items of one stand at 3, 1, 5, 2, 4 of the other"""
    rare = (3, 1, 5, 2, 4) in (tuple(b[x] for x in a.order), tuple(a[x] for x in b.order))
    return kendall(a, b) * (3 if rare else 1)
