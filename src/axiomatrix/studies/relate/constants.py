"""Best constants: the largest c1 and the smallest c2 with c1 A <= B <= c2 A over n items, and what attains them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...numbers.formal import needed_sign
from .columns import NEAR
from .joint import Joint


@dataclass(frozen=True)
class AttainedConstant:
    """A best constant and the first instance that attains it."""

    value: Any
    instance: int


@dataclass(frozen=True)
class Constants:
    """The best constants over n items."""

    n: int
    low: AttainedConstant | None
    """The largest c1; None where A is zero throughout."""
    high: AttainedConstant | None
    """The smallest c2; None where A is zero throughout, or where it is zero and B is not."""
    unbounded: int | None = None
    """The first instance with A = 0 < B: there is no c2."""


def constants(j: Joint) -> Constants | None:
    """The best constants; None where one of the metrics takes a negative value, or neither is compared."""
    if not j.compared or j.a.has_negative or j.b.has_negative:
        return None
    zero_a, zero_b = _zero(j.a.values), _zero(j.b.values)
    open_ended = np.flatnonzero((j.in_a == zero_a) & (j.in_b != zero_b))
    unbounded = int(j.first[open_ended].min()) if len(open_ended) else None
    rows = np.flatnonzero(j.in_a != zero_a)
    if not len(rows):
        return Constants(j.n, None, None, unbounded)
    ratios = j.b.floats[j.in_b[rows]] / j.a.floats[j.in_a[rows]]
    low = _best(j, rows[ratios <= ratios.min() * (1 + NEAR)], -1)
    high = _best(j, rows[ratios >= ratios.max() * (1 - NEAR)], 1) if unbounded is None else None
    return Constants(j.n, low, high, unbounded)


def _zero(values: tuple[Any, ...]) -> int:
    """The number of the value 0 among non-negative values in increasing order; -1 if it is none of them."""
    return 0 if values and values[0] == 0 else -1


def _best(j: Joint, rows: Any, side: int) -> AttainedConstant:
    """The exactly largest (or smallest) ratio among candidates that floats do not tell apart."""
    best: AttainedConstant | None = None
    for row in rows[np.argsort(j.first[rows])].tolist():
        value = j.b.values[int(j.in_b[row])] / j.a.values[int(j.in_a[row])]
        if best is None or (value != best.value and side * needed_sign(value - best.value) > 0):
            best = AttainedConstant(value, int(j.first[row]))
    assert best is not None  # there is at least the one that floats found
    return best
