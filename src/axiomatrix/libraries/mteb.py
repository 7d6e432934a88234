"""Adapter of MTEB: the retrieval metrics that it computes itself.

Its other metrics are those of pytrec_eval, rounded to five digits.

A row is registered by ``row(name, concept, definition, formula)(function)``, see
:func:`.implementation.implementation`. The values of a row are compared with the exact ``definition``, and with the
rows of other libraries that have the same ``concept``. The ``function`` calls the library. Of its arguments,
``function`` is the library's, and the ``shape`` makes the others of a judged list: ``qrels`` and ``run``, ``query``
(the one whose value is wanted), and ``before`` and ``after``, further cut-offs that some axioms evaluate in the same
call. Reports show the body of the function as a snippet.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..model.registry import Registry
from ..spaces import binary_list, cut_offs
from . import LIBRARIES
from .implementation import NO_CONCEPT, implementation
from .list_definitions import recall_of_possible, reciprocal_rank_at
from .shapes.dictionaries import FAULTS, QrelsAndRun

MTEB = LIBRARIES["mteb"]
PAGE = "https://github.com/embeddings-benchmark/mteb/blob/main/mteb/_evaluators/retrieval_metrics.py"


def register(registry: Registry) -> None:
    """Add the retrieval metrics that MTEB computes itself to the registry."""
    row = partial(
        implementation,
        MTEB,
        # 1 and 10 are the further cut-offs; grades below 0 are valid input, as in TREC
        shape=QrelsAndRun(1, 10, faults=FAULTS - {"negative grade"}),
        kind="score",
        arguments={"x": binary_list},
        parameters={"k": cut_offs()},
        page=PAGE,
        options={"per_query": True},  # the answer is the value of one query, and not a mean
        # the argument ``function`` is the object called ``name`` in this module
        from_library={"function": "mteb._evaluators.retrieval_metrics:"},
        into=registry,
    )
    row(
        "mrr",
        "RR@k",
        reciprocal_rank_at,
        formula="1 / rank of the first relevant document, if that is at most k, else 0",
    )(_make_call("MRR@"))
    row(
        "recall_cap",
        NO_CONCEPT,
        recall_of_possible,
        formula="relevant documents among the first k / min(k, relevant documents)",
    )(_make_call("R_cap_at_"))


def _make_call(name: str) -> Callable[..., Any]:
    """Return the function that reads the value of one query at k; ``name`` is the key of the answer, before k.

    MTEB answers a list of values for each key, in the order of the queries of the run.
    """

    def value(function: Any, qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        return function(qrels, run, [*before, k, *after])[f"{name}{k}"][list(run).index(query)]

    return value
