"""Distances of rankings and the symmetric group: its weak order, its conjugacy classes, its longest element."""

from .stated import theorems

BI_INVARIANT = "left-invariance and right-invariance and has-a-value"
CLASSES = "d(a, b) = f(b a^-1) by right-invariance, and f is constant on conjugacy classes by left-invariance"
RANGE = "lies-between(low=?low, high=?high)"
OF_CONSTANTS = ("symmetry", "left-invariance", "reversal-invariance", "maximum-at-reversal", "bruhat-monotone")
FOR_TWO = "never hold together (shown at n = 2)"

THEOREMS = theorems(
    f"""
bruhat-monotone-has-its-maximum-at-the-reversal: bruhat-monotone and has-a-value => maximum-at-reversal
    From b one comes to the reversal of a by swapping neighbours, each swap one more pair inverted; none of them lowers
    d(a, .). Bjorner and Brenti 2005, ch. 3: the reversal is the top of the weak order.
bruhat-monotone-is-non-negative: bruhat-monotone and zero-on-equal and has-a-value => non-negativity
    From a one comes to b by swapping neighbours, each swap one more pair inverted: 0 = d(a, a) <= d(a, b). Bjorner and
    Brenti 2005, ch. 3: the identity is the bottom of the weak order.
left-invariance-is-reversal-invariance: left-invariance => reversal-invariance
    Turning both rankings around moves all positions by one permutation.
bi-invariant-is-symmetric: {BI_INVARIANT} => symmetry, for metrics without parameters
    {CLASSES}; every permutation is conjugate to its inverse. Diaconis 1988, ch. 6.
bi-invariant-is-place-invariant: {BI_INVARIANT} => place-invariance(step=?step), for metrics without parameters
    {CLASSES}; all exchanges of two positions are conjugate.
place-invariant-is-top-heavy: place-invariance(step=1) => top-heaviness
    Every swap of neighbours costs the same, so that none nearer the head costs less.
a-maximum-at-the-reversal-is-a-range: maximum-at-reversal and value-on-reversed(value=?v) and non-negativity and
has-a-value => {RANGE}, for low <= 0, v <= high
    low <= 0 <= d(a, b) <= d(a, reversed a) = v <= high.
the-end-of-the-range-is-a-maximum: {RANGE} and value-on-reversed(value=?v) and has-a-value => maximum-at-reversal, for
high <= v
    d(a, b) <= high <= v = d(a, reversed a).
a-range-above-zero-is-non-negative: {RANGE} => non-negativity, for low >= 0
    0 <= low <= d(a, b).
a-range-lies-in-a-wider-one: {RANGE} => lies-between(low=?lower, high=?higher), for lower <= low, high <= higher
    lower <= low <= m(a, b) <= high <= higher.
a-constant-has-a-range: constant(value=?v) => {RANGE}, for low <= v, v <= high
    low <= v = m(a, b) <= high.
a-constant-is-its-value-on-reversed: constant(value=?v) => value-on-reversed(value=?v)
    The reversal is one of the orders.
a-constant-is-its-mean: constant(value=?v) => mean-over-rankings(value=?v)
    The sum of n! equal values is n! times the value.
""",
    *(f"a-constant-has-{axiom}: constant(value=?v) => {axiom}\n    Both sides are v." for axiom in OF_CONSTANTS),
    f"""
a-constant-not-negative-has-the-triangle-inequality: constant(value=?v) => triangle-inequality, for v >= 0
    v <= v + v.
a-constant-zero-is-zero-on-equal: constant(value=?v) => zero-on-equal, for v == 0
    d(a, a) = v = 0.
a-constant-zero-separates-nothing: constant(value=?v) and separation and has-a-value {FOR_TWO}, for v == 0, first <= 2
    Two rankings of two items are not the same, and d(a, b) = v = 0.
one-value-on-the-reversal: value-on-reversed(value=?v) and value-on-reversed(value=?w) and has-a-value {FOR_TWO}, for
v < w, first <= 2
    m(a, reversed a) is one number.
one-mean: mean-over-rankings(value=?v) and mean-over-rankings(value=?w) and has-a-value {FOR_TWO}, for v < w, first <=
2
    The sum over all rankings is one number.
no-value-on-the-reversal-above-the-range: {RANGE} and value-on-reversed(value=?v) and has-a-value {FOR_TWO}, for high
< v, first <= 2
    m(a, reversed a) = v is a value, and none is above high.
no-mean-above-the-range: {RANGE} and mean-over-rankings(value=?v) and has-a-value {FOR_TWO}, for high < v, first <= 2
    A mean of values that are at most high is at most high.
""",
)
