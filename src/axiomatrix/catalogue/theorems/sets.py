"""Judged lists: metrics of sets, levels, cut-offs, and numeric properties that conflict."""

from .lists import WHOLE
from .stated import theorems

IGNORES = "ignores-order-inside-top"

THEOREMS = (
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
        leaves=True,
    ),
)
