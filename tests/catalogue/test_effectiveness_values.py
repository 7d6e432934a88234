"""Metrics of judged lists against their definitions written another way, on all small lists."""

from __future__ import annotations

from itertools import combinations, permutations, product

import pytest

from axiomatrix import REGISTRY
from axiomatrix.numbers.exact import Undefined, log, rational, root, sqrt
from axiomatrix.spaces import binary_list, graded_lists
from axiomatrix.spaces.lists import judged_or_not, unit_gains
from axiomatrix.values.grades import Discounts
from axiomatrix.values.judged import Judged


def value(name, x, **parameters):
    return REGISTRY.metric(name)(x, **parameters)


def small(space, longest=4):
    return [x for n in range(1, longest + 1) for x in space.enumerate(n)]


def hits(x):
    """The ranks of the relevant items."""
    return [i for i, g in enumerate(x.grades, 1) if g > 0]


def relevant_in_all(x):
    return sum(g > 0 for g in x.grades + x.missing)


# --- binary metrics -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [1, 2, 3, 5])
def test_cut_offs_count_the_relevant_ranks_up_to_k(k):
    for x in small(binary_list):
        found = len([i for i in hits(x) if i <= k])
        assert value("precision-at", x, k=k) == rational(found, k)
        assert value("success-at", x, k=k) == (1 if found else 0)
        if relevant_in_all(x):
            assert value("recall-at", x, k=k) == rational(found, relevant_in_all(x))


@pytest.mark.parametrize("k", [1, 2, 3, 5])
def test_average_precision_is_the_number_of_each_relevant_item_over_its_rank(k):
    for x in small(binary_list):
        if not relevant_in_all(x):
            continue
        every = sum((rational(number, i) for number, i in enumerate(hits(x), 1) if i <= k), rational(0))
        inside = len([i for i in hits(x) if i <= k])
        assert value("average-precision[R]", x, k=k) == every / relevant_in_all(x)
        assert value("average-precision[min-k-R]", x, k=k) == every / min(k, relevant_in_all(x))
        assert value("average-precision[retrieved]", x, k=k) == (every / inside if inside else 0)
        if k >= x.n:
            assert value("average-precision[whole]", x) == value("average-precision[R]", x, k=k)


def test_r_precision_is_where_precision_and_recall_meet():
    for x in small(binary_list):
        if x.R:
            assert value("r-precision", x) == value("precision-at", x, k=x.R) == value("recall-at", x, k=x.R)


def test_the_f_measure_counts_hits_once_and_errors_by_beta():
    for x, beta in product(small(binary_list), (1, 2, rational(1, 3))):
        if x.R:
            missed, wrong = x.R - x.relevant(), x.n - x.relevant()
            hit = (1 + beta**2) * x.relevant()
            assert value("f-measure", x, beta=beta) == rational(hit) / rational(hit + beta**2 * missed + wrong)


def test_reciprocal_rank_looks_at_the_first_hit():
    for x in small(binary_list):
        assert value("reciprocal-rank", x) == (rational(1, hits(x)[0]) if hits(x) else 0)


def test_bpref_is_the_mean_share_of_nonrelevant_items_below():
    for x in small(judged_or_not()):
        nonrelevant = sum(g == 0 for g in x.grades + x.missing)
        if not relevant_in_all(x):
            continue
        bound = min(relevant_in_all(x), nonrelevant)
        shares = [
            1 - rational(min(x.grades[: i - 1].count(0), relevant_in_all(x)), bound) if bound else rational(1)
            for i in hits(x)
        ]
        assert value("bpref", x) == sum(shares, rational(0)) / relevant_in_all(x)


def test_bpref_ignores_items_that_nobody_judged():
    for x in small(judged_or_not()):
        if x.R:
            judged = Judged(tuple(g for g in x.grades if g >= 0), x.missing)
            assert value("bpref", x) == value("bpref", judged)


# --- graded metrics -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gain", ["exponential", "linear"])
@pytest.mark.parametrize("k", [1, 2, 4])
def test_ndcg_is_dcg_over_the_best_dcg_of_all_orders_of_the_collection(gain, k):
    for x in small(graded_lists(), 3):
        orders = {Judged(order) for order in permutations(x.grades + x.missing)}
        best = max((value(f"dcg[{gain}]", y, k=k) for y in orders), key=float)
        if best == 0:
            with pytest.raises(Undefined):
                value(f"ndcg[{gain}]", x, k=k)
        else:
            assert value(f"ndcg[{gain}]", x, k=k) * best == value(f"dcg[{gain}]", x, k=k)


def test_dcg_term_by_term():
    assert value("dcg[exponential]", [3, 2, 1], k=3) == 7 + 3 * log(2) / log(3) + rational(1, 2)
    assert value("dcg[linear]", [3, 2, 1], k=2) == 3 + 2 * log(2) / log(3)
    assert value("dcg[base]", [3, 2, 1, 1], b=3) == 6 + log(3) / log(4)
    assert value("dcg[any]", [3, 2, 1], discount=[5, "1/2"]) == 16
    assert value("dcg[signed]", [1, 0, -1], k=3) == rational(1, 2)


def test_the_two_gains_agree_on_binary_lists_only():
    for x in small(binary_list):
        assert value("dcg[exponential]", x, k=3) == value("dcg[linear]", x, k=3)
    assert value("dcg[exponential]", [2], k=1) == 3 != value("dcg[linear]", [2], k=1)


def test_gains_of_grades_that_are_not_whole_are_roots():
    assert value("dcg[exponential]", ["1/2"], k=1) == sqrt(2) - 1
    assert value("dcg[exponential]", [0, 0, "1/3"], k=3) == (root(2, 3) - 1) / 2
    assert value("err[graded]", ["1/2"], top=1) == (sqrt(2) - 1) / 2


def test_a_given_discount_is_every_other_discount():
    discount = Discounts.of([log(2) / log(i + 1) for i in range(1, 7)])
    halves = Discounts.of(["1", "1/2", "1/4", "1/8", "1/16", "1/32"])
    for x in small(graded_lists(), 3):
        assert value("dcg[any]", x, discount=discount) == value("dcg[linear]", x, k=6)
        assert value("dcg[any]", x, discount=halves) == value("half-life", x, alpha=2)
        assert value("dcg[any]", x, discount=discount.weights[:2]) == value("dcg[linear]", x, k=2)
        if x.R:
            assert value("ndcg[any]", x, discount=halves) == value("ndcg[half-life]", x, alpha=2)
            assert value("ndcg[any]", x, discount=discount.weights[:2]) == value("ndcg[linear]", x, k=2)


def test_a_rising_discount_makes_values_above_one():
    assert value("ndcg[any]", [0, 1], discount=[1, 2]) == 2


def test_ndcg_with_negative_grades_leaves_the_range():
    assert value("ndcg[signed]", [-1, 1], k=1) == -1
    assert value("ndcg[signed]", [-1, -1, 1], k=2) < -1


def test_half_life_with_an_irrational_discount_at_every_second_rank():
    for x in small(graded_lists(), 4):
        expected = sum(x[i] * sqrt(2) ** (1 - int(i)) for i in x.ranks())
        assert value("half-life", x, alpha=3) == expected


def test_a_half_life_given_as_a_float_is_exact_and_compared_all_the_same():
    first, second = (value("ndcg[half-life]", x, alpha=2.1) for x in ([1, 0, 2], [0, 1, 2]))
    assert first > second
    assert float(first) == pytest.approx((1 + 2 * 2 ** (-2 / 1.1)) / (2 + 2 ** (-1 / 1.1)), rel=1e-12)


# --- user models ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("p", [0, rational(1, 3), rational(4, 5), 1])
def test_err_is_the_mean_of_one_over_the_rank_where_the_user_is_satisfied(p):
    for x in small(unit_gains()):
        expected, here = rational(0), rational(1)
        for i, r in enumerate(map(rational, x.grades), 1):
            expected += here * r * rational(1, i)
            here = here * (1 - r) * p
        assert value("err[gains]", x, p=p) == expected


def test_err_of_grades_maps_them_as_chapelle_does():
    probabilities = {0: 0, 1: rational(1, 16), 2: rational(3, 16), 3: rational(7, 16), 4: rational(15, 16)}
    for listed in product(range(5), repeat=3):
        mapped = [probabilities[g] for g in listed]
        assert value("err[graded]", list(listed), top=4) == value("err[gains]", mapped, p=1)


def test_err_of_certain_satisfaction_is_the_reciprocal_rank():
    for x in small(binary_list):
        assert value("err[gains]", x, p=1) == value("reciprocal-rank", x)


@pytest.mark.parametrize("p", [rational(1, 2), rational(19, 20)])
def test_rbp_is_the_expected_gain_at_the_rank_where_the_user_stops(p):
    for x in small(unit_gains()):
        stopping = [p**i * (1 - p) for i in range(len(x))]
        assert value("rbp[gains]", x, p=p) == sum(s * g for s, g in zip(stopping, x.grades, strict=True))
        assert value("rbp[gains]", x, p=p) <= 1 - p ** len(x)


def test_binary_rbp_ignores_the_level_of_a_grade():
    assert value("rbp[binary]", [5, 0, 2], p="1/2") == value("rbp[gains]", [1, 0, 1], p="1/2") == rational(5, 8)


# --- inversions, runs -----------------------------------------------------------------------------------------


def test_inversions_are_the_exchanges_of_neighbours_that_sort_the_list():
    for x in small(graded_lists(), 4):
        grades, exchanges, sorted_ = list(x.grades), 0, False
        while not sorted_:
            sorted_ = True
            for i in range(len(grades) - 1):
                if grades[i] < grades[i + 1]:
                    grades[i], grades[i + 1], exchanges, sorted_ = grades[i + 1], grades[i], exchanges + 1, False
        assert value("kendall-relevance", x) == exchanges


def test_means_over_queries():
    lists = [x for x in small(binary_list, 2) if x.R]
    for x, y in combinations(lists, 2):
        for name in ("average-precision[R]", "average-precision[min-k-R]", "average-precision[retrieved]"):
            both = (value(name, x, k=2) + value(name, y, k=2)) / 2
            assert value(f"mean-{name}", [x, y], k=2) == both
        assert value("hit-rate", [x, y], k=1) == (value("success-at", x, k=1) + value("success-at", y, k=1)) / rational(
            2
        )
        rr = (rational(value("reciprocal-rank", x)) + rational(value("reciprocal-rank", y))) / 2
        assert value("mean-reciprocal-rank", [x, y]) == rr
