"""Axioms of scored lists: the order that scores induce, and the ways to break their ties."""

from __future__ import annotations

from math import factorial, prod
from typing import Any

import pytest
from axioms_effectiveness import SCORED

from axiomatrix import REGISTRY, Registry, check, metric
from axiomatrix.numbers.exact import Whole, rational
from axiomatrix.values.scored import Scored


def by_falling_score(x: Any) -> Any:
    """sum of the grades by falling score / rank"""
    return sum(x.grades[item - 1] / Whole(i) for i, item in enumerate(x.ranked, 1))


def by_rising_score(x: Any) -> Any:
    """the same by rising score"""
    return by_falling_score(x.rescored(-score for score in x.scores))


@pytest.mark.parametrize(
    ("definition", "expected"),
    [
        (by_falling_score, set()),
        (by_rising_score, {"swap", "ideal-attains-maximum", "worst-attains-minimum"}),
    ],
)
def test_axioms_of_judged_lists_are_asked_of_scored_ones_by_falling_score(definition: Any, expected: set[str]) -> None:
    ids = {"swap", "replacement", "ideal-attains-maximum", "worst-attains-minimum"}
    registry = Registry(REGISTRY)
    mine = metric("mine", registry=registry, **SCORED)(definition)
    cells = check(mine, axioms=sorted(ids), profile="quick", use_pins=False, registry=registry).cells
    verdicts = {cell.axiom: cell.evidence.verdict for cell in cells}
    assert verdicts == {id: "refuted" if id in expected else "searched" for id in ids}


def test_scored_lists_are_changed_along_the_order_that_their_scores_induce() -> None:
    x = Scored.of([0, 1, 0], [1, 1, 5], [1])
    assert (x.ranked, [x[i] for i in (1, 2, 3)], x.R) == ((3, 1, 2), [0, 0, 1], 2)
    assert x.exchanged(1, 3) == Scored.of([0, 0, 1], [1, 1, 5], [1])
    assert x.replaced(2, 1) == Scored.of([1, 1, 0], [1, 1, 5], [0])
    assert x.is_above(1, 2)
    assert not x.is_above(2, 3)
    assert not x.is_above(3, 1)
    assert x.extended(Whole(0)) == Scored.of([0, 1, 0, 0], [1, 1, 5, 0], [1])
    assert (len(x.best_list.buckets), x.best_list.ranked, x.best_list.grades) == (3, x.ranked, (1, 0, 1))
    assert (x.worst_list.ranked, x.worst_list.grades, x.worst_list.missing) == (x.ranked, (0, 1, 0), (1,))
    with pytest.raises(TypeError):
        iter(x)


@pytest.mark.parametrize("scores", [[0, 0, 0], [1, 1, "1000000001/1000000000"], [-2, 3, 3], [1, 2, 3]])
def test_orders_of_ties_keep_the_mean_score_of_each_item_and_what_is_not_tied(scores: list[Any]) -> None:
    x = Scored.of([0, 1, 0], scores)
    orders = list(x.orders())
    assert len(set(orders)) == prod(factorial(len(bucket)) for bucket in x.buckets)
    for y in orders:
        assert [set(bucket) for bucket in y.buckets] == [{item} for item in y.ranked]
        assert all(y.ranked.index(j) < y.ranked.index(k) for j in (1, 2, 3) for k in (1, 2, 3) if _above(x, j, k))
    means = [sum(rational(y.scores[item]) for y in orders) / len(orders) for item in range(3)]
    assert means == [rational(score) for score in x.scores]


def _above(x: Any, j: int, k: int) -> bool:
    return bool(rational(x.scores[j - 1]) > rational(x.scores[k - 1]))
