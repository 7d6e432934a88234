"""Adapter of Haystack (the distribution haystack-ai): registers its evaluators of documents.

All of them answer a mean over questions. One row reads the value of a single question off ``individual_scores``.

Each evaluator is registered as a *row* by ``row(name, concept, definition, ...)(function)``, see :func:`_row`:

- ``function`` calls the library. Reports show its body as a snippet, imports included, and its docstring as the formula
  unless ``formula`` is passed.
- ``from_library={"Evaluator": "module:"}`` passes to it, as the argument ``Evaluator``, the class of ``module`` with
  the ``name`` of the row.
- ``shape`` makes its arguments ``items`` and ``relevant`` of the judged list in ``arguments``: the texts of the
  documents that are retrieved, and of those that are relevant, in a list for each question.
- :mod:`.implementation` explains rows, definitions and concepts, :class:`.library.Documentation` the claims.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ..catalogue.axioms import range_zero_one
from ..model.registry import Registry
from ..spaces import binary_list, graded_lists
from . import LIBRARIES
from .axioms.parameters import documented_range
from .implementation import implementation
from .library import Documentation, Row
from .list_definitions import FunctionOrName, hit, ndcg_of_whole_ideal, recall
from .shapes.scored import ListsOfItems, ListsOfRecommendedItems

HAYSTACK = LIBRARIES["haystack"]
PAGES = "https://github.com/deepset-ai/haystack/blob/main/haystack/components/evaluators/document_"
"""The documentation is generated from the docstrings in these files."""
RANGE_WORDS = "A list of numbers from 0.0 to 1.0 that represents"
DOCUMENTED_RANGES = {
    "DocumentMRREvaluator": f"{RANGE_WORDS} how high the first retrieved document is ranked.",
    "DocumentMAPEvaluator": f"{RANGE_WORDS} how high retrieved documents are ranked.",
    "DocumentRecallEvaluator": f"{RANGE_WORDS} the proportion of matching documents retrieved.",
    "DocumentNDCGEvaluator": f"{RANGE_WORDS} the NDCG for each question.",
}
"""The range of each metric's ``individual_scores``, word for word from its docstring."""


def register(registry: Registry) -> None:
    """Add the evaluators of documents of Haystack to the registry."""
    docs = Documentation("haystack", "the documentation of Haystack")
    registry.add_source(docs)
    row = partial(_row, registry, docs)

    mrr_row = partial(
        row,
        "DocumentMRREvaluator",
        "RR",
        "reciprocal-rank",
        formula="1 / rank of the first ground truth document retrieved",
        page="mrr",
    )
    mrr_row()(_call)
    # here the answer is the value of one query, and not the mean
    mrr_row(variant="individual_scores", options={"per_query": True})(_call_for_first_question)
    row(
        "DocumentMAPEvaluator",
        "AP",
        "average-precision[whole]",
        formula="the precisions at ground truth documents retrieved, summed, / ground truth documents",
        page="map",
    )(_call)

    recall_row = partial(row, "DocumentRecallEvaluator", page="recall")
    in_default_mode = recall_row(
        "hit", hit, formula="1 if any ground truth document is retrieved, else 0", variant="single_hit"
    )
    in_default_mode(_call)

    @recall_row("recall", recall, variant="multi_hit")
    def multi_hit(Evaluator: Any, items: Any, relevant: Any) -> Any:
        """ground truth documents retrieved / ground truth documents"""
        from haystack import Document

        truth = [[Document(content=text) for text in texts] for texts in relevant]
        retrieved = [[Document(content=text) for text in texts] for texts in items]
        return Evaluator(mode="multi_hit").run(ground_truth_documents=truth, retrieved_documents=retrieved)["score"]

    @row(
        "DocumentNDCGEvaluator",
        "nDCG (linear gains)",
        ndcg_of_whole_ideal,
        page="ndcg",
        shape=ListsOfItems(),
        arguments={"x": graded_lists()},
    )
    def ndcg(Evaluator: Any, items: Any, relevant: Any, ratings: Any) -> Any:
        """DCG of the retrieved documents over that of the ground truth documents in ideal order, linear gains"""
        from haystack import Document

        truth = [
            [Document(content=text, score=grade) for text, grade in zip(texts, grades, strict=True)]
            for texts, grades in zip(relevant, ratings, strict=True)
        ]
        retrieved = [[Document(content=text) for text in texts] for texts in items]
        return Evaluator().run(ground_truth_documents=truth, retrieved_documents=retrieved)["score"]


def _row(
    registry: Registry,
    docs: Documentation,
    name: str,
    concept: str,
    definition: FunctionOrName,
    *,
    page: str,
    **options: Any,
) -> Row:
    """Return the decorator that registers an evaluator, with the claim of its docstring on the range of its values.

    ``name`` is the evaluator's class. ``page`` is the last part of the name of its file, such as ``mrr`` of
    ``document_mrr.py``. ``options`` are further arguments of :func:`.implementation.implementation`, and replace the
    defaults below.
    """
    address = f"{PAGES}{page}.py"
    label = f"{name}[{options['variant']}]" if "variant" in options else name
    value_range = docs.says(f"{label}/range", DOCUMENTED_RANGES[name], address)
    return implementation(
        HAYSTACK,
        name,
        concept,
        definition,
        kind="score",
        page=address,
        claims=[value_range.holds(range_zero_one, documented_range(low=0, high=1))],
        from_library={"Evaluator": "haystack.components.evaluators:"},
        into=registry,
        **{
            "shape": ListsOfRecommendedItems(),
            "arguments": {"x": binary_list},
            "options": {"mean_over_rows": True},  # the answer is the mean over all queries of the call
            **options,
        },
    )


# The functions repeat lines, since the body of a function is what reports show.
def _call(Evaluator: Any, items: Any, relevant: Any) -> Any:
    from haystack import Document

    truth = [[Document(content=text) for text in texts] for texts in relevant]
    retrieved = [[Document(content=text) for text in texts] for texts in items]
    return Evaluator().run(ground_truth_documents=truth, retrieved_documents=retrieved)["score"]


def _call_for_first_question(Evaluator: Any, items: Any, relevant: Any) -> Any:
    from haystack import Document

    truth = [[Document(content=text) for text in texts] for texts in relevant]
    retrieved = [[Document(content=text) for text in texts] for texts in items]
    return Evaluator().run(ground_truth_documents=truth, retrieved_documents=retrieved)["individual_scores"][0]
