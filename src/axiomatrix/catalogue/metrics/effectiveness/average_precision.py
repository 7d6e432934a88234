"""Average precision, with the divisors that are in use."""

from __future__ import annotations

from typing import Any

from ....numbers.exact import Whole
from ....values.judged import Judged
from ... import axioms
from ...formulas import size
from ...sources.documents import OV7, OV11
from .rows import K, of_binary_lists, relevant_in_collection

DIVISORS = ("R", "min-k-R", "retrieved")
"""What the sum of precisions at k is divided by: the relevant items of the collection, at most k of them, or those
among the first k.
"""


def average_precision_of(x: Judged, k: Any, divisor: Any) -> Any:
    """The precisions at the ranks of the relevant items among the first k, summed and divided."""
    relevant_in_collection(x)  # raises Undefined if there are none
    if divisor == 0:
        return Whole(0)
    return sum(x.relevant(i) / i for i in x.ranks(k) if x[i] > 0) / divisor


def average_precision_formula(x: str, divisor: str) -> str:
    """The formula for a list of that name."""
    relevant = "R_q" if x == "q" else "R"
    below = {
        "R": relevant,
        "min-k-R": rf"\min(k,{relevant})",
        "retrieved": size(rf"i\le k\mid {x}_i>0"),
        "whole": relevant,
    }[divisor]
    ranks = rf"{x}_i>0" if divisor == "whole" else rf"\substack{{i\le k\\ {x}_i>0}}"
    return rf"\frac{{1}}{{{below}}}\sum_{{{ranks}}}\frac{{1}}{{i}}" + size(rf"j\le i\mid {x}_j>0")


@of_binary_lists(
    "average-precision",
    parameters=K,
    variants=DIVISORS,
    claims=[OV7.holds(axioms.range_zero_one), OV11.holds(axioms.ignores_levels)],
    latex={name: r"\mathrm{AP}_k(x)=" + average_precision_formula("x", name) for name in DIVISORS},
)
def average_precision(x: Judged, k: Any, variant: str) -> Any:
    """AP@k(x) = sum over ranks i <= k of relevant items of P@i(x) / divisor

    x is a judged list with what is missing from it, k a cut-off 1, 2, ...; the divisor is the number of relevant items
    in the collection (variant R, as trec_eval's map_cut), the smaller of it and k (min-k-R), or the number of relevant
    items among the first k (retrieved; 0/0 is 0), which is what the worked example of the overview of ranking metrics
    divides by. Undefined where nothing in the collection is relevant, where trec_eval has 0. k = n or more is the
    average precision of the list.
    """
    if variant == "retrieved":
        return average_precision_of(x, k, x.relevant(k))
    return average_precision_of(x, k, min(k, x.R) if variant == "min-k-R" else x.R)


@of_binary_lists(
    "average-precision",
    variant="whole",
    latex=r"\mathrm{AP}(x)=" + average_precision_formula("x", "whole"),
)
def average_precision_of_the_list(x: Judged) -> Any:
    """AP(x) = sum over ranks i of relevant items of P@i(x) / relevant items in the collection

    x is a judged list with what is missing from it, a missing relevant item counting as found with precision 0; as
    trec_eval's map. The form without a cut-off of the slides on top-N metrics. Undefined where nothing in the
    collection is relevant, where trec_eval has 0.
    """
    return average_precision_of(x, x.n, x.R)
