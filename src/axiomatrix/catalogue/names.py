"""What papers and libraries call the metrics and axioms of the catalogue: the usual reading first, then the others."""

from __future__ import annotations

from typing import Any

from ..model.names import Name
from ..model.registry import REGISTRY
from ..numbers.exact import rational


def _of(shown: str, means: str, *spellings: str, **given: Any) -> Name:
    return Name(shown, tuple(means.split()), spellings, given)


OF_LISTS = (
    _of("P@k", "precision-at tied-precision-at[mean] precision", "precision@k", "Prec@k"),
    _of("Recall@k", "recall-at recall", "R@k", "Rec@k"),
    _of("Success@k", "success-at hit-rate", "Hit@k", "S@k"),
    _of("HR@k", "hit-rate success-at", "hit rate@k", "RetrievalHitRate@k"),
    _of("set precision", "precision precision-at", "set_P"),
    _of("set recall", "recall recall-at", "set_recall"),
    _of("F1", "f-measure", "F1-score", "set_F", beta=1),
    _of("F0.5", "f-measure", "F0.5-score", beta=rational(1, 2)),
    _of("F2", "f-measure", "F2-score", beta=2),
    _of("R-precision", "r-precision", "Rprec", "R-Prec"),
    _of(
        "AP",
        "average-precision[whole] average-precision[R] average-precision[min-k-R] tied-average-precision[mean]",
        "average precision",
        "AveP",
        "average_precision_score",
    ),
    _of("AP@k", "average-precision[R] average-precision[min-k-R] average-precision[retrieved]", "average precision@k"),
    _of(
        "MAP",
        "mean-average-precision[whole] average-precision[whole] mean-average-precision[R]",
        "mean average precision",
        "RetrievalMAP",
    ),
    _of(
        "MAP@k",
        "mean-average-precision[R] mean-average-precision[min-k-R] mean-average-precision[retrieved] "
        "average-precision[R]",
        "mean average precision@k",
        "map_cut@k",
    ),
    _of("RR", "reciprocal-rank tied-reciprocal-rank[mean]", "reciprocal rank", "recip_rank", "RecipRank"),
    _of("MRR", "mean-reciprocal-rank reciprocal-rank", "mean reciprocal rank", "RetrievalMRR"),
    _of("DCG", "dcg[exponential] dcg[linear] dcg[base] dcg[any]", "discounted cumulative gain", "dcg_burges"),
    _of("linear DCG", "dcg[linear] dcg[exponential] dcg[base]", "dcg_score"),
    _of(
        "nDCG",
        "ndcg[exponential] ndcg[linear] ndcg[base] ndcg[half-life] ndcg[any] tied-ndcg[mean]",
        "normalized discounted cumulative gain",
        "normalised discounted cumulative gain",
        "normalized DCG",
        "ndcg_burges",
    ),
    _of("linear nDCG", "ndcg[linear] ndcg[exponential] ndcg[base]", "ndcg_cut", "ndcg_score", "RetrievalNormalizedDCG"),
    _of("ERR", "err[graded] err[gains]", "expected reciprocal rank"),
    _of("RBP", "rbp[gains] rbp[binary]", "rank-biased precision"),
    _of("bpref", "bpref", "binary preference"),
    _of("half-life utility", "half-life ndcg[half-life]", "R-score", "Breese score"),
)
OF_ORDERS = (
    _of(
        "Kendall's tau",
        "kendall-tau kendall-tau-b kendall-tau-c kendall",
        "tau",
        "tau-a",
        "Kendall correlation",
        "Kendall rank correlation",
    ),
    _of("Kendall's tau-b", "kendall-tau-b kendall-tau", "tau-b"),
    _of("Kendall's tau-c", "kendall-tau-c kendall-tau-b", "tau-c", "Stuart's tau-c"),
    _of(
        "Kendall tau distance",
        "kendall kendall-normalised",
        "Kendall distance",
        "Kemeny distance",
        "bubble-sort distance",
        "number of inversions",
        "K",
    ),
    _of(
        "normalised Kendall distance",
        "kendall-normalised kendall",
        "normalized Kendall distance",
        "normalised Kendall tau distance",
        "normalized Kendall tau distance",
    ),
    _of(
        "Spearman's rho",
        "spearman-rho spearman-rho[mid-ranks] spearman-distance[squared]",
        "rho",
        "spearmanr",
        "Spearman",
        "Spearman correlation",
        "Spearman rank correlation",
    ),
    _of("Spearman's footrule", "footrule footrule-normalised", "footrule distance", "Spearman footrule distance", "F"),
    _of("Spearman's distance", "spearman-distance[squared] spearman-distance[root] footrule"),
    _of("maximum displacement", "l-infinity", "Chebyshev distance"),
    _of("Hamming distance", "hamming"),
    _of("Cayley distance", "cayley"),
    _of("Ulam distance", "ulam"),
    _of("AP correlation", "tau-ap[asymmetric] tau-ap[symmetric] tau-ap[ties-a] tau-ap[ties-b]", "tau-AP", "Yilmaz tau"),
    _of(
        "weighted tau",
        "weighted-tau[symmetric] weighted-tau[first] weighted-tau[symmetric-ties] weighted-tau[first-ties]",
        "weighted Kendall tau",
        "Vigna's tau",
    ),
    _of("RBO", "rbo[ext] rbo[min] rbo[max] rbo[truncated] rbo[ext-unequal]", "rank-biased overlap"),
    _of("AO", "average-overlap average-overlap-distance", "average overlap"),
    _of("Goodman-Kruskal gamma", "gamma[weak-orders] gamma[partial-orders] gamma[as-printed]", "Goodman and Kruskal"),
    _of("AUC", "auc[half] auc[strict] c-index[half] m-auc[half]", "ROC AUC", "AUROC", "roc_auc_score"),
    _of("C-index", "c-index[half] c-index[strict] auc[half]", "concordance index", "Harrell's C"),
    _of("FCP", "fraction-concordant[decided] fraction-concordant[all]", "fraction of concordant pairs"),
    _of("MSE", "mse rmse", "mean squared error"),
    _of("RMSE", "rmse mse", "root mean squared error"),
    _of("MAE", "mae rmse", "mean absolute error"),
    _of("K_w", "kendall-element"),
    _of("F_w", "footrule-element"),
    _of("K_delta", "kendall-position[one] kendall-position[next] kendall-position[local] kendall-position[zero]"),
    _of("F_delta", "footrule-position[one] footrule-position[next] footrule-position[local] footrule-position[zero]"),
    _of("K_D", "kendall-similarity"),
    _of(
        "F_D",
        "footrule-similarity[deck] footrule-similarity[le] footrule-similarity[lt] footrule-similarity[passed]",
    ),
    _of("K*", "kendall-general[one] kendall-general[next] kendall-general[local] kendall-general[zero]"),
    _of("F*", "footrule-general[one] footrule-general[next] footrule-general[local] footrule-general[zero]"),
)
AXIOMS = (
    _of("interval scale", "equal-spacing lexicographic", "interval", "equally spaced", "equidistant"),
    _of("top-heavy", "top-weightedness top-heaviness priority deepness", "top-weighted", "top weighting"),
    _of("strict swap", "swap-strict swap"),
    _of("strict replacement", "replacement-strict replacement"),
    _of("bounded", "boundedness range-zero-one correlation-range"),
    _of("normalised", "range-zero-one ideal-is-one", "normalized", "between 0 and 1"),
    _of("monotone", "monotone-in-depth monotone-in-cut-off bruhat-monotone", "monotonicity", "monotonic"),
    _of("complete", "completeness set-completeness"),
    _of("realizable", "realizability", "realisable"),
    _of("convergent", "convergence"),
    _of("localised", "localization", "localized", "localisation"),
    _of("closeness", "closeness-threshold", "closeness property"),
    _of("deep", "deepness deepness-threshold"),
    _of("graded relevance", "levels-matter ignores-levels", "graded"),
    _of("binary relevance", "ignores-levels levels-matter"),
    _of("order matters", "order-inside-top-matters top-weightedness"),
    _of("ties", "tie-permutation-invariance input-order-invariance", "tie invariance"),
    _of("ordinal", "ordinal-invariance"),
    _of("non-negative", "non-negativity", "nonnegative"),
    _of("symmetric", "symmetry correlation-symmetry"),
    _of("triangle inequality", "triangle-inequality one-minus-triangle", "triangle"),
    _of("relaxed triangle inequality", "near-metric one-minus-near-metric"),
    _of("identity of indiscernibles", "separation zero-on-equal value-only-on-equal"),
    _of("label invariance", "right-invariance correlation-invariance", "neutrality", "neutral", "relabelling"),
    _of("homogeneous", "scale-free scale-free-normalised", "homogeneity", "scale invariance"),
)

REGISTRY.add_names(metrics=(*OF_LISTS, *OF_ORDERS), axioms=AXIOMS)
