"""Scale: the degree in a parameter, and what it says of the values."""

from .stated import theorems

DEGREE = "scale-free(parameter=?w, degree=?k)"

THEOREMS = theorems(f"""
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
