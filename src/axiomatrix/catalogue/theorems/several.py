"""Theorems that compare several metrics, or one metric at several values of a parameter."""

from .theorem import theorems

# Transfer along an identity m = c o + d: what o keeps, m keeps, and back by the identity reversed.
#
# m has a value only where o has one, as both have one from the same number of items on.
IDENTITY = "equals(other=?o, scale=?c, shift=?d)"
SAME = f"{IDENTITY} and has-a-value and has-a-value of o"
EQUAL = "Both sides are c o + d, of equal values of o."
TRIANGLE = "triangle-inequality"
ALIKE = (("symmetry", "correlation-symmetry"), ("right-invariance", "correlation-invariance"))
"""Axioms that say the same of distances and of correlations."""
TRANSFERRED = (
    *((axiom, to, "", EQUAL) for pair in ALIKE for axiom in pair for to in pair),
    ("left-invariance", "left-invariance", "", EQUAL),
    ("reversal-invariance", "reversal-invariance", "", EQUAL),
    ("non-negativity", "non-negativity", "c >= 0, d >= 0", "m = c o + d >= 0."),
    ("zero-on-equal", "zero-on-equal", "d == 0", "m(a, a) = c 0 + d = 0."),
    ("zero-on-equal", "one-on-equal", "d == 1", "m(a, a) = c 0 + d = 1."),
    ("one-on-equal", "zero-on-equal", "c + d == 0", "m(a, a) = c + d = 0."),
    ("one-on-equal", "one-on-equal", "c + d == 1", "m(a, a) = c + d = 1."),
    ("separation", "separation", "c != 0, d == 0", "m = c o is 0 where o is."),
    (TRIANGLE, TRIANGLE, "c >= 0, d >= 0", "c o(a, c) + d <= c o(a, b) + d + c o(b, c) + d."),
    (
        TRIANGLE,
        "one-minus-triangle",
        "c <= 0, d <= 1",
        "1 - m = -c o + (1 - d), a multiple of o and something that is not negative.",
    ),
    (
        "one-minus-triangle",
        TRIANGLE,
        "c <= 0, c + d >= 0",
        "m = -c (1 - o) + (c + d), a multiple of 1 - o and something that is not negative.",
    ),
    ("betweenness", "betweenness", "c > 0, d == 0", "m is a positive multiple of o."),
    ("maximum-at-reversal", "maximum-at-reversal", "c > 0", "m rises with o."),
    ("bruhat-monotone", "bruhat-monotone", "c > 0", "m rises with o."),
    ("top-heaviness", "top-heaviness", "c > 0", "m rises with o."),
    ("antisymmetry", "antisymmetry", "d == 0", "m is a multiple of o."),
    ("minus-one-on-reversed", "minus-one-on-reversed", "d - c == 0-1", "m(a, reversed a) = d - c = -1."),
)
"""What o keeps and m then does, where, and why."""


IDENTITIES = theorems(
    f"""
an-identity-reversed: {IDENTITY} => equals(other=?m, scale==1/c, shift==0-d/c) of o, for c != 0, o
has the same parameters
    o = (m - d) / c.
identities-compose: {SAME} and equals(other=?p, scale=?e, shift=?f) of o => equals(other=?p, scale==c*e, shift==c*f+d)
    m = c (e p + f) + d.
one-identity: {IDENTITY} and equals(other=?o, scale=?c, shift=?e) and has-a-value and has-a-value of o
never hold together (shown at n = 2), for d < e, first <= 2
    d = m(a, b) - c o(a, b) = e.
""",
    *(
        f"{to}-by-an-identity{f'-from-{axiom}' if to != axiom else ''}: "
        f"{SAME} and {axiom} of o => {to}{f', for {where}' if where else ''}\n    {proof}"
        for axiom, to, where, proof in TRANSFERRED
    ),
)

# Axioms that name a number, carried over along an identity m = c o + d: m has another number in its place.
NUMBERS = theorems(f"""
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

# Specialisation: a metric whose parameters are set to a constant is another one, and that keeps what it keeps.
#
# Read backwards: what refutes the special case refutes the metric. Weights 1 and the similarities 1 are in our spaces;
# it is unknown for a user's space.
GIVEN = "generalizes(other=?o, at=?at) and has-a-value(first=1)"
BOTH = f"{GIVEN} and generalizes(other=?q, at=?at) of p and has-a-value(first=1) of p"
OURS = "constants are in its spaces"
SPECIAL = "o is m at one value of the parameters, which is in the space."
RATIO = "The ratio of o and q is that of m and p at one value of the parameters."
KEPT = (
    "non-negativity",
    "zero-on-equal",
    "separation",
    "symmetry",
    "triangle-inequality",
    "betweenness",
    "left-invariance",
    "reversal-invariance",
    "maximum-at-reversal",
    "bruhat-monotone",
)

SPECIAL_CASES = theorems(
    *(f"{axiom}-at-a-constant: {GIVEN} and {axiom} => {axiom} of o, for {OURS}\n    {SPECIAL}" for axiom in KEPT),
    f"""
right-invariance-at-a-constant: {GIVEN} and right-invariance => right-invariance of o, for {OURS}
    {SPECIAL} Renaming leaves a constant.
a-near-metric-at-a-constant: {GIVEN} and no attains(quantity=near-metric, value=?v)
=> no attains(quantity=near-metric, value=?v) of o, for {OURS}
    {SPECIAL}
an-upper-bound-at-a-constant: upper-bound(other=?p, factor=?f) and {BOTH} => upper-bound(other=?q, factor=?f) of o,
for {OURS}
    {RATIO}
a-lower-bound-at-a-constant: lower-bound(other=?p, factor=?f) and {BOTH} => lower-bound(other=?q, factor=?f) of o,
for {OURS}
    {RATIO}
a-ratio-at-a-constant: no attains(quantity=ratio, other=?p, value=?v) and {BOTH}
=> no attains(quantity=ratio, other=?q, value=?v) of o, for {OURS}
    {RATIO}
""",
)

# The arithmetic of bounds: one metric against another, and the values that their ratio attains.
UPPER, LOWER = (f"{side}-bound(other=?o, factor=?f)" for side in ("upper", "lower"))
VALUES = "has-a-value and has-a-value of o"
ROTATIONS = f"bound-attained-by-rotations(other=?o, factor=?f) and separation of o and non-negativity of o and {VALUES}"

BOUNDS = theorems(f"""
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
upper-bounds-multiply: {UPPER} and upper-bound(other=?p, factor=?g) of o and {VALUES}
=> upper-bound(other=?p, factor=?h), for f >= 0, h == f*g
    m <= f o <= f g p.
lower-bounds-multiply: {LOWER} and lower-bound(other=?p, factor=?g) of o and {VALUES}
=> lower-bound(other=?p, factor=?h), for f >= 0, h == f*g
    m >= f o >= f g p.
above-what-is-not-negative: {LOWER} and non-negativity of o and {VALUES} => non-negativity, for f >= 0
    m >= f o >= 0.
above-what-separates: {LOWER} and non-negativity of o and separation of o and {VALUES} => separation, for f > 0
    m >= f o > 0 where a != b.
below-what-is-zero: {UPPER} and non-negativity and zero-on-equal of o and {VALUES} => zero-on-equal
    0 <= m(a, a) <= f o(a, a) = 0.
zero-above-what-is-not-negative: {LOWER} and non-negativity of o and zero-on-equal and {VALUES} => zero-on-equal of o,
for f > 0
    0 <= f o(a, a) <= m(a, a) = 0.
below-something-that-separates: {UPPER} and non-negativity of o and non-negativity and separation and {VALUES}
=> separation of o
    0 < m <= f o where a != b.
between-two-bounds-is-not-negative: {LOWER} and upper-bound(other=?o, factor=?g) and {VALUES} => non-negativity of o,
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

# Scale: the degree in a parameter, and what it says of the values.
DEGREE = "scale-free(parameter=?w, degree=?k)"

SCALE = theorems(f"""
a-degree-is-a-scale: {DEGREE} => scale-free-normalised(parameter=?w)
    c^k d(a, b) d(e, f) on both sides.
one-degree: {DEGREE} and scale-free(parameter=?w, degree=?l) and separation and has-a-value never hold together
(shown at n = 2), for k < l, first <= 2
    2^k d = 2^l d has d = 0, which two rankings of two items have not.
a-degree-changes-the-value: {DEGREE} and separation and has-a-value and no richness(parameter=?w) never hold together
(shown at n = 2), for k != 0, first <= 2
    d(a, b; 2) = 2^k d(a, b; 1), which is not d(a, b; 1) where that is not 0.
what-changes-nothing-has-degree-zero: no richness(parameter=?w) and has-a-value => scale-free(parameter=?w, degree=0)
    d(a, b; c w) = d(a, b; 1) = d(a, b; w).
""")

THEOREMS = (*IDENTITIES, *NUMBERS, *SPECIAL_CASES, *BOUNDS, *SCALE)
