"""Scored lists: the tie policies against the list of all orders of the ties."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from axiomatrix import REGISTRY
from axiomatrix.catalogue.metrics.effectiveness.average_precision import average_precision_of_the_list
from axiomatrix.catalogue.metrics.effectiveness.dcg import dcg_at, over_the_ideal
from axiomatrix.catalogue.metrics.effectiveness.reciprocal_rank import reciprocal_rank
from axiomatrix.numbers.exact import Undefined, Whole, rational
from axiomatrix.spaces import scored_list
from axiomatrix.values.judged import Judged
from axiomatrix.values.scored import Scored

ROWS = {
    "tied-precision-at": lambda y, k: y.relevant(k) / k,
    "tied-average-precision": lambda y, k: average_precision_of_the_list(y),
    "tied-reciprocal-rank": lambda y, k: reciprocal_rank(y),
    "tied-ndcg": lambda y, k: over_the_ideal(y, lambda z: dcg_at(z, k, "linear")),
}


def orders(x: Scored) -> list[Judged]:
    """The judged list of each order of the ties, every one as often as it occurs."""
    return [x.listed([k for part in chosen for k in part]) for chosen in product(*map(permutations, x.buckets))]


def asked(name, x, k, policy):
    row = REGISTRY.metric(f"{name}[{policy}]")
    return row(x, **({"k": k} if row.parameters else {}))


def cases(graded=False):
    if graded:
        scores = [(2, 2, 1, 1), (1, 1, 1, 1), (3, 1, 1, 1), (1, 2, 1, 2)]
        return [
            (Scored.of(g, s, m), k)
            for g in product((0, 1, 3), repeat=4)
            for s in scores
            for m in ((), (2,))
            for k in (1, 3)
        ]
    return [(x, k) for n in (1, 2, 3, 4) for x in scored_list.enumerate(n)[:: 1 if n < 4 else 7] for k in (1, 2, 3, 5)]


@pytest.mark.parametrize("graded", [False, True], ids=["binary", "graded"])
@pytest.mark.parametrize("name", ROWS)
def test_the_policies_are_the_mean_the_best_and_the_worst_of_all_orders(name, graded):
    seen = 0
    for x, k in cases(graded)[:: 1 if name != "tied-ndcg" else 5]:
        try:
            values = [ROWS[name](y, Whole(k)) for y in orders(x)]
        except Undefined:
            for policy in ("mean", "input", "best", "worst"):
                with pytest.raises(Undefined):
                    asked(name, x, k, policy)
            continue
        assert asked(name, x, k, "mean") == sum(values, rational(0)) / len(values), (x, k)
        assert asked(name, x, k, "best") == max(values, key=float)
        assert asked(name, x, k, "worst") == min(values, key=float)
        assert asked(name, x, k, "input") == values[0]
        seen += min(values, key=float) != max(values, key=float)
    assert seen > 50  # the ties matter


def test_input_order_is_stable():
    x = Scored.of([0, 1, 1], scores=[1, 1, 2])
    assert REGISTRY.metric("tied-reciprocal-rank[input]")(Scored.of([0, 1], scores=[1, 1])) == rational(1, 2)
    assert REGISTRY.metric("tied-reciprocal-rank[input]")(Scored.of([1, 0], scores=[1, 1])) == 1
    assert REGISTRY.metric("tied-average-precision[input]")(x) == (1 + rational(2, 3)) / 2


def test_without_ties_every_policy_is_the_metric_itself():
    for grades in product((0, 1), repeat=4):
        x, y = Scored.of(grades, scores=[4, 3, 2, 1]), Judged.of(grades)
        for policy in ("mean", "input", "best", "worst"):
            assert asked("tied-precision-at", x, 3, policy) == REGISTRY.metric("precision-at")(y, k=3)
            assert asked("tied-reciprocal-rank", x, 3, policy) == REGISTRY.metric("reciprocal-rank")(y)
            if y.R:
                assert asked("tied-average-precision", x, 3, policy) == REGISTRY.metric("average-precision[whole]")(y)
                assert asked("tied-ndcg", x, 3, policy) == REGISTRY.metric("ndcg[linear]")(y, k=3)


def test_the_mean_of_two_ties():
    x = Scored.of([1, 0], scores=[0, 0])
    assert asked("tied-precision-at", x, 1, "mean") == rational(1, 2)
    assert asked("tied-reciprocal-rank", x, 1, "mean") == rational(3, 4)
    assert asked("tied-average-precision", x, 1, "mean") == rational(3, 4)
    assert asked("tied-ndcg", x, 1, "mean") == rational(1, 2)
