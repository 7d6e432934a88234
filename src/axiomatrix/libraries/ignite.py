"""Adapter of Ignite (the distribution pytorch-ignite): registers metrics of recommendations and rank correlations.

Each metric is registered as a *row* by ``row(name, concept, definition, formula, ...)(function)``, with the arguments
of :func:`.implementation.implementation`:

- ``function`` calls the library. Reports show its body as a snippet, and its docstring as the formula unless
  ``formula`` is passed.
- ``from_library={"Metric": "module:"}`` passes to it, as the argument ``Metric``, the class of ``module`` with the
  ``name`` of the row.
- ``epsilon`` is the precision of the values: all are computed in float32.
- ``shape`` makes its other arguments of the values in ``arguments``. Those of recommendations are matrices with a row
  for each user. ``whole_lists(2)`` is the space of lists with grades up to 2 from which no item is missing.
- ``restrict_definition`` leaves a definition without a value on the lists that the library does not accept.
- :mod:`.implementation` explains rows, definitions and concepts, :class:`.library.Documentation` the claims.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..model.registry import Registry
from ..spaces import cut_offs, weak_order, whole_lists
from . import LIBRARIES
from .axioms.isolation import mean_over_rows
from .axioms.refusal import refuses_negative_cut_off
from .axioms.totality import answers_cut_off_zero, answers_nothing_relevant
from .implementation import FLOAT32, implementation
from .library import Documentation, Row
from .list_definitions import has_relevant_item, restrict_definition
from .shapes.tensors import PredictionsByRow, TwoTensors

IGNITE = LIBRARIES["ignite"]
PAGES = "https://docs.pytorch.org/ignite/master/generated/ignite.metrics."
K = {"k": cut_offs()}
USERS_IGNORED = (
    "if True, users with no relevant items (ground truth tensor being all zeros) are ignored in computation of"
)
"""Beginning of a sentence of the documentation. The sentence ends with the name of the metric."""


def register(registry: Registry) -> None:
    """Add the ranking metrics of Ignite to the registry."""
    docs = Documentation("ignite", "the documentation of Ignite")
    registry.add_source(docs)
    _add_metrics_of_recommendations(registry, docs)
    _add_correlations(registry)


def _add_metrics_of_recommendations(registry: Registry, docs: Documentation) -> None:
    row = partial(
        implementation,
        IGNITE,
        shape=PredictionsByRow(1),  # 1 is the further cut-off of ``before`` or ``after``, see _call_at_cut_off
        kind="score",
        parameters=K,
        epsilon=FLOAT32,
        options={"mean_over_rows": True},  # the answer is the mean over all users of the call
        from_library={"Metric": "ignite.metrics.rec_sys:"},
        into=registry,
    )
    _add_hit_rate(row, docs)
    _add_ndcg(row, docs)


def _add_hit_rate(row: Callable[..., Row], docs: Documentation) -> None:
    page = f"{PAGES}rec_sys.HitRate.html"
    mean_over_users = docs.says(
        "HitRate/mean",
        "The Hit Rate measures the fraction of users for which the model was able to predict at least one correct "
        "recommendation.",
        page,
    )
    users_ignored = docs.says(
        "HitRate/nothing-relevant", f"{USERS_IGNORED} HitRate.", page, "such a list has no value alone"
    )
    top_k_is_positive = docs.says(
        "HitRate/top_k",
        "a single positive integer or a list of positive integers that specifies `k` for calculating hitrate@top-k.",
        page,
        "k < 1 is refused",
    )
    row(
        "HitRate",
        "hit@k",
        restrict_definition("success-at", has_relevant_item, "users with no relevant items are ignored"),
        "the share of users with a relevant item among the first k",
        arguments={"x": whole_lists(1)},
        page=page,
        claims=[
            mean_over_users.holds(mean_over_rows),
            users_ignored.fails(answers_nothing_relevant),
            top_k_is_positive.holds(refuses_negative_cut_off),
            top_k_is_positive.fails(answers_cut_off_zero),
        ],
    )(_call_at_cut_off)


def _add_ndcg(row: Callable[..., Row], docs: Documentation) -> None:
    # The definitions have no value for the ignored users, whose ideal DCG is 0, and so need no restriction to others.
    page = f"{PAGES}rec_sys.NDCG.html"
    users_ignored = docs.says("NDCG/nothing-relevant", f"{USERS_IGNORED} NDCG.", page, "such a list has no value alone")
    row(
        "NDCG",
        "nDCG@k (exponential gains)",
        "ndcg[exponential]",
        "DCG@k / DCG@k of the ideal list, gains 2^rel - 1; the mean over users",
        arguments={"x": whole_lists(2)},
        page=page,
        claims=[users_ignored.fails(answers_nothing_relevant)],
    )(_call_at_cut_off)

    @row(
        "NDCG",
        "nDCG@k (linear gains)",
        "ndcg[linear]",
        variant="linear_rank",
        arguments={"x": whole_lists(2)},
        page=page,
        claims=[users_ignored.fails(answers_nothing_relevant)],
    )
    def linear(Metric: Any, preds: Any, target: Any, before: Any, after: Any, k: int) -> Any:
        """DCG@k / DCG@k of the ideal list, linear gains; the mean over users"""
        metric = Metric(top_k=[*before, k, *after], gain_function="linear_rank")
        metric.update((preds, target))
        return metric.compute()[metric.top_k.index(k)]


# A call may ask for several cut-offs at once. Axioms about that put another one into the list ``before`` or ``after``;
# usually both are empty. The metric sorts its cut-offs, and the values are in that order.
# ``linear`` above repeats these lines, since the body of a function is what reports show.
def _call_at_cut_off(Metric: Any, preds: Any, target: Any, before: Any, after: Any, k: int) -> Any:
    metric = Metric(top_k=[*before, k, *after])
    metric.update((preds, target))
    return metric.compute()[metric.top_k.index(k)]


def _add_correlations(registry: Registry) -> None:
    row = partial(
        implementation,
        IGNITE,
        shape=TwoTensors(),
        kind="similarity",
        arguments={"a": weak_order, "b": weak_order},
        epsilon=FLOAT32,
        from_library={"Metric": "ignite.metrics.regression:"},
        into=registry,
    )
    kendall_row = partial(row, "KendallRankCorrelation", page=f"{PAGES}regression.KendallRankCorrelation.html")
    kendall_row("Kendall tau-b", "kendall-tau-b", "tau_b = (P - Q) / sqrt((P + Q + T) (P + Q + U))", variant="b")(_call)

    @kendall_row("Kendall tau-c", "kendall-tau-c", variant="c")
    def tau_c(Metric: Any, preds: Any, target: Any) -> Any:
        """tau_c = 2 (P - Q) / (n^2 (m - 1) / m)"""
        metric = Metric(variant="c")
        metric.update((preds, target))
        return metric.compute()

    row(
        "SpearmanRankCorrelation",
        "Spearman rho",
        "spearman-rho[mid-ranks]",
        "Corr[R[P], R[A]], R the ranking values",
        page=f"{PAGES}regression.SpearmanRankCorrelation.html",
    )(_call)


def _call(Metric: Any, preds: Any, target: Any) -> Any:
    metric = Metric()
    metric.update((preds, target))
    return metric.compute()
