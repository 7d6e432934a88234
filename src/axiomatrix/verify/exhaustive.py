"""Check exhaustive certificates, which state the best constant of each size for a metric without parameters.

A *certificate* is a file of results that are derived again here, without trust in the search that wrote it. An
*instance* has a value of each space that the statement quantifies over, such as two rankings.

The statement bounds a ratio by a constant, as in ``d <= 2 e``, or asks for the best one. The *best constant* of a size
is the largest c with ``numerator >= c * denominator`` for all instances. It bounds the ratio from below, which is the
*sense* ``inf``. For ``sup``, a bound from above, numerator and constant are negated, in the file too.

For each size the file states the number of instances, how many are *asked* (their condition holds, and they have a
value), and the best constant. All of it is derived again:

1. The values of each space are listed and must be distinct values of that space. For the spaces of this package, their
   number must agree with a formula here.
2. Every instance is decided by the bare definitions (called directly, without caches), in fractions.
3. Some instances are decided again at the end. This refuses a definition whose answers depend on the order of calls.

A certificate whose field ``by`` is ``["renaming"]`` enumerates only one first argument of each orbit under renaming
the items. This is accepted for rows of the catalogue only, and tested under other names at some instances of each size.

:mod:`.forms` and :mod:`.over_numbers` also list their instances with :class:`ListedInstances`, and use the public
functions of this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import comb, factorial, prod
from random import Random
from typing import Any

from ..evidence.refusal import Refused
from ..model.axiom import Statement
from ..model.metric import BoundMetric, Metric
from ..model.registry import Registry
from ..numbers.exact import Undefined
from ..numbers.rationals import fractions_instead_of_flint
from ..spaces import PartialOrders, Rankings, Space, TopLists, TwoLevels, WeakOrders
from ..values.orders import TopList
from .numbers import Number, as_number, decode_number, whole_as_int
from .verified import SIZE_FIELDS, Verified, compare
from .world import BareDefinitions, parts_of

MAX_INSTANCES_OF_A_SIZE = 400_000
"""Most instances of one size that are decided; with renaming only representatives of orbits count."""
REPEAT_EVERY = 997
"""One in this number of instances is decided again at the end of its size."""
MAX_REPEATED = 24
"""Most instances of a size that are decided again, under other names of their items where renaming is used."""
COUNTS_OF_PARTIAL_ORDERS = (1, 1, 3, 19, 219, 4231, 130023)
"""The number of partial orders of 0, 1, 2, ... items: A001035 of the OEIS."""


def check(data: Mapping[str, Any], registry: Registry, metric: Metric, statement: Statement) -> Verified:
    """Check the sizes of an exhaustive certificate; raise :class:`Refused` with its first error."""
    if metric.parameters or data["parameter"]:
        raise Refused(f"{metric.name} has parameters, so its instances cannot be enumerated")
    if not metric.exact:
        raise Refused(f"{metric.name} has values in floats only")
    if data["sense"] not in ("inf", "sup") or data["by"] not in ([], ["renaming"]):
        raise Refused(f"unknown sense {data['sense']!r:.40} or symmetries {data['by']!r:.40}")
    checker = _ExhaustiveChecker(registry, metric, statement, data["sense"], is_renamed=data["by"] == ["renaming"])
    sizes = [checker.check_size(n, size) for n, size in enumerate(data["sizes"], 1)]
    return Verified.of_sizes(
        metric,
        statement,
        sizes,
        data["sense"],
        classes=sum(size.decided for size in sizes),
        items=items_label(checker.spaces, is_renamed=checker.is_renamed),
        by=f"decided one by one{'; renaming reaches the others' if checker.is_renamed else ''}",
    )


def items_label(spaces: Sequence[Space], *, is_renamed: bool) -> str:
    """Return the field ``items`` of the result.

    ``unnamed`` says that the result holds for items of any name, or that the values have no items at all; ``numbered``
    that it holds for the items 1..n only.
    """
    have_no_items = all(space.makes is not None and not hasattr(space.makes, "renamed") for space in spaces)
    return "unnamed" if is_renamed or have_no_items else "numbered"


@dataclass
class _Size:
    """Result of deciding the instances of one size, which is compared with the certificate."""

    n: int
    decided: int = 0
    """Number of instances decided one by one; the result counts them in its field ``classes``."""
    asked: int = 0
    """Number of instances, orbits counted in full, whose condition holds and that have a value."""
    holds: bool = True
    """Whether the statement holds for all of these.

    A certificate is accepted in either case. Where it fails, the constant still bounds the ratio (``Verified.holds``).
    """
    value: Number | None = None
    """The best constant, negated for the sense ``sup``; None if no instance bounds it from above."""


@dataclass
class _ConstantBounds:
    """Bounds that the instances of one size, ``numerator >= c * denominator``, put on the constant c.

    A denominator may be negative: then the ratio is a lower bound, since dividing by it turns the inequality around.
    """

    n: int
    upper: Fraction | None = None
    """The least ratio with a positive denominator, which c may not exceed; None without such an instance."""
    lower: Fraction | None = None
    """The largest ratio with a negative denominator, which c may not fall below; None without such an instance."""

    def add(self, numerator: Fraction, denominator: Fraction) -> None:
        """Update the bounds by an instance; one that no constant bounds is refused."""
        if denominator > 0:
            ratio = numerator / denominator
            self.upper = ratio if self.upper is None else min(self.upper, ratio)
        elif denominator < 0:
            ratio = numerator / denominator
            self.lower = ratio if self.lower is None else max(self.lower, ratio)
        elif numerator < 0:  # and the denominator is 0
            raise Refused(f"n = {self.n}: no constant bounds an instance")

    def constant(self) -> Number | None:
        """Return the best constant, which is the largest possible c; None if nothing bounds it from above."""
        if self.upper is None:
            return None
        if self.lower is not None and self.upper < self.lower:
            raise Refused("no constant bounds all instances")
        return whole_as_int(self.upper)


@dataclass(frozen=True)
class _Sides:
    """The two sides of an instance in fractions, and whether the statement holds for it.

    A statement that asks for the best constant, and claims no bound, always holds.
    """

    holds: bool
    numerator: Fraction
    denominator: Fraction


def _sides_of(answer: Any) -> _Sides | None:
    """Return the sides of a ratio in fractions; None if its condition does not hold. Other answers are refused.

    An answer is a *quantity*, a ratio whose extreme is sought, mostly with a *relation* that claims a bound on it.
    """
    relation, quantity = parts_of(answer)  # each is None if the answer has no such part
    if relation is not None and relation.condition is False:
        return None
    if quantity is None or (relation is not None and relation.op not in ("<=", ">=")):
        raise Refused("the statement is not about a ratio or a difference")
    holds = True
    if relation is not None:
        left, right = Fraction(as_number(relation.lhs)), Fraction(as_number(relation.rhs))
        holds = left <= right if relation.op == "<=" else left >= right
    return _Sides(holds, Fraction(as_number(quantity.numerator)), Fraction(as_number(quantity.denominator)))


class _ExhaustiveChecker:
    """The check of a statement about a metric, size by size."""

    def __init__(
        self, registry: Registry, metric: Metric, statement: Statement, sense: str, *, is_renamed: bool
    ) -> None:
        self.registry, self.metric, self.statement, self.sense = registry, metric, statement, sense
        self.is_renamed = is_renamed
        """Whether the certificate enumerates only one first argument of each orbit under renaming the items."""
        self.spaces = list(statement.over(metric).values())
        require_comparable(registry, metric, statement, is_renamed=is_renamed)

    def check_size(self, n: int, data: Mapping[str, Any]) -> _Size:
        """Decide the instances of one size, and compare the results with the certificate."""
        require_bare_size(data, n)
        instances = ListedInstances(self.spaces, n, is_renamed=self.is_renamed)
        if instances.count_to_decide > MAX_INSTANCES_OF_A_SIZE:
            raise Refused(f"n = {n}: there are too many instances to enumerate")
        size = _Size(n)
        bounds = _ConstantBounds(n)
        to_repeat: list[tuple[tuple[Any, ...], _Sides | None]] = []  # values and sides of the instances to repeat
        for k, (values, orbit_size) in enumerate(instances.with_orbits()):
            sides = self._decide(values)
            size.decided += 1
            if k % REPEAT_EVERY == 0 and len(to_repeat) < MAX_REPEATED:
                to_repeat.append((values, sides))
            if sides is None:
                continue
            size.asked += orbit_size
            size.holds = size.holds and sides.holds
            bounds.add(-sides.numerator if self.sense == "sup" else sides.numerator, sides.denominator)
        self._repeat(to_repeat, n)
        size.value = bounds.constant()
        compare(data, n, instances=instances.total_count, asked=size.asked)
        stated = None if data["value"] is None else decode_number(data["value"])
        if stated != size.value:
            raise Refused(f"n = {n}: the best constant is {size.value}, not {stated}")
        return size

    def _repeat(self, decided: Sequence[tuple[tuple[Any, ...], _Sides | None]], n: int) -> None:
        """Decide some instances again, under other names where renaming is used; refuse a different result."""
        random = Random(f"{self.metric.name}/{self.statement.id}/{n}")
        for values, sides_before in decided:
            values_again = values
            if self.is_renamed:
                # of the other values too; one without items, such as a place, has no renaming and is refused
                items = _item_names(self.spaces[0], n)
                new_names = dict(zip(items, random.sample(items, len(items)), strict=True))
                values_again = tuple(value.renamed(new_names.__getitem__) for value in values)
            if self._decide(values_again) != sides_before:
                raise Refused(f"n = {n}: {self.metric.name} gives different answers to the same call")

    def _decide(self, values: Sequence[Any]) -> _Sides | None:
        """Return the two sides of one instance; None without a value, or if the condition does not hold."""
        try:
            try:
                return _sides_of(self._answer(values))
            except TypeError:
                # A definition that mixes Fractions with flint's rationals raises it: evaluate it on Fractions alone.
                # A TypeError for another reason is raised here again.
                with fractions_instead_of_flint():
                    return _sides_of(self._answer(values))
        except Undefined:
            return None

    def _answer(self, values: Sequence[Any]) -> Any:
        """Return what the statement says about one instance: a relation, or the quantity of a best constant."""
        return self.statement.says(BoundMetric(self.metric, {}, BareDefinitions(self.registry)), *values)


# --- instances of each size ---------------------------------------------------------------------------------------


def require_comparable(registry: Registry, metric: Metric, statement: Statement, *, is_renamed: bool) -> None:
    """Refuse a certificate that uses renaming unless all of its metrics are label-invariant rows of the catalogue."""
    other_name = dict(statement.arguments).get("other")  # the metric that the statement compares with, if any
    compared = [metric, *([registry.metric(str(other_name))] if other_name else [])]
    if is_renamed and not (statement.axiom.label_free and all(row.has_trusted_invariance for row in compared)):
        raise Refused("only metrics of the catalogue are trusted to be label-invariant")


def require_bare_size(data: Mapping[str, Any], n: int) -> None:
    """Refuse a missing size, and one that has other data than the counts and the constant checked here.

    ``facets`` and ``classes`` belong to certificates about parameters that are vectors.
    """
    if data["n"] != n:
        raise Refused(f"size {n} is missing: a certificate must have all sizes from 1")
    if unknown := set(data) - SIZE_FIELDS:
        raise Refused(f"n = {n}: the certificate has the unknown field {sorted(unknown)[0]!r:.40}")
    if data["facets"] or data["classes"]:
        raise Refused(f"n = {n}: facets and classes do not belong here, since no parameter is a vector")


class ListedInstances:
    """The instances of a statement over n items: all, or those whose first value represents its orbit.

    An instance has a value of each of the statement's spaces. ``is_renamed`` says that renaming the items changes no
    result, so that one first value of each orbit is enough.
    """

    def __init__(self, spaces: Sequence[Space], n: int, *, is_renamed: bool) -> None:
        lists = [listed_values(space, n) for space in spaces]
        self.total_count = prod(map(len, lists))
        """The number of all instances."""
        self._later_values = lists[1:]
        self._first_values = _orbits(lists[0], _item_names(spaces[0], n)) if is_renamed else [(x, 1) for x in lists[0]]
        """The first values to decide, each with the size of its orbit."""

    @property
    def count_to_decide(self) -> int:
        """The number of instances to decide: fewer than all if orbits are used."""
        return len(self._first_values) * prod(map(len, self._later_values))

    def with_orbits(self) -> Iterator[tuple[tuple[Any, ...], int]]:
        """Yield each instance to decide with the size of its orbit, which is 1 if orbits are not used."""
        combinations = product(self._first_values, *self._later_values)
        return (((first, *later), orbit_size) for (first, orbit_size), *later in combinations)


def listed_values(space: Space, n: int) -> list[Any]:
    """List all values of a space over n items.

    Refuses a space that is not complete, lists a value twice, or does not have as many values as it should. Top lists
    are made here instead, from the definition of their space. They are over 2n items, since two lists of length n may
    have no item in common.
    """
    if isinstance(space, TopLists):
        lengths = [n] if space.has_equal_lengths else range(1, n + 1)
        return [TopList(order) for k in lengths for order in permutations(range(1, 2 * n + 1), k)]
    if not space.complete:
        raise Refused(f"the space of {space.name} does not list all of its values")
    values = list(space.enumerate(n))
    if len(set(values)) != len(values):
        raise Refused(f"n = {n}: the space of {space.name} lists a value twice")
    for value in values:
        space.validate(value, n)
    count = VALUE_COUNTS.get(type(space))
    if count is not None and len(values) != count(n):
        raise Refused(f"n = {n}: the space of {space.name} lists {len(values)} values, but has {count(n)}")
    return values


@cache
def _count_weak_orders(n: int) -> int:
    """Count the weak orders of n items: k of them are the first bucket, and the others are in a weak order."""
    return sum(comb(n, k) * _count_weak_orders(n - k) for k in range(1, n + 1)) if n else 1


VALUE_COUNTS: Mapping[type, Any] = {
    Rankings: factorial,
    WeakOrders: _count_weak_orders,
    TwoLevels: lambda n: 2**n - 2,
    PartialOrders: lambda n: COUNTS_OF_PARTIAL_ORDERS[n],
}
"""The number of values over n items, by type of space; any other space is taken at its word that it is complete."""


def _item_names(space: Space, n: int) -> list[int]:
    """Return the items that occur in the values of the space over n items."""
    return list(range(1, (2 * n if isinstance(space, TopLists) else n) + 1))


def _orbits(values: Sequence[Any], items: Sequence[int]) -> list[tuple[Any, int]]:
    """Return the first value of each orbit under renaming the items, with the size of the orbit.

    Exchanges of two neighbouring items generate all renamings, so an orbit is what they reach from one value.
    """
    index = {value: k for k, value in enumerate(values)}
    exchanges = [
        dict(zip(items, [*items[:k], items[k + 1], items[k], *items[k + 2 :]], strict=True))
        for k in range(len(items) - 1)
    ]
    is_visited = [False] * len(values)

    def visit_orbit(start: int) -> int:
        """Mark the values of the orbit as visited, and return their number."""
        orbit_size = 0
        is_visited[start] = True
        waiting = [start]
        while waiting:
            k = waiting.pop()
            orbit_size += 1
            for names in exchanges:
                image = index[values[k].renamed(names.__getitem__)]
                if not is_visited[image]:
                    is_visited[image] = True
                    waiting.append(image)
        return orbit_size

    orbits = []
    for k, value in enumerate(values):
        if not is_visited[k]:
            orbits.append((value, visit_orbit(k)))
    return orbits
