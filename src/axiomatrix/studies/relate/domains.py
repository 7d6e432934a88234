"""Domains on which `axiomatrix relate` compares two metrics: the spaces that both take, and their instances by size.

A domain is the spaces that the arguments of both metrics have in common, one for each argument, such as two spaces of
rankings. An instance has one value of each. :func:`domain_sizes` enumerates the instances. The *sort* of a space is the
plural name of its values, such as ``judged lists``.

An *orbit* is all pairs of orders that are equal up to renaming the items. Where a size has too many pairs, it has one
of each orbit. That is enough for label-invariant metrics, which have one value on an orbit.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, permutations, product
from typing import Any

from ...methods.instances import NoRenamings, orbits
from ...model.metric import Metric
from ...spaces import GivenLists, PartialOrders, Rankings, Space, TopLists, WeakOrders
from ...spaces.common import embed, meet
from ...values.orders import PartialOrder, TopList, WeakOrder
from ...values.rankings import Ranking

Domain = tuple[Space, ...]
"""The space of each argument, in order; the sort of the first names the domain."""
MAX_ITEMS_COMPARED = 6
"""The largest n that is compared, unless :data:`MAX_ITEMS_OF_SORT` has one for the sort."""
MAX_ITEMS_OF_SORT = {"partial orders": 4}
"""The largest n by sort of the arguments, for sorts with very many values."""
MAX_INSTANCES_OF_SORT = {"judged lists": 800, "rankings": 720}
"""The most instances of one size, by sort: larger sizes are compared up to renaming (orders) or not at all."""
MAX_INSTANCES_COMPARED = 6_000
"""The most instances of one size, for every other sort."""


@dataclass(frozen=True)
class DomainSize:
    """The instances of a domain over n items, simplest first."""

    n: int
    instances: tuple[tuple[Any, ...], ...]
    is_up_to_renaming: bool = False
    """True if there is one pair of each orbit, which is enough for label-invariant metrics alone."""

    @cached_property
    def texts(self) -> tuple[tuple[str, ...], ...]:
        """Return the instances as Python constructors, argument by argument."""
        return tuple(tuple(map(repr, instance)) for instance in self.instances)


def domain_key(domain: Domain) -> tuple[str, ...]:
    """Return a key that distinguishes domains; names alone do not, as a user's space may have the name of another."""
    return tuple(f"{type(space).__qualname__}: {space.name}" for space in domain)


def domain_name(domain: Domain) -> str:
    """Return the name of a domain, such as ``pairs of rankings``."""
    names = [space.name for space in domain]
    return f"pairs of {names[0]}" if len(names) == 2 and names[0] == names[1] else ", ".join(names)


def common_domain(a: Metric, b: Metric, given_lists: GivenLists | None = None) -> Domain | None:
    """Return the spaces that the arguments of both metrics have in common; None if there are none.

    ``given_lists`` are a user's judged lists in place of all lists. They are a domain for two metrics of one judged
    list, and for no others.
    """
    if len(a.arguments) != len(b.arguments):
        return None
    if given_lists is not None:
        take_one_judged_list = a.about == b.about == given_lists.sort and len(a.arguments) == 1
        return (given_lists,) if take_one_judged_list else None
    spaces = []
    for space_of_a, space_of_b in zip(a.arguments.values(), b.arguments.values(), strict=True):
        common = meet(space_of_a, space_of_b)
        if common is None:
            return None
        spaces.append(common)
    return tuple(spaces)


_SIZES: dict[tuple[str, ...], tuple[DomainSize, ...]] = {}
"""Cache of :func:`domain_sizes`, by :func:`domain_key`."""


def domain_sizes(domain: Domain) -> tuple[DomainSize, ...]:
    """Return the instances of the domain for n = 1, 2, 3 ..., up to the sizes that are compared."""
    first_space = domain[0]
    if isinstance(first_space, GivenLists):  # not stored: other given lists may have the same key
        return tuple(DomainSize(n, tuple((x,) for x in first_space.enumerate(n))) for n in first_space.sizes)
    key = domain_key(domain)
    if key not in _SIZES:
        _SIZES[key] = tuple(_each_size(domain))
    return _SIZES[key]


def _each_size(domain: Domain) -> Iterator[DomainSize]:
    """Yield the sizes from n = 1 on: all instances if they are few, else one pair of each orbit if these are few.

    The first size with too many of both ends the domain. Pairs of top lists are completed: their space enumerates lists
    over a limited number of items, and two lists of length n may have up to 2n different ones. So a pair of each orbit
    that is missing is added.
    """
    max_instances = MAX_INSTANCES_OF_SORT.get(domain[0].sort, MAX_INSTANCES_COMPARED)
    max_items = MAX_ITEMS_OF_SORT.get(domain[0].sort, MAX_ITEMS_COMPARED)
    for n in range(1, max_items + 1):
        has_few_instances = math.prod(len(space.enumerate(n)) for space in domain) <= max_instances
        if has_few_instances:
            instances = list(product(*(space.enumerate(n) for space in domain)))
            if isinstance(domain[0], TopLists):  # complete them: add a pair of each orbit that is missing
                keys = {orbit_key(a, b) for a, b in instances}
                instances += [
                    pair for pair in one_pair_of_each_orbit(domain, n, max_instances) if orbit_key(*pair) not in keys
                ]
            if instances:
                yield DomainSize(n, tuple(instances))
            continue
        if not are_orders(domain):
            return
        try:
            representatives = tuple(islice(one_pair_of_each_orbit(domain, n, max_instances), max_instances + 1))
        except NoRenamings:  # too many orbits, or a user's space that renaming the items leaves
            return
        if len(representatives) > max_instances:
            return
        yield DomainSize(n, representatives, is_up_to_renaming=True)


def as_arguments(instance: Sequence[Any], metric: Metric) -> tuple[Any, ...]:
    """Convert an instance of a domain to arguments of the metric, such as a ranking to a weak order."""
    return tuple(embed(value, space) for value, space in zip(instance, metric.arguments.values(), strict=True))


# --- orbits of pairs under renaming the items: a key for each, and one pair of each --------------------------------

RENAMABLE_SPACES = (Rankings, WeakOrders, PartialOrders, TopLists)
"""The spaces of orders, whose items can be renamed."""


def are_orders(domain: Sequence[Space]) -> bool:
    """Return whether the instances are pairs of orders of one sort, which renaming acts on."""
    return len(domain) == 2 and any(all(isinstance(space, sort) for space in domain) for sort in RENAMABLE_SPACES)


def orbit_key(a: Any, b: Any) -> Hashable:
    """Return a key that two pairs of orders share if and only if they are in one orbit.

    - Rankings: the position in the second ranking of each item of the first, best first.
    - Weak orders: for each item the pair of its buckets, sorted.
    - Top lists: the length of the first, and the second with its items numbered as they first occur.
    - Partial orders: both with their items numbered so that the result is the smallest of all numberings.
    """
    if isinstance(a, Ranking):
        return tuple(int(b[x]) for x in a.order)
    if isinstance(a, WeakOrder):
        return tuple(sorted((int(a[x]), int(b[x])) for x in a.items))
    if isinstance(a, TopList):
        number_of = {x: k for k, x in enumerate(a)}
        return len(a), tuple(number_of.setdefault(x, len(number_of)) for x in b)  # a new item has the next number
    numberings = (dict(zip(a.items, numbers, strict=True)) for numbers in permutations(range(len(a))))
    return min((_numbered_preferences(a, number_of), _numbered_preferences(b, number_of)) for number_of in numberings)


def _numbered_preferences(order: PartialOrder, number_of: dict[Any, int]) -> tuple[tuple[int, int], ...]:
    """Return the pairs (better, worse) of a partial order, with numbers for items."""
    return tuple(sorted((number_of[x], number_of[y]) for x, y in order.preferences))


def one_pair_of_each_orbit(domain: Sequence[Space], n: int, max_pairs: int) -> Iterator[tuple[Any, ...]]:
    """Yield one pair of each orbit; raise :class:`NoRenamings` if there are surely more than ``max_pairs``.

    Top lists are counted up to any number of items, and not only as far as their space enumerates them.
    """
    if isinstance(domain[0], TopLists):
        have_equal_lengths = all(isinstance(space, TopLists) and space.has_equal_lengths for space in domain)
        return _pairs_of_top_lists(n, have_equal_lengths=have_equal_lengths)
    pairs_with_orbit_sizes = orbits([space.enumerate(n) for space in domain], max_pairs)
    return (pair for pair, _ in pairs_with_orbit_sizes)


def _pairs_of_top_lists(n: int, *, have_equal_lengths: bool) -> Iterator[tuple[TopList, TopList]]:
    """Yield one pair of each orbit of lists of length n, or of lengths up to n.

    The first list is 1, 2 ..., and items that only the second has are numbered in its order, from the next number on.
    """
    lengths = [n] if have_equal_lengths else list(range(1, n + 1))
    for first_length, second_length in product(lengths, repeat=2):
        for order in _with_new_items(first_length, second_length, ()):
            yield TopList(tuple(range(1, first_length + 1))), TopList(order)


def _with_new_items(first_length: int, missing: int, order: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield each continuation of an order by ``missing`` items of the first list or the next new number."""
    if not missing:
        yield order
        return
    next_number = max((*order, first_length)) + 1
    for x in (*range(1, first_length + 1), next_number):
        if x not in order:
            yield from _with_new_items(first_length, missing - 1, (*order, x))


def is_label_invariant(instances: Sequence[tuple[Any, ...]], value_indices: Sequence[int]) -> bool:
    """Return whether renaming changes no value: whether each orbit has one value.

    ``value_indices`` has an index for each instance, equal for equal values.
    """
    index_of_orbit: dict[Hashable, int] = {}
    return all(
        index_of_orbit.setdefault(orbit_key(a, b), index) == index
        for (a, b), index in zip(instances, value_indices, strict=True)
    )
