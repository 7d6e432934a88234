"""Non-negative combinations: whether a vector is one of given vectors, decided in rationals.

The simplex method, first phase only, with Bland's rule, by which it ends: the rows begin with artificial variables of
their own, and these are driven out as far as they go. The vector is a combination if none of them is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import fmpq

from .rationals import rational


def nonnegative_combination(columns: Sequence[Sequence[Any]], target: Sequence[Any]) -> list[fmpq] | None:
    """Multipliers, none of them negative, that make the target of the columns; None if there are none."""
    count = len(columns)
    rows = []
    for k, right in enumerate(map(rational, target)):
        sign = -1 if right < 0 else 1
        rows.append([*(rational(column[k]) * sign for column in columns), right * sign])
    basis = [count + k for k in range(len(rows))]  # the artificial variables
    while True:
        open_rows = [row for row, variable in zip(rows, basis, strict=True) if variable >= count]
        entering = next((j for j in range(count) if sum((row[j] for row in open_rows), start=fmpq(0)) > 0), None)
        if entering is None:
            break
        ratios = [(row[-1] / row[entering], basis[i], i) for i, row in enumerate(rows) if row[entering] > 0]
        _, _, leaving = min(ratios)
        _pivot(rows, leaving, entering)
        basis[leaving] = entering
    if any(row[-1] != 0 for row, variable in zip(rows, basis, strict=True) if variable >= count):
        return None
    multipliers = [fmpq(0)] * count
    for row, variable in zip(rows, basis, strict=True):
        if variable < count:
            multipliers[variable] = row[-1]
    return multipliers


def _pivot(rows: list[list[fmpq]], leaving: int, entering: int) -> None:
    divisor = rows[leaving][entering]
    pivot = rows[leaving] = [x / divisor for x in rows[leaving]]
    for i, row in enumerate(rows):
        if i != leaving and (factor := row[entering]) != 0:
            rows[i] = [x - factor * p for x, p in zip(row, pivot, strict=True)]
