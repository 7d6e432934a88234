"""Element weights: K_w, F_w, and the means that the deck asks about."""

from __future__ import annotations

from functools import partial
from typing import Any

from ...model.registry import metric
from ...numbers.exact import sqrt
from ...spaces import element_weights
from ...values.parameters import ElementWeights
from ...values.rankings import Ranking, ahead, inverted_pairs
from .. import axioms
from ..formulas import INVERTED, ahead_less
from ..sources.documents import KV2, KV4, KV9, KV14

row = partial(metric, parameters={"w": element_weights()}, family="element weights", label_invariant=True)
mean = partial(row, "kendall-element-mean")


@row(
    "kendall-element",
    claims=[KV9.holds(axioms.generalizes("kendall", w=1)), KV14.holds(axioms.subdivision)],
    latex=r"K_w(a,b)=" + INVERTED + r"w_x\,w_y",
)
def kendall_element(a: Ranking, b: Ranking, w: ElementWeights) -> Any:
    """K_w(a, b) = sum over inverted pairs {x, y} of w_x w_y

    Kumar and Vassilvitskii 2010. 0 for fewer than two items.
    """
    return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))


@mean(variant="arithmetic", latex=r"d(a,b)=" + INVERTED + r"\frac{w_x+w_y}{2}")
def kendall_arithmetic(a: Ranking, b: Ranking, w: ElementWeights) -> Any:
    """sum over inverted pairs {x, y} of (w_x + w_y) / 2

    An alternative that Kumar and Vassilvitskii 2010 ask about.
    """
    return sum((w[x] + w[y]) / 2 for x, y in inverted_pairs(a, b))


@mean(variant="geometric", latex=r"d(a,b)=" + INVERTED + r"\sqrt{w_x\,w_y}")
def kendall_geometric(a: Ranking, b: Ranking, w: ElementWeights) -> Any:
    """sum over inverted pairs {x, y} of sqrt(w_x w_y)

    An alternative that Kumar and Vassilvitskii 2010 ask about.
    """
    return sum(sqrt(w[x] * w[y]) for x, y in inverted_pairs(a, b))


@mean(
    parameters={"w": element_weights(has_boundary=False)},
    variant="harmonic",
    latex=r"d(a,b)=" + INVERTED + r"\frac{2\,w_x\,w_y}{w_x+w_y}",
)
def kendall_harmonic(a: Ranking, b: Ranking, w: ElementWeights) -> Any:
    """sum over inverted pairs {x, y} of 2 w_x w_y / (w_x + w_y)

    An alternative that Kumar and Vassilvitskii 2010 ask about. Weights must be positive: the mean of two zeros has
    no value.
    """
    return sum(2 * w[x] * w[y] / (w[x] + w[y]) for x, y in inverted_pairs(a, b))


@row(
    "footrule-element",
    claims=[
        KV2.holds(axioms.lower_bound("kendall-element", 1), axioms.upper_bound("kendall-element", 2)),
        KV4.holds(axioms.bound_attained_by_rotations("kendall-element", 2)),
        KV9.holds(axioms.generalizes("footrule", w=1)),
        KV14.holds(axioms.subdivision),
    ],
    latex=r"F_w(a,b)=\sum_{x}w_x\," + ahead_less(r"w_y"),
)
def footrule_element(a: Ranking, b: Ranking, w: ElementWeights) -> Any:
    """F_w(a, b) = sum over x of w_x |sum of w_y, y ahead of x in a - sum of w_y, y ahead of x in b|

    Kumar and Vassilvitskii 2010. 0 for fewer than two items.
    """
    return sum(w[x] * abs(sum(w[y] for y in ahead(a, x)) - sum(w[y] for y in ahead(b, x))) for x in a.items)
