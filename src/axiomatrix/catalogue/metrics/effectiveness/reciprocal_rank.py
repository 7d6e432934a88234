"""The rank of the first relevant item."""

from __future__ import annotations

from typing import Any

from ....numbers.exact import Whole
from ....values.judged import Judged
from ... import axioms
from ...sources.documents import OV11
from .rows import of_binary_lists


def reciprocal_rank_formula(x: str) -> str:
    """The formula for a list of that name."""
    return rf"\max\left(\{{0\}}\cup\{{1/i\mid {x}_i>0\}}\right)"


@of_binary_lists(
    "reciprocal-rank",
    claims=[OV11.holds(axioms.ignores_levels)],
    latex=r"\mathrm{RR}(x)=" + reciprocal_rank_formula("x"),
)
def reciprocal_rank(x: Judged) -> Any:
    """RR(x) = 1 / rank of the first relevant item

    x is a judged list. 0 if no item of the list is relevant, as in trec_eval; always defined. Voorhees 1999; overview
    of ranking metrics; slides on top-N metrics.
    """
    return next((1 / i for i in x.ranks() if x[i] > 0), Whole(0))
