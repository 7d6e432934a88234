"""Upper bounds of the readings that pass: F_D <= 4 K_D for ``le``, ``lt`` and ``passed``, all n, all pseudometrics D.

Number the items by their positions in a, and let s(x) be the position of x in b. *Reading passed* is the sum of what
the items pay that move behind, D_xy for x < y <= s(x), and of what those pay that move ahead. The latter is the
former of the reversed rankings, and K_D does not change if both rankings are reversed. ``le`` and ``lt`` are not more
than ``passed``: an item that moves ahead, or behind, pays for one item less. So it is enough that up <= 2 K_D, where
up is the sum of D_xy over x < y <= s(x).

*Pairs that are not inverted.* Of the pairs in up, some are inverted: s(y) < s(x). The others have x < y <= s(x) <
s(y). Let q = s(x), Y the items at positions up to q in a and behind q in b, and Z the items behind q in a and ahead
of q in b. As x is at q in b and is in neither, Y and Z have equally many items, N. All such y are in Y. Assign a
different z in Z to each of them. Then x < y <= q < z and s(z) < q < s(y): both (x, z) and (y, z) are inverted, and
D_xy <= D_xz + D_yz.

*No pair (y, z) occurs twice.* Let the z be assigned for q = n, n - 1, ..., 1 in turn, and for each q to the y from
the largest to the smallest. For y, a z cannot be taken that has been given to another y' of the same q, and then y' >
y; or that y has been given at q' = s(x') > q, and then x' < y <= q, so that x' is in Y, too. These are different
items of Y other than y. So at most N - 1 of the z cannot be taken.

*The sum.* An inverted pair (p, z), p < z, occurs in up itself only if z <= s(p); as (x, z) only if z > s(p), and
once, as every z is assigned once for each x; and as (y, z) once. Together at most twice: up <= 2 K_D.

For ``passed`` the factor 4 is attained with four items: b = (3, 1, 4, 2) and the cut metric of {1, 3} and {2, 4}.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from ...model.registry import Registry
from ...values.rankings import Ranking, inverted_pairs
from .. import axioms
from .evaluating import ProofWorld, Sides, failed_at, identity, inequality, pairs
from .exchange import LE, LT, PASSED, below_passed
from .proof import Proof, Step

KENDALL = "kendall-similarity"
FACTOR = 4
Triangle = tuple[Any, Any, Any]
"""x, y, z, for D_xy <= D_xz + D_yz."""


def paid(a: Ranking, b: Ranking) -> Iterator[tuple[Any, Any]]:
    """The pairs in up: x and the items on its way behind."""
    return ((x, y) for x in a.items for y in a.order[a[x] : b[x]])


def assigned(a: Ranking, b: Ranking) -> list[Triangle]:
    """The item z for each pair in up that is not inverted; raises if no item is left."""
    triangles: list[Triangle] = []
    given: set[tuple[Any, Any]] = set()
    for q in range(len(a), 0, -1):
        x = b.order[q - 1]
        used: set[Any] = set()
        for y in sorted((y for y in a.items if a[x] < a[y] <= q < b[y]), key=lambda y: -a[y]):
            free = [z for z in a.order[q:] if b[z] < q and z not in used and (y, z) not in given]
            if not free:
                raise ValueError(f"no item is left for {x} and {y}")
            used.add(free[0])
            given.add((y, free[0]))
            triangles.append((x, y, free[0]))
    return triangles


def _parts(world: ProofWorld, a: Ranking, b: Ranking) -> Sides:
    D = world.parameters["D"]
    both = (a, b), (a.reversed(), b.reversed())
    passed = sum(D[x, y] for u, v in both for x, y in paid(u, v))
    yield "beside what items pay that move behind and ahead, passed is", world.value(PASSED, a, b), passed
    for u, v in both:
        inverted = sum(D[x, y] for x, y in inverted_pairs(u, v))
        yield "beside the sum over the inverted pairs, K_D is", world.value(KENDALL, a, b), inverted


def _not_more(row: str) -> Step:
    sentence = f"{PASSED} - {row} has no negative coefficient"
    return inequality("not more than passed", sentence, row, partial(below_passed, row))


def _once(registry: Registry, n: int) -> Iterator[str]:
    for a, b in pairs(n):
        inverted = {frozenset(pair) for pair in inverted_pairs(a, b)}
        own = {frozenset(pair) for pair in paid(a, b)}
        triangles = assigned(a, b)
        if {frozenset({x, y}) for x, y, _ in triangles} != own - inverted or len(triangles) != len(own - inverted):
            yield f"{failed_at(a, b)}: the pairs that are paid for and not inverted are not those with an item assigned"
        for end, name in ((0, "x"), (1, "y")):
            for pair, times in Counter(frozenset({t[end], t[2]}) for t in triangles).items():
                if pair not in inverted or times > 1 or (end == 0 and pair in own):
                    where = f"{failed_at(a, b)}: the pair {set(pair)} of {name} and z"
                    yield f"{where} is not inverted, or occurs once more"


def _sum(row: str, factor: int = FACTOR) -> Step:
    def slack(world: ProofWorld, a: Ranking, b: Ranking) -> Any:
        D = world.parameters["D"]
        left = factor * world.value(KENDALL, a, b) - world.value(row, a, b)
        for x, y, z in (*assigned(a, b), *assigned(a.reversed(), b.reversed())):
            left = left - (D[x, z] + D[y, z] - D[x, y])
        return left - below_passed(row, world, a, b)

    sentence = f"{factor} K_D - F_D, less passed - F_D and the triangle inequalities used, has no negative coefficient"
    return inequality("the sum", sentence, row, slack)


ON_PAPER = (
    "passed is what items pay that move behind, and the same of the reversed rankings, for every n",
    "at most N - 1 of the N items of Z cannot be taken, so that every pair that is not inverted has an item assigned",
    "every inverted pair occurs at most twice for each direction; D satisfies the triangle inequalities used",
)
_COMMON = (
    identity(
        "behind and ahead",
        "passed is up of the rankings and of the reversed ones; K_D is the same of both",
        PASSED,
        _parts,
    ),
    Step(
        "once", "every pair in up that is not inverted has an item assigned, and no pair occurs once too often", _once
    ),
)
PROOFS = tuple(
    Proof(
        f"upper-bound-{FACTOR}/{row}",
        f"{row} <= {FACTOR} K_D, for every n and every pseudometric D",
        row,
        axioms.upper_bound(KENDALL, FACTOR),
        ON_PAPER,
        (*_COMMON, *(() if row == PASSED else (_not_more(row),)), _sum(row)),
    )
    for row in (LE, LT, PASSED)
)
