"""Specialisation: a metric whose parameters are set to a constant is another one, and that keeps what it keeps.

Read backwards: what refutes the special case refutes the metric. Weights 1 and the similarities 1 are in our spaces;
it is unknown for a user's space.
"""

from .stated import theorems

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

THEOREMS = theorems(
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
