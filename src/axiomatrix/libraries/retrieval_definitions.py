"""Formulas that libraries document for retrieved or recommended lists and that the catalogue does not have, exactly.

``x`` is a judged list with what is missing from it, ``k`` a cut-off.
"""

from __future__ import annotations

from typing import Any

from ..catalogue.metrics.effectiveness.dcg import over_the_ideal
from ..catalogue.metrics.effectiveness.gain import undiscounted_up_to_base
from ..catalogue.metrics.overlap.rbo import extrapolated
from ..numbers.exact import Undefined, Whole
from ..values.judged import Judged
from ..values.orders import TopList
from .list_definitions import misordered_pairs


def hits_at(x: Judged, k: Any) -> Any:
    """Relevant items among the first k."""
    return x.relevant(k)


def f1_at(x: Judged, k: Any) -> Any:
    """The harmonic mean of P@k and R@k, 2 hits / (k + R); undefined where nothing in the collection is relevant."""
    if x.R == 0:
        raise Undefined("nothing in the collection is relevant: recall would be 0/0")
    return 2 * x.relevant(k) / (k + x.R)


def bpref_of_first_r(x: Judged) -> Any:
    """(1/R) sum over relevant items listed of 1 - (the first R nonrelevant ones that stand above it) / R.

    As printed by Buckley and Voorhees 2004, without the min(R, N) of trec_eval. Undefined where R = 0.
    """
    if x.R == 0:
        raise Undefined("nothing in the collection is judged relevant")
    total: Any = Whole(0)
    above = Whole(0)
    for i in x.ranks():
        if x[i] > 0:
            total += 1 - min(above, x.R) / x.R
        elif x[i] == 0:
            above += 1
    return total / x.R


def judged_at(x: Judged, k: Any) -> Any:
    """P@k with a rel lower than any judgment, to which it is said to be equivalent: judged items in the first k / k.

    Every item of ``x`` is judged.
    """
    return Whole(len(x.ranks(k))) / k


def pairs_in_order(x: Judged) -> Any:
    """The share of pairs, a listed relevant item and one that is not, in that order; undefined where there are none."""
    return 1 - misordered_pairs(x)


def precision_of_listed(x: Judged, k: Any) -> Any:
    """Relevant items among the first k / min(k, n); undefined for an empty list."""
    if x.n == 0:
        raise Undefined("the list is empty: the value would be 0/0")
    return x.relevant(k) / min(k, x.n)


def recall_of_possible(x: Judged, k: Any) -> Any:
    """Relevant items among the first k / min(k, R); undefined where nothing in the collection is relevant."""
    if x.R == 0:
        raise Undefined("nothing in the collection is relevant: the value would be 0/0")
    return x.relevant(k) / min(k, x.R)


def mean_precision_at_hits(x: Judged, k: Any) -> Any:
    """The mean of P@i over the ranks i <= k of relevant items; undefined where the first k hold none."""
    hits = [i for i in x.ranks(k) if x[i] > 0]
    if not hits:
        raise Undefined("no listed item is relevant: the mean would be 0/0")
    return sum(x.relevant(i) / i for i in hits) / Whole(len(hits))


def mean_precision_at_all_hits(x: Judged) -> Any:
    """The mean of P@i over the ranks i of relevant items; undefined where the list holds none."""
    return mean_precision_at_hits(x, x.n)


def dcg_of_base_two(x: Judged, k: Any) -> Any:
    """Sum over ranks i <= k of x[i] / max(1, log2 i). Jarvelin and Kekalainen 2002."""
    return sum(x[i] * undiscounted_up_to_base(i, Whole(2)) for i in x.ranks(k))


def ndcg_of_base_two(x: Judged, k: Any) -> Any:
    """That over the same of the ideal list; undefined where nothing in the collection is relevant."""
    return over_the_ideal(x, lambda y: dcg_of_base_two(y, k))


def rbo_extrapolated_at_the_shorter(a: TopList, b: TopList, p: Any) -> Any:
    """RBO_EXT of equal depth, Webber, Moffat and Zobel 2010, eq. 23, at the length of the shorter list."""
    s = min(len(a), len(b))
    if s == 0:
        raise Undefined("a list is empty: there is no depth to extrapolate from")
    return extrapolated.definition(TopList(a.order[:s]), TopList(b.order[:s]), p)
