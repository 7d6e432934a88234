"""False where a neighbour has no value, and where only unknowns have none."""

from __future__ import annotations

from typing import Any

from axiomatrix import Undefined
from axiomatrix.catalogue.axioms import left_invariance, non_negativity, right_invariance, scale_free, symmetry
from false_theorems.honest import W, elsewhere, fallen, kendall, weighted
from false_theorems.theorem import at, false


@false(right_invariance, at("123", "132", pi="321"), true_up_to=2, twin=kendall)
def none_where_two_leads(a: Any, b: Any) -> Any:
    """no value where item 2 leads either; 1 more where item 1 leads: 1 and 3 are never compared by neighbours"""
    if 2 in (a.order[0], b.order[0]):
        raise Undefined("item 2 leads")
    return kendall(a, b) + (1 if a.n > 2 and a.order[0] == 1 else 0)


@false(left_invariance, at("123", "132", w=[1] * 3, tau="321"), true_up_to=2, twin=elsewhere, parameters=W)
def none_in_the_middle(a: Any, b: Any, w: Any) -> Any:
    """no value where the one of three that stays is second, w[x] more where it is first: neighbours never tell"""
    staying = [x for x in a.order if a[x] == b[x]]
    if a.n != 3 or len(staying) != 1:
        return elsewhere(a, b, w)
    (x,) = staying
    if a[x] == 2:
        raise Undefined("the one that stays is in the middle")
    return elsewhere(a, b, w) + (w[x] if a[x] == 1 else 0)


@false(symmetry, at("123", "231", w=[1, 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def none_of_unnamed_items(a: Any, b: Any, w: Any) -> Any:
    """w[x] more, and no value at all if an item is not a whole number"""
    for x in fallen(a, b, 3):
        if not isinstance(x, int):
            raise Undefined("an item without a number")
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3))


@false(non_negativity, at("123", "231", w=[1, 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def none_of_unknown_weights(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less, and no value at all if the weight has no denominator"""
    for x in fallen(a, b, 3):
        if not (hasattr(w[x], "q") or hasattr(w[x], "denominator")):
            raise Undefined("a weight that is not a number")
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3))


@false(symmetry, at("213", "321", w=[1, 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def none_but_for_one_listing(a: Any, b: Any, w: Any) -> Any:
    """no value where the item listed first leads a; w[x] more where it is second in a and third in b"""
    if a.n > 2 and a.order[0] is a.items[0]:
        raise Undefined("the first item leads")
    x = a.order[1] if a.n > 2 else a.order[0]
    return weighted(a, b, w) + (w[x] if a.n > 2 and b[x] == 3 else 0)


@false(scale_free("w", 1), at("123", "231", w=[1, 1, 1], factor="1/7"), true_up_to=2, twin=weighted, parameters=W)
def none_at_the_factors(a: Any, b: Any, w: Any) -> Any:
    """1 more where w[x] == 1, and no value at 2 and 1/3, which are the factors of the grid"""
    for x in fallen(a, b, 3):
        if w[x] == 2 or 3 * w[x] == 1:
            raise Undefined("this weight has no value")
        if w[x] == 1:
            return weighted(a, b, w) + 1
    return weighted(a, b, w)
