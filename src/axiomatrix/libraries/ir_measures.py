"""Adapter of ir_measures: registers its measures, by the providers that it chooses and by the provider cwl_eval.

A provider is an evaluator that ir_measures wraps. Each measure is registered as a *row* by
``add(name, concept, definition, formula, ...)``, see :func:`_add`:

- ``function`` calls the library. Reports show its body as a snippet, imports included. Its argument ``measure`` is the
  measure of the library.
- ``shape`` makes its other arguments of a judged list: the dictionaries ``qrels`` (judgements) and ``run`` (scores),
  ``query`` (the one whose value is wanted), and ``before`` and ``after``, further measures that some axioms evaluate in
  the same call; usually both are empty.
- :mod:`.implementation` explains rows, definitions and concepts, :class:`.library.Documentation` the claims.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..catalogue.axioms import completeness
from ..model.registry import Registry
from ..spaces import JudgedLists, binary_list, cut_offs, graded_lists, persistences
from . import LIBRARIES
from .implementation import implementation
from .library import Documentation
from .list_definitions import FunctionOrName, judged_at, mean_precision_at_all_hits, pairs_in_order, reciprocal_rank_at
from .shapes.dictionaries import FAULTS, OneQuery, QrelsAndRun

IR_MEASURES = LIBRARIES["ir-measures"]
MEASURES = "https://ir-measur.es/en/latest/measures.html"
EMPTY_SETS = "https://ir-measur.es/en/latest/getting-started.html#empty-set-behaviour"
SHAPE = QrelsAndRun("SetP", "NumRet", faults=FAULTS - {"negative grade"})  # the names are the further measures
"""The shape of all rows but one. ``faults`` are the kinds of unusual input that the axioms try.

A grade below 0 is left out, since it is usual: TREC has such grades, and infAP documents them.
"""


def register(registry: Registry) -> None:
    """Add the measures of ir_measures to the registry."""
    docs = Documentation("ir-measures", "the documentation of ir-measures")
    registry.add_source(docs)
    add = partial(_add, registry, docs)

    add("RR", "RR", "reciprocal-rank", "1 / rank of the first relevant document")
    add(
        "AP",
        "AP",
        mean_precision_at_all_hits,
        "the mean of the precision scores at each relevant item returned in a search results list",
    )
    add("Rprec", "R-precision", "r-precision", "the precision at R")
    add(
        "Accuracy",
        "AUC",
        pairs_in_order,
        "the probability that a relevant document is ranked before a non relevant one, of those returned",
    )
    add(
        "RBP",
        "RBP",
        "rbp[binary]",
        "(1 - p) sum over ranks i of relevant documents of p^(i - 1)",
        parameters={"p": persistences()},
        function=_call_with_persistence,
    )

    add_cut = partial(add, parameters={"k": cut_offs()}, function=_call_at_cut_off)
    add_cut("P", "P@k", "precision-at", "the share of relevant documents among the first k")
    add_cut("R", "recall@k", "recall-at", "the share of the relevant documents that is retrieved by rank k")
    add_cut("RR@k", "RR@k", reciprocal_rank_at, "1 / rank of the first relevant document, if that is at most k")
    add_cut("Success", "hit@k", "success-at", "1 if a relevant document is among the first k, else 0")
    add_cut(
        "nDCG",
        "nDCG@k (linear gains)",
        "ndcg[linear]",
        "DCG@k / DCG@k of the documents in falling order of their labels",
        lists=graded_lists(),
    )
    add_cut("Judged", "judged@k", judged_at, "P@k with a rel lower than any judgment")

    single_measure = OneQuery(faults=SHAPE.faults)  # _call_provider asks for no further measures
    add_by_provider = partial(add, variant="cwl_eval", shape=single_measure, function=_call_provider)
    add_by_provider("RR", "RR", "reciprocal-rank", "RR by the provider cwl_eval")


def _add(
    registry: Registry,
    docs: Documentation,
    name: str,
    concept: str,
    definition: FunctionOrName,
    formula: str,
    *,
    function: Callable[..., Any] | None = None,
    variant: str | None = None,
    lists: JudgedLists = binary_list,
    shape: QrelsAndRun = SHAPE,
    **options: Any,
) -> None:
    """Add a measure, with the claim that every query of the judgements has a value.

    ``name`` is that of the measure, perhaps with ``@k`` at its end. ``function`` calls the library, by default without
    a cut-off. ``variant`` is the name of the provider, or None for the library's choice. ``lists`` is the space of the
    lists. ``options`` are further arguments of :func:`.implementation.implementation`.
    """
    label = f"{name}[{variant}]" if variant else name
    every_query = docs.says(
        f"{label}/every-query",
        "ir-measures normalizes the behavior across tools by always returning results based on all queries that "
        "appear in the provided qrels, regardless of what appears in the run.",
        EMPTY_SETS,
        "m(x) is a number, also where nothing is relevant",
    )
    # arguments of the function that are objects of the library, each as "module:name"
    places = {"measure": f"ir_measures:{name.removesuffix('@k')}"}
    if variant:
        places["provider"] = f"ir_measures:{variant}"
    implementation(
        IR_MEASURES,
        name,
        concept,
        definition,
        formula,
        shape=shape,
        kind="score",
        arguments={"x": lists},
        variant=variant,
        page=MEASURES,
        claims=[every_query.holds(completeness)],
        options={"per_query": True},  # the answer is the value of one query, and not a mean
        from_library=places,
        into=registry,
        **options,
    )(function or _call)


# ``iter_calc`` yields the value of each measure for each query.
def _call(measure: Any, qrels: Any, run: Any, query: Any, before: Any, after: Any) -> Any:
    from ir_measures import iter_calc, parse_measure

    measures = [*map(parse_measure, before), measure, *map(parse_measure, after)]
    values = {m.query_id: m.value for m in iter_calc(measures, qrels, run) if m.measure == measure}
    return values[query]


def _call_at_cut_off(measure: Any, qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
    from ir_measures import iter_calc, parse_measure

    measures = [*map(parse_measure, before), measure @ k, *map(parse_measure, after)]
    values = {m.query_id: m.value for m in iter_calc(measures, qrels, run) if m.measure == measure @ k}
    return values[query]


def _call_with_persistence(measure: Any, qrels: Any, run: Any, query: Any, before: Any, after: Any, p: float) -> Any:
    from ir_measures import iter_calc, parse_measure

    measures = [*map(parse_measure, before), measure(rel=1, p=p), *map(parse_measure, after)]
    values = {m.query_id: m.value for m in iter_calc(measures, qrels, run) if m.measure == measure(rel=1, p=p)}
    return values[query]


def _call_provider(measure: Any, provider: Any, qrels: Any, run: Any, query: Any) -> Any:
    return {m.query_id: m.value for m in provider.iter_calc([measure], qrels, run)}[query]
