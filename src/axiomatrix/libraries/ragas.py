"""Adapter of Ragas: registers the context precision and recall that ask no language model.

A context is a retrieved passage. It is relevant if its id is among those of the reference, or if its text is exactly
that of a context of the reference. (Ragas can also compare texts approximately.)

Each metric is registered as a *row* by ``row(name, ...)(function)``, with the arguments of
:func:`.implementation.implementation`:

- ``function`` calls the library. Reports show its body as a snippet, imports included, and its docstring as the formula
  unless ``formula`` is passed.
- ``from_library={"Metric": "module:"}`` passes to it, as the argument ``Metric``, the class of ``module`` with the
  ``name`` of the row.
- ``shape`` makes its arguments ``items`` and ``relevant`` of the judged list in ``arguments``: the names of the
  contexts that are retrieved, and of those in the reference. They serve as ids or as texts.
- ``restrict_definition`` leaves a definition without a value on the lists that the library does not accept.
- :mod:`.implementation` explains rows, definitions and concepts, :class:`.library.Documentation` the claims.
"""

from __future__ import annotations

import os
from functools import partial
from typing import Any

from ..model.registry import Registry
from ..spaces import binary_list
from . import LIBRARIES
from .implementation import NO_CONCEPT, implementation
from .list_definitions import has_relevant_item, precision, precision_of_hits, recall, restrict_definition
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
    row(
        "IDBasedContextPrecision",
        concept="precision",
        definition=precision,
        formula="retrieved ids that are in the reference / retrieved ids",
        page=f"{PAGES}precision.html",
    )(_call_with_ids)
    row(
        "IDBasedContextRecall",
        concept="recall",
        definition=recall,
        formula="reference ids that are retrieved / reference ids",
        page=f"{PAGES}recall.html",
    )(_call_with_ids)
    row(
        "NonLLMContextPrecisionWithReference",
        concept=NO_CONCEPT,
        # by its name and documentation, it needs a reference
        definition=restrict_definition(precision_of_hits, has_relevant_item, "there must be reference contexts"),
        page=f"{PAGES}precision.html",
    )(_call_with_texts)


def _call_with_ids(Metric: Any, items: Any, relevant: Any) -> Any:
    import asyncio

    from ragas.dataset_schema import SingleTurnSample

    sample = SingleTurnSample(retrieved_context_ids=items, reference_context_ids=relevant)
    return asyncio.run(Metric().single_turn_ascore(sample))


def _call_with_texts(Metric: Any, items: Any, relevant: Any) -> Any:
    """the mean of the precisions at the relevant items of the retrieved contexts"""
    import asyncio

    from ragas.dataset_schema import SingleTurnSample
    from ragas.metrics import ExactMatch

    sample = SingleTurnSample(retrieved_contexts=items, reference_contexts=relevant)
    return asyncio.run(Metric(distance_measure=ExactMatch()).single_turn_ascore(sample))
