"""Fuernkranz and Huellermeier, Preference Learning (tutorial slides): loss functions for rankings."""

from ...model.claim import Source
from ...model.registry import REGISTRY

SOURCE = Source(
    "PL", "J. Fuernkranz and E. Huellermeier, Preference Learning (tutorial slides), part 2: Loss Functions"
)
REGISTRY.add_source(SOURCE)

PL1 = SOURCE.claim(
    "PL1",
    "a target ranking r, Example: E > B > C > A > D; a predicted ranking r^, Example: A > B > E > C > D. [...] "
    "3+0+1+0+2 = 6; 3^2+0+1^2+0+2^2 = 14; D_tau(r, r^) = 4; D_PE(r, r^) = 2; "
    "D_DR(r, r^) = 3/log 2 + 0 + 1/log 4 + 0 + 2/log 6",
    "a worked example; no axiom. The first four values follow from the definitions. The fifth does not: with "
    "w_i = 1/log(r(x_i)+1) as printed it is 3/log 5 + 0 + 1/log 4 + 0 + 2/log 2; the printed one has the number of the "
    "letter in the place of r(x_i)",
)
PL2 = SOURCE.claim(
    "PL2",
    "max D_S(r, r^) = sum_{i=1}^c ((c-i) - i)^2 = c (c^2-1)/3",
    "D_S over the stated maximum is at most 1, and is 1 on the reversal; once with the right side as the maximum, "
    "once with the sum as printed (variant as-printed)",
)
PL3 = SOURCE.claim(
    "PL3",
    "max D_tau(r, r^) = c (c-1)/2",
    "D_tau over the stated maximum is at most 1, and is 1 on the reversal",
)
PL4 = SOURCE.claim(
    "PL4",
    "1 - 6 D_S(r, r^) / (c (c^2-1)) in [-1, +1]; 1 - 4 D_tau(r, r^) / (c (c-1)) in [-1, +1]",
    "the range of rho and tau",
)
PL5 = SOURCE.claim(
    "PL5",
    "The previous ranking functions give equal weight to all ranking positions, i.e., differences in the first ranking "
    "positions have the same effect as differences in the last ranking positions",
    "swapping two neighbours costs the same wherever they stand; of the discounted error that it does not",
)
PL6 = SOURCE.claim(
    "PL6",
    "equivalent to Spearman's footrule with all non-target weights set to 0: D_PE(r, r^) = sum_i w_i d_{x_i}(r, r^) "
    "with w_i = 1 if x_i = argmin r(x)",
    "D_PE is that weighted sum of displacements (which is not the element-weighted footrule F_w)",
)
PL7 = SOURCE.claim(
    "PL7",
    "for a bipartite graph: c_1 (c - c_1) [preferences]. This [AUC] is 1 - normalized Kendall's distance for a "
    "bipartite preference graph with L = {p, n}. D_tau(r, r^) = 2, AUC(r, r^) = 4/6",
    "the number of preferences of two levels; AUC = 1 - D_tau / number of preferences for predictions without ties, "
    "which is what the source's are; the example is a test",
)
PL8 = SOURCE.claim(
    "PL8", "D_tau(r, r^) = 3, C-Index(r, r^) = 5/8", "a worked example (its picture is missing); no axiom"
)
PL9 = SOURCE.claim(
    "PL9",
    "the C-index can be rewritten as a weighted sum of pairwise AUCs [...] Jonckheere-Terpstra statistic is an "
    "unweighted sum of pairwise AUCs: m-AUC = 2/(l (l-1)) sum_{i, j>i} AUC(r_{i,j}, r^_{i,j})",
    "the C-index is the mean of the AUCs of two levels, weighted by their numbers of pairs; m-AUC is their plain mean; "
    "the Jonckheere-Terpstra statistic is m-AUC times a number that depends on the target alone",
)
PL10 = SOURCE.claim(
    "PL10",
    "# of preferences = sum_{(i,j)} c_i c_j <= c^2/2 (1 - 1/l)",
    "the number of preferences of a weak order with l levels",
)
PL11 = SOURCE.claim(
    "PL11",
    "number of correctly ranked pairs (Kendall's distance) d = D_tau(r, r^); number of incorrectly ranked pairs "
    "d- = |{(i,j) | r(x_i) < r(x_j) and r^(x_i) < r^(x_j)}|; gamma(r, r^) = (d - d-)/(d + d-) in [-1, +1]",
    "the range of gamma, and that the formula with d and d- as printed is Goodman and Kruskal's coefficient; the "
    "example 1/3 is a test",
)
PL12 = SOURCE.claim(
    "PL12",
    "Identical to Kendall's tau if both rankings are total, i.e., if d + d- = c (c-1)/2",
    "equal to kendall-tau where neither order has a tie or an incomparable pair",
)
PL13 = SOURCE.claim(
    "PL13",
    "Maximum possible value: the predicted ranking is correct [...] IDCG; Normalized DCG (NDCG): "
    "NDCG(r, r^) = DCG(r, r^) / IDCG",
    "DCG <= IDCG, and 0 <= NDCG <= 1",
)
