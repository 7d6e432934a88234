"""Shapes for judgements and a run as dictionaries, as in evaluations of retrieval (trec_eval and its successors).

``qrels`` maps query -> document -> grade and ``run`` maps query -> document -> score. The library answers the value of
one query, or the mean over queries; in the same call it may be asked for other measures and other queries.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from ...values.scored import Scored
from ..manner import CHOICES, Manner
from .base import (
    DOCUMENT,
    QUERY,
    Inexpressible,
    Shape,
    as_python_number,
    fill_dictionary,
    make_names,
    other_measures,
    put_fault,
    transform_scores,
)
from .scored import as_scored

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
        "absent",
    }
)
"""The aspects of a manner that calls with dictionaries can express, unless a shape says otherwise."""
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
"""The faults that calls with dictionaries can express, unless a shape says otherwise."""
COMPILED_SCHEMES = ("reversed", "integers")
"""Schemes whose names have at most two characters. For each new length of names ranx compiles for many seconds."""


class QrelsAndRun(Shape):
    """Variables ``qrels``, ``run`` (by query), ``query`` (the one whose value is wanted), ``before`` and ``after``.

    ``before`` and ``after`` are lists of other measures of the library, or of other cut-offs, to evaluate in the same
    call: the manner chooses them from ``further_measures``, and both are empty in the plain manner. Items that are
    missing from a list have names of their own and stand in ``qrels`` alone. ``schemes`` are the ways of naming
    documents that the library can be called with.
    """

    names: ClassVar[tuple[str, ...]] = ("qrels", "run", "query", "before", "after")
    aspects = ASPECTS
    whole_grades = True
    """True if the library takes only whole numbers as grades."""

    def __init__(
        self,
        *further_measures: Any,
        aspects: Iterable[str] | None = None,
        faults: Iterable[str] = FAULTS,
        schemes: Sequence[str] = CHOICES["names"],
    ) -> None:
        self.further_measures = further_measures
        self.aspects = self.aspects if aspects is None else frozenset(aspects)
        self.faults = frozenset(faults)
        self.schemes = schemes

    def can_express(self, aspect: str, value: str) -> bool:
        """Return whether the shape can express the value; documents can only be named by one of its ``schemes``."""
        return super().can_express(aspect, value) and (aspect != "names" or value in self.schemes)

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        (x,) = arguments
        lists = [as_scored(query_list) for query_list in (x, *manner.company)]
        query_names = make_names(manner.query_names, len(lists), QUERY)
        queries = [self._query(query_list, manner) for query_list in lists]
        qrels = {name: grades for name, (grades, _) in zip(query_names, queries, strict=True)}
        run = {name: scores for name, (_, scores) in zip(query_names, queries, strict=True)}
        if manner.absent:  # the first query is the one whose value is wanted; it stays
            absent_from = run if manner.absent == "from the run" else qrels
            for query in query_names[1:]:
                del absent_from[query]
        if manner.queries in ("run reversed", "both reversed"):
            run = dict(reversed(run.items()))
        if manner.queries in ("judgements reversed", "both reversed"):
            qrels = dict(reversed(qrels.items()))
        before, after = other_measures(self.further_measures, manner)
        by_name = {"qrels": qrels, "run": run, "query": query_names[0], "before": before, "after": after}
        return {name: by_name[name] for name in self.names}

    def _query(self, x: Scored, manner: Manner) -> tuple[dict[Any, Any], dict[Any, Any]]:
        """Return the grades of one query by document (listed or missing), and the scores of its listed documents.

        Documents are named in the order of the items, the listed ones first.
        """
        documents = make_names(manner.names, len(x) + len(x.missing), DOCUMENT)
        truth, scores = [as_python_number(g) for g in x.grades], transform_scores(x.scores, manner)
        if manner.fault == "empty":  # nothing is listed, but the judgements stay
            scores = []
        else:
            truth, scores = put_fault(truth, scores, manner.fault)
        truth += [as_python_number(g) for g in x.missing]
        if self.whole_grades and any(isinstance(g, float) and g == g for g in truth):  # nan, a fault, is let through
            raise Inexpressible("grades must be whole numbers")
        listed = zip(documents, map(float, scores), strict=False)  # missing documents come last and have no score
        return fill_dictionary(list(zip(documents, truth, strict=True)), manner), fill_dictionary(list(listed), manner)


class OneQuery(QrelsAndRun):
    """Variables ``qrels``, ``run`` and ``query``, for calls that evaluate a single measure."""

    names: ClassVar[tuple[str, ...]] = ("qrels", "run", "query")
    aspects = ASPECTS - {"measures"}


class MeanOverQueries(QrelsAndRun):
    """Variables ``qrels`` and ``run``, for calls that answer the mean over all queries, ``company`` included."""

    names: ClassVar[tuple[str, ...]] = ("qrels", "run")
    aspects = ASPECTS - {"measures"}


class MeanAtCutOffs(QrelsAndRun):
    """Variables ``qrels``, ``run``, ``before`` and ``after``, for means over all queries at several cut-offs."""

    names: ClassVar[tuple[str, ...]] = ("qrels", "run", "before", "after")


class _FractionalGrades(MeanOverQueries):
    """Dictionaries whose grades may be any numbers, from which tables of ratings are made."""

    whole_grades = False


class RatingTables(QrelsAndRun):
    """Variables ``rating_true`` and ``rating_pred``: columns of users, items and their ratings or predictions.

    A user is a query. The library answers the mean over all users, those of the manner's ``company`` included.
    """

    names: ClassVar[tuple[str, ...]] = ("rating_true", "rating_pred")
    aspects = ASPECTS - {"measures"}
    number_names = True

    def __init__(self) -> None:
        super().__init__(faults=FAULTS - {"empty"} | {"duplicate item"})

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        by_user = _FractionalGrades().variables(arguments, manner)
        true_rows = [
            (user, item, rating) for user, ratings in by_user["qrels"].items() for item, rating in ratings.items()
        ]
        pred_rows = [(user, item, score) for user, scores in by_user["run"].items() for item, score in scores.items()]
        if not true_rows or not pred_rows:
            raise Inexpressible("a table without rows has no types of columns")
        if manner.fault == "duplicate item":  # the first item is predicted twice
            pred_rows.insert(1, pred_rows[0])
        columns = ("userID", "itemID")
        return {
            "rating_true": _columns_of_rows((*columns, "rating"), true_rows),
            "rating_pred": _columns_of_rows((*columns, "prediction"), pred_rows),
        }


def _columns_of_rows(columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> dict[str, list[Any]]:
    """Return the entries of rows by the names of their columns, as a DataFrame can be made of them."""
    return {name: [row[place] for row in rows] for place, name in enumerate(columns)}
