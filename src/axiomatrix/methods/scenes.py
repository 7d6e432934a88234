"""Scenes: the draws of Hypothesis. Each gives cases for all statements of a row over the same spaces.

Hypothesis draws one scene at a time (:func:`scenes`). It has a number n of items, a value of each parameter of the
metric, and three values of each *slot*: a space that the statements quantify over. A statement is decided on all
combinations of these values (:meth:`Scene.instances`): the triangle inequality is about three rankings, so three drawn
rankings give 27 instances.

A *point* is a value that metrics take, such as a ranking. The points of a scene are related: one ranking may be a few
swaps away from another. Other values are not points, such as a pair of ranks that an axiom exchanges. They are drawn
for the points that they go with, since not every pair suits every list.

:mod:`.drawing` searches on scenes for ``check``, and ``explore`` draws them too.
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
"""Values of each space in a scene."""


class Slot(NamedTuple):
    """A space from which a scene has values. Arguments of a statement with equal slots share these values."""

    space: Space
    point_spaces: tuple[Space, ...] = ()
    """The spaces of the points for which the values are drawn; empty if the values are points themselves."""

    @property
    def has_points(self) -> bool:
        """Return whether the values are points: rankings, or values of any other sort that metrics take."""
        # metrics take no other space of the sort of rankings, such as permutations of positions
        return type(self.space) is Rankings or self.space.sort not in ("", Rankings.sort)


class Scene(NamedTuple):
    """Values of each slot and of each parameter, over n items."""

    n: int
    values: Mapping[Slot, Sequence[Any]]
    """For each slot :data:`VALUES_PER_SLOT` values; None in place of one that could not be drawn."""
    parameters: Mapping[str, Any]
    is_closed: bool = False
    """Whether the parameters were drawn from the closures of their spaces, which add the boundary."""

    def instances(self, over: Mapping[str, Space]) -> Iterator[Instance]:
        """Yield the instances of a statement over these spaces, those with the most distinct values first.

        Every combination of the drawn points is an instance. In a statement about several points, an argument that is
        no point is *tied*: it has the value that was drawn with the instance's first point.
        """
        slots_of_arguments, has_tied = slots(over), _has_several_points(over)
        first_point = next((k for k, slot in enumerate(slots_of_arguments) if slot.has_points), 0)
        is_tied = [has_tied and not slot.has_points for slot in slots_of_arguments]
        # a combination has the index of a value for each argument; that of a tied argument is replaced below
        combinations = product(*(range(1 if tied else VALUES_PER_SLOT) for tied in is_tied))
        for combination in sorted(combinations, key=lambda indexes: -len(set(indexes))):
            indexes = [combination[first_point] if tied else k for k, tied in zip(combination, is_tied, strict=True)]
            values = [self.values[slot][k] for k, slot in zip(indexes, slots_of_arguments, strict=True)]
            if all(value is not None for value in values):
                yield Instance(self.n, dict(zip(over, values, strict=True)), self.parameters)

    def count_rejected(self, over: Mapping[str, Space]) -> int:
        """Return the number of values that could not be drawn. Each counts as a discarded case."""
        return sum(value is None for slot in {*slots(over)} for value in self.values[slot])


def slots(over: Mapping[str, Space]) -> list[Slot]:
    """Return the slot of each argument of a statement over these spaces, in order."""
    point_spaces = tuple(space for space in over.values() if Slot(space).has_points)
    return [Slot(space, () if space in point_spaces else point_spaces) for space in over.values()]


def cases_in_scene(over: Mapping[str, Space]) -> int:
    """Return the most instances that a scene has of a statement over these spaces."""
    has_tied = _has_several_points(over)
    return math.prod(VALUES_PER_SLOT for slot in slots(over) if slot.has_points or not has_tied)


def _has_several_points(over: Mapping[str, Space]) -> bool:
    """Return whether a statement is about several points.

    Its other arguments are then tied, since a value that was drawn for some points may not suit others.
    """
    return sum(slot.has_points for slot in slots(over)) > 1


@st.composite
def scenes(
    draw: st.DrawFn,
    sizes: Sequence[int],
    over: Mapping[str, Space],
    domains: Sequence[Mapping[str, ParameterSpace]],
) -> Scene | None:
    """Strategy for scenes of one of the sizes, for statements over the spaces ``over``.

    ``domains`` has the spaces of the parameters by name: the declared ones, and perhaps second their closures. Draws
    None where a parameter has no value of the size.

    1. Choose the size and the domain, and draw the parameters.
    2. Draw the points of every slot. Each is related to all points before it.
    3. Draw the other values, the k-th one of a slot for the k-th points.
    """
    choose = Choices(draw)
    n = sizes[choose.integer(0, len(sizes) - 1)]
    domain_index = choose.integer(0, len(domains) - 1)  # 1 is the closure
    is_related = _has_several_points(over)  # in a statement about one point, points need not be related
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
                    value = related_to(choose, slot.space, n, points if is_related else ())
                else:
                    value = slot.space.draw(choose, n, _points_for(k, slot.point_spaces, values))
            except Undefined:  # such as a pair of ranks of one item
                value = None
            values[slot].append(value)
            if slot.has_points and value is not None:
                points.append(value)
    return Scene(n, values, parameters, bool(domain_index))


def _points_for(k: int, spaces: Sequence[Space], values: Mapping[Slot, Sequence[Any]]) -> list[Any]:
    """Return the k-th point of each space, or the next one where the space occurs again, so that points differ.

    Raises ``Undefined`` if a point is missing.
    """
    points: list[Any] = []
    for position, space in enumerate(spaces):
        occurrences_before = spaces[:position].count(space)  # equal spaces share the values of one slot
        points.append(values[Slot(space)][(k + occurrences_before) % VALUES_PER_SLOT])
    if None in points:
        raise Undefined("there is no such point to draw it for")
    return points


def case_key(instance: Instance) -> object:
    """Return a key that is equal for equal cases; cases that cannot be hashed are all distinct.

    A case is an instance with the values of the parameters; ``instance`` has both.
    """
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
