"""Tie policies: which list a library judges where scores are equal, and whether it is one policy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from ...model.metric import BoundMetric, Metric
from ...model.relation import Relation, equal, float_slack
from ...numbers.exact import Undefined
from ...values.scored import Scored
from .. import ties
from ..manner import Manner, Manners
from .common import (
    LISTS,
    came,
    companion,
    implementation_axiom,
    implementation_of,
    is_sibling,
    needs_definition,
    rows_of,
    sibling,
)
from .inputs import tied_inputs

_axiom = partial(implementation_axiom, group="ties")


NAMES = Manners("names", values=("", "reversed"))
"""The usual names, which rise with the input, and where documents have names, ones that fall."""


def _has_names(metric: Metric) -> bool:
    return bool(metric.implementation.shape.can("names", "reversed"))


def policies_of(metric: Metric) -> list[str]:
    """The policies that can be told of the metric: those by name only where documents have names."""
    return [policy for policy in ties.POLICIES if _has_names(metric) or not policy.startswith("name")]


def by_policy(m: BoundMetric, x: Scored, policy: str) -> Any:
    """The value of the documented definition on scored items, ties broken by the policy."""
    exact = companion(m)
    names = implementation_of(m.metric).shape.named(m["manner"], len(x) + len(x.missing))
    return ties.under(policy, exact, x, names)


def explaining(m: BoundMetric, x: Scored) -> list[str]:
    """The policies that explain the value."""
    value = float(m(x))
    epsilon = implementation_of(m.metric).epsilon
    policies = []
    for policy in policies_of(m.metric):
        exact = float(by_policy(m, x, policy))
        if abs(value - exact) <= float_slack(abs(value) + abs(exact) + 1.0, epsilon):
            policies.append(policy)
    return policies


def _policies(metric: Metric) -> Iterable[Mapping[str, Any]]:
    """The documented policy; each of them where none is documented."""
    own = metric.implementation
    policies = [own.ties] if own.ties else policies_of(metric)
    return [{"policy": policy} for policy in policies] if own.definition is not None else []


@_axiom(
    "tie-policy",
    over={"at": tied_inputs, "manner": NAMES},
    about=LISTS,
    applies=needs_definition,
    observe=_policies,
    sentence="It treats ties by one policy throughout: {policy}.",
)
def tie_policy(m: BoundMetric, at: Any, manner: Manner, *, policy: str) -> Relation:
    """m(x) = the definition, ties by the policy

    For all scored items in which items of different grades have one score. The policies: the mean over all orders that
    the scores allow, the best and the worst of them, the order of the input or its reverse, the name of the document
    rising or falling. Where one is documented that one is asked; where none is, each, so that those which are not
    refuted are the ones that the implementation can be explained by. McSherry and Najork, ECIR 2008. Example: trec_eval
    sorts by falling name.
    """
    if policy not in ties.POLICIES:
        raise Undefined(f"{policy} is not a policy; they are {', '.join(ties.POLICIES)}")
    (x,) = at
    varied = m.with_(manner=manner)
    value = varied(x)
    return equal(value, by_policy(varied, x, policy))


def _first_of_library(metric: Metric) -> Iterable[Mapping[str, Any]]:
    """The first row of the library whose definition is of scored items too."""
    if metric.implementation.definition is None:
        return []
    for other in rows_of(metric):
        if other.name == metric.name:
            return []
        if is_sibling(metric, other) and other.implementation.definition is not None:
            return [{"other": other.name}] if set(other.parameters) <= set(metric.parameters) else []
    return []


@_axiom(
    "one-tie-policy",
    over={"at": tied_inputs, "manner": NAMES},
    about=LISTS,
    applies=needs_definition,
    observe=_first_of_library,
    sentence="It and {other} treat ties alike.",
)
def one_tie_policy(m: BoundMetric, at: Any, manner: Manner, *, other: str) -> Relation:
    """some policy explains both m(x) and other(x)

    For all scored items in which items of different grades have one score, and for another row of the same library, by
    the definitions of both; inputs on which no policy at all explains one of them are not asked (tie-policy says so).
    Formalised here: one list is judged, whatever the measure. Example: a library whose precision breaks ties by the
    input and whose recall does by its reverse: the two are of no one list.
    """
    (x,) = at
    varied = m.with_(manner=manner)
    mine, theirs = explaining(varied, x), explaining(sibling(varied, other), x)
    if not mine or not theirs:
        raise Undefined("no policy explains one of the two")
    sentence = f"{' or '.join(mine)} here, {' or '.join(theirs)} in {other}"
    return came(not set(mine).isdisjoint(theirs), sentence, "one policy explains both")
