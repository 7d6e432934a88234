"""Facts read off a formula: the value at unit parameters, and the degree in each parameter.

*Generalization.* At unit parameters every inverted pair costs 1, so that a sum over inverted pairs is their number, K.
In F_w, F_delta and F_D every item then compares the numbers of items ahead of it in a and in b, which is the
difference of its positions; reading ``passed`` counts the items on the way from a(x) to b(x). With delta = 1 all pbar
are 1, also at a fixed point, except under the convention ``zero``. The readings ``le`` and ``lt`` of F_D count an item
among the items that it passes, so nothing is claimed for them.

*Degree.* Sums, and absolute values of sums, of terms of one degree have that degree for factors c > 0. pbar has degree
1 in delta, unless a fixed point pays 1. A homogeneous value over its maximum does not change with the scale.

*Free swaps.* Exchanging neighbours x, y of b changes only the order of x and y in b, and so whether the pair is
inverted. In K_D and in F_D as printed this is worth D_xy, which is nothing where D_xy = 0.
"""

from __future__ import annotations

from collections.abc import Mapping

from flint import fmpq

from ...values.rankings import Ranking
from .. import axioms
from ..metrics.position import FIXED_POINT
from .evaluating import ProofWorld, Sides, identity, of_degree
from .proof import Proof, Step

UNIT: dict[str, tuple[str, ...]] = {
    "kendall-element": ("w",),
    "footrule-element": ("w",),
    "kendall-similarity": ("D",),
    "footrule-similarity[deck]": ("D",),
    "footrule-similarity[passed]": ("D",),
    **{
        f"{name}-{kind}[{variant}]": parameters
        for name in ("kendall", "footrule")
        for kind, parameters in (("position", ("delta",)), ("general", ("w", "delta", "D")))
        for variant in FIXED_POINT
        if variant != "zero"
    },
}
DEGREES: dict[str, Mapping[str, int]] = {
    "kendall-element": {"w": 2},
    "footrule-element": {"w": 2},
    "kendall-element-mean[arithmetic]": {"w": 1},
    "kendall-element-mean[harmonic]": {"w": 1},
    "kendall-similarity": {"D": 1},
    **{f"footrule-similarity[{reading}]": {"D": 1} for reading in ("deck", "le", "lt", "passed")},
    **{
        f"{name}-{kind}[{variant}]": {**degrees, **({} if variant == "one" else {"delta": 2})}
        for name in ("kendall", "footrule")
        for kind, degrees in (("position", {}), ("general", {"w": 2, "D": 1}))
        for variant in FIXED_POINT
    },
}


def _at_one(row: str, other: str) -> Step:
    def sides(world: ProofWorld, a: Ranking, b: Ranking) -> Sides:
        unit = {name: value.constant(1) for name, value in world.parameters.items()}
        yield f"beside {other}, {row} is", world.value(row, a, b, **unit), world.value(other, a, b)

    return identity("at unit parameters", f"{row} is {other} where all parameters are 1", row, sides)


def _generalization(row: str, parameters: tuple[str, ...]) -> Proof:
    other = "kendall" if row.startswith("kendall") else "footrule"
    return Proof(
        f"generalizes/{row}",
        f"{row} at unit parameters is {other}, for every n",
        row,
        axioms.generalizes(other, **dict.fromkeys(parameters, 1)),
        ("every inverted pair then costs 1; every item then pays 1 for each item that it is displaced by",),
        (_at_one(row, other),),
    )


def _homogeneity(row: str, parameter: str, degree: int) -> tuple[Proof, Proof]:
    sentence = f"{row} at c {parameter} is c^{degree} times {row}, c a symbol"
    step = of_degree("a factor c", sentence, (row,), parameter, degree)
    argued = (f"every term of the definition has degree {degree} in {parameter}, for every n",)
    return (
        Proof(
            f"scale-free-{parameter}/{row}",
            f"{row} has degree {degree} in {parameter}, for every n",
            row,
            axioms.scale_free(parameter, degree),
            argued,
            (step,),
        ),
        Proof(
            f"scale-free-normalised-{parameter}/{row}",
            f"{row} over its maximum does not change with the scale of {parameter}, for every n",
            row,
            axioms.scale_free_normalised(parameter),
            (*argued, "c^k d(a, b) d(e, f) = c^k d(e, f) d(a, b)"),
            (step,),
        ),
    )


def _free_swap(row: str) -> Proof:
    def sides(world: ProofWorld, a: Ranking, b: Ranking) -> Sides:
        D = world.parameters["D"]
        for i in range(1, len(b)):
            pair = set(b.order[i - 1 : i + 1])
            free = type(D)({key: fmpq(0) if pair == set(key) else value for key, value in D.entries.items()})
            before, after = (world.value(row, a, ranking, D=free) for ranking in (b, b.swapped(i)))
            yield f"after exchanging {pair} it is", after, before

    sentence = "the value at D_xy = 0 is the same before and after the exchange"
    return Proof(
        f"free-swap/{row}",
        f"{row} does not change if neighbours x, y with D_xy = 0 are exchanged, for every n and all D",
        row,
        axioms.free_swap(),
        ("for every n, the exchange changes the terms with D_xy only",),
        (identity("free swap", sentence, row, sides),),
    )


PROOFS = (
    *(_free_swap(row) for row in ("kendall-similarity", "footrule-similarity[deck]")),
    *(_generalization(row, parameters) for row, parameters in UNIT.items()),
    *(
        proof
        for row, degrees in DEGREES.items()
        for parameter, degree in degrees.items()
        for proof in _homogeneity(row, parameter, degree)
    ),
)
