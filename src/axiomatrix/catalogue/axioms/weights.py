"""Axioms of weights: subdivide items, free swaps of identical items, change the value."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from ...model.axiom import axiom, where
from ...model.metric import Metric
from ...model.relation import NOT_ASKED, Relation, differs, equal, given
from ...numbers.exact import fraction
from ...spaces import ElementWeightsSpace, SimilaritySpace, place, ranking
from ...values.parameters import ElementWeights
from ...values.rankings import Ranking
from ..latex import lines
from .order import only_parameter
from .scale import _each_parameter, _has_parameter

weights_axiom = partial(axiom, over={"a": ranking, "b": ranking}, group="weights", label_free=True)
"""Declares an axiom of this group, about two rankings unless it says of what, and about no particular items."""


@lru_cache(maxsize=1 << 12)  # of each ranking and weights there are as many cases as second rankings
def _copies(a: Ranking, weights: ElementWeights) -> Ranking | None:
    """Replace each item by as many copies as its weight; None where the weights are not small whole numbers."""
    values = weights.entries.values()
    few = all(hasattr(v, "q") and v.q == 1 for v in values) and sum(values) <= 16
    return Ranking.from_order((x, k) for x in a.order for k in range(fraction(weights[x]).numerator)) if few else None


@lru_cache(maxsize=1 << 12)
def _units(items: tuple[Any, ...]) -> ElementWeights:
    return ElementWeights.of(dict.fromkeys(items, 1))


@weights_axiom(
    "subdivision",
    applies=only_parameter(ElementWeightsSpace, "element weights"),
    by_lane=True,
    latex=r"d(a,b;\,w)=d(a^{\mathrm{copies}},b^{\mathrm{copies}};\,1)",
    kept_by=("kendall-element",),
    broken_by=("kendall-element-mean[arithmetic]",),
    sentence="An item of weight w counts like w items of weight 1 that stand together.",
)
def subdivision(d: Any, a: Any, b: Any) -> Relation:
    """d(a, b; w) = d(a, b with each item x as w_x unit copies in order; 1)

    For all rankings a, b and weights that are small whole numbers (the others are discarded). Kumar and Vassilvitskii
    2010 ("treat element i as a collection of w_i subelements of weight 1"). Example: K_w; the arithmetic mean fails.
    """
    ((name, weights),) = d.parameters.items()
    long_a, long_b = _copies(a, weights), _copies(b, weights)
    if long_a is None or long_b is None:
        return NOT_ASKED
    return equal(d(a, b), d.with_(**{name: _units(long_a.items)})(long_a, long_b))


def _has_similarities(metric: Metric) -> bool:
    return any(isinstance(space, SimilaritySpace) for space in metric.parameters.values())


@weights_axiom(
    "free-swap",
    over={"a": ranking, "b": ranking, "i": place},
    applies=where(_has_similarities, "it has no similarities D"),
    closed_only=True,
    latex=lines(r"D_{xy}=0\Rightarrow d(a,s_i\,b)=d(a,b)", "x=b^{-1}(i)", "y=b^{-1}(i+1)"),
    kept_by=("kendall-similarity",),
    sentence="Exchanging two neighbours that are identical costs nothing.",
)
def free_swap(d: Any, a: Any, b: Any, i: Any) -> Relation:
    """d(a, b with x, y swapped) = d(a, b) if D[x, y] = 0, x and y neighbours in b

    For all rankings a, b, pseudometrics D and neighbours x, y of b: exchanging identical items costs nothing. Kumar
    and Vassilvitskii 2010 ("in the extreme case L and C are identical, even though an inversion occurred").
    Example: K_D.
    """
    (similarity,) = (d[name] for name, space in d.metric.parameters.items() if isinstance(space, SimilaritySpace))
    identical = similarity[b.order[i - 1], b.order[i]] == 0
    return NOT_ASKED if identical is False else given(identical, equal(d(a, b.swapped(i)), d(a, b)))


@weights_axiom(
    "richness",
    quantifier="there is",
    applies=_has_parameter,
    observe=_each_parameter,
    latex=r"\exists\,a,b:\ d(a,b;\,\mathrm{parameter})\neq d(a,b;\,1)",
    kept_by=("kendall-element",),
    sentence="The parameter {parameter} makes a difference: some value of it changes the distance.",
)
def richness(d: Any, a: Any, b: Any, *, parameter: str) -> Relation:
    """d(a, b; w) != d(a, b; 1)

    There are rankings a, b and a value of the parameter that change the distance. Kumar and Vassilvitskii 2010
    ("richness"). Example: K_w with one weight 2; a distance that takes weights and ignores them fails.
    """
    return differs(d(a, b), d.with_(**{parameter: 1})(a, b))
