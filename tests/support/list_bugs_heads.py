"""Bugs planted by hand in errors of scores, points and areas, overlaps, and correlations that weigh the top more."""

from __future__ import annotations

from itertools import combinations

from list_bugs_orders import defined, two
from list_handwritten import planted

from axiomatrix.numbers.exact import Whole, rational

# --- scores ----------------------------------------------------------------------------------------------------


@planted("signs that cancel", "mae", "reference", 2)
def signs_cancel(y, s):
    return abs(sum((y[x] - s[x] for x in y.items), Whole(0))) / defined(y.n)


@planted("the mean of roots", "rmse", "reference", 2)
def mean_of_roots(y, s):
    return sum((abs(y[x] - s[x]) for x in y.items), Whole(0)) / defined(y.n)


@planted("divided by n - 1", "mse", "reference", 2)
def unbiased(y, s):
    return sum((y[x] - s[x]) ** 2 for x in y.items) / (y.n - 1 or defined(y.n))


# --- points and areas ------------------------------------------------------------------------------------------


@planted("rectangles, not trapezoids, cut off", "area[cut-off]", "reference", 2)
def rectangles(a, b, i):
    p = [sum(b[x] - a[x] for x in a.order[:k]) for k in range(1, min(int(i), len(a)) + 1)]
    return sum(p, Whole(0))


@planted("the signs dropped", "point[cut-off]", "maximum-at-reversal", 3)
def signs_dropped(a, b, i):
    return sum(abs(b[x] - a[x]) for x in a.order[:i])


@planted("over the largest footrule", "area-normalised[full]", "value-on-reversed(value=1)", 2)
def over_the_footrule(a, b):
    two(a)
    return sum((a[x] - b[x]) ** 2 for x in a.items) / Whole(a.n**2 // 2) / 2


@planted("1 - 2 A / A*", "area-correlation[full]", "lies-between(low=0, high=1)", 2)
def brought_to_minus_one(a, b):
    two(a)
    return 1 - 6 * sum((a[x] - b[x]) ** 2 for x in a.items) / (a.n * (a.n**2 - 1))


@planted("the item itself counted as ahead", "kendall-prefix[full]", "zero-on-equal", 1)
def itself_ahead(a, b):
    return sum((b[x] - a[x]) + len(set(a.order[: a[x]]) & set(b.order[b[x] - 1 :])) for x in a.order)


@planted("without the second term", "kendall-prefix[cut-off]", "at-full-depth(other=kendall, scale=1, shift=0)", 2)
def without_second_term(a, b, i):
    return sum(b[x] - a[x] for x in a.order[:i])


# --- overlaps --------------------------------------------------------------------------------------------------


def agreement(a, b, d):
    return Whole(len(set(a.order[:d]) & set(b.order[:d]))) / Whole(d)


@planted("nothing extrapolated", "rbo[ext]", "one-on-equal", 1)
def nothing_extrapolated(a, b, p):
    defined(a.n and b.n)
    return (1 - p) * sum(p ** (d - 1) * agreement(a, b, d) for d in range(1, len(a) + 1))


@planted("the weight p^d", "rbo[truncated]", "reference", 1)
def weight_too_deep(a, b, p):
    return (1 - p) * sum(p**d * agreement(a, b, d) for d in range(1, min(len(a), len(b)) + 1))


@planted("the last agreement not weighed", "rbo[ext]", "one-on-equal", 1)
def last_not_weighed(a, b, p):
    defined(a.n and b.n)
    k = len(a)
    return (1 - p) * sum(p ** (d - 1) * agreement(a, b, d) for d in range(1, k + 1)) + agreement(a, b, k)


@planted("the overlap of all, not of the first d", "average-overlap", "reference", 2)
def overlap_of_all(a, b):
    defined(a.n and b.n)
    return agreement(a, b, len(a))


@planted("the weights of one list", "rbo[truncated-unequal]", "correlation-symmetry", 2)
def depth_of_first(a, b, p):
    return (1 - p) * sum(p ** (d - 1) * agreement(a, b, d) for d in range(1, len(a) + 1))


# --- top-weighted ----------------------------------------------------------------------------------------------


@planted("divided by the rank, not by the items above", "tau-ap[asymmetric]", "one-on-equal", 2)
def divided_by_rank(a, b):
    two(a)
    return 2 * sum(Whole(sum(a[y] < a[x] for y in b.ahead(x))) / b[x] for x in b.order[1:]) / (a.n - 1) - 1


@planted("divided by n", "tau-ap[asymmetric]", "one-on-equal", 2)
def divided_by_n(a, b):
    two(a)
    return 2 * sum(Whole(sum(a[y] < a[x] for y in b.ahead(x))) / (b[x] - 1) for x in b.order[1:]) / a.n - 1


@planted("one side only", "tau-ap[symmetric]", "correlation-symmetry", 3)
def one_side_only(a, b):
    two(a)
    return 2 * sum(Whole(sum(a[y] < a[x] for y in b.ahead(x))) / (b[x] - 1) for x in b.order[1:]) / (a.n - 1) - 1


def hyperbolic(a, b, weight):
    two(a)
    ranked = list(combinations(enumerate(a.order, 1), 2))
    total = sum((weight(r, s) for (r, _), (s, _) in ranked), rational(0))
    return sum(((1 if b[x] < b[y] else -1) * weight(r, s) for (r, x), (s, y) in ranked), rational(0)) / total


@planted("ranks from 0, plus 2", "weighted-tau[first]", "reference", 3)
def ranks_too_deep(a, b):
    return hyperbolic(a, b, lambda r, s: rational(1, r + 1) + rational(1, s + 1))


@planted("weights multiplied", "weighted-tau[first]", "reference", 3)
def weights_multiplied(a, b):
    return hyperbolic(a, b, lambda r, s: rational(1, r * s))


@planted("the weights of one order", "weighted-tau[symmetric]", "correlation-symmetry", 3)
def weights_of_one(a, b):
    return hyperbolic(a, b, lambda r, s: rational(1, r) + rational(1, s))
