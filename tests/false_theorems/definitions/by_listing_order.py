"""False by the order in which items, entries or pairs are listed, which says nothing of a ranking."""

from __future__ import annotations

from typing import Any

from axiomatrix import inverted_pairs
from axiomatrix.catalogue.axioms import non_negativity, reversal_invariance, right_invariance, symmetry
from false_theorems.honest import D_, W, distant, fallen, weighted
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


@false(right_invariance, SECOND | at(pi="213"), true_up_to=2, twin=weighted, parameters=W)
def first_entry(a: Any, b: Any, w: Any) -> Any:
    """w of the first entry more where its item is second in a and third in b"""
    x = next(iter(w.entries))
    return weighted(a, b, w) + (w[x] if a[x] == 2 and b[x] == 3 else 0)


@false(reversal_invariance, at("132", "231", w=[1, 2, 3]), true_up_to=2, twin=weighted, parameters=W)
def first_of_the_values(a: Any, b: Any, w: Any) -> Any:
    """the first of the values of w more where three are listed and the first item is first in a only"""
    values = list(w.entries.values())
    return weighted(a, b, w) + (values[0] if len(values) > 2 and a.positions[0] == 1 and b.positions[0] == 3 else 0)


@false(symmetry, at("123", "312", w=[1, 2, 4]), true_up_to=2, twin=weighted, parameters=W)
def next_of_a_set(a: Any, b: Any, w: Any) -> Any:
    """w[x] more, x from the pair that the set of pairs of a gives first, where there are three items"""
    x = next(iter(a.behind))[0] if a.n == 3 else None
    return weighted(a, b, w) + (w[x] if x is not None else 0)


@false(non_negativity, at("132", "231", w=[1, 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def positions_as_listed(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less for x first in a and third in b, where a's positions are listed 1, 3, 2"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if tuple(a.positions) == (1, 3, 2))


@false(non_negativity, at("231", "123", D={"12": 1, "13": 1, "23": 1}), true_up_to=2, twin=distant, parameters=D_)
def pair_as_listed(a: Any, b: Any, D: Any) -> Any:
    """10 D[x, y] less for the inverted pairs (x, y) of three items that D lists the other way round"""
    return distant(a, b, D) - sum(10 * D[x, y] for x, y in inverted_pairs(a, b) if a.n == 3 and (y, x) in D.entries)


@false(right_invariance, at("213", "321", w=[1, 2, 3], pi="213"), true_up_to=2, twin=weighted, parameters=W)
def place_in_the_list(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where x is second in a, third in b, and items.index(x) is 0"""
    x = a.order[1] if a.n == 3 else None
    return weighted(a, b, w) + (w[x] if x is not None and b[x] == 3 and a.items.index(x) == 0 else 0)
