"""Invariance under renaming items, moving positions, and turning both rankings around."""

from __future__ import annotations

from functools import partial
from typing import Any

from ...model.axiom import axiom
from ...model.relation import Relation, equal
from ...spaces import permutation, ranking, relabelling
from ..latex import lines
from .metric_space import PAIRS

invariance_axiom = partial(axiom, group="invariance")
REVERSIBLE = tuple(about for about in PAIRS if about != "scores")
"""What can be turned around."""


@invariance_axiom(
    "right-invariance",
    over={"a": ranking, "b": ranking, "pi": relabelling},
    from_generators=True,
    about=PAIRS,
    latex=lines(r"d(a\circ\pi,\,b\circ\pi)=d(a,b)", r"\text{element data renamed too}"),
    sentence=(
        "The names of the items do not matter: renaming them in both rankings, with their data, changes nothing."
    ),
)
def right_invariance(d: Any, a: Any, b: Any, pi: Any) -> Relation:
    """d(a o pi, b o pi) = d(a, b), element data renamed too

    For all rankings a, b and all relabellings pi of the items: names do not matter. Diaconis, Group Representations
    in Probability and Statistics, 1988, ch. 6. Example: a weighted distance that looks weights up by position fails.
    """
    return equal(d.renamed(pi)(a.renamed(pi), b.renamed(pi)), d(a, b))


@invariance_axiom(
    "left-invariance",
    over={"a": ranking, "b": ranking, "tau": permutation},
    label_free=True,
    from_generators=True,
    latex=r"d(\tau\circ a,\,\tau\circ b)=d(a,b)",
    kept_by=("hamming", "cayley"),
    broken_by=("kendall", "footrule"),
    sentence="The places do not matter: moving the places of both rankings in the same way changes nothing.",
)
def left_invariance(d: Any, a: Any, b: Any, tau: Any) -> Relation:
    """d(tau o a, tau o b) = d(a, b)

    For all rankings a, b and all permutations tau of the positions: places do not matter. Diaconis 1988, ch. 6.
    Example: Hamming and Cayley have it, Kendall and the footrule do not.
    """
    return equal(d(a.moved(tau), b.moved(tau)), d(a, b))


@invariance_axiom(
    "reversal-invariance",
    over={"a": ranking, "b": ranking},
    label_free=True,
    about=REVERSIBLE,
    latex=r"d(a^{\mathrm{rev}},b^{\mathrm{rev}})=d(a,b)",
    kept_by=("kendall",),
    broken_by=("kendall-position[one]",),
    sentence="Top and bottom count alike: turning both rankings upside down changes nothing.",
)
def reversal_invariance(d: Any, a: Any, b: Any) -> Relation:
    """d(reversed a, reversed b) = d(a, b)

    For all rankings a, b: head and tail count alike. Critchlow, Metric Methods for Analyzing Partially Ranked Data,
    1985. Example: Kendall has it; a distance that weighs the head more does not.
    """
    return equal(d(a.reversed(), b.reversed()), d(a, b))
