"""torchmetrics: functional retrieval metrics of one query, one class of several, and rank correlations; in float32."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..catalogue.loading import load_catalogue
from ..model.axiom import Kind
from ..model.claim import Claim
from ..model.registry import Registry
from ..numbers.exact import Whole
from ..spaces import cut_offs, weak_order, whole_lists
from ..values.judged import Judged
from . import LIBRARIES
from .axioms.isolation import mean_over_rows
from .axioms.refusal import refuses_negative_cut_off
from .axioms.representation import negative_scores, scaled_scores, shifted_scores
from .axioms.totality import answers_cut_off_zero, answers_nothing_relevant
from .implementation import FLOAT32, implementation
from .library import Documentation, Row
from .list_definitions import area_under_roc, fall_out, reciprocal_rank_at
from .shapes.tensors import PredictionsAndTarget, PredictionsOfQueries, TwoTensors

TORCHMETRICS = LIBRARIES["torchmetrics"]
PAGES = "https://lightning.ai/docs/torchmetrics/stable/"
K = {"k": cut_offs()}
SHORTER = ("retrieval_precision", "retrieval_average_precision", "retrieval_reciprocal_rank")
"""The functions whose pages say the same of cut-offs in fewer words."""
POSITIVE = ("retrieval_precision", "retrieval_recall", "retrieval_average_precision", "retrieval_reciprocal_rank")
"""The functions in which a document counts as relevant only if its prediction is above 0."""
SQUASHED = "retrieval_auroc"
"""The function that puts predictions through a sigmoid if one of them is not a probability."""


def zero_without_targets(definition: Callable[..., Any]) -> Callable[..., Any]:
    """The definition, with the documented 0 where no target is True."""

    def completed(x: Judged, **parameters: Any) -> Any:
        return definition(x, **parameters) if x.R else Whole(0)

    return completed


def of_the_top(definition: Callable[[Judged], Any]) -> Callable[..., Any]:
    """The definition of the first k items alone: "consider only the top k elements"."""

    def cut(x: Judged, k: Any) -> Any:
        return definition(Judged(x.grades[: int(k)]))

    return cut


def register(registry: Registry) -> None:
    """Add the metrics of torchmetrics to the registry."""
    docs = Documentation("torchmetrics", "the documentation of torchmetrics")
    registry.add_source(docs)
    _at_cut_offs(registry, docs)
    _whole_lists(registry, docs)
    _cumulative_gain(registry, docs)
    _correlations(registry)


def _row(
    registry: Registry,
    docs: Documentation,
    name: str,
    page: str,
    concept: str,
    definition: Callable[..., Any],
    *,
    cut: bool,
    kind: Kind = "score",
    variant: str | None = None,
) -> Row:
    """The decorator of a functional retrieval metric of binary lists, all of which say the same of missing targets."""
    address = f"{PAGES}retrieval/{page}.html"
    label = f"{name}[{variant}]" if variant else name
    sentence = docs.says(f"{label}/nothing-relevant", "If no target is True, 0 is returned.", address, "defined, and 0")
    return implementation(
        TORCHMETRICS,
        name,
        shape=PredictionsAndTarget(),
        kind=kind,
        arguments={"x": whole_lists(1)},
        parameters=K if cut else None,
        variant=variant,
        concept=concept,
        definition=zero_without_targets(definition),
        epsilon=FLOAT32,
        page=address,
        claims=[
            sentence.holds(answers_nothing_relevant),
            *_cut_off(docs, label, address, cut),
            *_probabilities(docs, name, label, address),
        ],
        into=registry,
    )


def _probabilities(docs: Documentation, name: str, label: str, page: str) -> list[list[Claim]]:
    """What the documentation says of predictions that are not probabilities, where they are not treated alike."""
    if name not in POSITIVE and name != SQUASHED:
        return []
    sentence = docs.says(
        f"{label}/preds",
        "estimated probabilities of each document to be relevant.",
        page,
        "a score below 0 or above 1 is not a valid input; what it gives is not said",
    )
    return [sentence.fails(negative_scores) if name in POSITIVE else sentence.fails(shifted_scores, scaled_scores)]


def _cut_off(docs: Documentation, label: str, page: str, cut: bool) -> list[list[Claim]]:
    """What the documentation says of cut-offs that are none."""
    if not cut:
        return []
    subject = "top_k" if label.startswith(SHORTER) else "top_k parameter"
    sentence = docs.says(
        f"{label}/top_k", f"ValueError: If {subject} is not None or an integer larger than 0", page, "k < 1 is refused"
    )
    return [sentence.holds(refuses_negative_cut_off), sentence.fails(answers_cut_off_zero)]


def _at_cut_offs(registry: Registry, docs: Documentation) -> None:
    exact = load_catalogue()
    row = partial(_row, registry, docs, cut=True)

    @row("retrieval_precision", "precision", "P@k", exact.metric("precision-at"))
    def precision(preds: Any, target: Any, k: int) -> Any:
        """P@k = relevant documents among the top k / k"""
        from torchmetrics.functional.retrieval import retrieval_precision

        return retrieval_precision(preds, target, top_k=k)

    @row("retrieval_recall", "recall", "recall@k", exact.metric("recall-at"))
    def recall(preds: Any, target: Any, k: int) -> Any:
        """R@k = relevant documents among the top k / relevant documents"""
        from torchmetrics.functional.retrieval import retrieval_recall

        return retrieval_recall(preds, target, top_k=k)

    @row("retrieval_hit_rate", "hit_rate", "hit@k", exact.metric("success-at"))
    def hit_rate(preds: Any, target: Any, k: int) -> Any:
        """1 if a relevant document is among the top k, else 0"""
        from torchmetrics.functional.retrieval import retrieval_hit_rate

        return retrieval_hit_rate(preds, target, top_k=k)

    @row("retrieval_fall_out", "fall_out", "fall-out@k", fall_out, kind="error")
    def fallen_out(preds: Any, target: Any, k: int) -> Any:
        """non-relevant documents among the top k / non-relevant documents"""
        from torchmetrics.functional.retrieval import retrieval_fall_out

        return retrieval_fall_out(preds, target, top_k=k)

    of_list = exact.metric("average-precision[whole]")

    @row("retrieval_average_precision", "map", "AP@k", of_the_top(zero_without_targets(of_list)), variant="top_k")
    def average_precision_at(preds: Any, target: Any, k: int) -> Any:
        """the average precision of the top k documents alone"""
        from torchmetrics.functional.retrieval import retrieval_average_precision

        return retrieval_average_precision(preds, target, top_k=k)

    @row("retrieval_reciprocal_rank", "mrr", "RR@k", reciprocal_rank_at, variant="top_k")
    def reciprocal_rank(preds: Any, target: Any, k: int) -> Any:
        """1 / rank of the first relevant document of the top k"""
        from torchmetrics.functional.retrieval import retrieval_reciprocal_rank

        return retrieval_reciprocal_rank(preds, target, top_k=k)


def _whole_lists(registry: Registry, docs: Documentation) -> None:
    exact = load_catalogue()
    row = partial(_row, registry, docs, cut=False)

    @row("retrieval_average_precision", "map", "AP", exact.metric("average-precision[whole]"))
    def average_precision(preds: Any, target: Any) -> Any:
        """the average precision of all documents"""
        from torchmetrics.functional.retrieval import retrieval_average_precision

        return retrieval_average_precision(preds, target)

    @row("retrieval_reciprocal_rank", "mrr", "RR", exact.metric("reciprocal-rank"))
    def reciprocal_rank(preds: Any, target: Any) -> Any:
        """1 / rank of the first relevant document"""
        from torchmetrics.functional.retrieval import retrieval_reciprocal_rank

        return retrieval_reciprocal_rank(preds, target)

    @row("retrieval_r_precision", "r_precision", "R-precision", exact.metric("r-precision"))
    def r_precision(preds: Any, target: Any) -> Any:
        """relevant documents among the top R / R, R relevant documents in all"""
        from torchmetrics.functional.retrieval import retrieval_r_precision

        return retrieval_r_precision(preds, target)

    @row("retrieval_auroc", "auroc", "AUC", area_under_roc)
    def auroc(preds: Any, target: Any) -> Any:
        """the area under the ROC curve of the documents"""
        from torchmetrics.functional.retrieval import retrieval_auroc

        return retrieval_auroc(preds, target)


def _cumulative_gain(registry: Registry, docs: Documentation) -> None:
    exact = load_catalogue()
    page = f"{PAGES}retrieval/normalized_dcg.html"
    ndcg = exact.metric("ndcg[linear]")
    empty = docs.says(
        "RetrievalNormalizedDCG/nothing-relevant", "those queries count as 0.0 (default)", page, "defined, and 0"
    )
    mean = docs.says("RetrievalNormalizedDCG/mean", "will be computed as the mean of the metric over each query", page)

    @implementation(
        TORCHMETRICS,
        "retrieval_normalized_dcg",
        shape=PredictionsAndTarget(),
        kind="score",
        arguments={"x": whole_lists(2)},
        parameters=K,
        concept="nDCG@k (linear gains)",
        definition=ndcg,
        epsilon=FLOAT32,
        page=page,
        claims=_cut_off(docs, "retrieval_normalized_dcg", page, True),
        into=registry,
    )
    def normalized_dcg(preds: Any, target: Any, k: int) -> Any:
        """nDCG@k with linear gains"""
        from torchmetrics.functional.retrieval import retrieval_normalized_dcg

        return retrieval_normalized_dcg(preds, target, top_k=k)

    @implementation(
        TORCHMETRICS,
        "RetrievalNormalizedDCG",
        shape=PredictionsOfQueries(),
        kind="score",
        arguments={"x": whole_lists(2)},
        parameters=K,
        concept="nDCG@k (linear gains)",
        definition=zero_without_targets(ndcg),
        epsilon=FLOAT32,
        page=page,
        claims=[empty.holds(answers_nothing_relevant), mean.holds(mean_over_rows)],
        options={"mean_over_rows": True},
        into=registry,
    )
    def of_queries(preds: Any, target: Any, indexes: Any, k: int) -> Any:
        """the mean over the queries of nDCG@k with linear gains"""
        from torchmetrics.retrieval import RetrievalNormalizedDCG

        return RetrievalNormalizedDCG(top_k=k)(preds, target, indexes=indexes)


def _correlations(registry: Registry) -> None:
    exact = load_catalogue()

    def row(name: str, page: str, concept: str, definition: Any, variant: str | None = None) -> Row:
        return implementation(
            TORCHMETRICS,
            name,
            shape=TwoTensors(),
            kind="similarity",
            arguments={"a": weak_order, "b": weak_order},
            variant=variant,
            concept=concept,
            definition=definition,
            epsilon=FLOAT32,
            page=f"{PAGES}regression/{page}.html",
            into=registry,
        )

    kendall = "kendall_rank_corr_coef"

    @row("kendall_rank_corrcoef", kendall, "Kendall tau-a", exact.metric("gamma[weak-orders]"), "a")
    def tau_a(preds: Any, target: Any) -> Any:
        """tau_a = (C - D) / (C + D)"""
        from torchmetrics.functional import kendall_rank_corrcoef

        return kendall_rank_corrcoef(preds, target, variant="a")

    @row("kendall_rank_corrcoef", kendall, "Kendall tau-b", exact.metric("kendall-tau-b"), "b")
    def tau_b(preds: Any, target: Any) -> Any:
        """tau_b = (C - D) / sqrt((C + D + T_preds) (C + D + T_target))"""
        from torchmetrics.functional import kendall_rank_corrcoef

        return kendall_rank_corrcoef(preds, target)

    @row("kendall_rank_corrcoef", kendall, "Kendall tau-c", exact.metric("kendall-tau-c"), "c")
    def tau_c(preds: Any, target: Any) -> Any:
        """tau_c = 2 (C - D) / (n^2 (m - 1) / m)"""
        from torchmetrics.functional import kendall_rank_corrcoef

        return kendall_rank_corrcoef(preds, target, variant="c")

    @row("spearman_corrcoef", "spearman_corr_coef", "Spearman rho", exact.metric("spearman-rho[mid-ranks]"))
    def rho(preds: Any, target: Any) -> Any:
        """r_s = cov(rg_x, rg_y) / (sigma_x sigma_y), rg the ranks"""
        from torchmetrics.functional import spearman_corrcoef

        return spearman_corrcoef(preds, target)
