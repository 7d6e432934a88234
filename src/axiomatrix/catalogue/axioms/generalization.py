"""Metrics that are another one in special cases: under constant parameters, on orders that are rankings."""

from __future__ import annotations

from typing import Any

from ...model.axiom import Reason
from ...model.metric import Metric
from ...model.relation import NOT_ASKED, Relation, equal
from ...spaces import ParameterSpace, own
from ...values.orders import PartialOrder, WeakOrder
from ...values.rankings import Ranking
from .bounds import comparison_axiom
from .identity import identity_axiom


def _all_fixed(metric: Metric, other: str, **values: Any) -> Reason | None:
    if not metric.parameters:
        return "it has no parameters"
    left = [name for name in metric.parameters if name not in values]
    unknown = [name for name in values if name not in metric.parameters]
    if unknown:
        return f"it has no parameter {unknown[0]}"
    if left:
        return f"its parameter {left[0]} is not given a value"
    outside = [name for name, value in values.items() if not _has_constant(metric.parameters[name], value)]
    return f"{outside[0]} = {values[outside[0]]} is not in its space" if outside else None


def _has_constant(space: ParameterSpace, value: Any) -> bool:
    """Return whether the parameter of two items that is constantly that value is in the space, or on its boundary."""
    try:
        return space.closure().contains(space.make([value] * len(space.keys(2)), 2), 2)
    except ValueError:
        return False


@comparison_axiom(
    "generalizes",
    applies=_all_fixed,
    ignores_parameters=True,
    latex=r"d(a,b;\,\mathrm{values})=\mathrm{other}(a,b)",
    kept_by=("kendall-element",),
    sentence="With its parameters set to the constants named, it is {other}.",
)
def generalizes(d: Any, a: Any, b: Any, *, other: str, **values: Any) -> Relation:
    """d(a, b; constant parameters) = other(a, b)

    For all rankings a, b, with every parameter set to the constant named. Kumar and Vassilvitskii 2010
    ("generalization"). Example: K_w with w = 1 is Kendall's distance.
    """
    return equal(d.with_(**values)(a, b), d.other(other)(a, b))


def as_ranking(order: WeakOrder | PartialOrder) -> Ranking | None:
    """The ranking that a weak or partial order is, or None if it leaves the order of two items open."""
    ahead = {x: sum(order.prefers(y, x) for y in order.items) for x in order.items}
    if len(set(ahead.values())) < len(ahead):
        return None
    return Ranking.from_order(sorted(ahead, key=ahead.__getitem__))


@identity_axiom(
    "agrees-on-rankings",
    over={"a": own, "b": own},
    about=("weak orders", "partial orders"),
    latex=r"a,b\in\mathcal{R}\Rightarrow m(a,b)=\mathrm{other}(a,b)",
    kept_by=("kendall-tau-b",),
    sentence="Where nothing is tied, it is {other}.",
)
def agrees_on_rankings(m: Any, a: Any, b: Any, *, other: str) -> Relation:
    """m(a, b) = other(a, b) where a and b are rankings

    For all orders a, b without ties and incomparable pairs; the other metric is one of rankings. Goodman and Kruskal
    1954 (gamma is tau where there are no ties). Example: tau-b and tau; the share of common preferences fails.
    """
    first, second = as_ranking(a), as_ranking(b)
    if first is None or second is None:
        return NOT_ASKED
    return equal(m(a, b), m.other(other)(first, second))
