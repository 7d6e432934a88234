"""Bounds beyond the exact sweep: by search, and by families that a user names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...engine.check import check
from ...evidence.words import line
from ...methods.classes import Order
from ...methods.sweep import Spec
from ...model.registry import Registry
from ...numbers.forms import NotLinear
from ...spaces import PositionWeightsSpace
from ...spaces.parameters import ParameterDomain
from ..closed.forms import recognised
from .answer import Bound
from .family import bound_at, first_m, load_family
from .inquiry import Inquiry
from .problem import NoRatio, Problem
from .search import search

MEMBERS = 9
"""How many members of a family are evaluated."""


def searched(
    inquiry: Inquiry,
    spec: Spec | None,
    sizes: Sequence[int],
    registry: Registry,
    *,
    seed: int,
    budget: int,
    start: Sequence[Order] = (),
) -> tuple[Bound, ...]:
    """The best instances found at these sizes, each also a start for the next."""
    linear = spec.parameter if spec is not None else None
    decreasing = () if linear else _decreasing(inquiry)

    def problem_at(size: int) -> Problem:
        metric, statement, sense = inquiry.metric, inquiry.ratio, inquiry.sense
        return Problem(metric, statement, registry, size, sense, linear=linear, decreasing=decreasing)

    bounds: list[Bound] = []
    starts = list(start)
    for n in sizes:
        longer = [(*order, *range(len(order) + 1, n + 1)) for order in starts]  # where sizes add up, as good as before
        given = [*longer, *starts]
        try:
            bound = search(problem_at, n, seed=seed, budget=budget, start=given)
        except (NoRatio, NotLinear):
            continue
        if bound is None:
            continue
        bounds.append(bound)
        if bound.witness is not None:
            rankings = [value for value in bound.witness.instance.values() if isinstance(value, list)]
            if len(rankings) == 2:
                starts = [*start, tuple(rankings[1])]
    return tuple(bounds)


def enumerated(inquiry: Inquiry, registry: Registry) -> str:
    """What ``check`` finds of a metric without parameters, of which enumeration decides all there is."""
    [cell] = (
        cell
        for cell in check(inquiry.metric, axioms=[inquiry.statement.axiom.id], registry=registry, use_pins=False)
        if cell.space is ParameterDomain.OPEN and cell.label == inquiry.statement.label
    )
    words = line(cell)
    return f"no parameter, so by axiomatrix check: {words.verdict}" + (f"; {words.best}" if words.best else "")


def _decreasing(inquiry: Inquiry) -> tuple[str, ...]:
    """Where a factor is asked for that no bound limits, position weights decrease, as they do in applications."""
    if inquiry.constant is not None:
        return ()
    return tuple(name for name, space in inquiry.metric.parameters.items() if isinstance(space, PositionWeightsSpace))


def of_family(inquiry: Inquiry, spec: Spec | None, named: str, registry: Registry) -> tuple[Bound, ...]:
    """The members of a user's family, and on the last of them the closed form that is recognised from their values."""
    function = load_family(named)
    first = first_m(function)
    ms = range(first, first + MEMBERS)
    bounds = [bound_at(function, m, inquiry, spec, registry) for m in ms]
    form = recognised(list(ms), [bound.value for bound in bounds])
    if form is not None:
        bounds[-1] = replace(bounds[-1], note=f"{bounds[-1].note}; {form.sentence}".lstrip("; "))
    return tuple(bounds)
