"""TruLens (trulens-feedback): the agreement of retrieved chunks with a golden set; no model is asked."""

from __future__ import annotations

from functools import partial
from typing import Any

from ..model.registry import Registry
from ..spaces import binary_list, cut_offs, graded_lists
from . import LIBRARIES
from .implementation import implementation
from .list_definitions import restricted
from .shapes.scored import RatedItems, RecommendedItems

TRULENS = LIBRARIES["trulens"]
PAGE = "https://github.com/truera/trulens/blob/main/src/feedback/trulens/feedback/groundtruth.py"
"""The documentation is made of the docstrings there."""


def register(registry: Registry) -> None:
    """Add the agreement of retrieved chunks with a golden set to the registry."""
    row = partial(implementation, TRULENS, kind="score", page=PAGE, into=registry)
    of_chunks = partial(row, shape=RecommendedItems(), arguments={"x": binary_list})
    cut = partial(of_chunks, parameters={"k": cut_offs()})

    def golden(named: str) -> Any:
        return restricted(named, lambda x: x.R, "there must be golden chunks")

    cut("precision_at_k", "P@k", golden("precision-at"), "golden chunks among the first k / k")(
        _at_cut_off("precision_at_k")
    )
    cut("recall_at_k", "recall@k", golden("recall-at"), "golden chunks among the first k / golden chunks")(
        _at_cut_off("recall_at_k")
    )
    cut("ir_hit_rate", "hit@k", golden("success-at"), "1 if a golden chunk is among the first k, else 0")(
        _at_cut_off("ir_hit_rate")
    )

    @of_chunks("mrr", "RR", golden("reciprocal-rank"))
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


def _at_cut_off(name: str) -> Any:
    def value(items: Any, relevant: Any, k: int) -> Any:
        from trulens.feedback import GroundTruthAgreement
        from trulens.feedback.dummy.provider import DummyProvider

        golden = [{"query": "q", "expected_chunks": [{"text": text} for text in relevant]}]
        return getattr(GroundTruthAgreement(golden, provider=DummyProvider()), name)("q", items, k=k)

    return value
