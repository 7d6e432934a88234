"""Inversions: pairs of items in the wrong order."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from ....numbers.exact import Whole
from ....values.judged import Judged
from ...axioms.effectiveness.exchange import prefers_a_later_first_relevant
from ...formulas import size
from ...sources.documents import OV2
from .rows import of_graded_lists


@of_graded_lists(
    "kendall-relevance",
    kind="loss",
    claims=[OV2.holds(prefers_a_later_first_relevant)],
    latex=r"K(x)=" + size(r"(i,j)\mid i<j,\ x_i<x_j"),
)
def kendall_relevance(x: Judged) -> Any:
    """K(x) = number of pairs of ranks i < j with x[i] < x[j]

    x is a judged list; a pair is an inversion if its more relevant item is listed below the less relevant one. Lower
    is better; 0 for fewer than two items. Always defined. Items that are missing from the list are in no pair. Overview
    of ranking metrics; Kendall 1938.
    """
    return Whole(sum(x[i] < x[j] for i, j in combinations(x.ranks(), 2)))
