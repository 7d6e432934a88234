"""Lower bounds by exchange: K <= F (Diaconis and Graham), and K_D <= F_D in the readings ``le``, ``lt`` and ``passed``.

Number the items by their positions in a, so that a = (1, ..., n), and let sigma(x) be the position of x in b; b != a.

*There is an exchange.* Call a position v fixed if sigma(v) = v. The item at the smallest position that is not fixed is
larger than the position, and at the largest it is smaller. So there are consecutive non-fixed positions v < u (all
between them fixed) with j > v at v in b, and i < u at u in b. The item i is not fixed and i < u, hence i <= v; likewise
j >= u. So i <= v < u <= j. Let b' be b with i and j exchanged: i at v, j at u.

*What K_D loses.* The pair i, j is inverted in b and not in b'. Of the other pairs only those of i or j with an item m
between v and u change; such an m is fixed, i < m < j, and both (i, m) and (m, j) cease to be inverted. So K_D loses
D_ij + S with S = sum of D_im + D_jm over v < m < u, and no pair becomes inverted.

*What F loses.* F: both i and j come nearer by u - v: 2 (u - v), where K loses 2 (u - v) - 1. Reading ``le``: i no
longer pays the items v+1..u, j no longer v+1..u (itself costs nothing): D_iu + D_ju + S. Reading ``lt``: i and j no
longer pay v..u-1: D_iv + D_jv + S. By the triangle inequality both are at least D_ij + S; this is where D must be a
pseudometric.

*The end.* Exchanges make the number of inverted pairs smaller, until b = a, where K and F are 0. Adding up: K <= F.

*Reading passed* is at least ``le``: an item that comes nearer to the head pays for one more item, others the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

from ...model.registry import Registry
from ...values.rankings import Ranking, inverted_pairs
from .. import axioms
from .evaluating import ProofWorld, Sides, failed_at, identity, inequality, not_zero_on_equal, pairs
from .proof import Proof, Step

Exchanged = tuple[Any, Any, list[Any], Any, Any, Ranking]
"""i, j, the items between v and u, the items at v and at u in a, and b after the exchange."""


def exchange(a: Ranking, b: Ranking) -> Exchanged | None:
    """The first exchange that the argument names, or None if it is missing or not as argued."""
    moved = [p for p in range(1, len(a) + 1) if a.order[p - 1] != b.order[p - 1]]
    for v, u in pairwise(moved):
        j, i = b.order[v - 1], b.order[u - 1]
        if a[j] > v and a[i] < u:
            order = list(b.order)
            order[v - 1], order[u - 1] = i, j
            between = [a.order[p - 1] for p in range(v + 1, u)]
            as_argued = a[i] <= v and a[j] >= u
            return (i, j, between, a.order[v - 1], a.order[u - 1], Ranking.from_order(order)) if as_argued else None
    return None


def _exists(registry: Registry, n: int) -> Iterator[str]:
    for a, b in pairs(n):
        swapped = exchange(a, b)
        if (swapped is None) != (a == b):
            yield f"{failed_at(a, b)}: there is no exchange where the argument says that there is one"
        if swapped is not None:
            after = swapped[-1]
            if not set(inverted_pairs(a, after)) < set(inverted_pairs(a, b)):
                yield f"{failed_at(a, b)}: exchanging {swapped[0]} and {swapped[1]} does not only remove inversions"


EXISTS = Step("an exchange", "for a != b there is an exchange as described, and it only removes inversions", _exists)


def _ends(*rows: str) -> Step:
    return Step("the end", f"{' and '.join(rows)} are 0 at b = a", partial(not_zero_on_equal, rows))


def _drop(world: ProofWorld, row: str, a: Ranking, b: Ranking, after: Ranking) -> Any:
    return world.value(row, a, b) - world.value(row, a, after)


def _losses(world: ProofWorld, a: Ranking, b: Ranking) -> Sides:
    swapped = exchange(a, b)
    if swapped is not None:
        swaps = len(swapped[2]) + 1
        yield "K loses", _drop(world, "kendall", a, b, swapped[-1]), 2 * swaps - 1
        yield "F loses", _drop(world, "footrule", a, b, swapped[-1]), 2 * swaps


def _weighted(row: str) -> Step:
    def sides(world: ProofWorld, a: Ranking, b: Ranking) -> Sides:
        D = world.parameters["D"]
        swapped = exchange(a, b)
        if swapped is not None:
            i, j, between, at_v, at_u, after = swapped
            rest = sum(D[i, m] + D[j, m] for m in between)
            passed = at_u if row.endswith("[le]") else at_v
            for name, expected in (("kendall-similarity", D[i, j]), (row, D[i, passed] + D[j, passed])):
                lost = _drop(world, name, a, b, after)
                yield f"exchanging {i} and {j}, {name} loses", lost, expected + rest

    sentence = (
        "an exchange takes D_ij + S from K_D and D_iz + D_jz + S from F_D, z the item that a has at u (at v for lt)"
    )
    return identity("what is lost", sentence, row, sides)


def below_passed(row: str, world: ProofWorld, a: Ranking, b: Ranking) -> Any:
    """By how much another reading is less than ``passed``."""
    return world.value(PASSED, a, b) - world.value(row, a, b)


LE, LT, PASSED = (f"footrule-similarity[{reading}]" for reading in ("le", "lt", "passed"))
ON_PAPER = (
    "for b != a there are consecutive non-fixed positions v < u, the larger item at v and the smaller one at u",
    "the losses, checked for each b, are as described for every n",
    "D_ij <= D_iz + D_jz, so that F loses at least what K loses; the exchanges end at b = a",
)
_STEPS = {
    LE: (EXISTS, _weighted(LE), _ends("kendall-similarity", LE)),
    LT: (EXISTS, _weighted(LT), _ends("kendall-similarity", LT)),
    PASSED: (
        EXISTS,
        _weighted(LE),
        _ends("kendall-similarity", LE),
        inequality("passed is at least le", "passed - le has no negative coefficient", LE, partial(below_passed, LE)),
    ),
}
PLAIN = (
    EXISTS,
    identity("what is lost", "an exchange takes 2 (u - v) - 1 from K and 2 (u - v) from F", "footrule", _losses),
    _ends("kendall", "footrule"),
)
PROOFS = (
    Proof(
        "lower-bound-1/footrule",
        "K <= F, for every n",
        "footrule",
        axioms.lower_bound("kendall", 1),
        (ON_PAPER[0], ON_PAPER[1], "F loses more than K; the exchanges end at b = a"),
        PLAIN,
    ),
    *(
        Proof(
            f"lower-bound-{factor}/{row}",
            f"{row} >= {factor} K_D, for every n and every pseudometric D",
            row,
            axioms.lower_bound("kendall-similarity", factor),
            ON_PAPER if Fraction(factor) == 1 else (*ON_PAPER, f"K_D >= {factor} K_D, since K_D is not negative"),
            steps,
        )
        for row, steps in _STEPS.items()
        for factor in (1, "1/3")
    ),
)
