"""Adapter of pytrec_eval (the distribution pytrec-eval-terrier), which evaluates trec_eval's measures of dictionaries.

Each measure is registered as a *row* by ``add(measure, concept, definition, formula, ...)``, see :func:`_add`:

- A function calls the library. Reports show its body as a snippet. It is made for each measure by :func:`_make_call` or
  :func:`_make_call_at_cut_off`; in the snippet, the measure's name stands in place of ``measure``.
- ``shape`` makes its arguments of a judged list: the dictionaries ``qrels`` (judgements) and ``run`` (scores),
  ``query`` (the one whose value is wanted), and ``before`` and ``after``, further measures that some axioms evaluate in
  the same call; usually both are empty.
- :mod:`.implementation` explains rows, definitions and concepts, :class:`.library.Documentation` the claims.
"""

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
from .list_definitions import FunctionOrName
from .shapes.dictionaries import FAULTS, QrelsAndRun

PYTREC_EVAL = LIBRARIES["pytrec-eval"]
PAGE = "https://github.com/terrierteam/pytrec_eval"
K = {"k": cut_offs()}
TIES = "https://github.com/cvangysel/pytrec_eval/issues/56"
"""The maintainers' answer on ties."""
SHAPE = QrelsAndRun("set_P", "num_ret", faults=FAULTS - {"negative grade"})  # the names are the further measures
"""The shape of all rows. ``faults`` are the kinds of unusual input that the axioms try.

A negative grade is left out, since it is usual: trec_eval has it for items that nobody judged.
"""


def register(registry: Registry) -> None:
    """Add the measures of pytrec_eval to the registry."""
    docs = Documentation("pytrec-eval", "the documentation of pytrec_eval")
    registry.add_source(docs)

    add = partial(_add, registry, docs, _make_call)
    add_cut = partial(_add, registry, docs, _make_call_at_cut_off, parameters=K)
    add("recip_rank", "RR", "reciprocal-rank", "1 / rank of the first relevant document")
    add("map", "AP", "average-precision[whole]", "the sum of the precisions at relevant documents / R")
    add("Rprec", "R-precision", "r-precision", "relevant documents among the first R / R")
    add(
        "bpref",
        "bpref",
        "bpref",
        "(1/R) sum over relevant documents retrieved of (1 - min(nonrelevant above, R) / min(R, N))",
    )

    add_cut("P", "P@k", "precision-at", "relevant documents among the first k / k")
    add_cut("recall", "recall@k", "recall-at", "relevant documents among the first k / R")
    add_cut("success", "hit@k", "success-at", "1 if a relevant document is among the first k, else 0")
    add_cut(
        "map_cut",
        "AP@k",
        "average-precision[R]",
        "the sum of the precisions at relevant documents among the first k / R",
    )
    add_cut(
        "ndcg_cut",
        "nDCG@k (linear gains)",
        "ndcg[linear]",
        "DCG@k / DCG@k of the ideal list, linear gains",
        lists=graded_lists(),
    )


def _add(
    registry: Registry,
    docs: Documentation,
    make_call: Callable[[str], Callable[..., Any]],
    measure: str,
    concept: str,
    definition: FunctionOrName,
    formula: str,
    *,
    lists: JudgedLists = binary_list,
    **options: Any,
) -> None:
    """Add a measure, with the maintainers' claim on ties.

    ``make_call`` takes the name of the measure and returns the function that evaluates it. ``lists`` is the space of
    the lists. ``options`` are further arguments of :func:`.implementation.implementation`.
    """
    ties_by_name = docs.says(
        id=f"{measure}/ties",
        wording="trec_eval breaks ties (by docno desc)",
        page=TIES,
        formalised="ties by falling name",
    )
    implementation(
        PYTREC_EVAL,
        measure,
        concept,
        definition,
        formula,
        shape=SHAPE,
        kind="score",
        arguments={"x": lists},
        ties="name descending",
        page=PAGE,
        claims=[ties_by_name.holds(tie_policy(policy="name descending")), ties_by_name.fails(names_of_tied_documents)],
        options={"per_query": True},  # the answer is the value of one query, and not a mean
        from_library={"RelevanceEvaluator": "pytrec_eval:RelevanceEvaluator"},
        into=registry,
        **options,
    )(make_call(measure))


def _make_call(measure: str) -> Callable[..., Any]:
    """Return the function that evaluates a measure of one query."""

    def value(RelevanceEvaluator: Any, qrels: Any, run: Any, query: Any, before: Any, after: Any) -> Any:
        return RelevanceEvaluator(qrels, [*before, measure, *after]).evaluate(run)[query][measure]

    return value


def _make_call_at_cut_off(measure: str) -> Callable[..., Any]:
    """Return the function that evaluates a measure of one query at k, which trec_eval names such as ``P_5``."""

    def value(RelevanceEvaluator: Any, qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        return RelevanceEvaluator(qrels, [*before, f"{measure}_{k}", *after]).evaluate(run)[query][f"{measure}_{k}"]

    return value
