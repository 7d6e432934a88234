"""Correlations of two rankings by weighted ranks: top-down correlation, Blest's nu; also Gini's gamma."""

from __future__ import annotations

from typing import Any

from ....numbers.exact import Whole, rational
from ....values.rankings import Ranking
from ... import axioms
from ...formulas import lines, over
from ...sources.papers import GI1, GI2, GP1, GP2, GP3, IC1
from .pairs import needs_two
from .rows import similarity

ENDS = (axioms.correlation_range, axioms.one_on_equal, axioms.minus_one_on_reversed)


def savage_scores(n: int) -> list[Any]:
    """S_1, ..., S_n with S_i = 1/i + 1/(i+1) + ... + 1/n."""
    scores: list[Any] = [rational(0)]
    for rank in range(n, 0, -1):
        scores.append(scores[-1] + rational(1, rank))
    return scores[:0:-1]


@similarity(
    "top-down-correlation",
    claims=[IC1.holds(axioms.correlation_range, axioms.one_on_equal, axioms.correlation_symmetry)],
    latex=lines(r"r_{\mathrm{T}}(a,b)=\frac{\sum_{x}S_{a(x)}\,S_{b(x)}-n}{n-S_1}", r"S_i=\sum_{j=i}^{n}\frac{1}{j}"),
)
def top_down_correlation(a: Ranking, b: Ranking) -> Any:
    """r_T(a, b) = (sum over items x of S_a(x) S_b(x) - n) / (n - S_1), S_i = 1/i + 1/(i+1) + ... + 1/n

    Iman and Conover 1987: Pearson's coefficient of the Savage scores, so that agreement at the top counts more. Its
    least value is above -1 for three items and more. Undefined for fewer than two items (0/0). ``ValueError`` for
    rankings of different items.
    """
    needs_two(a)
    scores = savage_scores(len(a))
    products = sum((scores[a[x] - 1] * scores[b[x] - 1] for x in a.items), rational(0))
    return (products - a.n) / (a.n - scores[0])


@similarity(
    "gini-gamma",
    claims=[GI1.holds(*ENDS), GI2.holds(axioms.antisymmetry, axioms.correlation_symmetry)],
    latex=r"\gamma(a,b)="
    + over(
        r"\sum_{x}\left\lvert n+1-a(x)-b(x)\right\rvert-\sum_{x}\left\lvert a(x)-b(x)\right\rvert",
        r"\left\lfloor n^2/2\right\rfloor",
    ),
)
def gini_gamma(a: Ranking, b: Ranking) -> Any:
    """gamma(a, b) = (sum over items x of |n + 1 - a(x) - b(x)| - sum of |a(x) - b(x)|) / floor(n^2 / 2)

    Gini 1914, the index of cograduation: the footrule from the reversed ranking less the footrule, over its maximum.
    Undefined for fewer than two items (0/0). ``ValueError`` for rankings of different items.
    """
    needs_two(a)
    against = sum(abs(a.n + 1 - a[x] - b[x]) for x in a.items)
    return (against - sum(abs(a[x] - b[x]) for x in a.items)) / Whole(a.n**2 // 2)


NU = r"\nu(a,b)=\frac{2n+1}{n-1}-" + over(r"12\sum_{x}(n+1-a(x))^2\,b(x)", "n(n+1)^2(n-1)")


@similarity(
    "blest-nu",
    variant="first",
    claims=[GP1.holds(*ENDS), GP2.fails(axioms.correlation_symmetry)],
    latex=NU,
)
def blest_nu(a: Ranking, b: Ranking) -> Any:
    """nu(a, b) = (2n + 1) / (n - 1) - 12 sum over items x of (n + 1 - a(x))^2 b(x) / (n (n + 1)^2 (n - 1))

    Blest 2000: differences among the first items of a count more. Undefined for fewer than two items (0/0).
    ``ValueError`` for rankings of different items.
    """
    needs_two(a)
    n = a.n
    weighted = sum(((n + 1 - a[x]) ** 2 * b[x] for x in a.items), Whole(0))
    return (2 * n + 1) / (n - 1) - 12 * weighted / (n * (n + 1) ** 2 * (n - 1))


@similarity(
    "blest-nu",
    variant="symmetric",
    claims=[GP1.holds(*ENDS), GP3.holds(axioms.correlation_symmetry)],
    latex=lines(r"\xi(a,b)=\frac{\nu(a,b)+\nu(b,a)}{2}", NU),
)
def blest_nu_symmetric(a: Ranking, b: Ranking) -> Any:
    """xi(a, b) = (nu(a, b) + nu(b, a)) / 2, nu Blest's coefficient

    Genest and Plante 2003. Undefined for fewer than two items (0/0). ``ValueError`` for rankings of different items.
    """
    return (blest_nu.definition(a, b) + blest_nu.definition(b, a)) / 2
