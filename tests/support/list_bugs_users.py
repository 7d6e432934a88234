"""Bugs planted by hand in metrics of users who stop, of runs, and of scores with ties."""

from __future__ import annotations

from list_bugs_scores import over, relevant
from list_handwritten import planted

from axiomatrix.numbers.exact import Whole, rational

# --- the first relevant item, stopping -------------------------------------------------------------------------


@planted("ranks from 0", "reciprocal-rank", "range-zero-one", 1)
def ranks_from_zero(x):
    return next((Whole(2) / i for i in x.ranks() if x[i] > 0), Whole(0))


@planted("the last relevant item", "reciprocal-rank", "replacement", 2)
def last_relevant(x):
    return next((1 / i for i in reversed(x.ranks()) if x[i] > 0), Whole(0))


@planted("no value where nothing is found", "reciprocal-rank", "completeness", 1)
def nothing_found(x):
    return over(next((1 / i for i in x.ranks() if x[i] > 0), Whole(0)), x.relevant() and Whole(1))


@planted("the user never stops", "err[gains]", "range-zero-one", 2)
def never_stops(x, p):
    return sum(x[i] / i * p ** (i - 1) for i in x.ranks())


@planted("the probability of stopping not taken off", "err[graded]", "ideal-attains-maximum", 3)
def stops_too_late(x, top):
    total, going_on = Whole(0), Whole(1)
    for i in x.ranks():
        r = (2 ** x[i] - 1) / 2**top
        total, going_on = total + going_on * r / i, 1 - r
    return total


@planted("divided by 2^top - 1", "err[graded]", "replacement-strict", 2)
def largest_gain_certain(x, top):
    total, going_on = Whole(0), Whole(1)
    for i in x.ranks():
        r = (2 ** x[i] - 1) / (2**top - 1)
        total, going_on = total + going_on * r / i, going_on * (1 - r)
    return total


@planted("not bounded by R", "bpref", "range-zero-one", 3)
def bpref_unbounded(x):
    nonrelevant = Whole(sum(g == 0 for g in (*x.grades, *x.missing)))
    scale = relevant(x)
    total, above = Whole(0), Whole(0)
    for i in x.ranks():
        total = total + (1 - above / min(x.R, nonrelevant) if above else 1) * (x[i] > 0)
        above = above + (x[i] == 0)
    return scale * total


@planted("items that nobody judged count as not relevant", "bpref", "reference", 2)
def bpref_unjudged(x):
    others = Whole(sum(g <= 0 for g in (*x.grades, *x.missing)))
    scale = relevant(x)
    total, above = Whole(0), Whole(0)
    for i in x.ranks():
        total = total + (1 - min(above, x.R) / min(x.R, others) if above else 1) * (x[i] > 0)
        above = above + (x[i] <= 0)
    return scale * total


@planted("gains not scaled by 1 - p", "rbp[binary]", "range-zero-one", 2)
def rbp_not_scaled(x, p):
    return sum(p ** (i - 1) for i in x.ranks() if x[i] > 0)


@planted("over what a list of this length can reach", "rbp[binary]", "monotone-in-depth", 1)
def rbp_over_its_maximum(x, p):
    return sum(p ** (i - 1) for i in x.ranks() if x[i] > 0) / sum(p ** (i - 1) for i in x.ranks())


@planted("ties count as inversions", "kendall-relevance", "example OV2")
def ties_are_inversions(x):
    return Whole(sum(x[i] <= x[j] for i in x.ranks() for j in x.ranks() if i < j))


# --- runs ------------------------------------------------------------------------------------------------------


@planted("the median query", "mean-reciprocal-rank", "mean-over-queries(other=reciprocal-rank)", 1)
def lower_median(run):
    return sorted(next((1 / i for i in x.ranks() if x[i] > 0), Whole(0)) for x in run)[(len(run) - 1) // 2]


@planted("all queries pooled", "mean-average-precision[whole]", "mean-over-queries(other=average-precision)", 1)
def pooled(run):
    sums = sum((x.relevant(i) / i for x in run for i in x.ranks() if x[i] > 0), Whole(0))
    return sums / sum((x.R for x in run if relevant(x)), Whole(0))


@planted("queries where nothing is found left out", "hit-rate", "mean-over-queries(other=success-at)", 1)
def empty_left_out(run, k):
    kept = [x for x in run if x.relevant()]
    return Whole(sum(x.relevant(k) > 0 for x in kept)) / Whole(len(kept)) if kept else Whole(0) * k


@planted("the last query weighs most", "mean-reciprocal-rank", "query-order-invariance", 1)
def last_weighs_most(run):
    weights = range(1, len(run) + 1)
    found = [next((1 / i for i in x.ranks() if x[i] > 0), Whole(0)) for x in run]
    return sum((w * f for w, f in zip(weights, found, strict=True)), Whole(0)) / Whole(sum(weights))


# --- ties of scores --------------------------------------------------------------------------------------------


@planted("the input order for the mean", "tied-precision-at[mean]", "input-order-invariance", 2)
def input_for_mean(x, k):
    return x.listed([item for bucket in x.buckets for item in bucket]).relevant(k) / k


@planted("the scores for the grades", "tied-reciprocal-rank[best]", "ordinal-invariance", 1)
def scores_for_grades(x):
    found = [score for score, grade in zip(x.scores, x.grades, strict=True) if grade > 0]
    return 1 / (1 + max(found)) if found else Whole(0)


@planted("the best order for the worst", "tied-average-precision[worst]", "ties-do-not-pay", 2)
def best_for_worst(x):
    order = [i for bucket in x.buckets for i in sorted(bucket, key=lambda item: -x.grades[item - 1])]
    y = x.listed(order)
    return relevant(y) * sum(y.relevant(i) / i for i in y.ranks() if y[i] > 0)


@planted("the least rank for all tied items", "tied-reciprocal-rank[mean]", "ties-do-not-pay", 2)
def least_rank(x):
    above = 0
    for bucket in x.buckets:
        if any(x.grades[i - 1] > 0 for i in bucket):
            return rational(1, 1 + above)
        above += len(bucket)
    return Whole(0)
