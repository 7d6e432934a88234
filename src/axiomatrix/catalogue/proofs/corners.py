"""K_D - K_D(pairs bad at both corners) <= 2 F_D for F_D as the deck prints it and every D >= 0.

Let u be ahead of v in a and behind v in b. V_a(x) is the sum of D_xy over the items y ahead of x in a; F_D is the sum
of |V_a(x) - V_b(x)|.

*First corner* (a(v), b(u)). X = {x other than u: a(x) < a(v), b(x) > b(u)}, Y = {y other than v: a(y) > a(v), b(y) <
b(u)}. Let D_u(X) be the sum of D_ux over x in X. Lay the items out on a line in the order of a, each with its D_u as
length. v begins at V_a(u) or later, being behind u, and ends at V_b(u) or earlier if and only if D_u(X) <= D_u(Y).
In that case charge D_uv to u: the stretches of different v are disjoint, so that u is charged at most V_b(u) -
V_a(u). Otherwise lay them out in the order of b with the lengths D_v: u begins at V_b(v) or later, and ends at V_a(v)
or earlier if and only if D_v(Y) <= D_v(X). In that case charge D_uv to v, which is charged at most V_a(v) - V_b(v).
The pair is *bad* if neither holds. One of V_b(x) - V_a(x) and V_a(x) - V_b(x) is not positive, so that an item is
charged in one way at most: the pairs that are not bad have at most F_D.

*Second corner* (a(u), b(v)). The same with X = {a(x) < a(u), b(x) > b(v)}, Y = {a(y) > a(u), b(y) < b(v)}, u laid out
in the order of b and v in that of a. v ends at V_b(u) or earlier, and begins at V_a(u) or later if and only if D_u(X)
<= D_u(Y); likewise for u.

A pair that is not bad at both corners is not bad at one of them: together they have at most 2 F_D. So KV5, K_D <= 3
F_D, would follow from: the pairs bad at both corners have at most F_D, for every pseudometric. That is open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Any

from flint import fmpq

from ...model.registry import Registry
from ...values.parameters import Similarity
from ...values.rankings import Ranking, ahead
from .evaluating import ProofWorld, failed_at, pairs
from .levels import DECK, KENDALL
from .proof import Lemma, Step

Pair = tuple[Any, Any]
"""u, v with u ahead of v in a and behind v in b."""


def inverted(a: Ranking, b: Ranking) -> Iterator[Pair]:
    """All pairs that the rankings order differently."""
    return ((u, v) for u, v in combinations(a.order, 2) if b[u] > b[v])


def corner(a: Ranking, b: Ranking, pair: Pair, first: bool) -> tuple[list[Any], list[Any]]:
    """X and Y of a pair at its first or second corner."""
    u, v = pair
    across, down = (v, u) if first else (u, v)
    before = [x for x in a.order if x != u and a[x] < a[across] and b[x] > b[down]]
    behind = [y for y in a.order if y != v and a[y] > a[across] and b[y] < b[down]]
    return before, behind


def charged_to(D: Any, a: Ranking, b: Ranking, pair: Pair, first: bool) -> Any:
    """The item of a pair that its D is charged to at a corner; None if the pair is bad there."""
    u, v = pair
    before, behind = corner(a, b, pair, first)

    def total(x: Any, others: list[Any]) -> Any:
        return sum((D[x, y] for y in others if y != x), 0)

    if total(u, before) <= total(u, behind):
        return u
    return v if total(v, behind) <= total(v, before) else None


def bad_at_both(D: Any, a: Ranking, b: Ranking) -> list[Pair]:
    """The pairs that are bad at both corners."""
    return [pair for pair in inverted(a, b) if all(charged_to(D, a, b, pair, first) is None for first in (True, False))]


def _similarities(n: int) -> Iterator[Mapping[Pair, fmpq]]:
    """Many D: all with entries 0, 1, 3 for up to three items, then all with 0 and 1."""
    keys = list(combinations(range(1, n + 1), 2))
    for values in product((0, 1, 3) if n <= 3 else (0, 1), repeat=len(keys)):
        yield dict(zip(keys, map(fmpq, values), strict=True))


def _passed(D: Any, ranking: Ranking, x: Any) -> Any:
    """V(x)."""
    return sum((D[x, y] for y in ahead(ranking, x)), fmpq(0))


def _charges(registry: Registry, n: int) -> Iterator[str]:
    for entries in _similarities(n):
        D = Similarity(entries)
        world = ProofWorld(registry, {"D": D})
        for a, b in pairs(n):
            if a != Ranking.identity(n):
                continue
            costs = {x: _passed(D, a, x) - _passed(D, b, x) for x in a.order}
            if world.value(DECK, a, b) != sum(map(abs, costs.values())):
                yield f"{failed_at(a, b)}, {D}: F_D is not the sum of |V_a - V_b|"
            if world.value(KENDALL, a, b) != sum(D[pair] for pair in inverted(a, b)):
                yield f"{failed_at(a, b)}, {D}: K_D is not the sum over the inverted pairs"
            for first in (True, False):
                load: dict[Any, Any] = dict.fromkeys(a.order, fmpq(0))
                for pair in inverted(a, b):
                    if (x := charged_to(D, a, b, pair, first)) is not None:
                        load[x] += D[pair]
                if any(load[x] > abs(costs[x]) for x in a.order):
                    yield f"{failed_at(a, b)}, {D}: an item is charged more than it moves"


LEMMA = Lemma(
    "two-corners",
    "F_D >= (K_D - K_D(bad))/2 for the footrule as printed and every D >= 0, where a pair of items is bad if it is bad "
    "at both corners",
    (
        "the stretches of the pairs charged to an item are disjoint and lie between V_a and V_b, for every n",
        "a pair that is not bad is charged at one corner at least",
    ),
    (
        Step(
            "charges",
            "at each corner no item is charged more than |V_a - V_b| (D with entries 0, 1 and 3, or 0 and 1)",
            _charges,
        ),
    ),
)
