"""Exact definitions for two orders as libraries document them, where the catalogue of metrics has no such definition.

Adapters register them beside the library's function, and the axioms of agreement compare the two. ``a`` and ``b`` are
weak orders, rankings or top lists, by the annotations. ``a[x]`` is the rank of item x (its bucket, in a weak order),
with 1 the best. C and D are the numbers of concordant and discordant pairs. ``sgn`` is the sign of an order on a pair
of items: 1, 0 or -1, with 0 for a tie.

Values are exact (``Whole`` and ``rational`` make exact numbers), and ``Undefined`` is raised where a formula has no
value. Reports print the first paragraph of a docstring, which is therefore the formula.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from ..catalogue.metrics.correlation.pairs import concordant, decided, discordant
from ..catalogue.metrics.overlap.rbo import extrapolated
from ..catalogue.metrics.top_weighted.weighted_tau import lexicographic, sign
from ..numbers.exact import Undefined, Whole, rational, sqrt
from ..values.orders import TopList, WeakOrder
from ..values.rankings import Ranking, sorted_items

Order = WeakOrder | Ranking


def somers_d(a: WeakOrder, b: WeakOrder) -> Any:
    """D(b|a) = (C - D) / P_a, the pairs that a does not tie; undefined where there are none (0/0). Somers 1962."""
    if not decided(a):
        raise Undefined("the first order ties all pairs: the value would be 0/0")
    return (concordant(a, b) - discordant(a, b)) / decided(a)


def tau_a(a: Order, b: Order) -> Any:
    """(C - D) / (n (n - 1) / 2); undefined for fewer than two items. Kendall 1938."""
    if a.n < 2:
        raise Undefined("fewer than two items have no pair")
    return rational(2) * (concordant(a, b) - discordant(a, b)) / (a.n * (a.n - 1))


def weighted_tau(a: Order, b: Order, ranks: Sequence[int], *, additive: bool = True) -> Any:
    """<a, b> / sqrt(<a, a> <b, b>), <a, b> = sum over pairs of sgn sgn w, w of the ranks r, s (from 0) of the pair.

    The weight w is 1/(r + 1) + 1/(s + 1), or the product of the two; ``ranks`` are those of the items in their fixed
    order. Undefined where a norm is 0. Vigna 2015.
    """
    item_weight = {x: Whole(1) / Whole(r + 1) for x, r in zip(sorted_items(a.items), ranks, strict=True)}

    def inner_product(u: Order, v: Order) -> Any:
        total: Any = Whole(0)
        for x, y in combinations(sorted_items(a.items), 2):
            pair_weight = item_weight[x] + item_weight[y] if additive else item_weight[x] * item_weight[y]
            total += sign(u[x], u[y]) * sign(v[x], v[y]) * pair_weight
        return total

    squared_norms = inner_product(a, a) * inner_product(b, b)
    if squared_norms == 0:
        raise Undefined("all items of an order are tied, or there are fewer than two: it has no norm")
    return inner_product(a, b) / sqrt(squared_norms)


def lexicographic_ranks(a: WeakOrder, b: WeakOrder) -> list[int]:
    """Return the rank (from 0) of each item in ``a``, with ties broken by ``b``, in the fixed order of the items."""
    rank = {x: k for k, x in enumerate(lexicographic(a, b))}
    return [rank[x] for x in sorted_items(a.items)]


def multiplicative_tau(a: WeakOrder, b: WeakOrder) -> Any:
    """The mean of weighted tau with the lexicographic ranks by (a, b) and by (b, a), w = 1/(r + 1) 1/(s + 1)."""
    both_ranks = lexicographic_ranks(a, b), lexicographic_ranks(b, a)
    return sum((weighted_tau(a, b, ranks, additive=False) for ranks in both_ranks), Whole(0)) / 2


def tau_of_indices(a: WeakOrder, b: WeakOrder) -> Any:
    """Weighted tau, w = 1/(r + 1) + 1/(s + 1), with the indices 0, 1, ..., n - 1 of the items as their ranks."""
    return weighted_tau(a, b, range(a.n))


def tau_of_reversed_indices(a: WeakOrder, b: WeakOrder) -> Any:
    """Weighted tau, w = 1/(r + 1) + 1/(s + 1), with n - 1, ..., 1, 0 as the ranks of the items."""
    return weighted_tau(a, b, range(a.n)[::-1])


def tau_with_gaps(a: WeakOrder, b: WeakOrder) -> Any:
    """Weighted tau, w = 1/(r + 1) + 1/(s + 1), with 0, 10, ..., 10 (n - 1) as the ranks of the items."""
    return weighted_tau(a, b, range(0, 10 * a.n, 10))


def weighted_rho(a: Ranking, b: Ranking) -> Any:
    """1 - 6 sum of (a(x) - b(x))^2 (2 n + 2 - a(x) - b(x)) / (n^4 + n^3 - n^2 - n). Pinto da Costa and Soares 2005."""
    n = a.n
    if n < 2:
        raise Undefined("for fewer than two items the value would be 0/0")
    total = sum((rational((a[x] - b[x]) ** 2 * (2 * n + 2 - a[x] - b[x])) for x in a.items), rational(0))
    return 1 - 6 * total / (n**4 + n**3 - n**2 - n)


def rank_similarity(a: Ranking, b: Ranking) -> Any:
    """1 - sum of 2^-a(x) |a(x) - b(x)| / max(|1 - a(x)|, |n - a(x)|). Salabun and Urbaniak 2020."""
    n = a.n
    if n < 2:
        raise Undefined("for fewer than two items the value would be 0/0")
    total = rational(0)
    for x in a.items:
        r = int(a[x])
        total += rational(abs(r - int(b[x])), 2**r * max(r - 1, int(n) - r))
    return 1 - total


def drastic(a: Ranking, b: Ranking) -> Any:
    """Sum over items i = 1..n with a(i) != b(i) of 2^-i, over 1 - 2^-n. Salabun and Shekhovtsov 2023."""
    different = [i for i, x in enumerate(sorted_items(a.items), 1) if a[x] != b[x]]
    total = sum((rational(1, 2**i) for i in different), rational(0))
    return total / (1 - rational(1, 2 ** int(a.n)))


def sign_differences(a: Order, b: Order) -> list[int]:
    """Return |sgn - sgn| of every ordered pair of items, where sgn is the sign of an order on the pair.

    It is 2 where the orders disagree, 1 where exactly one of them ties the pair, and 0 where they agree.
    """
    return [abs(sign(a[x], a[y]) - sign(b[x], b[y])) for x in a.items for y in a.items]


def kemeny(a: Order, b: Order) -> Any:
    """Half the sum over ordered pairs of |sgn - sgn|: of rankings twice the number of inverted pairs. Kemeny 1959."""
    return rational(sum(sign_differences(a, b))) / 2


def frobenius(a: Order, b: Order) -> Any:
    """Square root of the sum over ordered pairs of (sgn - sgn)^2. Dezert, Shekhovtsov and Salabun 2024."""
    return sqrt(rational(sum(d * d for d in sign_differences(a, b))))


def rbo_extrapolated_at_the_shorter(a: TopList, b: TopList, p: Any) -> Any:
    """RBO_EXT of equal depth, Webber, Moffat and Zobel 2010, eq. 23, at the length of the shorter list."""
    depth = min(len(a), len(b))
    if depth == 0:
        raise Undefined("a list is empty: there is no depth to extrapolate from")
    return extrapolated.definition(TopList(a.order[:depth]), TopList(b.order[:depth]), p)
