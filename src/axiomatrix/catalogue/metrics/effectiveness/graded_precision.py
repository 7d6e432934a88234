"""Average precision of graded lists: Sakai's Q-measure, and the graded average precision of Robertson and others."""

from __future__ import annotations

from typing import Any

from ....numbers.exact import Whole, rational
from ....spaces import positive_numbers
from ....values.judged import Judged
from ... import axioms
from ...formulas import lines, over
from ...sources.papers import GA1, GA2, SQ1
from .rows import of_graded_lists, relevant_in_collection


@of_graded_lists(
    "q-measure",
    parameters={"beta": positive_numbers("patience parameters")},
    claims=[SQ1.holds(axioms.range_zero_one, axioms.ideal_is_one)],
    latex=lines(
        r"Q(x)=\frac{1}{R}\sum_{x_i>0}" + over(r"C_i+\beta\sum_{j\le i}x_j", r"i+\beta\sum_{j\le i}x^{*}_j"),
        r"C_i=\left\lvert\{j\le i\mid x_j>0\}\right\rvert,\ x^{*}\text{ the ideal list}",
    ),
)
def q_measure(x: Judged, beta: Any) -> Any:
    """Q(x) = 1/R sum over ranks i of relevant items of (C_i + beta G_i) / (i + beta G*_i)

    x is a judged list with what is missing from it, R the number of relevant items in the collection, C_i that among
    the first i, G_i the sum of their grades (what is below 0
    counts as 0) and G*_i that of the first i of the ideal list, which lists
    the whole collection in falling order of the grades; beta > 0, and near 0 it is near average precision. Undefined
    where nothing in the collection is relevant. Sakai 2004.
    """
    relevant = relevant_in_collection(x)
    total = rational(0)
    for i in x.ranks():
        if x[i] > 0:
            gained, best = (
                sum((max(g, 0) for g in grades[: int(i)]), Whole(0)) for grades in (x.grades, x.ideal.grades)
            )
            total += (x.relevant(i) + beta * gained) / (i + beta * best)
    return total / relevant


@of_graded_lists(
    "graded-average-precision",
    claims=[
        GA1.holds(axioms.range_zero_one, axioms.ideal_is_one),
        GA2.holds(axioms.binary_special_case("average-precision[whole]")),
    ],
    latex=r"\mathrm{GAP}(x)="
    + over(r"\sum_{i}\frac{1}{i}\sum_{j\le i}\max(0,\min(x_i,x_j))", r"\sum_{i}\max(0,x^{*}_i)"),
)
def graded_average_precision(x: Judged) -> Any:
    """GAP(x) = sum over ranks i of 1/i sum over j <= i of min(x[i], x[j]) / sum of all grades

    x is a judged list with what is missing from it; grades below 0 count as 0. A user finds an item relevant from some
    grade on, and each grade is as likely to be the first: then this is the expected average precision times what is
    relevant, over its expectation. Undefined where nothing in the collection is relevant. Robertson, Kanoulas, Yilmaz
    2010.
    """
    relevant_in_collection(x)
    gains = [max(g, 0) for g in x.grades]
    sums = (sum((min(gain, other) for other in gains[:i]), Whole(0)) / i for i, gain in enumerate(gains, 1))
    return sum(sums, rational(0)) / sum((max(g, 0) for g in (*x.grades, *x.missing)), Whole(0))
