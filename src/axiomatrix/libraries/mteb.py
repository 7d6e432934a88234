"""Adapter of MTEB: the retrieval metrics that it computes itself.

Its other metrics are those of pytrec_eval, rounded to five digits.

Each metric is registered as a *row* by ``row(name, concept, definition, formula, ...)(function)``, with the arguments
of :func:`.implementation.implementation`:

- ``function`` calls the library. Reports show its body as a snippet. It is made for each metric by :func:`_make_call`.
- ``from_library={"function": "module:"}`` passes to it, as its argument ``function``, the object of ``module`` with the
  ``name`` of the row.
- ``shape`` makes its other arguments of the judged list in ``arguments``: the dictionaries ``qrels`` (judgements) and
  ``run`` (scores), ``query`` (the one whose value is wanted), and ``before`` and ``after``, further cut-offs that some
  axioms evaluate in the same call; usually both are empty.
- :mod:`.implementation` explains rows, definitions and concepts, :class:`.library.Documentation` the claims.
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
        # 1 and 10 are the further cut-offs. ``faults`` are the kinds of unusual input that the axioms try. A grade
        # below 0 is left out, since TREC has such grades.
        shape=QrelsAndRun(1, 10, faults=FAULTS - {"negative grade"}),
        kind="score",
        arguments={"x": binary_list},
        parameters={"k": cut_offs()},
        page=PAGE,
        options={"per_query": True},  # the answer is the value of one query, and not a mean
        from_library={"function": "mteb._evaluators.retrieval_metrics:"},
        into=registry,
    )
    row(
        "mrr",
        "RR@k",
        reciprocal_rank_at,
        "1 / rank of the first relevant document, if that is at most k, else 0",
    )(_make_call("MRR@"))
    row(
        "recall_cap",
        NO_CONCEPT,
        recall_of_possible,
        "relevant documents among the first k / min(k, relevant documents)",
    )(_make_call("R_cap_at_"))


def _make_call(name: str) -> Callable[..., Any]:
    """Return the function that reads the value of one query at k; ``name`` is the key of the answer, before k.

    MTEB answers a list of values for each key, in the order of the queries of the run.
    """

    def value(function: Any, qrels: Any, run: Any, query: Any, before: Any, after: Any, k: int) -> Any:
        return function(qrels, run, [*before, k, *after])[f"{name}{k}"][list(run).index(query)]

    return value
