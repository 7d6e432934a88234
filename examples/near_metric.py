"""How far K_delta and F_delta are from a metric: the near-metric factor over decreasing position weights.

``axiomatrix explore examples/near_metric.py --family examples/near_metric.py:scaled_down`` (or ``:first_swap_only``).
"""

from fractions import Fraction

import axiomatrix
from axiomatrix import axioms

for name in ("kendall-position", "footrule-position"):
    axiomatrix.conjecture(name, axioms.near_metric, source="how far from a metric?")


def scaled_down(m=1):
    """Three items, delta = (1/m, 0): the factor as a function of the scale, where a fixed point pays 1."""
    return [[1, 3, 2], [3, 2, 1]], {"delta": [Fraction(1, m), 0]}


def first_swap_only(m=4):
    """m items, delta = (1, 0, ..., 0): to the reversal and back to the first two exchanged."""
    return [list(range(m, 0, -1)), [2, 1, *range(3, m + 1)]], {"delta": [1] + [0] * (m - 2)}
