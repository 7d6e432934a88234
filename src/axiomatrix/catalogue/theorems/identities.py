"""Transfer along an identity m = c o + d: what o keeps, m keeps, and back by the identity reversed.

m has a value only where o has one, as both have one from the same number of items on.
"""

from .stated import theorems

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


THEOREMS = theorems(
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
