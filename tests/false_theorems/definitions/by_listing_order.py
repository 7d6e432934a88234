"""False by the order in which items, entries or pairs are listed, which says nothing of a ranking."""

from __future__ import annotations

from typing import Any

from axiomatrix.catalogue.axioms import non_negativity, symmetry
from false_theorems.honest import W, fallen, weighted
from false_theorems.theorem import at, false

SECOND = at("213", "321", w=[1, 1, 1])
"""The item that is listed first is the second of a."""


@false(non_negativity, SECOND, true_up_to=2, twin=weighted, parameters=W)
def first_listed(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where x, listed first, is second in a and last of three in b"""
    x = a.items[0]
    return weighted(a, b, w) - (10 * w[x] if a[x] == 2 and b[x] == 3 else 0)


@false(non_negativity, SECOND, true_up_to=2, twin=weighted, parameters=W)
def enumerated(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less for the 0-th of the items where it is second in a and third in b"""
    return weighted(a, b, w) - sum(10 * w[x] for k, x in enumerate(a.items) if k == 0 and a[x] == 2 and b[x] == 3)


@false(symmetry, at("21", "12", w=[1, 1]), true_up_to=1, twin=weighted, parameters=W)
def zipped(a: Any, b: Any, w: Any) -> Any:
    """k w[x] more for the k-th of the items, from 0, where it is first in a and second in b: zip of items and range"""
    return weighted(a, b, w) + sum(k * w[x] for x, k in zip(a.items, range(a.n), strict=True) if (a[x], b[x]) == (1, 2))


@false(non_negativity, at("132", "231", w=[1, 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def positions_as_listed(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less for x first in a and third in b, where a's positions are listed 1, 3, 2"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if tuple(a.positions) == (1, 3, 2))
