"""Metrics written with one price per item: K_w, K_delta, K*, F_w, F_delta, F*, K_D and F_D.

Let m_x = w_x pbar_x, with 1 for an absent factor, and D = 1 if the metric has no D. pbar_x is the mean of delta over
the swaps between the places of x in a and in b, and at a fixed point the value that the convention sets for that place.
K is the sum of m_x m_y D_xy over the pairs that a and b order differently, F the sum of m_x |sum of m_y D_xy over the y
ahead of x in a, less the same in b|.

An item enters by its places in a and in b, and by its own w and D: renaming the items and their data together changes
the order of the terms. pbar is the same for b and a, and so is every term. No term is negative, and all are 0 where no
pair is ordered differently and the same items are ahead of each.

*Separation*, inside the space, where all w, delta and D are positive. Let x be the first item of a that b does not have
at the same place, and y what b has there. Both are elsewhere in the other ranking, so that their pbar is a mean of some
delta, and positive by every convention. They are ordered differently: m_x m_y D_xy is a term of K. In a those ahead of
x are the same as in b but for y and others that b has ahead of x: what they bring changes by m_y D_xy at least, which
m_x multiplies in F.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Any

from ...numbers.exact import Whole, rational
from ...spaces.parameters import ParameterDomain
from ...values.rankings import Ranking
from .. import axioms
from ..metrics.position import FIXED_POINT
from .proof import Proof, Step
from .written import is_written, of_rankings, proved


def pbar(convention: str, a: Ranking, b: Ranking, delta: Any, x: Any) -> Any:
    """The mean of delta over the swaps between a(x) and b(x)."""
    n, low, high = len(a), min(int(a[x]), int(b[x])), max(int(a[x]), int(b[x]))
    swaps = list(range(low + 1, high + 1))
    if not swaps:
        if convention == "one":
            return rational(1)
        around = {"zero": [], "next": [min(low + 1, n)], "local": [low, low + 1]}[convention]
        swaps = [k for k in around if 2 <= k <= n]
    return sum((delta[k] for k in swaps), rational(0)) / Whole(len(swaps) or 1)


def prices(convention: str, a: Ranking, b: Ranking, w: Any, delta: Any) -> dict[Any, Any]:
    """m_x."""
    own = {x: rational(1) if w is None else w[x] for x in a.items}
    return {x: m * (1 if delta is None else pbar(convention, a, b, delta, x)) for x, m in own.items()}


def kendall(convention: str, a: Ranking, b: Ranking, w: Any = None, delta: Any = None, D: Any = None) -> Any:
    """K, of pairs."""
    m = prices(convention, a, b, w, delta)
    inverted = [(x, y) for x, y in combinations(a.items, 2) if (a[x] < a[y]) != (b[x] < b[y])]
    return sum((m[x] * m[y] * (1 if D is None else D[x, y]) for x, y in inverted), rational(0))


def footrule(convention: str, a: Ranking, b: Ranking, w: Any = None, delta: Any = None, D: Any = None) -> Any:
    """F, of items."""
    m = prices(convention, a, b, w, delta)

    def passed(x: Any) -> Any:
        signs = {y: (a[y] < a[x]) - (b[y] < b[x]) for y in a.items if y != x}
        return sum((s * m[y] * (1 if D is None else D[x, y]) for y, s in signs.items()), rational(0))

    return sum((m[x] * abs(passed(x)) for x in a.items), rational(0))


WHY = {
    axioms.right_invariance: "renaming the items, with their own data, changes the order of the terms and nothing else",
    axioms.symmetry: "every term is the same of b and a",
    axioms.non_negativity: "no term is negative",
    axioms.zero_on_equal: "no pair is ordered differently, and the same items are ahead of each",
}
APART = "the first item x that is elsewhere in b and the item y in its place have m_x m_y D_xy > 0 between them"


def parted(a: Ranking, b: Ranking) -> tuple[Any, Any] | None:
    """x and y; nothing where a = b."""
    places = (i for i in range(len(a)) if a.order[i] != b.order[i])
    return next(((a.order[i], b.order[i]) for i in places), None)


def _is_apart(a: Ranking, b: Ranking) -> bool:
    """Return whether x and y are as the argument says, and every item ahead of x in a is also ahead of it in b."""
    pair = parted(a, b)
    if pair is None:
        return a == b
    x, y = pair
    ahead = [{z for z in a.items if ranking[z] < ranking[x]} for ranking in (a, b)]
    inverted = (a[x] < a[y]) != (b[x] < b[y])
    return inverted and a[x] != b[x] and a[y] != b[y] and ahead[0] < ahead[1] and y in ahead[1]


BOTH_MOVE = of_rankings(
    "x and y are ordered differently, both move, and b has y and all that a has ahead of x", _is_apart
)


def _costs(convention: str) -> Step:
    def cost(a: Ranking, b: Ranking) -> bool:
        delta = {k: rational(k) for k in range(2, len(a) + 1)}
        return all(pbar(convention, a, b, delta, x) > 0 for x in a.items if a[x] != b[x])

    return of_rankings("pbar_x > 0 where x moves and delta > 0", cost)


BY_PAIRS = "the sum of m_x m_y D_xy over inverted pairs"
BY_ITEMS = "the sum of m_x |what m_y D_xy ahead of x changes by|"


def _proofs() -> Iterator[Proof]:
    for id, formula, of in (("kendall", BY_PAIRS, kendall), ("footrule", BY_ITEMS, footrule)):
        unweighted = "similarity[deck]" if id == "footrule" else "similarity"
        conventions = [(f"{kind}[{name}]", name) for kind in ("position", "general") for name in FIXED_POINT]
        rows = [("element", ""), (unweighted, ""), *conventions]
        for name, convention in rows:
            form = is_written(f"{id}-{name}", formula, partial(of, convention))
            for axiom in [*WHY] if convention else [axioms.right_invariance]:
                yield proved(f"{id}-{name}", axiom, WHY[axiom], form)
            if convention:
                steps = (form, BOTH_MOVE, _costs(convention))
                yield proved(f"{id}-{name}", axioms.separation, APART, *steps, space=ParameterDomain.OPEN)


PROOFS = tuple(_proofs())
