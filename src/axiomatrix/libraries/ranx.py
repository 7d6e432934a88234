"""Adapter of ranx: its metrics of one query, its means over queries, and its optimiser of fusions of runs.

No page documents ties. The page prints the gain of the Burges metrics as 2^(rel - 1); the paper that it follows has
2^rel - 1, which is the definition here.

Each metric is registered as a *row* by ``row(name, concept, definition, formula, ...)(function)``, with the arguments
of :func:`.implementation.implementation`:

- ``function`` calls the library. Reports show its body as a snippet, imports included, and its docstring as the formula
  unless ``formula`` is passed. In a snippet, the metric's name stands in place of ``metric``.
- ``shape`` makes its arguments of the judged list in ``arguments``: the dictionaries ``qrels`` (judgements) and ``run``
  (scores), ``query`` (the one whose value is wanted), and ``before`` and ``after``, further metrics that some axioms
  evaluate in the same call; usually both are empty.
- ``options`` are facts that decide which axioms are asked of the row.
- :mod:`.implementation` explains rows, definitions and concepts, :class:`.library.Documentation` the claims.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..catalogue.axioms import range_zero_one
from ..model.registry import Registry
from ..spaces import binary_list, cut_offs, graded_lists, persistences, whole_lists
from . import LIBRARIES
from .axioms.totality import answers_cut_off_zero
from .implementation import implementation
from .library import Documentation, Row
from .list_definitions import FunctionOrName, bpref_of_first_r, f1_at, hits_at, reciprocal_rank_at
from .shapes.dictionaries import FAULTS, MeanOverQueries, QrelsAndRun

RANX = LIBRARIES["ranx"]
PAGE = "https://amenra.github.io/ranx/metrics/"
SOURCE = "https://github.com/AmenRa/ranx/blob/master/ranx/metrics/ndcg.py"
K = {"k": cut_offs()}
FAULTS_OF_RANX = FAULTS - {"negative grade"}
"""The kinds of unusual input that the axioms try.

By the page of ``rel_lvl``, grades of at least 1 are relevant, so that a grade below 0 is valid input.
"""
SHORT_NAMING_SCHEMES = ("reversed", "integers")
"""Ways of naming documents that the axioms try: those whose names have at most two characters.

For each new length of names, ranx compiles for many seconds.
"""
ONE_QUERY = QrelsAndRun("recall", "precision@1", faults=FAULTS_OF_RANX, naming_schemes=SHORT_NAMING_SCHEMES)
"""The shape of metrics of one query, with the further metrics ``recall`` and ``precision@1``."""


def register(registry: Registry) -> None:
    """Add the metrics of ranx to the registry."""
    docs = Documentation("ranx", "the documentation of ranx")
    registry.add_source(docs)
    # a claim of the documentation: the axiom ``answers_cut_off_zero`` holds
    cut_off_zero_is_all = docs.says(
        "k=0", "k=0 means all retrieved documents will be considered.", SOURCE, "m(x; 0) is a number"
    ).holds(answers_cut_off_zero)
    row = partial(
        implementation,
        RANX,
        shape=ONE_QUERY,
        kind="score",
        arguments={"x": binary_list},
        page=PAGE,
        options={"per_query": True},  # the answer is the value of one query, and not a mean
        into=registry,
    )
    _add_metrics_of_whole_lists(row)
    _add_rank_biased_precision(row, docs)
    _add_metrics_at_cut_offs(partial(row, parameters=K, claims=[cut_off_zero_is_all]))
    _add_means(registry)
    _add_optimiser(registry)


# ranx keeps the values of each query in the run that it evaluates, as ``scores[metric][query]``. The functions below
# repeat lines, since the body of a function is what reports show.


def _add_metrics_of_whole_lists(row: Callable[..., Row]) -> None:
    def add(metric: str, concept: str, definition: FunctionOrName, formula: str) -> None:
        @row(metric, concept, definition, formula)
        def value(qrels: Any, run: Any, query: Any, before: Any, after: Any) -> Any:
            from ranx import Qrels, Run, evaluate

            ranked = Run(run)
            evaluate(Qrels(qrels), ranked, [*before, metric, *after])
            return ranked.scores[metric][query]

    add("mrr", "RR", "reciprocal-rank", "1 / rank of the first relevant document")
    add("map", "AP", "average-precision[whole]", "sum of P@r over the ranks r of relevant documents / R")
    add("r-precision", "R-precision", "r-precision", "relevant documents among the first R / R")
    add(
        "bpref",
        "bpref",
        bpref_of_first_r,
        "(1/R) sum over relevant documents r of 1 - |n ranked higher than r| / R, n of the first R not relevant",
    )


def _add_rank_biased_precision(row: Callable[..., Row], docs: Documentation) -> None:
    relevance_is_binary = docs.says(
        "rbp/relevance",
        "r_i is either 0 or 1, whether the i-th ranked document is non-relevant or relevant, respectively.",
        PAGE,
        "so that 0 <= m(x) <= 1",
    )

    @row(
        "rbp",
        "RBP",
        "rbp[binary]",
        "(1 - p) sum over ranks i of r_i p^(i - 1); rbp.5 is that of p = 0.5",
        parameters={"p": persistences()},
        arguments={"x": whole_lists(2)},
        claims=[relevance_is_binary.holds(range_zero_one)],
    )
    def value(qrels: Any, run: Any, query: Any, before: Any, after: Any, p: float) -> Any:
        from ranx import Qrels, Run, evaluate

        ranked, name = Run(run), f"rbp{p}".replace("0.", ".", 1)  # such as "rbp.5"
        evaluate(Qrels(qrels), ranked, [*before, name, *after])
        return ranked.scores[name][query]


def _add_metrics_at_cut_offs(row: Callable[..., Row]) -> None:
    def add(
        metric: str, concept: str, definition: FunctionOrName, formula: str, *, name: str = "", **options: Any
    ) -> None:
        # ``metric`` is the name in ranx, before ``@k``; ``name`` is that of the row, if it is another.
        @row(name or metric, concept, definition, formula, **options)
        def value(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
            from ranx import Qrels, Run, evaluate

            ranked = Run(run)
            evaluate(Qrels(qrels), ranked, [*before, f"{metric}@{k}", *after])
            return ranked.scores[f"{metric}@{k}"][query]

    add("hits", "hits@k", hits_at, "the number of relevant documents among the first k")
    add("hit_rate", "hit@k", "success-at", "1 if a relevant document is among the first k, else 0")
    add("precision", "P@k", "precision-at", "relevant documents among the first k / k")
    add("recall", "recall@k", "recall-at", "relevant documents among the first k / R")
    add("f1", "F1@k", f1_at, "the harmonic mean of precision@k and recall@k")
    add(
        "mrr",
        "RR@k",
        reciprocal_rank_at,
        "1 / rank of the first relevant document, if that is at most k",
        name="mrr@k",
    )
    add(
        "map",
        "AP@k",
        "average-precision[R]",
        "sum of P@r over the ranks r <= k of relevant documents / R",
        name="map@k",
    )
    add_graded = partial(add, arguments={"x": graded_lists()})
    add_graded("dcg", "DCG@k (linear gains)", "dcg[linear]", "sum over ranks i <= k of rel_i / log2(i + 1)")
    add_exponential = partial(add_graded, options={"per_query": True, "exponential_gains": True})
    add_exponential(
        "dcg_burges",
        "DCG@k (exponential gains)",
        "dcg[exponential]",
        "sum over ranks i <= k of (2^rel_i - 1) / log2(i + 1)",
    )
    add_graded("ndcg", "nDCG@k (linear gains)", "ndcg[linear]", "dcg@k / dcg@k of the ideal list")
    add_exponential(
        "ndcg_burges",
        "nDCG@k (exponential gains)",
        "ndcg[exponential]",
        "dcg_burges@k / dcg_burges@k of the ideal list",
    )


def _add_means(registry: Registry) -> None:
    """Register means over queries, whose calls take dictionaries in place of ``Qrels`` and ``Run``."""
    common_arguments: dict[str, Any] = {
        "shape": MeanOverQueries(faults=FAULTS_OF_RANX),
        "kind": "score",
        "variant": "dictionaries",
        "page": "https://amenra.github.io/ranx/evaluate/",
        "options": {"mean_over_rows": True},  # the answer is the mean over all queries of the call
        "into": registry,
    }

    @implementation(RANX, "mrr", "RR", "reciprocal-rank", arguments={"x": binary_list}, **common_arguments)
    def reciprocal_rank(qrels: Any, run: Any) -> Any:
        """the mean over queries of 1 / rank of the first relevant document"""
        from ranx import evaluate

        return evaluate(qrels, run, "mrr")

    @implementation(
        RANX,
        "ndcg",
        "nDCG@k (linear gains)",
        "ndcg[linear]",
        arguments={"x": graded_lists()},
        parameters=K,
        **common_arguments,
    )
    def ndcg(qrels: Any, run: Any, k: int) -> Any:
        """the mean over queries of ndcg@k"""
        from ranx import evaluate

        return evaluate(qrels, run, f"ndcg@{k}")


def _add_optimiser(registry: Registry) -> None:
    """Register the optimiser of fusions: the value that it reports, and the value of the weights that it returns.

    It fuses a run with the same run upside down. An axiom compares the two values. The rows have no concept and no
    definition, since they are compared with nothing else.
    """
    common_arguments: dict[str, Any] = {
        # A call may be repeated, and is varied in no other way: it costs ten times what one of a metric costs.
        "shape": MeanOverQueries(aspects={"again"}, faults=()),
        "kind": "score",
        "arguments": {"x": whole_lists()},
        "page": "https://amenra.github.io/ranx/fusion/",
        "into": registry,
    }

    # ``recomputed`` names the row with which this one is compared. ``axioms`` are the ids of the only axioms that are
    # asked, since a call of the optimiser is slow.
    facts_for_axioms = {"recomputed": "ranx.optimize_fusion[recomputed]", "axioms": ["reported-equals-recomputed"]}

    @implementation(RANX, "optimize_fusion", variant="reported", options=facts_for_axioms, **common_arguments)
    def reported(qrels: Any, run: Any) -> Any:
        """the nDCG that the optimisation report gives for the best weights of a weighted sum"""
        from ranx import Qrels, Run, optimize_fusion

        upside_down = {query: {d: -score for d, score in scores.items()} for query, scores in run.items()}
        best, report = optimize_fusion(
            Qrels(qrels), [Run(run), Run(upside_down)], return_optimization_report=True, show_progress=False, step=0.5
        )
        # the report has a value for each configuration of weights, which it keeps as text
        return report.results[report.configs.index(str(best["weights"]))]

    @implementation(RANX, "optimize_fusion", variant="recomputed", options={"axioms": []}, **common_arguments)
    def recomputed(qrels: Any, run: Any) -> Any:
        """the nDCG of the runs fused with the weights that the optimiser returns"""
        from ranx import Qrels, Run, evaluate, fuse, optimize_fusion

        upside_down = {query: {d: -score for d, score in scores.items()} for query, scores in run.items()}
        runs = [Run(run), Run(upside_down)]
        best = optimize_fusion(Qrels(qrels), runs, show_progress=False, step=0.5)
        return evaluate(Qrels(qrels), fuse(runs, params=best), "ndcg")
