"""ir_measures: its default choice of providers, and single providers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..catalogue.axioms import completeness
from ..catalogue.loading import load_catalogue
from ..model.registry import Registry
from ..spaces import JudgedLists, ParameterSpace, binary_list, cut_offs, graded_lists, persistences
from . import LIBRARIES
from .implementation import implementation
from .library import Documentation, Row
from .list_definitions import reciprocal_rank_at
from .retrieval_definitions import judged_at, mean_precision_at_all_hits, pairs_in_order
from .shapes.dictionaries import FAULTS, OneQuery, QrelsAndRun

IR_MEASURES = LIBRARIES["ir-measures"]
MEASURES = "https://ir-measur.es/en/latest/measures.html"
STARTED = "https://ir-measur.es/en/latest/getting-started.html#empty-set-behaviour"
K = {"k": cut_offs()}
SHAPE = QrelsAndRun("SetP", "NumRet", faults=FAULTS - {"negative grade"})
"""Judgements below 0 are TREC's, and documented for infAP: they are not invalid input."""


def register(registry: Registry) -> None:
    """Add the measures of ir_measures to the registry."""
    docs = Documentation("ir-measures", "the documentation of ir-measures")
    registry.add_source(docs)
    _whole_lists(registry, docs)
    _at_cut_offs(registry, docs)
    _of_providers(registry, docs)


def _row(
    registry: Registry,
    docs: Documentation,
    name: str,
    concept: str,
    definition: Callable[..., Any],
    parameters: Mapping[str, ParameterSpace] | None = None,
    *,
    variant: str | None = None,
    lists: JudgedLists = binary_list,
    shape: QrelsAndRun = SHAPE,
) -> Row:
    """The decorator of a measure; every query of the judgements is said to have a value."""
    sentence = docs.says(
        f"{name}[{variant}]/every-query" if variant else f"{name}/every-query",
        "ir-measures normalizes the behavior across tools by always returning results based on all queries that "
        "appear in the provided qrels, regardless of what appears in the run.",
        STARTED,
        "m(x) is a number, also where nothing is relevant",
    )
    return implementation(
        IR_MEASURES,
        name,
        shape=shape,
        kind="score",
        arguments={"x": lists},
        parameters=parameters,
        variant=variant,
        concept=concept,
        definition=definition,
        page=MEASURES,
        claims=[sentence.holds(completeness)],
        options={"per_query": True},
        into=registry,
    )


def _whole_lists(registry: Registry, docs: Documentation) -> None:
    exact = load_catalogue()

    @_row(registry, docs, "RR", "RR", exact.metric("reciprocal-rank"))
    def reciprocal_rank(qrels: Any, run: Any, query: Any, before: Any, after: Any) -> Any:
        """1 / rank of the first relevant document"""
        from ir_measures import RR, iter_calc, parse_measure

        asked = [*map(parse_measure, before), RR, *map(parse_measure, after)]
        values = {m.query_id: m.value for m in iter_calc(asked, qrels, run) if m.measure == RR}
        return values[query]

    @_row(registry, docs, "AP", "AP", mean_precision_at_all_hits)
    def average_precision(qrels: Any, run: Any, query: Any, before: Any, after: Any) -> Any:
        """the mean of the precision scores at each relevant item returned in a search results list"""
        from ir_measures import AP, iter_calc, parse_measure

        asked = [*map(parse_measure, before), AP, *map(parse_measure, after)]
        values = {m.query_id: m.value for m in iter_calc(asked, qrels, run) if m.measure == AP}
        return values[query]

    @_row(registry, docs, "Rprec", "R-precision", exact.metric("r-precision"))
    def r_precision(qrels: Any, run: Any, query: Any, before: Any, after: Any) -> Any:
        """the precision at R"""
        from ir_measures import Rprec, iter_calc, parse_measure

        asked = [*map(parse_measure, before), Rprec, *map(parse_measure, after)]
        values = {m.query_id: m.value for m in iter_calc(asked, qrels, run) if m.measure == Rprec}
        return values[query]

    @_row(registry, docs, "Accuracy", "AUC", pairs_in_order)
    def accuracy(qrels: Any, run: Any, query: Any, before: Any, after: Any) -> Any:
        """the probability that a relevant document is ranked before a non relevant one, of those returned"""
        from ir_measures import Accuracy, iter_calc, parse_measure

        asked = [*map(parse_measure, before), Accuracy, *map(parse_measure, after)]
        values = {m.query_id: m.value for m in iter_calc(asked, qrels, run) if m.measure == Accuracy}
        return values[query]

    @_row(registry, docs, "RBP", "RBP", exact.metric("rbp[binary]"), {"p": persistences()})
    def rank_biased_precision(qrels: Any, run: Any, query: Any, before: Any, after: Any, p: float) -> Any:
        """(1 - p) sum over ranks i of relevant documents of p^(i - 1)"""
        from ir_measures import RBP, iter_calc, parse_measure

        asked = [*map(parse_measure, before), RBP(rel=1, p=p), *map(parse_measure, after)]
        values = {m.query_id: m.value for m in iter_calc(asked, qrels, run) if m.measure == RBP(rel=1, p=p)}
        return values[query]


def _at_cut_offs(registry: Registry, docs: Documentation) -> None:
    exact = load_catalogue()

    @_row(registry, docs, "P", "P@k", exact.metric("precision-at"), K)
    def precision(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        """the share of relevant documents among the first k"""
        from ir_measures import P, iter_calc, parse_measure

        asked = [*map(parse_measure, before), P @ k, *map(parse_measure, after)]
        values = {m.query_id: m.value for m in iter_calc(asked, qrels, run) if m.measure == P @ k}
        return values[query]

    @_row(registry, docs, "R", "recall@k", exact.metric("recall-at"), K)
    def recall(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        """the share of the relevant documents that is retrieved by rank k"""
        from ir_measures import R, iter_calc, parse_measure

        asked = [*map(parse_measure, before), R @ k, *map(parse_measure, after)]
        values = {m.query_id: m.value for m in iter_calc(asked, qrels, run) if m.measure == R @ k}
        return values[query]

    @_row(registry, docs, "RR@k", "RR@k", reciprocal_rank_at, K)
    def reciprocal_rank(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        """1 / rank of the first relevant document, if that is at most k"""
        from ir_measures import RR, iter_calc, parse_measure

        asked = [*map(parse_measure, before), RR @ k, *map(parse_measure, after)]
        values = {m.query_id: m.value for m in iter_calc(asked, qrels, run) if m.measure == RR @ k}
        return values[query]

    @_row(registry, docs, "Success", "hit@k", exact.metric("success-at"), K)
    def success(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        """1 if a relevant document is among the first k, else 0"""
        from ir_measures import Success, iter_calc, parse_measure

        asked = [*map(parse_measure, before), Success @ k, *map(parse_measure, after)]
        values = {m.query_id: m.value for m in iter_calc(asked, qrels, run) if m.measure == Success @ k}
        return values[query]

    @_row(registry, docs, "nDCG", "nDCG@k (linear gains)", exact.metric("ndcg[linear]"), K, lists=graded_lists())
    def ndcg(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        """DCG@k / DCG@k of the documents in falling order of their labels"""
        from ir_measures import iter_calc, nDCG, parse_measure

        asked = [*map(parse_measure, before), nDCG @ k, *map(parse_measure, after)]
        values = {m.query_id: m.value for m in iter_calc(asked, qrels, run) if m.measure == nDCG @ k}
        return values[query]

    @_row(registry, docs, "Judged", "judged@k", judged_at, K)
    def judged(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        """P@k with a rel lower than any judgment"""
        from ir_measures import Judged, iter_calc, parse_measure

        asked = [*map(parse_measure, before), Judged @ k, *map(parse_measure, after)]
        values = {m.query_id: m.value for m in iter_calc(asked, qrels, run) if m.measure == Judged @ k}
        return values[query]


def _of_providers(registry: Registry, docs: Documentation) -> None:
    rank, one = load_catalogue().metric("reciprocal-rank"), OneQuery(faults=SHAPE.faults)

    @_row(registry, docs, "RR", "RR", rank, variant="cwl_eval", shape=one)
    def reciprocal_rank(qrels: Any, run: Any, query: Any) -> Any:
        """RR by the provider cwl_eval"""
        from ir_measures import RR, cwl_eval

        return {m.query_id: m.value for m in cwl_eval.iter_calc([RR], qrels, run)}[query]
