"""Specialisation: a metric whose parameters are set to a constant is another one, and that keeps what it keeps.

Read backwards: what refutes the special case refutes the metric. Weights 1 and the similarities 1 are in our spaces;
of a space of somebody's own nobody knows.
"""

from .theorem import ATTAINS, Theorem, none, says, value

AT = says("generalizes", other="?o", at="?at")
GIVEN = (AT, value(first="1"))
BOTH = (*GIVEN, says("generalizes", of="p", other="?q", at="?at"), value("p", "1"))
OURS = ("constants are in its spaces",)
SPECIAL = "o is m at one value of the parameters, which is in the space."
RATIO = "The ratio of o and q is that of m and p at one value of the parameters."

THEOREMS = (
    *(
        Theorem(f"{axiom}-at-a-constant", (*GIVEN, says(axiom)), says(axiom, of="o"), SPECIAL, rows=OURS)
        for axiom in (
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
    ),
    Theorem(
        "right-invariance-at-a-constant",
        (*GIVEN, says("right-invariance")),
        says("right-invariance", of="o"),
        f"{SPECIAL} Renaming leaves a constant.",
        rows=OURS,
    ),
    Theorem(
        "a-near-metric-at-a-constant",
        (AT, value(first="1"), none(ATTAINS, quantity="near-metric", value="?v")),
        none(ATTAINS, of="o", quantity="near-metric", value="?v"),
        SPECIAL,
        rows=OURS,
    ),
    Theorem(
        "an-upper-bound-at-a-constant",
        (says("upper-bound", other="?p", factor="?f"), *BOTH),
        says("upper-bound", of="o", other="?q", factor="?f"),
        RATIO,
        rows=OURS,
    ),
    Theorem(
        "a-lower-bound-at-a-constant",
        (says("lower-bound", other="?p", factor="?f"), *BOTH),
        says("lower-bound", of="o", other="?q", factor="?f"),
        RATIO,
        rows=OURS,
    ),
    Theorem(
        "a-ratio-at-a-constant",
        (none(ATTAINS, quantity="ratio", other="?p", value="?v"), *BOTH),
        none(ATTAINS, of="o", quantity="ratio", other="?q", value="?v"),
        RATIO,
        rows=OURS,
    ),
)
