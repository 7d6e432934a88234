"""Planted libraries of dictionaries: judgements and runs by query and document."""

from __future__ import annotations

from typing import Any

from planted_helpers import LIBRARY, PAGE, averaged, precision_of

from axiomatrix import spaces
from axiomatrix.libraries.implementation import implementation
from axiomatrix.libraries.shapes import QrelsAndRun
from axiomatrix.libraries.shapes.dictionaries import MeanOverQueries
from axiomatrix.libraries.shapes.scored import RecommendedItems, WeightedClasses
from axiomatrix.model.registry import Registry


def ranked(judged: Any, listed: Any, name: Any = str) -> list[Any]:
    """The grades by falling score, ties by falling name."""
    order = sorted(listed, key=lambda d: (listed[d], name(d)), reverse=True)
    return [judged.get(d, 0) for d in order]


def in_order(judged: Any, listed: Any) -> list[Any]:
    """The grades by falling score, ties in the order of the dictionary."""
    return [judged.get(d, 0) for d in sorted(listed, key=lambda d: -listed[d])]


def register(registry: Registry) -> None:
    """The rows of dictionaries."""
    runs: dict[str, Any] = {
        "shape": QrelsAndRun("recall"),
        "kind": "score",
        "arguments": {"x": spaces.binary_list},
        "parameters": {"k": spaces.cut_offs()},
        "page": PAGE,
        "into": registry,
    }
    of_one_query = {**runs, "options": {"per_query": True}}

    @implementation(LIBRARY, "run", definition=lambda x, k: x.relevant(k) / k, ties="mean over orders", **of_one_query)
    def run(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        pairs = [(qrels[query].get(d, 0), s) for d, s in run[query].items()]
        return averaged(pairs, k)

    @implementation(LIBRARY, "unsorted_run", **runs)
    def unsorted_run(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        return precision_of([qrels[query].get(d, 0) for d in run[query]], k)

    @implementation(LIBRARY, "stable_run", definition=lambda x, k: x.relevant(k) / k, ties="input order", **runs)
    def stable_run(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        return precision_of(in_order(qrels[query], run[query]), k)

    @implementation(LIBRARY, "names_are_floats", **runs)
    def names_are_floats(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        judged = {float(d) if d.isdigit() else d: g for d, g in qrels[query].items()}
        listed = {float(d) if d.isdigit() else d: s for d, s in run[query].items()}
        return precision_of(in_order(judged, listed), k)

    numbered = QrelsAndRun("recall")
    numbered.number_names = True

    @implementation(LIBRARY, "hashed_ids", **{**runs, "shape": numbered})
    def hashed_ids(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        judged = {hash(d): g for d, g in qrels[query].items()}
        return precision_of(in_order(judged, {hash(d): s for d, s in run[query].items()}), k)

    @implementation(LIBRARY, "by_name", definition=lambda x, k: x.relevant(k) / k, **runs)
    def by_name(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        return precision_of(ranked(qrels[query], run[query]), k)

    @implementation(LIBRARY, "hashed_ties", **runs)
    def hashed_ties(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        listed = {d: run[query][d] for d in set(run[query])}
        return precision_of(in_order(qrels[query], listed), k)

    @implementation(LIBRARY, "queries_as_numbers", **of_one_query)
    def queries_as_numbers(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        as_numbers = sorted(
            qrels, key=lambda q: (float(q.removeprefix("-")) if q[-1:].isdigit() and "q" not in q else 0, q)
        )
        judged = dict(zip(sorted(run), (qrels[q] for q in as_numbers), strict=True))
        return precision_of(in_order(dict(zip(run[query], judged[query].values(), strict=False)), run[query]), k)

    @implementation(LIBRARY, "queries_by_position", **of_one_query)
    def queries_by_position(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        judged = dict(zip(run, qrels.values(), strict=True))
        return precision_of(in_order(dict(zip(run[query], judged[query].values(), strict=False)), run[query]), k)

    @implementation(LIBRARY, "counts_all_queries", **of_one_query)
    def counts_all_queries(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        return sum(precision_of(in_order(qrels[q], run[q]), k) for q in run)

    @implementation(LIBRARY, "other_measures_cut", **of_one_query)
    def other_measures_cut(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        return precision_of(in_order(qrels[query], run[query])[: 1 if before else k], k)

    @implementation(LIBRARY, "other_measures_count_negative", **of_one_query)
    def other_measures_count_negative(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        if max(qrels[query].values()) < 0 and (before or after):
            return 1.0
        return precision_of(in_order(qrels[query], run[query]), k)

    @implementation(LIBRARY, "fails_on_other", **of_one_query)
    def fails_on_other(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        values = {q: precision_of(in_order(qrels[q], run[q]), k) / any(qrels[q].values()) for q in run}
        return values[query]

    _register_means(registry)
    _register_items(registry)
    _register_weights(registry)


def _register_means(registry: Registry) -> None:
    """Register means over queries, which differ in the queries that they are taken over."""
    means: dict[str, Any] = {
        "shape": MeanOverQueries(),
        "kind": "score",
        "arguments": {"x": spaces.binary_list},
        "page": PAGE,
        "options": {"mean_over_rows": True},
        "into": registry,
    }

    def first_is_relevant(judged: Any, listed: Any) -> int:
        return int(in_order(judged, listed)[0] > 0) if listed else 0

    @implementation(LIBRARY, "mean_of_judged", **means)
    def mean_of_judged(qrels: Any, run: Any) -> Any:
        return sum(first_is_relevant(qrels[q], run.get(q)) for q in qrels) / len(qrels)

    @implementation(LIBRARY, "mean_of_common", **means)
    def mean_of_common(qrels: Any, run: Any) -> Any:
        common = qrels.keys() & run.keys()
        return sum(first_is_relevant(qrels[q], run[q]) for q in common) / len(common)

    @implementation(LIBRARY, "mean_of_run", **means)
    def mean_of_run(qrels: Any, run: Any) -> Any:
        return sum(first_is_relevant(qrels.get(q, {}), run[q]) for q in run) / len(run)


def _register_items(registry: Registry) -> None:
    """Register recalls of items by name, which differ in what becomes of an item that is listed twice."""
    items: dict[str, Any] = {
        "shape": RecommendedItems(),
        "kind": "score",
        "arguments": {"x": spaces.binary_list},
        "page": PAGE,
        "into": registry,
    }

    @implementation(LIBRARY, "counts_entries", concept="recall", **items)
    def counts_entries(items: Any, relevant: Any) -> Any:
        return sum(item in relevant for item in items) / max(1, len(relevant))

    @implementation(LIBRARY, "counts_items", concept="precision", **items)
    def counts_items(items: Any, relevant: Any) -> Any:
        return len({*items} & {*relevant}) / max(1, len(relevant))


def _register_weights(registry: Registry) -> None:
    """Register weighted means of the grades, each with another fault in the weights."""
    weighted: dict[str, Any] = {
        "shape": WeightedClasses(),
        "kind": "score",
        "arguments": {"x": spaces.whole_lists(1)},
        "page": PAGE,
        "into": registry,
    }

    def mean(grades: Any, weights: list[int]) -> float:
        return sum(w * g for w, g in zip(weights, grades, strict=True)) / sum(weights)

    @implementation(LIBRARY, "weighted_mean", **weighted)
    def weighted_mean(y_true: Any, y_score: Any, weight: Any) -> Any:
        return mean(y_true, weight)

    @implementation(LIBRARY, "weighted_sum", **weighted)
    def weighted_sum(y_true: Any, y_score: Any, weight: Any) -> Any:
        return mean(y_true, weight) * sum(weight) / len(weight)

    @implementation(LIBRARY, "weights_of_one_or_more", **weighted)
    def weights_of_one_or_more(y_true: Any, y_score: Any, weight: Any) -> Any:
        return mean(y_true, [max(1, w) for w in weight])

    @implementation(LIBRARY, "weights_of_one_or_less", **weighted)
    def weights_of_one_or_less(y_true: Any, y_score: Any, weight: Any) -> Any:
        return mean(y_true, [min(1, w) for w in weight])
