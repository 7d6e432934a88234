"""pytrec_eval (the distribution pytrec-eval-terrier): trec_eval's measures, of dictionaries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..catalogue.loading import load_catalogue
from ..model.registry import Registry
from ..spaces import JudgedLists, binary_list, cut_offs, graded_lists
from . import LIBRARIES
from .axioms.order import names_of_tied_documents
from .axioms.tie_policy import tie_policy
from .implementation import implementation
from .library import Documentation, Row
from .shapes.dictionaries import FAULTS, OneOfSeveral

PYTREC_EVAL = LIBRARIES["pytrec-eval"]
PAGE = "https://github.com/terrierteam/pytrec_eval"
TIES = "https://github.com/cvangysel/pytrec_eval/issues/56"
K = {"k": cut_offs()}
SHAPE = OneOfSeveral("set_P", "num_ret", faults=FAULTS - {"negative grade"})
"""trec_eval's judgements have negative grades, of items that nobody judged: they are no invalid input."""


def register(registry: Registry) -> None:
    """Add the measures of pytrec_eval to the registry."""
    docs = Documentation("pytrec-eval", "the documentation of pytrec_eval")
    registry.add_source(docs)
    _whole_lists(registry, docs)
    _at_cut_offs(registry, docs)


def _row(
    registry: Registry,
    docs: Documentation,
    name: str,
    concept: str,
    definition: Callable[..., Any],
    *,
    cut: bool = False,
    lists: JudgedLists = binary_list,
) -> Row:
    """The decorator of a measure; of ties its maintainers say the same for all."""
    sentence = docs.says(f"{name}/ties", "trec_eval breaks ties (by docno desc)", TIES, "ties by falling name")
    return implementation(
        PYTREC_EVAL,
        name,
        shape=SHAPE,
        kind="score",
        arguments={"x": lists},
        parameters=K if cut else None,
        concept=concept,
        definition=definition,
        ties="name descending",
        page=PAGE,
        claims=[sentence.holds(tie_policy(policy="name descending")), sentence.fails(names_of_tied_documents)],
        options={"per_query": True},
        into=registry,
    )


def _whole_lists(registry: Registry, docs: Documentation) -> None:
    exact = load_catalogue()

    @_row(registry, docs, "recip_rank", "RR", exact.metric("reciprocal-rank"))
    def reciprocal_rank(qrels: Any, run: Any, query: Any, before: Any, after: Any) -> Any:
        """1 / rank of the first relevant document"""
        from pytrec_eval import RelevanceEvaluator

        return RelevanceEvaluator(qrels, [*before, "recip_rank", *after]).evaluate(run)[query]["recip_rank"]

    @_row(registry, docs, "map", "AP", exact.metric("average-precision[whole]"))
    def average_precision(qrels: Any, run: Any, query: Any, before: Any, after: Any) -> Any:
        """the sum of the precisions at relevant documents / R"""
        from pytrec_eval import RelevanceEvaluator

        return RelevanceEvaluator(qrels, [*before, "map", *after]).evaluate(run)[query]["map"]

    @_row(registry, docs, "Rprec", "R-precision", exact.metric("r-precision"))
    def r_precision(qrels: Any, run: Any, query: Any, before: Any, after: Any) -> Any:
        """relevant documents among the first R / R"""
        from pytrec_eval import RelevanceEvaluator

        return RelevanceEvaluator(qrels, [*before, "Rprec", *after]).evaluate(run)[query]["Rprec"]

    @_row(registry, docs, "bpref", "bpref", exact.metric("bpref"))
    def bpref(qrels: Any, run: Any, query: Any, before: Any, after: Any) -> Any:
        """(1/R) sum over relevant documents retrieved of (1 - min(nonrelevant above, R) / min(R, N))"""
        from pytrec_eval import RelevanceEvaluator

        return RelevanceEvaluator(qrels, [*before, "bpref", *after]).evaluate(run)[query]["bpref"]


def _at_cut_offs(registry: Registry, docs: Documentation) -> None:
    exact = load_catalogue()

    @_row(registry, docs, "P", "P@k", exact.metric("precision-at"), cut=True)
    def precision(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        """relevant documents among the first k / k"""
        from pytrec_eval import RelevanceEvaluator

        return RelevanceEvaluator(qrels, [*before, f"P_{k}", *after]).evaluate(run)[query][f"P_{k}"]

    @_row(registry, docs, "recall", "recall@k", exact.metric("recall-at"), cut=True)
    def recall(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        """relevant documents among the first k / R"""
        from pytrec_eval import RelevanceEvaluator

        return RelevanceEvaluator(qrels, [*before, f"recall_{k}", *after]).evaluate(run)[query][f"recall_{k}"]

    @_row(registry, docs, "success", "hit@k", exact.metric("success-at"), cut=True)
    def success(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        """1 if a relevant document is among the first k, else 0"""
        from pytrec_eval import RelevanceEvaluator

        return RelevanceEvaluator(qrels, [*before, f"success_{k}", *after]).evaluate(run)[query][f"success_{k}"]

    @_row(registry, docs, "map_cut", "AP@k", exact.metric("average-precision[R]"), cut=True)
    def average_precision(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        """the sum of the precisions at relevant documents among the first k / R"""
        from pytrec_eval import RelevanceEvaluator

        return RelevanceEvaluator(qrels, [*before, f"map_cut_{k}", *after]).evaluate(run)[query][f"map_cut_{k}"]

    of_ideal = exact.metric("ndcg[linear]")

    @_row(registry, docs, "ndcg_cut", "nDCG@k (linear gains)", of_ideal, cut=True, lists=graded_lists())
    def ndcg(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        """DCG@k / DCG@k of the ideal list, linear gains"""
        from pytrec_eval import RelevanceEvaluator

        return RelevanceEvaluator(qrels, [*before, f"ndcg_cut_{k}", *after]).evaluate(run)[query][f"ndcg_cut_{k}"]
