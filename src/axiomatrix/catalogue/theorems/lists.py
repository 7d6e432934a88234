"""Judged lists: exchanging two items, replacing one, and the ideal list."""

from .stated import theorems

WHOLE = "metrics without a cut-off"
SAME = "Without a cut-off both ask it of the same cases"

THEOREMS = (
    *theorems(f"""
strict-swap-is-swap: swap-strict => swap, for {WHOLE}
    {SAME}, one strictly.
strict-replacement-is-replacement: replacement-strict => replacement, for {WHOLE}
    {SAME}, one strictly.
top-weighted-is-swap: top-weightedness => swap, for {WHOLE}
    {SAME}, one strictly.
top-weighted-is-strict-swap: top-weightedness => swap-strict, for {WHOLE}
    {SAME}.
strict-swap-is-top-weighted: swap-strict => top-weightedness
    Ranks i < j inside the top are a case of strict swap, which asks it of i alone.
top-weighted-has-priority: top-weightedness => priority
    Priority asks it of neighbours. Amigo, Gonzalo, Verdejo 2013; Moffat 2013.
strict-swap-has-priority: swap-strict => priority
    Priority asks it of neighbours. Amigo, Gonzalo, Verdejo 2013; Ferrante, Ferro, Maistro 2015.
priority-is-top-weighted-of-binary-lists: priority and has-a-value(first=1) => top-weightedness,
for metrics of binary lists
    Exchanging a 0 at rank i and a 1 at rank j is a chain of exchanges of neighbours 0, 1 between i and j, each of which
    raises the score. (Not so with three grades: 1, 0, 2 and 2, 0, 1.)
top-weighted-tells-orders-apart: top-weightedness => order-inside-top-matters
    Of the two orders of different grades one has the lower grade first, and less score.
convergent-is-strict-replacement: convergence => replacement-strict
    A missing item is outside the top.
strict-replacement-is-convergent: replacement-strict => convergence, for {WHOLE}
    Without a cut-off what is outside the top is missing.
strict-swap-and-replacement-converge: swap-strict and replacement-strict => convergence
    What is outside the top is at a rank j > k, a strict swap, or missing, a strict replacement.
convergent-and-top-weighted-is-strict-swap: convergence and top-weightedness => swap-strict
    With i inside the top, j is inside it too, or outside.
"""),
    *theorems(
        """
swap-and-replacement-attain-the-ideal: swap and replacement and has-a-value(first=1) => ideal-attains-maximum,
for every item is judged
    Replace the lowest listed grade by the highest missing one while that is higher, then exchange items that are in the
    wrong order: no step lowers the score, and the last list is the ideal one.
""",
        leaves=True,
    ),
)
