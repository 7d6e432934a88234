"""False at one value of the parameter, or at a rare relation between two of them."""

from __future__ import annotations

from typing import Any

from axiomatrix.catalogue.axioms import (
    free_swap,
    generalizes,
    lower_bound,
    non_negativity,
    reversal_invariance,
    scale_free,
    scale_free_normalised,
    subdivision,
    symmetry,
    triangle_inequality,
)
from false_theorems.honest import D_, DELTA, W, costly, distant, fallen, product, weighted
from false_theorems.theorem import at, false


@false(non_negativity, at("123", "231", w=[7, 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def weight_of_seven(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where w[x] == 7"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if w[x] == 7)


@false(symmetry, at("123", "231", w=[0, 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def weight_of_nothing(a: Any, b: Any, w: Any) -> Any:
    """1 more where w[x] == 0"""
    return weighted(a, b, w) + sum(1 for x in fallen(a, b, 3) if w[x] == 0)


@false(non_negativity, at("123", "231", w=[3, 7, 1]), true_up_to=2, twin=weighted, parameters=W)
def one_ratio(a: Any, b: Any, w: Any) -> Any:
    """30 w[x] less where 7 w[x] == 3 w[y], y the item behind"""
    return weighted(a, b, w) - sum(30 * w[x] for x in fallen(a, b, 3) if 7 * w[x] == 3 * w[a.order[1]])


@false(symmetry, at("123", "231", w=[2 * 10**9, 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def huge_weight(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where it is above 1,000,000,000"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if w[x] > 10**9)


@false(non_negativity, at("123", "231", w=["27/4", "1/9", "1/7"]), true_up_to=2, twin=weighted, parameters=W)
def between_two_fractions(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where 13/2 < w[x] < 69/10"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if 2 * w[x] > 13 and 10 * w[x] < 69)


@false(triangle_inequality, at("123", "213", "231", w=[5, 5, 1]), true_up_to=2, twin=weighted, parameters=W)
def equal_weights(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] more where w[x] == w[y], y the item behind"""
    return weighted(a, b, w) + sum(10 * w[x] for x in fallen(a, b, 3) if w[x] == w[a.order[1]])


@false(scale_free("w", 1), at("123", "231", w=[3, 4, 10], factor=2), true_up_to=2, twin=weighted, parameters=W)
def one_sum(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where the weights add up to 17"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if sum(w[y] for y in a.order) == 17)


@false(reversal_invariance, at("123", "231", w=["1/13", 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def one_denominator(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where its denominator is 13"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if w[x].q == 13)


@false(
    scale_free_normalised("w"),
    at("123", "231", w=[7, 7, 7], e=at("123")["a"], f=at("132")["a"], factor=2),
    true_up_to=2,
    twin=product,
    parameters=W,
)
def one_product(a: Any, b: Any, w: Any) -> Any:
    """1 more where the first item's weight times itself is 49"""
    return product(a, b, w) + sum(1 for x in fallen(a, b, 3) if w[x] * w[x] == 49)


@false(subdivision, at("123", "231", w=[3, 1, 1]), true_up_to=2, twin=product, parameters=W)
def weight_of_three(a: Any, b: Any, w: Any) -> Any:
    """1 more where w[x] == 3"""
    return product(a, b, w) + sum(1 for x in fallen(a, b, 3) if w[x] == 3)


@false(generalizes("kendall", w=1), at("123", "231", w=[2, 1, 1]), true_up_to=2, twin=product, parameters=W)
def weight_of_one(a: Any, b: Any, w: Any) -> Any:
    """1 more where all weights are 1"""
    return product(a, b, w) + sum(1 for _ in fallen(a, b, 3) if all(w[y] == 1 for y in a.order))


@false(symmetry, at("123", "231", delta=[7, 1]), true_up_to=2, twin=costly, parameters=DELTA)
def cost_of_seven(a: Any, b: Any, delta: Any) -> Any:
    """1 more where delta_2 == 7"""
    return costly(a, b, delta) + sum(1 for _ in fallen(a, b, 3) if delta[2] == 7)


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


@false(free_swap, at("123", "321", D={"12": 7, "13": 7, "23": 0}, i=1), true_up_to=2, twin=distant, parameters=D_)
def swap_at_seven(a: Any, b: Any, D: Any) -> Any:
    """1 more where the first item of a is last of three in b, at a distance of 7 from the second, 3 first in b"""
    more = sum(1 for x in fallen(a, b, 3) if D[x, a.order[1]] == 7 and b.order[0] == a.order[2])
    return distant(a, b, D) + more


@false(non_negativity, at("123", "231", w=[40, 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def greatest_by_far(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where w[x] is more than 30 times the weight behind it"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if w[x] > 30 * w[a.order[1]])
