"""Check claims of single papers: figures and special cases of top-down correlation (IC), tau_x (EM), Q-measure (SQ).

Each function computes one claim of the ledger, which is stated above the function. The letters, such as IC, name the
source of a claim. ``@check`` decides it: its finding is ``holds`` or ``fails``, and ``reach`` says how far the check
went. The first line of a docstring is printed in the ledger. ``value`` evaluates a metric of the catalogue. A list
``x`` has the grade ``x[i]`` at rank i, and R relevant items.
"""

from __future__ import annotations

from itertools import combinations, pairwise

from ...numbers.exact import fraction, rational
from ...spaces import all_rankings, binary_list, weak_order
from ...values.rankings import Ranking
from .check import Result, agree, check, value

PRINTED_LIMIT = "-0.645"
"""The least value for large n, 1 - pi^2/6, as the paper prints it."""
MAX_ITEMS_REVERSED = 40
"""Most items for which the value of the reversal is computed."""


def _value_of_reversal(n: int) -> object:
    """Return the top-down correlation of n items and their reversal."""
    return value("top-down-correlation", Ranking.identity(n), Ranking.identity(n).reversed())


# IC2: the least value is -1 for two items only; it rises with their number and tends to 1 - pi^2/6 = -0.645.
@check("IC2")
def reversal_of_three() -> Result:
    """Of three items upside down, with scores 11/6, 5/6 and 1/3, the value is (2 (11/6)(1/3) + 25/36 - 3) / (7/6)."""
    # the top-down correlation compares scores: an item at rank i of n has 1/i + 1/(i + 1) + ... + 1/n
    three_items = (2 * rational(11, 6) * rational(1, 3) + rational(25, 36) - 3) / rational(7, 6)
    comparisons = {"n = 2": (_value_of_reversal(2), rational(-1)), "n = 3": (_value_of_reversal(3), three_items)}
    return agree(comparisons, "upside down")


@check("IC2")
def least_value() -> Result:
    """The reversal has the least value, which rises with n and stays below 1 - pi^2/6."""
    for n in range(2, 6):
        a = Ranking.identity(n)
        least = min(fraction(value("top-down-correlation", a, b)) for b in all_rankings(n))
        if least != fraction(_value_of_reversal(n)):
            return Result("fails", f"n = {n}: the least value is {least}, of the reversal {_value_of_reversal(n)}")
    values = [fraction(_value_of_reversal(n)) for n in range(2, MAX_ITEMS_REVERSED + 1)]
    rises = all(smaller < larger for smaller, larger in pairwise(values))
    last = values[-1]
    sentence = (
        f"upside down it rises from -1 (n = 2) to {float(last):.4f} (n = {MAX_ITEMS_REVERSED}), below {PRINTED_LIMIT}"
    )
    return Result.of(
        rises and last < fraction(rational(PRINTED_LIMIT)), sentence, f"least of all n<=5; n<={MAX_ITEMS_REVERSED}"
    )


# EM2: 1 - tau_x is a multiple of the distance of Kemeny and Snell.
@check("EM2")
def multiple_of_the_distance() -> Result:
    """tau_x is 1 - 2 d / (n (n - 1)), d the distance of Kemeny and Snell: over pairs, how far the preference moves."""
    for n in (2, 3, 4):
        orders = list(weak_order.enumerate(n))
        for a in orders:
            for b in orders:
                moved = sum(  # the preference between x and y is 1, -1, or 0 for a tie
                    abs((a.prefers(x, y) - a.prefers(y, x)) - (b.prefers(x, y) - b.prefers(y, x)))
                    for x, y in combinations(a.items, 2)
                )
                if value("kendall-tau-x", a, b) != 1 - rational(2 * moved, n * (n - 1)):
                    return Result("fails", f"a = {a}, b = {b}: the distance is {moved}")
    return Result("holds", "tau_x = 1 - 2 d / (n (n - 1)) with the distance d", reach="all pairs of orders n<=4")


# SQ2: with one level of relevance, and no relevant item below rank R, the Q-measure is average precision.
@check("SQ2")
def q_measure_of_binary_lists() -> Result:
    """On binary lists without a relevant item below rank R, with beta = 1 and 1/2, the two are equal."""
    count = 0
    for n in range(1, 6):
        for x in binary_list.enumerate(n):
            if x.R == 0 or any(x[i] > 0 for i in x.ranks() if i > x.R):
                continue
            for beta in (rational(1), rational(1, 2)):  # a parameter of the Q-measure: how much grades count
                count += 1
                if value("q-measure", x, beta=beta) != value("average-precision[whole]", x):
                    return Result("fails", f"x = {x}, beta = {beta}: the two differ")
    return Result("holds", f"Q = AP in all {count} cases", reach="all such binary lists n<=5")
