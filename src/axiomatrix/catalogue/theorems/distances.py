"""The axioms of a metric space among themselves; betweenness, which is stronger than most of them."""

from .stated import theorems

FAILS = "The ratio of two sides, the second positive, is more than 1 only where the triangle inequality fails."

THEOREMS = theorems(f"""
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
