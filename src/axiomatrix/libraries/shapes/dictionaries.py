"""Shapes for judgements and a run as dictionaries, as in evaluations of retrieval (trec_eval and its successors).

A shape turns a judged list into the variables of a library's function. Here ``qrels`` maps query -> document -> grade
and ``run`` maps query -> document -> score. :class:`RatingTables` has the same content as columns of a table, for
evaluations of recommenders.

The call may be made in different *call variants*, of which each field, or *aspect*, is explained at
:class:`..call_variants.CallVariant`: the names of documents, further queries (``company``), further measures, invalid
input (``fault``). The library answers the value of one query, or the mean over all queries of the call.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from ...values.scored import Scored
from ..call_variants import CHOICES, CallVariant
from .base import (
    DOCUMENT,
    QUERY,
    Inexpressible,
    Shape,
    as_python_number,
    fill_dictionary,
    make_names,
    measures_before_and_after,
    put_fault,
    transform_scores,
)
from .scored import as_scored

ASPECTS = frozenset(
    {
        "again",
        "process",
        "transformation",  # of the scores
        "insertion",  # of documents into the dictionaries
        "names",  # of documents
        "query_names",
        "queries",  # their order
        "measures",  # further ones in the same call
        "company",  # further queries in the same call
        "absent",  # queries of the company that are missing from the run or from the judgements
    }
)
"""The aspects of a call variant that calls with dictionaries can express, unless a shape says otherwise.

The first two are the same for all shapes: a second call, and a call in another process.
"""
FAULTS = frozenset(
    {
        "nan score",
        "infinite score",
        "nan grade",
        "negative grade",  # one of them
        "negative grades",  # all of them
        "negative cut-off",  # the cut-off is no variable of a shape: Implementation.variables sets it
        "zero cut-off",
        "empty",  # nothing is retrieved
    }
)
"""The faults that calls with dictionaries can express, unless a shape says otherwise."""


class QrelsAndRun(Shape):
    """Variables ``qrels``, ``run`` (by query), ``query`` (the one whose value is wanted), ``before`` and ``after``.

    ``before`` and ``after`` are lists of further measures of the library, or of further cut-offs, to evaluate in the
    same call: the call variant chooses them from ``further_measures``, and both are empty in the plain call variant.
    Items that are missing from a list have names of their own and stand in ``qrels`` alone. ``naming_schemes`` are the
    ways of naming documents, values of the call variant's ``names``, that the library can be called with.
    """

    variable_names: ClassVar[tuple[str, ...]] = ("qrels", "run", "query", "before", "after")
    aspects = ASPECTS
    whole_grades = True
    """True if the library takes only whole numbers as grades."""

    def __init__(
        self,
        *further_measures: Any,
        aspects: Iterable[str] | None = None,
        faults: Iterable[str] = FAULTS,
        naming_schemes: Sequence[str] = CHOICES["names"],
    ) -> None:
        self.further_measures = further_measures
        if aspects is not None:  # else those of the class, which differ between subclasses
            self.aspects = frozenset(aspects)
        self.faults = frozenset(faults)
        self.naming_schemes = naming_schemes

    def can_express(self, aspect: str, value: str) -> bool:
        """Return whether the shape can express the value; documents can only be named by its ``naming_schemes``."""
        return super().can_express(aspect, value) and (aspect != "names" or value in self.naming_schemes)

    def variables(self, arguments: Sequence[Any], call_variant: CallVariant) -> dict[str, Any]:
        """Return the variables of the call by name. The first query has the list of ``arguments``; it is ``query``."""
        query_names, qrels, run = self.named_dictionaries(arguments, call_variant)
        before, after = measures_before_and_after(self.further_measures, call_variant)
        by_name = {"qrels": qrels, "run": run, "query": query_names[0], "before": before, "after": after}
        return {name: by_name[name] for name in self.variable_names}

    def named_dictionaries(
        self, arguments: Sequence[Any], call_variant: CallVariant
    ) -> tuple[list[Any], dict[Any, Any], dict[Any, Any]]:
        """Return the names of the queries, the one whose value is wanted first, with ``qrels`` and ``run``."""
        (x,) = arguments
        lists = [as_scored(query_list) for query_list in (x, *call_variant.company)]
        query_names = make_names(call_variant.query_names, len(lists), QUERY)
        qrels: dict[Any, Any] = {}
        run: dict[Any, Any] = {}
        for name, query_list in zip(query_names, lists, strict=True):
            qrels[name], run[name] = self._grades_and_scores(query_list, call_variant)
        if call_variant.absent:  # all queries but the first, whose value is wanted, are missing from the run or qrels
            absent_from = {"from the run": run, "from the judgements": qrels}[call_variant.absent]
            for query in query_names[1:]:
                del absent_from[query]
        if call_variant.queries in ("run reversed", "both reversed"):
            run = dict(reversed(run.items()))
        if call_variant.queries in ("judgements reversed", "both reversed"):
            qrels = dict(reversed(qrels.items()))
        return query_names, qrels, run

    def _grades_and_scores(self, x: Scored, call_variant: CallVariant) -> tuple[dict[Any, Any], dict[Any, Any]]:
        """Return the grades of one query by document (listed or missing), and the scores of its listed documents.

        Documents are named in the order of the items, the listed ones first.
        """
        documents = make_names(call_variant.names, len(x) + len(x.missing), DOCUMENT)
        grades: list[Any] = [as_python_number(g) for g in x.grades]
        scores: list[Any] = transform_scores(x.scores, call_variant)
        if call_variant.fault == "empty":  # nothing is listed, but the judgements stay
            scores = []
        else:
            grades, scores = put_fault(grades, scores, call_variant.fault)
        grades += [as_python_number(g) for g in x.missing]
        # as_python_number makes a float only of what is no whole number of 64 bits; nan, a fault, is let through
        if self.whole_grades and any(isinstance(g, float) and g == g for g in grades):
            raise Inexpressible("grades must be whole numbers")
        grade_pairs = list(zip(documents, grades, strict=True))
        score_pairs = list(zip(documents, map(float, scores), strict=False))  # missing documents, the last, have none
        return fill_dictionary(grade_pairs, call_variant), fill_dictionary(score_pairs, call_variant)


class OneQuery(QrelsAndRun):
    """Variables ``qrels``, ``run`` and ``query``, for calls that evaluate a single measure."""

    variable_names: ClassVar[tuple[str, ...]] = ("qrels", "run", "query")
    aspects = ASPECTS - {"measures"}


class MeanOverQueries(QrelsAndRun):
    """Variables ``qrels`` and ``run``, for calls that answer the mean over all queries, ``company`` included."""

    variable_names: ClassVar[tuple[str, ...]] = ("qrels", "run")
    aspects = ASPECTS - {"measures"}


class MeanAtCutOffs(QrelsAndRun):
    """Variables ``qrels``, ``run``, ``before`` and ``after`` (further cut-offs), for means over all queries."""

    variable_names: ClassVar[tuple[str, ...]] = ("qrels", "run", "before", "after")


class RatingTables(QrelsAndRun):
    """Variables ``rating_true`` and ``rating_pred``: columns of users, items and their ratings or predictions.

    A user is a query. The library answers the mean over all users, those of the call variant's ``company`` included.
    """

    variable_names: ClassVar[tuple[str, ...]] = ("rating_true", "rating_pred")
    aspects = ASPECTS - {"measures"}
    whole_grades = False
    number_names = True  # users and items may have whole numbers as names

    def __init__(self) -> None:
        # a table cannot be empty (see below), but it can have a row twice
        super().__init__(faults=(FAULTS - {"empty"}) | {"duplicate item"})

    def variables(self, arguments: Sequence[Any], call_variant: CallVariant) -> dict[str, Any]:
        """Return the two tables by name, each as a dictionary of its columns."""
        _, qrels, run = self.named_dictionaries(arguments, call_variant)
        true_rows = [(user, item, rating) for user, ratings in qrels.items() for item, rating in ratings.items()]
        pred_rows = [(user, item, score) for user, scores in run.items() for item, score in scores.items()]
        if not true_rows or not pred_rows:
            raise Inexpressible("a table without rows has no types of columns")
        if call_variant.fault == "duplicate item":  # the first item is predicted twice
            pred_rows.insert(1, pred_rows[0])
        columns = ("userID", "itemID")
        return {
            "rating_true": _columns_of_rows((*columns, "rating"), true_rows),
            "rating_pred": _columns_of_rows((*columns, "prediction"), pred_rows),
        }


def _columns_of_rows(columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> dict[str, list[Any]]:
    """Return the entries of rows by the names of their columns; a DataFrame can be made of the dictionary."""
    return {name: list(entries) for name, entries in zip(columns, zip(*rows, strict=True), strict=True)}
