"""pytrec_eval (the distribution pytrec-eval-terrier): trec_eval's measures, of dictionaries."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..model.registry import Registry
from ..spaces import JudgedLists, binary_list, cut_offs, graded_lists
from . import LIBRARIES
from .axioms.order import names_of_tied_documents
from .axioms.tie_policy import tie_policy
from .implementation import implementation
from .library import Documentation
from .shapes.dictionaries import FAULTS, QrelsAndRun

PYTREC_EVAL = LIBRARIES["pytrec-eval"]
PAGE = "https://github.com/terrierteam/pytrec_eval"
K = {"k": cut_offs()}
TIES = "https://github.com/cvangysel/pytrec_eval/issues/56"
SHAPE = QrelsAndRun("set_P", "num_ret", faults=FAULTS - {"negative grade"})
"""trec_eval's judgements have negative grades, of items that nobody judged: they are not invalid input."""


def register(registry: Registry) -> None:
    """Add the measures of pytrec_eval to the registry."""
    docs = Documentation("pytrec-eval", "the documentation of pytrec_eval")
    registry.add_source(docs)

    add, add_cut = partial(_add, registry, docs, _whole), partial(_add, registry, docs, _cut, parameters=K)
    add("recip_rank", "RR", "reciprocal-rank", "1 / rank of the first relevant document")
    add("map", "AP", "average-precision[whole]", "the sum of the precisions at relevant documents / R")
    add("Rprec", "R-precision", "r-precision", "relevant documents among the first R / R")
    add(
        "bpref",
        "bpref",
        "bpref",
        formula="(1/R) sum over relevant documents retrieved of (1 - min(nonrelevant above, R) / min(R, N))",
    )

    add_cut("P", "P@k", "precision-at", "relevant documents among the first k / k")
    add_cut("recall", "recall@k", "recall-at", "relevant documents among the first k / R")
    add_cut("success", "hit@k", "success-at", "1 if a relevant document is among the first k, else 0")
    add_cut(
        "map_cut",
        "AP@k",
        "average-precision[R]",
        formula="the sum of the precisions at relevant documents among the first k / R",
    )
    add_cut(
        "ndcg_cut",
        "nDCG@k (linear gains)",
        "ndcg[linear]",
        formula="DCG@k / DCG@k of the ideal list, linear gains",
        lists=graded_lists(),
    )


def _add(
    registry: Registry,
    docs: Documentation,
    function: Callable[[str], Callable[..., Any]],
    measure: str,
    *described: Any,
    lists: JudgedLists = binary_list,
    **more: Any,
) -> None:
    """Add a measure; of ties its maintainers say the same for all."""
    sentence = docs.says(f"{measure}/ties", "trec_eval breaks ties (by docno desc)", TIES, "ties by falling name")
    implementation(
        PYTREC_EVAL,
        measure,
        *described,
        shape=SHAPE,
        kind="score",
        arguments={"x": lists},
        ties="name descending",
        page=PAGE,
        claims=[sentence.holds(tie_policy(policy="name descending")), sentence.fails(names_of_tied_documents)],
        options={"per_query": True},
        from_library={"RelevanceEvaluator": "pytrec_eval:RelevanceEvaluator"},
        into=registry,
        **more,
    )(function(measure))


def _whole(measure: str) -> Callable[..., Any]:
    def value(RelevanceEvaluator: Any, qrels: Any, run: Any, query: Any, before: Any, after: Any) -> Any:
        return RelevanceEvaluator(qrels, [*before, measure, *after]).evaluate(run)[query][measure]

    return value


def _cut(measure: str) -> Callable[..., Any]:
    def value(RelevanceEvaluator: Any, qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        return RelevanceEvaluator(qrels, [*before, f"{measure}_{k}", *after]).evaluate(run)[query][f"{measure}_{k}"]

    return value
