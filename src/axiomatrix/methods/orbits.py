"""Instances up to the names of their items: of each orbit the first, with the number of instances that it represents.

The items that the listed values name are renamed in every way. A renaming maps each list of values onto itself, or
there are no orbits to speak of. Of all instances that renamings turn into each other, the first in the order of the
lists is the one that has

1. a first value that no renaming makes an earlier one,
2. a second value that no renaming makes an earlier one, of those that keep the first value, and so on.

So the first instance of a kind, such as a counterexample, is found here too. That a metric does not tell items by their
names is never supposed: it is declared of rows of the catalogue, and decided on all arguments of the size for others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import factorial, prod
from typing import Any

import numpy as np
from flint import fmpq

from ..evidence.blame import raise_if_ours
from ..evidence.instance import Definitions
from ..model.metric import BoundMetric, Metric
from ..numbers.columns import Array
from ..numbers.exact import Undefined
from ..spaces import ParameterSpace, ScalarSpace, Space
from ..values.orders import PartialOrder, TopList, WeakOrder
from ..values.rankings import Ranking
from ..values.scored import Scores

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
        known = {b"".join(row.tobytes() for row in start)}
        rows = [start]
        for images in rows:  # which grows
            for generator in self.generators:
                further = [turned[image] for turned, image in zip(generator, images, strict=True)]
                key = b"".join(row.tobytes() for row in further)
                if key not in known:
                    known.add(key)
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
            return all(self._is_kept(over, generators, given) for given in parameters)
        except NoRenamings:
            return False
        except Exception as error:  # the definition: reported where the value is asked for
            raise_if_ours(error)
            return False

    def _is_kept(self, over: Sequence[Sequence[Any]], generators: Sequence[Sequence[Array]], given: Any) -> bool:
        known = {}
        for places in product(*(range(len(values)) for values in over)):
            arguments = tuple(values[k] for values, k in zip(over, places, strict=True))
            known[places] = self._seen[arguments, tuple(given.values())] = self._value_of(arguments, given)
        images = ((known[tuple(int(row[k]) for row, k in zip(rows, places, strict=True))], value)
                  for rows in generators for places, value in known.items())  # fmt: skip
        return all(
            image is value is Undefined or (type(image) is type(value) and image == value) for image, value in images
        )

    def _value_of(self, arguments: Sequence[Any], given: Mapping[str, Any]) -> Any:
        """The value; the class :class:`Undefined` where there is none, whatever the reason."""
        try:
            return self._definitions.value(self._about, *arguments, given)
        except Undefined:
            return Undefined

    def bound(self, metric: Metric, parameters: Mapping[str, Any]) -> BoundMetric:
        """The metric as a statement asks for it."""
        return BoundMetric(metric, parameters, self)

    def value(self, metric: Metric, *given: Any) -> Any:
        if not metric.is_of_places and not (
            metric is self._about and (given[:-1], tuple(given[-1].values())) in self._seen
        ):
            self.outside = True
        return self._definitions.value(metric, *given)
