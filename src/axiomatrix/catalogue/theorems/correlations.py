"""Correlations: antisymmetry fixes the reversal, the mean and the range."""

from .theorem import Theorem, says, value

THEOREMS = (
    Theorem(
        "antisymmetry-turns-one-into-minus-one",
        (says("antisymmetry"), says("one-on-equal"), value()),
        says("minus-one-on-reversed"),
        "r(a, reversed a) = -r(a, a) = -1. Kendall 1938.",
    ),
    Theorem(
        "antisymmetry-turns-minus-one-into-one",
        (says("antisymmetry"), says("minus-one-on-reversed"), value()),
        says("one-on-equal"),
        "r(a, a) = -r(a, reversed a) = 1.",
    ),
    Theorem(
        "antisymmetry-has-mean-zero",
        (says("antisymmetry"), value()),
        says("mean-over-rankings", value="0"),
        "Reversing b permutes all rankings, so that the sum over b of r(a, b) is its own negative.",
    ),
    Theorem(
        "a-metric-and-antisymmetry-have-the-range",
        (says("one-minus-triangle"), says("correlation-symmetry"), says("antisymmetry"), value()),
        says("correlation-range"),
        "1 - r is symmetric and has the triangle inequality, hence is not negative: r(a, b) <= 1; and -r(a, b) = "
        "r(a, reversed b) <= 1.",
    ),
    Theorem(
        "minus-one-is-a-value-on-reversed",
        (says("minus-one-on-reversed"),),
        says("value-on-reversed", value="-1"),
        "They say the same.",
    ),
    Theorem(
        "a-value-on-reversed-is-minus-one",
        (says("value-on-reversed", value="-1"),),
        says("minus-one-on-reversed"),
        "They say the same.",
    ),
    Theorem(
        "the-correlation-range-is-a-range",
        (says("correlation-range"),),
        says("lies-between", low="?low", high="?high"),
        "low <= -1 <= r(a, b) <= 1 <= high.",
        where=("low <= -1", "high >= 1"),
    ),
    Theorem(
        "a-range-is-the-correlation-range",
        (says("lies-between", low="?low", high="?high"),),
        says("correlation-range"),
        "-1 <= low <= r(a, b) <= high <= 1.",
        where=("low >= -1", "high <= 1"),
    ),
    Theorem(
        "no-correlation-of-one-item-is-antisymmetric",
        (says("antisymmetry"), says("one-on-equal"), value(first="1")),
        None,
        "The reversal of one item is itself: r(a, a) = -r(a, a) = 0.",
    ),
    Theorem(
        "no-correlation-of-one-item-is-one-and-minus-one",
        (says("one-on-equal"), says("minus-one-on-reversed"), value(first="1")),
        None,
        "The reversal of one item is itself: r(a, a) = 1 and r(a, a) = -1.",
    ),
)
