"""Correlations of two rankings, and distances over their maximum."""

from __future__ import annotations

from typing import Any

from ....numbers.exact import Whole
from ....values.rankings import Ranking, inverted_pairs
from ... import axioms
from ...formulas import over
from ...sources.documents import PL2, PL3, PL4, PL5, TN5
from ...sources.papers import DI2
from .pairs import needs_two
from .rows import row, similarity

RIGHT = DI2.holds(axioms.right_invariance)
MAXIMUM = (axioms.lies_between(0, 1), axioms.value_on_reversed(1))
ALIKE = PL5.holds(axioms.place_invariance(1))

SQUARES = r"\sum_{x}(a(x)-b(x))^2"


def squares(a: Ranking, b: Ranking) -> Any:
    """The sum of squared displacements."""
    return sum((a[x] - b[x]) ** 2 for x in a.items)


@similarity(
    "spearman-rho",
    claims=[PL4.holds(axioms.correlation_range), TN5.holds(axioms.place_invariance(2))],
    holds=[axioms.one_on_equal, axioms.minus_one_on_reversed, axioms.antisymmetry, axioms.correlation_symmetry],
    source="Kendall, Rank Correlation Methods, 1948, ch. 1",
    latex=r"\rho(a,b)=1-" + over("6" + SQUARES, "n(n^2-1)"),
)
def spearman_rho(a: Ranking, b: Ranking) -> Any:
    """rho(a, b) = 1 - 6 S / (n (n^2 - 1)), S = sum over items x of (a(x) - b(x))^2

    Spearman 1904; Fuernkranz and Huellermeier (slides). Of orders with ties see the variant mid-ranks. Undefined for
    fewer than two items (0/0). ``ValueError`` for rankings of different items.
    """
    needs_two(a)
    return 1 - 6 * squares(a, b) / (a.n * (a.n**2 - 1))


@similarity(
    "kendall-tau",
    claims=[PL4.holds(axioms.correlation_range)],
    holds=[
        axioms.one_on_equal,
        axioms.minus_one_on_reversed,
        axioms.antisymmetry,
        axioms.correlation_symmetry,
        axioms.equals("kendall-normalised", -2, 1),
    ],
    source="Kendall, A New Measure of Rank Correlation, 1938",
    latex=r"\tau(a,b)=1-\frac{4\,K(a,b)}{n(n-1)}",
)
def kendall_tau(a: Ranking, b: Ranking) -> Any:
    """tau(a, b) = 1 - 4 K / (n (n - 1)), K = number of inverted pairs

    Kendall 1938; Fuernkranz and Huellermeier (slides). Of orders with ties see kendall-tau-b, kendall-tau-c and gamma.
    Undefined for fewer than two items (0/0). ``ValueError`` for rankings of different items.
    """
    needs_two(a)
    return 1 - Whole(4 * len(inverted_pairs(a, b))) / (a.n * (a.n - 1))


@row(
    "kendall-normalised",
    claims=[PL3.holds(*MAXIMUM), ALIKE, RIGHT],
    latex=r"d(a,b)=\frac{K(a,b)}{n(n-1)/2}",
)
def kendall_normalised(a: Ranking, b: Ranking) -> Any:
    """K(a, b) / (n (n - 1) / 2), K = number of inverted pairs

    Kendall 1938: the distance over its maximum, the share of inverted pairs. Undefined for fewer than two items (0/0).
    ``ValueError`` for rankings of different items.
    """
    needs_two(a)
    return Whole(2 * len(inverted_pairs(a, b))) / (a.n * (a.n - 1))


@row(
    "footrule-normalised",
    claims=[ALIKE, RIGHT],
    holds=MAXIMUM,
    source="Diaconis and Graham, Spearman's footrule as a measure of disarray, 1977",
    latex=r"d(a,b)=\frac{F(a,b)}{\left\lfloor n^2/2\right\rfloor}",
)
def footrule_normalised(a: Ranking, b: Ranking) -> Any:
    """F(a, b) / floor(n^2 / 2), F = sum over items x of |a(x) - b(x)|

    Spearman 1906; the maximum: Diaconis and Graham 1977. Undefined for fewer than two items (0/0). ``ValueError`` for
    rankings of different items.
    """
    needs_two(a)
    return sum(abs(a[x] - b[x]) for x in a.items) / (a.n**2 // 2)


@row(
    "spearman-distance-normalised",
    variant="maximum",
    claims=[PL2.holds(*MAXIMUM), ALIKE, RIGHT],
    latex=r"d(a,b)=" + over(SQUARES, "n(n^2-1)/3"),
)
def spearman_distance_normalised(a: Ranking, b: Ranking) -> Any:
    """S(a, b) / (n (n^2 - 1) / 3), S = sum over items x of (a(x) - b(x))^2

    Spearman 1904; the divisor is the maximum as Fuernkranz and Huellermeier (slides) give it in closed form.
    Undefined for fewer than two items (0/0). ``ValueError`` for rankings of different items.
    """
    needs_two(a)
    return 3 * squares(a, b) / (a.n * (a.n**2 - 1))


@row(
    "spearman-distance-normalised",
    variant="as-printed",
    claims=[PL2.holds(*MAXIMUM), RIGHT],
    latex=r"d(a,b)=" + over(SQUARES, r"\sum_{i=1}^{n}((n-i)-i)^2"),
)
def spearman_distance_over_the_printed_sum(a: Ranking, b: Ranking) -> Any:
    """S(a, b) / (sum over i = 1..n of ((n - i) - i)^2), S = sum over items x of (a(x) - b(x))^2

    Fuernkranz and Huellermeier (slides): the divisor is the sum that is printed there for the maximum. It is
    n (n^2 + 2) / 3; the maximum n (n^2 - 1) / 3 is the sum of ((n + 1 - i) - i)^2. Undefined for fewer than two items,
    as the variant maximum is.
    """
    needs_two(a)
    return squares(a, b) / Whole(sum(((a.n - i) - i) ** 2 for i in range(1, len(a) + 1)))
