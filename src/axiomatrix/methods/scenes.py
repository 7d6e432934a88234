"""Scenes: what Hypothesis draws at once for all statements of a row.

A scene is over one number of items. It has a few related values of each space that the statements quantify over, and
one value of each parameter. Its *points* are the values that metrics take; other values, such as a pair of ranks, may
be drawn for the points before them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from hypothesis import strategies as st

from ..evidence.instance import Instance
from ..numbers.exact import Undefined
from ..spaces import ParameterSpace, Rankings, Space
from ..spaces.strategies import Choices

MOST_TOGETHER = 3
"""Values of a space that metrics take, in a scene: all their pairs and triples are cases of one draw."""


class Slot(NamedTuple):
    """A space in a scene; where it has no points, after the points of which spaces its value is drawn."""

    space: Space
    after: tuple[Space, ...] = ()

    @property
    def has_points(self) -> bool:
        """Whether metrics take the values: then a scene has several, each related to those before."""
        return type(self.space) is Rankings or self.space.sort not in ("", Rankings.sort)


class Scene(NamedTuple):
    """Values of each slot and of each parameter, over n items."""

    n: int
    values: Mapping[Slot, Sequence[Any]]
    parameters: Mapping[str, Any]
    is_closed: bool = False
    """Whether the parameters are of the closure."""

    def instances(self, over: Mapping[str, Space]) -> Iterator[Instance]:
        """The instances in the scene of a statement over these spaces, those with the simplest values first."""
        for chosen in product(*(self.values.get(slot, ()) for slot in slots(over))):
            yield Instance(self.n, dict(zip(over, chosen, strict=True)), self.parameters)


def slots(over: Mapping[str, Space]) -> list[Slot]:
    """Where a scene has the values of a statement over these spaces."""
    points = tuple(space for space in over.values() if Slot(space).has_points)
    return [Slot(space, () if space in points else points) for space in over.values()]


def counted(over: Mapping[str, Space]) -> dict[Slot, int]:
    """How many values of each slot a scene has for statements over these spaces, points first."""
    found = slots(over)
    counts = {slot: max(found.count(slot), MOST_TOGETHER) if slot.has_points else 1 for slot in found}
    return dict(sorted(counts.items(), key=lambda item: not item[0].has_points))


@st.composite
def scenes(
    draw: st.DrawFn,
    sizes: Sequence[int],
    counts: Mapping[Slot, int],
    domains: Sequence[Mapping[str, ParameterSpace]],
) -> Scene | None:
    """Scenes of one of the sizes with so many values of each slot; None where a parameter has no value of this size.

    ``domains`` are the spaces of the parameters, those that the metric declares and perhaps their closure.
    """
    choose = Choices(draw)
    largest = choose.integer(0, len(sizes) - 1)
    n = sizes[choose.integer(0, largest)]  # small ones more often: what they show is simpler
    closed = choose.integer(0, len(domains) - 1)
    values: dict[Slot, list[Any]] = {}
    points: list[Any] = []
    try:
        parameters = {name: space.draw(choose, n) for name, space in domains[closed].items()}
    except Undefined:
        return None
    for slot, count in counts.items():
        values[slot] = []
        before = points if slot.has_points else _first(slot.after, values)
        for _ in range(count):
            try:
                value = (_related if slot.has_points else _single)(choose, slot.space, n, before)
            except Undefined:  # such as a pair of ranks of one item
                break
            values[slot].append(value)
            if slot.has_points:
                points.append(value)
    return Scene(n, values, parameters, bool(closed))


def _single(choose: Choices, space: Space, n: int, before: Sequence[Any]) -> Any:
    return space.draw(choose, n, before)


def _related(choose: Choices, space: Space, n: int, before: Sequence[Any]) -> Any:
    """A point that as a rule has something in common with an earlier one: independent ones hardly meet."""
    earlier = [point for point in before if space.contains(point, n)]
    if not earlier or choose.integer(0, 3) == 0:
        return space.draw(choose, n, before)
    return space.near(choose, earlier[choose.integer(0, len(earlier) - 1)], n)


def _first(spaces: Sequence[Space], values: Mapping[Slot, Sequence[Any]]) -> list[Any]:
    """The first points of these spaces, another one for each time that a space occurs."""
    left = {slot: iter(drawn) for slot, drawn in values.items()}
    return [point for space in spaces for point in [next(left[Slot(space)], None)] if point is not None]
