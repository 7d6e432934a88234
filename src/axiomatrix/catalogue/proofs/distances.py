"""Distances that rise with a sum over items or pairs (see :mod:`.sums`), and the largest displacement.

The value is g(s, n): g is 0 at s = 0 and rises with s, as c(n) s with c(n) > 0 or as the root of s. So it is 0 or
positive with s, and orders pairs of rankings as s does. Where it is c(n) s, sums of values are sums of s.

*Exchanges.* Let neighbours of b, at q and q + 1, be in the same order in a, at p < r. Exchanged, they cost t(p, q + 1)
+ t(r, q), which is not less than t(p, q) + t(r, q + 1) since t is convex, and one more pair is inverted. Such exchanges
alone lead from b to the reversal of a (the weak order of the symmetric group: Bjorner and Brenti 2005, ch. 3), so no
ranking is farther from a.

*Reversing both rankings* puts n + 1 - p in the place of p, which changes no t, and inverts the same pairs.

*The largest displacement* is the maximum of |p - q|, for which all of this holds with the larger of two for their sum.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from typing import Any

from ...model.axiom import Axiom
from ...numbers.exact import Whole
from ...values.rankings import Ranking
from .. import axioms
from . import sums
from .proof import Proof, Step
from .sums import FunctionOfSum
from .written import is_written, lemma, proved

FEW = 4
"""How many sizes beyond the checked ones a lemma about g looks at."""
LARGEST = "l-infinity"


def _sizes(n: int) -> range:
    return range(2, n + FEW)


def rises(row: FunctionOfSum) -> Step:
    """The lemma that g is 0 at 0, and larger for a larger s: at both ends."""

    def falls(n: int) -> Iterator[int]:
        for m in _sizes(n):
            most = int(row.sum.largest(m))
            values = [row.outer(Whole(s), Whole(m)) for s in dict.fromkeys((0, 1, most - 1, most)) if 0 <= s <= most]
            if values[0] != 0 or any(not low < high for low, high in pairwise(values)):
                yield m

    return lemma("g = 0 at s = 0, and g rises with s", falls)


def is_multiple(row: FunctionOfSum) -> Step:
    """The lemma that g is c(n) s."""

    def other(n: int) -> Iterator[tuple[int, int]]:
        cases = ((m, s) for m in _sizes(n) for s in range(int(row.sum.largest(m)) + 1))
        return ((m, s) for m, s in cases if row.outer(Whole(s), Whole(m)) != s * row.outer(Whole(1), Whole(m)))

    return lemma("g(s) = s g(1)", other)


RISES = "g rises with s"
EXCHANGES = f"an exchange of neighbours that a has in the same order lowers no s; {RISES}"
OF_ANY: dict[Axiom, tuple[str, str]] = {
    axioms.non_negativity: (f"no term of s is negative; {RISES} from 0 on", "zero positive"),
    axioms.zero_on_equal: ("s = 0, where g is 0", "zero"),
    axioms.separation: (f"where a != b some term of s is positive; {RISES}", "zero positive"),
    axioms.symmetry: ("s is a sum of terms, each the same of b and a", "alike"),
    axioms.right_invariance: (sums.NAMES, ""),
    axioms.reversal_invariance: (
        "turning both rankings round changes no term of s, or inverts the same pairs",
        "turned",
    ),
}
"""What holds of every row: why, and by which lemmas about s."""
OF_CONVEX: dict[Axiom, tuple[str, str]] = {
    axioms.bruhat_monotone: (EXCHANGES, "crossed"),
    axioms.maximum_at_reversal: (f"{EXCHANGES}; such exchanges lead from every b to the reversal of a", "crossed"),
}
OF_MULTIPLES: dict[Axiom, tuple[str, str]] = {
    axioms.triangle_inequality: (
        "g is c(n) s, and s has the triangle inequality, item by item or pair by pair",
        "triangle",
    )
}
OF_INVERSIONS: dict[Axiom, tuple[str, str]] = {
    axioms.betweenness: (
        "g is c(n) s, and a pair is counted twice where b agrees with neither a nor c on it",
        "between",
    )
}


def _of(row: FunctionOfSum, *known: dict[Axiom, tuple[str, str]], but: Sequence[Axiom] = ()) -> Iterator[Proof]:
    for axiom, (because, lemmas) in ((axiom, why) for every in known for axiom, why in every.items()):
        if axiom not in but:
            more = (is_multiple(row),) if axiom in (*OF_MULTIPLES, *OF_INVERSIONS) else ()
            yield row.proof(axiom, because, lemmas, rises(row), *more)


def _distances() -> Iterator[Proof]:
    metric_space = [axiom for axiom in OF_ANY if axiom is not axioms.reversal_invariance]  # proved in :mod:`.sums`
    for row in (sums.FOOT, sums.ROOT):
        yield from _of(row, OF_ANY, OF_CONVEX, but=metric_space)
    yield from _of(sums.HAMMED, OF_ANY, but=metric_space)
    yield from _of(sums.SQUARED, OF_ANY, OF_CONVEX)
    named = (axioms.right_invariance,)
    yield from _of(sums.FOOT_N, OF_ANY, OF_CONVEX, OF_MULTIPLES, but=named)
    for row in (sums.SQUARED_N, sums.PRINTED):
        yield from _of(row, OF_ANY, OF_CONVEX, but=named)
    for row in (sums.KENDALL_N, *sums.ONE_MINUS):
        yield from _of(row, OF_ANY, OF_CONVEX, OF_MULTIPLES, OF_INVERSIONS, but=named)
    yield from _of(sums.FOOT_P, OF_ANY, OF_CONVEX, OF_MULTIPLES)
    yield from _of(sums.KENDALL_P, OF_ANY, OF_CONVEX, OF_MULTIPLES, OF_INVERSIONS)


# --- the largest displacement -----------------------------------------------------------------------------------


def largest(a: Ranking, b: Ranking) -> Any:
    """The largest |a(x) - b(x)|."""
    return Whole(max((sums.distance(a[x], b[x]) for x in a.items), default=0))


def does_not_shrink(t: sums.Term = sums.distance) -> Step:
    """The lemma about neighbours, with the larger of two for their sum."""

    def fails(n: int) -> Iterator[tuple[int, int, int]]:
        places = range(1, 4 * n + 4)
        cases = ((p, r, q) for (p, r), q in product(combinations(places, 2), places))
        return ((p, r, q) for p, r, q in cases if max(t(p, q), t(r, q + 1)) > max(t(p, q + 1), t(r, q)))

    return lemma("max(t(p, q), t(r, q + 1)) <= max(t(p, q + 1), t(r, q)) where p < r", fails)


def _largest() -> Iterator[Proof]:
    form = is_written(LARGEST, "the largest |a(x) - b(x)|", largest)
    terms = {**sums.FOOTRULE.lemmas, "neighbours": does_not_shrink()}
    known: dict[Axiom, tuple[str, str]] = {
        axioms.non_negativity: ("the largest of what is not negative", "zero positive"),
        axioms.zero_on_equal: ("every t is 0", "zero"),
        axioms.separation: ("where a != b some t is positive", "zero positive"),
        axioms.symmetry: ("every t is the same of b and a", "alike"),
        axioms.triangle_inequality: (
            "t(a(x), c(x)) <= t(a(x), b(x)) + t(b(x), c(x)), neither of them more than the largest of its kind",
            "triangle",
        ),
        axioms.right_invariance: ("renaming the items changes the order of the terms, and nothing else", ""),
        axioms.reversal_invariance: ("turning both rankings round changes no t", "turned"),
        axioms.bruhat_monotone: (
            "the other items stay, and of these two the larger t does not shrink",
            "neighbours",
        ),
        axioms.maximum_at_reversal: (
            "exchanges of neighbours that a has in the same order lead from every b to the reversal of a, and none "
            "lowers the largest t",
            "neighbours",
        ),
    }
    for axiom, (because, lemmas) in known.items():
        yield proved(LARGEST, axiom, because, form, *(terms[key] for key in lemmas.split()))


PROOFS = (*_distances(), *_largest())
