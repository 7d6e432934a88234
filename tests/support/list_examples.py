"""Worked examples of the sources, as calls and the values that follow from the printed definitions."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import log
from typing import Any

from axiomatrix.values.judged import Judged, Run
from axiomatrix.values.orders import PartialOrder, WeakOrder
from axiomatrix.values.rankings import Ranking


@dataclass(frozen=True)
class Example:
    """A call of a row and its value: a Fraction, or a float that is right to 1e-9."""

    source: str
    row: str
    arguments: tuple[Any, ...]
    value: Fraction | float
    parameters: dict[str, Any] = field(default_factory=dict)


OV12 = Judged.of([1, 0, 1, 0, 1], missing=[1, 0])
OV7_FIRST = Judged.of([1, 0, 1, 1, 0], missing=[1, 0])
OV7_SECOND = Judged.of([0, 1, 0, 1, 1], missing=[1, 0])
TN2 = Judged.of([1, 0, 1, 1, 0])
TN3 = Judged.of([4, 3, 0, 5])
PL1 = (Ranking.from_order("EBCAD"), Ranking.from_order("ABECD"))
PL7 = (WeakOrder.of([["a", "b"], ["c", "d", "e"]]), WeakOrder.of(list("acdbe")))
PL8 = (WeakOrder.of([["a"], ["b", "c"], ["d", "e"]]), WeakOrder.of(list("bdace")))
PL11 = (
    PartialOrder.of("abc", [("a", "b"), ("a", "c"), ("b", "c")]),
    PartialOrder.of("abc", [("a", "b"), ("a", "c"), ("c", "b")]),
)
PA1 = (Ranking.from_order("1234"), Ranking.from_order("1432"))
PA_CLASSES = Judged.of([1, 2, 1, 0, 0, 2, 0])
TN3_IDEAL = 5 + 4 + 3 * log(2) / log(3)

EXAMPLES: tuple[Example, ...] = (
    Example("OV12", "precision-at", (OV12,), Fraction(3, 5), {"k": 5}),
    Example("OV12", "precision", (OV12,), Fraction(3, 5)),
    Example("OV12", "recall-at", (OV12,), Fraction(3, 4), {"k": 5}),
    Example("OV12", "recall", (OV12,), Fraction(3, 4)),
    Example("OV7", "average-precision[retrieved]", (OV7_FIRST,), Fraction(29, 36), {"k": 5}),
    Example("OV7", "average-precision[retrieved]", (OV7_SECOND,), Fraction(8, 15), {"k": 5}),
    Example("OV7", "mean-average-precision[retrieved]", (Run((OV7_FIRST, OV7_SECOND)),), Fraction(241, 360), {"k": 5}),
    Example("OV2", "kendall-relevance", (Judged.of([1, 0, 0, 0, 1, 1, 1]),), Fraction(9)),
    Example("OV2", "kendall-relevance", (Judged.of([0, 1, 1, 0, 0, 1, 1]),), Fraction(8)),
    Example("TN1", "reciprocal-rank", (Judged.of([0, 1, 0, 0]),), Fraction(1, 2)),
    Example("TN2", "average-precision[whole]", (TN2,), Fraction(29, 36)),
    Example("TN3", "dcg[base]", (TN3,), Fraction(19, 2), {"b": 2}),
    Example("TN3", "ndcg[base]", (TN3,), 9.5 / TN3_IDEAL, {"b": 2}),
    Example("TN4", "ndcg[base]", (TN3.ideal,), Fraction(1), {"b": 2}),
    Example("TN6", "half-life", (Judged.of([0, 0, 0, 1]),), Fraction(1, 2), {"alpha": 4}),
    Example("PL1", "position-error", PL1, Fraction(2)),
    Example("PL1", "discounted-error", PL1, 3 * log(2) / log(5) + 1 / 2 + 2, {"base": 2}),
    Example("PL1", "spearman-rho", PL1, 1 - Fraction(6 * 14, 5 * 24)),
    Example("PL1", "kendall-tau", PL1, 1 - Fraction(4 * 4, 5 * 4)),
    Example("PL7", "auc[half]", PL7, Fraction(4, 6)),
    Example("PL7", "auc[strict]", PL7, Fraction(4, 6)),
    Example("PL7", "kendall-preferences[count]", PL7, Fraction(2)),
    Example("PL7", "preference-count", PL7[:1], Fraction(6)),
    Example("PL8", "c-index[half]", PL8, Fraction(5, 8)),
    Example("PL8", "c-index[strict]", PL8, Fraction(5, 8)),
    Example("PL8", "kendall-preferences[count]", PL8, Fraction(3)),
    Example("PL11", "gamma[partial-orders]", PL11, Fraction(1, 3)),
    *(
        Example("PA1", f"{name}[cut-off]", PA1, Fraction(value), {"i": i})
        for name, values in {
            "footrule-prefix": (0, 2, 2, 4),
            "kendall-prefix": (0, 2, 3, 3),
            "point": (0, 2, 2, 0),
        }.items()
        for i, value in enumerate(values, 1)
    ),
    Example("PA1", "footrule-prefix[full]", PA1, Fraction(4)),
    Example("PA1", "kendall-prefix[full]", PA1, Fraction(3)),
    Example("PA1", "area[full]", PA1, Fraction(4)),
    Example("PA1", "area-correlation[full]", PA1, Fraction(3, 5)),
    Example("PA1", "area[relevance]", (PA_CLASSES,), Fraction(12)),
    Example("PA1", "area-correlation[relevance]", (PA_CLASSES,), Fraction(19, 25)),
)
"""The examples of the sources OV, TN, PL and PA that are of metrics in these families.

OV2: the picture of the source did not come through; a pair of lists with its counts stands for it. PL1: the logarithms
of the discounted error have no base in the source; 2 here. PL7, PL8: orders with the printed counts stand for the
pictures. PA1: the terms are printed, the sums follow.
"""
