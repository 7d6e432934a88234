"""All weights together: K* and F*."""

from __future__ import annotations

from functools import partial
from typing import Any

from ...model.registry import metric
from ...spaces import element_weights, position_weights, similarities
from ...values.parameters import ElementWeights, PositionWeights, Similarity
from ...values.rankings import Ranking, ahead, inverted_pairs
from .. import axioms
from ..formulas import INVERTED, ahead_less
from ..sources.documents import KV8, KV9, KV10, KV11, KV12, KV13
from .position import FIXED_POINT, average_swap_cost, formulas

WEIGHTS = {"w": element_weights(), "delta": position_weights(), "D": similarities()}
BASIC = [
    KV10.holds(
        *(axioms.scale_free(name, degree) for name, degree in (("w", 2), ("delta", 2), ("D", 1))),
        *(axioms.scale_free_normalised(name) for name in WEIGHTS),
    ),
    KV11.holds(axioms.right_invariance),
    KV12.holds(axioms.triangle_inequality),
    KV13.holds(*(axioms.richness(name) for name in WEIGHTS)),
]
row = partial(metric, parameters=WEIGHTS, variants=FIXED_POINT, family="general", label_invariant=True)


@row(
    "kendall-general",
    claims=[*BASIC, KV9.holds(axioms.generalizes("kendall", w=1, delta=1, D=1))],
    latex=formulas(r"K^{*}(a,b)=" + INVERTED + r"w_x\,w_y\,\bar p_x\,\bar p_y\,D_{xy}"),
)
def kendall_general(
    a: Ranking, b: Ranking, w: ElementWeights, delta: PositionWeights, D: Similarity, variant: str
) -> Any:
    """K*(a, b) = sum over inverted pairs {x, y} of w_x w_y pbar_x pbar_y D_xy

    Kumar and Vassilvitskii 2010; the variant says what pbar is at a fixed point. 0 for fewer than two items.
    """
    p = average_swap_cost(a, b, delta, variant)
    return sum(w[x] * w[y] * p[x] * p[y] * D[x, y] for x, y in inverted_pairs(a, b))


@row(
    "footrule-general",
    claims=[
        *BASIC,
        KV8.holds(axioms.lower_bound("kendall-general", "1/3"), axioms.upper_bound("kendall-general", 3)),
        KV9.holds(axioms.generalizes("footrule", w=1, delta=1, D=1)),
    ],
    latex=formulas(r"F^{*}(a,b)=\sum_{x}w_x\,\bar p_x\," + ahead_less(r"w_y\,\bar p_y\,D_{xy}")),
)
def footrule_general(
    a: Ranking, b: Ranking, w: ElementWeights, delta: PositionWeights, D: Similarity, variant: str
) -> Any:
    """F*(a, b) = sum over x of w_x pbar_x |sum of w_y pbar_y D_xy, y ahead of x in a - the same ahead of x in b|

    Kumar and Vassilvitskii 2010; the variant says what pbar is at a fixed point. 0 for fewer than two items.
    """
    p = average_swap_cost(a, b, delta, variant)
    weight = {x: w[x] * p[x] for x in a.items}

    def passed(ranking: Ranking, x: Any) -> Any:
        return sum(weight[y] * D[x, y] for y in ahead(ranking, x))

    return sum(weight[x] * abs(passed(a, x) - passed(b, x)) for x in a.items)
