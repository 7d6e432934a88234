"""Theorems about distances and correlations of rankings, one metric at a time."""

from .theorem import theorems

# The axioms of a metric space among themselves; betweenness, which is stronger than most of them.
FAILS = "The ratio of two sides, the second positive, is more than 1 only where the triangle inequality fails."

DISTANCES = theorems(f"""
non-negativity-of-a-metric: triangle-inequality and symmetry and has-a-value => non-negativity
    d(a, a) <= d(a, a) + d(a, a), so that 0 <= d(a, a) <= d(a, b) + d(b, a) = 2 d(a, b). (That d(a, a) = 0, as Frechet
    1906 has it, is not needed.)
betweenness-is-triangle: betweenness => triangle-inequality
    d(a, c) is d(a, b) + d(b, c) where b is between a and c, and less elsewhere.
betweenness-is-zero-on-equal: betweenness => zero-on-equal
    a is between a and a, so that d(a, a) = 2 d(a, a).
betweenness-separates: betweenness and symmetry and has-a-value => separation
    b != a is not between a and a, so that 0 = d(a, a) < d(a, b) + d(b, a) = 2 d(a, b).
betweenness-is-bruhat-monotone: betweenness and non-negativity and has-a-value => bruhat-monotone
    Let c be b with a pair inverted that a and b have in the same order. Where a and c agree, b agrees with both: it
    differs from c in that pair alone, on which a and c disagree. So b is between a and c, and d(a, c) = d(a, b) + d(b,
    c) >= d(a, b).
triangle-bounds-near-metric: triangle-inequality => no attains(quantity=near-metric, value=?v), for v > 1
    {FAILS}
one-minus-triangle-bounds-near-metric: one-minus-triangle => no attains(quantity=one-minus-near-metric, value=?v), for
v > 1
    {FAILS}
near-a-metric: lower-bound(other=?o, factor=?f) and upper-bound(other=?o, factor=?g) and triangle-inequality of o and
has-a-value and has-a-value of o => no attains(quantity=near-metric, value=?v), for f > 0, g >= 0, v > g / f
    d(a, c) <= g o(a, c) <= g (o(a, b) + o(b, c)) <= (g / f) (d(a, b) + d(b, c)). Fagin, Kumar, Sivakumar, Comparing top
    k lists, 2003: what lies within constant factors of a metric is a near metric.
""")

# Distances of rankings and the symmetric group: its weak order, its conjugacy classes, its longest element.
BI_INVARIANT = "left-invariance and right-invariance and has-a-value"
CLASSES = "d(a, b) = f(b a^-1) by right-invariance, and f is constant on conjugacy classes by left-invariance"
RANGE = "lies-between(low=?low, high=?high)"
OF_CONSTANTS = ("symmetry", "left-invariance", "reversal-invariance", "maximum-at-reversal", "bruhat-monotone")
FOR_TWO = "never hold together (shown at n = 2)"

ORDERS = theorems(
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

# Correlations: antisymmetry fixes the reversal, the mean and the range.
CORRELATIONS = theorems("""
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

THEOREMS = (*DISTANCES, *ORDERS, *CORRELATIONS)
