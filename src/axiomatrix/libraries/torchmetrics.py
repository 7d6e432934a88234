"""Adapter of torchmetrics: functional retrieval metrics of one query, nDCG of several queries, and rank correlations.

All compute in float32, the precision that ``epsilon`` names. Each metric is registered as a *row* by
``implementation(library, name, concept, definition, formula, ...)(function)``:

- ``function`` is a function of this file that calls the library. Reports show its body as a snippet, and its docstring
  as the formula unless ``formula`` is passed.
- ``from_library={"function": "module:"}`` passes to it, as the argument ``function``, the object of ``module`` with the
  ``name`` of the row.
- ``shape`` makes its other arguments, such as the tensors ``preds`` and ``target``, of the values in ``arguments``.
  ``whole_lists(2)`` is the space of lists with grades up to 2 from which no item of the collection is missing.
- ``complete_definition(definition, 0)`` extends a definition by the value 0 where nothing is relevant.
- ``variant`` stands in brackets behind the name of the row, as in ``kendall_rank_corrcoef[b]``.
- ``fails`` means that a failure is as documented, for example since the axiom calls the metric with what the
  documentation does not allow as input.
- :mod:`.implementation` explains rows, definitions and concepts, :class:`.library.Documentation` the claims.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..model.axiom import Kind
from ..model.claim import Claim
from ..model.registry import Registry
from ..spaces import cut_offs, weak_order, whole_lists
from ..values.judged import Judged
from . import LIBRARIES
from .axioms.isolation import mean_over_rows
from .axioms.refusal import refuses_negative_cut_off
from .axioms.representation import negative_scores, scaled_scores, shifted_scores
from .axioms.totality import answers_cut_off_zero, answers_nothing_relevant
from .implementation import FLOAT32, definition_text, implementation
from .library import Documentation
from .list_definitions import FunctionOrName, area_under_roc, complete_definition, fall_out, reciprocal_rank_at
from .shapes.tensors import PredictionsAndTarget, PredictionsOfQueries, TwoTensors

TORCHMETRICS = LIBRARIES["torchmetrics"]
PAGES = "https://lightning.ai/docs/torchmetrics/stable/"
K = {"k": cut_offs()}
RETRIEVAL = "torchmetrics.functional.retrieval"
FUNCTIONS_SAYING_TOP_K = ("retrieval_precision", "retrieval_average_precision", "retrieval_reciprocal_rank")
"""The functions whose pages call the cut-off ``top_k``; the others call it ``top_k parameter``. Claims quote them."""
FUNCTIONS_OF_POSITIVE_PREDICTIONS = (
    "retrieval_precision",
    "retrieval_recall",
    "retrieval_average_precision",
    "retrieval_reciprocal_rank",
)
"""The functions in which a document counts as relevant only if its prediction is above 0."""
FUNCTION_WITH_SIGMOID = "retrieval_auroc"
"""The function that puts predictions through a sigmoid if one of them is not a probability."""


def cut_to_top(definition: Callable[[Judged], Any]) -> Callable[..., Any]:
    """Apply a definition to the first k items alone, as the documentation says: "consider only the top k elements"."""

    def definition_at_k(x: Judged, k: Any) -> Any:
        # No item is missing: a call cannot name relevant documents that were not retrieved.
        return definition(Judged(x.grades[: int(k)]))

    definition_at_k.__doc__ = f"Of the first k items alone: {definition_text(definition)}"
    return definition_at_k


def register(registry: Registry) -> None:
    """Add the metrics of torchmetrics to the registry."""
    docs = Documentation("torchmetrics", "the documentation of torchmetrics")
    registry.add_source(docs)
    _add_binary_metrics(registry, docs)
    _add_cumulative_gain(registry, docs)
    _add_correlations(registry)


def _add_binary_metrics(registry: Registry, docs: Documentation) -> None:
    add = partial(_add, registry, docs)
    add_cut = partial(add, has_cut_off=True)
    add_cut("precision", "P@k", "precision-at", "P@k = relevant documents among the top k / k")
    add_cut("recall", "recall@k", "recall-at", "R@k = relevant documents among the top k / relevant documents")
    add_cut("hit_rate", "hit@k", "success-at", "1 if a relevant document is among the top k, else 0")
    add_cut(
        "fall_out",
        "fall-out@k",
        fall_out,
        "non-relevant documents among the top k / non-relevant documents",
        kind="loss",
    )
    # 0 where the top k have no relevant document; ``_add`` completes it again, for lists that have none at all
    average_precision_of_top = cut_to_top(complete_definition("average-precision[whole]", 0))
    add_cut(
        "average_precision",
        "AP@k",
        average_precision_of_top,
        "the average precision of the top k documents alone",
        page="map",
        variant="top_k",
    )
    add_cut(
        "reciprocal_rank",
        "RR@k",
        reciprocal_rank_at,
        "1 / rank of the first relevant document of the top k",
        page="mrr",
        variant="top_k",
    )

    add("average_precision", "AP", "average-precision[whole]", "the average precision of all documents", page="map")
    add("reciprocal_rank", "RR", "reciprocal-rank", "1 / rank of the first relevant document", page="mrr")
    add(
        "r_precision",
        "R-precision",
        "r-precision",
        "relevant documents among the top R / R, R relevant documents in all",
    )
    add("auroc", "AUC", area_under_roc, "the area under the ROC curve of the documents")


def _add(
    registry: Registry,
    docs: Documentation,
    function: str,
    concept: str,
    definition: FunctionOrName,
    formula: str,
    *,
    page: str = "",
    has_cut_off: bool = False,
    kind: Kind = "score",
    variant: str | None = None,
) -> None:
    """Add a functional retrieval metric of binary lists. All their pages say that it is 0 where nothing is relevant.

    ``function`` is its name without ``retrieval_``. ``page`` is the name of the page if it is not the same.
    """
    name = f"retrieval_{function}"
    address = f"{PAGES}retrieval/{page or function}.html"
    label = f"{name}[{variant}]" if variant else name
    # the page of fall-out says this too, although its formula divides by the number of targets that are False
    zero_without_relevant = docs.says(
        f"{label}/nothing-relevant", "If no target is True, 0 is returned.", address, "defined, and 0"
    )
    implementation(
        TORCHMETRICS,
        name,
        concept,
        complete_definition(definition, 0),
        formula,
        shape=PredictionsAndTarget(),
        kind=kind,
        arguments={"x": whole_lists(1)},
        parameters=K if has_cut_off else {},
        variant=variant,
        epsilon=FLOAT32,
        page=address,
        claims=[
            zero_without_relevant.holds(answers_nothing_relevant),
            *(_claims_on_cut_offs(docs, label, address) if has_cut_off else ()),
            *_claims_on_probabilities(docs, name, label, address),
        ],
        from_library={"function": f"{RETRIEVAL}:"},
        into=registry,
    )(_call_at_cut_off if has_cut_off else _call)


def _call(function: Any, preds: Any, target: Any) -> Any:
    return function(preds, target)


def _call_at_cut_off(function: Any, preds: Any, target: Any, k: int) -> Any:
    return function(preds, target, top_k=k)


def _claims_on_probabilities(docs: Documentation, name: str, label: str, page: str) -> list[list[Claim]]:
    """Return the claims of the documentation on predictions that are not probabilities: the axioms about them may fail.

    There are claims only for the functions to which more than the order of the predictions matters.
    """
    if name not in (*FUNCTIONS_OF_POSITIVE_PREDICTIONS, FUNCTION_WITH_SIGMOID):
        return []
    preds_are_probabilities = docs.says(
        f"{label}/preds",
        "estimated probabilities of each document to be relevant.",
        page,
        "a score below 0 or above 1 is not a valid input; what it gives is not said",
    )
    if name == FUNCTION_WITH_SIGMOID:
        return [preds_are_probabilities.fails(shifted_scores, scaled_scores)]
    return [preds_are_probabilities.fails(negative_scores)]


def _claims_on_cut_offs(docs: Documentation, label: str, page: str) -> list[list[Claim]]:
    """Return the claims of the documentation on invalid cut-offs."""
    # A label is the name of the function, and perhaps a variant, as in "retrieval_average_precision[top_k]".
    subject = "top_k" if label.startswith(FUNCTIONS_SAYING_TOP_K) else "top_k parameter"
    top_k_is_positive = docs.says(
        f"{label}/top_k", f"ValueError: If {subject} is not None or an integer larger than 0", page, "k < 1 is refused"
    )
    return [top_k_is_positive.holds(refuses_negative_cut_off), top_k_is_positive.fails(answers_cut_off_zero)]


def _add_cumulative_gain(registry: Registry, docs: Documentation) -> None:
    page = f"{PAGES}retrieval/normalized_dcg.html"
    zero_without_relevant = docs.says(
        "RetrievalNormalizedDCG/nothing-relevant", "those queries count as 0.0 (default)", page, "defined, and 0"
    )
    mean_over_queries = docs.says(
        "RetrievalNormalizedDCG/mean", "will be computed as the mean of the metric over each query", page
    )

    row = partial(
        implementation,
        TORCHMETRICS,
        concept="nDCG@k (linear gains)",
        kind="score",
        arguments={"x": whole_lists(2)},
        parameters=K,
        epsilon=FLOAT32,
        page=page,
        into=registry,
    )
    row(
        "retrieval_normalized_dcg",
        definition="ndcg[linear]",
        formula="nDCG@k with linear gains",
        shape=PredictionsAndTarget(),
        claims=_claims_on_cut_offs(docs, "retrieval_normalized_dcg", page),
        from_library={"function": f"{RETRIEVAL}:"},
    )(_call_at_cut_off)

    @row(
        "RetrievalNormalizedDCG",
        definition=complete_definition("ndcg[linear]", 0),
        shape=PredictionsOfQueries(),
        claims=[zero_without_relevant.holds(answers_nothing_relevant), mean_over_queries.holds(mean_over_rows)],
        options={"mean_over_rows": True},  # the answer is the mean over all queries of the call
    )
    def ndcg_of_queries(preds: Any, target: Any, indexes: Any, k: int) -> Any:
        """the mean over the queries of nDCG@k with linear gains"""
        from torchmetrics.retrieval import RetrievalNormalizedDCG

        return RetrievalNormalizedDCG(top_k=k)(preds, target, indexes=indexes)


def _add_correlations(registry: Registry) -> None:
    row = partial(
        implementation,
        TORCHMETRICS,
        shape=TwoTensors(),
        kind="similarity",
        arguments={"a": weak_order, "b": weak_order},
        epsilon=FLOAT32,
        from_library={"function": "torchmetrics.functional:"},
        into=registry,
    )
    kendall_row = partial(row, "kendall_rank_corrcoef", page=f"{PAGES}regression/kendall_rank_corr_coef.html")

    # The documented formula of tau-a is that of gamma, so the values are compared with gamma.
    @kendall_row("Kendall tau-a", "gamma[weak-orders]", "tau_a = (C - D) / (C + D)", variant="a")
    def tau_a(function: Any, preds: Any, target: Any) -> Any:
        return function(preds, target, variant="a")

    kendall_row(  # the default variant
        "Kendall tau-b",
        "kendall-tau-b",
        "tau_b = (C - D) / sqrt((C + D + T_preds) (C + D + T_target))",
        variant="b",
    )(_call)

    @kendall_row("Kendall tau-c", "kendall-tau-c", "tau_c = 2 (C - D) / (n^2 (m - 1) / m)", variant="c")
    def tau_c(function: Any, preds: Any, target: Any) -> Any:
        return function(preds, target, variant="c")

    row(
        "spearman_corrcoef",
        "Spearman rho",
        "spearman-rho[mid-ranks]",
        "r_s = cov(rg_x, rg_y) / (sigma_x sigma_y), rg the ranks",
        page=f"{PAGES}regression/spearman_corr_coef.html",
    )(_call)
