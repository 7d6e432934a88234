"""Judged lists: exchanging two items, replacing one, and the ideal list."""

from .theorem import ASKED, Theorem, none, says, value

WHOLE = ("metrics without a cut-off",)
SAME = "Without a cut-off both ask it of the same cases."

THEOREMS = (
    Theorem("strict-swap-is-swap", (says("swap-strict"),), says("swap"), f"{SAME[:-1]}, one strictly.", rows=WHOLE),
    Theorem(
        "strict-replacement-is-replacement",
        (says("replacement-strict"),),
        says("replacement"),
        f"{SAME[:-1]}, one strictly.",
        rows=WHOLE,
    ),
    Theorem(
        "top-weighted-is-swap", (says("top-weightedness"),), says("swap"), f"{SAME[:-1]}, one strictly.", rows=WHOLE
    ),
    Theorem("top-weighted-is-strict-swap", (says("top-weightedness"),), says("swap-strict"), SAME, rows=WHOLE),
    Theorem(
        "strict-swap-is-top-weighted",
        (says("swap-strict"),),
        says("top-weightedness"),
        "Ranks i < j inside the top are a case of strict swap, which asks it of i alone.",
    ),
    Theorem(
        "top-weighted-has-priority",
        (says("top-weightedness"),),
        says("priority"),
        "Priority asks it of neighbours. Amigo, Gonzalo, Verdejo 2013; Moffat 2013.",
    ),
    Theorem(
        "strict-swap-has-priority",
        (says("swap-strict"),),
        says("priority"),
        "Priority asks it of neighbours. Amigo, Gonzalo, Verdejo 2013; Ferrante, Ferro, Maistro 2015.",
    ),
    Theorem(
        "priority-is-top-weighted-of-binary-lists",
        (says("priority"), value(first="1")),
        says("top-weightedness"),
        "Exchanging a 0 at rank i and a 1 at rank j is a chain of exchanges of neighbours 0, 1 between i and j, each "
        "of which raises the score. (Not so with three grades: 1, 0, 2 and 2, 0, 1.)",
        rows=("metrics of binary lists",),
    ),
    Theorem(
        "top-weighted-tells-orders-apart",
        (says("top-weightedness"),),
        says("order-inside-top-matters"),
        "Of the two orders of different grades one has the lower grade first, and less score.",
    ),
    Theorem(
        "convergent-is-strict-replacement",
        (says("convergence"),),
        says("replacement-strict"),
        "A missing item is outside the top.",
    ),
    Theorem(
        "strict-replacement-is-convergent",
        (says("replacement-strict"),),
        says("convergence"),
        "Without a cut-off what is outside the top is missing.",
        rows=WHOLE,
    ),
    Theorem(
        "strict-swap-and-replacement-converge",
        (says("swap-strict"), says("replacement-strict")),
        says("convergence"),
        "What is outside the top is at a rank j > k, a strict swap, or missing, a strict replacement.",
    ),
    Theorem(
        "convergent-and-top-weighted-is-strict-swap",
        (says("convergence"), says("top-weightedness")),
        says("swap-strict"),
        "With i inside the top, j is inside it too, or outside.",
    ),
    Theorem(
        "swap-and-replacement-attain-the-ideal",
        (says("swap"), says("replacement"), value(first="1")),
        says("ideal-attains-maximum"),
        "Replace the lowest listed grade by the highest missing one while that is higher, then exchange items that are "
        "in the wrong order: no step lowers the score, and the last list is the ideal one.",
        rows=("every item is judged",),
        leaves=True,
    ),
    Theorem(
        "a-set-is-indifferent-to-swaps",
        (says("ignores-order-inside-top"),),
        says("swap"),
        "Without a cut-off every exchange is inside the top, and changes nothing.",
        rows=WHOLE,
    ),
    *(
        Theorem(
            f"a-set-has-no-{axiom}",
            (says("ignores-order-inside-top"), says(axiom)),
            none(ASKED, axiom=axiom),
            "An exchange inside the top cannot both change the score and not.",
            rows=rows,
        )
        for axiom, rows in (
            ("order-inside-top-matters", ()),
            ("top-weightedness", ()),
            ("priority", ()),
            ("swap-strict", WHOLE),
        )
    ),
    Theorem(
        "a-set-has-no-deepness",
        (says("ignores-order-inside-top"), says("deepness"), value(first="1")),
        none(ASKED, axiom="deepness"),
        "Both exchanges leave the score of x.",
    ),
    Theorem(
        "levels-are-ignored-or-matter",
        (says("ignores-levels"),),
        none("levels-matter"),
        "One is the negation of the other.",
    ),
    Theorem(
        "levels-matter-or-are-ignored",
        (none("levels-matter"),),
        says("ignores-levels"),
        "One is the negation of the other.",
    ),
    Theorem(
        "complete-sets-are-ideal",
        (says("set-completeness"),),
        says("ideal-is-one"),
        "The ideal order is one of the orders in which everything is shown.",
        rows=WHOLE,
    ),
    Theorem(
        "complete-sets-have-no-priority",
        (says("set-completeness"), says("priority"), value(first="1")),
        None,
        "(0, 1) and (1, 0), all shown, score 1 both.",
        at=2,
    ),
    Theorem(
        "the-ideal-realises-one",
        (says("ideal-is-one"), value(first="1")),
        says("realizability", bound="1"),
        "The ideal order of the collection is one of its orders, and scores 1.",
    ),
    Theorem(
        "a-value-everywhere-is-complete",
        (value(first="1"),),
        says("completeness"),
        "Where nothing is relevant there is a value, too.",
    ),
    Theorem(
        "depth-is-one-more-cut-off",
        (says("monotone-in-cut-off"),),
        says("monotone-in-depth"),
        "With a cut-off k < n, one more item at the end of the top is the cut-off k + 1.",
    ),
    Theorem(
        "confidence-is-not-monotone",
        (says("confidence"), says("monotone-in-depth")),
        none(ASKED, axiom="confidence"),
        "One more irrelevant item at the end lowers the score, and does not.",
        rows=WHOLE,
    ),
    Theorem(
        "gains-double-more-or-less",
        (says("gain-doubles", tolerance="?t", lowest="?l"),),
        says("gain-doubles", tolerance="?wider", lowest="?higher"),
        "A wider tolerance and a higher lowest grade ask less.",
        where=("t <= wider", "l <= higher"),
    ),
    Theorem(
        "numeric-properties-conflict",
        (
            says("boundedness", bound="1"),
            says("realizability", bound="1"),
            says("localization"),
            says("convergence"),
            says("monotone-in-depth"),
            value(first="1"),
        ),
        None,
        "m(1) = 1 is realised by the only order of one relevant item, so that 1 <= m(1, 0) by monotonicity, and "
        "m(1, 0) with a relevant item missing is the same by localization. Fetching that item for the other one raises "
        "the score (convergence) beyond the bound 1. Moffat 2013: no metric has all seven numeric properties.",
        rows=WHOLE,
        at=2,
        leaves=True,
    ),
)
