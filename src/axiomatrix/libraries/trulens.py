"""Adapter of TruLens (the distribution trulens-feedback): the agreement of retrieved chunks with a golden set.

The golden set has the chunks (passages of documents) that are expected for a query: the relevant ones. No language
model is asked: the provider is a dummy.

Each metric is registered as a *row* by ``row(name, concept, definition, formula, ...)(function)``, with the arguments
of :func:`.implementation.implementation`:

- ``function`` calls the library. Reports show its body as a snippet, imports included, and its docstring as the formula
  unless ``formula`` is passed.
- ``shape`` makes its arguments of the judged list in ``arguments``: ``items`` (the retrieved chunks), ``relevant`` (the
  golden ones) and perhaps the ``ratings`` of the golden ones.
- ``restrict_definition`` leaves a definition without a value on the lists that the library does not accept.
- :mod:`.implementation` explains rows, definitions and concepts, :class:`.library.Documentation` the claims.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..model.registry import Registry
from ..spaces import binary_list, cut_offs, graded_lists
from . import LIBRARIES
from .implementation import implementation
from .list_definitions import has_relevant_item, restrict_definition
from .shapes.scored import RatedItems, RecommendedItems

TRULENS = LIBRARIES["trulens"]
PAGE = "https://github.com/truera/trulens/blob/main/src/feedback/trulens/feedback/groundtruth.py"
"""The documentation is generated from the docstrings in this file."""


def register(registry: Registry) -> None:
    """Add the agreement of retrieved chunks with a golden set to the registry."""
    row = partial(implementation, TRULENS, kind="score", page=PAGE, into=registry)
    row_of_chunks = partial(row, shape=RecommendedItems(), arguments={"x": binary_list})

    def with_golden_chunks(metric: str) -> Callable[..., Any]:
        """Return the metric of the catalogue where there are golden chunks; elsewhere it is undefined."""
        return restrict_definition(metric, has_relevant_item, "there must be golden chunks")

    def add_at_cut_off(name: str, concept: str, metric: str, formula: str) -> None:
        """Register TruLens's method ``name``, to be compared with this metric of the catalogue."""
        register_row = row_of_chunks(name, concept, with_golden_chunks(metric), formula, parameters={"k": cut_offs()})
        register_row(_make_call_at_cut_off(name))

    add_at_cut_off("precision_at_k", "P@k", "precision-at", "golden chunks among the first k / k")
    add_at_cut_off("recall_at_k", "recall@k", "recall-at", "golden chunks among the first k / golden chunks")
    add_at_cut_off("ir_hit_rate", "hit@k", "success-at", "1 if a golden chunk is among the first k, else 0")

    @row_of_chunks("mrr", "RR", with_golden_chunks("reciprocal-rank"))
    def mrr(items: Any, relevant: Any) -> Any:
        """1 / rank of the first golden chunk"""
        from trulens.feedback import GroundTruthAgreement
        from trulens.feedback.dummy.provider import DummyProvider

        golden = [{"query": "q", "expected_chunks": [{"text": text} for text in relevant]}]
        return GroundTruthAgreement(golden, provider=DummyProvider()).mrr("q", items)

    @row(
        "ndcg_at_k",
        "nDCG@k (linear gains)",
        "ndcg[linear]",
        shape=RatedItems(),
        arguments={"x": graded_lists()},
        parameters={"k": cut_offs()},
    )
    def ndcg(items: Any, relevant: Any, ratings: Any, k: int) -> Any:
        """DCG@k / DCG@k of the golden chunks in ideal order, linear gains"""
        from trulens.feedback import GroundTruthAgreement
        from trulens.feedback.dummy.provider import DummyProvider

        chunks = [{"text": text, "expect_score": grade} for text, grade in zip(relevant, ratings, strict=True)]
        golden = [{"query": "q", "expected_chunks": chunks}]
        return GroundTruthAgreement(golden, provider=DummyProvider()).ndcg_at_k("q", items, k=k)


def _make_call_at_cut_off(name: str) -> Callable[..., Any]:
    """Return the function that calls TruLens's method of this name at k.

    It repeats lines of ``mrr`` above, since the body of a function is what reports show.
    """

    def value(items: Any, relevant: Any, k: int) -> Any:
        from trulens.feedback import GroundTruthAgreement
        from trulens.feedback.dummy.provider import DummyProvider

        golden = [{"query": "q", "expected_chunks": [{"text": text} for text in relevant]}]
        return getattr(GroundTruthAgreement(golden, provider=DummyProvider()), name)("q", items, k=k)

    return value
