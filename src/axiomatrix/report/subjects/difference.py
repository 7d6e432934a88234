"""Differences between the values of metrics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ...evidence.instance import Changed
from ...model.registry import Registry
from ...studies.difference.answer import TOLERANCE, ComparedInstance, Difference, NoDifference
from ...studies.difference.search import CallFailed, difference
from ...studies.difference.sides import NotComparable, Sided
from ..document import Block, Document, Heading, List, Mono, Note, Text

MOST_COMPARED = 4
"""Metrics of which every two are compared by their values; of more there are too many pairs."""


def difference_blocks(sides: Sequence[Sided], registry: Registry) -> tuple[Block, ...]:
    """For each two the smallest instance on which they differ, or the reach without one."""
    pairs = combinations(sides, 2) if len(sides) <= MOST_COMPARED else ()
    return tuple(block for f, g in pairs for block in _blocks(f, g, registry))


def _blocks(f: Sided, g: Sided, registry: Registry) -> tuple[Block, ...]:
    try:
        answer = document(difference(f, g, registry=registry))
    except (NotComparable, CallFailed, Changed) as reason:
        return (Text(f"Their values are not compared: {reason}"),)
    return Heading(answer.title), *answer.blocks


def document(answer: Difference | NoDifference) -> Document:
    """The first instance with two different values, or how far there was none."""
    beyond = " beyond rounding" if answer.reach.in_floats else ""
    if isinstance(answer, NoDifference):
        title = f"no difference{beyond} found between {answer.f} and {answer.g} up to n = {answer.reach.largest}"
        return Document(title, blocks=tuple(_without_difference(answer)))
    minimal = f"smallest{beyond}" if answer.is_smallest else "smallest found"
    differ = "differ" if None not in answer.values else "differ in where they have a value"
    title = f"{answer.f} and {answer.g} {differ} at n = {answer.n} ({minimal})"
    return Document(title, blocks=(_calls(answer.instance), *_small_print(answer)))


def _without_difference(answer: NoDifference) -> Iterator[Block]:
    yield Text(f"{answer.reach.text}. Larger instances were not tried: this proves nothing about them.")
    if answer.nearest is not None:
        yield Text(f"Values differ by up to {answer.deviation:.2g}, which decides nothing; first on:")
        yield _calls(answer.nearest)
    yield from _small_print(answer)


def _calls(instance: ComparedInstance) -> List:
    return List(tuple(map(Mono, instance.lines)))


def _small_print(answer: Difference | NoDifference) -> Iterator[Block]:
    """Yield notes on float tolerance, and on other events of the search."""
    if answer.reach.in_floats:
        yield Note(f"{TOLERANCE[0].upper()}{TOLERANCE[1:]}.")
    yield List(answer.notes)
