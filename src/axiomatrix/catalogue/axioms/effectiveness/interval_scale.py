"""Interval scales: equally spaced values, and the order of all lists of one length.

Ferrante, Ferro and Pontarollo take all lists of grades of one length, so the collection must not run out: it holds n
items of each positive grade (and what x has missing), and what a list does not have is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import Any

from ....model.axiom import where
from ....model.metric import Metric
from ....model.relation import NOT_ASKED, Relation, equal, less
from ....numbers.exact import Undefined
from ....values.grades import Grade
from ....values.judged import Judged
from ...formulas import lines
from .common import depth, in_plenty, levels, needs_missing, own_top, score_axiom

MAX_LISTS_OF_A_CASE = 1024
"""The most lists whose values are listed in one case."""
_exactly = where(lambda metric: metric.exact, "its values are floats, of which it cannot be said which are equal")


def _exactly_and_with_missing(metric: Metric, **arguments: Any) -> str | None:
    return _exactly(metric) or needs_missing(metric)


@score_axiom(
    "equal-spacing",
    over={"x": own_top},
    applies=_exactly_and_with_missing,
    latex=lines(
        r"\max_{i}(v_{i+1}-v_i)=\min_{i}(v_{i+1}-v_i)",
        r"v_1<v_2<\dots\text{: the values of }m\text{ on all lists as long as }x",
    ),
    kept_by=("precision", "recall"),
    broken_by=("average-precision[whole]", "dcg[exponential]"),
    sentence="The possible scores are equally spaced, so that means of them are meaningful.",
)
def equal_spacing(m: Any, x: Any) -> Relation:
    """the largest step of m = its smallest step, between neighbouring values

    For all lengths n of the list, collections and parameters: the distinct values of m on all lists of n grades that
    have one, in rising order, have the same distance from each to the next. x is its length and for what is
    missing; it has the top grade at every rank. Ferrante, Ferro, Pontarollo, Are IR evaluation measures on an interval
    scale?, ICTIR 2017. Formalised here without their order of the lists: the spacing alone. Example: precision and
    recall satisfy it, RBP with p = 1/2 too, with p = 1/4 not; nor do AP and DCG.
    """
    grades = levels(m.metric)
    if any(g != grades[-1] for g in x.grades) or len(grades) ** len(x) > MAX_LISTS_OF_A_CASE:
        return NOT_ASKED
    values: list[Any] = []
    for listed in _every_list(len(x), x.missing, grades):
        try:
            value = m(listed)
        except Undefined:
            continue
        if value not in values:
            values.append(value)
    steps = [right - left for left, right in pairwise(sorted(values))]
    return equal(max(steps), min(steps)) if len(steps) > 1 else NOT_ASKED


@lru_cache(maxsize=32)
def _every_list(n: int, missing: tuple[Grade, ...], grades: tuple[Grade, ...]) -> tuple[Judged, ...]:
    """All lists of n of these grades, of the one collection that has enough of each."""
    x = Judged(grades[:1] * n, missing)
    return tuple(in_plenty(x, listed, grades) for listed in product(grades, repeat=n))


@score_axiom(
    "lexicographic",
    applies=needs_missing,
    latex=r"x<_{\mathrm{lex}}z\Rightarrow m(x)<m(z)",
    broken_by=("precision", "average-precision[whole]"),
    sentence="Of two lists the one with the better item at the first rank where they differ scores more.",
)
def lexicographic(m: Any, x: Any) -> Relation:
    """m(x) < m(the next list after x)

    For all lists x of n <= k grades (any n where the metric has no cut-off k) but the last one: the next list in
    lexicographic order has, at the last rank whose grade is not the top one, the next grade, and the lowest grade at
    all ranks after it; lists without a value are passed over. Both are of one collection that has n items of each
    positive grade beside what x has missing. So m(x) < m(y) if and only if x is lexicographically below y. Ferrante,
    Ferro, Pontarollo, ICTIR 2017 (the total order of the lists). Example: RBP of binary lists satisfies it for
    p <= 1/2; precision and AP do not.
    """
    grades = levels(m.metric)
    if depth(m, x) < x.n or any(g not in grades for g in x.grades):
        return NOT_ASKED
    later = (in_plenty(x, listed, grades) for listed in _after(x.grades, grades))
    after = next(filter(m.is_defined, later), None)
    return NOT_ASKED if after is None else less(m(in_plenty(x, x.grades, grades)), m(after))


def _after(listed: Sequence[Grade], grades: Sequence[Grade]) -> Iterator[tuple[Grade, ...]]:
    """The lists after that one in lexicographic order: at the last rank that can rise, then at those before it."""
    for i in reversed(range(len(listed))):
        higher = grades[grades.index(listed[i]) + 1 :]
        for end in product(higher, *[grades] * (len(listed) - i - 1)):
            yield (*listed[:i], *end)
