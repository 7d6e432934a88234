"""Domains: what two metrics are compared on, which is the smaller of their spaces, size by size.

A ranking is a weak order without ties, a weak order a partial order, a ranking a top list of all items: metrics of two
rankings are compared with metrics of those on rankings.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product
from typing import Any

from ...model.metric import Metric
from ...numbers.exact import fraction
from ...spaces import (
    GivenLists,
    JudgedLists,
    PartialOrders,
    Rankings,
    Runs,
    ScoredLists,
    Space,
    TopLists,
    TwoLevels,
    WeakOrders,
    binary_list,
    ranking,
    runs,
)
from ...values.orders import PartialOrder, TopList, WeakOrder
from ...values.rankings import Ranking
from .renaming import are_orders, form, one_of_each

Domain = tuple[Space, ...]
LARGEST = 6
"""No larger n is compared."""
LARGEST_OF = {"partial orders": 4}
"""The same for sorts of which there are very many."""
CASES = {"judged lists": 800, "rankings": 720}
"""The most instances of one size by sort of the arguments; sizes with more are left out."""
MOST = 6_000
"""The same for every other sort."""


@dataclass(frozen=True)
class DomainSize:
    """The instances over n items, simplest first."""

    n: int
    instances: tuple[tuple[Any, ...], ...]
    renamed: bool = False
    """Whether they are all instances only for metrics that renaming the items does not change."""

    @cached_property
    def texts(self) -> tuple[tuple[str, ...], ...]:
        """The instances as Python constructors."""
        return tuple(tuple(map(repr, instance)) for instance in self.instances)


def key(domain: Domain) -> tuple[str, ...]:
    """What tells domains apart."""
    return tuple(space.name for space in domain)


def name(domain: Domain) -> str:
    """Such as ``pairs of rankings``: the arguments' spaces in order."""
    names = [space.name for space in domain]
    return f"pairs of {names[0]}" if len(names) == 2 and names[0] == names[1] else ", ".join(names)


def included(inner: Space, outer: Space) -> bool:
    """Whether a metric over the outer space has the values of the inner one among its arguments."""
    if type(inner) is type(outer) and inner.name == outer.name:
        return True
    if isinstance(inner, JudgedLists) and isinstance(outer, JudgedLists):
        return _grades_included(inner, outer)
    if isinstance(inner, ScoredLists) and isinstance(outer, ScoredLists):
        return set(inner.levels) <= set(outer.levels)
    if isinstance(inner, Runs) and isinstance(outer, Runs):
        return included(inner.lists, outer.lists)
    if isinstance(inner, TopLists) and isinstance(outer, TopLists):
        return inner.equal
    if isinstance(outer, TwoLevels):
        return False
    if isinstance(outer, (WeakOrders, PartialOrders)):
        return isinstance(inner, (Rankings, WeakOrders))
    return isinstance(inner, Rankings) and isinstance(outer, TopLists)


def _grades_included(inner: JudgedLists, outer: JudgedLists) -> bool:
    given = {fraction(g) for g in (*inner.levels, *inner.missing)}
    allowed = {fraction(g) for g in outer.levels}
    if not outer.complete:
        return min(allowed) <= min(given) and max(given) <= max(allowed)
    return inner.complete and given <= allowed


def meet(one: Space, other: Space) -> Space | None:
    """The smaller of two spaces; else binary lists, runs of them or rankings, if both have them; else None."""
    if included(one, other) and included(other, one):  # they differ in how many items may be missing
        return max((one, other), key=lambda space: (getattr(space, "most", 0), space.name))
    for space in (one, other, binary_list, RUNS, ranking):
        if included(space, one) and included(space, other):
            return space
    return None


RUNS = runs()


def common(one: Metric, other: Metric, given: GivenLists | None = None) -> Domain | None:
    """What the two metrics are compared on; None if they have no common arguments.

    With ``given`` lists, metrics of one judged list are compared on these, and no others are.
    """
    if len(one.arguments) != len(other.arguments):
        return None
    if given is not None:
        return (given,) if one.about == other.about == given.sort and len(one.arguments) == 1 else None
    spaces = [meet(a, b) for a, b in zip(one.arguments.values(), other.arguments.values(), strict=True)]
    return None if any(space is None for space in spaces) else tuple(space for space in spaces if space is not None)


def sizes(domain: Domain) -> tuple[DomainSize, ...]:
    """The instances of the domain for n = 1, 2, 3 ... as far as they are gone through."""
    lists = domain[0]
    if isinstance(lists, GivenLists):  # others have the same name
        return tuple(DomainSize(n, tuple((x,) for x in lists.enumerate(n))) for n in lists.sizes)
    known = key(domain)
    if known not in _SIZES:
        _SIZES[known] = tuple(_each_size(domain))
    return _SIZES[known]


_SIZES: dict[tuple[str, ...], tuple[DomainSize, ...]] = {}
"""The sizes of the domains that were gone through, by what tells these apart."""


def _each_size(domain: Domain) -> Iterator[DomainSize]:
    most = CASES.get(domain[0].sort, MOST)
    largest = LARGEST_OF.get(domain[0].sort, LARGEST)
    for n in range(1, largest + 1):
        if math.prod(len(space.enumerate(n)) for space in domain) <= most:
            instances = list(product(*(space.enumerate(n) for space in domain)))
            if isinstance(domain[0], TopLists):  # some have more items than are enumerated
                seen = {form(a, b) for a, b in instances}
                instances += [pair for pair in one_of_each(domain, n) if form(*pair) not in seen]
            if instances:
                yield DomainSize(n, tuple(instances))
            continue
        if not are_orders(domain):
            return
        pairs = tuple(islice(one_of_each(domain, n), most + 1))
        if len(pairs) > most:
            return
        yield DomainSize(n, pairs, renamed=True)


def embedded(instance: Sequence[Any], metric: Metric) -> tuple[Any, ...]:
    """The instance as arguments of the metric: a ranking as a weak order where it takes those, and so on."""
    return tuple(_embedded(value, space) for value, space in zip(instance, metric.arguments.values(), strict=True))


def _embedded(value: Any, space: Space) -> Any:
    if isinstance(value, (Ranking, WeakOrder)):
        if isinstance(space, WeakOrders):
            return WeakOrder.of(value)
        if isinstance(space, PartialOrders):
            return PartialOrder.of(value)
        if isinstance(space, TopLists) and isinstance(value, Ranking):
            return TopList.of(value)
    return value
