"""K_w <= F_w by blow-up, and K_delta <= F_delta from it.

*Whole weights.* Replace every item x by w_x copies of weight 1, standing together in the same order in both rankings.
Copies of one item are never inverted, and copies of x and y are inverted if x and y are: K of the copies is K_w.
Every copy of x has, among the copies ahead of it, the same number of copies of x in both rankings, so that it is
displaced by |sum of w_y ahead of x in a - the same in b|: F of the copies is F_w. Items of weight 0 have no copies and
no terms. So K_w <= F_w is K <= F, which is proved by exchange.

*Rational weights*: both sides are homogeneous of degree 2 in w, so that a common denominator may be multiplied out.
*Real weights*: both sides are continuous in w.

*Position weights.* For fixed rankings a and b, K_delta(a, b) = K_w(a, b) and F_delta(a, b) = F_w(a, b) with the weights
w = pbar(a, b). All pbar_x are means of deltas (or 1, or 0, by the convention at a fixed point), hence not negative.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any

from flint import fmpq

from ...model.registry import Registry
from ...values.parameters import ElementWeights
from ...values.rankings import Ranking
from .. import axioms
from ..metrics.position import average_swap_cost
from .evaluating import ProofWorld, at, degree_two, fails, never_negative, other_name, pairs, same, symbolic
from .exchange import ON_PAPER, PLAIN
from .proof import Proof, Step

ROWS = ("kendall-element", "kendall"), ("footrule-element", "footrule")
MOST = 8
"""How many copies there are at most."""


def _copies(ranking: Ranking, weights: tuple[int, ...]) -> Ranking:
    return Ranking.from_order((x, k) for x in ranking.order for k in range(weights[x - 1]))  # type: ignore[operator]  # 1..n


def _weights(n: int) -> Iterator[tuple[int, ...]]:
    """0, 1, 2 in every way for few items; beyond, 1 and 2 for at most one or two items each."""
    if n <= 3:
        return product(range(3), repeat=n)
    return (
        tuple(2 if k == heavy else 0 if k == none else 1 for k in range(n)) for heavy in range(n) for none in (-1, 0)
    )


def _subdivided(rows: tuple[tuple[str, str], ...], registry: Registry, n: int) -> str | None:
    for whole in _weights(n):
        if sum(whole) > MOST:
            continue
        world = ProofWorld(registry, {"w": ElementWeights({x: fmpq(v) for x, v in enumerate(whole, 1)})}, {})
        for a, b in pairs(n):
            long_a, long_b = _copies(a, whole), _copies(b, whole)
            for row, plain in rows:
                ones = ElementWeights({x: fmpq(1) for x in long_a.items})
                value, unit = world.value(row, a, b), world.value(plain, long_a, long_b, w=ones)
                if not same(value, unit):
                    return fails(a, b, f"{row} = {value} at w = {whole}", f"{plain} of the copies,", unit)
    return None


BLOW_UP = (
    Step("subdivision", "K_w and F_w are K and F of the copies (small whole weights)", partial(_subdivided, ROWS)),
    Step("homogeneity", "K_w and F_w have degree 2 in w", partial(degree_two, ROWS)),
    *PLAIN,
)
BLOW_UP_ON_PAPER = (
    *ON_PAPER[:2],
    "subdivision holds for all whole weights and every n",
    "K_w and F_w are continuous in w, being polynomials in w and absolute values of such",
)


def _subdivision(row: str, plain: str) -> Proof:
    """What is stated of unit weights is said of the plain metric, which is the value at unit weights."""
    both = ((row, plain), (row, row))
    return Proof(
        f"subdivision/{row}",
        f"{row} at whole weights is its value on unit copies, for every n",
        row,
        axioms.subdivision(),
        ("copies of one item are never inverted, and those ahead of a copy are the same in both rankings",),
        (Step("subdivision", f"{row} is {plain}, and itself at w = 1, of the copies", partial(_subdivided, both)),),
    )


def _by_average_cost(row: str) -> Step:
    def check(registry: Registry, n: int) -> str | None:
        world = symbolic(registry, row, n)
        variant: Any = registry.metric(row).variant
        for a, b in pairs(n):
            cost = average_swap_cost(a, b, world.parameters["delta"], variant)
            negative = [x for x in a.items if not never_negative(cost[x])]
            if negative:
                return f"{at(a, b)}: pbar of {negative[0]} is {cost[negative[0]]}"
            for here, there in (
                (row, "footrule-element"),
                (other_name(registry, row, "kendall-position"), "kendall-element"),
            ):
                value, weighted = world.value(here, a, b), world.value(there, a, b, w=ElementWeights(cost))
                if not same(value, weighted):
                    return fails(a, b, f"{here} = {value}", f"{there} at w = pbar,", weighted)
        return None

    return Step("w = pbar", "K_delta and F_delta are K_w and F_w at w = pbar(a, b), which is not negative", check)


PROOFS = (
    *(_subdivision(row, plain) for row, plain in ROWS),
    Proof(
        "lower-bound-1/footrule-element",
        "K_w <= F_w, for every n and all weights w >= 0",
        "footrule-element",
        axioms.lower_bound("kendall-element", 1),
        BLOW_UP_ON_PAPER,
        BLOW_UP,
    ),
    *(
        Proof(
            f"lower-bound-1/footrule-position[{variant}]",
            "K_delta <= F_delta, for every n and all delta >= 0",
            f"footrule-position[{variant}]",
            axioms.lower_bound("kendall-position", 1),
            (*BLOW_UP_ON_PAPER, "the identity w = pbar holds for every n: the definitions differ in nothing else"),
            (_by_average_cost(f"footrule-position[{variant}]"), *BLOW_UP),
        )
        for variant in ("one", "next", "local", "zero")
    ),
)
