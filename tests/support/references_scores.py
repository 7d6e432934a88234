"""Independent implementations of the metrics of judged lists, runs and scored lists."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

from reference_table import List, Value, mean, reference, rows_of

# --- judged lists: sets and cut-offs ---------------------------------------------------------------------------


def hits(grades: Sequence[Fraction]) -> Fraction:
    return Fraction(len([g for g in grades if g > 0]))


def existing(x: List) -> Fraction:
    return hits(x[0]) + hits(x[1])


@reference("precision")
def precision(x: List) -> Value:
    return hits(x[0]) / len(x[0]) if x[0] else None


@reference("recall")
def recall(x: List) -> Value:
    return hits(x[0]) / existing(x) if existing(x) else None


@reference("f-measure")
def f_measure(x: List, beta: Fraction) -> Value:
    if not x[0] or not existing(x):
        return None
    return (1 + beta**2) * hits(x[0]) / (beta**2 * existing(x) + len(x[0]))


@reference("precision-at")
def precision_at(x: List, k: Fraction) -> Value:
    return hits(x[0][: int(k)]) / k


@reference("recall-at")
def recall_at(x: List, k: Fraction) -> Value:
    return hits(x[0][: int(k)]) / existing(x) if existing(x) else None


@reference("r-precision")
def r_precision(x: List) -> Value:
    return precision_at(x, existing(x)) if existing(x) else None


@reference("success-at")
def success_at(x: List, k: Fraction) -> Value:
    return Fraction(any(g > 0 for g in x[0][: int(k)]))


@rows_of("average-precision", "R", "min-k-R", "retrieved")
def average_precision(variant: str, x: List, k: Fraction) -> Value:
    if not existing(x):
        return None
    seen = x[0][: int(k)]
    pairs = [(i, j) for i in range(len(seen)) for j in range(i + 1) if seen[i] > 0 and seen[j] > 0]
    total = sum((Fraction(1, i + 1) for i, _ in pairs), Fraction(0))
    divisor = {"R": existing(x), "min-k-R": min(k, existing(x)), "retrieved": hits(seen) or 1}[variant]
    return total / divisor


@reference("average-precision[whole]")
def whole_average_precision(x: List) -> Value:
    return average_precision("R", x, Fraction(len(x[0])))


@reference("reciprocal-rank")
def reciprocal_rank(x: List) -> Value:
    found = [Fraction(1, i) for i, g in enumerate(x[0], 1) if g > 0]
    return max(found) if found else Fraction(0)


@reference("bpref")
def bpref(x: List) -> Value:
    judged = [g for g in x[0] if g >= 0]
    relevant, others = existing(x), [*judged, *x[1]].count(Fraction(0))
    if not relevant:
        return None
    total = Fraction(0)
    for i, g in enumerate(judged):
        above = len([h for h in judged[:i] if h == 0])
        if g > 0:
            total += 1 if above == 0 else 1 - Fraction(min(above, relevant)) / min(relevant, others)
    return total / relevant


@reference("kendall-relevance")
def kendall_relevance(x: List) -> Value:
    return Fraction(len([1 for above, below in combinations(x[0], 2) if above < below]))


# --- gains and discounts ---------------------------------------------------------------------------------------


def ndcg(gain: Callable[[Fraction], Any], discount: Callable[[int], Any], depth: int, x: List) -> Value:
    best = dcg(gain, discount, depth, (sorted([*x[0], *x[1]], reverse=True), []))
    return dcg(gain, discount, depth, x) / best if best > 0 else None


def dcg(gain: Callable[[Fraction], Any], discount: Callable[[int], Any], depth: int, x: List) -> Any:
    return sum(gain(g) * discount(i) for i, g in enumerate(x[0], 1) if i <= depth)


def exponential(g: Fraction) -> float:
    return 2.0 ** float(g) - 1


def linear(g: Fraction) -> float:
    return float(g)


def log2(i: int) -> float:
    return math.log(2) / math.log(i + 1)


for _name, _sum in (("dcg", dcg), ("ndcg", ndcg)):
    for _variant, _gain in (("exponential", exponential), ("linear", linear), ("signed", linear)):
        reference(f"{_name}[{_variant}]")(lambda x, k, s=_sum, g=_gain: s(g, log2, int(k), x))
    reference(f"{_name}[base]")(
        lambda x, b, s=_sum: s(linear, lambda i: 1 if i <= b else math.log(b) / math.log(i), 10**6, x)
    )
    reference(f"{_name}[any]")(
        lambda x, weights, s=_sum: s(lambda g: g, lambda i: ([*weights, *[0] * i])[i - 1], 10**6, x)
    )
    reference("half-life" if _name == "dcg" else "ndcg[half-life]")(
        lambda x, alpha, s=_sum: s(linear, lambda i: 0.5 ** ((i - 1) / (alpha - 1)), 10**6, x)
    )


@reference("err[gains]")
def err(x: List, p: Fraction) -> Value:
    """The user goes down rank by rank: what is expected from each rank on."""

    def from_rank(i: int) -> Fraction:
        if i > len(x[0]):
            return Fraction(0)
        r = x[0][i - 1]
        return r * Fraction(1, i) + (1 - r) * p * from_rank(i + 1)

    return from_rank(1)


@reference("err[graded]")
def err_graded(x: List, top: Fraction) -> Value:
    if any(g < 0 or g > top for g in x[0]):
        return None
    if any(g.denominator > 1 for g in x[0]):
        return err(([(2.0**g - 1) / 2.0**top for g in x[0]], []), Fraction(1))
    return err(([Fraction(2 ** int(g) - 1, 2 ** int(top)) for g in x[0]], []), Fraction(1))


@reference("rbp[gains]")
def rbp(x: List, p: Fraction) -> Value:
    """The user goes on with probability p: the mean of the gains seen over the ends of the walk, over its mean length.

    Written as the expectation: rank i is seen with probability p^(i-1), and 1 / (1 - p) ranks are seen in the mean.
    """
    seen = sum((g * math.prod([p] * i, start=Fraction(1)) for i, g in enumerate(x[0])), Fraction(0))
    return seen / (1 / (1 - p))


@reference("rbp[binary]")
def rbp_binary(x: List, p: Fraction) -> Value:
    return rbp(([Fraction(g > 0) for g in x[0]], []), p)


# --- runs and ties ---------------------------------------------------------------------------------------------


def _mean_over(run: list[List], score: Callable[[List], Any]) -> Value:
    values = [score(x) for x in run]
    return mean(values) if values and None not in values else None


@rows_of("mean-average-precision", "R", "min-k-R", "retrieved")
def mean_average_precision(variant: str, run: list[List], k: Fraction) -> Value:
    return _mean_over(run, lambda x: average_precision(variant, x, k))


reference("ndcg[retrieved]")(lambda x, k: ndcg(exponential, log2, int(k), (x[0], [])))
reference("mean-average-precision[answered]")(lambda run: _mean_over([x for x in run if x[0]], whole_average_precision))


@rows_of("ndcg-of-ids", "first", "each")
def ndcg_of_ids(variant: str, x: tuple[list[Any], dict[Any, Fraction]], k: Fraction) -> Value:
    ids, judged = x
    graded = [judged.get(one, Fraction(0)) for one in ids]
    if variant == "first":
        graded = [g if ids.index(one) == i else Fraction(0) for i, (one, g) in enumerate(zip(ids, graded, strict=True))]
    best = dcg(linear, log2, int(k), (sorted(judged.values(), reverse=True), []))
    return dcg(linear, log2, int(k), (graded, [])) / best if best > 0 else None


@reference("rank-effectiveness")
def rank_effectiveness(x: tuple[list[Any], dict[Any, Fraction]]) -> Value:
    """By going through the places of the rated ids, those that are missing at the end."""
    ids, judged = x
    rated = sorted(judged, key=lambda one: ids.index(one) if one in ids else len(ids))
    right = every = 0
    for i, one in enumerate(rated):
        for other in rated[i + 1 :]:
            every += judged[one] != judged[other]
            right += judged[one] > judged[other] and one in ids
    return Fraction(right, every) if every else None


reference("mean-average-precision[whole]")(lambda run: _mean_over(run, whole_average_precision))
reference("mean-reciprocal-rank")(lambda run: _mean_over(run, reciprocal_rank))
reference("hit-rate")(lambda run, k: _mean_over(run, lambda x: success_at(x, k)))


def orders_of_ties(scores: Sequence[Fraction]) -> Iterator[list[int]]:
    """All orders of the indices by falling score."""
    levels = sorted(set(scores), reverse=True)
    for parts in product(*(permutations([i for i, s in enumerate(scores) if s == level]) for level in levels)):
        yield [i for part in parts for i in part]


def tied(policy: str, score: Callable[..., Any], x: list[list[Fraction]], *k: Fraction) -> Value:
    grades, scores, missing = x
    if policy == "input":
        order = sorted(range(len(grades)), key=lambda i: -scores[i])
        return score(([grades[i] for i in order], missing), *k)
    values = [score(([grades[i] for i in order], missing), *k) for order in orders_of_ties(scores)]
    if None in values:
        return None
    return {"mean": mean, "best": max, "worst": min}[policy](values)


for _policy in ("mean", "input", "best", "worst"):
    for _name, _score in (
        ("tied-precision-at", precision_at),
        ("tied-average-precision", whole_average_precision),
        ("tied-reciprocal-rank", reciprocal_rank),
        ("tied-ndcg", lambda x, k: ndcg(linear, log2, int(k), x)),
    ):
        reference(f"{_name}[{_policy}]")(lambda *given, p=_policy, s=_score: tied(p, s, *given))
