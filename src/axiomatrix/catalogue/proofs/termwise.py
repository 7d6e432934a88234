"""Upper bounds that hold term by term: F <= 2 K, with every kind of weight (and so F <= 3 K).

Let m_x >= 0 be the factor of item x (1, w_x, pbar_x, or w_x pbar_x) and D_xy >= 0 symmetric (1 if the metric has none).
The absolute value that belongs to x in F is

    | sum of m_y D_xy, y ahead of x in a  -  sum of m_y D_xy, y ahead of x in b |.

An item y that is ahead of x in both rankings cancels, so that only the y inverted with x are left, with the sign + or
-; hence it is at most the sum of m_y D_xy over the y inverted with x. Multiplied by m_x and summed over x, each
inverted pair occurs twice: F <= 2 sum of m_x m_y D_xy over the inverted pairs = 2 K. The factors may depend on a and b,
and D needs no triangle inequality.

*Rotations.* If the first k items of a are moved behind the others, exactly the pairs of one of the former and one of
the latter are inverted, and all remaining terms in an item's absolute value have the same sign: F = 2 K, for 1 and
for w.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model.metric import counterpart
from ...model.registry import Registry
from ...values.rankings import Ranking
from .. import axioms
from ..metrics.position import FIXED_POINT
from .evaluating import ProofWorld, failed_at, inequality, pairs, same, symbolic, with_atoms_resolved
from .proof import Proof, Step


def _check(row: str, other: str, factor: int) -> Step:
    def slack(world: ProofWorld, a: Ranking, b: Ranking) -> Any:
        below = counterpart(other, world.registry.metric(row), world.registry.metric)
        return factor * world.value(below, a, b) - with_atoms_resolved(world.value(row, a, b))

    sentence = (
        "with every absolute value replaced by the sum of the absolute values of its terms, F has no coefficient above "
        f"{factor} times that of K"
    )
    return inequality("term by term", sentence, row, slack)


def _rotations(row: str, other: str) -> Step:
    def faults(registry: Registry, n: int) -> Iterator[str]:
        world = symbolic(registry, row, n)
        for a, _ in pairs(n):
            for k in range(n):
                b = a.rotated(k)
                value, half = world.value(row, a, b), world.value(other, a, b)
                if not same(value, 2 * half):
                    yield f"{failed_at(a, b)}: {row} = {value} is not 2 {other} = {2 * half}"

    return Step("rotations", f"{row} = 2 {other} for every rotation", faults)


def _attained(row: str, other: str) -> Proof:
    return Proof(
        f"rotations/{row}",
        f"{row} = 2 {other} for every rotation, for every n and all values of the parameters",
        row,
        axioms.bound_attained_by_rotations(other, 2),
        ("the items inverted with x are all ahead of it in a, or all behind it, for every n",),
        (_rotations(row, other),),
    )


def _proof(row: str, other: str, factor: int) -> Proof:
    return Proof(
        f"upper-bound-{factor}/{row}",
        f"{row} <= {factor} {other}, for every n and all values of the parameters",
        row,
        axioms.upper_bound(other, factor),
        (
            "an item ahead of x in both rankings, or behind x in both, cancels in the absolute value of x",
            "the rest is at most the sum over the items inverted with x, and each inverted pair occurs twice",
        ),
        (_check(row, other, factor),),
    )


PROOFS = (
    _proof("footrule", "kendall", 2),
    _proof("footrule-element", "kendall-element", 2),
    *(_proof(f"footrule-position[{variant}]", "kendall-position", 2) for variant in FIXED_POINT),
    *(_proof("footrule-similarity[deck]", "kendall-similarity", factor) for factor in (2, 3)),
    *(_proof(f"footrule-general[{variant}]", "kendall-general", k) for variant in FIXED_POINT for k in (2, 3)),
    _attained("footrule", "kendall"),
    _attained("footrule-element", "kendall-element"),
)
