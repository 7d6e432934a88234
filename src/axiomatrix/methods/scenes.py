"""Scenes: the draws of Hypothesis, each of which gives cases for all statements of a row over the same spaces.

A scene has a number of items, a few values of each space that the statements quantify over, and one value of each
parameter. *Points* are the values that metrics take, such as rankings; the points of a scene are related, such as a
ranking and one a few swaps away. Other values, such as a pair of ranks that an axiom exchanges, are drawn for the
points that they go with. :mod:`.drawing` uses scenes.
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

VALUES_PER_SLOT = 3
"""Values of each space in a scene. All their pairs and triples are cases of one draw."""


class Slot(NamedTuple):
    """A space whose values a scene draws."""

    space: Space
    after: tuple[Space, ...] = ()
    """For a space that is not of points: the spaces whose points its values are drawn for."""

    @property
    def has_points(self) -> bool:
        """Return whether metrics take the values. Each point of a scene is then related to the points before it."""
        return type(self.space) is Rankings or self.space.sort not in ("", Rankings.sort)


class Scene(NamedTuple):
    """Values of each slot and of each parameter, over n items."""

    n: int
    values: Mapping[Slot, Sequence[Any]]
    parameters: Mapping[str, Any]
    is_closed: bool = False
    """Whether the parameters were drawn from the closure."""

    def instances(self, over: Mapping[str, Space]) -> Iterator[Instance]:
        """Yield the instances of a statement over these spaces, those with the most distinct values first.

        In a statement about two or more points, each other value is the one that was drawn with the first point.
        """
        arguments, is_tied = slots(over), _is_tied(over)
        first_point = next((k for k, slot in enumerate(arguments) if slot.has_points), 0)
        is_free = [slot.has_points or not is_tied for slot in arguments]
        # a choice has the index of a value for each argument; that of a tied argument is replaced below
        choices = product(*(range(VALUES_PER_SLOT if free else 1) for free in is_free))
        for choice in sorted(choices, key=lambda indexes: -len(set(indexes))):
            indexes = [k if free else choice[first_point] for k, free in zip(choice, is_free, strict=True)]
            values = [self.values[slot][k] for k, slot in zip(indexes, arguments, strict=True)]
            if all(value is not None for value in values):
                yield Instance(self.n, dict(zip(over, values, strict=True)), self.parameters)

    def count_rejected(self, over: Mapping[str, Space]) -> int:
        """Return the number of values that could not be drawn, each of which counts as a discarded case."""
        return sum(value is None for slot in {*slots(over)} for value in self.values[slot])


def slots(over: Mapping[str, Space]) -> list[Slot]:
    """Return the slots of a statement over these spaces."""
    points = tuple(space for space in over.values() if Slot(space).has_points)
    return [Slot(space, () if space in points else points) for space in over.values()]


def cases_in_scene(over: Mapping[str, Space]) -> int:
    """Return the most instances that a scene has of a statement over these spaces."""
    is_tied = _is_tied(over)
    return math.prod(VALUES_PER_SLOT for slot in slots(over) if slot.has_points or not is_tied)


def _is_tied(over: Mapping[str, Space]) -> bool:
    """Return whether values other than points go only with the points that they were drawn for.

    With several points, a value drawn for some of them may not suit others. With one, it is drawn for that point.
    """
    return sum(slot.has_points for slot in slots(over)) > 1


@st.composite
def scenes(
    draw: st.DrawFn,
    sizes: Sequence[int],
    over: Mapping[str, Space],
    domains: Sequence[Mapping[str, ParameterSpace]],
) -> Scene | None:
    """Strategy for scenes of one of the sizes; it draws None where a parameter has no value of the size.

    ``domains`` are the spaces of the parameters: the declared ones, and perhaps their closure.
    """
    choose = Choices(draw)
    n = sizes[choose.integer(0, len(sizes) - 1)]
    domain_index = choose.integer(0, len(domains) - 1)  # 1 is the closure
    relates = _is_tied(over)  # in a statement about one point, points need not be related
    values: dict[Slot, list[Any]] = {}
    points: list[Any] = []
    try:
        parameters = {name: space.draw(choose, n) for name, space in domains[domain_index].items()}
    except Undefined:
        return None
    # points first, since other values are drawn for them; a dictionary drops repeated slots and keeps the order
    for slot in sorted(dict.fromkeys(slots(over)), key=lambda slot: not slot.has_points):
        values[slot] = []
        for k in range(VALUES_PER_SLOT):
            try:
                if slot.has_points:
                    value = related_to(choose, slot.space, n, points if relates else ())
                else:  # a value for the k-th points
                    value = slot.space.draw(choose, n, _points_for(k, slot.after, values))
            except Undefined:  # such as a pair of ranks of one item
                value = None
            values[slot].append(value)
            if slot.has_points and value is not None:
                points.append(value)
    return Scene(n, values, parameters, bool(domain_index))


def _points_for(k: int, spaces: Sequence[Space], values: Mapping[Slot, Sequence[Any]]) -> list[Any]:
    """Return the k-th point of each space; where a space occurs again, the next one.

    ``Undefined`` if one is missing.
    """
    points: list[Any] = []
    for argument, space in enumerate(spaces):
        occurrences_before = spaces[:argument].count(space)
        points.append(values[Slot(space)][(k + occurrences_before) % VALUES_PER_SLOT])
    if None in points:
        raise Undefined("there is no such point to draw it for")
    return points


def case_key(instance: Instance) -> object:
    """Return a key that is equal for equal cases; cases that cannot be hashed are all distinct."""
    parameters = (  # writing rationals is faster than hashing them
        tuple(map(str, value.entries.values())) if isinstance(value, Parameter) else value
        for value in instance.parameters.values()
    )
    key = *instance.values.items(), *parameters
    try:
        hash(key)
    except TypeError:
        return object()
    return key
