"""Exact definitions of list metrics as libraries document them, where the catalogue of metrics has no such definition.

Adapters register them beside the library's function, and the axioms of agreement compare the two. ``x`` is a judged
list: ``x[i]`` is the grade at rank i, above 0 for a relevant item. ``x.n`` is its length, ``x.ranks(k)`` its first k
ranks (by default all), ``x.relevant(k)`` the number of relevant items there, and ``x.R`` the number of all relevant
items. *Missing* items are in the collection, but not in the list; ``x.R`` counts the relevant ones among them. Where a
formula is stated on scores, ``x`` may also be scored items with ties: buckets of items of equal score, best first.
``k`` is a cut-off.

Values are exact (``Whole`` and ``rational`` make exact numbers), and ``Undefined`` is raised where a formula has no
value. ``over_the_ideal(x, dcg)`` divides the DCG of ``x`` by that of the ideal list, the whole collection in falling
order of its grades. Reports print the first paragraph of a docstring, which is therefore the formula.

The last section makes new definitions of others: for lists that a library refuses, and where nothing is relevant.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..catalogue.metrics.effectiveness.dcg import dcg_at, over_the_ideal
from ..catalogue.metrics.effectiveness.gain import undiscounted_up_to_base
from ..numbers.exact import Undefined, Whole, rational
from ..values.grades import Grade
from ..values.judged import Judged
from ..values.scored import Scored
from .implementation import definition_of, definition_text, metric_name

FunctionOrName = Callable[..., Any] | str
"""An exact definition: a function, or the name of a metric of the catalogue."""


def grades_by_score(x: Judged | Scored) -> list[list[Grade]]:
    """Return the grades by falling score, with a list for each score that occurs.

    A judged list has no scores: every rank is a score of its own.
    """
    if isinstance(x, Scored):
        return [[x.grades[k - 1] for k in bucket] for bucket in x.buckets]  # item k has the grade at index k - 1
    return [[g] for g in x.grades]


def relevant_and_irrelevant(x: Judged | Scored) -> tuple[Any, Any]:
    """Return the number of relevant items of the list, and the number of the others; missing items do not count."""
    relevant = sum(g > 0 for g in x.grades)
    return Whole(relevant), Whole(len(x.grades) - relevant)


def average_precision_at_thresholds(x: Judged | Scored) -> Any:
    """Sum over thresholds n of (R_n - R_(n-1)) P_n, a threshold being a score that occurs.

    The same as the mean over relevant items of the share of relevant ones among those of no smaller score. Undefined
    where nothing is relevant.
    """
    relevant, _ = relevant_and_irrelevant(x)
    if relevant == 0:
        raise Undefined("nothing is relevant: recall would be 0/0")
    hits, seen = Whole(0), Whole(0)
    total: Any = rational(0)
    for bucket in grades_by_score(x):
        in_bucket = Whole(sum(g > 0 for g in bucket))
        hits, seen = hits + in_bucket, seen + len(bucket)
        total += in_bucket * hits / seen
    return total / relevant


def misordered_pairs(x: Judged | Scored) -> Any:
    """The share of pairs of a relevant and an irrelevant item whose relevant one has no larger score.

    Undefined where there are no such pairs.
    """
    relevant, irrelevant = relevant_and_irrelevant(x)
    if relevant * irrelevant == 0:
        raise Undefined("there is no pair of a relevant and an irrelevant item: the value would be 0/0")
    wrong = Whole(0)
    irrelevant_so_far = Whole(0)  # those of no smaller score than the bucket's, tied ones included
    for bucket in grades_by_score(x):
        irrelevant_so_far += sum(g <= 0 for g in bucket)
        wrong += irrelevant_so_far * sum(g > 0 for g in bucket)
    return wrong / (relevant * irrelevant)


def depth_of_coverage(x: Judged | Scored) -> Any:
    """How many items have a score no smaller than that of some relevant one; 0 where nothing is relevant.

    Undefined for fewer than two items, of which there is no label indicator matrix.
    """
    if len(x.grades) < 2:
        raise Undefined("a label indicator matrix has at least two columns")
    depth = seen = Whole(0)
    for bucket in grades_by_score(x):
        seen += len(bucket)
        if any(g > 0 for g in bucket):
            depth = seen
    return depth


def area_under_roc(x: Judged | Scored) -> Any:
    """The share of pairs of a relevant and an irrelevant item with the larger score on the former, ties as one half."""
    relevant, irrelevant = relevant_and_irrelevant(x)
    if relevant * irrelevant == 0:
        raise Undefined("only one class is present: the value would be 0/0")
    right = rational(0)
    irrelevant_below = irrelevant  # those of a smaller score than the bucket's
    for bucket in grades_by_score(x):
        tied_irrelevant = Whole(sum(g <= 0 for g in bucket))
        irrelevant_below -= tied_irrelevant
        right += sum(g > 0 for g in bucket) * (irrelevant_below + rational(tied_irrelevant) / 2)
    return right / (relevant * irrelevant)


def fall_out(x: Judged, k: Any) -> Any:
    """Irrelevant items among the first k / irrelevant items; undefined where everything is relevant."""
    _, irrelevant = relevant_and_irrelevant(x)
    if irrelevant == 0:
        raise Undefined("nothing is irrelevant: the value would be 0/0")
    return (Whole(len(x.ranks(k))) - x.relevant(k)) / irrelevant


def reciprocal_rank_at(x: Judged, k: Any) -> Any:
    """1 / rank of the first relevant item if that is at most k, else 0."""
    return next((1 / i for i in x.ranks(k) if x[i] > 0), Whole(0))


def hit_of_one(x: Judged, k: Any) -> Any:
    """1 if the relevant item is among the first k, else 0; undefined unless there is exactly one, of three or more."""
    if x.R != 1 or x.n < 3:
        raise Undefined("there must be one right label, of three or more")
    return x.relevant(k)


# --- metrics of retrieval and recommendation, with a cut-off -----------------------------------------------------


def hits_at(x: Judged, k: Any) -> Any:
    """Relevant items among the first k."""
    return x.relevant(k)


def f1_at(x: Judged, k: Any) -> Any:
    """The harmonic mean of P@k and R@k, 2 hits / (k + R); undefined where nothing in the collection is relevant."""
    if x.R == 0:
        raise Undefined("nothing in the collection is relevant: recall would be 0/0")
    return 2 * x.relevant(k) / (k + x.R)


def bpref_of_first_r(x: Judged) -> Any:
    """(1/R) sum over relevant items listed of 1 - (the first R nonrelevant ones that stand above it) / R.

    As printed by Buckley and Voorhees 2004, without the min(R, N) of trec_eval. Undefined where R = 0.
    """
    if x.R == 0:
        raise Undefined("nothing in the collection is judged relevant")
    total: Any = Whole(0)
    nonrelevant_above = Whole(0)
    for i in x.ranks():
        if x[i] > 0:
            total += 1 - min(nonrelevant_above, x.R) / x.R
        elif x[i] == 0:  # a negative grade marks an item that was not judged
            nonrelevant_above += 1
    return total / x.R


def judged_at(x: Judged, k: Any) -> Any:
    """P@k with a rel lower than any judgment, documented as equivalent: judged items in the first k / k.

    Every item of ``x`` is judged.
    """
    return Whole(len(x.ranks(k))) / k


def pairs_in_order(x: Judged) -> Any:
    """The share of pairs, a listed relevant item and one that is not, in that order; undefined where there are none."""
    return 1 - misordered_pairs(x)


def precision_of_listed(x: Judged, k: Any) -> Any:
    """Relevant items among the first k / min(k, n); undefined for an empty list."""
    if x.n == 0:
        raise Undefined("the list is empty: the value would be 0/0")
    return x.relevant(k) / min(k, x.n)


def recall_of_possible(x: Judged, k: Any) -> Any:
    """Relevant items among the first k / min(k, R); undefined where nothing in the collection is relevant."""
    if x.R == 0:
        raise Undefined("nothing in the collection is relevant: the value would be 0/0")
    return x.relevant(k) / min(k, x.R)


def mean_precision_at_hits(x: Judged, k: Any) -> Any:
    """The mean of P@i over the ranks i <= k of relevant items; undefined where the first k hold none."""
    hits = [i for i in x.ranks(k) if x[i] > 0]
    if not hits:
        raise Undefined("no listed item is relevant: the mean would be 0/0")
    return sum(x.relevant(i) / i for i in hits) / Whole(len(hits))


def mean_precision_at_all_hits(x: Judged) -> Any:
    """The mean of P@i over the ranks i of relevant items; undefined where the list holds none."""
    return mean_precision_at_hits(x, x.n)


def dcg_of_base_two(x: Judged, k: Any) -> Any:
    """Sum over ranks i <= k of x[i] / max(1, log2 i). Jarvelin and Kekalainen 2002."""
    return sum(x[i] * undiscounted_up_to_base(i, Whole(2)) for i in x.ranks(k))


def ndcg_of_base_two(x: Judged, k: Any) -> Any:
    """Divide by the same sum over the ideal list; undefined where nothing in the collection is relevant."""
    return over_the_ideal(x, lambda y: dcg_of_base_two(y, k))


def precision_of_first_r(x: Judged, k: Any) -> Any:
    """Relevant items among the first min(k, R) / min(k, R); undefined where nothing in the collection is relevant."""
    if x.R == 0:
        raise Undefined("nothing in the collection is relevant: there is no rank R")
    depth = min(k, x.R)
    return x.relevant(int(depth)) / depth


# --- metrics of the whole list that was retrieved, as RAG libraries document them --------------------------------


def hit(x: Judged) -> Any:
    """1 if a relevant item is retrieved, else 0."""
    return Whole(int(x.relevant(x.n) > 0))


def precision(x: Judged) -> Any:
    """Relevant items retrieved / items retrieved; undefined where nothing is retrieved."""
    if x.n == 0:
        raise Undefined("nothing is retrieved: precision would be 0/0")
    return x.relevant(x.n) / Whole(x.n)


def recall(x: Judged) -> Any:
    """Relevant items retrieved / relevant items; undefined where nothing is relevant."""
    if x.R == 0:
        raise Undefined("nothing in the collection is relevant: recall would be 0/0")
    return x.relevant(x.n) / x.R


def reciprocal_ranks(x: Judged) -> Any:
    """The sum of 1 / rank over the relevant items retrieved, over the count of relevant items."""
    if x.R == 0:
        raise Undefined("nothing in the collection is relevant: the value would be 0/0")
    return sum((Whole(1) / i for i in x.ranks() if x[i] > 0), Whole(0)) / x.R


def precision_of_hits(x: Judged) -> Any:
    """The mean of P@i over the ranks i of relevant items retrieved; 0 where there are none."""
    return mean_precision_at_all_hits(x) if x.relevant(x.n) else Whole(0)


def ndcg_at_length(x: Judged) -> Any:
    """nDCG@p with linear gains, p the number of items retrieved, in the list and in the ideal one."""
    return over_the_ideal(x, lambda y: dcg_at(y, x.n, "linear"))


def ndcg_of_whole_ideal(x: Judged) -> Any:
    """DCG of what is retrieved, with linear gains, over that of all relevant items in ideal order."""
    return over_the_ideal(x, lambda y: dcg_at(y, y.n, "linear"))


# --- amended definitions: a documentation excludes some lists, or names a value where nothing is relevant --------


def has_relevant_item(x: Judged) -> bool:
    """Return whether a relevant item is in the list or missing from it."""
    return bool(x.R > 0)


def restrict_definition(
    function_or_name: FunctionOrName, accepts: Callable[[Judged], bool], reason: str
) -> Callable[..., Any]:
    """Restrict a definition to the lists that the library accepts; elsewhere it is undefined, for that reason.

    Raises ``Unknown`` if a name is not that of a metric of the catalogue.
    """
    definition = definition_of(function_or_name)

    def restricted_definition(x: Judged, **parameters: Any) -> Any:
        if not accepts(x):
            raise Undefined(reason)
        return definition(x, **parameters)

    return _with_description(restricted_definition, definition, definition_text(definition))


def complete_definition(function_or_name: FunctionOrName, value: int) -> Callable[..., Any]:
    """Extend a definition to lists without relevant items, where it has the documented ``value``."""
    definition = definition_of(function_or_name)

    def completed_definition(x: Judged, **parameters: Any) -> Any:
        return definition(x, **parameters) if x.R else Whole(value)

    ending = f"; {value} where nothing is relevant."
    text = definition_text(definition).removesuffix(ending).removesuffix(".") + ending  # the ending stands only once
    return _with_description(completed_definition, definition, text)


def _with_description(amended: Callable[..., Any], definition: Callable[..., Any], text: str) -> Callable[..., Any]:
    """Give an amended definition its docstring, and note which metric it computes, for reports."""
    amended.__doc__ = text
    vars(amended)["computes"] = metric_name(definition)
    return amended
