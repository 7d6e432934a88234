"""Judgements and a run as dictionaries: query -> document -> grade, query -> document -> score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from ..manner import Manner
from .base import DOCUMENT, QUERY, Inexpressible, Shape, inserted, names, number, transformed
from .scored import NAN, faulty, scored

ASPECTS = frozenset(
    {
        "again",
        "process",
        "transformation",
        "insertion",
        "names",
        "query_names",
        "queries",
        "measures",
        "company",
    }
)
FAULTS = frozenset(
    {"nan score", "infinite score", "nan grade", "negative grade", "negative cut-off", "zero cut-off", "empty"}
)


class QrelsAndRun(Shape):
    """Variables ``qrels``, ``run`` (dictionaries by query), ``query`` (whose value is asked) and ``others``.

    ``others`` is empty, or ``"after"`` or ``"before"``: other measures are to be evaluated in the same call. Items that
    are missing from a list have names of their own and stand in ``qrels`` alone; unless ``judges_all``, documents of
    grade 0 are listed in ``qrels`` too.
    """

    names: ClassVar[tuple[str, ...]] = ("qrels", "run", "query", "others")

    def __init__(
        self,
        *,
        aspects: frozenset[str] = ASPECTS,
        faults: frozenset[str] = FAULTS,
        integer_grades: bool = True,
        float_scores: bool = True,
    ) -> None:
        self.aspects = aspects
        self.faults = faults
        self.integer_grades = integer_grades
        self.float_scores = float_scores

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        (x,) = arguments
        lists = [scored(one) for one in (x, *manner.company)]
        called = names(manner.query_names, len(lists), QUERY)
        made = [self._query(one, manner) for one in lists]
        qrels = {q: judged for q, (judged, _) in zip(called, made, strict=True)}
        run = {q: listed for q, (_, listed) in zip(called, made, strict=True)}
        if manner.queries in ("run reversed", "both reversed"):
            run = dict(reversed(run.items()))
        if manner.queries in ("judgements reversed", "both reversed"):
            qrels = dict(reversed(qrels.items()))
        others = {"others": "after", "others first": "before"}.get(manner.measures, "")
        return {"qrels": qrels, "run": run, "query": called[0], "others": others}

    def _query(self, x: Any, manner: Manner) -> tuple[dict[Any, Any], dict[Any, Any]]:
        n, missing = len(x), len(x.missing)
        documents = names(manner.names, n + missing, DOCUMENT)
        truth, scores = faulty([number(g) for g in x.grades], transformed(x.scores, manner), manner.fault)
        truth += [number(g) for g in x.missing]
        if manner.fault == "empty":
            truth, scores, documents = [number(g) for g in (*x.grades, *x.missing)], [], documents
        if self.integer_grades and any(isinstance(g, float) and g == g for g in truth):
            raise Inexpressible("grades must be whole numbers")
        listed = [float(s) for s in scores] if self.float_scores else list(scores)
        judged = inserted(list(zip(documents, truth, strict=True)), manner)
        return judged, inserted(list(zip(documents, listed, strict=False)), manner)


__all__ = ["ASPECTS", "FAULTS", "NAN", "QrelsAndRun"]
