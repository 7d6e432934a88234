"""Levels of relevance: whether they count, by how much, and what remains with only two."""

from __future__ import annotations

from typing import Any

from ....model.metric import Metric
from ....model.relation import NOT_ASKED, Relation, at_most, differs, equal, less
from ....numbers.exact import rational
from ....spaces import own, rank
from ....values.grades import Grade
from ...formulas import lines
from ..comparisons import Constant
from .common import levels, score_axiom


def _needs_two_positive_grades(metric: Metric, **arguments: Any) -> str | None:
    if metric.any_grade or sum(level > 0 for level in levels(metric)) > 1:
        return None
    return "its lists have one positive grade; the axiom is about several"


@score_axiom(
    "levels-matter",
    over={"x": own, "i": rank},
    applies=_needs_two_positive_grades,
    quantifier="there is",
    latex=lines(
        r"\exists\,x,i:\ x_i>0,\ m(x)\neq m(x_{i\to g})",
        r"x_{i\to g}\text{: the item at rank }i\text{ has another grade }g>0",
    ),
    kept_by=("dcg[exponential]", "ndcg[exponential]"),
    broken_by=("precision", "average-precision[whole]"),
    sentence="How relevant an item is makes a difference, not only whether it is relevant.",
)
def levels_matter(m: Any, x: Any, i: Any) -> Relation:
    """m(x) != m(x with another positive grade at rank i)

    There are a list x and a relevant item in it whose other grade changes the score. The other grade is the smallest
    other positive one of the metric's own lists; where there is none and the metric takes any grade, twice its own.
    Formalised here; compare Jarvelin and Kekalainen, TOIS 2002 (graded relevance). Example: DCG and nDCG satisfy it;
    precision and AP do not.
    """
    return differs(m(x), m(x.regraded(i, _other(m.metric, x[i])))) if x[i] > 0 else NOT_ASKED


@score_axiom(
    "ignores-levels",
    over={"x": own, "i": rank},
    applies=_needs_two_positive_grades,
    latex=lines(
        r"x_i>0\Rightarrow m(x)=m(x_{i\to g})", r"x_{i\to g}\text{: the item at rank }i\text{ has another grade }g>0"
    ),
    kept_by=("precision", "average-precision[whole]"),
    broken_by=("dcg[exponential]",),
    sentence="Only whether an item is relevant matters, not how relevant it is.",
)
def ignores_levels(m: Any, x: Any, i: Any) -> Relation:
    """m(x) = m(x with another positive grade at rank i)

    For all lists x and relevant items in them; the other grade is the smallest other positive one of the metric's own
    lists; where there is none and the metric takes any grade, twice its own. Formalised here, the negation of
    levels-matter; compare Jarvelin and Kekalainen, TOIS 2002 (graded relevance). Example: precision and AP satisfy it,
    DCG does not.
    """
    return equal(m(x), m(x.regraded(i, _other(m.metric, x[i])))) if x[i] > 0 else NOT_ASKED


@score_axiom(
    "better-if-all-are-better",
    applies=_needs_two_positive_grades,
    latex=lines(
        r"0<x_1=\dots=x_n<g\Rightarrow m(x)<m(x^{g})",
        r"\text{where nothing is missing; }x^{g}\text{: every item of }x\text{ has the grade }g",
    ),
    kept_by=("dcg[exponential]",),
    broken_by=("ndcg[exponential]", "average-precision[whole]"),
    sentence="Of two lists of equally relevant items, the one whose items are more relevant scores more.",
)
def better_if_all_are_better(m: Any, x: Any) -> Relation:
    """m(x) < m(x with a higher grade at every rank) where all grades are equal

    For all lists x of items of one positive grade, with nothing missing. The higher grade is the next one of the
    metric's own lists; where these have one positive grade and the metric takes any, twice its own. Such a list has one
    order, so that what is normalised by the ideal order is 1. Formalised here; compare Jarvelin and Kekalainen, TOIS
    2002 (DCG normalised by the ideal). Example: DCG satisfies it; nDCG does not, from one document on.
    """
    if x.missing or len(set(x.grades)) != 1 or x[1] <= 0:
        return NOT_ASKED
    positive = [level for level in levels(m.metric) if level > 0]
    higher = next((level for level in positive if level > x[1]), 2 * x[1] if len(positive) == 1 else None)
    if higher is None:
        return NOT_ASKED
    better = x
    for i in x.ranks():
        better = better.regraded(i, higher)
    return less(m(x), m(better))


@score_axiom(
    "gain-doubles",
    over={"x": own, "i": rank},
    latex=lines(
        r"\left\lvert m(x_{i\to x_i+1})-2\,m(x)\right\rvert\le\mathrm{tolerance}\cdot m(x)",
        r"\text{where only the item at rank }i\text{ is relevant, }x_i\ge\mathrm{lowest}",
        r"x_{i\to g}\text{: the item at rank }i\text{ has the grade }g",
    ),
    sentence=(
        "One grade more about doubles the score of a single relevant item, from grade {lowest} on (within {tolerance})."
    ),
)
def gain_doubles(m: Any, x: Any, i: Any, *, tolerance: Constant = "1/2", lowest: int = 1) -> Relation:
    """|m(x with one grade more at rank i) - 2 m(x)| <= tolerance * m(x)

    For all lists x with one relevant item, at rank i and of a grade from ``lowest`` on, that scores something; nothing
    is missing. Formalised here: *approximately* is the tolerance, by default 1/2 (between 3/2 and 5/2 times as much).
    Burges et al., Learning to rank using gradient descent, ICML 2005 (the gain 2^g - 1). Example: the gain 2^g
    satisfies it with tolerance 0; 2^g - 1 fails from 1 to 2 (three times as much) and satisfies it from 2 on; the
    gain g fails from 3 to 4.
    """
    if x.missing or x[i] < lowest or x[i] <= 0 or any(g != 0 for j, g in enumerate(x.grades, 1) if j != i):
        return NOT_ASKED
    value = m(x)
    if value <= 0:
        return NOT_ASKED
    return at_most(abs(m(x.regraded(i, x[i] + 1)) - 2 * value), rational(tolerance) * value)


@score_axiom(
    "binary-special-case",
    latex=r"\forall i:\ x_i\in\{0,1\}\Rightarrow m(x)=\mathrm{other}(x)",
    kept_by=("dcg[exponential]",),
    sentence="Where items are only relevant or not, it is {other}.",
)
def binary_special_case(m: Any, x: Any, *, other: str) -> Relation:
    """m(x) = other(x) where all grades are 0 or 1

    For all lists x of grades 0 and 1, missing items too, and the parameters that both metrics share. Formalised here;
    compare Moffat and Zobel, Rank-biased precision, TOIS 2008 (graded relevance as a generalization). Example: DCG with
    gain 2^g - 1 agrees with DCG with gain g; ERR agrees with reciprocal rank if a relevant item certainly satisfies.
    """
    return equal(m(x), m.other(other)(x)) if all(g in (0, 1) for g in (*x.grades, *x.missing)) else NOT_ASKED


def _other(metric: Metric, g: Grade) -> Grade:
    return next((level for level in levels(metric) if level > 0 and level != g), 2 * g)
