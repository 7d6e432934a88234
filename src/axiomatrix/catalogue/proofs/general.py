"""F* >= K* / 22 by blow-up, from F_D >= K_D / 22 for F_D as the deck prints it.

*One weight.* For fixed rankings a and b, all that K* and F* have besides D is the weight w_x pbar_x of every item,
which is not negative: they are what they are with the weights w pbar and delta = 1, where pbar is 1 (by the
convention ``one``).

*Copies.* If the weights are whole numbers, replace every item by as many copies, standing together in the same order
in both rankings, with D = 0 between copies of one item and D_xy between copies of x and y: a pseudometric again.
Copies of one item are never inverted; those ahead of a copy are the same in both rankings, and cost nothing anyway.
So K* and F* are K_D and F_D of the copies. Items of weight 0 have no copies and no terms.

*Rational and real weights.* K* and F* have degree 2 in the weights, and are continuous in them.

So the infimum of F* / K* over all n is not less than that of F_D / K_D. It is not more either: at w = 1 and delta =
1, F* and K* are F_D and K_D. (By the convention ``zero``, they are if no item is a fixed point. With n + 1 new items
at the head of a and at the end of b, all others are displaced; as the weights of the new items tend to 0, F* and K*
tend to F_D and K_D of the others.)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any

from flint import fmpq

from ...model.registry import Registry
from ...values.parameters import ElementWeights, Similarity
from ...values.rankings import Ranking
from .. import axioms
from ..metrics.position import FIXED_POINT, average_swap_cost
from . import levels
from .evaluating import at, degree_two, fails, never_negative, other_name, pairs, same, symbolic
from .proof import Proof, Step

KENDALL = "kendall-general"
PLAIN = (("kendall-general[one]", levels.KENDALL), ("footrule-general[one]", levels.DECK))
"""The rows in which delta = 1 has no effect, and those of their copies."""
MOST = 6
"""How many copies there are at most."""


def _one_weight(row: str, registry: Registry, n: int) -> str | None:
    world = symbolic(registry, row, n)
    variant: Any = registry.metric(row).variant
    ones = world.parameters["delta"].constant(1)
    for a, b in pairs(n):
        cost = average_swap_cost(a, b, world.parameters["delta"], variant)
        negative = [x for x in a.items if not never_negative(cost[x])]
        if negative:
            return f"{at(a, b)}: pbar of {negative[0]} is {cost[negative[0]]}"
        both = ElementWeights({x: world.parameters["w"][x] * cost[x] for x in a.items})
        for here, (there, _) in zip((other_name(registry, row, KENDALL), row), PLAIN, strict=True):
            value, weighted = world.value(here, a, b), world.value(there, a, b, w=both, delta=ones)
            if not same(value, weighted):
                return fails(a, b, f"{here} = {value}", f"{there} at w pbar and delta = 1,", weighted)
    return None


def _weights(n: int) -> Iterator[tuple[int, ...]]:
    """0, 1, 2 in every way for few items; beyond, 2 for one item and 0 for at most one."""
    if n <= 3:
        return (weights for weights in product(range(3), repeat=n) if sum(weights) <= MOST)
    return (
        tuple(2 if k == heavy else 0 if k == none else 1 for k in range(n)) for heavy in range(n) for none in (-1, 0)
    )


def _copied(registry: Registry, n: int) -> str | None:
    world = symbolic(registry, PLAIN[0][0], n)
    D, ones = world.parameters["D"], world.parameters["delta"].constant(1)
    for whole in _weights(n):
        weights = ElementWeights({x: fmpq(v) for x, v in enumerate(whole, 1)})
        for a, b in pairs(n):
            long_a, long_b = (Ranking.from_order((x, k) for x in r.order for k in range(whole[x - 1])) for r in (a, b))  # type: ignore[operator]  # 1..n
            copies = Similarity({(x, y): D[x[0], y[0]] for x in long_a.items for y in long_a.items if x < y})  # type: ignore[index,operator]  # (item, number)
            for row, unit in PLAIN:
                value = world.value(row, a, b, w=weights, delta=ones)
                copied = world.value(unit, long_a, long_b, D=copies)
                if not same(value, copied):
                    return fails(
                        a, b, f"{row} = {value} at w = {whole} and delta = 1", f"{unit} of the copies,", copied
                    )
    return None


BLOW_UP = (
    Step("copies", "K* and F* at delta = 1 are K_D and F_D of the copies (small whole weights, any D)", _copied),
    Step("degree", "K* and F* have degree 2 in w", partial(degree_two, PLAIN)),
)
ON_PAPER = (
    "K* and F* are those with the weights w pbar and delta = 1, for every n: the definitions have nothing else",
    "they are K_D and F_D of the copies, for all whole weights and every n, and the copies have a pseudometric",
    "K* and F* are continuous in w, being polynomials in w and absolute values of such",
)
PROOFS = tuple(
    Proof(
        f"lower-bound-1/{levels.CONSTANT}/footrule-general[{variant}]",
        f"F* >= K* / {levels.CONSTANT}, for every n, all weights and every pseudometric D",
        f"footrule-general[{variant}]",
        axioms.lower_bound(KENDALL, f"1/{levels.CONSTANT}"),
        (*ON_PAPER, *levels.ON_PAPER),
        (
            Step(
                "one weight",
                "K* and F* are those at w pbar and delta = 1, which are not negative",
                partial(_one_weight, f"footrule-general[{variant}]"),
            ),
            *BLOW_UP,
            *levels.STEPS,
        ),
    )
    for variant in FIXED_POINT
)
