"""Planted libraries of dictionaries: judgements and runs by query and document."""

from __future__ import annotations

from typing import Any

from planted_helpers import LIBRARY, PAGE, averaged, precision_of

from axiomatrix import spaces
from axiomatrix.libraries.implementation import implementation
from axiomatrix.libraries.shapes import QrelsAndRun
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
