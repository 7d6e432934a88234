"""Adapter of Ragas: the context precision and recall that ask no language model.

They compare ids, or texts that must match exactly.

A metric is registered by ``row(name, concept, definition, formula, ...)(function)``, see
:func:`.implementation.implementation`. Reports show the body of the function as a snippet.
"""

from __future__ import annotations

import os
from functools import partial
from typing import Any

from ..model.registry import Registry
from ..spaces import binary_list
from . import LIBRARIES
from . import list_definitions as formulas
from .implementation import implementation
from .list_definitions import restrict_definition
from .shapes.scored import RecommendedItems

RAGAS = LIBRARIES["ragas"]
PAGES = "https://docs.ragas.io/en/stable/concepts/metrics/available_metrics/context_"


def register(registry: Registry) -> None:
    """Add the context precision and recall of Ragas to the registry."""
    os.environ.setdefault("RAGAS_DO_NOT_TRACK", "true")  # each call would be reported over the network
    row = partial(
        implementation,
        RAGAS,
        shape=RecommendedItems(),
        kind="score",
        arguments={"x": binary_list},
        from_library={"Metric": "ragas.metrics:"},
        into=registry,
    )
    page, formula = f"{PAGES}precision.html", "retrieved ids that are in the reference / retrieved ids"
    row("IDBasedContextPrecision", "precision", formulas.precision, formula, page=page)(_call_with_ids)
    formula = "reference ids that are retrieved / reference ids"
    row("IDBasedContextRecall", "recall", formulas.recall, formula, page=f"{PAGES}recall.html")(_call_with_ids)

    precision_of_hits = restrict_definition(
        formulas.precision_of_hits, lambda x: x.R, "there must be reference contexts"
    )

    @row("NonLLMContextPrecisionWithReference", "", precision_of_hits, page=page)
    def precision_of_texts(Metric: Any, items: Any, relevant: Any) -> Any:
        """the mean of the precisions at the relevant items of the retrieved contexts"""
        import asyncio

        from ragas.dataset_schema import SingleTurnSample
        from ragas.metrics import ExactMatch

        sample = SingleTurnSample(retrieved_contexts=items, reference_contexts=relevant)
        return asyncio.run(Metric(distance_measure=ExactMatch()).single_turn_ascore(sample))


def _call_with_ids(Metric: Any, items: Any, relevant: Any) -> Any:
    import asyncio

    from ragas.dataset_schema import SingleTurnSample

    sample = SingleTurnSample(retrieved_context_ids=items, reference_context_ids=relevant)
    return asyncio.run(Metric().single_turn_ascore(sample))
