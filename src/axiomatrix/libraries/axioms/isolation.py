"""Axioms of isolation: a value does not depend on what else is in the same call.

That is other queries, queries without results or judgements, other measures, and padding to a common length.

In each axiom, ``m`` is a metric of a library, bound to its parameters, and ``at`` are the arguments of one call
(:mod:`.common`). ``other`` are the arguments of another query in the same call. A ``call_variant`` is a way of making
the same call, such as with other measures (:mod:`..call_variants`), and ``company`` are the other queries that it has
in the call. ``same_as_plain`` states that the call in this call variant has the value of the plain call. The spaces
``scored_inputs``, ``untied_inputs`` and ``other_inputs`` are a few scored items each (:mod:`.inputs`). The docstring of
an axiom has the formula first, then the domain, the source ("formalised here" if there is none), and an example.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ...model.axiom import where
from ...model.metric import BoundMetric
from ...model.relation import NOT_ASKED, Relation, equal
from ...numbers.exact import Whole
from ...values.scored import Scored
from ..call_variants import PLAIN_CALL, CallVariant, CallVariants
from .common import (
    LISTS,
    NamedOutcome,
    all_of,
    call_variant_axiom,
    companion,
    implementation_axiom,
    needs,
    needs_definition,
    outcome,
    refusal_accepted,
    require_implementation,
    same_as_plain,
    same_outcome,
)
from .inputs import other_inputs, scored_inputs, untied_inputs

_axiom = partial(implementation_axiom, group="isolation")
needs_value_per_query = where(
    lambda metric: metric.implementation.options.get("per_query"), why="its value is not that of one query"
)
"""Applicable where the library answers the value of one query, by the option ``{"per_query": True}``."""
needs_mean_over_rows = where(
    lambda metric: metric.implementation.options.get("mean_over_rows"), why="its value is not a mean over rows"
)
"""Applicable where the library answers the mean over all queries, by the option ``{"mean_over_rows": True}``."""


@_axiom(
    "isolation-of-queries",
    over={"at": untied_inputs, "other": other_inputs},
    about=LISTS,
    applies=all_of(needs("company"), needs_value_per_query),
    sentence="Another query in the same call does not change the answer.",
)
def isolation_of_queries(m: BoundMetric, at: Any, other: Any) -> Relation:
    """m(x, with another query in the same call) = m(x)

    For all scored items without ties and a few others of the same length that have a value alone, where the value of
    one query is answered; the other query comes after this one or, where queries have names, before it.
    Formalised here. Example: a table padded with zeros to the longest list, or values matched by position, fail.
    """
    # Raise Undefined if the other query has no value, so that the case is skipped: the axioms of totality are about it.
    m(*other)
    with_other_last = same_as_plain(m, PLAIN_CALL.with_company(*other), *at)
    if with_other_last.lhs != with_other_last.rhs:  # the value is changed: this relation fails, or shows rounding
        return with_other_last
    implementation = m.metric.implementation  # None for a definition
    if implementation is None or not implementation.shape.can_express("query_names", "reversed"):
        return with_other_last
    # With reversed names, the name of the other query sorts before that of this one.
    return same_as_plain(m, PLAIN_CALL.with_aspect("query_names", "reversed").with_company(*other), *at)


@_axiom(
    "mean-over-rows",
    over={"at": scored_inputs, "other": other_inputs},
    about=LISTS,
    applies=all_of(needs("company"), needs_mean_over_rows),
    sentence="The answer for several rows is the mean of the answers for each.",
)
def mean_over_rows(m: BoundMetric, at: Any, other: Any) -> Relation:
    """m(rows x and y) = (m(x) + m(y)) / 2

    For all scored items x and a few others y of the same length, where the value is the mean over rows. Formalised
    here: what a row contributes does not depend on the others. Example: a gain normalised by the ideal of all rows
    fails.
    """
    with_other = require_implementation(m).with_(call_variant=PLAIN_CALL.with_company(*other))
    return equal(with_other(*at), (m(*at) + m(*other)) / 2)


@call_variant_axiom(
    "isolation-of-measures",
    scored_inputs,
    CallVariants("measures"),
    about=LISTS,
    group="isolation",
    sentence="Asking for other measures in the same call does not change the answer.",
)
def isolation_of_measures(m: BoundMetric, at: Any, call_variant: CallVariant) -> Relation:
    """m(x, with other measures in the same call) = m(x)

    For all scored items, with and without ties, other measures asked after, before and around this one. Formalised
    here. Example: an evaluator that cuts the run to the smallest cut-off of all measures fails.
    """
    return same_as_plain(m, call_variant, *at)


@_axiom(
    "isolation-of-measures-on-negative-grades",
    over={"at": scored_inputs, "call_variant": CallVariants("measures")},
    about=LISTS,
    applies=all_of(needs("measures"), needs("process"), needs("fault", "negative grades")),
    sentence="Where all grades are negative, asking for other measures in the same call does not change the answer.",
)
def isolation_of_measures_on_negative_grades(m: BoundMetric, at: Any, call_variant: CallVariant) -> Relation:
    """m(x with all grades -1, with other measures in the same call) = m(x with all grades -1)

    For all scored items, with and without ties, of which none is missing; other measures are asked after and before
    this one, both times in a fresh process, which may end. Of a query whose grades are all negative nothing was found
    relevant (TREC's -2 is a mark for spam). Formalised here. Example: an evaluator fails that keeps the levels of
    relevance for the next measure, and reads them where there are none.
    """
    if at[0].missing:
        return NOT_ASKED
    alone = PLAIN_CALL.with_aspect("fault", "negative grades").with_aspect("process", "hash seed 0")
    among_others = alone.with_aspect("measures", call_variant.measures)
    return same_outcome(m.with_(call_variant=among_others), m.with_(call_variant=alone), *at)


@_axiom(
    "isolation-of-measures-in-fresh-processes",
    over={"at": scored_inputs, "call_variant": CallVariants("measures"), "process": CallVariants("process")},
    about=LISTS,
    applies=all_of(needs("measures"), needs("process")),
    sentence="In a fresh process, asking for other measures in any order does not change the answer.",
)
def isolation_of_measures_in_fresh_processes(
    m: BoundMetric, at: Any, call_variant: CallVariant, process: CallVariant
) -> Relation:
    """m(in a fresh process, with other measures in the same call) = m(x)

    For all scored items, with and without ties, other measures asked before, after and around this one, under the hash
    seeds 0 and 1. Formalised here. Example: an evaluator that keeps the measures of a call in a set of their names, and
    matches the values by position, fails under one hash seed or the other.
    """
    return same_as_plain(m, call_variant.with_aspect("process", process.process), *at)


# --- queries that are judged and not answered, or answered and not judged ----------------------------------------


@_axiom(
    "isolation-of-absent-queries",
    over={"at": untied_inputs, "other": other_inputs, "call_variant": CallVariants("absent")},
    about=LISTS,
    applies=all_of(needs("absent"), needs_value_per_query),
    sentence="A query without results, or without judgements, does not change the answer to another.",
)
def isolation_of_absent_queries(m: BoundMetric, at: Any, other: Any, call_variant: CallVariant) -> Relation:
    """m(x, with a query that is absent from the run or the judgements) = m(x)

    For all scored items without ties, where the value of one query is answered, and a few other queries that have
    judgements and no results, or results and no judgements. Formalised here: systems fail on queries, and pools leave
    queries out. Example: judgements and run whose queries are matched by position fail.
    """
    return same_as_plain(m, call_variant.with_company(*other), *at)


@_axiom(
    "missing-query-counts-zero",
    over={"at": scored_inputs, "other": other_inputs},
    about=LISTS,
    applies=all_of(needs("absent", "from the run"), needs_mean_over_rows),
    sentence="A judged query without results counts as 0 in the mean.",
)
def missing_query_counts_zero(m: BoundMetric, at: Any, other: Any) -> Relation:
    """m(x and a judged query without results) = m(x) / 2

    For all scored items and a few other queries of the same length, where the value is the mean over queries.
    Voorhees and Harman, TREC: Experiment and Evaluation in Information Retrieval, 2005 (trec_eval -c). Example: a mean
    over the queries that both have is larger for a system that leaves out what it fails on.
    """
    among_others = PLAIN_CALL.with_aspect("absent", "from the run").with_company(*other)
    return equal(require_implementation(m).with_(call_variant=among_others)(*at), m(*at) / 2)


@_axiom(
    "unjudged-query-is-left-out",
    over={"at": scored_inputs, "other": other_inputs},
    about=LISTS,
    applies=all_of(needs("absent", "from the judgements"), needs_mean_over_rows),
    sentence="A query with results and without judgements does not count in the mean.",
)
def unjudged_query_is_left_out(m: BoundMetric, at: Any, other: Any) -> Relation:
    """m(x and a query without judgements) = m(x)

    For all scored items and a few other queries of the same length, where the value is the mean over queries.
    Voorhees and Harman 2005 (topics without judgements are not evaluated). Example: a mean over the queries of the run
    counts what nobody judged as 0.
    """
    with_unjudged = PLAIN_CALL.with_aspect("absent", "from the judgements").with_company(*other)
    return same_as_plain(require_implementation(m), with_unjudged, *at)


# --- padding -----------------------------------------------------------------------------------------------------


@_axiom(
    "padded-with-minus-infinity",
    over={"at": scored_inputs},
    about=LISTS,
    applies=all_of(needs("padding"), needs_definition),
    sentence="An irrelevant item of score minus infinity is refused, or counts as one at the end of the list.",
)
def padded_with_minus_infinity(m: BoundMetric, at: Any) -> Relation:
    """m(x padded with the score minus infinity) is refused, or its exact definition there

    For all scored items, an irrelevant item of score minus infinity after them: lists of different lengths are padded
    so in one tensor. IEEE 754 (minus infinity is below every number). Example: a metric that divides by the number of
    items fails unless its definition does, too; so does a score that is compared with the lowest one.
    """
    (x,) = at
    answer = outcome(m.with_(call_variant=PLAIN_CALL.with_aspect("padding", "minus infinity")), x)
    if isinstance(answer, NamedOutcome):
        return refusal_accepted(answer)
    below_all = min(x.scores, default=Whole(0)) - 1  # exact numbers have no minus infinity
    return equal(answer, companion(m)(Scored((*x.grades, Whole(0)), (*x.scores, below_all))))
