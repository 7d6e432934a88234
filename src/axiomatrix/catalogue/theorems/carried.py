"""Axioms that name a number, carried over along an identity m = c o + d: m has another number in its place."""

from .identities import EQUAL, SAME
from .stated import theorems

THEOREMS = theorems(f"""
place-invariance-by-an-identity: {SAME} and place-invariance(step=?step) of o => place-invariance(step=?step)
    {EQUAL}
a-value-on-reversed-by-an-identity: {SAME} and value-on-reversed(value=?v) of o => value-on-reversed(value==c*v+d)
    m(a, reversed a) = c v + d.
minus-one-on-reversed-by-an-identity-as-a-value: {SAME} and minus-one-on-reversed of o
=> value-on-reversed(value==d-c)
    m(a, reversed a) = -c + d.
a-mean-by-an-identity: {SAME} and mean-over-rankings(value=?v) of o => mean-over-rankings(value==c*v+d)
    A mean is linear.
a-constant-by-an-identity: {SAME} and constant(value=?v) of o => constant(value==c*v+d)
    m = c v + d.
a-value-only-on-equal-by-an-identity: {SAME} and value-only-on-equal(value=?v) of o
=> value-only-on-equal(value==c*v+d), for c != 0
    m = c v + d only where o = v.
a-range-by-an-identity: {SAME} and lies-between(low=?low, high=?high) of o => lies-between(low=?lower, high=?higher),
for c >= 0, lower <= c*low + d, c*high + d <= higher
    lower <= c low + d <= m <= c high + d <= higher.
a-range-turned-around-by-an-identity: {SAME} and lies-between(low=?low, high=?high) of o
=> lies-between(low=?lower, high=?higher), for c <= 0, lower <= c*high + d, c*low + d <= higher
    lower <= c high + d <= m <= c low + d <= higher.
a-correlation-range-by-an-identity: {SAME} and correlation-range of o => lies-between(low=?lower, high=?higher), for
lower <= d - c, lower <= d + c, d + c <= higher, d - c <= higher
    lower <= d - |c| <= m <= d + |c| <= higher.
a-near-metric-by-an-identity: {SAME} and no attains(quantity=near-metric, value=?v)
=> no attains(quantity=near-metric, value=?v) of o, for c > 0, d == 0
    The ratio of o is that of m, the same positive multiple.
bounded-by-itself: always => bounded-by(other=?m)
    m(a, b) <= m(a, b).
""")
