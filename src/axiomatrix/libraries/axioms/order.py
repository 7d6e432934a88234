"""Axioms about order and names: neither the order of items and queries in the input nor their names change the value.

In each axiom, ``m`` is a metric of a library, bound to its parameters, and ``at`` are the arguments of one call
(:mod:`.common`). A ``call_variant`` is a way of making the same call, such as with other names
(:mod:`..call_variants`), and ``same_as_plain`` states that the call in this call variant has the value of the plain
call. ``untied_inputs`` and ``tied_inputs`` are a few scored items (or orders) without and with ties (:mod:`.inputs`).
The docstring of an axiom has the formula first, then the domain, the source ("formalised here" if there is none), and
an example.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from ...model.axiom import where
from ...model.metric import BoundMetric
from ...model.relation import Relation, equal
from ...spaces import FewValues
from ...values.rankings import Relabelling
from ...values.scored import Scored
from ..call_variants import PLAIN_CALL, CallVariant, CallVariants
from .common import LISTS, VECTORS, call_variant_axiom, implementation_axiom, needs, same_as_plain
from .inputs import CallArguments, other_inputs, tied_inputs, untied_inputs

_axiom = partial(implementation_axiom, group="order and names")
_call_variant_axiom = partial(call_variant_axiom, group="order and names")


EXCHANGE, ROTATION = "first two exchanged", "first put last"
"""The two rearrangements of items, as files of witnesses store them."""


class Rearrangements(FewValues):
    """Exchange of the first two items, and rotation of the first one to the end: they generate all permutations."""

    name = "the first two items exchanged, or the first one put last"
    complete = True

    def enumerate(self, n: int) -> Sequence[str]:
        if n < 2:
            return ()
        return (EXCHANGE,) if n == 2 else (EXCHANGE, ROTATION)  # of two items, the rotation is the exchange

    def encode(self, value: Any) -> Any:
        return value

    def decode(self, data: Any) -> Any:
        return data


rearrangement = Rearrangements()


def rearrange(at: CallArguments, way: str) -> CallArguments:
    """Rearrange the items of every argument, each item with its grade and score or its ranks.

    ``way`` is :data:`EXCHANGE` or :data:`ROTATION`.
    """
    n = len(at[0])
    order = list(range(1, n + 1))  # the old number of the item at each place
    if n > 1:
        order = [2, 1, *order[2:]] if way == EXCHANGE else [*order[1:], 1]
    if isinstance(at[0], Scored):
        return CallArguments(x.rearranged(order) for x in at)
    # An item's number is its place in the vector, so that entry x moves to place k if item x is renamed to k.
    renaming = Relabelling({x: k for k, x in enumerate(order, 1)})
    return CallArguments(argument.renamed(renaming) for argument in at)


needs_items_without_names = where(
    lambda metric: "names" not in metric.implementation.shape.aspects,
    why="items have names: see insertion-order and document-names",
)
"""Applicable where items are told apart by their places alone."""


@_axiom(
    "order-of-items",
    over={"at": untied_inputs, "way": rearrangement},
    about=(*LISTS, *VECTORS),
    applies=needs_items_without_names,
    sentence="Without ties, the order in which the items are passed does not matter.",
)
def order_of_items(m: BoundMetric, at: Any, way: str) -> Relation:
    """m(the items handed over in another order) = m(x), without ties

    For all inputs whose scores (or ranks) are all different, and two rearrangements that make up every other; each item
    keeps its grade and its score, or its two ranks. McSherry and Najork, ECIR 2008 (the order of the input must not
    decide). Example: a score that takes the input for the ranking fails.
    """
    return equal(m(*rearrange(at, way)), m(*at))


@_axiom(
    "order-of-tied-items",
    over={"at": tied_inputs, "way": rearrangement},
    about=(*LISTS, *VECTORS),
    applies=needs_items_without_names,
    sentence="With ties, the order in which the items are passed does not matter.",
)
def order_of_tied_items(m: BoundMetric, at: Any, way: str) -> Relation:
    """m(the items handed over in another order) = m(x), where some tie

    As order-of-items, for inputs in which items of different grades have one score, or in which ranks are tied.
    McSherry and Najork, Computing information retrieval performance measures efficiently in the presence of tied
    scores, ECIR 2008. Example: the mean over all orders satisfies it; a stable sort fails.
    """
    return equal(m(*rearrange(at, way)), m(*at))


INSERTION = CallVariants("insertion")
NAMES = CallVariants("names")


@_call_variant_axiom(
    "insertion-order",
    untied_inputs,
    INSERTION,
    about=LISTS,
    sentence="Without ties, the order in which a dictionary was filled does not matter.",
)
def insertion_order(m: BoundMetric, at: Any, call_variant: CallVariant) -> Relation:
    """m(dictionaries filled in another order) = m(x), without ties

    For all scored items whose scores are all different, the documents of judgements and run inserted in reverse and
    rotated order. Formalised here: equal dictionaries are equal arguments. Example: a score that does not sort fails.
    """
    return same_as_plain(m, call_variant, *at)


@_call_variant_axiom(
    "insertion-order-of-tied-items",
    tied_inputs,
    INSERTION,
    about=LISTS,
    sentence="With ties, the order in which a dictionary was filled does not matter.",
)
def insertion_order_of_tied_items(m: BoundMetric, at: Any, call_variant: CallVariant) -> Relation:
    """m(dictionaries filled in another order) = m(x), where some tie

    As insertion-order, where items of different grades have one score. McSherry and Najork, ECIR 2008. Example: ties
    broken by the document's name satisfy it; a stable sort of the dictionary's items fails.
    """
    return same_as_plain(m, call_variant, *at)


@_call_variant_axiom(
    "document-names",
    untied_inputs,
    NAMES,
    about=(*LISTS, "top lists"),
    sentence="Without ties, the names of the documents do not matter.",
)
def document_names(m: BoundMetric, at: Any, call_variant: CallVariant) -> Relation:
    """m(documents named otherwise) = m(x), without ties

    For all scored items whose scores are all different (or two lists of items), the names reversed, whole numbers,
    negative ones, ones beyond 2^53 (which are not floats), and long ones: as texts, and numbers as such where ids may
    be numbers. Formalised here: names only tell documents apart. Example: names that are read as floats fail beyond
    2^53, where two become one; so do hashes, which -1 and -2 share.
    """
    return same_as_plain(m, call_variant, *at)


@_call_variant_axiom(
    "names-of-tied-documents",
    tied_inputs,
    NAMES,
    about=LISTS,
    sentence="With ties, the names of the documents do not matter.",
)
def names_of_tied_documents(m: BoundMetric, at: Any, call_variant: CallVariant) -> Relation:
    """m(documents named otherwise) = m(x), where some tie

    As document-names, where items of different grades have one score. McSherry and Najork, ECIR 2008 (of trec_eval,
    which breaks ties by the name). Example: the mean over all orders satisfies it.
    """
    return same_as_plain(m, call_variant, *at)


@_axiom(
    "query-names",
    over={"at": untied_inputs, "other": other_inputs, "call_variant": CallVariants("query_names")},
    about=LISTS,
    applies=needs("query_names"),
    sentence="The names of the queries do not matter.",
)
def query_names(m: BoundMetric, at: Any, other: Any, call_variant: CallVariant) -> Relation:
    """m(x beside another query, both named otherwise) = m(x beside it)

    For all scored items without ties and a few others, the names of the two queries reversed, whole numbers, negative
    ones, ones beyond 2^53, and long ones. Formalised here: names only tell queries apart. Example: judgements and run
    that are sorted by different rules (as texts, as numbers) and matched by position fail.
    """
    return same_as_plain(m.with_(call_variant=PLAIN_CALL.with_company(*other)), call_variant.with_company(*other), *at)


@_axiom(
    "query-order",
    over={"at": untied_inputs, "other": other_inputs, "call_variant": CallVariants("queries")},
    about=LISTS,
    applies=needs("queries"),
    sentence="The order of the queries does not matter.",
)
def query_order(m: BoundMetric, at: Any, other: Any, call_variant: CallVariant) -> Relation:
    """m(x beside another query, the queries in another order) = m(x beside it)

    For all scored items without ties and a few others, the queries of the run, of the judgements, or of both reversed.
    Formalised here: a query's run and judgements belong together by its name. Example: pairs made by position fail.
    """
    return same_as_plain(m.with_(call_variant=PLAIN_CALL.with_company(*other)), call_variant.with_company(*other), *at)
