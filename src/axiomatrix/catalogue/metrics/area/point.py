"""The point measure: signed displacements of the first items of one list in the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from typing import Any

from ....model.registry import metric
from ....numbers.exact import Whole
from ....spaces import cut_offs
from ....values.rankings import Ranking
from ... import axioms
from ...axioms.metric_space import METRIC_SPACE
from ...formulas import lines
from ...sources.documents import PA2, PA7

row = partial(metric, family="point and area", label_invariant=True)
CUT_OFF = {"i": cut_offs()}
of_all_ranks = partial(row, variant="full")
up_to_a_rank = partial(row, variant="cut-off", parameters=CUT_OFF)
A_DISTANCE = PA2.holds(*METRIC_SPACE)
UNWEIGHTED = PA2.holds(axioms.place_invariance(1))

PLACE = r"F_j=b(a^{-1}(j))"


def points(a: Ranking, b: Ranking) -> Sequence[Any]:
    """P(0), P(1), ..., P(n).

    P(k) is the sum of the k positions F(1)..F(k) less 1 + ... + k, the least sum of k positions: it is never
    negative, it is largest where the first k items of a are the last k of b, and P(n) = 0.
    """
    return list(accumulate((b[x] - k for k, x in enumerate(a.order, 1)), initial=Whole(0)))


@of_all_ranks(
    "point",
    claims=[A_DISTANCE, UNWEIGHTED, PA7.holds(axioms.constant(0))],
    never_divides=True,
    latex=lines(r"P(a,b)=\sum_{j=1}^{n}(F_j-j)", PLACE),
)
def point(a: Ranking, b: Ranking) -> Any:
    """P(n) = sum over k = 1..n of (F(k) - k), F(k) = position in b of the k-th item of a

    a, b: two rankings of the same items. Always 0: both F and the ranks run through 1..n. Di Nunzio and Silvello 2015.
    """
    return points(a, b)[-1]


@up_to_a_rank(
    "point",
    claims=[A_DISTANCE, UNWEIGHTED],
    latex=lines(r"P(a,b)=\sum_{j=1}^{\min(i,n)}(F_j-j)", PLACE),
)
def point_up_to(a: Ranking, b: Ranking, i: Any) -> Any:
    """P(i) = sum over k = 1..i of (F(k) - k), F(k) = position in b of the k-th item of a

    a, b: two rankings of the same items; i: a cut-off, beyond n the same as n, where P is 0. Never negative.
    Di Nunzio and Silvello 2015.
    """
    return points(a, b)[min(i, a.n)]
