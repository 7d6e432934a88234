"""Axioms about ties: which policy explains a library's values where scores are equal, and do its rows share a policy.

A policy is a rule for the order of tied items, such as the order of the input (:mod:`..ties`). It explains a value if
the documented definition, with ties broken by the policy, has that value. The *companion* of a row is this definition
as a metric.

In each axiom, ``m`` is a metric of a library, bound to its parameters, and ``at`` are the arguments of one call
(:mod:`.common`). ``tied_inputs`` are a few scored items in which two of different grades tie (:mod:`.inputs`). A
``call_variant`` is a way of making the same call, such as with other names (:mod:`..call_variants`). The docstring of
an axiom has the formula first, then the domain, the source ("formalised here" if there is none), and an example.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from ...model.metric import BoundMetric, Metric
from ...model.relation import Relation, equal, float_tolerance
from ...numbers.exact import Undefined
from ...values.scored import Scored
from .. import ties
from ..call_variants import CallVariant, CallVariants
from .common import (
    LISTS,
    companion,
    implementation_axiom,
    implementation_of,
    is_sibling,
    needs_definition,
    outcome_relation,
    rows_of,
    sibling,
)
from .inputs import tied_inputs

_axiom = partial(implementation_axiom, group="ties")


NAMES = CallVariants("names", values=("", "reversed"))
"""The plain names, which rise in the order of the input, and where documents have names, also names that fall.

With both, the policies by name and those by the order of the input have different values.
"""


def policies_of(metric: Metric) -> list[str]:
    """List the policies that the row may follow: those by name only where documents have names."""
    has_names = metric.implementation.shape.can_express("names", "reversed")
    return [policy for policy in ties.POLICIES if has_names or not policy.startswith("name")]


def value_by_policy(m: BoundMetric, x: Scored, policy: str) -> Any:
    """Return the value of the documented definition on scored items, with ties broken by the policy."""
    definition = companion(m)
    names = implementation_of(m.metric).shape.document_names(m["call_variant"], len(x) + len(x.missing))
    return ties.value_under_policy(policy, definition, x, names)


def explaining_policies(m: BoundMetric, x: Scored) -> list[str]:
    """List the policies that explain the library's value, up to rounding; often several do, or none does."""
    value = float(m(x))
    epsilon = implementation_of(m.metric).epsilon
    policies = []
    for policy in policies_of(m.metric):
        exact = float(value_by_policy(m, x, policy))
        tolerance = float_tolerance(abs(value) + abs(exact) + 1.0, epsilon)
        if abs(value - exact) <= tolerance:
            policies.append(policy)
    return policies


def _observe_policies(metric: Metric) -> Iterable[Mapping[str, Any]]:
    """Ask of the documented policy, or of every policy where none is documented."""
    implementation = metric.implementation
    if implementation.definition is None:  # no policy could be applied
        return []
    policies = [implementation.ties] if implementation.ties else policies_of(metric)
    return [{"policy": policy} for policy in policies]


@_axiom(
    "tie-policy",
    over={"at": tied_inputs, "call_variant": NAMES},
    about=LISTS,
    applies=needs_definition,
    observe=_observe_policies,
    sentence="It treats ties by one policy throughout: {policy}.",
)
def tie_policy(m: BoundMetric, at: Any, call_variant: CallVariant, *, policy: str) -> Relation:
    """m(x) = the definition, ties by the policy

    For all scored items in which items of different grades have one score. The policies: the mean over all orders that
    the scores allow, the best and the worst of them, the order of the input or its reverse, the name of the document
    rising or falling. Where one is documented that one is asked; where none is, each, so that those which are not
    refuted are the ones that the implementation can be explained by. McSherry and Najork, ECIR 2008. Example: trec_eval
    sorts by falling name.
    """
    if policy not in ties.POLICIES:
        raise Undefined(f"{policy} is not a policy; the policies are {', '.join(ties.POLICIES)}")
    (x,) = at
    m_varied = m.with_(call_variant=call_variant)
    value = m_varied(x)
    return equal(value, value_by_policy(m_varied, x, policy))


def _observe_first_sibling(metric: Metric) -> Iterable[Mapping[str, Any]]:
    """Ask with the library's first row that has a definition, so that all its rows are compared with the same row.

    Nothing is asked of that first row itself, nor of a row without the first row's parameters.
    """
    if metric.implementation.definition is None:
        return []
    for row in rows_of(metric):
        if row.name == metric.name:  # this is the first row
            return []
        if is_sibling(metric, row) and row.implementation.definition is not None:
            has_its_parameters = set(row.parameters) <= set(metric.parameters)
            return [{"other": row.name}] if has_its_parameters else []
    return []


@_axiom(
    "one-tie-policy",
    over={"at": tied_inputs, "call_variant": NAMES},
    about=LISTS,
    applies=needs_definition,
    observe=_observe_first_sibling,
    sentence="It and {other} treat ties alike.",
)
def one_tie_policy(m: BoundMetric, at: Any, call_variant: CallVariant, *, other: str) -> Relation:
    """some policy explains both m(x) and other(x)

    For all scored items in which items of different grades have one score, and for another row of the same library, by
    the definitions of both; inputs on which no policy at all explains one of them are not asked (tie-policy says so).
    Formalised here: one list is judged, whatever the measure. Example: a library whose precision breaks ties by the
    input and whose recall does by its reverse: the two are of no one list.
    """
    (x,) = at
    m_varied = m.with_(call_variant=call_variant)
    policies = explaining_policies(m_varied, x)
    other_policies = explaining_policies(sibling(m_varied, other), x)
    if not policies or not other_policies:
        raise Undefined("no policy explains one of the two")
    sentence = f"{' or '.join(policies)} here, {' or '.join(other_policies)} in {other}"
    return outcome_relation(not set(policies).isdisjoint(other_policies), sentence, "one policy explains both")
