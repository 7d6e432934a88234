"""Checks of what the sources ask, plan or leave open: medians under F*, clicks, A-corr, averages over examples."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, combinations, permutations, product
from typing import Any

import numpy as np

from ...numbers.exact import rational
from ...spaces import all_rankings
from ...values.judged import Judged
from ...values.parameters import ElementWeights, Heights
from ...values.rankings import Ranking
from ...values.retrieval import Retrieval
from .check import Result, agree, check, instead, value

LARGEST = 6
"""The most items of which all rankings are gone through."""
LIST, RELEVANT = 8, 4
"""The length of the binary lists that are gone through, and how many of their items are relevant."""


# --- Kumar and Vassilvitskii ---


@check("KV19")
def best_input_under_general_footrule() -> list[Result]:
    """Factors of a simple algorithm for F*: the best of the rankings that are given."""
    from ..aggregate.general import (
        best_input_with_swap_costs,  # they load scipy
        general_claims,  # they load scipy
    )

    claims = {claim.id: claim for claim in general_claims()}
    easy, beyond = claims["best-input-for-footrule-general"], best_input_with_swap_costs()
    return [
        Result.of(
            easy.holds,
            f"Less daunting than it appears. {easy.statement} Of m inputs the factor is 2 - 2/m: with swap costs 1 F* "
            f"is an L1 distance, so that it has the triangle inequality. Worst ratio found {easy.worst.ratio}, over "
            f"{easy.reach}: {easy.worst.instance}",
            "small profiles",
            {"ratio": str(easy.worst.ratio)},
        ),
        Result(
            "instance" if beyond.ratio > 2 else "holds",
            f"With swap costs 1 and 4 the best of 3 inputs costs {beyond.ratio} times the least F*: {beyond.instance}",
            data={"ratio": str(beyond.ratio)},
        ),
        Result(
            "open",
            "whether a median under F* with unequal w or D is NP-hard to find, and whether F* has an algorithm whose "
            "factor does not depend on the swap costs",
        ),
    ]


@check("KV20")
def weight_of_an_inverted_pair() -> Result:
    """Two items with weights 1 to 4 are exchanged: w_i w_j copies are inverted, and the means say otherwise."""
    a, b = Ranking.identity(2), Ranking.from_order([2, 1])
    means = ("arithmetic", "geometric", "harmonic")
    wrong: dict[str, str] = {}
    for first in range(1, 5):
        for second in range(1, 5):
            w = ElementWeights.of([first, second])
            one = Ranking.identity(first + second)
            copies = Ranking.from_order([*range(first + 1, first + second + 1), *range(1, first + 1)])
            inverted = value("kendall", one, copies)
            if value("kendall-element", a, b, w=w) != inverted:
                return Result("fails", f"weights {first} and {second}: the product is not {inverted}")
            for mean in means:
                if (paid := value(f"kendall-element-mean[{mean}]", a, b, w=w)) != inverted:
                    wrong.setdefault(mean, f"the {mean} mean of {first} and {second} is {paid}, not {inverted}")
    sentence = f"the product w_i w_j is the number of inverted copies; {'; '.join(wrong.values())}"
    return Result.of(len(wrong) == len(means), sentence, "integer weights 1..4")


@check("KV16")
def simulated_clicks() -> Result:
    """K* against F* on simulated clicks, with element weights, DCG's swap costs and similarities."""
    from ..correlate.kv16 import clicked, compared_on_clicks, simulated_queries

    relevance = simulated_queries(10, 2000, 1.0, 0)
    compared = compared_on_clicks(relevance, clicked(relevance, "position-based", 1000, 0))
    data = {one.weights: f"{one.pearson:.3f}" for one in compared}
    sentence = "Pearson's coefficient of F* and K*, by the weights that are not 1: "
    return Result.of(
        all((one.pearson or 0) > 0 for one in compared),
        sentence + ", ".join(f"{weights} {coefficient}" for weights, coefficient in data.items()),
        "simulated clicks: 2,000 queries of 10 results",
        data,
    )


# --- Di Nunzio and Silvello ---


def _binary_lists(n: int, relevant: int) -> list[Judged]:
    """All orders of a collection with so many relevant items, in the order of the places of these."""
    return [Judged.of([int(k in places) for k in range(n)]) for places in combinations(range(n), relevant)]


def relative_positions(x: Judged) -> list[Any]:
    """The cumulated relative position at each rank (Angelini et al. 2012).

    The relative position of the document at rank j is 0 if a document of its grade stands at rank j of the ideal list,
    j less the last of these ranks behind them (too late), and j less the first of them ahead (too early, negative).
    """
    places: dict[Any, list[int]] = {}
    for j, grade in enumerate(sorted(x.grades, reverse=True), 1):
        places.setdefault(grade, []).append(j)
    steps = (max(j - places[g][-1], 0) + min(j - places[g][0], 0) for j, g in enumerate(x.grades, 1))
    return list(accumulate(steps))


def _acorr(x: Judged) -> Any:
    return value("area-correlation[relevance]", x)


@check("PA9")
def same_relative_position() -> Result:
    """The smallest two lists of one collection with one cumulated relative position and different A-corr."""
    for n in range(2, LARGEST + 1):
        for relevant in range(1, n):
            known: dict[Any, Judged] = {}
            for x in _binary_lists(n, relevant):
                z = known.setdefault(relative_positions(x)[-1], x)
                if _acorr(x) != _acorr(z):
                    return Result(
                        "fails",
                        f"{z} and {x} both have the cumulated relative position {relative_positions(x)[-1]}; A-corr is "
                        f"{_acorr(z)} and {_acorr(x)}",
                        data={"n": str(n)},
                    )
    return Result("holds", "no two lists", f"binary lists n <= {LARGEST}")


@instead("PA9")
def areas_go_together() -> Result:
    """Correlate A-corr with the sum over the ranks of the cumulated relative position."""
    lists = _binary_lists(LIST, RELEVANT)
    coefficient = _pearson([_acorr(x) for x in lists], [sum(relative_positions(x)) for x in lists])
    sentence = (
        f"A-corr and the cumulated relative position summed over all ranks go together and are not the same: over the "
        f"{len(lists)} lists of {LIST} items, {RELEVANT} of them relevant, Pearson's coefficient is {coefficient:.3f}"
    )
    return Result.of(0 < coefficient < 1, sentence)


@check("PA10")
def exchanges_of_neighbours() -> Result:
    """What an exchange of neighbours changes lies within the bounds, which are attained."""
    for n in range(2, LARGEST + 1):
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
    return Result("holds", sentence, f"all rankings n <= {LARGEST}")


@check("PA10")
def correlation_with_other_measures() -> Result:
    """Pearson's coefficients of A-corr with AP and with the inversions of relevance, over binary lists."""
    lists = _binary_lists(LIST, RELEVANT)
    acorr = [_acorr(x) for x in lists]
    data = {
        "AP": f"{_pearson(acorr, [value('average-precision[whole]', x) for x in lists]):.3f}",
        "Kendall": f"{_pearson(acorr, [-value('kendall-relevance', x) for x in lists]):.3f}",
    }
    sentence = f"Pearson's coefficient of A-corr with AP is {data['AP']}, with Kendall's inversions {data['Kendall']}"
    return Result("holds", sentence, f"all lists of {LIST} items, {RELEVANT} of them relevant", data)


def _pearson(x: Sequence[Any], y: Sequence[Any]) -> float:
    return float(np.corrcoef([float(one) for one in x], [float(one) for one in y])[0, 1])


@check("PA11")
def heights_that_fall() -> Result:
    """With heights 1/k an exchange costs less at each further rank, and with heights 1 the same."""
    for n in range(3, LARGEST + 1):
        a = Ranking.identity(n)
        h = Heights.of([rational(1, k) for k in range(1, n + 1)])
        weighted = [value("area-correlation[heights]", a, a.swapped(i), h=h) for i in range(1, n)]
        flat = {value("area-correlation[full]", a, a.swapped(i)) for i in range(1, n)}
        if sorted(set(weighted)) != weighted or len(flat) != 1:
            return Result("fails", f"n = {n}: {', '.join(map(str, weighted))}")
    sentence = "with heights 1/k A-corr rises from each exchange to the next one down; with heights 1 it is the same"
    return Result("holds", sentence, f"n <= {LARGEST}")


# --- preference learning ---

EXAMPLES = ((Ranking.identity(2), Ranking.from_order([2, 1])), (Ranking.identity(3), Ranking.identity(3)))
"""Two examples of different sizes: one pair turned around, and three pairs that agree."""


def _pooled(examples: Sequence[tuple[Ranking, Ranking]]) -> tuple[Any, Any]:
    """The mean of tau over the examples, and tau of all their pairs together."""
    mean = sum(value("kendall-tau", a, b) for a, b in examples) / len(examples)
    pairs = sum(a.n * (a.n - 1) for a, _ in examples) / rational(2)
    return mean, 1 - 2 * sum(value("kendall", a, b) for a, b in examples) / pairs


@check("PL14", reading="label ranking")
def labels_of_all_examples() -> Result:
    """The mean of tau over two examples of the same labels is tau of all pairs of both."""
    for n in (2, 3, 4):
        a = Ranking.identity(n)
        for b in all_rankings(n):
            for c in all_rankings(n):
                mean, pooled = _pooled([(a, b), (a, c)])
                if mean != pooled:
                    return Result("fails", f"{b} and {c}: the mean is {mean}, of all pairs {pooled}")
    return Result("holds", "the mean over examples is the value of all pairs together", "two examples, n <= 4")


@check("PL14", reading="object ranking")
def sets_of_different_sizes() -> Result:
    """The mean of tau over sets of 2 and of 3 objects is not tau of all their pairs."""
    mean, pooled = _pooled(EXAMPLES)
    sentence = f"2 objects turned around and 3 in order: the mean is {mean}, of all pairs {pooled}"
    return Result.of(mean == pooled, sentence)


@instead("PL14")
def weighted_by_pairs() -> Result:
    """The mean weighted by the number of pairs is the value of all pairs together."""
    weights = [rational(a.n * (a.n - 1), 2) for a, _ in EXAMPLES]
    weighted = sum(p * value("kendall-tau", a, b) for p, (a, b) in zip(weights, EXAMPLES, strict=True)) / sum(weights)
    _, pooled = _pooled(EXAMPLES)
    sentence = "weighted by the number of pairs of each set, the mean is that of all pairs together: "
    return agree({"weighted mean": (weighted, pooled)}, sentence.removesuffix(": "))


# --- top-N metrics ---


@check("TN8")
def items_without_a_rating() -> Result:
    """An item without a rating is put into each list of rated items, at each rank; no value changes."""
    for grades in product((0, 1, 2), repeat=3):
        rated = dict(zip("abc", grades, strict=True))
        if len(set(grades)) == 1:
            continue
        for length in range(4):
            for order in permutations("abc", length):
                alone = value("rank-effectiveness", Retrieval.of(order, relevant=rated))
                for k in range(length + 1):
                    among = Retrieval.of([*order[:k], "unrated", *order[k:]], relevant=rated)
                    if value("rank-effectiveness", among) != alone:
                        return Result("fails", f"{among}: {value('rank-effectiveness', among)}, not {alone}")
    return Result("holds", "an item without a rating changes no value", "lists of three rated items, grades 0..2")
