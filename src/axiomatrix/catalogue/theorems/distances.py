"""The axioms of a metric space among themselves; betweenness, which is stronger than most of them."""

from .theorem import ATTAINS, Theorem, none, says, value

THEOREMS = (
    Theorem(
        "non-negativity-of-a-metric",
        (says("triangle-inequality"), says("symmetry"), value()),
        says("non-negativity"),
        "d(a, a) <= d(a, a) + d(a, a), so that 0 <= d(a, a) <= d(a, b) + d(b, a) = 2 d(a, b). (That d(a, a) = 0, as "
        "Frechet 1906 has it, is not needed.)",
    ),
    Theorem(
        "betweenness-is-triangle",
        (says("betweenness"),),
        says("triangle-inequality"),
        "d(a, c) is d(a, b) + d(b, c) where b is between a and c, and less elsewhere.",
    ),
    Theorem(
        "betweenness-is-zero-on-equal",
        (says("betweenness"),),
        says("zero-on-equal"),
        "a is between a and a, so that d(a, a) = 2 d(a, a).",
    ),
    Theorem(
        "betweenness-separates",
        (says("betweenness"), says("symmetry"), value()),
        says("separation"),
        "b != a is not between a and a, so that 0 = d(a, a) < d(a, b) + d(b, a) = 2 d(a, b).",
    ),
    Theorem(
        "betweenness-is-bruhat-monotone",
        (says("betweenness"), says("non-negativity"), value()),
        says("bruhat-monotone"),
        "Let c be b with a pair inverted that a and b have in the same order. Where a and c agree, b agrees with both: "
        "it differs from c in that pair alone, on which a and c disagree. So b is between a and c, and d(a, c) = "
        "d(a, b) + d(b, c) >= d(a, b).",
    ),
    Theorem(
        "triangle-bounds-near-metric",
        (says("triangle-inequality"),),
        none(ATTAINS, quantity="near-metric", value="?v"),
        "The ratio of two sides, the second positive, is more than 1 only where the triangle inequality fails.",
        where=("v > 1",),
    ),
    Theorem(
        "one-minus-triangle-bounds-near-metric",
        (says("one-minus-triangle"),),
        none(ATTAINS, quantity="one-minus-near-metric", value="?v"),
        "The ratio of two sides, the second positive, is more than 1 only where the triangle inequality fails.",
        where=("v > 1",),
    ),
    Theorem(
        "near-a-metric",
        (
            says("lower-bound", other="?o", factor="?f"),
            says("upper-bound", other="?o", factor="?g"),
            says("triangle-inequality", of="o"),
            value(),
            value("o"),
        ),
        none(ATTAINS, quantity="near-metric", value="?v"),
        "d(a, c) <= g o(a, c) <= g (o(a, b) + o(b, c)) <= (g / f) (d(a, b) + d(b, c)). Fagin, Kumar, Sivakumar, "
        "Comparing top k lists, 2003: what lies within constant factors of a metric is a near metric.",
        where=("f > 0", "g >= 0", "v > g / f"),
    ),
)
