"""Formulas of everything that was retrieved, as RAG stacks document them: no cut-off but the end of the list.

``x`` is a judged list with what is missing from it.
"""

from __future__ import annotations

from typing import Any

from ..catalogue.metrics.effectiveness.dcg import dcg_at, over_the_ideal
from ..numbers.exact import Undefined, Whole
from ..values.judged import Judged
from .list_definitions import mean_precision_at_all_hits


def hit(x: Judged) -> Any:
    """1 if a relevant item is retrieved, else 0."""
    return Whole(int(x.relevant(x.n) > 0))


def precision(x: Judged) -> Any:
    """Relevant items retrieved / items retrieved; undefined where nothing is retrieved."""
    if x.n == 0:
        raise Undefined("nothing is retrieved: precision would be 0/0")
    return x.relevant(x.n) / Whole(x.n)


def recall(x: Judged) -> Any:
    """Relevant items retrieved / relevant items; undefined where nothing is relevant."""
    if x.R == 0:
        raise Undefined("nothing in the collection is relevant: recall would be 0/0")
    return x.relevant(x.n) / x.R


def reciprocal_ranks(x: Judged) -> Any:
    """The sum of 1 / rank over the relevant items retrieved, over the count of relevant items."""
    if x.R == 0:
        raise Undefined("nothing in the collection is relevant: the value would be 0/0")
    return sum((Whole(1) / i for i in x.ranks() if x[i] > 0), Whole(0)) / x.R


def precision_of_hits(x: Judged) -> Any:
    """The mean of P@i over the ranks i of relevant items retrieved; 0 where there are none."""
    return mean_precision_at_all_hits(x) if x.relevant(x.n) else Whole(0)


def ndcg_at_length(x: Judged) -> Any:
    """nDCG@p with linear gains, p the number of items retrieved, in the list and in the ideal one."""
    return over_the_ideal(x, lambda y: dcg_at(y, x.n, "linear"))


def ndcg_of_whole_ideal(x: Judged) -> Any:
    """DCG of what is retrieved, with linear gains, over that of all relevant items in ideal order."""
    return over_the_ideal(x, lambda y: dcg_at(y, y.n, "linear"))
