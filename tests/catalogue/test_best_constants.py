"""Best constants of axioms: the exact extremes, the instances that attain them, and brute force beside them."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, permutations

import pytest
from faulty import cell, kendall, registered, sweep

from axiomatrix import REGISTRY, Ranking, axioms
from axiomatrix.numbers.exact import fraction


def footrule(a, b):
    """sum of |a(x) - b(x)|"""
    return sum(abs(a[x] - b[x]) for x in a.items)


# --- quantities ------------------------------------------------------------------------------------------------


def vectors(n):
    return list(permutations(range(1, n + 1)))


def spearman(a, b):
    return sum(Fraction(x - y) ** 2 for x, y in zip(a, b, strict=True))


def best_near_metric_factor(distance, n):
    best = Fraction(0)
    for a in vectors(n) if n < 5 else vectors(n)[:1]:
        for b in vectors(n):
            for c in vectors(n):
                if below := distance(a, b) + distance(b, c):
                    best = max(best, distance(a, c) / below)
    return best


def spearman_squared(a, b):
    """Sum of squared moves"""
    return sum((a[x] - b[x]) ** 2 for x in a.items)


@pytest.mark.slow
def test_near_metric_finds_the_exact_supremum_and_an_instance_that_attains_it():
    # (x + y)^2 <= 2 (x^2 + y^2): never above 2, and these sizes stay below it
    factors = [best_near_metric_factor(spearman, n) for n in (1, 2, 3, 4, 5)]
    assert factors == [0, 1, Fraction(3, 2), Fraction(5, 3), Fraction(7, 4)]
    evidence = cell(spearman_squared, "near-metric").evidence
    extreme, attains = evidence.extreme, evidence.extreme.witness
    assert (evidence.verdict, evidence.witness) == ("exhausted", None)
    assert (extreme.sense, extreme.value, extreme.text) == ("sup", "7/4", "best >= 7/4")
    assert (attains.shows, attains.n, attains.lhs, attains.op, attains.rhs) == ("attains", 5, "14", "/", "8")
    assert attains.instance == {"a": [1, 2, 3, 4, 5], "b": [1, 3, 2, 5, 4], "c": [3, 1, 5, 2, 4]}


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_near_metric_agrees_with_brute_force_at_every_size(n):
    mine, registry = registered(spearman_squared)
    found = sweep(mine, axioms.near_metric(), n, registry).run()["open"]
    assert fraction(found.extreme[0] if found.extreme else 0) == best_near_metric_factor(spearman, n)
    assert (found.extreme is None) == (n == 1)  # 0/0 is not a case


def test_a_distance_has_a_near_metric_factor_of_1_and_not_less():
    assert cell(kendall, "near-metric").evidence.extreme.value == "1"


@pytest.mark.parametrize(
    ("axiom", "sense"), [(axioms.lower_bound, "inf"), (axioms.upper_bound, "sup")], ids=["lower", "upper"]
)
def test_bounds_report_the_best_constant_with_an_instance_that_attains_it(axiom, sense):
    def plain_footrule(a, b):
        return sum(abs(Fraction(x - y)) for x, y in zip(a, b, strict=True))

    def plain_kendall(a, b):
        n = len(a)
        return sum((a[i] - a[j]) * (b[i] - b[j]) < 0 for i in range(n) for j in range(i))

    ratios = [plain_footrule(a, b) / k for a in vectors(5) for b in vectors(5) if (k := plain_kendall(a, b))]
    best = max(ratios) if sense == "sup" else min(ratios)
    evidence = cell(footrule, axiom.id, holds=[axiom("kendall", 100 if sense == "sup" else 0)]).evidence
    attains = evidence.extreme.witness
    assert (evidence.verdict, evidence.extreme.sense, evidence.extreme.value) == ("exhausted", sense, str(best))
    assert attains.shows == "attains"
    assert Fraction(attains.lhs) / Fraction(attains.rhs) == best


@pytest.mark.parametrize("n", range(2, 7))
def test_the_squared_spearman_distance_has_no_factor_for_chains_of_any_length(n: int) -> None:
    """What the docstring of near-metric says: (n + 1)/3 along the exchanges of neighbours down to the reversal."""
    orders = [list(range(1, n + 1))]
    for last in range(n - 1, 0, -1):
        for place in range(last):
            order = list(orders[-1])
            order[place : place + 2] = order[place + 1], order[place]
            orders.append(order)
    chain = [Ranking.from_order(order) for order in orders]
    assert chain[-1] == chain[0].reversed()
    squared = REGISTRY.metric("spearman-distance[squared]").definition
    steps = sum(squared(one, other) for one, other in pairwise(chain))
    assert Fraction(int(squared(chain[0], chain[-1])), int(steps)) == Fraction(n + 1, 3)
