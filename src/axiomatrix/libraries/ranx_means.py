"""ranx's means over queries: of dictionaries, and what its optimiser of fusions reports and returns."""

from __future__ import annotations

from typing import Any

from ..catalogue.loading import load_catalogue
from ..model.registry import Registry
from ..spaces import binary_list, cut_offs, graded_lists, whole_lists
from . import LIBRARIES
from .implementation import implementation
from .shapes.dictionaries import FAULTS, MeanOverQueries

RANX = LIBRARIES["ranx"]
EVALUATE = "https://amenra.github.io/ranx/evaluate/"


def add_means(registry: Registry) -> None:
    """Add the means over queries to the registry."""
    _dictionaries(registry)
    _optimiser(registry)


def _dictionaries(registry: Registry) -> None:
    exact = load_catalogue()
    options: dict[str, Any] = {
        "shape": MeanOverQueries(faults=FAULTS - {"negative grade"}),  # what is below rel_lvl is not relevant
        "kind": "score",
        "variant": "dictionaries",
        "page": EVALUATE,
        "options": {"mean_over_rows": True},
        "into": registry,
    }
    rank, gain = exact.metric("reciprocal-rank"), exact.metric("ndcg[linear]")

    @implementation(RANX, "mrr", arguments={"x": binary_list}, concept="RR", definition=rank, **options)
    def reciprocal_rank(qrels: Any, run: Any) -> Any:
        """the mean over queries of 1 / rank of the first relevant document"""
        from ranx import evaluate

        return evaluate(qrels, run, "mrr")

    @implementation(
        RANX,
        "ndcg",
        arguments={"x": graded_lists()},
        parameters={"k": cut_offs()},
        concept="nDCG@k (linear gains)",
        definition=gain,
        **options,
    )
    def ndcg(qrels: Any, run: Any, k: int) -> Any:
        """the mean over queries of ndcg@k"""
        from ranx import evaluate

        return evaluate(qrels, run, f"ndcg@{k}")


def _optimiser(registry: Registry) -> None:
    """What an optimiser says of its best weights, and what they give: of a run and the same run upside down."""
    options: dict[str, Any] = {
        "shape": MeanOverQueries(aspects={"again"}, faults=()),  # a call costs ten times what one of a metric costs
        "kind": "score",
        "arguments": {"x": whole_lists()},
        "page": "https://amenra.github.io/ranx/fusion/",
        "into": registry,
    }

    @implementation(
        RANX,
        "optimize_fusion",
        variant="reported",
        **options
        | {"options": {"recomputed": "ranx.optimize_fusion[recomputed]", "axioms": ["reported-equals-recomputed"]}},
    )
    def reported(qrels: Any, run: Any) -> Any:
        """the nDCG that the optimisation report gives for the best weights of a weighted sum"""
        from ranx import Qrels, Run, optimize_fusion

        upside_down = {query: {d: -score for d, score in scores.items()} for query, scores in run.items()}
        best, report = optimize_fusion(
            Qrels(qrels), [Run(run), Run(upside_down)], return_optimization_report=True, show_progress=False, step=0.5
        )
        return report.results[report.configs.index(str(best["weights"]))]

    @implementation(RANX, "optimize_fusion", variant="recomputed", **options | {"options": {"axioms": []}})
    def recomputed(qrels: Any, run: Any) -> Any:
        """the nDCG of the runs fused with the weights that the optimiser returns"""
        from ranx import Qrels, Run, evaluate, fuse, optimize_fusion

        upside_down = {query: {d: -score for d, score in scores.items()} for query, scores in run.items()}
        runs = [Run(run), Run(upside_down)]
        best = optimize_fusion(Qrels(qrels), runs, show_progress=False, step=0.5)
        return evaluate(Qrels(qrels), fuse(runs, params=best), "ndcg")
