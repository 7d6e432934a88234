"""The arithmetic of bounds: one metric against another, and the values that their ratio attains."""

from .stated import theorems

UPPER, LOWER = (f"{side}-bound(other=?o, factor=?f)" for side in ("upper", "lower"))
BOTH = "has-a-value and has-a-value of o"
ROTATIONS = f"bound-attained-by-rotations(other=?o, factor=?f) and separation of o and non-negativity of o and {BOTH}"

THEOREMS = theorems(f"""
an-upper-bound-and-more: {UPPER} and non-negativity of o => upper-bound(other=?o, factor=?g), for f <= g
    m <= f o <= g o where o >= 0. Where o has no value, neither has a case.
a-lower-bound-and-less: {LOWER} and non-negativity of o => lower-bound(other=?o, factor=?g), for g <= f
    m >= f o >= g o where o >= 0. Where o has no value, neither has a case.
an-upper-bound-is-not-passed: {UPPER} => no attains(quantity=ratio, other=?o, value=?v), for v > f
    m = v o > f o where o > 0.
a-lower-bound-is-not-passed: {LOWER} => no attains(quantity=ratio, other=?o, value=?v), for v < f
    m = v o < f o where o > 0.
a-ratio-not-attained-is-no-bound-attained: no attains(quantity=ratio, other=?o, value=?f) and non-negativity of o
=> no bound-attained(other=?o, factor=?f)
    o != 0 is o > 0.
a-bound-not-attained-is-no-ratio: no bound-attained(other=?o, factor=?f)
=> no attains(quantity=ratio, other=?o, value=?f)
    o > 0 is not 0.
upper-bounds-multiply: {UPPER} and upper-bound(other=?p, factor=?g) of o and {BOTH}
=> upper-bound(other=?p, factor=?h), for f >= 0, h == f*g
    m <= f o <= f g p.
lower-bounds-multiply: {LOWER} and lower-bound(other=?p, factor=?g) of o and {BOTH}
=> lower-bound(other=?p, factor=?h), for f >= 0, h == f*g
    m >= f o >= f g p.
above-what-is-not-negative: {LOWER} and non-negativity of o and {BOTH} => non-negativity, for f >= 0
    m >= f o >= 0.
above-what-separates: {LOWER} and non-negativity of o and separation of o and {BOTH} => separation, for f > 0
    m >= f o > 0 where a != b.
below-what-is-zero: {UPPER} and non-negativity and zero-on-equal of o and {BOTH} => zero-on-equal
    0 <= m(a, a) <= f o(a, a) = 0.
zero-above-what-is-not-negative: {LOWER} and non-negativity of o and zero-on-equal and {BOTH} => zero-on-equal of o,
for f > 0
    0 <= f o(a, a) <= m(a, a) = 0.
below-something-that-separates: {UPPER} and non-negativity of o and non-negativity and separation and {BOTH}
=> separation of o
    0 < m <= f o where a != b.
between-two-bounds-is-not-negative: {LOWER} and upper-bound(other=?o, factor=?g) and {BOTH} => non-negativity of o,
for f < g
    f o <= m <= g o, so that (g - f) o >= 0.
rotations-pass-a-lesser-upper-bound: {ROTATIONS} and upper-bound(other=?o, factor=?g) never hold together
(shown at n = 2), for g < f, first <= 2
    The rotation of two items has m = f o > g o, as o > 0 there.
rotations-pass-a-greater-lower-bound: {ROTATIONS} and lower-bound(other=?o, factor=?g) never hold together
(shown at n = 2), for g > f, first <= 2
    The rotation of two items has m = f o < g o, as o > 0 there.
an-identity-is-an-upper-bound: equals(other=?o, scale=?f, shift=0) => {UPPER}
    m = f o.
an-identity-is-a-lower-bound: equals(other=?o, scale=?f, shift=0) => {LOWER}
    m = f o.
""")
