"""Axioms of correlations of two orders."""

from __future__ import annotations

from functools import partial
from typing import Any

from ...model.axiom import KINDS, axiom
from ...model.relation import NOT_ASKED, Quantity, Relation, at_most, equal, supremum
from ...numbers.exact import rational
from ...spaces import place, ranking, relabelling
from ...values.rankings import Ranking
from ..formulas import lines
from .comparisons import Constant
from .metric_space import PAIRS, REVERSIBLE

PAIR = {"a": ranking, "b": ranking}
TRIPLE = {**PAIR, "c": ranking}
correlation_axiom = partial(axiom, kinds=("similarity",), over=PAIR, group="correlation", label_free=True, about=PAIRS)
"""Declares an axiom about similarities of two orders of any sort and no particular items, unless it says otherwise."""


@correlation_axiom(
    "correlation-range",
    latex=r"-1\le r(a,b)\le 1",
    kept_by=("spearman-rho", "kendall-tau"),
    sentence="A correlation lies between -1 and 1.",
)
def correlation_range(r: Any, a: Any, b: Any) -> Relation:
    """-1 <= r(a, b) <= 1

    For all orders a, b. Kendall, A New Measure of Rank Correlation, 1938. Example: rho and tau; the number of
    concordant pairs fails.
    """
    return at_most(abs(r(a, b)), 1)


@correlation_axiom(
    "one-on-equal",
    over={"a": ranking},
    latex="r(a,a)=1",
    kept_by=("kendall-tau",),
    broken_by=("kendall-tau-c",),
    sentence="The correlation of a ranking with itself is 1.",
)
def one_on_equal(r: Any, a: Any) -> Relation:
    """r(a, a) = 1

    For all orders a that have a correlation with themselves. Kendall 1938. Example: tau; tau-c fails where there are
    ties.
    """
    return equal(r(a, a), 1)


@correlation_axiom(
    "minus-one-on-reversed",
    over={"a": ranking},
    about=REVERSIBLE,
    latex=r"r(a,a^{\mathrm{rev}})=-1",
    kept_by=("kendall-tau",),
    broken_by=("jaccard-preferences[weak-orders]",),
    sentence="The correlation of a ranking with the same ranking upside down is -1.",
)
def minus_one_on_reversed(r: Any, a: Any) -> Relation:
    """r(a, reversed a) = -1

    For all orders a that have a correlation with their reversal. Kendall 1938. Example: tau; the share of common
    preferences is 0 there.
    """
    return equal(r(a, a.reversed()), -1)


@correlation_axiom(
    "antisymmetry",
    about=REVERSIBLE,
    latex=r"r(a,b^{\mathrm{rev}})=-r(a,b)",
    kept_by=("spearman-rho", "kendall-tau"),
    broken_by=("weighted-tau[symmetric]",),
    sentence="Turning one of the two upside down changes the sign of the correlation and nothing else.",
)
def antisymmetry(r: Any, a: Any, b: Any) -> Relation:
    """r(a, reversed b) = -r(a, b)

    For all orders a, b: turning one of them around changes the sign and nothing else. Kendall 1938. Example: rho and
    tau; a coefficient that weighs the head more fails.
    """
    return equal(r(a, b.reversed()), -r(a, b))


@correlation_axiom(
    "correlation-symmetry",
    latex="r(a,b)=r(b,a)",
    kept_by=("spearman-rho", "kendall-tau"),
    broken_by=("dcg-rank[normalised]",),
    sentence="It does not matter which of the two is correlated with which.",
)
def correlation_symmetry(r: Any, a: Any, b: Any) -> Relation:
    """r(a, b) = r(b, a)

    For all orders a, b. Kendall 1938. Example: rho and tau; a normalised gain that discounts the positions of one of
    them fails.
    """
    return equal(r(a, b), r(b, a))


@correlation_axiom(
    "correlation-invariance",
    over={"a": ranking, "b": ranking, "pi": relabelling},
    label_free=False,
    from_generators=True,
    latex=lines(r"r(a\circ\pi,\,b\circ\pi)=r(a,b)", r"\text{element data renamed too}"),
    kept_by=("kendall-tau",),
    sentence="The names of the items do not matter: renaming them in both orders, with their data, changes nothing.",
)
def correlation_invariance(r: Any, a: Any, b: Any, pi: Any) -> Relation:
    """r(a o pi, b o pi) = r(a, b), element data renamed too

    For all orders a, b and all relabellings pi of the items: names do not matter. Diaconis 1988, ch. 6 (of distances).
    Example: tau; a coefficient that breaks ties by the name fails.
    """
    return equal(r.renamed(pi)(a.renamed(pi), b.renamed(pi)), r(a, b))


@correlation_axiom(
    "one-minus-triangle",
    over=TRIPLE,
    latex=r"1-r(a,c)\le(1-r(a,b))+(1-r(b,c))",
    kept_by=("kendall-tau",),
    broken_by=("spearman-rho",),
    sentence="With 1 minus the correlation as the distance, a detour is never shorter than the direct way.",
)
def one_minus_triangle(r: Any, a: Any, b: Any, c: Any) -> Relation:
    """1 - r(a, c) <= (1 - r(a, b)) + (1 - r(b, c))

    For all orders a, b, c: 1 - r keeps the triangle inequality. Frechet 1906 (of distances). Example: tau, whose
    1 - tau is a multiple of Kendall's distance; rho, whose 1 - rho is one of squared differences, fails.
    """
    return at_most(1 - r(a, c), (1 - r(a, b)) + (1 - r(b, c)))


@correlation_axiom(
    "one-minus-near-metric",
    over=TRIPLE,
    quantifier="extreme",
    latex=r"f=\sup_{a,b,c}\frac{1-r(a,c)}{(1-r(a,b))+(1-r(b,c))}",
    sentence=(
        "With 1 minus the correlation as the distance, how many times longer than a detour the "
        "direct way can be, at most."
    ),
)
def one_minus_near_metric(r: Any, a: Any, b: Any, c: Any) -> Quantity:
    """The smallest f with 1 - r(a, c) <= f ((1 - r(a, b)) + (1 - r(b, c)))

    The supremum over all orders a, b, c of the ratio of the two sides. Fagin, Kumar, Sivakumar, Comparing top k lists,
    2003 (near metrics). Example: 1 for tau; gamma has none on weak orders.
    """
    return supremum(1 - r(a, c), (1 - r(a, b)) + (1 - r(b, c)))


# --- asked where a source claims them -------------------------------------------------------------------------


@correlation_axiom(
    "lies-between",
    kinds=KINDS,
    latex=r"\mathrm{low}\le m(a,b)\le\mathrm{high}",
    kept_by=("kendall-normalised",),
    sentence="Every value lies between {low} and {high}.",
)
def lies_between(m: Any, a: Any, b: Any, *, low: Constant, high: Constant) -> Relation:
    """low <= m(a, b) <= high

    For all orders a, b. Kendall 1938 (-1 and 1). Example: a distance over its maximum lies between 0 and 1; one that
    is divided by too little fails.
    """
    middle, half = (rational(low) + rational(high)) / 2, (rational(high) - rational(low)) / 2
    return at_most(abs(m(a, b) - middle), half)


@correlation_axiom(
    "value-on-reversed",
    over={"a": ranking},
    kinds=KINDS,
    about=REVERSIBLE,
    latex=r"m(a,a^{\mathrm{rev}})=\mathrm{value}",
    kept_by=("kendall-normalised",),
    sentence="A ranking and the same ranking upside down have the value {value}.",
)
def value_on_reversed(m: Any, a: Any, *, value: Constant) -> Relation:
    """m(a, reversed a) = value

    For all orders a. Kendall 1938 (-1). Example: a distance divided by its maximum is 1, if the reversal is farthest.
    """
    return equal(m(a, a.reversed()), rational(value))


def _exchange(n: int, i: int, j: int) -> Ranking:
    """The permutation of the positions 1..n that exchanges i and j."""
    return Ranking(tuple(range(1, n + 1)), tuple({i: j, j: i}.get(p, p) for p in range(1, n + 1)))


@correlation_axiom(
    "place-invariance",
    over={"a": ranking, "i": place, "j": place},
    kinds=("distance", "similarity"),
    about=("rankings",),
    latex=r"m(a,s_{i,\,i+\mathrm{step}}\,a)=m(a,s_{j,\,j+\mathrm{step}}\,a)",
    kept_by=("kendall-normalised", "footrule-normalised"),
    broken_by=("discounted-error",),
    sentence="Exchanging two items costs the same wherever in the ranking it happens (items {step} apart).",
)
def place_invariance(m: Any, a: Any, i: Any, j: Any, *, step: int) -> Relation:
    """m(a, a with i, i + step exchanged) = m(a, a with j, j + step exchanged)

    For all rankings a and positions i < j: an exchange costs the same wherever it happens. Kumar and Vassilvitskii
    2010 ask for the contrary (their position weights). Example: Kendall and the footrule; a discounted error fails.
    """
    n = int(a.n)
    if i >= j or j + step > n:
        return NOT_ASKED
    return equal(m(a, a.moved(_exchange(n, i, i + step))), m(a, a.moved(_exchange(n, j, j + step))))
