"""Domains: what two metrics are compared on, size by size, up to renaming, and under which parameters."""

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


# --- Renaming: pairs of orders that are the same up to the names of the items, and one pair of each kind ----------

SORTS = (Rankings, WeakOrders, PartialOrders, TopLists)


def are_orders(domain: Sequence[Space]) -> bool:
    """Return whether the instances are pairs of orders of one sort, which renaming acts on."""
    return len(domain) == 2 and any(all(isinstance(space, sort) for space in domain) for sort in SORTS)


def form(a: Any, b: Any) -> Hashable:
    """Return a key that two pairs share if and only if one is the other with the items renamed."""
    if isinstance(a, Ranking):
        return tuple(int(b[x]) for x in a.order)
    if isinstance(a, WeakOrder):
        return tuple(sorted((int(a[x]), int(b[x])) for x in a.items))
    if isinstance(a, TopList):
        known = {x: k for k, x in enumerate(a)}
        return len(a), tuple(known.setdefault(x, len(known)) for x in b)
    renamings = (dict(zip(a.items, names, strict=True)) for names in permutations(range(len(a))))
    return min((_named(a, names), _named(b, names)) for names in renamings)


def _named(a: PartialOrder, names: dict[Any, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((names[x], names[y]) for x, y in a.preferences))


def one_of_each(domain: Sequence[Space], n: int, most: int) -> Iterator[tuple[Any, ...]]:
    """One pair of each kind up to renaming; :class:`NoRenamings` where these are more than ``most`` at least."""
    if isinstance(domain[0], TopLists):  # of any items, and not only of those that are enumerated
        return _top_lists(n, all(isinstance(space, TopLists) and space.equal for space in domain))
    return (pair for pair, _ in orbits([space.enumerate(n) for space in domain], most))


def _top_lists(n: int, equal: bool) -> Iterator[tuple[TopList, TopList]]:
    """The list 1, 2, ... beside every list; items that only the latter has come in order."""
    lengths = [n] if equal else list(range(1, n + 1))
    for size in lengths:
        for other in lengths:
            for order in _with_new_items(size, other, ()):
                yield TopList(tuple(range(1, size + 1))), TopList(order)


def _with_new_items(known: int, left: int, order: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not left:
        yield order
        return
    new = max((*order, known)) + 1
    for x in (*range(1, known + 1), new):
        if x not in order:
            yield from _with_new_items(known, left - 1, (*order, x))


def is_kept(instances: Sequence[tuple[Any, ...]], codes: Sequence[int]) -> bool:
    """Return whether instances that are the same up to renaming have the same value."""
    seen: dict[Hashable, int] = {}
    return all(seen.setdefault(form(a, b), code) == code for (a, b), code in zip(instances, codes, strict=True))


# --- Defaults: the parameters under which metrics are compared, the same ones for all metrics that share them -----

CUTS: tuple[str, ...] = ("n", "3")
"""Cut-offs: the whole list, and the first three ranks."""
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
"""What the parameters are, by the space that they come from."""


def has_cut(metric: Metric) -> bool:
    """Return whether a parameter of the metric is a cut-off."""
    return any(isinstance(space, CutOffs) for space in metric.parameters.values())


def parameters(metric: Metric, n: int, cut: str) -> dict[str, Any]:
    """The parameters of the metric over n items: cut-offs as given, vectors of ones, numbers as their grid begins."""
    return {name: _default(space, n, cut) for name, space in metric.parameters.items()}


def _default(space: ParameterSpace, n: int, cut: str) -> Any:
    if isinstance(space, CutOffs):
        return Whole(n if cut == "n" else int(cut))
    if isinstance(space, Numbers):
        return space.values[0]
    try:
        return space.make([1] * len(space.keys(n)), n)
    except NotImplementedError:  # a user-defined kind of parameter: the simplest value
        return space.enumerate(n)[0]


def parameters_text(metric: Metric, cut: str) -> str:
    """The parameters in words, such as ``k = n, p = 1/2``; empty if there are none."""
    return ", ".join(_parameter_text(name, space, cut) for name, space in metric.parameters.items())


def _parameter_text(name: str, space: ParameterSpace, cut: str) -> str:
    if isinstance(space, CutOffs):
        return f"{name} = {cut}"
    value = _default(space, 2, cut)
    entries = getattr(value, "entries", {}).values() or getattr(value, "weights", (value,))
    return f"{name} = {value if len(set(entries)) > 1 else next(iter(entries))}"


def cuts(*metrics: Metric) -> tuple[str, ...]:
    """The cut-offs under which metrics are compared with each other; one nameless setting if none has any."""
    return CUTS if any(map(has_cut, metrics)) else ("",)


def own_cut(metric: Metric, cut: str) -> str:
    """The setting under which the metric itself is evaluated: nameless if it has no cut-off."""
    return cut if has_cut(metric) else ""
