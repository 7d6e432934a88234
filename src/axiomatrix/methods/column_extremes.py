"""Codes and the exact extreme of a ratio whose numerator and denominator are columns, for :mod:`.enumeration`.

A statement such as the near-metric inequality asks for the largest ratio over all cases. Its two sides are columns:
arrays with an axis for each ranking, and last one for the lanes, the values of the parameters (:mod:`.lanes`). To
divide every case exactly would be slow, so

1. all ratios are computed in floats;
2. the cases near the best float are candidates, and of equal candidates only the first is kept;
3. the candidates are compared in exact arithmetic.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..evidence.instance import is_beyond
from ..model.relation import DISCARDED, FAILS, HOLDS, UNDECIDED, Quantity
from ..numbers.columns import Array, Column
from ..numbers.exact import sign

FLOAT_MARGIN = 1e-9
"""Relative distance from the best float within which a ratio is a candidate, far above rounding errors."""


def quantity_codes(quantity: Quantity) -> Array:
    """Return the codes of a ratio for all cases and lanes, as :func:`.instance.quantity_code` does for one case.

    ``HOLDS``: the case has a ratio, with a positive denominator. ``FAILS``: it leaves the ratio without a bound.
    """
    num, den = _column_of(quantity.numerator).signs(), _column_of(quantity.denominator).signs()
    no_upper_constant = num > 0  # where den <= 0: numerator <= c * denominator for no c >= 0
    no_lower_constant = (num < 0) & (den == 0)  # numerator >= c * denominator for no c at all
    unbounded = no_upper_constant if quantity.sense == "sup" else no_lower_constant
    codes = np.where(den > 0, HOLDS, np.where(unbounded, FAILS, DISCARDED))
    return np.where((num == UNDECIDED) | (den == UNDECIDED), UNDECIDED, codes)


def extreme_ratio(quantity: Quantity, codes: Array, lane_numbers: Array) -> tuple[Any, tuple[int, ...]] | None:
    """Find the extreme of the ratio over some lanes, and the index of the first case that attains it.

    ``codes`` has the decision of each case, and ``lane_numbers`` the lanes to consider. The quantity's sense ``sup``
    asks for the largest ratio, ``inf`` for the smallest. The index has the case's place on each axis, and last the
    number of its lane. None if no case has a ratio: undecided cases and those without a positive denominator have none.
    """
    sides = (quantity.numerator, quantity.denominator)
    num, den = (_column_of(side).spread(codes.shape).take((..., lane_numbers)) for side in sides)
    codes_of_lanes = codes[..., lane_numbers]
    usable = (codes_of_lanes != DISCARDED) & (codes_of_lanes != UNDECIDED) & (den.signs() == 1)
    if not usable.any():
        return None
    ratios = np.where(usable, _ratios(num, den), -np.inf if quantity.sense == "sup" else np.inf)
    best_float = ratios.max() if quantity.sense == "sup" else ratios.min()
    candidates = np.argwhere(usable & (np.abs(ratios - best_float) <= FLOAT_MARGIN * max(1.0, abs(best_float))))
    first_index: dict[Any, tuple[int, ...]] = {}
    for row in _distinct_ratios(candidates, num, den):
        index = tuple(int(k) for k in row)
        first_index.setdefault(num.lane(index) / den.lane(index), index)
    best_ratio, *others = first_index
    for ratio in others:
        if is_beyond(ratio, best_ratio, quantity.sense):
            best_ratio = ratio
    *case_index, lane = first_index[best_ratio]
    return best_ratio, (*case_index, int(lane_numbers[lane]))


def _distinct_ratios(rows: Array, num: Column, den: Column) -> Array:
    """Return the first row for each distinct pair of numerator and denominator; a row is the index of a case."""
    indexes = tuple(rows.T)
    stored_numbers = [num.num[indexes], den.num[indexes]]
    stored_numbers += [column.den[indexes] for column in (num, den) if not isinstance(column.den, int)]
    first_row: dict[tuple[Any, ...], int] = {}
    for k, numbers in enumerate(zip(*(array.tolist() for array in stored_numbers), strict=True)):
        first_row.setdefault(numbers, k)
    return rows[list(first_row.values())]


def _ratios(num: Column, den: Column) -> Array:
    """Return approximate ratios in floats; only those with a positive denominator mean anything.

    Where floats overflow, those ratios are computed one by one in exact arithmetic.
    """
    try:
        with np.errstate(all="ignore"):
            ratios = num.floats() / den.floats()
        if np.isfinite(ratios[den.signs() == 1]).all():
            return ratios
    except OverflowError:
        pass
    ratios = np.full(num.num.shape, np.nan)
    for index in np.ndindex(num.num.shape):
        if sign(den.lane(index)) == 1:
            ratios[index] = float(num.lane(index) / den.lane(index))
    return ratios


def _column_of(value: Any) -> Column:
    """Return a side of a quantity as a column, which a single number may stand for."""
    return value if isinstance(value, Column) else Column.of([value])
