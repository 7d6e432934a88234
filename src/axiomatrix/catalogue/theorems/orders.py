"""Distances of rankings and the symmetric group: its weak order, its conjugacy classes, its longest element."""

from .theorem import Theorem, says, value

BI_INVARIANT = (says("left-invariance"), says("right-invariance"), value())
CLASSES = "d(a, b) = f(b a^-1) by right-invariance, and f is constant on conjugacy classes by left-invariance"

THEOREMS = (
    Theorem(
        "bruhat-monotone-has-its-maximum-at-the-reversal",
        (says("bruhat-monotone"), value()),
        says("maximum-at-reversal"),
        "From b one comes to the reversal of a by swapping neighbours, each swap one more pair inverted; none of them "
        "lowers d(a, .). Bjorner and Brenti 2005, ch. 3: the reversal is the top of the weak order.",
    ),
    Theorem(
        "bruhat-monotone-is-non-negative",
        (says("bruhat-monotone"), says("zero-on-equal"), value()),
        says("non-negativity"),
        "From a one comes to b by swapping neighbours, each swap one more pair inverted: 0 = d(a, a) <= d(a, b). "
        "Bjorner and Brenti 2005, ch. 3: the identity is the bottom of the weak order.",
    ),
    Theorem(
        "left-invariance-is-reversal-invariance",
        (says("left-invariance"),),
        says("reversal-invariance"),
        "Turning both rankings around moves all positions by one permutation.",
    ),
    Theorem(
        "bi-invariant-is-symmetric",
        BI_INVARIANT,
        says("symmetry"),
        f"{CLASSES}; every permutation is conjugate to its inverse. Diaconis 1988, ch. 6.",
        rows=("metrics without parameters",),
    ),
    Theorem(
        "bi-invariant-is-place-invariant",
        BI_INVARIANT,
        says("place-invariance", step="?step"),
        f"{CLASSES}; all exchanges of two positions are conjugate.",
        rows=("metrics without parameters",),
    ),
    Theorem(
        "place-invariant-is-top-heavy",
        (says("place-invariance", step="1"),),
        says("top-heaviness"),
        "Every swap of neighbours costs the same, so that none nearer the head costs less.",
    ),
    Theorem(
        "a-maximum-at-the-reversal-is-a-range",
        (says("maximum-at-reversal"), says("value-on-reversed", value="?v"), says("non-negativity"), value()),
        says("lies-between", low="?low", high="?high"),
        "low <= 0 <= d(a, b) <= d(a, reversed a) = v <= high.",
        where=("low <= 0", "v <= high"),
    ),
    Theorem(
        "the-end-of-the-range-is-a-maximum",
        (says("lies-between", low="?low", high="?high"), says("value-on-reversed", value="?v"), value()),
        says("maximum-at-reversal"),
        "d(a, b) <= high <= v = d(a, reversed a).",
        where=("high <= v",),
    ),
    Theorem(
        "a-range-above-zero-is-non-negative",
        (says("lies-between", low="?low", high="?high"),),
        says("non-negativity"),
        "0 <= low <= d(a, b).",
        where=("low >= 0",),
    ),
    Theorem(
        "a-range-lies-in-a-wider-one",
        (says("lies-between", low="?low", high="?high"),),
        says("lies-between", low="?lower", high="?higher"),
        "lower <= low <= m(a, b) <= high <= higher.",
        where=("lower <= low", "high <= higher"),
    ),
    Theorem(
        "a-constant-has-a-range",
        (says("constant", value="?v"),),
        says("lies-between", low="?low", high="?high"),
        "low <= v = m(a, b) <= high.",
        where=("low <= v", "v <= high"),
    ),
    Theorem(
        "a-constant-is-its-value-on-reversed",
        (says("constant", value="?v"),),
        says("value-on-reversed", value="?v"),
        "The reversal is one of the orders.",
    ),
    Theorem(
        "a-constant-is-its-mean",
        (says("constant", value="?v"),),
        says("mean-over-rankings", value="?v"),
        "The sum of n! equal values is n! times the value.",
    ),
    *(
        Theorem(
            f"a-constant-has-{axiom}",
            (says("constant", value="?v"),),
            says(axiom),
            "Both sides are v.",
        )
        for axiom in ("symmetry", "left-invariance", "reversal-invariance", "maximum-at-reversal", "bruhat-monotone")
    ),
    Theorem(
        "a-constant-not-negative-has-the-triangle-inequality",
        (says("constant", value="?v"),),
        says("triangle-inequality"),
        "v <= v + v.",
        where=("v >= 0",),
    ),
    Theorem(
        "a-constant-zero-is-zero-on-equal",
        (says("constant", value="?v"),),
        says("zero-on-equal"),
        "d(a, a) = v = 0.",
        where=("v == 0",),
    ),
    Theorem(
        "a-constant-zero-separates-nothing",
        (says("constant", value="?v"), says("separation"), value()),
        None,
        "Two rankings of two items are not the same, and d(a, b) = v = 0.",
        where=("v == 0", "first <= 2"),
        at=2,
    ),
    Theorem(
        "one-value-on-the-reversal",
        (says("value-on-reversed", value="?v"), says("value-on-reversed", value="?w"), value()),
        None,
        "m(a, reversed a) is one number.",
        where=("v < w", "first <= 2"),
        at=2,
    ),
    Theorem(
        "one-mean",
        (says("mean-over-rankings", value="?v"), says("mean-over-rankings", value="?w"), value()),
        None,
        "The sum over all rankings is one number.",
        where=("v < w", "first <= 2"),
        at=2,
    ),
    Theorem(
        "no-value-on-the-reversal-above-the-range",
        (says("lies-between", low="?low", high="?high"), says("value-on-reversed", value="?v"), value()),
        None,
        "m(a, reversed a) = v is a value, and none is above high.",
        where=("high < v", "first <= 2"),
        at=2,
    ),
    Theorem(
        "no-mean-above-the-range",
        (says("lies-between", low="?low", high="?high"), says("mean-over-rankings", value="?v"), value()),
        None,
        "A mean of values that are at most high is at most high.",
        where=("high < v", "first <= 2"),
        at=2,
    ),
)
