"""F_D >= 2 K_D / (3 - 2/m) for reversals of 2m or 2m + 1 items, F_D as the deck prints it: more than 2/3.

Let all items be inverted with each other, as in a reversal of n = 2m items, X the first m of them in the order of
:mod:`.height`, and Y the others; D(X) is the sum of D over pairs in X, and D(X, Y) the sum over pairs across.

- With f = -1 on X and 1 on Y, F_D >= sum of f (I - O) = 2 D(X, Y).
- D_xx' is at most the mean of D_xy + D_x'y over y in Y. Summed over the pairs in X, D(X) <= ((m - 1)/m) D(X, Y). The
  same holds for D(Y).

So K_D = D(X) + D(Y) + D(X, Y) <= (3 - 2/m) D(X, Y) <= (3 - 2/m) F_D / 2. With a middle item z, f = 0 there: its pairs
are once in both K_D and the sum of f (I - O), and (3 - 2/m)/2 >= 1 for m >= 2. For m = 1, K_D <= F_D.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from ...model.registry import Registry
from ...numbers.polynomials import never_negative
from ...numbers.rationals import rational
from ...values.rankings import Ranking
from .evaluating import symbolic
from .levels import DECK, KENDALL
from .proof import Lemma, Step


def factor(n: int) -> Fraction:
    """The c with K_D <= c F_D for the reversal of n items."""
    m = max(n // 2, 1)
    return max(Fraction(1), (3 - Fraction(2, m)) / 2)


def _reversal(registry: Registry, n: int) -> Iterator[str]:
    for size in (n, n + 4):
        world, a = symbolic(registry, KENDALL, size), Ranking.identity(size)
        b, D, m = a.reversed(), world.parameters["D"], size // 2
        items = list(range(1, size + 1))
        first, second = items[:m], items[size - m :]
        pays = [sum((D[u, v] for u in items[: v - 1]), 0) - sum((D[v, z] for z in items[v:]), 0) for v in items]
        if (footrule := world.value(DECK, a, b)) != sum((abs(p) for p in pays), 0):
            yield f"n = {size}: F_D is {footrule}, not the sum of |I - O|"
        signs = [-1] * m + [0] * (size - 2 * m) + [1] * m
        rest = rational(factor(size)) * sum((s * p for s, p in zip(signs, pays, strict=True)), 0)
        rest = rest - world.value(KENDALL, a, b)
        for half, other in ((first, second), (second, first)):
            for x, y in combinations(half, 2):
                rest = rest - rational(Fraction(1, m)) * sum((D[x, z] + D[y, z] - D[x, y] for z in other), 0)
        if not never_negative(rest):
            yield f"n = {size}: some coefficient is negative in {rest}"


LEMMA = Lemma(
    "reversals",
    "F_D >= 2 K_D/(3 - 2/m) for the footrule as printed, every pseudometric D and every two rankings of 2 m or 2 m + 1 "
    "items that are reversals of each other (m >= 2): more than (2/3) K_D",
    ("the multiples of triangle inequalities add up as for few items, for every n",),
    (
        Step(
            "reversal",
            "(3 - 2/m)/2 times the sum of f (I - O), less K_D, is a sum of triangle inequalities and D (n and n + 4)",
            _reversal,
        ),
    ),
)
