"""Rankings with ties: what a pair costs that one of the two ties decides whether the distance is a metric.

``axiomatrix check examples/buckets.py``
"""

from itertools import combinations

from axiomatrix import axiom, axioms, exact, metric, relation, spaces

SOURCE = "Fagin, Kumar, Mahdian, Sivakumar and Vee, Comparing Partial Rankings, 2006"
ORDERS = {"a": spaces.weak_order, "b": spaces.weak_order}


@axiom("tie-halves", about=["weak orders"], over=ORDERS)
def tie_halves(d, a, b):
    """d(a, b) + d(reversed a, b) = the number of pairs that a and b do not both tie"""
    both = sum(a.ties(x, y) and b.ties(x, y) for x, y in combinations(a.items, 2))
    return relation.equal(d(a, b) + d(a.reversed(), b), exact.rational(a.n * (a.n - 1), 2) - both)


def pairs(a, b, penalty):
    """The inverted pairs, and a penalty for each pair that one of the two ties."""
    inverted = sum(a.prefers(x, y) and b.prefers(y, x) for x in a.items for y in a.items)
    return inverted + penalty * sum(a.ties(x, y) != b.ties(x, y) for x, y in combinations(a.items, 2))


HALF = [axioms.triangle_inequality, axioms.equals("kendall-ties[profile]"), tie_halves]
FREE = {axioms.triangle_inequality: "p < 1/2", axioms.separation: "a tie costs nothing", tie_halves: "p = 1/2 alone"}


@metric("half-for-ties", arguments=ORDERS, holds=HALF, source=SOURCE)
def half_for_ties(a, b):
    """K^(1/2)(a, b) = inverted pairs + 1/2 for each pair tied in one of the two"""
    return pairs(a, b, exact.rational(1, 2))


@metric("ties-are-free", arguments=ORDERS, holds=[axioms.symmetry], fails=FREE, source=SOURCE)
def ties_are_free(a, b):
    """K^(0)(a, b) = inverted pairs"""
    return pairs(a, b, 0)
