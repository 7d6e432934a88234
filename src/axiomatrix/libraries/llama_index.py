"""Adapter of LlamaIndex (the distribution llama-index-core): registers its retrieval metrics.

They compare expected ids with retrieved ids. The *granular* variants count each expected id, where the others look for
any. Each metric is registered as a *row* by ``add(name, concept, definition, formula, ...)``, see :func:`_add`:

- ``function`` calls the library. Reports show its body as a snippet.
- ``from_library={"Metric": "module:"}`` passes to it, as the argument ``Metric``, the class of ``module`` with the
  ``name`` of the row.
- ``shape`` makes its arguments ``items`` (the retrieved ids) and ``relevant`` (the expected ones) of a judged list.
- ``restrict_definition`` leaves a definition without a value on the lists that the library does not accept.
- :mod:`.implementation` explains rows, definitions and concepts, :class:`.library.Documentation` the claims.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..model.registry import Registry
from ..spaces import binary_list
from ..values.judged import Judged
from . import LIBRARIES
from .axioms.totality import answers_empty_input, answers_nothing_relevant
from .implementation import NO_CONCEPT, implementation
from .library import Documentation
from .list_definitions import (
    FunctionOrName,
    has_relevant_item,
    hit,
    ndcg_at_length,
    precision,
    recall,
    reciprocal_ranks,
    restrict_definition,
)
from .shapes.scored import RecommendedItems

LLAMA_INDEX = LIBRARIES["llama-index"]
PAGE = (
    "https://github.com/run-llama/llama_index/blob/main/llama-index-core/llama_index/core/evaluation/retrieval/"
    "metrics.py"
)
"""The documentation is generated from the docstrings in this file."""


def register(registry: Registry) -> None:
    """Add the retrieval metrics of LlamaIndex to the registry."""
    docs = Documentation("llama-index", "the documentation of LlamaIndex")
    registry.add_source(docs)
    add = partial(_add, registry, docs)

    add("HitRate", "hit", hit, "1 if a relevant document is retrieved, else 0")
    add("MRR", "RR", "reciprocal-rank", "the reciprocal rank of the first relevant document retrieved")
    add("Precision", "precision", precision, "relevant documents retrieved / documents retrieved")
    add("Recall", "recall", recall, "relevant documents retrieved / relevant documents")
    add(
        "AveragePrecision",
        "AP",
        "average-precision[whole]",
        "the precisions at relevant documents retrieved, summed, / relevant documents",
    )
    add(
        "NDCG",
        "nDCG",
        ndcg_at_length,
        "nDCG_p of binary relevance, p being the size of the query results",
    )

    add(
        "HitRate",
        "recall",
        recall,
        "matches between retrieved and expected documents / expected documents",
        variant="granular",
        function=_call_granular_hit_rate,
    )
    add(
        "MRR",
        NO_CONCEPT,
        reciprocal_ranks,
        "the reciprocal ranks of all relevant documents retrieved, summed, / the count of relevant documents",
        variant="granular",
        function=_call_granular_mrr,
    )


def _has_both_ids(x: Judged) -> bool:
    """Return whether ids are expected, those of relevant items, and ids are retrieved, those of listed ones."""
    return has_relevant_item(x) and x.n > 0


def _add(
    registry: Registry,
    docs: Documentation,
    name: str,
    concept: str,
    definition: FunctionOrName,
    formula: str,
    variant: str | None = None,
    function: Callable[..., Any] | None = None,
) -> None:
    """Add a metric, with the claim that empty lists of expected or retrieved ids are refused.

    ``function`` calls the library, by default with the default options of the metric.
    """
    label = f"{name}[{variant}]" if variant else name
    without_ids = docs.says(
        f"{label}/ids",
        "ValueError: If the necessary IDs are not provided.",
        PAGE,
        "no ids, expected or retrieved, are refused",
    )
    implementation(
        LLAMA_INDEX,
        name,
        concept,
        restrict_definition(definition, _has_both_ids, "expected and retrieved ids must be provided"),
        formula,
        shape=RecommendedItems(),
        kind="score",
        arguments={"x": binary_list},
        variant=variant,
        page=PAGE,
        claims=[without_ids.fails(answers_empty_input, answers_nothing_relevant)],
        from_library={"Metric": "llama_index.core.evaluation.retrieval.metrics:"},
        into=registry,
    )(function or _call)


def _call(Metric: Any, items: Any, relevant: Any) -> Any:
    return Metric().compute(expected_ids=relevant, retrieved_ids=items).score


def _call_granular_hit_rate(Metric: Any, items: Any, relevant: Any) -> Any:
    return Metric(use_granular_hit_rate=True).compute(expected_ids=relevant, retrieved_ids=items).score


def _call_granular_mrr(Metric: Any, items: Any, relevant: Any) -> Any:
    return Metric(use_granular_mrr=True).compute(expected_ids=relevant, retrieved_ids=items).score
