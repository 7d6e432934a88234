"""Top-weighted coefficients: AP correlation, weighted tau, the gain of a predicted ranking; and the position error.

*AP correlation.* With c(x) the share of the items ahead of x in b that a has ahead of x too, tau_ap = 2 m - 1, m the
mean of c(x) over all items but the first of b. A share is between 0 and 1; all shares are 1 if a = b, and 0 if one is
the reversal of the other. Reversing a makes each share c into 1 - c, so that tau_ap(reversed a, b) = -tau_ap(a, b).
Names do not enter, so that the mean over b is the same for every a, and then 0. Of the mean with a and b exchanged the
same holds with b reversed, which permutes all b.

*Weighted tau.* <a, b> = sum over pairs of items of s_a s_b w with w = 1/r + 1/s > 0 and s_a, s_b in {1, 0, -1}, which
way round a and b have the pair. For one ranking of ranks this is a scalar product: |<a, b>| <= sqrt(<a, a> <b, b>)
(Cauchy-Schwarz), with 1 for b = a and -1 for the reversal. A mean of two such values is in the same range.

*Gains.* The sum over items of (n - a(x)) / log(b(x) + 1) multiplies gains that fall with a(x) and discounts that fall
with b(x): by the rearrangement inequality it is largest where b = a, and no term is negative.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from typing import Any

from ...model.axiom import Axiom
from ...numbers.exact import Whole, log, sqrt
from ...values.rankings import Ranking
from .. import axioms
from .judged import falls
from .proof import Proof
from .written import NAMELESS, is_written, of_rankings, over, proved


def shares(a: Ranking, b: Ranking) -> list[Any]:
    """c(x), of every item but the first of b."""
    ahead = {x: [y for y in a.items if b[y] < b[x]] for x in a.items}
    return [Whole(sum(a[y] < a[x] for y in above)) / Whole(len(above)) for x, above in ahead.items() if above]


def tau_ap(a: Ranking, b: Ranking) -> Any:
    """2 m - 1."""
    terms = shares(a, b)
    return over(2 * sum(terms, Whole(0)), Whole(len(terms))) - 1


def product_of(a: Any, b: Any, ranks: dict[Any, int]) -> Any:
    """<a, b> with these ranks."""

    def way(order: Any, x: Any, y: Any) -> int:
        return int(order[x] < order[y]) - int(order[x] > order[y])

    return sum(
        (
            way(a, x, y) * way(b, x, y) * (Whole(1) / Whole(ranks[x]) + Whole(1) / Whole(ranks[y]))
            for x, y in combinations(a.items, 2)
        ),
        Whole(0),
    )


def weighted_tau(a: Any, b: Any) -> Any:
    """<a, b> / sqrt(<a, a> <b, b>), with the ranks of a, ties as in b."""
    ordered = sorted(a.items, key=lambda x: (a[x], b[x]))
    ranks = {x: r for r, x in enumerate(ordered, 1)}
    norms = product_of(a, a, ranks) * product_of(b, b, ranks)
    return over(product_of(a, b, ranks), sqrt(norms))


def symmetric(of: Any, a: Any, b: Any) -> Any:
    """The mean of both ways round."""
    return (of(a, b) + of(b, a)) / Whole(2)


def gain(a: Ranking, b: Ranking, base: Any) -> Any:
    """The sum of (n - a(x)) / log(b(x) + 1)."""
    return sum((Whole(a.n - a[x]) / log(Whole(b[x] + 1), base) for x in a.items), Whole(0))


def target_displacement(a: Ranking, b: Ranking) -> Any:
    """|1 - b(x)| for the first item x of a."""
    return over(sum((abs(1 - b[x]) for x in a.items if a[x] == 1), Whole(0)), Whole(min(len(a), 1)))


IN_RANGE = of_rankings("0 <= c(x) <= 1", lambda a, b: all(0 <= c <= 1 for c in shares(a, b)))
ONES = of_rankings("c(x) = 1 where b = a", lambda a, b: all(c == 1 for c in shares(a, a)))
ZEROS = of_rankings("c(x) = 0 where one is the reversal of the other", lambda a, b: not any(shares(a, a.reversed())))
TURNED = of_rankings(
    "reversing a makes c(x) into 1 - c(x)", lambda a, b: shares(a.reversed(), b) == [1 - c for c in shares(a, b)]
)
BY_LOG = falls("1 / log(i + 1)", lambda i, base: 1 / log(Whole(i + 1), base), Whole(2), Whole(10))


def _ap_correlation() -> Iterator[Proof]:
    forms: dict[str, Callable[..., Any]] = {"asymmetric": tau_ap, "symmetric": partial(symmetric, tau_ap)}
    for variant, written in forms.items():
        row = f"tau-ap[{variant}]"
        both = " of a, b and of b, a, in the mean" if variant == "symmetric" else ""
        form = is_written(row, f"2 m - 1, m the mean of c(x){both}", written)
        yield proved(row, axioms.correlation_range, "a mean of shares is between 0 and 1", form, IN_RANGE)
        yield proved(row, axioms.one_on_equal, "every share is 1", form, ONES)
        yield proved(row, axioms.minus_one_on_reversed, "every share is 0", form, ZEROS)
        because = "reversing the reference turns the sign; reversals permute all rankings, and names do not enter"
        yield proved(row, axioms.mean_over_rankings(0), because, form, TURNED)
        yield proved(row, axioms.correlation_invariance, NAMELESS, form)
        if variant == "symmetric":
            yield proved(row, axioms.correlation_symmetry, "the formula is symmetric in a and b", form)


def _weighted_tau() -> Iterator[Proof]:
    for variant in ("first", "symmetric"):
        written = weighted_tau if variant == "first" else partial(symmetric, weighted_tau)
        for row in (f"weighted-tau[{variant}]", f"weighted-tau[{variant}-ties]"):
            both = "" if variant == "first" else ", and of b, a, in the mean"
            form = is_written(row, f"<a, b> / sqrt(<a, a> <b, b>) with the ranks of a, ties as in b{both}", written)
            yield proved(row, axioms.correlation_range, "Cauchy-Schwarz, for weights that are positive", form)
            yield proved(row, axioms.one_on_equal, "<a, a> / <a, a>", form)
            turned = "every s_a turns its sign at the reversal, and ties stay ties: -<a, a> / <a, a>"
            yield proved(row, axioms.minus_one_on_reversed, turned, form)
            tied = f"{NAMELESS}, and what both leave tied takes its ranks in another order, which no sum tells"
            yield proved(row, axioms.correlation_invariance, tied, form)


def _gains() -> Iterator[Proof]:
    formula = "the sum of (n - a(x)) / log(b(x) + 1)"
    own = is_written("dcg-rank[gain]", formula, gain)
    ideal = is_written("dcg-rank[ideal]", f"{formula} with a for b", lambda a, b, base: gain(a, a, base))
    row = "dcg-rank[normalised]"
    quotient = is_written(
        row, f"{formula} over that with a for b", lambda a, b, base: over(gain(a, b, base), gain(a, a, base))
    )
    best = "the rearrangement inequality: discounts fall with the place in b, gains with that in a"
    bound = axioms.bounded_by("dcg-rank[ideal]")
    yield proved("dcg-rank[gain]", bound, best, own, ideal, BY_LOG)
    yield proved("dcg-rank[ideal]", bound, "both sides are one number", ideal)
    yield proved(row, axioms.lies_between(0, 1), f"{best}; no term is negative", quotient, BY_LOG)
    yield proved(row, axioms.one_on_equal, "both sums are one", quotient)
    yield proved(row, axioms.correlation_invariance, NAMELESS, quotient)


def _position_error() -> Iterator[Proof]:
    formula = "|1 - b(x)| for the first item x of a"
    rows = ("position-error", "target-displacement")
    forms = [is_written(row, formula, target_displacement) for row in rows]
    yield proved("position-error", axioms.equals("target-displacement"), "both rows are |1 - b(x)|", *forms)
    behind = "an exchange of neighbours that a has in the same order leaves x in its place, or puts it one further down"
    known: dict[Axiom, str] = {
        axioms.non_negativity: "an absolute value",
        axioms.zero_on_equal: "the first item of a is the first of b",
        axioms.right_invariance: "renaming the items renames x, and changes no place",
        axioms.bruhat_monotone: behind,
        axioms.maximum_at_reversal: "the reversal has x last, where n - 1 is the largest |1 - b(x)|",
    }
    for row, form in zip(rows, forms, strict=True):
        yield from (proved(row, axiom, because, form) for axiom, because in known.items())


PROOFS = (*_ap_correlation(), *_weighted_tau(), *_gains(), *_position_error())
