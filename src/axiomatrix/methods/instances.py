"""The instances of a statement over n items, as every method goes through them.

Each argument has a list of values, simplest first. The instances are all combinations of these, in which the last
argument changes quickest. Where a symmetry is known to hold, fewer are enough:

* Of a statement about all relabellings or permutations only generators are tried (:func:`generators_first`).
* Of instances that renaming the items turns into each other the first is decided (:func:`orbits`). Where the first
  argument is any ranking, these are the instances in which it is 1, 2, 3 ... (:meth:`Combinations.with_first_fixed`).
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
from ..model.axiom import Axiom, keeps_promise
from ..model.metric import BoundMetric, Metric
from ..numbers.columns import Array
from ..numbers.exact import Undefined
from ..spaces import ParameterSpace, ScalarSpace, Space
from ..values.orders import PartialOrder, TopList, WeakOrder
from ..values.rankings import Ranking
from ..values.scored import Scores


def generators_first(axiom: Axiom) -> tuple[bool, ...]:
    """For each pass through the instances whether groups are represented by generators.

    The whole groups come second. That pass is needed only where a case of the first one has no value.
    """
    return (True, False) if keeps_promise(axiom, "from_generators") else (False,)


@dataclass(frozen=True)
class Combinations:
    """All combinations of one value from each list, as tuples. The lists are those of arguments, or of parameters."""

    lists: Mapping[str, Sequence[Any]]

    @classmethod
    def of(cls, spaces: Mapping[str, Space], n: int, *, generators: bool = False) -> Combinations:
        """The values of the spaces over n items; of groups only generators, if these are wanted."""
        return cls({k: space.generators(n) if generators else space.enumerate(n) for k, space in spaces.items()})

    @property
    def count(self) -> int:
        """How many there are."""
        return math.prod(map(len, self.lists.values()))

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return product(*self.lists.values())

    def by_name(self) -> Iterator[dict[str, Any]]:
        """Each combination with the names of its values."""
        return map(self.named, self)

    def named(self, values: Sequence[Any]) -> dict[str, Any]:
        """The values of a combination by name."""
        return dict(zip(self.lists, values, strict=True))

    def with_first_fixed(self) -> Combinations:
        """Return the combinations whose first value is the first of its list."""
        name, values = next(iter(self.lists.items()))
        return Combinations({**self.lists, name: values[:1]})

    def blocks(self, most: int) -> Iterator[tuple[range, ...]]:
        """All combinations in blocks of at most ``most``, each as the places in every list."""
        return _blocks([len(values) for values in self.lists.values()], most)


def _blocks(lengths: Sequence[int], most: int) -> Iterator[tuple[range, ...]]:
    """The first list is cut into pieces; only where a single value of it has too many combinations, the next ones."""
    if not lengths:
        yield ()
        return
    step = max(1, most // max(1, math.prod(lengths[1:])))
    for start in range(0, lengths[0], step):
        for rest in _blocks(lengths[1:], most):
            yield (range(start, min(start + step, lengths[0])), *rest)


# --- orbits of renaming the items --------------------------------------------------------------------------------
# The items that the listed values name are renamed in every way. A renaming maps each list of values onto itself, or
# there are no orbits to speak of. Of all instances that renamings turn into each other, the first in the order of the
# lists is the one that has
#
# 1. a first value that no renaming makes an earlier one,
# 2. a second value that no renaming makes an earlier one, of those that keep the first value, and so on.
#
# So the first instance of a kind, such as a counterexample, is found here too. It is never assumed that a metric
# ignores the names of items: rows of the catalogue declare it, and for other metrics it is decided on all arguments of
# the size.


RENAMED = (Ranking, WeakOrder, PartialOrder, TopList, Scores)
"""What names items and can be renamed."""
MOST_IMAGES = 1 << 22
"""Most numbers that the images of all values under all renamings may take."""


def are_nameless(parameters: Mapping[str, Space]) -> bool:
    """Return whether the parameters are known to belong to no item."""
    return all(
        isinstance(space, ScalarSpace) or (isinstance(space, ParameterSpace) and not space.value_type.travels)
        for space in parameters.values()
    )


def named_items(over: Sequence[Sequence[Any]]) -> tuple[Any, ...]:
    """The items that the values name."""
    orders = (value for values in over for value in values if type(value) in RENAMED)
    return tuple(sorted({item for order in orders for item in _items(order)}))


def _items(order: Any) -> Any:
    return order.order if type(order) is TopList else order.items


class Renamings:
    """Action of the renamings of some items on lists of values: numbers of values, by renaming and value."""

    def __init__(self, over: Sequence[Sequence[Any]], items: Sequence[Any]) -> None:
        """Raises :class:`NoRenamings` where that is not known, or too much to list."""
        if factorial(len(items)) * sum(map(len, over)) > MOST_IMAGES:
            raise NoRenamings
        self.over = over
        exchange = dict(zip(items, [*reversed(items[:2]), *items[2:]], strict=True))
        turn = dict(zip(items, [*items[1:], *items[:1]], strict=True))
        self.generators = [[_images(values, named) for values in over] for named in (exchange, turn)]
        """The images under an exchange of two items, and a turn of all: these make up every renaming."""

    def everything(self) -> list[Array]:
        """For each list the images of its values under every renaming, a row each; the first one changes nothing."""
        start = [np.arange(len(values)) for values in self.over]
        reached = {b"".join(row.tobytes() for row in start)}
        rows = [start]
        for images in rows:  # which grows
            for generator in self.generators:
                further = [turned[image] for turned, image in zip(generator, images, strict=True)]
                key = b"".join(row.tobytes() for row in further)
                if key not in reached:
                    reached.add(key)
                    rows.append(further)
        return [np.array(column) for column in zip(*rows, strict=True)]


class NoRenamings(Exception):
    """The lists are not known to be closed under renaming the items."""


def _images(values: Sequence[Any], named: Mapping[Any, Any]) -> Array:
    kinds = set(map(type, values))
    if kinds <= {int, fmpq}:
        return np.arange(len(values))
    if not kinds <= {*RENAMED}:
        raise NoRenamings
    number = {value: k for k, value in enumerate(values)}
    try:
        return np.array([number[value.renamed(named.__getitem__)] for value in values])
    except KeyError:
        raise NoRenamings from None


def orbits(over: Sequence[Sequence[Any]], most: int) -> Iterator[tuple[tuple[Any, ...], int]]:
    """The first instance of each orbit, with the size of the orbit, in the order of the lists.

    Raises :class:`NoRenamings` where there are none, or more than ``most`` orbits at least.
    """
    items = named_items(over)
    if not items or prod(map(len, over)) > most * factorial(len(items)):
        raise NoRenamings
    images = Renamings(over, items).everything()
    return _firsts(over, images, np.arange(len(images[0])))


def _firsts(
    over: Sequence[Sequence[Any]], images: Sequence[Array], keeping: Array
) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Yield representatives of the last lists, under the renamings (numbers of rows) that keep the values before."""
    if not over:
        yield (), 1
        return
    values, moved = over[0], images[0][keeping]
    numbers = np.arange(len(values))
    kept = moved == numbers
    for k in np.flatnonzero(moved.min(axis=0) == numbers).tolist():
        stabiliser = keeping[kept[:, k]]
        orbit = len(keeping) // len(stabiliser)
        for rest, count in _firsts(over[1:], images[1:], stabiliser):
            yield (values[k], *rest), orbit * count


class InvariantValues(Definitions):
    """The values of a metric on all arguments of a size, that renaming the items was seen not to change.

    Whatever else is asked for is noted in ``outside``: of it, and of other metrics of users, nothing was seen.
    """

    def __init__(self, definitions: Definitions, metric: Metric) -> None:
        super().__init__(definitions.registry, definitions.tick)
        self._definitions = definitions
        self._about = metric
        self.outside = False
        self._seen: dict[tuple[Any, ...], Any] = {}

    def see(self, parameters: Sequence[Mapping[str, Any]], n: int, items: Sequence[Any], most: int) -> bool:
        """Decide on all arguments of the size whether renaming these items changes nothing; few enough, or not at all.

        Rows of the catalogue declare it.
        """
        metric = self._about
        if not metric.exact or metric.implementation:
            return False  # rounding may tell names apart
        if metric.is_of_places:
            return True
        over = [space.enumerate(n) for space in metric.arguments.values()]
        if prod(map(len, over)) * len(parameters) > most:
            return False
        try:
            generators = Renamings(over, items).generators
            return all(self._is_kept(over, generators, at) for at in parameters)
        except NoRenamings:
            return False
        except Exception as error:  # the definition: reported where the value is asked for
            raise_if_ours(error)
            return False

    def _is_kept(self, over: Sequence[Sequence[Any]], generators: Sequence[Sequence[Array]], at: Any) -> bool:
        values_at = {}
        for places in product(*(range(len(values)) for values in over)):
            arguments = tuple(values[k] for values, k in zip(over, places, strict=True))
            values_at[places] = self._seen[arguments, tuple(at.values())] = self._value_of(arguments, at)
        images = ((values_at[tuple(int(row[k]) for row, k in zip(rows, places, strict=True))], value)
                  for rows in generators for places, value in values_at.items())  # fmt: skip
        return all(
            image is value is Undefined or (type(image) is type(value) and image == value) for image, value in images
        )

    def _value_of(self, arguments: Sequence[Any], at: Mapping[str, Any]) -> Any:
        """The value; the class :class:`Undefined` where there is none, whatever the reason."""
        try:
            return self._definitions.value(self._about, *arguments, at)
        except Undefined:
            return Undefined

    def bound(self, metric: Metric, parameters: Mapping[str, Any]) -> BoundMetric:
        """The metric as a statement asks for it."""
        return BoundMetric(metric, parameters, self)

    def value(self, metric: Metric, *call: Any) -> Any:
        if not metric.is_of_places and not (
            metric is self._about and (call[:-1], tuple(call[-1].values())) in self._seen
        ):
            self.outside = True
        return self._definitions.value(metric, *call)
