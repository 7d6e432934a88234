"""Formulas that libraries document for one list and that the catalogue of metrics does not have, exactly.

``x`` is a judged list, or scored items with ties where a formula is of scores.
"""

from __future__ import annotations

from typing import Any

from ..numbers.exact import Undefined, Whole, rational
from ..values.grades import Grade
from ..values.judged import Judged, Scored


def levels(x: Judged | Scored) -> list[list[Grade]]:
    """The grades by falling score, those of equal scores together."""
    if isinstance(x, Scored):
        return [[x.grades[k - 1] for k in bucket] for bucket in x.buckets]
    return [[g] for g in x.grades]


def counted(x: Judged | Scored) -> tuple[Any, Any]:
    """How many items of the list are relevant, and how many are not."""
    relevant = sum(g > 0 for g in x.grades)
    return Whole(relevant), Whole(len(x.grades) - relevant)


def average_precision_at_thresholds(x: Judged | Scored) -> Any:
    """Sum over thresholds n of (R_n - R_(n-1)) P_n, a threshold being a score that occurs.

    The same as the mean over relevant items of the share of relevant ones among those of no smaller score. Undefined
    where nothing is relevant.
    """
    relevant, _ = counted(x)
    if relevant == 0:
        raise Undefined("nothing is relevant: recall would be 0/0")
    hits, seen = Whole(0), Whole(0)
    total: Any = rational(0)
    for bucket in levels(x):
        here = Whole(sum(g > 0 for g in bucket))
        hits, seen = hits + here, seen + len(bucket)
        total += here * hits / seen
    return total / relevant


def misordered_pairs(x: Judged | Scored) -> Any:
    """The share of pairs of a relevant and an irrelevant item whose relevant one has no larger score.

    Undefined where there are no such pairs.
    """
    relevant, irrelevant = counted(x)
    if relevant * irrelevant == 0:
        raise Undefined("there is no pair of a relevant and an irrelevant item: the value would be 0/0")
    wrong = above = Whole(0)
    for bucket in levels(x):
        above += sum(g <= 0 for g in bucket)
        wrong += above * sum(g > 0 for g in bucket)
    return wrong / (relevant * irrelevant)


def depth_of_coverage(x: Judged | Scored) -> Any:
    """How many items have a score no smaller than that of some relevant one; 0 where nothing is relevant.

    Undefined for fewer than two items, of which there is no label indicator matrix.
    """
    if len(x.grades) < 2:
        raise Undefined("a label indicator matrix has at least two columns")
    depth = seen = Whole(0)
    for bucket in levels(x):
        seen += len(bucket)
        if any(g > 0 for g in bucket):
            depth = seen
    return depth


def area_under_roc(x: Judged | Scored) -> Any:
    """The share of pairs of a relevant and an irrelevant item with the larger score on the former, ties as one half."""
    relevant, irrelevant = counted(x)
    if relevant * irrelevant == 0:
        raise Undefined("only one class is present: the value would be 0/0")
    right, below = rational(0), irrelevant
    for bucket in levels(x):
        tied = Whole(sum(g <= 0 for g in bucket))
        below -= tied
        right += sum(g > 0 for g in bucket) * (below + rational(tied) / 2)
    return right / (relevant * irrelevant)


def fall_out(x: Judged, k: Any) -> Any:
    """Irrelevant items among the first k / irrelevant items; undefined where everything is relevant."""
    _, irrelevant = counted(x)
    if irrelevant == 0:
        raise Undefined("nothing is irrelevant: the value would be 0/0")
    head = x.ranks(k)
    return (Whole(len(head)) - x.relevant(k)) / irrelevant


def reciprocal_rank_at(x: Judged, k: Any) -> Any:
    """1 / rank of the first relevant item if that is at most k, else 0."""
    return next((1 / i for i in x.ranks(k) if x[i] > 0), Whole(0))


def hit_of_one(x: Judged, k: Any) -> Any:
    """1 if the relevant item is among the first k, else 0; undefined unless there is exactly one, of three or more."""
    if x.R != 1 or x.n < 3:
        raise Undefined("there must be one right label, of three or more")
    return x.relevant(k)
