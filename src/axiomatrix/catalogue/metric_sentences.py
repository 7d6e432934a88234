"""Plain names and sentences of the catalogue's metrics, for newcomers; variants add what sets them apart.

Each entry is the id with the plain name, and on an indented line one sentence.
"""

from __future__ import annotations

from ..model.claim import entries
from ..model.metric import Metric

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
