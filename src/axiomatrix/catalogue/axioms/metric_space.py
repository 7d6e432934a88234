"""The axioms of a metric space, and invariance under renaming items, moving positions and reversing both rankings."""

from __future__ import annotations

from functools import partial
from typing import Any

from ...model.axiom import axiom
from ...model.relation import Quantity, Relation, at_least, at_most, differs, equal, given, supremum
from ...spaces import permutation, ranking, relabelling
from ..formulas import lines

PAIRS = ("rankings", "weak orders", "partial orders", "top lists", "scores")
"""Sorts with distances. In an axiom about all of them, rankings stand for the metric's own orders."""
metric_space_axiom = partial(axiom, group="metric space", label_free=True, about=PAIRS)
"""Declares an axiom of this group, which names no item."""


@metric_space_axiom(
    "non-negativity",
    over={"a": ranking, "b": ranking},
    latex=r"d(a,b)\ge 0",
    sentence="A distance is never below zero.",
)
def non_negativity(d: Any, a: Any, b: Any) -> Relation:
    """d(a, b) >= 0

    For all rankings a, b. Frechet 1906. Example: the difference of two scores is not a distance.
    """
    return at_least(d(a, b), 0)


@metric_space_axiom(
    "zero-on-equal", over={"a": ranking}, latex="d(a,a)=0", sentence="The distance from a ranking to itself is zero."
)
def zero_on_equal(d: Any, a: Any) -> Relation:
    """d(a, a) = 0

    For all rankings a. Frechet 1906. Example: a distance that starts counting at 1 fails.
    """
    return equal(d(a, a), 0)


@metric_space_axiom(
    "separation",
    over={"a": ranking, "b": ranking},
    boundary=True,
    latex=r"a\neq b\Rightarrow d(a,b)\neq 0",
    kept_by=("kendall-element",),
    broken_by=("kendall-element",),
    sentence="Two different rankings are never at distance zero.",
)
def separation(d: Any, a: Any, b: Any) -> Relation:
    """d(a, b) != 0 where a != b

    For all rankings a != b. Frechet 1906. Example: with an item of weight 0 the weighted Kendall distance fails,
    with positive weights it holds.
    """
    return given(a != b, differs(d(a, b), 0))


@metric_space_axiom(
    "symmetry",
    over={"a": ranking, "b": ranking},
    latex="d(a,b)=d(b,a)",
    sentence="It does not matter which of the two is compared with which.",
)
def symmetry(d: Any, a: Any, b: Any) -> Relation:
    """d(a, b) = d(b, a)

    For all rankings a, b. Frechet 1906. Example: a distance that weighs positions of its first argument only fails.
    """
    return equal(d(a, b), d(b, a))


@metric_space_axiom(
    "triangle-inequality",
    over={"a": ranking, "b": ranking, "c": ranking},
    latex=r"d(a,c)\le d(a,b)+d(b,c)",
    broken_by=("spearman-distance[squared]",),
    sentence="A detour over a third ranking is never shorter than the direct way.",
)
def triangle_inequality(d: Any, a: Any, b: Any, c: Any) -> Relation:
    """d(a, c) <= d(a, b) + d(b, c)

    For all rankings a, b, c of the same items. Frechet 1906. Example: squared differences of positions fail.
    """
    return at_most(d(a, c), d(a, b) + d(b, c))


METRIC_SPACE = (non_negativity, zero_on_equal, separation, symmetry, triangle_inequality)
"""What makes a distance a metric."""


@metric_space_axiom(
    "near-metric",
    over={"a": ranking, "b": ranking, "c": ranking},
    quantifier="extreme",
    latex=r"f=\sup_{a,b,c}\frac{d(a,c)}{d(a,b)+d(b,c)}",
    sentence="How many times longer than a detour over a third ranking the direct way can be, at most.",
)
def near_metric(d: Any, a: Any, b: Any, c: Any) -> Quantity:
    """The smallest f with d(a, c) <= f (d(a, b) + d(b, c))

    The supremum over all rankings a, b, c of d(a, c) / (d(a, b) + d(b, c)). Fagin, Kumar, Sivakumar, Comparing top k
    lists, SODA 2003, call a distance a near metric if one factor does for chains of any length, from a to c over b_1,
    ..., b_m (the relaxed polygonal inequality). What is asked here, for m = 1, is necessary for that and not enough:
    the factor of the squared Spearman distance is at most 2 here, and (n + 1)/3 along the exchanges of neighbours
    from a ranking to its reversal. Example: 1 for the footrule, above 1 for the squared Spearman distance.
    """
    return supremum(d(a, c), d(a, b) + d(b, c))


# --- Invariance under renaming items, moving positions, and turning both rankings around --------------------------

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
