"""Planted libraries of dictionaries: judgements and runs by query and document."""

from __future__ import annotations

from typing import Any

from planted_helpers import LIBRARY, PAGE, Planted, averaged, precision_of

from axiomatrix import spaces
from axiomatrix.libraries.shapes import QrelsAndRun
from axiomatrix.libraries.shapes.dictionaries import MeanOverQueries
from axiomatrix.libraries.shapes.scored import RecommendedItems, WeightedClasses


def ranked(judged: Any, listed: Any, name: Any = str) -> list[Any]:
    """The grades by falling score, ties by falling name."""
    order = sorted(listed, key=lambda d: (listed[d], name(d)), reverse=True)
    return [judged.get(d, 0) for d in order]


def in_order(judged: Any, listed: Any) -> list[Any]:
    """The grades by falling score, ties in the order of the dictionary."""
    return [judged.get(d, 0) for d in sorted(listed, key=lambda d: -listed[d])]


planted = Planted()
RUNS: dict[str, Any] = {
    "shape": QrelsAndRun("recall"),
    "kind": "score",
    "arguments": {"x": spaces.binary_list},
    "parameters": {"k": spaces.cut_offs()},
    "page": PAGE,
}
OF_ONE_QUERY = {**RUNS, "options": {"per_query": True}}


@planted(LIBRARY, "run", definition=lambda x, k: x.relevant(k) / k, ties="mean over orders", **OF_ONE_QUERY)
def run(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
    pairs = [(qrels[query].get(d, 0), s) for d, s in run[query].items()]
    return averaged(pairs, k)


@planted(LIBRARY, "unsorted_run", **RUNS)
def unsorted_run(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
    return precision_of([qrels[query].get(d, 0) for d in run[query]], k)


@planted(LIBRARY, "stable_run", definition=lambda x, k: x.relevant(k) / k, ties="input order", **RUNS)
def stable_run(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
    return precision_of(in_order(qrels[query], run[query]), k)


@planted(LIBRARY, "names_are_floats", **RUNS)
def names_are_floats(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
    judged = {float(d) if d.isdigit() else d: g for d, g in qrels[query].items()}
    listed = {float(d) if d.isdigit() else d: s for d, s in run[query].items()}
    return precision_of(in_order(judged, listed), k)


NUMBERED = QrelsAndRun("recall")
NUMBERED.number_names = True


@planted(LIBRARY, "hashed_ids", **{**RUNS, "shape": NUMBERED})
def hashed_ids(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
    judged = {hash(d): g for d, g in qrels[query].items()}
    return precision_of(in_order(judged, {hash(d): s for d, s in run[query].items()}), k)


@planted(LIBRARY, "by_name", definition=lambda x, k: x.relevant(k) / k, **RUNS)
def by_name(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
    return precision_of(ranked(qrels[query], run[query]), k)


@planted(LIBRARY, "hashed_ties", **RUNS)
def hashed_ties(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
    listed = {d: run[query][d] for d in set(run[query])}
    return precision_of(in_order(qrels[query], listed), k)


@planted(LIBRARY, "queries_as_numbers", **OF_ONE_QUERY)
def queries_as_numbers(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
    as_numbers = sorted(
        qrels, key=lambda q: (float(q.removeprefix("-")) if q[-1:].isdigit() and "q" not in q else 0, q)
    )
    judged = dict(zip(sorted(run), (qrels[q] for q in as_numbers), strict=True))
    return precision_of(in_order(dict(zip(run[query], judged[query].values(), strict=False)), run[query]), k)


@planted(LIBRARY, "queries_by_position", **OF_ONE_QUERY)
def queries_by_position(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
    judged = dict(zip(run, qrels.values(), strict=True))
    return precision_of(in_order(dict(zip(run[query], judged[query].values(), strict=False)), run[query]), k)


@planted(LIBRARY, "counts_all_queries", **OF_ONE_QUERY)
def counts_all_queries(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
    return sum(precision_of(in_order(qrels[q], run[q]), k) for q in run)


@planted(LIBRARY, "other_measures_cut", **OF_ONE_QUERY)
def other_measures_cut(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
    return precision_of(in_order(qrels[query], run[query])[: 1 if before else k], k)


@planted(LIBRARY, "other_measures_count_negative", **OF_ONE_QUERY)
def other_measures_count_negative(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
    if max(qrels[query].values()) < 0 and (before or after):
        return 1.0
    return precision_of(in_order(qrels[query], run[query]), k)


@planted(LIBRARY, "fails_on_other", **OF_ONE_QUERY)
def fails_on_other(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
    values = {q: precision_of(in_order(qrels[q], run[q]), k) / any(qrels[q].values()) for q in run}
    return values[query]


# --- means over queries, which differ in the queries that they are taken over ---

MEANS: dict[str, Any] = {
    "shape": MeanOverQueries(),
    "kind": "score",
    "arguments": {"x": spaces.binary_list},
    "page": PAGE,
    "options": {"mean_over_rows": True},
}


def first_is_relevant(judged: Any, listed: Any) -> int:
    return int(in_order(judged, listed)[0] > 0) if listed else 0


@planted(LIBRARY, "mean_of_judged", **MEANS)
def mean_of_judged(qrels: Any, run: Any) -> Any:
    return sum(first_is_relevant(qrels[q], run.get(q)) for q in qrels) / len(qrels)


@planted(LIBRARY, "mean_of_common", **MEANS)
def mean_of_common(qrels: Any, run: Any) -> Any:
    common = qrels.keys() & run.keys()
    return sum(first_is_relevant(qrels[q], run[q]) for q in common) / len(common)


@planted(LIBRARY, "mean_of_run", **MEANS)
def mean_of_run(qrels: Any, run: Any) -> Any:
    return sum(first_is_relevant(qrels.get(q, {}), run[q]) for q in run) / len(run)


# --- recalls of items by name, which differ in what becomes of an item that is listed twice ---

ITEMS: dict[str, Any] = {
    "shape": RecommendedItems(),
    "kind": "score",
    "arguments": {"x": spaces.binary_list},
    "page": PAGE,
}


@planted(LIBRARY, "counts_entries", concept="recall", **ITEMS)
def counts_entries(items: Any, relevant: Any) -> Any:
    return sum(item in relevant for item in items) / max(1, len(relevant))


@planted(LIBRARY, "counts_items", concept="precision", **ITEMS)
def counts_items(items: Any, relevant: Any) -> Any:
    return len({*items} & {*relevant}) / max(1, len(relevant))


# --- weighted means of the grades, each with another fault in the weights ---

WEIGHTED: dict[str, Any] = {
    "shape": WeightedClasses(),
    "kind": "score",
    "arguments": {"x": spaces.whole_lists(1)},
    "page": PAGE,
}


def mean(grades: Any, weights: list[int]) -> float:
    return sum(w * g for w, g in zip(weights, grades, strict=True)) / sum(weights)


@planted(LIBRARY, "weighted_mean", **WEIGHTED)
def weighted_mean(y_true: Any, y_score: Any, weight: Any) -> Any:
    return mean(y_true, weight)


@planted(LIBRARY, "weighted_sum", **WEIGHTED)
def weighted_sum(y_true: Any, y_score: Any, weight: Any) -> Any:
    return mean(y_true, weight) * sum(weight) / len(weight)


@planted(LIBRARY, "weights_of_one_or_more", **WEIGHTED)
def weights_of_one_or_more(y_true: Any, y_score: Any, weight: Any) -> Any:
    return mean(y_true, [max(1, w) for w in weight])


@planted(LIBRARY, "weights_of_one_or_less", **WEIGHTED)
def weights_of_one_or_less(y_true: Any, y_score: Any, weight: Any) -> Any:
    return mean(y_true, [min(1, w) for w in weight])


register = planted.register
