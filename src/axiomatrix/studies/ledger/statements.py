"""The statement of each claim in our words, and the claims that are open questions of their sources.

The ledger prints the statements next to the sources' own words, which are in ``catalogue/sources``. The page
``docs/open_questions.md`` answers the questions.
"""

from __future__ import annotations

STATEMENTS: dict[str, str] = {
    "KV1": "The footrule is at least Kendall's distance and at most twice it.",
    "KV2": "The same holds between the element-weighted footrule and Kendall's distance.",
    "KV3": "The same holds between the position-weighted footrule and Kendall's distance.",
    "KV4": "Rotations attain the upper bound of KV1, and of KV2.",
    "KV5": "With similarities the footrule is at least a third of Kendall's distance and at most three times it.",
    "KV6": "Some rankings and similarities attain the factor 3.",
    "KV7": "Conjecture: with similarities the footrule is at least Kendall's distance.",
    "KV8": "The general footrule and the general Kendall distance are within a factor of 3 of each other.",
    "KV9": "With all weights 1, the generalised distances are Kendall's distance and the footrule.",
    "KV10": "The generalised distances are scale-free.",
    "KV11": "The generalised distances are right-invariant.",
    "KV12": "The generalised distances satisfy the triangle inequality.",
    "KV13": "Element weights, position weights and similarities each have an effect.",
    "KV14": "An integer element weight means that many copies of the item, kept in their order.",
    "KV15": "Exchanging two items at distance 0 of each other costs nothing.",
    "KV16": "An experiment on clicks: the weighted footrule and Kendall distances correlate.",
    "KV17": "The footrule median is easy, the Kendall median NP-hard; K* has a simple approximation algorithm; since "
    "the two are close, a good ranking for one is a good ranking for the other.",
    "KV18": "The losses of MAP, ERR and NDCG from the ideal list are Kendall distances of this framework.",
    "KV19": "A median under F* is hard to find.",
    "KV20": "The product of the weights is what an inverted pair costs if an item of weight w stands for w items; the "
    "means are not.",
    "OV1": "The mean squared error can prefer the ranking that users find worse.",
    "OV2": "Fewer inversions can come with a first relevant item that is lower: 8 inversions against 9.",
    "OV3": "Precision at k and the order inside the top k: 2 relevant among 10, at the top or at the end, give 0.2.",
    "OV4": "Recall at k always increases with k.",
    "OV5": "Precision at k does not grow with k.",
    "OV6": "Recall is 1 when everything is shown.",
    "OV7": "Average precision lies between 0 and 1; the two printed examples have AP@5 = 0.81 and 0.53.",
    "OV8": "nDCG lies between 0 and 1.",
    "OV9": "RBP lies between 0 and 1.",
    "OV10": "With gain 2^R - 1, one more point of rating about doubles the gain, for ratings 0 to 5.",
    "OV11": "nDCG, RBP and ERR take several levels of relevance; AP, MAP and MRR two.",
    "OV12": "In the example with seven documents, precision at 5 is 3/5 and recall at 5 is 3/4.",
    "OV13": "The expected number of documents that a user examines is a convergent series for every p in [0, 1].",
    "PL1": "The five ranking errors of the example r = E > B > C > A > D, predicted A > B > E > C > D.",
    "PL2": "The largest Spearman distance of c items, as a sum and in closed form.",
    "PL3": "The largest Kendall distance of c items is c(c-1)/2.",
    "PL4": "Spearman's rho and Kendall's tau lie between -1 and 1.",
    "PL5": "The unweighted distances treat all positions alike: an exchange costs the same at the top as at the end.",
    "PL6": "The position error is the footrule with all weights 0 but that of the target item.",
    "PL7": "AUC is 1 minus the normalised Kendall distance of a bipartite ranking; 4/6 with 2 inversions in the "
    "example; there are c1 (c - c1) preferences.",
    "PL8": "The C-index of the multipartite example is 5/8, with 3 inversions.",
    "PL9": "The C-index is a weighted sum of pairwise AUCs; the unweighted one is the Jonckheere-Terpstra statistic.",
    "PL10": "l levels among c items have at most c^2/2 (1 - 1/l) preferences.",
    "PL11": "Gamma lies between -1 and 1 and is 1/3 in the example; its d, the correctly ranked pairs, is the Kendall "
    "distance.",
    "PL12": "Gamma is Kendall's tau if both rankings are total.",
    "PL13": "The NDCG of two rankings lies between 0 and 1.",
    "PL14": "Averaging a measure over examples is measuring all their pairs together.",
    "PA1": "The footrule, Kendall and point sums of the example, rank by rank.",
    "PA2": "The three are unweighted and conjoint; the point measure is Spearman's without absolute "
    "values, a distance.",
    "PA3": "The normalised area is 0 for the ideal list, 1 for the worst, and between them otherwise.",
    "PA4": "A-corr is between 0, for lists that are not correlated, and 1, for equal ones.",
    "PA5": "The prefix formula K(i) is Kendall's distance at i = n.",
    "PA6": "The worst list, to which the area is normalised, is the reversal.",
    "PA9": "A-corr says of a list what its cumulated relative position says.",
    "PA10": "An exchange of neighbours always changes A-corr, and never by much; how it goes with AP and Kendall.",
    "PA11": "With heights that fall, A-corr counts the top of the list more.",
    "TN1": "The reciprocal rank of a list with its first relevant item at rank 2 is 1/2.",
    "TN2": "The average precision of the example is (1 + 2/3 + 3/4)/3.",
    "TN3": "Ratings 4, 3, 0, 5: DCG 9.5, of the perfect order 10.9, nDCG 0.872.",
    "TN4": "nDCG is 1 for the perfect order.",
    "TN5": "Spearman's correlation punishes all misplacements alike, wherever they are.",
    "TN6": "The half-life alpha is the rank at which a click has probability 1/2.",
    "TN7": "Items tied over the ranks 3 to 6 have the rank 4.5 each.",
    "TN8": "Rank effectiveness compares the order of the rated items alone, so that other items do not matter.",
}
"""By id of the claim, whose letters name its source. A claim that is not here has a wording of ours."""
QUESTIONS: tuple[str, ...] = (
    "KV5",
    "KV6",
    "KV7",
    "KV8",
    "KV16",
    "KV17",
    "KV18",
    "KV19",
    "KV20",
    "PA7",
    "PA9",
    "PA10",
    "PA11",
    "TN8",
    "PL14",
)
"""The claims that a source conjectures, plans, asks or leaves without a proof, in the order of the page."""
