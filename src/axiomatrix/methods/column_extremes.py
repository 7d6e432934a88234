"""Decide the cases of a ratio held in columns, and find its exact extreme, for :mod:`.enumeration`.

A statement such as the near-metric inequality asks for the largest ratio over all cases. Its two sides are columns:
arrays of exact numbers with an axis for each ranking, and last one for the *lanes*, the values of the parameters
(:mod:`.lanes`). A column stores whole numbers ``num`` over a shared or lane by lane denominator ``den``; one with a
``pool`` of distinct values has in ``num`` their indexes. To divide every case exactly would be slow, so

1. all ratios are computed in floats;
2. the cases near the best float are candidates; of those with the same stored numbers only the first is kept;
3. the candidates are divided exactly, and of equal ratios only the first is kept;
4. these ratios are compared in exact arithmetic.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..evidence.instance import is_beyond
from ..model.relation import DISCARDED, FAILS, HOLDS, UNDECIDED, Quantity
from ..numbers.columns import Array, Column
from ..numbers.exact import sign

FLOAT_MARGIN = 1e-9
"""Distance from the best float within which a ratio is a candidate, far above rounding errors.

It is relative to the best float, and absolute where that is below 1.
"""


def quantity_codes(quantity: Quantity) -> Array:
    """Return the codes of a ratio for all cases and lanes, as :func:`.instance.quantity_code` does for one case.

    ``HOLDS``: the case has a ratio, with a positive denominator. ``FAILS``: it leaves the ratio without a bound.

    A bound is a constant c >= 0 with ``numerator <= c * denominator`` for the sense ``sup``, and ``>=`` for ``inf``.
    Where the denominator is not positive, c = 0 is the best for ``sup``, so that a positive numerator rules out every
    c. For ``inf``, a negative denominator allows a large c, and only 0 with a negative numerator rules out every c.
    """
    # a sign is -1, 0, 1 or UNDECIDED; a case with an undecided sign is overwritten at the end
    numerator_signs = _column_of(quantity.numerator).signs()
    denominator_signs = _column_of(quantity.denominator).signs()
    is_unbounded_above = numerator_signs > 0
    is_unbounded_below = (numerator_signs < 0) & (denominator_signs == 0)
    is_unbounded = is_unbounded_above if quantity.sense == "sup" else is_unbounded_below
    codes = np.where(denominator_signs > 0, HOLDS, np.where(is_unbounded, FAILS, DISCARDED))
    return np.where((numerator_signs == UNDECIDED) | (denominator_signs == UNDECIDED), UNDECIDED, codes)


def extreme_ratio(quantity: Quantity, codes: Array, lane_numbers: Array) -> tuple[Any, tuple[int, ...]] | None:
    """Find the extreme of the ratio over some lanes, and the index of the first case that attains it.

    ``codes`` has the decision of each case, and ``lane_numbers`` the lanes to consider. The quantity's sense ``sup``
    asks for the largest ratio, ``inf`` for the smallest. The index has the case's place on each axis, and last the
    number of its lane. None if no case has a ratio: undecided cases and those without a positive denominator have none.
    """
    sides = (quantity.numerator, quantity.denominator)
    # both sides with a number for each case, although one may be the same for all rankings or lanes
    numerators, denominators = (_column_of(side).spread(codes.shape).take((..., lane_numbers)) for side in sides)
    codes_of_lanes = codes[..., lane_numbers]
    usable = (codes_of_lanes != DISCARDED) & (codes_of_lanes != UNDECIDED) & (denominators.signs() == 1)
    if not usable.any():
        return None
    ratios = np.where(usable, _ratios(numerators, denominators), -np.inf if quantity.sense == "sup" else np.inf)
    best_float = ratios.max() if quantity.sense == "sup" else ratios.min()
    candidates = np.argwhere(usable & (np.abs(ratios - best_float) <= FLOAT_MARGIN * max(1.0, abs(best_float))))
    first_index: dict[Any, tuple[int, ...]] = {}  # by ratio, in the order of the cases
    for row in _distinct_ratios(candidates, numerators, denominators):
        index = tuple(int(k) for k in row)
        first_index.setdefault(numerators.lane(index) / denominators.lane(index), index)
    best_ratio, *others = first_index
    for ratio in others:
        if is_beyond(ratio, best_ratio, quantity.sense):
            best_ratio = ratio
    *case_index, lane = first_index[best_ratio]
    return best_ratio, (*case_index, int(lane_numbers[lane]))


def _distinct_ratios(rows: Array, numerators: Column, denominators: Column) -> Array:
    """Return the first row for each distinct pair of numerator and denominator; a row is the index of a case.

    The numbers that the columns store are compared. Those that differ may still give equal ratios, such as 1/2 and 2/4.
    """
    indexes = tuple(rows.T)
    columns = (numerators, denominators)
    stored_numbers = [column.num[indexes] for column in columns]
    stored_numbers += [column.den[indexes] for column in columns if not isinstance(column.den, int)]
    first_row: dict[tuple[Any, ...], int] = {}
    for k, numbers in enumerate(zip(*(array.tolist() for array in stored_numbers), strict=True)):
        first_row.setdefault(numbers, k)
    return rows[list(first_row.values())]


def _ratios(numerators: Column, denominators: Column) -> Array:
    """Return approximate ratios in floats; only those with a positive denominator mean anything.

    Where floats overflow, those ratios are computed one by one in exact arithmetic.
    """
    try:
        with np.errstate(all="ignore"):
            ratios = numerators.floats() / denominators.floats()
        if np.isfinite(ratios[denominators.signs() == 1]).all():
            return ratios
    except OverflowError:
        pass
    ratios = np.full(numerators.num.shape, np.nan)
    for index in np.ndindex(numerators.num.shape):
        if sign(denominators.lane(index)) == 1:
            ratios[index] = float(numerators.lane(index) / denominators.lane(index))
    return ratios


def _column_of(value: Any) -> Column:
    """Return a side of a quantity as a column; it may be a single number."""
    return value if isinstance(value, Column) else Column.of([value])
