"""Names of the metrics and axioms in papers and libraries: the usual reading first, then the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..model.names import AxiomTopic, Name
from ..model.registry import REGISTRY
from ..numbers.exact import rational

OF_LISTS = {
    "P@k, precision@k, Prec@k": "precision-at tied-precision-at[mean] precision",
    "Recall@k, R@k, Rec@k": "recall-at recall",
    "Success@k, Hit@k, S@k": "success-at hit-rate",
    "HR@k, hit rate@k, RetrievalHitRate@k": "hit-rate success-at",
    "set precision, set_P": "precision precision-at",
    "set recall, set_recall": "recall recall-at",
    "F1, F1-score, set_F": "f-measure",
    "F0.5, F0.5-score": "f-measure",
    "F2, F2-score": "f-measure",
    "R-precision, Rprec, R-Prec": "r-precision",
    "AP, average precision, AveP, average_precision_score": (
        "average-precision[whole] average-precision[R] average-precision[min-k-R] tied-average-precision[mean]"
    ),
    "AP@k, average precision@k": "average-precision[R] average-precision[min-k-R] average-precision[retrieved]",
    "MAP, mean average precision, RetrievalMAP": (
        "mean-average-precision[whole] average-precision[whole] mean-average-precision[R]"
    ),
    "MAP@k, mean average precision@k, map_cut@k": (
        "mean-average-precision[R] mean-average-precision[min-k-R] mean-average-precision[retrieved] "
        "average-precision[R]"
    ),
    "RR, reciprocal rank, recip_rank, RecipRank": "reciprocal-rank tied-reciprocal-rank[mean]",
    "MRR, mean reciprocal rank, RetrievalMRR": "mean-reciprocal-rank reciprocal-rank",
    "DCG, discounted cumulative gain, dcg_burges": "dcg[exponential] dcg[linear] dcg[base] dcg[any]",
    "linear DCG, dcg_score": "dcg[linear] dcg[exponential] dcg[base]",
    "nDCG, normalized discounted cumulative gain, normalised discounted cumulative gain, normalized DCG, ndcg_burges": (
        "ndcg[exponential] ndcg[linear] ndcg[base] ndcg[half-life] ndcg[any] tied-ndcg[mean]"
    ),
    "linear nDCG, ndcg_cut, ndcg_score, RetrievalNormalizedDCG": "ndcg[linear] ndcg[exponential] ndcg[base]",
    "ERR, expected reciprocal rank": "err[graded] err[gains]",
    "RBP, rank-biased precision": "rbp[gains] rbp[binary]",
    "bpref, binary preference": "bpref",
    "Q-measure, Q measure, Q@k": "q-measure",
    "GAP, graded AP, graded average precision": "graded-average-precision",
    "context precision, contextual precision, context precision@k": (
        "average-precision[retrieved] precision-at precision"
    ),
    "context recall, contextual recall": "recall recall-at",
    "half-life utility, R-score, Breese score": "half-life ndcg[half-life]",
}
OF_ORDERS = {
    "Borda, Borda count, Borda rule": "borda",
    "Kemeny, Kemeny-Young, Kemeny rule, Kemeny median": "kemeny",
    "footrule aggregation, footrule aggregate": "footrule-median",
    "median rank aggregation, MedRank": "median-rank",
    "RRF, rank fusion": "reciprocal-rank-fusion",
    "Kendall's tau, tau, tau-a, Kendall correlation, Kendall rank correlation": (
        "kendall-tau kendall-tau-b kendall-tau-c kendall"
    ),
    "Kendall's tau-b, tau-b": "kendall-tau-b kendall-tau",
    "Kendall's tau-c, tau-c, Stuart's tau-c": "kendall-tau-c kendall-tau-b",
    "Kendall tau distance, Kendall distance, Kemeny distance, bubble-sort distance, number of inversions, K": (
        "kendall kendall-normalised"
    ),
    "normalised Kendall distance, normalized Kendall distance, normalised Kendall tau distance, "
    "normalized Kendall tau distance": "kendall-normalised kendall",
    "Spearman's rho, rho, spearmanr, Spearman, Spearman correlation, Spearman rank correlation": (
        "spearman-rho spearman-rho[mid-ranks] spearman-distance[squared]"
    ),
    "Spearman's footrule, footrule distance, Spearman footrule distance, F": "footrule footrule-normalised",
    "Spearman's distance, squared Spearman distance, squared Spearman, Spearman squared": (
        "spearman-distance[squared] spearman-distance[root] footrule"
    ),
    "maximum displacement, Chebyshev distance": "l-infinity",
    "Hamming distance": "hamming",
    "Cayley distance": "cayley",
    "Ulam distance": "ulam",
    "AP correlation, tau-AP, Yilmaz tau": "tau-ap[asymmetric] tau-ap[symmetric] tau-ap[ties-a] tau-ap[ties-b]",
    "weighted tau, weighted Kendall tau, Vigna's tau": (
        "weighted-tau[symmetric] weighted-tau[first] weighted-tau[symmetric-ties] weighted-tau[first-ties]"
    ),
    "RBO, rank-biased overlap": "rbo[ext] rbo[min] rbo[max] rbo[truncated] rbo[ext-unequal]",
    "RBO with ties, RBO^w, RBO^b, tied RBO": "rbo-ties[b] rbo-ties[a] rbo-ties[w] rbo[ext]",
    "AO, average overlap": "average-overlap average-overlap-distance",
    "Goodman-Kruskal gamma, Goodman and Kruskal": "gamma[weak-orders] gamma[partial-orders] gamma[as-printed]",
    "AUC, ROC AUC, AUROC, roc_auc_score": "auc[half] auc[strict] c-index[half] m-auc[half]",
    "C-index, concordance index, Harrell's C": "c-index[half] c-index[strict] auc[half]",
    "FCP, fraction of concordant pairs": "fraction-concordant[decided] fraction-concordant[all]",
    "MSE, mean squared error": "mse rmse",
    "RMSE, root mean squared error": "rmse mse",
    "MAE, mean absolute error": "mae rmse",
    "K^(p), Fagin's distance, Kendall with penalty parameter, Kendall tau with penalty": (
        "kendall-ties[large-p] kendall-ties[small-p] kendall-top[p] kendall-top[neutral]"
    ),
    "K_prof, profile Kendall distance, Kemeny-Snell distance, Kemeny Snell": "kendall-ties[profile]",
    "K_Haus, Hausdorff Kendall distance": "kendall-ties[hausdorff]",
    "F_prof, profile footrule": "footrule-ties[profile]",
    "F_Haus, Hausdorff footrule": "footrule-ties[hausdorff]",
    "F^(l), F^(k+1), induced footrule, footrule of top k lists": "footrule-top",
    "K_min, K_avg, Kendall of top k lists, Kendall distance of top k lists": (
        "kendall-top[neutral] kendall-top[optimistic] kendall-top[p]"
    ),
    "tau_x, Emond-Mason tau, Emond and Mason, tau-x": "kendall-tau-x",
    "Iman-Conover, top-down correlation, Iman and Conover, Savage correlation": "top-down-correlation",
    "Gini's gamma, Gini's cograduation, cograduation index": "gini-gamma",
    "Blest's nu, Blest correlation": "blest-nu[first] blest-nu[symmetric]",
    "K_w": "kendall-element",
    "F_w": "footrule-element",
    "K_delta": "kendall-position[one] kendall-position[next] kendall-position[local] kendall-position[zero]",
    "F_delta": "footrule-position[one] footrule-position[next] footrule-position[local] footrule-position[zero]",
    "K_D": "kendall-similarity",
    "F_D": "footrule-similarity[deck] footrule-similarity[le] footrule-similarity[lt] footrule-similarity[passed]",
    "K*": "kendall-general[one] kendall-general[next] kendall-general[local] kendall-general[zero]",
    "F*": "footrule-general[one] footrule-general[next] footrule-general[local] footrule-general[zero]",
}
GIVEN: Mapping[str, Mapping[str, Any]] = {"F1": {"beta": 1}, "F0.5": {"beta": rational(1, 2)}, "F2": {"beta": 2}}
"""The parameters that a name implies."""


# --- Names of the metrics and axioms in papers and libraries: the usual reading first, then the others ------------

AXIOMS = {
    "Condorcet, Condorcet criterion, Condorcet consistent, Condorcet consistency, majority winner": "condorcet-winner",
    "Pareto, Pareto efficiency, Pareto efficient, unanimous": "unanimity",
    "clones, clone, clone independence, independent of clones, spoiler, spoilers": "independence-of-clones",
    "anonymous, anonymity": "anonymity-of-voters",
    "interval scale, interval, equally spaced, equidistant, average, averaged, averaging, meaningful mean": (
        "equal-spacing lexicographic"
    ),
    "top-heavy, top-weighted, top weighting, top matters, early ranks matter": (
        "top-weightedness top-heaviness priority deepness"
    ),
    "strict swap": "swap-strict swap",
    "strict replacement": "replacement-strict replacement",
    "bounded": "boundedness range-zero-one correlation-range lies-between",
    "bounded by 1, bounded by one, at most 1": "range-zero-one lies-between correlation-range boundedness",
    "normalised, normalized, between 0 and 1": "range-zero-one ideal-is-one lies-between",
    "monotone, monotonicity, monotonic": (
        "monotone-in-depth monotone-in-cut-off bruhat-monotone monotonicity-of-winners"
    ),
    "complete": "completeness set-completeness",
    "defined, well-defined": "completeness",
    "realizable, realisable": "realizability",
    "localised, localized, localisation": "localization",
    "closeness, closeness property": "closeness-threshold",
    "deep": "deepness deepness-threshold",
    "graded relevance, graded, grades, grade, relevance grades, relevance levels": "levels-matter ignores-levels",
    "ignores grades, ignore grades, ignores relevance grades, ignores relevance levels": "ignores-levels",
    "binary relevance": "ignores-levels levels-matter",
    "order matters": "order-inside-top-matters top-weightedness",
    "right-invariant": "right-invariance correlation-invariance",
    "ties, tie, tied, tie invariance, tied scores, order of ties, tie breaking": (
        "tie-permutation-invariance input-order-invariance ties-do-not-pay"
    ),
    "chance, random scores": "constant-scorer-is-chance",
    "empty, empty list, empty ranking, no results, nothing retrieved, nothing is retrieved": (
        "without-results without-relevant-items"
    ),
    "no relevant documents, no relevant document, no relevant items, no relevant item, no relevant results, "
    "nothing relevant, nothing is relevant, without relevant documents": "completeness without-relevant-items",
    "gain form, gain function, exponential gain, linear gain, exponential or linear gain, exponential or linear, "
    "linear or exponential gain, linear or exponential": "gain-doubles",
    "divisor, denominator, divided by, normaliser, normalizer": "ideal-from-judgments ideal-is-one",
    "ideal, ideal list, ideal ranking, IDCG, from judgments, from the judgments, from what was retrieved, "
    "from the retrieved documents": "ideal-from-judgments ideal-is-one ideal-attains-maximum",
    "padded, short list": "padding",
    "ordinal": "ordinal-invariance",
    "non-negative, nonnegative": "non-negativity",
    "symmetric, symmetrical": "symmetry correlation-symmetry",
    "triangle inequality, triangle": "triangle-inequality one-minus-triangle",
    "relaxed triangle inequality": "near-metric one-minus-near-metric",
    "identity of indiscernibles": "separation zero-on-equal value-only-on-equal",
    "label invariance, neutrality, neutral, relabelling": "right-invariance correlation-invariance neutrality-of-items",
    "homogeneous, homogeneity, scale invariance": "scale-free scale-free-normalised",
}
"""By every way to write it, the one that is shown first, what each may mean."""
TOPICS = {
    "bounded by, bound, bounds, bound of, bounds of": "upper-bound boundedness lies-between | lower-bound boundedness",
    "a metric space, metric space, a metric, a true metric, a proper metric, axioms of a metric, metrics": (
        "non-negativity correlation-range | zero-on-equal one-on-equal | separation value-only-on-equal "
        "| symmetry correlation-symmetry | triangle-inequality one-minus-triangle"
    ),
    "greater than 1, larger than 1, more than 1, bigger than 1, above 1, over 1, exceed 1, exceeds 1": (
        "not range-zero-one lies-between correlation-range boundedness"
    ),
    "negative, below 0, less than 0, smaller than 0": "not non-negativity range-zero-one lies-between",
    "ties pay, tied scores pay, gain from ties, profit from ties": "not ties-do-not-pay",
    "order of ties matters, order of ties matter": "not tie-permutation-invariance input-order-invariance",
    "undefined, without a value": "not completeness",
    "duplicate documents, duplicate, duplicated, repeated documents, same document twice, retrieved twice, twice": (
        "duplicates"
    ),
    "asymmetric": "not symmetry correlation-symmetry",
}
"""By the phrases that name it, the axioms of a topic, each with its readings; those after ``not`` as failing."""


def _names(table: Mapping[str, str]) -> Iterator[Name]:
    for written, means in table.items():
        shown, *spellings = written.split(", ")
        yield Name(shown, tuple(means.split()), tuple(spellings), GIVEN.get(shown, {}))


def _topics() -> Iterator[tuple[str, AxiomTopic]]:
    for written, axioms in TOPICS.items():
        phrases = written.split(", ")
        parts = tuple(tuple(part.split()) for part in axioms.removeprefix("not ").split("|"))
        yield from dict.fromkeys(phrases, AxiomTopic(phrases[0], parts, not axioms.startswith("not "))).items()


REGISTRY.add_names(metrics=(*_names(OF_LISTS), *_names(OF_ORDERS)), axioms=_names(AXIOMS), topics=dict(_topics()))
