"""Rank-biased precision."""

from __future__ import annotations

from typing import Any

from ....spaces import persistences
from ....spaces.lists import unit_gains
from ....values.judged import Judged
from ... import axioms
from ...sources.documents import OV9, OV11
from ...sources.papers import MZ1
from .rows import of_binary_lists, score

P = {"p": persistences()}


@score(
    "rbp",
    arguments={"x": unit_gains()},
    parameters=P,
    variant="gains",
    claims=[
        OV9.holds(axioms.range_zero_one),
        OV11.holds(axioms.levels_matter),
        MZ1.holds(axioms.binary_special_case("rbp[binary]")),
    ],
    latex=r"\mathrm{RBP}(x)=(1-p)\sum_{i}x_i\,p^{i-1}",
)
def rbp(x: Judged, p: Any) -> Any:
    """RBP(x) = (1 - p) sum over ranks i of x[i] p^(i - 1)

    x is a list of gains from 0 to 1, p the persistence, 0 < p < 1. Beyond the end of the list nothing is added: this
    is the lower end of what the unseen rest allows, the upper end is p^n more. Always defined. Moffat and Zobel 2008;
    overview of ranking metrics.
    """
    return (1 - p) * sum(x[i] * p ** (i - 1) for i in x.ranks())


@of_binary_lists(
    "rbp",
    parameters=P,
    variant="binary",
    claims=[OV9.holds(axioms.range_zero_one)],
    latex=r"\mathrm{RBP}(x)=(1-p)\sum_{x_i>0}p^{i-1}",
)
def rbp_binary(x: Judged, p: Any) -> Any:
    """RBP(x) = (1 - p) sum over ranks i of relevant items of p^(i - 1)

    x is a judged list, an item relevant if its grade is positive, p the persistence, 0 < p < 1. Always defined.
    Moffat and Zobel 2008.
    """
    return (1 - p) * sum(p ** (i - 1) for i in x.ranks() if x[i] > 0)
