"""Axioms of losses of predicted scores: how they relate to the ranking that users see."""

from __future__ import annotations

from typing import Any

from ...model.axiom import axiom
from ...model.relation import NOT_ASKED, Relation, less
from ...spaces import own
from ..latex import lines


def _first(scores: Any) -> int | None:
    """The item of the highest score; None if several have it."""
    best = [x for x in scores.items if all(scores[x] >= scores[z] for z in scores.items)]
    return best[0] if len(best) == 1 else None


@axiom(
    "prefers-an-irrelevant-top",
    over={"y": own, "s": own, "t": own},
    kinds=("loss",),
    group="losses",
    quantifier="there is",
    about=("scores",),
    latex=lines(
        r"\exists\,y,s,t:\ e(y,t)<e(y,s)",
        r"\text{the one item on top of }s\text{ has }y>0\text{, that of }t\text{ has }y=0",
    ),
    kept_by=("mse",),
    sentence="It can prefer a prediction with an irrelevant item on top to one with a relevant item on top.",
)
def prefers_an_irrelevant_top(e: Any, y: Any, s: Any, t: Any) -> Relation:
    """e(y, t) < e(y, s) where s lists a relevant item first and t one that is not

    There are true scores y (0 is not relevant) and predictions s, t, each with one item on top. Overview of ranking
    metrics ("the second search result has a lower MSE, the user will not be satisfied"), 2023. Example: the mean
    squared error; a loss that only looks at the item on top has none.
    """
    top, other = _first(s), _first(t)
    if top is None or other is None or not (y[top] > 0 and y[other] == 0):
        return NOT_ASKED
    return less(e(y, t), e(y, s))
