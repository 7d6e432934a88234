"""Measures of the first k items: precision and recall at k, R-precision, success."""

from __future__ import annotations

from typing import Any

from ....numbers.exact import Whole
from ....values.judged import Judged
from ... import axioms
from ...formulas import size
from ...sources.documents import OV3, OV4, OV5, OV6
from .rows import K, of_binary_lists, relevant_in_collection


@of_binary_lists(
    "precision-at",
    parameters=K,
    claims=[
        OV3.holds(axioms.ignores_order_inside_top),
        OV3.fails(axioms.order_inside_top_matters),
        OV5.fails(axioms.monotone_in_cut_off),
    ],
    latex=r"\mathrm{Prec}_k(x)=\frac{1}{k}" + size(r"i\le k\mid x_i>0"),
)
def precision_at(x: Judged, k: Any) -> Any:
    """P@k(x) = relevant items among the first k / k

    x is a judged list, k a cut-off 1, 2, ... A list shorter than k is as one filled up with items that are not
    relevant (as in trec_eval): the divisor is k all the same. Always defined. Overview of ranking metrics.
    """
    return x.relevant(k) / k


@of_binary_lists(
    "recall-at",
    parameters=K,
    claims=[OV4.holds(axioms.monotone_in_cut_off), OV6.holds(axioms.set_completeness)],
    latex=r"\mathrm{Rec}_k(x)=\frac{1}{R}" + size(r"i\le k\mid x_i>0"),
)
def recall_at(x: Judged, k: Any) -> Any:
    """R@k(x) = relevant items among the first k / relevant items in the collection

    x is a judged list with what is missing from it, k a cut-off 1, 2, ...; beyond the end nothing is added.
    Undefined where nothing in the collection is relevant (0/0), where trec_eval's recall is 0. Overview of ranking
    metrics.
    """
    return x.relevant(k) / relevant_in_collection(x)


@of_binary_lists(
    "r-precision",
    latex=r"\mathrm{RP}(x)=\frac{1}{R}" + size(r"i\le R\mid x_i>0"),
)
def r_precision(x: Judged) -> Any:
    """RP(x) = relevant items among the first R / R, R the number of relevant items in the collection

    x is a judged list with what is missing from it. Where R is larger than the list the divisor is R all the same.
    Undefined where R = 0, where trec_eval's Rprec is 0. Buckley and Voorhees, Retrieval System Evaluation, 2005.
    """
    return x.relevant(x.R) / relevant_in_collection(x)


@of_binary_lists(
    "success-at",
    parameters=K,
    latex=r"\mathrm{S}_k(x)=\min\left(1," + size(r"i\le k\mid x_i>0") + r"\right)",
)
def success_at(x: Judged, k: Any) -> Any:
    """S@k(x) = 1 if any of the first k items is relevant, else 0

    x is a judged list, k a cut-off 1, 2, ... Always defined; 0 where nothing is relevant, as in trec_eval. Craswell
    and Hawking, Overview of the TREC-2004 Web track.
    """
    return min(x.relevant(k), Whole(1))
