"""Ranges of scores, means over queries, ties, and what is left of a metric on binary lists."""

from .stated import theorems

MEAN = "mean-over-queries(other=?o) and has-a-value(first=1) of o"
BINARY = "binary-special-case(other=?o) and has-a-value(first=1)"
OF_BINARY_LISTS = (
    "range-zero-one",
    "swap",
    "swap-strict",
    "top-weightedness",
    "priority",
    "ignores-order-inside-top",
    "ideal-is-one",
)

THEOREMS = (
    *theorems("""
zero-to-one-is-bounded: range-zero-one => boundedness(bound=?b), for b >= 1
    |m(x)| = m(x) <= 1 <= b.
zero-to-one-attains-no-more: range-zero-one => no attains(quantity=boundedness, value=?v), for v > 1
    |m(x)| = m(x) <= 1 < v.
bounded-by-more: boundedness(bound=?b) => boundedness(bound=?c), for b <= c
    |m(x)| <= b <= c.
a-bound-is-not-passed: boundedness(bound=?b) => no attains(quantity=boundedness, value=?v), for v > b
    |m(x)| <= b < v.
nothing-realises-more-than-the-bound: boundedness(bound=?b) and realizability(bound=?c) and has-a-value(first=1)
never hold together (shown at n = 1), for c > b
    One relevant item has one order, and it scores c > b.
input-order-contains-ties: input-order-invariance => tie-permutation-invariance
    Exchanging tied items is exchanging items. McSherry and Najork 2008.
"""),
    *theorems(
        f"""
a-mean-ignores-the-order-of-queries: {MEAN} => query-order-invariance
    A sum does not depend on the order of its terms.
a-mean-keeps-the-range: {MEAN} and range-zero-one of o => range-zero-one
    A mean of numbers between 0 and 1 is between 0 and 1.
a-mean-keeps-the-bound: {MEAN} and boundedness(bound=?b) of o => boundedness(bound=?b)
    The mean of numbers is at most the largest in absolute value.
""",
        *(
            f"{axiom}-on-binary-lists: {BINARY} and {axiom} => {axiom} of o, "
            "for o is of binary lists, o has the same parameters\n    On lists of grades 0 and 1 the two are the same."
            for axiom in OF_BINARY_LISTS
        ),
        leaves=True,
    ),
)
