"""Instances of a statement over n items, in the order in which every method enumerates them.

An *instance* is a choice of the statement's arguments. Over two items, an instance of symmetry is a pair of rankings,
such as 1 2 and 2 1. Each argument has a list of values, simplest first. The instances are all combinations of these, in
lexicographic order. Where a symmetry is known to hold, fewer are enough:

* For a statement about a group, all relabellings or permutations, only generators are tried (:func:`generators_first`).
* Of instances that differ by a renaming of the items (an *orbit*), only the first is decided (:func:`orbits`). Where
  the first argument is any ranking, these are the instances that begin with the ranking 1, 2, 3 ...
  (:meth:`Combinations.with_first_fixed`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import factorial, prod
from typing import Any

import numpy as np
from flint import fmpq

from ..evidence.fault import raise_if_ours
from ..evidence.instance import Definitions
from ..model.axiom import Axiom
from ..model.metric import BoundMetric, Metric
from ..model.promises import keeps_promise
from ..numbers.columns import Array
from ..numbers.exact import Undefined
from ..spaces import ParameterSpace, ScalarSpace, Space
from ..values.orders import PartialOrder, TopList, WeakOrder
from ..values.rankings import Ranking
from ..values.scored import Scores


def generators_first(axiom: Axiom) -> tuple[bool, ...]:
    """Return for each pass through the instances whether groups are represented by their generators.

    A second pass over whole groups is needed only if a case of the first pass has no value. If an invariance holds for
    the generators, it holds for their products, as long as every value on the way exists.
    """
    return (True, False) if keeps_promise(axiom, "from_generators") else (False,)


@dataclass(frozen=True)
class Combinations:
    """All combinations of one value from each list, as tuples. The lists are those of arguments, or of parameters."""

    lists: Mapping[str, Sequence[Any]]

    @classmethod
    def of(cls, spaces: Mapping[str, Space], n: int, *, generators: bool = False) -> Combinations:
        """Combine all values of the spaces over n items, or of generators of the groups among them."""
        return cls({k: space.generators(n) if generators else space.enumerate(n) for k, space in spaces.items()})

    @property
    def count(self) -> int:
        """The number of combinations."""
        return math.prod(map(len, self.lists.values()))

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return product(*self.lists.values())

    def by_name(self) -> Iterator[dict[str, Any]]:
        """Iterate over the combinations as mappings by name."""
        return map(self.named, self)

    def named(self, values: Sequence[Any]) -> dict[str, Any]:
        """Return the values of a combination by name."""
        return dict(zip(self.lists, values, strict=True))

    def with_first_fixed(self) -> Combinations:
        """Return the combinations whose first value is the first of its list."""
        name, values = next(iter(self.lists.items()))
        return Combinations({**self.lists, name: values[:1]})

    def blocks(self, max_count: int) -> Iterator[tuple[range, ...]]:
        """Yield all combinations in blocks of at most ``max_count``: a range of indexes for every list."""
        return _blocks([len(values) for values in self.lists.values()], max_count)


def _blocks(lengths: Sequence[int], max_count: int) -> Iterator[tuple[range, ...]]:
    """Yield the blocks of :meth:`Combinations.blocks`, for lists of these lengths.

    The first list is cut into ranges. The other lists are cut only if their combinations alone exceed ``max_count``.
    """
    if not lengths:
        yield ()
        return
    length, *other_lengths = lengths
    step = max(1, max_count // max(1, math.prod(other_lengths)))
    for start in range(0, length, step):
        for other_ranges in _blocks(other_lengths, max_count):
            yield (range(start, min(start + step, length)), *other_ranges)


# --- orbits of renaming the items --------------------------------------------------------------------------------
# Renamings permute the items that occur in the lists. Every renaming must map each list of values onto itself, or else
# orbits are not defined. The first instance of an orbit, in the order of the lists, has
#
# 1. a first value that no renaming maps to an earlier one,
# 2. a second value that no renaming which keeps the first value maps to an earlier one, and so on.
#
# The first counterexample of a size is therefore the first of its orbit, so that decided orbits find the same
# counterexample as all instances would. Renaming must change no value of the metric. Rows of the catalogue declare
# this, and for other metrics it is decided on all arguments of the size.


RENAMEABLE = (Ranking, WeakOrder, PartialOrder, TopList, Scores)
"""Types of values that contain items and can be renamed."""
MAX_IMAGES = 1 << 22
"""Most images that are computed: one for each value under each renaming."""


def are_nameless(parameters: Mapping[str, Space]) -> bool:
    """Return whether the parameters are known to belong to no item, as weights of items do; ``travels`` marks these."""
    return all(
        isinstance(space, ScalarSpace) or (isinstance(space, ParameterSpace) and not space.value_type.travels)
        for space in parameters.values()
    )


def named_items(lists: Sequence[Sequence[Any]]) -> tuple[Any, ...]:
    """Return the items that occur in the values of these lists, sorted."""
    orders = (value for values in lists for value in values if type(value) in RENAMEABLE)
    items: set[Any] = set()
    for order in orders:
        items.update(order.order if type(order) is TopList else order.items)  # of a top list, those that it lists
    return tuple(sorted(items))


class Renamings:
    """The renamings of some items, as permutations of the indexes of each list of values."""

    def __init__(self, lists: Sequence[Sequence[Any]], items: Sequence[Any]) -> None:
        """Compute two generators; :class:`NoRenamings` if a list is not closed under them or has too many images.

        ``items`` are all items that occur in the lists, sorted.
        """
        if factorial(len(items)) * sum(map(len, lists)) > MAX_IMAGES:
            raise NoRenamings
        self.lists = lists
        exchange = dict(zip(items, [*reversed(items[:2]), *items[2:]], strict=True))
        rotation = dict(zip(items, [*items[1:], *items[:1]], strict=True))
        self.generators = [[_images(values, new_names) for values in lists] for new_names in (exchange, rotation)]
        """The images under an exchange of two items and a rotation of all, which generate every renaming."""

    def all_images(self) -> list[Array]:
        """Return for each list the indexes of images: an array with a row for every renaming, the identity first.

        Renamings are composed with the generators until no new one appears.
        """
        identity = [np.arange(len(values)) for values in self.lists]
        reached = {b"".join(row.tobytes() for row in identity)}
        rows = [identity]
        for images in rows:  # the list grows until it is closed under the generators
            for generator in self.generators:
                composed = [mapped[image] for mapped, image in zip(generator, images, strict=True)]
                key = b"".join(row.tobytes() for row in composed)
                if key not in reached:
                    reached.add(key)
                    rows.append(composed)
        return [np.array(column) for column in zip(*rows, strict=True)]


class NoRenamings(Exception):
    """Raised where lists of values are not known to be closed under renaming the items, or have too many orbits."""


def _images(values: Sequence[Any], new_names: Mapping[Any, Any]) -> Array:
    """Return the index of each value's image under a renaming; numbers are their own images."""
    value_types = set(map(type, values))
    if value_types <= {int, fmpq}:  # such as places and factors, which contain no item
        return np.arange(len(values))
    if not value_types <= {*RENAMEABLE}:
        raise NoRenamings
    index_of = {value: k for k, value in enumerate(values)}
    try:
        return np.array([index_of[value.renamed(new_names.__getitem__)] for value in values])
    except KeyError:
        raise NoRenamings from None


def orbits(lists: Sequence[Sequence[Any]], max_orbits: int) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Yield the first instance of each orbit with the size of the orbit, in the order of the lists.

    Raises :class:`NoRenamings` if renamings are not defined, or if there must be more than ``max_orbits`` orbits.
    """
    items = named_items(lists)
    largest_orbit = factorial(len(items))
    if not items or prod(map(len, lists)) > max_orbits * largest_orbit:
        raise NoRenamings
    images = Renamings(lists, items).all_images()
    return _first_instances(lists, images, np.arange(len(images[0])))


def _first_instances(
    lists: Sequence[Sequence[Any]], images: Sequence[Array], keeping: Array
) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Yield the first instance of each orbit for the remaining lists, with the size of the orbit.

    ``keeping`` has the renamings (rows of ``images``) that keep the values chosen so far. A value is the first of its
    orbit if none of them maps it to an earlier one. By the orbit-stabiliser theorem, the size of that orbit is the
    number of these renamings divided by the number of those that keep the value.
    """
    if not lists:
        yield (), 1
        return
    values, image_of = lists[0], images[0][keeping]
    own_index = np.arange(len(values))
    is_kept = image_of == own_index
    for k in np.flatnonzero(image_of.min(axis=0) == own_index).tolist():
        stabiliser = keeping[is_kept[:, k]]
        orbit_size = len(keeping) // len(stabiliser)
        for rest, count in _first_instances(lists[1:], images[1:], stabiliser):
            yield (values[k], *rest), orbit_size * count


class InvariantValues(Definitions):
    """Evaluator for a metric that is checked to have invariant values: renaming the items changes none at this size.

    A statement may evaluate the metric on other arguments, or another metric, which were not checked. ``outside`` is
    set when that happens. Callers reset it before each statement.

    :meth:`check` comes first: it compares the values, and keeps them for :meth:`value`.
    """

    def __init__(self, definitions: Definitions, metric: Metric) -> None:
        super().__init__(definitions.registry, definitions.tick)
        self._definitions = definitions
        self._invariant_metric = metric
        self.outside = False
        self._values: dict[tuple[Any, ...], Any] = {}
        """The checked values, by arguments and parameter values."""

    def check(self, parameters: Sequence[Mapping[str, Any]], n: int, items: Sequence[Any], max_values: int) -> bool:
        """Return whether renaming these items changes no value, on all arguments of the size.

        Returns False too where rounding could distinguish names, and where there are more than ``max_values`` values to
        compare. A metric of the catalogue that declares the invariance is not evaluated.
        """
        metric = self._invariant_metric
        if not metric.exact or metric.implementation:
            return False  # rounding may depend on names
        if metric.has_trusted_invariance:
            return True
        over = [space.enumerate(n) for space in metric.arguments.values()]
        if prod(map(len, over)) * len(parameters) > max_values:
            return False
        try:
            generators = Renamings(over, items).generators
            return all(self._is_invariant(over, generators, parameter_values) for parameter_values in parameters)
        except NoRenamings:
            return False
        except Exception as error:  # of the definition; the enumeration reports it
            raise_if_ours(error)
            return False

    def _is_invariant(
        self, over: Sequence[Sequence[Any]], generators: Sequence[Sequence[Array]], parameters: Mapping[str, Any]
    ) -> bool:
        """Return whether the generators of the renamings map all arguments to arguments with the same value.

        The values are kept in ``_values``. Arguments are identified by the index of each in its list.
        """
        value_at: dict[tuple[int, ...], Any] = {}
        for indexes in product(*(range(len(values)) for values in over)):
            arguments = tuple(values[k] for values, k in zip(over, indexes, strict=True))
            value = self._value_of(arguments, parameters)
            value_at[indexes] = self._values[arguments, tuple(parameters.values())] = value
        for images in generators:
            for indexes, value in value_at.items():
                renamed_value = value_at[tuple(int(image[k]) for image, k in zip(images, indexes, strict=True))]
                both_undefined = renamed_value is value is Undefined
                if not both_undefined and (type(renamed_value) is not type(value) or renamed_value != value):
                    return False
        return True

    def _value_of(self, arguments: Sequence[Any], parameters: Mapping[str, Any]) -> Any:
        """Return the value, or the class :class:`Undefined` if it has none."""
        try:
            return self._definitions.value(self._invariant_metric, *arguments, parameters)
        except Undefined:
            return Undefined

    def bound(self, metric: Metric, parameters: Mapping[str, Any]) -> BoundMetric:
        """Bind the metric to parameters, for a statement to call."""
        return BoundMetric(metric, parameters, self)

    def value(self, metric: Metric, *call: Any) -> Any:
        if not metric.has_trusted_invariance and not (
            metric is self._invariant_metric and (call[:-1], tuple(call[-1].values())) in self._values
        ):
            self.outside = True
        return self._definitions.value(metric, *call)
