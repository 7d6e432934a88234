"""Domains: the instances on which two metrics are compared, size by size, and the parameters that they take there.

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
"""The largest n that is compared, unless :data:`LARGEST_OF` has one for the sort."""
LARGEST_OF = {"partial orders": 4}
"""The largest n by sort, where values are very many."""
CASES = {"judged lists": 800, "rankings": 720}
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


def key(domain: Domain) -> tuple[str, ...]:
    """Return a key that distinguishes domains: a user's space may share its name with one that has other values."""
    return tuple(f"{type(space).__qualname__}: {space.name}" for space in domain)


def name(domain: Domain) -> str:
    """Return the name of a domain, such as ``pairs of rankings``."""
    names = [space.name for space in domain]
    return f"pairs of {names[0]}" if len(names) == 2 and names[0] == names[1] else ", ".join(names)


def common(one: Metric, other: Metric, given: GivenLists | None = None) -> Domain | None:
    """Return the domain on which both metrics have arguments; None if there is none.

    With ``given`` lists it is these lists, for two metrics of one judged list, and there is none for others.
    """
    if len(one.arguments) != len(other.arguments):
        return None
    if given is not None:
        return (given,) if one.about == other.about == given.sort and len(one.arguments) == 1 else None
    meets = [meet(a, b) for a, b in zip(one.arguments.values(), other.arguments.values(), strict=True)]
    spaces = tuple(space for space in meets if space is not None)
    return spaces if len(spaces) == len(meets) else None


def sizes(domain: Domain) -> tuple[DomainSize, ...]:
    """Return the instances of the domain for n = 1, 2, 3 ..., up to the sizes that are compared."""
    lists = domain[0]
    if isinstance(lists, GivenLists):  # not stored: other given lists may have the same key
        return tuple(DomainSize(n, tuple((x,) for x in lists.enumerate(n))) for n in lists.sizes)
    domain_key = key(domain)
    if domain_key not in _SIZES:
        _SIZES[domain_key] = tuple(_each_size(domain))
    return _SIZES[domain_key]


_SIZES: dict[tuple[str, ...], tuple[DomainSize, ...]] = {}
"""Cache of :func:`sizes`, by :func:`key`."""


def _each_size(domain: Domain) -> Iterator[DomainSize]:
    """Yield the sizes: all instances where they are few, else one of each kind up to renaming, as long as these are.

    Pairs of top lists get one pair of each kind in addition, since the space enumerates only lists of few items.
    """
    most = CASES.get(domain[0].sort, MAX_INSTANCES_COMPARED)
    max_items = LARGEST_OF.get(domain[0].sort, MAX_ITEMS_COMPARED)
    for n in range(1, max_items + 1):
        if math.prod(len(space.enumerate(n)) for space in domain) <= most:
            instances = list(product(*(space.enumerate(n) for space in domain)))
            if isinstance(domain[0], TopLists):
                forms = {form(a, b) for a, b in instances}
                instances += [pair for pair in one_of_each(domain, n, most) if form(*pair) not in forms]
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
    """Convert an instance of a domain to arguments of the metric, such as a ranking to a weak order."""
    return tuple(as_of(value, space) for value, space in zip(instance, metric.arguments.values(), strict=True))


# --- renaming the items: a key for each kind of pairs, and one pair of each kind ----------------------------------

SORTS = (Rankings, WeakOrders, PartialOrders, TopLists)


def are_orders(domain: Sequence[Space]) -> bool:
    """Return whether the instances are pairs of orders of one sort, which renaming acts on."""
    return len(domain) == 2 and any(all(isinstance(space, sort) for space in domain) for sort in SORTS)


def form(a: Any, b: Any) -> Hashable:
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


def one_of_each(domain: Sequence[Space], n: int, most: int) -> Iterator[tuple[Any, ...]]:
    """Return one pair of each kind up to renaming; :class:`NoRenamings` if there are more than ``most`` for certain.

    Top lists are counted up to any number of items, and not only as far as their space enumerates them.
    """
    if isinstance(domain[0], TopLists):
        return _top_lists(n, all(isinstance(space, TopLists) and space.equal for space in domain))
    return (pair for pair, _ in orbits([space.enumerate(n) for space in domain], most))


def _top_lists(n: int, equal: bool) -> Iterator[tuple[TopList, TopList]]:
    """Yield the list 1, 2, ... with every other list, whose new items have the next numbers in order."""
    lengths = [n] if equal else list(range(1, n + 1))
    for first, second in product(lengths, repeat=2):
        for order in _with_new_items(first, second, ()):
            yield TopList(tuple(range(1, first + 1))), TopList(order)


def _with_new_items(first: int, left: int, order: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield each way to continue an order by ``left`` items: of 1 ... ``first``, or the next new number."""
    if not left:
        yield order
        return
    new = max((*order, first)) + 1
    for x in (*range(1, first + 1), new):
        if x not in order:
            yield from _with_new_items(first, left - 1, (*order, x))


def is_kept(instances: Sequence[tuple[Any, ...]], codes: Sequence[int]) -> bool:
    """Return whether renaming keeps the values, given by codes: pairs of one :func:`form` have one code."""
    code_of: dict[Hashable, int] = {}
    return all(code_of.setdefault(form(a, b), code) == code for (a, b), code in zip(instances, codes, strict=True))


# --- parameters under which metrics are compared: the same values for all metrics that share them -----------------

CUTS: tuple[str, ...] = ("n", "3")
"""Settings of the cut-off: the whole list, and the first three ranks."""
DEFAULTS = {
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


def parameters(metric: Metric, n: int, cut: str) -> dict[str, Any]:
    """Return the metric's parameters over n items: cut-offs as set, vectors of ones, first numbers of their grids."""
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
    """Write the parameters, such as ``k = n, p = 1/2``; empty if there are none."""
    return ", ".join(_parameter_text(name, space, cut) for name, space in metric.parameters.items())


def _parameter_text(name: str, space: ParameterSpace, cut: str) -> str:
    if isinstance(space, CutOffs):
        return f"{name} = {cut}"
    value = _default(space, 2, cut)
    entries = (*getattr(value, "entries", {}).values(),) or getattr(value, "weights", ()) or (value,)
    return f"{name} = {value if len(set(entries)) > 1 else next(iter(entries))}"


def cuts(*metrics: Metric) -> tuple[str, ...]:
    """Return the settings of the cut-off under which metrics are compared; the only one is empty if none has any."""
    return CUTS if any(map(has_cut, metrics)) else ("",)


def own_cut(metric: Metric, cut: str) -> str:
    """Return the setting under which the metric itself is evaluated: empty if it has no cut-off."""
    return cut if has_cut(metric) else ""
