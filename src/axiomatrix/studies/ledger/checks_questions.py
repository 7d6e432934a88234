"""Check the questions that the sources ask, plan or leave open: medians under F*, clicks, A-corr, averages.

Each function computes one claim of the ledger, which is stated above the function. ``@check`` decides it; ``@instead``
says what is true in its place, and is shown only where the claim is false. Findings are ``holds``, ``fails``,
``instance`` (an example of what the claim says exists) and ``open`` (not decided). The claims are among those in
:data:`.statements.QUESTIONS`. The first line of a docstring is printed in the ledger.

K* and F* are Kendall's distance and the footrule with element weights w, distances D between items (the source calls
them similarities) and swap costs. A-corr is a correlation of two lists by areas; of one list, with its ideal order.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, combinations, pairwise, permutations, product
from typing import Any

import numpy as np

from ...numbers.exact import rational
from ...spaces import all_rankings
from ...values.judged import Judged
from ...values.parameters import ElementWeights, Heights
from ...values.rankings import Ranking
from ...values.retrieval import Retrieval
from .check import Result, agree, check, instead, value

MAX_ITEMS = 6
"""Most items for which all rankings or lists are enumerated."""
LIST_LENGTH, RELEVANT_COUNT = 8, 4
"""Items of the binary lists over which a correlation is computed, and how many of them are relevant."""


# --- Kumar and Vassilvitskii ---


# KV19: a median under F*, a ranking of least total distance, is hard to find.
@check("KV19")
def best_input_under_general_footrule() -> list[Result]:
    """Factors of a simple algorithm for F*: the best of the rankings that are given."""
    from ..aggregate.general import best_input_with_swap_costs, general_claims  # late: they load scipy

    # m is the number of inputs, the rankings to aggregate; the factor bounds the cost over the least cost
    claims = {claim.id: claim for claim in general_claims()}
    unit_costs = claims["best-input-for-footrule-general"]  # proved: within 2 - 2/m of the least F*
    with_costs = best_input_with_swap_costs()  # only the worst ratio found
    return [
        Result.of(
            unit_costs.holds,
            f"Less daunting than it appears. {unit_costs.statement} Of m inputs the factor is 2 - 2/m: with swap costs "
            "1 F* is an L1 distance, so that it has the triangle inequality. Worst ratio found "
            f"{unit_costs.worst.ratio}, over {unit_costs.reach}: {unit_costs.worst.instance}",
            "small profiles",
            {"ratio": str(unit_costs.worst.ratio)},
        ),
        Result(  # a ratio above 2 is beyond the factor 2 - 2/m of every m: an example of what makes F* hard
            "instance" if with_costs.ratio > 2 else "holds",
            f"With swap costs 1 and 4 the best of 3 inputs costs {with_costs.ratio} times the least F*: "
            f"{with_costs.instance}",
            data={"ratio": str(with_costs.ratio)},
        ),
        Result(
            "open",
            "whether a median under F* with unequal w or D is NP-hard to find, and whether F* has an algorithm whose "
            "factor does not depend on the swap costs",
        ),
    ]


# KV20: an inverted pair costs the product of the weights if an item of weight w stands for w items.
@check("KV20")
def weight_of_an_inverted_pair() -> Result:
    """Two items with weights 1 to 4 are exchanged: w_i w_j copies are inverted, and the means say otherwise."""
    a, b = Ranking.identity(2), Ranking.from_order([2, 1])
    means = ("arithmetic", "geometric", "harmonic")
    differences: dict[str, str] = {}
    for w_1, w_2 in product(range(1, 5), repeat=2):
        w = ElementWeights.of([w_1, w_2])
        copies = Ranking.identity(w_1 + w_2)  # item 1 as w_1 items, then item 2 as w_2 items
        exchanged = Ranking.from_order([*range(w_1 + 1, w_1 + w_2 + 1), *range(1, w_1 + 1)])
        inverted = value("kendall", copies, exchanged)
        if value("kendall-element", a, b, w=w) != inverted:
            return Result("fails", f"weights {w_1} and {w_2}: the product is not {inverted}")
        for mean in means:
            cost = value(f"kendall-element-mean[{mean}]", a, b, w=w)
            if cost != inverted:  # the first example of each mean is kept
                differences.setdefault(mean, f"the {mean} mean of {w_1} and {w_2} is {cost}, not {inverted}")
    sentence = f"the product w_i w_j is the number of inverted copies; {'; '.join(differences.values())}"
    return Result.of(len(differences) == len(means), sentence, "integer weights 1..4")


# KV16: on clicks of users, weighted footrule and Kendall distances correlate.
@check("KV16")
def simulated_clicks() -> Result:
    """K* against F* on simulated clicks, with element weights, DCG's swap costs and similarities."""
    from ..correlate.kv16 import clicked, compared_on_clicks, simulated_queries  # late: no other check needs it

    relevance = simulated_queries(n=10, queries=2000, exponent=1.0, seed=0)
    order_by_clicks = clicked(relevance, "position-based", clicks_per_query=1000, seed=0)
    compared = compared_on_clicks(relevance, order_by_clicks)
    data = {comparison.weights: f"{comparison.pearson:.3f}" for comparison in compared}
    sentence = "Pearson's coefficient of F* and K*, by the weights that are not 1: "
    return Result.of(
        all((comparison.pearson or 0) > 0 for comparison in compared),  # None if a distance is constant
        sentence + ", ".join(f"{weights} {coefficient}" for weights, coefficient in data.items()),
        "simulated clicks: 2,000 queries of 10 results",
        data,
    )


# --- Di Nunzio and Silvello: A-corr ---


def _binary_lists(n: int, relevant: int) -> list[Judged]:
    """Return all binary lists of n items with ``relevant`` relevant ones, sorted by the positions of these."""
    return [Judged.of([int(k in positions) for k in range(n)]) for positions in combinations(range(n), relevant)]


def relative_positions(x: Judged) -> list[Any]:
    """Return the cumulated relative position at each rank (Angelini et al. 2012).

    In the ideal list the documents of one grade have consecutive ranks. The relative position of a document at rank j
    is 0 if j is one of them. If it comes too late, it is j minus the last of them (positive), and if it comes too
    early, j minus the first of them (negative).
    """
    ideal_ranks: dict[Any, list[int]] = {}
    for j, grade in enumerate(sorted(x.grades, reverse=True), 1):
        ideal_ranks.setdefault(grade, []).append(j)
    relative = (max(j - ideal_ranks[g][-1], 0) + min(j - ideal_ranks[g][0], 0) for j, g in enumerate(x.grades, 1))
    return list(accumulate(relative))


def _acorr(x: Judged) -> Any:
    """Return A-corr of a list and its ideal order."""
    return value("area-correlation[relevance]", x)


def _pearson(x: Sequence[Any], y: Sequence[Any]) -> float:
    """Compute Pearson's coefficient in floats: no comparison of the values depends on the last digits."""
    return float(np.corrcoef(list(map(float, x)), list(map(float, y)))[0, 1])


# PA9: A-corr says of a list what its cumulated relative position says.
@check("PA9")
def same_relative_position() -> Result:
    """The smallest two lists of one collection with one cumulated relative position and different A-corr."""
    for n in range(2, MAX_ITEMS + 1):
        for relevant in range(1, n):
            first_with_position: dict[Any, Judged] = {}
            for x in _binary_lists(n, relevant):
                position = relative_positions(x)[-1]  # cumulated over the whole list
                earlier = first_with_position.setdefault(position, x)
                if _acorr(x) != _acorr(earlier):
                    sentence = (
                        f"{earlier} and {x} both have the cumulated relative position {position}; A-corr is "
                        f"{_acorr(earlier)} and {_acorr(x)}"
                    )
                    return Result("fails", sentence, data={"n": str(n)})
    return Result("holds", "no two lists", f"binary lists n <= {MAX_ITEMS}")


@instead("PA9")
def areas_go_together() -> Result:
    """Correlate A-corr with the sum over the ranks of the cumulated relative position."""
    lists = _binary_lists(LIST_LENGTH, RELEVANT_COUNT)
    coefficient = _pearson([_acorr(x) for x in lists], [sum(relative_positions(x)) for x in lists])
    sentence = (
        f"A-corr and the cumulated relative position summed over all ranks go together and are not the same: over the "
        f"{len(lists)} lists of {LIST_LENGTH} items, {RELEVANT_COUNT} of them relevant, Pearson's coefficient is "
        f"{coefficient:.3f}"
    )
    return Result.of(0 < coefficient < 1, sentence)


# PA10: an exchange of neighbours always changes A-corr, never by much, and A-corr goes along with AP and Kendall.
@check("PA10")
def exchanges_of_neighbours() -> Result:
    """What an exchange of neighbours changes lies within the bounds, which are attained.

    The bounds are the formula of the sentence below at |a(x) - a(y)| = 1 and n - 1.
    """
    for n in range(2, MAX_ITEMS + 1):
        a = Ranking.identity(n)
        changes = {
            abs(value("area-correlation[full]", a, b) - value("area-correlation[full]", a, b.swapped(i)))
            for b in all_rankings(n)
            for i in range(1, n)
        }
        bounds = rational(6, n * (n * n - 1)), rational(6, n * (n + 1))
        if (min(changes), max(changes)) != bounds:
            return Result("fails", f"n = {n}: {min(changes)} to {max(changes)}, not {bounds[0]} to {bounds[1]}")
    sentence = (
        "an exchange of the neighbours x, y of b changes A-corr by 6 |a(x) - a(y)| / (n (n^2 - 1)): never by 0, and by "
        "at most 6/(n (n + 1))"
    )
    return Result("holds", sentence, f"all rankings n <= {MAX_ITEMS}")


@check("PA10")
def correlation_with_other_measures() -> Result:
    """Pearson's coefficients of A-corr with AP and with the inversions of relevance, over binary lists.

    The source asks how they go together and names no figure, so that the coefficients are the answer. Inversions are
    counted with a minus, as fewer of them are better.
    """
    lists = _binary_lists(LIST_LENGTH, RELEVANT_COUNT)
    acorr = [_acorr(x) for x in lists]
    data = {
        "AP": f"{_pearson(acorr, [value('average-precision[whole]', x) for x in lists]):.3f}",
        "Kendall": f"{_pearson(acorr, [-value('kendall-relevance', x) for x in lists]):.3f}",
    }
    sentence = f"Pearson's coefficient of A-corr with AP is {data['AP']}, with Kendall's inversions {data['Kendall']}"
    return Result("holds", sentence, f"all lists of {LIST_LENGTH} items, {RELEVANT_COUNT} of them relevant", data)


# PA11: with heights that fall from rank to rank, A-corr counts the top of the list more.
@check("PA11")
def heights_that_fall() -> Result:
    """With heights 1/k an exchange costs less at each further rank, and with heights 1 the same."""
    for n in range(3, MAX_ITEMS + 1):
        a = Ranking.identity(n)
        h = Heights.of([rational(1, k) for k in range(1, n + 1)])
        with_falling = [value("area-correlation[heights]", a, a.swapped(i), h=h) for i in range(1, n)]
        with_ones = {value("area-correlation[full]", a, a.swapped(i)) for i in range(1, n)}
        rises = all(higher < lower for higher, lower in pairwise(with_falling))  # from each exchange to the next down
        if not rises or len(with_ones) != 1:
            return Result("fails", f"n = {n}: {', '.join(map(str, with_falling))}")
    sentence = "with heights 1/k A-corr rises from each exchange to the next one down; with heights 1 it is the same"
    return Result("holds", sentence, f"n <= {MAX_ITEMS}")


# --- preference learning ---

EXAMPLES = ((Ranking.identity(2), Ranking.from_order([2, 1])), (Ranking.identity(3), Ranking.identity(3)))
"""Two examples of different sizes, each two rankings: one pair of items exchanged, and three pairs that agree."""


def _mean_and_pooled_tau(examples: Sequence[tuple[Ranking, Ranking]]) -> tuple[Any, Any]:
    """Return (mean of tau over the examples, tau of all their pairs of items together)."""
    mean = sum(value("kendall-tau", a, b) for a, b in examples) / len(examples)
    pairs = sum(a.n * (a.n - 1) for a, _ in examples) / rational(2)
    return mean, 1 - 2 * sum(value("kendall", a, b) for a, b in examples) / pairs


# PL14: averaging a measure over examples is measuring all their pairs together. In label ranking every example ranks
# the same labels; in object ranking each has its own set.
@check("PL14", reading="label ranking")
def labels_of_all_examples() -> Result:
    """The mean of tau over two examples of the same labels is tau of all pairs of both."""
    for n in (2, 3, 4):
        a = Ranking.identity(n)
        for b in all_rankings(n):
            for c in all_rankings(n):
                mean, pooled = _mean_and_pooled_tau([(a, b), (a, c)])
                if mean != pooled:
                    return Result("fails", f"{b} and {c}: the mean is {mean}, of all pairs {pooled}")
    return Result("holds", "the mean over examples is the value of all pairs together", "two examples, n <= 4")


@check("PL14", reading="object ranking")
def sets_of_different_sizes() -> Result:
    """The mean of tau over sets of 2 and of 3 objects is not tau of all their pairs."""
    mean, pooled = _mean_and_pooled_tau(EXAMPLES)
    sentence = f"2 objects turned around and 3 in order: the mean is {mean}, of all pairs {pooled}"
    return Result.of(mean == pooled, sentence)


@instead("PL14")
def weighted_by_pairs() -> Result:
    """The mean weighted by the number of pairs is the value of all pairs together."""
    pair_counts = [rational(a.n * (a.n - 1), 2) for a, _ in EXAMPLES]
    taus = [value("kendall-tau", a, b) for a, b in EXAMPLES]
    weighted = sum(count * tau for count, tau in zip(pair_counts, taus, strict=True)) / sum(pair_counts)
    _, pooled = _mean_and_pooled_tau(EXAMPLES)
    sentence = "weighted by the number of pairs of each set, the mean is that of all pairs together"
    return agree({"weighted mean": (weighted, pooled)}, sentence)


# --- top-N metrics ---


# TN8: rank effectiveness compares the order of the rated items alone, so that other items do not matter.
@check("TN8")
def items_without_a_rating() -> Result:
    """An item without a rating is put into each list of rated items, at each rank; no value changes."""
    for grades in product((0, 1, 2), repeat=3):
        rated = dict(zip("abc", grades, strict=True))  # the grade of each rated item
        if len(set(grades)) == 1:  # the metric compares grades: it has no value if all are equal
            continue
        for length in range(4):
            for order in permutations("abc", length):
                expected = value("rank-effectiveness", Retrieval.of(order, relevant=rated))
                for k in range(length + 1):
                    with_unrated = Retrieval.of([*order[:k], "unrated", *order[k:]], relevant=rated)
                    if (computed := value("rank-effectiveness", with_unrated)) != expected:
                        return Result("fails", f"{with_unrated}: {computed}, not {expected}")
    return Result("holds", "an item without a rating changes no value", "lists of three rated items, grades 0..2")
