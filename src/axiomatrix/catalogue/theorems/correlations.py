"""Correlations: antisymmetry fixes the reversal, the mean and the range."""

from .stated import theorems

THEOREMS = theorems("""
antisymmetry-turns-one-into-minus-one: antisymmetry and one-on-equal and has-a-value => minus-one-on-reversed
    r(a, reversed a) = -r(a, a) = -1. Kendall 1938.
antisymmetry-turns-minus-one-into-one: antisymmetry and minus-one-on-reversed and has-a-value => one-on-equal
    r(a, a) = -r(a, reversed a) = 1.
antisymmetry-has-mean-zero: antisymmetry and has-a-value => mean-over-rankings(value=0)
    Reversing b permutes all rankings, so that the sum over b of r(a, b) is its own negative.
a-metric-and-antisymmetry-have-the-range: one-minus-triangle and correlation-symmetry and antisymmetry and has-a-value
=> correlation-range
    1 - r is symmetric and has the triangle inequality, hence is not negative: r(a, b) <= 1; and -r(a, b) = r(a,
    reversed b) <= 1.
minus-one-is-a-value-on-reversed: minus-one-on-reversed => value-on-reversed(value=-1)
    They say the same.
a-value-on-reversed-is-minus-one: value-on-reversed(value=-1) => minus-one-on-reversed
    They say the same.
the-correlation-range-is-a-range: correlation-range => lies-between(low=?low, high=?high), for low <= -1, high >= 1
    low <= -1 <= r(a, b) <= 1 <= high.
a-range-is-the-correlation-range: lies-between(low=?low, high=?high) => correlation-range, for low >= -1, high <= 1
    -1 <= low <= r(a, b) <= high <= 1.
no-correlation-of-one-item-is-antisymmetric: antisymmetry and one-on-equal and has-a-value(first=1)
never hold together (shown at n = 1)
    The reversal of one item is itself: r(a, a) = -r(a, a) = 0.
no-correlation-of-one-item-is-one-and-minus-one: one-on-equal and minus-one-on-reversed and has-a-value(first=1)
never hold together (shown at n = 1)
    The reversal of one item is itself: r(a, a) = 1 and r(a, a) = -1.
""")
