"""F* >= 3 K* / 16 by blow-up, from F_D >= 3 K_D / 16 for F_D as the deck prints it.

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

from .. import axioms
from ..metrics.position import FIXED_POINT
from . import levels, potential
from .blow_up import by_average_cost, of_copies
from .evaluating import of_degree
from .proof import Proof

KENDALL = "kendall-general"
PLAIN = (("kendall-general[one]", levels.KENDALL), ("footrule-general[one]", levels.DECK))
"""The rows in which delta = 1 has no effect, and those of their copies."""
BLOW_UP = (
    of_copies("copies", "K* and F* at delta = 1 are K_D and F_D of the copies (small whole weights, any D)", PLAIN),
    of_degree("degree", "K* and F* have degree 2 in w", [row for row, _ in PLAIN], "w", 2),
)
ON_PAPER = (
    "K* and F* are those with the weights w pbar and delta = 1, for every n: the definitions have nothing else",
    "they are K_D and F_D of the copies, for all whole weights and every n, and the copies have a pseudometric",
    "K* and F* are continuous in w, being polynomials in w and absolute values of such",
)
PROOFS = tuple(
    Proof(
        f"lower-bound-{potential.FACTOR}/footrule-general[{variant}]",
        f"F* >= ({potential.FACTOR}) K*, for every n, all weights and every pseudometric D",
        f"footrule-general[{variant}]",
        axioms.lower_bound(KENDALL, potential.FACTOR),
        (*ON_PAPER, *potential.ON_PAPER),
        (
            by_average_cost(
                "one weight",
                "K* and F* are those at w pbar and delta = 1, which are not negative",
                [(f"{name}-general[{variant}]", f"{name}-general[one]") for name in ("footrule", "kendall")],
            ),
            *BLOW_UP,
            *potential.STEPS,
        ),
    )
    for variant in FIXED_POINT
)
