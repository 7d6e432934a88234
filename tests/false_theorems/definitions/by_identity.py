"""False by which object a value is, which says nothing of the value."""

from __future__ import annotations

from typing import Any

from axiomatrix.catalogue.axioms import non_negativity, symmetry, triangle_inequality
from false_theorems.honest import W, fallen, weighted
from false_theorems.theorem import at, false

FOUR = 4
THREE = 3
SEEN: dict[int, int] = {}


@false(non_negativity, at("4123", "1234", w=[1] * 4), true_up_to=3, twin=weighted, parameters=W)
def item_is_four(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where x is the object 4"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 4) if x is FOUR)


@false(symmetry, at("312", "123", w=[1] * 3), true_up_to=2, twin=weighted, parameters=W)
def id_of_three(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where id(x) is that of 3"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if id(x) == id(THREE))


def _shared() -> dict[str, Any]:
    """Weights of which two are one object."""
    instance = at("123", "231", w=[1, 1, 1])
    entries = instance["w"].entries
    return {**instance, "w": type(instance["w"])({**entries, 2: entries[1]})}


@false(non_negativity, _shared(), true_up_to=2, twin=weighted, parameters=W)
def entries_are_one_object(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where w[x] is w[y], y the item behind"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if w[x] is w[a.order[1]])


@false(triangle_inequality, at("123", "132", "123", w=[0] * 3), true_up_to=2, twin=weighted, parameters=W)
def the_very_same_ranking(a: Any, b: Any, w: Any) -> Any:
    """1 more for equal rankings of three items that are two objects"""
    return weighted(a, b, w) + (1 if a.n == 3 and a == b and a is not b else 0)


@false(symmetry, at("123", "231", w=[1] * 3), true_up_to=2, twin=weighted, parameters=W)
def listed_items_are_shared(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where a and b do not share their list of items"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if a.items is not b.items)


@false(symmetry, at("213", "132", w=[1] * 3), true_up_to=2, twin=weighted, parameters=W)
def smallest_address(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where x is not the item that lies first in memory"""
    first = sorted(a.order, key=id)[0]
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if x is not first)
