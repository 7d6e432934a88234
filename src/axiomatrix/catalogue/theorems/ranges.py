"""Ranges of scores, means over queries, ties, and what is left of a metric on binary lists."""

from .theorem import ATTAINS, Theorem, none, says, value

MEAN = says("mean-over-queries", other="?o")
BINARY = (says("binary-special-case", other="?o"), value(first="1"))

THEOREMS = (
    Theorem(
        "zero-to-one-is-bounded",
        (says("range-zero-one"),),
        says("boundedness", bound="?b"),
        "|m(x)| = m(x) <= 1 <= b.",
        where=("b >= 1",),
    ),
    Theorem(
        "zero-to-one-attains-no-more",
        (says("range-zero-one"),),
        none(ATTAINS, quantity="boundedness", value="?v"),
        "|m(x)| = m(x) <= 1 < v.",
        where=("v > 1",),
    ),
    Theorem(
        "bounded-by-more",
        (says("boundedness", bound="?b"),),
        says("boundedness", bound="?c"),
        "|m(x)| <= b <= c.",
        where=("b <= c",),
    ),
    Theorem(
        "a-bound-is-not-passed",
        (says("boundedness", bound="?b"),),
        none(ATTAINS, quantity="boundedness", value="?v"),
        "|m(x)| <= b < v.",
        where=("v > b",),
    ),
    Theorem(
        "nothing-realises-more-than-the-bound",
        (says("boundedness", bound="?b"), says("realizability", bound="?c"), value(first="1")),
        None,
        "One relevant item has one order, and it scores c > b.",
        where=("c > b",),
    ),
    Theorem(
        "input-order-contains-ties",
        (says("input-order-invariance"),),
        says("tie-permutation-invariance"),
        "Exchanging tied items is exchanging items. McSherry and Najork 2008.",
    ),
    Theorem(
        "a-mean-ignores-the-order-of-queries",
        (MEAN, value("o", "1")),
        says("query-order-invariance"),
        "A sum does not depend on the order of its terms.",
        leaves=True,
    ),
    Theorem(
        "a-mean-keeps-the-range",
        (MEAN, value("o", "1"), says("range-zero-one", of="o")),
        says("range-zero-one"),
        "A mean of numbers between 0 and 1 is between 0 and 1.",
        leaves=True,
    ),
    Theorem(
        "a-mean-keeps-the-bound",
        (MEAN, value("o", "1"), says("boundedness", of="o", bound="?b")),
        says("boundedness", bound="?b"),
        "The mean of numbers is at most the largest in absolute value.",
        leaves=True,
    ),
    *(
        Theorem(
            f"{axiom}-on-binary-lists",
            (*BINARY, says(axiom)),
            says(axiom, of="o"),
            "On lists of grades 0 and 1 the two are the same.",
            rows=("o is of binary lists", "o has the same parameters"),
            leaves=True,
        )
        for axiom in (
            "range-zero-one",
            "swap",
            "swap-strict",
            "top-weightedness",
            "priority",
            "ignores-order-inside-top",
            "ideal-is-one",
        )
    ),
)
