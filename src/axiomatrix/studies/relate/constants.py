"""Compute the best constants of two metrics: the largest c1 and the smallest c2 with c1 a <= b <= c2 a over n items.

They are the smallest and the largest ratio b / a of values that are not negative. :mod:`.run` reports them for each
size, with the instances that attain them. A *row* of a :class:`.joint.Joint` is one pair of values of a and b.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from ...numbers.formal import needed_sign
from .answer import Bounds, ShownInstance
from .columns import FLOAT_TOLERANCE
from .joint import Integers, Joint, instance_with_values


def best_constants(joint: Joint) -> Bounds | None:
    """Return the best constants; None if a metric takes a negative value, or if no instance has both values.

    1. If a = 0 < b on some instance, no c2 exists, and the first such instance is the reason.
    2. Floats choose the rows with a > 0 whose ratio b / a is nearly the smallest, or nearly the largest.
    3. Exact numbers decide among these rows.
    """
    if not joint.compared_count or joint.a.has_negative or joint.b.has_negative:
        return None
    zero_a, zero_b = _index_of_zero(joint.a.values), _index_of_zero(joint.b.values)
    unbounded_rows = np.flatnonzero((joint.indices_a == zero_a) & (joint.indices_b != zero_b))
    unbounded = (
        instance_with_values(joint, int(joint.first_instances[unbounded_rows].min())) if len(unbounded_rows) else None
    )
    rows = np.flatnonzero(joint.indices_a != zero_a)
    if not len(rows):  # a is zero throughout, so it bounds nothing
        return Bounds(joint.n, None, None, None, None, unbounded)
    ratios = joint.b.floats[joint.indices_b[rows]] / joint.a.floats[joint.indices_a[rows]]
    low, low_at = _extreme_ratio(joint, rows[ratios <= ratios.min() * (1 + FLOAT_TOLERANCE)], "smallest")
    high, high_at = None, None
    if unbounded is None:
        high, high_at = _extreme_ratio(joint, rows[ratios >= ratios.max() * (1 - FLOAT_TOLERANCE)], "largest")
    return Bounds(joint.n, low, low_at, high, high_at, unbounded)


def _index_of_zero(values: tuple[Any, ...]) -> int:
    """Return the index of 0 among non-negative values in increasing order, or -1, which is the index of no value."""
    return 0 if values and values[0] == 0 else -1


def _extreme_ratio(joint: Joint, rows: Integers, extreme: Literal["smallest", "largest"]) -> tuple[str, ShownInstance]:
    """Return the exact smallest or largest ratio b / a among the rows, and the first instance that attains it.

    There is at least one row. Floats have chosen the rows, and do not tell their ratios apart.
    """
    sign_of_better = 1 if extreme == "largest" else -1
    best: Any = None
    attained_at = -1
    for row in rows[np.argsort(joint.first_instances[rows])].tolist():
        ratio = joint.b.values[int(joint.indices_b[row])] / joint.a.values[int(joint.indices_a[row])]
        # Equal numbers are left out first: comparing them by their signs may be undecided.
        if best is None or (ratio != best and needed_sign(ratio - best) == sign_of_better):
            best, attained_at = ratio, int(joint.first_instances[row])
    return str(best), instance_with_values(joint, attained_at)
