"""False at one value of the parameter, or at a rare relation between two of them."""

from __future__ import annotations

from typing import Any

from axiomatrix.catalogue.axioms import (
    generalizes,
    lower_bound,
    non_negativity,
    symmetry,
    triangle_inequality,
)
from false_theorems.honest import D_, W, distant, fallen, product, weighted
from false_theorems.theorem import at, false


@false(non_negativity, at("123", "231", w=[7, 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def weight_of_seven(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where w[x] == 7"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if w[x] == 7)


@false(symmetry, at("123", "231", w=[0, 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def weight_of_nothing(a: Any, b: Any, w: Any) -> Any:
    """1 more where w[x] == 0"""
    return weighted(a, b, w) + sum(1 for x in fallen(a, b, 3) if w[x] == 0)


@false(triangle_inequality, at("123", "213", "231", w=[5, 5, 1]), true_up_to=2, twin=weighted, parameters=W)
def equal_weights(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] more where w[x] == w[y], y the item behind"""
    return weighted(a, b, w) + sum(10 * w[x] for x in fallen(a, b, 3) if w[x] == w[a.order[1]])


@false(generalizes("kendall", w=1), at("123", "231", w=[2, 1, 1]), true_up_to=2, twin=product, parameters=W)
def weight_of_one(a: Any, b: Any, w: Any) -> Any:
    """1 more where all weights are 1"""
    return product(a, b, w) + sum(1 for _ in fallen(a, b, 3) if all(w[y] == 1 for y in a.order))


@false(
    lower_bound("kendall-similarity", 1),
    at("123", "231", D={"12": 2, "13": 5, "23": 3}),
    true_up_to=2,
    twin=distant,
    parameters=D_,
)
def tight_triangle(a: Any, b: Any, D: Any) -> Any:
    """nothing where x, y, z lie on a line with y between, x first in a and third in b, and D[x, y] == 2"""
    for x in fallen(a, b, 3):
        y, z = a.order[1], a.order[2]
        if D[x, z] == D[x, y] + D[y, z] and D[x, y] == 2:
            return 0 * D[x, y]
    return distant(a, b, D)
