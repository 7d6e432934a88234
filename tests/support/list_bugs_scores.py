"""Bugs planted by hand in the discounts, gains, ideals, divisors and cut-offs of metrics of judged lists."""

from __future__ import annotations

from list_handwritten import planted

from axiomatrix.numbers.exact import Undefined, Whole, log


def discount(i):
    return 1 / log(i + 1, 2)


def dcg(grades, gain=lambda g: g):
    return sum((gain(g) * discount(Whole(i)) for i, g in enumerate(grades, 1)), Whole(0))


def over(value, divisor):
    if divisor <= 0:
        raise Undefined("nothing to divide by")
    return value / divisor


def relevant(x):
    return over(Whole(1), x.R)


# --- discounts ------------------------------------------------------------------------------------------------


@planted("the discount of the rank, not of the rank + 1", "dcg[exponential]", "deepness-threshold", 1)
def discount_off_by_one(x, k):
    return sum((2 ** x[i] - 1) / log(i, 2) for i in x.ranks(k) if i > 1)


@planted("the discount one rank too deep", "dcg[linear]", "reference", 1)
def discount_too_deep(x, k):
    return sum(x[i] / log(i + 2, 2) for i in x.ranks(k))


@planted("multiplied by the logarithm", "dcg[exponential]", "swap", 2)
def multiplied(x, k):
    return sum((2 ** x[i] - 1) * log(i + 1, 2) for i in x.ranks(k))


@planted("no discount", "dcg[linear]", "swap-strict", 2)
def undiscounted(x, k):
    return sum(x[i] for i in x.ranks(k))


@planted("logarithms from the base on, not beyond it", "dcg[base]", "reference", 2)
def from_the_base_on(x, b):
    return sum(x[i] / log(i + 1, b) if i >= b else x[i] for i in x.ranks())


@planted("a half-life counted from rank 0", "half-life", "reference", 1)
def half_life_from_zero(x, alpha):
    from axiomatrix.numbers.exact import power

    return sum(x[i] * power(2, -i / (alpha - 1)) for i in x.ranks())


@planted("the exponent i", "rbp[gains]", "binary-special-case(other=rbp[binary])", 1)
def rbp_exponent(x, p):
    return (1 - p) * sum(x[i] * p**i for i in x.ranks())


# --- gains ----------------------------------------------------------------------------------------------------


@planted("the gain without the power", "dcg[exponential]", "gain-doubles(tolerance=2/5, lowest=2)", 1)
def gain_without_power(x, k):
    return sum(x[i] * discount(i) for i in x.ranks(k))


@planted("the gain 2^g, not less 1", "dcg[exponential]", "binary-special-case(other=dcg[linear])", 1)
def gain_not_less_one(x, k):
    return sum(2 ** x[i] * discount(i) for i in x.ranks(k))


@planted("relevant or not", "ndcg[exponential]", "levels-matter", 1)
def binary_gain(x, k):
    def gain(g):
        return Whole(g > 0)

    return over(dcg(x.grades[: int(k)], gain), dcg(x.ideal.grades[: int(k)], gain))


@planted("negative grades dropped", "dcg[signed]", "swap-strict", 2)
def negative_dropped(x, k):
    return sum(x[i] * discount(i) for i in x.ranks(k) if x[i] > 0)


@planted("grades counted, not whether they are positive", "precision", "ignores-levels", 1)
def grades_counted(x):
    return over(sum(x.grades, Whole(0)) + 0 * x.n, x.n)


# --- ideals and divisors ---------------------------------------------------------------------------------------


@planted("the ideal of the list alone", "ndcg[linear]", "replacement", 2)
def ideal_of_the_list(x, k):
    listed = sorted(x.grades, reverse=True)
    return over(dcg(x.grades[: int(k)]), dcg(listed[: int(k)]))


@planted("the ideal not cut off", "ndcg[linear]", "ideal-is-one", 2)
def ideal_not_cut_off(x, k):
    return over(dcg(x.grades[: int(k)]), dcg(x.ideal.grades))


@planted("the ideal of the first k", "ndcg[exponential]", "convergence", 1)
def ideal_of_the_first_k(x, k):
    def gain(g):
        return 2**g - 1

    return over(dcg(x.grades[: int(k)], gain), dcg(sorted(x.grades[: int(k)], reverse=True), gain))


@planted("the worst list for the ideal", "ndcg[linear]", "range-zero-one", 1)
def worst_for_ideal(x, k):
    return over(dcg(x.grades[: int(k)]), dcg(sorted(x.ideal.grades)[: int(k)]))


@planted("normalisation forgotten", "ndcg[half-life]", "ideal-is-one", 1)
def not_normalised(x, alpha):
    return sum(x[i] * (1 + 0 * alpha) for i in x.ranks())


@planted("divided by k where R is meant", "average-precision[R]", "monotone-in-cut-off", 1)
def divided_by_k(x, k):
    return relevant(x) * 0 + sum(x.relevant(i) / i for i in x.ranks(k) if x[i] > 0) / k


@planted("divided by R where min(k, R) is meant", "average-precision[min-k-R]", "ideal-is-one", 2)
def divided_by_r(x, k):
    return relevant(x) * sum(x.relevant(i) / i for i in x.ranks(k) if x[i] > 0)


@planted("divided by the relevant items listed", "average-precision[whole]", "replacement-strict", 2)
def divided_by_listed(x):
    return relevant(x) * 0 + over(sum(x.relevant(i) / i for i in x.ranks() if x[i] > 0), x.relevant() or Whole(1))


@planted("the precision at every rank", "average-precision[whole]", "range-zero-one", 2)
def precision_everywhere(x):
    return relevant(x) * sum(x.relevant(i) / i for i in x.ranks())


@planted("the precision above the relevant item", "average-precision[whole]", "ideal-is-one", 1)
def precision_above(x):
    return relevant(x) * sum(x.relevant(i - 1) / i for i in x.ranks() if x[i] > 0)


@planted("precision divided by what is there", "precision-at", "closeness-threshold", 3)
def divided_by_length(x, k):
    return over(x.relevant(k), Whole(min(k, x.n))) if x.relevant() else Whole(0) * k


@planted("recall of the list alone", "recall", "replacement-strict", 2)
def recall_of_the_list(x):
    return relevant(x) * 0 + Whole(x.relevant() > 0)


@planted("the arithmetic mean of precision and recall", "f-measure", "reference", 1)
def arithmetic_f(x, beta):
    return (over(x.relevant(), x.n) + x.relevant() * relevant(x)) / 2 + 0 * beta


@planted("beta, not its square", "f-measure", "reference", 1)
def beta_not_squared(x, beta):
    return over((1 + beta) * x.relevant(), beta * x.R + x.n) + 0 * relevant(x)


# --- cut-offs --------------------------------------------------------------------------------------------------


@planted("cut off at k - 1", "success-at", "set-completeness", 1)
def success_cut_short(x, k):
    return Whole(x.relevant(k - 1) > 0)


@planted("cut off at k + 1", "precision-at", "range-zero-one", 2)
def precision_too_far(x, k):
    return x.relevant(k + 1) / k


@planted("the cut-off twice", "recall-at", "set-completeness", 1)
def cut_off_twice(x, k):
    return x.relevant(k) / k * min(k, x.R) * relevant(x)


@planted("the cut-off forgotten", "average-precision[min-k-R]", "range-zero-one", 2)
def cut_off_forgotten(x, k):
    return over(sum(x.relevant(i) / i for i in x.ranks() if x[i] > 0), Whole(min(k, x.R)))


@planted("precision at the relevant items listed", "r-precision", "reference", 2)
def precision_at_listed(x):
    return relevant(x) * x.relevant(x.relevant())
