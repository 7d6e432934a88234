"""Shapes for one list of scored items: grades beside scores, labels of classes, or items in order of their scores.

Most libraries take two vectors ``(y_true, y_score)``, or two matrices with a row for each query. Metrics of
classifiers take labels in place of grades: 0 and 1, or the number of the right class. Metrics of recommenders take
the items themselves, best first, and the relevant items, perhaps with their ratings.

The call may be made in different *call variants*, of which each field, or *aspect*, is explained at
:class:`..call_variants.CallVariant`. ``company`` are the lists of further queries in the same call. An item is
*missing* if it is in the collection, but not in the list. A *bucket* of scored items has the numbers, from 1, of items
of equal score.

Each shape converts the arguments of a metric to the variables in ``variable_names``. Its ``faults`` are the kinds of
invalid input that it can express, and its ``dtypes`` and ``containers`` the types.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from ...numbers.exact import Whole
from ...values.judged import Judged
from ...values.scored import Scored
from ..call_variants import DTYPES, CallVariant
from ..ties import is_tied
from .base import (
    DOCUMENT,
    INFINITY,
    NAN,
    Inexpressible,
    Shape,
    as_container,
    as_python_number,
    make_names,
    measures_before_and_after,
    put_fault,
    transform_scores,
    typed_array,
)

FAULTS = frozenset(
    {
        "nan score",
        "infinite score",
        "nan grade",
        "infinite grade",
        "negative grade",
        "fewer scores",
        "empty",
        "negative cut-off",
        "zero cut-off",
    }
)
"""The faults that grades beside scores can express, unless a shape says otherwise."""


def as_scored(x: Any) -> Scored:
    """Convert a judged list to scored items with the scores n, n - 1, ..., 1; return scored items unchanged."""
    if isinstance(x, Scored):
        return x
    if isinstance(x, Judged):
        return Scored(x.grades, tuple(Whole(len(x) - k) for k in range(len(x))), x.missing)
    raise Inexpressible(f"{x!r} is neither a judged list nor scored items")


def grades_and_scores(x: Scored, call_variant: CallVariant) -> tuple[list[Any], list[Any]]:
    """Return the grades and the scores of a list in the call variant of the call.

    Raises :class:`Inexpressible` if relevant items are missing from the list.
    """
    if x.missing:
        raise Inexpressible("the call cannot say that a relevant item is missing from the list")
    truth, scores = put_fault(
        [as_python_number(g) for g in x.grades], transform_scores(x.scores, call_variant), call_variant.fault
    )
    if call_variant.padding:  # an irrelevant item of the score minus infinity at the end
        return [*truth, 0], [*scores, -INFINITY]
    return truth, scores


def item_weights(n: int, call_variant: CallVariant) -> list[int]:
    """Return the weights of n items: all 1, unless the call variant changes them."""
    if call_variant.weights == "all 2":
        return [2] * n
    last = {"last 0": 0, "last 2": 2}.get(call_variant.weights, 1)
    return [*[1] * (n - 1), last][:n]  # the slice is for n = 0


class TruthAndScores(Shape):
    """Variables ``y_true`` and ``y_score``: vectors of one query, or with ``rows=True`` matrices with a row per query.

    The queries of the call variant's ``company`` are further rows. A relevant item that is missing from the list cannot
    be expressed.
    """

    variable_names = ("y_true", "y_score")
    dtypes = DTYPES
    containers = ("list", "tuple", "array")
    faults = FAULTS

    def __init__(self, *, rows: bool = False) -> None:
        self.rows = rows
        self.aspects = frozenset(
            {"again", "process", "truth", "scores", "transformation", "padding", *(("company",) if rows else ())}
        )

    def variables(self, arguments: Sequence[Any], call_variant: CallVariant) -> dict[str, Any]:
        (x,) = arguments
        rows = [self._row(as_scored(query), call_variant) for query in (x, *call_variant.company)]
        if not self.rows and len(rows) > 1:
            raise Inexpressible("one query at a time")
        if len({len(truth) for truth, _ in rows}) > 1:  # they would be no matrix
            raise Inexpressible("all rows must be of one length")
        return {
            "y_true": self._in_container([truth for truth, _ in rows], call_variant, call_variant.truth),
            "y_score": self._in_container([scores for _, scores in rows], call_variant, call_variant.scores),
        }

    def _row(self, x: Scored, call_variant: CallVariant) -> tuple[list[Any], list[Any]]:
        """Return the grades and the scores of one query; subclasses restrict the grades."""
        return grades_and_scores(x, call_variant)

    def _in_container(self, rows: list[list[Any]], call_variant: CallVariant, dtype: str) -> Any:
        """Return the rows as a matrix, or the only row as a vector, in the call variant's container and dtype."""
        if not self.rows:
            return as_container(rows[0], call_variant.container, dtype)
        if dtype:
            return np.array([typed_array(row, dtype) for row in rows])
        if call_variant.container == "array":
            return np.array(rows)
        return tuple(map(tuple, rows)) if call_variant.container == "tuple" else rows


class BinaryLabels(TruthAndScores):
    """Variables ``y_true`` and ``y_score``, where grades are true binary labels and so must be 0 or 1."""

    def _row(self, x: Scored, call_variant: CallVariant) -> tuple[list[Any], list[Any]]:
        if any(g not in (0, 1) for g in x.grades):
            raise Inexpressible("the labels must be 0 or 1")
        return super()._row(x, call_variant)


class TwoClasses(BinaryLabels):
    """Binary labels for libraries whose labels may also be -1 and 1, so that a label below 0 is not invalid input."""

    faults = FAULTS - {"negative grade"}


class WeightedClasses(TwoClasses):
    """Variables ``y_true``, ``y_score`` and ``weight``: items of two classes, each with its weight, usually 1."""

    variable_names = ("y_true", "y_score", "weight")  # type: ignore[assignment]  # one more than without weights

    def __init__(self) -> None:
        super().__init__()
        self.aspects = self.aspects | {"weights"}

    def variables(self, arguments: Sequence[Any], call_variant: CallVariant) -> dict[str, Any]:
        by_name = super().variables(arguments, call_variant)
        return {**by_name, "weight": item_weights(len(by_name["y_true"]), call_variant)}


class GroupedScores(TruthAndScores):
    """Variables ``y_true``, ``y_score``, ``group``, ``before`` and ``after``: all queries in one vector, for boosting.

    ``group`` lists the number of items of each query; the queries of the call variant's ``company`` follow the first
    one. ``before`` and ``after`` are further cut-offs of the call, chosen from ``further_measures`` by the call
    variant; both are empty in the plain call variant.
    """

    variable_names = ("y_true", "y_score", "group", "before", "after")  # type: ignore[assignment]  # more than two vectors

    def __init__(self, *further_measures: int) -> None:
        super().__init__()
        self.further_measures = further_measures
        self.aspects = self.aspects | {"company", "measures"}

    def variables(self, arguments: Sequence[Any], call_variant: CallVariant) -> dict[str, Any]:
        queries = [self._row(as_scored(x), call_variant) for x in (*arguments, *call_variant.company)]
        before, after = measures_before_and_after(self.further_measures, call_variant)
        return {
            "y_true": as_container(
                [g for truth, _ in queries for g in truth], call_variant.container, call_variant.truth
            ),
            "y_score": as_container(
                [s for _, scores in queries for s in scores], call_variant.container, call_variant.scores
            ),
            "group": [len(truth) for truth, _ in queries],
            "before": before,
            "after": after,
        }


class LabelAndScores(TruthAndScores):
    """Variables ``y_true`` (the label of each row), ``y_score`` (rows of scores) and ``labels`` (all classes, 0..n-1).

    An item is a class, and the relevant item of a row is the right one: its place in the input is the label. So only
    lists with exactly one relevant item can be expressed. They must have three or more items, since two classes would
    be a binary problem with other input.
    """

    variable_names = ("y_true", "y_score", "labels")  # type: ignore[assignment]  # one more than other rows of scores
    faults = FAULTS - {"nan grade", "infinite grade", "negative grade"}

    def __init__(self) -> None:
        super().__init__(rows=True)
        self.aspects = self.aspects - {"truth", "padding"}

    def variables(self, arguments: Sequence[Any], call_variant: CallVariant) -> dict[str, Any]:
        by_name = super().variables(arguments, call_variant)
        truth = [list(row) for row in by_name["y_true"]]
        n = len(truth[0])
        if call_variant.fault != "empty" and (n < 3 or any(sorted(row) != [0] * (n - 1) + [1] for row in truth)):
            raise Inexpressible("exactly one item must be relevant, of three or more")
        return {
            "y_true": [row.index(1) for row in truth if row],  # a row of the fault "empty" has no label
            "y_score": by_name["y_score"],
            "labels": list(range(n)),
        }


FAULTY_RATINGS = {"nan grade": NAN, "infinite grade": INFINITY, "negative grade": -1.0}
"""The rating that each fault of a grade gives to the last rated item."""


class RatedItems(Shape):
    """Variables ``items`` (best first), ``relevant`` (the items of a positive grade) and ``ratings`` (their grades).

    Scores only put the items in order, so that equal scores cannot be expressed.
    """

    variable_names: ClassVar[tuple[str, ...]] = ("items", "relevant", "ratings")
    aspects = frozenset({"again", "process", "names"})
    faults = frozenset(
        {"nan grade", "infinite grade", "negative grade", "duplicate item", "negative cut-off", "zero cut-off", "empty"}
    )

    def variables(self, arguments: Sequence[Any], call_variant: CallVariant) -> dict[str, Any]:
        (argument,) = arguments
        x = as_scored(argument)
        if is_tied(x):
            raise Inexpressible("a list of items has no ties")
        if call_variant.company:
            raise Inexpressible("one list at a time")
        # listed items first, then missing ones; item k has the name at index k - 1
        item_names = make_names(call_variant.names, len(x) + len(x.missing), DOCUMENT)
        items = [item_names[item - 1] for bucket in x.buckets for item in bucket]
        grades = zip(item_names, (*x.grades, *x.missing), strict=True)
        ratings = {name: float(as_python_number(grade)) for name, grade in grades if grade > 0}
        if call_variant.fault == "empty":
            items = []
        elif call_variant.fault == "duplicate item":
            if not items:
                raise Inexpressible("there is no item to list twice")
            items = [*items, items[0]]
        elif call_variant.fault in FAULTY_RATINGS:
            if not ratings:
                raise Inexpressible("there is no rating")
            ratings[list(ratings)[-1]] = FAULTY_RATINGS[call_variant.fault]
        by_name = {"items": items, "relevant": list(ratings), "ratings": list(ratings.values())}
        return {name: by_name[name] for name in self.variable_names}


class RecommendedItems(RatedItems):
    """Variables ``items`` (best first) and ``relevant`` (the items of a positive grade, in no order)."""

    variable_names: ClassVar[tuple[str, ...]] = ("items", "relevant")
    faults = RatedItems.faults - FAULTY_RATINGS.keys()


class ListsOfItems(RatedItems):
    """Like :class:`RatedItems`, but each variable is a list with an entry for each query, those of ``company`` last."""

    aspects = RatedItems.aspects | {"company"}

    def variables(self, arguments: Sequence[Any], call_variant: CallVariant) -> dict[str, Any]:
        alone = replace(call_variant, company=())
        variables_of_query = super().variables  # super() does not work inside a comprehension
        queries = [variables_of_query([x], alone) for x in (*arguments, *call_variant.company)]
        return {name: [query[name] for query in queries] for name in self.variable_names}


class ListsOfRecommendedItems(ListsOfItems):
    """Like :class:`RecommendedItems`, with an entry for each query."""

    variable_names: ClassVar[tuple[str, ...]] = ("items", "relevant")
    faults = RecommendedItems.faults


class NumberedItems(ListsOfRecommendedItems):
    """Like :class:`ListsOfRecommendedItems`, where items are column numbers, from 0, of a matrix of users and items."""

    aspects = ListsOfRecommendedItems.aspects - {"names"}

    def variables(self, arguments: Sequence[Any], call_variant: CallVariant) -> dict[str, Any]:
        by_name = super().variables(arguments, replace(call_variant, names="whole numbers"))  # the items are 1..n

        def from_zero(lists: list[list[int]]) -> list[list[int]]:
            return [[item - 1 for item in items] for items in lists]

        return {name: from_zero(lists) for name, lists in by_name.items()}
