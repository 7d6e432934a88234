"""The axioms of a metric space, for sums over inverted pairs and for l1 distances.

*Sums over inverted pairs* (K, K_w with its means, K_D). The value is d(a, b) = sum over pairs {x, y} of
c_xy [a and b order x, y differently], with c_xy >= 0 a function of the parameters alone. For one pair,
[a and b order x, y differently] is 0 on equal rankings, symmetric, not negative, and satisfies the triangle inequality:
if a and c order the pair differently, then b differs from one of them. So does a sum of non-negative multiples. At
the reversal every pair is ordered differently, so that no value is larger. D needs no triangle inequality. Reversing
both rankings keeps the inverted pairs, and one more pair adds its c_xy. b is between a and c if it differs from neither
on a pair that a and c order alike. If b differs on such a pair, the pair costs 0 between a and c and 2 c_xy through b.
So the triangle inequality is strict if every c_xy > 0 (positive parameters), and different rankings are apart.

*l1 distances* (F, F_w, and F_D as the deck prints it). The value is d(a, b) = sum over x of m_x |S_a(x) - S_b(x)| with
m_x >= 0 a function of the parameters, and S_a a vector that depends on a and the parameters alone: the sum of the
weights (of 1, of D_xy) over the items y ahead of x. This is the l1 distance of the vectors S_a and S_b, with weights
m; it is 0 on equal rankings, symmetric, not negative, and |S_a - S_c| <= |S_a - S_b| + |S_b - S_c| item by item.

Neither form covers K_delta, F_delta, K* and F*, whose factors depend on both rankings, nor the other readings of F_D,
which look items up in the first ranking only. Their triangle inequality fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Any

from ...model.axiom import Axiom
from ...model.registry import Registry
from ...numbers.polynomials import never_negative
from ...spaces.parameters import ParameterDomain
from ...values.rankings import Ranking, inverted_pairs
from .. import axioms
from .evaluating import WITH_ROOTS, ProofWorld, Sides, failed_at, identity, not_zero_on_equal, pairs, same, worlds
from .proof import FIRST_RANKINGS, Proof, Step
from .written import proved


def _cost(world: ProofWorld, row: str, n: int, x: Any, y: Any) -> Any:
    """c_xy: what the definition says of two rankings that differ in the order of x and y alone."""
    ranking = Ranking.from_order([x, y, *(z for z in range(1, n + 1) if z not in (x, y))])
    return world.value(row, ranking, ranking.swapped(1))


def sum_over_pairs(row: str) -> Step:
    """The step that a row is a sum over inverted pairs."""

    def faults(registry: Registry, n: int) -> Iterator[str]:
        for world in worlds(registry, row, n):
            cost: dict[frozenset[Any], Any] = {
                frozenset(pair): _cost(world, row, n, *pair) for pair in combinations(range(1, n + 1), 2)
            }
            for a, b in pairs(n):
                value, total = world.value(row, a, b), sum(cost[frozenset(pair)] for pair in inverted_pairs(a, b))
                if not same(value, total):
                    yield f"{failed_at(a, b)}: {value} is not the sum over inverted pairs, {total}"

    sentence = "d(a, b) = sum of c_xy over the inverted pairs, c_xy = d(xy..., yx...)"
    return Step("sum over inverted pairs", sentence, faults)


def costs(row: str, *, positive: bool = False) -> Step:
    """The step that costs are not negative, or positive where the parameters are: they have a term, none negative."""

    def faults(registry: Registry, n: int) -> Iterator[str]:
        for world in worlds(registry, row, n):
            for x, y in combinations(range(1, n + 1), 2):
                cost = _cost(world, row, n, x, y)
                if not never_negative(cost) or (positive and same(cost, 0)):
                    yield f"the cost of exchanging {x} and {y} is {cost}"

    return Step("costs", f"c_xy {'is not 0 and ' if positive else ''}has no negative term", faults)


def _ahead_sum(world: ProofWorld, ranking: Ranking, x: Any) -> Any:
    """S_a(x), over the items y ahead of x: of 1, of w_y, or of D_xy."""
    before = [y for y in ranking.items if ranking[y] < ranking[x]]
    if "D" in world.parameters:
        return sum(world.parameters["D"][x, y] for y in before)
    return sum(world.parameters["w"][y] for y in before) if "w" in world.parameters else len(before)


def l1_distance(row: str) -> Step:
    """The step that a row is an l1 distance of vectors that depend on one ranking each."""

    def sides(world: ProofWorld, a: Ranking, b: Ranking) -> Sides:
        weights = world.parameters.get("w") or dict.fromkeys(a.items, 1)
        gaps = {x: abs(_ahead_sum(world, a, x) - _ahead_sum(world, b, x)) for x in a.items}
        yield "beside the l1 distance, it is", world.value(row, a, b), sum(weights[x] * gap for x, gap in gaps.items())

    sentence = "d(a, b) = sum of m_x |S_a(x) - S_b(x)|, S_a(x) a sum over the items ahead of x in a"
    return identity("l1 distance", sentence, row, sides)


def zero(row: str) -> Step:
    """The step that the value is 0 on equal rankings."""
    return Step("zero", "d(a, a) = 0", partial(not_zero_on_equal, (row,)))


STRICT = (axioms.betweenness, axioms.separation)
"""What needs positive costs."""
METRIC_SPACE = (axioms.triangle_inequality, axioms.symmetry, axioms.non_negativity, axioms.zero_on_equal)
SUMS = (
    "kendall",
    "kendall-element",
    *(f"kendall-element-mean[{mean}]" for mean in ("arithmetic", "geometric", "harmonic")),
    "kendall-similarity",
)
DISTANCES: tuple[str, ...] = ("footrule", "footrule-element", "footrule-similarity[deck]")
ADDS = "the two steps hold for every n, since the definition adds the same term for each inverted pair"
_ON_PAPER = {
    "sum": (
        ADDS,
        "[a and b order x, y differently] satisfies the axiom for each pair, and so do sums of non-negative multiples",
    ),
    "separation": (
        ADDS,
        "where a != b some pair is inverted, and its c_xy is positive",
    ),
    "betweenness": (
        ADDS,
        "d(a, b) + d(b, c) - d(a, c) is the sum of 2 c_xy over the pairs on which b differs from what a and c both "
        "say: 0 if there is none, as of a b between them, and positive otherwise",
    ),
    "l1": (
        "the step holds for every n, since the definition is that sum with a and b in it separately",
        "the l1 norm with non-negative weights satisfies the axiom",
    ),
}


def _proof(row: str, axiom: Axiom, kind: str, *steps: Step) -> Proof:
    is_open = row == "kendall-element-mean[harmonic]" or axiom in STRICT
    space = ParameterDomain.OPEN if is_open else ParameterDomain.CLOSED
    argued: tuple[str, ...] = _ON_PAPER[kind]
    if row == WITH_ROOTS:
        argued = ("what is checked at prime weights, whose roots are independent, holds at all weights", *argued)
    return proved(row, axiom, argued, *steps, space=space, instances=FIRST_RANKINGS)


PROOFS = (
    *(
        _proof(row, axiom, "sum", sum_over_pairs(row), costs(row), zero(row))
        for row in SUMS
        for axiom in (*METRIC_SPACE, axioms.maximum_at_reversal, axioms.reversal_invariance, axioms.bruhat_monotone)
    ),
    *(
        _proof(row, axiom, axiom.id, sum_over_pairs(row), costs(row), costs(row, positive=True))
        for row in SUMS
        for axiom in STRICT
        if (row, axiom) != ("kendall", axioms.separation)  # see :mod:`.sums`
    ),
    *(_proof(row, axiom, "l1", l1_distance(row), zero(row)) for row in DISTANCES for axiom in METRIC_SPACE),
)
