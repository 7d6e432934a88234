"""Defects of ``bugs/bugs.json``, restated in a few lines each: what an axiom must refute without the library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log2
from typing import Any

Definition = Callable[..., float]


def gain(grades: Sequence[Any]) -> float:
    """sum of the grades / log2(rank + 1)"""
    return sum(float(g) / log2(i + 1) for i, g in enumerate(grades, 1))


def hits(retrieved: Sequence[Any], relevant: Sequence[Any]) -> list[int]:
    """Whether each retrieved id is relevant, as often as it comes."""
    return [int(one in relevant) for one in retrieved]


def last_of(score: Callable[[Any, Any], float]) -> Definition:
    """The score for each relevant id alone, of which the last one found counts."""

    def mine(retrieved: Any, relevant: Any) -> float:
        """score with the last relevant id that was retrieved"""
        found = [score(retrieved, [one]) for one in relevant if one in retrieved]
        return found[-1] if found else 0.0

    return mine


def reciprocal_rank(retrieved: Any, relevant: Any) -> float:
    """1 / rank of the first relevant id"""
    return next((1 / i for i, hit in enumerate(hits(retrieved, relevant), 1) if hit), 0.0)


def precisions(found: Sequence[int]) -> float:
    """sum of the precisions at the relevant ranks"""
    return sum(sum(found[:i]) / i for i, hit in enumerate(found, 1) if hit)


def average_precision_over_hits(retrieved: Any, relevant: Any) -> float:
    """sum of the precisions / hits"""
    found = hits(retrieved, relevant)
    return precisions(found) / sum(found) if any(found) else 0.0


def average_precision(retrieved: Any, relevant: Any) -> float:
    """sum of the precisions / R"""
    return precisions(hits(retrieved, relevant)) / len(relevant) if relevant else 0.0


def ndcg(retrieved: Any, relevant: Any) -> float:
    """DCG / DCG of as many relevant ids as there are, at most one a rank"""
    ideal = gain([1] * min(len(relevant), len(retrieved)))
    return gain(hits(retrieved, relevant)) / ideal if ideal else 0.0


def ndcg_of_all_ranks(retrieved: Any, relevant: Any) -> float:
    """DCG / DCG of a relevant id at every retrieved rank, each id counted where it comes first"""
    return gain([int(one in relevant) for one in retrieved]) / gain([1] * len(retrieved)) if retrieved else 0.0


def ndcg_at_the_length(retrieved: Any, relevant: Any, k: Any) -> float:
    """nDCG at min(k, number of retrieved ids)"""
    return ndcg(list(dict.fromkeys(retrieved[:k])), relevant)


def ndcg_discounted_late(retrieved: Any, relevant: Any) -> float:
    """DCG / ideal DCG, with the discounts 1, 1, log2(3), ..."""

    def late(grades: Sequence[int]) -> float:
        return sum(g / (1 if i == 0 else log2(i + 1)) for i, g in enumerate(grades))

    ideal = late([1] * min(len(relevant), len(retrieved)))
    return late(hits(retrieved, relevant)) / ideal if ideal else 0.0


def recall(retrieved: Any, relevant: Any) -> float:
    """hits / R"""
    return sum(hits(retrieved, relevant)) / len(relevant) if relevant else 0.0


def at(score: Definition) -> Definition:
    """The score of the first k."""

    def mine(retrieved: Any, relevant: Any, k: Any) -> float:
        """score(first k)"""
        return score(retrieved[:k], relevant)

    return mine


def sorted_by(key: Callable[[int, Any, Any], Any], score: Callable[[list[int]], float]) -> Definition:
    """A score of the grades by a key of place, grade and score."""

    def mine(grades: Any, scores: Any) -> float:
        """score(grades by falling key)"""
        order = sorted(range(len(grades)), key=lambda i: key(i, grades[i], scores[i]), reverse=True)
        return score([int(grades[i] > 0) for i in order])

    return mine


def first_hit(found: list[int]) -> float:
    """1 / rank of the first relevant item"""
    return next((1 / i for i, hit in enumerate(found, 1) if hit), 0.0)


def capped_recall(found: list[int]) -> float:
    """relevant items at rank 1 / min(1, R)"""
    return float(found[0]) if any(found) else 0.0


def mean_precision(found: list[int]) -> float:
    """sum of the precisions / R"""
    return precisions(found) / sum(found) if any(found) else 0.0


def context_precision(grades: Any) -> float:
    """sum of the precisions / (hits + 1e-10)"""
    found = [int(g > 0) for g in grades]
    return precisions(found) / (sum(found) + 1e-10)


RESTATED: dict[str, Definition] = {
    "haystack-mrr-last-judgment": last_of(reciprocal_rank),
    "haystack-map-last-judgment": last_of(average_precision_over_hits),
    "haystack-map-over-hits": average_precision_over_hits,
    "haystack-map-duplicates": average_precision_over_hits,
    "haystack-ndcg-duplicates": ndcg,
    "llama-index-ndcg-ideal-from-retrieved": ndcg_of_all_ranks,
    "llama-index-ndcg-duplicates": ndcg,
    "llama-index-ap-duplicates": average_precision,
    "llama-index-hit-rate-duplicates": recall,
    "llama-index-ndcg-repeated-judgment": ndcg,
    "trulens-recall-duplicates": at(recall),
    "trulens-ndcg-duplicates": at(ndcg),
    "mlflow-ndcg-short-list": ndcg_at_the_length,
    "mteb-mrr-input-order": sorted_by(lambda i, g, s: s, first_hit),
    "mteb-recall-cap-input-order": sorted_by(lambda i, g, s: s, capped_recall),
    "openagent-eval-ndcg-discount": ndcg_discounted_late,
    "pytrec-eval-ties-by-name": sorted_by(lambda i, g, s: (s, g), mean_precision),
    "ragas-context-precision-below-one": context_precision,
    "sentence-transformers-mrr-candidate-order": sorted_by(lambda i, g, s: (s, i), first_hit),
}
"""By the id of the entry."""
