"""Two planted libraries whose metrics belong together: ``straight`` in truth, ``crooked`` in name only.

``straight`` leaves ties in the order of the input throughout; each metric of ``crooked`` has a fault of its own.
"""

from __future__ import annotations

import math
from typing import Any

from planted_helpers import CROOKED, LIBRARY, PAGE, STRAIGHT, averaged, checked, input_order, precision_of
from planted_runs import in_order

from axiomatrix import spaces
from axiomatrix.libraries.implementation import implementation
from axiomatrix.libraries.shapes import QrelsAndRun, TruthAndScores, TwoVectors
from axiomatrix.model.registry import Registry


def relevant(grades: list[Any]) -> int:
    return sum(g > 0 for g in grades)


def reciprocal(grades: list[Any], k: int = 1000) -> float:
    return max((1 / i for i, g in enumerate(grades[:k], 1) if g > 0), default=0.0)


def average(grades: list[Any], k: int = 1000) -> float:
    found = sum(precision_of(grades, i) for i, g in enumerate(grades[:k], 1) if g > 0)
    return found / max(1, relevant(grades))


def gained(grades: list[Any], k: int) -> float:
    return sum(g / math.log2(i + 1) for i, g in enumerate(grades[:k], 1))


def harmonic(p: float, r: float) -> float:
    return 2 * p * r / (p + r) if p + r else 0.0


def tau(x: Any, y: Any, total: float) -> float:
    pairs = [(x[i] - x[j], y[i] - y[j]) for i in range(len(x)) for j in range(i)]
    return sum((a * b > 0) - (a * b < 0) for a, b in pairs) / total


def register(registry: Registry) -> None:
    """The rows of both."""
    whole: dict[str, Any] = {
        "shape": TruthAndScores(),
        "kind": "score",
        "arguments": {"x": spaces.whole_lists(1)},
        "page": PAGE,
        "into": registry,
    }
    at_k = {**whole, "parameters": {"k": spaces.cut_offs()}}
    graded = {**at_k, "arguments": {"x": spaces.whole_lists(2)}}
    _straight(whole, at_k, graded)
    _crooked(whole, at_k, graded)
    _orders_and_rows(registry)


def _straight(whole: Any, at_k: Any, graded: Any) -> None:
    defined = {"definition": lambda x, k: x.relevant(k) / k, "ties": "input order"}

    @implementation(STRAIGHT, "precision", concept="P@k", **defined, **at_k)
    def precision(y_true: Any, y_score: Any, k: int) -> Any:
        return precision_of(input_order(y_true, y_score), k)

    @implementation(STRAIGHT, "precision_again", concept="P@k", **defined, **at_k)
    def precision_again(y_true: Any, y_score: Any, k: int) -> Any:
        return relevant(input_order(y_true, y_score)[:k]) / k

    @implementation(STRAIGHT, "recall", concept="recall@k", **at_k)
    def recall(y_true: Any, y_score: Any, k: int) -> Any:
        return relevant(input_order(y_true, y_score)[:k]) / max(1, relevant(y_true))

    @implementation(STRAIGHT, "hit", concept="hit@k", **at_k)
    def hit(y_true: Any, y_score: Any, k: int) -> Any:
        return float(relevant(input_order(y_true, y_score)[:k]) > 0)

    @implementation(STRAIGHT, "rr", concept="RR", **whole)
    def rr(y_true: Any, y_score: Any) -> Any:
        return reciprocal(input_order(y_true, y_score))

    @implementation(STRAIGHT, "rr_at", concept="RR@k", **at_k)
    def rr_at(y_true: Any, y_score: Any, k: int) -> Any:
        return reciprocal(input_order(y_true, y_score), k)

    @implementation(STRAIGHT, "ap", concept="AP", **whole)
    def ap(y_true: Any, y_score: Any) -> Any:
        return average(input_order(y_true, y_score))

    @implementation(STRAIGHT, "ap_at", concept="AP@k", **at_k)
    def ap_at(y_true: Any, y_score: Any, k: int) -> Any:
        return average(input_order(y_true, y_score), k)

    @implementation(STRAIGHT, "r_precision", concept="R-precision", **whole)
    def r_precision(y_true: Any, y_score: Any) -> Any:
        return relevant(input_order(y_true, y_score)[: relevant(y_true)]) / max(1, relevant(y_true))

    @implementation(STRAIGHT, "f1", concept="F1@k", **at_k)
    def f1(y_true: Any, y_score: Any, k: int) -> Any:
        found = relevant(input_order(y_true, y_score)[:k])
        return harmonic(found / k, found / max(1, relevant(y_true)))

    @implementation(STRAIGHT, "dcg", concept="DCG@k (linear gains)", **graded)
    def dcg(y_true: Any, y_score: Any, k: int) -> Any:
        return gained(input_order(y_true, y_score), k)

    @implementation(STRAIGHT, "ndcg", concept="nDCG@k (linear gains)", **graded)
    def ndcg(y_true: Any, y_score: Any, k: int) -> Any:
        best = gained(sorted(y_true, reverse=True), k)
        return gained(input_order(y_true, y_score), k) / best if best else 0.0

    @implementation(STRAIGHT, "reported", options={"recomputed": "straight.precision"}, **at_k)
    def reported(y_true: Any, y_score: Any, k: int) -> Any:
        return precision_of(input_order(y_true, y_score), k)


def _crooked(whole: Any, at_k: Any, graded: Any) -> None:
    defined = {"definition": lambda x, k: x.relevant(k) / k}

    @implementation(CROOKED, "precision", concept="P@k", **defined, **at_k)
    def precision(y_true: Any, y_score: Any, k: int) -> Any:
        return precision_of(input_order(y_true, y_score), k)

    @implementation(CROOKED, "precision_reversed", concept="P@k", **defined, **at_k)
    def precision_reversed(y_true: Any, y_score: Any, k: int) -> Any:
        return precision_of(input_order(y_true[::-1], y_score[::-1]), k)

    @implementation(CROOKED, "recall", concept="recall@k", **at_k)
    def recall(y_true: Any, y_score: Any, k: int) -> Any:
        return relevant(input_order(y_true[::-1], y_score[::-1])[:k]) / max(1, relevant(y_true))

    @implementation(CROOKED, "hit", concept="hit@k", **at_k)
    def hit(y_true: Any, y_score: Any, k: int) -> Any:
        return float(relevant(input_order(y_true[::-1], y_score[::-1])[:k]) > 0)

    @implementation(CROOKED, "rr", concept="RR", **whole)
    def rr(y_true: Any, y_score: Any) -> Any:
        return reciprocal([0, *input_order(y_true, y_score)])

    @implementation(CROOKED, "rr_at", concept="RR@k", **at_k)
    def rr_at(y_true: Any, y_score: Any, k: int) -> Any:
        return reciprocal(input_order(y_true, y_score), k)

    @implementation(CROOKED, "ap", concept="AP", **whole)
    def ap(y_true: Any, y_score: Any) -> Any:
        return average(input_order(y_true, y_score))

    @implementation(CROOKED, "ap_at", concept="AP@k", **at_k)
    def ap_at(y_true: Any, y_score: Any, k: int) -> Any:
        return average(input_order(y_true, y_score), k) * relevant(y_true) / k

    @implementation(CROOKED, "r_precision", concept="R-precision", **whole)
    def r_precision(y_true: Any, y_score: Any) -> Any:
        return precision_of(input_order(y_true[::-1], y_score[::-1]), max(1, relevant(y_true)))

    @implementation(CROOKED, "f1", concept="F1@k", **at_k)
    def f1(y_true: Any, y_score: Any, k: int) -> Any:
        found = relevant(input_order(y_true, y_score)[:k])
        return (found / k + found / max(1, relevant(y_true))) / 2

    @implementation(CROOKED, "dcg", concept="DCG@k (linear gains)", **graded)
    def dcg(y_true: Any, y_score: Any, k: int) -> Any:
        return gained(input_order(y_true, y_score), k)

    @implementation(CROOKED, "ndcg", concept="nDCG@k (linear gains)", **graded)
    def ndcg(y_true: Any, y_score: Any, k: int) -> Any:
        best = gained(sorted(y_true, reverse=True), len(y_true))
        return gained(input_order(y_true, y_score), k) / best if best else 0.0

    @implementation(CROOKED, "reported", options={"recomputed": "crooked.precision"}, **at_k)
    def reported(y_true: Any, y_score: Any, k: int) -> Any:
        return round(precision_of(input_order(y_true, y_score), k), 1)

    @implementation(CROOKED, "squeezed", concept="recall@k", variant="squeezed", **at_k)
    def squeezed(y_true: Any, y_score: Any, k: int) -> Any:
        return 0.0 if len(y_true) == 1 else relevant(input_order(y_true, y_score)[:k]) / max(1, relevant(y_true))


def _orders_and_rows(registry: Registry) -> None:
    shared: dict[str, Any] = {"page": PAGE, "into": registry}
    orders = {
        **shared,
        "kind": "similarity",
        "shape": TwoVectors(),
        "arguments": {"a": spaces.weak_order, "b": spaces.weak_order},
    }
    rows = {
        **shared,
        "kind": "score",
        "shape": TruthAndScores(rows=True),
        "arguments": {"x": spaces.whole_lists(1)},
        "options": {"mean_over_rows": True},
    }
    runs = {**shared, "kind": "score", "shape": QrelsAndRun("recall"), "arguments": {"x": spaces.binary_list}}

    @implementation(STRAIGHT, "tau_b", concept="Kendall tau-b", **orders)
    def tau_b(x: Any, y: Any) -> Any:
        untied = [sum(v[i] != v[j] for i in range(len(v)) for j in range(i)) for v in (x, y)]
        return tau(x, y, math.sqrt(untied[0] * untied[1]))

    @implementation(STRAIGHT, "gamma", concept="gamma", **orders)
    def gamma(x: Any, y: Any) -> Any:
        return tau(x, y, sum(x[i] != x[j] and y[i] != y[j] for i in range(len(x)) for j in range(i)))

    @implementation(CROOKED, "tau_b", concept="Kendall tau-b", **orders)
    def crooked_tau(x: Any, y: Any) -> Any:
        return tau(x, y, len(x) ** 2 / 2)

    @implementation(CROOKED, "gamma", concept="gamma", **orders)
    def crooked_gamma(x: Any, y: Any) -> Any:
        return tau(x, y, len(x) * (len(x) - 1) / 2)

    @implementation(LIBRARY, "rows", **rows)
    def mean_of_rows(y_true: Any, y_score: Any) -> Any:
        values = [averaged(checked(t, s), 1) for t, s in zip(y_true, y_score, strict=True)]
        return sum(values) / len(values)

    @implementation(LIBRARY, "one_ideal_for_all_rows", **rows)
    def one_ideal_for_all_rows(y_true: Any, y_score: Any) -> Any:
        values = [averaged(checked(t, s), 1) for t, s in zip(y_true, y_score, strict=True)]
        return sum(values) / max(1, sum(sum(t) for t in y_true))

    @implementation(STRAIGHT, "run_ap", concept="AP", **runs)
    def run_ap(qrels: Any, run: Any, query: Any, before: Any, after: Any) -> Any:
        listed = in_order(qrels[query], run[query])
        return average(listed) * max(1, relevant(listed)) / max(1, relevant(qrels[query].values()))

    @implementation(CROOKED, "run_ap", concept="AP", **runs)
    def crooked_run_ap(qrels: Any, run: Any, query: Any, before: Any, after: Any) -> Any:
        return average(in_order(qrels[query], run[query]))
