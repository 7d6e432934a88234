"""K_w <= F_w by blow-up, and K_delta <= F_delta from it.

*Whole weights.* Replace every item x by w_x copies of weight 1, standing together in the same order in both rankings.
Copies of one item are never inverted, and copies of x and y are inverted if x and y are: K of the copies is K_w.
Every copy of x has the same number of copies of x ahead of it in both rankings. So its displacement is
|sum of w_y ahead of x in a - the same in b|, and F of the copies is F_w. Items of weight 0 have no copies and no terms.
So K_w <= F_w is K <= F, which is proved by exchange.

*Rational weights*: both sides are homogeneous of degree 2 in w, so that a common denominator may be multiplied out.
*Real weights*: both sides are continuous in w.

*Position weights.* For fixed rankings a and b, K_delta(a, b) = K_w(a, b) and F_delta(a, b) = F_w(a, b) with the weights
w = pbar(a, b). All pbar_x are means of deltas (or 1, or 0, by the convention at a fixed point), hence not negative.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

from flint import fmpq

from ...numbers.polynomials import never_negative
from ...values.parameters import ElementWeights, PositionWeights, Similarity
from ...values.rankings import Ranking
from .. import axioms
from ..metrics.position import FIXED_POINT, average_swap_cost
from .evaluating import ProofWorld, Sides, identity, of_degree, of_pairs, same
from .exchange import ON_PAPER, PLAIN
from .proof import Proof, Step

ROWS = ("kendall-element", "kendall"), ("footrule-element", "footrule")


def whole_weights(n: int) -> Iterator[tuple[int, ...]]:
    """0, 1, 2 in every way for few items; beyond, 2 for one item and 0 for at most one."""
    if n <= 3:
        return product(range(3), repeat=n)
    return (
        tuple(2 if k == heavy else 0 if k == none else 1 for k in range(n)) for heavy in range(n) for none in (-1, 0)
    )


def of_copies(name: str, sentence: str, rows: Sequence[tuple[str, str]]) -> Step:
    """The step that rows at whole weights, with delta = 1 and any D, are other rows of the copies."""

    def sides(world: ProofWorld, a: Ranking, b: Ranking) -> Sides:
        ones, D = PositionWeights.unit(len(a)), world.parameters.get("D")
        for whole in whole_weights(len(a)):
            w = ElementWeights({x: fmpq(v) for x, v in enumerate(whole, 1)})
            both = [Ranking.from_order((x, k) for x in r.order for k in range(whole[x - 1])) for r in (a, b)]  # type: ignore[operator]  # 1..n
            copies: dict[str, Any] = {"w": ElementWeights({x: fmpq(1) for x in both[0].items})}
            if D is not None:
                copies["D"] = Similarity({(x, y): D[x[0], y[0]] for x, y in combinations(both[0].items, 2)})  # type: ignore[index]  # (item, number)
            for row, unit in rows:
                value, copied = world.value(row, a, b, w=w, delta=ones), world.value(unit, *both, **copies)
                yield f"beside {unit} of the copies, {row} at w = {whole} is", value, copied

    return identity(name, sentence, rows[0][0], sides)


def by_average_cost(name: str, sentence: str, rows: Sequence[tuple[str, str]]) -> Step:
    """The step that no pbar is negative, and rows are other ones at delta = 1 and the weights pbar, or w pbar."""

    def wrong(world: ProofWorld, a: Ranking, b: Ranking) -> Iterator[str]:
        delta, w = world.parameters["delta"], world.parameters.get("w")
        variant: Any = world.registry.metric(rows[0][0]).variant
        cost = average_swap_cost(a, b, delta, variant)
        yield from (f"pbar of {x} is {cost[x]}" for x in a.items if not never_negative(cost[x]))
        weights = ElementWeights({x: cost[x] if w is None else w[x] * cost[x] for x in a.items})
        for row, weighted in rows:
            value, ones = world.value(row, a, b), PositionWeights.unit(len(a))
            other = world.value(weighted, a, b, w=weights, delta=ones)
            if not same(value, other):
                yield f"{row} = {value} is not {weighted} at the weights pbar, {other}"

    return of_pairs(name, sentence, rows[0][0], wrong)


BLOW_UP = (
    of_copies("subdivision", "K_w and F_w are K and F of the copies (small whole weights)", ROWS),
    of_degree("homogeneity", "K_w and F_w have degree 2 in w", [row for row, _ in ROWS], "w", 2),
    *PLAIN,
)
BLOW_UP_ON_PAPER = (
    *ON_PAPER[:2],
    "subdivision holds for all whole weights and every n",
    "K_w and F_w are continuous in w, being polynomials in w and absolute values of such",
)


def _subdivision(row: str, unweighted: str) -> Proof:
    """Carry a statement about unit weights over to the unweighted metric, which is the value at unit weights."""
    both = ((row, unweighted), (row, row))
    return Proof(
        f"subdivision/{row}",
        f"{row} at whole weights is its value on unit copies, for every n",
        row,
        axioms.subdivision(),
        ("copies of one item are never inverted, and those ahead of a copy are the same in both rankings",),
        (of_copies("subdivision", f"{row} is {unweighted}, and itself at w = 1, of the copies", both),),
    )


def _by_average_cost(variant: str) -> Step:
    rows = [(f"{name}-position[{variant}]", f"{name}-element") for name in ("footrule", "kendall")]
    sentence = "K_delta and F_delta are K_w and F_w at w = pbar(a, b), which is not negative"
    return by_average_cost("w = pbar", sentence, rows)


PROOFS = (
    *(_subdivision(row, unweighted) for row, unweighted in ROWS),
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
            (_by_average_cost(variant), *BLOW_UP),
        )
        for variant in FIXED_POINT
    ),
)
