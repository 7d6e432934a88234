"""Words for the catalogue's metrics: a plain name and sentence each, and what sets variants apart."""

from __future__ import annotations

from collections.abc import Mapping

from ..model.claim import entries
from ..model.metric import Metric

# --- Plain names and sentences of the catalogue's metrics, for newcomers; variants add what sets them apart -------
# Each entry is the id with the plain name, and on an indented line one sentence.

_OF_RANKINGS = """
kendall: Kendall's distance
  How many pairs of items the two rankings put in opposite order.
footrule: Spearman's footrule
  How many places the items move from one ranking to the other, added up.
spearman-distance: Spearman's distance
  How far the items move from one ranking to the other, far moves counting more.
l-infinity: Largest move
  How far the item that moves farthest goes.
hamming: Hamming distance
  How many items do not stand at the same rank in both.
cayley: Cayley's distance
  How many exchanges of two items turn one ranking into the other, at least.
ulam: Ulam's distance
  How many items must be taken out and put in elsewhere to turn one ranking into the other.
kendall-element: Kendall's distance with item weights
  Pairs in opposite order, important items counting more.
kendall-element-mean: Kendall's distance with mean weights
  Pairs in opposite order, each weighing the mean of its items.
footrule-element: Footrule with item weights
  How far the items move past the weight of others, important items counting more.
kendall-position: Kendall's distance with position weights
  Pairs in opposite order, moves near costly positions counting more.
footrule-position: Footrule with position weights
  How far the items move, moves over costly positions counting more.
kendall-similarity: Kendall's distance with similarities
  Pairs in opposite order, pairs of unlike items counting more.
footrule-similarity: Footrule with similarities
  How far the items move past others, unlike ones counting more.
kendall-general: Generalised Kendall distance
  Pairs in opposite order, with weights of items and positions and similarities.
footrule-general: Generalised footrule
  How far the items move, with weights of items and positions and similarities.
dcg-rank: Gain of a ranking against a target
  How much of the target's best items stands near the top.
spearman-rho: Spearman's rho
  How well the ranks agree, from -1 (reversed) to 1 (the same).
kendall-tau: Kendall's tau
  How many more pairs agree than disagree, from -1 (reversed) to 1 (the same).
kendall-normalised: Normalised Kendall distance
  The share of pairs that the two rankings put in opposite order.
footrule-normalised: Normalised footrule
  How far the items move, as a share of the largest possible.
spearman-distance-normalised: Normalised Spearman distance
  How far the items move, squared, as a share of the largest possible.
tau-b-distance: Tau-b as a distance
  1 minus Kendall's tau-b.
gamma-distance: Gamma as a distance
  1 minus Goodman and Kruskal's gamma.
position-error: Position error
  How many wrong items stand ahead of the one that should be first.
target-displacement: Displacement of the target
  How far the item that should be first has moved.
discounted-error: Discounted error
  How far the items move, the target's first ones counting more.
point: Point measure
  How much later than ideal the first items come, early ones setting off late ones.
footrule-prefix: Footrule of a prefix
  How far the first items move, added up.
kendall-prefix: Kendall's distance of a prefix
  How many pairs with one of the first items are in opposite order.
area: Area between rankings
  How far the first items have moved in sum, added up over all depths.
area-normalised: Normalised area
  The area between two rankings as a share of the largest possible.
area-correlation: Area correlation
  1 minus the normalised area: 1 for the same ranking, 0 for the reversed one.
tau-ap: AP correlation
  Kendall's tau in which mistakes near the top count more.
weighted-tau: Weighted tau
  Kendall's tau in which pairs near the top count more.
"""
_OF_ORDERS = """
kendall-tau-b: Kendall's tau-b
  Kendall's tau, corrected for pairs that either order ties.
kendall-tau-c: Kendall's tau-c
  Kendall's tau, corrected for orders with few levels.
gamma: Goodman and Kruskal's gamma
  How many more pairs agree than disagree, of those that neither order ties.
mse: Mean squared error
  The mean of the squared errors of the predicted scores.
rmse: Root mean squared error
  The root of the mean of the squared errors of the predicted scores.
mae: Mean absolute error
  The mean of the errors of the predicted scores, whatever their sign.
fraction-concordant: Fraction of concordant pairs
  The share of pairs that the prediction puts in the right order.
preference-count: Number of preferences
  How many pairs of items an order puts one ahead of the other.
kendall-ties: Kendall's distance of rankings with ties
  Pairs in opposite order, and at a lower price pairs that only one of the two ties.
footrule-ties: Footrule of rankings with ties
  How many places the items move from one ranking with ties to the other, added up.
kendall-top: Kendall's distance of top lists
  Pairs that two lists of the first few items put in opposite order, whatever they do not show.
footrule-top: Footrule of top lists
  How far the items move between two lists of the first few, what is missing being next after the last.
kendall-tau-x: Kendall's tau-x
  The share of pairs in the same order less those that are not, tied items counting as each ahead of the other.
top-down-correlation: Top-down correlation
  How far two rankings agree, agreement at the top counting more.
gini-gamma: Gini's gamma
  How much nearer one ranking is to the other than to the other upside down.
blest-nu: Blest's nu
  How far two rankings agree, differences near the top of one of them counting more.
kendall-preferences: Inverted preferences
  How many preferences of the target the prediction turns around.
auc: Area under the ROC curve
  How often a good item is put ahead of a bad one.
c-index: Concordance index
  How often of two items the better one is put first.
m-auc: AUC of several levels
  The mean of the AUCs over all pairs of levels.
jonckheere-terpstra: Jonckheere-Terpstra statistic
  How many preferences of the target the prediction keeps.
jaccard-preferences: Jaccard index of preferences
  The share of preferences that both orders have, of those that either has.
rbo: Rank-biased overlap
  How much two lists have in common at each depth, the top counting more.
rbo-ties: Rank-biased overlap with ties
  How much the beginnings of two rankings with ties have in common, the first depths counting most.
rbo-residual: Residual of rank-biased overlap
  How much the unseen rest of two lists could still change their overlap.
average-overlap: Average overlap
  How much two lists have in common, averaged over all depths.
rbo-distance: Rank-biased overlap as a distance
  1 minus rank-biased overlap.
average-overlap-distance: Average overlap as a distance
  1 minus average overlap.
"""
_OF_LISTS = """
precision: Precision
  The share of what is listed that is relevant.
recall: Recall
  The share of what is relevant that is listed.
f-measure: F-measure
  Precision and recall in one number, a harmonic mean.
precision-at: Precision at k
  The share of the first k items that is relevant.
recall-at: Recall at k
  The share of what is relevant that is among the first k items.
r-precision: R-precision
  The precision at as many ranks as there are relevant items.
success-at: Success at k
  Whether there is anything relevant among the first k items.
average-precision: Average precision (AP)
  The mean of the precision at each relevant item.
reciprocal-rank: Reciprocal rank (RR)
  1 divided by the rank of the first relevant item.
dcg: Discounted cumulative gain (DCG)
  What the listed items are worth, those further down worth less.
ndcg: Normalised DCG (nDCG)
  The discounted gain of a list as a share of that of the ideal list.
half-life: Half-life utility
  What the listed items are worth, halving every few ranks.
bpref: Binary preference (bpref)
  How rarely items judged irrelevant stand above relevant ones.
err: Expected reciprocal rank (ERR)
  How soon a reader who goes down the list is satisfied.
kendall-relevance: Inversions of relevance
  How many pairs of a list have the less relevant item first.
rbp: Rank-biased precision (RBP)
  What a reader gains who goes on to the next item with a fixed probability.
q-measure: Q-measure
  The average precision of graded lists, what is gained so far counting beside what is relevant.
graded-average-precision: Graded average precision (GAP)
  The average precision a reader can expect of whom it is not known from which grade on an item is relevant.
mean-average-precision: Mean average precision (MAP)
  The average precision, averaged over the queries.
ndcg-of-ids: nDCG of retrieved ids
  The discounted gain of retrieved ids as a share of the best there is, ids that come twice among them.
rank-effectiveness: Rank effectiveness
  How many pairs of the items that a user rated are recommended in the user's order; other items do not count.
mean-reciprocal-rank: Mean reciprocal rank (MRR)
  The reciprocal rank, averaged over the queries.
hit-rate: Hit rate
  The share of queries with anything relevant among the first k items.
tied-precision-at: Precision at k with ties
  The precision at k of items ordered by predicted scores, some of them tied.
tied-average-precision: Average precision with ties
  The average precision of items ordered by predicted scores, some of them tied.
tied-reciprocal-rank: Reciprocal rank with ties
  The reciprocal rank of items ordered by predicted scores, some of them tied.
tied-ndcg: nDCG with ties
  The nDCG of items ordered by predicted scores, some of them tied.
"""


_OF_VOTES = """
borda: Borda's rule
  An item has a point for each item behind it in each vote; those of more points stand ahead.
kemeny: Kemeny's rule
  The ranking that puts the fewest pairs of items in the other order than the votes, all votes added up.
footrule-median: Footrule median
  The ranking from which the items move the fewest places to those of the votes, all votes added up.
median-rank: Median rank
  Items stand by the median of their positions in the votes.
reciprocal-rank-fusion: Reciprocal rank fusion (RRF)
  Items stand by the sum over the votes of one over their position plus sixty.
"""


SENTENCES = {
    id: (name, sentence)
    for head, sentence in entries(_OF_RANKINGS, _OF_ORDERS, _OF_LISTS, _OF_VOTES)
    for id, _, name in [head.partition(": ")]
}
"""Plain name and sentence by id."""


def plain_name(metric: Metric) -> str:
    """Return the common name of the metric, with its variant if there is one; else its own name."""
    if metric.is_foreign or metric.id not in SENTENCES:
        return metric.name
    return SENTENCES[metric.id][0] + (f" [{metric.variant}]" if metric.variant else "")


def plain_sentence(metric: Metric) -> str:
    """Describe the metric in one sentence for newcomers; empty for a metric outside the catalogue."""
    return "" if metric.is_foreign or metric.id not in SENTENCES else SENTENCES[metric.id][1]


# --- Descriptions of the variants of a metric: what distinguishes each from its siblings --------------------------

VARIANTS: Mapping[str, str] = {
    # divisor or end of a sum
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
    # averages
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
    # ties, and the objects compared
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
    # pairs of items, both in one list and neither in the other
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
