"""Best constants: the largest c1 and the smallest c2 with c1 A <= B <= c2 A over n items, and what attains them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...numbers.formal import needed_sign
from .answer import Bounds, ShownInstance
from .columns import NEAR
from .identity import shown
from .joint import Joint


def constants(j: Joint) -> Bounds | None:
    """The best constants; None where one of the metrics takes a negative value, or neither is compared."""
    if not j.compared or j.a.has_negative or j.b.has_negative:
        return None
    zero_a, zero_b = _zero(j.a.values), _zero(j.b.values)
    open_ended = np.flatnonzero((j.in_a == zero_a) & (j.in_b != zero_b))
    unbounded = shown(j, int(j.first[open_ended].min())) if len(open_ended) else None
    rows = np.flatnonzero(j.in_a != zero_a)
    if not len(rows):
        return Bounds(j.n, None, None, None, None, unbounded)
    ratios = j.b.floats[j.in_b[rows]] / j.a.floats[j.in_a[rows]]
    low, low_at = _best(j, rows[ratios <= ratios.min() * (1 + NEAR)], -1)
    high, high_at = _best(j, rows[ratios >= ratios.max() * (1 - NEAR)], 1) if unbounded is None else (None, None)
    return Bounds(j.n, low, low_at, high, high_at, unbounded)


def _zero(values: tuple[Any, ...]) -> int:
    """The number of the value 0 among non-negative values in increasing order; -1 if it is none of them."""
    return 0 if values and values[0] == 0 else -1


def _best(j: Joint, rows: Any, side: int) -> tuple[str, ShownInstance]:
    """The exactly largest (or smallest) ratio among candidates that floats do not tell apart, where it is first."""
    best: tuple[Any, int] | None = None
    for row in rows[np.argsort(j.first[rows])].tolist():
        value = j.b.values[int(j.in_b[row])] / j.a.values[int(j.in_a[row])]
        if best is None or (value != best[0] and side * needed_sign(value - best[0]) > 0):
            best = value, int(j.first[row])
    assert best is not None  # there is at least the one that floats found
    return str(best[0]), shown(j, best[1])
