"""Judgements and a run as dictionaries: query -> document -> grade, query -> document -> score.

The value is that of one query, alone or beside other measures, or the mean over queries.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from ...values.scored import Scored
from ..manner import CHOICES, Manner
from .base import DOCUMENT, QUERY, Inexpressible, Shape, faulty, inserted, names, number, other_measures, transformed
from .scored import scored

ASPECTS = frozenset(
    (
        "again",
        "process",
        "transformation",
        "insertion",
        "names",
        "query_names",
        "queries",
        "measures",
        "company",
        "absent",
    )
)
FAULTS = frozenset(
    {
        "nan score",
        "infinite score",
        "nan grade",
        "negative grade",
        "negative grades",
        "negative cut-off",
        "zero cut-off",
        "empty",
    }
)


COMPILED_SCHEMES = ("reversed", "integers")
"""Ways to name documents with two letters each: ranx compiles anew, for many seconds, for each length of a name."""


class QrelsAndRun(Shape):
    """Variables ``qrels``, ``run`` (dictionaries by query), ``query`` (whose value is asked), ``before`` and ``after``.

    ``before`` and ``after`` are ``others``, other measures of the library or other cut-offs, where the manner wants
    them evaluated in the same call, and empty lists else. Items that are missing from a list have names of their own
    and stand in ``qrels`` alone. ``schemes`` are the ways to name documents that it may come to.
    """

    names: ClassVar[tuple[str, ...]] = ("qrels", "run", "query", "before", "after")
    aspects = ASPECTS
    whole_grades = True
    """Whether grades must be whole numbers."""

    def __init__(
        self,
        *others: Any,
        aspects: Iterable[str] | None = None,
        faults: Iterable[str] = FAULTS,
        schemes: Sequence[str] = CHOICES["names"],
    ) -> None:
        self.others = others
        self.aspects = self.aspects if aspects is None else frozenset(aspects)
        self.faults = frozenset(faults)
        self.schemes = schemes

    def can(self, aspect: str, value: str) -> bool:
        """Return whether the shape can express the value; of names, only the schemes."""
        return super().can(aspect, value) and (aspect != "names" or value in self.schemes)

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        (x,) = arguments
        lists = [scored(query_list) for query_list in (x, *manner.company)]
        called = names(manner.query_names, len(lists), QUERY)
        queries = [self._query(query_list, manner) for query_list in lists]
        qrels = {q: judged for q, (judged, _) in zip(called, queries, strict=True)}
        run = {q: listed for q, (_, listed) in zip(called, queries, strict=True)}
        if manner.absent:
            absent_from = run if manner.absent == "from the run" else qrels
            for query in called[1:]:
                del absent_from[query]
        if manner.queries in ("run reversed", "both reversed"):
            run = dict(reversed(run.items()))
        if manner.queries in ("judgements reversed", "both reversed"):
            qrels = dict(reversed(qrels.items()))
        before, after = other_measures(self.others, manner)
        variables = {"qrels": qrels, "run": run, "query": called[0], "before": before, "after": after}
        return {name: variables[name] for name in self.names}

    def _query(self, x: Scored, manner: Manner) -> tuple[dict[Any, Any], dict[Any, Any]]:
        documents = names(manner.names, len(x) + len(x.missing), DOCUMENT)
        truth, scores = [number(g) for g in x.grades], transformed(x.scores, manner)
        if manner.fault == "empty":  # nothing is listed; what is judged stays
            scores = []
        else:
            truth, scores = faulty(truth, scores, manner.fault)
        truth += [number(g) for g in x.missing]
        if self.whole_grades and any(isinstance(g, float) and g == g for g in truth):
            raise Inexpressible("grades must be whole numbers")
        listed = zip(documents, map(float, scores), strict=False)
        return inserted(list(zip(documents, truth, strict=True)), manner), inserted(list(listed), manner)


class OneQuery(QrelsAndRun):
    """Variables ``qrels``, ``run`` and ``query``, for calls that take no other measures."""

    names: ClassVar[tuple[str, ...]] = ("qrels", "run", "query")
    aspects = ASPECTS - {"measures"}


class MeanOverQueries(QrelsAndRun):
    """Variables ``qrels`` and ``run``: the value is the mean over all queries, those of the company among them."""

    names: ClassVar[tuple[str, ...]] = ("qrels", "run")
    aspects = ASPECTS - {"measures"}


class MeanAtCutOffs(QrelsAndRun):
    """Variables ``qrels``, ``run``, ``before`` and ``after``: a mean over all queries, beside other cut-offs."""

    names: ClassVar[tuple[str, ...]] = ("qrels", "run", "before", "after")


class _FractionalGrades(MeanOverQueries):
    whole_grades = False


class RatingTables(QrelsAndRun):
    """Variables ``rating_true`` and ``rating_pred``: columns of users, items and their ratings or predictions.

    The value is the mean over users, those of the company among them.
    """

    names: ClassVar[tuple[str, ...]] = ("rating_true", "rating_pred")
    aspects = ASPECTS - {"measures"}
    number_names = True

    def __init__(self) -> None:
        super().__init__(faults=FAULTS - {"empty"} | {"duplicate item"})

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        queries = _FractionalGrades().variables(arguments, manner)
        true = [(u, i, r) for u, ratings in queries["qrels"].items() for i, r in ratings.items()]
        pred = [(u, i, s) for u, scores in queries["run"].items() for i, s in scores.items()]
        if not true or not pred:
            raise Inexpressible("a table without rows has no types of columns")
        if manner.fault == "duplicate item":  # the first item is predicted twice
            pred.insert(1, pred[0])
        columns = ("userID", "itemID")
        return {
            "rating_true": _table((*columns, "rating"), true),
            "rating_pred": _table((*columns, "prediction"), pred),
        }


def _table(columns: Sequence[str], lines: Sequence[tuple[Any, ...]]) -> dict[str, list[Any]]:
    return {name: [line[place] for line in lines] for place, name in enumerate(columns)}
