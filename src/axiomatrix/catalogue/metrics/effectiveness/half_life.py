"""Half-life utility."""

from __future__ import annotations

from typing import Any

from ....model.registry import metric
from ....spaces import graded_lists, half_lives
from ....values.judged import Judged
from .dcg import FORMULAS, dcg_half_life

FAMILY = "effectiveness"


@metric(
    "half-life",
    kind="score",
    arguments={"x": graded_lists()},
    parameters={"alpha": half_lives()},
    family=FAMILY,
    latex=r"H(x)=" + FORMULAS["half-life"]("x"),
)
def half_life(x: Judged, alpha: Any) -> Any:
    """H(x) = sum over ranks i of x[i] 2^(-(i - 1) / (alpha - 1))

    x is a judged list, alpha > 1 the rank that is looked at with probability 1/2: the DCG with a half-life discount;
    over that of the ideal it is ndcg[half-life]. Always defined. Breese, Heckerman and Kadie 1998 (whose gain is the
    rating above a neutral one, or 0); slides on top-N metrics.
    """
    return dcg_half_life(x, alpha)
