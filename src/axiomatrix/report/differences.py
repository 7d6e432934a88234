"""Differences between the values of metrics, as the commands ``compare`` and ``relate`` show them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ..evidence.instance import Changed
from ..model.registry import Registry
from ..studies.difference.answer import COLUMNS
from ..studies.difference.search import CallFailed, difference
from ..studies.difference.sides import NotComparable, Sided
from .ask.words import wrapped

MOST_COMPARED = 4
"""Metrics of which every two are compared by their values; of more there are too many pairs."""


def difference_lines(sides: Sequence[Sided], registry: Registry, width: int = COLUMNS) -> list[str]:
    """For each two the smallest instance on which they differ, or the reach without one, after a blank line."""
    lines: list[str] = []
    for f, g in combinations(sides, 2) if len(sides) <= MOST_COMPARED else ():
        lines += ["", *_lines(f, g, registry, width)]
    return lines


def _lines(f: Sided, g: Sided, registry: Registry, width: int) -> list[str]:
    try:
        return difference(f, g, registry=registry).text(width).splitlines()
    except (NotComparable, CallFailed, Changed) as reason:
        return wrapped(f"their values are not compared: {reason}", width, "", "  ")
