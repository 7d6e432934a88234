"""Theorems about scores of judged lists, of means over queries, and of ties."""

from .theorem import theorems

# Judged lists: exchanging two items, replacing one, and the ideal list.
WHOLE = "metrics without a cut-off"
SAME = "Without a cut-off both ask it of the same cases"

EXCHANGES = (
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
        proof_leaves_enumeration=True,
    ),
)

# Judged lists: metrics of sets, levels, cut-offs, and numeric properties that conflict.
IGNORES = "ignores-order-inside-top"

SETS = (
    *theorems(
        f"""
a-set-is-indifferent-to-swaps: {IGNORES} => swap, for {WHOLE}
    Without a cut-off every exchange is inside the top, and changes nothing.
""",
        *(
            f"a-set-has-no-{axiom}: {IGNORES} and {axiom} => no asked(axiom={axiom}){of}\n"
            "    An exchange inside the top cannot both change the score and not."
            for axiom, of in (
                ("order-inside-top-matters", ""),
                ("top-weightedness", ""),
                ("priority", ""),
                ("swap-strict", f", for {WHOLE}"),
            )
        ),
        f"""
a-set-has-no-deepness: {IGNORES} and deepness and has-a-value(first=1) => no asked(axiom=deepness)
    Both exchanges leave the score of x.
levels-are-ignored-or-matter: ignores-levels => no levels-matter
    One is the negation of the other.
levels-matter-or-are-ignored: no levels-matter => ignores-levels
    One is the negation of the other.
complete-sets-are-ideal: set-completeness => ideal-is-one, for {WHOLE}
    The ideal order is one of the orders in which everything is shown.
complete-sets-have-no-priority: set-completeness and priority and has-a-value(first=1) never hold together
(shown at n = 2)
    (0, 1) and (1, 0), all shown, score 1 both.
the-ideal-realises-one: ideal-is-one and has-a-value(first=1) => realizability(bound=1)
    The ideal order of the collection is one of its orders, and scores 1.
a-value-everywhere-is-complete: has-a-value(first=1) => completeness
    Where nothing is relevant there is a value, too.
depth-is-one-more-cut-off: monotone-in-cut-off => monotone-in-depth
    With a cut-off k < n, one more item at the end of the top is the cut-off k + 1.
confidence-is-not-monotone: confidence and monotone-in-depth => no asked(axiom=confidence), for {WHOLE}
    One more irrelevant item at the end lowers the score, and does not.
gains-double-more-or-less: gain-doubles(tolerance=?t, lowest=?l) => gain-doubles(tolerance=?wider, lowest=?higher),
for t <= wider, l <= higher
    A wider tolerance and a higher lowest grade ask less.
""",
    ),
    *theorems(
        f"""
numeric-properties-conflict: boundedness(bound=1) and realizability(bound=1) and localization and convergence and
monotone-in-depth and has-a-value(first=1) never hold together (shown at n = 2), for {WHOLE}
    m(1) = 1 is realised by the only order of one relevant item, so that 1 <= m(1, 0) by monotonicity, and m(1, 0) with
    a relevant item missing is the same by localization. Fetching that item for the other one raises the score
    (convergence) beyond the bound 1. Moffat 2013: no metric has all seven numeric properties.
""",
        proof_leaves_enumeration=True,
    ),
)

# Ranges of scores, means over queries, ties, and reductions of metrics to binary lists.
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

RANGES = (
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
        proof_leaves_enumeration=True,
    ),
)

THEOREMS = (*EXCHANGES, *SETS, *RANGES)
