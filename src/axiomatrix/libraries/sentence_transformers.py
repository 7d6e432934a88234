"""Adapter of Sentence Transformers: the metrics of its InformationRetrievalEvaluator, computed from hits.

No model is run: the evaluator is given the hits of each query with their scores.

Each of its measures is registered as a *row* by ``implementation(library, name, concept, definition, formula, ...)`` of
a function:

- The function calls the evaluator. Reports show its body as a snippet. It is made for each measure by
  :func:`_make_call`; in the snippet, the measure's name stands in place of ``measure``.
- ``shape`` makes its arguments of the judged list in ``arguments``: the dictionaries ``qrels`` (judgements) and ``run``
  (scores), and ``before`` and ``after``, further cut-offs.
- ``restrict_definition`` leaves a definition without a value on the lists that the library does not accept.
- :mod:`.implementation` explains rows, definitions and concepts, :class:`.library.Documentation` the claims.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..model.registry import Registry
from ..spaces import binary_list, cut_offs
from . import LIBRARIES
from .implementation import implementation
from .list_definitions import FunctionOrName, has_relevant_item, reciprocal_rank_at, restrict_definition
from .shapes.dictionaries import ASPECTS, MeanAtCutOffs

SENTENCE_TRANSFORMERS = LIBRARIES["sentence-transformers"]
PAGE = "https://sbert.net/docs/package_reference/sentence_transformer/evaluation.html#informationretrievalevaluator"
EVALUATOR = "sentence_transformers.sentence_transformer.evaluation:InformationRetrievalEvaluator"
OTHER_CUT_OFFS = (1, 10)
"""Cut-offs that some calls evaluate along with k."""


def register(registry: Registry) -> None:
    """Add the metrics of the InformationRetrievalEvaluator to the registry."""

    def add(measure: str, concept: str, definition: FunctionOrName, formula: str) -> None:
        implementation(
            SENTENCE_TRANSFORMERS,
            "InformationRetrievalEvaluator",
            concept,
            restrict_definition(definition, has_relevant_item, "a query without relevant documents is left out"),
            formula,
            # ``aspects`` are the ways in which axioms vary a call. Hits are matched to queries by position, so that no
            # query can be absent from one of the two.
            shape=MeanAtCutOffs(*OTHER_CUT_OFFS, aspects=ASPECTS - {"absent"}),
            kind="score",
            arguments={"x": binary_list},
            parameters={"k": cut_offs()},
            variant=measure,
            page=PAGE,
            options={"mean_over_rows": True},  # the answer is the mean over all queries of the call
            from_library={"Evaluator": EVALUATOR},
            into=registry,
        )(_make_call(measure))

    add("accuracy", "hit@k", "success-at", "1 if a relevant document is among the first k, else 0")
    add("precision", "P@k", "precision-at", "relevant documents among the first k / k")
    add("recall", "recall@k", "recall-at", "relevant documents among the first k / relevant documents")
    add("mrr", "RR@k", reciprocal_rank_at, "1 / rank of the first relevant document, if that is at most k, else 0")
    add("ndcg", "nDCG@k (gains 1)", "ndcg[linear]", "DCG@k / DCG@k of the ideal list, of gains 1")
    add(
        "map",
        "AP@k (divisor min(k, R))",
        "average-precision[min-k-R]",
        "the precisions at relevant documents among the first k, summed, / min(k, relevant documents)",
    )


def _make_call(measure: str) -> Callable[..., Any]:
    """Return the function that evaluates a measure at k, as the mean over all queries.

    ``before`` and ``after`` are other cut-offs of the same call; both are usually empty. Cut-offs are passed without
    repetition, because the evaluator adds a repeated cut-off's value twice. The texts of queries and documents are
    their names, since no model reads them.
    """

    def value(Evaluator: Any, qrels: Any, run: Any, before: Any, after: Any, k: int) -> Any:
        relevant = {query: {doc for doc, grade in judged.items() if grade > 0} for query, judged in qrels.items()}
        # the texts of the queries, and those of the documents
        texts = {query: query for query in qrels}, {doc: doc for judged in qrels.values() for doc in judged}
        at = sorted({*before, k, *after})
        cut = {f"{name}_at_k": at for name in ("mrr", "ndcg", "accuracy", "precision_recall", "map")}
        evaluator = Evaluator(*texts, relevant, **cut)
        listings = [run[query] for query in evaluator.queries_ids]
        hits = [[{"corpus_id": doc, "score": score} for doc, score in listed.items()] for listed in listings]
        return evaluator.compute_metrics(hits)[f"{measure}@k"][k]

    return value
