"""Scenes: what Hypothesis draws at once for all statements of a row.

A scene is over one number of items. It has a few related values of each space that the statements quantify over, and
one value of each parameter. Its *points* are the values that metrics take; other values, such as a pair of ranks, may
be drawn for the points before them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from hypothesis import strategies as st

from ..evidence.instance import Instance
from ..numbers.exact import Undefined
from ..spaces import ParameterSpace, Rankings, Space
from ..spaces.strategies import Choices, related_to
from ..values.parameters import Parameter

TOGETHER = 3
"""Values of each space in a scene: all their pairs and triples are cases of one draw."""


class Slot(NamedTuple):
    """A space in a scene; where it has no points, after the points of which spaces its value is drawn."""

    space: Space
    after: tuple[Space, ...] = ()

    @property
    def has_points(self) -> bool:
        """Return whether metrics take the values: then a scene has several, each related to those before."""
        return type(self.space) is Rankings or self.space.sort not in ("", Rankings.sort)


class Scene(NamedTuple):
    """Values of each slot and of each parameter, over n items."""

    n: int
    values: Mapping[Slot, Sequence[Any]]
    parameters: Mapping[str, Any]
    is_closed: bool = False
    """Whether the parameters are of the closure."""

    def instances(self, over: Mapping[str, Space]) -> Iterator[Instance]:
        """The instances in the scene of a statement over these spaces, those of different values first.

        Of a statement about two points or more the other values are those that were drawn with the first point.
        """
        places, is_tied = slots(over), _is_tied(over)
        first = next((k for k, slot in enumerate(places) if slot.has_points), 0)
        choices = product(*(range(1 if is_tied and not slot.has_points else TOGETHER) for slot in places))
        for chosen in sorted(choices, key=lambda chosen: -len(set(chosen))):
            tied = (
                k if slot.has_points or not is_tied else chosen[first] for k, slot in zip(chosen, places, strict=True)
            )
            values = [self.values[slot][k] for k, slot in zip(tied, places, strict=True)]
            if all(value is not None for value in values):
                yield Instance(self.n, dict(zip(over, values, strict=True)), self.parameters)

    def count_rejected(self, over: Mapping[str, Space]) -> int:
        """How many values of these spaces could not be drawn: what a space rejects is a discarded case."""
        return sum(value is None for slot in {*slots(over)} for value in self.values[slot])


def slots(over: Mapping[str, Space]) -> list[Slot]:
    """Where a scene has the values of a statement over these spaces."""
    points = tuple(space for space in over.values() if Slot(space).has_points)
    return [Slot(space, () if space in points else points) for space in over.values()]


def cases_in_scene(over: Mapping[str, Space]) -> int:
    """How many instances of a statement over these spaces a scene has at most."""
    is_tied = _is_tied(over)
    return math.prod(TOGETHER for slot in slots(over) if slot.has_points or not is_tied)


def _is_tied(over: Mapping[str, Space]) -> bool:
    """Return whether other values belong to the points with which they were drawn, and not to all."""
    return sum(slot.has_points for slot in slots(over)) > 1


@st.composite
def scenes(
    draw: st.DrawFn,
    sizes: Sequence[int],
    over: Mapping[str, Space],
    domains: Sequence[Mapping[str, ParameterSpace]],
) -> Scene | None:
    """Scenes of one of the sizes for statements over these spaces; None where a parameter has no value of this size.

    ``domains`` are the spaces of the parameters, those that the metric declares and perhaps their closure.
    """
    choose = Choices(draw)
    n = sizes[choose.integer(0, len(sizes) - 1)]
    closed = choose.integer(0, len(domains) - 1)
    meets = _is_tied(over)  # of a statement about one point none need be like another
    values: dict[Slot, list[Any]] = {}
    points: list[Any] = []
    try:
        parameters = {name: space.draw(choose, n) for name, space in domains[closed].items()}
    except Undefined:
        return None
    for slot in sorted(dict.fromkeys(slots(over)), key=lambda slot: not slot.has_points):  # as a set they change order
        values[slot] = []
        for k in range(TOGETHER):
            try:
                if slot.has_points:
                    value = related_to(choose, slot.space, n, points if meets else ())
                else:  # for the k-th points, each time that it is asked another one
                    value = slot.space.draw(choose, n, _from(k, slot.after, values))
            except Undefined:  # such as a pair of ranks of one item
                value = None
            values[slot].append(value)
            if slot.has_points and value is not None:
                points.append(value)
    return Scene(n, values, parameters, bool(closed))


def _from(k: int, spaces: Sequence[Space], values: Mapping[Slot, Sequence[Any]]) -> list[Any]:
    """The k-th point of each of these spaces, and the next one each time that a space comes again, if there are all."""
    points: list[Any] = []
    for place, space in enumerate(spaces):
        drawn = values[Slot(space)]
        points.append(drawn[(k + spaces[:place].count(space)) % TOGETHER])
    if None in points:
        raise Undefined("there is no such point to draw it for")
    return points


def case_key(instance: Instance) -> object:
    """Return a key that is equal for equal cases; cases that cannot be hashed are all distinct."""
    parameters = (  # rationals are written sooner than they are hashed
        tuple(map(str, value.entries.values())) if isinstance(value, Parameter) else value
        for value in instance.parameters.values()
    )
    key = *instance.values.items(), *parameters
    try:
        hash(key)
    except TypeError:
        return object()
    return key
