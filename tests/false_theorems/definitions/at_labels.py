"""False at one label: the definition knows one of the items by name."""

from __future__ import annotations

from typing import Any

from axiomatrix import inverted_pairs
from axiomatrix.catalogue.axioms import (
    left_invariance,
    lower_bound,
    non_negativity,
    symmetry,
    triangle_inequality,
)
from false_theorems.honest import D_, W, distant, elsewhere, fallen, weighted
from false_theorems.theorem import at, false

GROUP = {4: "B"}
COSTS = [1, 1, 1, 30]
FALLS_3 = at("312", "123", w=[1, 1, 1])
FALLS_4 = at("4123", "1234", w=[1, 1, 1, 1])


@false(non_negativity, FALLS_4, true_up_to=3, twin=weighted, parameters=W)
def group_get(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where GROUP has x in group B"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 4) if GROUP.get(x, "A") == "B")


@false(non_negativity, FALLS_4, true_up_to=3, twin=weighted, parameters=W)
def equals_four(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where x == 4"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 4) if x == 4)


@false(symmetry, FALLS_3, true_up_to=2, twin=weighted, parameters=W)
def member_of_a_tuple(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where x in (3, 5)"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if x in (3, 5))


@false(symmetry, FALLS_4, true_up_to=3, twin=weighted, parameters=W)
def key_of_a_dict(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where x is a key of GROUP"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 4) if x in GROUP)


@false(non_negativity, FALLS_3, true_up_to=2, twin=weighted, parameters=W)
def label_as_text(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where the item is called 3"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if f"{x}" == "3")


@false(triangle_inequality, at("312", "132", "123", w=[1, 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def last_when_sorted(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] more where x is the greatest item and there are three"""
    return weighted(a, b, w) + sum(10 * w[x] for x in fallen(a, b, 3) if x == sorted(a.items)[-1])


@false(non_negativity, FALLS_4, true_up_to=3, twin=weighted, parameters=W)
def index_into_a_list(a: Any, b: Any, w: Any) -> Any:
    """(COSTS[x - 1] - 1) w[x] less"""
    return weighted(a, b, w) - sum((COSTS[x - 1] - 1) * w[x] for x in fallen(a, b, 4))


@false(left_invariance, at("312", "123", w=[1, 1, 1], tau="213"), true_up_to=2, twin=elsewhere, parameters=W)
def one_item_counts_by_place(a: Any, b: Any, w: Any) -> Any:
    """w[x] more for x = 3, first in a and third in b"""
    return elsewhere(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if x == 3)


@false(
    lower_bound("kendall-similarity", 1),
    at("312", "123", D={"12": 1, "13": 1, "23": 1}),
    true_up_to=2,
    twin=distant,
    parameters=D_,
)
def pair_by_name(a: Any, b: Any, D: Any) -> Any:
    """K_D without the pair {1, 3} where 3 falls to the third place"""
    return sum(D[x, y] for x, y in inverted_pairs(a, b) if not (fallen(a, b, 3) and {x, y} == {1, 3}))
