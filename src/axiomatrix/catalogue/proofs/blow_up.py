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

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, product
from typing import Any

from flint import fmpq

from ...model.registry import Registry
from ...values.parameters import ElementWeights, PositionWeights, Similarity
from ...values.rankings import Ranking
from .. import axioms
from ..metrics.position import FIXED_POINT, average_swap_cost
from .evaluating import at, fails, never_negative, no_degree, pairs, same, symbolic
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


def unlike_copies(rows: Sequence[tuple[str, str]], registry: Registry, n: int) -> Iterator[str]:
    """Where a row at whole weights, with delta = 1 and any D, is not another row of the copies."""
    world, ones = symbolic(registry, rows[0][0], n), PositionWeights.unit(n)
    D = world.parameters.get("D")
    for whole in whole_weights(n):
        weights = ElementWeights({x: fmpq(v) for x, v in enumerate(whole, 1)})
        for a, b in pairs(n):
            both = [Ranking.from_order((x, k) for x in r.order for k in range(whole[x - 1])) for r in (a, b)]  # type: ignore[operator]  # 1..n
            copies: dict[str, Any] = {"w": ElementWeights({x: fmpq(1) for x in both[0].items})}
            if D is not None:
                copies["D"] = Similarity({(x, y): D[x[0], y[0]] for x, y in combinations(both[0].items, 2)})  # type: ignore[index]  # (item, number)
            for row, unit in rows:
                value, copied = world.value(row, a, b, w=weights, delta=ones), world.value(unit, *both, **copies)
                if not same(value, copied):
                    yield fails(a, b, f"{row} = {value} at w = {whole}", f"{unit} of the copies,", copied)


def not_by_average_cost(rows: Sequence[tuple[str, str]], registry: Registry, n: int) -> Iterator[str]:
    """Where a pbar may be negative, or a row is not another one at delta = 1 and the weights pbar, or w pbar."""
    world = symbolic(registry, rows[0][0], n)
    delta, w = world.parameters["delta"], world.parameters.get("w")
    variant: Any = registry.metric(rows[0][0]).variant
    for a, b in pairs(n):
        cost = average_swap_cost(a, b, delta, variant)
        yield from (f"{at(a, b)}: pbar of {x} is {cost[x]}" for x in a.items if not never_negative(cost[x]))
        weights = ElementWeights({x: cost[x] if w is None else w[x] * cost[x] for x in a.items})
        for row, weighted in rows:
            value, other = world.value(row, a, b), world.value(weighted, a, b, w=weights, delta=PositionWeights.unit(n))
            if not same(value, other):
                yield fails(a, b, f"{row} = {value}", f"{weighted} at the weights pbar,", other)


BLOW_UP = (
    Step("subdivision", "K_w and F_w are K and F of the copies (small whole weights)", partial(unlike_copies, ROWS)),
    Step("homogeneity", "K_w and F_w have degree 2 in w", partial(no_degree, [row for row, _ in ROWS], "w", 2)),
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
        (Step("subdivision", f"{row} is {plain}, and itself at w = 1, of the copies", partial(unlike_copies, both)),),
    )


def _by_average_cost(variant: str) -> Step:
    rows = [(f"{name}-position[{variant}]", f"{name}-element") for name in ("footrule", "kendall")]
    sentence = "K_delta and F_delta are K_w and F_w at w = pbar(a, b), which is not negative"
    return Step("w = pbar", sentence, partial(not_by_average_cost, rows))


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
            (_by_average_cost(variant), *BLOW_UP),
        )
        for variant in FIXED_POINT
    ),
)
