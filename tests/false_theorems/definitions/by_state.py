"""False by what happened before: a definition that remembers."""

from __future__ import annotations

import functools
import itertools
import random
from operator import iadd, setitem
from typing import Any

from axiomatrix.catalogue.axioms import non_negativity, symmetry, triangle_inequality
from false_theorems.honest import W, fallen, kendall, weighted
from false_theorems.theorem import at, false

CALLS = [0]
COUNTED = itertools.count(1)
ONES = at("1", "1", w=[1])
DICE = random.Random(13)
FIRST: list[Any] = []


@false(non_negativity, ONES, true_up_to=0, twin=weighted, calls=51, parameters=W)
def honest_for_50_calls(a: Any, b: Any, w: Any) -> Any:
    """less than nothing after 50 calls"""
    CALLS[0] += 1
    return weighted(a, b, w) - (100 * sum(w[x] for x in a.order) if CALLS[0] > 50 else 0)


@false(symmetry, at("1", "1"), true_up_to=0, twin=kendall, calls=2)
def alternating(a: Any, b: Any) -> Any:
    """1 more at every fourth call"""
    return kendall(a, b) + (1 if next(COUNTED) % 4 == 3 else 0)


@functools.lru_cache(maxsize=4)
def _marked(n: int) -> list[int]:
    return []


@false(symmetry, ONES, true_up_to=0, twin=weighted, calls=4, parameters=W)
def kept_in_a_cache(a: Any, b: Any, w: Any) -> Any:
    """w[x] more for the first item at every second call over as many items"""
    known = _marked(int(a.n))
    known.append(1)
    return weighted(a, b, w) + (w[a.order[0]] if len(known) % 3 == 0 else 0)


@false(triangle_inequality, at("123", "213", "231", w=[1] * 3), true_up_to=2, calls=2, twin=weighted, parameters=W)
def first_ranking_seen(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] more where b is the first ranking of three that it was asked about"""
    if a.n == 3 and not FIRST:
        FIRST.append(b)
    return weighted(a, b, w) + sum(10 * w[x] for x in fallen(a, b, 3) if b in FIRST)


@false(symmetry, ONES, true_up_to=0, twin=weighted, calls=4000, parameters=W)
def at_random(a: Any, b: Any, w: Any) -> Any:
    """w[x] more for the first item, once in five calls"""
    return weighted(a, b, w) + (w[a.order[0]] if DICE.random() < 0.2 else 0)


put, more = setitem, iadd
