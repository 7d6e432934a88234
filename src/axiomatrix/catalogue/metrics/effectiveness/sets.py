"""Precision, recall and F-measure of the whole list: the order does not matter."""

from __future__ import annotations

from typing import Any

from ....numbers.exact import Undefined
from ....spaces import positive_numbers
from ....values.judged import Judged
from ...formulas import lines, size
from .rows import of_binary_lists, relevant_in_collection

PRECISION = r"\mathrm{Prec}(x)=\frac{1}{n}" + size(r"i\mid x_i>0")
RECALL = r"\mathrm{Rec}(x)=\frac{1}{R}" + size(r"i\mid x_i>0")


@of_binary_lists("precision", latex=PRECISION)
def precision(x: Judged) -> Any:
    """P(x) = relevant items in the list / items in the list

    x is a judged list; an item is relevant if its grade is positive. Cleverdon 1967; overview of ranking metrics.
    Undefined for an empty list, where trec_eval's set_P is 0.
    """
    if x.n == 0:
        raise Undefined("the list is empty")
    return x.relevant() / x.n


@of_binary_lists("recall", latex=RECALL)
def recall(x: Judged) -> Any:
    """R(x) = relevant items in the list / relevant items in the collection

    x is a judged list with what is missing from it. Cleverdon 1967; overview of ranking metrics. Undefined where
    nothing in the collection is relevant (0/0), where trec_eval's set_recall is 0.
    """
    return x.relevant() / relevant_in_collection(x)


@of_binary_lists(
    "f-measure",
    parameters={"beta": positive_numbers("positive beta")},
    latex=lines(
        r"F_\beta(x)=\frac{(1+\beta^2)\,\mathrm{Prec}(x)\,\mathrm{Rec}(x)}{\beta^2\,\mathrm{Prec}(x)+\mathrm{Rec}(x)}",
        PRECISION,
        RECALL,
    ),
)
def f_measure(x: Judged, beta: Any) -> Any:
    """F(x) = (1 + beta^2) P R / (beta^2 P + R), P and R precision and recall

    beta > 0 is how much more recall matters than precision; 1 gives the harmonic mean. Van Rijsbergen 1979.
    Undefined where precision or recall is; 0 where both are 0, which is what the form in counts,
    (1 + beta^2) hits / (beta^2 relevant + listed), gives there.
    """
    p, r = precision.definition(x), recall.definition(x)
    if p == 0 and r == 0:
        return p
    return (1 + beta**2) * p * r / (beta**2 * p + r)
