"""Isolation: a value does not depend on what else is evaluated in the same call."""

from __future__ import annotations

from functools import partial
from typing import Any

from ...model.axiom import where
from ...model.metric import BoundMetric
from ...model.relation import NOT_ASKED, Relation, equal
from ..manner import PLAIN, Manner, Manners
from .common import (
    LISTS,
    all_of,
    implementation_axiom,
    implementation_of,
    manner_axiom,
    needs,
    same,
    same_outcome,
)
from .inputs import others, scored_inputs, untied_inputs

_axiom = partial(implementation_axiom, group="isolation")


PER_QUERY = where(lambda metric: metric.implementation.options.get("per_query"), "its value is not that of one query")
OVER_ROWS = where(
    lambda metric: metric.implementation.options.get("mean_over_rows"), "its value is not a mean over rows"
)


@_axiom(
    "isolation-of-queries",
    over={"at": untied_inputs, "other": others},
    about=LISTS,
    applies=all_of(needs("company"), PER_QUERY),
    sentence="Another query in the same call does not change the answer.",
)
def isolation_of_queries(m: BoundMetric, at: Any, other: Any) -> Relation:
    """m(x, with another query in the same call) = m(x)

    For all scored items without ties and a few others of the same length that have a value alone, where the value of
    one query is answered; the other query comes after this one or, where queries have names, before it.
    Formalised here. Example: a table padded with zeros to the longest list, or values matched by position, fail.
    """
    m(*other)  # a query that has no value alone is another matter: see totality
    after = same(m, PLAIN.along(*other), *at)
    mine = m.metric.implementation
    if after.lhs != after.rhs or mine is None or not mine.shape.can("query_names", "reversed"):
        return after
    return same(m, PLAIN.but("query_names", "reversed").along(*other), *at)


@_axiom(
    "mean-over-rows",
    over={"at": scored_inputs, "other": others},
    about=LISTS,
    applies=all_of(needs("company"), OVER_ROWS),
    sentence="The answer for several rows is the mean of the answers for each.",
)
def mean_over_rows(m: BoundMetric, at: Any, other: Any) -> Relation:
    """m(rows x and y) = (m(x) + m(y)) / 2

    For all scored items x and a few others y of the same length, where the value is the mean over rows. Formalised
    here: what a row contributes does not depend on the others. Example: a gain normalised by the ideal of all rows
    fails.
    """
    implementation_of(m.metric)
    return equal(m.with_(manner=PLAIN.along(*other))(*at), (m(*at) + m(*other)) / 2)


@manner_axiom(
    "isolation-of-measures",
    scored_inputs,
    Manners("measures"),
    about=LISTS,
    group="isolation",
    sentence="Asking for other measures in the same call does not change the answer.",
)
def isolation_of_measures(m: BoundMetric, at: Any, manner: Manner) -> Relation:
    """m(x, with other measures in the same call) = m(x)

    For all scored items, with and without ties, other measures asked after and before this one. Formalised here.
    Example: an evaluator that cuts the run to the smallest cut-off of all measures fails.
    """
    return same(m, manner, *at)


@_axiom(
    "isolation-of-measures-on-negative-grades",
    over={"at": scored_inputs, "manner": Manners("measures")},
    about=LISTS,
    applies=all_of(needs("measures"), needs("process"), needs("fault", "negative grades")),
    sentence="Where all grades are negative, asking for other measures in the same call does not change the answer.",
)
def isolation_of_measures_on_negative_grades(m: BoundMetric, at: Any, manner: Manner) -> Relation:
    """m(x with all grades -1, with other measures in the same call) = m(x with all grades -1)

    For all scored items, with and without ties, of which none is missing; other measures are asked after and before
    this one, both times in a fresh process, which may end. Of a query whose grades are all negative nothing was found
    relevant (TREC's -2 is a mark for spam). Formalised here. Example: an evaluator fails that keeps the levels of
    relevance for the next measure, and reads them where there are none.
    """
    if at[0].missing:
        return NOT_ASKED
    alone = PLAIN.but("fault", "negative grades").but("process", "hash seed 0")
    among_others = alone.but("measures", manner.measures)
    return same_outcome(m.with_(manner=among_others), m.with_(manner=alone), *at)
