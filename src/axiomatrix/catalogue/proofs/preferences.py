"""Coefficients of orders with ties, as counts of pairs: tau-b, tau-c, gamma, rho of mid-ranks, Jaccard, AUC and others.

Of two orders, let P_a and P_b be the numbers of pairs that each decides, C of those that both decide alike, D of those
that they decide in opposite ways, T of those that a decides and b does not. Then C + D <= P_a, P_b, and C + D + T =
P_a; of an order and itself D = T = 0 and C = P_a. Where both are rankings of n items, P_a = P_b = C + D = n (n - 1) / 2
and D is their number of inverted pairs.

*Ranges.* |C - D| <= C + D <= min(P_a, P_b) <= sqrt(P_a P_b). An order of m levels decides at most n^2 (1 - 1/m) / 2
pairs: 2 P = n^2 - (c_1^2 + ... + c_m^2), and the sum of squares is at least n^2 / m (Turan 1941; Cauchy-Schwarz).

*Mid-ranks.* Twice (the mid-rank of x less (n + 1) / 2) is u_x = the number of items ahead of x less the number behind
it, so that rho is the cosine of two vectors u and v. Of a ranking, u_x = 2 a(x) - n - 1, the sum of u_x^2 is n (n^2 -
1) / 3, and 2 u v = u^2 + v^2 - (u - v)^2 makes the cosine 1 - 6 S / (n (n^2 - 1)).

*Jaccard.* Put all pairs in random order. The first pair of A and the first one of B are the same with the probability
|A & B| / |A | B|, none being the first of no pairs. If those of A and C differ, then those of A and B do, or those of B
and C: 1 - J satisfies the triangle inequality (Broder 1997; Charikar 2002).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

from ...model.axiom import Axiom, Statement
from ...numbers.exact import Undefined, Whole, rational, sqrt
from .. import axioms
from .proof import Proof, Step
from .sums import RHO, TAU
from .written import NAMELESS, holds_of, is_written, lemma, over, proved


class Counts(NamedTuple):
    """C, D, T, P_a, P_b."""

    same: Any
    opposite: Any
    tied: Any
    first: Any
    second: Any


def counts(a: Any, b: Any) -> Counts:
    """The counts of pairs of two orders."""
    pairs = [
        (a.prefers(x, y) - a.prefers(y, x), b.prefers(x, y) - b.prefers(y, x)) for x, y in combinations(a.items, 2)
    ]
    products = [s * t for s, t in pairs]
    return Counts(
        Whole(products.count(1)),
        Whole(products.count(-1)),
        Whole(sum(s != 0 and t == 0 for s, t in pairs)),
        Whole(sum(s != 0 for s, _ in pairs)),
        Whole(sum(t != 0 for _, t in pairs)),
    )


def tau_c(a: Any, b: Any) -> Any:
    """2 m (C - D) / (n^2 (m - 1))."""
    pair_counts, m, n = counts(a, b), Whole(min(len(a.buckets), len(b.buckets))), len(a.items)
    return over(2 * m * (pair_counts.same - pair_counts.opposite), n * n * (m - 1) if m else Whole(0))


def balance(a: Any) -> list[Any]:
    """u_x, of every item."""
    return [Whole(sum(a.prefers(y, x) - a.prefers(x, y) for y in a.items)) for x in a.items]


def cosine(a: Any, b: Any) -> Any:
    """The cosine of u and v."""
    u, v = balance(a), balance(b)
    norms = sum(e * e for e in u) * sum(e * e for e in v)
    return over(Whole(sum(d * e for d, e in zip(u, v, strict=True))), sqrt(norms))


def of_level_pairs(half: bool, a: Any, b: Any) -> Any:
    """The mean over pairs of levels of (C + T / 2) / P_a of these levels."""
    pairs = [(*better, *worse) for better, worse in combinations(a.buckets, 2)]
    pair_counts = [counts(a.restricted(items), b.restricted(items)) for items in pairs]
    return over(sum((_share(half, of_pair) for of_pair in pair_counts), rational(0)), Whole(len(pairs)))


def _share(half: bool, pair_counts: Counts) -> Any:
    return over(_right(half, pair_counts), pair_counts.first)


def _right(half: bool, pair_counts: Counts) -> Any:
    return pair_counts.same + (pair_counts.tied / Whole(2) if half else 0)


def _of_two_levels(half: bool, a: Any, b: Any) -> Any:
    if len(a.buckets) != 2:
        raise Undefined("not two levels")
    return _share(half, counts(a, b))


# --- lemmas ---------------------------------------------------------------------------------------------------


def _true(row: str) -> Step:
    def keeps(a: Any, b: Any) -> bool:
        pair_counts, itself = counts(a, b), counts(a, a)
        least = min(pair_counts.first, pair_counts.second)
        return (
            pair_counts.same + pair_counts.opposite <= least
            and pair_counts.same + pair_counts.opposite + pair_counts.tied == pair_counts.first
            and itself == (pair_counts.first, 0, 0, pair_counts.first, pair_counts.first)
        )

    return holds_of(row, "C + D <= min(P_a, P_b), C + D + T = P_a, and C = P_a, D = T = 0 where a = b", keeps)


def _levels(n: int) -> Iterator[tuple[int, ...]]:
    """Sizes of levels, of up to 3 n items, that decide more pairs than Turan's bound."""

    def parts(left: int) -> Iterator[tuple[int, ...]]:
        yield (left,)
        for first in range(1, left):
            yield from ((first, *rest) for rest in parts(left - first))

    sizes = (c for total in range(1, 3 * n + 1) for c in parts(total))
    return (c for c in sizes if len(c) * (sum(c) ** 2 - sum(e * e for e in c)) > sum(c) ** 2 * (len(c) - 1))


TURAN = lemma("m levels of n items decide at most n^2 (1 - 1/m) / 2 pairs", _levels)


def _balances(n: int) -> Iterator[int]:
    squares = ((m, sum((2 * p - m - 1) ** 2 for p in range(1, m + 1))) for m in range(4 * n + 4))
    return (m for m, total in squares if 3 * total != m * (m * m - 1))


BALANCE = lemma("of a ranking the sum of (2 p - n - 1)^2 is n (n^2 - 1) / 3", _balances)


def _first_of(n: int) -> Iterator[tuple[set[int], set[int]]]:
    """Pairs of sets whose chance of equal first items is not their Jaccard index."""
    every = list(permutations(range(n)))
    sets = [frozenset(x for x, bit in enumerate(bits) if bit) for bits in product((0, 1), repeat=n)]

    def first(order: tuple[int, ...], of: frozenset[int]) -> int | None:
        return next((x for x in order if x in of), None)

    for A, B in product(sets, repeat=2):
        agree = sum(first(order, A) == first(order, B) for order in every)
        if A | B and agree * len(A | B) != len(A & B) * len(every):
            yield set(A), set(B)


FIRST = lemma("in random order the first of A is the first of B with the probability |A & B| / |A | B|", _first_of)

# --- the rows -------------------------------------------------------------------------------------------------

RATIO = "|C - D| <= C + D <= min(P_a, P_b) <= sqrt(P_a P_b)"
ITSELF = "C = P_a = P_b and D = T = 0 where a = b"
RANKINGS = "of two rankings P_a = P_b = C + D = n (n - 1) / 2, and D counts the inverted pairs"
COUNTED = "both values are those quotients of counts of pairs"


def _gamma(pair_counts: Counts) -> Any:
    return over(pair_counts.same - pair_counts.opposite, pair_counts.same + pair_counts.opposite)


def _jaccard(pair_counts: Counts) -> Any:
    return over(pair_counts.same, pair_counts.first + pair_counts.second - pair_counts.same)


TIES = {"half": "(C + T / 2)", "strict": "C"}
KINDS = ("weak-orders", "partial-orders")
GAMMAS, JACCARDS = ([f"{name}[{kind}]" for kind in KINDS] for name in ("gamma", "jaccard-preferences"))
OF_COUNTS: dict[str, tuple[str, Callable[[Counts], Any]]] = {
    "kendall-tau-b": ("(C - D) / sqrt(P_a P_b)", lambda c: over(c.same - c.opposite, sqrt(c.first * c.second))),
    "gamma[as-printed]": ("(D - C) / (C + D)", lambda c: -_gamma(c)),
    **dict.fromkeys(GAMMAS, ("(C - D) / (C + D)", _gamma)),
    **dict.fromkeys(JACCARDS, ("C / (P_a + P_b - C)", _jaccard)),
    "fraction-concordant[decided]": ("C / (C + D)", lambda c: over(c.same, c.same + c.opposite)),
    "fraction-concordant[all]": ("C / P_a", lambda c: over(c.same, c.first)),
    "kendall-preferences[normalised]": ("D / P_a", lambda c: over(c.opposite, c.first)),
    **{f"c-index[{name}]": (f"{TIES[name]} / P_a", partial(_share, name == "half")) for name in TIES},
    **{f"jonckheere-terpstra[{name}]": (TIES[name], partial(_right, name == "half")) for name in TIES},
}
"""Rows that are functions of the counts: in words, and the function."""
OF_ORDERS: dict[str, tuple[str, Callable[..., Any]]] = {
    "kendall-tau-c": ("2 m (C - D) / (n^2 (m - 1)), m the lesser number of levels", tau_c),
    "spearman-rho[mid-ranks]": ("the cosine of u and v", cosine),
    "preference-count": ("P_a", lambda a: counts(a, a).first),
    **{
        f"auc[{name}]": (f"{TIES[name]} / P_a where a has two levels", partial(_of_two_levels, name == "half"))
        for name in TIES
    },
    **{
        f"m-auc[{name}]": (
            f"the mean over pairs of levels of a of {TIES[name]} / P_a of these levels",
            partial(of_level_pairs, name == "half"),
        )
        for name in TIES
    },
}
"""Other rows: in words, and the function of the orders."""
FORMS = {
    **{
        row: is_written(row, f"{formula}, counted pair by pair", lambda a, b, of=of: of(counts(a, b)))
        for row, (formula, of) in OF_COUNTS.items()
    },
    **{row: is_written(row, *form) for row, form in OF_ORDERS.items()},
}
"""That each row is its formula."""


def _proof(row: str, statement: Statement | Axiom, because: str, *steps: Step) -> Proof:
    return proved(row, statement, because, FORMS[row], *steps)


def _correlations() -> Iterator[Proof]:
    yield _proof("kendall-tau-b", axioms.correlation_range, RATIO, _true("kendall-tau-b"))
    yield _proof("kendall-tau-b", axioms.one_on_equal, ITSELF, _true("kendall-tau-b"))
    coefficients = ("kendall-tau-b", "kendall-tau-c", "spearman-rho[mid-ranks]", "gamma[as-printed]")
    for row in (*coefficients, *GAMMAS, *JACCARDS):
        yield _proof(row, axioms.correlation_invariance, NAMELESS)
    yield _proof("kendall-preferences[normalised]", axioms.right_invariance, NAMELESS)
    yield _proof("kendall-tau-b", axioms.agrees_on_rankings("kendall-tau"), RANKINGS, TAU.form)
    turan = "|C - D| <= P of the order with fewer levels, which is at most n^2 (1 - 1/m) / 2"
    yield _proof("kendall-tau-c", axioms.correlation_range, turan, _true("kendall-tau-c"), TURAN)
    yield _proof("kendall-tau-c", axioms.agrees_on_rankings("kendall-tau"), f"{RANKINGS}; m = n", TAU.form)
    rho = "spearman-rho[mid-ranks]"
    yield _proof(rho, axioms.correlation_range, "a cosine (Cauchy-Schwarz)")
    yield _proof(rho, axioms.one_on_equal, "the cosine of a vector and itself")
    expanded = "2 u v = u^2 + v^2 - (u - v)^2, u - v = 2 (a(x) - b(x)), and the sum of u^2 is n (n^2 - 1) / 3"
    yield _proof(rho, axioms.agrees_on_rankings("spearman-rho"), expanded, BALANCE, RHO.form)
    for row in (*GAMMAS, "gamma[as-printed]"):
        yield _proof(row, axioms.correlation_range, "|C - D| <= C + D")
        if row != "gamma[as-printed]":
            yield _proof(row, axioms.agrees_on_rankings("kendall-tau"), RANKINGS, TAU.form)
    for row in JACCARDS:
        yield _proof(row, axioms.one_on_equal, ITSELF, _true(row))
        yield _proof(row, axioms.correlation_symmetry, "C is the same of b and a, and P_a + P_b too")
        yield _proof(
            row,
            axioms.one_minus_triangle,
            "1 - J is the probability that the first of A is not the first of B, none being the first of no pairs",
            FIRST,
        )


def _levels_and_ties() -> Iterator[Proof]:
    gamma = "fraction-concordant[decided]"
    halved = "C / (C + D) = ((C - D) / (C + D) + 1) / 2"
    yield _proof(gamma, axioms.equals("gamma[weak-orders]", "1/2", "1/2"), halved, FORMS["gamma[weak-orders]"])
    row = "fraction-concordant[all]"
    yield _proof(row, axioms.equals("c-index[strict]"), COUNTED, FORMS["c-index[strict]"])
    count = "preference-count"
    yield _proof(count, axioms.preferences_of_two_levels, "each item of the one level and each of the other is a pair")
    yield _proof(count, axioms.preferences_of_levels_bound, "Turan's bound", TURAN)
    for name in TIES:
        normalised = FORMS["kendall-preferences[normalised]"]
        for row in (f"auc[{name}]", f"c-index[{name}]"):
            without = axioms.equals_without_ties("kendall-preferences[normalised]", -1, 1)
            yield _proof(row, without, "T = 0 where b has no ties, so that C = P_a - D", normalised, _true(row))
        yield _proof(
            f"c-index[{name}]",
            axioms.mean_over_level_pairs("auc", "pairs"),
            "a pair of levels of c and c' items has c c' pairs: the weighted sum counts every pair of P_a once",
            FORMS[f"auc[{name}]"],
        )
        of_each = "the value is that mean"
        yield _proof(f"m-auc[{name}]", axioms.mean_over_level_pairs("auc", "equal"), of_each, FORMS[f"auc[{name}]"])
        yield _proof(
            f"jonckheere-terpstra[{name}]",
            axioms.proportional("c-index"),
            "J = P_a times the C-index, so that both sides are P_a times the C-index of a, b times that of a, a",
            FORMS[f"c-index[{name}]"],
        )


PROOFS = (*_correlations(), *_levels_and_ties())
