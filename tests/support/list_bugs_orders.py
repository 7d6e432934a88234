"""Bugs planted by hand in correlations of rankings and of orders with ties, and in metrics of targets with levels."""

from __future__ import annotations

from itertools import combinations

from list_handwritten import planted

from axiomatrix.numbers.exact import Undefined, Whole, log, rational, sqrt
from axiomatrix.values.rankings import inverted_pairs


def two(a):
    if len(a) < 2:
        raise Undefined("fewer than two items")


def pairs(a, b):
    """Concordant and discordant pairs, and pairs that each order decides."""
    signs = [((a[x] > a[y]) - (a[x] < a[y]), (b[x] > b[y]) - (b[x] < b[y])) for x, y in combinations(a.items, 2)]
    same, opposite = (Whole(sum(s * t == wanted for s, t in signs)) for wanted in (1, -1))
    return same, opposite, Whole(sum(s != 0 for s, _ in signs)), Whole(sum(t != 0 for _, t in signs))


def defined(divisor):
    if not divisor:
        raise Undefined("nothing to divide by")
    return divisor


# --- rankings --------------------------------------------------------------------------------------------------


@planted("divided by n^3, not by n^3 - n", "spearman-rho", "minus-one-on-reversed", 2)
def rho_divisor(a, b):
    two(a)
    return 1 - 6 * sum((a[x] - b[x]) ** 2 for x in a.items) / a.n**3


@planted("absolute values, not squares", "spearman-rho", "minus-one-on-reversed", 3)
def rho_absolute(a, b):
    two(a)
    return 1 - 6 * sum(abs(a[x] - b[x]) for x in a.items) / (a.n * (a.n**2 - 1))


@planted("each pair counted once in the divisor only", "kendall-tau", "minus-one-on-reversed", 2)
def tau_factor(a, b):
    two(a)
    return 1 - 2 * Whole(len(inverted_pairs(a, b))) / (a.n * (a.n - 1))


@planted("neighbours only", "kendall-normalised", "betweenness", 3)
def neighbours(a, b):
    two(a)
    return Whole(sum(b[x] > b[y] for x, y in zip(a.order, a.order[1:], strict=False))) / (a.n - 1)


@planted("the maximum of even n", "footrule-normalised", "value-on-reversed(value=1)", 3)
def maximum_of_even(a, b):
    two(a)
    return 2 * sum(abs(a[x] - b[x]) for x in a.items) / a.n**2


@planted("the maximum as printed", "spearman-distance-normalised[maximum]", "value-on-reversed(value=1)", 2)
def maximum_as_printed(a, b):
    two(a)
    return sum((a[x] - b[x]) ** 2 for x in a.items) / Whole(sum((a.n - 2 * i) ** 2 for i in range(1, len(a) + 1)))


@planted("the first item of the prediction", "position-error", "equals(other=target-displacement, scale=1, shift=0)", 3)
def first_of_prediction(a, b):
    return a[b.order[0]] - 1


@planted("the rank, not the number of wrong items", "position-error", "zero-on-equal", 1)
def rank_itself(a, b):
    return b[a.order[0]]


@planted("the discount of the prediction's rank", "discounted-error", "reference", 3)
def discount_of_prediction(a, b, base):
    return sum(abs(a[x] - b[x]) / log(b[x] + 1, base) for x in a.items)


@planted("the discounts of the ideal one rank too deep", "dcg-rank[normalised]", "one-on-equal", 2)
def dcg_of_prediction(a, b, base):
    two(a)
    ideal = sum((a.n - i) / log(i + 2, base) for i in range(1, len(a) + 1))
    return sum((a.n - a[x]) / log(b[x] + 1, base) for x in b.order) / ideal


# --- ties ------------------------------------------------------------------------------------------------------


@planted("ties left in the divisor", "kendall-tau-b", "one-on-equal", 3)
def tau_a(a, b):
    c, d, p, q = pairs(a, b)
    return (c - d) / (defined(p * q) and a.n * (a.n - 1) / 2)


@planted("the divisor of one order squared", "kendall-tau-b", "correlation-symmetry", 3)
def one_divisor(a, b):
    c, d, p, q = pairs(a, b)
    return (c - d) / (defined(p * q) and p)


@planted("the root forgotten", "kendall-tau-b", "one-on-equal", 3)
def root_forgotten(a, b):
    c, d, p, q = pairs(a, b)
    return (c - d) / defined(p * q)


@planted("the larger number of buckets", "kendall-tau-c", "reference", 3)
def larger_number(a, b):
    c, d, p, q = pairs(a, b)
    m = Whole(max(len(a.buckets), len(b.buckets)))
    return 2 * (c - d) * m / (defined(p * q) and a.n**2 * (m - 1))


@planted("the least rank of a bucket, not the middle", "spearman-rho[mid-ranks]", "antisymmetry", 4)
def least_rank(a, b):
    ranks = [[Whole(1 + sum(z[y] < z[x] for y in z.items)) for x in z.items] for z in (a, b)]
    u, v = ([a.n * r - sum(z) for r in z] for z in ranks)
    variances = sum(r * r for r in u) * sum(r * r for r in v)
    return sum(r * s for r, s in zip(u, v, strict=True)) / sqrt(rational(defined(variances)))


@planted("bucket numbers for ranks", "spearman-rho[mid-ranks]", "reference", 4)
def bucket_numbers(a, b):
    u, v = ([a.n * z[x] - sum(z[y] for y in z.items) for x in z.items] for z in (a, b))
    variances = sum(r * r for r in u) * sum(r * r for r in v)
    return sum(r * s for r, s in zip(u, v, strict=True)) / sqrt(rational(defined(variances)))


@planted("ties in the divisor of gamma", "gamma[weak-orders]", "one-on-equal", 3)
def gamma_with_ties(a, b):
    c, d, _, _ = pairs(a, b)
    return (c - d) / (defined(c + d) and a.n * (a.n - 1) / 2)


@planted("d and d' exchanged", "gamma[weak-orders]", "one-on-equal", 2)
def gamma_exchanged(a, b):
    c, d, _, _ = pairs(a, b)
    return (d - c) / defined(c + d)


@planted(
    "a tie is agreement", "fraction-concordant[decided]", "equals(other=gamma[weak-orders], scale=1/2, shift=1/2)", 3
)
def tie_is_agreement(a, b):
    c, d, _, _ = pairs(a, b)
    return (a.n * (a.n - 1) / 2 - d) / (defined(c + d) and a.n * (a.n - 1) / 2)


@planted("the larger set for the union", "jaccard-preferences[weak-orders]", "reference", 3)
def larger_for_union(a, b):
    c, _, p, q = pairs(a, b)
    return c / defined(max(p, q))


# --- levels ----------------------------------------------------------------------------------------------------


@planted("a tie counts whole", "auc[half]", "reference", 2)
def tie_counts_whole(a, b):
    return rational(sum(b[x] <= b[y] for x in a.buckets[0] for y in a.buckets[1])) / (
        len(a.buckets[0]) * len(a.buckets[1])
    )


@planted(
    "the wrong way round",
    "auc[strict]",
    "equals-without-ties(other=kendall-preferences[normalised], scale=-1, shift=1)",
    2,
)
def wrong_way_round(a, b):
    return rational(sum(b[x] > b[y] for x in a.buckets[0] for y in a.buckets[1])) / (
        len(a.buckets[0]) * len(a.buckets[1])
    )


@planted("neighbouring levels only", "c-index[strict]", "mean-over-level-pairs(other=auc, weights=pairs)", 3)
def neighbouring_levels(a, b):
    levels = list(zip(a.buckets, a.buckets[1:], strict=False))
    good = sum(b[x] < b[y] for u, v in levels for x in u for y in v)
    return rational(good) / defined(sum(len(u) * len(v) for u, v in levels))


@planted("levels weighed by their pairs", "m-auc[strict]", "mean-over-level-pairs(other=auc, weights=equal)", 4)
def weighed_levels(a, b):
    c, _, p, _ = pairs(a, b)
    return c / defined(p)


@planted("a pair of tied targets is preferred too", "preference-count", "preferences-of-two-levels", 3)
def tied_targets(a):
    return a.n * (a.n - 1) / 2
