"""Descriptions of the variants of a metric: what distinguishes each from those beside it."""

from __future__ import annotations

from collections.abc import Mapping

from ..model.metric import Metric

VARIANTS: Mapping[str, str] = {
    # what a sum is divided by, or where it ends
    "all": "over all pairs that the user orders; one that the recommender ties counts as wrong",
    "decided": "over the pairs that neither order ties",
    "count": "the number of pairs that are in opposite order",
    "normalised": "divided by the largest value that there can be",
    "maximum": "divided by the maximum, in closed form",
    "as-printed": "as the slides on preference learning print it, which is not what they say it is",
    "R": "divided by the number of relevant items in the collection, as in trec_eval",
    "min-k-R": "divided by the cut-off or the number of relevant items, whichever is smaller",
    "retrieved": "divided by the number of relevant items among the first k",
    "whole": "of the whole list, without a cut-off",
    "full": "of the two whole rankings",
    "cut-off": "of the first i items",
    "relevance": "of one judged list, beside the same list sorted by relevance",
    "heights": "each rank with a height of its own",
    # what is averaged, and how
    "squared": "the sum of the squares, without the root",
    "root": "the root of the sum of the squares",
    "arithmetic": "a pair weighs the arithmetic mean of its two weights",
    "geometric": "a pair weighs the geometric mean of its two weights",
    "harmonic": "a pair weighs the harmonic mean of its two weights",
    # the mean cost of a move, where an item does not move
    "one": "an item that does not move has the mean cost 1",
    "next": "an item that does not move has the cost of the place behind it",
    "local": "an item that does not move has the mean of the costs of the places on its two sides",
    "zero": "an item that does not move has the mean cost 0",
    # readings of a picture
    "deck": "as the slides (the deck) of Kumar and Vassilvitskii print it: what stands ahead of x, in a and in b",
    "le": "a reading of the picture in the slides: x pays for those up to its place in a, and up to that in b, in a",
    "lt": "the same reading without the two places themselves",
    "passed": "a reading of the picture in the slides: x pays for every item that it passes on its way",
    # gains and grades
    "gain": "the gain of the ranking as it is",
    "ideal": "the gain of the target itself, which is the largest",
    "exponential": "the gain of a grade g is 2^g - 1",
    "linear": "the gain of a grade is the grade",
    "base": "linear gain, no discount up to rank b and log_b i beyond, as Jarvelin and Kekalainen print it",
    "any": "linear gain, and any discount that is given",
    "signed": "linear gain, on lists that have negative grades too",
    "half-life": "the half-life utility in place of DCG",
    "gains": "of a list of numbers from 0 to 1",
    "graded": "of a list of grades, each made a probability",
    "binary": "of a list of grades, relevant if above 0",
    # ties, and what is compared
    "half": "a pair that the prediction ties counts one half",
    "strict": "a pair that the prediction ties counts nothing",
    "mean": "the mean over all orders of items with equal scores",
    "input": "items with equal scores in the order in which they are given",
    "best": "items with equal scores in the order with the largest value",
    "worst": "items with equal scores in the order with the smallest value",
    "mid-ranks": "items that are tied have the mean of the positions that they take up",
    "rankings": "of two rankings without ties",
    "weak-orders": "of two orders with ties",
    "partial-orders": "of two partial orders, in which items may stand open",
    "asymmetric": "a is the reference, and b is judged by it",
    "symmetric": "the mean of both, once with a as the reference and once with b",
    "first": "weighed by the ranks in a alone",
    "symmetric-ties": "of orders with ties: the mean of both, by the ranks in a and by those in b",
    "first-ties": "of orders with ties: weighed by the ranks in a alone",
    "ties-a": "the mean over all rankings that break the ties of b; a has none",
    "ties-b": "both orders may have ties, and neither is the reference",
    "large-p": "a pair that only one order ties costs p, which is at least 1/2",
    "small-p": "a pair that only one order ties costs p, which is less than 1/2",
    "profile": "a pair that only one order ties costs 1/2, and items that are tied have the mean of their positions",
    "hausdorff": "each order represents all rankings that break its ties",
    "w": "items that are tied share the best of their positions",
    "a": "the mean over all ways to break the ties of both",
    "b": "as a, but corrected for ties, so that an order and itself have the value 1",
    # pairs of items of which one list shows both and the other neither
    "p": "such a pair costs p",
    "optimistic": "such a pair costs nothing",
    "neutral": "such a pair costs 1/2",
    # ids, and queries
    "ndcg[retrieved]": "the ideal is made of what was retrieved, and not of all that is relevant",
    "ndcg-of-ids[first]": "an id that is retrieved again counts at its first rank alone",
    "ndcg-of-ids[each]": "an id that is retrieved again counts each time",
    "answered": "queries for which nothing was retrieved are left out",
    # lists that go on unseen
    "ext": "the agreement beyond what is seen is the last one seen",
    "min": "the least value, however the lists go on",
    "max": "the largest value, however the lists go on",
    "truncated": "the sum as far as both lists go",
}
OF_TWO_LENGTHS = "-unequal"


def distinction(metric: Metric) -> str:
    """Describe how the metric differs from its other variants; empty where the table has no words for it."""
    variant = metric.variant or ""
    if metric.is_foreign:
        return ""
    words = VARIANTS.get(metric.name) or VARIANTS.get(variant.removesuffix(OF_TWO_LENGTHS), "")
    return f"{words}; the lists may be of two lengths" if words and variant.endswith(OF_TWO_LENGTHS) else words
