"""Checks of the worked examples and printed identities of the preference learning slides."""

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
PREDICTED = Ranking.from_order("ABECD")
LARGEST = 6
"""Up to how many items every ranking is gone through."""
BASE = 2
"""The source does not say to which base its logarithms are; another one multiplies both sides alike."""


@check("PL1")
def four_figures() -> Result:
    """D_SF = 6, D_S = 14, D_tau = 4 and D_PE = 2 of the example."""
    figures = {
        "D_SF": ("footrule", 6),
        "D_S": ("spearman-distance[squared]", 14),
        "D_tau": ("kendall", 4),
        "D_PE": ("position-error", 2),
    }
    computed = {name: (value(metric, TARGET, PREDICTED), figure) for name, (metric, figure) in figures.items()}
    return agree(computed, f"r = {TARGET}, predicted {PREDICTED}")


@check("PL1")
def discounted_figure() -> Result:
    """D_DR = 3/log 2 + 0 + 1/log 4 + 0 + 2/log 6 of the example, with the printed weights 1/log(r(x_i) + 1)."""
    claimed = _printed_sum()
    computed = value("discounted-error", TARGET, PREDICTED, base=BASE)
    sentence = f"D_DR = {decimal(computed)} by the printed definition, logarithms to base {BASE}"
    compared = ", as printed" if computed == claimed else f"; the printed sum is {decimal(claimed)}"
    return Result.of(computed == claimed, sentence + compared, data={"D_DR": str(computed)})


@instead("PL1")
def discounted_by_target_ranks() -> Result:
    """The terms of D_DR by item, weighted by the target ranks."""
    terms = {x: (abs(TARGET[x] - PREDICTED[x]), TARGET[x] + 1) for x in PREDICTED.order}
    total = sum(moved / log(base, BASE) for moved, base in terms.values())
    same = total == value("discounted-error", TARGET, PREDICTED, base=BASE)
    summed = " + ".join(f"{moved}/log {base}" if moved else "0" for moved, base in terms.values())
    sentence = (
        f"D_DR = {summed}, for the items {', '.join(map(str, terms))}; the printed sum weights the displacements of "
    )
    sentence += f"the items {', '.join(sorted(map(str, terms)))} by 1/log(i + 1), i the place in the alphabet"
    return Result.of(same and _printed_by_alphabet(), sentence)


def _printed_by_alphabet() -> bool:
    """Return whether the printed sum is that of the items in alphabetical order, each weighted by its place there."""
    items = sorted(TARGET.items, key=str)
    return bool(sum(abs(TARGET[x] - PREDICTED[x]) / log(i + 1, BASE) for i, x in enumerate(items, 1)) == _printed_sum())


def _printed_sum() -> Any:
    return 3 / log(2, BASE) + 1 / log(4, BASE) + 2 / log(6, BASE)


def _largest(metric: str, c: int) -> Any:
    return max(value(metric, Ranking.identity(c), b) for b in all_rankings(c))


def _settled(metric: str, term: Callable[[Any, Any], Any], form: Callable[[Any], Any], paper: str) -> Result:
    """Check that the largest value of a distance is a sum over i = 1..c with that closed form, for every c."""
    i, c = whole_symbol("i"), whole_symbol("c")
    formula = f"sum over i = 1..c of {formula_text(term(i, c))} is {formula_text(form(c).factor())}"
    if not adds_up_to(term(i, c), i, c, form(c)):
        return Result("fails", f"it is not so that {formula}")
    wrong = [n for n in range(2, LARGEST + 1) if as_sympy_number(_largest(metric, n)) != form(c).subs(c, n)]
    if wrong:
        return Result("fails", f"by the definition it is not for c = {wrong[0]}")
    sentence = (
        f"{formula}, for every c (summed symbolically); the definition has it for c = 2..{LARGEST}. On paper: {paper}"
    )
    return Result("holds", sentence, settles=True)


def _squares(c: Any) -> Any:
    return c * (c**2 - 1) / 3


@check("PL2")
def both_sides_as_printed() -> Result:
    """sum over i of ((c - i) - i)^2 = c (c^2 - 1)/3, as printed, for every c."""
    i, c = whole_symbol("i"), whole_symbol("c")
    more = sum_less_form((c - 2 * i) ** 2, i, c, _squares(c))
    if more == 0:
        return Result("holds", "the two sides are the same")
    left = formula_text((_squares(c) + more).factor())
    return Result(
        "fails", f"for every c the left side is {left}, which is {formula_text(more)} more than the right one"
    )


@check("PL2")
def largest_spearman_distance() -> Result:
    """The largest D_S is c (c^2 - 1)/3."""
    paper = (
        "D_S is twice the sum of i^2 less twice the sum of r(x) r^(x), which is least if one is the reversal of the "
        "other (rearrangement inequality), which puts item i at c + 1 - i"
    )
    return _settled("spearman-distance[squared]", lambda i, c: (c + 1 - 2 * i) ** 2, _squares, paper)


@instead("PL2")
def reversal_sum() -> Result:
    """The sum with c + 1 - i, the rank of the i-th item in the reversal."""
    finding = largest_spearman_distance().finding
    sentence = "the reversal puts item i at c + 1 - i: max D_S = sum_i ((c + 1 - i) - i)^2 = c (c^2 - 1)/3, for every c"
    return Result(finding, sentence)


@check("PL3")
def largest_kendall_distance() -> Result:
    """The largest D_tau is c (c - 1)/2."""
    paper = "D_tau counts pairs, each once at most; item i is in i - 1 pairs with those before it; the reversal has all"
    return _settled("kendall", lambda i, c: i - 1, lambda c: c * (c - 1) / 2, paper)


@check("PL5")
def first_and_last_two() -> Result:
    """The printed example: exchanging the last two of A, B, C, D, E costs what exchanging the first two costs."""
    base, last, first = (Ranking.from_order(order) for order in ("ABCDE", "ABCED", "BACDE"))
    figures = {
        name: (value(name, last, base), value(name, base, first))
        for name in ("footrule", "spearman-distance[squared]", "kendall")
    }
    return agree(figures, "both exchanges cost the same")


# --- levels ----------------------------------------------------------------------------------------------------


def _example(metric: str, levels: int, preferences: int, inversions: int, figure: Any) -> Result:
    """The picture is lost: every target and prediction of five items with these numbers has the figure."""
    seen = 0
    for a in all_weak_orders(5):
        if (len(a.buckets), len(a.preferences)) != (levels, preferences):
            continue
        for b in map(WeakOrder.of, all_rankings(5)):
            if value("kendall-preferences[count]", a, b) == inversions:
                seen += 1
                if (computed := value(metric, a, b)) != figure:
                    return Result("fails", f"{a}, predicted {b}: {inversions} inversions and {metric} {computed}")
    if not seen:
        return Result("open", f"no five items with {levels} levels and {preferences} preferences")
    sentence = (
        f"all {seen:,} targets of five items with {levels} levels and {preferences} preferences, and predictions with "
    )
    return Result("instance", sentence + f"{inversions} inversions, have {metric} {figure}")


@check("PL7")
def bipartite_example() -> Result:
    """D_tau = 2 and AUC = 4/6 among 6 preferences of two levels."""
    return _example("auc", 2, 6, 2, rational(4, 6))


@check("PL7")
def number_of_preferences() -> Result:
    """Two levels, c_1 items in the better one, have c_1 (c - c_1) preferences."""
    for n in range(2, 7):
        for a in all_weak_orders(n):
            if len(a.buckets) == 2 and value("preference-count", a) != len(a.buckets[0]) * (n - len(a.buckets[0])):
                return Result("fails", f"{a} has {value('preference-count', a)} preferences")
    return Result("holds", "c_1 (c - c_1) preferences", reach=f"{Verdict.EXHAUSTED.written} c<=6")


@check("PL8")
def multipartite_example() -> Result:
    """D_tau = 3 and C-index 5/8 among 8 preferences of three levels."""
    return _example("c-index", 3, 8, 3, rational(5, 8))


@instead("PL9")
def jonckheere_is_weighted() -> Result:
    """The Jonckheere-Terpstra statistic is the C-index times the number of preferences."""
    same = all(
        value("jonckheere-terpstra", a, b) == value("c-index", a, b) * value("preference-count", a)
        for n in (2, 3, 4)
        for a in all_weak_orders(n)
        if len(a.buckets) > 1
        for b in map(WeakOrder.of, all_rankings(n))
    )
    sentence = (
        "the Jonckheere-Terpstra statistic is the sum of the Mann-Whitney counts c_i c_j AUC, that is the C-index "
        "times the number of preferences (n <= 4); it is the C-index that it orders like, not m-AUC"
    )
    return Result.of(same, sentence)


@check("PL10")
def bound_on_preferences() -> Result:
    """sum of c_i c_j <= c^2/2 (1 - 1/l) for every way to share c items out to l levels."""
    for c in range(2, 11):
        for cuts in range(1, c):
            for places in combinations(range(1, c), cuts):
                edges = (0, *places, c)
                sizes = [high - low for low, high in pairwise(edges)]
                pairs = sum(x * y for x, y in combinations(sizes, 2))
                if pairs > rational(c * c, 2) * (1 - rational(1, len(sizes))):
                    return Result("fails", f"levels of {sizes} items have {pairs} preferences")
    return Result("holds", "no levels have more preferences", reach=f"{Verdict.EXHAUSTED.written} c<=10")


# --- gamma -----------------------------------------------------------------------------------------------------


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
    seen = 0
    for n in (3, 4):
        for a in all_weak_orders(n):
            for b in map(WeakOrder.of, all_rankings(n)):
                right, wrong = len(a.preferences & b.preferences), len(a.preferences & b.reversed().preferences)
                if (right, wrong) == (2, 1):
                    seen += 1
                    if (computed := value("gamma[weak-orders]", a, b)) != rational(1, 3):
                        return Result("fails", f"{a}, predicted {b}: gamma = {computed}")
    if not seen:
        return Result("open", "no such case of 3 or 4 items")
    return Result("instance", f"gamma = 1/3 in all {seen:,} such cases of 3 and 4 items")


@instead("PL11")
def gamma_with_the_pairs_exchanged() -> Result:
    """With d and d- as printed, the formula is minus Goodman and Kruskal's gamma."""
    same = all(
        value("gamma[as-printed]", a, b) == -value("gamma[weak-orders]", a, b)
        for n in (2, 3)
        for a, b in product(all_weak_orders(n), repeat=2)
        if a.preferences & (b.preferences | b.reversed().preferences)
    )
    sentence = (
        "Kendall's distance is the number of incorrectly ranked pairs; with d and d- as printed the formula gives "
        "minus gamma (weak orders n <= 3), with the two exchanged it gives gamma"
    )
    return Result.of(same, sentence)
