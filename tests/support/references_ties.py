"""Independent implementations of the metrics of weak and partial orders."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations
from typing import Any

from reference_table import Value, mean, reference, rows_of
from references_rankings import agreeing, pearson

# --- orders with ties, partial orders --------------------------------------------------------------------------

Levels = list[int]
Partial = tuple[int, set[tuple[int, int]]]


def counts(a: Any, b: Any) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Concordant and discordant pairs, and the pairs that each order decides."""
    if isinstance(a, list):
        decided = [Fraction(len([1 for x, y in combinations(z, 2) if x != y])) for z in (a, b)]
        return (*agreeing(a, b), *decided)
    same = opposite = Fraction(0)
    for x, y in combinations(range(1, a[0] + 1), 2):
        for first, second in ((x, y), (y, x)):
            same += (first, second) in a[1] and (first, second) in b[1]
            opposite += (first, second) in a[1] and (second, first) in b[1]
    return same, opposite, Fraction(len(a[1])), Fraction(len(b[1]))


def tau_b(a: Any, b: Any) -> Value:
    c, d, p, q = counts(a, b)
    return float(c - d) / math.sqrt(p) / math.sqrt(q) if p and q else None


def gamma(a: Any, b: Any) -> Value:
    c, d, _, _ = counts(a, b)
    return (c - d) / (c + d) if c + d else None


def less(value: Value) -> Value:
    return None if value is None else 1 - value


def jaccard(a: Any, b: Any) -> Value:
    c, _, p, q = counts(a, b)
    return c / (p + q - c) if p + q else None


reference("kendall-tau-b")(tau_b)
reference("gamma[weak-orders]", "gamma[partial-orders]")(gamma)
reference("gamma[as-printed]")(lambda a, b: gamma(a, (b[0], {(y, x) for x, y in b[1]})))
reference("jaccard-preferences[weak-orders]", "jaccard-preferences[partial-orders]")(jaccard)
for _kind in ("rankings", "weak-orders", "partial-orders"):
    reference(f"tau-b-distance[{_kind}]")(lambda a, b: less(tau_b(a, b)))
    reference(f"gamma-distance[{_kind}]")(lambda a, b: less(gamma(a, b)))


@reference("kendall-tau-c")
def tau_c(a: Levels, b: Levels) -> Value:
    m, (c, d) = min(len(set(a)), len(set(b))), agreeing(a, b)
    return (c - d) / (Fraction(len(a) ** 2, 2) * Fraction(m - 1, m)) if m > 1 else None


@reference("spearman-rho[mid-ranks]")
def mid_rank_rho(a: Levels, b: Levels) -> Value:
    ranks = [[mean([Fraction(sorted(z).index(x) + 1 + k) for k in range(z.count(x))]) for x in z] for z in (a, b)]
    covariance, variances = pearson(*ranks)
    return float(covariance) / math.sqrt(variances) if variances else None


@rows_of("fraction-concordant", "decided", "all")
def fraction_concordant(variant: str, a: Levels, b: Levels) -> Value:
    c, d, p, _ = counts(a, b)
    divisor = c + d if variant == "decided" else p
    return c / divisor if divisor else None


@reference("preference-count")
def preference_count(a: Levels) -> Value:
    sizes = [a.count(level) for level in set(a)]
    return Fraction(sum(x * y for x, y in combinations(sizes, 2)))


@rows_of("kendall-preferences", "count", "normalised")
def kendall_preferences(variant: str, a: Levels, b: Levels) -> Value:
    _, d, p, _ = counts(a, b)
    if variant == "count":
        return d
    return d / p if p else None


def won(variant: str, a: Levels, b: Levels, i: int, j: int) -> tuple[Fraction, int]:
    """Pairs of the levels i < j of a that b puts right, and all of them."""
    pairs = [(x, y) for x in range(len(a)) for y in range(len(a)) if (a[x], a[y]) == (i, j)]
    tie = Fraction(1, 2) if variant == "half" else Fraction(0)
    return sum((Fraction(1) if b[x] < b[y] else tie if b[x] == b[y] else Fraction(0) for x, y in pairs)), len(pairs)


def by_levels(variant: str, a: Levels, b: Levels) -> list[tuple[Fraction, int]]:
    return [won(variant, a, b, i, j) for i, j in combinations(sorted(set(a)), 2)]


@rows_of("auc", "half", "strict")
def auc(variant: str, a: Levels, b: Levels) -> Value:
    found = by_levels(variant, a, b)
    return found[0][0] / found[0][1] if len(found) == 1 else None


@rows_of("c-index", "half", "strict")
def c_index(variant: str, a: Levels, b: Levels) -> Value:
    found = by_levels(variant, a, b)
    return sum(w for w, _ in found) / Fraction(sum(n for _, n in found)) if found else None


@rows_of("m-auc", "half", "strict")
def m_auc(variant: str, a: Levels, b: Levels) -> Value:
    found = by_levels(variant, a, b)
    return mean([w / n for w, n in found]) if found else None


@rows_of("jonckheere-terpstra", "half", "strict")
def jonckheere_terpstra(variant: str, a: Levels, b: Levels) -> Value:
    return sum((w for w, _ in by_levels(variant, a, b)), Fraction(0))
