"""Domains: what two metrics are compared on, which is what their spaces have in common, size by size."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product
from typing import Any

from ...methods.orbits import NoRenamings
from ...model.metric import Metric
from ...spaces import GivenLists, Space, TopLists
from ...spaces.common import embedded as as_of
from ...spaces.common import meet
from .renaming import are_orders, form, one_of_each

Domain = tuple[Space, ...]
MAX_ITEMS_COMPARED = 6
"""No larger n is compared."""
LARGEST_OF = {"partial orders": 4}
"""The same for sorts of which there are very many."""
CASES = {"judged lists": 800, "rankings": 720}
"""The most instances of one size by sort of the arguments; sizes with more are left out."""
MAX_INSTANCES_COMPARED = 6_000
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
    """Return a key that distinguishes domains: a user's space may share its name with one that has other values."""
    return tuple(f"{type(space).__qualname__}: {space.name}" for space in domain)


def name(domain: Domain) -> str:
    """Such as ``pairs of rankings``: the arguments' spaces in order."""
    names = [space.name for space in domain]
    return f"pairs of {names[0]}" if len(names) == 2 and names[0] == names[1] else ", ".join(names)


def common(one: Metric, other: Metric, given: GivenLists | None = None) -> Domain | None:
    """Return the common domain of the two metrics; None if they have no common arguments.

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
    most = CASES.get(domain[0].sort, MAX_INSTANCES_COMPARED)
    largest = LARGEST_OF.get(domain[0].sort, MAX_ITEMS_COMPARED)
    for n in range(1, largest + 1):
        if math.prod(len(space.enumerate(n)) for space in domain) <= most:
            instances = list(product(*(space.enumerate(n) for space in domain)))
            if isinstance(domain[0], TopLists):  # some have more items than are enumerated
                seen = {form(a, b) for a, b in instances}
                instances += [pair for pair in one_of_each(domain, n, most) if form(*pair) not in seen]
            if instances:
                yield DomainSize(n, tuple(instances))
            continue
        if not are_orders(domain):
            return
        try:
            pairs = tuple(islice(one_of_each(domain, n, most), most + 1))
        except NoRenamings:
            return
        if len(pairs) > most:
            return
        yield DomainSize(n, pairs, renamed=True)


def embedded(instance: Sequence[Any], metric: Metric) -> tuple[Any, ...]:
    """The instance as arguments of the metric: a ranking as a weak order where it takes those, and so on."""
    return tuple(as_of(value, space) for value, space in zip(instance, metric.arguments.values(), strict=True))
