"""Domains on which `axiomatrix relate` compares two metrics: their instances by size, and the parameters fixed there.

A domain is the spaces of the arguments, in order. Where a size has too many pairs of orders, the domain has one pair of
each kind up to renaming the items, which is enough for label-invariant metrics.
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
from ...numbers.exact import Whole
from ...spaces import CutOffs, GivenLists, Numbers, ParameterSpace, PartialOrders, Rankings, Space, TopLists, WeakOrders
from ...spaces.common import embedded as as_of
from ...spaces.common import meet
from ...values.orders import PartialOrder, TopList, WeakOrder
from ...values.rankings import Ranking

Domain = tuple[Space, ...]
MAX_ITEMS_COMPARED = 6
"""The largest n that is compared, unless :data:`MAX_ITEMS_OF_SORT` has one for the sort."""
MAX_ITEMS_OF_SORT = {"partial orders": 4}
"""The largest n by sort, where values are very many."""
MAX_INSTANCES_OF_SORT = {"judged lists": 800, "rankings": 720}
"""The most instances of one size, by sort of the arguments: larger sizes are compared up to renaming, or not at all."""
MAX_INSTANCES_COMPARED = 6_000
"""The most instances of one size, for every other sort."""


@dataclass(frozen=True)
class DomainSize:
    """The instances over n items, simplest first."""

    n: int
    instances: tuple[tuple[Any, ...], ...]
    renamed: bool = False
    """True if there is one instance of each kind up to renaming, which is enough for label-invariant metrics alone."""

    @cached_property
    def texts(self) -> tuple[tuple[str, ...], ...]:
        """The instances as Python constructors."""
        return tuple(tuple(map(repr, instance)) for instance in self.instances)


def domain_key(domain: Domain) -> tuple[str, ...]:
    """Return a key that distinguishes domains: a user's space may share its name with one that has other values."""
    return tuple(f"{type(space).__qualname__}: {space.name}" for space in domain)


def domain_name(domain: Domain) -> str:
    """Return the name of a domain, such as ``pairs of rankings``."""
    names = [space.name for space in domain]
    return f"pairs of {names[0]}" if len(names) == 2 and names[0] == names[1] else ", ".join(names)


def common_domain(a: Metric, b: Metric, given_lists: GivenLists | None = None) -> Domain | None:
    """Return the domain on which both metrics have arguments; None if there is none.

    ``given_lists`` restricts it to a user's lists: the domain of two metrics of one judged list, and of no others.
    """
    if len(a.arguments) != len(b.arguments):
        return None
    if given_lists is not None:
        return (given_lists,) if a.about == b.about == given_lists.sort and len(a.arguments) == 1 else None
    meets = [meet(x, y) for x, y in zip(a.arguments.values(), b.arguments.values(), strict=True)]
    spaces = tuple(space for space in meets if space is not None)
    return spaces if len(spaces) == len(meets) else None


def domain_sizes(domain: Domain) -> tuple[DomainSize, ...]:
    """Return the instances of the domain for n = 1, 2, 3 ..., up to the sizes that are compared."""
    first_space = domain[0]
    if isinstance(first_space, GivenLists):  # not stored: other given lists may have the same key
        return tuple(DomainSize(n, tuple((x,) for x in first_space.enumerate(n))) for n in first_space.sizes)
    key = domain_key(domain)
    if key not in _SIZES:
        _SIZES[key] = tuple(_each_size(domain))
    return _SIZES[key]


_SIZES: dict[tuple[str, ...], tuple[DomainSize, ...]] = {}
"""Cache of :func:`domain_sizes`, by :func:`domain_key`."""


def _each_size(domain: Domain) -> Iterator[DomainSize]:
    """Yield the sizes: all instances where they are few, else one of each kind up to renaming, as long as these are.

    Pairs of top lists get one pair of each kind in addition, since the space enumerates only lists of few items.
    """
    max_instances = MAX_INSTANCES_OF_SORT.get(domain[0].sort, MAX_INSTANCES_COMPARED)
    max_items = MAX_ITEMS_OF_SORT.get(domain[0].sort, MAX_ITEMS_COMPARED)
    for n in range(1, max_items + 1):
        if math.prod(len(space.enumerate(n)) for space in domain) <= max_instances:
            instances = list(product(*(space.enumerate(n) for space in domain)))
            if isinstance(domain[0], TopLists):
                forms = {kind_key(a, b) for a, b in instances}
                instances += [
                    pair for pair in one_pair_of_each_kind(domain, n, max_instances) if kind_key(*pair) not in forms
                ]
            if instances:
                yield DomainSize(n, tuple(instances))
            continue
        if not are_orders(domain):
            return
        try:
            representatives = tuple(islice(one_pair_of_each_kind(domain, n, max_instances), max_instances + 1))
        except NoRenamings:
            return
        if len(representatives) > max_instances:
            return
        yield DomainSize(n, representatives, renamed=True)


def as_arguments(instance: Sequence[Any], metric: Metric) -> tuple[Any, ...]:
    """Convert an instance of a domain to arguments of the metric, such as a ranking to a weak order."""
    return tuple(as_of(value, space) for value, space in zip(instance, metric.arguments.values(), strict=True))


# --- renaming the items: a key for each kind of pairs, and one pair of each kind ----------------------------------

RENAMABLE_SPACES = (Rankings, WeakOrders, PartialOrders, TopLists)


def are_orders(domain: Sequence[Space]) -> bool:
    """Return whether the instances are pairs of orders of one sort, which renaming acts on."""
    return len(domain) == 2 and any(all(isinstance(space, sort) for space in domain) for sort in RENAMABLE_SPACES)


def kind_key(a: Any, b: Any) -> Hashable:
    """Return a key that two pairs of orders share if and only if one is the other with the items renamed.

    Rankings: the second order, its items numbered by the first. Weak orders: the pairs of buckets of all items. Top
    lists: the second list, its items numbered as they first occur. Partial orders: the smallest of all numberings.
    """
    if isinstance(a, Ranking):
        return tuple(int(b[x]) for x in a.order)
    if isinstance(a, WeakOrder):
        return tuple(sorted((int(a[x]), int(b[x])) for x in a.items))
    if isinstance(a, TopList):
        numbers = {x: k for k, x in enumerate(a)}
        return len(a), tuple(numbers.setdefault(x, len(numbers)) for x in b)
    numberings = (dict(zip(a.items, order, strict=True)) for order in permutations(range(len(a))))
    return min((_numbered_preferences(a, numbers), _numbered_preferences(b, numbers)) for numbers in numberings)


def _numbered_preferences(order: PartialOrder, numbers: dict[Any, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((numbers[x], numbers[y]) for x, y in order.preferences))


def one_pair_of_each_kind(domain: Sequence[Space], n: int, max_pairs: int) -> Iterator[tuple[Any, ...]]:
    """Return one pair of each kind up to renaming; raise :class:`NoRenamings` if there are surely over ``max_pairs``.

    Top lists are counted up to any number of items, and not only as far as their space enumerates them.
    """
    if isinstance(domain[0], TopLists):
        return _top_lists(n, all(isinstance(space, TopLists) and space.equal for space in domain))
    return (pair for pair, _ in orbits([space.enumerate(n) for space in domain], max_pairs))


def _top_lists(n: int, equal: bool) -> Iterator[tuple[TopList, TopList]]:
    """Yield the list 1, 2, ... with every other list, whose new items have the next numbers in order."""
    lengths = [n] if equal else list(range(1, n + 1))
    for first, second in product(lengths, repeat=2):
        for order in _with_new_items(first, second, ()):
            yield TopList(tuple(range(1, first + 1))), TopList(order)


def _with_new_items(first: int, missing: int, order: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield each continuation of an order by ``missing`` items of 1 ... ``first`` or the next new number."""
    if not missing:
        yield order
        return
    next_number = max((*order, first)) + 1
    for x in (*range(1, first + 1), next_number):
        if x not in order:
            yield from _with_new_items(first, missing - 1, (*order, x))


def is_label_invariant(instances: Sequence[tuple[Any, ...]], codes: Sequence[int]) -> bool:
    """Return whether no renaming changes a value: pairs of one :func:`kind_key` have one code."""
    code_of: dict[Hashable, int] = {}
    return all(code_of.setdefault(kind_key(a, b), code) == code for (a, b), code in zip(instances, codes, strict=True))


# --- parameters under which metrics are compared: the same values for all metrics that share them -----------------

CUTS: tuple[str, ...] = ("n", "3")
"""Settings of the cut-off: the whole list, and the first three ranks."""
DEFAULTS_IN_WORDS = {
    "cut-offs": "k = n (the whole list), and again k = 3",
    "persistences": "1/2",
    "half-lives": "2",
    "bases": "2",
    "positive numbers": "1",
    "element weights": "1 for every item",
    "position weights": "1 for every position",
    "similarities": "1 for every two items",
}
"""The values of parameters in words, by the name of their space."""


def has_cut(metric: Metric) -> bool:
    """Return whether a parameter of the metric is a cut-off."""
    return any(isinstance(space, CutOffs) for space in metric.parameters.values())


def fixed_parameters(metric: Metric, n: int, cut: str) -> dict[str, Any]:
    """Return the parameters under which metrics are compared: weights 1, numbers the first of their grid."""
    return {name: _default(space, n, cut) for name, space in metric.parameters.items()}


def _default(space: ParameterSpace, n: int, cut: str) -> Any:
    if isinstance(space, CutOffs):
        return Whole(n if cut == "n" else int(cut))
    if isinstance(space, Numbers):
        return space.values[0]
    try:
        return space.make([1] * len(space.keys(n)), n)
    except NotImplementedError:  # a user-defined space that is not one of vectors: its simplest value
        return space.enumerate(n)[0]


def parameters_text(metric: Metric, cut: str) -> str:
    """Write the fixed parameters, such as ``k = n, p = 1/2``; empty if the metric has none."""
    return ", ".join(_parameter_text(name, space, cut) for name, space in metric.parameters.items())


def _parameter_text(name: str, space: ParameterSpace, cut: str) -> str:
    if isinstance(space, CutOffs):
        return f"{name} = {cut}"
    value = _default(space, 2, cut)
    entries = (*getattr(value, "entries", {}).values(),) or getattr(value, "weights", ()) or (value,)
    return f"{name} = {value if len(set(entries)) > 1 else next(iter(entries))}"


def cut_settings(*metrics: Metric) -> tuple[str, ...]:
    """Return the cut-offs under which metrics are compared: one empty text if no metric has a cut-off."""
    return CUTS if any(map(has_cut, metrics)) else ("",)


def cut_of(metric: Metric, cut: str) -> str:
    """Return the cut-off under which the metric is evaluated: empty if it has none."""
    return cut if has_cut(metric) else ""
