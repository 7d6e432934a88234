"""Scale: the degree in a parameter, and what it says of the values."""

from .theorem import Theorem, none, says, value

DEGREE = says("scale-free", parameter="?w", degree="?k")

THEOREMS = (
    Theorem(
        "a-degree-is-a-scale",
        (DEGREE,),
        says("scale-free-normalised", parameter="?w"),
        "c^k d(a, b) d(e, f) on both sides.",
    ),
    Theorem(
        "one-degree",
        (DEGREE, says("scale-free", parameter="?w", degree="?l"), says("separation"), value()),
        None,
        "2^k d = 2^l d has d = 0, which two rankings of two items have not.",
        where=("k < l", "first <= 2"),
        at=2,
    ),
    Theorem(
        "a-degree-changes-the-value",
        (DEGREE, says("separation"), value(), none("richness", parameter="?w")),
        None,
        "d(a, b; 2) = 2^k d(a, b; 1), which is not d(a, b; 1) where that is not 0.",
        where=("k != 0", "first <= 2"),
        at=2,
    ),
    Theorem(
        "what-changes-nothing-has-degree-zero",
        (none("richness", parameter="?w"), value()),
        says("scale-free", parameter="?w", degree="0"),
        "d(a, b; c w) = d(a, b; 1) = d(a, b; w).",
    ),
)
