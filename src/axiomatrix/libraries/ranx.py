"""ranx's metrics of ``Qrels`` and ``Run``. Ties are documented nowhere.

The page prints the gain of the Burges metrics as 2^(rel - 1); the paper that it follows has 2^rel - 1, which is the
definition here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..catalogue.axioms import range_zero_one
from ..catalogue.loading import load_catalogue
from ..model.claim import Claim
from ..model.registry import Registry
from ..spaces import JudgedLists, ParameterSpace, binary_list, cut_offs, graded_lists, persistences, whole_lists
from . import LIBRARIES
from .axioms.totality import answers_cut_off_zero
from .implementation import implementation
from .library import Documentation, Row
from .list_definitions import reciprocal_rank_at
from .ranx_means import add_means
from .retrieval_definitions import bpref_of_first_r, f1_at, hits_at
from .shapes.dictionaries import COMPILED_SCHEMES, FAULTS, OneOfSeveral

RANX = LIBRARIES["ranx"]
PAGE = "https://amenra.github.io/ranx/metrics/"
SOURCE = "https://github.com/AmenRa/ranx/blob/master/ranx/metrics/ndcg.py"
K = {"k": cut_offs()}
OBJECTS = OneOfSeveral("recall", "precision@1", faults=FAULTS - {"negative grade"}, schemes=COMPILED_SCHEMES)
"""The page of ``rel_lvl`` says what is relevant, grades of at least 1, so that those below 0 are no invalid input."""
Claims = Iterable[Iterable[Claim]]


def register(registry: Registry) -> None:
    """Add the metrics of ranx to the registry."""
    docs = Documentation("ranx", "the documentation of ranx")
    registry.add_source(docs)
    zero = docs.says(
        "k=0", "k=0 means all retrieved documents will be considered.", SOURCE, "m(x; 0) is a number"
    ).holds(answers_cut_off_zero)
    _whole_lists(registry)
    _rank_biased(registry, docs)
    _sets_at_cut_offs(registry, [zero])
    _ranks_up_to_cut_offs(registry, [zero])
    _cumulative_gain(registry, [zero])
    add_means(registry)


def _row(
    registry: Registry,
    name: str,
    concept: str,
    definition: Callable[..., Any],
    parameters: Mapping[str, ParameterSpace] | None = None,
    *,
    lists: JudgedLists = binary_list,
    claims: Claims = (),
) -> Row:
    """The decorator of a metric of Qrels and Run."""
    return implementation(
        RANX,
        name,
        shape=OBJECTS,
        kind="score",
        arguments={"x": lists},
        parameters=parameters,
        concept=concept,
        definition=definition,
        page=PAGE,
        claims=claims,
        options={"per_query": True},
        into=registry,
    )


def _whole_lists(registry: Registry) -> None:
    exact = load_catalogue()

    @_row(registry, "mrr", "RR", exact.metric("reciprocal-rank"))
    def reciprocal_rank(qrels: Any, run: Any, query: Any, before: Any, after: Any) -> Any:
        """1 / rank of the first relevant document"""
        from ranx import Qrels, Run, evaluate

        ranked = Run(run)
        evaluate(Qrels(qrels), ranked, [*before, "mrr", *after])
        return ranked.scores["mrr"][query]

    @_row(registry, "map", "AP", exact.metric("average-precision[whole]"))
    def average_precision(qrels: Any, run: Any, query: Any, before: Any, after: Any) -> Any:
        """sum of P@r over the ranks r of relevant documents / R"""
        from ranx import Qrels, Run, evaluate

        ranked = Run(run)
        evaluate(Qrels(qrels), ranked, [*before, "map", *after])
        return ranked.scores["map"][query]

    @_row(registry, "r-precision", "R-precision", exact.metric("r-precision"))
    def r_precision(qrels: Any, run: Any, query: Any, before: Any, after: Any) -> Any:
        """relevant documents among the first R / R"""
        from ranx import Qrels, Run, evaluate

        ranked = Run(run)
        evaluate(Qrels(qrels), ranked, [*before, "r-precision", *after])
        return ranked.scores["r-precision"][query]

    @_row(registry, "bpref", "bpref", bpref_of_first_r)
    def bpref(qrels: Any, run: Any, query: Any, before: Any, after: Any) -> Any:
        """(1/R) sum over relevant documents r of 1 - |n ranked higher than r| / R, n of the first R not relevant"""
        from ranx import Qrels, Run, evaluate

        ranked = Run(run)
        evaluate(Qrels(qrels), ranked, [*before, "bpref", *after])
        return ranked.scores["bpref"][query]


def _rank_biased(registry: Registry, docs: Documentation) -> None:
    of_relevance = docs.says(
        "rbp/relevance",
        "r_i is either 0 or 1, whether the i-th ranked document is non-relevant or relevant, respectively.",
        PAGE,
        "so that 0 <= m(x) <= 1",
    )

    @_row(
        registry,
        "rbp",
        "RBP",
        load_catalogue().metric("rbp[binary]"),
        {"p": persistences()},
        lists=whole_lists(2),
        claims=[of_relevance.holds(range_zero_one)],
    )
    def rank_biased_precision(qrels: Any, run: Any, query: Any, before: Any, after: Any, p: float) -> Any:
        """(1 - p) sum over ranks i of r_i p^(i - 1); rbp.5 is that of p = 0.5"""
        from ranx import Qrels, Run, evaluate

        ranked, name = Run(run), f"rbp{p}".replace("0.", ".", 1)
        evaluate(Qrels(qrels), ranked, [*before, name, *after])
        return ranked.scores[name][query]


def _sets_at_cut_offs(registry: Registry, zero: Claims) -> None:
    exact = load_catalogue()

    @_row(registry, "hits", "hits@k", hits_at, K, claims=zero)
    def hits(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        """the number of relevant documents among the first k"""
        from ranx import Qrels, Run, evaluate

        ranked = Run(run)
        evaluate(Qrels(qrels), ranked, [*before, f"hits@{k}", *after])
        return ranked.scores[f"hits@{k}"][query]

    @_row(registry, "hit_rate", "hit@k", exact.metric("success-at"), K, claims=zero)
    def hit_rate(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        """1 if a relevant document is among the first k, else 0"""
        from ranx import Qrels, Run, evaluate

        ranked = Run(run)
        evaluate(Qrels(qrels), ranked, [*before, f"hit_rate@{k}", *after])
        return ranked.scores[f"hit_rate@{k}"][query]

    @_row(registry, "precision", "P@k", exact.metric("precision-at"), K, claims=zero)
    def precision(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        """relevant documents among the first k / k"""
        from ranx import Qrels, Run, evaluate

        ranked = Run(run)
        evaluate(Qrels(qrels), ranked, [*before, f"precision@{k}", *after])
        return ranked.scores[f"precision@{k}"][query]

    @_row(registry, "recall", "recall@k", exact.metric("recall-at"), K, claims=zero)
    def recall(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        """relevant documents among the first k / R"""
        from ranx import Qrels, Run, evaluate

        ranked = Run(run)
        evaluate(Qrels(qrels), ranked, [*before, f"recall@{k}", *after])
        return ranked.scores[f"recall@{k}"][query]

    @_row(registry, "f1", "F1@k", f1_at, K, claims=zero)
    def f1(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        """the harmonic mean of precision@k and recall@k"""
        from ranx import Qrels, Run, evaluate

        ranked = Run(run)
        evaluate(Qrels(qrels), ranked, [*before, f"f1@{k}", *after])
        return ranked.scores[f"f1@{k}"][query]


def _ranks_up_to_cut_offs(registry: Registry, zero: Claims) -> None:
    @_row(registry, "mrr@k", "RR@k", reciprocal_rank_at, K, claims=zero)
    def reciprocal_rank(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        """1 / rank of the first relevant document, if that is at most k"""
        from ranx import Qrels, Run, evaluate

        ranked = Run(run)
        evaluate(Qrels(qrels), ranked, [*before, f"mrr@{k}", *after])
        return ranked.scores[f"mrr@{k}"][query]

    @_row(registry, "map@k", "AP@k", load_catalogue().metric("average-precision[R]"), K, claims=zero)
    def average_precision(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        """sum of P@r over the ranks r <= k of relevant documents / R"""
        from ranx import Qrels, Run, evaluate

        ranked = Run(run)
        evaluate(Qrels(qrels), ranked, [*before, f"map@{k}", *after])
        return ranked.scores[f"map@{k}"][query]


def _cumulative_gain(registry: Registry, zero: Claims) -> None:
    exact = load_catalogue()
    graded = graded_lists()

    @_row(registry, "dcg", "DCG@k (linear gains)", exact.metric("dcg[linear]"), K, lists=graded, claims=zero)
    def dcg(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        """sum over ranks i <= k of rel_i / log2(i + 1)"""
        from ranx import Qrels, Run, evaluate

        ranked = Run(run)
        evaluate(Qrels(qrels), ranked, [*before, f"dcg@{k}", *after])
        return ranked.scores[f"dcg@{k}"][query]

    of_burges = exact.metric("dcg[exponential]")

    @_row(registry, "dcg_burges", "DCG@k (exponential gains)", of_burges, K, lists=graded, claims=zero)
    def dcg_burges(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        """sum over ranks i <= k of (2^rel_i - 1) / log2(i + 1)"""
        from ranx import Qrels, Run, evaluate

        ranked = Run(run)
        evaluate(Qrels(qrels), ranked, [*before, f"dcg_burges@{k}", *after])
        return ranked.scores[f"dcg_burges@{k}"][query]

    @_row(registry, "ndcg", "nDCG@k (linear gains)", exact.metric("ndcg[linear]"), K, lists=graded, claims=zero)
    def ndcg(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        """dcg@k / dcg@k of the ideal list"""
        from ranx import Qrels, Run, evaluate

        ranked = Run(run)
        evaluate(Qrels(qrels), ranked, [*before, f"ndcg@{k}", *after])
        return ranked.scores[f"ndcg@{k}"][query]

    over_ideal = exact.metric("ndcg[exponential]")

    @_row(registry, "ndcg_burges", "nDCG@k (exponential gains)", over_ideal, K, lists=graded, claims=zero)
    def ndcg_burges(qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        """dcg_burges@k / dcg_burges@k of the ideal list"""
        from ranx import Qrels, Run, evaluate

        ranked = Run(run)
        evaluate(Qrels(qrels), ranked, [*before, f"ndcg_burges@{k}", *after])
        return ranked.scores[f"ndcg_burges@{k}"][query]
