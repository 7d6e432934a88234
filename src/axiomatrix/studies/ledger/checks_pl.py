"""Check claims of the source PL, slides on preference learning: worked examples and printed identities.

Each function computes one claim of the ledger, or a part of one, which is stated above the function. ``@check`` decides
it; ``@instead`` says what is true in its place, and is shown only where the claim is false. Findings are ``holds``,
``fails``, ``instance`` (an example of what the claim says exists) and ``open`` (not decided). Claims that are not here,
such as PL4, are decided by metrics of the catalogue. The first line of a docstring is printed in the ledger.

In the notation of the slides c is the number of items, r(x) the true rank of x and r^(x) its predicted rank. D_tau is
Kendall's distance, D_S Spearman's (squared), D_SF the footrule, D_PE the position error and D_DR the discounted error.
A target, the true order, may tie items: those of one bucket are of one *level*. A *preference* is a pair of items of
different levels. ``a.preferences`` is the set of such pairs of an order a, the better item first.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise, product
from typing import Any

from ...evidence.verdict import Verdict
from ...numbers.exact import log, rational
from ...spaces import all_rankings, all_weak_orders
from ...values.orders import WeakOrder
from ...values.rankings import Ranking
from ..closed_forms import adds_up_to, as_sympy_number, formula_text, sum_less_form, whole_symbol
from .check import Result, agree, check, decimal, instead, value

TARGET = Ranking.from_order("EBCAD")
"""The true ranking of the worked example PL1."""
PREDICTED = Ranking.from_order("ABECD")
"""The predicted ranking of the example."""
MAX_ITEMS_ENUMERATED = 6
"""Largest number of items for which all rankings or targets are enumerated."""
MAX_ITEMS_SHARED_OUT = 10
"""Largest number of items that are assigned to levels in every way."""
LOG_BASE = 2
"""Base of the logarithms. The source does not state it; another base multiplies both sides of an equation alike."""


# --- distances of the example ----------------------------------------------------------------------------------


# PL1: the five ranking errors of the example. In a ranking r, r[x] is the rank of item x.
@check("PL1")
def four_figures() -> Result:
    """D_SF = 6, D_S = 14, D_tau = 4 and D_PE = 2 of the example."""
    printed_values = {
        "D_SF": ("footrule", 6),
        "D_S": ("spearman-distance[squared]", 14),
        "D_tau": ("kendall", 4),
        "D_PE": ("position-error", 2),
    }
    comparisons = {
        name: (value(metric, TARGET, PREDICTED), expected) for name, (metric, expected) in printed_values.items()
    }
    return agree(comparisons, f"r = {TARGET}, predicted {PREDICTED}")


def _printed_sum() -> Any:
    """Return D_DR as the source prints it."""
    return 3 / log(2, LOG_BASE) + 1 / log(4, LOG_BASE) + 2 / log(6, LOG_BASE)


@check("PL1")
def discounted_figure() -> Result:
    """D_DR = 3/log 2 + 0 + 1/log 4 + 0 + 2/log 6 of the example, with the printed weights 1/log(r(x_i) + 1)."""
    claimed = _printed_sum()
    computed = value("discounted-error", TARGET, PREDICTED, base=LOG_BASE)
    sentence = f"D_DR = {decimal(computed)} by the printed definition, logarithms to base {LOG_BASE}"
    comparison = ", as printed" if computed == claimed else f"; the printed sum is {decimal(claimed)}"
    return Result.of(computed == claimed, sentence + comparison, data={"D_DR": str(computed)})


def _printed_by_alphabet() -> bool:
    """Return whether the printed sum weights the displacement of each item by its place in the alphabet."""
    items = sorted(TARGET.items, key=str)
    by_alphabet = sum(abs(TARGET[x] - PREDICTED[x]) / log(i + 1, LOG_BASE) for i, x in enumerate(items, 1))
    return bool(by_alphabet == _printed_sum())


@instead("PL1")
def discounted_by_target_ranks() -> Result:
    """The terms of D_DR by item, weighted by the target ranks."""
    # by item: its displacement, and the argument of the logarithm that it is divided by
    terms = {x: (abs(TARGET[x] - PREDICTED[x]), TARGET[x] + 1) for x in PREDICTED.order}
    total = sum(displacement / log(argument, LOG_BASE) for displacement, argument in terms.values())
    is_value = total == value("discounted-error", TARGET, PREDICTED, base=LOG_BASE)
    sum_text = " + ".join(
        f"{displacement}/log {argument}" if displacement else "0" for displacement, argument in terms.values()
    )
    sentence = (
        f"D_DR = {sum_text}, for the items {', '.join(map(str, terms))}; the printed sum weights the displacements of "
        f"the items {', '.join(sorted(map(str, terms)))} by 1/log(i + 1), i the place in the alphabet"
    )
    return Result.of(is_value and _printed_by_alphabet(), sentence)


# --- largest distances -----------------------------------------------------------------------------------------


def _max_distance(metric: str, c: int) -> Any:
    """Return the largest distance between rankings of c items, by the metric's definition."""
    # from the identity alone, since relabelling both rankings changes none of the distances
    return max(value(metric, Ranking.identity(c), b) for b in all_rankings(c))


def _check_maximum_formula(
    metric: str, term: Callable[[Any, Any], Any], form: Callable[[Any], Any], paper_proof: str
) -> Result:
    """Check that the largest distance between rankings of c items is the sum of ``term(i, c)``, and this ``form(c)``.

    1. The sum over i = 1..c has the closed form for every c; it is summed symbolically.
    2. For small c the closed form is the largest distance by the metric's definition.
    3. ``paper_proof`` says why the largest distance is that sum for every c. It is cited and not checked.

    With the step on paper a result that holds settles the claim for every c.
    """
    i, c = whole_symbol("i"), whole_symbol("c")
    formula = f"sum over i = 1..c of {formula_text(term(i, c))} is {formula_text(form(c).factor())}"
    if not adds_up_to(term(i, c), i, c, form(c)):
        return Result("fails", f"not true: {formula}")
    for item_count in range(2, MAX_ITEMS_ENUMERATED + 1):
        if as_sympy_number(_max_distance(metric, item_count)) != form(c).subs(c, item_count):
            return Result("fails", f"the definition contradicts it at c = {item_count}")
    checked = f"the definition has it for c = 2..{MAX_ITEMS_ENUMERATED}"
    sentence = f"{formula}, for every c (summed symbolically); {checked}. On paper: {paper_proof}"
    return Result("holds", sentence, settles=True)


def _max_spearman_distance(c: Any) -> Any:
    """Return c (c^2 - 1)/3, the closed form of PL2."""
    return c * (c**2 - 1) / 3


# PL2: the largest Spearman distance of c items, as a sum and in closed form.
@check("PL2")
def both_sides_as_printed() -> Result:
    """sum over i of ((c - i) - i)^2 = c (c^2 - 1)/3, as printed, for every c."""
    i, c = whole_symbol("i"), whole_symbol("c")
    excess = sum_less_form((c - 2 * i) ** 2, i, c, _max_spearman_distance(c))
    if excess == 0:
        return Result("holds", "the two sides are the same")
    left = formula_text((_max_spearman_distance(c) + excess).factor())
    return Result(
        "fails", f"for every c the left side is {left}, which is {formula_text(excess)} more than the right one"
    )


@check("PL2")
def largest_spearman_distance() -> Result:
    """The largest D_S is c (c^2 - 1)/3."""
    paper_proof = (
        "D_S is twice the sum of i^2 less twice the sum of r(x) r^(x), which is least if one is the reversal of the "
        "other (rearrangement inequality), which puts item i at c + 1 - i"
    )
    return _check_maximum_formula(
        "spearman-distance[squared]", lambda i, c: (c + 1 - 2 * i) ** 2, _max_spearman_distance, paper_proof
    )


@instead("PL2")
def reversal_sum() -> Result:
    """The sum with c + 1 - i, the rank of the i-th item in the reversal."""
    # the sentence is printed only if the finding is that the sum holds
    finding = largest_spearman_distance().finding
    sentence = "the reversal puts item i at c + 1 - i: max D_S = sum_i ((c + 1 - i) - i)^2 = c (c^2 - 1)/3, for every c"
    return Result(finding, sentence)


# PL3: the largest Kendall distance of c items is c (c - 1)/2.
@check("PL3")
def largest_kendall_distance() -> Result:
    """The largest D_tau is c (c - 1)/2."""
    paper_proof = (
        "D_tau counts pairs, each once at most; item i is in i - 1 pairs with those before it; the reversal has all"
    )
    return _check_maximum_formula("kendall", lambda i, c: i - 1, lambda c: c * (c - 1) / 2, paper_proof)


# --- positions -------------------------------------------------------------------------------------------------


# PL5: the unweighted distances treat all positions alike.
@check("PL5")
def first_and_last_two() -> Result:
    """The printed example: exchanging the last two of A, B, C, D, E costs what exchanging the first two costs."""
    reference, last_two, first_two = (Ranking.from_order(order) for order in ("ABCDE", "ABCED", "BACDE"))
    comparisons = {
        name: (value(name, last_two, reference), value(name, reference, first_two))
        for name in ("footrule", "spearman-distance[squared]", "kendall")
    }
    return agree(comparisons, "both exchanges cost the same")


# --- levels ----------------------------------------------------------------------------------------------------


def _check_lost_example(metric: str, *, levels: int, preferences: int, inversions: int, expected: Any) -> Result:
    """Check the value of an example of five items whose picture is lost, on every case that may be the example.

    The cases are all targets with this number of levels and preferences, each with all predictions without ties that
    have this number of inversions. If the metric has the expected value on all of them, it has it on the example.
    """
    case_count = 0
    for a in all_weak_orders(5):
        if (len(a.buckets), len(a.preferences)) != (levels, preferences):
            continue
        for b in map(WeakOrder.of, all_rankings(5)):
            if value("kendall-preferences[count]", a, b) == inversions:  # preferences of a that b turns around
                case_count += 1
                computed = value(metric, a, b)
                if computed != expected:
                    return Result("fails", f"{a}, predicted {b}: {inversions} inversions and {metric} {computed}")
    if not case_count:
        return Result("open", f"no five items with {levels} levels and {preferences} preferences")
    targets = f"targets of five items with {levels} levels and {preferences} preferences"
    sentence = f"all {case_count:,} {targets}, and predictions with {inversions} inversions, have {metric} {expected}"
    return Result("instance", sentence)


# PL7: AUC of two levels is 1 minus the normalised Kendall distance, 4/6 in the example; c_1 (c - c_1) preferences.
@check("PL7")
def bipartite_example() -> Result:
    """D_tau = 2 and AUC = 4/6 among 6 preferences of two levels."""
    return _check_lost_example("auc", levels=2, preferences=6, inversions=2, expected=rational(4, 6))


@check("PL7")
def number_of_preferences() -> Result:
    """Two levels, c_1 items in the better one, have c_1 (c - c_1) preferences."""
    for c in range(2, MAX_ITEMS_ENUMERATED + 1):
        for a in all_weak_orders(c):
            c_1 = len(a.buckets[0])
            if len(a.buckets) == 2 and value("preference-count", a) != c_1 * (c - c_1):
                return Result("fails", f"{a} has {value('preference-count', a)} preferences")
    reach = f"{Verdict.EXHAUSTED.written} c<={MAX_ITEMS_ENUMERATED}"
    return Result("holds", "c_1 (c - c_1) preferences", reach=reach)


# PL8: the C-index of the example with three levels is 5/8, with 3 inversions.
@check("PL8")
def multipartite_example() -> Result:
    """D_tau = 3 and C-index 5/8 among 8 preferences of three levels."""
    return _check_lost_example("c-index", levels=3, preferences=8, inversions=3, expected=rational(5, 8))


# PL9: the C-index is a weighted sum of pairwise AUCs; the unweighted one, m-AUC, is the Jonckheere-Terpstra statistic.
@instead("PL9")
def jonckheere_is_weighted() -> Result:
    """The Jonckheere-Terpstra statistic is the C-index times the number of preferences."""
    are_equal = all(
        value("jonckheere-terpstra", a, b) == value("c-index", a, b) * value("preference-count", a)
        for n in (2, 3, 4)
        for a in all_weak_orders(n)
        if len(a.buckets) > 1  # one level has no preferences, and the C-index no value
        for b in map(WeakOrder.of, all_rankings(n))
    )
    sentence = (
        "the Jonckheere-Terpstra statistic is the sum of the Mann-Whitney counts c_i c_j AUC, that is the C-index "
        "times the number of preferences (n <= 4); it is the C-index that it orders like, not m-AUC"
    )
    return Result.of(are_equal, sentence)


# PL10: l levels among c items have at most c^2/2 (1 - 1/l) preferences.
@check("PL10")
def bound_on_preferences() -> Result:
    """sum of c_i c_j <= c^2/2 (1 - 1/l) for every way to share c items out to l levels."""
    for c in range(2, MAX_ITEMS_SHARED_OUT + 1):
        for cut_count in range(1, c):
            for cuts in combinations(range(1, c), cut_count):
                edges = (0, *cuts, c)  # a level between each two neighbouring edges
                sizes = [high - low for low, high in pairwise(edges)]
                preferences = sum(x * y for x, y in combinations(sizes, 2))
                if preferences > rational(c * c, 2) * (1 - rational(1, len(sizes))):
                    return Result("fails", f"levels of {sizes} items have {preferences} preferences")
    reach = f"{Verdict.EXHAUSTED.written} c<={MAX_ITEMS_SHARED_OUT}"
    return Result("holds", "no levels have more preferences", reach=reach)


# --- gamma -----------------------------------------------------------------------------------------------------


# PL11: gamma is 1/3 in the example. In its formula (d - d-)/(d + d-) the source calls d the number of correctly ranked
# pairs, d- that of incorrectly ranked ones, and says that d is the Kendall distance.
@check("PL11")
def correctly_ranked_pairs() -> Result:
    """As printed, d, the number of correctly ranked pairs, is Kendall's distance."""
    for n in (2, 3):
        for a in map(WeakOrder.of, all_rankings(n)):
            for b in map(WeakOrder.of, all_rankings(n)):
                correct, distance = len(a.preferences & b.preferences), value("kendall-preferences[count]", a, b)
                if correct != distance:
                    return Result("fails", f"{a}, predicted {b}: {correct} pairs right, Kendall's distance {distance}")
    return Result("holds", "the two numbers agree", reach="n<=3")


@check("PL11")
def gamma_example() -> Result:
    """Two pairs ranked the right way and one the wrong way give gamma = 1/3."""
    case_count = 0
    for n in (3, 4):
        for a in all_weak_orders(n):
            for b in map(WeakOrder.of, all_rankings(n)):
                right, wrong = len(a.preferences & b.preferences), len(a.preferences & b.reversed().preferences)
                if (right, wrong) == (2, 1):
                    case_count += 1
                    computed = value("gamma[weak-orders]", a, b)
                    if computed != rational(1, 3):
                        return Result("fails", f"{a}, predicted {b}: gamma = {computed}")
    if not case_count:
        return Result("open", "no such case of 3 or 4 items")
    return Result("instance", f"gamma = 1/3 in all {case_count:,} such cases of 3 and 4 items")


@instead("PL11")
def gamma_with_the_pairs_exchanged() -> Result:
    """With d and d- as printed, the formula is minus Goodman and Kruskal's gamma."""
    are_opposite = all(
        value("gamma[as-printed]", a, b) == -value("gamma[weak-orders]", a, b)
        for n in (2, 3)
        for a, b in product(all_weak_orders(n), repeat=2)
        if a.preferences & (b.preferences | b.reversed().preferences)  # else no pair is ranked by both
    )
    sentence = (
        "Kendall's distance is the number of incorrectly ranked pairs; with d and d- as printed the formula gives "
        "minus gamma (weak orders n <= 3), with the two exchanged it gives gamma"
    )
    return Result.of(are_opposite, sentence)
