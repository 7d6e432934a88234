"""The first relevant item: whether a count of wrong pairs can prefer the list that shows it later."""

from __future__ import annotations

from typing import Any

from ....model.relation import NOT_ASKED, Relation, less
from ....spaces import own, rank_pair
from ....values.judged import Judged
from ...latex import lines
from .depth import score_axiom


@score_axiom(
    "prefers-a-later-first-relevant",
    over={"x": own, "ij": rank_pair, "kl": rank_pair},
    kinds=("loss",),
    quantifier="there is",
    latex=lines(r"\exists\,x,z:\ m(z)<m(x),\ \min\{i\mid x_i>0\}<\min\{i\mid z_i>0\}", r"z=s_{k,l}\,s_{i,j}\,x"),
    kept_by=("kendall-relevance",),
    sentence="It can prefer a list that shows its first relevant item lower down.",
)
def prefers_a_later_first_relevant(m: Any, x: Any, ij: Any, kl: Any) -> Relation:
    """m(y) < m(x) where y shows its first relevant item lower down; y is x with two pairs of items exchanged

    There are a list x with a relevant item and ranks i < j, k < l: y is x with the items at i and j exchanged, and then
    those at k and l. Overview of ranking metrics ("despite fewer number of inversions, the second ranking is still
    worse, from the user perspective"). Example: the number of inversions, for (1, 0, 0, 0, 1) and (0, 1, 1, 0, 0): 3
    and 2; the rank of the first relevant item has none.
    """
    y = x.exchanged(*ij).exchanged(*kl)
    first, second = _first(x), _first(y)
    return less(m(y), m(x)) if first is not None and first < second else NOT_ASKED


def _first(x: Judged) -> Any:
    return next((i for i in x.ranks() if x[i] > 0), None)
