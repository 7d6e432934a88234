"""Formulas without a trick: what the false theorems are made from, and of which their statements are true."""

from __future__ import annotations

from typing import Any

from axiomatrix import inverted_pairs, spaces

W = {"w": spaces.element_weights(positive=False)}
DELTA = {"delta": spaces.position_weights(positive=False)}
D_ = {"D": spaces.similarities(positive=False)}


def weighted(a: Any, b: Any, w: Any) -> Any:
    """sum of w[x] + w[y] over the inverted pairs"""
    return sum(w[x] + w[y] for x, y in inverted_pairs(a, b))


def product(a: Any, b: Any, w: Any) -> Any:
    """sum of w[x] w[y] over the inverted pairs"""
    return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))


def distant(a: Any, b: Any, D: Any) -> Any:
    """sum of D[x, y] over the inverted pairs"""
    return sum(D[x, y] for x, y in inverted_pairs(a, b))


def costly(a: Any, b: Any, delta: Any) -> Any:
    """sum of |p of a's place - p of b's place| over the items, p_i = delta_2 + ... + delta_i"""
    return sum(abs(delta.cost(a[x]) - delta.cost(b[x])) for x in a.order)


def kendall(a: Any, b: Any) -> Any:
    """the number of inverted pairs"""
    return len(inverted_pairs(a, b))


def elsewhere(a: Any, b: Any, w: Any) -> Any:
    """sum of w[x] over the items x that do not stand at the same position"""
    return sum(w[x] for x in a.order if a[x] != b[x])


def fallen(a: Any, b: Any, k: int) -> Any:
    """The item that is first in a and k-th in b, if there is one; not an item before there are k."""
    return [x for x in a.order[:1] if b[x] == k]


def weighted_and_fallen(a: Any, b: Any, w: Any) -> Any:
    """the same, and w[x] once more for the x that is first in a and third in b: by all that the others use"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3))
