"""Point, area and A-corr of a judged list against its own items in the order of their relevance."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from typing import Any

from ....numbers.exact import Undefined, Whole, rational
from ....spaces import graded_lists
from ....values.grades import rising
from ....values.judged import Judged
from ...formulas import lines, size
from .area import POINTS, trapezoids, trapezoids_of
from .point import CUT_OFF, row

of_a_list = partial(row, variant="relevance", arguments={"x": graded_lists()}, any_grade=True, label_invariant=False)

SORTED = r"F_j=" + size(r"i\mid x_i>x_j") + "+" + size(r"i\le j\mid x_i=x_j")


def sorted_indices(x: Judged) -> Sequence[Any]:
    """F(1)..F(n): the index of each item of the list in the list sorted by falling grade, equal ones kept in order."""
    order = sorted(x.ranks(), key=lambda i: rational(x[i]), reverse=True)
    place = {i: Whole(k) for k, i in enumerate(order, 1)}
    return [place[i] for i in x.ranks()]


def points(x: Judged) -> Sequence[Any]:
    """P(0), P(1), ..., P(n)."""
    return list(accumulate((f - k for k, f in enumerate(sorted_indices(x), 1)), initial=Whole(0)))


@of_a_list(
    "point",
    kind="loss",
    parameters=CUT_OFF,
    latex=lines(r"P(x)=\sum_{j=1}^{\min(i,n)}(F_j-j)", SORTED),
)
def point_relevance(x: Judged, i: Any) -> Any:
    """P(i) = sum over k = 1..i of (F(k) - k), F(k) = index of the k-th item in the list sorted by relevance

    x: a judged list of any grades, items of equal grade kept in order; i: a cut-off, beyond n the same as n, where P
    is 0. The items that are missing from the list do not enter. Never negative, 0 for the empty list. Di Nunzio and
    Silvello 2015, who give an example and no formula; this one is supplied.
    """
    return points(x)[min(i, x.n)]


@of_a_list(
    "area",
    kind="loss",
    latex=lines(r"A(x)=" + trapezoids_of(), POINTS[0], SORTED),
)
def area_relevance(x: Judged) -> Any:
    """A(n) = sum over k = 1..n of (P(k-1) + P(k)) / 2, P(k) = sum over j = 1..k of (F(j) - j)

    x: a judged list; F(j) = index of its j-th item in the list sorted by falling grade, equal grades kept in order.
    0 where the grades never rise, and for the empty list; missing items do not enter. Di Nunzio and Silvello 2015
    (formula supplied).
    """
    return sum(trapezoids(points(x)), Whole(0)) / 2


@of_a_list(
    "area-correlation",
    kind="score",
    latex=lines(r"r(x)=1-\frac{A(x)}{A(x^{\mathrm{rising}})}", r"A(x)=" + trapezoids_of(), POINTS[0], SORTED),
)
def area_correlation_relevance(x: Judged) -> Any:
    """A-corr(x) = 1 - A(x) / A(the same grades in rising order)

    x: a judged list; A as for the variant ``relevance`` of the area. The rising order has the largest P(k) for every
    k. No value where all grades are equal (0/0), the empty list among them; missing items do not enter. Di Nunzio and
    Silvello 2015 (formula supplied).
    """
    worst = area_relevance.definition(x.reordered(rising(x.grades)))
    if worst == 0:
        raise Undefined("all items of the list have one grade: no order of them is worse than another")
    return 1 - area_relevance.definition(x) / worst
