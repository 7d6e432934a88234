"""Check the worked examples of the slides on top-N metrics: claims TN1, TN2, TN3, TN5, TN6 and TN7 of the ledger.

``@check`` decides a claim; ``@instead`` says what is true in its place, and is shown only where the claim is false. The
claim is stated above its function, or by the first line of the function's docstring, which is printed in the ledger.
``Judged.of`` makes a list of its grades, the first rank first; ``value`` evaluates a metric of the catalogue.
"""

from __future__ import annotations

from itertools import combinations

from ...numbers.exact import log, rational
from ...values.judged import Judged
from ...values.orders import WeakOrder
from ...values.rankings import Ranking
from .check import Result, agree, check, decimal, instead, rounds_to, value

RATINGS = Judged.of([4, 3, 0, 5])
"""The rated list of the slides' DCG example (TN3), the first item first."""


# TN1: the reciprocal rank of a list with its first relevant item at rank 2 is 1/2.
@check("TN1")
def second_item() -> Result:
    """RR of a list whose first relevant item is the second."""
    return agree({"RR": (value("reciprocal-rank", Judged.of([0, 1, 0, 0]), k=4), rational(1, 2))}, "(x, relevant, ...)")


@check("TN2")
def average_precision_of_five() -> Result:
    """AP of relevant, not, relevant, relevant, not is (1 + 2/3 + 3/4)/3."""
    claimed = (1 + rational(2, 3) + rational(3, 4)) / 3
    return agree({"AP": (value("average-precision", Judged.of([1, 0, 1, 1, 0]), k=5), claimed)}, "ranks 1, 3, 4 of 5")


def _dcg_base_two(x: Judged) -> object:
    """Evaluate DCG without a discount up to rank 2, the base ``b``, and with the discount log2 i beyond."""
    return value("dcg[base]", x, k=len(x), b=2)


# TN3: the figures of the DCG example, and the discount of rank 3 that is printed with them.
@check("TN3")
def figures_of_the_example() -> Result:
    """DCG = 9.5, of the perfect order 10.9, nDCG = 0.872."""
    ratio = value("ndcg[base]", RATINGS, k=4, b=2)
    figures = {
        "DCG": (_dcg_base_two(RATINGS), "9.5"),
        "perfect DCG": (_dcg_base_two(RATINGS.ideal), "10.9"),
        "nDCG": (ratio, "0.872"),
    }
    comparisons = [f"{name} = {decimal(exact)} (printed {figure})" for name, (exact, figure) in figures.items()]
    are_right = all(rounds_to(exact, figure) for exact, figure in figures.values())
    return Result.of(are_right, ", ".join(comparisons), data={name: str(exact) for name, (exact, _) in figures.items()})


@check("TN3")
def discount_of_the_example() -> Result:
    """The discount of rank 3, log2 3, is printed as 1.52."""
    return Result.of(rounds_to(log(3, 2), "1.52"), f"log2 3 = {decimal(log(3, 2))}, printed 1.52")


@instead("TN3")
def discount_of_rank_three() -> Result:
    """log2 3 rounds to 1.58, and the printed sums follow from that, not from 1.52."""
    dcg_by_printed = 5 + 4 + 3 / rational("1.52")  # of the perfect order 5, 4, 3, 0
    is_right = (
        rounds_to(log(3, 2), "1.58")
        and rounds_to(_dcg_base_two(RATINGS.ideal), "10.9")
        and not rounds_to(dcg_by_printed, "10.9")
    )
    sentence = "log2 3 = 1.58; the printed 10.9 follows from it, while 3/1.52 would make the perfect DCG "
    return Result.of(is_right, sentence + f"~{float(dcg_by_printed):.2f}")


# TN5: Spearman's correlation punishes all misplacements alike, wherever they are.


def _rho_after_exchange(n: int, i: int, j: int) -> object:
    """Evaluate Spearman's rho between 1..n and the same order with the items at the ranks i and j exchanged."""
    order = list(range(1, n + 1))
    order[i - 1], order[j - 1] = order[j - 1], order[i - 1]
    return value("spearman-rho", Ranking.identity(n), Ranking.from_order(order))


@check("TN5", reading="wherever it is")
def exchange_anywhere() -> Result:
    """Exchanging the items at the ranks i and j costs the same for all i, j of one distance; 1 and 3 cost 11 and 13."""
    # the example of the slides, whose 13 items are too many for all exchanges
    if _rho_after_exchange(13, 1, 3) != _rho_after_exchange(13, 11, 13):
        return Result("fails", f"n = 13: {_rho_after_exchange(13, 1, 3)} and {_rho_after_exchange(13, 11, 13)}")
    for n in range(2, 8):
        for i, j in combinations(range(1, n + 1), 2):
            if _rho_after_exchange(n, i, j) != _rho_after_exchange(n, 1, 1 + j - i):
                return Result("fails", f"n = {n}: exchanging {i} and {j}")
    return Result("holds", "exchanging ranks 1 and 3 or 11 and 13 of 13: the same rho", reach="all exchanges n<=7")


@check("TN5", reading="however far it is")
def exchange_however_far() -> Result:
    """Exchanging neighbours costs what exchanging items further apart costs."""
    near, far = _rho_after_exchange(3, 1, 2), _rho_after_exchange(3, 1, 3)
    return Result.of(near == far, f"n = 3: rho = {near} after exchanging ranks 1 and 2, {far} after exchanging 1 and 3")


# TN6: the half-life alpha is the rank at which a click has probability 1/2.
@check("TN6")
def half_life_rank() -> Result:
    """The discount 2^(-(k-1)/(alpha-1)) of rank alpha is half that of rank 1, for alpha = 2..6."""
    for alpha in range(2, 7):
        first = value("half-life", Judged.of([1] + [0] * (alpha - 1)), alpha=alpha, k=alpha)
        last = value("half-life", Judged.of([0] * (alpha - 1) + [1]), alpha=alpha, k=alpha)
        if 2 * last != first:
            return Result("fails", f"alpha = {alpha}: {last} at rank alpha, {first} at rank 1")
    return Result("holds", "an item at rank alpha counts half of one at rank 1", reach="alpha = 2..6")


@check("TN7")
def mean_rank_of_ties() -> Result:
    """Items tied over the ranks 3, 4, 5, 6 have the rank 9/2 each."""
    order = WeakOrder.of(["a", "b", ["c", "d", "e", "f"]])
    # the middle of an item is the mean of the ranks that it and those tied with it take up
    ranks = {f"rank of {x}": (order.middle(x), rational(9, 2)) for x in "cdef"}
    return agree(ranks, "a > b > c ~ d ~ e ~ f")
