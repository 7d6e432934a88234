"""Prefix sums of displacements: the point measure P, the area A under it, and the footrule and Kendall's up to a rank.

P_k(a, b) = sum of b(x) - a(x) over the first k items x of a. The k places b(x) are different, so that their sum is
between 1 + ... + k and its mirror image: 0 <= P_k <= k (n - k), and P_n = 0. As b(x) and its mirror image n + 1 - b(x)
add up to n + 1, P_k(a, b) + P_k(a, reversed b) = k (n - k), and P_k = k (n - k) at the reversal, P_k = 0 where b = a.
P_k = 0 for all k says that b(x) = a(x) for every x.

A = sum of h_k (P_(k-1) + P_k) / 2 with h_k >= 0, all 1 if no heights are given, and 0 beyond a cut-off. A is 0, not
negative, or at most what the reversal has, if every P_k is. With h = 1, A is the sum of all P_k, in which the item at
place j is counted n - j + 1 times: A = sum of (n + 1 - a(x)) (b(x) - a(x)) = sum of a(x) (a(x) - b(x)) = S / 2, because
the sum of b(x) - a(x) is 0 and that of b(x)^2 is that of a(x)^2.

S up to i is the sum of |b(x) - a(x)| over the first i items x of a, and K up to i the number of inverted pairs whose
first item in a is one of them: sums of terms that are not negative, with all terms at i = n.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from ...model.axiom import Axiom, Statement
from ...numbers.exact import Whole
from ...values.rankings import Ranking
from .. import axioms
from .proof import Proof, Step
from .sums import FOOT, KENDALL, RHO, SQUARED, SQUARES
from .written import NAMELESS, is_written, of_rankings, over, proved


def point(a: Ranking, b: Ranking, k: int) -> Any:
    """P_k."""
    return Whole(sum(b[x] - a[x] for x in a.items if a[x] <= k))


def most(n: int, k: int) -> int:
    """The largest P_k."""
    return k * (n - k)


def _area(n: int, p: Callable[[int], Any], h: Any = None, i: int | None = None) -> Any:
    """The sum of h_k (P_(k-1) + P_k) / 2, up to the cut-off."""
    last = n if i is None else min(i, n)
    return sum((p(k - 1) + p(k)) * (1 if h is None else h[k]) / Whole(2) for k in range(1, last + 1))


def area(a: Ranking, b: Ranking, **given: Any) -> Any:
    """A."""
    return _area(len(a), lambda k: point(a, b, k), **given)


def share(a: Ranking, b: Ranking, **given: Any) -> Any:
    """A over the sum of h_k ((k - 1) (n - k + 1) + k (n - k)) / 2."""
    return over(area(a, b, **given), _area(len(a), lambda k: Whole(most(len(a), k)), **given))


def footrule_up_to(a: Ranking, b: Ranking, i: Any) -> Any:
    """The sum of the first displacements."""
    return sum(abs(b[x] - a[x]) for x in a.items if a[x] <= i)


def kendall_up_to(a: Ranking, b: Ranking, i: Any) -> Any:
    """The number of inverted pairs (x, y) with a(x) < a(y) and a(x) <= i."""
    return sum(a[x] <= i and a[x] < a[y] and b[x] > b[y] for x, y in product(a.items, repeat=2))


def _points(sentence: str, holds: Callable[[Ranking, Ranking, int], bool]) -> Step:
    """A lemma about P_k, for all rankings a, b and k."""
    return of_rankings(sentence, lambda a, b: all(holds(a, b, k) for k in range(len(a) + 1)))


BETWEEN = _points("0 <= P_k <= k (n - k), so P_n = 0", lambda a, b, k: 0 <= point(a, b, k) <= most(len(a), k))
EQUAL = _points("P_k = 0 where b = a", lambda a, b, k: point(a, a, k) == 0)
REVERSED = _points("P_k = k (n - k) at the reversal", lambda a, b, k: point(a, a.reversed(), k) == most(len(a), k))
BOTH = _points(
    "P_k(a, b) + P_k(a, reversed b) = k (n - k)",
    lambda a, b, k: point(a, b, k) + point(a, b.reversed(), k) == most(len(a), k),
)
APART = of_rankings(
    "some P_k is not 0 where b != a", lambda a, b: a == b or any(point(a, b, k) != 0 for k in range(len(a)))
)
HALF = of_rankings("A = S / 2 at heights 1", lambda a, b: area(a, b) == SQUARED.written(a, b) / Whole(2))

TERMWISE = (
    "A is a sum of (P_(k-1) + P_k) / 2 with weights that are not negative: 0, not negative, or at most what the "
    "reversal has, if every P_k is"
)
BY_PARTS = "A = sum of all P_k = sum of (n + 1 - a(x)) (b(x) - a(x)) = sum of a(x) (a(x) - b(x)) = S / 2"
POSITIVE = "A = 0 would make every P_k 0, all heights being positive"
MEAN = "A(a, b) + A(a, reversed b) = A(a, reversed a), and reversing b permutes all rankings"
PREFIX = "the terms are not negative, and at i = n there are all of them"


def _form(row: str, formula: str, written: Callable[..., Any]) -> Step:
    return is_written(row, f"{formula}, P_k the sum of b(x) - a(x) over the first k items of a", written)


def _normalised(variant: str) -> Iterator[Proof]:
    """A over its value at the reversal, and 1 less that."""
    row, other = f"area-normalised[{variant}]", f"area-correlation[{variant}]"
    form = _form(row, "A over the sum with k (n - k) in the place of P_k", share)
    similar = _form(
        other, "1 less A over the sum with k (n - k) in the place of P_k", lambda *g, **p: 1 - share(*g, **p)
    )
    yield proved(row, axioms.lies_between(0, 1), TERMWISE, form, BETWEEN)
    yield proved(row, axioms.zero_on_equal, TERMWISE, form, EQUAL)
    yield proved(row, axioms.value_on_reversed(1), TERMWISE, form, REVERSED)
    yield proved(row, axioms.right_invariance, NAMELESS, form)
    yield proved(other, axioms.correlation_invariance, NAMELESS, similar)
    yield proved(other, axioms.lies_between(0, 1), TERMWISE, similar, BETWEEN)
    yield proved(other, axioms.one_on_equal, TERMWISE, similar, EQUAL)
    yield proved(other, axioms.mean_over_rankings("1/2"), MEAN, similar, BOTH, REVERSED)
    if variant != "cut-off":
        yield proved(row, axioms.separation, POSITIVE, form, BETWEEN, APART)
        yield proved(other, axioms.value_only_on_equal(1), POSITIVE, similar, BETWEEN, APART)
    if variant == "full":
        rho = "A = S / 2, and its largest value is n (n^2 - 1) / 6"
        yield proved(other, axioms.equals("spearman-rho", "1/2", "1/2"), rho, similar, HALF, REVERSED, RHO.form)


def _areas() -> Iterator[Proof]:
    whole, cut = (_form(f"area[{variant}]", "A", area) for variant in ("full", "cut-off"))
    for row, form in (("area[full]", whole), ("area[cut-off]", cut)):
        yield proved(row, axioms.maximum_at_reversal, TERMWISE, form, BETWEEN, REVERSED)
        yield proved(row, axioms.right_invariance, NAMELESS, form)
    heights = _form("area[heights]", "A with heights", area)
    yield proved("area[heights]", axioms.maximum_at_reversal, TERMWISE, heights, BETWEEN, REVERSED)
    yield proved("area[heights]", axioms.non_negativity, TERMWISE, heights, BETWEEN)
    yield proved("area[heights]", axioms.zero_on_equal, TERMWISE, heights, EQUAL)
    yield proved("area[full]", axioms.equals(SQUARES, "1/2"), BY_PARTS, whole, HALF, SQUARED.form)
    yield proved("area[cut-off]", axioms.at_full_depth(SQUARES, "1/2"), BY_PARTS, cut, HALF, SQUARED.form)
    yield proved("area[cut-off]", axioms.grows_with_depth, "P_k >= 0", cut, BETWEEN)


def _points_alone() -> Iterator[Proof]:
    full = _form("point[full]", "P_n", lambda a, b: point(a, b, len(a)))
    always: tuple[Statement | Axiom, ...] = (
        axioms.constant(0),
        axioms.non_negativity,
        axioms.zero_on_equal,
        axioms.symmetry,
        axioms.triangle_inequality,
        axioms.place_invariance(1),
        axioms.right_invariance,
    )
    for statement in always:
        yield proved("point[full]", statement, "P_n = 0 for all a and b", full, BETWEEN)
    cut = _form("point[cut-off]", "P_i, or P_n where i > n", lambda a, b, i: point(a, b, i))
    yield proved(
        "point[cut-off]", axioms.non_negativity, "P_i is a sum of i different places less the least", cut, BETWEEN
    )
    yield proved("point[cut-off]", axioms.zero_on_equal, "P_i is a sum of zeros", cut, EQUAL)
    yield proved("point[cut-off]", axioms.right_invariance, NAMELESS, cut)


def _prefixes() -> Iterator[Proof]:
    for other, formula, written in (
        (FOOT, "the sum of |b(x) - a(x)| over the first i items of a", footrule_up_to),
        (KENDALL, "the number of inverted pairs whose first item in a is among its first i", kendall_up_to),
    ):
        row = f"{other.name}-prefix[cut-off]"
        form = is_written(row, formula, written)
        yield proved(row, axioms.at_full_depth(other.name), PREFIX, form, other.form)
        yield proved(row, axioms.grows_with_depth, PREFIX, form)
        yield proved(row, axioms.right_invariance, NAMELESS, form)


PROOFS = (
    *_points_alone(),
    *_areas(),
    *(proof for variant in ("full", "heights", "cut-off") for proof in _normalised(variant)),
    *_prefixes(),
)
