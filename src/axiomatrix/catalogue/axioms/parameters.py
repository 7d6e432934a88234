"""Axioms about the parameters of a metric: multiplied by a factor, subdivided, free, changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from typing import Any

from ...model.axiom import Reason, axiom, where
from ...model.metric import Metric
from ...model.relation import NOT_ASKED, Relation, differs, equal, given
from ...numbers.exact import exact_value, fraction, rational
from ...spaces import ElementWeightsSpace, ParameterSpace, ScalarSpace, SimilaritySpace, factor, place, ranking
from ...values.parameters import ElementWeights
from ...values.rankings import Ranking
from ..formulas import lines
from .order import only_parameter

# --- Scale: what happens to the value when a parameter is multiplied by a factor ----------------------------------


def _vectors(metric: Metric) -> dict[str, ParameterSpace]:
    """The parameters that can be scaled: not cut-offs and other single numbers."""
    return {name: space for name, space in metric.parameters.items() if not isinstance(space, ScalarSpace)}


def _has_parameter(metric: Metric, parameter: str, **_: Any) -> Reason | None:
    if parameter not in metric.parameters:
        return f"it has no parameter {parameter}"
    return None if parameter in _vectors(metric) else f"its parameter {parameter} is a single number"


def _each_parameter(metric: Metric) -> Iterable[Mapping[str, Any]]:
    return [{"parameter": name} for name in _vectors(metric)]


def _as_it_is(value: Any) -> Any:
    return value


def _suggested_degrees(metric: Metric) -> Iterable[Mapping[str, Any]]:
    """For each parameter the degree that one unit instance suggests; whether it holds is for the search to say."""
    number = _as_it_is if metric.exact else float
    read: Callable[[Any], Any] = partial(exact_value, what=metric.name) if metric.exact else float
    if len(_vectors(metric)) < len(metric.parameters):
        return []  # what the other parameters are set to would have to be made up
    unit = {name: space.make([1] * len(space.keys(3)), 3).mapped(number) for name, space in metric.parameters.items()}
    a = Ranking.identity(3)
    suggested = []
    for name, value in unit.items():
        try:
            before, after = (
                read(metric.evaluate(a, a.reversed(), {**unit, name: value.scaled(factor).mapped(number)}))
                for factor in (1, 2)
            )
            degrees = [k for k in range(-4, 5) if before != 0 and after == number(rational(2) ** k) * before]
        except Exception:  # a definition that fails here fails in its cells too, and is reported there
            continue
        suggested += [{"parameter": name, "degree": degree} for degree in degrees]
    return suggested


scale_axiom = partial(axiom, group="scale", applies=_has_parameter, label_free=True)


@scale_axiom(
    "scale-free",
    over={"a": ranking, "b": ranking, "c": factor},
    observe=_suggested_degrees,
    latex=r"d(a,b;\,c\cdot\mathrm{parameter})=c^{\mathrm{degree}}\,d(a,b;\,\mathrm{parameter})",
    kept_by=("kendall-element",),
    sentence="Multiplying {parameter} by a number multiplies the value by that number to the power {degree}.",
)
def scale_free(d: Any, a: Any, b: Any, c: Any, *, parameter: str, degree: int) -> Relation:
    """d(a, b; c w) = c^degree d(a, b; w)

    Homogeneity of a definite degree in one parameter, for all rankings a, b and factors c > 0. Kumar and
    Vassilvitskii 2010 ("scale free", not defined there). Example: K_w has degree 2 in w.
    """
    return equal(d.with_(**{parameter: d[parameter].scaled(c)})(a, b), c**degree * d(a, b))


@scale_axiom(
    "scale-free-normalised",
    over={"a": ranking, "b": ranking, "e": ranking, "f": ranking, "c": factor},
    observe=_each_parameter,
    latex=r"d(a,b;\,c\cdot\mathrm{parameter})\,d(e,f)=d(e,f;\,c\cdot\mathrm{parameter})\,d(a,b)",
    kept_by=("kendall-element",),
    sentence="Multiplying {parameter} by a number changes all values by the same factor.",
)
def scale_free_normalised(d: Any, a: Any, b: Any, e: Any, f: Any, c: Any, *, parameter: str) -> Relation:
    """d(a, b; c w) d(e, f; w) = d(e, f; c w) d(a, b; w)

    For all rankings a, b, e, f and factors c > 0: scaling the parameter multiplies all values alike, so that the
    value over its maximum does not change. The second reading of "scale free" (Kumar and Vassilvitskii 2010).
    Example: any homogeneous distance; 1 + K_w fails.
    """
    scaled = d.with_(**{parameter: d[parameter].scaled(c)})
    return equal(scaled(a, b) * d(e, f), scaled(e, f) * d(a, b))


# --- Axioms of weights: subdivide items, free swaps of identical items, change the value --------------------------

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
