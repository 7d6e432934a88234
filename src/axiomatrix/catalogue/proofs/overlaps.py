"""Means of agreements over depths: rank-biased overlap, average overlap, and the distances made of them.

X_d is how many items the first d of a and of b have in common, s and l are the lengths of the shorter and the longer
list. Every value is a sum of v_d A_d with weights v_d >= 0 that add up to 1, or to less.

*Ranges.* It is between 0 and 1 if every agreement A_d is. X_d <= d. Where d > s, X_d <= s, so that
X_d + X_s (d - s) / s <= s + (d - s) = d, and X_d + (d - s) <= d; where d > l too, X_l + (d - s) + (d - l) <= d as long
as d <= s + l - X_l. The weights (1 - p) p^(d-1) of d <= m and p^m add up to 1; without the last, to less. RBO_min goes
on without end: (1 - p) / p times p^d / d is the weight over d, -ln(1 - p) the sum of all p^d / d, and X_l / d the
agreement beyond l.

*Distances.* Of lists of one length, 1 - X_d / d is the size of the symmetric difference of the two sets of first items,
over 2 d. The size of a symmetric difference is a pseudometric, item by item; so is a sum with weights that are not
negative. Where two lists differ, so do their first d items for d the first place at which they do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from ...numbers.exact import Undefined, Whole, log
from .. import axioms
from .judged import other_sums
from .proof import Proof, Step
from .written import NAMELESS, holds_of, is_written, lemma, over, proved

VARIANTS = ("ext", "min", "max", "truncated")


def common(a: Any, b: Any, d: int) -> Any:
    """X_d."""
    return Whole(len(set(a.order[:d]) & set(b.order[:d])))


def _lengths(a: Any, b: Any) -> tuple[int, int]:
    return min(len(a.order), len(b.order)), max(len(a.order), len(b.order))


def agreement(variant: str, a: Any, b: Any, d: int) -> Any:
    """A_d, under the variant's assumption beyond the lists."""
    s, l = _lengths(a, b)  # noqa: E741  # the paper's letters
    X = common(a, b, d)
    if variant == "ext":
        return (X + (common(a, b, s) * (d - s) / s if d > s else 0)) / Whole(d)
    return (X + max(0, d - s) + max(0, d - l)) / Whole(d) if variant == "max" else X / Whole(d)


def depth(variant: str, a: Any, b: Any) -> int:
    """The last depth with a separate term."""
    s, l = _lengths(a, b)  # noqa: E741  # the paper's letters
    return {"ext": l, "min": l, "max": s + l - int(common(a, b, l)), "truncated": s}[variant]


def overlap(variant: str, a: Any, b: Any, p: Any) -> Any:
    """The sum of (1 - p) p^(d-1) A_d, and the rest beyond the last depth m."""
    m = depth(variant, a, b)
    if variant == "ext" and _lengths(a, b)[0] == 0:
        raise Undefined("0/0")
    seen = sum((1 - p) * p ** (d - 1) * agreement(variant, a, b, d) for d in range(1, m + 1))
    if variant == "truncated":
        return seen
    if variant == "min":
        X = common(a, b, m)
        rest = -log(1 - p) - sum(p**d / Whole(d) for d in range(1, m + 1)) if X else Whole(0)
        return seen + (1 - p) / p * X * rest
    return seen + p**m * (1 if variant == "max" else agreement(variant, a, b, m))


def difference(a: Any, b: Any, d: int) -> Any:
    """The size of the symmetric difference of the first d items, over 2 d."""
    return Whole(len(set(a.order[:d]) ^ set(b.order[:d]))) / Whole(2 * d)


def distance(a: Any, b: Any, p: Any, *, beyond: bool) -> Any:
    """The sum of (1 - p) p^(d-1) times these, and p^k times the last."""
    k = len(a.order)
    if beyond and k == 0:
        raise Undefined("0/0")
    seen = sum(((1 - p) * p ** (d - 1) * difference(a, b, d) for d in range(1, k + 1)), Whole(0))
    return seen + (p**k * difference(a, b, k) if beyond else 0)


def mean_difference(a: Any, b: Any) -> Any:
    """Their mean."""
    k = len(a.order)
    return over(sum(difference(a, b, d) for d in range(1, k + 1)), Whole(k))


def _agrees(row: str, variant: str) -> Step:
    def keeps(a: Any, b: Any, p: Any) -> bool:
        if variant == "ext" and _lengths(a, b)[0] == 0:
            return True
        return all(0 <= agreement(variant, a, b, d) <= 1 for d in range(1, depth(variant, a, b) + 1))

    return holds_of(row, "0 <= A_d <= 1 for every d that has a term", keeps)


WEIGHTS = lemma("the sum of (1 - p) p^(d-1) for d = 1..m, and p^m, is 1, at fractions p", other_sums)
MEAN = "a sum of numbers between 0 and 1, with weights that are not negative and add up to 1 at most"
LAST = "X_l / d is between 0 and 1 for d > l, and -ln(1 - p) is the sum of all p^d / d"


def _ranges() -> Iterator[Proof]:
    for variant in VARIANTS:
        for row in (f"rbo[{variant}]", f"rbo[{variant}-unequal]"):
            formula = "the sum of (1 - p) p^(d-1) A_d, and what is beyond the last depth"
            form = is_written(row, formula, partial(overlap, variant))
            because = f"{MEAN}; {LAST}" if variant == "min" else MEAN
            yield proved(row, axioms.lies_between(0, 1), because, form, _agrees(row, variant), WEIGHTS)
            yield proved(row, axioms.correlation_invariance, NAMELESS, form)


PSEUDOMETRIC = (
    "the size of a symmetric difference is a pseudometric, and so is a sum with weights that are not negative"
)
FIRST_PLACE = "the first d items differ for d the first place at which a and b do, and its weight is positive"
WHY = {
    axioms.non_negativity: PSEUDOMETRIC,
    axioms.zero_on_equal: PSEUDOMETRIC,
    axioms.symmetry: PSEUDOMETRIC,
    axioms.triangle_inequality: PSEUDOMETRIC,
    axioms.separation: FIRST_PLACE,
}


def _distances() -> Iterator[Proof]:
    rows: dict[str, tuple[str, Callable[..., Any]]] = {
        "rbo-distance[rankings]": (
            "the sum of (1 - p) p^(d-1) |difference of the first d items| / (2 d)",
            partial(distance, beyond=False),
        ),
        "rbo-distance[ext]": (
            "that sum, and p^k times its last quotient",
            partial(distance, beyond=True),
        ),
        "average-overlap-distance": ("the mean of |difference of the first d items| / (2 d)", mean_difference),
    }
    for row, (formula, written) in rows.items():
        form = is_written(row, formula, written)
        one_length = holds_of(row, "a and b have one length", lambda a, b, *p: len(a.order) == len(b.order))
        differs = holds_of(
            row,
            "the first d items differ for some d where a != b",
            lambda a, b, *p: a == b or any(difference(a, b, d) for d in range(1, len(a.order) + 1)),
        )
        yield proved(row, axioms.right_invariance, NAMELESS, form)
        for axiom, because in WHY.items():
            yield proved(row, axiom, because, form, one_length, *((differs,) if axiom is axioms.separation else ()))


PROOFS = (*_ranges(), *_distances())
